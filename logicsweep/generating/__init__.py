"""Boards made to order: the demand, the drawing and repair of one board, many boards in order."""
