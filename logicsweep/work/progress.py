"""Progress of long work, reported to a watcher."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice, repeat
from typing import Any, TypeVar

Item = TypeVar("Item")
Watcher = Callable[[Iterable[Any], str, int | None], Iterable[Any]]
"""Takes items, their noun and their number (None: not known); yields the same items and sees each one
pass."""
_WATCHER: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


def with_progress(items: Iterable[Item], what: str, total: int | None = None) -> Iterable[Item]:
    """Yield the items, passing them through the watcher if there is one; used by loops that may be long."""
    watcher = _WATCHER.get()
    return items if watcher is None else watcher(items, what, total)


def count_done(what: str, total: int | None = None) -> Callable[[int], None]:
    """Tell the watcher that nothing is done yet; each call of the result says how many more are done.

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
    watched = iter(with_progress(repeat(None) if total is None else repeat(None, total), what, total))
    next(watched, None)
    return lambda done: deque(islice(watched, done), maxlen=0).clear()


@contextmanager
def watched_by(watcher: Watcher) -> Iterator[None]:
    """Within this context, a watcher sees the items of all long loops that begin."""
    token = _WATCHER.set(watcher)
    try:
        yield
    finally:
        _WATCHER.reset(token)
