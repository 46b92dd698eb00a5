"""What all kinds of reasons have in common: the rows that they rest on, and the cells that they decide."""

from __future__ import annotations

from logicsweep.csp.solution import Verdict
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.explanation import Explanation
from logicsweep.reasons.given import TOTAL, Rows
from logicsweep.reasons.refutation import Refutation

Reason = Balance | Refutation | Explanation
"""How something follows: rows that balance, a proof by cases, or only the clues that force it."""


def rows_in(reason: Reason | Rows) -> set[int]:
    """All rows that a reason rests on: clues by their cells' indices, and `TOTAL`.

    >>> sorted(rows_in(Rows((4,), (TOTAL,)))), sorted(rows_in(Explanation(2, "safe", (1, 5))))
    ([-1, 4], [1, 5])
    """
    if isinstance(reason, Explanation):
        return {*reason.clues, TOTAL} if reason.total else {*reason.clues}
    if not isinstance(reason, Refutation):
        return {*reason.added, *reason.subtracted}
    rows: set[int] = set()
    todo = [reason.line]
    for line in todo:
        rows.update(line.broken, [row for step in line.steps for row in (*step.added, *step.subtracted)])
        rows.update([] if line.split is None else [line.split])
        todo += line.cases
    return rows


def decided_by(reason: Reason) -> dict[int, Verdict]:
    """What a reason decides each of its cells to be.

    >>> decided_by(Balance((5,), (1,), 1, True, (3,), (10,)))
    {3: 'safe', 10: 'mine'}
    """
    if isinstance(reason, Balance):
        return {**dict.fromkeys(reason.safe, "safe"), **dict.fromkeys(reason.mines, "mine")}
    return {reason.cell: reason.verdict}
