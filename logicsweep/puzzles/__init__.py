"""The sibling puzzles: LeetCode 529, Minesweeper Master, MegaCheckers.

Besides `reveal`, `oneclick` and `checkers`, which are `logicsweep`'s own:
    Matrix, is_one_click_win, CheckersBoard, is_capture
"""

from logicsweep import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
