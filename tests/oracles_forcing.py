"""What a handful of clues say about one cell, by following what they still need group by group.

Written differently from the package's own search: the sets of what the clues still need are kept, all
in one integer each: fields of a bit more than a need, the top bit a guard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from logicsweep.csp.cores import Clue
from logicsweep.errors import Clash


def forces(clues: Sequence[Clue], cell: int) -> int | None:
    """What these clues alone force a cell to be: 1 a mine, 0 safe, None neither.

    Raises `Clash` when they cannot hold together. Best with clues that share cells: the time grows
    fast with how many of them are open at once.

    """
    *_, ends = _layers(_Sweep.of(clues, cell))
    if not ends:
        raise Clash
    if len(ends) == 2:
        return None
    return int(any(ends)) if any(cell in clue.cells for clue in clues) else None


def hold_together(clues: Sequence[Clue]) -> bool:
    """Whether some placement of mines satisfies all of these clues."""
    *_, ends = _layers(_Sweep.of(clues, None))
    return bool(ends)


def witness(clues: Sequence[Clue], cell: int, mine: int) -> frozenset[int] | None:
    """The mines around these clues in a layout where `cell` is a mine (1) or safe (0); None without one.

    `cell` must be among the clues' cells.

    """
    sweep = _Sweep.of(clues, cell)
    layers = list(_layers(sweep))
    state = mine << sweep.tag
    if state not in layers[-1]:
        return None
    mines = [cell] if mine else []
    groups: dict[int, list[int]] = {}
    for other, unit in sweep.units.items():
        if other != cell:
            groups.setdefault(unit, []).append(other)
    for layer, unit in zip(layers[-2::-1], reversed(sweep.sizes), strict=True):
        count = next(n for n in range(sweep.sizes[unit] + 1) if state + n * unit in layer)
        state += count * unit
        mines += groups.get(unit, [])[:count]
    return frozenset(mines)


class _Sweep(NamedTuple):
    """Packed sums: the states to start from, the unit of each cell, and how many cells have each unit.

    A unit has a 1 in the field of every clue that sees the cell. `room` is what the clues' cells could
    hold, `guards` the top bits of all fields, `tag` the bit that remembers the cell asked for as a mine.
    """

    start: set[int]
    units: dict[int, int]
    sizes: dict[int, int]
    room: int
    guards: int
    tag: int

    @classmethod
    def of(cls, clues: Sequence[Clue], cell: int | None) -> _Sweep:
        width = max([max(len(cells), need) for cells, need in clues], default=0).bit_length() + 1
        units: dict[int, int] = {}
        sizes: dict[int, int] = {}
        needs = room = guards = shift = 0
        sound = True
        for cells, need in clues:
            one = 1 << shift
            for other in cells:
                units[other] = units.get(other, 0) + one
            sound = sound and 0 <= need <= len(cells)
            needs += need << shift
            room += len(cells) << shift
            guards += one << width - 1
            shift += width
        for unit in units.values():
            sizes[unit] = sizes.get(unit, 0) + 1
        start = {needs} if sound else set[int]()
        if cell in units:
            unit = units[cell]
            sizes[unit] -= 1
            room -= unit
            start |= {state - unit + (1 << shift) for state in start}
            start = {s for s in start if not s & guards and (room + guards - s) & guards == guards}
        return cls(start, units, sizes, room, guards, shift)


def _layers(sweep: _Sweep) -> Iterator[set[int]]:
    """The reachable states before the first group of cells and after each."""
    layer, guards = sweep.start, sweep.guards
    limit = sweep.room + guards
    yield layer
    for unit, size in sweep.sizes.items():
        limit -= size * unit
        after = set()
        for state in layer:
            for _ in range(size + 1):
                if state & guards:
                    break
                if (limit - state) & guards == guards:
                    after.add(state)
                state -= unit
        layer = after
        yield layer
