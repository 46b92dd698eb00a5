"""`solve_many` beside ms-toollib's cal_probability_onboard (Rust), one position after another.

    python tests/benchmarks/bench_bulk.py [--repeat 3] [--share 1.0]

Positions in the middle of games, with the mine total: the largest opening, in every second game what the
casual player clears from there, then in 0 to 6 waves half of what follows by all of logic. Asked are forced
cells and floating risks. One thread in CPU time, threads beside each other in wall-clock time (on the same
positions many times over, as short work is left to one); the best of some repeats, the kernel warm. The
yardstick gets lists that are made before. Then `expert(view)`, a call a position, forced cells alone and
with exact risks. `--share` takes fewer positions.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import NamedTuple

import ms_toollib
import numpy as np
from bench_hint import largest_opening
from common import best

from logicsweep import CellGraph, View, expert, random_board, solve_many
from logicsweep.closures.closure import closure
from logicsweep.csp.position import settle
from logicsweep.kernel import is_installed

SEED = 2026


class Kind(NamedTuple):
    """A size, how many positions, and the share of the yardstick's time that is aimed at."""

    rows: int
    cols: int
    mines: int
    positions: int
    aim: float


KINDS = [
    Kind(9, 9, 10, 2000, 1 / 12),
    Kind(16, 16, 40, 1000, 1 / 20),
    Kind(16, 30, 99, 500, 1 / 20),
    Kind(50, 50, 500, 200, 1 / 50),
]


def positions(kind, share):
    """An array of positions, uint8 (n, rows, cols)."""
    graph = CellGraph.grid(kind.rows, kind.cols)
    found, index, wanted = [], 0, max(1, round(kind.positions * share))
    while len(found) < wanted:
        marks = position(random_board(graph, kind.mines, SEED, index), index)
        if sum([mark < 0 for mark in marks]) > kind.mines:
            found.append(marks)
        index += 1
    return np.array(found, np.int8).astype(np.uint8).reshape(wanted, kind.rows, kind.cols)


def position(board, index):
    """The marks at some point of a game; all that is safe may be cleared already."""
    rng, cleared = random.Random(index), largest_opening(board)
    if index % 2 and cleared:
        ended = closure(board, min(cleared, key=board.clue))
        cleared = {cell for cell, mark in enumerate(ended.marks) if mark >= 0}
    for _ in range(index % 7):
        cleared |= {cell for cell in expert(board.view(cleared)).safe if rng.random() < 0.5}
    return board.view(cleared).marks


def yardstick(grids, mines):
    for grid in grids:
        ms_toollib.cal_probability_onboard(grid, mines)


def report(kind, share, repeat):
    """One line of times for a kind of positions."""
    array = positions(kind, share)
    grids = np.where(array > 8, 10, array).tolist()
    each = 1e3 / len(array)
    options = {"mines": kind.mines, "risks": True}
    yardstick(grids[:1], kind.mines)
    theirs = best(yardstick, grids, kind.mines)[0] * each
    plain = best(solve_many, array, kernel=False, **options)[0] * each
    line = f"{kind.rows}x{kind.cols}/{kind.mines}: {len(array)} positions, ms each: yardstick {theirs:.4f}"
    line += f", plain {plain:.4f} ({plain / theirs:.2f} x)"
    if is_installed():
        by_kernel = {"kernel": True, **options}
        found = solve_many(array, **by_kernel)
        marks = array.astype(np.int8).reshape(len(array), -1).tolist()
        views = [View(CellGraph.grid(kind.rows, kind.cols), tuple(one), kind.mines) for one in marks]
        alone = best(lambda: [expert(view) for view in views], repeat=repeat)[0] * each
        ours = best(solve_many, array, repeat=repeat, **by_kernel)[0] * each
        long = np.tile(array, (1 + round(0.5 / (ours * len(array) / 1e3)), 1, 1))
        one, two = (
            best(solve_many, long, jobs=jobs, repeat=repeat, clock=time.perf_counter, **by_kernel)[0]
            for jobs in (1, 2)
        )
        settle.cache_clear()
        exact = best(lambda: [expert(view).risks for view in views])[0] * each
        line += f", expert(view) one by one {alone:.4f} (1/{theirs / alone:.1f})"
        line += f", its risks {exact:.4f} ({exact / theirs:.2f} x)"
        line += f", kernel {ours:.4f} (1/{theirs / ours:.1f}, aim 1/{1 / kind.aim:.0f})"
        line += f", two threads {one / two:.2f} x as fast; {len(found.fallbacks)} by the solver"
    print(line, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--share", type=float, default=1.0)
    options = parser.parse_args()
    for kind in KINDS:
        report(kind, options.share, options.repeat)
    if not is_installed():
        print("without the kernel: numba and numpy are not installed")


if __name__ == "__main__":
    main()
