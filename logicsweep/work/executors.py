"""Threads, processes and clusters for many calls, and how to end them."""

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
    """Yield each item with the future of its call, in order; at most `ahead` calls are under way at a time.

    `begin` starts the executor. If a dying process breaks the executor, the calls under way fail, and the
    others get a new executor. The end of the iterator ends the executor.

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
    """Raise InvalidInput in a process that is still importing the main script: it would start others."""
    from multiprocessing import current_process

    if getattr(current_process(), "_inheriting", False):
        guarded = 'processes to be started below `if __name__ == "__main__":`'
        raise InvalidInput("__main__", guarded, "a script that starts them whenever it is imported")


def can_start() -> bool:
    """Whether processes can be started (each imports the running script, if any); if not, tells the user."""
    if sys.platform == "emscripten":
        remark("using one process: a browser cannot start others")
        return False
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    if file is None or getattr(main, "__spec__", None) or os.path.exists(file):  # noqa: PTH110
        return True
    remark("using one process: others would import the running script, which is in no file")
    return False


def processes(workers: int) -> Executor:
    """An executor of this number of new processes, which ignore Ctrl-C: this process handles it.

    A script that calls this must do its work below `if __name__ == "__main__":`, as each process imports it.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    check_guard()
    return ProcessPoolExecutor(workers, get_context("spawn"), _be_worker)


def _be_worker() -> None:
    """Ignore Ctrl-C, which the parent process handles, and end when the parent has ended."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def outlive_nobody() -> None:
        if parent:
            parent.join()
        os._exit(1)

    threading.Thread(target=outlive_nobody, daemon=True).start()


def end(workers: Executor) -> None:
    """End an executor: cancels pending work, kills processes, does not wait for running threads."""
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

    for worker in list((getattr(workers, "_processes", None) or {}).values()):
        with suppress(OSError, ValueError):
            worker.kill()
    if isinstance(workers, ProcessPoolExecutor | ThreadPoolExecutor):
        workers.shutdown(wait=isinstance(workers, ProcessPoolExecutor), cancel_futures=True)
    else:
        with suppress(Exception):  # nothing to do if the cluster has gone
            workers.shutdown(wait=False)
