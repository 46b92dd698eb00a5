"""Progress on standard error, drawn by rich: what a verb works on, how far it is and the time left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Event, RLock, Thread
from time import monotonic
from typing import TYPE_CHECKING, TextIO, TypeVar

from logicsweep.work.progress import watched_by

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live
    from rich.table import Table

T = TypeVar("T")
PATIENCE = 1.0
"""Seconds of work before anything is shown."""
_PERIOD = 0.25  # seconds between updates
_BAR = 20  # columns
_PASSING = 0.5  # seconds: a younger inner loop is not shown


@dataclass(eq=False)
class Loop:
    """A running loop: what its items are, how many there are, and how many are done.

    >>> Loop("starts", 340, began=0.0, done=120).in_words(now=12.0)
    'starts 120 of 340, 10/s, 22 s left'
    >>> Loop("boards", None, began=0.0, done=6).in_words(now=12.0)
    'boards 6, 0.5/s'
    >>> Loop("openings", 17175, began=0.0, done=1).in_words(now=4.0)
    'openings 1 of 17175, 0.25/s'
    """

    what: str
    total: int | None
    began: float
    done: int = 0

    def in_words(self, now: float) -> str:
        """How far it is, how fast it goes and, once that can be estimated, the time left."""
        of = "" if self.total is None else f" of {self.total}"
        rate = self.done / max(now - self.began, 1e-9)
        text = f"{self.what} {self.done}{of}"
        if self.done:
            text += f", {rate:.2g}/s" if rate < 10 else f", {rate:.0f}/s"
        if self.total is not None and self.done >= max(1, self.total / 100):  # enough for an estimate
            text += f", {_say_duration((self.total - self.done) / rate)} left"
        return text


def _say_duration(seconds: float) -> str:
    """`22 s`, `5 min`, `3 h`."""
    for size, unit in ((1, "s"), (60, "min")):
        if seconds < 100 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds / 3600:.0f} h"


class Progress:
    """A line with a progress bar on a terminal; it disappears before answers are printed."""

    def __init__(self, verb: str, stream: TextIO) -> None:
        self._verb, self._stream, self._began = verb, stream, monotonic()
        self._loops: list[Loop] = []
        self._live: Live | None = None  # while the line is there
        self._lock, self._ended = RLock(), Event()

    def watch(self, items: Iterable[T], what: str, total: int | None) -> Iterator[T]:
        """Yield the items and count them."""
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
        """`compare 12 s: players 2 of 4, starts 120 of 340, 10/s, 22 s left`."""
        lasting = self._list_running(now)
        loops = [f"{loop.what} {loop.done} of {loop.total}" for loop in lasting[:-1] if loop.total]
        loops += [loop.in_words(now) for loop in lasting[-1:]]
        return f"{self._verb} {_say_duration(now - self._began)}" + (f": {', '.join(loops)}" if loops else "")

    def _list_running(self, now: float) -> list[Loop]:
        """The running loops, except inner ones that have just begun, since most of those end at once."""
        # `boards 0`, while the first is read, says nothing
        running = [loop for loop in self._loops if loop.done or loop.total is not None]
        return running[:1] + [loop for loop in running[1:] if now - loop.began > _PASSING]

    def run(self) -> None:
        """Keep the line up to date until `stop`; runs in its own thread."""
        patience = PATIENCE
        with suppress(OSError, ValueError):  # a terminal that is gone needs no line
            while not self._ended.wait(patience):
                patience = _PERIOD
                with self._lock:
                    if not self._ended.is_set():  # `stop` may have come while this waited for the lock
                        self._show(monotonic())

    def _show(self, now: float) -> None:
        if self._live is None:
            self._live = _begin_line(self._stream)
        self._live.update(_draw_line(self.line(now), self._list_running(now)), refresh=True)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Hide the line while something else is printed."""
        with self._lock:
            live, self._live = self._live, None
            with suppress(OSError, ValueError):  # a terminal that is gone shows no line
                if live is not None:
                    live.stop()
            yield

    def stop(self) -> None:
        """Show no line from now on."""
        self._ended.set()
        with self.aside():
            pass


def _begin_line(stream: TextIO) -> Live:
    """Begin a line to redraw; the cursor stays visible, since a signal may end the process."""
    from rich.console import Console
    from rich.live import Live

    console = Console(file=stream, highlight=False, markup=False)
    live = Live(
        console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
    )
    live.start()
    console.show_cursor(True)
    return live


def _draw_line(line: str, loops: Sequence[Loop]) -> Table:
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    row: list[RenderableType] = [Text(line, no_wrap=True, overflow="ellipsis")]
    known = next((loop for loop in loops if loop.total), None)
    if known:
        row.insert(0, ProgressBar(known.total, known.done, width=_BAR))
    table = Table.grid(padding=(0, 1))
    table.add_row(*row)
    return table


@contextmanager
def progress_of(verb: str, stream: TextIO) -> Iterator[Progress]:
    """Show progress on a terminal while a verb works."""
    progress = Progress(verb, stream)
    Thread(target=progress.run, daemon=True).start()
    with watched_by(progress.watch):
        try:
            yield progress
        finally:
            progress.stop()
