"""What formats and puzzles share: lines, numbers, sizes, cells as bits, JSON; and what no format can hold."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from io import StringIO
from typing import NamedTuple, TypeAlias, TypeVar, cast

from logicsweep.boards.board import COVERED, FLAG, Board, View
from logicsweep.boards.cells import MOST_CELLS, CellGraph
from logicsweep.boards.names import extent, repeated
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, quoted, whole_number

T = TypeVar("T")
At: TypeAlias = Callable[[int], str]
"""The place in a line of a column, counted from 0: `source:line:column`, counted from 1."""
_AS_BITS, _AS_DIGITS = bytes.maketrans(b"01", b"\0\1"), bytes.maketrans(b"\0\1", b"01")
_LONGEST = 9  # digits of a width or height: more are too many, whatever they say
_BLANKS = re.compile(r"[ \t\n\r]*")  # what JSON calls white space
_MOST_DIGITS = 4300  # as Python's own limit, which the command line lifts: reading takes time by the square
_WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)


def numbered(
    blocks: Iterable[str], source: str, what: str, first: int = 1
) -> Iterator[tuple[int, str] | None]:
    """The lines of a text in blocks of whole lines, each with its number; None where a block ends.

    Raises InvalidInput, naming `what` is missing, if anything, where all lines are blank.

    >>> list(numbered(["a\\nb\\n", "c"], "text", "letters"))
    [(1, 'a'), (2, 'b'), None, (3, 'c'), None]
    """
    for block in blocks:
        what = "" if block.strip() else what
        for line in StringIO(block):  # a list of them would take many times the memory of the text
            yield first, line.removesuffix("\n")
            first += 1
        yield None
    if what:
        raise InvalidInput(f"{source}:1:1", what, "an empty text")


def one_a_line(
    blocks: Iterable[str], source: str, what: str, read_line: Callable[[str, At], T]
) -> Iterator[T | None]:
    """What the lines of a text in blocks hold, None where a block ends; blank lines hold nothing.

    `read_line` gets a line without the blanks around it; `what` as `numbered` has it.

    >>> list(one_a_line(["1\\n\\n22\\n"], "text", "a number", lambda line, at: (line, at(0))))
    [('1', 'text:1:1'), ('22', 'text:3:1'), None]
    """
    for line in numbered(blocks, source, what):
        if line is None:
            yield None
        elif text := line[1].strip():
            yield read_line(text, partial(_at, source, *line))


class Number(NamedTuple):
    """A whole number of at most nine digits and where it stands: `source:line:column`."""

    value: int
    place: str

    def within(self, least: int, most: int | None = None) -> int:
        """The value; InvalidInput where it is less than `least` or more than `most`."""
        return whole_number(self.place, self.value, least, most)


def filled_lines(text: str, source: str) -> Iterator[tuple[str, str]]:
    """The lines of a text that are not blank, each after its place; then nothing, after the text's name."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.split():
            yield f"{source}:{number}", line
    yield source, ""


def numbers_of(lines: Iterator[tuple[str, str]], count: int, expected: str) -> list[Number]:
    """The numbers of the next line; `expected` says in words what they are.

    >>> lines = filled_lines("2 3\\n\\n-7", "cases.txt")
    >>> numbers_of(lines, 2, "two numbers")
    [Number(value=2, place='cases.txt:1:1'), Number(value=3, place='cases.txt:1:3')]
    """
    place, line = next(lines)
    words = [(word[0], f"{place}:{word.start() + 1}") for word in re.finditer(r"\S+", line)]
    if len(words) != count:
        found = f"{len(words)} of them: {quoted(' '.join(line.split()))}" if words else "the end of the text"
        raise InvalidInput(place, expected, found)
    for word, at in words:
        if not _WHOLE.fullmatch(word):
            raise InvalidInput(at, "a whole number of at most 9 digits", quoted(word))
    return [Number(int(word), at) for word, at in words]


def end_of(lines: Iterator[tuple[str, str]], before: str) -> None:
    """InvalidInput where there is one more line; `before` says in words what should be the last."""
    place, line = next(lines)
    if line:
        raise InvalidInput(place, f"nothing after {before}", quoted(" ".join(line.split())))


class Grid(NamedTuple):
    """A line that tells a size, its number, the grid of that size and its shape, and the rows after it."""

    source: str
    line: int
    head: str
    graph: CellGraph
    shape: tuple[int, int]
    rows: list[str]

    def place(self, row: int, col: int | None = None) -> str:
        """The place of a cell, or of a row."""
        return f"{self.source}:{self.line + 1 + row}:{(col or 0) + 1}"

    def cell_place(self, cell: int) -> str:
        """The place of a cell by its index."""
        return self.place(*divmod(cell, self.shape[1]))


def grids(
    blocks: Iterable[str],
    source: str,
    grid_in: Callable[[str, str], CellGraph | None],
    what: str,
    first: int = 1,
) -> Iterator[Grid | None]:
    """The grids of a text in blocks, each a line with its size and then its rows; None where a block ends.

    `grid_in` makes a grid of a line, given its place, or none. Blanks may stand behind rows. `what` and
    `first`, the number of the text's first line, as `numbered` has them.

    >>> [g.rows for g in grids(["1 2\\nM.\\n"], "text", lambda *_: CellGraph.grid(1, 2), "") if g]
    [['M.']]
    """
    grid = None
    for numbered_line in numbered(blocks, source, what, first):
        if numbered_line is None:
            yield None
            continue
        number, line = numbered_line
        if grid:
            grid.rows.append(_row(line, number, grid))
        elif line.strip() and (graph := grid_in(line, f"{source}:{number}")):
            grid = Grid(source, number, line, graph, graph.shape or (1, 1), [])
        if grid and len(grid.rows) == grid.shape[0]:
            yield grid
            grid = None
    if grid:
        at = len(grid.rows)
        raise InvalidInput(grid.place(at), f"row {at + 1} of {grid.shape[0]}", "the end of the text")


def _row(line: str, number: int, grid: Grid) -> str:
    rows, cols = grid.shape
    row = line if len(line) == cols else line.rstrip()
    if len(row) != cols:
        expected = f"row {len(grid.rows) + 1} of {rows} with {plural(cols, 'cell')}"
        place = f"{grid.source}:{number}:{min(len(row), cols) + 1}"
        raise InvalidInput(place, expected, f"{len(row)} in {quoted(row)}")
    return row


def _at(source: str, number: int, line: str, column: int) -> str:
    return f"{source}:{number}:{len(line) - len(line.lstrip()) + column + 1}"


def grid_of(height: str, width: str, place: str, text: str) -> CellGraph:
    """The grid of a height and a width in decimal digits, which a text tells; InvalidInput where it has no
    cell, or too many.

    >>> grid_of("016", "30", "id.txt:1:1", "30x016")
    CellGraph.grid(16, 30)
    """
    if not (width.strip("0") and height.strip("0")):
        expected = "a size of at least 1x1"
    elif max(len(width), len(height)) > _LONGEST or int(width) * int(height) > MOST_CELLS:
        expected = f"a board of at most {MOST_CELLS} cells"
    else:
        return CellGraph.grid(int(height), int(width))
    raise InvalidInput(place, expected, quoted(text))


@dataclass(frozen=True)
class Digits:
    """Digits of so many bits each, of either case; a cell is a bit, the first of a board the highest.

    After the last cell all bits are 0. `name` is what a digit is called.

    >>> Digits("0123456789abcdef", 4, "hex digit").mined("88", 5)
    b'\\x01\\x00\\x00\\x00\\x01'
    """

    letters: str
    bits: int
    name: str

    def count(self, cells: int) -> int:
        """How many digits hold so many cells."""
        return -(-cells // self.bits)

    def check(self, text: str, cells: int, at: At) -> None:
        """Raise InvalidInput for what are not the digits of so many cells; `at` gives a digit's place."""
        count, allowed = self.count(cells), self.letters + self.letters.upper()
        for column, letter in enumerate(text[:count] if text.strip(allowed) else ""):
            if letter not in allowed:
                raise InvalidInput(at(column), f"'0' to '9' or 'a' to '{self.letters[-1]}'", quoted(letter))
        if len(text) != count:
            expected = f"{plural(count, self.name)} for {plural(cells, 'cell')}"
            raise InvalidInput(at(min(len(text), count)), expected, str(len(text)))
        spare = count * self.bits - cells
        if int(text[-1], 1 << self.bits) % (1 << spare):
            expected = f"a last digit that ends in {plural(spare, 'bit')} of 0"
            raise InvalidInput(at(count - 1), expected, quoted(text[-1]))

    def mined(self, text: str, cells: int) -> bytes:
        """The `mined` of a board of so many cells, from digits that are checked."""
        return bits_of(int(text, 1 << self.bits), len(text) * self.bits)[:cells]


def bits_of(number: int, width: int) -> bytes:
    """The bits of a number, so many, the highest first, a byte each.

    >>> bits_of(0b100, width=4)
    b'\\x00\\x01\\x00\\x00'
    """
    return format(number, f"0{width}b").encode().translate(_AS_BITS)


def padded(mined: bytes, unit: int) -> bytes:
    """The bits of a board as bytes, the first cell the highest bit, with 0 behind up to whole units of bytes.

    >>> padded(bytes([1, 0, 0, 0, 1]), unit=2).hex()
    '8800'
    """
    size = -(-len(mined) // (8 * unit)) * unit
    return (int(mined.translate(_AS_DIGITS), 2) << (size * 8 - len(mined))).to_bytes(size)


def json_values(text: str, source: str = "text", line: int = 1) -> Iterator[tuple[object, str]]:
    """The values of a text one by one, and where each begins, as `source:line:column`.

    Keys that come twice, very deep values and long numbers are refused. A value is read when it is asked for,
    so that those before a mistake are there. `line` is the number of the text's first line.

    >>> [*json_values("[1]\\n2")]
    [([1], 'text:1:1'), (2, 'text:2:1')]
    >>> [*json_values('{"a": 1, "a": 2}')]
    Traceback (most recent call last):
    ...
    logicsweep.errors.InvalidInput: text:1:1: expected JSON by the standard, got other: the key 'a' twice
    """
    position, first = 0, line
    while (start := cast(re.Match[str], _BLANKS.match(text, position)).end()) < len(text):
        line += text.count("\n", position, start)
        where = f"{source}:{line}:{start - text.rfind(chr(10), 0, start)}"
        try:
            value, position = _JSON.raw_decode(text, start)
        except json.JSONDecodeError as error:
            at = f"{source}:{first - 1 + error.lineno}:{error.colno}"
            rest = text[error.pos :].split("\n", 1)[0]
            found = quoted(rest) if error.pos < len(text) else "the end of the text"
            raise InvalidInput(at, f"JSON ({error.msg})", found) from None
        except (ValueError, RecursionError) as error:
            raise InvalidInput(where, "JSON by the standard", f"other: {_short(str(error))}") from None
        line += text.count("\n", start, position)
        yield value, where


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"the key {quoted(repeated([key for key, _ in pairs]) or '')} twice")
    return found


_JSON = json.JSONDecoder(parse_int=_whole, object_pairs_hook=_unique)


def json_of(value: object) -> str:
    """A JSON value as an error shows it: as JSON, null as none.

    >>> json_of(None), json_of(True), json_of({"a": 1})
    ('none', 'true', '{"a": 1}')
    """
    try:
        return _short("none" if value is None else json.dumps(value, default=repr))
    except RecursionError:
        return "JSON of very many levels"


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


def view_of(
    graph: CellGraph,
    marks: tuple[int, ...],
    place: Callable[[int], str],
    mines: int | None,
    total: int | None = None,
    total_place: str = "mines",
) -> View:
    """The view of marks that were read; its mine total is `mines`, or else the `total` that was read.

    Raises InvalidInput at the `place` of the first cell whose clue is above its covered neighbours, and for a
    mine total above the covered cells, at its own.
    """
    view = View(graph, marks, total if mines is None else mines)
    neighbours = graph.neighbours
    for cell, mark in enumerate(marks):
        if mark > 0 and mark > (room := [marks[j] in (COVERED, FLAG) for j in neighbours[cell]].count(True)):
            expected = f"a clue of at most {room} (its covered neighbours)"
            raise InvalidInput(place(cell), expected, _short(str(mark)))
    most = marks.count(COVERED) + marks.count(FLAG)
    if view.mines is not None and view.mines > most:
        expected = f"a mine total from 0 to {most} (the covered cells)"
        raise InvalidInput(total_place if mines is None else "mines", expected, _short(str(view.mines)))
    return view


def check_playable(board: Board, place: str) -> Board:
    """The board itself; InvalidInput where it has no mine or no safe cell.

    Formats whose own programs have no such boards refuse them when they read, as when they write; others
    hold them, and what plays a board says that there is no cell to start on.
    """
    for value, what in ((1, "mine"), (0, "safe cell")):
        if value not in board.mined:
            raise InvalidInput(place, f"a board with at least one {what}", "none")
    return board


def grid_shape(form: str, graph: CellGraph, most: int = MOST_CELLS) -> tuple[int, int]:
    """Rows and columns of a grid that a format may write, at most so many of each; else InvalidInput."""
    if graph.kind != "grid" or not graph.shape:
        raise InvalidInput(f"format {form}", "a grid", extent(graph))
    if max(graph.shape) > most:
        raise InvalidInput(f"format {form}", f"at most {most} rows and columns", extent(graph))
    return graph.shape


def letters_of(form: str, view: View, letters: Mapping[int, str]) -> str:
    """The letters of a view's cells; InvalidInput for the first cleared cell that the format has none for.

    >>> letters_of("mine", View.parse("1#"), {1: "1", COVERED: "H"})
    '1H'
    """
    for cell, mark in enumerate(view.marks):
        if mark not in letters:
            found = f"{view.glyph(cell)!r} in {view.graph.name(cell)}"
            raise InvalidInput(f"format {form}", "a clue from 0 to 8 in every cleared cell", found)
    return "".join([letters[mark] for mark in view.marks])


def mine_total(form: str, view: View) -> int:
    """The mine total of a position for a format that cannot leave it out; InvalidInput where it has none."""
    if view.mines is None:
        raise InvalidInput(f"format {form}", "a position with its mine total", "none")
    return view.mines
