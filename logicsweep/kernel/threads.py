"""Work on numbered items in blocks and in threads: compiled code runs without the interpreter's lock."""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import Thread, current_thread, main_thread
from typing import TypeVar

from logicsweep.errors import whole_number
from logicsweep.work import paced

_Given = TypeVar("_Given")
_BLOCK = 1 << 16
"""Cells of a block: some milliseconds, so that Ctrl-C is heard and threads are worth their start."""
_MOST = 256  # threads


def jobs_of(jobs: int) -> int:
    """How many threads are meant: so many, or for 0 as many as the machine has cores."""
    return whole_number("jobs", jobs, 0) or os.cpu_count() or 1


def in_blocks(work: Callable[[int, int], None], items: int, cells: int, jobs: int) -> None:
    """Call `work(first, end)` for blocks that cover 0..items-1, of so many cells each, in so many threads.

    Each block writes results of its own items alone, so they are the same for any number of threads.

    >>> done = [0] * 10
    >>> in_blocks(lambda first, end: done.__setitem__(slice(first, end), [1] * (end - first)), 10, 20_000, 3)
    >>> sum(done)
    10
    """
    block = max(1, _BLOCK // cells)
    starts = range(0, items, block)

    def one(first: int) -> None:
        work(first, min(first + block, items))

    if jobs <= 1 or len(starts) <= 1:
        for first in paced(starts, "blocks"):
            one(first)
        return
    from concurrent.futures import ThreadPoolExecutor  # most calls do without threads

    pool = ThreadPoolExecutor(min(jobs, _MOST))
    try:
        for _ in paced(pool.map(one, starts), "blocks", len(starts)):
            pass
    finally:  # on an error or Ctrl-C the blocks that wait are left out
        pool.shutdown(cancel_futures=True)


def aside(call: Callable[[], _Given]) -> _Given:
    """What a long call of compiled code gives: it runs beside the main thread, so that Ctrl-C is heard.

    Then it goes on unheard until it ends, or the process does.

    >>> aside(lambda: 2 + 2)
    4
    """
    if current_thread() is not main_thread():
        return call()
    given: list[_Given] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            given.append(call())
        except BaseException as error:  # it is raised where it is waited for
            failed.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return given[0]
