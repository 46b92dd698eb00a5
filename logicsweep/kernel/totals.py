"""The mine total over parts and untouched cells, on flat arrays, as `csp.total` weighs it.

Each part tells in how many ways it holds k mines. A layout of one part weighs as much as there are layouts
of all the rest with the mines that it leaves them. The weights are floats, scaled so that the largest is
about 1. Which numbers of mines are possible at all is told by sets of bits, which nothing rounds: here 64 of
them to a word, the first lowest.

What is known of each part stands in the rows of `parts`, int32 (4, cells), and of each number of mines that
a part may hold in the rows of `shares`, float64 (3, 2 * cells).
"""

from __future__ import annotations

import numpy as np

from logicsweep.kernel import CLASH, PAST_FLOATS, SOLVED
from logicsweep.kernel.compiled import Floats, Ints, Words, compiled, inlined

LEAST_MINES, SPREAD, BEGIN, END = range(4)
"""Rows of `parts`: its fewest mines, how many more it may hold at most, where its numbers of mines begin in
`shares`, where its groups end in the order."""
HELD, REST, POSSIBLE = range(3)
"""Rows of `shares`: the layouts of a part with so many mines, as a share of the most with any number; the
weight of the rest with the mines that are left; 1 where the rest has any layout with these."""
LEAST = 1e-250
"""Shares of layouts below it are not trusted: what was added up may have been too small for a float."""
FAINT = 1e-50
"""Nor are sums that all are below it, before they are scaled: what was lost beside them could count again."""


@compiled
def weigh_parts(count: int, spare: int, untouched: int, parts: Ints, shares: Floats, rest: Floats) -> int:
    """Weigh the numbers of mines of so many parts, where `spare` mines lie in them and in untouched cells.

    REST and POSSIBLE are filled, and in `rest` float64 (2,) of the untouched cells the weight of layouts
    times their mines, and times their safe cells: NaN where there are none in any layout. SOLVED, CLASH where
    the total fits no layout, or PAST_FLOATS.
    """
    spans = 0
    for part in range(count):
        spare -= parts[LEAST_MINES, part]
        spans += parts[SPREAD, part]
    after = np.zeros((count + 1, spans + 1), np.float64)
    after_bits = np.zeros((count + 1, (spans >> 6) + 1), np.uint64)
    _weigh_untouched(spare, untouched, spans, after, after_bits)
    if _from_the_last(count, spans, parts, shares, after, after_bits) < FAINT:
        return PAST_FLOATS
    if not after_bits[0, 0] & np.uint64(1):
        return CLASH
    before = np.zeros((2, spans + 1), np.float64)
    before_bits = np.zeros((2, (spans >> 6) + 1), np.uint64)
    now, most = _from_the_first(count, parts, shares, after, after_bits, before, before_bits)
    if most < FAINT:
        return PAST_FLOATS
    return _share_untouched(now, spare, untouched, before, before_bits, after, after_bits, rest)


@inlined
def _weigh_untouched(spare: int, untouched: int, spans: int, after: Floats, after_bits: Words) -> None:
    """In how many ways the untouched cells hold `spare - k` mines, for each k; the most of these as 1.

    Written into the last row of `after`, which has a column for each k.
    """
    last = len(after) - 1
    low, high = max(0, spare - untouched), min(spans, spare)
    if low > high:
        return
    most = min(max(spare - untouched // 2, low), high)
    after[last, most] = 1.0
    for k in range(most, high):  # one mine less
        mines = spare - k
        after[last, k + 1] = after[last, k] * mines / (untouched - mines + 1)
    for k in range(most, low, -1):  # one mine more
        mines = spare - k
        after[last, k - 1] = after[last, k] * (untouched - mines) / (mines + 1)
    for k in range(low, high + 1):
        after_bits[last, k >> 6] |= np.uint64(1) << np.uint64(k & 63)


@inlined
def _from_the_last(
    count: int, spans: int, parts: Ints, shares: Floats, after: Floats, after_bits: Words
) -> float:
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
                    after[part, t] += held * after[part + 1, t + k]
                _add_less(part + 1, part, k, after_bits)
        for t in range(spans + 1):
            most = max(most, after[part, t])
        if most:
            least = min(least, most)
            for t in range(spans + 1):
                after[part, t] /= most
    return least


@inlined
def _from_the_first(
    count: int,
    parts: Ints,
    shares: Floats,
    after: Floats,
    after_bits: Words,
    before: Floats,
    before_bits: Words,
) -> tuple[int, float]:
    """The weight of the rest for each part; which row of `before` then holds what all parts weigh, and the
    least that a row was divided by, 1 at most.

    `before` float64 (2, mines): in one row what the parts so far weigh, by their mines; the other is next.
    """
    before[0, 0], before_bits[0, 0] = 1.0, 1
    reach, now, least = 0, 0, 1.0
    for part in range(count):
        before[1 - now], before_bits[1 - now] = 0.0, 0
        for k in range(parts[SPREAD, part] + 1):
            at = parts[BEGIN, part] + k
            held, weight = shares[HELD, at], 0.0
            shares[REST, at], shares[POSSIBLE, at] = 0.0, 0.0
            if held:
                for t in range(reach + 1):
                    weight += before[now, t] * after[part + 1, t + k]
                    before[1 - now, t + k] += before[now, t] * held
                shares[REST, at] = weight
                shares[POSSIBLE, at] = 1.0 if _meet(now, part + 1, k, before_bits, after_bits) else 0.0
                _add_more(now, k, before_bits)
        reach += parts[SPREAD, part]
        now = 1 - now
        most = 0.0
        for t in range(reach + 1):
            most = max(most, before[now, t])
        least = min(least, most)
        for t in range(reach + 1):
            before[now, t] /= most
    return now, least


@inlined
def _share_untouched(
    now: int,
    spare: int,
    untouched: int,
    before: Floats,
    before_bits: Words,
    after: Floats,
    after_bits: Words,
    rest: Floats,
) -> int:
    """The mines and the safe cells among the untouched ones, each over all layouts, into `rest`."""
    last = len(after) - 1
    mined, plain = 0.0, 0.0
    may_mine, may_plain = False, False
    for k in range(before.shape[1]):
        if before_bits[now, k >> 6] & after_bits[last, k >> 6] & np.uint64(1) << np.uint64(k & 63):
            mines = spare - k
            mined += before[now, k] * after[last, k] * mines
            plain += before[now, k] * after[last, k] * (untouched - mines)
            may_mine |= mines > 0
            may_plain |= mines < untouched
    rest[0] = mined if may_mine else np.nan
    rest[1] = plain if may_plain else np.nan
    return PAST_FLOATS if mined + plain < LEAST and untouched else SOLVED


@inlined
def _add_less(of: int, to: int, by: int, bits: Words) -> None:
    """Add to a set, a row of bits, the members of another row, each less `by`; those below 0 fall out."""
    words, within = by >> 6, np.uint64(by & 63)
    for at in range(bits.shape[1] - words):
        bits[to, at] |= bits[of, at + words] >> within
        if within and at + words + 1 < bits.shape[1]:
            bits[to, at] |= bits[of, at + words + 1] << np.uint64(64) - within


@inlined
def _add_more(now: int, by: int, bits: Words) -> None:
    """Add to the other row of two the members of one row, each more by `by`; none falls out."""
    for at in range(by >> 6, bits.shape[1]):
        bits[1 - now, at] |= _moved(now, at, by, bits)


@inlined
def _meet(now: int, other: int, by: int, bits: Words, others: Words) -> bool:
    """Whether a member of a row, more by `by`, is a member of a row of other sets."""
    for at in range(by >> 6, bits.shape[1]):  # noqa: SIM110  # compiled code has no generators
        if _moved(now, at, by, bits) & others[other, at]:
            return True
    return False


@inlined
def _moved(row: int, at: int, by: int, bits: Words) -> np.uint64:
    """Word `at` of a row of bits whose members are all more by `by`."""
    source, within = at - (by >> 6), np.uint64(by & 63)
    moved = bits[row, source] << within
    if within and source:
        moved |= bits[row, source - 1] >> np.uint64(64) - within
    return np.uint64(moved)
