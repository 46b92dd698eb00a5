"""Position text: what a player sees.

An optional first line `mines N`; then rows of `0`-`8` (a clue), `#` (covered), `F` (flag) and `?`
(cleared, without a number); blanks between the cells are allowed. `.` is refused: it means a safe
cell in the judge format.
"""

from __future__ import annotations

import re

from logicsweep.board import COVERED, FLAG, SAFE, View
from logicsweep.cells import CellGraph
from logicsweep.errors import InvalidInput, shown

_MARKS = {"#": COVERED, "F": FLAG, "?": SAFE} | {str(clue): clue for clue in range(9)}


def read(text: str, source: str = "<text>", mines: int | None = None) -> View:
    """The view of a text; `mines` overrides the total that the text tells.

    Raises InvalidInput with `source:line:column` for ragged rows, unknown characters, a clue that its
    neighbourhood cannot hold, more flags than mines, a mine total out of range, no cells at all.

    >>> read("mines 1\\n1#\\n11\\n").mines
    1
    """
    lines = text.split("\n")
    told = None
    rows: list[list[tuple[int, str]]] = []  # for each row the column and glyph of its cells
    places: list[int] = []  # the line of each row
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if not rows and told is None and line.lstrip()[:1].lower() == "m":
            told = number, _total(line, f"{source}:{number}")
            continue
        rows.append([(column, glyph) for column, glyph in enumerate(line, 1) if not glyph.isspace()])
        places.append(number)
        _check_row(rows, f"{source}:{number}", line)
    if not rows:
        raise InvalidInput(f"{source}:1:1", "a row of cells", "an empty position")
    graph = CellGraph.grid(len(rows), len(rows[0]))
    view = View(graph, tuple(_MARKS[glyph] for row in rows for _, glyph in row), told[1] if told else None)
    where = [f"{source}:{line}:{column}" for line, row in zip(places, rows, strict=True) for column, _ in row]
    _check_clues(view, where)
    if mines is not None:
        view = View(view.graph, view.marks, mines)
        _check_total(view, "--mines")
    elif told:
        _check_total(view, f"{source}:{told[0]}:1")
    return view


def write(view: View) -> str:
    """The view as position text."""
    return f"{view}\n"


def _total(line: str, place: str) -> int:
    match = re.fullmatch(r"\s*mines\s+([0-9]{1,9})\s*", line, re.ASCII)
    if not match:
        raise InvalidInput(f"{place}:1", "'mines N' or a row of cells", shown(line.strip()))
    return int(match[1])


def _check_row(rows: list[list[tuple[int, str]]], place: str, line: str) -> None:
    for column, glyph in rows[-1]:
        if glyph not in _MARKS:
            raise InvalidInput(f"{place}:{column}", "'0' to '8', '#', 'F' or '?'", shown(glyph))
    if len(rows[-1]) != len(rows[0]):
        expected = f"{len(rows[0])} cells as in the first row"
        raise InvalidInput(f"{place}:{len(line.rstrip()) + 1}", expected, str(len(rows[-1])))


def _check_clues(view: View, where: list[str]) -> None:
    marks, neighbours = view.marks, view.graph.neighbours
    for i, clue in enumerate(marks):
        if clue > 0:
            room = sum([marks[j] in (COVERED, FLAG) for j in neighbours[i]])
            if clue > room:
                raise InvalidInput(where[i], f"a clue of at most {room}, its covered neighbours", str(clue))


def _check_total(view: View, place: str) -> None:
    most = len(view.covered)
    if view.mines is not None and not 0 <= view.mines <= most:
        raise InvalidInput(place, f"a mine total from 0 to {most}, the covered cells", str(view.mines))
    if view.mines is not None and len(view.flags) > view.mines:
        raise InvalidInput(place, f"at most {view.mines} flags, the mine total", str(len(view.flags)))
