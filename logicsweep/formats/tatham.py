"""The game IDs of Mines in Simon Tatham's Portable Puzzle Collection: a board and its first click.

`WxH:x,y,mHEX`, one a line, alone or behind the address of the game's page, with what its source `mines.c`
says: x and y (from 0) are the first click and may be missing, as in an ID that a person wrote; a hex digit
holds four cells, row by row, the first cell the highest bit; `m` means that the bits are masked, `u`, or
neither, that they are clear. The size may be followed by `nN`, the mine total, and `a`, which says how
other boards are made.

The mask keeps a player from reading the mines. Of the bits as bytes, the first half is changed by what
the second half hashes to, then the second half by what the first has become; the bits after the last cell
stay 0. To unmask, the same is done in reverse.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha1
from itertools import chain
from operator import add
from typing import NamedTuple

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards, side_by_side
from logicsweep.errors import InvalidInput, quoted
from logicsweep.formats import Deal, as_deal, as_deals
from logicsweep.formats.held import grid_shape
from logicsweep.formats.lines import At, line_count, one_a_line
from logicsweep.formats.links import Digits, grid_of, known_grid, padded, split

PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mines.html"
"""Where Mines is played; `#` and an ID behind it open that board."""

_HEX = Digits("0123456789abcdef", 4, "hex digit")
_SHA1 = 20  # bytes of a hash
_LONG = 200  # bytes of a text whose hash is sooner copied than made anew
_SITE = re.compile(r"https?://www\.chiark\.greenend\.org\.uk/~sgtatham/puzzles/", re.ASCII | re.IGNORECASE)
_PAGE = re.compile(_SITE.pattern + r"js/mines\.html#", _SITE.flags)
_SIZE = re.compile(r"([0-9]+)x([0-9]+)(?:n([0-9]+))?a?(:|#|%23)", re.ASCII)
_ID = re.compile(_SIZE.pattern + r"(?:([0-9]+),([0-9]+),)?([mu]?)", re.ASCII)
_USUAL = re.compile(r"^([0-9]+x[0-9]+):(?:([0-9]+),([0-9]+),)?([mu]?)(.+)$", re.ASCII | re.MULTILINE)
_SNIFFED = re.compile(rf"\s*(?:{_SITE.pattern}|{_SIZE.pattern})", _SITE.flags)


class _Told(NamedTuple):
    """What an ID tells: the first click as a cell, the digits as they are."""

    graph: CellGraph
    cells: int
    total: str | None
    start: int | None
    masked: bool
    digits: str
    parts: re.Match[str]
    at: At


def sniff(text: str) -> bool:
    """Whether a text begins as an ID does, or with the address of a page of the collection.

    >>> sniff("9x9:4,4,mb071"), sniff("9x9n10#1234"), sniff(PAGE + "#9x9:0,0,"), sniff("9x9x10")
    (True, True, True, False)
    """
    return _SNIFFED.match(text) is not None


def read(text: str, source: str = "<text>") -> Iterator[Deal]:
    """The boards of a text, one by one, each with its first click if that is told.

    Raises InvalidInput with `source:line:column` at the first thing that is not in the format, at an ID
    that tells no mines yet, and at a first click on a mine.

    >>> [(str(board), start) for board, start in read("3x2:1,1,u84 ")]
    [('M..\\n..M', 4)]
    """
    return chain.from_iterable(map(as_deals, stream([text], source)))


def stream(blocks: Iterable[str], source: str = "<text>") -> Iterator[Iterable[Board | Deal]]:
    """The same for a text that comes in blocks of whole lines."""
    return one_a_line(blocks, source, "a game ID", _read_id, _deals, _at_once)


def write(boards: Iterable[Board | Deal]) -> str:
    """The masked IDs of boards on grids, one a line, as the game writes them.

    Without a first click that part is left out: the game reads it so, and shows all cells covered.
    """
    return "".join([f"{game_id(deal)}\n" for deal in map(as_deal, boards)])


def game_id(deal: Deal, masked: bool = True) -> str:
    """The ID of one board, masked or clear.

    >>> deal = Deal(Board.parse("M.. ..M"), 4)
    >>> game_id(deal), game_id(deal, masked=False)
    ('3x2:1,1,m30', '3x2:1,1,u84')
    """
    rows, cols = grid_shape("tatham", deal.board.graph)
    mined, click = deal.board.mined, ""
    if deal.start is not None:
        y, x = divmod(deal.start, cols)
        click = f"{x},{y},"
        if mined[deal.start]:
            raise InvalidInput("format tatham", "a first click on a safe cell", f"r{y + 1}c{x + 1}, a mine")
    bits = padded(mined, unit=1)
    if masked:
        [bits] = _masked([bits], len(mined))
    digits = bits.hex()[: _HEX.count(rows * cols)]
    return f"{cols}x{rows}:{click}{'m' if masked else 'u'}{digits}"


def _read_id(line: str, at: At) -> _Told:
    """What a line tells."""
    begin = _begin(line, at)
    parts = _ID.match(line, begin)
    if not parts:
        raise InvalidInput(at(begin), "a game ID such as 9x9:4,4,m...", quoted(line[begin:]))
    width, height, total, colon, x, _, mask = parts.groups()
    end = parts.end()
    if colon != ":" or line.startswith("r", end):
        raise _no_mines(line, parts.start(4) if colon != ":" else end, at)
    graph = grid_of(width, height, at(begin))
    cells = len(graph)
    start = _start(parts, graph, at) if x else None
    digits = line[end:]
    _HEX.check(digits, cells, lambda column: at(end + column))
    return _Told(graph, cells, total, start, mask == "m", digits, parts, at)


def _begin(line: str, at: At) -> int:
    """Where the ID of a line begins: behind the address, if there is one."""
    if line[:4].lower() != "http":
        return 0
    if page := _PAGE.match(line):
        return page.end()
    raise InvalidInput(at(0), f"a game ID, alone or behind {PAGE}#", quoted(line))


def _no_mines(line: str, column: int, at: At) -> InvalidInput:
    """What is wrong with an ID of a game whose mines the game alone can place."""
    if line[column] == "r":
        why = "no mines are placed yet"
    else:
        why = "a seed, of which only the game makes a board"
    expected = "the mines, as ':', a first click and hex digits"
    return InvalidInput(at(column), expected, f"{quoted(line[column:], 20)}: {why}")


def _start(parts: re.Match[str], graph: CellGraph, at: At) -> int:
    """The cell of the first click."""
    rows, cols = graph.shape or (1, 1)
    for group, name, size in ((5, "x", cols), (6, "y", rows)):
        if len(parts[group]) > len(str(size)) or int(parts[group]) >= size:
            expected = f"a first click with {name} from 0 to {size - 1}"
            raise InvalidInput(at(parts.start(group)), expected, quoted(parts[group]))
    return int(parts[6]) * cols + int(parts[5])


def _deals(told: list[_Told]) -> Iterator[Deal]:
    """The boards of IDs, those of one size at once."""
    digits = defaultdict[tuple[int, bool], list[str]](list)
    for one in told:
        digits[one.cells, one.masked].append(one.digits)
    mined = {key: iter(_mined(texts, *key)) for key, texts in digits.items()}
    for one in told:
        board = Board(one.graph, next(mined[one.cells, one.masked]))
        if one.total is not None or (one.start is not None and board.mined[one.start]):
            _check(one, board)
        yield Deal(board, one.start)


def _at_once(block: str) -> Boards | None:
    """The deals of a block of IDs, without making each; None where one is unusual, or wrong."""
    told = _USUAL.findall(block)
    if len(told) != line_count(block):
        return None
    boards = side_by_side((((size, mask), digits) for size, _, _, mask, digits in told), _group)
    starts = boards and _starts(boards, [(x, y) for _, x, y, _, _ in told])
    return replace(boards, starts=starts) if boards and starts else None


def _group(kind: tuple[str, str], texts: list[str]) -> tuple[CellGraph, bytes] | None:
    size, mask = kind
    graph = known_grid(*size.split("x"))
    if not graph or not _HEX.right(texts, len(graph)):
        return None
    return graph, b"".join(_mined(texts, len(graph), mask == "m"))


def _starts(boards: Boards, clicks: list[tuple[str, str]]) -> list[int | None] | None:
    """The cells of first clicks; None where one is outside, or on a mine."""
    groups = [(graph.shape or (0, 0), len(graph), mined) for graph, mined in boards.groups]
    ends = [0] * len(groups)
    starts: list[int | None] = []
    for number, (x, y) in zip(boards.order, clicks, strict=True):
        (rows, cols), cells, mined = groups[number]
        begin, ends[number] = ends[number], ends[number] + cells
        if not x:
            starts.append(None)
            continue
        if len(x) > len(str(cols)) or len(y) > len(str(rows)) or not (int(x) < cols and int(y) < rows):
            return None
        starts.append(int(y) * cols + int(x))
        if mined[begin + int(y) * cols + int(x)]:
            return None
    return starts


def _check(told: _Told, board: Board) -> None:
    """Refuse a mine total that is not that of the board, and a first click on a mine."""
    parts = told.parts
    if parts[3] and (parts[3].lstrip("0") or "0") != str(board.mine_count):
        raise InvalidInput(
            told.at(parts.start(3)), f"{board.mine_count}, as mines are told", quoted(parts[3])
        )
    if told.start is not None and board.mined[told.start]:
        raise InvalidInput(
            told.at(parts.start(5)), "a first click on a safe cell", f"{parts[5]},{parts[6]}, a mine"
        )


def _mined(texts: list[str], cells: int, masked: bool) -> list[bytes]:
    """The `mined` of boards of so many cells from their digits."""
    if not masked:
        return _HEX.mined(texts, cells)
    size = -(-cells // 8)
    whole = _unmasked([bytes.fromhex(text.ljust(size * 2, "0")) for text in texts], cells)
    return split(int.from_bytes(b"".join(whole)), len(texts), size * 8, cells)


def _masked(boards: list[bytes], cells: int) -> list[bytes]:
    """The bits of boards of so many cells as the game writes them.

    >>> [whole.hex() for whole in _masked([bytes.fromhex("12345670")], 28)]  # as `mines.c` has it
    ['07fa6500']
    """
    firsts, seconds = _halves(boards)
    firsts = _mixed(firsts, seconds)
    return list(map(add, firsts, _mixed(seconds, firsts, cells)))


def _unmasked(boards: list[bytes], cells: int) -> list[bytes]:
    """The same back.

    >>> [whole.hex() for whole in _unmasked([bytes.fromhex("07fa6500")], 28)]
    ['12345670']
    """
    firsts, seconds = _halves(boards)
    seconds = _mixed(seconds, firsts, cells)
    return list(map(add, _mixed(firsts, seconds), seconds))


def _halves(boards: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    half = len(boards[0]) // 2
    return [whole[:half] for whole in boards], [whole[half:] for whole in boards]


def _mixed(halves: list[bytes], others: list[bytes], cells: int = 0) -> list[bytes]:
    """Halves, each with the hashes of its other half upon it; 0 behind so many cells, if they end here."""
    length = len(halves[0])
    bits = int.from_bytes(b"".join(halves)) ^ int.from_bytes(_masks(others, length))
    if cells % 8:
        bits &= int.from_bytes((b"\xff" * (length - 1) + bytes([256 - (256 >> cells % 8)])) * len(halves))
    mixed = bits.to_bytes(length * len(halves))
    return [mixed[at * length : (at + 1) * length] for at in range(len(halves))]


def _masks(texts: list[bytes], length: int) -> bytes:
    """So many bytes of the hashes of each text with 0, 1, ... behind it, those of one after another's."""
    numbers = [b"%d" % number for number in range(-(-length // _SHA1))]
    if length < _LONG:
        hashes = b"".join([sha1(text + number).digest() for text in texts for number in numbers])
    else:
        hashes = b"".join([digest for text in texts for digest in _hashes(text, numbers)])
    step = len(numbers) * _SHA1 or 1
    return b"".join([hashes[at : at + length] for at in range(0, len(hashes), step)])


def _hashes(text: bytes, numbers: list[bytes]) -> Iterator[bytes]:
    """The hash of a text with each of these behind it; the text is gone through once, however many."""
    begun = sha1(text)
    for number in numbers:
        one = begun.copy()
        one.update(number)
        yield one.digest()
