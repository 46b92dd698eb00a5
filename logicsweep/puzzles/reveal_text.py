"""How `reveal` reads and prints: JSON as LeetCode shows it, objects with a click, or plain rows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from logicsweep.boards.cells import Cell, CellGraph
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, quoted
from logicsweep.formats.json_values import glimpse, json_values
from logicsweep.puzzles.reveal import Matrix, reveal

_HOW_TO_CLICK = "a row and a column, counted from 0, such as 3,0"


def reveal_text(text: str, click: str | None = None, source: str = "text") -> Iterator[str]:
    """What each matrix of a text becomes by its click, in the form in which it came.

    Forms: a JSON matrix; JSON objects with `board` and `click`, one or many, further keys kept; rows of
    letters. `click` is `row,col`, 0-based as in the statement; it goes before the clicks of objects.
    `source` names the text in errors. An answer is made when it is asked for, so that those before a bad
    case are out when InvalidInput comes.

    >>> print(*reveal_text("EEM\\nEEE", "0,0"))
    B1M
    B1E
    >>> print(*reveal_text('{"board": [["E", "M"]], "click": [0, 1]}'))
    {"board":[["E","X"]],"click":[0,1]}
    """
    place = None if click is None else _read_click(click)
    if text.lstrip()[:1] in ("[", "{"):
        yield from (_answer_json(value, place, where) for value, where in json_values(text, source))
    else:
        yield str(_revealed(_read_rows(text, source), place, source))


def _read_click(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*", text, re.ASCII)
    if not match:
        raise InvalidInput("click", _HOW_TO_CLICK, quoted(text))
    return int(match[1]), int(match[2])


def _revealed(matrix: Matrix, click: tuple[int, int] | None, where: str) -> Matrix:
    """`reveal`, with errors that say where the case stands, and the click as it was given and by name."""
    if click is None:
        raise InvalidInput(f"{where}: click", _HOW_TO_CLICK, "none")
    assert matrix.graph.shape  # every form here is a rectangle
    rows, cols = matrix.graph.shape
    if not (0 <= click[0] < rows and 0 <= click[1] < cols):
        inside = f"a row from 0 to {rows - 1} and a column from 0 to {cols - 1}"
        raise InvalidInput(f"{where}: click", inside, f"{click[0]},{click[1]}")
    cell = Cell(*click)
    try:
        return reveal(matrix, cell)
    except InvalidInput as error:
        place = f"{where}: click {click[0]},{click[1]} ({cell})"
        raise InvalidInput(place, error.expected, error.found) from None


def _read_rows(text: str, source: str) -> Matrix:
    """Rows of letters, one per line; a single line may hold them all, with blanks between."""
    lines = text.rstrip().split("\n")
    rows = [(number, row) for number, line in enumerate(lines, 1) for row in line.split()]
    if not rows:
        raise InvalidInput(source, "a matrix", "an empty text")
    width = len(rows[0][1])
    for number, row in rows:
        if len(lines) > 1 and len(lines[number - 1].split()) != 1:
            raise InvalidInput(f"{source}:{number}", "one row of letters", quoted(lines[number - 1].strip()))
        if len(row) != width:
            raise InvalidInput(
                f"{source}:{number}", f"{plural(width, 'letter')} as in the first row", str(len(row))
            )
    return _matrix(len(rows), width, tuple("".join(row for _, row in rows)), source)


def _matrix(rows: int, cols: int, letters: tuple[str, ...], where: str) -> Matrix:
    try:
        return Matrix(CellGraph.grid(rows, cols), letters)
    except InvalidInput as error:
        raise InvalidInput(f"{where}: {error.place}", error.expected, error.found) from None


def _answer_json(value: object, click: tuple[int, int] | None, where: str) -> str:
    try:
        return json.dumps(_answer(value, click, where), separators=(",", ":"))
    except RecursionError:
        raise InvalidInput(where, "JSON of a few levels", "JSON of very many levels") from None


def _answer(value: object, click: tuple[int, int] | None, where: str) -> object:
    if not isinstance(value, dict):
        return _revealed(_json_matrix(value, where), click, where).rows()
    place = click or _json_click(value.get("click"), where)
    board = _revealed(_json_matrix(value.get("board"), f"{where}: board"), place, where)
    return value | {"board": board.rows(), "click": place}


def _json_click(value: object, where: str) -> tuple[int, int] | None:
    match value:
        case None:
            return None
        case [int(row), int(col)] if type(row) is type(col) is int:  # True is an int for `case`
            return row, col
    raise InvalidInput(f"{where}: click", "two whole numbers, [row, column]", glimpse(json.dumps(value)))


def _json_matrix(value: object, where: str) -> Matrix:
    if not isinstance(value, list) or not value or not isinstance(value[0], list) or not value[0]:
        raise InvalidInput(where, "a list of rows, each a list of letters", glimpse(json.dumps(value)))
    width = len(value[0])
    for number, row in enumerate(value, 1):
        if not isinstance(row, list):
            raise InvalidInput(f"{where} row {number}", "a list of letters", glimpse(json.dumps(row)))
        if len(row) != width:
            raise InvalidInput(
                f"{where} row {number}", f"{plural(width, 'letter')} as in row 1", str(len(row))
            )
        for letter in row:
            if not isinstance(letter, str):
                raise InvalidInput(f"{where} row {number}", "letters", glimpse(json.dumps(letter)))
    return _matrix(len(value), width, tuple(letter for row in value for letter in row), where)
