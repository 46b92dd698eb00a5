"""The answer to *Data Mining?* as JSON, and the classes of starts as text."""

from __future__ import annotations

from collections.abc import Sequence

from logicsweep.boards.board import Board
from logicsweep.boards.names import say_size
from logicsweep.closures.results import LeastRemaining, StartClass
from logicsweep.show.json import Heading, Json, Printed, heading

_ABOUT = "A board, and the fewest cells that the casual player leaves on it."
_SOLVED = Printed("Solved", _ABOUT, (Heading, LeastRemaining))
PRINTED = (_SOLVED,)


def starts_table(number: int, board: Board, classes: Sequence[StartClass]) -> str:
    """The start classes of a board, best first: kind, number of cells, first cell, cells that remain."""
    lines = [f"board {number}: {say_size(board.graph, board.mine_count)}"]
    lines.append(f"{'start':<8} {'cells':>7} {'first cell':>10} {'remaining':>10}")
    for start in sorted(classes, key=lambda start: start.remaining):
        kind = "opening" if start.opening else "number"
        first = board.graph.name(start.starts[0])
        lines.append(f"{kind:<8} {len(start.starts):>7} {first:>10} {start.remaining:>10}")
    return "\n".join(lines)


def solved_json(number: int, solution: LeastRemaining) -> Json:
    """The answer to *Data Mining?* for a board, with its number."""
    board = solution.board
    return _SOLVED.json(board.graph, heading(board, number), solution)
