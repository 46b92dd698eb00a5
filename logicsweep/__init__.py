"""Show how far each kind of Minesweeper reasoning gets on the same board, and why.

Boards, which know all mines, and views, which show what a player sees.
    View, Board, COVERED, FLAG, SAFE, Cell, CellGraph, random_board, random_mined

What follows from a position: forced cells and exact risks.
    expert, risks, check_flags, Solution, Position

Why a cell is decided: smallest sets of clues, sums of clues, proofs by contradiction, two layouts.
    why, Answer, explain, sentence, check, both_ways, balance, refute

If nothing is certain: which cell a policy clears, and how often the best strategy wins.
    rank_guesses, perfect

Games and positions: a player plays a board or reasons from a position; a session goes click by click.
    play, iter_firings, Run, Setup, Step, Grade, PLAYERS, Player, player_of, add_player, Session

A person's own game: what each move could have known.
    review, Review

The easiest path, several players side by side, all starts, and the next step as a hint.
    path, compare, Comparison, over_starts, next_step

The casual player, fast: the fewest cells that remain over all starts.
    least_remaining, start_classes

Many positions and games at once, as arrays.
    solve_many, Solutions, play_many, ManyGames

Boards made to order.
    generate, Demand

Parts of your own productions.
    Fact, Match, Production

What the verbs print as JSON, for a request in JSON.
    answer

Pictures, as SVG.
    svg

The sibling puzzles: LeetCode 529, Minesweeper Master, MegaCheckers.
    reveal, oneclick, checkers

Errors, each with a one-line message and its data.
    LogicsweepError, InvalidInput, Contradiction, Unsound, LimitReached

The packages hold more: `logicsweep.reasons` (explanations and their checkers), `logicsweep.guessing`
(policies and their advice), `.rules` (the engine), `.games`, `.closures`, `.formats`, `.surveying`,
`.puzzles`, `.errors`.

Functions take a cell as an index (row by row, from 0), a `Cell`, a pair (row, col) from 0, or a name such as
"r1c2". They return indices, which `graph.at` and `graph.names` turn into cells and names.

>>> from logicsweep import View, expert, explain, sentence
>>> view = View.from_rows(["###1", "###1", "#311", "#100"], mines=3)
>>> view.graph.names(expert(view).safe)
('r1c1', 'r1c2', 'r1c3', 'r2c2')
>>> print(sentence(view, explain(view, "r1c3")))
r1c3 is safe: if it were a mine, r1c4=1 and r3c4=1 could not both hold.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # not from typing: importing only this, as --version does, is faster
if TYPE_CHECKING:
    from collections.abc import Callable

    from logicsweep.boards.board import COVERED as COVERED
    from logicsweep.boards.board import FLAG as FLAG
    from logicsweep.boards.board import SAFE as SAFE
    from logicsweep.boards.board import Board as Board
    from logicsweep.boards.board import View as View
    from logicsweep.boards.cells import Cell as Cell
    from logicsweep.boards.cells import CellGraph as CellGraph
    from logicsweep.boards.random import random_board as random_board
    from logicsweep.boards.random import random_mined as random_mined
    from logicsweep.closures.closure import least_remaining as least_remaining
    from logicsweep.closures.closure import start_classes as start_classes
    from logicsweep.csp.bulk import Solutions as Solutions
    from logicsweep.csp.bulk import solve_many as solve_many
    from logicsweep.csp.position import Position as Position
    from logicsweep.csp.solution import Solution as Solution
    from logicsweep.csp.solve import check_flags as check_flags
    from logicsweep.csp.solve import expert as expert
    from logicsweep.csp.solve import risks as risks
    from logicsweep.errors import Contradiction as Contradiction
    from logicsweep.errors import InvalidInput as InvalidInput
    from logicsweep.errors import LimitReached as LimitReached
    from logicsweep.errors import LogicsweepError as LogicsweepError
    from logicsweep.errors import Unsound as Unsound
    from logicsweep.games.answer import Answer as Answer
    from logicsweep.games.compare import compare as compare
    from logicsweep.games.comparison import Comparison as Comparison
    from logicsweep.games.game import iter_firings as iter_firings
    from logicsweep.games.game import play as play
    from logicsweep.games.many import ManyGames as ManyGames
    from logicsweep.games.many import play_many as play_many
    from logicsweep.games.path import next_step as next_step
    from logicsweep.games.path import path as path
    from logicsweep.games.players import PLAYERS as PLAYERS
    from logicsweep.games.players import Player as Player
    from logicsweep.games.players import add_player as add_player
    from logicsweep.games.players import player_of as player_of
    from logicsweep.games.review import Review as Review
    from logicsweep.games.reviewing import review as review
    from logicsweep.games.run import Run as Run
    from logicsweep.games.session import Session as Session
    from logicsweep.games.setup import Setup as Setup
    from logicsweep.games.starts import over_starts as over_starts
    from logicsweep.games.step import Step as Step
    from logicsweep.games.why import why as why
    from logicsweep.generating.demand import Demand as Demand
    from logicsweep.generating.generate import generate as generate
    from logicsweep.guessing.perfect import perfect as perfect
    from logicsweep.guessing.policy import rank_guesses as rank_guesses
    from logicsweep.live.answer import answer as answer
    from logicsweep.puzzles.checkers import checkers as checkers
    from logicsweep.puzzles.oneclick import oneclick as oneclick
    from logicsweep.puzzles.reveal import reveal as reveal
    from logicsweep.reasons.balance import balance as balance
    from logicsweep.reasons.check import check as check
    from logicsweep.reasons.explanation import explain as explain
    from logicsweep.reasons.refutation import refute as refute
    from logicsweep.reasons.twins import both_ways as both_ways
    from logicsweep.reasons.wording import sentence as sentence
    from logicsweep.rules.firing import Fact as Fact
    from logicsweep.rules.firing import Match as Match
    from logicsweep.rules.grade import Grade as Grade
    from logicsweep.rules.production import Production as Production
    from logicsweep.show.svg import svg as svg

__version__ = "0.3.0.dev0"


def names_of(
    package: str, public: dict[str, str]
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """`__all__`, `__getattr__` and `__dir__` of a package that imports each name at its first use."""
    modules = {name: module for module, names in public.items() for name in names.split()}

    def get(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return [*modules], get, lambda: [*modules]


PUBLIC = {
    "boards.board": "COVERED FLAG SAFE Board View",
    "boards.cells": "Cell CellGraph",
    "boards.random": "random_board random_mined",
    "closures.closure": "least_remaining start_classes",
    "csp.bulk": "Solutions solve_many",
    "csp.position": "Position",
    "csp.solution": "Solution",
    "csp.solve": "check_flags expert risks",
    "errors": "Contradiction InvalidInput LogicsweepError LimitReached Unsound",
    "games.compare": "compare",
    "games.comparison": "Comparison",
    "games.many": "ManyGames play_many",
    "games.run": "Run",
    "games.game": "play iter_firings",
    "games.path": "next_step path",
    "games.players": "PLAYERS Player add_player player_of",
    "games.review": "Review",
    "games.reviewing": "review",
    "games.session": "Session",
    "games.setup": "Setup",
    "games.starts": "over_starts",
    "games.step": "Step",
    "games.answer": "Answer",
    "games.why": "why",
    "generating.demand": "Demand",
    "generating.generate": "generate",
    "guessing.perfect": "perfect",
    "guessing.policy": "rank_guesses",
    "live.answer": "answer",
    "puzzles.checkers": "checkers",
    "puzzles.oneclick": "oneclick",
    "puzzles.reveal": "reveal",
    "reasons.balance": "balance",
    "reasons.check": "check",
    "reasons.explanation": "explain",
    "reasons.wording": "sentence",
    "reasons.refutation": "refute",
    "reasons.twins": "both_ways",
    "rules.firing": "Fact Match",
    "rules.grade": "Grade",
    "rules.production": "Production",
    "show.svg": "svg",
}
"""The public names in each module; type checkers read the imports above."""
if not TYPE_CHECKING:
    __all__, __getattr__, __dir__ = names_of(__name__, PUBLIC)
