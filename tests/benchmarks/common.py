"""What the benchmarks share: clocks, whole processes, the shared positions."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("LOGICSWEEP_DATA", ROOT.parent / "shared" / "data"))
LOGICSWEEP = [sys.executable, "-m", "logicsweep"]


def best(call, *arguments, repeat=1, clock=time.process_time, **options):
    """The least seconds of some calls, by CPU time or another clock, and what the last gave."""
    times = []
    for _ in range(repeat):
        begin = clock()
        result = call(*arguments, **options)
        times.append(clock() - begin)
    return min(times), result


def part(times, share):
    """The time that such a share of some, in ascending order, are below; in milliseconds."""
    return times[min(len(times) - 1, int(len(times) * share))] * 1e3


class Cost(NamedTuple):
    """What one process cost and printed."""

    cpu: float  # seconds
    peak: float  # megabytes
    output: str


def process(command: list[Any], source: Path | str = "", keep: bool = True, root: Path = ROOT) -> Cost:
    """Run a command with a file or a text as its standard input, and the package of a work tree.

    What is printed is kept unless it is long: a child's peak is never told as less than this process has.
    """
    env = os.environ | {"PYTHONPATH": str(root)}
    with tempfile.TemporaryFile("w+") as text, tempfile.TemporaryFile("w+") as output:
        if isinstance(source, str):
            text.write(source)
            text.seek(0)
        with source.open() if isinstance(source, Path) else text as given:
            child = subprocess.Popen(list(map(str, command)), stdin=given, stdout=output, env=env, cwd=root)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit(f"{' '.join(map(str, command))}: exit {child.returncode}")
        output.seek(0)
        return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output.read() if keep else "")


def memory():
    """The most megabytes that this process had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def compiled(name, folder):
    """A yardstick in C++ beside this file, compiled into a folder."""
    program = Path(folder, name)
    source = Path(__file__).with_name(f"{name}.cpp")
    subprocess.run(["g++", "-O2", "-std=c++17", "-o", program, source], check=True)
    return program


def positions():
    """The shared positions, as JSON gives them, by kind."""
    file, kinds = DATA / "positions" / "positions.jsonl", defaultdict(list)
    if not file.exists():
        sys.exit(f"the shared positions are not at {file}; LOGICSWEEP_DATA may name their folder")
    for line in file.read_text().splitlines():
        position = json.loads(line)
        kinds[position["kind"]].append(position)
    return kinds
