"""Cells and fields, boards and views, one and many."""
