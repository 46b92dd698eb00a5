"""Work on numbered items in threads: compiled code runs with the interpreter's lock released."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import pairwise

from logicsweep.arguments import whole_number

_EACH = 8  # pieces of work for each thread: items differ in how long they take


def jobs_of(jobs: int) -> int:
    """How many threads are meant: so many, or for 0 as many as the machine has cores."""
    return whole_number("jobs", jobs, 0) or os.cpu_count() or 1


def in_threads(work: Callable[[int, int], None], items: int, jobs: int) -> None:
    """Call `work(first, end)` for pieces that cover 0..items-1, in so many threads.

    Each piece writes results of its own items alone, so they are the same for any number of threads.

    >>> done = [0] * 10
    >>> in_threads(lambda first, end: done.__setitem__(slice(first, end), [1] * (end - first)), 10, jobs=3)
    >>> sum(done)
    10
    """
    if jobs <= 1 or items <= 1:
        work(0, items)
        return
    from concurrent.futures import ThreadPoolExecutor  # most calls do without threads

    pieces = min(items, jobs * _EACH)
    ends = [items * piece // pieces for piece in range(pieces + 1)]
    with ThreadPoolExecutor(jobs) as pool:
        for done in [pool.submit(work, *piece) for piece in pairwise(ends)]:
            done.result()
