"""Rows of letters after a size, as `.mine` has them, from text in blocks; no format by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from logicsweep.boards.cells import MOST_CELLS
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, quoted

SIZE = re.compile("([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})", re.ASCII)
"""A size: width, height, mine total."""
_LETTERS = b"012345678HFM?"
_KNOWN = f"{_LETTERS.decode()}\n"


class Size(NamedTuple):
    """What a size says, and the column in which its mine total begins."""

    rows: int
    cols: int
    mines: int
    column: int


class Grid(NamedTuple):
    """A size, and its rows as bytes: only letters of the format, a line end after each row."""

    size: Size
    body: bytes
    source: str
    line: int
    """The line of the size, counted from 1."""

    def place(self, at: int) -> str:
        """The place of a byte of the body."""
        row, col = divmod(at, self.size.cols + 1)
        return f"{self.source}:{self.line + 1 + row}:{col + 1}"

    @property
    def total_place(self) -> str:
        """The place of the mine total."""
        return f"{self.source}:{self.line}:{self.size.column}"


class Grids:
    """Text that comes in blocks of whole lines; what is whole at its front is taken off.

    >>> grids = Grids("b.mine", "a board")
    >>> [grid.body for grid in grids.more("2x1x1\\nMH\\n1x2x1\\nM\\n")]
    [b'MH\\n']
    >>> [(grid.body, grid.total_place) for grid in grids.more("1\\n")], [*grids.rest()]
    ([(b'M\\n1\\n', 'b.mine:3:5')], [])
    """

    def __init__(self, source: str, what: str) -> None:
        """`what` is said to be missing in a text that has nothing."""
        self._source, self._what = source, what
        self._parts: list[str] = []
        self._text, self._at, self._line = "", 0, 1
        self._missing, self._empty = 0, True
        self._sizes: dict[str, Size] = {}

    def all(self, text: str) -> Iterator[Grid]:
        """Those of a text that is whole."""
        yield from self.more(text)
        yield from self.rest()

    def more(self, block: str) -> Iterator[Grid]:
        """Those that are whole when this comes after what came before."""
        self._parts.append(block)
        self._missing -= block.count("\n")
        if self._missing <= 0:
            yield from self._whole(last=False)

    def rest(self) -> Iterator[Grid]:
        """Those that are left when no more comes."""
        if not (self._parts or [self._text])[-1].endswith("\n"):
            self._parts.append("\n")
        yield from self._whole(last=True)
        if self._empty:
            raise InvalidInput(f"{self._source}:1:1", self._what, "an empty text")

    def _whole(self, last: bool) -> Iterator[Grid]:
        self._text = "".join([self._text[self._at :], *self._parts])
        self._parts, self._at = [], 0
        while (end := self._header()) >= 0:
            self._empty = False
            header = self._text[self._at : end]
            size = self._sizes.get(header) or _size(header, f"{self._source}:{self._line}")
            self._sizes[header] = size
            taken = self._body(size, end + 1, last)
            if not taken:
                return
            self._at, body = taken
            yield Grid(size, body, self._source, self._line)
            self._line += size.rows + 1

    def _header(self) -> int:
        """Where the next line ends that is not blank, or -1; the blank ones before it are taken off."""
        while (end := self._text.find("\n", self._at)) >= 0 and not self._text[self._at : end].strip():
            self._at, self._line = end + 1, self._line + 1
        return end

    def _body(self, size: Size, at: int, last: bool) -> tuple[int, bytes] | None:
        """Where the rows end that begin at a place, and their letters; None where lines are missing."""
        length = size.rows * (size.cols + 1)
        end, body = at + length, self._text[at : at + length]
        even = len(body) == length and body[size.cols :: size.cols + 1] == "\n" * size.rows
        if not even or body.count("\n") > size.rows:
            found = self._rows(size, at)
            if len(found) < size.rows:
                self._lack(size, len(found), last)
                return None
            end, body = found[-1][0], "".join([row for _, row in found])
        letters = body.encode("ascii", "replace")
        if letters.translate(None, _LETTERS + b"\n") or not body.isascii():
            wrong = next(i for i, letter in enumerate(body) if letter not in _KNOWN)
            place = Grid(size, letters, self._source, self._line).place(wrong)
            raise InvalidInput(place, "'0' to '8', 'H', 'F', 'M' or '?'", quoted(body[wrong]))
        return end, letters

    def _rows(self, size: Size, at: int) -> list[tuple[int, str]]:
        """The rows that are there of those that begin at a place: where each ends, and it without blanks."""
        rows: list[tuple[int, str]] = []
        while len(rows) < size.rows and (end := self._text.find("\n", at)) >= 0:
            row = self._text[at:end].rstrip()
            if len(row) != size.cols:
                place = f"{self._source}:{self._line + 1 + len(rows)}:{min(len(row), size.cols) + 1}"
                expected = f"row {len(rows) + 1} of {size.rows} with {plural(size.cols, 'cell')}"
                raise InvalidInput(place, expected, f"{len(row)} in {quoted(row)}")
            at = end + 1
            rows.append((at, f"{row}\n"))
        return rows

    def _lack(self, size: Size, found: int, last: bool) -> None:
        """Note down how many lines are missing; InvalidInput where no more come."""
        if last:
            place = f"{self._source}:{self._line + 1 + found}:1"
            raise InvalidInput(place, f"row {found + 1} of {size.rows}", "the end of the text")
        self._missing = size.rows - found


def _size(line: str, place: str) -> Size:
    text = line.strip()
    match = SIZE.fullmatch(text)
    place = f"{place}:{line.index(text) + 1}"
    if not match:
        raise InvalidInput(place, "a size 'WxHxM' (width, height, mines)", quoted(text))
    cols, rows, mines = map(int, match.groups())
    if not rows * cols:
        raise InvalidInput(place, "a width and a height of at least 1", quoted(text))
    if rows * cols > MOST_CELLS:
        raise InvalidInput(place, f"a board of at most {MOST_CELLS} cells", quoted(text))
    return Size(rows, cols, mines, line.rindex("x") + 2)
