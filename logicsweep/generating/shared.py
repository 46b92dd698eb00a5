"""Boards that meet a demand, made by several processes: each takes some tries of a board at a time.

Which tries a process takes depends on who is idle; what comes of them does not. The tries of a board are
numbered, the first that does is the board, and what others found past it is dropped.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from functools import lru_cache
from itertools import islice, repeat
from math import inf
from time import monotonic
from typing import NamedTuple

from logicsweep.generating.attempts import Attempt, Making
from logicsweep.generating.demand import Demand
from logicsweep.generating.maker import Generated, How, Limit, Maker, count
from logicsweep.pace import paced
from logicsweep.processes import end, pool

_AHEAD = 2  # calls in flight for each process
_FIRST = 4  # tries of a board's first call
_SHORT, _LONG = (
    0.2,
    1.0,
)  # seconds: after a shorter call the next has twice as many tries, after a longer half


class Task(NamedTuple):
    """What processes work at: a demand, the seed of its boards, how they are made."""

    demand: Demand
    seed: int
    how: How

    def packed(self) -> bytes | None:
        """As other processes get it; None where a player cannot leave this one."""
        try:
            return pickle.dumps(self)
        except (AttributeError, TypeError, pickle.PicklingError):
            return None


class Pending:
    """A board that is being made, or is made; and the calls in flight for it, in the order of their tries."""

    def __init__(self, making: Making, made: Generated | None = None) -> None:
        """Nobody works at it yet."""
        self.making, self.made = making, made
        self.calls: deque[Future[Come]] = deque()
        self.asked, self.size = 0, _FIRST  # up to which try, and how many next time

    def is_settled(self, limit: Limit) -> bool:
        """Whether it is made, or has had all its tries."""
        return self.made is not None or self.making.tries >= limit.tries

    def ask(self, workers: Executor, packed: bytes, limit: Limit) -> Future[Come]:
        """Have the next tries taken."""
        first = max(self.asked, self.making.tries)  # some were taken here before
        self.asked = min(first + self.size, limit.tries)
        self.calls.append(workers.submit(some_tries, packed, self.making.index, first, self.asked))
        return self.calls[-1]

    def take(self) -> int:
        """Note what has come, in order; how many tries that were."""
        before = self.making.tries
        while self.made is None and self.calls and self.calls[0].done():
            more, self.made, seconds = self.calls.popleft().result()
            self.making.note(Attempt(more.tries - self.making.tries, more.repairs, more.least, None))
            self.making.missed.update(more.missed)
            self.size = (
                2 * self.size if seconds < _SHORT else self.size // 2 or 1 if seconds > _LONG else self.size
            )
        return self.making.tries - before


class Come(NamedTuple):
    """What comes of a call: the board with all that was noted, whether it is made, seconds."""

    making: Making
    made: Generated | None
    seconds: float


def some_tries(packed: bytes, index: int, first: int, upto: int) -> Come:
    """The tries `first` to `upto` - 1 of a board, until one does: what a process is asked."""
    began = monotonic()
    task, maker = _unpacked(packed)
    making = Making(task.seed, index, len(task.demand.field))
    making.tries = first
    made = maker.batch([making], 1, Limit(upto)).get(index)
    return Come(making, made, monotonic() - began)


@lru_cache(maxsize=1)
def _unpacked(packed: bytes) -> tuple[Task, Maker]:
    task: Task = pickle.loads(packed)
    return task, Maker(task.demand, task.how)


def made_by_processes(
    packed: bytes, boards: Iterable[Pending], limit: Limit, workers: int
) -> Iterator[Pending]:
    """The same boards, in order, each made or given up; where time or a process ends before, as they are."""
    window: list[Pending] = []
    tries, left, processes = iter(paced(repeat(None), "tries")), iter(boards), pool(workers)
    try:
        while not limit.is_late:
            for one in window:
                count(tries, one.take())
            while window and window[0].is_settled(limit):
                yield window.pop(0)
            unsettled = sum(not one.is_settled(limit) for one in window)
            window.extend(islice(left, _AHEAD * workers - unsettled))
            if not window:
                break
            flying = _filled(window, processes, packed, limit, _AHEAD * workers)
            wait(flying, max(0.0, limit.end - monotonic()) if limit.end < inf else None, FIRST_COMPLETED)
    except BrokenExecutor:
        pass  # whoever asked goes on alone
    finally:
        end(processes)
    yield from window
    yield from left


def _filled(
    window: Sequence[Pending], workers: Executor, packed: bytes, limit: Limit, most: int
) -> list[Future[Come]]:
    """The calls in flight, after more tries were asked for: evenly, the first boards first, so many calls."""
    unsettled = [one for one in window if not one.is_settled(limit)]
    flying = [call for one in unsettled for call in one.calls if not call.done()]
    while len(flying) < most:
        idle = [one for one in unsettled if one.asked < limit.tries]
        if not idle:
            break
        flying.append(min(idle, key=lambda one: len(one.calls)).ask(workers, packed, limit))
    return flying
