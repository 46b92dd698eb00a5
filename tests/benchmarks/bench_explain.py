"""Smallest explanations over all forced cells of the shared positions, beside the solver's own time.

The yardstick is `solve` on the same view: what it costs to know the verdicts that are explained.
Run: python tests/benchmarks/bench_explain.py [KIND ...]
"""

import sys
from collections import Counter

from common import best, part, positions

from logicsweep import Position, View, explain
from logicsweep.csp.solve import find_solution


def measure(kind, chosen):
    """Print one kind's figures: the cost to prepare a view, and each cell's."""
    prepared, solving, cells, found = [], [], [], []
    for position in chosen:
        view = View.parse("\n".join(position["grid"]), position["mines"])
        solving.append(best(lambda view=view: find_solution(Position(view)))[0])
        view = Position(view)
        forced = sorted([*find_solution(view).safe, *find_solution(view).mines])
        prepared.append(best(lambda view=view, forced=forced: [explain(view, c) for c in forced[:1]])[0])
        for cell in forced:
            spent, explanation = best(explain, view, cell)
            cells.append(spent)
            found.append(explanation)
    cells.sort()
    sizes = Counter(len(one.clues) for one in found)
    totals, open_ends = sum(one.total for one in found), sum(not one.smallest for one in found)
    print(f"{kind}: {len(chosen)} views, {len(cells)} forced cells, {totals} with the total")
    print(
        f"  a cell: median {part(cells, 0.5):.2f} ms, 95 % {part(cells, 0.95):.2f} ms, "
        f"99 % {part(cells, 0.99):.2f} ms, worst {cells[-1] * 1e3:.1f} ms"
    )
    print(
        f"  a view: prepared in {sum(prepared) / len(prepared) * 1e3:.2f} ms on average, "
        f"worst {max(prepared) * 1e3:.1f} ms; solve alone takes {sum(solving) / len(solving) * 1e3:.2f} ms"
    )
    print(f"  not proven smallest: {open_ends}; clues: {dict(sorted(sizes.items()))}")
    print(f"  all cells together, with preparing: {(sum(cells) + sum(prepared)) / sum(solving):.1f} solves")


if __name__ == "__main__":
    kinds = positions()
    for kind in sys.argv[1:] or kinds:
        measure(kind, kinds[kind])
