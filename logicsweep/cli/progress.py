"""Progress on a terminal's standard error: what a verb works on, how far, how fast, how long still."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sized
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Event, RLock, Thread
from time import monotonic
from typing import TextIO, TypeVar

from logicsweep.pace import watched_by

T = TypeVar("T")
PATIENCE = 1.0
"""Seconds of work before anything is shown."""
_PERIOD = 0.25  # seconds between two looks
_PASSING = 0.5  # seconds: a loop inside another that is younger is not worth a word


@dataclass(eq=False)
class Loop:
    """A loop that runs: what its items are, how many, and how many are done.

    >>> Loop("starts", 340, began=0.0, done=120).said(now=12.0)
    'starts 120 of 340, 10/s, 22 s left'
    >>> Loop("boards", None, began=0.0, done=6).said(now=12.0)
    'boards 6, 0.5/s'
    """

    what: str
    total: int | None
    began: float
    done: int = 0

    def said(self, now: float) -> str:
        """How far it is, how fast it goes, and where its end is known how long it still takes."""
        of = "" if self.total is None else f" of {self.total}"
        rate = self.done / max(now - self.began, 1e-9)
        said = f"{self.what} {self.done}{of}"
        if self.done:
            said += f", {rate:.2g}/s" if rate < 10 else f", {rate:.0f}/s"
        if self.done and self.total is not None:
            said += f", {_lasting((self.total - self.done) / rate)} left"
        return said


def _lasting(seconds: float) -> str:
    """`22 s`, `5 min`, `3 h`."""
    for size, unit in ((1, "s"), (60, "min")):
        if seconds < 100 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds / 3600:.0f} h"


class Progress:
    """One line of a terminal that tells how far the work is, and is gone before answers are printed."""

    def __init__(self, verb: str, stream: TextIO) -> None:
        """Nothing is shown yet."""
        self._verb, self._stream, self._began = verb, stream, monotonic()
        self._loops: list[Loop] = []
        self._shown = 0  # characters
        self._lock, self._ended = RLock(), Event()

    def watch(self, items: Iterable[T], what: str, total: int | None) -> Iterator[T]:
        """The items, counted as they go by."""
        known = len(items) if total is None and isinstance(items, Sized) else total
        loop = Loop(what, known, monotonic())
        self._loops.append(loop)
        try:
            for item in items:
                yield item
                loop.done += 1
        finally:
            self._loops.remove(loop)

    def line(self, now: float) -> str:
        """`compare 12 s: players 2 of 4, starts 120 of 340, 10/s, 22 s left`.

        Loops inside others that have just begun are left out: they pass too quickly to be read.
        """
        running = list(self._loops)
        lasting = running[:1] + [loop for loop in running[1:] if now - loop.began > _PASSING]
        said = [f"{loop.what} {loop.done} of {loop.total}" for loop in lasting[:-1] if loop.total]
        said += [loop.said(now) for loop in lasting[-1:]]
        return f"{self._verb} {_lasting(now - self._began)}" + (f": {', '.join(said)}" if said else "")

    def run(self) -> None:
        """Keep the line up to date until `stop`, from a thread of its own."""
        patience = PATIENCE
        with suppress(OSError, ValueError):  # a terminal that is gone needs no line
            while not self._ended.wait(patience):
                patience = _PERIOD
                with self._lock:
                    if not self._ended.is_set():  # `stop` may have come while this waited for the lock
                        self._show(self.line(monotonic()))

    def _show(self, line: str) -> None:
        said = line[: _columns(self._stream) - 1]
        self._stream.write(f"\r{said.ljust(self._shown)}")
        self._stream.flush()
        self._shown = max(len(said), self._shown)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Within it the line is gone: for what else is printed."""
        with self._lock:
            if self._shown:
                self._stream.write(f"\r{' ' * self._shown}\r")
                self._stream.flush()
                self._shown = 0
            yield

    def stop(self) -> None:
        """No line from now on."""
        self._ended.set()
        with self.aside():
            pass


def _columns(stream: TextIO) -> int:
    """How wide the terminal of a stream is."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


@contextmanager
def progress_of(verb: str, stream: TextIO) -> Iterator[Progress]:
    """Progress on a terminal while a verb works."""
    progress = Progress(verb, stream)
    Thread(target=progress.run, daemon=True).start()
    with watched_by(progress.watch):
        try:
            yield progress
        finally:
            progress.stop()
