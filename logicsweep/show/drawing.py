"""Drawings of boards as text, rows of glyphs or the nodes of a free graph, and the screen they are for."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from logicsweep.boards.board import View, shifted
from logicsweep.boards.cells import CellGraph

_CODE = r"\x1b\[\d*m"
_BREAK = r"(?<= )|(?<=,)(?=[^ ])"  # lists of facts have no blanks: f-1,f-2
_NUMBERED = r" *\d+\. +"


@dataclass(frozen=True)
class Screen:
    """`colour`: glyphs are coloured. `labels`: drawings name their rows and columns. `width`: the
    characters that a line may have; None: any number.

    >>> print(*Screen(width=24).fitted(["  12. r1c1 is safe: r1c2=1 has 1 flag around it."]), sep="\\n")
      12. r1c1 is safe:
          r1c2=1 has 1
          flag around it.
    """

    colour: bool = False
    labels: bool = False
    width: int | None = None

    def fitted(self, lines: Iterable[str]) -> Iterator[str]:
        """Lines of which those too long go on below, between words, a little further in."""
        if self.width is None:
            yield from lines
            return
        for line in (one for text in lines for one in text.split("\n")):
            numbered = re.match(_NUMBERED, line)
            hang = numbered.end() if numbered else len(line) - len(line.lstrip()) + 2
            yield from self.broken(line, min(hang, self.width // 2))

    def broken(self, line: str, hang: int) -> Iterator[str]:
        """A line, in several where it is too long, the others indented by `hang`.

        A no-break space keeps two words together, and comes out as a blank.
        """
        if self.width is None or seen_length(line) <= self.width:
            yield line.replace("\xa0", " ")
            return
        start = len(line) - len(line.lstrip())
        begun = line[:start]
        for piece in re.split(_BREAK, line[start:]):
            if begun.strip() and seen_length(begun + piece.rstrip()) > self.width:
                yield begun.rstrip(" ").replace("\xa0", " ")
                begun = " " * hang
            begun += piece
        yield begun.rstrip(" ").replace("\xa0", " ")

    def tint(self, text: str, code: int | None) -> str:
        """The text in a colour (an ANSI code) where colours are shown."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code is not None else text


PLAIN = Screen()
"""No terminal: text as files and other programs get it."""


def seen_length(text: str) -> int:
    """How many characters of a text are seen: colours take no room."""
    return len(re.sub(_CODE, "", text))


_COLOURS = {"1": 34, "2": 32, "3": 31, "4": 35, "5": 33, "6": 36, "7": 90, "8": 90, "#": 2, "F": 1, "0": 2}
_DIM, _REVERSE = 2, 7
_MARKED = 0x10000  # more than any glyph's code
_BESIDE = 100  # characters that drawings side by side may take where no screen says otherwise


def drawn(
    glyphs: Sequence[str],
    cols: int,
    screen: Screen,
    paint: Callable[[str], str],
    corner: tuple[int, int] = (0, 0),
    slanted: bool = False,
) -> Iterator[str]:
    """A board line by line: `glyphs` of one width, row by row; `paint` colours one.

    With labels, rows are named `r1`, `r2`, ... and columns by their numbers. Where a row is wider than the
    screen, the columns come in blocks, one below the other. Of a part of a board, `corner` is where its first
    cell is, counted from 0. `slanted` as `rows.shifted` says it: the odd rows stand half a cell to the right.

    >>> print(*drawn("##11##", 3, Screen(labels=True, width=6), str), sep="\\n")
        12
    r1  ##
    r2  1#
    <BLANKLINE>
        3
    r1  1
    r2  #
    >>> print(*drawn("##11##", 3, Screen(labels=True), str, slanted=True), sep="\\n")
        1 2 3
    r1  # # 1
    r2   1 # #
    """
    gap = " " if slanted and len(glyphs[0]) == 1 else ""
    width = len(glyphs[0] + gap)
    top, left = corner
    shift = half(width, slanted)
    margin = label_width(top + len(glyphs) // cols) if screen.labels else 0
    room = (screen.width or 0) - margin - shift + len(gap)
    step, fitting = cols, room // width
    if screen.width and fitting < cols:  # in whole tens
        step = max(1, fitting - fitting % 10 if fitting > 10 else fitting)
    for first in range(0, cols, step):
        last = min(cols, first + step)
        if first:
            yield ""
        if screen.labels:
            yield from (
                " " * (margin - len(gap)) + screen.tint(head, _DIM)
                for head in _heads(left + first, left + last, width)
            )
        for row, at in enumerate(range(0, len(glyphs), cols), top + 1):
            label = screen.tint(f"r{row}".ljust(margin), _DIM) if margin else ""
            label += " " * (shift * ((row - 1) % 2))
            yield (label + gap.join(map(paint, glyphs[at + first : at + last]))).rstrip()


def half(width: int, slanted: bool) -> int:
    """How far the odd rows stand to the right where cells take so many characters."""
    return (width + 1) // 2 if slanted else 0


def label_width(rows: int) -> int:
    """The characters that the names of rows take, with the gap behind them."""
    return len(f"r{rows}") + 2


def _heads(first: int, last: int, width: int) -> list[str]:
    """Column numbers in one line where they have blanks between, else a line of tens and one of units."""
    numbers = range(first + 1, last + 1)
    if len(str(last)) < max(2, width):
        behind = " " if width > 3 else ""  # below it stands a percent sign, or nothing
        return ["".join([f"{number}{behind}".rjust(width) for number in numbers]).rstrip()]
    tens = ""
    ten_comes = any(number % 10 == 0 for number in numbers)
    for at, number in enumerate(numbers, 1):
        first = at == 1 and (number % 10 < 5 or not ten_comes)  # else too near the next
        if number > 9 and (number % 10 == 0 or first):
            tens = tens.ljust(at * width - len(str(number // 10))) + str(number // 10)
    return [tens, "".join([str(number % 10).rjust(width) for number in numbers])]


def view_drawn(view: View, screen: Screen, marked: Collection[int] = ()) -> Iterator[str]:
    """A view with rows and columns, in the game's usual colours; with colours some cells are marked.

    >>> list(view_drawn(View.parse("1# 1F"), Screen(colour=True), [3]))[1]
    '\\x1b[34m1\\x1b[0m\\x1b[7mF\\x1b[0m'
    """
    shown = glyphs(view)
    for cell in marked:  # drawings know glyphs alone: those that are marked get another code
        shown[cell] = chr(ord(shown[cell]) + _MARKED)

    def paint(glyph: str) -> str:
        bare = chr(ord(glyph) % _MARKED)
        return screen.tint(bare, _REVERSE if glyph != bare else _COLOURS.get(bare))

    assert view.graph.shape
    yield from drawn(shown, view.graph.shape[1], screen, paint, slanted=shifted(view.graph))


def beside(*pictures: tuple[str, str], screen: Screen = PLAIN, slanted: bool = False) -> str:
    """Titled drawings side by side, or one below the other where they do not fit; `slanted` as in `drawn`."""
    wide = replace(screen, width=None)
    blocks = [[title, *_painted(drawing, wide, slanted)] for title, drawing in pictures]
    widths = [max(map(seen_length, block)) for block in blocks]
    if sum(widths) + 3 * len(widths) > (screen.width + 3 if screen.width else _BESIDE):
        painted = [(title, *_painted(drawing, screen, slanted)) for title, drawing in pictures]
        return "\n\n".join(map("\n".join, painted))
    return "\n".join(
        "   ".join(
            part + " " * (width - seen_length(part)) for part, width in zip(parts, widths, strict=True)
        ).rstrip()
        for parts in zip_longest(*blocks, fillvalue="")
    )


def _painted(drawing: str, screen: Screen, slanted: bool) -> Iterator[str]:
    if slanted:
        drawing = drawing.replace(" ", "")
    cols = drawing.find("\n") if "\n" in drawing else len(drawing)
    glyphs = drawing.replace("\n", "")
    return drawn(glyphs, cols, screen, lambda glyph: coloured(glyph, screen), slanted=slanted)


def coloured(glyph: str, screen: Screen) -> str:
    """A glyph of a board in the game's usual colour."""
    return screen.tint(glyph, _COLOURS.get(glyph))


def glyphs(view: View) -> list[str]:
    """What each cell of a view shows, by index."""
    return [view.glyph(cell) for cell in range(len(view.marks))]


def nodes_drawn(
    graph: CellGraph, columns: Mapping[str, Sequence[str]], screen: Screen = PLAIN
) -> Iterator[str]:
    """The nodes one below the other, with one glyph of each column, and titles where they have some.

    >>> import networkx as nx
    >>> graph = CellGraph.of(nx.path_graph(["ant", "eel in a pot"]))
    >>> print(*nodes_drawn(graph, {"before": "1#", "after": "1F"}), sep="\\n")
                  before  after
    ant           1       1
    eel in a pot  #       F
    """
    names = graph.names(range(len(graph)))
    margin = max(map(len, names))
    if any(columns):
        yield (" " * margin + "".join([f"  {title}" for title in columns])).rstrip()
    for cell, name in enumerate(names):
        line = name.ljust(margin)
        behind = 0  # blanks that are due once something follows
        for title, shown in columns.items():
            line += " " * behind + "  " + coloured(shown[cell], screen)
            behind = max(0, len(title) - len(shown[cell]))
        yield line
