"""Which cells a component's sums force, by trying: look for a layout in which the cell is otherwise.

A layout is kept and repaired. To test a cell its value is flipped and fixed, bounds are propagated, and
then only sums that the kept layout breaks are branched on, toward what they need. So a test costs what
changes, not the size of the component, and each layout found answers for every cell that it shows the
other way (the backbone of a formula, with the phases of the last model saved; cf. Janota, Lynce and
Marques-Silva, "Algorithms for computing backbones of propositional formulae", 2015). Bounds on sums
are propagated as in Apt, "Principles of Constraint Programming", 2003, chapter 6.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from typing import NamedTuple

from logicsweep.csp.budget import OutOfSteps
from logicsweep.csp.model import Component
from logicsweep.csp.propagation import Clash


class Backbone(NamedTuple):
    """What a component forces: group -> 1 (all mines) or 0 (all safe); a layout; groups not decided.

    `layout[g]` is a number of mines for each group that satisfies every sum. `open` is empty unless
    the budget of steps ran out.
    """

    forced: dict[int, int]
    layout: tuple[int, ...]
    open: tuple[int, ...]


def backbone(component: Component, steps: int = 1_000_000, each: int = 20_000) -> Backbone:
    """Every group that is all mines, or all safe, in each layout of a component.

    `steps` bounds the bounds tightened in all tests together, `each` those in one. Raises `Clash` when there
    is no layout and `OutOfSteps` when not even a first one is found.

    >>> from logicsweep.csp.model import Sum
    >>> backbone(Component(((1,), (2,), (3,)), (Sum((0, 1), 1), Sum((1, 2), 2))))
    Backbone(forced={0: 0, 1: 1, 2: 1}, layout=(0, 1, 1), open=())
    """
    probe = Probe(component)
    if not probe.settle(steps):
        raise Clash
    sizes = component.sizes
    mined, safe = [False] * len(sizes), [False] * len(sizes)
    forced: dict[int, int] = {}
    undecided = []

    def learn() -> None:
        for group, mines in enumerate(probe.layout):
            if mines:
                mined[group] = True
            if mines < sizes[group]:
                safe[group] = True

    learn()
    for group, size in enumerate(sizes):
        for low, high, met, otherwise in ((1, size, mined, 0), (0, size - 1, safe, 1)):
            if met[group]:
                continue
            try:
                if probe.test(group, low, high, min(each, steps - probe.steps)):
                    learn()
                else:
                    forced[group] = otherwise
                    probe.fix(group, otherwise * size)
            except OutOfSteps:
                undecided.append(group)
    return Backbone(forced, tuple(probe.layout), tuple(dict.fromkeys(undecided)))


class Probe:
    """A component under test: bounds of each group, a kept layout, and a trail to take bounds back."""

    def __init__(self, component: Component) -> None:
        """All bounds wide open, and no mine anywhere."""
        self.sums = component.sums
        self.sums_of = component.sums_of()
        self.low = [0] * len(component.groups)
        self.high = list(component.sizes)
        self.layout = [0] * len(component.groups)
        self.lacks = [need for _, need in component.sums]
        self.broken = {number for number, need in enumerate(self.lacks) if need}
        self.least = [0] * len(component.sums)
        self.most = [sum([self.high[g] for g in groups]) for groups, _ in component.sums]
        self.widest = [max([self.high[g] for g in groups]) for groups, _ in component.sums]
        self.trail: list[tuple[int, int, int]] = []
        self.steps = 0
        self.limit = 0

    def settle(self, steps: int) -> bool:
        """Repair the kept layout within the bounds; False when there is no layout there."""
        self.limit = self.steps + steps
        within = all(0 <= need <= most for (_, need), most in zip(self.sums, self.most, strict=True))
        mark = len(self.trail)
        try:
            return within and self._search()
        finally:
            self._undo(mark)

    def test(self, group: int, low: int, high: int, steps: int) -> bool:
        """Whether a layout has the group within these bounds; then it is the layout kept."""
        self.limit = self.steps + steps
        kept, mark = list(self.layout), len(self.trail)
        found = False
        try:
            found = self._narrow(group, low, high) and self._search()
        finally:
            self._undo(mark)
            if not found:
                for other, mines in enumerate(kept):
                    self._place(other, mines)
        return found

    def start(self, layout: Iterable[tuple[int, int]]) -> None:
        """Keep these numbers of mines (group, mines) from now on; they may break sums."""
        for group, mines in layout:
            self._place(group, mines)

    def ignore(self, number: int) -> None:
        """Leave a sum out from now on."""
        for group in self.sums[number].groups:
            self.sums_of[group].remove(number)
        self.broken.discard(number)

    def heed(self, number: int) -> bool:
        """Count a sum in again that was left out; False where its groups alone cannot hold it."""
        groups, need = self.sums[number]
        for group in groups:
            insort(self.sums_of[group], number)
        self.least[number] = sum([self.low[g] for g in groups])
        self.most[number] = sum([self.high[g] for g in groups])
        self.lacks[number] = need - sum([self.layout[g] for g in groups])
        if self.lacks[number]:
            self.broken.add(number)
        return self.least[number] <= need <= self.most[number]

    def fix(self, group: int, mines: int) -> None:
        """Hold a group at its forced number from now on."""
        self.limit = self.steps + 1_000_000_000
        if not self._narrow(group, mines, mines):
            raise Clash

    def _search(self) -> bool:
        """Branch on broken sums until none is left; depth first, on a stack of alternatives."""
        choices: list[tuple[int, int, int, int]] = []
        sound = True
        while True:
            if sound and not self.broken:
                return True
            if sound:
                group, step = self._choose()
                mines = self.layout[group]
                first = (mines + 1, self.high[group]) if step > 0 else (self.low[group], mines - 1)
                other = (self.low[group], mines) if step > 0 else (mines, self.high[group])
                choices.append((len(self.trail), group, *other))
                sound = self._narrow(group, *first)
            elif choices:
                mark, group, low, high = choices.pop()
                self._undo(mark)
                sound = self._narrow(group, low, high)
            else:
                return False

    def _choose(self) -> tuple[int, int]:
        """A free group of a broken sum, one that mends most of its sums, and the way the sum needs it."""
        number = min(self.broken)
        step = 1 if self.lacks[number] > 0 else -1
        ends = self.high if step > 0 else self.low
        free = [group for group in self.sums[number].groups if ends[group] != self.layout[group]]
        return max(free, key=lambda group: self._mends(group, step)), step

    def _mends(self, group: int, step: int) -> int:
        """How many sums are nearer to what they need, less those that are farther, after one step."""
        return sum([1 if self.lacks[number] * step > 0 else -1 for number in self.sums_of[group]])

    def _place(self, group: int, mines: int) -> None:
        change = mines - self.layout[group]
        if change:
            self.layout[group] = mines
            for number in self.sums_of[group]:
                self.lacks[number] -= change
                if self.lacks[number]:
                    self.broken.add(number)
                else:
                    self.broken.discard(number)

    def _narrow(self, group: int, low: int, high: int) -> bool:
        """Tighten a group's bounds and all that follows; False where a sum cannot hold any more."""
        queue = [(group, low, high)]
        while queue:
            group, low, high = queue.pop()
            was_low, was_high = self.low[group], self.high[group]
            low, high = max(low, was_low), min(high, was_high)
            if low > high:
                return False
            if low == was_low and high == was_high:
                continue
            self.steps += 1
            if self.steps > self.limit:
                raise OutOfSteps
            self.trail.append((group, was_low, was_high))
            self._bound(group, low, high)
            if not low <= self.layout[group] <= high:
                self._place(group, low if self.layout[group] < low else high)
            for number in self.sums_of[group]:
                groups, need = self.sums[number]
                up, down = need - self.least[number], self.most[number] - need
                if up < 0 or down < 0:
                    return False
                if up >= self.widest[number] <= down:
                    continue
                for other in groups:
                    below, above = self.low[other], self.high[other]
                    if above - below > up or above - below > down:
                        queue.append((other, above - down, below + up))
        return True

    def _bound(self, group: int, low: int, high: int) -> None:
        more, less = low - self.low[group], high - self.high[group]
        self.low[group], self.high[group] = low, high
        for number in self.sums_of[group]:
            self.least[number] += more
            self.most[number] += less

    def _undo(self, mark: int) -> None:
        while len(self.trail) > mark:
            self._bound(*self.trail.pop())
