"""Links to the Minesweeper ZiNi Calculator of PTTACGfans: a board.

`https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=SIZE&m=MINES`, one a line, or what stands from
`?` or `b=` on. A digit of `m`, of 32 from `0` to `v`, holds five cells, row by row, the first cell the
highest bit. `b` is the width and the height, both with as many digits, or `1` for 9x9, `2` for 16x16, `3`
for 30x16. The calculator reads both; links are written with the sizes, as minesweeper.online does.
"""

from __future__ import annotations

import re
from base64 import b32hexencode
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards, side_by_side
from logicsweep.errors import InvalidInput, quoted
from logicsweep.formats import Deal, as_deal
from logicsweep.formats.held import grid_shape
from logicsweep.formats.lines import At, line_count, one_a_line
from logicsweep.formats.links import Digits, grid_of, known_grid, padded

PAGE = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"
"""Where the calculator is."""

_BASE32 = Digits("0123456789abcdefghijklmnopqrstuv", 5, "digit")
_SIZES = {"1": ("9", "9"), "2": ("16", "16"), "3": ("30", "16")}
_SITE = r"https?://pttacgfans\.github\.io/Minesweeper-ZiNi-Calculator/?(?:index\.html)?"
_QUERY = re.compile(rf"(?:{_SITE}\?|\?)?(?=[bm]=)", re.ASCII | re.IGNORECASE)
_USUAL = re.compile(rf"^(?:{_SITE}\?|\?)?b=([0-9]+)&m=(.+)$", re.ASCII | re.MULTILINE)
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


def stream(blocks: Iterable[str], source: str = "<text>") -> Iterator[Iterable[Board]]:
    """The same for a text that comes in blocks of whole lines."""
    return one_a_line(blocks, source, "a link with b= and m=", _read_link, _boards, _at_once)


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


def _read_link(line: str, at: At) -> tuple[CellGraph, str]:
    """The grid of a line, and its digits."""
    query = _QUERY.match(line)
    if not query:
        raise InvalidInput(at(0), f"b=...&m=..., alone or behind {PAGE}?", quoted(line))
    told = _parameters(line, query.end(), at)
    size, column = told["b"]
    graph = _grid(size, at, column)
    mines, column = told["m"]
    _BASE32.check(mines, len(graph), lambda digit: at(column + digit))
    return graph, mines


def _boards(told: list[tuple[CellGraph, str]]) -> Iterator[Board]:
    """The boards of links, those of one size at once."""
    digits = defaultdict[int, list[str]](list)
    for graph, text in told:
        digits[len(graph)].append(text)
    mined = {cells: iter(_BASE32.mined(texts, cells)) for cells, texts in digits.items()}
    return (Board(graph, next(mined[len(graph)])) for graph, _ in told)


def _at_once(block: str) -> Boards | None:
    """The boards of a block of links, without making each; None where one is unusual, or wrong."""
    told = _USUAL.findall(block)
    return side_by_side(told, _group) if len(told) == line_count(block) else None


def _group(size: str, texts: list[str]) -> tuple[CellGraph, bytes] | None:
    sides = _sides(size)
    graph = known_grid(*sides) if sides else None
    if not graph or not _BASE32.right(texts, len(graph)):
        return None
    return graph, b"".join(_BASE32.mined(texts, len(graph)))


def _parameters(line: str, column: int, at: At) -> dict[str, tuple[str, int]]:
    """What `b` and `m` say, and where."""
    told: dict[str, tuple[str, int]] = {}
    for part in line[column:].split("&"):
        name, _, value = part.partition("=")
        if name not in ("b", "m") or name in told:
            raise InvalidInput(at(column), "b=... and m=..., each once", quoted(part))
        told[name] = value, column + 2
        column += len(part) + 1
    for name in "bm":
        if name not in told:
            raise InvalidInput(at(len(line)), f"&{name}=...", "the end of the link")
    return told


def _grid(size: str, at: At, column: int) -> CellGraph:
    sides = _sides(size)
    if not sides:
        expected = "1, 2, 3 or a width and a height with as many digits, such as 3016"
        raise InvalidInput(at(column), expected, quoted(size))
    return grid_of(*sides, at(column))


def _sides(size: str) -> tuple[str, str] | None:
    """The width and the height that `b` tells, or None."""
    half, odd = divmod(len(size), 2)
    told = half and not odd and size.isascii() and size.isdecimal()
    return _SIZES.get(size) or ((size[:half], size[half:]) if told else None)
