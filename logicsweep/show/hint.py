"""What a player knows of a position: the board with marks, the decided cells, an expert's risks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from logicsweep.boards.board import FLAG, SAFE, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.rows import shifted
from logicsweep.boards.words import listed, plural, share, total_told, upon
from logicsweep.csp.solution import Missing, Solution
from logicsweep.errors import Contradiction
from logicsweep.reasons.explanation import Explanation, sentence
from logicsweep.show.drawing import PLAIN, Screen, drawn, half, label_width
from logicsweep.show.jsonl import VERSION, names

if TYPE_CHECKING:
    from logicsweep.games.game import Run
    from logicsweep.show.forms import ExplanationJson, HintJson, MissingJson, ReasonJson
    from logicsweep.show.pieces import DoubtsJson

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


FlagDoubts = tuple[tuple[int, ...], Contradiction | None]
"""The flags that are wrong, or what speaks against all flags together."""
_COLOURS = {"s": 32, "m": 31}


def hint_json(
    view: View,
    player: str,
    found: Solution,
    doubts: FlagDoubts,
    number: int = 1,
    reasons: Reasons | None = None,
) -> HintJson:
    """The answer as one object: cells by name, risks as fractions, `complete` true or what is missing."""
    graph = view.graph
    told: HintJson = {
        "version": VERSION,
        "position": number,
        "player": player,
        "safe": names(graph, found.safe),
        "mines": names(graph, found.mines),
        "risks": {graph.name(cell): str(risk) for cell, risk in sorted(found.risks.items())},
        "complete": True if found.complete else [_missing_json(view, one) for one in found.missing],
    }
    tell_doubts(told, view, doubts)
    if reasons is not None:
        told["why"] = reasons_json(view, reasons)
    return told


def concluded_json(found: Run, number: int = 1) -> HintJson:
    """What a player concludes who is not complete: no risks; `complete` only if nothing is open."""
    graph = found.first.graph
    told: HintJson = {
        "version": VERSION,
        "position": number,
        "player": found.player.name,
        "safe": names(graph, found.safe),
        "mines": names(graph, found.mines),
        "open": names(graph, found.open),
        "complete": not found.open,
    }
    tell_doubts(told, found.first, (wrong_flags(found), None))
    return told


def wrong_flags(found: Run) -> tuple[int, ...]:
    """The flags of a view on cells that a player found safe."""
    return tuple([cell for cell in found.safe if found.first.marks[cell] == FLAG])


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
    yield from head_text(view, player)
    if not view.covered:
        return
    if view.graph.shape:
        form, aside = _form(view.graph, screen), _beside_no_clue(view, found)
        marks = {cell: form.risk(risk) for cell, risk in found.risks.items()} | dict.fromkeys(aside, "#")
        legend = f"s safe, m mine, {form.legend}" + (", ? not known" if found.missing else "")
        yield from _marked(view, _marks(found.safe, found.mines, marks), form, screen)
        yield legend
    yield from known_text(view, found, doubts)


def known_text(view: View, found: Solution, doubts: FlagDoubts) -> Iterator[str]:
    """What is forced, the least risk where nothing is safe, what is wrong about flags, what is missing."""
    graph, aside = view.graph, _beside_no_clue(view, found)
    if aside:
        yield f"# beside no clue: risk {share(found.risks[aside[0]])} each"
    yield from _listed(view, found.safe, found.mines)
    if not found.safe and not found.mines:
        yield "No cell is forced."
    least = found.least_risk
    if not found.safe and least:
        yield f"least risk {share(found.risks[least[0]])}: {listed(graph, least, 20)}"
    yield from doubts_text(view, doubts)
    for one in found.missing:
        yield f"Missing: {plural(len(one.cells), 'risk')} ({one.reason}): {listed(graph, one.cells, 10)}"
        if one.undecided:
            yield f"Undecided, perhaps forced: {listed(graph, one.undecided, 10)}"


def concluded_text(found: Run, screen: Screen = PLAIN) -> Iterator[str]:
    """What a player concludes who does not decide all that is forced, line by line."""
    view, player = found.first, found.player.name
    yield from head_text(view, player)
    if not view.covered:
        return
    if view.graph.shape:
        marks = _marks(found.safe, found.mines, dict.fromkeys(found.open, "#"))
        yield from _marked(view, marks, _form(view.graph, screen), screen)
        yield f"s safe, m mine, # not decided by {player}"
    yield from _listed(view, found.safe, found.mines)
    if not found.decided:
        yield f"{player} decides no cell."
    yield from doubts_text(view, (wrong_flags(found), None))


def head_text(view: View, player: str) -> Iterator[str]:
    """How many cells are covered, on which field unless a grid, and who answers."""
    if not view.covered:
        yield "The position is complete: no covered cell is left."
        return
    covered = plural(len(view.covered), "covered cell") + upon(view.graph)
    yield f"{player}: {covered}, {total_told(view.mines)}"


def _listed(view: View, safe: Sequence[int], mines: Sequence[int]) -> Iterator[str]:
    for name, cells in (("safe", safe), ("mines", mines)):
        if cells:
            yield f"{name} ({len(cells)}): {listed(view.graph, cells, 60)}"


def tell_doubts(told: DoubtsJson, view: View, doubts: FlagDoubts) -> None:
    """Put into an object which flags are wrong, or what speaks against all together, if anything."""
    wrong, together = doubts
    if wrong:
        told["wrong_flags"] = names(view.graph, wrong)
    if together:
        told["flags_clash"] = str(together)


def doubts_text(view: View, doubts: FlagDoubts) -> Iterator[str]:
    """A line for each flag that is wrong, or for what speaks against all together."""
    wrong, together = doubts
    for cell in wrong:
        yield f"The flag at {view.graph.name(cell)} is wrong: that cell is safe."
    if together:
        yield f"The flags cannot all be right: {together}."


def _beside_no_clue(view: View, found: Solution) -> list[int]:
    """The covered cells that touch no clue and are not forced: they share one risk."""
    open_cells = [cell for cell in view.covered if 0 < found.risks.get(cell, 0) < 1]
    return [cell for cell in open_cells if all(view.marks[j] < 0 for j in view.graph.neighbours[cell])]


def _marks(safe: Iterable[int], mines: Iterable[int], others: Mapping[int, str]) -> dict[int, str]:
    """What stands on covered cells."""
    return {**others, **dict.fromkeys(safe, "s"), **dict.fromkeys(mines, "m")}


def _marked(view: View, marks: Mapping[int, str], form: _Form, screen: Screen) -> Iterator[str]:
    """The board with marks on covered cells, and the glyphs of the others."""
    assert view.graph.shape
    covered = set(view.covered)
    seen = [view.glyph(i) if mark != SAFE else "." for i, mark in enumerate(view.marks)]
    texts = [marks.get(i, "?") if i in covered else glyph for i, glyph in enumerate(seen)]
    glyphs = [(text if text[-1] == "%" else text + form.behind).rjust(form.width) for text in texts]

    def paint(glyph: str) -> str:
        return screen.tint(glyph, _COLOURS.get(glyph.strip()))

    yield from drawn(glyphs, view.graph.shape[1], screen, paint, slanted=shifted(view.graph))


class _Form(NamedTuple):
    """How a cell is written: in so many characters, its risk, what stands behind anything else."""

    width: int
    behind: str
    risk: Callable[[Fraction], str]
    legend: str


def _form(graph: CellGraph, screen: Screen) -> _Form:
    """The form with most room for each cell that fits the screen; where none does, columns come in blocks."""
    rows, cols = graph.shape or (0, 0)
    if screen.width is None:
        return _WIDE
    margin = label_width(rows) if screen.labels else 0
    slanted = shifted(graph)
    taken = {one: margin + one.width * cols + half(one.width, slanted) for one in (_WIDE, _DIGITS, _TENTHS)}
    form = next((one for one, width in taken.items() if width <= screen.width), _DIGITS)
    if form is not _TENTHS:
        return form
    return form._replace(legend=form.legend + f" (in % where {taken[_DIGITS]} columns fit)")


def percent(risk: Fraction) -> str:
    """Rounded, but never to what would look certain.

    >>> percent(Fraction(1, 3)), percent(Fraction(999, 1000))
    ('33%', '99%')
    """
    return f"{_digits(risk).lstrip('0')}%"


def _digits(risk: Fraction) -> str:
    return f"{min(99, max(1, round(100 * risk))):02}"


def _tenths(risk: Fraction) -> str:
    return f".{min(9, round(10 * risk))}"


_WIDE = _Form(4, " ", percent, "% risk")
_DIGITS = _Form(3, "", _digits, "two digits (05, 25) the risk in %")
_TENTHS = _Form(2, "", _tenths, ".3 a risk of about 0.3")
