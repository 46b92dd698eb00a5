"""Clues of which some may be broken: what a layout breaks that satisfies given ones.

A layout of all clues, as far as there is one, is kept. To satisfy a few clues and hold a cell otherwise,
only the groups around those clues change; then what that breaks is repaired, clue by clue, where a short
search finds a way. What is left broken is a correction set, and a small one.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from logicsweep.csp.budget import Budget, OutOfSteps
from logicsweep.csp.clues import Clue
from logicsweep.csp.hitting import members
from logicsweep.csp.model import Component, Sum, split_up
from logicsweep.csp.probing import Probe
from logicsweep.csp.propagation import Clash, alike
from logicsweep.csp.satisfying import layout

_FIRST = 20_000  # steps for the kept layout; then the SAT solver is asked
_EACH = 10_000  # for the clues asked about
_REPAIR = 60  # for one broken clue: a longer search costs more than the smaller set is worth


class _Pin(NamedTuple):
    """One cell of a group, whichever, held to be a mine (1) or safe (0)."""

    group: int
    cells: tuple[int, ...]
    mine: int

    @property
    def bounds(self) -> tuple[int, int, int]:
        """The group, and the fewest and most mines that it can then hold."""
        return (self.group, 1, len(self.cells)) if self.mine else (self.group, 0, len(self.cells) - 1)


class Relaxed:
    """Clues as sums over groups of alike cells, and a layout; bit i of a mask is the clue `clues[i]`."""

    def __init__(self, clues: Mapping[int, Clue]) -> None:
        """Looks for a layout of all clues, or else of many of them."""
        self.clues = tuple(clues)
        groups = alike([cells for cells, _ in clues.values()])
        self.cells = tuple([tuple(cells) for cells in groups.values()])
        self.group_of = {cell: group for group, cells in enumerate(self.cells) for cell in cells}
        touching: list[list[int]] = [[] for _ in clues]
        for group, numbers in enumerate(groups):
            for number in numbers:
                touching[number].append(group)
        self.sums = [Sum(tuple(own), clue.need) for own, clue in zip(touching, clues.values(), strict=True)]
        self.probe = Probe(Component(self.cells, tuple(self.sums)))
        try:
            self.probe.settle(_FIRST)
        except OutOfSteps:
            with suppress(Clash):
                self.probe.start(enumerate(layout(self.probe.component) or ()))
        self._repair(None, Budget(_FIRST))
        self.layout = tuple(self.probe.layout)

    def holds(self, chosen: int, pin: Clue | None, budget: Budget) -> bool:
        """Whether a layout satisfies the chosen clues and the pin, a sum of one cell that some clue touches.

        A step is a bound tightened, or a group of a network built. Raises `OutOfSteps`, also where this
        one layout takes more than its share.
        """
        return self._satisfied(chosen, self._pin(pin), budget) is not None

    def broken(self, chosen: int, pin: Clue | None, budget: Budget) -> int | None:
        """The clues that such a layout breaks, few if possible; None where there is none."""
        held = self._pin(pin)
        near = self._satisfied(chosen, held, budget)
        if near is None:
            return None
        self.probe.start(near.items())
        try:
            left = self._repair(held, budget)
        finally:
            self.probe.start(enumerate(self.layout))
        return sum([1 << number for number in left])

    def _pin(self, pin: Clue | None) -> _Pin | None:
        if pin is None:
            return None
        (cell,) = pin.cells
        group = self.group_of[cell]
        return _Pin(group, self.cells[group], pin.need)

    def _satisfied(self, chosen: int, pin: _Pin | None, budget: Budget) -> dict[int, int] | None:
        """The mines in the groups around some clues, near the kept layout where that is possible."""
        ties, needs = self._network(chosen, pin)
        budget.spend(len(ties) + 1)
        try:
            facts, components = split_up(list(ties), ties.values(), needs)
        except Clash:
            return None
        mines = dict.fromkeys([self.group_of[cells[0]] for cells in ties], 0)
        for cell, mine in facts.items():
            mines[self.group_of[cell]] += mine
        for component in components:
            layout = self._near(component, budget)
            if layout is None:
                return None
            for cells, held in zip(component.groups, layout, strict=True):
                mines[self.group_of[cells[0]]] += held
        return mines

    def _network(self, chosen: int, pin: _Pin | None) -> tuple[dict[tuple[int, ...], list[int]], list[int]]:
        """Groups of cells with the sums that they are in, and what those need."""
        ties: dict[tuple[int, ...], list[int]] = {}
        sums = [self.sums[number] for number in members(chosen)]
        for at, (groups, _) in enumerate(sums):
            for group in groups:
                ties.setdefault(self.cells[group], []).append(at)
        needs = [need for _, need in sums]
        if pin is not None:  # its cell leaves its group and is a sum of its own
            own = ties.pop(pin.cells, [])
            ties[pin.cells[:1]] = [*own, len(needs)]
            if own and pin.cells[1:]:
                ties[pin.cells[1:]] = own
            needs.append(pin.mine)
        return ties, needs

    def _near(self, component: Component, budget: Budget) -> list[int] | None:
        """A layout of a component, searched from the kept one."""
        probe = Probe(component)
        kept = [self.layout[self.group_of[cells[0]]] for cells in component.groups]
        probe.start(enumerate(map(min, kept, component.sizes)))
        try:
            return probe.layout if probe.settle(min(_EACH, budget.left)) else None
        finally:
            budget.spend(probe.steps)

    def _repair(self, pin: _Pin | None, budget: Budget) -> list[int]:
        """Satisfy broken clues, one after another, and keep the others; those for which none is found."""
        probe, before = self.probe, self.probe.steps
        broken = sorted(probe.broken)
        for number in broken:
            probe.ignore(number)
        left = [number for number in broken if not self._heeded(number, pin)]
        for number in left:
            probe.heed(number)
        budget.spend(probe.steps - before)
        return left

    def _heeded(self, number: int, pin: _Pin | None) -> bool:
        """Count a broken clue in again if a layout of all that count is found; else leave it out."""
        probe = self.probe
        with suppress(OutOfSteps):
            if probe.heed(number):
                group, low, high = pin.bounds if pin else (0, 0, len(self.cells[0]))
                if not probe.broken or probe.test(group, low, high, _REPAIR):
                    return True
        probe.ignore(number)
        return False


class Pinned(NamedTuple):
    """Relaxed clues with a pin, or without: the constraints of one search."""

    relaxed: Relaxed
    pin: Clue | None = None

    def holds(self, chosen: int, budget: Budget) -> bool:
        """See `Relaxed.holds`."""
        return self.relaxed.holds(chosen, self.pin, budget)

    def broken(self, chosen: int, budget: Budget) -> int | None:
        """See `Relaxed.broken`."""
        return self.relaxed.broken(chosen, self.pin, budget)
