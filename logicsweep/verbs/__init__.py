"""What each verb of the command line does, as plain functions from options to a value."""
