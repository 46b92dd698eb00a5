"""How long `compare` takes, as whole processes: python tests/benchmarks/bench_compare.py

There is no other program to put beside it; the yardstick is `solve --starts` on the same board, which
answers for the casual player alone, without a trace and without reasons.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


def board(rows: int, cols: int, mines: int, seed: int) -> str:
    """One board in the judge format with exactly so many mines."""
    chosen = set(random.Random(seed).sample(range(rows * cols), mines))
    cells = "".join("M" if i in chosen else "." for i in range(rows * cols))
    return "\n".join(
        [f"{rows} {cols}", *(cells[at : at + cols] for at in range(0, len(cells), cols)), "0 0", ""]
    )


def seconds(path: Path, *arguments: str) -> float:
    """CPU seconds of one process."""
    command = [sys.executable, "-m", "logicsweep", *arguments, str(path)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: exit {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def best_start(path: Path) -> str:
    """A best start by name, so that a comparison need not look for one."""
    command = [sys.executable, "-m", "logicsweep", "solve", "--json", str(path)]
    done = subprocess.run(command, capture_output=True, check=True)
    return str(json.loads(done.stdout)["best_starts"][0])


def row(name: str, texts: list[str], *arguments: str) -> None:
    """The median and the worst over some boards, beside the yardstick's median."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "board.txt")
        ours, yardstick = [], []
        for text in texts:
            path.write_text(text)
            ours.append(seconds(path, *[best_start(path) if word == "BEST" else word for word in arguments]))
            yardstick.append(seconds(path, "solve", "--starts"))
    median, beside = statistics.median(ours), statistics.median(yardstick)
    print(f"{name}: median {median:.2f} s, worst {max(ours):.2f} s; solve --starts {beside:.2f} s")


def main() -> None:
    """Print the figures."""
    expert = [board(16, 30, 99, seed) for seed in range(12)]
    row("16x30/99, one start, four players ", expert, "compare", "--start", "BEST")
    row("16x30/99, best start and all starts", expert, "compare", "--start", "best")
    row("16x30/99, the same as JSON         ", expert, "compare", "--json", "--start", "best")
    for percent in (15, 18, 20):
        large = [board(100, 100, percent * 100, seed) for seed in range(2)]
        row(f"100x100 at {percent} %, best and all starts", large, "compare", "--start", "best", "--json")


if __name__ == "__main__":
    main()
