"""Boards made to order: each is a function of the demand, the seed and its number.

The tries at a board are numbered; the first try that is finished and meets the demand is the board. The
kernel plays many boards at a time, in threads. If plain Python takes long, each board gets a process.
"""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from math import inf
from time import monotonic
from typing import NamedTuple

from logicsweep.boards.random import stream
from logicsweep.errors import InvalidInput, NoneMade, describe, of_kind, whole_number
from logicsweep.games.path import path
from logicsweep.games.quick import levels_of
from logicsweep.generating.demand import Demand
from logicsweep.generating.generated import Generated
from logicsweep.generating.recipe import ROUNDS, Try, draw, finish, play_tries
from logicsweep.kernel import MAKING, Backend, backend_for
from logicsweep.work.executors import can_start, in_order, processes
from logicsweep.work.progress import count_done
from logicsweep.work.remarks import heard_by, remark

TRIES = 10_000
"""The default limit of boards drawn for each one that is made."""
_64 = (1 << 64) - 1
_PLAYS = 3  # the rough number of games for a board
_TOGETHER, _CELLS = 256, 1 << 22  # boards for the kernel at a time, and their cells
_HUGE = 200_000  # cells
_ALONE = 1.0  # seconds: for longer work it pays to start other processes
_AHEAD = 4  # boards under way for each process


@dataclass
class Pending:
    """An unfinished board: its number of tries, why they failed, and the board once it is made."""

    index: int
    state: int
    least: int
    tries: int = 0
    repairs: int = 0
    missed: Counter[str] = field(default_factory=Counter)
    made: Generated | None = None

    @property
    def games(self) -> int:
        """The number of games played on it."""
        return self.tries + self.repairs


class Task(NamedTuple):
    """A demand and the options of `generate`; `end` is a time on the monotonic clock."""

    demand: Demand
    seed: int
    uniform: bool
    tries: int
    end: float
    jobs: int
    kernel: bool | None

    def is_over(self, board: Pending) -> bool:
        """Whether a board is made, or given up."""
        return board.made is not None or board.tries >= self.tries or monotonic() > self.end


def generate(
    demand: Demand,
    count: int,
    seed: int = 0,
    first: int = 0,
    *,
    uniform: bool = False,
    tries: int = TRIES,
    seconds: float | None = None,
    jobs: int = 1,
    kernel: bool | None = None,
) -> Iterator[Generated]:
    """Make `count` boards that meet a demand, numbers `first`, `first` + 1, ... of a seed.

    A board is drawn. If the finisher gets stuck, it is repaired: mines move until the finisher gets through.
    That makes some layouts likelier than others. `uniform` only draws: then all boards with the same start
    that meet the demand are equally likely.

    - `tries`: the most boards drawn for one that is made; `seconds`: the most wall-clock time for all. If
      that is not enough, this yields the boards made so far, then raises NoneMade.
    - `kernel`: as for `play_many`.
    - `jobs`: threads of the kernel, or processes if plain Python takes more than a second; 0 means one for
      each core. It does not change the boards. A script that may start processes must call this below
      `if __name__ == "__main__":`.

    >>> demand = Demand((9, 9), 10, "r5c5", finisher="overlap", not_for="casual")
    >>> [made.tries for made in generate(demand, 3, seed=1)]
    [1, 1, 4]
    """
    of_kind("demand", demand, Demand)
    first = whole_number("first", first, 0, _64)
    numbers = range(first, first + whole_number("count", count, 0, sys.maxsize))
    if numbers and numbers[-1] > _64:
        raise InvalidInput("count", f"at most {_64 - first + 1} boards from number {first} on", str(count))
    task = Task(
        demand,
        whole_number("seed", seed, 0, _64),
        of_kind("uniform", uniform, bool),
        whole_number("tries", tries, 1, sys.maxsize),
        monotonic() + _check_seconds(seconds),
        whole_number("jobs", jobs, 0),
        kernel,
    )
    return _make_boards(task, numbers)


def _check_seconds(seconds: float | None) -> float:
    if seconds is None:
        return inf
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < inf:
        raise InvalidInput("seconds", "a number above 0", describe(seconds))
    return seconds


def _make_boards(task: Task, numbers: range) -> Iterator[Generated]:
    """Make the boards with these numbers and report progress; raises NoneMade for the first that fails."""
    made, size = count_done("boards", len(numbers)), len(task.demand.field)
    if size >= _HUGE:
        remark(f"a board of {size} cells takes a minute or many")
    boards = (Pending(index, stream(task.seed, index), size) for index in numbers)
    for at, one in enumerate(_finish_boards(task, boards, _PLAYS * len(numbers), numbers.stop - 1)):
        if one.made is None:
            raise NoneMade(at, one.tries, one.repairs, one.least, one.missed)
        yield one.made
        made(1)


def _finish_boards(task: Task, boards: Iterator[Pending], games: int, last: int) -> Iterator[Pending]:
    """Make or give up each board up to the `last`; `games` estimates the number of games.

    The kernel works on many boards together; plain Python on one by one, after a while in processes.
    """
    alone, together = monotonic() + _ALONE, max(1, min(_TOGETHER, _CELLS // len(task.demand.field)))
    under_way, tries = deque[Pending](), count_done("tries")
    while True:
        backend = _choose_backend(task, games + sum([one.games for one in under_way]))
        quick = backend.compiled and not task.demand.judges_path
        under_way.extend(islice(boards, max(0, (together if quick else 1) - len(under_way))))
        if not under_way:
            return
        is_long = not quick and monotonic() > alone and under_way[0].index < last
        if is_long and backend.jobs > 1 and can_start():
            yield from _finish_by_processes(task, chain(under_way, boards), games, backend.jobs)
            return
        _try_each(task, under_way, backend, tries)
        while under_way and task.is_over(under_way[0]):
            games += under_way[0].games
            yield under_way.popleft()


def _choose_backend(task: Task, games: int) -> Backend:
    """Choose the backend for a number of games; only the games so far show how many a demand takes."""
    kernel = task.kernel if levels_of(task.demand.finisher.productions) else False
    return backend_for(MAKING, games * len(task.demand.field), kernel, task.jobs)


def _try_each(task: Task, boards: Iterable[Pending], backend: Backend, done: Callable[[int], None]) -> None:
    """Try each unfinished board once more, and keep the tries that meet the demand."""
    waiting = [one for one in boards if not task.is_over(one)]
    tries = [draw(task.demand, one.state, one.tries) for one in waiting]
    finish(task.demand, tries, 0 if task.uniform else ROUNDS, backend)
    done(len(tries))
    reasons = _find_faults(task.demand, tries, backend)
    for one, tried, reason in zip(waiting, tries, reasons, strict=True):
        one.tries, one.repairs = one.tries + 1, one.repairs + tried.repairs
        one.least = min(one.least, tried.remaining)
        if reason:
            one.missed[reason] += 1
        else:
            finisher = task.demand.finisher
            one.made = Generated(tried.board, tried.start, finisher, one.index, one.tries, tried.repairs)


def _find_faults(demand: Demand, tries: Sequence[Try], backend: Backend) -> list[str | None]:
    """Find why each try fails the demand; None if it meets it."""
    reasons = [f"not finished by {demand.finisher.name}" if one.remaining else None for one in tries]
    for player in demand.excluded:
        good = [at for at, reason in enumerate(reasons) if not reason]
        games = play_tries(player, [tries[at] for at in good], backend) if good else ()
        for at, (remaining, _) in zip(good, games, strict=True):
            reasons[at] = None if remaining else f"finished by {player.name} too"
    if demand.judges_path:
        for at, one in enumerate(tries):
            reasons[at] = reasons[at] or demand.why_missed(path(one.board, one.start, demand.finisher))
    return reasons


def finish_quietly(task: Task, games: int, board: Pending) -> Pending:
    """Finish a board in another process, without remarks."""
    with heard_by(lambda text: None):  # the parent process makes them
        return next(_finish_boards(task, iter([board]), games, board.index))


def _finish_by_processes(task: Task, boards: Iterable[Pending], games: int, jobs: int) -> Iterator[Pending]:
    """Finish boards in order, each in a process; if a process fails, finish the rest in this one."""
    task, tries = task._replace(jobs=1), count_done("tries")
    call = partial(finish_quietly, task, games)
    for one, future in in_order(partial(processes, jobs), call, boards, _AHEAD * jobs):
        try:
            found = future.result()
            tries(found.tries - one.tries)
        except Exception:  # the process ended or cannot load a player; any other error is raised again here
            remark("a process ended or could not load a player: making the boards in one process")
            found = next(_finish_boards(task, iter([one]), games, one.index))
        yield found
