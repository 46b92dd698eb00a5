"""Where a production fired, the clues that it compared, what it counted, and how hard that was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import counted, looked_at, plural, row_names, signed
from logicsweep.reasons.given import Rows
from logicsweep.rules.engine import Firing

if TYPE_CHECKING:
    from logicsweep.games.steps import Grade
    from logicsweep.show.pieces import GradeJson


def fired_text(graph: CellGraph, firing: Firing) -> str:
    """A production with where it looked and what it counted; with all clues where it compared several.

    >>> from logicsweep import Board, play
    >>> game = play(Board.parse(".M.... ...... M..M.."), "r1c5", "overlap")
    >>> for firing in game.trace.firings[6:8]:
    ...     print(fired_text(game.trace.graph, firing))
    all-mines at r1c3 (f=0 c=1 m=1)
    overlap at r3c2 - r2c2 (a=1 b=1 only=0)
    """
    rows = firing.reason
    if isinstance(rows, Rows) and rows.size > 1:
        return f"{firing.production} at {signed(graph, *rows)}{counted(firing.named_counts)}"
    return looked_at(graph, firing.production, firing.site, firing.named_counts)


def how_json(graph: CellGraph, firing: Firing) -> dict[str, int | list[str]]:
    """What a firing counted, and the clues that it added and subtracted where it compared several."""
    told: dict[str, int | list[str]] = dict(firing.named_counts)
    if isinstance(firing.reason, Rows):
        told |= rows_json(graph, firing.reason)
    return told


def rows_json(graph: CellGraph, rows: Rows) -> dict[str, list[str]]:
    """Rows by name."""
    return {"added": row_names(graph, rows.added), "subtracted": row_names(graph, rows.subtracted)}


def grade_text(production: str, grade: Grade) -> str:
    """A grade in words; the production alone where no reason was found.

    >>> from logicsweep.games.steps import Grade
    >>> grade_text("rows-3", Grade(3, 3, 0, 5)), grade_text("cases", Grade(50, 2, 3, 9))
    ('rows-3, 3 rows, 5 cells', 'cases, 3 cases, 2 rows at a time, 9 cells')
    """
    if not grade.rows:
        return production
    rows = plural(grade.rows, "row")
    size = f"{plural(grade.cases, 'case')}, {rows} at a time" if grade.cases else rows
    return f"{production}, {size}, {plural(grade.cells, 'cell')}"


def grade_json(production: str, grade: Grade) -> GradeJson:
    """A grade as an object."""
    return {"production": production, "rows": grade.rows, "cases": grade.cases, "cells": grade.cells}
