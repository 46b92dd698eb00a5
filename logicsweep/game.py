"""The referee: a board, a player, a first cell; out comes a game with its trace.

Only the referee sees the board. It reads each firing, opens the cells that were found safe and
asserts their clues; the player's productions see nothing but those.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from logicsweep.board import Board, View
from logicsweep.cells import CellGraph
from logicsweep.errors import InvalidInput, Unsound
from logicsweep.players import Player, PlayerLike, player_of
from logicsweep.rules.engine import Fact, Firing, forward_chain
from logicsweep.rules.knowledge import BOARD, Knowledge
from logicsweep.rules.trace import Trace


@dataclass(frozen=True)
class Game:
    """One game as it ended: who played, from which cell (an index), what was known, and the trace."""

    board: Board
    start: int
    player: Player
    trace: Trace
    cleared: tuple[int, ...]
    flagged: tuple[int, ...]
    strategy: str = "breadth"
    seed: int = 0

    @property
    def remaining(self) -> int:
        """How many safe cells are still covered."""
        return self.board.safe_count - len(self.cleared)

    @cached_property
    def left(self) -> tuple[int, ...]:
        """The safe cells that are still covered, ascending."""
        cleared = set(self.cleared)
        return tuple(i for i, mine in enumerate(self.board.mined) if not mine and i not in cleared)

    @cached_property
    def view(self) -> View:
        """What the player saw in the end."""
        return self.board.view(self.cleared, self.flagged)


def watch(
    board: Board,
    start: int,
    player: PlayerLike = "casual",
    strategy: str = "breadth",
    seed: int = 0,
    knowledge: Knowledge | None = None,
) -> Iterator[Firing]:
    """Clear the start, then play: each firing comes when the referee has answered it; stop when you like.

    `knowledge`, if given, is an empty working memory that the game fills: what the player knows.
    Raises InvalidInput when the start is a mine; while playing, Unsound when a production contradicts
    the board.
    """
    if board.mined[board.graph.require(start, "start")]:
        raise InvalidInput(f"start {board.graph.name(start)}", "a safe cell", "a mine")
    knowledge = Knowledge(board.graph) if knowledge is None else knowledge
    knowledge.add(Fact("total", BOARD, board.mine_count))
    knowledge.add(Fact("clue", start, board.clue(start)))
    return _refereed(
        board, knowledge, forward_chain(knowledge, player_of(player).productions, strategy, seed)
    )


def _refereed(board: Board, knowledge: Knowledge, firings: Iterator[Firing]) -> Iterator[Firing]:
    for firing in firings:
        for fact in firing.given:
            _answer(board, knowledge, firing, fact)
        yield firing


def _answer(board: Board, knowledge: Knowledge, firing: Firing, fact: Fact) -> None:
    """Open what was found safe; a fact that the board refutes ends the game."""
    cell = fact.subject
    if fact.attribute not in ("safe", "mine") or not isinstance(cell, int):
        return
    if board.mined[cell] != (fact.attribute == "mine"):
        raise unsound(board.graph, firing, fact, "it is")
    if fact.attribute == "safe":
        knowledge.add(Fact("clue", cell, board.clue(cell)))


def unsound(graph: CellGraph, firing: Firing, fact: Fact, really: str) -> Unsound:
    """The error that names a firing and what it got wrong; `really` goes before what the cell is instead."""
    site = f" at {graph.name(firing.site)}" if isinstance(firing.site, int) else ""
    says, instead = ("safe", "a mine") if fact.attribute == "safe" else ("a mine", "safe")
    cell = graph.name(fact.subject)
    message = (
        f"firing {firing.number} of {firing.production}{site} says {cell} is {says}, but {really} {instead}"
    )
    return Unsound(message, firing, fact.subject)


def play(
    board: Board,
    start: int,
    player: PlayerLike = "casual",
    strategy: str = "breadth",
    seed: int = 0,
    limit: int | None = None,
) -> Game:
    """Play to the end, or for at most `limit` firings.

    >>> game = play(Board.parse('''
    ... ...
    ... ...
    ... MM.
    ... '''), 0)
    >>> game.remaining, [firing.production for firing in game.trace.firings]
    (0, ['all-found', 'all-found', 'all-mines', 'all-found'])
    """
    if limit is not None and limit < 0:
        raise InvalidInput("limit", "a number of at least 0", str(limit))
    knowledge = Knowledge(board.graph)
    with _collector_paused():
        most = None if limit is None else min(limit, sys.maxsize)
        firings = tuple(islice(watch(board, start, player, strategy, seed, knowledge), most))
    trace = Trace(board.graph, firings, tuple(knowledge.facts))
    cleared, flagged = _cells(knowledge, "clue"), _cells(knowledge, "mine")
    return Game(board, start, player_of(player), trace, cleared, flagged, strategy, seed)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """A game makes many tuples and no cycles: collecting those costs a third of a large game's time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _cells(knowledge: Knowledge, attribute: str) -> tuple[int, ...]:
    return tuple(sorted(cell for cell in knowledge[attribute] if isinstance(cell, int)))
