"""The solver beside ms-toollib's cal_probability_onboard (Rust), on the shared positions, in one process.

    python tests/benchmarks/bench_hint.py [--repeat 7] [--patience 20]

Both sides start from the rows of text; CPU time, the best of some repeats for each position. On the
tangled positions the yardstick runs in a process of its own that is ended when patience runs out.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from statistics import median

from common import best, memory, positions

from logicsweep.boards.board import Board, View
from logicsweep.boards.cells import CellGraph
from logicsweep.closures.spread import find_openings
from logicsweep.csp.position import Position, settle
from logicsweep.csp.solve import find_solution

CODES = {"#": 10} | {str(clue): clue for clue in range(9)}


def ours(one):
    settle.cache_clear()
    return find_solution(Position(View.parse("\n".join(one["grid"]), one["mines"])))


def yardstick(position):
    import ms_toollib

    grid = [[CODES[mark] for mark in row] for row in position["grid"]]
    return ms_toollib.cal_probability_onboard(grid, position["mines"])


def patient(position, patience):
    """The yardstick's time in a process of its own; None where it took longer than patience."""
    process = multiprocessing.get_context("spawn").Process(target=yardstick, args=(position,))
    start = time.perf_counter()
    process.start()
    process.join(patience)
    if process.is_alive():
        process.kill()
        process.join()
        return None
    return time.perf_counter() - start


def large(side, density, seed):
    """A large board cleared from its largest opening, wave by wave: seconds and memory of the slowest."""
    rng = random.Random(seed)
    mines = set(rng.sample(range(side * side), round(side * side * density)))
    board = Board(CellGraph.grid(side, side), bytes(cell in mines for cell in range(side * side)))
    cleared, slowest, wave = largest_opening(board), 0.0, 0
    while True:
        spent, found = best(hinted, board, cleared)
        slowest = max(slowest, spent)
        wave += 1
        if not found.safe or not found.complete:
            break
        cleared |= set(found.safe)
    state = "complete" if found.complete else "incomplete"
    print(
        f"{side}x{side} at {density:.0%}, seed {seed}: {wave} waves, {len(cleared)} cells cleared, {state}; "
        f"slowest hint {slowest:.2f} s, {memory():.0f} MB at most"
    )


def largest_opening(board):
    """The cells that the largest opening clears, as a set; none where there is no zero cell."""
    cleared = (
        set(zeros).union(*[board.graph.neighbours[i] for i in zeros]) for zeros in find_openings(board)
    )
    return max(cleared, key=len, default=set())


def hinted(board, cleared):
    return find_solution(Position(board.view(cleared)))


def report(kind, chosen, repeat):
    mine, theirs = (
        [best(call, position, repeat=repeat)[0] * 1e3 for position in chosen] for call in (ours, yardstick)
    )
    print(f"{kind:13} {len(chosen):3}", end="")
    for what, one, other in (
        ("median", median(mine), median(theirs)),
        ("total", sum(mine), sum(theirs)),
    ):
        print(f"   {what} {one:8.3f} ms, yardstick {other:7.3f} ms: {one / other:5.2f} x", end="")
    print(f"   slowest {max(mine):7.3f} ms")


def report_tangled(chosen, patience):
    for position in chosen:
        (mine, _), theirs = best(ours, position), patient(position, patience)
        shown = f"{theirs:.2f} s" if theirs else f"none after {patience:.0f} s"
        print(f"{position['id']:13}       {mine:.3f} s, yardstick {shown}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--patience", type=float, default=20)
    options = parser.parse_args()
    kinds = positions()
    for position in kinds["expert"]:  # imports and caches, before any clock runs
        ours(position), yardstick(position)
    for kind, chosen in kinds.items():
        if kind == "tangled":
            report_tangled(chosen, options.patience)
        else:
            report(kind, chosen, options.repeat)
    for density in (0.16, 0.18):
        child = multiprocessing.get_context("spawn").Process(target=large, args=(200, density, 1))
        child.start()
        child.join()


if __name__ == "__main__":
    main()
