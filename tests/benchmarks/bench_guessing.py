"""Whole games with guesses by compiled code: wins and the time of a game for each policy, beside others.

    python tests/benchmarks/bench_guessing.py [--games 2000] [--seed 1]

CPU time, in one process, compiled before any clock runs. The first click is a corner that is no mine, or
r3c3 with no mine beside it. The interval is that of 95 %. The figures of others are those that their
authors publish for the same rules (minesolve 1: one guess ahead), in percent.
"""

from __future__ import annotations

import argparse

import numpy as np
from common import best

from logicsweep.boards.cells import CellGraph
from logicsweep.boards.random import random_mined
from logicsweep.guessing.influence import swaps_of
from logicsweep.guessing.policy import POLICIES
from logicsweep.kernel.guessing import WON, play_guessing

SETS = {
    ("9x9/10", "safe"): "PSEQ-D256 91.69",
    ("9x9/10", "opening"): "PSEQ-D256 97.17",
    ("16x16/40", "safe"): "PSEQ-D256 78.23",
    ("16x16/40", "opening"): "PSEQ-D256 89.08",
    ("16x30/99", "safe"): "JSMinesweeper 41.13, PSEQ-D256 40.04, minesolve 1 39.00",
    ("16x30/99", "opening"): "JSMinesweeper 54.3, PSEQ-D256 53.45",
}


def games_on(size, promise, games, seed):
    """Boards with that promise: those random ones that keep it."""
    rows, cols, mines = (int(number) for number in size.replace("/", "x").split("x"))
    graph = CellGraph.grid(rows, cols)
    start = 0 if promise == "safe" else 2 * cols + 2
    free = [start, *(graph.neighbours[start] if promise == "opening" else ())]
    others = [cell for cell in range(len(graph)) if cell not in free]
    mined = np.zeros((games, len(graph)), np.uint8)
    mined[:, others] = random_mined((1, len(others)), mines, seed, games).reshape(games, -1)
    return mined, np.full(games, start), graph.neighbour_table, swaps_of(graph.neighbours)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for (size, promise), others in SETS.items():
        mined, starts, *field = games_on(size, promise, args.games, args.seed)
        print(f"{size}, first click {promise}; {others}")
        for number, policy in enumerate(POLICIES):
            play_guessing(mined[:1], starts[:1], *field, number)
            spent, played = best(play_guessing, mined, starts, *field, number)
            share = (played.outcome == WON).mean()
            about = 196 * np.sqrt(share * (1 - share) / args.games)
            each = f"{1e3 * spent / args.games:.3f} ms a game, {played.guesses.mean():.2f} guesses"
            print(f"  {policy:11} {100 * share:.2f} +- {about:.2f} %, {each}")


if __name__ == "__main__":
    main()
