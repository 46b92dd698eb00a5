"""One click on a half-played field: the puzzle *Minesweeper* (LeetCode 529), on any cell graph."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from logicsweep.boards.cells import Cell, CellGraph, find_reached
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, describe, of_kind, quote
from logicsweep.formats.common import filled_lines, read_json_values, show_json

_MOST = 1 << 20  # cells, as for a position
_BEGIN = re.compile(r"\s*(?:input\s*:\s*)?(?:board\s*=\s*)?(?=\[)", re.IGNORECASE)
_END = re.compile(r"\]\s*\]")
_CLICK = re.compile(r"[\s,]*(?:click\s*[:=]|(?=\[\s*[-0-9]))\s*", re.IGNORECASE)
_PLACE = re.compile(r"(\[)?\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*(?(1)\])", re.ASCII)
_OUTPUT = re.compile(r"^\s*output\s*:", re.IGNORECASE | re.MULTILINE)
_HOW_TO_CLICK = "a row and a column, counted from 0, such as 3,0"


@dataclass(frozen=True)
class Matrix:
    """A field in the statement's letters, one for each cell; they show both mines and revealed cells.

    `M` is an unrevealed mine, `E` an unrevealed empty cell, `B` a revealed blank, `X` a mine that was
    clicked. `1` to `8` is a revealed number of mines; it may be larger on a free graph whose cells have more
    neighbours. The numbers are not checked against the mines.

    >>> matrix = Matrix.parse("EEM EEE")
    >>> matrix.letters
    ('E', 'E', 'M', 'E', 'E', 'E')
    >>> print(matrix)
    EEM
    EEE
    """

    graph: CellGraph
    letters: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.letters) != len(self.graph):
            raise InvalidInput("letters", f"{len(self.graph)} of them", str(len(self.letters)))
        most = max((8, *map(len, self.graph.adjacency)))
        unknown = set(self.letters) - {"M", "E", "B", "X", *map(str, range(1, most + 1))}
        if unknown:
            at = next(i for i, letter in enumerate(self.letters) if letter in unknown)
            raise InvalidInput(self.graph.name(at), "one of M E B 1-8 X", describe(self.letters[at]))

    @staticmethod
    def parse(text: str, source: str = "matrix") -> Matrix:
        """Read a matrix on a grid: rows of letters, one a line, or all on one line separated by blanks."""
        *lines, _ = filled_lines(text, source)
        if not lines:
            raise InvalidInput(source, "a matrix", "an empty text")
        for place, line in lines if len(lines) > 1 else ():
            if len(line.split()) > 1:
                raise InvalidInput(place, "one row of letters", quote(line.strip()))
        return _make_matrix([(place, row) for place, line in lines for row in line.split()], source)

    def rows(self) -> list[tuple[str, ...]]:
        """The letters row by row; a free graph is one row."""
        cols = self.graph.shape[1] if self.graph.shape else max(len(self.graph), 1)
        return [self.letters[i : i + cols] for i in range(0, len(self.letters), cols)]

    def __str__(self) -> str:
        return "\n".join(map("".join, self.rows()))


def reveal(matrix: Matrix, cell: Hashable) -> Matrix:
    """The matrix after a click on one of its unrevealed cells.

    A mine becomes `X`. An empty cell becomes the number of mines around it; if there are none it becomes
    `B`, and its unrevealed neighbours are revealed in the same way. The cell graph says which cells are
    neighbours. Time is linear in the field; nothing recurses.

    >>> print(reveal(Matrix.parse("EEM EEE"), (0, 0)))
    B1M
    B1E

    Raises InvalidInput for a cell outside the field, a cell that is already revealed, and a finished field
    (one with an `X`). Source: https://leetcode.com/problems/minesweeper/ .
    """
    graph, letters = of_kind("matrix", matrix, Matrix).graph, matrix.letters
    click = graph.index(cell)
    if "X" in letters:
        over = f"an X in {graph.name(letters.index('X'))}"
        raise InvalidInput(f"click {graph.name(click)}", "an unfinished field", over)
    if letters[click] not in ("M", "E"):
        raise InvalidInput(f"click {graph.name(click)}", "an unrevealed cell, M or E", repr(letters[click]))
    mine = letters[click] == "M"
    return Matrix(
        graph, (*letters[:click], "X", *letters[click + 1 :]) if mine else _open_cells(matrix, click)
    )


def _open_cells(matrix: Matrix, click: int) -> tuple[str, ...]:
    neighbours, before, letters = matrix.graph.neighbours, matrix.letters, list(matrix.letters)

    def open_cell(cell: int) -> list[int]:
        mines = [before[other] for other in neighbours[cell]].count("M")
        letters[cell] = str(mines) if mines else "B"
        return [] if mines else [other for other in neighbours[cell] if before[other] == "E"]

    find_reached([click], open_cell)
    return tuple(letters)


# --- the statement's text -----------------------------------------------------------------------------------


def reveal_text(text: str, click: str | None = None, source: str = "text") -> Iterator[str]:
    """Answer each matrix of a text with the matrix after its click, in the same form.

    The forms are: a JSON matrix; an example of the statement, with its click after the matrix and single or
    double quotes; JSON objects with `board` and `click`, one or many, whose other keys stay; rows of letters.
    `click` is `row,col` or `[row,col]`, 0-based as in the statement; it overrides the clicks of the text. The
    cases before a bad one are answered before InvalidInput is raised; `source` names the text in it.
    """
    place = None if click is None else _read_click(click, "click")
    as_json, own, single = _as_json(text, source)
    if as_json.lstrip()[:1] in ("[", "{"):
        for value, where in read_json_values(as_json, source, shown=text):
            yield _answer_json(value, place or own, where, single)
    else:
        yield str(_click_matrix(Matrix.parse(text, source), place, source))


def _as_json(text: str, source: str) -> tuple[str, tuple[int, int] | None, bool]:
    """Return an example's matrix as JSON, its click, and whether its quotes are single.

    Every character of the matrix keeps its place. Any other text is returned unchanged.
    """
    begin, click = _BEGIN.match(text), None
    if not begin:
        return text, None, False
    end = _END.search(text, begin.end())
    if end and (label := _CLICK.match(text, end.end())):
        *before, line = text[: label.end()].split("\n")
        told = _OUTPUT.split(text[label.end() :], maxsplit=1)[0]
        click = _read_click(told, f"{source}:{len(before) + 1}:{len(line) + 1}")
        text = text[: label.start()]
    single = '"' not in text
    words = re.sub(r"\S", " ", begin[0])
    return words + text[begin.end() :].replace("'", '"' if single else "'"), click, single


def _read_click(text: str, place: str) -> tuple[int, int]:
    match = _PLACE.fullmatch(text.strip())
    if not match:
        raise InvalidInput(place, _HOW_TO_CLICK, quote(text.strip()))
    return int(match[2]), int(match[3])


def _click_matrix(matrix: Matrix, click: tuple[int, int] | None, where: str) -> Matrix:
    """Call `reveal`; errors give the place of the case and the click, as `row,col` and by name."""
    if click is None:
        raise InvalidInput(f"{where}: click", _HOW_TO_CLICK, "none")
    cell = Cell(*click)
    try:
        return reveal(matrix, cell)
    except InvalidInput as error:
        place = f"{where}: click {click[0]},{click[1]} ({cell})"
        raise InvalidInput(place, error.expected, error.found) from None


def _make_matrix(rows: Sequence[tuple[str, Sequence[str]]], where: str) -> Matrix:
    cols = len(rows[0][1])
    if cols * len(rows) > _MOST:
        raise InvalidInput(rows[0][0], f"a matrix of at most {_MOST} cells", "more")
    for place, row in rows:
        if len(row) != cols:
            raise InvalidInput(place, f"{plural(cols, 'letter')} as in the first row", str(len(row)))
    try:
        return Matrix(CellGraph.grid(len(rows), cols), tuple([letter for _, row in rows for letter in row]))
    except InvalidInput as error:
        raise InvalidInput(f"{where}: {error.place}", error.expected, error.found) from None


def _answer_json(value: object, click: tuple[int, int] | None, where: str, single: bool) -> str:
    answer: object
    if isinstance(value, dict):
        click = click or _read_json_click(value.get("click"), where)
        matrix = _read_json_matrix(value.get("board"), f"{where}: board")
        answer = value | {"board": _click_matrix(matrix, click, where).rows(), "click": click}
    else:
        rows = answer = _click_matrix(_read_json_matrix(value, where), click, where).rows()
        if single:  # in the statement's own form
            return "[" + ",\n ".join([str([*row]) for row in rows]) + "]"
    try:
        return json.dumps(answer, separators=(",", ":"))
    except RecursionError:
        raise InvalidInput(where, "JSON of a few levels", "JSON of very many levels") from None


def _read_json_click(value: object, where: str) -> tuple[int, int] | None:
    match value:
        case None:
            return None
        case [int(row), int(col)] if type(row) is type(col) is int:  # True is an int for `case`
            return row, col
    raise InvalidInput(f"{where}: click", "two whole numbers, [row, column]", show_json(value))


def _read_json_matrix(value: object, where: str) -> Matrix:
    rows = value if isinstance(value, list) and all(isinstance(row, list) for row in value) else []
    if not (rows and rows[0] and all(isinstance(letter, str) for row in rows for letter in row)):
        raise InvalidInput(where, "a list of rows, each a list of letters", show_json(value))
    return _make_matrix([(f"{where} row {number}", row) for number, row in enumerate(rows, 1)], where)
