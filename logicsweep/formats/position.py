"""Position text: what a player sees.

An optional first line `mines N`; then rows of `0`-`8` (a clue), `#` (covered), `F` (flag) and `?`
(cleared, without a number); blanks between the cells are allowed. `.` is refused: it means a safe
cell in the judge format.
"""

from __future__ import annotations

from functools import partial

from logicsweep.board import COVERED, FLAG, View, marks_of, total_of
from logicsweep.cells import CellGraph
from logicsweep.errors import InvalidInput
from logicsweep.rows import Place
from logicsweep.words import plural

_FIRST, _LETTERS = set("m012345678#F?"), set("012345678#F? \t\n")


def sniff(text: str) -> bool:
    """Whether a text is meant as a position: it begins as one does, and has `#` or nothing but its letters.

    >>> sniff("mines 1"), sniff("1.#"), sniff("10"), sniff("1.")
    (True, True, True, False)
    """
    body = text.lstrip()
    begins = body[:1] in _FIRST and (body[0] != "m" or body.startswith("mines"))
    return begins and (body[0] == "m" or "#" in body or set(body) <= _LETTERS)


def read(text: str, source: str = "<text>", mines: int | None = None) -> View:
    """The view of a text; `mines` overrides the total that the text tells.

    Raises InvalidInput with `source:line:column` for ragged rows, unknown characters, a clue that its
    neighbourhood cannot hold, more flags than mines, a mine total out of range, no cells at all.

    >>> read("mines 1\\n1#\\n11\\n").mines
    1
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    told, where = None, "mines"
    if lines and lines[0][1].lstrip()[:1].lower() == "m":
        number, line = lines.pop(0)
        where = f"{source}:{number}:1"
        told = total_of(line, where)
    if not lines:
        raise InvalidInput(f"{source}:1:1", "a row of cells", "an empty position")
    place = partial(_place, lines, source)
    rows = ["".join(line.split()) for _, line in lines]
    marks = marks_of(rows, place)
    view = View(CellGraph.grid(len(rows), len(rows[0])), marks, told if mines is None else mines)
    _check_clues(view, len(rows[0]), place)
    _check_total(view, where if mines is None else "mines")
    return view


def write(view: View) -> str:
    """The view as position text."""
    return f"{view}\n"


def _place(lines: list[tuple[int, str]], source: str, row: int, col: int | None) -> str:
    """Where a cell, or the end of a row, stands in the lines that are not blank."""
    number, line = lines[row]
    columns = [column for column, letter in enumerate(line, 1) if not letter.isspace()]
    return f"{source}:{number}:{len(line.rstrip()) + 1 if col is None else columns[col]}"


def _check_clues(view: View, cols: int, place: Place) -> None:
    marks, neighbours = view.marks, view.graph.neighbours
    for i, clue in enumerate(marks):
        if clue > 0:
            room = sum([marks[j] in (COVERED, FLAG) for j in neighbours[i]])
            if clue > room:
                expected = f"a clue of at most {room} (its covered neighbours)"
                raise InvalidInput(place(*divmod(i, cols)), expected, str(clue))


def _check_total(view: View, place: str) -> None:
    most = len(view.covered)
    if view.mines is not None and not 0 <= view.mines <= most:
        raise InvalidInput(place, f"a mine total from 0 to {most} (the covered cells)", str(view.mines))
    if view.mines is not None and len(view.flags) > view.mines:
        raise InvalidInput(
            place, f"at most {plural(view.mines, 'flag')} (the mine total)", str(len(view.flags))
        )
