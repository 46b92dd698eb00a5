"""Links: of the ZiNi Calculator (a board), of puzz.link and its kin (a position), of JSMinesweeper (both).

PTT: `https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=SIZE&m=MINES`, one a line, or only the part
from `?` or `b=` on. Each digit of `m`, `0` to `v` (base 32), holds five cells, row by row, the first cell in
the highest bit. `b` is the width and the height, both with the same number of digits, or `1` for 9x9, `2` for
16x16, `3` for 30x16. The calculator reads both; links are written with sizes, as minesweeper.online does.

Puzzles: `https://puzz.link/p?mines/W/H/BODY`, one a line, without the mine total. The body is that of pzpr.js
(`decodeNumber16`), with cells row by row: `0` to `8` is a clue, `.` a cell without a mine and without a
number, `g` to `z` 1 to 20 covered cells. Also accepted: the same on pzplus.tck.mn, pzprxs.vercel.app and
pzv.jp, `p.html` for `p`, names of puzzles that end in `_edit`, `_play` or `_test`, a slash at the end.
"""

from __future__ import annotations

import re
from base64 import b32hexencode
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import accumulate, groupby
from string import ascii_lowercase

from logicsweep.boards.board import COVERED, FLAG, SAFE, Board, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards, in_batches
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, quote
from logicsweep.formats import common

CALCULATOR = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"
"""The calculator's address."""

_BASE32 = common.Digits("0123456789abcdefghijklmnopqrstuv", 5, "digit")
_LEVELS = {"1": ("9", "9"), "2": ("16", "16"), "3": ("30", "16")}
_CALCULATOR = r"https?://pttacgfans\.github\.io/Minesweeper-ZiNi-Calculator/?(?:index\.html)?"
_QUERY = re.compile(
    rf"(?:{_CALCULATOR}\?|\?)?(?:b=([^&]*)&m=([^&]*)|m=([^&]*)&b=([^&]*))", re.ASCII | re.IGNORECASE
)
_CALCULATORS = re.compile(
    rf"\s*(?:{_CALCULATOR}|(?:https?://[^\s?]*\?|\??)(?:b=[^\s&]*&m=|m=[^\s&]*&b=))", re.ASCII | re.IGNORECASE
)


def sniff_ptt(text: str) -> bool:
    """Whether a text begins with the calculator's address, or with `b=` and `m=` after any address or none.

    >>> [sniff_ptt(text) for text in (CALCULATOR, "?b=1616&m=", "https://example.org/?b=1&m=0", "b=1616")]
    [True, True, True, False]
    """
    return _CALCULATORS.match(text) is not None


def read_ptt(blocks: Iterable[str], source: str = "<text>") -> Iterator[Boards]:
    """Read the boards of a text in blocks of whole lines; links to other sites are mistakes."""
    return in_batches(common.read_each_line(blocks, source, "a link with b= and m=", _read_calculator))


def write_ptt(boards: Iterable[Board]) -> str:
    """Write boards on grids as links, one a line, without first clicks.

    >>> write_ptt([Board.parse("M.. ..M")])
    'https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=32&m=gg\\n'
    """
    return "".join([f"{CALCULATOR}?{_write_query(board)}\n" for board in boards])


def _write_query(board: Board) -> str:
    rows, cols = common.grid_shape("ptt", board.graph)
    width = max(len(str(rows)), len(str(cols)))
    digits = b32hexencode(common.pack_bits(board.mined, unit=5)).decode().lower()  # 8 digits hold 5 bytes
    return f"b={cols:0{width}}{rows:0{width}}&m={digits[: _BASE32.count(rows * cols)]}"


def _read_calculator(line: str, at: common.At) -> tuple[Board, None]:
    query = _QUERY.fullmatch(line)
    if not query:
        raise InvalidInput(at(0), f"b=...&m=..., alone or after {CALCULATOR}?", quote(line))
    size, mines = (1, 2) if query[1] is not None else (4, 3)
    graph = _read_size(query[size], at(query.start(size)))
    _BASE32.check(query[mines], len(graph), lambda digit: at(query.start(mines) + digit))
    return Board(graph, _BASE32.read_mined(query[mines], len(graph))), None


def _read_size(size: str, place: str) -> CellGraph:
    half = len(size) // 2
    width, height = _LEVELS.get(size, (size[:half], size[half:]))
    if len(width) != len(height) or not re.fullmatch("[0-9]+", width + height):
        expected = "1, 2, 3 or a width and a height with equally many digits, such as 3016"
        raise InvalidInput(place, expected, quote(size))
    return common.make_grid(height, width, place, f"{width}x{height}")


PUZZLES = "https://puzz.link/p?"
"""The puzzles' address."""

_HOSTS = ("puzz.link", "pzplus.tck.mn", "pzprxs.vercel.app", "pzv.jp")
_MOST = 8  # the largest clue
_HIDDEN = {letter: count for count, letter in enumerate(ascii_lowercase[6:], 1)}  # g: 1, ..., z: 20
_CELLS = {**dict.fromkeys("012345678.", 1), **_HIDDEN}  # how many cells a letter stands for
_COUNTS = bytes(_CELLS.get(chr(code), 0) for code in range(256))
_CLEARED = bytes.maketrans(b"012345678.", bytes([*range(_MOST + 1), SAFE & 255]))  # marks as signed bytes
_RUNS = {letter.encode(): bytes([COVERED & 255]) * count for letter, count in _HIDDEN.items()}
_LETTERS = "".join(_CELLS).encode()
_LINK = re.compile(r"(?:https?://)?([^/?\s]+)/p(?:\.html)?\?([a-z0-9_-]+)/", re.ASCII | re.IGNORECASE)
_NAME = re.compile(r"mines(_edit|_play|_test)?", re.ASCII)
_SIZE = re.compile(r"([0-9]+)/([0-9]+)/", re.ASCII)
_PUZZLED = re.compile(
    rf"\s*(?:{_LINK.pattern}|(?:https?://)?(?:{'|'.join(map(re.escape, _HOSTS))})/)", _LINK.flags
)


def sniff_puzzlink(text: str) -> bool:
    """Whether a text begins with a link to a puzzle, or an address of one of the sites.

    >>> sniff_puzzlink("https://puzz.link/p?mines/5/5/"), sniff_puzzlink("https://puzz.link/p?nurikabe/5/5/")
    (True, True)
    >>> sniff_puzzlink("https://pzv.jp/"), sniff_puzzlink("mines/5/5/")
    (True, False)
    """
    return _PUZZLED.match(text) is not None


def read_puzzlink(blocks: Iterable[str], source: str = "<text>", mines: int | None = None) -> Iterator[View]:
    """Read the views of a text in blocks of whole lines, one by one; `mines` is their mine total.

    Other puzzles are mistakes, and so are clues above 8 or above the number of covered neighbours.
    """
    views = common.read_each_line(blocks, source, "a link to a puzzle", partial(_read_puzzle, mines))
    return (view for view in views if view)


def write_puzzlink(views: Iterable[View]) -> str:
    """Write positions on grids as the site's links, one a line; it has no flags and no mine totals.

    >>> write_puzzlink([View.parse("1#? 1##")])
    'https://puzz.link/p?mines/3/2/1g.1h\\n'
    """
    return "".join([f"{PUZZLES}{puzzle(view)}\n" for view in views])


def puzzle(view: View) -> str:
    """The part of a link after the `?`."""
    rows, cols = common.grid_shape("puzzlink", view.graph)
    if view.mine_total is not None:
        raise InvalidInput("format puzzlink", "a position without a mine total", f"'mines {view.mine_total}'")
    if FLAG in view.marks:
        found = f"a flag at {view.graph.name(view.marks.index(FLAG))}"
        raise InvalidInput("format puzzlink", "a position without flags", found)
    if max(view.marks) > _MOST:
        raise InvalidInput("format puzzlink", f"clues from 0 to {_MOST}", str(max(view.marks)))
    glyphs = view.drawing.replace("\n", "").replace("?", ".")
    return f"mines/{cols}/{rows}/" + re.sub("#{1,20}", lambda run: ascii_lowercase[5 + len(run[0])], glyphs)


def _read_puzzle(mines: int | None, line: str, at: common.At) -> View:
    link = _LINK.match(line)
    if not link or link[1].lower() not in _HOSTS:
        raise InvalidInput(at(0), f"{PUZZLES}mines/..., or the same on {', '.join(_HOSTS[1:])}", quote(line))
    if not _NAME.fullmatch(link[2]):
        raise InvalidInput(at(link.start(2)), "the puzzle 'mines'", quote(link[2]))
    size = _SIZE.match(line, link.end())
    if not size:
        raise InvalidInput(at(link.end()), "a width, a height and cells: W/H/...", quote(line[link.end() :]))
    begin, body = size.end(), line[size.end() :].removesuffix("/")
    graph = common.make_grid(size[2], size[1], at(link.end()), f"{size[1]}x{size[2]}")
    _check_body(body, len(graph), lambda column: at(begin + column))
    marks = body.encode().translate(_CLEARED)
    for letter, covered in _RUNS.items():
        marks = marks.replace(letter, covered)
    signed = tuple(memoryview(marks).cast("b"))
    return common.make_view(graph, signed, lambda cell: at(begin + _find_column(body, cell)), mines)


def _check_body(body: str, cells: int, at: Callable[[int], str]) -> None:
    """Raise InvalidInput for wrong letters and a wrong number of cells, before any cell is made."""
    data = body.encode("ascii", "replace")
    if data.translate(None, _LETTERS):
        column = next(column for column, letter in enumerate(body) if letter not in _CELLS)
        clue = re.match("[9a-f]|-[0-9a-f]{0,2}", body[column:])
        expected = f"a clue from 0 to {_MOST}" if clue else "'0' to '8', '.' or 'g' to 'z'"
        raise InvalidInput(at(column), expected, quote(clue[0] if clue else body[column]))
    found = sum(data.translate(_COUNTS))
    if found != cells:
        raise InvalidInput(at(_find_column(body, cells)), plural(cells, "cell"), str(found))


def _find_column(body: str, cell: int) -> int:
    for column, letter in enumerate(body):
        cell -= _CELLS[letter]
        if cell < 0:
            return column
    return len(body)


JSMINESWEEPER = "https://davidnhill.github.io/JSMinesweeper/"
"""The address of David N. Hill's solver."""

_BASE62 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_BASES = dict(zip("012345678IHFO", (10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1), strict=True))
_DIGITS = {  # each letter of a position has its own digits for the length of a run
    letter: _BASE62[end - base : end]
    for (letter, base), end in zip(_BASES.items(), accumulate(_BASES.values()), strict=True)
}
_ANALYSED = {COVERED: "H", FLAG: "O"} | {clue: str(clue) for clue in range(9)}
_WIDEST = 250  # the most rows or columns that the site takes


def analysis(what: Board | View) -> str:
    """Write a position, or a fully cleared and flagged board, as JSMinesweeper's parameter `analysis`.

    A position keeps its flags and its mine total. JSMinesweeper's `Board.js` reads width, height (two digits
    each) and mine total (four) to base 62, then the runs of equal cells, row by row. Each letter has its own
    digits for the length of a run, so runs need no separators. Flags are written as overflags, which do not
    change the clues around them. A flag on the first cell is written as a covered cell.

    >>> analysis(View.parse("1## 1##", mines=1))
    'adacaaablTlT'
    """
    view = _reveal_board(what) if isinstance(what, Board) else what
    rows, cols = common.grid_shape("jsminesweeper", view.graph, most=_WIDEST)
    mines = common.mine_total("jsminesweeper", view)
    letters = common.letters_for("jsminesweeper", view, _ANALYSED)
    if letters[0] == "O":  # the site's reader loses a first run of a letter with one digit
        letters = f"H{letters[1:]}"
    runs = [_write_number(len([*run]), _DIGITS[letter]) for letter, run in groupby(letters)]
    sizes = [
        _write_number(number, _BASE62).rjust(width, "a")
        for number, width in ((cols, 2), (rows, 2), (mines, 4))
    ]
    return "".join(sizes + runs)


def _reveal_board(board: Board) -> View:
    safe, mines = ([i for i, mine in enumerate(board.mined) if mine == value] for value in (0, 1))
    return board.view(safe, mines)


def _write_number(number: int, digits: str) -> str:
    """Write a number in these digits; a single digit is repeated."""
    if len(digits) == 1:
        return digits * number
    text = ""
    while number:
        number, digit = divmod(number, len(digits))
        text = digits[digit] + text
    return text
