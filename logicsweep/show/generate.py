"""Generated boards with their grading, as JSON and as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Annotated, NamedTuple

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.board import Board
from logicsweep.errors import InvalidInput
from logicsweep.formats.tatham import PAGE, game_id
from logicsweep.games.run import Run
from logicsweep.generating.generated import Generated
from logicsweep.show.json import Heading, Json, Printed, heading
from logicsweep.show.path import GRADED
from logicsweep.show.steps import grade_text


class Made(NamedTuple):
    """How a board was generated."""

    layout: Annotated[Board, "the board, row by row: M is a mine, . is not"]
    start: Annotated[CellIndex, "the first cell"]
    tries: Annotated[int, "number of boards drawn to get this one"]
    repairs: Annotated[int, "number of places where the last one was repaired"]


_ABOUT = "A generated board, who finishes it, and how hard that is."
_MADE = Printed("Made", _ABOUT, (Heading, Made, (Run, GRADED)))
PRINTED = (_MADE,)


def table_text(boards: Iterable[Generated]) -> Iterator[str]:
    """A line for each board: its number, start, grade, 3BV and a link, if a site can show it."""
    columns = "{:>5}  {:<6}  {:<44}  {:>4}  {}"
    yield columns.format("board", "start", "grade", "3BV", "link")
    for one in boards:
        board, link = one.board, "-"
        with suppress(InvalidInput):  # not a grid
            link = f"{PAGE}#{game_id(board, one.start)}"
        grade = grade_text(one.path.hardest)
        yield columns.format(one.index + 1, board.graph.name(one.start), grade, one.threebv, link)


def generated_json(made: Generated) -> Json:
    """A board as an object: its mines and start, who finishes it, and how hard that is."""
    how = Made(made.board, made.start, made.tries, made.repairs)
    return _MADE.json(made.board.graph, heading(made.board, made.index + 1), how, made.path)
