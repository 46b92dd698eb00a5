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
    try:
        _WATCH.begin(mine, in_main)
        if in_main:
            _running = mine
        return function(*arguments)
    finally:
        # A `TimeUp` comes where a call has returned, where a function begins, or where a loop goes back: not
        # before the first line has called `pop`. From there on this call gets no new one.
        if in_main:
            _running = outer
        _WATCH.calls.pop(mine, None)
        try:
            if mine.late or monotonic() > mine.due:
                _WATCH.take_back(mine)
            if in_main and _lent is not None:
                _give_back(outer)
        except TimeUp:  # that was on its way, or stops the outer call, which meets another one
            pass
        if mine.late:
            raise TimeUp


_running: _Call | None = None  # in the main thread
_before: object = None  # who took the signal before
_sent = False  # the watching thread has sent a signal that did not come yet
_lent: tuple[float, float] | None = None  # the program's own timer while ours runs: when it rings, how often


def _alarm(number: int, frame: FrameType | None) -> None:
    """Stop the call that runs, and come again if it goes on; what is not ours goes to who was here before."""
    global _sent
    ours, _sent = _sent or _lent is not None, False
    if _running is not None and (_running.late or monotonic() > _running.due):
        _running.late = True
        _ring()
        raise TimeUp
    if not ours and callable(_before):
        _before(number, frame)


def _ring() -> None:
    """Set the timer, not in step with the code that it stops."""
    global _lent
    if _lent is None:
        rings, interval = signal.getitimer(signal.ITIMER_REAL)
        _lent = (monotonic() + rings if rings else 0, interval)
    signal.setitimer(signal.ITIMER_REAL, _AGAIN * (1 + 5 * random()))


def _give_back(outer: _Call | None) -> None:
    """Leave the timer as the program had it, unless an outer call is late as well."""
    global _lent
    if outer is not None and outer.late:
        _ring()
        return
    signal.setitimer(signal.ITIMER_REAL, 0)  # what has rung comes here, and not to who was here before
    (rings, interval), _lent = _lent or (0, 0), None
    signal.setitimer(signal.ITIMER_REAL, rings and max(rings - monotonic(), _AGAIN), interval)


def _listen() -> None:
    """Take the signal, in the main thread; who has it goes on getting what is theirs."""
    global _before
    if _HAS_SIGNALS and not _listens():
        _before = signal.signal(signal.SIGALRM, _alarm)


def _listens() -> bool:
    return _HAS_SIGNALS and signal.getsignal(signal.SIGALRM) is _alarm


class _Watch:
    """The calls that run, and the thread that stops the late ones.

    A call comes and goes without the lock, which would cost more than many a rule. Who goes and is not late
    after that was not late before, when the thread looked; who is late takes the lock.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.calls: dict[_Call, None] = {}
        self.thread: threading.Thread | None = None
        self.listens = False  # to the signal, at the last look

    def begin(self, call: _Call, in_main: bool) -> None:
        if in_main and not self.listens:
            _listen()
            self.listens = True
        self.calls[call] = None
        if self.thread is None:
            with self.lock:
                if self.thread is None:
                    self.thread = threading.Thread(target=self.watch, name="time limit", daemon=True)
                    self.thread.start()

    def take_back(self, call: _Call) -> None:
        """No `TimeUp` for a call that has gone."""
        with self.lock:
            if call.late:
                _raise_in(call.thread, None)

    def watch(self) -> None:
        interval, idle = 0.0, 0
        while idle < _IDLE or self.goes_on():
            hurried = self.stop_late()
            if hurried and not interval:
                interval = sys.getswitchinterval()
                sys.setswitchinterval(_AGAIN)  # late code runs hardly a line
            elif interval and not hurried:
                sys.setswitchinterval(interval)
                interval = 0.0
            idle = 0 if self.calls else idle + 1
            self.listens = _listens()
            sleep(0 if hurried else _LOOK)

    def goes_on(self) -> bool:
        """Whether a call has come meanwhile; one that comes later finds no thread, and starts another."""
        with self.lock:
            thread, self.thread, self.listens = self.thread, None, False
            if self.calls:
                self.thread = thread
        return self.thread is thread

    def stop_late(self) -> bool:
        """Stop the late calls; whether there are some that no signal stops."""
        now = monotonic()  # before the calls are looked at
        late = [call for call in list(self.calls) if now > call.due]
        if not late:
            return False
        with self.lock:
            elsewhere = [call for call in late if call in self.calls and not _signalled(call)]
            for call in elsewhere:
                call.late = True
                _raise_in(call.thread, TimeUp)
        return bool(elsewhere)


def _signalled(call: _Call) -> bool:
    """Whether a signal stops a late call: it was sent, or sends itself again already."""
    global _sent
    main = threading.main_thread().ident
    if call.thread != main or not _listens():
        return False
    if not call.late:
        _sent = True
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
