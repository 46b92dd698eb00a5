"""A process that answers requests, a line of JSON after another: `python -m logicsweep.live.worker`."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

from logicsweep.live.answer import answer, answer_line

MEMORY = 4 << 30
"""The most bytes of a worker; a request that needs more gets an error."""
WARM = {"verb": "hint", "position": "1##"}, {"verb": "why", "position": "1##", "cell": "r1c2"}
"""Requests that import what most requests need."""


def main() -> None:
    """Answer each line of standard input, until it ends: then the program that asks has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program that asks handles it
    _bound_memory()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing else is written among the answers
    requests: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(requests,), daemon=True).start()
    for request in WARM:
        if requests.empty():
            answer(request)
    while True:
        answers.write(answer_line(requests.get()).encode("utf-8", "surrogatepass") + b"\n")
        answers.flush()


def _listen(requests: SimpleQueue[bytes]) -> None:
    for line in sys.stdin.buffer:
        requests.put(line)
    signal.raise_signal(signal.SIGTERM)  # at once: the work under way is for nobody


def _bound_memory() -> None:
    with suppress(ImportError, ValueError, OSError):  # not every system can
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()
