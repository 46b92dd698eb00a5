"""How hard the steps of a run are: each explained from what was given before it, and the hardest of them."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import NamedTuple, Protocol

from logicsweep.boards.board import View
from logicsweep.csp.budget import STEPS_EACH
from logicsweep.games.players import Player
from logicsweep.games.steps import Explained, Grade, grade_by, mark, step_of, unknown_in
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.explanation import Explanation
from logicsweep.reasons.given import Rows
from logicsweep.reasons.reason import Reason, decided_by
from logicsweep.rules.casual import CASUAL
from logicsweep.rules.engine import Firing, Production
from logicsweep.rules.knowledge import verdict_of
from logicsweep.rules.own import is_own
from logicsweep.rules.trace import Trace
from logicsweep.work import paced


class Run(Protocol):
    """What a game and a deduction have in common: a player, a trace, and what came of it."""

    @property
    def player(self) -> Player:
        """Who played."""

    @property
    def trace(self) -> Trace:
        """The firings."""

    @property
    def decided(self) -> tuple[int, ...]:
        """The cells that were decided."""

    @property
    def checked(self) -> bool:
        """Whether what own productions concluded was checked."""

    @property
    def unproven(self) -> tuple[int, ...]:
        """The cells of conclusions that were past the solver's limits to check."""

    def before(self, firing: int, flags: bool = False) -> View:
        """What the player saw before a firing (from 1); the mines found as flags only where asked for."""


class Hardest(NamedTuple):
    """The hardest step of a run, the first of several: its production and grade.

    The grade has no rows where no reason was found. `smallest`: all steps of that effort are explained, and
    it is proven that no fewer rows do.

    >>> from logicsweep import View, compare_position
    >>> compare_position(View.parse("01## 02## 01##"), "overlap").hardest("overlap")
    Hardest(production='overlap', grade=Grade(effort=2, rows=2, cases=0, cells=3), smallest=True)
    """

    production: str
    grade: Grade
    smallest: bool


class Steps:
    """The firings of a run as steps; each is explained once.

    >>> from logicsweep import COVERED, Board, play
    >>> found = Steps(play(Board.parse(".M.... ...... M..M.."), "r1c5", "overlap"))
    >>> found.hardest()
    Hardest(production='overlap', grade=Grade(effort=2, rows=2, cases=0, cells=3), smallest=True)
    >>> found.explained(8).reasons, found.before(8).marks.count(COVERED)
    ((<Balance: 13 - 7 needs 0, the most; 1 safe, 0 mines>,), 3)
    """

    def __init__(self, run: Run, steps: int = STEPS_EACH) -> None:
        """`steps` are for the search for one reason."""
        self.run, self.steps = run, steps
        self._explained: dict[int, Explained] = {}

    def explained(self, number: int) -> Explained:
        """A firing, by its number from 1, as a step."""
        if number not in self._explained:
            firing = self.run.trace.firings[number - 1]
            production = self.run.player.production(firing.production)
            self._explained[number] = step_of(firing, production, self.before(number), self.steps)
        return self._explained[number]

    def before(self, number: int) -> View:
        """What was given before a firing: a view with the mines found as its flags."""
        view = self._start
        return View(view.graph, tuple(self._marks(number)), view.mines)

    def hardest(self, first: int | None = None) -> Hardest | None:
        """The hardest step; only among the `first` so many where that is told. None without any."""
        firings = self.run.trace.firings[:first]
        names = {firing.production for firing in firings}
        fired = [one for one in self.run.player.productions if one.name in names]
        most = min([one.salience for one in fired], default=0)
        dearest = {one.name: one for one in fired if one.salience == most}
        of_these = [firing for firing in firings if firing.production in dearest]
        graded = [(self._grade(one, dearest[one.production]), one) for one in paced(of_these, "reasons")]
        if not graded:
            return None
        (grade, _), firing = max(graded, key=lambda pair: pair[0][0])
        proven = all(proven for (_, proven), _ in graded)
        return Hardest(firing.production, grade, proven)

    def _grade(self, firing: Firing, production: Production) -> tuple[Grade, bool]:
        """The grade of a firing, and whether it is proven: nothing was left open or ended early."""
        if production in CASUAL:  # decides all unknown cells around one clue
            return Grade(-production.salience, 1, 0, len(firing.given)), True
        if isinstance(firing.reason, Rows) and not is_own(production):
            unknown = unknown_in(self.run.trace.graph, self._marks(firing.number))
            return grade_by(production, firing.reason, unknown), True
        step = self.explained(firing.number)
        return step.grade, proven(step)

    @cached_property
    def _start(self) -> View:
        return self.run.before(1, flags=True)

    def _marks(self, number: int) -> list[int]:
        """The marks before a firing; going on from the last ones asked for is quick."""
        at, marks = self._at
        if number < at:
            at, marks = 1, list(self._start.marks)
        trace = self.run.trace
        for firing in islice(trace.firings, at - 1, number - 1):
            for fact in (*firing.given, *trace.opened_by(firing)):
                mark(marks, fact)
        self._at = number, marks
        return marks

    @cached_property
    def _at(self) -> tuple[int, list[int]]:
        return 1, list(self._start.marks)


def proven(step: Explained) -> bool:
    """Whether each cell of a step has a reason that is proven to be smallest, or is what the firing says."""
    cells = {fact.subject for fact in step.firing.given if verdict_of(fact)}
    left = cells.difference(*[decided_by(reason) for reason in step.reasons])
    return not left and all(map(is_smallest, step.reasons))


def is_smallest(reason: Reason) -> bool:
    """Whether it is proven that no fewer rows do: of a balance it is, of a refutation nothing is known."""
    return isinstance(reason, Balance) or (isinstance(reason, Explanation) and reason.smallest)
