"""The casual player's results from every start, without a trace, fast: on one board or on very many.

A start on a number ends with that one cell. All zero cells of an opening share one result, and if one opening
clears another, the other cannot do better. Small boards of one cell graph are solved together (`lanes`).
Large boards, and very many boards, use the kernel if it is installed and pays.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import compress, count, islice
from typing import TypeVar

from logicsweep.boards.board import Board, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards, batches
from logicsweep.closures.lanes import count_remaining, find_best_starts
from logicsweep.closures.results import LeastRemaining, StartClass
from logicsweep.closures.spread import count_cleared, cover_board, spread
from logicsweep.errors import InvalidInput, of_kind
from logicsweep.kernel import BEST_STARTS, LEAST_LEFT, Backend, backend_for, run_in_blocks

_Found = TypeVar("_Found")
_Best = tuple[int, bytes, int]  # least cells remaining, a byte for each cell (1: a best start), openings
_SMALL = 1000  # cells: up to here boards of one cell graph are solved together (measured),
_FEW = 8  # if there is at least one board for every _FEW cells
_TINY = 150  # cells: up to here the kernel is not faster than solving boards together (measured)
_DEARER = 10  # how many times as long plain Python takes for a cell of other boards
_OTHER = bytes.maketrans(b"\0\1", b"\1\0")


def closure(board: Board, start: Hashable) -> View:
    """The casual player's final view from one start, with the mines that they found as flags.

    The start is a cell in any form that `CellGraph.locate` takes.
    """
    first = of_kind("board", board, Board).graph.locate(start, "start")
    if board.mined[first]:
        raise InvalidInput(board.graph.name(first), "a safe cell to start on", "a mine")
    trail, _ = spread(cover_board(board), (first,))
    flagged = {cell for cell in trail if board.mined[cell]}
    return board.view(flagged.symmetric_difference(trail), flagged)


def least_remaining(board: Board, *, kernel: bool | None = None) -> LeastRemaining:
    """The least number of safe cells that the casual player leaves covered, over all starts.

    `kernel`: True and False ask for compiled code (the extra `fast`) and for plain Python; by default large
    boards use it if it is installed.

    >>> least_remaining(Board.parse('''
    ... M.M.
    ... .M.M
    ... M.M.
    ... ''')).remaining
    5
    """
    return next(least_of_groups(Boards.of([of_kind("board", board, Board)]), kernel))


def start_classes(board: Board, *, kernel: bool | None = None) -> tuple[StartClass, ...]:
    """All classes of starts, by their first cells, numbers last; for `kernel` see `least_remaining`.

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
    backend = backend_for(BEST_STARTS, _estimate_work([(board.graph, board.mined)]), kernel)
    for zeros, cleared in (_count_cleared_compiled if backend.compiled else count_cleared)(board):
        classes.append(StartClass(tuple(zeros), safe - cleared, True))
        for i in zeros:
            others[i] = 1
    numbers = tuple(compress(count(), others.translate(_OTHER)))
    if numbers:
        classes.append(StartClass(numbers, safe - 1, False))
    return tuple(classes)


def least_of_many(boards: Iterable[Board], *, kernel: bool | None = None) -> Iterator[LeastRemaining]:
    """`least_remaining(board)` of each board, in order.

    It takes boards in batches of some million cells, and solves those of one cell graph together. If the
    iterable raises, the answers for earlier boards are yielded first. For `kernel` see `least_remaining`.

    >>> for best in least_of_many([Board.parse("... ... MM."), Board.parse("M.M. .M.M M.M.")]):
    ...     print(best.remaining, best.best_starts, best.openings)
    0 (0, 1, 2) 1
    5 (1, 3, 4, 6, 9, 11) 0
    """
    for batch in batches(boards):
        yield from least_of_groups(batch, kernel)


def least_of_groups(boards: Boards, kernel: bool | None = None) -> Iterator[LeastRemaining]:
    """`least_remaining` of boards in groups."""
    backend = backend_for(BEST_STARTS, _estimate_work(boards.groups), kernel)
    answers = [iter(_find_best(graph, mined, backend)) for graph, mined in boards.groups]
    for board, (remaining, starts, openings) in zip(boards, _restore_order(boards, answers), strict=True):
        best_starts = tuple(compress(count(), starts))
        yield LeastRemaining(board, _require_safe_cell(remaining), board.safe_count, openings, best_starts)


def remaining_of_groups(boards: Boards, kernel: bool | None = None) -> Iterator[int]:
    """The least number of safe cells left covered on each board, in order."""
    alike = _group_by_graph(boards.groups)
    joined = {graph: b"".join([mined for _, mined in parts]) for graph, parts in alike.items()}
    backend = backend_for(LEAST_LEFT, _estimate_work(joined.items()), kernel)
    answers: list[Iterator[int]] = [iter(()) for _ in boards.groups]
    for graph, parts in alike.items():
        found = iter(_count_remaining(graph, joined[graph], backend))
        for number, mined in parts:
            answers[number] = found if len(parts) == 1 else iter([*islice(found, len(mined) // len(graph))])
    return map(_require_safe_cell, _restore_order(boards, answers))


def _restore_order(boards: Boards, answers: list[Iterator[_Found]]) -> Iterator[_Found]:
    return map(next, map(answers.__getitem__, boards.order))


def _require_safe_cell(remaining: int) -> int:
    if remaining < 0:
        raise InvalidInput("board", "a safe cell to start on", "mines only")
    return remaining


def _group_by_graph(groups: list[tuple[CellGraph, bytes]]) -> dict[CellGraph, list[tuple[int, bytes]]]:
    """Sort the numbered groups by cell graph; small grids of R x C and C x R cells share one graph."""
    alike: dict[CellGraph, list[tuple[int, bytes]]] = {}
    for number, group in enumerate(groups):
        graph, mined = _turn_wide(*group)
        alike.setdefault(graph, []).append((number, mined))
    return alike


def _turn_wide(graph: CellGraph, mined: bytes) -> tuple[CellGraph, bytes]:
    """Transpose small grids that are higher than wide."""
    rows, cols = graph.shape or (0, 0)
    if rows <= cols or graph.kind != "grid" or len(graph) > _SMALL:
        return graph, mined
    wide, size = bytearray(len(mined)), rows * cols
    for i in range(size):
        row, col = divmod(i, cols)
        wide[col * rows + row :: size] = mined[i::size]
    return CellGraph.grid(cols, rows), bytes(wide)


def _count_remaining(graph: CellGraph, mined: bytes, backend: Backend) -> Iterable[int]:
    if backend.compiled:
        return _count_remaining_compiled(graph, mined)
    if _are_worked_together(graph, mined):
        return count_remaining(graph, mined)
    return (_best_of_board(board, count_cleared(board, False))[0] for board in Boards.alike(graph, mined))


def _find_best(graph: CellGraph, mined: bytes, backend: Backend) -> Iterable[_Best]:
    if backend.compiled:
        return (_best_of_board(board, _count_cleared_compiled(board)) for board in Boards.alike(graph, mined))
    if not _are_worked_together(graph, mined):
        return (_best_of_board(board, count_cleared(board)) for board in Boards.alike(graph, mined))
    remaining, best, openings = find_best_starts(graph, mined)
    size = len(graph)
    rows = (best[at : at + size] for at in range(0, len(best), size))
    return zip(remaining, rows, openings, strict=True)


def _best_of_board(board: Board, openings: list[tuple[list[int], int]]) -> _Best:
    """The best starts of a board, given the zero cells of its openings and how many cells each clears."""
    most = max([cleared for _, cleared in openings], default=1)
    if not board.safe_count:
        return -1, b"", 0
    starts = bytearray(board.mined.translate(_OTHER) if most == 1 else len(board.mined))
    for zeros, cleared in openings:
        for i in zeros:
            starts[i] = cleared == most
    return board.safe_count - most, bytes(starts), len(openings)


def _are_worked_together(graph: CellGraph, mined: bytes) -> bool:
    """Whether to solve boards together: there are many of them, with few cells each."""
    return len(graph) <= min(_FEW * (len(mined) // len(graph)), _SMALL)


def _estimate_work(groups: Iterable[tuple[CellGraph, bytes]]) -> int:
    """Estimate how much work the kernel saves, in cells of small boards; for tiny boards it saves none."""

    def cost_of_cell(graph: CellGraph, mined: bytes) -> int:
        return int(len(graph) > _TINY) if _are_worked_together(graph, mined) else _DEARER

    return sum([len(mined) * cost_of_cell(graph, mined) for graph, mined in groups])


def _count_remaining_compiled(graph: CellGraph, mined: bytes) -> list[int]:
    """`lanes.count_remaining` by the kernel."""
    import numpy as np

    from logicsweep.kernel.casual import FRONT, new_state
    from logicsweep.kernel.mining import count_left_cells

    boards = np.frombuffer(bytearray(mined), np.uint8).reshape(-1, len(graph))
    remaining, state = np.empty(len(boards), np.int32), new_state(graph.neighbour_table)
    decided = state.lists[FRONT, :2]

    def work(first: int, end: int) -> None:
        decided[:] = 0
        count_left_cells(boards[first:end], state, remaining[first:end])

    run_in_blocks(work, len(boards), len(graph), openings=decided)
    return remaining.tolist()


def _count_cleared_compiled(board: Board) -> list[tuple[list[int], int]]:
    """`spread.count_cleared` by the kernel."""
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

    run_in_blocks(work, 1, len(mined), openings=decided)
    zeros = np.flatnonzero(group >= 0)
    order = zeros[np.argsort(group[zeros], kind="stable")].tolist()
    ends = np.cumsum(np.bincount(group[zeros])).tolist()
    starts = [0, *ends]
    return [(order[at:end], size) for at, end, size in zip(starts, ends, cleared.tolist(), strict=False)]
