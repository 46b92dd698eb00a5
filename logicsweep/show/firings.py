"""Where a production fired: its site, the clues that it compared, what it counted."""

from __future__ import annotations

from logicsweep.cells import CellGraph
from logicsweep.reasons.given import Rows
from logicsweep.rules.engine import Firing
from logicsweep.steps import Grade
from logicsweep.words import counted, looked_at, plural, row_names, signed


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


def grade_text(production: str, grade: Grade) -> str:
    """How hard a step is: its production, and what one has to look at.

    >>> grade_text("overlap", Grade(2, 2, 0, 3)), grade_text("cases", Grade(50, 2, 3, 9))
    ('overlap, 2 rows, 3 cells', 'cases, 2 rows, 3 cases, 9 cells')
    """
    cases = [plural(grade.cases, "case")] if grade.cases else []
    return ", ".join([production, plural(grade.rows, "row"), *cases, plural(grade.cells, "cell")])


def how_json(graph: CellGraph, firing: Firing) -> dict[str, int | list[str]]:
    """What a firing counted, and the clues that it added and subtracted where it compared several."""
    told: dict[str, int | list[str]] = dict(firing.named_counts)
    if isinstance(firing.reason, Rows):
        told |= rows_json(graph, firing.reason)
    return told


def rows_json(graph: CellGraph, rows: Rows) -> dict[str, list[str]]:
    """Rows by name."""
    return {"added": row_names(graph, rows.added), "subtracted": row_names(graph, rows.subtracted)}
