"""The sibling puzzles on the same cell graphs."""
