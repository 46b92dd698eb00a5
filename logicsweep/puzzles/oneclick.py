"""Boards that one click wins: the puzzle *Minesweeper Master* (Google Code Jam 2014, qualification, C)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from logicsweep.boards.board import Board, join_glyphs
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, quote, whole_number
from logicsweep.formats.common import Number, filled_lines, read_numbers, require_end


@dataclass(frozen=True)
class Win:
    """A board and the index of the cell whose click reveals every safe cell.

    `str` is the statement's picture: `c` the click, `.` safe, `*` a mine.
    """

    board: Board
    click: int = 0

    def __str__(self) -> str:
        glyphs = self.board.mined.translate(bytes.maketrans(b"\0\1", b".*")).decode()
        return join_glyphs(self.board.graph, glyphs[: self.click] + "c" + glyphs[self.click + 1 :])


@dataclass(frozen=True)
class Impossible:
    """No board of this size and number of mines is won by one click; `reason` is a sentence."""

    reason: str

    def __str__(self) -> str:
        return "Impossible"


def oneclick(rows: int, cols: int, mines: int) -> Win | Impossible:
    """A board with exactly `mines` mines on which one click reveals every safe cell, or why there is none.

    A click reveals its cell and, around every revealed cell of clue 0, all neighbours. The click of the
    answer is r1c1. Any size that a `CellGraph` may have works; time is linear in the rows and columns.

    >>> print(oneclick(4, 5, 7))
    c....
    .....
    ...**
    *****
    >>> print(oneclick(2, 5, 3).reason)
    On a board two wide, 7 safe cells cannot win: a clue 0 needs whole lines of two, so the number is even.

    The safe cells form a staircase in the corner of r1c1: full lines of `width` cells and a last shorter
    line. Every cell of the staircase then touches a cell of clue 0, unless the last line has a single cell.
    In that case one or two cells move down to it. All other cases are impossible, as `reason` says.

    Why 5 and 7 safe cells are impossible on a larger board: each cell of clue 0 makes a rectangle safe, and
    these rectangles must touch. Those of two corners (2x2) do not. So if there is more than one corner, there
    is a rectangle on an edge (2x3) or inside (3x3). A second one that sticks out of a 2x3 adds a line of at
    least 2.

    Raises InvalidInput for a size below 1x1 and unless 0 <= mines < rows * cols. Not promised: which of the
    winning boards this returns. Source: https://code.google.com/codejam/contest/2974486 (problem C).
    """
    graph = CellGraph.grid(rows, cols)
    safe = len(graph) - whole_number("mines", mines, 0, len(graph) - 1)
    reason = _why_impossible(rows, cols, safe)
    if reason:
        return Impossible(reason)
    lines = [*_staircase(rows, cols, safe)]
    lines += [0] * (rows - len(lines))
    return Win(Board(graph, b"".join(b"\0" * line + b"\1" * (cols - line) for line in lines)))


def _why_impossible(rows: int, cols: int, safe: int) -> str:
    if safe == 1 or min(rows, cols) == 1:
        return ""
    if safe < 4:
        return (
            f"The clicked cell needs clue 0, so with the three neighbours that a corner has"
            f" at least 4 cells are safe; here only {safe} are."
        )
    if min(rows, cols) == 2 and safe % 2:
        return (
            f"On a board two wide, {safe} safe cells cannot win:"
            " a clue 0 needs whole lines of two, so the number is even."
        )
    if safe in (5, 7):
        return (
            "If more than the clicked cell is safe, a click opens 4 cells (in a corner),"
            f" 6 (on an edge) or at least 8, never {safe}."
        )
    return ""


def _staircase(rows: int, cols: int, safe: int) -> list[int]:
    """The number of safe cells in each row that has any."""
    if safe == 1 or rows == 1:
        return [safe]
    if cols == 1:
        return [1] * safe
    width = min(cols, safe // 2)  # at least two full lines
    full, rest = divmod(safe, width)
    if rest != 1:
        return [width] * full + [rest] * (rest > 0)
    if full > 2:
        return [width] * (full - 1) + [width - 1, 2]
    return [width - 1, width - 1, 3]


# --- the statement's text -----------------------------------------------------------------------------------


def oneclick_text(text: str, source: str = "text", explain: bool = False) -> Iterator[str]:
    """Answer each case of a text: `T`, then T lines `R C M`; `source` names the text in errors.

    The cases before a bad one are answered before InvalidInput is raised.
    """
    lines = filled_lines(text, source)
    [count] = read_numbers(lines, 1, "one number, the number of cases")
    total = count.check_range(0)
    for case in range(1, total + 1):
        yield _answer_case(case, read_numbers(lines, 3, f"case {case} of {total}, numbers R C M"), explain)
    require_end(lines, plural(total, "case"))


def oneclick_size(size: str | None, mines: int | None, explain: bool = False) -> str:
    """Answer one size, `RxC` or `RxC/MINES`, as the first case; raises InvalidInput if the mines are
    missing or named twice.

    >>> print(oneclick_size("1x4", 2))
    Case #1:
    c.**
    """
    match = re.fullmatch(
        r"\s*([0-9]{1,99})\s*[xX×]\s*([0-9]{1,99})\s*(?:/\s*([0-9]{1,99})\s*)?", size or "", re.ASCII
    )
    if not match:
        raise InvalidInput("size", "rows x columns such as 5x7", quote(size) if size else "none")
    if match[3]:
        if mines is not None:
            raise InvalidInput("mines", f"none, since --size {match[0]} has them", str(mines))
        mines = int(match[3])
    if mines is None:
        raise InvalidInput("mines", "a number of mines", "none")
    rows, cols = (Number(int(group), "size") for group in match.groups()[:2])
    return _answer_case(1, [rows, cols, Number(mines, "mines")], explain)


def _answer_case(case: int, numbers: Sequence[Number], explain: bool) -> str:
    rows, cols, mines = numbers
    mines.check_range(0, rows.check_range(1) * cols.check_range(1) - 1)
    try:
        answer = oneclick(rows.value, cols.value, mines.value)
    except InvalidInput as error:  # too large
        raise InvalidInput(f"{rows.place}: {error.place}", error.expected, error.found) from None
    reason = f"\n{answer.reason}" if explain and isinstance(answer, Impossible) else ""
    return f"Case #{case}:\n{answer}{reason}"
