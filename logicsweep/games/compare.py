"""Several players' runs side by side, of a game or from a position: who gets what, by which reasoning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, takewhile
from typing import Annotated, NamedTuple

from logicsweep.boards.board import Board, Drawable, View
from logicsweep.boards.cells import CellGraph, CellLike
from logicsweep.boards.meaning import CellIndex, RowIndex
from logicsweep.boards.words import extent
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.errors import Contradiction, InvalidInput, of_kind, quoted
from logicsweep.games.game import Run, play
from logicsweep.games.path import begins, path, up_to
from logicsweep.games.players import PLAYERS, Player, PlayerLike, player_of
from logicsweep.games.step import Grade, Hardest, Step, hardest, reason_sentence
from logicsweep.reasons.explanation import Explainer, Explanation
from logicsweep.reasons.reason import Reason, decided_by, rows_in
from logicsweep.work import STEPS_EACH

_SHOWN = 4  # players in a `repr`


class Additional(NamedTuple):
    """A cell that a stronger player decides by a production that the first player lacks.

    `wave` counts such firings from 1, `firing` is its number in the game; `player` is the weakest
    compared player who decides the cell.
    """

    cell: Annotated[CellIndex, "the cell"]
    verdict: Annotated[Verdict, "what it is"]
    production: Annotated[str, "the last player's production that decided it"]
    player: Annotated[str, "the weakest player here who decides it"]
    wave: Annotated[int, "counts such firings, from 1"]
    firing: Annotated[int, "the number of the firing"]


class Reasoned(NamedTuple):
    """Additional cells that one reason decides, given what was found before: a line of the comparison.

    `grade` is that of this reason, `sentence` says it in numbers; without a reason that was found both are
    None.

    >>> line = next(compare(View.parse("### 121 000"), players=["casual", "overlap"]).reasoned())
    >>> [(one.cell, one.verdict) for one in line.cells], line.reason, line.grade.rows
    ([(2, 'mine')], <Balance: 4 - 3 needs 1, the most; 0 safe, 1 mine>, 2)
    >>> print(line.sentence)
    r2c2 needs one mine more than r2c1, and sees only r1c3 besides r2c1's cells: r1c3 is a mine.
    """

    cells: Annotated[tuple[Additional, ...], "the cells"]
    reason: Reason | None
    grade: Annotated[Grade | None, "how hard the reason is; null: none was found"]
    sentence: Annotated[str | None, "the reason in words, from what was found before"]

    @property
    def rows(self) -> Annotated[tuple[RowIndex, ...], "the clues that it takes together"]:
        """The rows of the reason, ascending."""
        return tuple(sorted(rows_in(self.reason))) if self.reason else ()


class PathGrade(NamedTuple):
    """A player's easiest way: how many steps it has, and the hardest of them (None without any).

    >>> found = compare(Board.parse(".M.... ...... M..M.."), "r1c5", ["casual", "overlap"])
    >>> grades = {name: found.path_grade(name) for name in found.runs}
    >>> [(name, steps, hardest.step.firing.production) for name, (steps, hardest) in grades.items()]
    [('casual', 7, 'all-found'), ('overlap', 10, 'overlap')]
    """

    steps: Annotated[int, "how many steps it has"]
    hardest: Annotated[Hardest | None, "the hardest of them; null: there is none"]


@dataclass(frozen=True, repr=False)
class Comparison(Drawable):
    """The runs of several players, the weakest first, by name; `budget`: steps of the search for one reason.

    >>> comparison = compare(Board.parse(".M.... ...... M..M.."), "r1c5", ["casual", "overlap"])
    >>> first = comparison.additional[0]
    >>> first.cell, first.verdict, first.production, comparison.explain(first).clues
    (0, 'safe', 'overlap', (2, 7, 13))
    >>> comparison.step(first).reasons
    (<Balance: 13 - 7 needs 0, the most; 1 safe, 0 mines>,)
    >>> print(next(comparison.reasoned()).sentence)
    r2c2 needs no more mines than r3c2, and sees all of r3c2's cells: r1c1, which only r2c2 sees, is safe.
    >>> comparison.path_grade("casual").steps, comparison.path_grade("casual").hardest.step.grade
    (7, Grade(effort=0, rows=1, cases=0, cells=5))
    """

    runs: Mapping[str, Run]
    budget: int = STEPS_EACH

    def __repr__(self) -> str:
        counts = [f"{name} {run.remaining}" for name, run in self.runs.items()]
        more = [f"{len(counts) - _SHOWN} more"] if len(counts) > _SHOWN else []
        start = f"from {self.start_name} " if self.start_name else ""
        word = "remaining" if self.board else "open"
        return f"<Comparison {start}on {extent(self.graph)}: {', '.join([*counts[:_SHOWN], *more])} {word}>"

    @property
    def view(self) -> View:
        """What was visible before the first firing."""
        return self.runs[self.first].first

    @property
    def graph(self) -> CellGraph:
        """The cells."""
        return self.view.graph

    @property
    def board(self) -> Board | None:
        """The board of games; None of a position."""
        return self.runs[self.first].board

    @property
    def start(self) -> int | None:
        """The cell that was cleared first; None from a position."""
        return self.runs[self.first].start

    @property
    def start_name(self) -> str | None:
        """The name of the cell that was cleared first; None from a position."""
        return self.runs[self.first].start_name

    @property
    def first(self) -> str:
        """The name of the first player, who is taken for the weakest."""
        return next(iter(self.runs))

    @property
    def last(self) -> str:
        """The name of the last player."""
        return list(self.runs)[-1]

    @cached_property
    def weakest(self) -> dict[int, str]:
        """For each decided cell the weakest player who decides it."""
        found: dict[int, str] = {}
        for name, run in self.runs.items():
            for cell in run.decided:
                found.setdefault(cell, name)
        return found

    @cached_property
    def additional(self) -> tuple[Additional, ...]:
        """What the last player decides by productions that the first lacks, in the order of that run."""
        known, decided = {*self.runs[self.first].player.productions}, {*self.runs[self.first].decided}
        steps = [step for step in self._steps[self.last] if step.production not in known]
        return tuple(
            [
                Additional(cell, verdict, step.production.name, self.weakest[cell], wave, step.number)
                for wave, step in enumerate(steps, 1)
                for cell, verdict in step.verdicts.items()
                if cell not in decided
            ]
        )

    def step(self, one: Additional) -> Step:
        """The step that decided an additional cell."""
        return self._steps[self.last][one.firing - 1]

    def reasoned(self) -> Iterator[Reasoned]:
        """The additional cells, those together that one reason decides, in the order of the last run."""
        for _, together in groupby(self.additional, lambda one: one.firing):
            left = {one.cell: one for one in together}
            step = self.step(next(iter(left.values())))
            for reason in step.reasons:
                if cells := [left.pop(cell) for cell in decided_by(reason) if cell in left]:
                    sentence = reason_sentence(step.before, reason)
                    yield Reasoned(tuple(cells), reason, step.graded(reason), sentence)
            yield from [Reasoned((one,), None, None, None) for one in left.values()]

    def explain(self, one: Additional) -> Explanation | None:
        """The smallest set of clues that forced an additional cell when it was decided.

        Where it takes the mine total, the mines found by then count as known. None where the layouts do
        not force the cell (an unsound production of your own may say so), or where the budget ended first.
        """
        try:
            return self._explainer(one).explain(one.cell, self.budget)
        except Contradiction:  # what was not checked went wrong before
            return None

    def seen(self, one: Additional) -> View:
        """What the last player saw when deciding an additional cell, as its explanation takes it."""
        return self._explainer(one).view

    def _explainer(self, one: Additional) -> Explainer:
        """By clues alone where these force the cell, else with the mines found by then as flags."""
        plain, flagged = self._explainers.get(one.firing) or self._explainers_at(one.firing)
        return flagged if plain.position.by_clues.verdict(one.cell) is None else plain

    def _explainers_at(self, firing: int) -> tuple[Explainer, Explainer]:
        run = self.runs[self.last]
        plain = Explainer(Position(run.before(firing)))
        flagged = Explainer(Position(run.before(firing, flags=True), trust_flags=True))
        self._explainers.clear()  # each holds a whole board
        self._explainers[firing] = plain, flagged
        return plain, flagged

    @cached_property
    def _explainers(self) -> dict[int, tuple[Explainer, Explainer]]:
        return {}

    def hardest(self, player: str) -> Hardest | None:
        """The hardest step of a player's run, by its reasons from what was found before; None without any.

        >>> hardest = compare(View.parse("01## 02## 01##"), players="overlap").hardest("overlap")
        >>> hardest.step.grade, hardest.smallest
        (Grade(effort=2, rows=2, cases=0, cells=3), True)
        """
        return hardest(self._steps[player])

    @cached_property
    def _steps(self) -> dict[str, tuple[Step, ...]]:
        """The steps of each run; those with which several begin are the same: explained once."""
        found: dict[str, tuple[Step, ...]] = {}
        for name, run in self.runs.items():
            begun = max([_alike(run, steps) for steps in found.values()], key=len, default=())
            found[name] = (*begun, *run.steps_within(self.budget)[len(begun) :])
        return found

    def path_grade(self, player: str) -> PathGrade:
        """How hard the easiest way is, through the game or from the position, for a player of these.

        A weaker player of the library begins as a stronger one does, so that one path serves both. Raises
        `Unsound` where a production of one's own concludes there what some layout refutes.
        """
        one = self.runs[player].player
        leading = [name for name, run in self.runs.items() if name == player or begins(one, run.player)][-1]
        if leading not in self._paths:
            run = self.runs[leading]
            found = path(run.what, run.start, run.player, checked=run.checked)
            self._paths[leading] = found, found.steps_within(self.budget)
        run, steps = self._paths[leading]
        count = up_to(run, one)
        return PathGrade(count, hardest(steps[:count]))

    @cached_property
    def _paths(self) -> dict[str, tuple[Run, tuple[Step, ...]]]:
        return {}

    def shares(self, player: str) -> dict[str, int]:
        """How many cells each production of a player decided."""
        if of_kind("player", player, str) not in self.runs:
            raise InvalidInput("player", f"one of {', '.join(self.runs)}", quoted(player))
        counts: dict[str, int] = {}
        for step in self._steps[player]:
            counts[step.production.name] = counts.get(step.production.name, 0) + len(step.cells)
        return counts


def _alike(run: Run, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps with which a run begins as well."""
    pairs = zip(steps, run.trace.firings, strict=False)
    return tuple([step for step, _ in takewhile(lambda pair: pair[0].firing == pair[1], pairs)])


Players = str | Player | Iterable[PlayerLike] | Mapping[str, PlayerLike]
"""One player or several, by name or not; a mapping gives them names of one's own."""


def compare(
    what: Board | View | Position,
    start: CellLike | None = None,
    players: Players | None = None,
    steps: int = STEPS_EACH,
    checked: bool = True,
) -> Comparison:
    """Let several players play one board from one start, or conclude what they can from one position.

    The players are all of the ladder, or those given, by name or not. `steps` are for one explanation;
    errors, and `checked`, as for `play`. Raises InvalidInput where two players have one name.

    >>> board = Board.parse('''
    ... .M....
    ... ......
    ... M..M..
    ... ''')
    >>> compare(board, "r1c5")
    <Comparison from r1c5 on 3 x 6: casual 2, overlap 0, expert 0, counter 0 remaining>
    >>> comparison = compare(View.parse("mines 3 ###1 ###1 #311 #100"))
    >>> comparison
    <Comparison on 4 x 4: casual 5, overlap 4, expert 4, counter 2 open>
    >>> last = comparison.additional[-1]
    >>> last.cell, last.verdict, last.player
    (1, 'safe', 'counter')
    """
    position = Position.of(what) if isinstance(what, View) else what
    runs = {name: play(position, start, who, checked=checked) for name, who in _named(players).items()}
    return Comparison(runs, steps)


def _named(players: Players | None) -> dict[str, Player]:
    if isinstance(players, Mapping):
        return _some({name: player_of(player) for name, player in players.items()})
    if isinstance(players, str | Player):
        players = [players]
    chosen = PLAYERS.values() if players is None else of_kind("players", players, Iterable)
    named: dict[str, Player] = {}
    for player in map(player_of, chosen):
        if player.name in named:
            raise InvalidInput("players", "each name once", quoted(player.name))
        named[player.name] = player
    return _some(named)


def _some(named: dict[str, Player]) -> dict[str, Player]:
    if not named:
        raise InvalidInput("players", "at least one", "none")
    return named
