"""Where the casual player ends from every start, without a trace, fast.

A start on a number ends with that one cell. All zero cells of an opening share one result, and an
opening that the run of another one clears can do no better than that other one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from logicsweep.board import Board
from logicsweep.errors import InvalidInput
from logicsweep.lanes import remaining_alike
from logicsweep.openings import cleared_by_opening, openings_of
from logicsweep.spread import spread, unspread, untouched, zero_cells

_OVERLAP = 2  # when runs come to more than so many boards, they overlap: make them stop early
_BATCH = 1 << 22  # cells taken together: some tens of megabytes
_LANES, _SMALL = (
    8,
    1000,
)  # measured: together pays on up to 1000 cells and from one board for every 8 cells on


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
        raise _no_start(board)
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
        for board, remaining in zip(batch, _answers(batch), strict=True):
            if remaining < 0:
                raise _no_start(board)
            yield remaining


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


def _answers(batch: list[Board]) -> list[int]:
    alike: dict[object, list[int]] = {}
    for place, board in enumerate(batch):
        graph = board.graph
        alike.setdefault((graph.kind, graph.shape) if graph.shape else id(graph), []).append(place)
    answers = [-1] * len(batch)
    for places in alike.values():
        graph = batch[places[0]].graph
        if len(graph) <= min(_LANES * len(places), _SMALL):
            found = remaining_alike(graph, b"".join([batch[place].mined for place in places]))
        else:
            found = [_remaining(batch[place]) for place in places]
        for place, answer in zip(places, found, strict=True):
            answers[place] = answer
    return answers


def _no_start(board: Board) -> InvalidInput:
    return InvalidInput("board", "a safe cell to start on", f"{board.mine_count} mines only")


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
