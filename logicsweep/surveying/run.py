"""A survey that is run: what is missing is answered by workers, shard by shard, and kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

from logicsweep.errors import whole_number
from logicsweep.games.players import load_players
from logicsweep.kernel.extra import wanted
from logicsweep.surveying.engines import Cluster, Engine, Lost, Processes, Threads, answers
from logicsweep.surveying.plan import Plan, Shard, require_extra
from logicsweep.surveying.work import Loader, Work, is_bulk, lineup
from logicsweep.work import can_start, check_guard, paced

FAST_BATCH, SLOW_BATCH = 10_000, 200
"""Boards of a shard, for players that are played in bulk by compiled code, and otherwise: some seconds."""
_STARTS = 10  # from every start a board takes at least so many times as long
_MOST = 10**12  # boards
_WORTH, _LONG = 2_000_000, 20_000_000  # cells from which the kernel pays, if it is compiled, and if not


class Surveyed(NamedTuple):
    """What a run left: boards in the folder, all numbers of mines together; of these new; given up.

    >>> Surveyed(boards=40, new=10, failed=0).new
    10
    """

    boards: int
    new: int
    failed: int


class Paused(KeyboardInterrupt):
    """A survey that Ctrl-C stopped: `boards` are kept, and the same call goes on from there."""

    def __init__(self, boards: int, folder: str, command: str = "the same call") -> None:
        """`boards`: in the folder, all numbers of mines together; `command` goes on."""
        super().__init__(boards, folder, command)
        self.boards, self.folder, self.command = boards, folder, command

    def __str__(self) -> str:
        return f"interrupted: {self.boards} boards are kept in {self.folder}; to go on: {self.command}"


def survey(
    plan: Plan,
    boards: int,
    folder: str | Path,
    *,
    jobs: int = 0,
    batch: int | None = None,
    cluster: str | None = None,
    kernel: bool | None = None,
    load: Loader = load_players,
) -> Surveyed:
    """Play so many boards for each number of mines of a plan, and keep what comes of it in a folder.

    What is there already stays: a second call goes on where the first ended, with more boards it goes
    further. Rows depend on the plan alone. `jobs`: workers, 0 for as many as there are cores; `batch`: how
    many boards a worker takes at once, and a file holds; `cluster`: the address of a Dask scheduler, whose
    workers take the place of those here; `kernel` as for `ends`; `load` loads rules files where they run.

    Without compiled code the workers are processes: a script calls this below `if __name__ == "__main__":`.
    Raises InvalidInput for a folder with another survey, Paused on Ctrl-C, Unwritable where the disk is full;
    what was finished stays.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     plan = Plan("grid", 4, 4, (2, 3), ("casual", "expert"))
    ...     survey(plan, 10, folder, jobs=1), survey(plan, 15, folder, jobs=1)
    (Surveyed(boards=20, new=20, failed=0), Surveyed(boards=30, new=10, failed=0))
    """
    require_extra("numpy", "pyarrow")
    check_guard()
    from logicsweep.surveying.rows import encoded_shard
    from logicsweep.surveying.storage import Store, encode

    boards = whole_number("boards", boards, 1, _MOST)
    workers = whole_number("jobs", jobs, 0) or os.cpu_count() or 1
    size = None if batch is None else whole_number("batch", batch, 1)
    who = lineup(plan, load)
    bulk = not plan.graded and all(map(is_bulk, who))
    store = Store.begun(folder, plan)
    with store.held():
        there = [shard for shard, _ in store.shards()]
        left = len(plan.mines) * boards - sum(
            min(one.end, boards) - one.first for one in there if one.first < boards
        )
        fast = bulk and left > 0 and (cluster is not None or _wants_kernel(plan, left, kernel))
        shards = missing(plan.mines, boards, there, size or _batch(plan, fast))
        work = Work(plan, fast and kernel is not False, load)
        run = _Run(store.keep, store.note_failure, sum(one.count for one in there))
        store.forget_failures(boards)
        try:
            if left:
                engine = _engine(work, cluster, workers)
                answer = partial(encoded_shard, work, encode=encode)
                with closing(answers(engine, answer, shards)) as answered:
                    for _ in paced(run.boards(answered), "boards", left):
                        pass
        except KeyboardInterrupt:
            raise Paused(run.kept, str(folder)) from None
    return Surveyed(run.kept, run.new, run.failed)


def _batch(plan: Plan, fast: bool) -> int:
    return (FAST_BATCH if fast else SLOW_BATCH) // (_STARTS if plan.start == "all" else 1)


def _wants_kernel(plan: Plan, boards: int, kernel: bool | None) -> bool:
    return wanted(kernel, "_play_each", boards * len(plan.graph) * len(plan.players), _WORTH, _LONG)


def _engine(work: Work, cluster: str | None, workers: int) -> Engine:
    if cluster is not None:
        return Cluster(cluster, work.plan.version)
    if work.kernel:
        from logicsweep.surveying.rows import shard_columns

        shard_columns(work, Shard(work.plan.mines[0], 0, 1))  # compiled before there are threads
    return Processes(workers) if not work.kernel and can_start() else Threads(workers)


class _Run:
    """What comes of shards as they are answered."""

    def __init__(
        self, keep: Callable[[Shard, bytes], None], note: Callable[[Shard, str], None], there: int
    ) -> None:
        self.keep, self.note = keep, note
        self.kept, self.new, self.failed = there, 0, 0

    def boards(self, answered: Iterable[tuple[Shard, bytes | Lost]]) -> Iterator[None]:
        """Keep what comes; one item for each board, for who watches."""
        for shard, answer in answered:
            if isinstance(answer, Lost):
                self.note(shard, answer.reason)
                self.failed += shard.count
            else:
                self.keep(shard, answer)
                self.kept, self.new = self.kept + shard.count, self.new + shard.count
            yield from [None] * shard.count


def missing(mines: Iterable[int], boards: int, there: Iterable[Shard], batch: int) -> Iterator[Shard]:
    """The shards that are still to be answered, cut where the index is a multiple of `batch`.

    >>> [(shard.first, shard.count) for shard in missing([10], 25, [Shard(10, 5, 7)], 10)]
    [(0, 5), (12, 8), (20, 5)]
    """
    by_mines: dict[int, list[Shard]] = {}
    for shard in sorted(there):
        by_mines.setdefault(shard.mines, []).append(shard)
    for count in mines:
        at = 0
        for first, end in [*((one.first, one.end) for one in by_mines.get(count, [])), (boards, boards)]:
            while at < min(first, boards):
                upto = min(first, boards, (at // batch + 1) * batch)
                yield Shard(count, at, upto - at)
                at = upto
            at = max(at, end)
