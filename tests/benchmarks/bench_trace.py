"""A traced game's time per cell, large against small, and what start-up costs beside click's own.

Run: python tests/benchmarks/bench_trace.py
"""

import gc
import random
import statistics
import subprocess
import sys
import time
from resource import RUSAGE_CHILDREN, getrusage

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.closures.closure import solve
from logicsweep.games.game import play


def board_of(rows, cols, mines, seed):
    """A board with exactly so many mines."""
    mined = bytearray(rows * cols)
    for cell in random.Random(seed).sample(range(rows * cols), mines):
        mined[cell] = 1
    return Board(CellGraph.grid(rows, cols), bytes(mined))


def seconds(board, start):
    begin = time.process_time()
    game = play(board, start)
    return time.process_time() - begin, len(game.trace.firings)


def per_cell(rows, cols, boards, rounds):
    """Microseconds a cell of traced games from the best start, the median over boards and rounds."""
    times = []
    for seed in range(boards):
        board = board_of(rows, cols, rows * cols * 12 // 100, seed)
        start = solve(board).best_starts[0]
        times += [seconds(board, start)[0] / (rows * cols) * 1e6 for _ in range(rounds)]
    return statistics.median(times)


def process(*arguments):
    """CPU seconds of a whole process, the median of nine."""
    times = []
    for _ in range(9):
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        after = getrusage(RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(times)


def main():
    small = per_cell(30, 30, 9, 5)
    print(f"traced game, 12 % mines, 30x30:   {small:6.2f} us a cell")
    for side in (100, 300, 600):
        large = per_cell(side, side, 2, 2)
        print(
            f"                         {side}x{side}: {large:6.2f} us a cell, {large / small:.2f} times that"
        )
    gc.collect()  # what the large games left
    times = []
    for seed in range(30):
        board = board_of(16, 30, 99, seed)
        times.append(seconds(board, solve(board).best_starts[0]))
    worst = max(times)[0]
    median = statistics.median(t for t, _ in times) * 1e3
    print(f"traced game, 16x30, 99 mines: median {median:.1f} ms, worst {worst * 1e3:.1f} ms")
    click = process("-c", "import click")
    version = process("-m", "logicsweep", "--version")
    print(f"--version: {version * 1e3:.0f} ms of CPU, {version / click:.2f} times `import click`")


if __name__ == "__main__":
    main()
