"""Position text: what a player sees, one position or several.

An optional line `mines N`; then rows of `0`-`8` (a clue), `#` (covered), `F` (flag) and `?` (cleared,
without a number). Blanks, or single bars or commas, may stand between the cells. Other signs are read
where they can mean only one thing: see `signs`.

A line `mines N` begins a position, and so does a row after a blank line, with one exception: where every
row stands alone between blank lines, they are the rows of one position. Two blank lines always part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import count
from typing import NamedTuple

from logicsweep.boards.board import COVERED, FLAG, SAFE, View, marks_of, on_field, total_of
from logicsweep.boards.cells import CellGraph, FieldMaker
from logicsweep.errors import InvalidInput
from logicsweep.formats import judge, mbf
from logicsweep.formats.checks import check_clues, check_total, holds, view_of
from logicsweep.formats.signs import LETTERS, Reading, cells_of, is_known, reading

_FIRST, _LETTERS = set("m" + LETTERS), set(LETTERS + " \t\n")
_SIGNS = f"{LETTERS}9\n".encode()
_TOTAL = re.compile("(?:mines [0-9]{1,9})?", re.ASCII)
_OTHERS = {"\n": 0, "#": COVERED, "F": FLAG, "?": SAFE}
_MARKS = bytes(_OTHERS.get(chr(code), code - ord("0")) & 255 for code in range(256))  # signed, by letter
_TELLING = set("012345678#")


class _Line(NamedTuple):
    number: int
    text: str


class _Block(NamedTuple):
    """The lines of one position: that of its mine total, if there is one, and its rows."""

    total: _Line | None
    rows: list[_Line]


def sniff(text: str) -> bool:
    """Whether a text is meant as positions: it begins as one does and has `#`, or nothing but known signs.

    >>> sniff("mines 1"), sniff("1.#"), sniff("10"), sniff("1-1"), sniff("1 2\\n.."), sniff("...")
    (True, True, True, True, False, False)
    """
    if mbf.sniff_hex(text) or any(letter < " " and not letter.isspace() for letter in set(text)):
        return False
    body = text.lstrip()
    begins = body[:1] in _FIRST and (body[0] != "m" or body.startswith("mines"))
    if begins and (body[0] == "m" or "#" in body or set(body) <= _LETTERS):
        return True
    if judge.sniff(text):
        return False
    met = set[str]()
    for line in body.split("\n"):
        met.update(_row(line) if not _is_border(line) else "")
        if not all(map(is_known, met)):
            return False
    return not met.isdisjoint(_TELLING)


def read(
    text: str, source: str = "<text>", mines: int | None = None, field: FieldMaker = CellGraph.grid
) -> Iterator[View]:
    """The views of a text, one by one; `mines` overrides the total that the text tells.

    The rows are cells of the `field`. Of hexagons, the odd rows may stand half a cell to the right.

    Raises InvalidInput with `source:line:column` for ragged rows, unknown or doubtful signs, a clue that
    its neighbourhood cannot hold, a mine total out of range, no cells at all. Flags are claims:
    none of them is wrong here.

    >>> [view.mines for view in read("mines 1\\n1#\\n11\\n\\n0#\\n")]
    [1, None]
    """
    pieces = _pieces(text)
    if pieces:
        yield from _of_pieces(pieces, source, mines, field)
        return
    blocks = list(_blocks(text))
    if not blocks:
        raise _empty(source, 1)
    said = _reading(blocks, source, mines, field)
    for block in blocks:
        yield _view(block, said, source, mines, field)


def write(views: Iterable[View]) -> str:
    """Views as position text, each on a rectangular field: hexagons as they lie.

    A blank line stands between them, and two after one of a single row.
    """
    texts = []
    for view in views:
        if view.graph.shape is None:
            raise InvalidInput("format position", "a rectangular field", "a free graph")
        texts.append(f"{view}\n\n" if view.graph.shape[0] == 1 else f"{view}\n")
    return "\n".join(texts).rstrip("\n") + "\n"


def _pieces(text: str) -> list[str]:
    """The positions of a text as `write` has it: lines without a blank one; none of any other text.

    There may be a 9 in it, or rows that are ragged; but each position has several rows.
    """
    body = text.rstrip("\n")
    if "\n\n\n" in f"\n\n{body}":
        return []
    pieces = body.split("\n\n")
    totals = [piece.startswith("mines ") for piece in pieces]
    if not body.isascii() or body.encode().translate(None, _SIGNS) != b"mines " * sum(totals):
        return []
    several = [piece.count("\n") > total for piece, total in zip(pieces, totals, strict=True)]
    return pieces if all(several) else []


def _of_pieces(pieces: Iterable[str], source: str, mines: int | None, field: FieldMaker) -> Iterator[View]:
    """The views of such a text; row by row only where something is wrong, or on no grid."""
    line = 1
    for piece in pieces:
        view = _sound(piece, mines, field)
        if not view:
            [block] = _blocks(piece, line)
            view = _view(block, {}, source, mines, field)
        yield view
        line += piece.count("\n") + 2


def _sound(piece: str, mines: int | None, field: FieldMaker) -> View | None:
    """The view of a position on a grid, all its cells at once; None where something is wrong."""
    first, _, rows = piece.partition("\n") if piece.startswith("m") else ("", "", piece)
    lines = f"{rows}\n".encode()
    cols, height = lines.index(b"\n"), lines.count(b"\n")
    even = len(lines) == height * (cols + 1) and lines[cols :: cols + 1] == b"\n" * height
    if not even or b"9" in lines or not _TOTAL.fullmatch(first):
        return None
    graph = on_field(field, height, cols)
    told = int(first[len("mines ") :]) if first and mines is None else mines
    view = view_of(graph, lines.translate(_MARKS, b"\n"), told)
    is_grid = graph.kind == "grid" and graph.shape == (height, cols)
    return view if is_grid and holds(lines.translate(_MARKS), cols, view.mines) else None


def _blocks(text: str, first: int = 1) -> Iterator[_Block]:
    """The positions of lines, the first of which has this number."""
    total: _Line | None = None
    pieces: list[list[_Line]] = []  # rows since the last certain parting, by the blank lines between them
    blank = 0
    for line in map(_Line, count(first), text.split("\n")):
        if not line.text.strip():
            blank += 1
        elif _is_total(line):
            yield from _parted(total, pieces)
            total, pieces = line, []
        elif not _is_border(line.text):
            if pieces and blank > 1:
                yield from _parted(total, pieces)
                total, pieces = None, []
            pieces = pieces if pieces and not blank else [*pieces, []]
            pieces[-1].append(line)
            blank = 0
    yield from _parted(total, pieces)


def _parted(total: _Line | None, pieces: Sequence[list[_Line]]) -> Iterator[_Block]:
    if all(len(piece) == 1 for piece in pieces):  # rows with blank lines between, or no row at all
        pieces = [[line for piece in pieces for line in piece]] if pieces or total else []
    for at, piece in enumerate(pieces):
        yield _Block(None if at else total, piece)


def _is_total(line: _Line) -> bool:
    return line.text.lstrip()[:1].lower() == "m"


def _is_border(line: str) -> bool:
    """Whether a line is one of a table's, such as `+---+---+`."""
    return "+" in line and not line.strip(" \t+-=")


def _row(line: str) -> str:
    """The signs of a row, one character a cell."""
    if set(line) <= _LETTERS:
        return "".join(line.split())
    return "".join([sign for _, sign in cells_of(line)])


def _view(block: _Block, said: Reading, source: str, mines: int | None, field: FieldMaker) -> View:
    told, where = None, "mines"
    if block.total:
        where = f"{source}:{block.total.number}:1"
        told = total_of(block.total.text, where)
    if not block.rows:
        raise _empty(source, block.total.number if block.total else 1)
    place = partial(_place, block.rows, source)
    letters = {ord(sign): letter for sign, letter in said.items()}
    rows = [_row(text).translate(letters) for _, text in block.rows]
    marks = marks_of(rows, place)
    view = View(on_field(field, len(rows), len(rows[0])), marks, told if mines is None else mines)
    check_clues(view, lambda cell: place(*divmod(cell, len(rows[0]))))
    check_total(view, where if mines is None else "mines")
    return view


def _empty(source: str, line: int) -> InvalidInput:
    return InvalidInput(f"{source}:{line}:1", "a row of cells", "an empty position")


def _reading(blocks: Sequence[_Block], source: str, mines: int | None, field: FieldMaker) -> Reading:
    """What the doubtful signs of a text stand for, if it has any."""
    lines = [line for block in blocks for line in block.rows]
    if all(set(line.text) <= _LETTERS for line in lines):
        return {}
    rows = [(line.number, cells_of(line.text)) for line in lines]
    places: dict[str, str] = {}
    for number, cells in rows:
        for column, sign in cells:
            places.setdefault(sign, f"{source}:{number}:{column}")

    def fits(said: Reading) -> bool:
        return all(_fits(block, said, mines, field) for block in blocks)

    return reading(places, fits, places.__getitem__)


def _fits(block: _Block, said: Reading, mines: int | None, field: FieldMaker) -> bool:
    """Whether a position holds together when its signs are read so.

    A cell that is read as cleared, with no mine around, touches no covered one: a game would have cleared
    it. Those that are read as flags leave others covered, else there is nothing to ask, and are no more than
    the mines. A position that breaks its own rules, however it is read, says nothing.
    """
    letters = [said.get(sign, "") for _, text in block.rows for sign in _row(text)]
    try:
        view = _view(block, said, "", mines, field)
    except InvalidInput:
        return _is_broken(block)
    marks, neighbours = view.marks, view.graph.neighbours
    touching = {marks[j] for i, letter in enumerate(letters) if letter == "0" for j in neighbours[i]}
    flags_fit = view.mines is None or len(view.flags) <= view.mines
    return touching.isdisjoint((COVERED, FLAG)) and ("F" not in letters or (COVERED in marks and flags_fit))


def _is_broken(block: _Block) -> bool:
    """Whether a position has wrong signs or ragged rows."""
    rows = [_row(text) for _, text in block.rows]
    return len({*map(len, rows)}) != 1 or not all(is_known(sign) for sign in "".join(rows))


def _place(lines: list[_Line], source: str, row: int, col: int | None) -> str:
    """Where a cell, or the end of a row, stands in the lines that are not blank."""
    number, line = lines[row]
    cells = cells_of(line)
    column = cells[-1][0] + 1 if col is None else cells[col][0]
    return f"{source}:{number}:{column}"
