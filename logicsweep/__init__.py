"""How far each kind of Minesweeper reasoning gets on the same board, and why.

Boards and views: what is true, and what a player may see.
    View, Board, COVERED, FLAG, SAFE, Cell, CellGraph, random_board, random_mined

What a position tells: forced cells and exact risks.
    counter, expert, risks, check_flags, Solution, Position

Why: in a run or a position; smallest sets of clues, sums of clues, proofs by contradiction, two layouts.
    why, Answer, explain, sentence, check, undecided, balance, refute

Where nothing is certain: which cell to clear, by a policy; what the best strategy wins.
    choices, perfect

Playing: a player, a board with a first cell, or a position from which they conclude what they can; by clicks.
    play, watch, Run, Setup, Step, Grade, PLAYERS, Player, player_of, enlist, Session

The easiest way, several players side by side, all starts, a hint that gives away only so much.
    path, compare, Comparison, over_starts, next_step

The casual player, fast: the least that remains over all starts.
    least_remaining, start_classes

Very many positions and games at once, as arrays.
    solve_many, Solutions, ends, Ends

Boards made to order.
    generate, Demand

What productions of one's own are made of.
    Fact, Match, Production

Pictures, as SVG.
    svg

The sibling puzzles: LeetCode 529, Minesweeper Master, MegaCheckers.
    reveal, oneclick, checkers

Errors: one line each, with their data.
    LogicsweepError, InvalidInput, Contradiction, Unsound, TooWide

More is where it belongs: `logicsweep.reasons` (what explanations are made of, and their checkers),
`logicsweep.guessing` (policies, and what they advise), `.rules` (the engine), `.games`, `.closures`,
`.formats`, `.surveying`, `.puzzles`, `.errors`.

Cells go in as an index (row by row, from 0), a `Cell`, a pair (row, col) from 0, or a name such as "r1c2";
what is found comes out as indices, which `graph.at` and `graph.names` turn into cells and names.

>>> from logicsweep import View, counter, explain, sentence
>>> view = View.from_rows(["###1", "###1", "#311", "#100"], mines=3)
>>> view.graph.names(counter(view).safe)
('r1c1', 'r1c2', 'r1c3', 'r2c2')
>>> print(sentence(view, explain(view, "r1c3")))
r1c3 is safe: if it were a mine, r1c4=1 and r3c4=1 could not both hold.
"""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # not from typing: what imports only this, such as --version, starts sooner
if TYPE_CHECKING:
    from collections.abc import Callable

__version__ = "0.2.0"


def names_of(package: str, file: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package: a name is loaded when it is first used; all by a star import.

    The `__init__.pyi` beside the package's `file` lists them for type checkers and for this function.
    """
    with open(f"{file}i", encoding="utf-8") as stub:  # noqa: PTH123  # without pathlib it starts sooner
        words = [line.split() for line in stub if line.startswith("from logicsweep")]
    homes = {line[-1]: line[1] for line in words}

    def get(name: str) -> object:
        if name == "__all__" and sys._getframe(1).f_globals.get("__name__") != "pydoc":  # help stays a page
            return list(homes)
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return get, lambda: list(homes)


__getattr__, __dir__ = names_of(__name__, __file__)
