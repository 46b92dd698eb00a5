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
from collections import defaultdict
from statistics import median

from common import best, memory, positions

from logicsweep.boards.board import Board, View
from logicsweep.boards.cells import CellGraph
from logicsweep.csp import position as one_position
from logicsweep.csp.clash import solved

CODES = {"#": 10} | {str(clue): clue for clue in range(9)}
PHASES = {
    "conversion": (View, "parse"),
    "propagation": (one_position, "model"),
    "probing": (one_position, "backbone"),
    "order, quick": (one_position, "quick_order"),
    "order, best": (one_position, "best_order"),
    "elimination": (one_position, "tabulate"),
    "combination": (one_position, "with_total"),
}


def ours(one):
    return solved(one_position.Position(View.parse("\n".join(one["grid"]), one["mines"])))


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


def phases(chosen):
    """Seconds spent in each phase over some positions, by timers around the phases' functions."""
    spent = defaultdict(float)
    kept = {name: getattr(*place) for name, place in PHASES.items()}

    def timed(name, call):
        def run(*args, **kwargs):
            start = time.process_time()
            try:
                return call(*args, **kwargs)
            finally:
                spent[name] += time.process_time() - start

        return run

    for name, (place, attribute) in PHASES.items():
        setattr(place, attribute, timed(name, kept[name]))
    whole, _ = best(lambda: list(map(ours, chosen)))
    for name, (place, attribute) in PHASES.items():
        setattr(place, attribute, kept[name])
    spent["rest"] = whole - sum(spent.values())
    return spent


def large(side, density, seed):
    """A large board cleared from its largest opening, wave by wave: seconds and memory of the slowest."""
    rng = random.Random(seed)
    mines = set(rng.sample(range(side * side), round(side * side * density)))
    board = Board(CellGraph.grid(side, side), bytes(cell in mines for cell in range(side * side)))
    cleared, cache, slowest, wave = largest_opening(board), {}, 0.0, 0
    while True:
        spent, found = best(hinted, board, cleared, cache)
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


def hinted(board, cleared, cache):
    return solved(one_position.Position(board.view(cleared), cache=cache))


def largest_opening(board):
    found, met = set(), set()
    for start in range(len(board.graph)):
        if start not in met and not board.mined[start] and not board.clue(start):
            opening, todo = {start}, [start]
            while todo:
                cell = todo.pop()
                if not board.clue(cell):
                    met.add(cell)
                    more = set(board.graph.neighbours[cell]) - opening
                    opening |= more
                    todo += more
            found = max(found, opening, key=len)
    return found


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
    print("where the time goes (share of the CPU time over all positions of a kind):")
    for kind, chosen in kinds.items():
        spent = phases(chosen * (1 if kind == "tangled" else options.repeat))
        whole = sum(spent.values())
        print(f"{kind:13} " + ", ".join(f"{name} {spent[name] / whole:.0%}" for name in [*PHASES, "rest"]))
    for density in (0.16, 0.18):
        child = multiprocessing.get_context("spawn").Process(target=large, args=(200, density, 1))
        child.start()
        child.join()


if __name__ == "__main__":
    main()
