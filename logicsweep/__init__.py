"""How far each kind of Minesweeper reasoning gets on the same board, and why.

The public names below are imported from their modules when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

_HOME = {
    "Board": "board",
    "Cell": "cells",
    "CellGraph": "cells",
    "CheckersBoard": "puzzles.checkers",
    "Closure": "closure",
    "Contradiction": "errors",
    "Fact": "rules.engine",
    "Firing": "rules.engine",
    "Game": "game",
    "InvalidInput": "errors",
    "Knowledge": "rules.casual",
    "LogicsweepError": "errors",
    "Match": "rules.engine",
    "Matrix": "puzzles.reveal",
    "PLAYERS": "players",
    "Production": "rules.engine",
    "Solution": "closure",
    "StartClass": "closure",
    "Trace": "rules.trace",
    "Unsound": "errors",
    "View": "board",
    "WorkingMemory": "rules.engine",
    "checkers": "puzzles.checkers",
    "closure": "closure",
    "counter": "csp.solution",
    "expert": "csp.solution",
    "forward_chain": "rules.engine",
    "is_capture": "puzzles.checkers",
    "is_one_click_win": "puzzles.oneclick",
    "oneclick": "puzzles.oneclick",
    "play": "game",
    "reveal": "puzzles.reveal",
    "risks": "csp.solution",
    "smallest_clash": "csp.clash",
    "solve": "closure",
    "start_classes": "closure",
    "watch": "game",
}

__all__ = ["__version__", *_HOME]

if TYPE_CHECKING:
    from logicsweep.board import Board as Board
    from logicsweep.board import View as View
    from logicsweep.cells import Cell as Cell
    from logicsweep.cells import CellGraph as CellGraph
    from logicsweep.closure import Closure as Closure
    from logicsweep.closure import Solution as Solution
    from logicsweep.closure import StartClass as StartClass
    from logicsweep.closure import closure as closure
    from logicsweep.closure import solve as solve
    from logicsweep.closure import start_classes as start_classes
    from logicsweep.csp.clash import smallest_clash as smallest_clash
    from logicsweep.csp.solution import counter as counter
    from logicsweep.csp.solution import expert as expert
    from logicsweep.csp.solution import risks as risks
    from logicsweep.errors import Contradiction as Contradiction
    from logicsweep.errors import InvalidInput as InvalidInput
    from logicsweep.errors import LogicsweepError as LogicsweepError
    from logicsweep.errors import Unsound as Unsound
    from logicsweep.game import Game as Game
    from logicsweep.game import play as play
    from logicsweep.game import watch as watch
    from logicsweep.players import PLAYERS as PLAYERS
    from logicsweep.puzzles.checkers import CheckersBoard as CheckersBoard
    from logicsweep.puzzles.checkers import checkers as checkers
    from logicsweep.puzzles.checkers import is_capture as is_capture
    from logicsweep.puzzles.oneclick import is_one_click_win as is_one_click_win
    from logicsweep.puzzles.oneclick import oneclick as oneclick
    from logicsweep.puzzles.reveal import Matrix as Matrix
    from logicsweep.puzzles.reveal import reveal as reveal
    from logicsweep.rules.casual import Knowledge as Knowledge
    from logicsweep.rules.engine import Fact as Fact
    from logicsweep.rules.engine import Firing as Firing
    from logicsweep.rules.engine import Match as Match
    from logicsweep.rules.engine import Production as Production
    from logicsweep.rules.engine import WorkingMemory as WorkingMemory
    from logicsweep.rules.engine import forward_chain as forward_chain
    from logicsweep.rules.trace import Trace as Trace


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'logicsweep' has no attribute {name!r}")
    value = getattr(import_module(f"logicsweep.{_HOME[name]}"), name)
    globals()[name] = value
    return value
