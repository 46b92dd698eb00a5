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
from operator import add

from logicsweep.cells import CellGraph

_DIGITS = bytes.maketrans(b"\0\1", b"01")
_BITS = bytes.maketrans(b"01", b"\0\1")

_Around = tuple[tuple[int, ...], ...]


def remaining_alike(graph: CellGraph, mined: bytes) -> list[int]:
    """The least number of safe cells left covered, for each of many boards on the same cell graph.

    `mined` holds the boards' `mined`, one after another. A board of mines only gets -1.

    >>> remaining_alike(CellGraph.grid(2, 3), bytes([1, 0, 0, 0, 0, 0] + [0, 1, 0, 0, 1, 0]))
    [1, 3]
    """
    size, around = len(graph), graph.neighbours
    boards = len(mined) // size
    mines = _slices(mined, size)
    best = [safe - 1 for safe in _tally([_full(boards) ^ mine for mine in mines], boards)]
    owners, starts = _lanes(around, mines, boards)
    runs = b"".join([mined[size * owner : size * owner + size] for owner in owners])
    for owner, left in zip(owners, _tally(_left(around, runs, starts), len(owners)), strict=True):
        if left < best[owner]:
            best[owner] = left
    return best


def _slices(mined: bytes, size: int) -> list[int]:
    digits = mined.translate(_DIGITS)
    return [int(digits[i::size] or b"0", 2) for i in range(size)]


def _full(lanes: int) -> int:
    return (1 << lanes) - 1


def _tally(slices: Sequence[int], lanes: int) -> list[int]:
    """For each lane, how many of the slices have its bit."""
    counts, ones = [0] * lanes, int.from_bytes(b"\1" * lanes)
    for at in range(0, len(slices), 255):  # as many as a byte can count
        total = sum(int.from_bytes(f"{one:0{lanes}b}".encode()) & ones for one in slices[at : at + 255])
        counts = list(map(add, counts, total.to_bytes(lanes)))
    return counts


def _lanes(around: _Around, mines: list[int], boards: int) -> tuple[list[int], list[int]]:
    """The board of each lane, and how many lanes start on each cell: they are in the cells' order.

    A lane starts on each zero cell that has no zero cell before it among its neighbours. Every opening
    has one at least; a few have more, which costs less than to tell them apart.
    """
    zeros = []
    for i, mine in enumerate(mines):
        for j in around[i]:
            mine |= mines[j]
        zeros.append(_full(boards) ^ mine)
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
    lanes = sum(starts)
    mines = _slices(mined, len(around))
    safe = [_full(lanes) ^ mine for mine in mines]
    covered = safe[:]
    stale = 0
    for i, count in enumerate(starts):
        covered[i] ^= _full(lanes) ^ _full(lanes - count)
        lanes -= count
        stale |= bool(count) << i
    _settle(around, safe, covered, mines, stale)
    return covered


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
