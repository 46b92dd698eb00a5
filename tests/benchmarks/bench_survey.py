"""Surveys: boards a second beside the aims, workers beside one, Dask beside threads, memory beside its start.

    python tests/benchmarks/bench_survey.py [--boards 12000] [--memory 1000000]

16 x 30 with 99 mines from an opening, by compiled code. A survey is timed from its first shard to its end in
wall-clock time, and for a core in CPU time, so that what else runs matters less. Memory is the peak of a
process that makes a survey of `--memory` boards, beside one of a tenth of them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from tempfile import TemporaryDirectory

from common import best, memory

from logicsweep.kernel import Backend
from logicsweep.surveying.plan import Shard, plan_of
from logicsweep.surveying.rows import shard_columns
from logicsweep.surveying.run import survey
from logicsweep.surveying.storage import encode

FOUR = ("casual", "overlap", "local", "expert")
AIMS = {("casual",): 15_000, FOUR: 2_000}


def plan(players):
    return plan_of((16, 30), 99, players, "opening", 1)


def a_core(players, boards):
    """Boards in a second of CPU time, drawn, played and encoded; bytes of a board."""
    survey_of = plan(players)
    shard_columns(survey_of, Shard(99, 0, 1), Backend(compiled=True))
    start, size = time.process_time(), 0
    for first in range(0, boards, 10_000):
        shard = Shard(99, first, min(10_000, boards - first))
        size += len(encode(survey_of, shard, shard_columns(survey_of, shard, Backend(compiled=True))))
    return boards / (time.process_time() - start), size / boards


def walled(boards, **how):
    with TemporaryDirectory() as folder:
        how |= {"batch": 1000, "kernel": True, "clock": time.perf_counter}
        return boards / best(survey, plan(FOUR), boards, folder, **how)[0]


def workers(boards):
    """The best of three rounds each, as what else runs only takes time."""
    one = max(walled(boards, jobs=1) for _ in range(3))
    two = max(walled(boards, jobs=2) for _ in range(3))
    print(f"threads     one {one:7.0f} boards/s, two {two:7.0f}: {two / one:.2f} x (aim 1.8)")
    try:
        import distributed
    except ImportError:
        return
    options = {"threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 50}
    with distributed.LocalCluster(2, **options) as cluster:
        walled(4000, cluster=cluster.scheduler_address)  # each worker loads its code
        dask = max(walled(boards, cluster=cluster.scheduler_address) for _ in range(3))
    print(f"Dask        two workers {dask:7.0f} boards/s: {dask / two:.2f} of two threads (aim 0.8)")


def peak(boards):
    """The most memory of a process that makes a survey of the casual player, in MB."""
    line = [sys.executable, __file__, "--alone", str(boards)]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    return float(done.stdout)


def alone(boards):
    with TemporaryDirectory() as folder:
        survey(plan_of((9, 9), 10, ["casual"], "opening", 1), boards, folder, jobs=2, kernel=True)
    print(memory())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, default=12_000)
    parser.add_argument("--memory", type=int, default=1_000_000)
    parser.add_argument("--alone", type=int)
    given = parser.parse_args()
    if given.alone:
        alone(given.alone)
        return
    for players, aim in AIMS.items():
        rate, size = a_core(players, given.boards)
        named = players[0] if len(players) == 1 else "all four"
        print(f"{named:11} {rate:7.0f} boards/s a core (aim {aim}), {size:5.1f} bytes a board")
    workers(given.boards)
    few, many = peak(given.memory // 10), peak(given.memory)
    print(f"memory      {given.memory // 10} boards {few:.0f} MB, {given.memory} boards {many:.0f} MB")


if __name__ == "__main__":
    main()
