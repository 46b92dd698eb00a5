"""The steps of a run, each explained when it is first accessed, and what each rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import overload

from logicsweep.boards.board import COVERED, FLAG, View
from logicsweep.csp.sums import TOTAL
from logicsweep.games.explaining import reasons_of
from logicsweep.games.guess import GUESS, Guess
from logicsweep.games.players import Player
from logicsweep.games.step import Hardest, Moments, Step, verdicts_of
from logicsweep.reasons.reason import Reason, decided_by, rows_in
from logicsweep.rules.firing import Fact, Firing
from logicsweep.rules.production import Production, is_own
from logicsweep.rules.trace import Trace
from logicsweep.work.budget import BUDGET_EACH
from logicsweep.work.progress import with_progress


@dataclass(frozen=True, repr=False)
class Steps(Sequence[Step]):
    """The steps of a run, or some of them in order; each is explained once, when it is first accessed.

    - `player`, `trace`, `moments`, `candidates`: those of the run.
    - `known`: for each firing, how many facts were known before it.
    - `budget`: the most steps that the search for one reason may take.
    - `numbers`: which firings these are, from 1.

    >>> from logicsweep import Board, play
    >>> steps = play(Board.parse(".M.... ...... M..M.."), "r1c5", "overlap").steps
    >>> steps[7].reasons, len(steps[:7]), steps[:7].workload, steps.workload
    ((<Balance: 13 - 7 needs 0, the most; 1 safe, 0 mines>,), 7, 0, 1)
    """

    player: Player
    trace: Trace
    moments: Moments
    candidates: tuple[int, ...] | None
    known: Sequence[int]
    budget: int = BUDGET_EACH
    numbers: range = range(0)
    _explained: dict[int, Step] = field(default_factory=dict, compare=False)

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, at: int) -> Step: ...
    @overload
    def __getitem__(self, at: slice) -> Steps: ...
    def __getitem__(self, at: int | slice) -> Step | Steps:
        if isinstance(at, slice):
            return replace(self, numbers=self.numbers[at])
        number = self.numbers[at]
        if number not in self._explained:
            self._explained[number] = self.explain(number)
        return self._explained[number]

    def explain(self, number: int, cells: Iterable[int] | None = None) -> Step:
        """The step of a firing, for all cells that it decides or for some of them."""
        firing, known = self.trace.firings[number - 1], self.known[number - 1]
        before, production = self.moments.at(known), self.production(number)
        some = tuple(verdicts_of(firing) if cells is None else cells)
        reasons = tuple(reasons_of(before, firing, production, some, self.budget))
        below = _number_givers(self.trace, grounds(self.trace, firing, production, before, reasons))
        candidates = self.candidates[number - 1] if self.candidates else None
        return Step(firing, production, some, reasons, self.moments, known, below, candidates)

    def explain_all(self) -> Steps:
        """The same steps, all explained now."""
        for step in with_progress(self, "reasons"):
            _ = step.grade, step.pattern, step.sentences  # while what was known before is still cached
        return self

    def production(self, number: int) -> Production:
        """The production of a firing."""
        firing = self.trace.firings[number - 1]
        return GUESS if isinstance(firing.reason, Guess) else self.player.production(firing.production)

    def with_budget(self, budget: int) -> Steps:
        """The same steps, explained within a budget."""
        return self if budget == self.budget else replace(self, budget=budget, _explained={})

    @cached_property
    def hardest(self) -> Hardest | None:
        """The first of the hardest steps, or the riskiest guess if there is one; None if no steps."""
        efforts = [-self.production(number).salience for number in self.numbers]
        most = max(efforts, default=0)
        hard = [at for at, effort in enumerate(efforts) if effort == most]
        steps = [self[at] for at in with_progress(hard, "reasons")]
        found = max(steps, key=lambda one: (one.grade, one.guess.risk if one.guess else 0), default=None)
        return None if found is None else Hardest(found, all(step.proven for step in steps))

    @cached_property
    def workload(self) -> int:
        """How many clues the steps take beyond the first of each, in all, as players of variants count."""
        several = [at for at, number in enumerate(self.numbers) if self.production(number).clues != 1]
        return sum([self[at].workload for at in several])


def parts(step: Step, cells: Iterable[int]) -> Iterator[Step]:
    """Split the step by its reasons, each with those `cells` that it decides; other cells come alone."""
    left = dict.fromkeys(cells)
    for reason in step.reasons:
        if its := [cell for cell in decided_by(reason) if cell in left]:
            left = {cell: None for cell in left if cell not in its}
            yield _take_part(step, its, (reason,))
    yield from [_take_part(step, [cell], ()) for cell in left]


def _take_part(step: Step, cells: Sequence[int], reasons: tuple[Reason, ...]) -> Step:
    if (step.cells, step.reasons) == (tuple(cells), reasons):
        return step
    trace = step.moments.trace
    facts = grounds(trace, step.firing, step.production, step.before, reasons)
    return replace(step, cells=tuple(cells), reasons=reasons, rests_on=_number_givers(trace, facts))


def _number_givers(trace: Trace, facts: Iterable[Fact]) -> tuple[int, ...]:
    return tuple(dict.fromkeys([trace.giver[fact].number for fact in facts]))


def grounds(
    trace: Trace, firing: Firing, production: Production, before: View, reasons: Sequence[Reason]
) -> tuple[Fact, ...]:
    """The facts from earlier firings that a step rests on; clues that were visible at first do not count.

    They are the facts that it used, the clues of its reasons, and the mines around those clues, which the
    sentences subtract. If it took several clues, or they were searched for, every known cell around them
    counts. A firing that looked at the whole board rests only on the clues and cells of its reasons.
    """
    marks, neighbours = before.marks, before.graph.neighbours
    rows, whole = {row for reason in reasons for row in rows_in(reason)}, production.everywhere
    clues = sorted(rows - {TOTAL})
    around = range(len(marks)) if TOTAL in rows else [cell for clue in clues for cell in neighbours[clue]]
    searched = whole or is_own(production) or len(rows) > 1
    cells = [
        cell for cell in (*clues, *around) if marks[cell] == FLAG or (searched and marks[cell] != COVERED)
    ]
    used = () if whole and reasons else firing.used
    facts = [Fact("safe", fact.subject) if fact.attribute == "clue" else fact for fact in used]
    facts += [Fact("mine" if marks[cell] == FLAG else "safe", cell) for cell in cells]
    givers = {fact: trace.giver.get(fact) for fact in facts}
    return tuple([fact for fact, giver in givers.items() if giver and giver.number < firing.number])
