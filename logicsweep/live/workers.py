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
        self._idle: list[Process] = []
        self.processes: set[Process] = set()

    async def begin(self) -> None:
        """Start the processes."""
        self._idle = [await self._start() for _ in range(self._most)]

    async def ask(self, request: bytes) -> bytes:
        """The answer to a request; if the asker gives up (cancels this), the work ends too.

        Raises Busy, TimeoutError, EOFError if the process ended, or ValueError for an endless answer.
        """
        if self._under_way >= 2 * self._most:
            raise Busy
        self._under_way += 1
        try:
            async with self._turns:
                return await self._work(self._idle.pop(), request)
        finally:
            self._under_way -= 1

    async def _work(self, worker: Process, request: bytes) -> bytes:
        assert worker.stdin and worker.stdout
        line = b""
        try:
            worker.stdin.write(request.replace(b"\n", b" ") + b"\n")
            line = await asyncio.wait_for(worker.stdout.readline(), self._seconds)
        finally:
            if not line and not self._is_over:
                self._end(worker)
                worker = await self._start()
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
