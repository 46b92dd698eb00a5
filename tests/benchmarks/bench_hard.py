"""Forced cells where counting is too wide, beside OR-tools CP-SAT: python tests/benchmarks/bench_hard.py

Clues alone. The yardstick is one CP-SAT model a view (a variable a cell, an equation a clue), asked again for
a model that differs in a cell that is still a candidate, with one worker, as the documentation has it. CPU
seconds in one process; a view on which the yardstick takes longer than its patience counts as unfinished.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import median

from common import DATA, best

from logicsweep.boards.board import View
from logicsweep.csp.solve import expert

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from hard_views import lattice, scattered  # the tests' own
from oracles_csp import cp_sat_forced

HARD = DATA / "hard" / "hard_views.jsonl"
PATIENCE = 60.0


def views():
    """The class, smaller ones first; the views with proven sets where they are at hand."""
    for side in (14, 26, 50):
        for density in (0.15, 0.25, 0.35):
            yield f"lattice {side} at {density:.0%}", lattice(side, density, 1)
    for side in (40, 60, 100, 200):
        for density in (0.22, 0.25):
            for shown in (0.35, 0.6):
                yield f"random {side} at {density:.0%}, {shown:.0%} shown", scattered(side, density, shown, 1)
    for number, line in enumerate(HARD.read_text().splitlines() if HARD.exists() else ()):
        one = json.loads(line)
        yield f"proven {number}, {one['kind']} {one['rows']}", View.parse("\n".join(one["grid"]))


def main():
    ours, theirs, unfinished = [], [], 0
    print(f"{'view':<34} {'forced':>7} {'logicsweep':>11} {'CP-SAT':>9}")
    for name, view in views():
        mine, found = best(expert, view, max_states=20_000)
        asked = len(view.marks) <= 10_000 or "--all" in sys.argv
        spent, other = best(cp_sat_forced, view, PATIENCE) if asked else (PATIENCE, None)
        forced = len(found.safe) + len(found.mines)
        if other is None:
            unfinished += 1
        else:
            assert set(other) == {*found.safe, *found.mines}, name
        ours.append(mine)
        theirs.append(spent if other is not None else PATIENCE)
        shown = f"{spent:8.2f} s" if other is not None else "        -"
        print(f"{name:<34} {forced:>7} {mine:9.2f} s {shown}", flush=True)
    print(f"median {median(ours):.3f} s, CP-SAT {median(theirs):.3f} s; longest {max(ours):.2f} s")
    print(f"unfinished: logicsweep 0 of {len(ours)}, CP-SAT {unfinished}")


if __name__ == "__main__":
    main()
