"""Some more tries at boards that are being made: in plain Python one each, by the kernel several at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from logicsweep.boards.board import Board
from logicsweep.boards.random import stream
from logicsweep.games.traceless import Levels
from logicsweep.generating.demand import Demand
from logicsweep.generating.repair import PER_REPAIR, ROUNDS, Settle, Tried, tried
from logicsweep.kernel.threads import aside, in_blocks

_AT_A_TIME = 16  # tries of a board in one call of the kernel
_LONG = 10_000  # cells of a board from which such a call is long enough for Ctrl-C to be missed


class Making:
    """A board that is being made: its stream, how many tries it had, and why they did not do.

    >>> Making(seed=2026, index=0, cells=20).tries
    0
    """

    def __init__(self, seed: int, index: int, cells: int) -> None:
        """No try yet."""
        self.index, self.state, self.least = index, stream(seed, index), cells
        self.tries = self.repairs = 0
        self.missed = Counter[str]()

    def add(self, other: Making) -> None:
        """Count what somebody else did, who began at this try."""
        self.tries = other.tries
        self.repairs += other.repairs
        self.least = min(self.least, other.least)
        self.missed.update(other.missed)

    def note(self, found: Attempt) -> None:
        """Count some tries."""
        self.tries += found.tries
        self.repairs += found.repairs
        self.least = min(self.least, found.least)


class Attempt(NamedTuple):
    """Some tries of a board: how many, all their repairs, the fewest cells that remained; the last of them,
    where the player finished it."""

    tries: int
    repairs: int
    least: int
    finished: Tried | None


def try_each(
    demand: Demand, uniform: bool, settle: Settle, making: Sequence[Making]
) -> Iterator[tuple[Making, Attempt]]:
    """One try of each board, in plain Python.

    >>> from logicsweep.generating.repair import player_settles
    >>> demand = Demand((4, 5), 5, "r1c1", finisher="casual")
    >>> making = [Making(7, 0, 20)]
    >>> [found.least for _, found in try_each(demand, False, player_settles(demand.finisher), making)]
    [0]
    """
    for one in making:
        found = tried(demand, stream(one.state, one.tries), uniform, settle)
        yield one, Attempt(1, found.repairs, found.remaining, None if found.remaining else found)


def try_by_kernel(
    demand: Demand,
    uniform: bool,
    settle: Settle,
    levels: Levels,
    most: int,
    threads: int,
    making: Sequence[Making],
) -> Iterator[tuple[Making, Attempt]]:
    """Some tries of each board, up to number `most`, by the kernel; those that do not fit in plain Python."""
    import numpy as np

    from logicsweep.kernel import making as kernel
    from logicsweep.kernel.codes import MISSED, SOLVED
    from logicsweep.kernel.neighbours import neighbour_table

    count, size = len(making), len(demand.field)
    order = kernel.Order(
        starts=np.array(demand.starts, np.int64),
        mines=demand.mines,
        opening=int(demand.first == "opening"),
        rounds=0 if uniform else ROUNDS,
        at_once=PER_REPAIR,
        around=neighbour_table(demand.field).copy(),
        levels=np.array(levels, np.uint8),
        most=0,
    )
    streams = np.array([one.state for one in making], np.uint64)
    tries = np.array([one.tries for one in making], np.int64)
    ends = np.minimum(tries + _AT_A_TIME, most)
    mined, starts = np.zeros((count, size), np.uint8), np.zeros(count, np.int64)
    told, status = np.zeros((count, 4), np.int64), np.zeros(count, np.uint8)

    def work(first: int, end: int) -> None:
        part = slice(first, end)
        given = streams[part], tries[part], ends[part]
        kernel.make_boards(order, *given, mined[part], starts[part], told[part], status[part])

    run = partial(in_blocks, work, count, size * _AT_A_TIME, threads)
    aside(run) if size >= _LONG else run()
    for at, one in enumerate(making):
        remaining, repairs, least, all_repairs = map(int, told[at])
        board = Board(demand.field, mined[at].tobytes())
        found = Tried(board, int(starts[at]), remaining, repairs) if status[at] == SOLVED else None
        yield one, Attempt(int(tries[at]) - one.tries, all_repairs, least, found)
        if status[at] not in (SOLVED, MISSED):
            yield from try_each(demand, uniform, settle, [one])
