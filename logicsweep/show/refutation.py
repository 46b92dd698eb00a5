"""`why --refute`: what speaks against the opposite, as an indented tree for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from logicsweep.boards.board import View
from logicsweep.boards.rows import shifted
from logicsweep.boards.words import row_names, verdict
from logicsweep.games.refuting import RefutedCell
from logicsweep.reasons.given import TOTAL
from logicsweep.reasons.reason import rows_in
from logicsweep.reasons.refutation import Line, Refutation, Step
from logicsweep.reasons.refutation_words import LineTold, refutation_told
from logicsweep.show.drawing import coloured, drawn
from logicsweep.show.jsonl import names
from logicsweep.show.screen import PLAIN, Screen

if TYPE_CHECKING:
    from logicsweep.show.pieces import FollowedJson, RefutationJson, SupposedJson


_NOTHING = {
    "cleared": "Nothing to refute: {} is cleared.",
    "not forced": "Nothing to refute: {} is not forced.",
    "unknown": "Nothing to refute: whether {} is forced is past the solver's limits to tell.",
    "budget": "No refutation of {} within the budget.",
}


def refuted_text(refuted: RefutedCell, screen: Screen = PLAIN) -> Iterator[str]:
    """The board around it, the refutation line by line, and what follows; or why there is none.

    >>> from logicsweep import View
    >>> from logicsweep.games.refuting import refute_in_position
    >>> print(*refuted_text(refute_in_position(View.parse("01## 02## 01##"), "r3c3")), sep="\\n")
        123
    r1  01#
    r2  02#
    r3  01#
    Suppose r3c3 were safe:
      r2c2=2 needs two mines, and has just two covered neighbours left: r1c3 and r2c3 are mines.
      r1c2=1 would have two mines: r1c3 and r2c3.
    So r3c3 is a mine.
    """
    view, refutation, cell = refuted.view, refuted.refutation, refuted.view.graph.name(refuted.cell)
    if refutation is None:
        yield _NOTHING[refuted.nothing or "budget"].format(cell)
        return
    if refuted.before:
        yield f"What was known before firing {refuted.before}:"
    yield from _drawn_around(view, refutation, screen)
    yield from _lines(refutation_told(view, refutation), "")
    yield f"So {cell} is {verdict(refutation.verdict == 'mine')}."


def _lines(told: LineTold, indent: str, number: str = "") -> Iterator[str]:
    yield f"{indent}{number}{told.supposed}:"
    inner = indent + " " * (len(number) or 2)
    yield from (inner + step for step in told.steps)
    yield inner + (told.ending[:-1] + ":" if told.cases else told.ending)
    for at, case in enumerate(told.cases, 1):
        yield from _lines(case, inner + "  ", f"{at}. ")


def _drawn_around(view: View, refutation: Refutation, screen: Screen) -> Iterator[str]:
    """The rows and columns of a board that a refutation looks at, always with their numbers."""
    shape = view.graph.shape
    if not shape:
        return
    looked_at = rows_in(refutation)
    clues = looked_at - {TOTAL}
    seen = [divmod(one, shape[1]) for clue in clues for one in (clue, *view.graph.neighbours[clue])]
    rows, cols = zip(*seen, divmod(refutation.cell, shape[1]), strict=True)
    if TOTAL in looked_at:
        rows, cols = (0, shape[0] - 1), (0, shape[1] - 1)
    across = range(min(cols), max(cols) + 1)
    glyphs = [view.glyph(row * shape[1] + col) for row in range(min(rows), max(rows) + 1) for col in across]
    labelled, corner = replace(screen, labels=True), (min(rows), min(cols))
    paint = partial(coloured, screen=screen)
    yield from drawn(glyphs, len(across), labelled, paint, corner, shifted(view.graph))


def refutation_json(refuted: RefutedCell) -> RefutationJson | None:
    """A refutation as a tree of objects; None where there is none."""
    refutation = refuted.refutation
    if refutation is None:
        return None
    return {
        "verdict": refutation.verdict,
        "before": refuted.before,
        "total": refutation.total,
        "flags": bool(refutation.flags and refuted.view.flags),
        "line": _line_json(refuted.view, refutation.line, refutation_told(refuted.view, refutation)),
    }


def _line_json(view: View, line: Line, told: LineTold) -> SupposedJson:
    graph = view.graph
    return {
        "supposed": told.supposed,
        "safe": names(graph, line.safe),
        "mines": names(graph, line.mines),
        "steps": [_step_json(view, step, said) for step, said in zip(line.steps, told.steps, strict=True)],
        "ending": told.ending,
        "broken": row_names(view.graph, line.broken),
        "split": None if line.split is None else graph.name(line.split),
        "cases": [_line_json(view, case, said) for case, said in zip(line.cases, told.cases, strict=True)],
    }


def _step_json(view: View, step: Step, said: str) -> FollowedJson:
    return {
        "sentence": said,
        "added": row_names(view.graph, step.added),
        "subtracted": row_names(view.graph, step.subtracted),
        "safe": names(view.graph, step.safe),
        "mines": names(view.graph, step.mines),
    }
