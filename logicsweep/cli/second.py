"""A second process for verbs with own productions: what these do to a process does not end silently.

The verb runs in a forked process, and this one watches. It ends what no limit from within can: code that
never comes back from a function written in C. And it says which production it was that ended the process,
by `os._exit`, a crash of the interpreter, or all memory taken.
"""

from __future__ import annotations

import mmap
import os
import select
import signal
import struct
import sys
from collections.abc import Callable
from time import monotonic, sleep
from typing import NoReturn

from logicsweep.errors import Interrupted, InvalidInput, late

_LOOK = 0.1  # seconds from one look to the next
_GRACE = 1.0  # seconds that limits from within have besides
_HEAD = struct.Struct("<ddi")  # since when, for how long, and how long the place is; all 0: no rule runs
_SIZE = 4096


class _Shared:
    """What the watched process tells, in memory that both see."""

    def __init__(self) -> None:
        self.memory = mmap.mmap(-1, _SIZE)

    def begins(self, place: str, seconds: float) -> None:
        text = place.encode(errors="backslashreplace")[: _SIZE - _HEAD.size]
        self.memory[_HEAD.size : _HEAD.size + len(text)] = text
        _HEAD.pack_into(self.memory, 0, monotonic(), seconds, len(text))

    def ends(self) -> None:
        _HEAD.pack_into(self.memory, 0, 0, 0, 0)

    def running(self) -> tuple[str, float, float]:
        """The place of the rule that runs, "" without one; for how long it has, and how long it may."""
        began, seconds, length = _HEAD.unpack_from(self.memory)
        place = self.memory[_HEAD.size : _HEAD.size + length].decode(errors="replace")
        return place, monotonic() - began, seconds


def watched(work: Callable[[], int], complain: Callable[[str, int], int]) -> int:
    """The exit status of some work, done in a process of its own; `complain` says what ended it."""
    shared, (reader, writer) = _Shared(), os.pipe()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    child = os.fork()
    if not child:
        os.close(reader)
        _work(work, shared, writer)
    os.close(writer)
    interrupts: list[float] = []
    signal.signal(signal.SIGINT, lambda *_: interrupts.append(monotonic()))  # the child says what it met
    signal.signal(signal.SIGTERM, lambda number, _: _die(number, child))
    while (status := _ended(child, reader)) is None:
        place, since, seconds = shared.running()
        interrupted = place and interrupts and monotonic() - interrupts[0] > _GRACE
        if interrupted or (place and since > seconds + _GRACE):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            if interrupted:
                return complain(str(Interrupted(place)), 130)
            return complain(str(late(place, seconds)), 2)
    if place := shared.running()[0]:
        return complain(str(InvalidInput(place, "an answer", f"the end of the process, {_how(status)}")), 2)
    if os.WIFSIGNALED(status):
        _die(os.WTERMSIG(status))
    return os.waitstatus_to_exitcode(status)


def _ended(child: int, reader: int) -> int | None:
    """Wait a moment; how the process ended, None if it has not."""
    if select.select([reader], [], [], _LOOK)[0]:  # its end of the pipe is closed: it ends, mostly
        sleep(0.001)
    pid, status = os.waitpid(child, os.WNOHANG)
    return status if pid else None


def _how(status: int) -> str:
    if os.WIFSIGNALED(status):
        return f"killed by {signal.Signals(os.WTERMSIG(status)).name}"
    return f"exit status {os.waitstatus_to_exitcode(status)}"


def _die(number: int, child: int | None = None) -> None:
    """End as a signal ends a process, and the watched one with it."""
    if child:
        os.kill(child, number)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _work(work: Callable[[], int], shared: _Shared, writer: int) -> NoReturn:
    status = 1
    try:
        _end_with_parent(writer)
        from logicsweep.rules.asked import Listener, listeners

        listeners.append(Listener(shared.begins, shared.ends))
        sys.unraisablehook = lambda _: None  # what a stopped rule still says in its finalizers
        status = work()
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


def _end_with_parent(writer: int) -> None:
    """Be told by a signal, whose default is to end the process, when the other end of a pipe closes."""
    import fcntl

    fcntl.fcntl(writer, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(writer, fcntl.F_SETFL, fcntl.fcntl(writer, fcntl.F_GETFL) | os.O_ASYNC)
