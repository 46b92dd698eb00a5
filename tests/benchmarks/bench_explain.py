"""Smallest explanations over all forced cells of the shared positions, beside the solver's own time.

The yardstick is `solve` on the same view: what it costs to know the verdicts that are explained.
Run: python tests/benchmarks/bench_explain.py [KIND ...]
"""

import json
import os
import sys
import time
from collections import Counter
from pathlib import Path

from logicsweep.boards.board import View
from logicsweep.csp.clash import solved
from logicsweep.csp.position import Position
from logicsweep.reasons.explanation import explain

_BESIDE = Path(__file__).resolve().parents[2].parent / "shared" / "data"
POSITIONS = Path(os.environ.get("LOGICSWEEP_DATA", _BESIDE)) / "positions" / "positions.jsonl"


def seconds(call):
    """CPU seconds of a call, and what it gave."""
    begin = time.process_time()
    result = call()
    return time.process_time() - begin, result


def view_of(position):
    return View.parse("\n".join(position["grid"]), position["mines"])


def share(times, part):
    return times[min(len(times) - 1, int(len(times) * part))] * 1e3


def measure(kind, positions):
    """Print one kind's figures: the cost to prepare a view, and each cell's."""
    prepared, solving, cells, sizes, totals, open_ends = [], [], [], Counter(), 0, 0
    for position in positions:
        view = view_of(position)
        solving.append(seconds(lambda view=view: solved(Position(view)))[0])
        view = Position(view)
        forced = sorted([*solved(view).safe, *solved(view).mines])
        prepared.append(seconds(lambda view=view, forced=forced: [explain(view, c) for c in forced[:1]])[0])
        for cell in forced:
            spent, found = seconds(lambda view=view, cell=cell: explain(view, cell))
            cells.append(spent)
            sizes[len(found.clues)] += 1
            totals += found.total
            open_ends += not found.smallest
    cells.sort()
    print(f"{kind}: {len(positions)} views, {len(cells)} forced cells, {totals} with the total")
    print(
        f"  a cell: median {share(cells, 0.5):.2f} ms, 95 % {share(cells, 0.95):.2f} ms, "
        f"99 % {share(cells, 0.99):.2f} ms, worst {cells[-1] * 1e3:.1f} ms"
    )
    print(
        f"  a view: prepared in {sum(prepared) / len(prepared) * 1e3:.2f} ms on average, "
        f"worst {max(prepared) * 1e3:.1f} ms; solve alone takes {sum(solving) / len(solving) * 1e3:.2f} ms"
    )
    print(f"  not proven smallest: {open_ends}; clues: {dict(sorted(sizes.items()))}")
    print(f"  all cells together, with preparing: {(sum(cells) + sum(prepared)) / sum(solving):.1f} solves")


def main():
    if not POSITIONS.exists():
        sys.exit(f"no shared positions at {POSITIONS}")
    positions = [json.loads(line) for line in POSITIONS.read_text().splitlines()]
    for kind in sys.argv[1:] or dict.fromkeys(position["kind"] for position in positions):
        measure(kind, [position for position in positions if position["kind"] == kind])


if __name__ == "__main__":
    main()
