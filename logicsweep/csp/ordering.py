"""In which order to eliminate groups, so that few sums are open at a time.

A sum is open from its first group in the order to its last; the states of an elimination are what the
open sums still need. So the width of an order is a vertex separation (pathwidth), which is hard to
minimise: several greedy orders are made and scored (cf. Bodlaender, "A tourist guide through
treewidth", 1993; Dechter, "Bucket elimination", 1999).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log2

from logicsweep.boards.cells import reached
from logicsweep.csp.model import Component


def quick_order(component: Component) -> list[int]:
    """One greedy order, from a sum with few groups: always finish the open sum that lacks fewest."""
    sums = [groups for groups, _ in component.sums]
    return _finish_nearest(sums, component.sums_of(), min(range(len(sums)), key=lambda s: len(sums[s])))


def best_order(component: Component) -> list[int]:
    """The order that scores best among several: greedy ones from far ends, and sweeps along the index."""
    return min(_candidates(component), key=lambda order: score(component, order))


def score(component: Component, order: list[int]) -> float:
    """An estimate of the states of an elimination: what the open sums may need, summed over the order."""
    left = [sum([len(component.groups[g]) for g in groups]) for groups, _ in component.sums]
    placed = [0] * len(left)
    width = [0.0] * len(left)
    states, open_width = 0.0, 0.0
    sums_of = component.sums_of()
    for group in order:
        size = len(component.groups[group])
        for number in sums_of[group]:
            need = component.sums[number].need
            left[number] -= size
            placed[number] += size
            now = log2(1 + min(need, placed[number]) - max(0, need - left[number]))
            open_width += now - width[number]
            width[number] = now
        states += 2.0 ** (0.7 * open_width)
    return states


def _candidates(component: Component) -> Iterator[list[int]]:
    sums = [groups for groups, _ in component.sums]
    sums_of = component.sums_of()
    for start in _far_ends(sums, sums_of):
        yield _finish_nearest(sums, sums_of, start)
        yield _open_fewest(sums, sums_of, start)
    yield list(range(len(sums_of)))


def _far_ends(sums: list[tuple[int, ...]], sums_of: list[list[int]]) -> list[int]:
    """A few sums at the rim of the component: the last of a breadth-first walk, again and again."""
    ends = [0]
    for _ in range(4):
        walk = reached([ends[-1]], lambda number: [other for g in sums[number] for other in sums_of[g]])
        if walk[-1] in ends:
            break
        ends.append(walk[-1])
    return ends[1:] or ends


def _finish_nearest(sums: list[tuple[int, ...]], sums_of: list[list[int]], start: int) -> list[int]:
    """Place all groups of the open sum that lacks fewest, and so on; the oldest first among equals."""
    lacks = [len(groups) for groups in sums]
    order: list[int] = []
    placed = [False] * len(sums_of)
    opened = {start: None}
    while opened:
        number = min(opened, key=lacks.__getitem__)
        del opened[number]
        for group in sums[number]:
            if not placed[group]:
                placed[group] = True
                order.append(group)
                for other in sums_of[group]:
                    lacks[other] -= 1
                    if other != number:
                        if lacks[other]:
                            opened[other] = None
                        else:
                            opened.pop(other, None)
    return order


def _open_fewest(sums: list[tuple[int, ...]], sums_of: list[list[int]], start: int) -> list[int]:
    """Place the group next to the open sums that opens fewest sums and closes most."""
    lacks = [len(groups) for groups in sums]
    full = list(lacks)
    order: list[int] = []
    front = dict.fromkeys(sums[start])

    def cost(group: int) -> float:
        return sum(
            [
                -1.0 if lacks[s] == 1 < full[s] else 1.0 if lacks[s] == full[s] > 1 else -0.01 / lacks[s]
                for s in sums_of[group]
            ]
        )

    placed = set[int]()
    while front:
        group = min(front, key=cost)
        del front[group]
        placed.add(group)
        order.append(group)
        for number in sums_of[group]:
            if lacks[number] == full[number]:
                front.update(dict.fromkeys([g for g in sums[number] if g not in placed]))
            lacks[number] -= 1
    return order
