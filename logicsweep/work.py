"""Long work: how far it has come, told to whoever watches; executors; files that are written whole."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from itertools import islice, repeat
from typing import TYPE_CHECKING, Any, TypeVar

from logicsweep.errors import InvalidInput, whole_number

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Item = TypeVar("Item")
Result = TypeVar("Result")
Watcher = Callable[[Iterable[Any], str, int | None], Iterable[Any]]
"""Given items, what they are and how many (None: not known), gives the same items and sees each go by."""
_WATCHER: ContextVar[Watcher | None] = ContextVar("watcher", default=None)
_LISTENER: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)
_REMARKS: set[str] = set()


def paced(items: Iterable[Item], what: str, total: int | None = None) -> Iterable[Item]:
    """The items themselves; past a watcher, if there is one. Loops that may be long go through this.

    >>> list(paced("abc", "letters"))
    ['a', 'b', 'c']
    """
    watcher = _WATCHER.get()
    return items if watcher is None else watcher(items, what, total)


def count_done(what: str, total: int | None = None) -> Callable[[int], None]:
    """Tell whoever watches that none is done yet; and by each call how many more are.

    >>> def watch(items, what, total):
    ...     for done, item in enumerate(items):
    ...         print(done, what, "of", total)
    ...         yield item
    >>> with watched_by(watch):
    ...     done = count_done("boards", 3)
    ...     done(2)
    0 boards of 3
    1 boards of 3
    2 boards of 3
    """
    watched = iter(paced(repeat(None) if total is None else repeat(None, total), what, total))
    next(watched, None)
    return lambda done: deque(islice(watched, done), maxlen=0).clear()


@contextmanager
def watched_by(watcher: Watcher) -> Iterator[None]:
    """Within it, a watcher sees the items of all long loops that begin.

    >>> seen = []
    >>> with watched_by(lambda items, what, total: seen.append((what, total)) or items):
    ...     list(paced("abc", "letters", 3))
    ['a', 'b', 'c']
    >>> seen
    [('letters', 3)]
    """
    token = _WATCHER.set(watcher)
    try:
        yield
    finally:
        _WATCHER.reset(token)


def remark(text: str) -> None:
    """Say once in a process what whoever waits should know: to a listener, else as a Python warning.

    >>> with heard_by(print):
    ...     remark("long work")
    ...     remark("long work")
    long work
    """
    if text in _REMARKS:
        return
    _REMARKS.add(text)
    listener = _LISTENER.get()
    if listener is None:
        from warnings import warn  # few calls have something to say

        warn(text, stacklevel=3)
    else:
        listener(text)


@contextmanager
def heard_by(listener: Callable[[str], None]) -> Iterator[None]:
    """Within it, a listener hears each remark."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


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


def replace_file(path: str, data: bytes, mode: int | None = None) -> None:
    """Write all of a file or nothing: beside it first, under another name that it then takes over; `mode` has
    its rights. It survives a crash; OSError where it cannot be written."""
    beside = os.path.join(os.path.dirname(path), f".logicsweep-{os.urandom(6).hex()}.part")  # noqa: PTH118, PTH120
    try:
        with open(beside, "xb") as file:  # noqa: PTH123  # pathlib takes milliseconds to import
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(beside, mode)  # noqa: PTH101
        os.replace(beside, path)  # noqa: PTH105
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)  # noqa: PTH108
        raise


BUDGET_EACH = 20_000
"""Steps for each of many searches, such as for explanations: a fifth of a second or so."""


class OutOfSteps(Exception):  # internal: a result says so to the caller
    """A search took more steps than it was given."""


class Budget:
    """Steps that several searches share."""

    def __init__(self, steps: int) -> None:
        """So many steps."""
        self.left = whole_number("steps", steps, 0)

    def spend(self, steps: int) -> None:
        """Take some; raises `OutOfSteps` when none are left."""
        self.left -= steps
        if self.left < 0:
            raise OutOfSteps
