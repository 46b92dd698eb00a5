"""Boards made to order: the demand, how one board is drawn and repaired, many boards in order."""
