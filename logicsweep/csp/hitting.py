"""Smallest hitting sets: the fewest members that leave no set of a family without one.

Sets are bit masks: member i is bit i. Small families only; the problem is NP-hard (Karp, 1972).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from logicsweep.csp.budget import Budget


def smallest_hitting_set(sets: Iterable[int], budget: Budget, least: int = 0) -> int:
    """The mask of a smallest set that shares a member with each of `sets`, none of which is empty.

    `least`: a size that is known to be needed. The search deepens from there, so the first one found is
    smallest; low members come first. A step is a set looked at. Raises `OutOfSteps` past the budget.

    >>> bin(smallest_hitting_set([0b0011, 0b0110, 0b1100], Budget(100)))
    '0b101'
    """
    parts = list(_apart(_without_supersets(sets)))
    found = 0
    for part in parts:
        size = max(_packed(part), least if len(parts) == 1 else 1)
        while (hit := _hit(part, size, budget)) is None:
            size += 1
        found |= hit
    return found


def _apart(family: list[int]) -> Iterator[list[int]]:
    """The family in parts without a common member: each is hit on its own."""
    parts: list[tuple[int, list[int]]] = []
    for one in family:
        union, together, others = one, [one], []
        for met, part in parts:
            if met & one:
                union |= met
                together += part
            else:
                others.append((met, part))
        parts = [*others, (union, together)]
    for _, part in parts:
        yield _by_size(part)


def members(mask: int) -> Iterator[int]:
    """The members of a mask, ascending.

    >>> list(members(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def lower_half(mask: int) -> int:
    """The lower half of a mask's members.

    >>> bin(lower_half(0b11011))
    '0b11'
    """
    numbers = list(members(mask))
    return sum([1 << number for number in numbers[: len(numbers) // 2]])


def _without_supersets(sets: Iterable[int]) -> list[int]:
    """The sets that contain no other one, small ones first: who hits those hits all."""
    kept: list[int] = []
    for one in _by_size(set(sets)):
        if not any(other & one == other for other in kept):
            kept.append(one)
    return kept


def _by_size(sets: Iterable[int]) -> list[int]:
    return sorted(sets, key=lambda mask: (mask.bit_count(), mask))


def _packed(family: Sequence[int]) -> int:
    """How many disjoint sets a greedy choice finds, small ones first: so many members are needed."""
    met = count = 0
    for one in family:
        if not one & met:
            met |= one
            count += 1
    return count


def _hit(family: list[int], size: int, budget: Budget) -> int | None:
    """A hitting set of at most `size` members: branch on the smallest set, each member ruled out in turn."""
    if not family:
        return 0
    budget.spend(len(family))
    if _packed(family) > size:
        return None
    chosen, ruled_out = family[0], 0
    for member in members(chosen):
        bit = 1 << member
        rest = [one & ~ruled_out for one in family if not one & bit]
        if all(rest):
            found = _hit(_by_size(rest), size - 1, budget)
            if found is not None:
                return found | bit
        ruled_out |= bit
    return None
