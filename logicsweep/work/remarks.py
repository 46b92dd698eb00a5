"""Remarks for the user about long work, each made once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_LISTENER: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)
_REMARKS: set[str] = set()


def remark(text: str) -> None:
    """Make a remark once in a process: to the listener, or else as a Python warning.

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
        from warnings import warn  # few calls make a remark

        warn(text, stacklevel=3)
    else:
        listener(text)


@contextmanager
def heard_by(listener: Callable[[str], None]) -> Iterator[None]:
    """Within this context, a listener gets each remark."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)
