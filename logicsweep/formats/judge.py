"""The judge format of *Data Mining?* (ACM Mid-Central 2003, problem E): boards as `M` and `.`.

A board is a line `r c`, then r rows of c cells; `0 0` ends the boards. Numbers and rows are words, as C++
reads them with `cin >>`: any white space may separate them. The end of the text may replace `0 0`.
More boards may follow `0 0`, so that files can be joined.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from logicsweep.boards.board import Board, mined_of
from logicsweep.boards.cells import MOST_CELLS, CellGraph
from logicsweep.boards.many import Boards, in_batches
from logicsweep.errors import InvalidInput, quote
from logicsweep.formats.common import Grid, Word, check_playable, make_grid, read_grids

_MINED = bytes.maketrans(b".M", b"\0\1")
_SIZE = re.compile("([1-9][0-9]{0,3}) ([1-9][0-9]{0,3})", re.ASCII)
_NUMBER = re.compile("[0-9]+", re.ASCII)
_CLICK = re.compile(r"^[^\S\n]*(?:[0-9.]+[^\S\n]+)?(?:open|flag|chord)\s", re.ASCII | re.MULTILINE)
_BEGINS = re.compile(r"\s*[0-9]+(\s+)[0-9]+(?!\S)\s*([^\n]*)", re.ASCII)


def sniff(text: str) -> bool:
    """Whether a text is meant as boards: two numbers, then a line with `M` or `.`, and no clicks of a game.

    Two numbers on a line, and nothing more, are boards too.

    >>> sniff("2 3\\n?..\\n"), sniff("0 0\\n"), sniff("1 2 M."), sniff("1 1\\n1 #\\n")
    (True, True, True, False)
    >>> sniff("1 1\\n.\\n"), sniff("1 1\\n.\\n0.5 open r1c1\\n")
    (True, False)
    """
    start = _BEGINS.match(text)
    if not start or _CLICK.search(text):
        return False
    between, row = start.groups()
    return "M" in row or "." in row or not (row or "\n" in between)


def read(blocks: Iterable[str], source: str = "<text>") -> Iterator[Boards]:
    """Read the boards of a text in blocks of whole lines; yields a batch as soon as a board is whole.

    It holds no more than a block and an unfinished board. From the first unusual line on, it reads word by
    word, which is some ten times slower.

    >>> blocks = iter(["1 2\\nM.\\n2 2\\n..\\n", "M.\\n0 0\\n"])
    >>> [[str(board) for board in batch] for batch in read(blocks)]
    [['M.'], ['..\\nM.']]
    """
    blocks, line, what = iter(blocks), 1, "a board"
    parts: list[str] = []
    missing = 0
    for block in blocks:
        parts.append(block)
        missing -= block.count("\n")
        if missing > 0:  # joining every block to a large board would take quadratic time
            continue
        text = "".join(parts)
        parts = [text]
        what = "" if text.strip() else what
        grouped = read_whole_boards(text)
        if not grouped:
            break
        boards, end, missing = grouped
        line += text.count("\n", 0, end)
        text = text[end:]  # before the yield, to free the memory
        parts = [text]
        yield boards
    yield from in_batches(_read_by_word(chain(filter(None, parts), blocks), source, what, line))


def read_whole_boards(text: str) -> tuple[Boards, int, int] | None:
    """Read the whole boards at the front of a text, without making each of them.

    Returns the boards, where they end, and how many lines are missing for one more. Returns None if a board
    is unusual; `_read_by_word` then reads it or reports the mistake.
    """
    sizes: dict[str, tuple[int, int, list[str]]] = {}
    order: list[int] = []
    at = missing = 0
    while (end := text.find("\n", at)) >= 0:
        line = text[at:end]
        if line not in sizes:
            if line.strip() in ("", "0 0"):
                at = end + 1
                continue
            size = _SIZE.fullmatch(line)
            if not size or int(size[1]) * int(size[2]) > MOST_CELLS:
                return None
            sizes[line] = (len(sizes), int(size[1]) * (int(size[2]) + 1), [])
        number, length, texts = sizes[line]
        if end + 1 + length > len(text):
            missing = int(line.split()[0]) - text.count("\n", end + 1)
            if missing <= 0:  # all rows are there, but too short
                return None
            break
        at = end + 1 + length
        texts.append(text[end + 1 : at])
        order.append(number)
    groups = [_make_group(line, texts) for line, (_, _, texts) in sizes.items() if texts]
    known = [group for group in groups if group]
    return (Boards(known, order), at, missing) if len(known) == len(groups) else None


def _make_group(size: str, texts: list[str]) -> tuple[CellGraph, bytes] | None:
    """Make the boards of one size from their texts; None if a text has a mistake."""
    rows, cols = map(int, size.split())
    text = "".join(texts)
    if text[cols :: cols + 1] != "\n" * (rows * len(texts)) or not text.isascii():
        return None
    data = text.encode()
    mined = data.translate(_MINED, b"\n")
    clean = len(mined) == rows * cols * len(texts) and not data.translate(None, b".M\n")
    played = all("M" in board and "." in board for board in texts)
    return (CellGraph.grid(rows, cols), mined) if clean and played else None


def write(boards: Iterable[Board]) -> str:
    """Write boards in the judge format; each must be on a rectangular field."""
    texts = []
    for board in boards:
        check_playable(board, "format judge")
        if board.graph.shape is None:
            raise InvalidInput("format judge", "a rectangular field", "a free graph")
        rows = str(board).replace(" ", "")  # rows of hexagons have blanks between cells
        texts.append("{} {}\n".format(*board.graph.shape) + rows + "\n")
    return "".join(texts) + "0 0\n"


def _read_by_word(
    blocks: Iterable[str], source: str, what: str, first: int = 1
) -> Iterator[tuple[Board, None] | None]:
    """Read the boards of a text word by word, from line number `first`; yields None after each block."""
    return (
        grid and (_make_board(grid), None) for grid in read_grids(blocks, source, _read_size, 2, what, first)
    )


def _read_size(size: Sequence[Word]) -> CellGraph | None:
    """Read two words `rows cols` as a grid, and `0 0`, which ends the boards, as None."""
    wrong = [word for word in size if not _NUMBER.fullmatch(word.text)]
    if wrong or len(size) < 2:
        word = (wrong or size)[0]
        raise InvalidInput(word.at(), "a size 'rows cols'", quote(word.text))
    rows, cols = (word.text for word in size)
    return make_grid(rows, cols, size[0].at(), f"{rows} {cols}") if (rows + cols).strip("0") else None


def _make_board(grid: Grid) -> Board:
    return check_playable(Board(grid.graph, mined_of(grid.rows, grid.place)), grid.place(0))
