"""Perfect play compiled, beside the plain tree in the same run; both must win the same.

    python tests/benchmarks/bench_perfect.py [5x5/5 ...]

CPU seconds and peak memory of a process each, less loading the package (and the compiled code).
"""

from __future__ import annotations

import sys

from common import process

PROGRAM = """
import time
from logicsweep import perfect
perfect((2, 3), 2, kernel={kernel})
begin = time.process_time()
chances = perfect(({rows}, {cols}), {mines}, kernel={kernel})
print(time.process_time() - begin, chances.win)
"""


def play(size, kernel):
    """The seconds, the megabytes, and the chance to win."""
    rows, cols, mines = size.replace("/", "x").split("x")
    cost = process([sys.executable, "-c", PROGRAM.format(rows=rows, cols=cols, mines=mines, kernel=kernel)])
    spent, win = cost.output.split()
    return float(spent), cost.peak, win


def main():
    play("2x3/2", True)  # compiles, if need be
    for size in sys.argv[1:] or ["4x5/5", "5x5/3", "5x5/4"]:
        (spent, peak, win), (plain, most, check) = play(size, True), play(size, False)
        assert win == check
        print(f"{size}: {win}; {spent:.2f} s, {peak:.0f} MB; plain {plain:.2f} s, {most:.0f} MB")


if __name__ == "__main__":
    main()
