"""The judge format of *Data Mining?* (ACM Mid-Central 2003, problem E): boards as `M` and `.`.

A line `r c`, then r rows of c cells, and so on until `0 0`. Also accepted: CRLF line ends, blank lines
between boards, blanks at line ends, and the end of the text in place of `0 0` or of the last newline.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from logicsweep.board import Board, mined_of
from logicsweep.cells import MOST_CELLS, CellGraph
from logicsweep.errors import InvalidInput, shown

_MINED = bytes.maketrans(b".M", b"\0\1")


def sniff(text: str) -> bool:
    """Whether a text is meant as boards: two numbers, and in the next line `M` or `.`, or nothing more.

    >>> sniff("2 3\\n?..\\n"), sniff("0 0\\n"), sniff("1 1\\n1 #\\n")
    (True, True, False)
    """
    size, _, rest = text.lstrip().partition("\n")
    row, fields = rest.lstrip().partition("\n")[0], size.split()
    is_size = len(fields) == 2 and all(field.isascii() and field.isdecimal() for field in fields)
    return is_size and (not row or "M" in row or "." in row)


def read(text: str, source: str = "<text>") -> Iterator[Board]:
    """The boards of a text, one by one, so that those before a mistake are there.

    Raises InvalidInput with `source:line:column` at the first thing that is not in the format.

    >>> [str(board) for board in read("1 3\\nM..\\n0 0\\n")]
    ['M..']
    """
    lines = text.rstrip().split("\n")
    found = False
    at = 0
    while at < len(lines):
        fields = lines[at].split()
        if not fields:
            at += 1
            continue
        rows, cols = _size(fields, f"{source}:{at + 1}", lines[at])
        if rows == cols == 0:
            return _end(lines, at + 1, source)
        yield _board(lines, at, rows, cols, source)
        found = True
        at += rows + 1
    if not found:
        raise InvalidInput(f"{source}:1:1", "a board", "an empty text")


def read_grouped(text: str) -> tuple[list[tuple[CellGraph, bytes]], list[int]] | None:
    """The boards of a text by size, without making each of them; None where anything at all is unusual.

    A group is a cell graph and the `mined` of its boards, one after another; the list names the group
    of each board in turn. What this does not take, `read` does, or says what is wrong with it.

    >>> read_grouped("1 2\\nM.\\n1 2\\n.M\\n0 0\\n")
    ([(CellGraph.grid(1, 2), b'\\x01\\x00\\x00\\x01')], [0, 0])
    """
    sizes: dict[str, tuple[int, int, list[str]]] = {}
    order, at = [], 0
    while (end := text.find("\n", at)) >= 0 and (line := text[at:end]) != "0 0":
        if line not in sizes:
            if not re.fullmatch("[1-9][0-9]{0,3} [1-9][0-9]{0,3}", line):
                return None
            rows, cols = map(int, line.split())
            sizes[line] = (len(sizes), rows * (cols + 1), [])
        number, length, texts = sizes[line]
        at = end + 1 + length
        texts.append(text[end + 1 : at])
        order.append(number)
    if not order or text[at:].strip() != "0 0":
        return None
    groups = [_group(line, texts) for line, (_, _, texts) in sizes.items()]
    return None if None in groups else ([group for group in groups if group], order)


def _group(size: str, texts: list[str]) -> tuple[CellGraph, bytes] | None:
    """Boards of one size, or None where one of them is not as it should be."""
    rows, cols = map(int, size.split())
    text = "".join(texts)
    if text[cols :: cols + 1] != "\n" * (rows * len(texts)) or not text.isascii():
        return None
    mined = text.encode().translate(_MINED, b"\n")
    clean = len(mined) == rows * cols * len(texts) and not mined.translate(None, b"\0\1")
    played = all("M" in board and "." in board for board in texts)
    return (CellGraph.grid(rows, cols), mined) if clean and played else None


def write(boards: Iterable[Board]) -> str:
    """The boards in the judge format; each must be on a rectangular field."""
    texts = []
    for board in boards:
        if board.graph.shape is None:
            raise InvalidInput("board", "a rectangular field", "a free graph")
        texts.append("{} {}\n".format(*board.graph.shape) + str(board) + "\n")
    return "".join(texts) + "0 0\n"


def _size(fields: list[str], line: str, text: str) -> tuple[int, int]:
    """Rows and columns; `0 0` ends the input."""
    if len(fields) != 2:
        raise InvalidInput(f"{line}:1", "a size 'rows cols'", shown(text))
    sizes = []
    for field in fields:
        place = f"{line}:{text.index(field) + 1}"
        if not (field.isascii() and field.isdecimal() and len(field) < 10):
            raise InvalidInput(place, "a number of rows or columns", shown(field))
        sizes.append(int(field))
    if 0 in sizes and sizes != [0, 0]:
        raise InvalidInput(f"{line}:1", "a size of at least 1 by 1, or the end '0 0'", shown(text))
    if sizes[0] * sizes[1] > MOST_CELLS:
        raise InvalidInput(f"{line}:1", f"a board of at most {MOST_CELLS} cells", shown(text))
    return sizes[0], sizes[1]


def _board(lines: list[str], at: int, rows: int, cols: int, source: str) -> Board:
    """The board whose size stands in line `at` (0-based)."""
    body = lines[at + 1 : at + 1 + rows]
    if len(body) < rows or set(map(len, body)) != {cols}:
        body = [row.rstrip() for row in body]
        _check_rows(body, rows, cols, at, source)
    mined = mined_of(body, partial(_place, source, at))
    for value, what in enumerate(("safe cell", "mine")):
        if value not in mined:
            raise InvalidInput(f"{source}:{at + 2}:1", f"a board with at least one {what}", "none")
    return Board(CellGraph.grid(rows, cols), mined)


def _place(source: str, at: int, row: int, col: int | None) -> str:
    """Where a cell of the board stands whose size stands in line `at` (0-based)."""
    return f"{source}:{at + 2 + row}:{(col or 0) + 1}"


def _check_rows(body: list[str], rows: int, cols: int, at: int, source: str) -> None:
    for i, row in enumerate(body):
        line = at + 2 + i
        if len(row) != cols:
            column = min(len(row), cols) + 1
            expected = f"row {i + 1} of {rows} with {cols} cells"
            raise InvalidInput(f"{source}:{line}:{column}", expected, f"{len(row)} in {shown(row)}")
    if len(body) < rows:
        expected = f"row {len(body) + 1} of {rows}"
        raise InvalidInput(f"{source}:{at + 2 + len(body)}:1", expected, "the end of the text")


def _end(lines: list[str], at: int, source: str) -> None:
    for i in range(at, len(lines)):
        if lines[i].strip():
            raise InvalidInput(f"{source}:{i + 1}:1", "nothing after '0 0'", shown(lines[i]))
