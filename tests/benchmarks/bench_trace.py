"""A traced game's time per cell, large against small, and what start-up costs beside click's own.

Run: python tests/benchmarks/bench_trace.py
"""

import gc
import statistics
import sys

from common import LOGICSWEEP, best, process

from logicsweep import least_remaining, play, random_board


def seconds(shape, mines, boards, rounds=1):
    """CPU seconds of traced games from the best start."""
    for index in range(boards):
        board = random_board(shape, mines, 1, index)
        start = least_remaining(board).best_starts[0]
        for _ in range(rounds):
            yield best(play, board, start)[0]


def per_cell(side, boards, rounds):
    """Microseconds a cell at 12 % mines, the median over boards and rounds."""
    times = seconds((side, side), side * side * 12 // 100, boards, rounds)
    return statistics.median(times) / side**2 * 1e6


def main():
    small = per_cell(30, 9, 5)
    print(f"traced game, 12 % mines, 30x30:   {small:6.2f} us a cell")
    for side in (100, 300, 600):
        large = per_cell(side, 2, 2)
        print(f"{side:>25}x{side}: {large:6.2f} us a cell, {large / small:.2f} times that", flush=True)
    gc.collect()  # what the large games left
    times = [spent * 1e3 for spent in seconds((16, 30), 99, 30)]
    print(
        f"traced game, 16x30, 99 mines: median {statistics.median(times):.1f} ms, worst {max(times):.1f} ms"
    )
    click, version = (
        statistics.median(process(command).cpu for _ in range(9))
        for command in ([sys.executable, "-c", "import click"], [*LOGICSWEEP, "--version"])
    )
    print(f"--version: {version * 1e3:.0f} ms of CPU, {version / click:.2f} times `import click`")


if __name__ == "__main__":
    main()
