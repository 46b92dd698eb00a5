"""How far long work has come, told to whoever watches."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice, repeat
from typing import Any, TypeVar

Item = TypeVar("Item")
Watcher = Callable[[Iterable[Any], str, int | None], Iterable[Any]]
"""Given items, what they are and how many (None: not known), gives the same items and sees each go by."""
_WATCHER: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


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
