"""Who answers shards: threads, processes or a Dask cluster, all behind the executors of concurrent.futures.

So many shards are in flight as keep the workers busy, and no more. Where a worker process dies, all that was
in flight is run again, one by one, each in a process of its own: so the shard that kills its worker is known,
and is given up when it does so again.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import suppress
from importlib import import_module
from itertools import islice
from socket import create_connection
from typing import Any, NamedTuple, Protocol

from logicsweep.errors import InvalidInput, quoted
from logicsweep.surveying.plan import Shard, require_extra
from logicsweep.work import end, processes, watched_by

_AHEAD = 2  # shards in flight for each worker
_PATIENCE = 10.0  # seconds for a scheduler to answer


class Lost(NamedTuple):
    """A shard that was given up, and why."""

    reason: str


Ask = Callable[[Shard], bytes]
Deaths = tuple[type[BaseException], ...]
"""Errors that tell of a worker's death."""


class Engine(Protocol):
    """Workers that answer shards."""

    workers: int
    deaths: Deaths

    def submit(self, answer: Ask, shard: Shard) -> Future[bytes]:
        """Have a shard answered."""

    def alone(self, answer: Ask, shard: Shard) -> bytes | Lost:
        """The same once more, after a worker died."""

    def stop(self) -> None:
        """Drop what is still to be done."""


def answers(
    engine: Engine, answer: Ask, shards: Iterable[Shard]
) -> Generator[tuple[Shard, bytes | Lost], None, None]:
    """Each shard with its answer, as they come."""
    flying: dict[Future[bytes], Shard] = {}
    left = iter(shards)
    try:
        while True:
            lost: list[Shard] = []
            for shard in islice(left, _AHEAD * engine.workers - len(flying)):
                try:
                    flying[engine.submit(answer, shard)] = shard
                except engine.deaths:
                    lost.append(shard)
            if not flying and not lost:
                return
            done = wait(flying, return_when=FIRST_COMPLETED).done if flying else set()
            for future in done:
                try:
                    yield flying[future], future.result()
                except engine.deaths:
                    lost.append(flying[future])
                except CancelledError:  # not by us: a scheduler that ends drops what it was asked
                    raise _gone() from None
                del flying[future]
            for shard in sorted(lost):
                yield shard, engine.alone(answer, shard)
    finally:
        engine.stop()


def _gone() -> InvalidInput:
    return InvalidInput("cluster", "a scheduler that goes on", "one that has gone")


class Threads:
    """Threads, for compiled code: it runs without the interpreter's lock. None dies alone."""

    deaths: Deaths = ()

    def __init__(self, workers: int) -> None:
        """No thread is started before there is work."""
        from concurrent.futures import ThreadPoolExecutor

        self.workers, self._ended = workers, threading.Event()
        self._pool = ThreadPoolExecutor(workers)

    def submit(self, answer: Ask, shard: Shard) -> Future[bytes]:
        """In one of the threads, which looks at times whether it is to end."""
        return self._pool.submit(self._watched, answer, shard)

    def _watched(self, answer: Ask, shard: Shard) -> bytes:
        with watched_by(lambda items, what, total: self._until_ended(items)):
            return answer(shard)

    def _until_ended(self, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            if self._ended.is_set():
                raise CancelledError
            yield item

    def alone(self, answer: Ask, shard: Shard) -> bytes | Lost:
        """As it is."""
        return answer(shard)

    def stop(self) -> None:
        """The threads end at the next look."""
        self._ended.set()
        self._pool.shutdown(cancel_futures=True)


class Processes:
    """Processes, for plain Python. They end with this one, however it ends."""

    deaths: Deaths = (BrokenExecutor,)

    def __init__(self, workers: int) -> None:
        """No process is started before there is work."""
        self.workers, self._pool = workers, processes(workers)

    def submit(self, answer: Ask, shard: Shard) -> Future[bytes]:
        """In one of the processes."""
        return self._pool.submit(answer, shard)

    def alone(self, answer: Ask, shard: Shard) -> bytes | Lost:
        """In a process of its own; the others start anew when there is work again."""
        self._pool.shutdown()
        self._pool = processes(self.workers)
        with processes(1) as own:
            try:
                return own.submit(answer, shard).result()
            except BrokenExecutor:
                return Lost("its worker died twice")
            except BaseException:
                end(own)
                raise

    def stop(self) -> None:
        """The processes end at once."""
        end(self._pool)


class Cluster:
    """The workers of a Dask cluster, by its scheduler's address. It runs again what dying workers lose."""

    def __init__(self, address: str, version: str) -> None:
        """Connect; InvalidInput where nobody answers in time, or workers have another logicsweep."""
        require_extra("distributed")
        import logging

        distributed: Any = import_module("distributed")
        for name in ("distributed.client", "distributed.core", "distributed.comm", "tornado.application"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what fails is said in one line here
        _require_listener(address)
        try:
            self._client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError, RuntimeError) as error:
            wanted = f"a scheduler at {address} that answers within {_PATIENCE:g} seconds"
            raise InvalidInput("cluster", wanted, type(error).__name__) from None
        self.deaths: Deaths = (distributed.KilledWorker,)
        self._require(version)
        self.workers = max(1, sum(self._client.nthreads().values()))
        self._pool = self._client.get_executor(pure=False)

    def _require(self, version: str) -> None:
        """Workers that are there have the same version; those that come later are asked with each shard."""
        try:
            versions = self._client.run(_version)
        except Exception as error:  # whatever a worker without logicsweep says
            found = f"{type(error).__name__} where a worker imports it"
            self._client.close()
            raise InvalidInput("cluster", f"workers with logicsweep {version}", found) from None
        for worker, found in versions.items():
            if found != version:
                self._client.close()
                raise InvalidInput("cluster", f"workers with logicsweep {version}", f"{found} at {worker}")
        if not versions:
            self._client.close()
            raise InvalidInput("cluster", "at least one worker", "none")

    def submit(self, answer: Ask, shard: Shard) -> Future[bytes]:
        """On one of the workers."""
        try:
            future: Future[bytes] = self._pool.submit(answer, shard)
        except (OSError, RuntimeError):
            raise _gone() from None
        return future

    def alone(self, answer: Ask, shard: Shard) -> bytes | Lost:
        """The scheduler has tried it as often as it was told to."""
        return Lost("its workers died")

    def stop(self) -> None:
        """The scheduler drops what nobody waits for."""
        with suppress(Exception):
            self._pool.shutdown(wait=False)
        self._client.close(timeout=_PATIENCE)


def _require_listener(address: str) -> None:
    """InvalidInput unless somebody listens at an address: Dask asks for long, and complains at length."""
    match = re.fullmatch(r"\w+://\[?([^]\[]+?)]?:(\d{1,5})", address, re.ASCII)
    if not match:
        wanted = "the address of a scheduler such as tcp://127.0.0.1:8786"
        raise InvalidInput("cluster", wanted, quoted(address))
    try:
        create_connection((match[1], int(match[2])), _PATIENCE).close()
    except (OSError, OverflowError):
        raise InvalidInput("cluster", f"a scheduler that listens at {address}", "none") from None


def _version() -> str:
    from logicsweep import __version__

    return __version__
