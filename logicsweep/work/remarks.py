"""What the user should know about long work, said once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_LISTENER: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)
_REMARKS: set[str] = set()


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
