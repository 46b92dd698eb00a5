"""Boards that meet a demand, made by several processes: each takes some tries of a board at a time.

Which tries a process takes depends on who is idle; what comes of them does not. The tries of a board are
numbered, the first that does is the board, and what others found past it is dropped.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from functools import lru_cache
from itertools import islice, repeat
from threading import TIMEOUT_MAX
from time import monotonic
from typing import NamedTuple

from logicsweep.generating.attempts import Making
from logicsweep.generating.demand import Demand
from logicsweep.generating.maker import Generated, How, Limit, Maker, tell_tries
from logicsweep.work import end, heard_by, paced, pool, remark

_AHEAD, _WAITING = 2, 16  # calls in flight, and boards in sight, for each process
_FIRST = 4  # tries of a board's first call
_SHORT, _LONG = 0.2, 1.0  # seconds: a shorter call makes the next twice as long, a longer one half as long


class Task(NamedTuple):
    """What processes work at: a demand, the seed of its boards, how they are made.

    `played`: cells so far, by which a process sees whether the kernel pays.
    """

    demand: Demand
    seed: int
    how: How
    played: int = 0

    def packed(self) -> bytes | None:
        """As other processes get it; None for what cannot leave this one."""
        try:
            return pickle.dumps(self)
        except (AttributeError, TypeError, pickle.PicklingError):
            return None


class Unloadable(Exception):
    """A task that a process cannot load: it has a function that is nowhere else."""


class Outcome(NamedTuple):
    """What comes of a call: the board with what these tries came to, whether it is made, seconds."""

    making: Making
    made: Generated | None
    seconds: float


def some_tries(packed: bytes, index: int, first: int, upto: int) -> Outcome:
    """The tries `first` to `upto` - 1 of a board, until one does: what a process is asked."""
    began = monotonic()
    task, maker = _unpacked(packed)
    making = Making(task.seed, index, len(task.demand.field))
    making.tries = first
    with heard_by(lambda text: None):  # the process that asks says it, if anybody does
        made = maker.batch([making], 1, Limit(upto)).get(index)
    return Outcome(making, made, monotonic() - began)


@lru_cache(maxsize=1)
def _unpacked(packed: bytes) -> tuple[Task, Maker]:
    try:
        task: Task = pickle.loads(packed)
    except Exception as error:  # whatever a module says that is not there, or another one
        raise Unloadable from error
    return task, Maker(task.demand, task.how, task.played)


class Pending:
    """A board that is being made, or is made; and the calls in flight for it, in the order of their tries."""

    def __init__(self, making: Making) -> None:
        """Nobody works at it yet."""
        self.making = making
        self.made: Generated | None = None
        self.calls: deque[Future[Outcome]] = deque()
        self.asked, self.size = 0, _FIRST  # up to which try, and how many next time

    def is_over(self, limit: Limit) -> bool:
        """Whether it is made, or has had all its tries."""
        return self.made is not None or self.making.tries >= limit.tries

    def is_asked(self, limit: Limit) -> bool:
        """Whether there is nothing more to ask: all tries are taken, or one of the later ones does."""
        done = [call.result() for call in self.calls if call.done()]
        return self.is_over(limit) or self.asked >= limit.tries or any(one.made for one in done)

    def ask(self, workers: Executor, packed: bytes, limit: Limit) -> Future[Outcome]:
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
            self.making.add(more)
            if seconds < _SHORT:
                self.size *= 2
            elif seconds > _LONG:
                self.size = max(1, self.size // 2)
        return self.making.tries - before


def made_by_processes(
    packed: bytes, boards: Iterable[Pending], limit: Limit, workers: int
) -> Generator[Pending, None, None]:
    """The same boards, in order, each made or given up; where time or a process ends before, as they are."""
    window: list[Pending] = []
    tries, left, processes = iter(paced(repeat(None), "tries")), iter(boards), pool(workers)
    try:
        while not limit.is_late:
            for one in window:
                tell_tries(tries, one.take())
            while window and window[0].is_over(limit):
                yield window.pop(0)
            still_open = sum(not one.is_over(limit) for one in window)
            room = min(_AHEAD * workers - still_open, _WAITING * workers - len(window))
            window.extend(islice(left, max(0, room)))
            if not window:
                return
            flying = _filled(window, processes, packed, limit, _AHEAD * workers)
            wait(flying, min(max(0.0, limit.end - monotonic()), TIMEOUT_MAX), FIRST_COMPLETED)
    except (BrokenExecutor, Unloadable):
        remark("a process ended, or could not load a player: the boards are made by one alone")
    finally:
        end(processes)
    yield from window
    yield from left


def _filled(
    window: Sequence[Pending], workers: Executor, packed: bytes, limit: Limit, most: int
) -> list[Future[Outcome]]:
    """The calls in flight, after more tries were asked for: evenly, the first boards first, so many calls."""
    flying = [call for one in window if one.made is None for call in one.calls if not call.done()]
    while len(flying) < most:
        idle = [one for one in window if not one.is_asked(limit)]
        if not idle:
            break
        flying.append(min(idle, key=lambda one: len(one.calls)).ask(workers, packed, limit))
    return flying
