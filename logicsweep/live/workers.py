"""Some processes that answer requests side by side, for a server."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress

_LONGEST_ANSWER = 1 << 28  # bytes


class Busy(Exception):
    """Too many requests wait already."""


class Workers:
    """At most `most` processes at work, and as many requests again waiting; each takes at most `seconds`."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._turns = asyncio.Semaphore(most)
        self._under_way, self._is_over = 0, False
        self._idle: list[Process | None] = []  # None: a place whose process could not be started yet
        self.processes: set[Process] = set()

    async def begin(self) -> None:
        """Start the processes."""
        self._idle = [await self._start_if_possible() for _ in range(self._most)]

    async def ask(self, request: bytes) -> bytes:
        """The answer to a request; if the asker gives up (cancels this), the work ends too.

        Raises Busy, TimeoutError, EOFError if the process ended, ValueError for an endless answer, or another
        OSError if no process can be started.
        """
        if self._under_way >= 2 * self._most:
            raise Busy
        self._under_way += 1
        try:
            async with self._turns:
                return await self._work(request)
        finally:
            self._under_way -= 1

    async def _work(self, request: bytes) -> bytes:
        worker, line = self._idle.pop(), b""
        try:
            worker = worker or await self._start()
            assert worker.stdin and worker.stdout
            worker.stdin.write(request.replace(b"\n", b" ") + b"\n")
            line = await asyncio.wait_for(worker.stdout.readline(), self._seconds)
        finally:
            if not line and not self._is_over:
                if worker:
                    self._end(worker)
                worker = await self._start_if_possible()
            self._idle.append(worker)
        if not line:
            raise EOFError
        return line

    async def _start(self) -> Process:
        program = sys.executable, "-m", "logicsweep.live.worker"
        worker = await asyncio.create_subprocess_exec(
            *program, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=_LONGEST_ANSWER
        )
        self.processes.add(worker)
        return worker

    async def _start_if_possible(self) -> Process | None:
        with suppress(OSError):
            return await self._start()
        return None

    def _end(self, worker: Process) -> None:
        self.processes.discard(worker)
        with suppress(ProcessLookupError):
            worker.kill()

    async def end(self) -> None:
        """End all processes."""
        self._is_over = True
        for worker in [*self.processes]:
            self._end(worker)
            await worker.wait()
