"""The model: a view as facts and a network of exact sums over groups of alike covered cells.

The words: a *sum* says how many mines lie in some groups together; it starts as a clue. A *group* is
the covered cells that the same clues touch, so only the number of mines in it matters. A *component*
is groups that sums tie together: components share no sum and are solved one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from logicsweep.boards.board import COVERED, FLAG, View
from logicsweep.boards.cells import components
from logicsweep.csp.planes import casual_on_grid
from logicsweep.csp.propagation import alike, casual_facts, compare_sums

_PLANES_FROM = 200  # cells


class Sum(NamedTuple):
    """The `groups` (indices into a component's groups) hold `need` mines together."""

    groups: tuple[int, ...]
    need: int


class Component(NamedTuple):
    """Groups (of cell indices) that sums tie together; its value says all there is to solve.

    >>> Component(((4,), (5, 6)), (Sum((0, 1), 1),)).sizes
    (1, 2)
    """

    groups: tuple[tuple[int, ...], ...]
    sums: tuple[Sum, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cells each group has."""
        return tuple([len(group) for group in self.groups])

    @property
    def cells(self) -> tuple[int, ...]:
        """The indices of its cells, group after group."""
        return tuple([cell for group in self.groups for cell in group])

    def sums_of(self) -> list[list[int]]:
        """For each group the sums (indices) that it is in, ascending."""
        table: list[list[int]] = [[] for _ in self.groups]
        for number, (groups, _) in enumerate(self.sums):
            for group in groups:
                table[group].append(number)
        return table


class Network(NamedTuple):
    """A view after propagation: what cheap reasoning finds, and what is left to solve.

    `safe` and `mines` are cell indices in the order found; `untouched` are the covered cells that no
    clue touches, tied only to the mine total.
    """

    safe: tuple[int, ...]
    mines: tuple[int, ...]
    components: tuple[Component, ...]
    untouched: tuple[int, ...]


def model(view: View, trust_flags: bool = False) -> Network:
    """The network of a view: the two casual rules, then comparing sums, then components.

    Flags are a player's claims: they count as covered cells, or as mines with `trust_flags`.
    Raises `Clash` when this much shows that no layout exists. The mine total is not used.

    >>> network = model(View.parse('''
    ... 01##
    ... 02##
    ... 01##
    ... '''))
    >>> sorted(network.safe), sorted(network.mines), network.components, sorted(network.untouched)
    ([6], [2, 10], (), [3, 7, 11])
    """
    found = _by_planes(view, trust_flags) or _by_queue(view, trust_flags)
    groups = alike(found.around)
    decided, parts = split_up(list(groups.values()), groups, found.needs)
    return Network(
        (*found.safe, *[cell for cell, mine in decided.items() if not mine]),
        (*found.mines, *[cell for cell, mine in decided.items() if mine]),
        parts,
        tuple(found.bare),
    )


class _Casual(NamedTuple):
    """What the casual rules leave: cells decided, what is around each clue that needs more, all else."""

    safe: Collection[int]
    mines: Collection[int]
    around: list[set[int]]
    needs: list[int]
    bare: Collection[int]


def _by_planes(view: View, trust_flags: bool) -> _Casual | None:
    """On all cells at once, where that is quicker: on grids that are not small."""
    graph, marks = view.graph, view.marks
    if graph.kind != "grid" or graph.shape is None or len(marks) < _PLANES_FROM:
        return None
    found = casual_on_grid(graph.shape, marks, trust_flags)
    if found is None:
        return None
    neighbours, unknown, mines = graph.neighbours, set(found.open), set(found.mines)
    around = [unknown.intersection(neighbours[clue]) for clue in found.clues]
    needs = [marks[clue] - len(mines.intersection(neighbours[clue])) for clue in found.clues]
    return _Casual(found.safe, found.mines, around, needs, found.bare)


def _by_queue(view: View, trust_flags: bool) -> _Casual:
    marks = view.marks
    covered = {i for i, mark in enumerate(marks) if mark == COVERED}
    flagged: set[int] = set()
    if FLAG in marks:
        flagged = {i for i, mark in enumerate(marks) if mark == FLAG}
        if not trust_flags:
            covered |= flagged
            flagged = set()
    facts, around, need = casual_facts(view.graph.neighbours, marks, covered, flagged)
    return _Casual(
        [cell for cell, mine in facts.items() if not mine],
        [*flagged, *[cell for cell, mine in facts.items() if mine]],
        list(around.values()),
        [need[clue] for clue in around],
        covered.difference(facts, *around.values()),
    )


def split_up(
    cells: Sequence[Sequence[int]], sums_of: Iterable[Iterable[int]], needs: list[int]
) -> tuple[dict[int, int], tuple[Component, ...]]:
    """Compare the sums over some groups of cells: what that decides, and the components that are left.

    `sums_of` gives the sums (indices into `needs`) that each group is in. `needs` is used up.
    """
    sums: list[set[int]] = [set() for _ in needs]
    for group, numbers in enumerate(sums_of):
        for number in numbers:
            sums[number].add(group)
    decided = compare_sums([len(group) for group in cells], sums, needs)
    facts = {cell: mine for group, mine in decided.items() for cell in cells[group]}
    return facts, connected(cells, sums, needs)


def connected(
    cells: Sequence[Sequence[int]], sums: Sequence[set[int]], needs: Sequence[int]
) -> tuple[Component, ...]:
    """The connected parts of a network, each as a value that depends on its content alone."""
    touching: dict[int, list[int]] = {}
    for number, groups in enumerate(sums):
        for group in groups:
            touching.setdefault(group, []).append(number)
    parts = components(
        [number for number, groups in enumerate(sums) if groups],
        lambda number: [other for group in sums[number] for other in touching[group]],
    )
    return tuple([_component(numbers, cells, sums, needs) for numbers in parts])


def _component(
    numbers: Sequence[int], cells: Sequence[Sequence[int]], sums: Sequence[set[int]], needs: Sequence[int]
) -> Component:
    """The component of some sums and of all their groups."""
    groups = sorted(set[int]().union(*[sums[number] for number in numbers]))
    local = {group: i for i, group in enumerate(groups)}
    own = [Sum(tuple(sorted([local[g] for g in sums[number]])), needs[number]) for number in numbers]
    return Component(tuple([tuple(cells[g]) for g in groups]), tuple(sorted(own)))


def join(components: Sequence[Component], untouched: tuple[int, ...], mines: int | None) -> Component:
    """Components and untouched cells as one component; `mines` in all, where given, are one more sum."""
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
