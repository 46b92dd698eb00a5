"""The casual player's best on many boards of one cell graph at once: one bit per board, one int per cell.

A *lane* is one run: a board and a start. The *slice* of a cell is an integer with one bit for each lane, the
first lane highest. So one `&` or `|` works on a cell of all lanes. Since the mines are known here, nothing
needs counting. Rule 1 applies to a cleared cell if no neighbour is a covered mine, rule 2 if no neighbour is
covered and safe. (The technique is bit-slicing: E. Biham, A fast new DES implementation in software, 1997.)
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


def count_remaining(graph: CellGraph, mined: bytes) -> list[int]:
    """Count the safe cells left covered by the best start of each board; all boards are on one cell graph.

    `mined` holds the boards' `mined`, one after another. A board without a safe cell gets -1.
    """
    return _run_lanes(graph, mined).remaining


def find_best_starts(graph: CellGraph, mined: bytes) -> tuple[list[int], bytes, list[int]]:
    """`count_remaining`; a byte for each cell, 1 for a best start; how many openings each board has."""
    size, around, boards = len(graph), graph.neighbours, len(mined) // len(graph)
    done = _run_lanes(graph, mined)
    zeros = _find_zeros(around, _make_slices(done.runs, size), len(done.owners))
    reached = _fill_openings(around, zeros, done.starts)
    on_number = _pack_bits(bytes(map(eq, done.remaining, done.on_numbers)))
    numbers = [on_number & ~(mine | zero) for mine, zero in zip(done.mines, done.zeros, strict=True)]
    best, rows = bytearray(_unpack_rows(numbers, boards)), _unpack_rows(reached, len(done.owners))
    for lane, owner in enumerate(done.owners):
        if done.left[lane] == done.remaining[owner]:
            there = slice(size * owner, size * owner + size)
            both = int.from_bytes(best[there]) | int.from_bytes(rows[size * lane : size * lane + size])
            best[there] = both.to_bytes(size)
    openings = [0] * boards
    for owner in compress(done.owners, _mark_first_lanes(reached, done.starts)):
        openings[owner] += 1
    return done.remaining, bytes(best), openings


class _LaneRun(NamedTuple):
    """Results by board and by lane.

    For the boards: slices of mines and of zero cells, cells remaining from numbers, the least remaining. For
    the lanes: their boards, how many start on each cell, the boards' `mined`, cells left by each.
    """

    mines: list[int]
    zeros: list[int]
    on_numbers: list[int]
    remaining: list[int]
    owners: list[int]
    starts: list[int]
    runs: bytes
    left: list[int]


def _run_lanes(graph: CellGraph, mined: bytes) -> _LaneRun:
    size, around, boards = len(graph), graph.neighbours, len(mined) // len(graph)
    mines = _make_slices(mined, size)
    zeros = _find_zeros(around, mines, boards)
    on_numbers = [safe - 1 for safe in _tally_slices([_all_lanes(boards) ^ mine for mine in mines], boards)]
    owners, starts = _list_lanes(around, zeros, boards)
    runs = b"".join([mined[size * owner : size * owner + size] for owner in owners])
    left = _tally_slices(_find_covered(around, runs, starts), len(owners))
    remaining = on_numbers[:]
    for owner, cells in zip(owners, left, strict=True):
        if cells < remaining[owner]:
            remaining[owner] = cells
    return _LaneRun(mines, zeros, on_numbers, remaining, owners, starts, runs, left)


def _make_slices(mined: bytes, size: int) -> list[int]:
    return [_pack_bits(mined[i::size]) for i in range(size)]


def _pack_bits(bits: bytes) -> int:
    return int(bits.translate(_DIGITS) or b"0", 2)


def _unpack_rows(slices: list[int], lanes: int) -> bytes:
    rows = bytearray(len(slices) * lanes)
    for i, one in enumerate(slices if lanes else ()):
        rows[i :: len(slices)] = f"{one:0{lanes}b}".encode().translate(_BITS)
    return bytes(rows)


def _all_lanes(lanes: int) -> int:
    return (1 << lanes) - 1


def _tally_slices(slices: Sequence[int], lanes: int) -> list[int]:
    """For each lane, count the slices that have its bit."""
    counts, ones = [0] * lanes, int.from_bytes(b"\1" * lanes)
    for at in range(0, len(slices), 255):  # a byte can count to 255
        total = sum(int.from_bytes(f"{one:0{lanes}b}".encode()) & ones for one in slices[at : at + 255])
        counts = list(map(add, counts, total.to_bytes(lanes)))
    return counts


def _find_zeros(around: _Around, mines: list[int], lanes: int) -> list[int]:
    zeros = []
    for i, mine in enumerate(mines):
        for j in around[i]:
            mine |= mines[j]
        zeros.append(_all_lanes(lanes) ^ mine)
    return zeros


def _list_lanes(around: _Around, zeros: list[int], boards: int) -> tuple[list[int], list[int]]:
    """List the board of each lane, and how many lanes start on each cell; lanes are in the cells' order.

    A lane starts on each zero cell that has no earlier zero cell among its neighbours. Every opening has at
    least one lane; a few have more, which costs less than merging them.
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


def _find_covered(around: _Around, mined: bytes, starts: list[int]) -> list[int]:
    """Find the slices of the safe cells that are covered at the end."""
    mines = _make_slices(mined, len(around))
    safe = [_all_lanes(sum(starts)) ^ mine for mine in mines]
    covered = [cells ^ seed for cells, seed in zip(safe, _mark_starts(starts), strict=True)]
    stale = sum([bool(count) << i for i, count in enumerate(starts)])
    _follow_rules(around, safe, covered, mines, stale)
    return covered


def _mark_starts(starts: list[int]) -> list[int]:
    """Mark for each cell the lanes that start there, as a slice."""
    lanes, seeds = sum(starts), []
    for count in starts:
        seeds.append(_all_lanes(lanes) ^ _all_lanes(lanes - count))
        lanes -= count
    return seeds


def _fill_openings(around: _Around, zeros: list[int], starts: list[int]) -> list[int]:
    """Fill the opening where each lane starts, as slices of zero cells."""
    reached = _mark_starts(starts)
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


def _mark_first_lanes(reached: list[int], starts: list[int]) -> bytes:
    """Mark each lane that starts on the first cell of its opening: a byte for each lane."""
    before = firsts = 0
    for cells, seed in zip(reached, _mark_starts(starts), strict=True):
        firsts |= seed & ~before
        before |= cells
    return f"{firsts:0{sum(starts)}b}".encode().translate(_BITS)


def _follow_rules(around: _Around, safe: list[int], covered: list[int], mines: list[int], stale: int) -> None:
    """Follow both rules in all lanes: remove bits from `covered` and, for flagged mines, from `mines`.

    Bit i of `stale` says that cell i may have news. Sweeping back and forth carries news far in one pass.
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
