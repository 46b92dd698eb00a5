"""How far each kind of Minesweeper reasoning gets on the same board, and why.

Boards and views: what is true, and what a player may see.
    View, Board, COVERED, FLAG, SAFE, Cell, CellGraph, random_board, random_mined

What a position tells: forced cells and exact risks.
    counter, expert, risks, check_flags, Solution, Missing, Position

Bulk: very many positions and games at once, as arrays.
    solve_many, Solutions, Finding

Why: explanations, and two layouts where there is none.
    explain, explain_all, sentence, Explanation, check, undecided, Undecided, counter_layout,
    smallest_clash, Clashing

How clues work together: balances, short proofs by contradiction, layouts that hardly differ.
    balance, balances, balance_sentence, Balance, check_balance, refute, Refutation, refutation_sentences,
    check_refutation, twin_layouts, Twins, telling_cells

Playing: a player, a board with a first cell, or a position from which they conclude what they can.
    play, watch, Run, PLAYERS, Player, player_of, enlist

The steps of a run, each with its grade and its reason in numbers; a path takes always the easiest first.
    path, Step, Grade, hardest, Reason, Rows, reason_sentence

A hint that gives away only so much: where to look, which clues, what kind of step, all of it.
    next_step, step_to, Staged

Why a cell is decided in a run or a position, or why not.
    why, Answer

Comparing: several players, every start.
    compare, Comparison, Reasoned, over_starts, OverStarts

The casual player, fast: without a trace.
    solve, LeastRemaining, start_classes, StartClass, closure, Closure, least_of_many

Bulk: very many games at once, on boards in an array or one after another.
    ends, Ends

Boards made to order: what is demanded, and boards that meet it.
    generate, Demand, Generated

The rule engine: productions, facts, firings, traces.
    Fact, Match, Production, Knowledge, WorkingMemory, forward_chain, Firing, Trace, Agenda,
    matches, misses, Lack, Miss, load_productions, load_players

Surveys: very many random boards, kept in a folder, and what they say.
    plan_of, Plan, survey, Surveyed, report, Summary

Pictures: what a value looks like, as SVG.
    svg

Formats: text in, boards and views out.
    FORMATS, Format, register

The sibling puzzles: LeetCode 529, Minesweeper Master, MegaCheckers.
    reveal, Matrix, oneclick, is_one_click_win, checkers, CheckersBoard, is_capture

Errors: one line each, with their data.
    LogicsweepError, InvalidInput, Unreadable, Contradiction, Unsound, TooWide, Interrupted, NoneMade

Cells go in as an index (row by row, from 0), a `Cell`, a pair (row, col) from 0, or a name such as "r1c2";
what is found comes out as indices, which `graph.at` and `graph.names` turn into cells and names.

>>> view = View.from_rows(["###1", "###1", "#311", "#100"], mines=3)
>>> view.graph.names(counter(view).safe)
('r1c1', 'r1c2', 'r1c3', 'r2c2')
>>> print(sentence(view, explain(view, "r1c3")))
r1c3 is safe: if it were a mine, r1c4=1 and r3c4=1 could not both hold.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # not from typing: what imports only this, such as --version, starts sooner
__version__ = "0.1.0"

_HOME = {
    "View": "boards.board",
    "Board": "boards.board",
    "COVERED": "boards.board",
    "FLAG": "boards.board",
    "SAFE": "boards.board",
    "Cell": "boards.cells",
    "CellGraph": "boards.cells",
    "random_board": "boards.random",
    "random_mined": "boards.random",
    "counter": "games.hints",
    "expert": "games.hints",
    "risks": "games.hints",
    "check_flags": "games.hints",
    "Solution": "csp.solution",
    "Missing": "csp.solution",
    "Position": "csp.position",
    "solve_many": "csp.bulk",
    "Solutions": "csp.bulk",
    "Finding": "csp.bulk",
    "explain": "reasons.explanation",
    "explain_all": "reasons.explanation",
    "sentence": "reasons.explanation",
    "Explanation": "reasons.explanation",
    "check": "reasons.check",
    "undecided": "reasons.witness",
    "Undecided": "reasons.witness",
    "counter_layout": "reasons.witness",
    "smallest_clash": "csp.clash",
    "Clashing": "errors",
    "balance": "reasons.balance",
    "balances": "reasons.balance",
    "balance_sentence": "reasons.wording",
    "Balance": "reasons.balance",
    "check_balance": "reasons.check",
    "refute": "reasons.refutation",
    "Refutation": "reasons.refutation",
    "refutation_sentences": "reasons.wording",
    "check_refutation": "reasons.check",
    "twin_layouts": "reasons.twins",
    "Twins": "reasons.twins",
    "telling_cells": "reasons.twins",
    "play": "games.game",
    "watch": "games.game",
    "Run": "games.game",
    "PLAYERS": "games.players",
    "Player": "games.players",
    "player_of": "games.players",
    "enlist": "games.players",
    "path": "games.path",
    "Step": "games.step",
    "Grade": "games.step",
    "hardest": "games.step",
    "Reason": "reasons.reason",
    "Rows": "reasons.given",
    "reason_sentence": "games.step",
    "next_step": "games.stages",
    "step_to": "games.stages",
    "Staged": "games.stages",
    "why": "games.why",
    "Answer": "games.why",
    "compare": "games.compare",
    "Comparison": "games.compare",
    "Reasoned": "games.compare",
    "over_starts": "games.starts",
    "OverStarts": "games.starts",
    "solve": "closures.closure",
    "LeastRemaining": "closures.closure",
    "start_classes": "closures.closure",
    "StartClass": "closures.closure",
    "closure": "closures.closure",
    "Closure": "closures.closure",
    "least_of_many": "closures.closure",
    "ends": "games.ends",
    "Ends": "games.ends",
    "generate": "generating.generate",
    "Demand": "generating.demand",
    "Generated": "generating.generate",
    "Fact": "rules.engine",
    "Match": "rules.engine",
    "Production": "rules.engine",
    "Knowledge": "rules.knowledge",
    "WorkingMemory": "rules.engine",
    "forward_chain": "rules.engine",
    "Firing": "rules.engine",
    "Trace": "rules.trace",
    "Agenda": "rules.engine",
    "matches": "rules.engine",
    "misses": "rules.engine",
    "Lack": "rules.engine",
    "Miss": "rules.engine",
    "load_productions": "rules.own",
    "load_players": "games.players",
    "plan_of": "surveying.plan",
    "Plan": "surveying.plan",
    "survey": "surveying.run",
    "Surveyed": "surveying.run",
    "report": "surveying.summary",
    "Summary": "surveying.summary",
    "svg": "show.svg",
    "FORMATS": "formats",
    "Format": "formats",
    "register": "formats",
    "reveal": "puzzles.reveal",
    "Matrix": "puzzles.reveal",
    "oneclick": "puzzles.oneclick",
    "is_one_click_win": "puzzles.oneclick",
    "checkers": "puzzles.checkers",
    "CheckersBoard": "puzzles.checkers",
    "is_capture": "puzzles.checkers",
    "LogicsweepError": "errors",
    "InvalidInput": "errors",
    "Unreadable": "errors",
    "Contradiction": "errors",
    "Unsound": "errors",
    "TooWide": "errors",
    "Interrupted": "errors",
    "NoneMade": "errors",
}
"""The public names in an order that teaches, and the module that gives each."""

__all__ = ["__version__", *_HOME]

if TYPE_CHECKING:
    from logicsweep.boards.board import COVERED as COVERED
    from logicsweep.boards.board import FLAG as FLAG
    from logicsweep.boards.board import SAFE as SAFE
    from logicsweep.boards.board import Board as Board
    from logicsweep.boards.board import View as View
    from logicsweep.boards.cells import Cell as Cell
    from logicsweep.boards.cells import CellGraph as CellGraph
    from logicsweep.boards.random import random_board as random_board
    from logicsweep.boards.random import random_mined as random_mined
    from logicsweep.closures.closure import Closure as Closure
    from logicsweep.closures.closure import LeastRemaining as LeastRemaining
    from logicsweep.closures.closure import StartClass as StartClass
    from logicsweep.closures.closure import closure as closure
    from logicsweep.closures.closure import least_of_many as least_of_many
    from logicsweep.closures.closure import solve as solve
    from logicsweep.closures.closure import start_classes as start_classes
    from logicsweep.csp.bulk import Finding as Finding
    from logicsweep.csp.bulk import Solutions as Solutions
    from logicsweep.csp.bulk import solve_many as solve_many
    from logicsweep.csp.clash import smallest_clash as smallest_clash
    from logicsweep.csp.position import Position as Position
    from logicsweep.csp.solution import Missing as Missing
    from logicsweep.csp.solution import Solution as Solution
    from logicsweep.errors import Clashing as Clashing
    from logicsweep.errors import Contradiction as Contradiction
    from logicsweep.errors import Interrupted as Interrupted
    from logicsweep.errors import InvalidInput as InvalidInput
    from logicsweep.errors import LogicsweepError as LogicsweepError
    from logicsweep.errors import NoneMade as NoneMade
    from logicsweep.errors import TooWide as TooWide
    from logicsweep.errors import Unreadable as Unreadable
    from logicsweep.errors import Unsound as Unsound
    from logicsweep.formats import FORMATS as FORMATS
    from logicsweep.formats import Format as Format
    from logicsweep.formats import register as register
    from logicsweep.games.compare import Comparison as Comparison
    from logicsweep.games.compare import Reasoned as Reasoned
    from logicsweep.games.compare import compare as compare
    from logicsweep.games.ends import Ends as Ends
    from logicsweep.games.ends import ends as ends
    from logicsweep.games.game import Run as Run
    from logicsweep.games.game import play as play
    from logicsweep.games.game import watch as watch
    from logicsweep.games.hints import check_flags as check_flags
    from logicsweep.games.hints import counter as counter
    from logicsweep.games.hints import expert as expert
    from logicsweep.games.hints import risks as risks
    from logicsweep.games.path import path as path
    from logicsweep.games.players import PLAYERS as PLAYERS
    from logicsweep.games.players import Player as Player
    from logicsweep.games.players import enlist as enlist
    from logicsweep.games.players import load_players as load_players
    from logicsweep.games.players import player_of as player_of
    from logicsweep.games.stages import Staged as Staged
    from logicsweep.games.stages import next_step as next_step
    from logicsweep.games.stages import step_to as step_to
    from logicsweep.games.starts import OverStarts as OverStarts
    from logicsweep.games.starts import over_starts as over_starts
    from logicsweep.games.step import Grade as Grade
    from logicsweep.games.step import Step as Step
    from logicsweep.games.step import hardest as hardest
    from logicsweep.games.step import reason_sentence as reason_sentence
    from logicsweep.games.why import Answer as Answer
    from logicsweep.games.why import why as why
    from logicsweep.generating.demand import Demand as Demand
    from logicsweep.generating.generate import Generated as Generated
    from logicsweep.generating.generate import generate as generate
    from logicsweep.puzzles.checkers import CheckersBoard as CheckersBoard
    from logicsweep.puzzles.checkers import checkers as checkers
    from logicsweep.puzzles.checkers import is_capture as is_capture
    from logicsweep.puzzles.oneclick import is_one_click_win as is_one_click_win
    from logicsweep.puzzles.oneclick import oneclick as oneclick
    from logicsweep.puzzles.reveal import Matrix as Matrix
    from logicsweep.puzzles.reveal import reveal as reveal
    from logicsweep.reasons.balance import Balance as Balance
    from logicsweep.reasons.balance import balance as balance
    from logicsweep.reasons.balance import balances as balances
    from logicsweep.reasons.check import check as check
    from logicsweep.reasons.check import check_balance as check_balance
    from logicsweep.reasons.check import check_refutation as check_refutation
    from logicsweep.reasons.explanation import Explanation as Explanation
    from logicsweep.reasons.explanation import explain as explain
    from logicsweep.reasons.explanation import explain_all as explain_all
    from logicsweep.reasons.explanation import sentence as sentence
    from logicsweep.reasons.given import Rows as Rows
    from logicsweep.reasons.reason import Reason as Reason
    from logicsweep.reasons.refutation import Refutation as Refutation
    from logicsweep.reasons.refutation import refute as refute
    from logicsweep.reasons.twins import Twins as Twins
    from logicsweep.reasons.twins import telling_cells as telling_cells
    from logicsweep.reasons.twins import twin_layouts as twin_layouts
    from logicsweep.reasons.witness import Undecided as Undecided
    from logicsweep.reasons.witness import counter_layout as counter_layout
    from logicsweep.reasons.witness import undecided as undecided
    from logicsweep.reasons.wording import balance_sentence as balance_sentence
    from logicsweep.reasons.wording import refutation_sentences as refutation_sentences
    from logicsweep.rules.engine import Agenda as Agenda
    from logicsweep.rules.engine import Fact as Fact
    from logicsweep.rules.engine import Firing as Firing
    from logicsweep.rules.engine import Lack as Lack
    from logicsweep.rules.engine import Match as Match
    from logicsweep.rules.engine import Miss as Miss
    from logicsweep.rules.engine import Production as Production
    from logicsweep.rules.engine import WorkingMemory as WorkingMemory
    from logicsweep.rules.engine import forward_chain as forward_chain
    from logicsweep.rules.engine import matches as matches
    from logicsweep.rules.engine import misses as misses
    from logicsweep.rules.knowledge import Knowledge as Knowledge
    from logicsweep.rules.own import load_productions as load_productions
    from logicsweep.rules.trace import Trace as Trace
    from logicsweep.show.svg import svg as svg
    from logicsweep.surveying.plan import Plan as Plan
    from logicsweep.surveying.plan import plan_of as plan_of
    from logicsweep.surveying.run import Surveyed as Surveyed
    from logicsweep.surveying.run import survey as survey
    from logicsweep.surveying.summary import Summary as Summary
    from logicsweep.surveying.summary import report as report
else:

    def __getattr__(name: str) -> object:
        """Import a public name from its module when it is first used: starting up stays quick."""
        if name not in _HOME:
            raise AttributeError(f"module 'logicsweep' has no attribute {name!r}")
        value = getattr(import_module(f"logicsweep.{_HOME[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return __all__
