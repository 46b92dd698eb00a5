"""A process of their own for productions of a user's: what they do to it reaches nothing else.

It is forked before any board is read, and answers what the verb asks: load a file, look at sites. It has
what is visible, and never the board, nor the standard output. The verb's process has the referee, the
checker and the answers; what comes from the other is data, and it is told in one line where nothing comes:
after a time, or because the process has ended.
"""

from __future__ import annotations

import json
import mmap
import os
import select
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from time import monotonic, sleep
from typing import Any, NoReturn

from logicsweep.errors import Interrupted, InvalidInput, late

_BLOCK = 1 << 16
_MOST = 1 << 28  # bytes of one answer
_GRACE = 1.0  # seconds for a process that has closed its files to end
_FAILED = 70  # the exit status of a process that cannot go on


class Apart:
    """A process that answers one line of JSON for another, each in time."""

    def __init__(self, child: int, reader: int, writer: int, lives: int, count: mmap.mmap) -> None:
        """`lives`: what this process holds open as long as it lives; `count`: what the other one counts."""
        os.set_blocking(writer, False)
        self._child, self._reader, self._writer, self._lives = child, reader, writer, lives
        self._count, self._counted = count, 0
        self._ended: str | None = None  # how
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(reader, select.POLLIN)
        self._writable.register(writer, select.POLLOUT)

    @property
    def count(self) -> int:
        """How many parts of a question were done when its answer failed to come."""
        return self._counted if self._count.closed else int.from_bytes(self._count[:8], sys.byteorder)

    def ask(self, place: Callable[[], str], seconds: float, asked: object) -> Any:  # noqa: ANN401  # JSON
        """The answer; an error with the place in words where there is none in time, or no JSON."""
        if self._ended is None:
            try:
                line = self._exchanged(json.dumps(asked).encode() + b"\n", monotonic() + seconds)
                return json.loads(line)
            except TimeoutError:
                self.end()
                raise late(place(), seconds) from None
            except EOFError:
                self._await()
            except KeyboardInterrupt:
                self.end()
                raise Interrupted(place()) from None
            except (ValueError, RecursionError):
                self.end()
                raise InvalidInput(place(), "an answer", "what is none") from None
        raise InvalidInput(place(), "an answer", f"the end of the process, {self._ended}")

    def _exchanged(self, line: bytes, due: float) -> bytes:
        with suppress(BrokenPipeError):  # it has ended: so has what can be read
            while line:
                with suppress(BlockingIOError):
                    line = line[os.write(self._writer, line) :]
                if line:
                    _wait(self._writable, due)
        answer = bytearray()
        while not answer.endswith(b"\n"):
            _wait(self._readable, due)
            block = os.read(self._reader, _BLOCK)
            if not block:
                raise EOFError
            answer += block
            if len(answer) > _MOST:
                raise ValueError
        return bytes(answer)

    def _await(self) -> None:
        """It has closed its files: that is its end, mostly."""
        due = monotonic() + _GRACE
        while self._ended is None and monotonic() < due:
            pid, status = os.waitpid(self._child, os.WNOHANG)
            if pid:
                self._ended = _how(status)
            else:
                sleep(0.001)
        self.end()

    def end(self) -> None:
        """End the process, whatever it does, and close what leads to it."""
        if self._ended is None:
            os.kill(self._child, signal.SIGKILL)
            self._ended = _how(os.waitpid(self._child, 0)[1])
        if not self._count.closed:
            self._counted = self.count
            self._count.close()
            _close((self._reader, self._writer, self._lives))


def _wait(until: select.poll, due: float) -> None:
    if not until.poll(max(due - monotonic(), 0) * 1000):
        raise TimeoutError


def _how(status: int) -> str:
    if not os.WIFSIGNALED(status):
        return f"exit status {os.waitstatus_to_exitcode(status)}"
    number = os.WTERMSIG(status)
    return f"killed by {signal.Signals(number).name if number in set(signal.Signals) else f'signal {number}'}"


_wanted = False
_process: Apart | None = None


def running() -> Apart | None:
    """The process of this verb, begun where it is first asked for; None: the productions run in this one."""
    global _process
    if _wanted and _process is None:
        try:
            _process = _begun()
        except OSError as error:
            raise InvalidInput("--rules", "a second process", str(error.strerror)) from None
    return _process


@contextmanager
def process() -> Iterator[None]:
    """Within it own productions run in the process."""
    global _process, _wanted
    _wanted = True
    try:
        yield
    finally:
        _wanted = False
        if _process:
            _process.end()
            _process = None


def _begun() -> Apart:
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    ends: list[int] = []
    try:
        for _ in range(3):
            ends += os.pipe()
        return _forked(*ends)
    except OSError:
        _close(ends)
        raise


def _forked(asked: int, asks: int, answered: int, answers: int, lives: int, life: int) -> Apart:
    parent, count = os.getpid(), mmap.mmap(-1, 8)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # none comes before it is ignored
    try:
        child = os.fork()
        if not child:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other process says what it met
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            _close((asks, answered, lives))
            _be_the_process(parent, asked, answers, life, count)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    _close((asked, answers, life))
    return Apart(child, answered, asks, lives, count)


def _close(ends: Iterable[int]) -> None:
    for end in ends:
        os.close(end)


def _be_the_process(parent: int, asked: int, answers: int, life: int, count: mmap.mmap) -> NoReturn:
    try:
        asked, answers, life = map(_moved, (asked, answers, life))
        _end_with(parent, life)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(sys.stderr.fileno(), 1)
        sys.stdout = sys.stderr
        os.register_at_fork(after_in_child=partial(os._exit, 0))  # a rule that forks makes no second answer
        sys.unraisablehook = lambda _: None  # what a stopped rule still says in its finalizers
        from logicsweep.cli.served import serve

        serve(asked, answers, count)
    finally:  # whatever is raised: its hooks and its words may be the rule's
        os._exit(_FAILED)


def _moved(end: int) -> int:
    """An end of a pipe away from the standard streams, one of which may have been closed."""
    import fcntl

    return fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 3)


def _end_with(parent: int, life: int) -> None:
    """Be told by a signal when the other end of a pipe closes.

    Its default is to end the process, also in code that never comes back; where the system ignores it
    (macOS), such code outlives a parent that is killed.
    """
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    with suppress(OSError):
        fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
    if os.getppid() != parent:  # it has ended before
        os._exit(_FAILED)
