"""The referee: a board, a player, a first cell; out comes a game with its trace.

Only the referee sees the board: it reads each firing, opens the cells that were found safe and
asserts their clues. The player's productions see nothing but those. What productions of one's own
conclude is checked before it is answered: by all layouts of what was visible, not by the board.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from logicsweep.boards.board import FLAG, Board, View, remarked
from logicsweep.boards.cells import CellGraph, CellLike
from logicsweep.boards.drawable import Drawable
from logicsweep.boards.words import are, extent, looked_at, verdict
from logicsweep.errors import InvalidInput, Unsound, describe, of_kind, whole_number
from logicsweep.games.players import Player, PlayerLike, has_own, player_of
from logicsweep.rules.engine import Agenda, Fact, Firing, Taking, WorkingMemory, run
from logicsweep.rules.knowledge import BOARD, Knowledge, verdict_of
from logicsweep.rules.trace import Trace
from logicsweep.work import collector_paused, paced

if TYPE_CHECKING:
    from logicsweep.rules.own import Checker, Settlements


@dataclass(frozen=True, repr=False)
class Game(Drawable):
    """One game as it ended: who played, from which cell (an index), what became known, and the trace.

    `checked`: each conclusion of a production of one's own was checked. `unproven` are the cells of those
    that were past the solver's limits to check, ascending; there the board alone agreed.
    """

    board: Board
    start: int
    player: Player
    trace: Trace
    cleared: tuple[int, ...]
    flagged: tuple[int, ...]
    strategy: str = "breadth"
    seed: int = 0
    checked: bool = True
    unproven: tuple[int, ...] = ()

    def __repr__(self) -> str:
        field = f"from {self.board.graph.name(self.start)} on {extent(self.board.graph)}"
        cleared = f"{len(self.cleared)} of {self.board.safe_count} cleared"
        firings = len(self.trace.firings)
        return f"<Game {self.player.name} {field}: {cleared}, {len(self.flagged)} flagged, {firings} firings>"

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: what was worked out from the rest is worked out again where it is asked for."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

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

    @property
    def decided(self) -> tuple[int, ...]:
        """The cells that were decided: those cleared, then those flagged."""
        return (*self.cleared, *self.flagged)

    def before(self, firing: int, flags: bool = False) -> View:
        """What the player saw before a firing (from 1); the flags only where asked for."""
        given = [fact for f in self.trace.firings[: firing - 1] for fact in f.given]
        cleared = [fact.subject for fact in given if verdict_of(fact) == "safe"]
        flagged = [fact.subject for fact in given if flags and verdict_of(fact) == "mine"]
        return self.board.view([self.start, *cleared], flagged)

    def states(self) -> Iterator[View]:
        """What the player saw after the first click, and after each firing; the last is `view`.

        Each is made from the one before, by the marks that the firing changes; a View holds a mark for
        each cell, so that copying them is all that a step costs besides: one tuple of the board's size.
        To keep all of a large game's states is to keep so many boards; look at one and go on.

        >>> game = play(Board.parse('... ... MM.'), "r1c1")
        >>> print(*[state.drawing.replace("\\n", " ") for state in game.states()], sep="\\n")
        0## ### ###
        00# 22# ###
        000 221 ###
        000 221 FF#
        000 221 FF1
        """
        first = self.board.view([self.start])
        marks = list(first.marks)
        yield first
        for firing in self.trace.firings:
            for fact in firing.given:
                if verdict_of(fact):
                    marks[fact.subject] = FLAG if fact.attribute == "mine" else self.board.clue(fact.subject)
            yield remarked(first, marks)

    def agendas(self) -> Iterator[Agenda]:
        """The agenda before each firing, and at the end: the game is played again, with a look at each step.

        It is the same agenda all the time, as it stands: list what it holds before taking the next.

        >>> game = play(Board.parse('... ... MM.'), "r1c1")
        >>> for agenda in game.agendas():
        ...     print(len(agenda), [f"{one.production.name} {one.site}" for one in agenda])
        2 ['all-found 0']
        8 ['all-found 1', 'all-mines 3']
        11 ['all-mines 3']
        9 ['all-found 5', 'all-found 4']
        9 []
        """
        knowledge = Knowledge(self.board.graph)
        agenda = begun(self.board, self.start, self.player, knowledge, self.strategy, self.seed)
        yield agenda
        checker = checker_of(self.board, self.start, self.player) if self.checked else None
        for _ in islice(refereed(self.board, agenda, checker), len(self.trace.firings)):
            yield agenda


def watch(
    board: Board,
    start: CellLike,
    player: PlayerLike = "casual",
    strategy: str = "breadth",
    seed: int = 0,
    knowledge: Knowledge | None = None,
    checked: bool = True,
) -> Iterator[Firing]:
    """Clear the start, then play: yield each firing when the referee has answered it; stop when you like.

    The start is a cell: its index, a pair (row, col) counted from 0, or its name, such as "r1c2".
    `knowledge`, if given, is an empty working memory that the game fills: what the player knows.
    `checked`: what a production of one's own concludes must be so in every layout of what was visible.
    Raises InvalidInput when the start is no cell or a mine; while playing, Unsound when a conclusion of
    an own production does not pass that check, or where there is none contradicts the board.

    >>> for firing in watch(Board.parse('... ... MM.'), "r1c1"):
    ...     print(firing.number, firing.production, firing.site)
    1 all-found 0
    2 all-found 1
    3 all-mines 3
    4 all-found 5
    """
    if knowledge is None:
        knowledge = Knowledge(of_kind("board", board, Board).graph)
    agenda = begun(board, start, player, knowledge, strategy, seed)
    cell, who = board.graph.locate(start), player_of(player)
    return refereed(board, agenda, checker_of(board, cell, who) if checked else None)


def begun(
    board: Board,
    start: CellLike,
    player: PlayerLike,
    knowledge: Knowledge,
    strategy: str = "breadth",
    seed: int = 0,
) -> Agenda:
    """The agenda of a game whose start is cleared and in which nothing has fired."""
    cell = of_kind("board", board, Board).graph.locate(start, "start")
    told(board, cell, knowledge)
    return Agenda(knowledge, player_of(player).productions, strategy, seed)


def told(board: Board, start: int, knowledge: Knowledge) -> None:
    """What a player knows when the start is cleared; InvalidInput where it is a mine."""
    if board.mined[start]:
        raise InvalidInput(f"start {board.graph.name(start)}", "a safe cell", "a mine")
    knowledge.add(Fact("total", BOARD, board.mine_count))
    knowledge.add(Fact("clue", start, board.clue(start)))


def checker_of(
    board: Board, start: int, player: Player, settlements: Settlements | None = None
) -> Checker | None:
    """What checks a player with productions of one's own from the start on; None for any other player."""
    if not has_own(player):
        return None
    from logicsweep.rules.own import Checker  # with the solver, which a casual game does without

    return Checker(board.view([start]), settlements)


def refereed(board: Board, agenda: Taking, checker: Checker | None) -> Iterator[Firing]:
    """Play on from an agenda: each firing when it was checked and answered."""
    for firing in run(agenda):
        for fact in firing.given:
            require_verdict(board.graph, firing, fact)
        if checker:
            checker.check(firing)
        for fact in firing.given:
            if verdict_of(fact):
                _answer(board, agenda.memory, firing, fact)
                if checker:
                    checker.see(fact.subject, FLAG if board.mined[fact.subject] else board.clue(fact.subject))
        yield firing


def require_verdict(graph: CellGraph, firing: Firing, fact: Fact) -> None:
    """A production gives verdicts about cells, or facts of its own; not what the referee tells."""
    verdict, cell = verdict_of(fact), fact.subject
    if verdict is None:
        if fact.attribute in ("clue", "total"):
            raise _no_verdict(graph, firing, "facts that a production may give, not the referee's", fact)
    elif type(cell) is not int or not 0 <= cell < len(graph) or fact.value is not True:
        raise _no_verdict(graph, firing, f"facts like Fact('{verdict}', index)", fact)


def _no_verdict(graph: CellGraph, firing: Firing, expected: str, fact: Fact) -> InvalidInput:
    where = looked_at(graph, firing.production, firing.site)
    return InvalidInput(where, expected, describe(tuple(fact)))


def _answer(board: Board, knowledge: WorkingMemory, firing: Firing, fact: Fact) -> None:
    """Open what was found safe; a conclusion that the board refutes ends the game."""
    cell, mine = fact.subject, fact.attribute == "mine"
    if board.mined[cell] != mine:
        where = looked_at(board.graph, firing.production, firing.site)
        says = f"{are(board.graph.name(cell), 1, mine)}, but it is {verdict(not mine)}"
        raise Unsound(f"firing {firing.number} of {where} says {says}", firing, cell)
    if not mine:
        knowledge.add(Fact("clue", cell, board.clue(cell)))


def play(
    board: Board,
    start: CellLike,
    player: PlayerLike = "casual",
    strategy: str = "breadth",
    seed: int = 0,
    limit: int | None = None,
    checked: bool = True,
) -> Game:
    """Play to the end, or for at most `limit` firings, from a start given as to `watch`, checked as there.

    >>> game = play(Board.parse('''
    ... ...
    ... ...
    ... MM.
    ... '''), "r1c1")
    >>> game
    <Game casual from r1c1 on 3 x 3: 7 of 7 cleared, 2 flagged, 4 firings>
    >>> game.remaining, [firing.production for firing in game.trace.firings]
    (0, ['all-found', 'all-found', 'all-mines', 'all-found'])
    """
    most = None if limit is None else min(whole_number("limit", limit, 0), sys.maxsize)
    start = of_kind("board", board, Board).graph.locate(start, "start")
    player = player_of(player)
    knowledge = Knowledge(board.graph)
    agenda = begun(board, start, player, knowledge, strategy, seed)
    checker = checker_of(board, start, player) if checked else None
    with collector_paused():
        firings = tuple(paced(islice(refereed(board, agenda, checker), most), "firings"))
    return ended(board, start, player, knowledge, firings, strategy, seed, checker, checked)


def ended(
    board: Board,
    start: int,
    player: Player,
    knowledge: Knowledge,
    firings: Sequence[Firing],
    strategy: str,
    seed: int = 0,
    checker: Checker | None = None,
    checked: bool = True,
) -> Game:
    """The game that ended with what is known now."""
    trace = Trace(board.graph, tuple(firings), tuple(knowledge.facts))
    cleared, flagged = _cells(knowledge, "clue"), _cells(knowledge, "mine")
    unproven = tuple(sorted(checker.unproven)) if checker else ()
    return Game(board, start, player, trace, cleared, flagged, strategy, seed, checked, unproven)


def _cells(knowledge: Knowledge, attribute: str) -> tuple[int, ...]:
    return tuple(sorted(cell for cell in knowledge[attribute] if isinstance(cell, int)))
