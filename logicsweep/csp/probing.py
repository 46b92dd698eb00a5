"""A layout that is kept and repaired: what changes costs, not the size of the component.

To hold a group otherwise its bounds are tightened and propagated, and then only sums that the kept layout
breaks are branched on, toward what they need. Bounds on sums are propagated as in Apt, "Principles of
Constraint Programming", 2003, chapter 6. Quick where little must change; what every layout agrees on, and a
layout where this search does not end, come from `satisfying.py`.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable

from logicsweep.csp.budget import OutOfSteps
from logicsweep.csp.model import Component


class Probe:
    """A component under test: bounds of each group, a kept layout, and a trail to take bounds back."""

    def __init__(self, component: Component) -> None:
        """All bounds wide open, and no mine anywhere."""
        self.component = component
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
