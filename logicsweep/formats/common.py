"""Shared by formats and puzzles: lines, numbers, sizes, cells as bits, JSON, and checks."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import StringIO
from typing import NamedTuple, TypeAlias, TypeVar, cast

from logicsweep.boards.board import COVERED, FLAG, Board, View
from logicsweep.boards.cells import MOST_CELLS, CellGraph
from logicsweep.boards.names import extent, find_repeated
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, quote, shorten, whole_number

T = TypeVar("T")
At: TypeAlias = Callable[[int], str]
"""The place in a line of a column, counted from 0: `source:line:column`, counted from 1."""
_AS_BITS, _AS_DIGITS = bytes.maketrans(b"01", b"\0\1"), bytes.maketrans(b"\0\1", b"01")
_LONGEST = 9  # digits of a width or height
_BLANKS = re.compile(r"[ \t\n\r]*")  # JSON's white space
_MOST_DIGITS = 4300  # Python's own limit, which the command line lifts: time grows by the square
_WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_WORD = re.compile(r"\S+", re.ASCII)  # separated by C++'s white space
_LINE_END = re.compile(r"\r\n?|\n")


def number_lines(
    blocks: Iterable[str], source: str, what: str, first: int = 1
) -> Iterator[tuple[int, str] | None]:
    """Number the lines of a text in blocks of whole lines; yields None after each block.

    If all lines are blank this raises InvalidInput, which expects `what`, unless `what` is empty.
    """
    for block in blocks:
        what = "" if block.strip() else what
        for line in StringIO(block):  # a list of them would take many times the memory of the text
            yield first, line.removesuffix("\n")
            first += 1
        yield None
    if what:
        raise InvalidInput(f"{source}:1:1", what, "an empty text")


def read_each_line(
    blocks: Iterable[str], source: str, what: str, read_line: Callable[[str, At], T]
) -> Iterator[T | None]:
    """Read each non-blank line of a text in blocks; yields None after each block.

    `read_line` gets a line without the blanks around it; for `what` see `number_lines`.
    """
    for line in number_lines(blocks, source, what):
        if line is None:
            yield None
        elif text := line[1].strip():
            yield read_line(text, partial(_name_column, source, *line))


class Number(NamedTuple):
    """A whole number of at most nine digits and its place, `source:line:column`."""

    value: int
    place: str

    def check_range(self, least: int, most: int | None = None) -> int:
        """The value; raises InvalidInput if it is less than `least` or more than `most`."""
        return whole_number(self.place, self.value, least, most)


def filled_lines(text: str, source: str) -> Iterator[tuple[str, str]]:
    """The non-blank lines of a text, each with its place before it; the last is "" with the text's name."""
    for number, line in enumerate(_LINE_END.split(text), 1):
        if line.split():
            yield f"{source}:{number}", line
    yield source, ""


def read_numbers(
    lines: Iterator[tuple[str, str]], count: int, expected: str, may_end: bool = False
) -> list[Number]:
    """Read `count` numbers from the next line, or none if the text `may_end` there and does.

    `expected` describes them in words.

    >>> lines = filled_lines("2 3\\n\\n-7", "cases.txt")
    >>> read_numbers(lines, 2, "two numbers")
    [Number(value=2, place='cases.txt:1:1'), Number(value=3, place='cases.txt:1:3')]
    """
    place, line = next(lines)
    words = [(word[0], f"{place}:{word.start() + 1}") for word in re.finditer(r"\S+", line)]
    if len(words) != count and not (may_end and not words):
        found = f"{len(words)} of them: {quote(' '.join(line.split()))}" if words else "the end of the text"
        raise InvalidInput(place, expected, found)
    for word, at in words:
        if not _WHOLE.fullmatch(word):
            raise InvalidInput(at, "a whole number of at most 9 digits", quote(word))
    return [Number(int(word), at) for word, at in words]


def require_end(lines: Iterator[tuple[str, str]], before: str) -> None:
    """Raise InvalidInput if there is one more line; `before` says in words what should be the last."""
    place, line = next(lines)
    if line:
        raise InvalidInput(place, f"nothing after {before}", quote(" ".join(line.split())))


def read_words(
    blocks: Iterable[str], source: str, what: str, first: int = 1
) -> Iterator[tuple[str, int, int] | None]:
    """Read the words of a text in blocks as C++ does with `cin >>`; yields None after each block.

    Yields each word with its line and column, counted from 1. `first` is the number of the text's first line;
    for `what` see `number_lines`.
    """
    for numbered_line in number_lines(blocks, source, what, first):
        if numbered_line is None:
            yield None
            continue
        number, line = numbered_line
        end = 0
        for word in line.split() if line.isascii() else _WORD.findall(line):
            at = line.index(word, end)
            end = at + len(word)
            yield word, number, at + 1


class Word(NamedTuple):
    """A word of a text and its place: the text's name, the line and the column, counted from 1."""

    text: str
    source: str
    line: int
    column: int

    def at(self, offset: int = 0) -> str:
        """The place of the character with this number, counted from 0: `source:line:column`."""
        return f"{self.source}:{self.line}:{self.column + offset}"


class Grid(NamedTuple):
    """The words of a size, the grid of that size and its shape, and its rows.

    `starts` are the line and the column of the first row, of the second, and so on.
    """

    size: Sequence[Word]
    graph: CellGraph
    shape: tuple[int, int]
    rows: list[str]
    starts: array[int]

    def place(self, row: int, col: int | None = None) -> str:
        """The place of a cell, or of a row."""
        line, column = self.starts[2 * row : 2 * row + 2]
        return f"{self.size[0].source}:{line}:{column + (col or 0)}"

    def cell_place(self, cell: int) -> str:
        """The place of a cell by its index."""
        return self.place(*divmod(cell, self.shape[1]))


def read_grids(
    blocks: Iterable[str],
    source: str,
    read_size: Callable[[Sequence[Word]], CellGraph | None],
    words: int,
    what: str,
    first: int = 1,
) -> Iterator[Grid | None]:
    """Read the grids of a text in blocks, each a size and then its rows; yields None after each block.

    A size has this number of `words`, a row is one word; any white space may separate them. `read_size` takes
    the words and returns a grid or None; it raises InvalidInput if they are too few because the text ends.
    For `first` and `what` see `read_words`.

    >>> [g.rows for g in read_grids(["2 1 M\\n."], "text", lambda _: CellGraph.grid(2, 1), 2, "") if g]
    [['M', '.']]
    """
    size, grid, found = list[Word](), None, None
    for each in read_words(blocks, source, what, first):
        if each is None:
            yield None
            continue
        found = text, line, column = each
        if grid and len(text) == grid.shape[1]:
            grid.rows.append(text)
            grid.starts.extend((line, column))
        elif grid:
            raise _make_row_error(Word(text, source, line, column), grid)
        else:
            size.append(Word(text, source, line, column))
        if len(size) == words:
            graph = read_size(size)
            grid = Grid(size, graph, graph.shape or (1, 1), [], array("Q")) if graph else None
            size = []
        if grid and len(grid.rows) == grid.shape[0]:
            yield grid
            grid = None
    if size:
        read_size(size)
    if grid and found:
        text, line, column = found
        raise _make_row_error(Word("", source, line, column + len(text)), grid)


def _make_row_error(word: Word, grid: Grid) -> InvalidInput:
    """The error for a word that is not the expected row; an empty word means the end of the text."""
    (rows, cols), row = grid.shape, word.text
    expected = f"row {len(grid.rows) + 1} of {rows}"
    if not row:
        return InvalidInput(word.at(), expected, "the end of the text")
    expected += f" with {plural(cols, 'cell')}"
    return InvalidInput(word.at(min(len(row), cols)), expected, f"{len(row)} in {quote(row)}")


def _name_column(source: str, number: int, line: str, column: int) -> str:
    return f"{source}:{number}:{len(line) - len(line.lstrip()) + column + 1}"


def make_grid(height: str, width: str, place: str, text: str) -> CellGraph:
    """Make a grid from a height and a width in decimal digits; raises InvalidInput for no or too many cells.

    The error quotes `text`.
    """
    if not (width.strip("0") and height.strip("0")):
        expected = "a size of at least 1x1"
    elif max(len(width), len(height)) > _LONGEST or int(width) * int(height) > MOST_CELLS:
        expected = f"a board of at most {MOST_CELLS} cells"
    else:
        return CellGraph.grid(int(height), int(width))
    raise InvalidInput(place, expected, quote(text))


@dataclass(frozen=True)
class Digits:
    """Digits of `bits` bits each, in upper or lower case; a cell is a bit, a board's first cell the highest.

    After the last cell all bits are 0. Errors call a digit `name`.

    >>> Digits("0123456789abcdef", 4, "hex digit").read_mined("88", 5)
    b'\\x01\\x00\\x00\\x00\\x01'
    """

    letters: str
    bits: int
    name: str

    def count(self, cells: int) -> int:
        """The number of digits for this number of cells."""
        return -(-cells // self.bits)

    def check(self, text: str, cells: int, at: At) -> None:
        """Raise InvalidInput unless a text is the digits of `cells` cells; `at` gives a digit's place."""
        count, allowed = self.count(cells), self.letters + self.letters.upper()
        for column, letter in enumerate(text[:count] if text.strip(allowed) else ""):
            if letter not in allowed:
                raise InvalidInput(at(column), f"'0' to '9' or 'a' to '{self.letters[-1]}'", quote(letter))
        if len(text) != count:
            expected = f"{plural(count, self.name)} for {plural(cells, 'cell')}"
            raise InvalidInput(at(min(len(text), count)), expected, str(len(text)))
        spare = count * self.bits - cells
        if int(text[-1], 1 << self.bits) % (1 << spare):
            expected = f"a last digit that ends in {plural(spare, 'bit')} of 0"
            raise InvalidInput(at(count - 1), expected, quote(text[-1]))

    def read_mined(self, text: str, cells: int) -> bytes:
        """The `mined` of a board of `cells` cells, from digits that `check` has passed."""
        return unpack_bits(int(text, 1 << self.bits), len(text) * self.bits)[:cells]


def unpack_bits(number: int, width: int) -> bytes:
    """Turn the lowest `width` bits of a number into bytes of 0 and 1, the highest bit first."""
    return format(number, f"0{width}b").encode().translate(_AS_BITS)


def pack_bits(mined: bytes, unit: int) -> bytes:
    """Pack a board's cells as bits, the first cell the highest, padded with 0 to whole units of bytes."""
    size = -(-len(mined) // (8 * unit)) * unit
    return (int(mined.translate(_AS_DIGITS), 2) << (size * 8 - len(mined))).to_bytes(size)


def read_json_values(
    text: str, source: str = "text", line: int = 1, shown: str = ""
) -> Iterator[tuple[object, str]]:
    """Read the JSON values of a text one by one, each with its place, `source:line:column`.

    Refuses duplicate keys, very deep values and long numbers. Yields the values before a mistake first.
    `line` is the number of the text's first line. Errors quote `shown`, if given, instead of the text.

    >>> [*read_json_values("[1]\\n2")]
    [([1], 'text:1:1'), (2, 'text:2:1')]
    """
    position, first = 0, line
    while (start := cast(re.Match[str], _BLANKS.match(text, position)).end()) < len(text):
        line += text.count("\n", position, start)
        where = f"{source}:{line}:{start - text.rfind(chr(10), 0, start)}"
        try:
            value, position = _JSON.raw_decode(text, start)
        except json.JSONDecodeError as error:
            at = f"{source}:{first - 1 + error.lineno}:{error.colno}"
            rest = (shown or text)[error.pos :].split("\n", 1)[0]
            found = quote(rest) if error.pos < len(text) else "the end of the text"
            raise InvalidInput(at, f"JSON ({error.msg})", found) from None
        except RecursionError:
            raise InvalidInput(where, "JSON that is not nested so deeply", "too many levels") from None
        except ValueError as error:
            raise InvalidInput(where, "standard JSON", f"something else: {shorten(str(error))}") from None
        line += text.count("\n", start, position)
        yield value, where


def _parse_int(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _make_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"the key {quote(find_repeated([key for key, _ in pairs]) or '')} twice")
    return found


_JSON = json.JSONDecoder(parse_int=_parse_int, object_pairs_hook=_make_object)


def show_json(value: object) -> str:
    """Show a JSON value for an error: as JSON, but null as none."""
    try:
        return shorten("none" if value is None else json.dumps(value, default=repr))
    except RecursionError:
        return "JSON of very many levels"


def make_view(
    graph: CellGraph,
    marks: tuple[int, ...],
    place: Callable[[int], str],
    mines: int | None,
    total: int | None = None,
    total_place: str = "mines",
) -> View:
    """Make a view from the marks and the `total` of a text; `mines` overrides the total.

    Raises InvalidInput at the `place` of the first cell whose clue is above its covered neighbours, and at
    `total_place` if the total is above the covered cells.
    """
    view = View(graph, marks, total if mines is None else mines)
    neighbours = graph.neighbours
    for cell, mark in enumerate(marks):
        if mark > 0 and mark > (room := [marks[j] in (COVERED, FLAG) for j in neighbours[cell]].count(True)):
            expected = f"a clue of at most {room} (its covered neighbours)"
            raise InvalidInput(place(cell), expected, shorten(str(mark)), (graph.name(cell),))
    most = marks.count(COVERED) + marks.count(FLAG)
    if view.mine_total is not None and view.mine_total > most:
        expected = f"a mine total from 0 to {most} (the covered cells)"
        raise InvalidInput(total_place if mines is None else "mines", expected, shorten(str(view.mine_total)))
    return view


def check_playable(board: Board, place: str) -> Board:
    """Return the board; raises InvalidInput if it has no mine or no safe cell.

    A format whose own programs have no such boards refuses to read and write them. Other formats hold them;
    playing one then fails because there is no cell to start on.
    """
    for value, what in ((1, "mine"), (0, "safe cell")):
        if value not in board.mined:
            raise InvalidInput(place, f"a board with at least one {what}", "none")
    return board


def grid_shape(form: str, graph: CellGraph, most: int = MOST_CELLS) -> tuple[int, int]:
    """Rows and columns of a grid that a format can write; raises InvalidInput for more than `most`."""
    if graph.kind != "grid" or not graph.shape:
        raise InvalidInput(f"format {form}", "a grid", extent(graph))
    if max(graph.shape) > most:
        raise InvalidInput(f"format {form}", f"at most {most} rows and columns", extent(graph))
    return graph.shape


def letters_for(form: str, view: View, letters: Mapping[int, str]) -> str:
    """The letters of a view's cells; raises InvalidInput for a cleared cell without a letter there."""
    for cell, mark in enumerate(view.marks):
        if mark not in letters:
            found = f"{view.glyph(cell)!r} in {view.graph.name(cell)}"
            raise InvalidInput(f"format {form}", "a clue from 0 to 8 in every cleared cell", found)
    return "".join([letters[mark] for mark in view.marks])


def mine_total(form: str, view: View) -> int:
    """The mine total of a position, for a format that needs it; raises InvalidInput if it is not known."""
    if view.mine_total is None:
        raise InvalidInput(f"format {form}", "a position with its mine total", "none")
    return view.mine_total
