"""The casual player's best on many boards of one cell graph at once: one bit per board, one int per cell.

A *lane* is one run: a board and a start. The *slice* of a cell is an integer with one bit for each lane,
the first lane highest, so that one `&` or `|` works on a cell of all lanes. Nothing needs counting: rule 1
applies to a cleared cell when no neighbour is a covered mine, rule 2 when none is covered and safe, and
that is known here. (The technique is bit-slicing: E. Biham, A fast new DES implementation in software,
1997.)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import add, eq
from typing import NamedTuple

from logicsweep.boards.cells import CellGraph

_DIGITS = bytes.maketrans(b"\0\1", b"01")
_BITS = bytes.maketrans(b"01", b"\0\1")

_Around = tuple[tuple[int, ...], ...]


def remaining_alike(graph: CellGraph, mined: bytes) -> list[int]:
    """The least number of safe cells left covered, for each of many boards on the same cell graph.

    `mined` holds the boards' `mined`, one after another. A board of mines only gets -1.

    >>> remaining_alike(CellGraph.grid(2, 3), bytes([1, 0, 0, 0, 0, 0] + [0, 1, 0, 0, 1, 0]))
    [1, 3]
    """
    return _run(graph, mined).remaining


def starts_alike(graph: CellGraph, mined: bytes) -> tuple[list[int], bytes, list[int]]:
    """`remaining_alike`; a byte for each cell, 1 where it is a best start; how many openings each board has.

    >>> remaining, best, openings = starts_alike(CellGraph.grid(1, 4), bytes([1, 0, 0, 0]))
    >>> remaining, list(best), openings
    ([0], [0, 0, 1, 1], [1])
    """
    size, around, boards = len(graph), graph.neighbours, len(mined) // len(graph)
    done = _run(graph, mined)
    zeros = _zeros(around, _slices(done.runs, size), len(done.owners))
    reached = _openings(around, zeros, done.starts)
    on_number = _digits(bytes(map(eq, done.remaining, done.on_numbers)))
    numbers = [on_number & ~(mine | zero) for mine, zero in zip(done.mines, done.zeros, strict=True)]
    best, rows = bytearray(_rows(numbers, boards)), _rows(reached, len(done.owners))
    for lane, owner in enumerate(done.owners):
        if done.left[lane] == done.remaining[owner]:
            there = slice(size * owner, size * owner + size)
            both = int.from_bytes(best[there]) | int.from_bytes(rows[size * lane : size * lane + size])
            best[there] = both.to_bytes(size)
    openings = [0] * boards
    for owner in compress(done.owners, _firsts(reached, done.starts)):
        openings[owner] += 1
    return done.remaining, bytes(best), openings


class _Run(NamedTuple):
    """Of the boards: slices of mines and zero cells, what remains from numbers, and at best. Of the lanes:
    their boards, how many start on each cell, the boards' `mined`, what each leaves."""

    mines: list[int]
    zeros: list[int]
    on_numbers: list[int]
    remaining: list[int]
    owners: list[int]
    starts: list[int]
    runs: bytes
    left: list[int]


def _run(graph: CellGraph, mined: bytes) -> _Run:
    size, around, boards = len(graph), graph.neighbours, len(mined) // len(graph)
    mines = _slices(mined, size)
    zeros = _zeros(around, mines, boards)
    on_numbers = [safe - 1 for safe in _tally([_full(boards) ^ mine for mine in mines], boards)]
    owners, starts = _lanes(around, zeros, boards)
    runs = b"".join([mined[size * owner : size * owner + size] for owner in owners])
    left = _tally(_left(around, runs, starts), len(owners))
    remaining = on_numbers[:]
    for owner, cells in zip(owners, left, strict=True):
        if cells < remaining[owner]:
            remaining[owner] = cells
    return _Run(mines, zeros, on_numbers, remaining, owners, starts, runs, left)


def _slices(mined: bytes, size: int) -> list[int]:
    return [_digits(mined[i::size]) for i in range(size)]


def _digits(bits: bytes) -> int:
    return int(bits.translate(_DIGITS) or b"0", 2)


def _rows(slices: list[int], lanes: int) -> bytes:
    rows = bytearray(len(slices) * lanes)
    for i, one in enumerate(slices if lanes else ()):
        rows[i :: len(slices)] = f"{one:0{lanes}b}".encode().translate(_BITS)
    return bytes(rows)


def _full(lanes: int) -> int:
    return (1 << lanes) - 1


def _tally(slices: Sequence[int], lanes: int) -> list[int]:
    """For each lane, how many of the slices have its bit."""
    counts, ones = [0] * lanes, int.from_bytes(b"\1" * lanes)
    for at in range(0, len(slices), 255):  # as many as a byte can count
        total = sum(int.from_bytes(f"{one:0{lanes}b}".encode()) & ones for one in slices[at : at + 255])
        counts = list(map(add, counts, total.to_bytes(lanes)))
    return counts


def _zeros(around: _Around, mines: list[int], lanes: int) -> list[int]:
    zeros = []
    for i, mine in enumerate(mines):
        for j in around[i]:
            mine |= mines[j]
        zeros.append(_full(lanes) ^ mine)
    return zeros


def _lanes(around: _Around, zeros: list[int], boards: int) -> tuple[list[int], list[int]]:
    """The board of each lane, and how many lanes start on each cell: they are in the cells' order.

    A lane starts on each zero cell that has no zero cell before it among its neighbours. Every opening
    has one at least; a few have more, which costs less than to tell them apart.
    """
    owners: list[int] = []
    starts = []
    for i, zero in enumerate(zeros):
        for j in around[i]:
            if j > i:
                break
            zero ^= zero & zeros[j]
        before = len(owners)
        if zero:
            owners.extend(compress(range(boards), f"{zero:0{boards}b}".encode().translate(_BITS)))
        starts.append(len(owners) - before)
    return owners, starts


def _left(around: _Around, mined: bytes, starts: list[int]) -> list[int]:
    """The slices of the safe cells that are covered at the end."""
    mines = _slices(mined, len(around))
    safe = [_full(sum(starts)) ^ mine for mine in mines]
    covered = [cells ^ seed for cells, seed in zip(safe, _seeds(starts), strict=True)]
    stale = sum([bool(count) << i for i, count in enumerate(starts)])
    _settle(around, safe, covered, mines, stale)
    return covered


def _seeds(starts: list[int]) -> list[int]:
    """For each cell the slice of the lanes that start there."""
    lanes, seeds = sum(starts), []
    for count in starts:
        seeds.append(_full(lanes) ^ _full(lanes - count))
        lanes -= count
    return seeds


def _openings(around: _Around, zeros: list[int], starts: list[int]) -> list[int]:
    """The slices of the zero cells of the opening that each lane starts in."""
    reached = _seeds(starts)
    stale = sum([bool(count) << i for i, count in enumerate(starts)])
    order = range(len(around))
    while stale:
        for i in order:
            if stale >> i & 1:
                stale ^= 1 << i
                for j in around[i]:
                    if news := reached[i] & (zeros[j] & ~reached[j]):
                        reached[j] |= news
                        stale |= 1 << j
        order = order[::-1]
    return reached


def _firsts(reached: list[int], starts: list[int]) -> bytes:
    """A byte for each lane: 1 where it starts on the first cell of its opening."""
    before = firsts = 0
    for cells, seed in zip(reached, _seeds(starts), strict=True):
        firsts |= seed & ~before
        before |= cells
    return f"{firsts:0{sum(starts)}b}".encode().translate(_BITS)


def _settle(around: _Around, safe: list[int], covered: list[int], mines: list[int], stale: int) -> None:
    """Follow both rules in all lanes: take bits from `covered` and, for the mines flagged, from `mines`.

    Bit i of `stale` says that cell i is to be looked at. Sweeping to and fro carries news far in one pass.
    """
    near = [sum([1 << j for j in js], 1 << i) for i, js in enumerate(around)]
    order = range(len(around))
    while stale:
        for i in order:
            if not stale >> i & 1:
                continue
            stale ^= 1 << i
            mine = plain = 0
            for j in around[i]:
                mine |= mines[j]
                plain |= covered[j]
            both, cleared = mine & plain, safe[i] ^ covered[i]
            if clear := cleared & (plain ^ both):
                for j in around[i]:
                    if news := covered[j] & clear:
                        covered[j] ^= news
                        stale |= near[j]
            if flag := cleared & (mine ^ both):
                for j in around[i]:
                    if news := mines[j] & flag:
                        mines[j] ^= news
                        stale |= near[j]
        order = order[::-1]
