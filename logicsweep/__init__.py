"""How far each kind of Minesweeper reasoning gets on the same board, and why.

The public names below are imported from their modules when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

_HOME = {
    "Answer": "why",
    "Board": "board",
    "COVERED": "board",
    "Cell": "cells",
    "CellGraph": "cells",
    "CheckersBoard": "puzzles.checkers",
    "Closure": "closures.closure",
    "Comparison": "comparison",
    "Contradiction": "errors",
    "Explanation": "reasons.explanation",
    "FLAG": "board",
    "Fact": "rules.engine",
    "Firing": "rules.engine",
    "Game": "game",
    "InvalidInput": "errors",
    "Knowledge": "rules.knowledge",
    "LogicsweepError": "errors",
    "Match": "rules.engine",
    "Matrix": "puzzles.reveal",
    "OverStarts": "starts",
    "PLAYERS": "players",
    "Production": "rules.engine",
    "Proof": "why",
    "SAFE": "board",
    "Solution": "closures.closure",
    "StartClass": "closures.closure",
    "TooWide": "errors",
    "Trace": "rules.trace",
    "Undecided": "reasons.check",
    "Unsound": "errors",
    "View": "board",
    "WorkingMemory": "rules.engine",
    "check": "reasons.check",
    "checkers": "puzzles.checkers",
    "closure": "closures.closure",
    "compare": "comparison",
    "counter": "csp.solution",
    "expert": "csp.solution",
    "explain": "reasons.explanation",
    "explain_all": "reasons.explanation",
    "forward_chain": "rules.engine",
    "is_capture": "puzzles.checkers",
    "is_one_click_win": "puzzles.oneclick",
    "load_productions": "rules.own",
    "oneclick": "puzzles.oneclick",
    "over_starts": "starts",
    "play": "game",
    "reveal": "puzzles.reveal",
    "risks": "csp.solution",
    "sentence": "reasons.explanation",
    "smallest_clash": "reasons.clash",
    "solve": "closures.closure",
    "start_classes": "closures.closure",
    "undecided": "reasons.check",
    "watch": "game",
    "why_in_game": "why",
    "why_in_position": "why",
}

__all__ = ["__version__", *_HOME]

if TYPE_CHECKING:
    from logicsweep.board import COVERED as COVERED
    from logicsweep.board import FLAG as FLAG
    from logicsweep.board import SAFE as SAFE
    from logicsweep.board import Board as Board
    from logicsweep.board import View as View
    from logicsweep.cells import Cell as Cell
    from logicsweep.cells import CellGraph as CellGraph
    from logicsweep.closures.closure import Closure as Closure
    from logicsweep.closures.closure import Solution as Solution
    from logicsweep.closures.closure import StartClass as StartClass
    from logicsweep.closures.closure import closure as closure
    from logicsweep.closures.closure import solve as solve
    from logicsweep.closures.closure import start_classes as start_classes
    from logicsweep.comparison import Comparison as Comparison
    from logicsweep.comparison import compare as compare
    from logicsweep.csp.solution import counter as counter
    from logicsweep.csp.solution import expert as expert
    from logicsweep.csp.solution import risks as risks
    from logicsweep.errors import Contradiction as Contradiction
    from logicsweep.errors import InvalidInput as InvalidInput
    from logicsweep.errors import LogicsweepError as LogicsweepError
    from logicsweep.errors import TooWide as TooWide
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
    from logicsweep.reasons.check import Undecided as Undecided
    from logicsweep.reasons.check import check as check
    from logicsweep.reasons.check import undecided as undecided
    from logicsweep.reasons.clash import smallest_clash as smallest_clash
    from logicsweep.reasons.explanation import Explanation as Explanation
    from logicsweep.reasons.explanation import explain as explain
    from logicsweep.reasons.explanation import explain_all as explain_all
    from logicsweep.reasons.explanation import sentence as sentence
    from logicsweep.rules.engine import Fact as Fact
    from logicsweep.rules.engine import Firing as Firing
    from logicsweep.rules.engine import Match as Match
    from logicsweep.rules.engine import Production as Production
    from logicsweep.rules.engine import WorkingMemory as WorkingMemory
    from logicsweep.rules.engine import forward_chain as forward_chain
    from logicsweep.rules.knowledge import Knowledge as Knowledge
    from logicsweep.rules.own import load_productions as load_productions
    from logicsweep.rules.trace import Trace as Trace
    from logicsweep.starts import OverStarts as OverStarts
    from logicsweep.starts import over_starts as over_starts
    from logicsweep.why import Answer as Answer
    from logicsweep.why import Proof as Proof
    from logicsweep.why import why_in_game as why_in_game
    from logicsweep.why import why_in_position as why_in_position


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'logicsweep' has no attribute {name!r}")
    value = getattr(import_module(f"logicsweep.{_HOME[name]}"), name)
    globals()[name] = value
    return value
