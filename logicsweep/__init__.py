"""How far each kind of Minesweeper reasoning gets on the same board, and why."""

__version__ = "0.1.0"
