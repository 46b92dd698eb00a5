"""MBF, the board files of Minesweeper Arbiter (`.abf`) and of JSMinesweeper (`.mbf`), as bytes or as hex.

A board has one byte for the width, one for the height, and two for the number n of mines (the high byte
first). Then each mine has a byte for its column and one for its row, counted from 0: 4 + 2n bytes in all.
Arbiter and this module write the mines column by column, JSMinesweeper row by row; any order is read. Boards
may follow each other; as hex, one a line. Places in bytes are counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import compress, islice

from logicsweep.boards.board import Board
from logicsweep.boards.cells import Cell, CellGraph
from logicsweep.boards.many import Boards, in_batches
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, quote
from logicsweep.formats.common import At, check_playable, grid_shape, read_each_line

_MOST = 255  # rows or columns
_ENOUGH = 1 << 18  # bytes that `sniff` looks at: twice the longest board
_PAIRS = re.compile("(?:[0-9a-fA-F]{2})*", re.ASCII)
_POSITION = set("012345678F \t\n")  # the signs that hex and positions share


def sniff(data: bytes) -> bool:
    """Whether bytes begin with a whole board, and the first `_ENOUGH` bytes are boards and nothing else.

    >>> sniff(bytes([2, 1, 0, 1, 0, 0])), sniff(bytes([2, 1, 0, 1, 0, 9])), sniff(b"2 1\\nM.\\n0 0\\n")
    (True, False, False)
    """
    boards = _read_boards([data[:_ENOUGH]], str)
    try:
        return len(list(iter(boards.__next__, None))) > 0
    except InvalidInput:
        return False


def read(blocks: Iterable[bytes], source: str = "<bytes>") -> Iterator[Boards]:
    """Read boards from bytes in blocks; yields each as soon as it is whole."""
    return in_batches(_read_boards(blocks, lambda byte: f"{source}: byte {byte + 1}"))


def write(boards: Iterable[Board]) -> bytes:
    """Write boards as bytes, the mines of each column by column; on grids of at most 255 rows and columns.

    >>> write([Board.parse("..M")])
    b'\\x03\\x01\\x00\\x01\\x02\\x00'
    """
    return b"".join([_encode_board("mbf", board) for board in boards])


def sniff_hex(text: str) -> bool:
    """Whether a text is meant as boards in hex: digits that no position has, or whole boards on all lines.

    A text of only `F` and digits up to 8 is a position if it has an `F`. Without an `F` it could be a
    position only if all its clues were 0, and then it is no board.

    >>> sniff_hex("020100010000"), sniff_hex("1e100063"), sniff_hex("0 1 2 3 4 5"), sniff_hex("2 1")
    (True, True, False, False)
    """
    first = text.lstrip().partition("\n")[0].rstrip()
    if len(first) < 8 or not _PAIRS.fullmatch(first):
        return False
    if set(first.lower()) & set("abcde"):
        return True
    lines = (line.strip() for line in islice(text.split("\n"), 100))
    return ("F" not in text or not set(text) <= _POSITION) and all(
        _PAIRS.fullmatch(line) and sniff(bytes.fromhex(line)) for line in lines if line
    )


def read_hex(blocks: Iterable[str], source: str = "<text>") -> Iterator[Boards]:
    """Read boards as hex, one a line, from a text in blocks of whole lines."""
    return in_batches(read_each_line(blocks, source, "a board", _read_line))


def write_hex(boards: Iterable[Board]) -> str:
    """Write boards as hex, one a line."""
    return "".join([f"{_encode_board('mbf-hex', board).hex()}\n" for board in boards])


def _read_boards(blocks: Iterable[bytes], at: At) -> Iterator[tuple[Board, None] | None]:
    """Read boards from bytes in blocks; yields None after each block. `at` gives the place of a byte."""
    data, before = b"", 0  # before: how many bytes were removed

    def place(byte: int) -> str:
        return at(before + byte)

    for block in blocks:
        data, begin = data + block, 0
        while (end := _find_end(data, begin, place)) <= len(data):
            yield _make_board(data, begin, end, place), None
            begin = end
        data, before = data[begin:], before + begin
        yield None
    if data:
        missing = _find_end(data, 0, place) - len(data)
        raise InvalidInput(place(len(data)), f"{plural(missing, 'byte')} more", "the end")
    if not before:
        raise InvalidInput(place(0), "a board", "no bytes")


def _read_line(line: str, at: At) -> tuple[Board, None]:
    pairs = _PAIRS.match(line)
    good = pairs.end() if pairs else 0
    if good < len(line):
        raise InvalidInput(at(good), "two hex digits for each byte", quote(line[good : good + 2]))
    board, *others = filter(None, _read_boards([bytes.fromhex(line)], lambda byte: at(2 * byte)))
    if others:
        raise InvalidInput(at(0), "a board in each line", str(1 + len(others)))
    return board


def _find_end(data: bytes, at: int, place: At) -> int:
    """The earliest end of a board that begins at a byte; raises InvalidInput if its head is wrong."""
    size = data[at : at + 2]
    if 0 in size:
        what = ("column", "row")[size.index(0)]
        raise InvalidInput(place(at + size.index(0)), f"at least one {what}", "0")
    if len(data) < at + 4:
        return at + 4
    mines = data[at + 2] << 8 | data[at + 3]
    most = size[0] * size[1] - 1
    if not 0 < mines <= most:
        expected = f"at least one mine and one safe cell among {size[0]} x {size[1]} cells"
        raise InvalidInput(place(at + 2), expected, plural(mines, "mine"))
    return at + 4 + 2 * mines


def _make_board(data: bytes, at: int, end: int, place: At) -> Board:
    """Make the board of the bytes from `at` to `end`; raises InvalidInput for a mine outside or twice."""
    cols, rows = data[at], data[at + 1]
    mined = bytearray(cols * rows)
    for byte in range(at + 4, end, 2):
        col, row = data[byte], data[byte + 1]
        if col >= cols:
            raise InvalidInput(place(byte), f"a column from 0 to {cols - 1}", str(col))
        if row >= rows:
            raise InvalidInput(place(byte + 1), f"a row from 0 to {rows - 1}", str(row))
        if mined[row * cols + col]:
            raise InvalidInput(place(byte), "each mine once", f"{Cell(row, col)} again")
        mined[row * cols + col] = 1
    return Board(CellGraph.grid(rows, cols), bytes(mined))


def _encode_board(form: str, board: Board) -> bytes:
    """Encode a board as bytes; `form` is the format's name in errors."""
    rows, cols = grid_shape(form, check_playable(board, f"format {form}").graph, _MOST)
    data = bytearray([cols, rows, *divmod(board.mine_count, 256)])
    for col in range(cols):
        down = board.mined[col::cols]
        data += b"".join([bytes((col, row)) for row in compress(range(rows), down)])
    return bytes(data)
