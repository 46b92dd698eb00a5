"""Threads, processes and clusters that answer many calls, and how they end."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from logicsweep.errors import InvalidInput
from logicsweep.work.progress import Item
from logicsweep.work.remarks import remark

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
Result = TypeVar("Result")


def in_order(
    begin: Callable[[], Executor], call: Callable[[Item], Result], items: Iterable[Item], ahead: int
) -> Generator[tuple[Item, Future[Result]], None, None]:
    """Each item with what a call gives for it, in their order; so many at most are under way at a time.

    `begin` starts the executor; where a dying process breaks it, those under way fail, and the others get a
    new one. It is ended with the iterator.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> [future.result() for _, future in in_order(ThreadPoolExecutor, str.upper, "abc", 2)]
    ['A', 'B', 'C']
    """
    from concurrent.futures import BrokenExecutor

    under_way: deque[tuple[Item, Future[Result]]] = deque()
    workers = begin()
    try:
        for item in items:
            try:
                future = workers.submit(call, item)
            except BrokenExecutor:
                workers = begin()
                future = workers.submit(call, item)
            under_way.append((item, future))
            if len(under_way) >= ahead:
                yield under_way.popleft()
        while under_way:
            yield under_way.popleft()
    finally:
        end(workers)


def check_guard() -> None:
    """Raise InvalidInput in a process that still reads the script that started it: it would start others."""
    from multiprocessing import current_process

    if getattr(current_process(), "_inheriting", False):
        guarded = 'what starts processes below `if __name__ == "__main__":`'
        raise InvalidInput("__main__", guarded, "a script that starts them wherever it is read")


def can_start() -> bool:
    """Whether processes can be started: each reads the script that runs, if one does; if not, that is said.

    >>> can_start()
    True
    """
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    if file is None or getattr(main, "__spec__", None) or os.path.exists(file):  # noqa: PTH110
        return True
    remark("one process alone: others would read the script that runs, and it is in no file")
    return False


def processes(workers: int) -> Executor:
    """So many processes, started anew when there is work; Ctrl-C is left to this one.

    A script that comes here does its work below `if __name__ == "__main__":`, as each process imports it.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    check_guard()
    return ProcessPoolExecutor(workers, get_context("spawn"), _be_worker)


def _be_worker() -> None:
    """Leave Ctrl-C to the first process, and end where it has ended."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def outlive_nobody() -> None:
        if parent:
            parent.join()
        os._exit(1)

    threading.Thread(target=outlive_nobody, daemon=True).start()


def end(workers: Executor) -> None:
    """End an executor: what waits is left out, processes are killed, nobody waits for threads at work."""
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

    for worker in list((getattr(workers, "_processes", None) or {}).values()):
        with suppress(OSError, ValueError):
            worker.kill()
    if isinstance(workers, ProcessPoolExecutor | ThreadPoolExecutor):
        workers.shutdown(wait=isinstance(workers, ProcessPoolExecutor), cancel_futures=True)
    else:
        with suppress(Exception):  # a cluster that has gone needs no word
            workers.shutdown(wait=False)
