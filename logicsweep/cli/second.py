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
from contextlib import suppress
from functools import partial
from time import monotonic, sleep
from typing import NamedTuple, NoReturn

from logicsweep.errors import Interrupted, InvalidInput, late
from logicsweep.rules.asked import Running, listeners

_LOOK = 0.1  # seconds from one look to the next
_GRACE = 1.0  # seconds that limits from within have besides
_NUMBER = struct.Struct("@Q")  # of what is told, odd while it is being written
_HEAD = struct.Struct("@ddi")  # how long the rule may take, since when it runs, and how long its place is
_TEXT = _NUMBER.size + _HEAD.size
_SIZE = 4096
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _Told(NamedTuple):
    """What the watched process has told last: the number of the message, and the rule that runs, if any."""

    number: int
    rule: Running | None


class _Shared:
    """The memory that both processes see: the one tells in it what runs, the other looks."""

    def __init__(self) -> None:
        self.memory, self.number = mmap.mmap(-1, _SIZE), 0

    def tell(self, rule: Running | None) -> None:
        self.number = (self.number + 1) | 1  # odd, also where the message before was broken off
        _NUMBER.pack_into(self.memory, 0, self.number)
        text = rule.place.encode(errors="backslashreplace")[: _SIZE - _TEXT] if rule else b""
        _HEAD.pack_into(
            self.memory, _NUMBER.size, *((rule.seconds, rule.began) if rule else (0, 0)), len(text)
        )
        self.memory[_TEXT : _TEXT + len(text)] = text
        self.number += 1
        _NUMBER.pack_into(self.memory, 0, self.number)

    def told(self) -> _Told:
        """What was told last; no rule while that changes."""
        (number,) = _NUMBER.unpack_from(self.memory)
        seconds, began, length = _HEAD.unpack_from(self.memory, _NUMBER.size)
        text = self.memory[_TEXT : _TEXT + max(length, 0)]
        settled = length > 0 and number % 2 == 0 and _NUMBER.unpack_from(self.memory) == (number,)
        return _Told(number, Running(text.decode(errors="replace"), seconds, began) if settled else None)


class _Watcher:
    """What one process sees of another: the rule that runs there, since which look, and Ctrl-C."""

    def __init__(self, shared: _Shared) -> None:
        self.shared, self.told, self.seen = shared, _Told(-1, None), monotonic()
        self.interrupted = self.sent = 0.0  # when; 0: not yet

    def interrupt(self, *_: object) -> None:
        """Ctrl-C; from a terminal it has reached the other process as well."""
        self.interrupted = self.interrupted or monotonic()

    def pass_on(self, child: int) -> None:
        """Again and again, as a rule may have swallowed it."""
        if self.interrupted and monotonic() - self.sent > _GRACE:
            self.sent = monotonic()
            os.kill(child, signal.SIGINT)

    def over(self) -> tuple[str, int] | None:
        """Why the other process has to be ended, with the exit status: a rule that two looks have seen."""
        told, now = self.shared.told(), monotonic()
        if told.number != self.told.number:
            self.told, self.seen = told, now
        if told.rule is None or now - self.seen < _LOOK:
            return None
        if self.interrupted and now - max(self.interrupted, self.seen) > _GRACE:
            return str(Interrupted(told.rule.place)), 130
        if now - told.rule.began > told.rule.seconds + _GRACE:
            return str(late(told.rule.place, told.rule.seconds)), 2
        return None


_SPOILED = 70  # the exit status of a process in which something went wrong that is not logicsweep's own


def watched(work: Callable[[], int], complain: Callable[[str, int], int]) -> int:
    """The exit status of some work, done in a process of its own; `complain` says what ended it."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)  # none comes before both know what to do
    try:
        parent, watcher, (reader, writer) = os.getpid(), _Watcher(_Shared()), os.pipe()
        child = os.fork()
    except OSError as error:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return complain(f"logicsweep: no second process for own productions: {error.strerror}", 2)
    listen = partial(signal.pthread_sigmask, signal.SIG_SETMASK, before)
    if not child:
        os.close(reader)
        os.register_at_fork(after_in_child=partial(os._exit, 0))  # a rule that forks makes no second answer
        _end_with(parent, writer)
        _work(work, complain, watcher.shared, listen)
    os.close(writer)
    _take(signal.SIGINT, watcher.interrupt)
    _take(signal.SIGTERM, partial(_die, child))
    listen()
    while (status := _ended(child, reader)) is None:
        if over := watcher.over():
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return _alone(complain, *over)
        watcher.pass_on(child)
    rule = watcher.shared.told().rule
    if rule or os.WIFSIGNALED(status):
        end = f"the end of the process, {_how(status)}"
        return _alone(complain, str(InvalidInput(rule.place if rule else "logicsweep", "an answer", end)), 2)
    code = os.waitstatus_to_exitcode(status)
    if code == _SPOILED:
        expected = "productions that leave logicsweep as it is"
        return _alone(complain, str(InvalidInput("--rules", expected, "an error where it goes on")), 2)
    return code


def _ended(child: int, reader: int) -> int | None:
    """Wait a moment; how the process ended, None if it has not."""
    if select.select([reader], [], [], _LOOK)[0]:  # its end of the pipe is closed: it ends, mostly
        sleep(0.001)
    pid, status = os.waitpid(child, os.WNOHANG)
    return status if pid else None


def _how(status: int) -> str:
    if not os.WIFSIGNALED(status):
        return f"exit status {os.waitstatus_to_exitcode(status)}"
    number = os.WTERMSIG(status)
    return f"killed by {signal.Signals(number).name if number in set(signal.Signals) else f'signal {number}'}"


def _alone(complain: Callable[[str, int], int], message: str, status: int) -> int:
    """Complain; the progress of a process that was ended may still stand on the terminal's line."""
    if sys.stderr.isatty():
        from shutil import get_terminal_size

        sys.stderr.write(f"\r{' ' * (get_terminal_size().columns - 1)}\r")
    return complain(message, status)


def _take(number: int, handler: Callable[..., object]) -> None:
    """Handle a signal, unless whoever started this process has it ignored."""
    if signal.getsignal(number) is not signal.SIG_IGN:
        signal.signal(number, handler)


def _die(child: int, number: int, _: object) -> None:
    """End as a signal ends a process, and the watched one with it."""
    with suppress(ProcessLookupError):
        os.kill(child, number)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _work(
    work: Callable[[], int],
    complain: Callable[[str, int], int],
    shared: _Shared,
    listen: Callable[[], object],
) -> NoReturn:
    """Be the watched process."""
    status = _SPOILED
    try:
        once = _Once(shared)
        _take(signal.SIGINT, once.interrupt)
        listeners.append(once.tell)
        sys.unraisablehook = lambda _: None  # what a stopped rule still says in its finalizers
        listen()
        status = work()
    except KeyboardInterrupt:  # before the work began
        status = complain("interrupted", 130)
    finally:  # whatever else is raised: its hooks and its words may be the rule's
        os._exit(status)


class _Once:
    """Ctrl-C in the watched process: from a terminal it comes twice, from there and passed on."""

    def __init__(self, shared: _Shared) -> None:
        self.shared, self.came = shared, 0.0

    def interrupt(self, *_: object) -> None:
        now = monotonic()
        if not self.came or now - self.came > _GRACE / 2:
            self.came = now
            raise KeyboardInterrupt

    def tell(self, rule: Running | None) -> None:
        """Tell what runs from now on: nothing more after Ctrl-C, which the rule before may have caught."""
        self.shared.tell(rule)
        if rule and self.came:
            raise KeyboardInterrupt


def _end_with(parent: int, writer: int) -> None:
    """Be told by a signal when the other end of a pipe closes.

    Its default is to end the process, also in code that never comes back; where the system ignores it
    (macOS), such code outlives a parent that is killed.
    """
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    with suppress(OSError):
        fcntl.fcntl(writer, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(writer, fcntl.F_SETFL, fcntl.fcntl(writer, fcntl.F_GETFL) | os.O_ASYNC)
    if os.getppid() != parent:  # it has ended before
        os._exit(1)
