"""What an expert knows of a position: the board with marks, the forced cells, the least risks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from logicsweep.board import SAFE, View
from logicsweep.csp.solution import Missing, Solution
from logicsweep.errors import Contradiction
from logicsweep.show.drawing import drawn, label_width
from logicsweep.show.jsonl import VERSION, names
from logicsweep.show.reasons import Reasons, reasons_json
from logicsweep.show.screen import PLAIN, Screen
from logicsweep.words import listed, plural, share

if TYPE_CHECKING:
    from logicsweep.show.forms import HintJson, MissingJson

FlagDoubts = tuple[tuple[int, ...], Contradiction | None]
"""The flags that are wrong, or what speaks against all flags together."""
_COLOURS = {"s": 32, "m": 31}


def hint_json(
    view: View, player: str, found: Solution, doubts: FlagDoubts, reasons: Reasons | None = None
) -> HintJson:
    """The answer as one object: cells by name, risks as fractions, `complete` true or what is missing."""
    graph = view.graph
    wrong, together = doubts
    told: HintJson = {
        "version": VERSION,
        "player": player,
        "safe": names(graph, found.safe),
        "mines": names(graph, found.mines),
        "risks": {graph.name(cell): str(risk) for cell, risk in sorted(found.risks.items())},
        "complete": True if found.complete else [_missing_json(view, one) for one in found.missing],
    }
    if wrong:
        told["wrong_flags"] = names(graph, wrong)
    if together:
        told["flags_clash"] = str(together)
    if reasons is not None:
        told["why"] = reasons_json(view, reasons)
    return told


def _missing_json(view: View, missing: Missing) -> MissingJson:
    return {
        "reason": missing.reason,
        "no_risk": names(view.graph, missing.cells),
        "undecided": names(view.graph, missing.undecided),
    }


def hint_text(
    view: View, player: str, found: Solution, doubts: FlagDoubts, screen: Screen = PLAIN
) -> Iterator[str]:
    """The answer for a person, line by line."""
    graph = view.graph
    if not view.covered:
        yield "The position is complete: no covered cell is left."
        return
    total = "mine total not told" if view.mines is None else plural(view.mines, "mine")
    yield f"{player}: {plural(len(view.covered), 'covered cell')}, {total}"
    aside = _beside_no_clue(view, found)
    if graph.shape:
        yield from _marked(view, found, aside, graph.shape, screen)
    if aside:
        yield f"# beside no clue: risk {share(found.risks[aside[0]])} each"
    for name, cells in (("safe", found.safe), ("mines", found.mines)):
        if cells:
            yield f"{name} ({len(cells)}): {listed(graph, cells, 60)}"
    if not found.safe and not found.mines:
        yield "No cell is forced."
    least = found.least_risk
    if not found.safe and least:
        yield f"least risk {share(found.risks[least[0]])}: {listed(graph, least, 20)}"
    yield from _doubted(view, doubts)
    for one in found.missing:
        yield f"Missing: {plural(len(one.cells), 'risk')} ({one.reason}): {listed(graph, one.cells, 10)}"
        if one.undecided:
            yield f"Undecided, perhaps forced: {listed(graph, one.undecided, 10)}"


def _doubted(view: View, doubts: FlagDoubts) -> Iterator[str]:
    wrong, together = doubts
    for cell in wrong:
        yield f"The flag at {view.graph.name(cell)} is wrong: that cell is safe."
    if together:
        yield f"The flags cannot all be right: {together}."


def _beside_no_clue(view: View, found: Solution) -> list[int]:
    """The covered cells that touch no clue and are not forced: they share one risk."""
    open_cells = [cell for cell in view.covered if 0 < found.risks.get(cell, 0) < 1]
    return [cell for cell in open_cells if all(view.marks[j] < 0 for j in view.graph.neighbours[cell])]


def _marked(
    view: View, found: Solution, aside: list[int], shape: tuple[int, int], screen: Screen
) -> Iterator[str]:
    """The board with s, m or the risk on covered cells."""
    form = _form(shape, screen)
    marks = {cell: form.risk(risk) for cell, risk in found.risks.items()} | dict.fromkeys(aside, "#")
    marks |= dict.fromkeys(found.safe, "s") | dict.fromkeys(found.mines, "m")
    covered = set(view.covered)
    seen = [view.glyph(i) if mark != SAFE else "." for i, mark in enumerate(view.marks)]
    texts = [marks.get(i, "?") if i in covered else glyph for i, glyph in enumerate(seen)]
    glyphs = [(text if text[-1] == "%" else text + form.behind).rjust(form.width) for text in texts]
    yield from drawn(glyphs, shape[1], screen, lambda glyph: screen.tint(glyph, _COLOURS.get(glyph.strip())))
    yield f"s safe, m mine, {form.legend}" + (", ? not known" if found.missing else "")


class _Form(NamedTuple):
    """How a cell is written: in so many characters, its risk, what stands behind anything else."""

    width: int
    behind: str
    risk: Callable[[Fraction], str]
    legend: str


def _form(shape: tuple[int, int], screen: Screen) -> _Form:
    """The form with most room for each cell that fits the screen; where none does, columns come in blocks."""
    rows, cols = shape
    if screen.width is None:
        return _WIDE if _WIDE.width * cols <= 100 else _WIDE._replace(width=3)
    margin = label_width(rows) if screen.labels else 0
    fitting = [form for form in (_WIDE, _DIGITS, _TENTHS) if margin + form.width * cols <= screen.width]
    form = fitting[0] if fitting else _DIGITS
    if form is not _TENTHS:
        return form
    return form._replace(legend=form.legend + f" (in % where {margin + _DIGITS.width * cols} columns fit)")


def _percent(risk: Fraction) -> str:
    """Rounded, but never to what would look certain."""
    return f"{_digits(risk).lstrip('0')}%"


def _digits(risk: Fraction) -> str:
    return f"{min(99, max(1, round(100 * risk))):02}"


def _tenths(risk: Fraction) -> str:
    return f".{min(9, round(10 * risk))}"


_WIDE = _Form(4, " ", _percent, "% risk")
_DIGITS = _Form(3, "", _digits, "two digits (05, 25) the risk in %")
_TENTHS = _Form(2, "", _tenths, ".3 a risk of about 0.3")
