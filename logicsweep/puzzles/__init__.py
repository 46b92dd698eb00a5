"""The sibling puzzles: LeetCode 529, Minesweeper Master, MegaCheckers.

Besides `reveal`, `oneclick` and `checkers`, which are `logicsweep`'s own:
    Matrix, is_one_click_win, CheckersBoard, is_capture
"""

from typing import TYPE_CHECKING

from logicsweep import names_of

if TYPE_CHECKING:
    from logicsweep.puzzles.checkers import CheckersBoard as CheckersBoard
    from logicsweep.puzzles.checkers import is_capture as is_capture
    from logicsweep.puzzles.oneclick import is_one_click_win as is_one_click_win
    from logicsweep.puzzles.reveal import Matrix as Matrix

HOMES = {
    "CheckersBoard": "checkers",
    "is_capture": "checkers",
    "is_one_click_win": "oneclick",
    "Matrix": "reveal",
}
__all__ = [*HOMES]
if not TYPE_CHECKING:
    __getattr__, __dir__ = names_of(__name__, HOMES)
