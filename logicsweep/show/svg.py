"""A picture as SVG: the cells, labels on the edges, a legend, lines below; and the same as text inside."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import accumulate
from math import sqrt
from textwrap import wrap
from unicodedata import east_asian_width

from logicsweep.boards.drawable import Drawable
from logicsweep.boards.fields import Point
from logicsweep.boards.words import visible
from logicsweep.errors import InvalidInput
from logicsweep.show.pictured import Picture, picture_of
from logicsweep.show.places import Places, places_of
from logicsweep.show.shapes import SIZE, shapes
from logicsweep.show.tiles import Tile

MOST_CELLS_DRAWN = 40_000
"""A picture of more cells would be of no use, and would be more than a browser takes."""
_WIDEST, _NARROWEST = 1200, 300  # how wide a picture is shown at most; what a legend takes at least
_PAD, _LETTER = 8, 0.58  # a letter's width, as a part of its height
_NAME = 9.5  # how wide a node's name is at most, as a part of its height
_LINES = 60  # of words below a picture
_GREY, _EDGE = "#57606a", "#9aa4af"
_FONT = 'font-family="Helvetica,Arial,sans-serif" font-weight="bold" text-anchor="middle"'


def svg(value: Drawable, step: int | None = None) -> str:
    """The picture of a value as SVG text: crisp at any size, without a script, the same on every run.

    A value is a `Board`, a `View`, a `Solution` (risks as shade and number), a `Game`, a `Deduction` or a
    `Path` (where it ends, or with `step`, counted from 1, what that step stands on and decides), a
    `Comparison` (who is the weakest to decide each cell) or an `Answer`. A notebook shows these by itself.
    The title and the description that a screen reader finds in it hold the board as text.

    >>> from logicsweep import View, expert
    >>> picture = svg(expert(View.parse("#1##")))
    >>> picture.count(">50%<"), "<title>What is certain, and the risks: expert: 3 covered cells" in picture
    (3, True)
    """
    picture = picture_of(value, step)
    if len(picture.tiles) > MOST_CELLS_DRAWN:
        raise InvalidInput("picture", f"at most {MOST_CELLS_DRAWN} cells", str(len(picture.tiles)))
    return "\n".join(_Sheet(picture).lines()) + "\n"


@dataclass(frozen=True)
class _Sheet:
    """Where the parts of a picture stand, in units of which a cell has 32; `letters` are that high."""

    picture: Picture

    @cached_property
    def places(self) -> Places:
        return places_of(self.picture.graph)

    @cached_property
    def points(self) -> list[Point]:
        return [(x * SIZE, y * SIZE) for x, y in self.places.points]

    @cached_property
    def board(self) -> Point:
        """How wide and high the cells are together."""
        tall = SIZE * 2 / sqrt(3) if self.places.outline == "hexagon" else SIZE
        return max(x for x, _ in self.points) + SIZE, max(y for _, y in self.points) + tall

    @cached_property
    def scale(self) -> float:
        """How much smaller a large picture is shown."""
        return min(1, _WIDEST / max(self.board))

    @property
    def letters(self) -> float:
        return 12 / self.scale

    @cached_property
    def head(self) -> float:
        """The room above the cells, for the numbers of columns."""
        return 1.4 * self.letters if self.picture.graph.shape else 4

    @cached_property
    def side(self) -> float:
        """The room left of the cells, for the numbers of rows; round nodes names stick out."""
        if not self.picture.graph.shape:
            return SIZE
        return _LETTER * self.letters * (len(str(self.picture.graph.shape[0])) + 1) + 9

    @cached_property
    def width(self) -> float:
        spare = 0 if self.picture.graph.shape else SIZE
        least = _NARROWEST / self.scale if self.picture.legend or self.picture.notes else 0
        return max(self.board[0] + self.side + spare, least) + 2 * _PAD

    @cached_property
    def origin(self) -> Point:
        """The centre of the first cell's row and column."""
        spare = self.width - 2 * _PAD - self.side - self.board[0] - (0 if self.picture.graph.shape else SIZE)
        tall = SIZE / sqrt(3) if self.places.outline == "hexagon" else SIZE / 2
        return _PAD + self.side + spare / 2 + SIZE / 2, _PAD + self.head + tall

    @cached_property
    def below(self) -> float:
        """Where the cells, with the names of nodes, end."""
        return _PAD + self.head + self.board[1] + (6 if self.picture.graph.shape else 16)

    def lines(self) -> Iterator[str]:
        """The whole picture."""
        words, bottom = self._words()
        width, height = f"{self.width:.0f}", f"{bottom + _PAD:.0f}"
        shown = f'width="{self.width * self.scale:.0f}" height="{(bottom + _PAD) * self.scale:.0f}"'
        box = f'viewBox="0 0 {width} {height}"'
        yield f'<svg xmlns="http://www.w3.org/2000/svg" {shown} {box} role="img" {_FONT}>'
        marks = [f"{tile}: {word}" for tile, word in self.picture.legend if tile.text]
        described = "\n".join([self.picture.text, *marks, *self.picture.notes])
        yield f"<title>{_clean(self.picture.title)}</title>"
        yield f"<desc>{_clean(described)}</desc>"
        yield f'<rect width="{width}" height="{height}" rx="6" fill="#ffffff"/>'
        yield from self._labels() if self.picture.graph.shape else self._edges()
        yield from self._border()
        yield from self._cells()
        yield from words
        yield "</svg>"

    def _cells(self) -> Iterator[str]:
        """A group for each cell; its title says what is there, and appears where a mouse rests."""
        left, top = self.origin
        outline, tiles = self.places.outline, self.picture.tiles
        drawn = {tile: f": {tile}</title>{shapes(tile, outline)}</g>" for tile in {*tiles}}
        yield f'<g transform="translate({left:.6g} {top:.6g})">'
        for cell, (x, y), tile in zip(self.picture.graph.cells, self.points, tiles, strict=True):
            yield f'<g transform="translate({x:.6g} {y:.6g})"><title>{_clean(str(cell))}{drawn[tile]}'
        yield "</g>"
        if not self.picture.graph.shape:
            yield from self._names()

    def _names(self) -> Iterator[str]:
        """The names of nodes, below them."""
        left, top = self.origin
        for cell, (x, y) in zip(self.picture.graph.cells, self.points, strict=True):
            name = _shortened(" ".join(str(cell).split()), _NAME)
            at = f'x="{left + x:.6g}" y="{top + y + 26:.6g}"'
            look = f'font-size="10" fill="{_GREY}" stroke="#ffffff" stroke-width="3" paint-order="stroke"'
            yield f"<text {at} {look}>{escape(name, quote=False)}</text>"

    def _edges(self) -> Iterator[str]:
        """The edges of a free graph, as one path."""
        left, top = self.origin
        ends = [(left + x, top + y) for x, y in self.points]
        steps = [
            f"M{ends[i][0]:.6g} {ends[i][1]:.6g} {ends[j][0]:.6g} {ends[j][1]:.6g}"
            for i, j in self.places.edges
        ]
        yield f'<path d="{"".join(steps)}" fill="none" stroke="{_EDGE}" stroke-width="1.5"/>'

    def _labels(self) -> Iterator[str]:
        """The numbers of columns and rows, as many as can be read."""
        assert self.picture.graph.shape
        rows, cols = self.picture.graph.shape
        left, top = self.origin
        high, room = self.letters, _LETTER * self.letters
        yield f'<g font-size="{high:.3g}" fill="{_GREY}">'
        for col in _some(cols, room * (len(str(cols)) + 1)):
            x, y = left + self.points[col][0], _PAD + self.head - 0.4 * high
            yield f'<text x="{x:.6g}" y="{y:.6g}">{col + 1}</text>'
        for row in _some(rows, 1.2 * high):
            x, y = left - SIZE / 2 - 7, top + self.points[row * cols][1] + 0.36 * high
            yield f'<text x="{x:.6g}" y="{y:.6g}" text-anchor="end">r{row + 1}</text>'
        yield "</g>"

    def _border(self) -> Iterator[str]:
        """A dashed line round a torus: its edges are none."""
        if self.picture.graph.kind == "torus":
            left, top = self.origin
            at = f'x="{left - SIZE / 2 - 2:.6g}" y="{top - SIZE / 2 - 2:.6g}"'
            size = f'width="{self.board[0] + 4:.6g}" height="{self.board[1] + 4:.6g}"'
            yield f'<rect {at} {size} fill="none" stroke="{_GREY}" stroke-width="2" stroke-dasharray="7 5"/>'

    def _words(self) -> tuple[list[str], float]:
        """The legend and the lines below the board; and where they end."""
        high, across = self.letters, self.width - 2 * _PAD
        found, y = self._legend(self.below + high)
        torus = ["Dashed: opposite edges touch."] if self.picture.graph.kind == "torus" else []
        said = _fitted([_broken(note, across / high) for note in (*torus, *self.picture.notes)])
        look = f'font-size="{high:.3g}" font-weight="normal" fill="#1f2328" text-anchor="start"'
        for line in said:
            found.append(f'<text x="{_PAD}" y="{y:.6g}" {look}>{_clean(line)}</text>')
            y += 1.35 * high
        return found, y - high if found else self.below

    def _legend(self, y: float) -> tuple[list[str], float]:
        """Samples of the marks with their words, in as many lines as they take; and where the next begins."""
        found: list[str] = []
        high, x = self.letters, float(_PAD)
        for tile, word in self.picture.legend:
            word = _shortened(word, (self.width - 2 * _PAD) / high - 2.2)
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
        look = f'font-size="{high:.3g}" font-weight="normal" fill="#1f2328" text-anchor="start"'
        return f'{drawn}<text x="{x + 1.9 * high:.6g}" y="{y:.6g}" {look}>{_clean(word)}</text>'


def _some(count: int, room: float) -> Sequence[int]:
    """The rows or columns that have labels: all, or each 5th, 10th, ... where labels take more room."""
    every = next(one for one in (1, 5, 10, 50, 100, 500, count) if one * SIZE >= room or one == count)
    return range(0 if every == 1 else every - 1, count, every)


def _wide(text: str) -> float:
    """How wide a text is, as a part of its height: letters of the Far East are twice as wide."""
    return sum(1.05 if east_asian_width(one) in "WF" else _LETTER for one in text)


def _shortened(text: str, most: float) -> str:
    """A text no wider than that, with an ellipsis where letters are left out."""
    text = visible(text)
    widths = list(accumulate(map(_wide, text)))
    if not text or widths[-1] <= most:
        return text
    return text[: bisect_right(widths, most - _LETTER)] + "…"


def _broken(line: str, across: float) -> list[str]:
    """A line of words, in as many as fit below each other; `across`: how wide, as a part of the height."""
    line = visible(" ".join(line.split()))
    letter = 0.5 * _wide(line) / (_LETTER * max(1, len(line)))
    return wrap(line, max(10, int(across / letter)))


def _fitted(notes: Sequence[list[str]]) -> list[str]:
    """The lines of notes; of very many the first, and the last note."""
    lines = [line for note in notes for line in note]
    if len(lines) <= _LINES:
        return lines
    last = notes[-1][: _LINES - 1]
    first = lines[: _LINES - len(last)]
    return [*first[:-1], f"{first[-1]} …", *last]


def _clean(text: str) -> str:
    """Text as XML may hold it, with what cannot be seen in escapes."""
    return escape(visible(text), quote=False)
