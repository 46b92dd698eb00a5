"""What each value looks like: a `Picture` says for each cell what is drawn there, and what the marks mean."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from logicsweep.boards.board import FLAG, Board, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.rows import joined
from logicsweep.boards.words import capital, sized, verdict
from logicsweep.csp.solution import Solution, Verdict
from logicsweep.errors import InvalidInput, said, whole_number
from logicsweep.games.answers import (
    Answer,
    Decided,
    Later,
    NeedsClues,
    NeedsTotal,
    NotForced,
)
from logicsweep.games.comparison import Comparison, PositionComparison
from logicsweep.games.deduction import Deduction
from logicsweep.games.game import Game
from logicsweep.games.paths import Path
from logicsweep.reasons.given import TOTAL
from logicsweep.show.compare import START, deciding_players, letters_of, map_glyphs
from logicsweep.show.firings import grade_text
from logicsweep.show.hint import hint_text, percent
from logicsweep.show.reasons import reason_text
from logicsweep.show.scenes import scene_at
from logicsweep.show.tiles import Face, Tile, digit, legend_of, mark_decided, tiles_of, with_marks
from logicsweep.show.why import answer_text


@dataclass(frozen=True)
class Picture:
    """A board with marks: a tile for each cell, a title, the same as text, and lines to read below it.

    `legend` explains marks by samples. Of very many `notes` the last stays: it sums up.
    """

    title: str
    graph: CellGraph
    tiles: Sequence[Tile]
    text: str
    legend: Sequence[tuple[Tile, str]] = ()
    notes: Sequence[str] = ()


def picture_of(value: object, step: int | None = None) -> Picture:
    """What a value looks like; `step`: before which step of a run, counted from 1, with that step's marks.

    >>> picture = picture_of(View.parse("1#"))
    >>> picture.title, [str(tile) for tile in picture.tiles]
    ('Position: 1 x 2, mine total not told', ['shows 1', 'covered'])
    """
    run = value.run if isinstance(value, Path) else value
    if isinstance(run, Game | Deduction):
        return _end(run) if step is None else _step(run, step)
    if step is not None:
        raise InvalidInput("step", "none but of a game, a deduction or a path", said(step))
    match value:
        case Board():
            return _board(value)
        case View():
            tiles = tiles_of(value)
            return Picture(f"Position: {sized(value.graph, value.mines)}", value.graph, tiles, str(value))
        case Comparison() | PositionComparison():
            return _compared(value)
        case Solution():
            return _solved(value)
    if isinstance(value, Answer):
        return _answered(value)
    kinds = "a board, view, game, deduction, path, comparison, solution or answer"
    raise InvalidInput("value", kinds, said(value))


def _board(board: Board) -> Picture:
    """The truth: mines and all clues."""
    tiles = [
        Tile("mine") if mine else Tile("cleared", digit(board.clue(cell)))
        for cell, mine in enumerate(board.mined)
    ]
    return Picture(f"Board: {sized(board.graph, board.mine_count)}", board.graph, tiles, str(board))


def _end(run: Game | Deduction) -> Picture:
    """Where a run ended; of a position what was decided is marked."""
    who = run.player.name
    if isinstance(run, Game):
        begins = f"{capital(who)} from {run.board.graph.name(run.start)}"
        title = f"{begins}, {sized(run.board.graph, run.board.mine_count)}: {run.remaining} remaining"
        return Picture(title, run.board.graph, tiles_of(run.view), str(run.view))
    tiles = tiles_of(run.view)
    found: dict[int, Verdict] = {**dict.fromkeys(run.safe, "safe"), **dict.fromkeys(run.mines, "mine")}
    for cell, is_it in found.items():
        if not (run.trust_flags and run.view.marks[cell] == FLAG):
            mark_decided(tiles, cell, is_it)
    title = f"What {who} concludes, {sized(run.view.graph, run.view.mines)}: {len(run.open)} open"
    return Picture(title, run.view.graph, tiles, str(run.after), legend_of(tiles))


def _step(run: Game | Deduction, step: int) -> Picture:
    """What was known before a step; marks for what it stands on and what it decides."""
    count = len(run.trace.firings)
    if not count:
        raise InvalidInput("step", "none (nothing is decided here)", said(step))
    scene = scene_at(run, whole_number("step", step, 1, count))
    tiles = tiles_of(scene.view)
    for cell, is_it in scene.decided.items():
        mark_decided(tiles, cell, is_it)
    rings = scene.rings
    for row, ring in rings.items():
        if row != TOTAL:
            tiles[row] = tiles[row]._replace(ring=ring)
    total = (
        [(Tile("mine", ring=rings[TOTAL]), f"the mine total, {scene.view.mines}")] if TOTAL in rings else []
    )
    grade = grade_text(scene.firing.production, scene.grade)
    return Picture(
        f"Step {step} of {count}: {grade}",
        scene.view.graph,
        tiles,
        with_marks(scene.view, tiles),
        [*legend_of(tiles), *total],
        (*scene.said, f"Step {step} of {count}: {grade}"),
    )


def _compared(comparison: Comparison | PositionComparison) -> Picture:
    """The weakest player who decides each cell, by colour and letter."""
    graph, letter, glyphs = comparison.graph, letters_of(comparison), map_glyphs(comparison)
    tints = {one: tint for tint, one in enumerate(letter.values())}
    tiles = [_on_map(glyph, tints.get(glyph.lower())) for glyph in glyphs]
    legend = [
        (Tile("cleared", letter[name], tint=tints[letter[name]]), name)
        for name in deciding_players(comparison)
    ]
    others = {
        Tile("cleared", corner="mine"): "a mine",
        Tile("start"): "start",
        Tile("covered"): "undecided",
        Tile("hidden mine"): "an undecided mine",
    }
    legend += [
        (one, word)
        for one, word in others.items()
        if any((tile.face, tile.corner) == (one.face, one.corner) for tile in tiles)
    ]
    mines = comparison.board.mine_count if isinstance(comparison, Comparison) else comparison.view.mines
    begun = f" from {graph.name(comparison.start)}" if isinstance(comparison, Comparison) else ""
    title = f"The weakest player who decides each cell{begun}, {sized(graph, mines)}"
    return Picture(title, graph, tiles, joined(graph, glyphs), legend)


def _on_map(glyph: str, tint: int | None) -> Tile:
    if tint is not None:
        return Tile("cleared", glyph, tint=tint, corner="mine" if glyph.isupper() else "")
    faces: dict[str, Face] = {START: "start", ".": "covered", "#": "covered", "*": "hidden mine"}
    if glyph in faces:
        return Tile(faces[glyph])
    return Tile("cleared", "" if glyph == "0" else glyph)


def _solved(found: Solution) -> Picture:
    """What is certain, and the risks of the rest."""
    view = found.view
    if view is None:
        raise InvalidInput("solution", "one that knows its view", "one without")
    tiles = tiles_of(view)
    missing = {cell for one in found.missing for cell in one.cells}
    for cell in view.covered:
        corner: Literal["", "flag"] = "flag" if view.marks[cell] == FLAG else ""
        risk, is_it = found.risks.get(cell), found.verdict(cell)
        if is_it:
            mark_decided(tiles, cell, is_it)
        elif risk is not None:
            tiles[cell] = Tile("covered", percent(risk), risk=risk, corner=corner)
        elif cell in missing:
            tiles[cell] = Tile("covered", "?", corner=corner)
    legend = legend_of(tiles)
    if any(tile.risk is not None for tile in tiles):
        legend.append((Tile("covered", "", risk=Fraction(1, 2)), "risk of a mine"))
    if any(tile.text == "?" and tile.face == "covered" for tile in tiles):
        legend.append((Tile("covered", "?"), "risk not counted"))
    head, *lines = hint_text(view, "counter" if found.total else "expert", found, ((), None))
    return Picture(f"What is certain, and the risks: {head}", view.graph, tiles, "\n".join(lines), legend)


def _answered(answer: Answer) -> Picture:
    """The cell that is asked about, the clues that force it, or two layouts."""
    view, cell = answer.view, answer.cell
    tiles = tiles_of(view)
    legend: list[tuple[Tile, str]] = []
    match answer:
        case Decided() | NeedsClues() | NeedsTotal():
            mark_decided(tiles, cell, answer.verdict)
            if answer.explanation:
                for clue in answer.explanation.clues:
                    tiles[clue] = tiles[clue]._replace(ring="stands on")
        case Later():
            mark_decided(tiles, cell, answer.verdict)
        case NotForced():
            legend = _mark_layouts(tiles, answer)
    tiles[cell] = tiles[cell]._replace(ring="asked")
    name = view.graph.name(cell)
    notes = list(_told(answer))
    text, marks = with_marks(view, tiles), [*legend_of(tiles), *legend]
    return Picture(f"Why {name}: {answer.kind}", view.graph, tiles, text, marks, notes)


def _told(answer: Answer) -> Iterator[str]:
    """An answer in a sentence or two, whoever was asked about: of a forced cell which clues force it."""
    match answer:
        case Decided(explanation=None):
            is_it = verdict(answer.verdict == "mine")
            yield f"{answer.view.graph.name(answer.cell)} is {is_it}, but not by the clues alone."
        case Decided(explanation=reason) | NeedsClues(explanation=reason) | NeedsTotal(explanation=reason):
            assert reason
            yield reason_text(answer.view, reason)
        case _:
            yield from answer_text(answer, "the player", (), draw=False)


def _mark_layouts(tiles: list[Tile], answer: NotForced) -> list[tuple[Tile, str]]:
    """Mark the two layouts: `a` a mine in the one alone, `b` in the other; and what would tell."""
    one, other = Tile("covered", "a", tint=_A), Tile("covered", "b", tint=_B)
    marks: Mapping[Tile, Collection[int]] = {
        Tile("hidden mine"): answer.safe & answer.mine,
        one: answer.mine - answer.safe,
        other: answer.safe - answer.mine,
        Tile("safe"): answer.telling or (),
    }
    for tile, cells in marks.items():
        for cell in cells:
            tiles[cell] = tile
    words = {
        Tile("hidden mine"): "a mine in both",
        one: "a mine in one (a)",
        other: "a mine in the other (b)",
    }
    return [(tile, word) for tile, word in words.items() if marks[tile]]


_A, _B = 2, 4  # no green: that is what is safe
