"""A generated board with its grading, as JSON."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.board import Board
from logicsweep.games.run import Run
from logicsweep.generating.generate import Generated
from logicsweep.show.json import Heading, Json, Printed, heading
from logicsweep.show.path import GRADED


class Made(NamedTuple):
    """How a board was generated."""

    layout: Annotated[Board, "the board, row by row: M is a mine, . is not"]
    start: Annotated[CellIndex, "the first cell"]
    tries: Annotated[int, "number of boards drawn to get this one"]
    repairs: Annotated[int, "number of places where the last one was repaired"]


_ABOUT = "A generated board, who finishes it, and how hard that is."
_MADE = Printed("Made", _ABOUT, (Heading, Made, (Run, GRADED)))
PRINTED = (_MADE,)


def generated_json(made: Generated) -> Json:
    """A board as an object: its mines and start, who finishes it, and how hard that is."""
    how = Made(made.board, made.start, made.tries, made.repairs)
    return _MADE.json(made.board.graph, heading(made.board, made.index + 1), how, made.path)
