"""A program that prints tests/perfect_table.md: perfect play of small fields, and each policy's regret.

`python tests/perfect_table.py 3x4 4x4` prints a line for each number of mines up to five; the docs show some.
Nearly all of the time goes into 5x5 with 5 mines.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from logicsweep import CellGraph, InvalidInput
from logicsweep.guessing.chances import Chances
from logicsweep.guessing.perfect import perfect
from logicsweep.guessing.policy import POLICIES
from logicsweep.guessing.regrets import regret

MOST = 5
HEAD = ["field", "any", "from", "safe", "opening", "from", *POLICIES]


def line(rows: int, cols: int, mines: int) -> str:
    """A line of the table: chances in %, what policies lack in points."""
    graph = CellGraph.grid(rows, cols)
    free, safe = perfect(graph, mines), perfect(graph, mines, "safe")
    lost = [f"{float(100 * regret(graph, mines, 'any', name).regret):.2f}" for name in POLICIES]
    start = graph.name(free.best[0])
    chances = [f"{free.win} {percent(free)}", start, percent(safe), *opened(graph, mines)]
    return f"| {rows}x{cols}/{mines} | {' | '.join(chances + lost)} |"


def opened(graph: CellGraph, mines: int) -> list[str]:
    """The chance where the first cell is an opening, and that cell; blank where none can be."""
    try:
        found = perfect(graph, mines, "opening")
    except InvalidInput:
        return ["", ""]
    return [percent(found), graph.name(found.best[0])]


def percent(chances: Chances) -> str:
    """The chance to win, rounded to hundredths."""
    return f"{float(100 * chances.win):.2f}"


def lines(sizes: list[str]) -> Iterator[str]:
    """The lines for these sizes, such as 3x4."""
    for rows, cols in [map(int, size.split("x")) for size in sizes]:
        for mines in range(1, min(MOST, rows * cols - 1) + 1):
            yield line(rows, cols, mines)


if __name__ == "__main__":
    print("|", " | ".join(HEAD), "|")
    print("|" + "---|" * len(HEAD))
    for row in lines(sys.argv[1:]):
        print(row, flush=True)
