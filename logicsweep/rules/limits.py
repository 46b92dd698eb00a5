"""A time limit for code that is not ours: what takes too long is stopped, whatever it catches.

A thread watches the calls that run and raises `TimeUp` in those that are late. In the main thread a signal
does it, which ends sleeping and waiting too; elsewhere, and on platforms without signals, the interpreter
does, between two instructions. Code that catches it meets the next one some microseconds later, until one
meets it where nothing catches; outside the main thread code that catches everything may go on for long,
and so may a recursion that catches everything at every level. What never returns from a function written
in C, such as `sum(itertools.count())`, cannot be stopped from within the process: the command line has a
second process for all these.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from random import random
from time import monotonic, sleep
from types import FrameType
from typing import TypeVar

_T = TypeVar("_T")
_AGAIN = 0.00001  # seconds, at least, from one `TimeUp` to the next
_LOOK = 0.02  # seconds from one look of the watching thread to the next
_IDLE = 50  # looks at nothing, after which it ends
_HAS_SIGNALS = hasattr(signal, "pthread_kill") and hasattr(signal, "setitimer")


class TimeUp(BaseException):
    """What stops the code; no Exception, so that ordinary code does not catch it."""


class _Call:
    """A call that runs: in which thread, until when, and whether its time was up."""

    __slots__ = ("due", "late", "thread")

    def __init__(self, seconds: float) -> None:
        self.thread, self.due, self.late = threading.get_ident(), monotonic() + seconds, False


def in_time(seconds: float, function: Callable[..., _T], *arguments: object) -> _T:
    """What a function returns; raises TimeUp when that takes longer.

    >>> in_time(10, max, 3, 4)
    4
    >>> def forever():
    ...     while True:
    ...         try:
    ...             list(range(9))
    ...         except BaseException:
    ...             pass
    >>> try:
    ...     in_time(0.01, forever)
    ... except TimeUp:
    ...     print("stopped")
    stopped
    """
    global _running
    mine, outer = _Call(seconds), _running
    in_main = mine.thread == threading.main_thread().ident
    _WATCH.begin(mine, in_main)
    try:
        if in_main:
            _running = mine
        return function(*arguments)
    finally:
        if in_main:
            _running = outer  # first: from here on the signal raises nothing
        while mine in _WATCH.calls:  # no function: the next `TimeUp` may come where one begins
            try:
                with _WATCH.lock:
                    _WATCH.calls.pop(mine, None)
                    if mine.late:
                        _raise_in(mine.thread, None)  # one that is on its way is taken back
            except TimeUp:
                pass
        if mine.late:
            raise TimeUp


_running: _Call | None = None  # in the main thread
_before: object = None  # who took the signal before


def _alarm(number: int, frame: FrameType | None) -> None:
    """Stop the call that runs, and come again if it goes on."""
    if _running is not None and (_running.late or monotonic() > _running.due):
        _running.late = True
        signal.setitimer(signal.ITIMER_REAL, _AGAIN * (1 + 5 * random()))  # not in step with the code
        raise TimeUp
    if callable(_before):
        _before(number, frame)


def _listen() -> None:
    """Take the signal, in the main thread, where nobody else has taken it since."""
    global _before
    if _HAS_SIGNALS and signal.getsignal(signal.SIGALRM) is not _alarm:
        _before = signal.signal(signal.SIGALRM, _alarm)


class _Watch:
    """The calls that run, and the thread that stops the late ones."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.calls: dict[_Call, None] = {}
        self.thread: threading.Thread | None = None

    def begin(self, call: _Call, in_main: bool) -> None:
        with self.lock:
            self.calls[call] = None
            if self.thread is None:
                if in_main:
                    _listen()
                self.thread = threading.Thread(target=self.watch, name="time limit", daemon=True)
                self.thread.start()

    def watch(self) -> None:
        interval, idle = sys.getswitchinterval(), 0
        while idle < _IDLE:
            with self.lock:
                now = monotonic()
                late = [call for call in list(self.calls) if now > call.due]
                elsewhere = [call for call in late if not _signalled(call)]
                for call in elsewhere:
                    call.late = True
                    _raise_in(call.thread, TimeUp)
                idle = 0 if self.calls else idle + 1
                if idle == _IDLE:
                    self.thread = None
            sys.setswitchinterval(_AGAIN if elsewhere else interval)  # late code runs hardly a line
            sleep(0 if elsewhere else _LOOK)


def _signalled(call: _Call) -> bool:
    """Whether a signal stops a late call: it was sent, or sends itself again already."""
    main = threading.main_thread().ident
    if not _HAS_SIGNALS or call.thread != main or signal.getsignal(signal.SIGALRM) is not _alarm:
        return False
    if not call.late:
        signal.pthread_kill(main, signal.SIGALRM)
    return True


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise an exception in a thread when it next runs Python code; None takes one back."""
    import ctypes

    raised = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


_WATCH = _Watch()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_WATCH.__init__)  # type: ignore[misc]  # its thread stayed behind
