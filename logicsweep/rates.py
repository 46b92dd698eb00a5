"""How much this machine answers in a second, in plain Python and by the kernel: `logicsweep bench`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import compress
from math import inf
from time import perf_counter
from typing import Literal, NamedTuple, Protocol

from logicsweep.arguments import of_kind, said
from logicsweep.board import Board
from logicsweep.bulk import solve_many
from logicsweep.cells import CellGraph
from logicsweep.closures.many import remaining_of_groups
from logicsweep.closures.openings import openings_of
from logicsweep.endings import ends
from logicsweep.errors import InvalidInput
from logicsweep.grouped import Grouped
from logicsweep.kernel import extra
from logicsweep.kernel.threads import jobs_of
from logicsweep.pace import paced
from logicsweep.random_boards import random_board, random_mined

Answered = Literal["positions", "games", "boards", "random boards"]
"""What is counted in a second."""

_SEED = 2026
_AT_ONCE = 1 << 22  # cells of a batch: some tens of megabytes
_DRAWN = 1 << 18  # cells of all boards of one size that differ,
_PLAYED = 1 << 16  # and of games
_PLAYERS = ("casual", "overlap", "expert", "counter")
_GROWING = 0.2  # batches grow until one takes this share of the time


@dataclass(frozen=True)
class Rate:
    """How many of a kind are answered in a second of wall-clock time, on boards of one size.

    `plain` is the rate of plain Python, `kernel` that of compiled code, None where it was not measured.
    `what`:

    - `positions`: what is forced in each, and all risks, with the mine total (`solve_many`); from games in
      which the players casual, overlap and expert are stuck;
    - `games`: where the `player` ends who starts in the largest opening (`ends`, without the cells);
    - `boards`: the answer to *Data Mining?* (`remaining_of_many`, as the verb `solve` asks it);
    - `random boards`: so many boards in one array (`random_mined`).

    >>> Rate("games", 9, 9, 10, "casual", plain=2000.0, kernel=50_000.0).faster
    25.0
    """

    what: Answered
    rows: int
    cols: int
    mines: int
    player: str | None
    plain: float
    kernel: float | None

    @property
    def faster(self) -> float | None:
        """How many times as many the kernel answers; None where that was not measured."""
        return None if self.kernel is None else self.kernel / self.plain


def rates(seconds: float = 1.0, jobs: int = 1, *, kernel: bool = True) -> Iterator[Rate]:
    """Measure the rates of this machine one by one, each for about so many seconds of wall-clock time.

    Each is measured in plain Python and, where the kernel is installed, by the kernel too, on the same
    boards, which are the same on every machine. What is done once is not measured: making the boards,
    imports, compiling. `jobs`: threads for compiled code, 0 for as many as there are cores; plain Python
    and *Data Mining?* take one. `kernel`: False leaves the kernel out. Raises InvalidInput for other values.

    >>> first = next(rates(0.001, kernel=False))
    >>> first.what, first.rows, first.cols, first.mines, first.plain > 0, first.kernel
    ('positions', 9, 9, 10, True, None)
    """
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < inf:
        raise InvalidInput("seconds", "a number above 0", said(seconds))
    threads = jobs_of(jobs)
    by_kernel = of_kind("kernel", kernel, bool) and extra.installed()
    return _measured(seconds, threads, by_kernel)


def _measured(seconds: float, threads: int, by_kernel: bool) -> Iterator[Rate]:
    for task in paced(_TASKS, "rates", len(_TASKS)):
        work = task.prepare(task.size, task.player, threads)
        plain = _a_second(partial(work.ready, by_kernel=False), seconds, work.distinct)
        most = max(1, _AT_ONCE // task.size.cells)
        fast = _a_second(partial(work.ready, by_kernel=True), seconds, most) if by_kernel else None
        yield Rate(task.what, *task.size, task.player, plain, fast)


def _a_second(ready: Callable[[int, int], Callable[[], object]], seconds: float, most: int) -> float:
    """How many items are answered in a second; `most` in one batch."""
    ready(0, 1)()  # imports, tables and compiling are not measured
    done, batch, spent = 0, 1, 0.0
    while spent < seconds:
        work = ready(done, batch)
        start = perf_counter()
        work()
        took = perf_counter() - start
        if batch < most and took < seconds * _GROWING:
            done, spent, batch = 0, 0.0, min(2 * batch, most)
        else:
            done, spent = done + batch, spent + took
    return done / spent


class _Size(NamedTuple):
    """Of boards: how many rows, columns and mines."""

    rows: int
    cols: int
    mines: int

    @property
    def cells(self) -> int:
        """How many cells each has."""
        return self.rows * self.cols

    @property
    def shape(self) -> tuple[int, int]:
        """As arrays have it."""
        return self.rows, self.cols


class _Ready(Protocol):
    """Given the number of the first item, how many, and by what: their work, ready to be done."""

    def __call__(self, first: int, count: int, by_kernel: bool) -> Callable[[], object]: ...


class _Work(NamedTuple):
    """What a task does, and how many of its items differ: plain Python remembers parts within a batch."""

    ready: _Ready
    distinct: int


class _Task(NamedTuple):
    """A line of the report; `prepare` makes its boards or positions, `player` only matters to games."""

    what: Answered
    size: _Size
    prepare: Callable[[_Size, str | None, int], _Work]
    player: str | None = None


@dataclass(frozen=True)
class _Stock:
    """Boards or positions of one size, a byte for each cell, and of games the starts (indices)."""

    size: _Size
    cells: bytes
    starts: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.cells) // self.size.cells

    def part(self, first: int, count: int) -> memoryview:
        """So many of them as an array, uint8 (count, rows, cols); after the last comes the first."""
        at = first % len(self) * self.size.cells
        end = at + count * self.size.cells
        again = self.cells * -(-end // len(self.cells))
        return memoryview(again)[at:end].cast("B", (count, *self.size.shape))

    def starts_of(self, first: int, count: int) -> list[int]:
        """The starts of the same."""
        return [self.starts[number % len(self)] for number in range(first, first + count)]


def _positions(size: _Size, _: str | None, threads: int) -> _Work:
    stock = _stuck(size)

    def ready(first: int, count: int, by_kernel: bool) -> Callable[[], object]:
        given = stock.part(first, count)
        return partial(solve_many, given, mines=size.mines, risks=True, jobs=threads, kernel=by_kernel)

    return _Work(ready, len(stock))


def _games(size: _Size, player: str | None, threads: int) -> _Work:
    stock = _started(size)

    def ready(first: int, count: int, by_kernel: bool) -> Callable[[], object]:
        given = stock.part(first, count), stock.starts_of(first, count), player or ""
        return partial(ends, *given, cells=False, jobs=threads, kernel=by_kernel)

    return _Work(ready, len(stock))


def _boards(size: _Size, _: str | None, __: int) -> _Work:
    stock, graph = _drawn_boards(size), CellGraph.grid(*size.shape)

    def ready(first: int, count: int, by_kernel: bool) -> Callable[[], object]:
        grouped = Grouped([(graph, stock.part(first, count).tobytes())], [0] * count)
        return lambda: list(remaining_of_groups(grouped, by_kernel))

    return _Work(ready, len(stock))


def _random_boards(size: _Size, _: str | None, threads: int) -> _Work:
    def ready(first: int, count: int, by_kernel: bool) -> Callable[[], object]:
        asked = size.shape, size.mines, _SEED, count, first
        return partial(random_mined, *asked, jobs=threads, kernel=by_kernel)

    return _Work(ready, _AT_ONCE // size.cells)


def _drawn_boards(size: _Size) -> _Stock:
    """Random boards: few, but enough of them for plain Python to work small ones together."""
    count = max(1, _DRAWN // size.cells)
    return _Stock(size, bytes(random_mined(size.shape, size.mines, _SEED, count, kernel=False)))


@cache
def _started(size: _Size) -> _Stock:
    """Games: random boards that have an opening, each with the first cell of its largest as the start."""
    graph, boards, starts = CellGraph.grid(*size.shape), bytearray(), []
    for index in range(_PLAYED // size.cells):
        board = random_board(graph, size.mines, _SEED, index)
        openings = openings_of(board)
        if openings:
            boards += board.mined
            starts.append(max(openings, key=len)[0])
    return _Stock(size, bytes(boards), tuple(starts))


@cache
def _stuck(size: _Size) -> _Stock:
    """Positions in which players are stuck, each in every third of the games; won games are left out."""
    games, graph, found = _started(size), CellGraph.grid(*size.shape), bytearray()
    for number, start in enumerate(games.starts):
        mined = games.part(number, 1)
        end = ends(mined, start, _PLAYERS[number % 3], kernel=False)
        if not end.finished[0]:
            cleared = compress(range(size.cells), end.cleared.tobytes())
            marks = Board(graph, mined.tobytes()).view(cleared).marks
            found += bytes([mark % 256 for mark in marks])
    return _Stock(size, bytes(found))


_BEGINNER, _INTERMEDIATE, _EXPERT = _Size(9, 9, 10), _Size(16, 16, 40), _Size(16, 30, 99)
_TASKS = (
    *[_Task("positions", size, _positions) for size in (_BEGINNER, _INTERMEDIATE, _EXPERT)],
    *[_Task("games", size, _games, player) for size in (_BEGINNER, _EXPERT) for player in _PLAYERS],
    *[_Task("boards", size, _boards) for size in (_Size(8, 8, 10), _EXPERT, _Size(300, 300, 13_500))],
    *[_Task("random boards", size, _random_boards) for size in (_BEGINNER, _EXPERT)],
)
