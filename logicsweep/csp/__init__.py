"""The constraint solver: given a view, it finds what all its layouts agree on."""
