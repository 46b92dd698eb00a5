"""Boards made to order, one after another: each is a function of the demand, the seed and its number."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, islice, takewhile
from math import inf
from time import monotonic

from logicsweep.errors import InvalidInput, NoneMade, describe, of_kind, whole_number
from logicsweep.generating.attempts import Making
from logicsweep.generating.demand import Demand
from logicsweep.generating.maker import Generated, How, Limit, Maker
from logicsweep.generating.shared import Pending, Task, made_by_processes
from logicsweep.kernel.threads import jobs_of
from logicsweep.work import can_start, paced, remark

TRIES = 10_000
"""So many boards are drawn for each that is made, unless a caller says otherwise."""
_64 = (1 << 64) - 1
_MOST_AT_ONCE, _CELLS_AT_ONCE = 256, 1 << 22  # boards of a batch, and their cells
_HUGE = 200_000  # cells
_QUICK, _GROWING = 0.2, 4  # seconds: while a batch takes less, the next is so many times as large
_ALONE = 1.0  # seconds: what takes longer is worth the start of other processes


def generate(
    demand: Demand,
    count: int,
    seed: int = 0,
    first: int = 0,
    *,
    uniform: bool = False,
    tries: int = TRIES,
    seconds: float | None = None,
    checked: bool = True,
    jobs: int = 1,
    kernel: bool | None = None,
) -> Iterator[Generated]:
    """Make the boards `first`, `first` + 1, ... of a seed, so many, that meet a demand.

    A board is drawn and, where the finisher is stuck, repaired: mines move until they get through. That makes
    some layouts likelier than others; `uniform` does without, so that all that meet the demand, of those with
    the same start, are equally likely. The referee plays each from the start (`checked`; without, the game
    from scratch by which it was made has to do). Grade and steps are those of its `path`.

    `tries`: how many boards are drawn for one that is made; `seconds`: of wall-clock time, for all. `kernel`
    is as for `ends`; `jobs`: threads of the kernel, and as many processes where more than a second goes by (a
    script then calls this below `if __name__ == "__main__":`); 0: as many as there are cores. The boards
    depend on none of these four as long as they suffice; else those made so far come, then NoneMade is
    raised.

    >>> demand = Demand((9, 9), 10, "r5c5", finisher="overlap", not_for="casual")
    >>> [made.tries for made in generate(demand, 3, seed=1)]
    [1, 1, 4]
    """
    of_kind("demand", demand, Demand)
    first = whole_number("first", first, 0, _64)
    numbers = range(first, first + whole_number("count", count, 0, sys.maxsize))
    if numbers and numbers[-1] > _64:
        raise InvalidInput("count", f"at most {_64 - first + 1} boards from number {first} on", str(count))
    limit = Limit(whole_number("tries", tries, 1, sys.maxsize), monotonic() + _time(seconds))
    how = How(of_kind("uniform", uniform, bool), of_kind("checked", checked, bool), jobs_of(jobs), kernel)
    return _told(Task(demand, whole_number("seed", seed, 0, _64), how), numbers, limit)


def _time(seconds: float | None) -> float:
    if seconds is None:
        return inf
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < inf:
        raise InvalidInput("seconds", "a number above 0, or None", describe(seconds))
    return seconds


def _told(task: Task, numbers: range, limit: Limit) -> Iterator[Generated]:
    """The boards of these numbers, and whoever watches is told of each; NoneMade for the first not made."""
    told, size = iter(paced(numbers, "boards", len(numbers))), len(task.demand.field)
    next(told, None)  # from now on it is told that none is done
    if size >= _HUGE:
        remark(f"a board of {size} cells takes a minute, or many")
    for done, one in enumerate(_each(task, numbers, limit)):
        if one.made is None:
            making = one.making
            raise NoneMade(done, making.tries, making.repairs, making.least, making.missed)
        yield one.made
        next(told, None)


def _each(task: Task, numbers: range, limit: Limit) -> Iterator[Pending]:
    """Each board, made or given up: batch by batch, and by several processes once it has taken a while."""
    maker, pause, cells = Maker(task.demand, task.how), monotonic() + _ALONE, len(task.demand.field)
    size, most = 1, max(1, min(_MOST_AT_ONCE, _CELLS_AT_ONCE // cells))
    pending = (Pending(Making(task.seed, index, cells)) for index in numbers)
    left = len(numbers)
    while left:
        began, batch = monotonic(), list(islice(pending, size))
        _make(maker, batch, left, limit, pause)
        if monotonic() > pause and (packed := _shared(task, maker, left)):
            yield from _made_by_others(maker, packed, chain(batch, pending), limit, task.how.threads)
            return
        if monotonic() > pause:
            _make(maker, batch, left, limit, inf)
            pause = inf
        yield from batch
        left -= len(batch)
        size = min(_GROWING * size, most) if monotonic() - began < _QUICK else size


def _make(maker: Maker, batch: Sequence[Pending], left: int, limit: Limit, pause: float) -> None:
    """Go on with those that are not made yet, up to the first that is given up."""
    wanted = takewhile(lambda one: one.made or not one.is_over(limit), batch)
    open_ones = [one.making for one in wanted if not one.made]
    made = maker.batch(open_ones, left, limit, pause)
    for one in batch:
        one.made = one.made or made.get(one.making.index)


def _shared(task: Task, maker: Maker, left: int) -> bytes | None:
    """What other processes are told, where they help: threads do for the kernel, if it alone has work."""
    how, by_kernel = task.how, maker.levels(left) is not None
    if how.threads == 1 or (by_kernel and not how.checked and not task.demand.of_path) or not can_start():
        return None
    return task._replace(how=how._replace(threads=1), played=maker.played).packed()


def _made_by_others(
    maker: Maker, packed: bytes, pending: Iterable[Pending], limit: Limit, workers: int
) -> Iterator[Pending]:
    """The same by processes; where one of them ends by itself, alone again."""
    with closing(made_by_processes(packed, pending, limit, workers)) as made:
        for one in made:
            _make(maker, [one], 1, limit, inf)
            yield one
