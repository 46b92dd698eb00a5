"""Clues together with the mine total: which of them a placement of exactly so many mines can satisfy.

Clues fall into parts that share no cell. The chosen clues of a part say which numbers of mines its cells
can hold, exactly, by elimination; the parts and all other cells must add up to the total. A set of
numbers is a bit mask here, and so is a set of clues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from logicsweep.csp.budget import Budget, OutOfSteps
from logicsweep.csp.clues import Clue
from logicsweep.csp.component import eliminate
from logicsweep.csp.hitting import lower_half, members
from logicsweep.csp.model import split_up
from logicsweep.csp.propagation import Clash, alike
from logicsweep.errors import TooWide

_STATES = 20_000  # for one component


class _Part(NamedTuple):
    """Clues (a mask) that share cells with each other and with no other clue."""

    clues: int
    cells: frozenset[int]


class Totalled:
    """Clues on `covered` cells that hold `mines` mines in all; bit i of a mask is clue i.

    The pin is one more sum, which always counts. A step is a part looked at, or a state of an elimination.
    """

    def __init__(self, clues: Sequence[Clue], covered: int, mines: int, pin: Clue | None = None) -> None:
        """The clues' cells are among the covered ones."""
        self.sums = (*clues, pin) if pin else tuple(clues)
        self.pinned = 1 << len(clues) if pin else 0
        self.parts = _parts(self.sums)
        self.mines = mines
        outside = covered - sum([len(part.cells) for part in self.parts])
        self.outside = (1 << outside + 1) - 1
        self._counted: dict[tuple[_Part, int], int | None] = {}

    def holds(self, chosen: int, budget: Budget) -> bool:
        """Whether a placement satisfies the chosen clues, the pin and the total. Raises `OutOfSteps`."""
        budget.spend(len(self.parts))
        counts = [self._possible(part, chosen, budget) for part in self.parts]
        return add_up([self.outside, *counts], self.mines)

    def broken(self, chosen: int, budget: Budget) -> int | None:
        """The clues that some such placement breaks; None where there is none. Raises `OutOfSteps`.

        No clue of the answer can be satisfied besides all the others.
        """
        if not self.holds(chosen, budget):
            return None
        after = [1]
        for part in reversed(self.parts):
            after.append(_sums(self._possible(part, chosen, budget), after[-1]))
        before, broken = self.outside, 0
        for part, rest in zip(self.parts, after[-2::-1], strict=True):
            left = self._left_out(part, chosen & part.clues, _sums(before, rest), budget)
            before = _sums(self._possible(part, ~left, budget), before)
            broken |= left
        return broken

    def _left_out(self, part: _Part, kept: int, others: int, budget: Budget) -> int:
        """What of a part cannot be kept as well, while all others hold a number of mines in `others`."""

        def hold(some: int) -> bool:
            budget.spend(1)
            possible = self._possible(part, some, budget)
            return any(others >> self.mines - k & 1 for k in members(possible) if k <= self.mines)

        return _left_out(kept, part.clues & ~kept & ~self.pinned, hold)

    def _possible(self, part: _Part, chosen: int, budget: Budget) -> int:
        """The numbers of mines in the cells of a part that the chosen of its clues allow."""
        key = part, (chosen | self.pinned) & part.clues
        if key not in self._counted:
            clues = [self.sums[number] for number in members(key[1])]
            self._counted[key] = _counted(clues, len(part.cells), budget)
        possible = self._counted[key]
        if possible is None:
            raise OutOfSteps
        return possible


def _parts(sums: Sequence[Clue]) -> list[_Part]:
    parts: list[_Part] = []
    for number, (cells, _) in enumerate(sums):
        beside = [part for part in parts if not part.cells.isdisjoint(cells)]
        parts = [part for part in parts if part not in beside]
        clues = sum([part.clues for part in beside], 1 << number)
        parts.append(_Part(clues, cells.union(*[part.cells for part in beside])))
    return parts


def _left_out(kept: int, rest: int, hold: Callable[[int], bool]) -> int:
    """What of `rest` cannot hold besides the others; halves first, as in QuickXplain (Junker, 2004)."""
    if not rest or hold(kept | rest):
        return 0
    if rest.bit_count() == 1:
        return rest
    first = lower_half(rest)
    left = _left_out(kept, first, hold)
    return left | _left_out(kept | first & ~left, rest & ~first, hold)


def _counted(clues: Sequence[Clue], cells: int, budget: Budget) -> int | None:
    """The numbers of mines that clues allow in so many cells; None where counting takes too long."""
    groups = alike([clue.cells for clue in clues])
    untouched = cells - sum([len(group) for group in groups.values()])
    budget.spend(len(groups))
    try:
        facts, components = split_up(list(groups.values()), groups, [clue.need for clue in clues])
        possible = (1 << untouched + 1) - 1 << sum(facts.values())
        for component in components:
            table = eliminate(component, True, _STATES)
            budget.spend(table.states)
            possible = _sums(mask_of(table.layouts), possible)
    except TooWide:
        budget.spend(_STATES)
        return None
    except Clash:
        return 0
    return possible


def mask_of(numbers: Iterable[int]) -> int:
    """A set of numbers as a mask.

    >>> bin(mask_of([0, 2]))
    '0b101'
    """
    return sum([1 << number for number in numbers])


def add_up(counts: Iterable[int], mines: int) -> bool:
    """Whether a number from each mask of `counts` can add up to so many mines.

    >>> add_up([0b10, 0b110], 3), add_up([0b10, 0b110], 4)
    (True, False)
    """
    possible = 1
    for mask in counts:
        possible = _sums(mask, possible)
    return mines >= 0 and bool(possible >> mines & 1)


def _sums(some: int, more: int) -> int:
    """The sums of a number from one mask and a number from another."""
    if some.bit_count() > more.bit_count():
        some, more = more, some
    found = 0
    for number in members(some):
        found |= more << number
    return found
