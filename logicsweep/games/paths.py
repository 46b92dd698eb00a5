"""A whole game, or all that follows from a position, with always the easiest step that is there.

What a player's solver gives at once is taken apart: balances of three clues, of four, and so on, then
refutations; the same with the mine total. So each step has its grade, and the hardest of them grades the
board.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from logicsweep.boards.board import Board, View
from logicsweep.boards.cells import CellLike
from logicsweep.boards.drawable import Drawable
from logicsweep.boards.words import plural
from logicsweep.csp.clash import require_layout
from logicsweep.csp.position import Position
from logicsweep.errors import of_kind, whole_number
from logicsweep.games.deduction import Deduction, checker_from, concluded, deduction_of
from logicsweep.games.game import Game, checker_of, ended, refereed, told
from logicsweep.games.players import Player, PlayerLike, has_own, player_of
from logicsweep.games.steps import Explained, Grade, befores, grade_by, step_of
from logicsweep.reasons.given import TOTAL, Rows
from logicsweep.rules.easiest import Easiest
from logicsweep.rules.engine import Firing, Match, Production
from logicsweep.rules.knowledge import Knowledge, verdict_of
from logicsweep.rules.solver import CASES, CASES_WITH_TOTAL, COUNTED, ENTAILED, ROWS, WITH_TOTAL, known_as
from logicsweep.work import collector_paused, paced

_APART = {ENTAILED: (*ROWS, CASES, ENTAILED), COUNTED: (WITH_TOTAL, CASES_WITH_TOTAL, COUNTED)}
"""What a solver's production is taken apart into; itself last, where the limits of the others end."""
EASIEST = "easiest"
"""The name of a path's strategy."""


class Graded(NamedTuple):
    """A step of a path: its firing, its grade, and how many steps of that effort there were.

    >>> step = path_from(View.parse("01## 02## 01##")).steps[0]
    >>> step.firing.production, step.grade.cells, step.choices
    ('overlap', 3, 2)
    """

    firing: Firing
    grade: Grade
    choices: int


@dataclass(frozen=True, repr=False)
class Path(Drawable):
    """A graded game (or deduction): `run` is the game itself, `steps` its firings with their grades.

    >>> found = path(Board.parse("... ... MM."), "r1c1")
    >>> found
    <Path of counter: 4 steps, hardest all-found>
    >>> found.grade, found.profile
    (Grade(effort=0, rows=1, cases=0, cells=3), {'all-found': 3, 'all-mines': 1})
    """

    run: Game | Deduction
    steps: tuple[Graded, ...]

    def __repr__(self) -> str:
        hardest = f", hardest {self.hardest.firing.production}" if self.hardest else ""
        return f"<Path of {self.run.player.name}: {plural(len(self.steps), 'step')}{hardest}>"

    @property
    def hardest(self) -> Graded | None:
        """The first of the hardest steps; None for a path without any."""
        return max(self.steps, key=lambda step: step.grade, default=None)

    @property
    def grade(self) -> Grade | None:
        """The grade of the hardest step, and of the board for this player."""
        return self.hardest.grade if self.hardest else None

    @cached_property
    def profile(self) -> dict[str, int]:
        """How many steps each production took, the easiest first."""
        counts = self.run.trace.counted()
        return {one.name: counts[one.name] for one in self.run.player.productions if one.name in counts}

    @cached_property
    def unexplained(self) -> int:
        """How many steps have no reason that was found: only productions of one's own take such steps."""
        return len([step for step in self.steps if not step.grade.rows])

    def states(self) -> Iterator[View]:
        """What was known before each step, and at the end; a view with the mines found as its flags."""
        return befores(self.run.before(1, flags=True), self.run.trace)

    @cached_property
    def ends(self) -> View:
        """What is known in the end; the mines found are its flags."""
        return self.run.before(len(self.steps) + 1, flags=True)

    def explained(self) -> Iterator[tuple[Explained, View]]:
        """Each step with its reasons, and what was known before it."""
        for view, graded in zip(self.states(), self.steps, strict=False):
            production = self.run.player.production(graded.firing.production)
            yield step_of(graded.firing, production, view), view

    def going_on(self, player: PlayerLike = "counter") -> tuple[Explained, View] | None:
        """The easiest step that a player would take where this path ends, if any; explained, with its view.

        >>> found = path(Board.parse(".M.... ...... M..M.."), "r1c5", "casual")
        >>> step, _ = found.going_on()
        >>> step.firing.production, step.grade.rows
        ('overlap', 2)
        """
        position = Position(self.ends, trust_flags=True)
        return next(path_from(position, player, limit=1).explained(), None)

    def up_to(self, player: PlayerLike) -> int:
        """How many steps a player takes who has only some of this path's productions, and then is stuck.

        >>> path(Board.parse(".M.... ...... M..M.."), "r1c5").up_to("casual")
        7
        """
        known = {one.name for one in apart(player_of(player)).productions}
        names = [step.firing.production for step in self.steps]
        return next((at for at, name in enumerate(names) if name not in known), len(names))


def path(
    board: Board,
    start: CellLike,
    player: PlayerLike = "counter",
    limit: int | None = None,
    checked: bool = True,
) -> Path:
    """Play a board from a start, the easiest step first; other arguments are as for `play`.

    >>> path(Board.parse(".M.... ...... M..M.."), "r1c5", "overlap").grade
    Grade(effort=2, rows=2, cases=0, cells=3)
    """
    at = of_kind("board", board, Board).graph.locate(start, "start")
    who, knowledge = apart(player_of(player)), Knowledge(board.graph)
    told(board, at, knowledge)
    agenda = easiest(knowledge, who)
    checker = checker_of(board, at, who) if checked else None
    steps = _taken(refereed(board, agenda, checker), agenda, limit)
    firings = [step.firing for step in steps]
    game = ended(board, at, who, knowledge, firings, EASIEST, checker=checker, checked=checked)
    return _regraded(Path(game, steps))


def path_from(
    view: View | Position,
    player: PlayerLike = "counter",
    limit: int | None = None,
    checked: bool = True,
    until: Callable[[Firing], bool] | None = None,
) -> Path:
    """What follows from a position, the easiest step first; the arguments are as for `deduce`.

    `until`: the path ends with the first step for which this holds.

    >>> path_from(View.parse("01## 02## 01##")).profile
    {'all-found': 1, 'all-mines': 1, 'overlap': 1}
    """
    return PathAhead(Position.of(view), player, checked).taken(limit, until)


class PathAhead:
    """A path from a position that is taken as far as it is asked for, and goes on from there."""

    def __init__(self, position: Position, player: PlayerLike = "counter", checked: bool = True) -> None:
        """The arguments are as for `path_from`."""
        self.position, self.checked = require_layout(position), checked
        self.player = apart(player_of(player))
        self._knowledge = Knowledge.of(position.view, position.trust_flags)
        if position.trust_flags or not position.view.flags:
            known_as(self._knowledge, position)
        self._agenda = easiest(self._knowledge, self.player)
        self._checker = checker_from(position, self.player) if checked else None
        self._firings = concluded(self._agenda, position.view.graph, self._checker)
        self._steps: tuple[Graded, ...] = ()
        self._path: Path | None = None

    def taken(self, limit: int | None = None, until: Callable[[Firing], bool] | None = None) -> Path:
        """The path so far and so many steps more; `until`: none after the first for which this holds."""
        firings = _up_to(self._firings, until) if until else self._firings
        self._steps += _taken(firings, self._agenda, limit)
        taken, checker = [step.firing for step in self._steps], self._checker
        found = deduction_of(
            self.position, self.player, self._knowledge, taken, EASIEST, checker=checker, checked=self.checked
        )
        return _regraded(Path(found, self._steps))

    def until_decided(self, cell: int) -> Path:
        """The path so far, gone on with until it decides a cell, if it does."""
        if self._path is None or not self._path.run.trace.verdict(cell):
            self._path = self.taken(until=deciding(cell))
        return self._path


def _regraded(found: Path) -> Path:
    """With the grades of what was found as a whole, or by one's own productions, from the reasons for it."""
    productions = {one.name: one for one in found.run.player.productions}
    told = [step.firing.reason or productions[step.firing.production].rows == 1 for step in found.steps]
    if all(told):
        return found
    grades = [step.grade for step, _ in found.explained()]
    steps = [step._replace(grade=grade) for step, grade in zip(found.steps, grades, strict=True)]
    return Path(found.run, tuple(steps))


def apart(player: Player) -> Player:
    """The player with what a solver gives at once taken apart into steps.

    >>> [one.name for one in apart(player_of("expert")).productions][:6]
    ['all-found', 'all-mines', 'overlap', 'rows-3', 'rows-4', 'rows-5']
    """
    productions = [part for one in player.productions for part in _APART.get(one, (one,))]
    return replace(player, productions=tuple(dict.fromkeys(productions)))


def begins(weaker: Player, stronger: Player) -> bool:
    """Whether the path of one player is always the beginning of another's: all that is easier they share.

    >>> begins(player_of("rows-3"), player_of("expert")), begins(player_of("expert"), player_of("rows-3"))
    (True, False)
    """
    easier, all_of = (sorted(apart(one).productions, key=lambda p: -p.salience) for one in (weaker, stronger))
    least = min([one.salience for one in easier], default=1)
    shared = [one for one in all_of if one.salience >= least]
    return not has_own(weaker) and easier == shared


def easiest(memory: Knowledge, player: Player) -> Easiest:
    """The agenda of a path."""

    def grading(production: Production, site: Hashable, match: Match) -> Grade:
        return _grade(memory, production, site, match)

    return Easiest(memory, player.productions, grading)


def _grade(memory: Knowledge, production: Production, site: Hashable, match: Match) -> Grade:
    """How hard an activation is: as `grade_of` a step, but seen in the working memory."""

    def unknown(row: int) -> Set[int]:
        return memory.covered if row == TOTAL else memory.covered & memory.neighbours[row]

    if match.reason:
        return grade_by(production, match.reason, unknown)
    if isinstance(site, int):
        grade = grade_by(production, Rows((site,)), unknown)
        return grade._replace(rows=production.rows or 1)
    return Grade(-production.salience, production.rows or 0, 0, len(memory.covered))


def deciding(cell: int) -> Callable[[Firing], bool]:
    """Whether a firing decides a cell."""
    return lambda firing: any(fact.subject == cell and verdict_of(fact) for fact in firing.given)


def _up_to(firings: Iterator[Firing], last: Callable[[Firing], bool]) -> Iterator[Firing]:
    for firing in firings:
        yield firing
        if last(firing):
            return


def _taken(firings: Iterator[Firing], agenda: Easiest, limit: int | None) -> tuple[Graded, ...]:
    most = None if limit is None else min(whole_number("limit", limit, 0), sys.maxsize)
    with collector_paused():
        return tuple(
            [
                Graded(firing, Grade(*agenda.grade), agenda.choices)
                for firing in paced(islice(firings, most), "steps")
            ]
        )
