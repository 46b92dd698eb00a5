"""Where the casual player ends from every start, without a trace, fast.

A start on a number ends with that one cell. All zero cells of an opening share one result, and an
opening that the run of another one clears can do no better than that other one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from logicsweep.board import Board
from logicsweep.cells import CellGraph
from logicsweep.errors import InvalidInput
from logicsweep.lanes import remaining_alike
from logicsweep.openings import cleared_by_opening, openings_of
from logicsweep.spread import spread, unspread, untouched, zero_cells

_OVERLAP = 2  # when runs come to more than so many boards, they overlap: make them stop early
_BATCH = 1 << 22  # cells taken together: some tens of megabytes
_SMALL = 1000  # cells: up to here boards of one cell graph are worked together (measured),
_FEW = 8  # when there is at least one for every so many cells


@dataclass(frozen=True)
class Closure:
    """Where the casual player ends from one start: all that he cleared and flagged (indices, ascending)."""

    board: Board
    start: int
    cleared: tuple[int, ...]
    flagged: tuple[int, ...]

    @property
    def remaining(self) -> int:
        """How many safe cells stay covered."""
        return self.board.safe_count - len(self.cleared)

    @cached_property
    def left(self) -> tuple[int, ...]:
        """The safe cells that stay covered (indices, ascending)."""
        done = set(self.cleared)
        return tuple(i for i, mine in enumerate(self.board.mined) if not mine and i not in done)


@dataclass(frozen=True)
class StartClass:
    """Starts (indices, ascending) that share one result: the zero cells of an opening, or all numbers."""

    starts: tuple[int, ...]
    remaining: int
    opening: bool


@dataclass(frozen=True)
class Solution:
    """The casual player's best on a board, over all starts."""

    board: Board
    remaining: int

    @property
    def mines(self) -> int:
        """How many mines the board has."""
        return self.board.mine_count

    @property
    def safe(self) -> int:
        """How many cells hold no mine."""
        return self.board.safe_count

    @cached_property
    def openings(self) -> int:
        """How many openings the board has."""
        return len(openings_of(self.board))

    @cached_property
    def best_starts(self) -> tuple[int, ...]:
        """Every start that leaves `remaining` (indices, ascending)."""
        return tuple(
            sorted(i for c in start_classes(self.board) if c.remaining == self.remaining for i in c.starts)
        )


def closure(board: Board, start: int) -> Closure:
    """Where the casual player ends from one start.

    >>> closure(Board.parse('''
    ... ...
    ... ...
    ... MM.
    ... '''), 4).remaining
    6
    """
    if not 0 <= start < len(board.graph):
        raise InvalidInput("start", f"an index below {len(board.graph)}", str(start))
    if board.mined[start]:
        raise InvalidInput(board.graph.name(start), "a safe cell to start on", "a mine")
    trail = sorted(spread(untouched(board), start)[0])
    mined = board.mined
    return Closure(board, start, tuple(i for i in trail if not mined[i]), tuple(i for i in trail if mined[i]))


def solve(board: Board) -> Solution:
    """The least number of safe cells that the casual player leaves covered, over all starts.

    >>> solve(Board.parse('''
    ... M.M.
    ... .M.M
    ... M.M.
    ... ''')).remaining
    5
    """
    remaining = _remaining(board)
    if remaining < 0:
        raise _no_start()
    return Solution(board, remaining)


def start_classes(board: Board) -> tuple[StartClass, ...]:
    """Every distinct class of starts, by its first cell, the numbers last.

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
    safe = board.safe_count
    classes = [StartClass(tuple(zeros), safe - cleared, True) for zeros, cleared in cleared_by_opening(board)]
    zero = set(zero_cells(board))
    numbers = tuple(i for i, mine in enumerate(board.mined) if not mine and i not in zero)
    if numbers:
        classes.append(StartClass(numbers, safe - 1, False))
    return tuple(classes)


def remaining_of_many(boards: Iterable[Board]) -> Iterator[int]:
    """`solve(board).remaining` of each board, in order; boards of one cell graph are worked together.

    Boards are taken in batches of some million cells. When taking one raises, the answers of those
    before it come first.

    >>> list(remaining_of_many([Board.parse("... ... MM."), Board.parse("M.M. .M.M M.M.")]))
    [0, 5]
    """
    for batch in _batches(boards):
        yield from remaining_of_groups(*_grouped(batch))


def remaining_of_groups(groups: Sequence[tuple[CellGraph, bytes]], order: Iterable[int]) -> Iterator[int]:
    """The same for boards that are grouped already, which saves making a Board of each.

    A group is a cell graph and the `mined` of its boards, one after another. `order` names for each
    answer the group whose next board is meant.

    >>> groups = [(CellGraph.grid(1, 2), bytes([0, 1, 0, 0])), (CellGraph.grid(1, 3), bytes([0, 1, 0]))]
    >>> list(remaining_of_groups(groups, [0, 1, 0]))
    [0, 1, 0]
    """
    answers = [_of_group(graph, mined) for graph, mined in groups]
    for number in order:
        answer = next(answers[number])
        if answer < 0:
            raise _no_start()
        yield answer


def _of_group(graph: CellGraph, mined: bytes) -> Iterator[int]:
    size = len(graph)
    if size <= min(_FEW * (len(mined) // size), _SMALL):
        yield from remaining_alike(graph, mined)
    else:
        for at in range(0, len(mined), size):
            yield _remaining(Board(graph, mined[at : at + size]))


def _batches(boards: Iterable[Board]) -> Iterator[list[Board]]:
    batch: list[Board] = []
    cells = 0
    try:
        for board in boards:
            batch.append(board)
            cells += len(board.mined)
            if cells > _BATCH:
                yield batch
                batch, cells = [], 0
    except Exception:
        yield batch
        raise
    yield batch


def _grouped(batch: list[Board]) -> tuple[list[tuple[CellGraph, bytes]], list[int]]:
    graphs: list[CellGraph] = []
    groups: dict[object, tuple[int, list[bytes]]] = {}
    order = []
    for board in batch:
        graph = board.graph
        key = (graph.kind, graph.shape) if graph.shape else id(graph)
        if key not in groups:
            groups[key] = (len(graphs), [])
            graphs.append(graph)
        number, mined = groups[key]
        mined.append(board.mined)
        order.append(number)
    joined = [b"".join(mined) for _, mined in groups.values()]
    return list(zip(graphs, joined, strict=True)), order


def _no_start() -> InvalidInput:
    return InvalidInput("board", "a safe cell to start on", "mines only")


def _remaining(board: Board) -> int:
    """The least remaining, or -1 when there is no safe cell."""
    known, mined = untouched(board), board.mined
    covered = bytearray(len(mined))
    best, spent = 1, 0
    for zero in zero_cells(board):
        if not covered[zero]:
            trail, _ = spread(known, zero)
            unspread(known, trail)
            best = max(best, len([i for i in trail if not mined[i]]))
            for i in trail:
                covered[i] = 1
            spent += len(trail)
            if spent > _OVERLAP * len(mined):
                return board.safe_count - max(cleared for _, cleared in cleared_by_opening(board))
    return board.safe_count - best
