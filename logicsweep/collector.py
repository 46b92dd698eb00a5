"""Python's collector of cycles, paused: it costs a third of a large game, a tenth of importing numba."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock


@dataclass
class _Pauses:
    """How many pauses are under way, in all threads, and whether cycles were collected before."""

    under_way: int = 0
    collected: bool = False
    lock: Lock = field(default_factory=Lock)


_PAUSES = _Pauses()


def pause() -> None:
    """Collect no cycles until `resume` was called as often."""
    with _PAUSES.lock:
        if not _PAUSES.under_way:
            _PAUSES.collected = gc.isenabled()
            gc.disable()
        _PAUSES.under_way += 1


def resume() -> None:
    """End a pause; after the last one all is as it was before the first."""
    with _PAUSES.lock:
        _PAUSES.under_way -= 1
        if not _PAUSES.under_way and _PAUSES.collected:
            gc.enable()


@contextmanager
def collector_paused() -> Iterator[None]:
    """Within it no cycles are collected.

    >>> with collector_paused():
    ...     gc.isenabled()
    False
    """
    pause()
    try:
        yield
    finally:
        resume()
