"""Cheap reasoning before any search: the two casual rules by a queue, then comparing sums in pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from logicsweep.errors import LogicsweepError

Around = dict[int, set[int]]
"""For each clue (cell index) the covered cells around it that are still undecided."""


class Clash(LogicsweepError):
    """Propagation or search met sums that no layout satisfies; a caller of the public functions gets the
    `Contradiction` that names them."""

    def __init__(self) -> None:
        """It has no particulars."""
        super().__init__("the clues, or the clues and the mine total, have no layout")


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

    >>> sums, needs = [{0, 1}, {1, 2}], [1, 2]  # of three cells: one mine in the first two, two in the last
    >>> sorted(compare_sums([1, 1, 1], sums, needs).items())
    [(0, 0), (1, 1), (2, 1)]
    """
    comparing = _Comparing(sizes, sums, needs)
    comparing.until_nothing_changes()
    return comparing.decided


class _Comparing:
    """Sums while they are compared: which changed and are to be looked at again, and groups decided."""

    def __init__(self, sizes: Sequence[int], sums: list[set[int]], needs: list[int]) -> None:
        self.sizes, self.sums, self.needs = sizes, sums, needs
        self.sums_of: list[set[int]] = [set() for _ in sizes]
        for number, groups in enumerate(sums):
            for group in groups:
                self.sums_of[group].add(number)
        self.total = [sum([sizes[g] for g in groups]) for groups in sums]
        self.decided: dict[int, int] = {}
        self.queue = dict.fromkeys(range(len(sums)))

    def until_nothing_changes(self) -> None:
        """Look at each sum that changed; raises `Clash` where one cannot hold."""
        queue, needs, total = self.queue, self.needs, self.total
        while queue:
            a, _ = queue.popitem()
            if needs[a] == 0:
                self.decide(self.sums[a], 0)
            elif needs[a] == total[a]:
                self.decide(self.sums[a], 1)
            elif 0 < needs[a] < total[a]:
                self.compare(a)
            else:
                raise Clash

    def decide(self, groups: set[int], mine: int) -> None:
        """All of these groups are mines (1) or safe (0): take them out of their sums."""
        for group in list(groups):
            self.decided[group] = mine
            size = self.sizes[group]
            for number in self.sums_of[group]:
                self.sums[number].discard(group)
                self.total[number] -= size
                self.needs[number] -= mine * size
                self.queue[number] = None

    def compare(self, a: int) -> None:
        """Split a sum from the first other whose bounds on their common mines meet."""
        needs, total = self.needs, self.total
        for b, size in self.shared(a).items():
            most = min(size, needs[a], needs[b])
            least = max(needs[a] - total[a], needs[b] - total[b]) + size
            if least >= most or not most:
                if max(least, 0) > most:
                    raise Clash
                self.split(a, b, size, most)
                self.queue[a] = None
                return

    def shared(self, a: int) -> dict[int, int]:
        """How many cells a sum shares with each other one; one in the queue meets it when its turn comes."""
        sizes, sums_of, queue = self.sizes, self.sums_of, self.queue
        shared: dict[int, int] = {}
        for group in self.sums[a]:
            for b in sums_of[group]:
                if b not in queue:
                    shared[b] = shared.get(b, 0) + sizes[group]
        del shared[a]
        return shared

    def split(self, a: int, b: int, shared: int, mines: int) -> None:
        """Two sums with so many common cells, which hold so many mines, become up to three apart."""
        both = self.sums[a] & self.sums[b]
        within = [a, b] if shared == self.total[a] else [b, a] if shared == self.total[b] else []
        if within:  # one lies within the other: it stays and is the common part
            drop = within[1:]
        else:
            drop = [a, b]
            self.add(both, mines, shared)
        for number in drop:
            self.sums[number] -= both
            self.needs[number] -= mines
            self.total[number] -= shared
            self.queue[number] = None
            for group in both:
                self.sums_of[group].discard(number)

    def add(self, groups: set[int], mines: int, cells: int) -> None:
        """One more sum, to be looked at."""
        number = len(self.sums)
        for group in groups:
            self.sums_of[group].add(number)
        self.queue[number] = None
        self.sums.append(set(groups))
        self.needs.append(mines)
        self.total.append(cells)
