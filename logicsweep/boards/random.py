"""Random boards that depend on the arguments only: the same on every platform and with every Python.

This is the whole recipe, so that other programs and compiled code can repeat it bit for bit (all numbers are
unsigned, 64 bits wide, and wrap):

1. *The generator* is SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators,
   2014): add GOLDEN to the state; the output is that state, mixed as `splitmix64` does.
2. *The seed.* With first(s) the first output from state s, the state of board `index` is
   first(first(seed) XOR index). So the boards of one seed have states that all differ.
3. *A number below n*, for n up to 2**32 (Lemire, Fast random integer generation in an interval, 2019). Let x
   be the upper 32 bits of the next output. If x * n mod 2**32 is less than 2**32 mod n, start again with the
   next output. Else the number is x * n // 2**32. No number is likelier than another.
4. *The mines* (Floyd, in Bentley and Floyd, A sample of brilliance, 1987). For each `last` from cells - mines
   to cells - 1, take a number below last + 1. That cell gets a mine; if it already has one, `last` gets it.
   Every layout is equally likely.
5. *The promise*, if there is one about the first click: the mines in the cells that it keeps free move, one
   by one. For each, take a number below n, from the generator with the state first(first(state) XOR 2), where
   n counts the other cells without a mine; the mine goes to the cell with this number in ascending order.
   Every layout that keeps the promise is equally likely.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal, get_args

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph, CellLike, FieldLike
from logicsweep.boards.many import Array, array_of
from logicsweep.errors import InvalidInput, describe, whole_number
from logicsweep.kernel import DRAWING, backend_for, run_in_blocks

GOLDEN = 0x9E3779B97F4A7C15
"""The odd number nearest to 2**64 divided by the golden ratio, which is added to the generator's state."""

_64, _32 = (1 << 64) - 1, (1 << 32) - 1
_MOST = 1 << 31  # bytes of an array


Promise = Literal["any", "safe", "opening"]
"""The promise about the first click: none, that it is safe, or that no mine is around it either."""


def random_board(
    field: FieldLike, mines: int, seed: int, index: int = 0, *, first: Promise = "any", start: CellLike = None
) -> Board:
    """Board number `index` of a seed; every layout with this number of mines is equally likely.

    `field` is a CellGraph, any networkx graph, or (rows, cols) of a grid. `mines` is from 0 to the number of
    its cells, so there may be no safe cell. `seed` and `index` are from 0 to 2**64 - 1. The result depends on
    these values only (on the order of a graph's nodes, but not on its edges).

    `first` promises that the first click, on `start`, is `safe` or begins an `opening`. A survey with the
    same promise plays the same boards.

    >>> random_board((3, 8), mines=5, seed=2026)
    Board.parse('...M...M\\n...M..M.\\n......M.')
    >>> random_board((3, 8), 5, 2026) == random_board(CellGraph.grid(3, 8), 5, 2026, index=0)
    True
    >>> random_board((3, 8), mines=5, seed=2026, first="opening", start="r1c4")
    Board.parse('.......M\\n......MM\\nM.....M.')

    Raises InvalidInput for anything else. The module's docstring says how other programs can repeat it.
    """
    graph = CellGraph.of(field)
    if first not in get_args(Promise):
        raise InvalidInput("first", f"one of {', '.join(get_args(Promise))}", describe(first))
    free = () if first == "any" else mine_free(graph, graph.locate(start, "start"), first)
    why = f" (with first={first})" if free else ""
    count = whole_number("mines", mines, 0, len(graph) - len(free), why)
    state = stream(whole_number("seed", seed, 0, _64), whole_number("index", index, 0, _64))
    mined = bytearray(sample(len(graph), count, splitmix64(state)))
    keep_free(mined, free, moves_of(state))
    return Board(graph, bytes(mined))


def mine_free(graph: CellGraph, start: int, first: Promise) -> tuple[int, ...]:
    """The cells that a promise keeps free of mines.

    >>> [mine_free(CellGraph.grid(2, 3), 0, first) for first in get_args(Promise)]
    [(), (0,), (0, 1, 3, 4)]
    """
    return (start, *graph.neighbours[start] * (first == "opening")) if first != "any" else ()


def moves_of(state: int) -> Iterator[int]:
    """The outputs by which the mines of the board with this state move, to keep a promise."""
    return splitmix64(stream(state, 2))  # 1 is for the start of a survey's game


def keep_free(mined: bytearray, free: Collection[int], outputs: Iterator[int]) -> None:
    """Move the mines off some cells, each to another free cell, all equally likely."""
    if moved := [cell for cell in free if mined[cell]]:
        places = [cell for cell, mine in enumerate(mined) if not mine and cell not in free]
        for cell in moved:
            mined[cell], mined[places.pop(draw_below(len(places), outputs))] = 0, 1


def random_mined(
    field: FieldLike,
    mines: int,
    seed: int,
    count: int,
    first: int = 0,
    *,
    jobs: int = 1,
    kernel: bool | None = None,
) -> Array:
    """The mines of the boards `first`, `first` + 1, ... of a seed in one array: 1 for a mine, else 0.

    Each is the `mined` of `random_board(field, mines, seed, index)`. The shape is (count, rows, cols), or
    (count, cells) on a free graph; it is a numpy array (uint8) if numpy is installed, else a memoryview.
    `jobs` is the number of threads (0: one for each core). `kernel` asks for compiled code (the extra `fast`)
    or refuses it. Neither changes the result.

    >>> mined = random_mined((3, 8), mines=5, seed=2026, count=2)
    >>> mined.shape, bytes(mined[0]) == random_board((3, 8), 5, 2026).mined
    ((2, 3, 8), True)

    Raises InvalidInput for arguments that `random_board` does not take, for `count` below 1, for boards past
    the last index, 2**64 - 1, and for more than 2**31 cells in all.
    """
    graph = CellGraph.of(field)
    mines = whole_number("mines", mines, 0, len(graph))
    seed, first = whole_number("seed", seed, 0, _64), whole_number("first", first, 0, _64)
    count = whole_number("count", count, 1, min(_64 - first + 1, _MOST // len(graph)))
    backend = backend_for(DRAWING, mines * count, kernel, jobs)
    if backend.compiled:
        mined = _draw_mines(len(graph), mines, seed, first, count, backend.jobs)
    else:
        mined = bytearray().join(
            sample(len(graph), mines, splitmix64(stream(seed, index)))
            for index in range(first, first + count)
        )
    return array_of(mined, "B", (count, *(graph.shape or (len(graph),))))


def _draw_mines(cells: int, mines: int, seed: int, first: int, count: int, threads: int) -> bytearray:
    import numpy as np

    from logicsweep.kernel.drawing import draw_boards

    mined = bytearray(cells * count)
    boards = np.frombuffer(mined, np.uint8).reshape(count, cells)

    def draw(start: int, end: int) -> None:
        draw_boards(np.uint64(seed), np.uint64(first + start), mines, boards[start:end])

    run_in_blocks(draw, count, cells, threads)
    return mined


def splitmix64(state: int) -> Iterator[int]:
    """The endless outputs of the generator from a state, 64 bits each.

    >>> next(splitmix64(1234567))
    6457827717110365317
    """
    while True:
        state = state + GOLDEN & _64
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _64
        yield mixed ^ mixed >> 31


def stream(seed: int, index: int) -> int:
    """The generator's state for board `index` of a seed."""
    return next(splitmix64(next(splitmix64(seed)) ^ index))


def draw_below(size: int, outputs: Iterator[int]) -> int:
    """A number from 0 to size - 1, each equally likely; size is from 1 to 2**32."""
    rejected = (1 << 32) % size
    while True:
        product = (next(outputs) >> 32) * size
        if product & _32 >= rejected:
            return product >> 32


def sample(cells: int, mines: int, outputs: Iterator[int]) -> bytes:
    """A `Board.mined` with this number of cells and mines; each layout is equally likely."""
    mined = bytearray(cells)
    for last in range(cells - mines, cells):
        cell = draw_below(last + 1, outputs)
        mined[last if mined[cell] else cell] = 1
    return bytes(mined)
