"""Several players' runs side by side, of a game or from a position: who gets what, by which reasoning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, takewhile
from typing import NamedTuple

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.drawable import Drawable
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.errors import Contradiction, InvalidInput, of_kind, quoted
from logicsweep.games.grading import Hardest, Run, Steps
from logicsweep.games.paths import Path, begins
from logicsweep.games.steps import Explained, Grade, grade_of, reason_sentence
from logicsweep.reasons.explanation import Explainer, Explanation
from logicsweep.reasons.reason import Reason, decided_by
from logicsweep.rules.engine import Firing
from logicsweep.rules.knowledge import verdict_of


class Additional(NamedTuple):
    """A cell that a stronger player decides by a production that the first player lacks.

    `wave` counts such firings from 1, `firing` is its number in the game; `player` is the weakest
    compared player who decides the cell.
    """

    cell: int
    verdict: Verdict
    production: str
    player: str
    wave: int
    firing: int


class Reasoned(NamedTuple):
    """Additional cells that one reason decides, given what was found before: a line of the comparison.

    `grade` is that of this reason, `sentence` says it in numbers; without a reason that was found both are
    None.

    >>> from logicsweep import compare_position
    >>> line = next(compare_position(View.parse("### 121 000"), ["casual", "overlap"]).reasoned())
    >>> [(one.cell, one.verdict) for one in line.cells], line.reason, line.grade.rows
    ([(2, 'mine')], <Balance: 4 - 3 needs 1, the most; 0 safe, 1 mine>, 2)
    >>> print(line.sentence)
    r2c2 needs one mine more than r2c1, and sees only r1c3 besides r2c1's cells: r1c3 is a mine.
    """

    cells: tuple[Additional, ...]
    reason: Reason | None
    grade: Grade | None
    sentence: str | None


class PathGrade(NamedTuple):
    """A player's easiest way: how many steps it has, and the hardest of them (None without any).

    >>> from logicsweep import Board, compare
    >>> found = compare(Board.parse(".M.... ...... M..M.."), "r1c5", ["casual", "overlap"])
    >>> grades = {name: found.path_grade(name) for name in found.games}
    >>> [(name, steps, hardest.production) for name, (steps, hardest) in grades.items()]
    [('casual', 7, 'all-found'), ('overlap', 10, 'overlap')]
    """

    steps: int
    hardest: Hardest | None


@dataclass(frozen=True)
class _Stage:
    """What a player knew before a firing: by clues alone, and with the mines found by then as flags."""

    run: Run
    firing: int

    @cached_property
    def plain(self) -> Explainer:
        return Explainer(Position(self.run.before(self.firing)))

    @cached_property
    def flagged(self) -> Explainer:
        return Explainer(Position(self.run.before(self.firing, flags=True), trust_flags=True))

    def explainer(self, cell: int) -> Explainer:
        """The plain one where the clues alone force the cell."""
        return self.flagged if self.plain.position.by_clues.verdict(cell) is None else self.plain


class SideBySide(Drawable):
    """What the runs of several players, the weakest first, come to; a base for what is compared."""

    steps: int

    @property
    def runs(self) -> Mapping[str, Run]:
        """The runs by the names of the players."""
        raise NotImplementedError

    @property
    def graph(self) -> CellGraph:
        """The cells."""
        return self.runs[self.first].trace.graph

    @cached_property
    def _explained(self) -> dict[tuple[str, int, int], Explanation | None]:
        return {}

    @cached_property
    def _alike(self) -> dict[tuple[str, str], int]:
        return {}

    @cached_property
    def _stages(self) -> dict[tuple[str, int], _Stage]:
        return {}

    @cached_property
    def _by_player(self) -> dict[str, Steps]:
        return {}

    @cached_property
    def _paths(self) -> dict[str, tuple[Path, Steps]]:
        return {}

    @cached_property
    def additional(self) -> tuple[Additional, ...]:
        """What the last player decides by productions that the first lacks, in the order of that run."""
        return tuple(self._beyond_first(self.last))

    @property
    def first(self) -> str:
        """The name of the first player, who is taken for the weakest."""
        return next(iter(self.runs))

    @property
    def last(self) -> str:
        """The name of the last player."""
        return list(self.runs)[-1]

    def _beyond_first(self, player: str) -> Iterator[Additional]:
        first = self.runs[self.first]
        known = {production.name for production in first.player.productions}
        decided = {*first.decided}
        firings = [f for f in self.runs[player].trace.firings if f.production not in known]
        for wave, firing in enumerate(firings, 1):
            for cell, verdict in _verdicts(firing):
                if cell not in decided:
                    owner = self.weakest[cell]
                    yield Additional(cell, verdict, firing.production, owner, wave, firing.number)

    @cached_property
    def weakest(self) -> dict[int, str]:
        """For each decided cell the weakest player who decides it."""
        found: dict[int, str] = {}
        for name, run in self.runs.items():
            for cell in run.decided:
                found.setdefault(cell, name)
        return found

    def explain(self, one: Additional) -> Explanation | None:
        """The smallest set of clues that forced an additional cell when it was decided.

        Where it takes the mine total, the mines found by then count as known. None where the layouts do
        not force the cell (an unsound production of your own may say so), or where the budget ended first.
        """
        return self._explain(self.last, one.firing, one.cell)

    def seen(self, one: Additional) -> View:
        """What the last player saw when deciding an additional cell, as its explanation takes it."""
        stage = self._stage(self._origin(self.last, one.firing), one.firing)
        return stage.explainer(one.cell).view

    def _explain(self, player: str, firing: int, cell: int) -> Explanation | None:
        key = (self._origin(player, firing), firing, cell)
        if key not in self._explained:
            try:
                found = self._stage(*key[:2]).explainer(cell).explain(cell, self.steps)
            except Contradiction:  # what was not checked went wrong before
                found = None
            self._explained[key] = found
        return self._explained[key]

    def _origin(self, player: str, firing: int) -> str:
        """The first player whose run is the same up to a firing: the stronger often begin alike."""
        for name in self.runs:
            if (name, player) not in self._alike:
                pairs = zip(self.runs[name].trace.firings, self.runs[player].trace.firings, strict=False)
                self._alike[name, player] = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            if self._alike[name, player] >= firing:
                return name
        return player

    def _stage(self, player: str, firing: int) -> _Stage:
        """What was seen before a firing; only the last one asked for is kept: it holds a whole board."""
        key = (player, firing)
        if key not in self._stages:
            self._stages.clear()
            self._stages[key] = _Stage(self.runs[player], firing)
        return self._stages[key]

    def step(self, one: Additional) -> Explained:
        """The firing that decided an additional cell, with its reasons from what was found before."""
        return self._steps(self._origin(self.last, one.firing)).explained(one.firing)

    def before(self, one: Additional) -> View:
        """What the last player knew before the firing that decided an additional cell; mines as flags."""
        return self._steps(self._origin(self.last, one.firing)).before(one.firing)

    def reasoned(self) -> Iterator[Reasoned]:
        """The additional cells, those together that one reason decides, in the order of the last run."""
        for _, together in groupby(self.additional, lambda one: one.firing):
            left = {one.cell: one for one in together}
            some = next(iter(left.values()))
            step, before = self.step(some), self.before(some)
            production = self.runs[self.last].player.production(some.production)
            for reason in step.reasons:
                if cells := [left.pop(cell) for cell in decided_by(reason) if cell in left]:
                    grade = grade_of(production, before, reason)
                    yield Reasoned(tuple(cells), reason, grade, reason_sentence(before, reason))
            yield from [Reasoned((one,), None, None, None) for one in left.values()]

    def hardest(self, player: str) -> Hardest | None:
        """The hardest step of a player's run, by its reasons from what was found before; None without any."""
        return self._steps(player).hardest()

    def path_grade(self, player: str) -> PathGrade:
        """How hard the easiest way is, through the game or from the position, for a player of these.

        A weaker player of the library begins as a stronger one does, so that one path serves both. Raises
        `Unsound` where a production of one's own concludes there what some layout refutes.
        """
        path, graded = self._path(self._leading(player))
        steps = path.up_to(self.runs[player].player)
        return PathGrade(steps, graded.hardest(steps))

    def _leading(self, player: str) -> str:
        """The last of the players whose easiest way begins with that of this one."""
        one = self.runs[player].player
        return [name for name, run in self.runs.items() if name == player or begins(one, run.player)][-1]

    def _path(self, player: str) -> tuple[Path, Steps]:
        if player not in self._paths:
            path = self._walked(self.runs[player])
            self._paths[player] = path, Steps(path.run, self.steps)
        return self._paths[player]

    def _walked(self, run: Run) -> Path:
        """The easiest way of a run's player."""
        raise NotImplementedError

    def _steps(self, player: str) -> Steps:
        if player not in self._by_player:
            self._by_player[player] = Steps(self.runs[player], self.steps)
        return self._by_player[player]

    def shares(self, player: str) -> dict[str, int]:
        """How many cells each production of a player decided."""
        if of_kind("player", player, str) not in self.runs:
            raise InvalidInput("player", f"one of {', '.join(self.runs)}", quoted(player))
        counts: dict[str, int] = {}
        for firing in self.runs[player].trace.firings:
            counts[firing.production] = counts.get(firing.production, 0) + len(_verdicts(firing))
        return counts


def _verdicts(firing: Firing) -> list[tuple[int, Verdict]]:
    return [(fact.subject, verdict) for fact in firing.given if (verdict := verdict_of(fact))]
