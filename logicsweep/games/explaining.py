"""Explain steps: why the conclusion of a firing follows from what was known before it.

Casual productions and `overlap` say which clues they took. A solver's conclusions are explained by balances,
or if none decides a cell, by a refutation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace

from logicsweep.boards.board import COVERED, View
from logicsweep.csp.position import Position
from logicsweep.csp.sums import TOTAL, row_sum
from logicsweep.errors import Contradiction
from logicsweep.games.guess import Guess
from logicsweep.games.step import verdicts_of
from logicsweep.reasons.balance import balance, balance_of
from logicsweep.reasons.explanation import explanation_of
from logicsweep.reasons.reason import Balance, Reason, Refutation, decided_by, rows_in
from logicsweep.reasons.refutation import refute
from logicsweep.reasons.telling import MOST_NAMED
from logicsweep.rules.firing import Firing
from logicsweep.rules.production import Production, is_own
from logicsweep.work.budget import BUDGET_EACH


def reasons_of(
    before: View, firing: Firing, production: Production, cells: Sequence[int], budget: int
) -> Iterator[Reason]:
    """Why these cells are what a firing says; the production's own reason comes first, if it still holds."""
    own = firing.reason
    if isinstance(own, Guess):
        return
    if isinstance(own, Refutation):
        yield own
        return
    if isinstance(own, Balance) and not _still_holds(own, before):
        own = None
    elif production.clues == 1 and isinstance(firing.site, int) and not own:
        own = balance_of(Position(before, True), (firing.site,))
    verdicts = verdicts_of(firing)
    left = {cell: verdicts[cell] for cell in cells if before.marks[cell] == COVERED}
    if isinstance(own, Balance) and (decided := left.items() & decided_by(own).items()):
        yield own
        left = dict(left.items() - decided)
    for one in reasons_for(before, sorted(left), budget) if left else ():
        if its := left.items() & decided_by(one).items():  # a custom production may be wrong
            left = dict(left.items() - its)
            yield keep_needed(one, dict(its).keys(), before) if is_own(production) else one


def _still_holds(found: Balance, before: View) -> bool:
    """Whether a balance still fits the view.

    With the strategy `level` it was found earlier. Since then other firings may have decided cells of its
    rows, which changes what they need, or leaves them without a common cell.
    """
    position = Position(before, trust_flags=True)
    cells = [{*row_sum(position, row).cells} for row in rows_in(found)]
    linked = all(any(some & others for others in cells if others is not some) for some in cells)
    again = balance_of(position, found.added, found.subtracted)
    return found == again and (linked or len(cells) == 1)


def reasons_for(before: View, cells: Sequence[int], budget: int = BUDGET_EACH) -> Iterator[Reason]:
    """Why cells are what they are, given the flags: balances first, then refutations, then sets of clues.

    Each reason decides the first cell that earlier reasons do not. `budget` limits each search.
    """
    position = Position(before, trust_flags=True)
    decided = set[int]()
    for cell in cells:
        if cell in decided:
            continue
        try:
            found = balance(position, cell, budget=budget) or refute(position, cell, budget=budget)
            reason = found or explanation_of(position, cell, budget)
        except Contradiction:  # an unchecked conclusion was wrong
            return
        if reason:
            decided.update(decided_by(reason))
            yield reason


def leave_out_spare(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Drop each reason whose cells the remaining reasons decide too, the earliest first."""
    kept = [*reasons]
    for reason in [*kept]:
        others = {cell for other in kept if other is not reason for cell in decided_by(other)}
        if decided_by(reason).keys() <= others:
            kept.remove(reason)
    return tuple(kept)


def keep_needed(reason: Reason, cells: Set[int], view: View) -> Reason:
    """The reason; a balance keeps only the safe cells among `cells`, if they are few, and unknown mines.

    With the mine total it keeps all safe cells, since its words are about all other covered cells.
    """
    if not isinstance(reason, Balance):
        return reason
    safe = tuple([cell for cell in reason.safe if cell in cells])
    mines = tuple([cell for cell in reason.mines if view.marks[cell] == COVERED])
    every = len(safe) > MOST_NAMED or TOTAL in rows_in(reason)
    return replace(reason, safe=reason.safe if every else safe, mines=mines)
