"""A proof: the steps of a run that lead to one cell, each from what the ones before it found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from logicsweep.boards.board import View
from logicsweep.csp.solution import Verdict
from logicsweep.games.explaining import Steps, grounds, needed
from logicsweep.games.game import Run
from logicsweep.games.step import Moments, Step
from logicsweep.reasons.balance import balance_of
from logicsweep.reasons.explanation import decided_by
from logicsweep.reasons.wording import with_found
from logicsweep.rules.facts import Trace, verdict_of
from logicsweep.rules.own import is_own


@dataclass(frozen=True)
class Proof:
    """How a cell follows.

    steps: In order, premises first. Each knows what was visible at first and what the steps that it rests on
        found; it decides what later ones need.
    """

    steps: tuple[Step, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.steps)

    @property
    def height(self) -> int:
        """The longest way from a clue to the cell, in steps."""
        heights: dict[int, int] = {}
        for step in self.steps:
            heights[step.number] = 1 + max([heights[number] for number in step.rests_on], default=0)
        return max(heights.values(), default=0)

    def known_after(self, some: tuple[Step, ...]) -> View:
        """What is known after some of the steps."""
        first = self.steps[0].moments.view
        return with_found(first, {cell: is_it for one in some for cell, is_it in one.decides.items()})


NO_PROOF = Proof()
"""Of a cell that does not follow."""


def by_levels(run: Run) -> Steps:
    """The steps of a run level by level, so that proofs are of the least height.

    Each stands on what was known before its level. A level begins with a step that uses a fact of the last
    one, or with a production that looks at the whole board: that fires only if nothing else applies.
    """
    steps, giver, known = run.steps, run.trace.giver, list[int]()
    for firing in run.trace.firings:
        at = len(known)
        begun = known[-1] if known else steps.known[0]
        whole = bool(known) and steps.production(at).everywhere
        uses = [known[giver[fact].number - 1] for fact in firing.used if fact in giver]
        new = max(uses, default=-1) >= begun or steps.production(at + 1).everywhere > whole
        known.append(steps.known[at] if new else begun)
    return replace(steps, known=known, _explained={})


def proof_of(steps: Steps, cell: int) -> Proof:
    """The proof of a cell by the steps of a run; without steps if the run does not decide it.

    A clue with which the referee answered comes from the step that cleared its cell.

    >>> from logicsweep.games.path import path
    >>> [step.production.name for step in proof_of(path(View.parse("### 121 000")).steps, 1).steps]
    ['overlap', 'all-found']
    """
    trace = steps.trace
    decided = trace.verdict(cell)
    if decided not in trace.giver:
        return NO_PROOF
    last = trace.giver[decided].number
    wanted, todo, found = {last: {cell}}, [-last], list[Step]()
    while todo:
        number = -heappop(todo)
        step = steps.explain(number, sorted(wanted[number]))
        found.append(step)
        for fact in grounds(trace, step.firing, step.production, step.before, step.reasons):
            if verdict_of(fact) == "mine" and _fills(step):
                continue  # all that is covered there is mined, what was found too
            below = trace.giver[fact].number
            if below not in wanted:
                wanted[below] = set()
                heappush(todo, -below)
            if verdict_of(fact):
                wanted[below].add(fact.subject)
    return Proof(tuple(_from_told(found[::-1])))


def _fills(step: Step) -> bool:
    """Whether one clue says of all that is covered around it that it is mined."""
    return _clue_of(step) is not None and "safe" not in step.verdicts.values()


def _clue_of(step: Step) -> int | None:
    """The clue of a step that takes one; None for any other, and for a production of one's own."""
    alone = step.production.rows == 1 and not is_own(step.production)
    return step.site if alone and isinstance(step.site, int) else None


def _from_told(steps: list[Step]) -> Iterator[Step]:
    """The same steps, each from what the ones below it found: so one clue decides all not known around it."""
    found = dict[int, dict[int, Verdict]]()
    for one in steps:
        below = tuple([number for number in one.rests_on if number in found])
        known = {cell: is_it for number in below for cell, is_it in found[number].items()}
        first = one.moments.at(len(one.moments.trace.initial))
        view, reasons = with_found(first, known), one.reasons
        clue = _clue_of(one)
        if clue is not None and (own := balance_of(view, (clue,), trust_flags=True)):
            reasons = (own,)
        reasons = tuple([needed(reason, {*one.cells}, view) for reason in reasons])
        cells = {cell for reason in reasons for cell in decided_by(reason)}.union(one.cells)
        moments = Moments(view, Trace(view.graph, (), ()))
        step = replace(
            one, cells=tuple(sorted(cells)), reasons=reasons, moments=moments, known=0, rests_on=below
        )
        yield step
        found[one.number] = known | step.decides
