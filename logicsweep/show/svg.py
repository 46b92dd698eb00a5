"""Pictures: each value as a `Picture`, cell by cell, and the picture as SVG."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from html import escape
from itertools import accumulate
from math import fsum, sqrt
from textwrap import wrap
from typing import Literal, NamedTuple
from unicodedata import east_asian_width

from logicsweep.boards.board import COVERED, FLAG, SAFE, Board, Drawable, View, join_glyphs
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.fields import Point
from logicsweep.boards.names import list_names, say_size
from logicsweep.boards.words import capital, risk_text, visible
from logicsweep.csp.position import Position
from logicsweep.csp.solution import NO_DOUBTS, Solution, Verdict
from logicsweep.csp.sums import TOTAL
from logicsweep.errors import InvalidInput, describe, whole_number
from logicsweep.games.answer import Answer, FullAnswer
from logicsweep.games.comparison import Comparison
from logicsweep.games.players import Player, strongest
from logicsweep.games.run import Run
from logicsweep.guessing.advice import Advice
from logicsweep.show.compare import START, deciding_players, letters_of, map_glyphs
from logicsweep.show.hint_text import head_text, hint_text, percent
from logicsweep.show.palette import LIGHT, player_shades, risk_shade
from logicsweep.show.places import Outline, Places, places_of
from logicsweep.show.steps import tag_text
from logicsweep.show.why import answer_text
from logicsweep.verbs.effort import HIGH
from logicsweep.verbs.hint import Hint
from logicsweep.verbs.reading import Numbered

Face = Literal["covered", "flag", "hidden mine", "cleared", "mine", "start", "safe", "found mine"]
"""The look of a cell without marks; a step or a hint decides that a cell is `safe` or a `found mine`."""
Ring = Literal["", "asked", "guess", "stands on"]
"""The ring round a cell: a step stands on it, somebody asks about it, or it is the guess."""
_DECIDED: dict[Verdict, Face] = {"safe": "safe", "mine": "found mine"}


class Tile(NamedTuple):
    """One cell of a picture: its face, a text on it, and marks.

    `risk` shades it; `tint`, the number of a player, colours it; `corner` holds a small mine or flag.
    """

    face: Face
    text: str = ""
    ring: Ring = ""
    risk: Fraction | None = None
    tint: int | None = None
    corner: Literal["", "mine", "flag"] = ""

    def __str__(self) -> str:
        """The tile in words.

        >>> str(Tile("cleared", "3", "stands on")), str(Tile("covered", "25%", risk=Fraction(1, 4)))
        ('shows 3, stands on', 'risk 1/4 (25%)')
        """
        face = f"shows {self.text or 0}" if self.face == "cleared" else _FACES.get(self.face, self.face)
        face = "cleared without a number" if face == "shows ?" else face
        parts = [face if self.risk is None else risk_text(self.risk)]
        if self.tint is not None:
            parts = [self.text + (", a mine" if self.corner == "mine" else "")]
        parts += [f"group {self.text}"] * (self.face == "covered" and self.text.isalpha())
        flag = ["flagged"] if self.corner == "flag" else []
        return ", ".join([*parts, *flag, *([self.ring] if self.ring else [])])


_FACES: dict[Face, str] = {
    "flag": "flagged",
    "hidden mine": "covered, a mine",
    "mine": "a mine",
    "start": "the start",
    "found mine": "a mine",
}
_SAMPLES: dict[Tile, str] = {
    Tile("cleared", ring="stands on"): "stands on",
    Tile("covered", ring="asked"): "asked about",
    Tile("covered", ring="guess"): "a guess",
    Tile("safe"): "safe",
    Tile("found mine"): "a mine",
}
"""The marks that every picture's legend explains if they occur."""


def _tiles_of(view: View) -> list[Tile]:
    return [_FIXED.get(mark) or Tile("cleared", str(mark)) for mark in view.marks]


_FIXED = {COVERED: Tile("covered"), FLAG: Tile("flag"), SAFE: Tile("cleared", "?"), 0: Tile("cleared")}


def _mark_decided(tiles: list[Tile], cell: int, is_it: Verdict) -> None:
    tiles[cell] = Tile(_DECIDED[is_it], corner="flag" if tiles[cell].face == "flag" else "")


def _with_marks(view: View, tiles: Sequence[Tile]) -> str:
    lines = [str(view)]
    for sample, word in _SAMPLES.items():
        mark = sample.ring or sample.face
        if cells := [cell for cell, tile in enumerate(tiles) if mark in (tile.ring, tile.face)]:
            lines.append(f"{word}: {list_names(view.graph, cells)}")
    return "\n".join(lines)


SIZE = 32
"""The width of a cell."""
_INK, _PAPER = LIGHT["ink"], LIGHT["surface"]
_SPIKES = "M-9 0H9M0-9V9M-6.4-6.4 6.4 6.4M-6.4 6.4 6.4-6.4"
_TICK = f'<path d="M-7.5.5-2.4 5.8 7.8-5.4" fill="none" stroke="{LIGHT["safe-on"]}" stroke-width="3.6"/>'
_START = f'<circle r="8" fill="none" stroke="{_INK}" stroke-width="2.4"/>'
_FLAG = (
    f'<path d="M-3-9.5V9M-7 9H4" fill="none" stroke="{LIGHT["covered-ink"]}" stroke-width="2"/>'
    f'<path d="M-3.5-10 8-5-3.5 0Z" fill="{LIGHT["flag"]}"/>'
)


def _draw_mine(ink: str) -> str:
    """A mine: a disc with spikes."""
    spikes = f'<path d="{_SPIKES}" stroke="{ink}" stroke-width="2.2" stroke-linecap="round"/>'
    return f'{spikes}<circle r="6.3" fill="{ink}"/>'


@lru_cache(maxsize=4096)
def shapes(tile: Tile, outline: Outline) -> str:
    """A tile as SVG elements, cached because few tiles differ."""
    at = "9.5 9" if outline == "square" else "6.5 8"
    small = f'<g transform="translate({at}) scale(0.45)">{_FLAG}</g>' if _has_small_flag(tile) else ""
    return _face(tile, outline) + _text(tile) + small + _dot(tile) + _ring(tile, outline)


def _has_small_flag(tile: Tile) -> bool:
    """Whether a flag stands in the corner; on what is certain it would only be in the way."""
    return tile.corner == "flag" and tile.face == "covered"


def _dot(tile: Tile) -> str:
    """The dot of a mine on a player's colour."""
    return f'<circle cx="9.5" cy="-9.5" r="3.6" fill="{_ink(tile)}"/>' if tile.corner == "mine" else ""


def _face(tile: Tile, outline: Outline) -> str:
    match tile.face:
        case "cleared" | "mine" | "start":
            ground = LIGHT["open" if tile.tint is None else f"player{tile.tint}"]
            flat = _body(outline, 15.5, f'fill="{ground}" stroke="{LIGHT["grid"]}"')
            return flat + {"mine": _draw_mine(_INK), "start": _START}.get(tile.face, "")
        case "safe":
            return _body(outline, 15.5, f'fill="{LIGHT["safe"]}"') + _TICK
        case "found mine":
            return _body(outline, 15.5, f'fill="{LIGHT["mine"]}"') + _draw_mine(LIGHT["mine-on"])
    if tile.face == "covered" and tile.text in LIGHT:  # the letter of a group
        dash = ' stroke-dasharray="3 2"' if tile.text > "c" else ""
        look = f'fill="{LIGHT[f"{tile.text}-bg"]}" stroke="{LIGHT[tile.text]}" stroke-width="2"{dash}'
        return _body(outline, 14.5, look)
    cap = LIGHT["covered" if tile.risk is None else f"risk{risk_shade(float(tile.risk))}"]
    raised = _body(outline, 15.5, f'fill="{LIGHT["edge-bottom"]}"') + _body(
        outline, 14.5, f'fill="{cap}"', -1
    )
    return raised + {"flag": _FLAG, "hidden mine": _draw_mine(LIGHT["covered-ink"])}.get(tile.face, "")


def _body(outline: Outline, half: float, look: str, up: float = 0) -> str:
    """The outline of a cell, `half` wide to each side; `up` moves a raised cap."""
    if outline == "square":
        at, side = f"{up - half:g}", f"{2 * half:g}"
        return f'<rect x="{at}" y="{at}" width="{side}" height="{side}" rx="2" {look}/>'
    if outline == "node":
        return f'<circle r="{half:g}" {look}/>' if not up else f'<circle cy="{up:g}" r="{half:g}" {look}/>'
    radius = half * 2 / sqrt(3)
    corners = [(0, -radius), (half, -radius / 2), (half, radius / 2), (0, radius)]
    corners += [(-half, radius / 2), (-half, -radius / 2)]
    points = " ".join([f"{x:.4g},{y + up:.4g}" for x, y in corners])
    return f'<polygon points="{points}" {look}/>'


def _text(tile: Tile) -> str:
    if not tile.text:
        return ""
    small = {1: 19, 2: 16, 3: 13}.get(len(tile.text), 10)
    size = small if tile.risk is None else 11 if tile.ring == "guess" else 12.5
    low = 0.36 * size - (3.5 if _has_small_flag(tile) else 0)
    return f'<text y="{low:.2f}" font-size="{size:g}" fill="{_ink(tile)}">{escape(tile.text)}</text>'


def _ink(tile: Tile) -> str:
    if tile.risk is not None:
        return LIGHT[f"risk{risk_shade(float(tile.risk))}-on"]
    if tile.tint is not None:
        return LIGHT[f"player{tile.tint}-on"]
    name = f"n{min(int(tile.text), 8)}" if tile.text.isdecimal() else tile.text
    return LIGHT.get(name, _INK) if tile.face == "covered" or tile.text.isdecimal() else _INK


def _ring(tile: Tile, outline: Outline) -> str:
    """A ring in ink, round a guess as a frame, and in the accent's colour for a cell that is asked about."""
    if not tile.ring:
        return ""
    if tile.ring == "guess":
        return _body(outline, 14.4, f'fill="none" stroke="{_INK}" stroke-width="2.2"')
    colour = LIGHT["accent"] if tile.ring == "asked" else _INK
    return _body(outline, 13.8, f'fill="none" stroke="{colour}" stroke-width="3.4"')


@dataclass(frozen=True)
class Picture:
    """A board with marks: a tile for each cell, a title, the board as text, and notes below it.

    `legend` explains the marks that are special to this picture, with a sample of each.
    """

    title: str
    graph: CellGraph
    tiles: Sequence[Tile]
    text: str
    legend: Sequence[tuple[Tile, str]] = ()
    notes: Sequence[str] = ()


def picture_of(value: object, step: int | None = None) -> Picture:
    """The picture of a value; with `step`, of a run before that step (from 1), with the step's marks."""
    if step is not None and not isinstance(value, Run):
        raise InvalidInput("step", "none, unless the value is a run", describe(step))
    match value:
        case Run():
            return _end(value) if step is None else _step(value, step)
        case Board():
            return _board(value)
        case View():
            tiles = _tiles_of(value)
            return Picture(
                f"Position: {say_size(value.graph, value.mine_total)}", value.graph, tiles, str(value)
            )
        case Comparison():
            return _draw_comparison(value)
        case Solution():
            return _draw_solution(value)
        case Advice():
            picture = _draw_solution(value.solution)
            return replace(picture, tiles=_guess_ringed(picture.tiles, value), notes=value.sentences())
        case Answer():
            return _draw_full_answer(FullAnswer(value, _SOMEBODY))
        case FullAnswer():
            return _draw_full_answer(value)
    kinds = "a board, view, run, comparison, solution, advice or answer"
    raise InvalidInput("value", kinds, describe(value))


def _board(board: Board) -> Picture:
    tiles = [
        Tile("mine") if mine else Tile("cleared", str(board.clue(cell) or ""))
        for cell, mine in enumerate(board.mined)
    ]
    return Picture(f"Board: {say_size(board.graph, board.mine_count)}", board.graph, tiles, str(board))


def _end(run: Run) -> Picture:
    who = run.player.name
    size, left = say_size(run.graph, run.first.mine_total), run.remaining
    if run.board:
        title = f"{capital(who)} from {run.start_name}, {size}: {left} remaining"
        tiles = _tiles_of(run.after)
        if run.lost is not None:
            title += f", lost at {run.graph.name(run.lost)}"
            tiles[run.lost] = Tile("hidden mine")
        for guess in run.guesses:
            tiles[guess.cell] = tiles[guess.cell]._replace(ring="guess")
        return Picture(title, run.graph, tiles, str(run.after))
    tiles = _tiles_of(run.first)
    found: dict[int, Verdict] = {**dict.fromkeys(run.safe, "safe"), **dict.fromkeys(run.mines, "mine")}
    for cell, is_it in found.items():
        if not (run.position.trust_flags and run.first.marks[cell] == FLAG):
            _mark_decided(tiles, cell, is_it)
    title = f"What {who} concludes, {size}: {left} undecided"
    return Picture(title, run.graph, tiles, str(run.after))


def _step(run: Run, step: int) -> Picture:
    count = len(run.trace.firings)
    if not count:
        raise InvalidInput("step", "none (nothing is decided here)", describe(step))
    scene = run.steps[whole_number("step", step, 1, count) - 1]
    view = scene.before
    tiles = _tiles_of(view)
    known = {cell for cell in run.mines if view.marks[cell] == FLAG}  # before this step
    for cell in known:
        tiles[cell] = Tile("hidden mine")
    for cell, letter in scene.letters.items():
        tiles[cell] = tiles[cell]._replace(text=letter)
    for cell, is_it in scene.verdicts.items():
        _mark_decided(tiles, cell, is_it)
    if scene.guess:
        _mark_decided(tiles, scene.guess.cell, "mine" if scene.guess.mine else "safe")
        tiles[scene.guess.cell] = tiles[scene.guess.cell]._replace(ring="guess")
    legend = [(Tile("hidden mine"), "F, a mine known already")] * bool(known)
    legend += _ring_clues(tiles, scene.stands_on, view)
    title = f"Step {step} of {count}: {tag_text(scene)}"
    return Picture(
        title, view.graph, tiles, _with_marks(view, tiles), legend, (*(scene.lines or scene.words), title)
    )


def _ring_clues(tiles: list[Tile], rows: Iterable[int], view: View) -> list[tuple[Tile, str]]:
    """Ring the clues that something stands on; the mine total, which is no cell, goes into the legend."""
    for row in rows:
        if row != TOTAL:
            tiles[row] = tiles[row]._replace(ring="stands on")
    return [(Tile("mine", ring="stands on"), f"the mine total, {view.mine_total}")] if TOTAL in rows else []


def _draw_comparison(comparison: Comparison) -> Picture:
    graph, letter, glyphs = comparison.first.graph, letters_of(comparison), map_glyphs(comparison)
    tints = {letter[name]: shade for name, shade in player_shades(letter).items()}
    tiles = [_on_map(glyph, tints.get(glyph.lower())) for glyph in glyphs]
    used = {name: letter[name] for name in deciding_players(comparison)}
    legend = [(Tile("cleared", one, tint=tints[one]), name) for name, one in used.items()]
    others = {
        Tile("cleared", corner="mine"): "a mine",
        Tile("start"): "start",
        Tile("covered"): "undecided",
        Tile("hidden mine"): "an undecided mine",
    }
    there = {(tile.face, tile.corner) for tile in tiles}
    legend += [(one, word) for one, word in others.items() if (one.face, one.corner) in there]
    first = comparison.first
    mines = first.first.mine_total
    begun = f" from {first.start_name}" if first.board else ""
    title = f"The weakest player who decides each cell{begun}, {say_size(graph, mines)}"
    return Picture(title, graph, tiles, join_glyphs(graph, glyphs), legend)


def _on_map(glyph: str, tint: int | None) -> Tile:
    if tint is not None:
        return Tile("cleared", glyph, tint=tint, corner="mine" if glyph.isupper() else "")
    faces: dict[str, Face] = {START: "start", ".": "covered", "#": "covered", "*": "hidden mine"}
    if glyph in faces:
        return Tile(faces[glyph])
    return Tile("cleared", "" if glyph == "0" else glyph)


def _draw_solution(found: Solution) -> Picture:
    view = found.view
    tiles = _tiles_of(view)
    missing = {cell for one in found.missing for cell in one.cells}
    for cell in view.covered:
        corner: Literal["", "flag"] = "flag" if view.marks[cell] == FLAG else ""
        risk, is_it = found.risks.get(cell), found.verdict(cell)
        if is_it:
            _mark_decided(tiles, cell, is_it)
        elif risk is not None:
            tiles[cell] = Tile("covered", percent(risk), risk=risk, corner=corner)
        elif cell in missing:
            tiles[cell] = Tile("covered", "?", corner=corner)
    legend = []
    if any(tile.risk is not None for tile in tiles):
        legend.append((Tile("covered", "", risk=Fraction(1, 2)), "risk of a mine"))
    if any(tile.text == "?" and tile.face == "covered" for tile in tiles):
        legend.append((Tile("covered", "?"), "risk not counted"))
    hint = Hint(
        Numbered(1, view),
        Position(view),
        strongest(found.total or view.mine_total is None),
        found,
        NO_DOUBTS,
        HIGH,
    )
    head = next(head_text(hint))
    lines = [line for line in hint_text(hint) if line != head]
    return Picture(f"What is certain, and the risks: {head}", view.graph, tiles, "\n".join(lines), legend)


def _guess_ringed(tiles: Sequence[Tile], advice: Advice) -> list[Tile]:
    return [
        tile._replace(ring=tile.ring or "guess") if cell == advice.cell else tile
        for cell, tile in enumerate(tiles)
    ]


_SOMEBODY = Player("the player", "p", ())
"""The player for an answer without one."""


def _draw_full_answer(full: FullAnswer) -> Picture:
    answer = full.answer
    view, cell, tiles = answer.view, answer.cell, _tiles_of(answer.view)
    if answer.verdict and answer.kind not in ("first", "seen"):
        _mark_decided(tiles, cell, answer.verdict)
    legend = _ring_clues(tiles, answer.stands_on, view)
    legend += _mark_layouts(tiles, answer) if answer.kind == "not forced" else []
    tiles[cell] = tiles[cell]._replace(ring="asked")
    tiles = _guess_ringed(tiles, full.advice) if full.advice else tiles
    notes = [*answer_text(replace(full, opposite=None, chain=()), draw=False)]
    title = f"Why {view.graph.name(cell)}: {answer.kind}"
    return Picture(title, view.graph, tiles, _with_marks(view, tiles), legend, notes)


def _mark_layouts(tiles: list[Tile], answer: Answer) -> list[tuple[Tile, str]]:
    """Mark the mines of the two layouts (`a`: only in the one, `b`: only in the other), and telling cells."""
    one, other = Tile("covered", "a"), Tile("covered", "b")
    marks: Mapping[Tile, Collection[int]] = {
        Tile("hidden mine"): answer.in_both,
        one: answer.if_mine,
        other: answer.if_safe,
        Tile("safe"): answer.telling or (),
    }
    for tile, cells in marks.items():
        for cell in cells:
            tiles[cell] = tile
    words = ("a mine in both", "a mine in one (a)", "a mine in the other (b)")
    return [(tile, word) for tile, word in zip(marks, words, strict=False) if marks[tile]]


MOST_CELLS_DRAWN = 40_000
"""A larger picture would be unreadable, and too much for a browser."""
_WIDEST, _NARROWEST = 1200, 300  # maximum width of a picture on screen; minimum width with a legend
_PAD, _LETTER = 8, 0.58  # a letter's width, relative to its height
_NAME_AT = {
    "below": (0, 26, "middle"),
    "above": (0, -19, "middle"),
    "right": (19, 4, "start"),
    "left": (-19, 4, "end"),
}
"""The offset from the middle of a node to its name, and the name's anchor."""
_NAME = 9.5  # maximum width of a node's name, relative to its height
_GREY, _EDGE = LIGHT["muted"], LIGHT["control"]
_FONT = 'font-family="Helvetica,Arial,sans-serif" font-weight="bold" text-anchor="middle"'


def svg(value: Drawable, step: int | None = None) -> str:
    """The picture of a value as SVG text: crisp at any size, without a script, the same on every run.

    The value is a `Board`, `View`, `Advice`, `Answer` or `FullAnswer`, or one of these:

    - `Solution`: each risk is a shade and a number.
    - `Run`: its end, or with `step` (from 1), what that step stands on and decides.
    - `Comparison`: the weakest player who decides each cell.

    Notebooks show these values as pictures. Screen readers find the board as text in the title and
    description.

    >>> from logicsweep import View, expert
    >>> picture = svg(expert(View.parse("#1##")))
    >>> picture.count(">50%<"), "<title>What is certain, and the risks: expert: 3 covered cells" in picture
    (3, True)
    """
    picture = picture_of(value, step)
    if len(picture.tiles) > MOST_CELLS_DRAWN:
        raise InvalidInput("picture", f"at most {MOST_CELLS_DRAWN} cells", str(len(picture.tiles)))
    return "\n".join(_sheet(picture).lines()) + "\n"


class _Sheet(NamedTuple):
    """The layout of a picture; a cell is 32 units wide."""

    picture: Picture
    legend: list[tuple[Tile, str]]
    places: Places
    points: list[Point]  # the centres of the cells
    scale: float  # the factor that shrinks a large picture
    letters: float  # their height
    width: float
    below: float  # the bottom of the cells and the names of nodes

    def lines(self) -> Iterator[str]:
        words, bottom = self._words()
        width, height = f"{self.width:.0f}", f"{bottom + _PAD:.0f}"
        shown = f'width="{self.width * self.scale:.0f}" height="{(bottom + _PAD) * self.scale:.0f}"'
        box = f'viewBox="0 0 {width} {height}"'
        yield f'<svg xmlns="http://www.w3.org/2000/svg" {shown} {box} role="img" {_FONT}>'
        marks = [f"{tile}: {word}" for tile, word in self.legend if tile.text]
        described = "\n".join([self.picture.text, *marks, *self.picture.notes])
        yield f"<title>{clean(self.picture.title)}</title>"
        yield f"<desc>{clean(described)}</desc>"
        yield f'<rect width="{width}" height="{height}" rx="6" fill="{_PAPER}"/>'
        yield from self._labels() if self.picture.graph.shape else self._edges()
        yield from self._border()
        yield from self._cells()
        yield from words
        yield "</svg>"

    def _cells(self) -> Iterator[str]:
        """A group for each cell; its title describes the cell, and appears when the mouse rests on it."""
        outline, tiles = self.places.outline, self.picture.tiles
        drawn = {tile: f": {tile}</title>{shapes(tile, outline)}</g>" for tile in {*tiles}}
        for cell, (x, y), tile in zip(self.picture.graph.cells, self.points, tiles, strict=True):
            yield f'<g transform="translate({x:.6g} {y:.6g})"><title>{clean(str(cell))}{drawn[tile]}'
        if not self.picture.graph.shape:
            yield from self._names()

    def _names(self) -> Iterator[str]:
        for i, (cell, (x, y)) in enumerate(zip(self.picture.graph.cells, self.points, strict=True)):
            name = _shorten_text(" ".join(str(cell).split()), _NAME)
            right, down, anchor = _NAME_AT[self.places.sides[i]]
            at = f'x="{x + right:.6g}" y="{y + down:.6g}" text-anchor="{anchor}"'
            look = f'font-size="10" fill="{_GREY}" stroke="{_PAPER}" stroke-width="3" paint-order="stroke"'
            yield f"<text {at} {look}>{escape(name, quote=False)}</text>"

    def _edges(self) -> Iterator[str]:
        ends = [f"{x:.6g} {y:.6g}" for x, y in self.points]
        steps = [f"M{ends[i]} {ends[j]}" for i, j in self.places.edges]
        yield f'<path d="{"".join(steps)}" fill="none" stroke="{_EDGE}" stroke-width="1.5"/>'

    def _labels(self) -> Iterator[str]:
        assert self.picture.graph.shape
        rows, cols = self.picture.graph.shape
        high, x = self.letters, self.points[0][0] - SIZE / 2 - 7
        yield f'<g font-size="{high:.3g}" fill="{_GREY}">'
        for col in _some(cols, _LETTER * high * (len(str(cols)) + 1)):
            yield f'<text x="{self.points[col][0]:.6g}" y="{_PAD + high:.6g}">{col + 1}</text>'
        for row in _some(rows, 1.2 * high):
            y = self.points[row * cols][1] + 0.36 * high
            yield f'<text x="{x:.6g}" y="{y:.6g}" text-anchor="end">r{row + 1}</text>'
        yield "</g>"

    def _border(self) -> Iterator[str]:
        if self.picture.graph.closed:
            (left, top), (right, bottom) = self.points[0], self.points[-1]
            at = f'x="{left - SIZE / 2 - 2:.6g}" y="{top - SIZE / 2 - 2:.6g}"'
            size = f'width="{right - left + SIZE + 4:.6g}" height="{bottom - top + SIZE + 4:.6g}"'
            yield f'<rect {at} {size} fill="none" stroke="{_GREY}" stroke-width="2" stroke-dasharray="7 5"/>'

    def _words(self) -> tuple[list[str], float]:
        high, across = self.letters, self.width - 2 * _PAD
        found, y = self._legend(self.below + high)
        torus = ["Dashed: opposite edges touch."] if self.picture.graph.closed else []
        for note in (*torus, *self.picture.notes):
            for line in _wrap_line(note, across / high):
                found.append(self._line(_PAD, y, line))
                y += 1.35 * high
        return found, y - high if found else self.below

    def _legend(self, y: float) -> tuple[list[str], float]:
        """Samples of the marks with their words, on one or more lines, and where the next line begins."""
        found: list[str] = []
        high, x = self.letters, float(_PAD)
        for tile, word in self.legend:
            word = _shorten_text(word, (self.width - 2 * _PAD) / high - 2.2)
            wide = (2.2 + _wide(word) + 1) * high
            if x > _PAD and x + wide > self.width:
                x, y = float(_PAD), y + 1.8 * high
            found.append(self._sample(tile, word, x, y))
            x += wide
        return found, y + 2 * high if found else y

    def _sample(self, tile: Tile, word: str, x: float, y: float) -> str:
        high = self.letters
        at = f"translate({x + 0.8 * high:.6g} {y - 0.36 * high:.6g}) scale({high * 1.5 / SIZE:.3g})"
        drawn = f'<g transform="{at}">{shapes(tile, self.places.outline)}</g>'
        return drawn + self._line(x + 1.9 * high, y, word)

    def _line(self, x: float, y: float, text: str) -> str:
        look = f'font-size="{self.letters:.3g}" font-weight="normal" fill="{_INK}" text-anchor="start"'
        return f'<text x="{x:.6g}" y="{y:.6g}" {look}>{clean(text)}</text>'


def _sheet(picture: Picture) -> _Sheet:
    shape, places = picture.graph.shape, places_of(picture.graph)
    marks = {one.ring for one in picture.tiles} | {one.face for one in picture.tiles if one.tint is None}
    legend = [(sample, word) for sample, word in _SAMPLES.items() if (sample.ring or sample.face) in marks]
    legend += picture.legend
    tall = SIZE * 2 / sqrt(3) if places.outline == "hexagon" else SIZE
    wide, high = (SIZE * max(axis) for axis in zip(*places.points, strict=True))
    wide, high = wide + SIZE, high + tall
    scale = min(1, _WIDEST / max(wide, high))
    letters = 12 / scale
    if shape:  # numbers of rows and columns
        side, head, foot, beyond = _LETTER * letters * (len(str(shape[0])) + 1) + 9, 1.4 * letters, 6, 0
    else:  # names of nodes stick out
        side, head, foot, beyond = SIZE, 14, 16, SIZE
    least = _NARROWEST / scale if legend or picture.notes else 0
    inner = max(wide + side + beyond, least)
    left, top = _PAD + (side + inner - wide - beyond + SIZE) / 2, _PAD + head + tall / 2
    points = [(left + x * SIZE, top + y * SIZE) for x, y in places.points]
    below = _PAD + head + high + foot
    return _Sheet(picture, legend, places, points, scale, letters, inner + 2 * _PAD, below)


def _some(count: int, room: float) -> Sequence[int]:
    """The rows or columns that have labels: all, or every 5th, 10th, ... if labels need more room."""
    every = next(one for one in (1, 5, 10, 50, 100, 500, count) if one * SIZE >= room or one == count)
    return range(0 if every == 1 else every - 1, count, every)


def _wide(text: str) -> float:
    """The width of a text relative to its height; East Asian letters are wider."""
    return fsum(1.05 if east_asian_width(one) in "WF" else _LETTER for one in text)


def _shorten_text(text: str, most: float) -> str:
    """The text, cut to this width with an ellipsis if it is wider."""
    text = visible(text)
    widths = list(accumulate(map(_wide, text)))
    if not text or widths[-1] <= most:
        return text
    return text[: bisect_right(widths, most - _LETTER)] + "…"


def _wrap_line(line: str, across: float) -> list[str]:
    """A line of words, wrapped; `across`: the width relative to the height of a letter."""
    line = visible(" ".join(line.split()))
    letter = 0.5 * _wide(line) / (_LETTER * max(1, len(line)))
    return wrap(line, max(10, int(across / letter)))


def clean(text: str) -> str:
    """A text as markup shows it, with what nobody can see written out."""
    return escape(visible(text), quote=False)
