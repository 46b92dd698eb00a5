"""Links to the Minesweeper ZiNi Calculator of PTTACGfans: a board.

`https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=SIZE&m=MINES`, one a line, or what stands from
`?` or `b=` on. A digit of `m`, of 32 from `0` to `v`, holds five cells, row by row, the first cell the
highest bit. `b` is the width and the height, both with as many digits, or `1` for 9x9, `2` for 16x16, `3`
for 30x16. The calculator reads both; links are written with the sizes, as minesweeper.online does.
"""

from __future__ import annotations

import re
from base64 import b32hexencode
from collections.abc import Iterable, Iterator
from itertools import chain

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.errors import InvalidInput, quoted
from logicsweep.formats import Deal, as_deal
from logicsweep.formats.checks import grid_shape
from logicsweep.formats.lines import At, Digits, grid_of, one_a_line, padded

PAGE = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"
"""Where the calculator is."""

_BASE32 = Digits("0123456789abcdefghijklmnopqrstuv", 5, "digit")
_SIZES = {"1": ("9", "9"), "2": ("16", "16"), "3": ("30", "16")}
_SITE = r"https?://pttacgfans\.github\.io/Minesweeper-ZiNi-Calculator/?(?:index\.html)?"
_QUERY = re.compile(rf"(?:{_SITE}\?|\?)?(?=[bm]=)", re.ASCII | re.IGNORECASE)
_SNIFFED = re.compile(
    rf"\s*(?:{_SITE}|(?:https?://[^\s?]*\?|\??)(?:b=[^\s&]*&m=|m=[^\s&]*&b=))", re.ASCII | re.IGNORECASE
)


def sniff(text: str) -> bool:
    """Whether a text begins with an address of the calculator, or any, or none, and `b=` and `m=`.

    >>> sniff(PAGE), sniff("?b=1616&m="), sniff("https://example.org/?b=1&m=0"), sniff("b=1616")
    (True, True, True, False)
    """
    return _SNIFFED.match(text) is not None


def read(text: str, source: str = "<text>") -> Iterator[Board]:
    """The boards of a text, one by one.

    Raises InvalidInput with `source:line:column` at the first thing that is not in the format, links to
    other sites among it.

    >>> [str(board) for board in read("?b=32&m=gg")]
    ['M..\\n..M']
    """
    return chain.from_iterable(stream([text], source))


def stream(blocks: Iterable[str], source: str = "<text>") -> Iterator[list[Board]]:
    """The same for a text that comes in blocks of whole lines."""
    return one_a_line(blocks, source, "a link with b= and m=", _read_link)


def write(boards: Iterable[Board | Deal]) -> str:
    """The links of boards on grids, one a line; first clicks are left out.

    >>> write([Board.parse("M.. ..M")])
    'https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=32&m=gg\\n'
    """
    return "".join([f"{PAGE}?{_query(deal.board)}\n" for deal in map(as_deal, boards)])


def _query(board: Board) -> str:
    rows, cols = grid_shape("ptt", board.graph)
    width = max(len(str(rows)), len(str(cols)))
    digits = b32hexencode(padded(board.mined, unit=5)).decode().lower()  # 8 digits hold 5 bytes
    return f"b={cols:0{width}}{rows:0{width}}&m={digits[: _BASE32.count(rows * cols)]}"


def _read_link(line: str, at: At) -> Board:
    """The board of a line."""
    query = _QUERY.match(line)
    if not query:
        raise InvalidInput(at(0), f"b=...&m=..., alone or behind {PAGE}?", quoted(line))
    parameters = _parameters(line, query.end(), at)
    size, column = parameters["b"]
    graph = _grid(size, at(column))
    mines, column = parameters["m"]
    _BASE32.check(mines, len(graph), lambda digit: at(column + digit))
    return Board(graph, _BASE32.mined(mines, len(graph)))


def _parameters(line: str, column: int, at: At) -> dict[str, tuple[str, int]]:
    """What `b` and `m` are, and where."""
    found: dict[str, tuple[str, int]] = {}
    for part in line[column:].split("&"):
        name, _, value = part.partition("=")
        if name not in ("b", "m") or name in found:
            raise InvalidInput(at(column), "b=... and m=..., each once", quoted(part))
        found[name] = value, column + 2
        column += len(part) + 1
    for name in "bm":
        if name not in found:
            raise InvalidInput(at(len(line)), f"&{name}=...", "the end of the link")
    return found


def _grid(size: str, place: str) -> CellGraph:
    """The grid of the width and the height that `b` tells."""
    half, odd = divmod(len(size), 2)
    if size not in _SIZES and (odd or not half or not (size.isascii() and size.isdecimal())):
        expected = "1, 2, 3 or a width and a height with as many digits, such as 3016"
        raise InvalidInput(place, expected, quoted(size))
    return grid_of(*_SIZES.get(size, (size[:half], size[half:])), place)
