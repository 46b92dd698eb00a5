"""Tiles: what is drawn of one cell, and which marks a legend has to explain."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.boards.words import listed, risked
from logicsweep.csp.solution import Verdict

Face = Literal["covered", "flag", "hidden mine", "cleared", "mine", "start", "safe", "found mine"]
"""What a cell looks like before it has marks; `safe` and `found mine` are what a step or a hint decides."""
Ring = Literal["", "added", "subtracted", "stands on", "asked"]
"""What runs round a cell: what a step stands on, or the cell that is asked about."""
_DECIDED: dict[Verdict, Face] = {"safe": "safe", "mine": "found mine"}


class Tile(NamedTuple):
    """One cell of a picture: its face, a text on it, and marks.

    `risk` shades it; `tint` colours it, by the number of a player; `corner` has a small mine or flag.
    """

    face: Face
    text: str = ""
    ring: Ring = ""
    risk: Fraction | None = None
    tint: int | None = None
    corner: Literal["", "mine", "flag"] = ""

    def __str__(self) -> str:
        """The tile in words.

        >>> str(Tile("cleared", "3", "added")), str(Tile("covered", "25%", risk=Fraction(1, 4)))
        ('shows 3, added', 'risk 1/4 (25 %)')
        """
        face = f"shows {self.text or 0}" if self.face == "cleared" else _FACES[self.face]
        face = "cleared without a number" if face == "shows ?" else face
        parts = [face if self.risk is None else risked(self.risk)]
        if self.tint is not None:
            parts = [self.text + (", a mine" if self.corner == "mine" else "")]
        flag = ["flagged"] if self.corner == "flag" else []
        return ", ".join([*parts, *flag, *([self.ring] if self.ring else [])])


_FACES: dict[Face, str] = {
    "covered": "covered",
    "flag": "flagged",
    "hidden mine": "covered, a mine",
    "mine": "a mine",
    "start": "the start",
    "safe": "safe",
    "found mine": "a mine",
}
_SAMPLES: dict[Tile, str] = {
    Tile("cleared", ring="stands on"): "stands on",
    Tile("cleared", ring="added"): "added",
    Tile("cleared", ring="subtracted"): "subtracted",
    Tile("covered", ring="asked"): "asked about",
    Tile("safe"): "safe",
    Tile("found mine"): "a mine",
}
"""The marks that a legend explains wherever they are."""


def tiles_of(view: View) -> list[Tile]:
    """The cells of a view as a player sees them.

    >>> [str(tile) for tile in tiles_of(View.parse("1#F?"))]
    ['shows 1', 'covered', 'flagged', 'cleared without a number']
    """
    return [_FIXED.get(mark) or Tile("cleared", digit(mark)) for mark in view.marks]


_FIXED = {COVERED: Tile("covered"), FLAG: Tile("flag"), SAFE: Tile("cleared", "?"), 0: Tile("cleared")}


def digit(clue: int) -> str:
    """How a tile shows a clue: not at all where it is 0.

    >>> digit(0), digit(3)
    ('', '3')
    """
    return str(clue) if clue else ""


def mark_decided(tiles: list[Tile], cell: int, is_it: Verdict) -> None:
    """Mark a cell as decided; that it was flagged stays to be seen.

    >>> tiles = tiles_of(View.parse("1F"))
    >>> mark_decided(tiles, 1, "safe")
    >>> str(tiles[1])
    'safe, flagged'
    """
    tiles[cell] = Tile(_DECIDED[is_it], corner="flag" if tiles[cell].face == "flag" else "")


def legend_of(tiles: Collection[Tile]) -> list[tuple[Tile, str]]:
    """The marks that need words, of those that are there.

    >>> [word for _, word in legend_of([Tile("covered"), Tile("cleared", "1", "added"), Tile("safe")])]
    ['added', 'safe']
    """
    rings, faces = {tile.ring for tile in tiles}, {tile.face for tile in tiles if tile.tint is None}
    there = (rings | faces) - {"", "covered", "cleared"}
    return [(sample, word) for sample, word in _SAMPLES.items() if there & {sample.ring, sample.face}]


def with_marks(view: View, tiles: Sequence[Tile]) -> str:
    """The text form of a view, and the cells that have marks by name.

    >>> print(with_marks(View.parse("1#"), [Tile("cleared", "1", "asked"), Tile("covered")]))
    1#
    asked about: r1c1
    """
    lines = [str(view)]
    for sample, word in _SAMPLES.items():
        mark = sample.ring or sample.face
        if cells := [cell for cell, tile in enumerate(tiles) if mark in (tile.ring, tile.face)]:
            lines.append(f"{word}: {listed(view.graph, cells)}")
    return "\n".join(lines)
