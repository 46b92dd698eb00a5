"""The answer to *Data Mining?*, and the classes of starts, for people and programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from logicsweep.board import Board
from logicsweep.closures.closure import LeastRemaining, StartClass
from logicsweep.show.jsonl import VERSION, names, size_json
from logicsweep.words import sized

if TYPE_CHECKING:
    from logicsweep.show.forms import SolveJson


def starts_table(number: int, board: Board, classes: Sequence[StartClass]) -> str:
    """Every start class of a board, the best first: its kind, how many cells, one of them, what remains."""
    lines = [f"board {number}: {sized(board.graph, board.mine_count)}"]
    lines.append(f"{'start':<8} {'cells':>7} {'first cell':>10} {'remaining':>10}")
    for start in sorted(classes, key=lambda start: start.remaining):
        kind = "opening" if start.opening else "number"
        first = board.graph.name(start.starts[0])
        lines.append(f"{kind:<8} {len(start.starts):>7} {first:>10} {start.remaining:>10}")
    return "\n".join(lines)


def solution_json(board: Board, solution: LeastRemaining) -> SolveJson:
    """The answer to *Data Mining?* for one board."""
    return {
        "version": VERSION,
        **size_json(board),
        "mines": board.mine_count,
        "safe": board.safe_count,
        "remaining": solution.remaining,
        "best_starts": names(board.graph, solution.best_starts),
        "openings": solution.openings,
    }
