"""Boards made to order: what is demanded, one board made to finish, many of them in order."""
