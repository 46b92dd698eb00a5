"""What no position can tell, whatever format it is in; no format by itself."""

from __future__ import annotations

from collections.abc import Callable

from logicsweep.board import COVERED, FLAG, View
from logicsweep.errors import InvalidInput


def check_clues(view: View, place: Callable[[int], str]) -> None:
    """Raise InvalidInput, at the `place` of the cell, for the first clue above the covered neighbours.

    >>> check_clues(View.parse("1# 3#"), lambda cell: f"cell {cell}")
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: cell 2: expected a clue of at most 2 (its covered neighbours), got 3
    """
    marks, neighbours = view.marks, view.graph.neighbours
    for i, clue in enumerate(marks):
        if clue > 0:
            room = sum([marks[j] in (COVERED, FLAG) for j in neighbours[i]])
            if clue > room:
                expected = f"a clue of at most {room} (its covered neighbours)"
                raise InvalidInput(place(i), expected, str(clue))


def check_total(view: View, place: str) -> None:
    """Raise InvalidInput for a mine total below 0 or above the covered cells.

    >>> check_total(View.parse("1#", mines=2), "mines")
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: mines: expected a mine total from 0 to 1 (the covered cells), got 2
    """
    most = len(view.covered)
    if view.mines is not None and not 0 <= view.mines <= most:
        raise InvalidInput(place, f"a mine total from 0 to {most} (the covered cells)", str(view.mines))
