"""Cheap reasoning before any search: the two casual rules by a queue, then comparing sums in pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Around = dict[int, set[int]]
"""For each clue (cell index) the covered cells around it that are still undecided."""


class Clash(Exception):  # internal: `Contradiction` is what a caller sees
    """Propagation or search met sums that no layout satisfies."""


def casual_facts(
    neighbours: Sequence[tuple[int, ...]], marks: Sequence[int], covered: set[int], mined: set[int]
) -> tuple[dict[int, int], Around, dict[int, int]]:
    """What the two casual rules find: cell -> 1 (mine) or 0 (safe); what is left around each clue; its need.

    A clue that needs no more mines makes the rest safe; a clue that needs them all makes the rest mines.
    A fact puts only the clues that see it back on the queue, so the work is linear in the board.
    """
    around: Around = {}
    need: dict[int, int] = {}
    for clue, mark in enumerate(marks):
        if mark >= 0:
            unknown = covered.intersection(neighbours[clue])
            missing = mark - len(mined.intersection(neighbours[clue])) if mined else mark
            if unknown or missing:
                around[clue] = unknown
                need[clue] = missing
    facts: dict[int, int] = {}
    queue = set(around)
    while queue:
        clue = queue.pop()
        unknown, missing = around[clue], need[clue]
        if missing == len(unknown):
            value = 1
        elif not missing:
            value = 0
        elif 0 < missing < len(unknown):
            continue
        else:
            raise Clash
        for cell in list(unknown):
            facts[cell] = value
            for other in neighbours[cell]:
                if other in around:
                    around[other].discard(cell)
                    need[other] -= value
                    queue.add(other)
    return facts, {clue: unknown for clue, unknown in around.items() if unknown}, need


def alike(around: Iterable[Iterable[int]]) -> dict[tuple[int, ...], list[int]]:
    """The cells by the sums (indices) that they are in, ascending: cells with the same sums are one group.

    >>> alike([{4, 5, 6}, {6, 7}])
    {(0,): [4, 5], (0, 1): [6], (1,): [7]}
    """
    touching: dict[int, list[int]] = {}
    for number, cells in enumerate(around):
        for cell in cells:
            if cell in touching:
                touching[cell].append(number)
            else:
                touching[cell] = [number]
    groups: dict[tuple[int, ...], list[int]] = {}
    for cell in sorted(touching):
        key = tuple(touching[cell])
        if key in groups:
            groups[key].append(cell)
        else:
            groups[key] = [cell]
    return groups


def compare_sums(sizes: Sequence[int], sums: list[set[int]], needs: list[int]) -> dict[int, int]:
    """Compare sums that share groups; change `sums` and `needs` in place; groups decided: 0, or 1 for mines.

    Two sums a and b bound the mines that they have in common from both sides. Where the bounds meet, the
    pair becomes three sums without overlap: common, only a, only b. That contains the subset rule and the
    rule that compares two clues, and it leaves a looser network. Every split shortens the sums, so it ends.
    """
    sums_of: list[set[int]] = [set() for _ in sizes]
    for number, groups in enumerate(sums):
        for group in groups:
            sums_of[group].add(number)
    total = [sum([sizes[g] for g in groups]) for groups in sums]
    decided: dict[int, int] = {}
    queue = dict.fromkeys(range(len(sums)))

    def decide(groups: set[int], mine: int) -> None:
        for group in list(groups):
            decided[group] = mine
            for number in sums_of[group]:
                sums[number].discard(group)
                total[number] -= sizes[group]
                needs[number] -= mine * sizes[group]
                queue[number] = None

    def split(a: int, b: int, shared: int, mines: int) -> None:
        both = sums[a] & sums[b]
        third = [a, b] if shared == total[a] else [b, a] if shared == total[b] else []
        if third:  # one lies within the other: it stays and is the common part
            drop = third[1:]
        else:
            drop = [a, b]
            for group in both:
                sums_of[group].add(len(sums))
            queue[len(sums)] = None
            sums.append(set(both))
            needs.append(mines)
            total.append(shared)
        for number in drop:
            sums[number] -= both
            needs[number] -= mines
            total[number] -= shared
            queue[number] = None
            for group in both:
                sums_of[group].discard(number)

    while queue:
        a, _ = queue.popitem()
        if needs[a] == 0:
            decide(sums[a], 0)
        elif needs[a] == total[a]:
            decide(sums[a], 1)
        elif 0 < needs[a] < total[a]:
            shared: dict[int, int] = {}
            for group in sums[a]:
                for b in sums_of[group]:
                    if b not in queue:  # a sum in the queue meets this one when its turn comes
                        shared[b] = shared.get(b, 0) + sizes[group]
            del shared[a]
            for b, size in shared.items():
                most = min(size, needs[a], needs[b])
                least = max(needs[a] - total[a], needs[b] - total[b]) + size
                if least >= most or not most:
                    if max(least, 0) > most:
                        raise Clash
                    split(a, b, size, most)
                    queue[a] = None
                    break
        else:
            raise Clash
    return decided
