"""The full constraint solver: a view in, what every layout agrees on out."""
