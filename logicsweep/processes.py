"""Processes that work for this one, and end with it, however it ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
from concurrent.futures import Executor
from contextlib import suppress

from logicsweep.errors import InvalidInput
from logicsweep.pace import remark


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


def pool(workers: int) -> Executor:
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


def end(pool: Executor) -> None:
    """End the processes of a pool at once, whatever they do; what they were asked is given up."""
    for worker in list((getattr(pool, "_processes", None) or {}).values()):
        with suppress(OSError, ValueError):
            worker.kill()
    pool.shutdown()  # all is over when it returns: nothing is left to go wrong at the interpreter's end
