"""How far long work has come, told to whoever watches; this file shows nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

Item = TypeVar("Item")
Watcher = Callable[[Iterable[Any], str, int | None], Iterable[Any]]
"""Given items, what they are and how many (None: not known), gives the same items and sees each go by."""
_WATCHER: ContextVar[Watcher | None] = ContextVar("watcher", default=None)
_LISTENER: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)
_SAID: set[str] = set()


def paced(items: Iterable[Item], what: str, total: int | None = None) -> Iterable[Item]:
    """The items themselves; past a watcher, if there is one. Loops that may be long go through this.

    >>> list(paced("abc", "letters"))
    ['a', 'b', 'c']
    """
    watcher = _WATCHER.get()
    return items if watcher is None else watcher(items, what, total)


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
    """Say once in a process what whoever waits should know: to a listener, else to the log `logicsweep`.

    >>> with heard_by(print):
    ...     remark("long work")
    ...     remark("long work")
    long work
    """
    if text in _SAID:
        return
    _SAID.add(text)
    listener = _LISTENER.get()
    if listener is None:
        from logging import getLogger  # few calls have something to say

        listener = getLogger("logicsweep").warning
    listener(text)


@contextmanager
def heard_by(listener: Callable[[str], None]) -> Iterator[None]:
    """Within it, a listener hears each remark."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)
