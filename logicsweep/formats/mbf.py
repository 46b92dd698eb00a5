"""MBF, the board files of Minesweeper Arbiter (`.abf`) and of JSMinesweeper (`.mbf`), as bytes or as hex.

A byte for the width, one for the height, two for the number n of mines (the high one first), then n times
a byte for the column and one for the row of a mine, counted from 0: 4 + 2n bytes. Arbiter writes the mines
column by column, and so does this; JSMinesweeper row by row: any order is read. Boards may stand one after
another; as hex, one in each line. Places in bytes are counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, compress, islice
from typing import NamedTuple, NoReturn

from logicsweep.boards.board import Board
from logicsweep.boards.cells import Cell, CellGraph
from logicsweep.boards.many import Boards, batches, side_by_side
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, quoted
from logicsweep.formats import Deal, as_deal
from logicsweep.formats.held import grid_shape, playable
from logicsweep.formats.lines import At, line_count, one_a_line

_MOST = 255  # rows or columns
_ENOUGH = 1 << 18  # bytes that tell the format: the longest board has half as many
_PAIRS = re.compile(r"(?:\s*[0-9a-fA-F]{2})*\s*", re.ASCII)
_PAIR = re.compile("[0-9a-fA-F]{2}", re.ASCII)
_POSITION = set("012345678F \t\n")  # of what hex may have, all that a position may have


def sniff(data: bytes) -> bool:
    """Whether bytes begin with a whole board, and have only boards as far as they are looked at.

    >>> sniff(bytes([2, 1, 0, 1, 0, 0])), sniff(bytes([2, 1, 0, 1, 0, 9])), sniff(b"2 1\\nM.\\n0 0\\n")
    (True, False, False)
    """
    boards = _Boards("")
    try:
        return sum(1 for _ in boards.more(data[:_ENOUGH])) > 0
    except InvalidInput:
        return False


def read(data: bytes, source: str = "<bytes>") -> Iterator[Board]:
    """The boards of bytes, one by one, so that those before a mistake are there.

    Raises InvalidInput with `source: byte N` for a size of 0, as many mines as cells or none, a mine
    outside or twice, and bytes that are missing or left over.

    >>> [str(board) for board in read(bytes([2, 1, 0, 1, 0, 0]))]
    ['M.']
    """
    boards = _Boards(source)
    yield from boards.more(data)
    boards.end()


def stream(blocks: Iterable[bytes], source: str = "<bytes>") -> Iterator[Boards]:
    """The boards of bytes in blocks, each as soon as it is whole, and errors as `read`.

    >>> [[str(board) for board in batch] for batch in stream([bytes([2, 1, 0]), bytes([1, 0, 0])])]
    [[], ['M.']]
    """
    boards = _Boards(source)
    for block in blocks:
        yield from boards.grouped(block)
    boards.end()


def write(boards: Iterable[Board | Deal]) -> bytes:
    """Boards as bytes, the mines of each column by column.

    Raises InvalidInput, with the place `format mbf`, for any field but a grid, for more than 255 rows or
    columns, and for boards without a mine or without a safe cell.

    >>> write([Board.parse("..M")])
    b'\\x03\\x01\\x00\\x01\\x02\\x00'
    """
    return b"".join([_bytes("mbf", board) for board, _ in map(as_deal, boards)])


def sniff_hex(text: str) -> bool:
    """Whether a text is meant as boards in hex: digits that no position has, or whole boards in all lines.

    A text of `F` and the digits to 8 alone is a position, if there is an `F`; without, it is none unless
    all its clues are 0, and then it is no board.

    >>> sniff_hex("020100010000"), sniff_hex("1e10 0063"), sniff_hex("0 1 2 3 4 5"), sniff_hex("2 1")
    (True, True, False, False)
    """
    first = text.lstrip().partition("\n")[0]
    if len(first) < 8 or not _PAIRS.fullmatch(first):
        return False
    if set(first.lower()) & set("abcde"):
        return True
    lines = (line for line in islice(text.split("\n"), 100) if line.strip())
    return ("F" not in text or not set(text) <= _POSITION) and all(map(_is_hex, lines))


def _is_hex(line: str) -> bool:
    return bool(_PAIRS.fullmatch(line)) and sniff(bytes.fromhex(line))


def read_hex(text: str, source: str = "<text>") -> Iterator[Board]:
    """The boards of a text with a board in each line, as hex; blanks may stand between bytes.

    Raises InvalidInput as `read`, with `source:line:column`.

    >>> [str(board) for board in read_hex("0201 0001 0000\\n")]
    ['M.']
    """
    return chain.from_iterable(stream_hex([text], source))


def stream_hex(blocks: Iterable[str], source: str = "<text>") -> Iterator[Iterable[Board]]:
    """The same for a text in blocks of whole lines.

    >>> [[str(board) for board in batch] for batch in stream_hex(["020100010000\\n", "020100010100\\n"])]
    [['M.'], ['.M']]
    """
    return one_a_line(blocks, source, "a board", _of_line, list, _at_once)


def write_hex(boards: Iterable[Board | Deal]) -> str:
    """Boards as hex, one in each line; InvalidInput as `write`, with the place `format mbf-hex`.

    >>> write_hex([Board.parse("..M")])
    '030100010200\\n'
    """
    return "".join([f"{_bytes('mbf-hex', board).hex()}\n" for board, _ in map(as_deal, boards)])


class _Boards:
    """Bytes that come in blocks; the boards that are whole at their front are taken off."""

    def __init__(self, source: str) -> None:
        """`source` names the bytes in places."""
        self._source = source
        self._data = bytearray()
        self._before = 0  # bytes that were taken off
        self._needed = 0  # bytes that the next board has, as far as is known

    def more(self, block: bytes) -> Iterator[Board]:
        """The boards that are whole when this comes after what came before."""
        self._data += block
        if len(self._data) >= self._needed:
            yield from self._whole()

    def grouped(self, block: bytes) -> Iterator[Boards]:
        """The same without making each of them, where none is wrong."""
        self._data += block
        if len(self._data) < self._needed:
            return
        if taken := _taken(bytes(self._data)):
            self._take(taken.ends[-1], taken.needed)
            yield taken.boards
        else:
            yield from batches(self._whole())

    def _whole(self) -> Iterator[Board]:
        data, at = bytes(self._data), 0
        while (end := _end(data, at, self._place)) <= len(data):
            yield _board(data, at, end, self._place)
            at = end
        self._take(at, end - at)

    def _take(self, end: int, needed: int) -> None:
        """Take off what comes before a byte; the next board has so many bytes, as far as is known."""
        del self._data[:end]
        self._before += end
        self._needed = needed

    def end(self) -> None:
        """Raise InvalidInput where the bytes do not end with a board."""
        if self._data:
            _end(bytes(self._data), 0, self._place)  # what is wrong with its size goes first
            missing = self._needed - len(self._data)
            raise InvalidInput(self._place(len(self._data)), f"{plural(missing, 'byte')} more", "the end")
        if not self._before:
            raise InvalidInput(self._place(0), "a board", "no bytes")

    def _place(self, at: int) -> str:
        return f"{self._source}: byte {self._before + at + 1}"


class _Taken(NamedTuple):
    """The whole boards at the front of bytes, where each ends, and how many bytes the next one has."""

    boards: Boards
    ends: list[int]
    needed: int


def _taken(data: bytes) -> _Taken | None:
    """The whole boards at the front of bytes, without making each; None for no board, or a wrong one."""
    told, ends, at = list[tuple[bytes, bytes]](), list[int](), 0
    try:
        while (end := _end(data, at, str)) <= len(data):
            told.append((data[at : at + 2], data[at + 4 : end]))
            ends.append(end)
            at = end
    except InvalidInput:
        return None
    boards = side_by_side(told, _group)
    return _Taken(boards, ends, end - at) if boards and ends else None


def _at_once(block: str) -> Boards | None:
    """The boards of a block of lines of hex, without making each; None where one is unusual, or wrong."""
    try:
        taken = _taken(bytes.fromhex(block))
    except ValueError:
        return None
    count = line_count(block)
    if not taken or len(taken.ends) != count:
        return None
    *places, last = [2 * end + line for line, end in enumerate(taken.ends)]
    right = len(block.removesuffix("\n")) == last and {block[place] for place in places} <= {"\n"}
    return taken.boards if right else None


def _of_line(line: str, at: At) -> Board:
    """The board of a line of hex."""
    try:
        data = bytes.fromhex(line)
    except ValueError:
        good = _PAIRS.match(line)
        wrong = good.end() if good else 0
        raise InvalidInput(
            at(wrong), "two hex digits for each byte", quoted(line[wrong : wrong + 2])
        ) from None

    def place(byte: int) -> str:
        starts = [pair.start() for pair in _PAIR.finditer(line)]
        return at(starts[byte] if byte < len(starts) else len(line))

    end = _end(data, 0, place)
    if end > len(data):
        raise InvalidInput(place(len(data)), f"{plural(end - len(data), 'byte')} more", "the end of the line")
    if end < len(data):
        raise InvalidInput(place(end), f"the end of the line after {end} bytes", f"{len(data) - end} more")
    return _board(data, 0, end, place)


def _end(data: bytes, at: int, place: At) -> int:
    """Where a board ends that begins at a byte, at least; InvalidInput where its size or count is wrong."""
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


def _board(data: bytes, at: int, end: int, place: At) -> Board:
    """The board from one byte to another; InvalidInput where a mine is outside or twice."""
    group = _group(data[at : at + 2], [data[at + 4 : end]])
    if not group:
        _refuse_mine(data[at:end], lambda byte: place(at + byte))
    return Board(*group)


def _group(size: bytes, boards: list[bytes]) -> tuple[CellGraph, bytes] | None:
    """Boards of one size from the bytes of their mines; None where a mine is outside or twice."""
    cols, rows = size
    found: list[bytes] = []
    with suppress(IndexError):
        for mines in boards:
            board = [bytearray(cols) for _ in range(rows)]
            for col, row in zip(mines[::2], mines[1::2], strict=True):
                board[row][col] = 1
            found.append(b"".join(board))
    mined = b"".join(found)
    return (CellGraph.grid(rows, cols), mined) if 2 * mined.count(1) == sum(map(len, boards)) else None


def _refuse_mine(board: bytes, place: At) -> NoReturn:
    """Say which mine of a board is the first outside, or there a second time."""
    met = set[bytes]()
    for byte in range(4, len(board)):
        if board[byte] >= board[byte % 2]:
            what = ("column", "row")[byte % 2]
            raise InvalidInput(place(byte), f"a {what} from 0 to {board[byte % 2] - 1}", str(board[byte]))
        mine = board[byte - 1 : byte + 1]
        if byte % 2 and mine in met:
            raise InvalidInput(place(byte - 1), "each mine once", f"{Cell(mine[1], mine[0])} again")
        if byte % 2:
            met.add(mine)
    raise AssertionError("a mine was missing before")


def _bytes(form: str, board: Board) -> bytes:
    """A board as bytes; `form` is the format's name in errors."""
    rows, cols = grid_shape(form, playable(form, board).graph, _MOST)
    data = bytearray([cols, rows, *divmod(board.mine_count, 256)])
    for col in range(cols):
        down = board.mined[col::cols]
        data += b"".join([bytes((col, row)) for row in compress(range(rows), down)])
    return bytes(data)
