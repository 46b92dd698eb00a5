"""Running a survey: workers answer the missing shards, and the answers are stored.

A shard's answer depends only on the plan and the shard. So threads for compiled code, processes for plain
Python and the workers of a Dask cluster give the same answers; each kind is an executor of
`concurrent.futures`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from contextvars import copy_context
from dataclasses import asdict
from functools import partial
from importlib import import_module
from pathlib import Path
from socket import create_connection
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from logicsweep.errors import InvalidInput, quote, whole_number
from logicsweep.games.many import LONGER, guesses_by_kernel
from logicsweep.games.setup import Setup
from logicsweep.kernel import GUESSES, SURVEYS, Backend, backend_for
from logicsweep.surveying.plan import Plan, Shard, is_bulk, lineup, require_extra
from logicsweep.work.executors import can_start, check_guard, in_order, processes
from logicsweep.work.progress import count_done, with_progress
from logicsweep.work.remarks import remark

if TYPE_CHECKING:
    from logicsweep.surveying.storage import Store

FAST_BATCH, SLOW_BATCH = 10_000, 200
"""Boards of a shard if compiled code plays in bulk, and otherwise; both take some seconds."""
_LONGER = 10  # from every start, or with guesses, a board takes at least ten times as long
_MOST = 10**12  # boards
_AHEAD = 4  # shards under way for each worker
_TRIES = 3  # to answer a shard alone after its worker died
_PATIENCE = 10.0  # seconds to wait for a scheduler
_DEAD = "its workers died"
_LOOK = 1.0  # seconds between two checks that the scheduler is still there


class Surveyed(NamedTuple):
    """The result of a run: boards in the folder, for all numbers of mines; new boards; boards given up.

    >>> Surveyed(boards=40, new=10, failed=0).new
    10
    """

    boards: int
    new: int
    failed: int


class Paused(KeyboardInterrupt):
    """A survey stopped by Ctrl-C: how many boards are stored, the folder, and the command to continue."""

    def __str__(self) -> str:
        boards, folder, command = self.args
        return f"interrupted: {boards} boards are kept in {folder}; to go on: {command}"


def survey(
    plan: Plan,
    boards: int,
    folder: str | Path,
    *,
    jobs: int = 0,
    batch: int | None = None,
    cluster: str | None = None,
    kernel: bool | None = None,
) -> Surveyed:
    """Play `boards` boards for each number of mines of a plan, and store the rows in a folder.

    A second call continues where the first ended. Rows depend only on the plan. `jobs`: workers, 0 for one on
    each core. `batch`: the boards that a worker takes at a time and a file holds. `cluster`: the address of a
    Dask scheduler, whose workers replace the local ones. `kernel`: as for `play_many`.

    Without compiled code the workers are processes; a script must then call this below
    `if __name__ == "__main__":`. Raises InvalidInput for a folder with another survey, Paused on
    Ctrl-C, Unwritable if the disk is full; finished shards stay.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     plan = Plan("grid", 4, 4, (2, 3), ("casual", "local"))
    ...     survey(plan, 10, folder, jobs=1), survey(plan, 15, folder, jobs=1)
    (Surveyed(boards=20, new=20, failed=0), Surveyed(boards=30, new=10, failed=0))
    """
    require_extra("numpy", "pyarrow")
    check_guard()
    from logicsweep.surveying.storage import begin_survey

    boards = whole_number("boards", boards, 1, _MOST)
    size = None if batch is None else whole_number("batch", batch, 1)
    setups = [Setup(player, guess=policy) for player in lineup(plan) for policy in plan.guess]
    bulk = not plan.graded and (
        all(map(guesses_by_kernel, setups)) if setups else all(map(is_bulk, lineup(plan)))
    )
    with begin_survey(folder, plan) as store:
        there = [shard for shard in with_progress(store.shards(), "shards") if store.read(shard)]
        already = sum(one.count for one in there)
        left = len(plan.mines) * boards - sum(max(0, min(one.end, boards) - one.first) for one in there)
        if not left:
            return Surveyed(already, 0, 0)
        longer = _LONGER if plan.start == "all" or plan.guess else 1
        work = left * len(plan.graph) * len(plan.players) * (LONGER * len(plan.guess) or 1)
        kind, asked = GUESSES if plan.guess else SURVEYS, kernel if bulk else False
        elsewhere = Backend(asked is not False)  # a cluster's workers may have the kernel in any case
        backend = backend_for(kind, work, asked, jobs) if cluster is None else elsewhere
        if plan.guess and not bulk and work >= kind.long:
            remark(
                "games with guesses are compiled only for players who count mines, and not with own policies"
            )
        usual = (FAST_BATCH if backend.compiled else SLOW_BATCH) // longer
        shards = missing_shards(plan.mines, boards, there, size or usual)
        with closing(_answer_shards(plan, backend, shards, cluster)) as answers:
            return _keep_answers(store, boards, already, left, answers)


def _keep_answers(store: Store, boards: int, already: int, left: int, answers: ShardAnswers) -> Surveyed:
    """Write each shard as it comes, and a list of the failures of this run."""
    from logicsweep.surveying.storage import shard_name

    new, failures = 0, list[dict[str, Any]]()
    store.note_failures(failures)
    try:
        done = count_done("boards", left)
        for shard, answer in answers:
            if isinstance(answer, str):
                failures.append(asdict(shard) | {"reason": answer})
                store.note_failures(failures)
            else:
                store.write(shard_name(shard), answer)
                if not new:
                    store.note_asked(boards)
                new += shard.count
            done(shard.count)
    except KeyboardInterrupt:
        raise Paused(already + new, store.folder, "the same call") from None
    return Surveyed(already + new, new, sum(one["count"] for one in failures))


def missing_shards(mines: Iterable[int], boards: int, there: Iterable[Shard], batch: int) -> Iterator[Shard]:
    """The missing shards, cut at indices that are multiples of `batch`.

    >>> [(shard.first, shard.count) for shard in missing_shards([10], 25, [Shard(10, 5, 7)], 10)]
    [(0, 5), (12, 8), (20, 5)]
    """
    by_mines = {count: [one for one in sorted(there) if one.mines == count] for count in mines}
    for count, found in by_mines.items():
        at = 0
        for one in [*found, Shard(count, boards, 0)]:
            while at < min(one.first, boards):
                cut = min(one.first, boards, (at // batch + 1) * batch)
                yield Shard(count, at, cut - at)
                at = cut
            at = max(at, one.end)


# --- who answers --------------------------------------------------------------------------------------------

ShardAnswers = Generator[tuple[Shard, bytes | str], None, None]
"""Each shard, in order, with the bytes of its file or the reason why it was given up."""


def answer_shard(plan: Plan, backend: Backend, shard: Shard) -> bytes:
    """Answer a shard with the bytes of its file."""
    from logicsweep.surveying.rows import shard_columns
    from logicsweep.surveying.storage import encode

    return encode(plan, shard, shard_columns(plan, shard, backend))


def _answer_shards(
    plan: Plan, backend: Backend, shards: Iterable[Shard], cluster: str | None
) -> ShardAnswers:
    answer, workers = partial(answer_shard, plan, backend), backend.jobs
    if cluster is not None:
        yield from _answer_by_cluster(cluster, plan.version, answer, shards)
    elif backend.compiled:  # compiled code runs without the interpreter's lock
        here = copy_context()  # who hears remarks

        def answer_heard(shard: Shard) -> bytes:
            return here.copy().run(answer, shard)

        yield from _answer_by_executor(partial(ThreadPoolExecutor, workers), answer_heard, shards, workers)
    elif can_start():
        yield from _answer_by_executor(partial(processes, workers), answer, shards, workers)
    else:
        yield from ((shard, answer(shard)) for shard in shards)


def _answer_by_executor(
    begin: Callable[[], Executor], answer: Callable[[Shard], bytes], shards: Iterable[Shard], workers: int
) -> ShardAnswers:
    """If a process dies, the shards under way are answered one by one, each by its own process."""
    for shard, future in in_order(begin, answer, shards, _AHEAD * workers):
        try:
            yield shard, future.result()
        except BrokenExecutor:
            yield shard, _answer_alone(answer, shard)


def _answer_alone(answer: Callable[[Shard], bytes], shard: Shard) -> bytes | str:
    """Answer a shard with a worker of its own; give it up if several such workers die."""
    with closing(in_order(partial(processes, 1), answer, [shard] * _TRIES, 1)) as tries:
        for _, future in tries:
            with suppress(BrokenExecutor):
                return future.result()
    return _DEAD


def _answer_by_cluster(
    address: str, version: str, answer: Callable[[Shard], bytes], shards: Iterable[Shard]
) -> ShardAnswers:
    require_extra("distributed")
    with _connect(address) as client:
        distributed = import_module("distributed")
        begin = partial(client.get_executor, pure=False)
        workers = sum(client.nthreads().values())
        if not workers:
            raise InvalidInput("cluster", "at least one worker", "none")
        try:
            for shard, future in in_order(begin, answer, shards, _AHEAD * workers):
                try:
                    yield shard, _await_result(future, client)
                except distributed.KilledWorker:  # after the scheduler's own number of tries
                    yield shard, _DEAD
        except ImportError as error:
            raise InvalidInput("cluster", f"workers with logicsweep {version}", str(error)) from None
        except (CancelledError, OSError, RuntimeError):  # a scheduler that ends drops its pending work
            raise InvalidInput("cluster", "a scheduler that keeps running", "one that has gone") from None


def _await_result(future: Future[bytes], client: Any) -> bytes:  # noqa: ANN401
    """Wait for a future and watch the client: Dask forgets futures when its scheduler goes."""
    while client.status == "running":
        with suppress(TimeoutError):
            return future.result(_LOOK)
    return future.result(0)


@contextmanager
def _connect(address: str) -> Iterator[Any]:
    """Connect a client; if nothing listens, Dask by itself would try for long and log at length."""
    import logging

    distributed: Any = import_module("distributed")
    for name in ("distributed", "distributed.client", "distributed.core", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # our own error is one line
    try:
        at = urlsplit(address)
        create_connection((at.hostname or "", at.port or 0), _PATIENCE).close()
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, RuntimeError):
        expected = "an address such as tcp://127.0.0.1:8786 where a scheduler listens"
        raise InvalidInput("cluster", expected, quote(address)) from None
    try:
        yield client
    finally:
        client.close(timeout=_PATIENCE)
