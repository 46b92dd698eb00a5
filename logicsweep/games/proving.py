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
from logicsweep.games.explaining import keep_needed, leave_out_spare, reasons_for
from logicsweep.games.step import Moments, Step
from logicsweep.games.steps import Steps, grounds
from logicsweep.reasons.balance import balance_of
from logicsweep.reasons.reason import Balance, Explanation, Reason, Refutation, decided_by, rows_in
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
    used, ordered = _drop_needless(found[::-1], {cell}), list[Step]()
    first = _find_first(used[0])
    while len(used) != len(ordered):  # without a step, fewer of those before it may be used
        ordered = [*_order_steps(first, used, cell)]
        used = [*_keep_used(ordered[:-1], *_list_uses(ordered[-1])), ordered[-1]]
    return Proof(tuple(ordered), _measure_height(ordered))


def lead_to_refutation(steps: Sequence[Step], refutation: Refutation) -> tuple[Step, ...]:
    """The steps that a refutation needs, each from what the ones before it found."""
    rows = rows_in(refutation)
    kept = _keep_used(steps, rows, refutation.short_of_cells)
    if not kept:
        return ()
    if TOTAL not in rows:
        seen = kept[0].before.graph.around(rows)
        kept = _drop_needless(kept, {cell for one in kept for cell in one.cells if cell in seen})
    return tuple(_order_steps(_find_first(steps[0]), kept, refutation.cell))


def _keep_used(steps: Sequence[Step], mines: set[int], safe: set[int]) -> list[Step]:
    """The steps that find a mine around some rows or a safe cell around others, and those that they use."""
    kept, rows = list[Step](), {"mine": {*mines}, "safe": {*safe}}
    for one in reversed(steps):
        seen = {is_it: one.before.graph.around(some - {TOTAL}) for is_it, some in rows.items()}
        if any(cell in seen[is_it] or TOTAL in rows[is_it] for cell, is_it in one.decides.items()):
            kept.append(one)
            for some, more in zip(rows.values(), _list_uses(one), strict=True):
                some |= more
    return kept[::-1]


def _list_uses(step: Step) -> tuple[set[int], set[int]]:
    """The rows around which a step uses the known mines, and those around which it uses the safe cells."""
    rows = {row for reason in step.reasons for row in rows_in(reason)} or {*step.stands_on}
    short = [rows if isinstance(one, Explanation) else one.short_of_cells for one in step.reasons] or [rows]
    return set() if _fills_clue(step) else rows, set().union(*short)


def _drop_needless(steps: list[Step], wanted: set[int]) -> list[Step]:
    """Drop the steps without which the same clues decide the cells wanted, if there are few steps.

    What a dropped step of one clue finds is found by another such step, if any step takes several.
    """
    if not 1 < len(steps) <= _FEW or not all(map(_list_sums, steps)):
        return steps
    alone = None not in map(_find_clue, steps)
    for one in steps[-2::-1]:
        fewer = _lead_to(wanted, [other for other in steps if other.number != one.number])
        again = {cell for other in fewer if _find_clue(other) is not None for cell in other.cells}
        if fewer and (alone or _find_clue(one) is None or again.issuperset(one.cells)):
            steps = fewer
    return steps


def _lead_to(wanted: set[int], steps: Sequence[Step]) -> list[Step]:
    """Take the steps in order that decide anything new; none if a cell wanted stays undecided."""
    known, used, first = dict[int, Verdict](), list[Step](), _find_first(steps[0])
    for at, one in enumerate(steps):
        position, news = Position(with_found(first, known), True), dict[int, Verdict]()
        for added, subtracted in _list_sums(one):
            if reason := balance_of(position, added, subtracted):
                news |= decided_by(reason)
        if not (news := {cell: is_it for cell, is_it in news.items() if cell not in known}):
            continue
        rows = {row for later in steps[at + 1 :] for sums in _list_sums(later) for row in chain(*sums)}
        useful = news.keys() if TOTAL in rows else first.graph.around(rows) | wanted
        used.append(replace(one, cells=tuple(sorted(news.keys() & useful))))
        known |= news
        if wanted <= known.keys():
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


def _order_steps(first: View, steps: Sequence[Step], target: int) -> Iterator[Step]:
    """The same steps up to the cell, each from what the ones before it found; without those that add nothing.

    A step with one clue then decides all that is unknown around it. If more is known around several clues
    than when the run took them together, the reason is searched for again: one of them may be enough. The
    last step has only the reason for the cell.
    """
    known, tellers = dict[int, Verdict](), dict[int, int]()
    for one in steps:
        if target in known or known.keys() >= {*one.cells}:
            continue
        clue, view, reasons = _find_clue(one), with_found(first, known), one.reasons
        new = {*one.cells} - known.keys()
        if clue is not None and (own := balance_of(Position(view, True), (clue,))):
            reasons = (own,)
        elif clue is None and _list_marks_seen(one.before, reasons) != _list_marks_seen(view, reasons):
            reasons = tuple(reasons_for(view, sorted(new)))
        reasons = leave_out_spare([keep_needed(reason, new, view) for reason in reasons])
        if last := [reason for reason in reasons if target in decided_by(reason)]:
            reasons, new = (last[0],), {target}
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
