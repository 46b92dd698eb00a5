"""The mine total over parts and untouched cells, on flat arrays, as `csp.total` weighs it.

Each part tells in how many ways it holds k mines. A layout of one part weighs as much as there are layouts
of all the rest with the mines that it leaves them. The weights are floats, scaled so that the largest is
about 1. Which numbers of mines are possible at all is what no rounding may touch: a weight is 0 where there
is no layout, and never below `LEAST_WEIGHT` where there is one.

What is known of each part stands in the rows of `parts`, int32 (4, cells), and of each number of mines that
a part may hold in the rows of `shares`, float64 (2, 2 * cells).
"""

from __future__ import annotations

import numpy as np

from logicsweep.kernel import CLASH, PAST_FLOATS, SOLVED
from logicsweep.kernel.compiled import Floats, Ints, compiled, inlined

LEAST_MINES, SPREAD, BEGIN, END = range(4)
"""Rows of `parts`: its fewest mines, how many more it may hold at most, where its numbers of mines begin in
`shares`, where its groups end in the order."""
HELD, REST = range(2)
"""Rows of `shares`: the layouts of a part with so many mines, as a share of the most with any number; the
weight of the rest with the mines that are left, 0 where the rest has no layout with these."""
LEAST = 1e-250
"""Shares of layouts below it are not trusted: what was added up may have been too small for a float."""
FAINT = 1e-50
"""Nor are sums that all are below it, before they are scaled: what was lost beside them could count again."""
LEAST_WEIGHT = 1e-300
"""So little that no sum that is trusted shows it."""


@compiled
def weigh_parts(count: int, spare: int, untouched: int, parts: Ints, shares: Floats, rest: Floats) -> int:
    """Weigh the numbers of mines of so many parts, where `spare` mines lie in them and in untouched cells.

    REST is filled, and in `rest` float64 (2,) of the untouched cells the weight of layouts times their mines,
    and times their safe cells: NaN where there are none in any layout. SOLVED, CLASH where the total fits no
    layout, or PAST_FLOATS.
    """
    spans = 0
    for part in range(count):
        spare -= parts[LEAST_MINES, part]
        spans += parts[SPREAD, part]
    after = np.zeros((count + 1, spans + 1), np.float64)
    _weigh_untouched(spare, untouched, spans, after)
    if _from_the_last(count, spans, parts, shares, after) < FAINT:
        return PAST_FLOATS
    if not after[0, 0]:
        return CLASH
    before = np.zeros((2, spans + 1), np.float64)
    if _from_the_first(count, parts, shares, after, before) < FAINT:
        return PAST_FLOATS
    mined, plain = 0.0, 0.0
    for k in range(spans + 1):
        weight = _product(before[count & 1, k], after[count, k])
        mined += weight * (spare - k)
        plain += weight * (untouched - spare + k)
    rest[0] = mined if mined else np.nan
    rest[1] = plain if plain else np.nan
    return PAST_FLOATS if mined + plain < LEAST and untouched else SOLVED


@inlined
def _product(one: float, other: float) -> float:
    """The product of two weights, which is 0 only where one of them is."""
    return max(one * other, LEAST_WEIGHT) if one and other else 0.0


@inlined
def _weigh_untouched(spare: int, untouched: int, spans: int, after: Floats) -> None:
    """In how many ways the untouched cells hold `spare - k` mines, for each k; the most of these as 1.

    Written into the last row of `after`, which has a column for each k.
    """
    ways = after[len(after) - 1]
    low, high = max(0, spare - untouched), min(spans, spare)
    if low > high:
        return
    most = min(max(spare - untouched // 2, low), high)
    ways[most] = 1.0
    for k in range(most, high):  # one mine less
        ways[k + 1] = _product(ways[k], (spare - k) / (untouched - spare + k + 1))
    for k in range(most, low, -1):  # one mine more
        ways[k - 1] = _product(ways[k], (untouched - spare + k) / (spare - k + 1))


@inlined
def _from_the_last(count: int, spans: int, parts: Ints, shares: Floats, after: Floats) -> float:
    """`after[p, t]`: what the parts from p on and the untouched cells weigh where t mines lie before them.

    Returns the least of what the rows were divided by, 1 at most.
    """
    least = 1.0
    for part in range(count - 1, -1, -1):
        spans -= parts[SPREAD, part]
        most = 0.0
        for k in range(parts[SPREAD, part] + 1):
            held = shares[HELD, parts[BEGIN, part] + k]
            if held:
                for t in range(spans + 1):
                    after[part, t] += _product(held, after[part + 1, t + k])
        for t in range(spans + 1):
            most = max(most, after[part, t])
        if most:
            least = min(least, most)
            for t in range(spans + 1):
                after[part, t] /= most
    return least


@inlined
def _from_the_first(count: int, parts: Ints, shares: Floats, after: Floats, before: Floats) -> float:
    """The weight of the rest for each part; the least that a row was divided by, 1 at most.

    `before` float64 (2, mines): in row `part & 1` what the parts before it weigh, by their mines.
    """
    before[0, 0] = 1.0
    reach, least = 0, 1.0
    for part in range(count):
        now, then = before[part & 1], before[1 - (part & 1)]
        for t in range(len(then)):
            then[t] = 0.0
        for k in range(parts[SPREAD, part] + 1):
            at = parts[BEGIN, part] + k
            held, weight = shares[HELD, at], 0.0
            if held:
                for t in range(reach + 1):
                    weight += _product(now[t], after[part + 1, t + k])
                    then[t + k] += _product(now[t], held)
            shares[REST, at] = weight
        reach += parts[SPREAD, part]
        most = 0.0
        for t in range(reach + 1):
            most = max(most, then[t])
        least = min(least, most)
        for t in range(reach + 1):
            then[t] /= most
    return least
