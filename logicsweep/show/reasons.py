"""Explanations, for people and programs: of one cell, and of all that are forced in a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from logicsweep.boards.board import View
from logicsweep.reasons.explanation import Explanation, sentence
from logicsweep.show.jsonl import names

if TYPE_CHECKING:
    from logicsweep.show.forms import ExplanationJson, ReasonJson

Reasons = Mapping[Explanation, Sequence[int]]
"""Explanations, each with all cells that it holds for."""


def reasons_of(explained: Mapping[int, Explanation]) -> Reasons:
    """The cells of each explanation, those together that the same clues force alike; the shortest first.

    >>> from logicsweep.reasons.explanation import explain_all
    >>> view = View.parse("1#0 ##0")
    >>> reasons = reasons_of(explain_all(view))
    >>> [(one.clues, view.graph.names(cells)) for one, cells in reasons.items()]
    [((2,), ('r1c2', 'r2c2')), ((0, 2), ('r2c1',))]
    """
    alike: dict[Explanation, list[int]] = {}
    for cell, explanation in explained.items():
        alike.setdefault(replace(explanation, cell=-1), []).append(cell)
    order = sorted(alike.items(), key=lambda pair: (pair[0].total, len(pair[0].clues), pair[1]))
    return {replace(one, cell=cells[0]): cells for one, cells in order}


def reason_text(view: View, explanation: Explanation, cells: Sequence[int] = ()) -> str:
    """The sentence of an explanation, and whether there may be a smaller one."""
    proven = "" if explanation.smallest else " (Not proven smallest within the budget.)"
    return sentence(view, explanation, cells) + proven


def reasons_text(view: View, reasons: Reasons) -> Iterator[str]:
    """One line for each."""
    return (reason_text(view, explanation, cells) for explanation, cells in reasons.items())


def explanation_json(view: View, explanation: Explanation, cells: Sequence[int] = ()) -> ExplanationJson:
    """An explanation: the clues by name, whether it takes the total and is proven smallest, the sentence."""
    return {
        "verdict": explanation.verdict,
        "clues": names(view.graph, explanation.clues),
        "total": explanation.total,
        "smallest": explanation.smallest,
        "flags": bool(explanation.flags and view.flags),
        "sentence": sentence(view, explanation, cells),
    }


def reasons_json(view: View, reasons: Reasons) -> list[ReasonJson]:
    """One object for each."""
    return [
        {"cells": names(view.graph, cells), **explanation_json(view, explanation, cells)}
        for explanation, cells in reasons.items()
    ]
