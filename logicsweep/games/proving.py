"""Make a proof: the steps of a run that lead to one cell, each from what the steps before it found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from itertools import chain

from logicsweep.boards.board import View
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.csp.sums import TOTAL
from logicsweep.games.answer import NO_PROOF, Proof
from logicsweep.games.explaining import keep_needed, reasons_for
from logicsweep.games.step import Moments, Step
from logicsweep.games.steps import Steps, grounds
from logicsweep.reasons.balance import balance_of
from logicsweep.reasons.reason import Balance, Reason, Refutation, decided_by, rows_in
from logicsweep.reasons.wording import with_found
from logicsweep.rules.trace import Trace, verdict_of

_FEW = 12  # a longer proof is not searched for needless steps


def proof_of(steps: Steps, cell: int) -> Proof:
    """The proof of a cell by the steps of a run; without steps if the run does not decide it.

    A clue that the referee revealed comes from the step that cleared its cell.

    >>> from logicsweep import View, path
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
            if verdict_of(fact) == "mine" and _fills_clue(step):
                continue  # all covered cells there are mines, those found before too
            below = trace.giver[fact].number
            if below not in wanted:
                wanted[below] = set()
                heappush(todo, -below)
            if verdict_of(fact):
                wanted[below].add(fact.subject)
    found = _drop_needless(found[::-1], cell)
    return Proof(tuple(_order_steps(found, cell)), _measure_height(found))


def lead_to_refutation(steps: Sequence[Step], refutation: Refutation) -> tuple[Step, ...]:
    """The steps that a refutation needs, each from what the ones before it found."""
    if not steps:
        return ()
    rows, around, kept = rows_in(refutation), steps[0].before.graph.around, list[Step]()
    wanted = around(refutation.short_of_cells - {TOTAL})
    mines = around(rows - {TOTAL})  # wanted only if they are mines
    counted = TOTAL in rows  # all cells are wanted
    for one in reversed(steps):
        known = one.decides
        also = {cell for cell in mines if known.get(cell) == "mine"}
        if cells := tuple([cell for cell in one.cells if counted or cell in wanted | also]):
            kept.append(replace(one, cells=cells))
            seen = around(one.stands_on.keys() - {TOTAL})
            if _find_clue(one) is not None and "mine" not in known.values():
                mines |= seen
            else:
                wanted |= seen.difference(one.before.flags) if _fills_clue(one) else seen
            counted |= TOTAL in one.stands_on
    return tuple(_order_steps(kept[::-1], refutation.cell)) if kept else ()


def _drop_needless(steps: list[Step], target: int) -> list[Step]:
    """Drop the steps of several clues without which the same clues decide the cell, if there are few steps.

    If each step takes one clue, drop those whose mines a later clue finds too.
    """
    if not 1 < len(steps) <= _FEW or not all(map(_list_sums, steps)):
        return steps
    alone = None not in map(_find_clue, steps)
    for one in steps[-2::-1]:
        if alone or _find_clue(one) is None:
            steps = _lead_to(target, [other for other in steps if other.number != one.number]) or steps
    return steps


def _lead_to(target: int, steps: Sequence[Step]) -> list[Step]:
    """Take the steps in order, but for those that decide nothing new; none if the cell stays undecided."""
    known, used, first = dict[int, Verdict](), list[Step](), _find_first(steps[0])
    for at, one in enumerate(steps):
        position, news = Position(with_found(first, known), True), dict[int, Verdict]()
        for added, subtracted in _list_sums(one):
            if reason := balance_of(position, added, subtracted):
                news |= decided_by(reason)
        if not (news := {cell: is_it for cell, is_it in news.items() if cell not in known}):
            continue
        rows = {row for later in steps[at + 1 :] for sums in _list_sums(later) for row in chain(*sums)}
        wanted = news.keys() if TOTAL in rows else first.graph.around(rows) | {target}
        used.append(replace(one, cells=tuple(sorted(news.keys() & wanted))))
        known |= news
        if target in known:
            return used
    return []


def _list_sums(step: Step) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The rows that a step adds and subtracts, for each sum; none if its reasons are no sums."""
    if (clue := _find_clue(step)) is not None:
        return [((clue,), ())]
    sums = [(one.added, one.subtracted) for one in step.reasons if isinstance(one, Balance)]
    return sums if len(sums) == len(step.reasons) and not step.is_own else []


def _find_first(step: Step) -> View:
    """The view in which the run of a step begins."""
    return step.moments.at(len(step.moments.trace.initial))


def _measure_height(steps: Iterable[Step]) -> int:
    heights: dict[int, int] = {}
    for step in steps:
        heights[step.number] = 1 + max([heights.get(number, 0) for number in step.rests_on], default=0)
    return max(heights.values())


def _fills_clue(step: Step) -> bool:
    """Whether the step concludes from one clue that all covered cells around it are mines."""
    return _find_clue(step) is not None and "safe" not in step.verdicts.values()


def _find_clue(step: Step) -> int | None:
    """The clue of a step that takes just one; None for any other step, and for a custom production."""
    alone = step.production.clues == 1 and not step.is_own
    return step.site if alone and isinstance(step.site, int) else None


def _order_steps(steps: Sequence[Step], target: int) -> Iterator[Step]:
    """The same steps up to the cell, each from what the ones before it found; without those that add nothing.

    A step with one clue then decides all that is unknown around it. If more is known around several clues
    than when the run took them together, the reason is searched for again: one of them may be enough.
    """
    known, tellers = dict[int, Verdict](), dict[int, int]()
    first = _find_first(steps[0])
    for one in steps:
        if target in known or known.keys() >= {*one.cells}:
            continue
        clue, view, reasons = _find_clue(one), with_found(first, known), one.reasons
        new = {*one.cells} - known.keys()
        if clue is not None and (own := balance_of(Position(view, True), (clue,))):
            reasons = (own,)
        elif clue is None and _list_marks_seen(one.before, reasons) != _list_marks_seen(view, reasons):
            reasons = tuple(reasons_for(view, sorted(new)))
        reasons = tuple([keep_needed(reason, new, view) for reason in reasons])
        new.update(*[decided_by(reason) for reason in reasons])
        rows = {row for reason in reasons for row in rows_in(reason)} or {*one.stands_on}
        seen = view.graph.around(rows - {TOTAL}) if TOTAL not in rows else known.keys()
        below = tuple(sorted({tellers[cell] for cell in seen if cell in tellers}))
        told = replace(one, cells=tuple(sorted(new)), reasons=reasons, rests_on=below, candidates=None)
        step = replace(told, moments=Moments(view, Trace(view.graph, (), ())), known=0)
        yield step
        tellers |= dict.fromkeys(step.decides.keys() - known.keys(), step.number)
        known |= step.decides


def _list_marks_seen(view: View, reasons: Iterable[Reason]) -> list[int]:
    rows = {row for reason in reasons for row in rows_in(reason)}
    cells = range(len(view.marks)) if TOTAL in rows else sorted(view.graph.around(rows))
    return [view.marks[cell] for cell in cells]
