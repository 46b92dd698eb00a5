"""What an expert knows of a position: the board with marks, the forced cells, the least risks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from logicsweep.board import COVERED, FLAG, View
from logicsweep.csp.conclude import Missing, Solution
from logicsweep.show.jsonl import names
from logicsweep.show.text import listed, plural

_COLOURS = {"s": 32, "m": 31}


def hint_json(view: View, player: str, found: Solution, wrong_flags: Sequence[int]) -> dict[str, Any]:
    """The answer as one object: cells by name, risks as fractions, `complete` true or what is missing."""
    graph = view.graph
    return {
        "player": player,
        "safe": names(graph, found.safe),
        "mines": names(graph, found.mines),
        "risks": {graph.name(cell): str(risk) for cell, risk in sorted(found.risks.items())},
        "complete": True if found.complete else [_missing_json(view, one) for one in found.missing],
        **({"wrong_flags": names(graph, tuple(wrong_flags))} if wrong_flags else {}),
    }


def _missing_json(view: View, missing: Missing) -> dict[str, Any]:
    return {
        "reason": missing.reason,
        "no_risk": names(view.graph, missing.cells),
        "undecided": names(view.graph, missing.undecided),
    }


def hint_text(
    view: View, player: str, found: Solution, wrong_flags: Sequence[int], colour: bool
) -> Iterator[str]:
    """The answer for a person, line by line."""
    graph = view.graph
    if not view.covered:
        yield "The position is complete: no covered cell is left."
        return
    total = "mine total not told" if view.mines is None else plural(view.mines, "mine")
    yield f"{player}: {plural(len(view.covered), 'covered cell')}, {total}"
    if graph.shape:
        yield from _marked(view, found, graph.shape[1], colour)
    for name, cells in (("safe", found.safe), ("mines", found.mines)):
        if cells:
            yield f"{name} ({len(cells)}): {listed(graph, cells, 60)}"
    if not found.safe and not found.mines:
        yield "No cell is forced."
    if not found.safe and found.risks:
        least = found.least_risk
        yield f"least risk {_share(found.risks[least[0]])}: {listed(graph, least, 60)}"
    for cell in wrong_flags:
        yield f"The flag at {graph.name(cell)} is wrong: that cell is safe."
    for one in found.missing:
        yield f"Missing: {plural(len(one.cells), 'risk')} ({one.reason}): {listed(graph, one.cells, 10)}"
        if one.undecided:
            yield f"Undecided, perhaps forced: {listed(graph, one.undecided, 10)}"


def _marked(view: View, found: Solution, cols: int, colour: bool) -> Iterator[str]:
    """The board with s, m or the risk in percent on covered cells."""
    marks = dict.fromkeys(found.safe, "s") | dict.fromkeys(found.mines, "m")
    marks |= {cell: _percent(risk) for cell, risk in found.risks.items() if cell not in marks}
    width = 4 if 4 * cols <= 100 else 3
    texts = [
        marks.get(i, "?") if mark in (COVERED, FLAG) else view.glyph(i) for i, mark in enumerate(view.marks)
    ]
    for row in range(0, len(texts), cols):
        yield "".join([_padded(text, width, colour) for text in texts[row : row + cols]]).rstrip()
    yield "s safe, m mine, % risk" + (", ? not known" if found.missing else "")


def _padded(text: str, width: int, colour: bool) -> str:
    padded = text.rjust(width - 1) + " " if text[-1] != "%" else text.rjust(width)
    return f"\x1b[{_COLOURS[text]}m{padded}\x1b[0m" if colour and text in _COLOURS else padded


def _percent(risk: Fraction) -> str:
    """Rounded, but never to what would look certain."""
    return f"{min(99, max(1, round(100 * risk)))}%"


def _share(risk: Fraction) -> str:
    """`4/15 (27 %)`, or without the fraction where that is too long to read."""
    percent = f"{float(100 * risk):.4g} %"
    return f"{risk} ({percent})" if len(str(risk)) <= 24 else percent
