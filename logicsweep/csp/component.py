"""One component, settled: count it at once, or first take out what the SAT solver finds forced."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from typing import NamedTuple

from logicsweep.csp.elimination import Table, tabulate
from logicsweep.csp.model import Component, split_up
from logicsweep.csp.ordering import best_order, quick_order
from logicsweep.csp.sat import backbone
from logicsweep.errors import TooWide

STATES = 2_000_000
"""States that the elimination of one component may meet, unless a caller says otherwise."""
AT_ONCE = 2_000
"""States within which the first order will do: ordinary components take dozens."""


class Part(NamedTuple):
    """A component and its table; without one it was too wide, and `undecided` are the groups left open.

    `forced` holds what search decided in a part without a table: group -> 1 (mines) or 0 (safe).
    """

    component: Component
    table: Table | None
    forced: dict[int, int] = {}  # noqa: RUF012  # never changed
    undecided: tuple[int, ...] = ()

    @property
    def facts(self) -> dict[int, int]:
        """The cells that search decided: 1 a mine, 0 safe."""
        groups = self.component.groups
        return {cell: mine for group, mine in self.forced.items() for cell in groups[group]}

    @property
    def open_cells(self) -> list[int]:
        """The cells of the undecided groups."""
        return [cell for group in self.undecided for cell in self.component.groups[group]]


class Settled(NamedTuple):
    """What a component comes to: cells that its sums force (1: mine, 0: safe), and the parts left."""

    facts: dict[int, int]
    parts: tuple[Part, ...]


Count = Callable[[Component, bool, int], Table]
"""Counts a component, by mines or not, within so many states: `eliminate`, or `search.enumerate_layouts`."""
Cache = MutableMapping[tuple[object, ...], Settled]
"""Settled components by content: hand the same dict to later calls, and only changed ones are solved."""


def eliminate(component: Component, by_mines: bool, states: int) -> Table:
    """Count by elimination: along a quick order while that is narrow, else along the best of several."""
    try:
        return tabulate(component, quick_order(component), by_mines, min(states, AT_ONCE))
    except TooWide:
        if states <= AT_ONCE:
            raise
        return tabulate(component, best_order(component), by_mines, states)


def settle(
    component: Component,
    by_mines: bool,
    states: int = STATES,
    count: Count = eliminate,
    cache: Cache | None = None,
) -> Settled:
    """Settle a component, or take what an earlier call with the same content found in `cache`."""
    if cache is None:
        return _settle(component, by_mines, states, count)
    key = (component, by_mines, states, count)
    found = cache.get(key)
    if found is None:
        found = cache[key] = _settle(component, by_mines, states, count)
    return found


def _settle(component: Component, by_mines: bool, states: int, count: Count) -> Settled:
    try:
        table = count(component, by_mines, min(states, AT_ONCE))
        return Settled({}, (Part(component, table),))
    except TooWide:
        found = backbone(component)
    if found is None:
        return Settled({}, (_count(component, by_mines, states, count, set(component.cells)),))
    facts, parts = simplify(component, found.forced)
    left = {cell for group in found.open for cell in component.groups[group]}
    return Settled(facts, tuple([_count(part, by_mines, states, count, left) for part in parts]))


def _count(component: Component, by_mines: bool, states: int, count: Count, undecided: set[int]) -> Part:
    """A part counted; where it is too wide, with the groups of undecided cells named."""
    try:
        return Part(component, count(component, by_mines, states))
    except TooWide:
        left = [group for group, cells in enumerate(component.groups) if cells[0] in undecided]
        return Part(component, None, {}, tuple(left))


def decide(component: Component) -> Part:
    """The forced groups of a component that is not to be counted."""
    found = backbone(component)
    if found is None:
        return Part(component, None, {}, tuple(range(len(component.groups))))
    return Part(component, None, found.forced, found.open)


def simplify(component: Component, forced: Mapping[int, int]) -> tuple[dict[int, int], tuple[Component, ...]]:
    """Substitute forced groups (1: all mines, 0: safe), and compare the sums again."""
    groups, sums_of = component.groups, component.sums_of()
    needs = [need for _, need in component.sums]
    facts = {}
    for group, mine in forced.items():
        facts.update(dict.fromkeys(groups[group], mine))
        for number in sums_of[group]:
            needs[number] -= mine * len(groups[group])
    left = [g for g in range(len(groups)) if g not in forced]
    more, parts = split_up([groups[g] for g in left], [sums_of[g] for g in left], needs)
    return facts | more, parts
