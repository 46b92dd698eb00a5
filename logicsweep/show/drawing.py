"""Drawings of boards: rows of glyphs, with labels and in blocks of columns where a screen asks for that."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from logicsweep.boards.board import View
from logicsweep.boards.rows import shifted
from logicsweep.show.screen import PLAIN, Screen, seen_length

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
    step = _columns_at_once(cols, room // width) if screen.width else cols
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
    """How far the odd rows stand to the right where cells take so many characters.

    >>> half(4, True), half(3, True), half(4, False)
    (2, 2, 0)
    """
    return (width + 1) // 2 if slanted else 0


def label_width(rows: int) -> int:
    """The characters that the names of rows take, with the gap behind them.

    >>> label_width(9), label_width(16)
    (4, 5)
    """
    return len(f"r{rows}") + 2


def _columns_at_once(cols: int, fitting: int) -> int:
    """All columns where they fit, else as many, in whole tens."""
    whole = fitting - fitting % 10 if fitting > 10 else fitting
    return cols if cols <= fitting else max(1, whole)


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
    glyphs = [view.glyph(cell) for cell in range(len(view.marks))]
    for cell in marked:  # drawings know glyphs alone: those that are marked get another code
        glyphs[cell] = chr(ord(glyphs[cell]) + _MARKED)

    def paint(glyph: str) -> str:
        bare = chr(ord(glyph) % _MARKED)
        return screen.tint(bare, _REVERSE if glyph != bare else _COLOURS.get(bare))

    assert view.graph.shape
    yield from drawn(glyphs, view.graph.shape[1], screen, paint, slanted=shifted(view.graph))


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
    """The drawing of a board with its glyphs in the game's usual colours."""
    if slanted:
        drawing = drawing.replace(" ", "")
    cols = drawing.find("\n") if "\n" in drawing else len(drawing)
    glyphs = drawing.replace("\n", "")
    return drawn(glyphs, cols, screen, lambda glyph: coloured(glyph, screen), slanted=slanted)


def coloured(glyph: str, screen: Screen) -> str:
    """A glyph of a board in the game's usual colour.

    >>> coloured("1", Screen(colour=True)), coloured("M", Screen(colour=True))
    ('\\x1b[34m1\\x1b[0m', 'M')
    """
    return screen.tint(glyph, _COLOURS.get(glyph))
