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
from itertools import compress

from logicsweep.boards.board import COVERED, FLAG, Board, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards
from logicsweep.errors import InvalidInput
from logicsweep.formats import Deal, as_deal
from logicsweep.formats.checks import around, covers, view_of
from logicsweep.formats.held import check_playable, grid_shape, mines_told, playable
from logicsweep.formats.sized import SIZE, Grid, Grids

_BEGINS = re.compile(r"\s*[0-9]+x[0-9]+x[^\n]*\n?([^x]*)", re.ASCII)


def _table(values: dict[str, int]) -> bytes:
    """A byte for each letter, 0 for those that are not named."""
    return bytes(values.get(chr(code), 0) for code in range(256))


_MINED = _table(dict.fromkeys("FM?", 1))
_IS_COVERED = _table(dict.fromkeys("HFM?", 1))
_IS_CLUE = _table(dict.fromkeys("012345678", 1))
_VALUES = _table({str(clue): clue for clue in range(9)})
_DIGITS = bytes(range(48, 57)) + bytes(247)
_MARKS = bytes(
    code - 48 if 48 <= code < 57 else (FLAG if code == 70 else COVERED) & 255 for code in range(256)
)
_LETTER_OF = {COVERED: "H", FLAG: "F"} | {clue: str(clue) for clue in range(9)}


def sniff_boards(text: str) -> bool:
    """Whether a text is meant as boards: its first one has an `M`, or as many `F` and `?` as it tells mines.

    >>> sniff_boards("2x1x1\\nMH\\n"), sniff_boards("2x1x1\\nF1\\n"), sniff_boards("3x1x2\\nF2H\\n")
    (True, True, False)
    """
    begun = _BEGINS.match(text)
    return begun is not None and ("M" in begun[1] or _tells_all(begun[0].split()))


def _tells_all(words: list[str]) -> bool:
    """Whether a size and the rows after it are a whole board, with a mark on each of its mines."""
    size = SIZE.fullmatch(words[0])
    if not size:
        return False
    cols, rows, mines = map(int, size.groups())
    letters = "".join(words[1 : rows + 1])
    return len(letters) == rows * cols and 0 < mines == letters.count("F") + letters.count("?")


def sniff_position(text: str) -> bool:
    """Whether a text may be meant as positions: no `M` in the first one.

    >>> sniff_position("2x1x1\\nMH\\n"), sniff_position("2x1x1\\nF1\\n"), sniff_position("3x1x2\\nF2H\\n")
    (False, True, True)
    """
    begun = _BEGINS.match(text)
    return begun is not None and "M" not in begun[1]


def read_boards(text: str, source: str = "<text>") -> Iterator[Board]:
    """The boards of a text, one by one, so that those before a mistake are there.

    Raises InvalidInput with `source:line:column` for what is not in the format, clues and a mine total
    that are not those of the mines, and boards without a mine or without a safe cell.

    >>> [str(board) for board in read_boards("3x1x1\\nH1M\\n\\n2x1x1\\nF1\\n")]
    ['..M', 'M.']
    """
    return map(_board, Grids(source, "a board").all(text))


def stream(blocks: Iterable[str], source: str = "<text>") -> Iterator[Boards]:
    """The same boards and errors for a text in blocks of whole lines, each board as soon as it is whole.

    >>> blocks = stream(iter(["2x1x1\\nMH\\n1x2x1\\nM\\n", "1\\n"]))
    >>> [[str(board) for board in batch] for batch in blocks]
    [['M.'], ['M\\n.'], []]
    """
    grids = Grids(source, "a board")
    for block in blocks:
        yield from _grouped(grids.more(block))
    yield from _grouped(grids.rest())


def read_position(text: str, source: str = "<text>", mines: int | None = None) -> Iterator[View]:
    """The views of a text, one by one; `mines` overrides their totals.

    Raises InvalidInput with `source:line:column` for what is not in the format, a clue that its
    neighbourhood cannot hold, a mine total out of range.

    >>> [view.drawing for view in read_position("3x1x1\\nH1F\\n\\n2x1x0\\n00\\n")]
    ['#1F', '00']
    """
    return (_view(grid, mines) for grid in Grids(source, "a position").all(text))


def write_boards(boards: Iterable[Board | Deal]) -> str:
    """Boards as JSMinesweeper makes games of them: `M` for mines, `H` for all other cells.

    Raises InvalidInput, with the place `format mine`, for any field but a grid, and for boards without a
    mine or without a safe cell.

    >>> print(write_boards([Board.parse("..M")]), end="")
    3x1x1
    HHM
    """
    return "".join([_drawn(playable("mine", board)) for board, _ in map(as_deal, boards)])


def _drawn(board: Board) -> str:
    letters = board.mined.translate(b"HM" + bytes(254)).decode()
    return _text(*grid_shape("mine", board.graph), board.mine_count, letters)


def write_position(views: Iterable[View]) -> str:
    """Views as JSMinesweeper saves them: clues, `H` for covered cells, `F` for flags.

    Raises InvalidInput, with the place `format mine`, for any field but a grid, where the mine total is
    not told, and for cells that are cleared without a number.

    >>> print(write_position([View.parse("#1F", mines=1)]), end="")
    3x1x1
    H1F
    """
    return "".join(map(_shown, views))


def _shown(view: View) -> str:
    shape, mines = grid_shape("mine", view.graph), mines_told("mine", view.mines)
    for index in (i for i, mark in enumerate(view.marks) if mark not in _LETTER_OF):
        expected = "a clue from 0 to 8 in every cleared cell"
        raise InvalidInput("format mine", expected, f"{view.glyph(index)!r} in {view.graph.name(index)}")
    return _text(*shape, mines, "".join(map(_LETTER_OF.__getitem__, view.marks)))


def _text(rows: int, cols: int, mines: int, letters: str) -> str:
    lines = [letters[at : at + cols] for at in range(0, len(letters), cols)]
    return "\n".join([f"{cols}x{rows}x{mines}", *lines, ""])


def _board(grid: Grid) -> Board:
    return Board(CellGraph.grid(grid.size.rows, grid.size.cols), _mined(grid))


def _grouped(grids: Iterator[Grid]) -> Iterator[Boards]:
    """Boards without making each of them. When taking one raises, those before it come first."""
    groups: dict[tuple[int, int], tuple[int, list[bytes]]] = {}
    order: list[int] = []
    wrong = None
    try:
        for grid in grids:
            mined = _mined(grid)
            number, boards = groups.setdefault(grid.size[:2], (len(groups), []))
            boards.append(mined)
            order.append(number)
    except InvalidInput as error:
        wrong = error
    yield Boards([(CellGraph.grid(*shape), b"".join(boards)) for shape, (_, boards) in groups.items()], order)
    if wrong:
        raise wrong


def _mined(grid: Grid) -> bytes:
    """The mines of a board; InvalidInput where they are not what its size and its clues say."""
    rows, cols, told, _ = grid.size
    mined = grid.body.translate(_MINED, b"\n")
    mines = mined.count(1)
    if mines != told:
        expected = f"a mine total of {mines}, as many as 'F', 'M' and '?'"
        raise InvalidInput(grid.total_place, expected, str(told))
    if not 0 < mines < rows * cols:
        check_playable(grid.total_place, mines, rows * cols)
    clues = grid.body.translate(None, b"HFM?\n")
    if clues:
        _check_clues(grid, clues)
    return mined


def _check_clues(grid: Grid, clues: bytes) -> None:
    """Raise InvalidInput at the first clue that is not the number of the mines around it."""
    sums = around(grid.body.translate(_MINED), grid.size.cols)
    is_clue = grid.body.translate(_IS_CLUE)
    if bytes(compress(sums.translate(_DIGITS), is_clue)) != clues:
        wrong = next(i for i, clue in enumerate(is_clue) if clue and sums[i] != grid.body[i] - 48)
        expected = f"a clue of {sums[wrong]} (the mines around it)"
        raise InvalidInput(grid.place(wrong), expected, chr(grid.body[wrong]))


def _view(grid: Grid, mines: int | None) -> View:
    rows, cols, told, _ = grid.size
    covered = grid.body.translate(_IS_COVERED)
    values = grid.body.translate(_VALUES)
    if not covers(covered, cols, values):
        room = around(covered, cols)
        wrong = next(i for i, value in enumerate(values) if value > room[i])
        expected = f"a clue of at most {room[wrong]} (its covered neighbours)"
        raise InvalidInput(grid.place(wrong), expected, str(values[wrong]))
    total, most = told if mines is None else mines, covered.count(1)
    if not 0 <= total <= most:
        expected = f"a mine total from 0 to {most} (the covered cells)"
        raise InvalidInput(grid.total_place if mines is None else "mines", expected, str(total))
    return view_of(CellGraph.grid(rows, cols), grid.body.translate(_MARKS, b"\n"), total)
