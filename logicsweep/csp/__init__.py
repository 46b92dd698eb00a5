"""The constraint solver: a view goes in, what all its layouts agree on comes out."""
