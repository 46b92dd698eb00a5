"""The model: a view as facts and a network of exact sums over groups of alike covered cells.

A *sum* says how many mines some groups hold together; it starts as a clue. A *group* is the covered cells
that the same clues touch, so only the number of mines in it matters. A *component* is a set of groups that
sums connect; components share no sum and are solved one by one.

Cheap reasoning comes first: the two casual rules (with a queue of the clues that see a new fact), then
comparing sums in pairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from logicsweep.boards.board import FLAG, SAFE, View
from logicsweep.boards.cells import components
from logicsweep.csp.sums import CellSum, sum_left
from logicsweep.errors import Clash


def holders(lists: Iterable[Iterable[int]], count: int) -> list[list[int]]:
    """For each number below `count`, the indices of the lists that contain it, ascending.

    >>> holders([[0, 2], [2]], 3)
    [[0], [], [0, 1]]
    """
    found: list[list[int]] = [[] for _ in range(count)]
    for at, numbers in enumerate(lists):
        for number in numbers:
            found[number].append(at)
    return found


class Sum(NamedTuple):
    """The `groups` (indices into a component's groups) hold `need` mines together."""

    groups: tuple[int, ...]
    need: int


class Component(NamedTuple):
    """Groups (of cell indices) connected by sums: a problem of its own."""

    groups: tuple[tuple[int, ...], ...]
    sums: tuple[Sum, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of cells in each group."""
        return tuple([len(group) for group in self.groups])

    @property
    def cells(self) -> tuple[int, ...]:
        """The indices of its cells, group after group."""
        return tuple([cell for group in self.groups for cell in group])

    def sums_of(self) -> list[list[int]]:
        """For each group, the indices of its sums, ascending."""
        return holders([groups for groups, _ in self.sums], len(self.groups))


class Network(NamedTuple):
    """A view after propagation: the cells that cheap reasoning decides, and the components left to solve.

    `safe` and `mines` are cell indices in any order; `untouched` are the covered cells that no clue touches,
    ascending: only the mine total concerns them.
    """

    safe: tuple[int, ...]
    mines: tuple[int, ...]
    components: tuple[Component, ...]
    untouched: tuple[int, ...]


def model(view: View) -> Network:
    """The network of a view: the two casual rules, then comparing sums, then components.

    Flags are mines (see `Position.trusted`); the mine total is not used. Raises `Clash` if this already shows
    that no layout exists.

    >>> network = model(View.parse('''
    ... 01##
    ... 02##
    ... 01##
    ... '''))
    >>> sorted(network.safe), sorted(network.mines), network.components, network.untouched
    ([6], [2, 10], (), (3, 7, 11))
    """
    neighbours, marks = view.graph.neighbours, [*view.marks]
    found: dict[bool, list[int]] = {False: [], True: [*view.flags]}
    sums: dict[int, CellSum] = {}
    queue = {clue for clue, mark in enumerate(marks) if mark >= 0}
    while queue:
        clue = queue.pop()
        cells, need = left = sum_left(marks, neighbours[clue], marks[clue])
        if 0 < need < len(cells):
            sums[clue] = left
            continue
        sums.pop(clue, None)
        if need not in (0, len(cells)):
            raise Clash
        found[need > 0].extend(cells)
        for cell in cells:
            marks[cell] = FLAG if need else SAFE
            queue.update(sums.keys() & neighbours[cell])  # the others have no covered cell left
    clues = [sums[clue] for clue in sorted(sums)]
    groups = group_alike([cells for cells, _ in clues])
    decided, parts = split_up(list(groups.values()), groups, [need for _, need in clues])
    return Network(
        (*found[False], *[cell for cell, mine in decided.items() if not mine]),
        (*found[True], *[cell for cell, mine in decided.items() if mine]),
        parts,
        tuple(sorted({*view.covered}.difference(*found.values(), *[cells for cells, _ in clues]))),
    )


def split_up(
    cells: Sequence[Sequence[int]], sums_of: Iterable[Iterable[int]], needs: list[int]
) -> tuple[dict[int, int], tuple[Component, ...]]:
    """Compare the sums over some groups of cells: the cells that this decides, and the components left.

    `sums_of` gives for each group the indices of its sums in `needs`, which this function changes.
    """
    sums = [*map(set, holders(sums_of, len(needs)))]
    decided = _Comparison([len(group) for group in cells], sums, needs).decided
    facts = {cell: mine for group, mine in decided.items() for cell in cells[group]}
    return facts, connected_components(cells, sums, needs)


def connected_components(
    cells: Sequence[Sequence[int]], sums: Sequence[set[int]], needs: Sequence[int]
) -> tuple[Component, ...]:
    """The connected components of a network, each a value that depends only on its content."""
    touching = holders(sums, len(cells))
    parts = components(
        [number for number, groups in enumerate(sums) if groups],
        lambda number: [other for group in sums[number] for other in touching[group]],
    )
    return tuple([_make_component(numbers, cells, sums, needs) for numbers in parts])


def _make_component(
    numbers: Sequence[int], cells: Sequence[Sequence[int]], sums: Sequence[set[int]], needs: Sequence[int]
) -> Component:
    groups = sorted(set[int]().union(*[sums[number] for number in numbers]))
    local = {group: i for i, group in enumerate(groups)}
    own = [Sum(tuple(sorted([local[g] for g in sums[number]])), needs[number]) for number in numbers]
    return Component(tuple([tuple(cells[g]) for g in groups]), tuple(sorted(own)))


def join(components: Sequence[Component], untouched: tuple[int, ...], mines: int | None) -> Component:
    """Join components and untouched cells into one component; `mines`, if given, adds a sum over all."""
    groups: list[tuple[int, ...]] = []
    sums: list[Sum] = []
    for component in components:
        sums += [Sum(tuple([g + len(groups) for g in one.groups]), one.need) for one in component.sums]
        groups += component.groups
    if untouched:
        groups.append(untouched)
    if mines is not None:
        sums.append(Sum(tuple(range(len(groups))), mines))
    return Component(tuple(groups), tuple(sums))


def group_alike(around: Iterable[Iterable[int]]) -> dict[tuple[int, ...], list[int]]:
    """Group cells by the indices of their sums: cells with the same sums form one group.

    >>> group_alike([{4, 5, 6}, {6, 7}])
    {(0,): [4, 5], (0, 1): [6], (1,): [7]}
    """
    touching, groups = defaultdict[int, list[int]](list), defaultdict[tuple[int, ...], list[int]](list)
    for number, cells in enumerate(around):
        for cell in cells:
            touching[cell].append(number)
    for cell in sorted(touching):
        groups[tuple(touching[cell])].append(cell)
    return dict(groups)


class _Comparison:
    """Compares sums that share groups, and changes `sums` and `needs` in place.

    Two sums a and b bound the number of their common mines from both sides. If the bounds meet, the pair
    becomes three disjoint sums: common, only a, only b. This covers the subset rule and the rule that
    compares two clues, and leaves a sparser network. Every split shortens the sums, so this ends.
    """

    def __init__(self, sizes: Sequence[int], sums: list[set[int]], needs: list[int]) -> None:
        """Compare all; `decided` maps groups to 1 (mines) or 0 (safe). `Clash` if a sum cannot hold."""
        self.sizes, self.sums, self.needs = sizes, sums, needs
        self.sums_of = [*map(set, holders(sums, len(sizes)))]
        self.total = [sum([sizes[g] for g in groups]) for groups in sums]
        self.decided: dict[int, int] = {}
        self.queue = dict.fromkeys(range(len(sums)))  # sums that changed
        total = self.total
        while self.queue:
            a, _ = self.queue.popitem()
            if needs[a] == 0:
                self.decide(self.sums[a], 0)
            elif needs[a] == total[a]:
                self.decide(self.sums[a], 1)
            elif 0 < needs[a] < total[a]:
                self.compare(a)
            else:
                raise Clash

    def decide(self, groups: set[int], mine: int) -> None:
        """Remove groups of mines (1) or safe cells (0) from their sums."""
        for group in list(groups):
            self.decided[group] = mine
            size = self.sizes[group]
            for number in self.sums_of[group]:
                self.sums[number].discard(group)
                self.total[number] -= size
                self.needs[number] -= mine * size
                self.queue[number] = None

    def compare(self, a: int) -> None:
        """Split a sum and the first other whose bounds on their common mines meet."""
        needs, total = self.needs, self.total
        for b, size in self.count_shared_cells(a).items():
            most = min(size, needs[a], needs[b])
            least = max(needs[a] - total[a], needs[b] - total[b]) + size
            if least >= most or not most:
                if max(least, 0) > most:
                    raise Clash
                self.split(a, b, size, most)
                self.queue[a] = None
                return

    def count_shared_cells(self, a: int) -> dict[int, int]:
        """How many cells a sum shares with each other sum; sums in the queue get their own turn later."""
        sizes, sums_of, queue = self.sizes, self.sums_of, self.queue
        shared: dict[int, int] = {}
        for group in self.sums[a]:
            for b in sums_of[group]:
                if b not in queue:
                    shared[b] = shared.get(b, 0) + sizes[group]
        del shared[a]
        return shared

    def split(self, a: int, b: int, shared: int, mines: int) -> None:
        """Split two sums that share cells, with `mines` mines there, into up to three disjoint sums."""
        both = self.sums[a] & self.sums[b]
        within = [a, b] if shared == self.total[a] else [b, a] if shared == self.total[b] else []
        if within:  # the inner one of nested sums stays: it is the common part
            drop = within[1:]
        else:
            drop = [a, b]
            self.add_sum(both, mines, shared)
        for number in drop:
            self.sums[number] -= both
            self.needs[number] -= mines
            self.total[number] -= shared
            self.queue[number] = None
            for group in both:
                self.sums_of[group].discard(number)

    def add_sum(self, groups: set[int], mines: int, cells: int) -> None:
        number = len(self.sums)
        for group in groups:
            self.sums_of[group].add(number)
        self.queue[number] = None
        self.sums.append(set(groups))
        self.needs.append(mines)
        self.total.append(cells)
