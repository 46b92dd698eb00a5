"""Where the casual player ends from every start, without a trace, fast: of one board, and of very many.

A start on a number ends with that one cell. All zero cells of an opening share one result, and an
opening that the run of another one clears can do no better than that other one. Small boards of one cell
graph are worked together (`lanes`), large ones and many by the kernel, where it is installed and pays.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import compress, count, islice
from typing import Annotated, TypeVar

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.board import Board, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards, batches
from logicsweep.boards.names import extent
from logicsweep.boards.words import plural
from logicsweep.closures.lanes import remaining_alike, starts_alike
from logicsweep.closures.spread import cleared_by_opening, spread, untouched
from logicsweep.errors import InvalidInput, of_kind
from logicsweep.kernel import BEST_STARTS, LEAST_LEFT, PYTHON, Backend, backend_for, in_blocks

_Found = TypeVar("_Found")
_Best = tuple[int, bytes, int]  # what remains at best, a byte for each cell (1: a best start), the openings
_SMALL = 1000  # cells: up to here boards of one cell graph are worked together (measured),
_FEW = 8  # when there is at least one for every so many cells
_TINY = 150  # cells: up to here the kernel is not faster than boards worked together (measured),
_DEARER = 10  # times as long as for one of these plain Python takes for a cell of other boards
_OTHER = bytes.maketrans(b"\0\1", b"\1\0")


@dataclass(frozen=True, repr=False)
class StartClass:
    """Starts (indices, ascending) that share one result: the zero cells of an opening, or all numbers.

    >>> opening, numbers = start_classes(Board.parse("... ... MM."))
    >>> opening.starts, opening.remaining, opening.opening
    ((0, 1, 2), 0, True)
    """

    starts: tuple[int, ...]
    remaining: int
    opening: bool

    def __repr__(self) -> str:
        kind = "of an opening" if self.opening else "on numbers"
        return f"<StartClass: {plural(len(self.starts), 'start')} {kind}, {self.remaining} remaining>"


@dataclass(frozen=True, repr=False)
class LeastRemaining:
    """The casual player's best on a board, over all starts; the best of these as indices, ascending.

    >>> best = least_remaining(Board.parse("... ... MM."))
    >>> best.remaining, best.best_starts, best.openings
    (0, (0, 1, 2), 1)
    """

    board: Board
    remaining: Annotated[int, "the least number of safe cells that stay covered, over all starts"]
    safe: Annotated[int, "safe cells of the board"]
    openings: Annotated[int, "openings of the board"]
    best_starts: Annotated[tuple[CellIndex, ...], "every start that leaves so few"]

    def __repr__(self) -> str:
        left = f"{self.remaining} of {self.safe} safe cells remaining"
        return f"<LeastRemaining on {extent(self.board.graph)}: {left}>"


def closure(board: Board, start: Hashable) -> View:
    """What the casual player sees where they end from one start, the mines found as flags.

    The start is a cell as `CellGraph.locate` takes it.

    >>> print(closure(Board.parse("... ... MM."), "r1c1").drawing)
    000
    221
    FF1
    """
    first = of_kind("board", board, Board).graph.locate(start, "start")
    if board.mined[first]:
        raise InvalidInput(board.graph.name(first), "a safe cell to start on", "a mine")
    trail, _ = spread(untouched(board), (first,))
    flagged = {cell for cell in trail if board.mined[cell]}
    return board.view(flagged.symmetric_difference(trail), flagged)


def least_remaining(board: Board, *, kernel: bool | None = None) -> LeastRemaining:
    """The least number of safe cells that the casual player leaves covered, over all starts.

    `kernel`: True and False ask for compiled code (the extra `fast`) and for plain Python; by default large
    boards take it where it is installed.

    >>> least_remaining(Board.parse('''
    ... M.M.
    ... .M.M
    ... M.M.
    ... ''')).remaining
    5
    """
    return next(least_of_groups(Boards.of([of_kind("board", board, Board)]), kernel))


def start_classes(board: Board, *, kernel: bool | None = None) -> tuple[StartClass, ...]:
    """Every distinct class of starts, by its first cell, numbers last; `kernel` as `least_remaining` has it.

    >>> for c in start_classes(Board.parse('''
    ... ...M
    ... ....
    ... M...
    ... ''')):
    ...     print(c.remaining, c.starts)
    4 (0, 1)
    4 (10, 11)
    9 (2, 4, 5, 6, 7, 9)
    """
    safe = of_kind("board", board, Board).safe_count
    classes, others = [], bytearray(board.mined)
    backend = backend_for(BEST_STARTS, _work_of([(board.graph, board.mined)]), kernel)
    for zeros, cleared in (_cleared_by_kernel if backend.compiled else cleared_by_opening)(board):
        classes.append(StartClass(tuple(zeros), safe - cleared, True))
        for i in zeros:
            others[i] = 1
    numbers = tuple(compress(count(), others.translate(_OTHER)))
    if numbers:
        classes.append(StartClass(numbers, safe - 1, False))
    return tuple(classes)


def least_of_many(boards: Iterable[Board], *, kernel: bool | None = None) -> Iterator[LeastRemaining]:
    """`least_remaining(board)` of each board, in order.

    Boards are taken in batches of some million cells, those of one cell graph together. When taking one
    raises, the answers of those before it come first. `kernel` as `least_remaining` has it.

    >>> for best in least_of_many([Board.parse("... ... MM."), Board.parse("M.M. .M.M M.M.")]):
    ...     print(best.remaining, best.best_starts, best.openings)
    0 (0, 1, 2) 1
    5 (1, 3, 4, 6, 9, 11) 0
    """
    for batch in batches(boards):
        yield from least_of_groups(batch, kernel)


def least_of_groups(boards: Boards, kernel: bool | None = None) -> Iterator[LeastRemaining]:
    """The same of boards in groups."""
    backend = backend_for(BEST_STARTS, _work_of(boards.groups), kernel)
    answers = [iter(_best(graph, mined, backend)) for graph, mined in boards.groups]
    for board, (remaining, starts, openings) in zip(boards, _in_order(boards, answers), strict=True):
        best_starts = tuple(compress(count(), starts))
        yield LeastRemaining(board, _safe_somewhere(remaining), board.safe_count, openings, best_starts)


def remaining_of_groups(boards: Boards, kernel: bool | None = None) -> Iterator[int]:
    """What remains of each board at best, in order."""
    alike = _alike(boards.groups)
    joined = {graph: b"".join([mined for _, mined in parts]) for graph, parts in alike.items()}
    backend = backend_for(LEAST_LEFT, _work_of(joined.items()), kernel)
    answers: list[Iterator[int]] = [iter(()) for _ in boards.groups]
    for graph, parts in alike.items():
        found = iter(_remaining(graph, joined[graph], backend))
        for number, mined in parts:
            answers[number] = found if len(parts) == 1 else iter([*islice(found, len(mined) // len(graph))])
    return map(_safe_somewhere, _in_order(boards, answers))


def _in_order(boards: Boards, answers: list[Iterator[_Found]]) -> Iterator[_Found]:
    return map(next, map(answers.__getitem__, boards.order))


def _safe_somewhere(remaining: int) -> int:
    if remaining < 0:
        raise InvalidInput("board", "a safe cell to start on", "mines only")
    return remaining


def _alike(groups: list[tuple[CellGraph, bytes]]) -> dict[CellGraph, list[tuple[int, bytes]]]:
    """The groups by cell graph, each with its number; small grids of R x C and of C x R cells share one."""
    alike: dict[CellGraph, list[tuple[int, bytes]]] = {}
    for number, group in enumerate(groups):
        graph, mined = _wide(*group)
        alike.setdefault(graph, []).append((number, mined))
    return alike


def _wide(graph: CellGraph, mined: bytes) -> tuple[CellGraph, bytes]:
    """Small grids that are higher than wide, mirrored at the diagonal."""
    rows, cols = graph.shape or (0, 0)
    if rows <= cols or graph.kind != "grid" or len(graph) > _SMALL:
        return graph, mined
    wide, size = bytearray(len(mined)), rows * cols
    for i in range(size):
        row, col = divmod(i, cols)
        wide[col * rows + row :: size] = mined[i::size]
    return CellGraph.grid(cols, rows), bytes(wide)


def _remaining(graph: CellGraph, mined: bytes, backend: Backend) -> Iterable[int]:
    if backend.compiled:
        return _remaining_by_kernel(graph, mined)
    if _together(graph, mined):
        return remaining_alike(graph, mined)
    return (remaining for remaining, _, _ in _best(graph, mined, PYTHON))


def _best(graph: CellGraph, mined: bytes, backend: Backend) -> Iterable[_Best]:
    if backend.compiled:
        return (_best_of(board, _cleared_by_kernel(board)) for board in Boards.alike(graph, mined))
    if not _together(graph, mined):
        return (_best_of(board, cleared_by_opening(board)) for board in Boards.alike(graph, mined))
    remaining, best, openings = starts_alike(graph, mined)
    size = len(graph)
    rows = (best[at : at + size] for at in range(0, len(best), size))
    return zip(remaining, rows, openings, strict=True)


def _best_of(board: Board, openings: list[tuple[list[int], int]]) -> _Best:
    """The best of a board by the zero cells of its openings and how many cells a start there clears."""
    most = max([cleared for _, cleared in openings], default=1)
    if not board.safe_count:
        return -1, b"", 0
    starts = bytearray(board.mined.translate(_OTHER) if most == 1 else len(board.mined))
    for zeros, cleared in openings:
        for i in zeros:
            starts[i] = cleared == most
    return board.safe_count - most, bytes(starts), len(openings)


def _together(graph: CellGraph, mined: bytes) -> bool:
    """Whether boards are worked together: they have few cells, and there are many of them."""
    return len(graph) <= min(_FEW * (len(mined) // len(graph)), _SMALL)


def _work_of(groups: Iterable[tuple[CellGraph, bytes]]) -> int:
    """How much work the kernel saves, in cells of small boards; for tiny ones it saves none."""

    def cost(graph: CellGraph, mined: bytes) -> int:
        return int(len(graph) > _TINY) if _together(graph, mined) else _DEARER

    return sum([len(mined) * cost(graph, mined) for graph, mined in groups])


def _remaining_by_kernel(graph: CellGraph, mined: bytes) -> list[int]:
    """`lanes.remaining_alike`: the least number of safe cells left covered on each board, -1 without any."""
    import numpy as np

    from logicsweep.kernel.casual import FRONT, new_state
    from logicsweep.kernel.mining import left_of_boards

    boards = np.frombuffer(bytearray(mined), np.uint8).reshape(-1, len(graph))
    remaining, state = np.empty(len(boards), np.int32), new_state(graph.neighbour_table)
    decided = state.lists[FRONT, :2]

    def work(first: int, end: int) -> None:
        decided[:] = 0
        left_of_boards(boards[first:end], state, remaining[first:end])

    in_blocks(work, len(boards), len(graph), openings=decided)
    return remaining.tolist()


def _cleared_by_kernel(board: Board) -> list[tuple[list[int], int]]:
    """`spread.cleared_by_opening`: each opening's zero cells, and how many cells a start there clears."""
    import numpy as np

    from logicsweep.kernel.casual import FRONT, new_state
    from logicsweep.kernel.mining import cleared_from_openings

    mined, state = np.frombuffer(bytearray(board.mined), np.uint8), new_state(board.graph.neighbour_table)
    group, cleared = np.empty(len(mined), np.int32), np.empty(len(mined), np.int32)
    decided = state.lists[FRONT, :2]
    decided[:] = 0

    def work(*_: int) -> None:
        found = cleared_from_openings(mined, state, group)
        cleared[: len(found)] = found

    in_blocks(work, 1, len(mined), openings=decided)
    zeros = np.flatnonzero(group >= 0)
    order = zeros[np.argsort(group[zeros], kind="stable")].tolist()
    ends = np.cumsum(np.bincount(group[zeros])).tolist()
    starts = [0, *ends]
    return [(order[at:end], size) for at, end, size in zip(starts, ends, cleared.tolist(), strict=False)]
