"""Paths through random games, the easiest step first, beside the same games played by the same player.

CPU time in process. A path with its explanations is what `logicsweep path` prints, one without them what
`path --grade` needs. Run: python tests/benchmarks/bench_path.py [GAMES]
"""

import sys
import time

from logicsweep.boards.random import random_board
from logicsweep.closures.closure import solve
from logicsweep.games.game import play
from logicsweep.games.path import path

FIELDS = [((9, 9), 10, 1.0), ((16, 16), 40, 1.0), ((16, 30), 99, 1.0), ((100, 100), 1500, 0.05)]


def clocked(call):
    begin = time.process_time()
    result = call()
    return result, (time.process_time() - begin) * 1e3


def line(name, spent):
    spent = sorted(spent)
    print(f"  {name:<24} median {spent[len(spent) // 2]:8.1f} ms, worst {spent[-1]:8.1f} ms")


def main(games):
    for shape, mines, share in FIELDS:
        count = max(1, int(games * share))
        print(f"{shape[0]} x {shape[1]}, {mines} mines, {count} games from the best start")
        graded, explained, played = [], [], []
        for index in range(count):
            board = random_board(shape, mines, seed=3, index=index)
            start = solve(board).best_starts[0]
            found, spent = clocked(lambda board=board, start=start: path(board, start))
            graded.append(spent)
            explained.append(spent + clocked(lambda found=found: [step.sentences for step in found.steps])[1])
            played.append(clocked(lambda board=board, start=start: play(board, start, "counter"))[1])
        line("played by counter", played)
        line("path, graded", graded)
        line("path, with its reasons", explained)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
