from logicsweep.puzzles.checkers import CheckersBoard as CheckersBoard
from logicsweep.puzzles.checkers import is_capture as is_capture
from logicsweep.puzzles.oneclick import is_one_click_win as is_one_click_win
from logicsweep.puzzles.reveal import Matrix as Matrix
