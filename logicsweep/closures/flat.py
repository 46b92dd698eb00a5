"""The casual player's best by the kernel, for large boards or many: flat arrays in, plain Python out.

Importing this needs the extra `fast`; `wanted_for` in `closures.openings` says when it pays.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from logicsweep.boards.cells import CellGraph
from logicsweep.kernel import in_blocks, mining
from logicsweep.kernel.casual import new_state
from logicsweep.kernel.compiled import neighbour_table

_Flags = npt.NDArray[np.uint8]


def remaining_flat(graph: CellGraph, mined: bytes) -> list[int]:
    """`lanes.remaining_alike`: the least number of safe cells left covered on each board, -1 without any.

    >>> remaining_flat(CellGraph.grid(2, 3), bytes([1, 0, 0, 0, 0, 0] + [0, 1, 0, 0, 1, 0]))
    [1, 3]
    """
    boards = _flags(mined).reshape(-1, len(graph))
    remaining = np.empty(len(boards), np.int32)
    table = neighbour_table(graph)

    def work(first: int, end: int) -> None:
        mining.left_of_boards(boards[first:end], new_state(table), remaining[first:end])

    in_blocks(work, len(boards), len(graph))
    return remaining.tolist()


def cleared_flat(graph: CellGraph, mined: bytes) -> list[tuple[list[int], int]]:
    """`openings.cleared_by_opening`: each opening's zero cells, and how many cells a start there clears.

    >>> cleared_flat(CellGraph.grid(2, 3), bytes([1, 0, 0, 0, 0, 0]))
    [([2, 5], 4)]
    """
    group, cleared = _openings(graph, _flags(mined))
    zeros = np.flatnonzero(group >= 0)
    order = zeros[np.argsort(group[zeros], kind="stable")].tolist()
    ends = np.cumsum(np.bincount(group[zeros], minlength=len(cleared))).tolist()
    return [(order[at:end], size) for at, end, size in zip([0, *ends], ends, cleared.tolist(), strict=False)]


def best_flat(graph: CellGraph, mined: bytes) -> tuple[int, bytes, int]:
    """The best of one board: what remains, a byte for each cell (1: a start that leaves it), the openings.

    >>> best_flat(CellGraph.grid(2, 3), bytes([1, 0, 0, 0, 0, 0]))
    (1, b'\\x00\\x00\\x01\\x00\\x00\\x01', 1)
    """
    mines = _flags(mined)
    group, cleared = _openings(graph, mines)
    numbers = (mines == 0) & (group < 0)
    most = max(cleared.max(initial=0), int(numbers.any()))
    if most == 0:
        return -1, bytes(len(mined)), 0
    best = np.append(cleared == most, False)[group]
    if most == 1:
        best |= numbers
    return mined.count(0) - int(most), best.tobytes(), len(cleared)


def _flags(mined: bytes) -> _Flags:
    """As an array that can be written to: one kind of array is compiled for."""
    return np.frombuffer(bytearray(mined), np.uint8)


def _openings(graph: CellGraph, mines: _Flags) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """The opening of each zero cell (of others, how many there are), and how many cells each clears."""
    group = np.empty(len(mines), np.int32)
    found = []

    def work(*_: int) -> None:
        found.append(mining.cleared_from_openings(mines, new_state(neighbour_table(graph)), group))

    in_blocks(work, 1, len(mines))
    return group, found[0]
