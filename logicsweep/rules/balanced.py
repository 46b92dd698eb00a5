"""Balances and refutations as productions: what lies between two clues and all of logic.

`rows-3`, `rows-4`, ... take so many clues together, `total` the mine total besides; `cases` and `total-cases`
refute the opposite where no balance decides. Each tells only what is easiest: one match for each balance of
the fewest rows, or for each refutation with the fewest splits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from logicsweep.csp.solution import Verdict
from logicsweep.reasons.given import MOST_ROWS, TOTAL, Rows
from logicsweep.reasons.solved import solved
from logicsweep.rules.engine import Fact, Match, Production
from logicsweep.rules.entailed import position_of, rests_on
from logicsweep.rules.knowledge import Knowledge

if TYPE_CHECKING:
    from logicsweep.reasons.balance import Balancer
    from logicsweep.reasons.refutation import Refutation

_SPLITS = 3
_STEPS = 20_000  # rows that the search for one refutation may look at


class _Together:
    """These clues together leave no choice: what they need is the most, or the least, that their cells can
    give.
    """

    def __init__(self, rows: int) -> None:
        self.rows = rows

    def __reduce__(self) -> tuple[object, tuple[int]]:
        """A pickle makes no second one: the library's own productions are told by what they are."""
        return _together, (self.rows,)

    def __call__(self, memory: Knowledge, _: None) -> list[Match]:
        return _balanced(memory, False, [self.rows])


def _together(rows: int) -> _Together:
    return _TOGETHER[rows]


def by_total(memory: Knowledge, _: None) -> list[Match]:
    """The mine total, perhaps with clues, leaves no choice: what is needed is the most, or the least, that
    the cells can give.
    """
    return _balanced(memory, True, range(1, MOST_ROWS + 1))


def by_cases(memory: Knowledge, _: None) -> list[Match]:
    """If it were otherwise, the clues would lead step by step to one that cannot hold."""
    return _refuted(memory, False)


def by_cases_and_total(memory: Knowledge, _: None) -> list[Match]:
    """If it were otherwise, the clues and the mine total would lead step by step to what cannot hold."""
    return _refuted(memory, True)


def _balanced(memory: Knowledge, total: bool, counts: Iterable[int]) -> list[Match]:
    if total and not memory["total"]:
        return []
    return [
        _match(memory, Rows(one.added, one.subtracted), {"mine": one.mines, "safe": one.safe})
        for one in _balancer(memory).easiest(total, counts)
    ]


def _balancer(memory: Knowledge) -> Balancer:
    """What finds balances in what is known now: the productions of one moment share it."""
    from logicsweep.reasons.balance import Balancer

    position = position_of(memory)
    known: Balancer | None = memory.notes.get("balancer")
    if known is None or known.position is not position:
        memory.notes["balancer"] = known = Balancer(position)
    return known


def _refuted(memory: Knowledge, total: bool) -> list[Match]:
    from logicsweep.reasons.refutation import refute

    if total and not memory["total"]:
        return []
    position = position_of(memory)
    found = solved(position, total)
    cells = [cell for cell in (*found.safe, *found.mines) if cell in memory.covered]
    for splits in range(_SPLITS + 1):
        refuted = [refute(position, cell, splits=splits, steps=_STEPS) for cell in cells]
        if any(refuted):
            return [_match(memory, one, {one.verdict: (one.cell,)}) for one in refuted if one]
    return []


def _match(memory: Knowledge, reason: Rows | Refutation, cells: dict[Verdict, Sequence[int]]) -> Match:
    from logicsweep.reasons.reason import rows_in

    given = [Fact(verdict, cell) for verdict, some in cells.items() for cell in some]
    rows = rows_in(reason)
    if TOTAL not in rows:
        return Match(rests_on(memory, sorted(rows)), tuple(given), (), reason)
    bare = [fact for cell, fact in memory.safe.items() if cell not in memory.clues]
    used = (*memory["total"].values(), *memory.clues.values(), *bare, *memory.mines.values())
    return Match(used, tuple(given), (), reason)


_TOGETHER = {rows: _Together(rows) for rows in range(3, MOST_ROWS + 1)}
ROWS = tuple(
    [
        Production(f"rows-{rows}", together, salience=-rows, everywhere=True, rows=rows)
        for rows, together in _TOGETHER.items()
    ]
)
"""Productions that take three clues together, four, and so on."""
CASES = Production("cases", by_cases, salience=-50, everywhere=True)
WITH_TOTAL = Production("total", by_total, salience=-150, everywhere=True)
CASES_WITH_TOTAL = Production("total-cases", by_cases_and_total, salience=-160, everywhere=True)
