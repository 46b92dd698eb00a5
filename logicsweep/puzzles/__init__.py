"""The sibling puzzles: LeetCode 529, Minesweeper Master, MegaCheckers.

`reveal`, `oneclick` and `checkers` are in `logicsweep` itself. This package also has:
    Matrix, CheckersBoard
"""

from typing import TYPE_CHECKING

from logicsweep import names_of

if TYPE_CHECKING:
    from logicsweep.puzzles.checkers import CheckersBoard as CheckersBoard
    from logicsweep.puzzles.reveal import Matrix as Matrix

PUBLIC = {"checkers": "CheckersBoard", "reveal": "Matrix"}
if not TYPE_CHECKING:
    __all__, __getattr__, __dir__ = names_of(__name__, PUBLIC)
