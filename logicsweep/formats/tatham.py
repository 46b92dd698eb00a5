"""The game IDs of Mines in Simon Tatham's Portable Puzzle Collection: a board and its first click.

`WxH:x,y,mHEX`, one a line, alone or after the address of the game's page. As in its source `mines.c`, x and y
(from 0) are the first click and may be missing, as in an ID that a person wrote. A hex digit holds four
cells, row by row, the first cell in the highest bit. `m` means that the bits are masked; with `u`, or
neither, they are clear. The size may be followed by `nN`, the mine total, and by `a`, which only matters when
other boards are made.

The mask keeps a player from reading the mines. A hash of the second half of the bytes changes the first half,
then a hash of the new first half changes the second. The bits after the last cell stay 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha1

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards, in_batches, with_starts
from logicsweep.errors import InvalidInput, quote
from logicsweep.formats import common

PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mines.html"
"""The page to play Mines; followed by `#` and an ID it opens that board."""

_HEX = common.Digits("0123456789abcdef", 4, "hex digit")
_SHA1 = 20  # bytes of a hash
_SITE = re.compile(r"https?://www\.chiark\.greenend\.org\.uk/~sgtatham/puzzles/", re.ASCII | re.IGNORECASE)
_PAGE = re.compile(_SITE.pattern + r"js/mines\.html#", _SITE.flags)
_SIZE = re.compile(r"([0-9]+)x([0-9]+)(?:n([0-9]+))?a?(:|#|%23)", re.ASCII)
_ID = re.compile(_SIZE.pattern + r"(?:([0-9]+),([0-9]+),)?([mu]?)", re.ASCII)
_SNIFFED = re.compile(rf"\s*(?:{_SITE.pattern}|{_SIZE.pattern})", _SITE.flags)


def sniff(text: str) -> bool:
    """Whether a text begins like an ID, or with the address of a page of the collection.

    >>> sniff("9x9:4,4,mb071"), sniff("9x9n10#1234"), sniff(PAGE + "#9x9:0,0,"), sniff("9x9x10")
    (True, True, True, False)
    """
    return _SNIFFED.match(text) is not None


def read(blocks: Iterable[str], source: str = "<text>") -> Iterator[Boards]:
    """Read the boards of a text in blocks of whole lines, each with its first click if the ID has one.

    An ID without mines is a mistake, and so is a first click on a mine.
    """
    return in_batches(common.read_each_line(blocks, source, "a game ID", _read_id))


def write(boards: Iterable[Board]) -> str:
    """Write boards on grids as masked IDs, one a line, like the game.

    An ID may lack the first click: the game then shows all cells covered.
    """
    return "".join([f"{game_id(board, start)}\n" for board, start in with_starts(boards)])


def game_id(board: Board, start: int | None = None, masked: bool = True) -> str:
    """Write the ID of one board, with or without its first click, masked or clear.

    >>> board = Board.parse("M.. ..M")
    >>> game_id(board, 4), game_id(board, 4, masked=False)
    ('3x2:1,1,m30', '3x2:1,1,u84')
    """
    rows, cols = common.grid_shape("tatham", board.graph)
    mined, click = board.mined, ""
    if start is not None:
        y, x = divmod(start, cols)
        click = f"{x},{y},"
        if mined[start]:
            raise InvalidInput("format tatham", "a first click on a safe cell", f"r{y + 1}c{x + 1}, a mine")
    bits = common.pack_bits(mined, unit=1)
    digits = (_mask_bits(bits, len(mined)) if masked else bits).hex()[: _HEX.count(rows * cols)]
    return f"{cols}x{rows}:{click}{'m' if masked else 'u'}{digits}"


def _read_id(line: str, at: common.At) -> tuple[Board, int | None]:
    page = _PAGE.match(line)
    if not page and line[:4].lower() == "http":
        raise InvalidInput(at(0), f"a game ID, alone or after {PAGE}#", quote(line))
    begin = page.end() if page else 0
    parts = _ID.match(line, begin)
    if not parts:
        raise InvalidInput(at(begin), "a game ID such as 9x9:4,4,m...", quote(line[begin:]))
    width, height, total, colon, x, y, mask = parts.groups()
    end = parts.end()
    if colon != ":" or line.startswith("r", end):
        raise _no_mines_error(line, parts.start(4) if colon != ":" else end, at)
    graph = common.make_grid(height, width, at(begin), f"{width}x{height}")
    start = _read_start(parts, graph, at) if x else None
    digits = line[end:]
    _HEX.check(digits, len(graph), lambda column: at(end + column))
    board = Board(graph, _read_mined(digits, len(graph), mask == "m"))
    if total and (total.lstrip("0") or "0") != str(board.mine_count):
        raise InvalidInput(at(parts.start(3)), f"{board.mine_count}, the number of mines in it", quote(total))
    if start is not None and board.mined[start]:
        raise InvalidInput(at(parts.start(5)), "a first click on a safe cell", f"{x},{y}, a mine")
    return board, start


def _no_mines_error(line: str, column: int, at: common.At) -> InvalidInput:
    if line[column] == "r":
        why = "no mines are placed yet"
    else:
        why = "a seed, which only the game can turn into a board"
    expected = "the mines, as ':', a first click and hex digits"
    return InvalidInput(at(column), expected, f"{quote(line[column:], 20)}: {why}")


def _read_start(parts: re.Match[str], graph: CellGraph, at: common.At) -> int:
    rows, cols = graph.shape or (1, 1)
    for group, name, size in ((5, "x", cols), (6, "y", rows)):
        if len(parts[group]) > len(str(size)) or int(parts[group]) >= size:
            expected = f"a first click with {name} from 0 to {size - 1}"
            raise InvalidInput(at(parts.start(group)), expected, quote(parts[group]))
    return int(parts[6]) * cols + int(parts[5])


def _read_mined(digits: str, cells: int, masked: bool) -> bytes:
    if not masked:
        return _HEX.read_mined(digits, cells)
    size = -(-cells // 8)
    bits = _unmask_bits(bytes.fromhex(digits.ljust(size * 2, "0")), cells)
    return common.unpack_bits(int.from_bytes(bits), size * 8)[:cells]


def _mask_bits(bits: bytes, cells: int) -> bytes:
    """Mask the bits of a board of `cells` cells, like the game.

    >>> _mask_bits(bytes.fromhex("12345670"), 28).hex()  # as in `mines.c`
    '07fa6500'
    """
    half = len(bits) // 2
    first = _mix_half(bits[:half], bits[half:])
    return first + _mix_half(bits[half:], first, cells)


def _unmask_bits(bits: bytes, cells: int) -> bytes:
    half = len(bits) // 2
    second = _mix_half(bits[half:], bits[:half], cells)
    return _mix_half(bits[:half], second) + second


def _mix_half(half: bytes, other: bytes, cells: int = 0) -> bytes:
    """Change a half by the hashes of the other half; bits after the last of `cells`, if it is here, are 0."""
    mixed = int.from_bytes(half) ^ int.from_bytes(_hash_bytes(other, len(half)))
    spare = -cells % 8
    return (mixed >> spare << spare).to_bytes(len(half))


def _hash_bytes(text: bytes, length: int) -> bytes:
    """The first `length` bytes of the hashes of a text followed by 0, 1, ...; hashes the text itself once."""
    prefix, hashes = sha1(text), bytearray()
    for number in range(-(-length // _SHA1)):
        one = prefix.copy()
        one.update(b"%d" % number)
        hashes += one.digest()
    return bytes(hashes[:length])
