"""JSMinesweeper's `.mine`: boards, or positions with their mine total.

A line `WxHxM` (width, height, mines), then H rows of W letters: `0`-`8` a clue, `H` a covered cell, `F` a
flag, `M` or `?` a mine. JSMinesweeper saves `?` for the mines that a lost game shows, and no `M`; where it
makes a game of such a file, `F`, `M` and `?` are the mines and must be M of them; where it analyses one,
all but clues and flags are covered. So a text is boards where its first board has an `M`, or all its mines.
Also accepted: blank lines between boards, CRLF line ends, blanks at line ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from logicsweep.boards.board import COVERED, FLAG, Board, View, joined
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards, in_batches
from logicsweep.errors import InvalidInput, quoted
from logicsweep.formats.common import (
    Grid,
    check_playable,
    grid_of,
    grid_shape,
    grids,
    letters_of,
    mine_total,
    view_of,
)

_SIZE = re.compile("([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})", re.ASCII)  # width, height, mine total
_BEGINS = re.compile(r"\s*[0-9]+x[0-9]+x[^\n]*\n?([^x]*)", re.ASCII)
_LETTERS = b"012345678HFM?"
_MINED = bytes(code in b"FM?" for code in range(256))
_LETTER_OF = {COVERED: "H", FLAG: "F"} | {clue: str(clue) for clue in range(9)}
_MARK_OF = {ord(letter): mark for mark, letter in _LETTER_OF.items()}


def sniff_boards(text: str) -> bool:
    """Whether a text is meant as boards: its first one has an `M`, or as many `F` and `?` as it tells mines.

    >>> sniff_boards("2x1x1\\nMH\\n"), sniff_boards("2x1x1\\nF1\\n"), sniff_boards("3x1x2\\nF2H\\n")
    (True, True, False)
    """
    begun = _BEGINS.match(text)
    return begun is not None and ("M" in begun[1] or _tells_all(begun[0].split()))


def _tells_all(words: list[str]) -> bool:
    """Whether a size and the rows after it are a whole board, with a mark on each of its mines."""
    size = _SIZE.fullmatch(words[0])
    if not size:
        return False
    cols, rows, mines = map(int, size.groups())
    letters = "".join(words[1 : rows + 1])
    return len(letters) == rows * cols and 0 < mines == letters.count("F") + letters.count("?")


def sniff_views(text: str) -> bool:
    """Whether a text may be meant as positions: no `M` in the first one."""
    begun = _BEGINS.match(text)
    return begun is not None and "M" not in begun[1]


def read_boards(blocks: Iterable[str], source: str = "<text>") -> Iterator[Boards]:
    """The boards of a text in blocks of whole lines, each as soon as it is whole.

    Clues and a mine total that are not those of the mines are mistakes.
    """
    return in_batches(grid and (_board(grid), None) for grid in grids(blocks, source, _grid, "a board"))


def read_views(blocks: Iterable[str], source: str = "<text>", mines: int | None = None) -> Iterator[View]:
    """The views of a text in blocks of whole lines, one by one; `mines` overrides their totals."""
    return (_view(grid, mines) for grid in grids(blocks, source, _grid, "a position") if grid)


def write_boards(boards: Iterable[Board]) -> str:
    """Boards on grids as JSMinesweeper makes games of them: `M` for mines, `H` for all other cells.

    >>> print(write_boards([Board.parse("..M")]), end="")
    3x1x1
    HHM
    """
    mined = ((board, check_playable(board, "format mine").mined) for board in boards)
    letters = b"HM" + bytes(254)
    return "".join([_text(one.graph, one.mine_count, it.translate(letters).decode()) for one, it in mined])


def write_views(views: Iterable[View]) -> str:
    """Views on grids as JSMinesweeper saves them, with their mine total: clues, `H` covered, `F` flags.

    >>> print(write_views([View.parse("#1F", mines=1)]), end="")
    3x1x1
    H1F
    """
    return "".join(
        [_text(view.graph, mine_total("mine", view), letters_of("mine", view, _LETTER_OF)) for view in views]
    )


def _text(graph: CellGraph, mines: int, letters: str) -> str:
    rows, cols = grid_shape("mine", graph)
    return f"{cols}x{rows}x{mines}\n{joined(graph, letters)}\n"


def _grid(line: str, place: str) -> CellGraph:
    text = line.strip()
    begin = f"{place}:{line.index(text) + 1}"
    size = _SIZE.fullmatch(text)
    if not size:
        raise InvalidInput(begin, "a size 'WxHxM' (width, height, mines)", quoted(text))
    return grid_of(size[2], size[1], begin, text)


def _letters(grid: Grid) -> bytes:
    rows = "".join(grid.rows)
    letters = rows.encode("ascii", "replace")
    if letters.translate(None, _LETTERS) or not rows.isascii():
        wrong = next(i for i, letter in enumerate(rows) if letter not in _LETTERS.decode())
        raise InvalidInput(grid.cell_place(wrong), "'0' to '8', 'H', 'F', 'M' or '?'", quoted(rows[wrong]))
    return letters


def _total(grid: Grid) -> tuple[int, str]:
    before, _, mines = grid.head.rpartition("x")
    return int(mines), f"{grid.source}:{grid.line}:{len(before) + 2}"


def _board(grid: Grid) -> Board:
    letters, (total, place) = _letters(grid), _total(grid)
    board = Board(grid.graph, letters.translate(_MINED))
    if board.mine_count != total:
        expected = f"a mine total of {board.mine_count}, as many as 'F', 'M' and '?'"
        raise InvalidInput(place, expected, str(total))
    for cell, letter in enumerate(letters):
        if letter not in b"HFM?" and letter != 48 + board.clue(cell):
            expected = f"a clue of {board.clue(cell)} (the mines around it)"
            raise InvalidInput(grid.cell_place(cell), expected, chr(letter))
    return check_playable(board, place)


def _view(grid: Grid, mines: int | None) -> View:
    marks = tuple([_MARK_OF.get(letter, COVERED) for letter in _letters(grid)])
    return view_of(grid.graph, marks, grid.cell_place, mines, *_total(grid))
