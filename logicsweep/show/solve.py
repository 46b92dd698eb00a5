"""The answer to *Data Mining?*, and the classes of starts, for people and programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import compress, count
from typing import TYPE_CHECKING

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards
from logicsweep.boards.words import sized
from logicsweep.closures.closure import LeastRemaining, StartClass, best_of_groups
from logicsweep.show.jsonl import VERSION, dumps, names, size_json

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


def solution_json(number: int, solution: LeastRemaining) -> SolveJson:
    """The answer to *Data Mining?* for a board, with its number."""
    board = solution.board
    return {
        "version": VERSION,
        "board": number,
        **size_json(board.graph),
        "mines": solution.mines,
        "safe": solution.safe,
        "remaining": solution.remaining,
        "best_starts": names(board.graph, solution.best_starts),
        "openings": solution.openings,
    }


def solutions_jsonl(boards: Boards, number: int) -> Iterator[str]:
    """The lines of `solution_json` of many boards, the first of which has this number.

    What differs between boards of one cell graph is put into a line that was made once: to make an object
    of each board would take longer than to solve it.
    """
    lines = [_line(graph) for graph, _ in boards.groups]
    quoted = [_quoted(graph) for graph, _ in boards.groups]
    counts = [_mines(graph, mined) for graph, mined in boards.groups]
    for board, (group, best) in enumerate(zip(boards.order, best_of_groups(boards), strict=True), number):
        mines, safe = next(counts[group])
        starts = ", ".join(map(quoted[group], compress(count(), best.starts)))
        yield lines[group] % (board, mines, safe, best.remaining, starts, best.openings)


def _line(graph: CellGraph) -> str:
    """The line of a board on this cell graph, `%s` in place of each value that the board decides."""
    board = Board(graph, bytes(len(graph)))
    form = solution_json(0, LeastRemaining.known(board, 0, b"", 0))
    told = {"version", *size_json(graph)}
    blanks = {name: "%s" for name in form if name not in told} | {"best_starts": ["%s"]}
    return dumps({**form, **blanks}).replace('"%s"', "%s")


def _quoted(graph: CellGraph) -> Callable[[int], str]:
    """The name of a cell as JSON has it, made once."""
    return cache(lambda cell: dumps(graph.name(cell)))


def _mines(graph: CellGraph, mined: bytes) -> Iterator[tuple[int, int]]:
    """How many mines and safe cells each board has."""
    size = len(graph)
    for at in range(0, len(mined), size):
        mines = mined.count(1, at, at + size)
        yield mines, size - mines
