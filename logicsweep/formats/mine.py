"""JSMinesweeper's `.mine`: boards, or positions with their mine total.

A line `WxHxM` (width, height, mines), then H rows of W letters: `0`-`8` a clue, `H` a covered cell, `F` a
flag, `M` or `?` a mine. JSMinesweeper never saves `M`; it saves `?` for the mines that a lost game shows. If
it makes a game from such a file, `F`, `M` and `?` are the mines, and there must be M of them. If it analyses
the file, all cells except clues and flags are covered. So a text holds boards if its first board has an `M`
or marks all its mines. Also accepted: any white space between sizes and rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from logicsweep.boards.board import COVERED, FLAG, Board, View, join_glyphs
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards, in_batches
from logicsweep.errors import InvalidInput, quote
from logicsweep.formats import common

_SIZE = re.compile("([0-9]{1,99})x([0-9]{1,99})x([0-9]{1,9})", re.ASCII)  # width, height, mine total
_BEGINS = re.compile(r"\s*[0-9]+x[0-9]+x(?!x)[^\n]*\n?([^x]*)", re.ASCII)
_LETTERS = b"012345678HFM?"
_MINED = bytes(code in b"FM?" for code in range(256))
_LETTER_OF = {COVERED: "H", FLAG: "F"} | {clue: str(clue) for clue in range(9)}
_MARK_OF = {ord(letter): mark for mark, letter in _LETTER_OF.items()}


def sniff_boards(text: str) -> bool:
    """Whether a text is meant as boards: its first one has an `M`, or an `F` or `?` for each of its mines.

    >>> sniff_boards("2x1x1\\nMH\\n"), sniff_boards("2x1x1\\nF1\\n"), sniff_boards("3x1x2\\nF2H\\n")
    (True, True, False)
    """
    start = _BEGINS.match(text)
    return start is not None and ("M" in start[1] or _is_whole_board(start[0].split()))


def _is_whole_board(words: list[str]) -> bool:
    """Whether a size and its rows are a whole board, with a mark on each mine."""
    size = _SIZE.fullmatch(words[0])
    if not size:
        return False
    cols, rows, mines = map(int, size.groups())
    letters = "".join(words[1 : rows + 1])
    return len(letters) == rows * cols and 0 < mines == letters.count("F") + letters.count("?")


def sniff_views(text: str) -> bool:
    """Whether a text may be meant as positions: no `M` in the first one."""
    start = _BEGINS.match(text)
    return start is not None and "M" not in start[1]


def read_boards(blocks: Iterable[str], source: str = "<text>") -> Iterator[Boards]:
    """Read the boards of a text in blocks of whole lines; yields each as soon as it is whole.

    Clues and mine totals that do not fit the mines are mistakes.
    """
    return in_batches(
        grid and (_make_board(grid), None)
        for grid in common.read_grids(blocks, source, _read_size, 1, "a board")
    )


def read_views(blocks: Iterable[str], source: str = "<text>", mines: int | None = None) -> Iterator[View]:
    """Read the views of a text in blocks of whole lines, one by one; `mines` overrides their totals."""
    grids = common.read_grids(blocks, source, _read_size, 1, "a position")
    return (_make_view(grid, mines) for grid in grids if grid)


def write_boards(boards: Iterable[Board]) -> str:
    """Write boards on grids so that JSMinesweeper makes games from them: `M` for mines, `H` for other cells.

    >>> print(write_boards([Board.parse("..M")]), end="")
    3x1x1
    HHM
    """
    mined = ((board, common.check_playable(board, "format mine").mined) for board in boards)
    letters = b"HM" + bytes(254)
    return "".join(
        [_write_grid(one.graph, one.mine_count, it.translate(letters).decode()) for one, it in mined]
    )


def write_views(views: Iterable[View]) -> str:
    """Write views on grids as JSMinesweeper saves them, with mine totals: clues, `H` covered, `F` flags.

    >>> print(write_views([View.parse("#1F", mines=1)]), end="")
    3x1x1
    H1F
    """
    return "".join(
        [
            _write_grid(
                view.graph, common.mine_total("mine", view), common.letters_for("mine", view, _LETTER_OF)
            )
            for view in views
        ]
    )


def _write_grid(graph: CellGraph, mines: int, letters: str) -> str:
    rows, cols = common.grid_shape("mine", graph)
    return f"{cols}x{rows}x{mines}\n{join_glyphs(graph, letters)}\n"


def _read_size(words: Sequence[common.Word]) -> CellGraph:
    [word] = words
    size = _SIZE.fullmatch(word.text)
    if not size:
        raise InvalidInput(word.at(), "a size 'WxHxM' (width, height, mines)", quote(word.text))
    return common.make_grid(size[2], size[1], word.at(), word.text)


def _check_letters(grid: common.Grid) -> bytes:
    rows = "".join(grid.rows)
    letters = rows.encode("ascii", "replace")
    if letters.translate(None, _LETTERS) or not rows.isascii():
        wrong = next(i for i, letter in enumerate(rows) if letter not in _LETTERS.decode())
        raise InvalidInput(grid.cell_place(wrong), "'0' to '8', 'H', 'F', 'M' or '?'", quote(rows[wrong]))
    return letters


def _read_total(grid: common.Grid) -> tuple[int, str]:
    [word] = grid.size
    before, _, mines = word.text.rpartition("x")
    return int(mines), word.at(len(before) + 1)


def _make_board(grid: common.Grid) -> Board:
    letters, (total, place) = _check_letters(grid), _read_total(grid)
    board = Board(grid.graph, letters.translate(_MINED))
    if board.mine_count != total:
        expected = f"a mine total of {board.mine_count}, the number of 'F', 'M' and '?'"
        raise InvalidInput(place, expected, str(total))
    for cell, letter in enumerate(letters):
        if letter not in b"HFM?" and letter != 48 + board.clue(cell):
            expected = f"a clue of {board.clue(cell)} (the mines around it)"
            raise InvalidInput(grid.cell_place(cell), expected, chr(letter))
    return common.check_playable(board, place)


def _make_view(grid: common.Grid, mines: int | None) -> View:
    marks = tuple([_MARK_OF.get(letter, COVERED) for letter in _check_letters(grid)])
    return common.make_view(grid.graph, marks, grid.cell_place, mines, *_read_total(grid))
