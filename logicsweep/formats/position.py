"""Position text: what a player sees, one position or several.

A position is an optional line `mines N` or `mines: N`, then rows of `0`-`8` (a clue), `#` (covered), `F`
(flag) and `?` (cleared, without a number). Signs that can only mean one of these are read too: keycaps,
circled and full-width digits, a flag emoji. Blanks, or single bars or commas, may separate the cells.

A line `mines N` begins a position, and so does a row after a blank line. There is one exception: if blank
lines separate all rows, and some are equally long, they are one position, and a remark says so. Two blank
lines always separate positions. In the last line of a text, `mines N` is the total of the rows before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from logicsweep.boards.board import View, marks_of, on_field, total_of
from logicsweep.boards.cells import CellGraph, FieldMaker
from logicsweep.errors import InvalidInput, quote
from logicsweep.formats import judge, mbf
from logicsweep.formats.common import make_view, number_lines
from logicsweep.work.remarks import remark

_TURNED = re.compile(r"\s*([0-9]+)\s*mines?\s*", re.ASCII | re.IGNORECASE)  # the total the other way round
_LETTERS = set("012345678#F?")
_PLAIN = _LETTERS | set(" \t\n")
_SAME = str.maketrans(
    dict(zip("０１２３４５６７８＃Ｆ？⓪①②③④⑤⑥⑦⑧f🚩│", "012345678#F?012345678FF|", strict=True))
    | dict.fromkeys("\ufe0e\ufe0f\u20e3", "")  # variation selectors, and the keycap around a digit
)
"""Signs that other programs write for a letter; not `.`, `-`, `*` and squares, since their meaning varies."""
_BETWEEN = {"|", ","}
_BEGINS = 1 << 16  # characters that `sniff` looks at
_MOST = 1 << 20  # cells of a position


class _Line(NamedTuple):
    number: int
    text: str
    row: str  # its letters, one character a cell


_Block = tuple[_Line | None, list[_Line]]
"""The lines of one position: the line of its mine total, or None, and its rows."""


def sniff(text: str) -> bool:
    """Whether a text is meant as positions: it begins like one and has `#`, or has only known signs.

    >>> sniff("mines 1"), sniff("1.#"), sniff("10"), sniff("1️⃣🚩"), sniff("1 2\\n.."), sniff("M##")
    (True, True, True, True, False, False)
    """
    text = text[:_BEGINS]
    if mbf.sniff_hex(text) or any(letter < " " and not letter.isspace() for letter in set(text)):
        return False
    if judge.sniff(text) and not set(text) <= _PLAIN:
        return False
    body = text.lstrip()
    begins = body[:1] in _LETTERS and ("#" in body or set(body) <= _PLAIN)
    if begins or body[:5].lower() == "mines":
        return True
    signs = set[str]().union(*[_read_row(line) for line in body.split("\n") if not _is_border(line)])
    return signs <= _LETTERS and not signs <= {"F", "?"}


def read(
    blocks: Iterable[str],
    source: str = "<text>",
    mines: int | None = None,
    field: FieldMaker = CellGraph.grid,
) -> Iterator[View]:
    """Read the views of a text in blocks of whole lines, one by one; `mines` overrides its totals.

    The rows are cells of the `field`. The odd rows of hexagons may be shifted half a cell to the right. A
    clue larger than its number of covered neighbours is a mistake; a flag, which is a claim, never is.

    >>> [view.mine_total for view in read(["mines 1\\n1#\\n11\\n\\n0#\\n"])]
    [1, None]
    """
    return (_read_view(block, source, mines, field) for block in _split_positions(blocks, source))


def write(views: Iterable[View]) -> str:
    """Write views on rectangular fields as position text; odd rows of hexagons are shifted.

    A blank line separates them, and two follow a view of a single row.
    """
    texts = []
    for view in views:
        if view.graph.shape is None:
            raise InvalidInput("format position", "a rectangular field", "a free graph")
        texts.append(f"{view}\n\n" if view.graph.shape[0] == 1 else f"{view}\n")
    return "\n".join(texts).rstrip("\n") + "\n"


def split_cells(line: str) -> list[tuple[int, str]]:
    """Split a line into its cells: the column of each, in characters as a person sees them, and its letter.

    Blanks, and single bars or commas, separate cells. Between two bars or commas there is a cell, even if it
    is blank.

    >>> split_cells("| 1 |\\t# |"), split_cells("1\\ufe0f\\u20e3F"), split_cells("1,,#")
    ([(3, '1'), (7, '#')], [(1, '1'), (2, 'F')], [(1, '1'), (3, ' '), (4, '#')])
    """
    found: list[tuple[int, str]] = []
    column, before = 0, ""  # before: the last non-blank sign
    for column, sign in enumerate(line.rstrip().translate(_SAME), 1):
        if sign.isspace():
            continue
        if sign not in _BETWEEN:
            found.append((column, sign))
        elif before in _BETWEEN or (not before and sign == ","):  # a bar may also begin or end a line
            found.append((column, " "))
        before = sign
    return [*found, (column + 1, " ")] if before == "," or (before and not found) else found


def _read_row(line: str) -> str:
    if set(line) <= _PLAIN:
        return "".join(line.split())
    return "".join([letter for _, letter in split_cells(line)])


def _split_positions(blocks: Iterable[str], source: str) -> Iterator[_Block]:
    """Split a text into the lines of its positions, up to the first line with a wrong letter."""
    total: _Line | None = None
    pieces: list[list[_Line]] = []  # rows since a certain beginning, split at blank lines
    before: list[_Block] = []  # the positions that a line `mines N` ended
    blank, cells, near = 0, 0, False  # near: at most one blank line is before the last `mines N`
    for number, text in filter(None, number_lines(blocks, source, "a row of cells")):
        if not text.strip():
            blank += 1
        elif text.lstrip()[:1].lower() == "m":
            yield from before
            before, near = [*_separate(total, pieces, source)], blank < 2
            total, pieces, cells = _Line(number, text, ""), [], 0
        elif not _is_border(text):
            yield from before
            before = []
            if pieces and blank > 1:
                yield from _separate(total, pieces, source)
                total, pieces, cells = None, [], 0
            if blank or not pieces:
                pieces.append([])
            row, blank = _read_row(text), 0
            pieces[-1].append(_Line(number, text, row))
            cells += len(row)
            if cells > _MOST:
                raise InvalidInput(f"{source}:{number}:1", f"a position of at most {_MOST} cells", "more")
            if not _LETTERS.issuperset(row):
                break
    if before and near and before[-1][0] is None:  # rows without a total, then a total without rows
        yield from [*before[:-1], (total, before[-1][1])]
    else:
        yield from [*before, *_separate(total, pieces, source)]


def _separate(total: _Line | None, pieces: Sequence[list[_Line]], source: str) -> Iterator[_Block]:
    lengths = {len(piece[0].row) for piece in pieces}
    alone = len(lengths) == len(pieces) > 1  # one position would have equally long rows
    if not alone and all(len(piece) == 1 for piece in pieces):  # rows separated by blank lines, or none
        if len(pieces) > 1:
            where = f"{source}:{pieces[0][0].number}"
            remark(f"{where}: took rows between blank lines for one position; two blank lines separate them")
        pieces = [[line for piece in pieces for line in piece]] if pieces or total else []
    for at, piece in enumerate(pieces):
        yield None if at else total, piece


def _is_border(line: str) -> bool:
    """Whether a line is a border of a table, such as `+---+---+`."""
    return "+" in line and not line.strip(" \t+-=")


def _read_view(block: _Block, source: str, mines: int | None, field: FieldMaker) -> View:
    (head, lines), total, where = block, None, "mines"
    if head:
        where = f"{source}:{head.number}:1"
        total = total_of(head.text, where)
    if not lines:
        below = f" below {quote(head.text.strip())}" if head else ""
        raise InvalidInput(where, f"a row of cells{below}", "none")
    place = partial(_find_place, lines, source)
    number, text, _ = lines[-1]  # a line without a cell ends a position
    if turned := _TURNED.fullmatch(text):
        raise InvalidInput(f"{source}:{number}:1", f"'mines {turned[1]}'", quote(text.strip()))
    rows = [line.row for line in lines]
    marks = marks_of(rows, place)
    cols = len(rows[0])
    graph = on_field(field, len(rows), cols)
    view = make_view(graph, marks, lambda cell: place(*divmod(cell, cols)), mines, total, where)
    all_end_blank = all(len(line.text) == cols + 1 and line.text[cols] == " " for line in lines)
    if uneven := next((line for line in lines if all_end_blank or _is_uneven(line.text)), None):
        options = "--empty ' ' reads each as a 0, --covered ' ' as a covered cell"
        remark(f"{source}:{uneven.number}: took no blank for a cell ({options})")
    return view


def _is_uneven(line: str) -> bool:
    """Whether blanks stand between some cells of a row, but not between all."""
    parts = line.split()
    return len(parts) > 1 and max(map(len, parts)) > 1 and _PLAIN.issuperset(line)


def _find_place(lines: list[_Line], source: str, row: int, col: int | None) -> str:
    """Find the place of a cell, or of the end of a row, in the lines that are not blank."""
    number, line, _ = lines[row]
    cells = split_cells(line)
    column = cells[-1][0] + 1 if col is None else cells[col][0]
    return f"{source}:{number}:{column}"
