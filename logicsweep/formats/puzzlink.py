"""Links to Minesweeper on puzz.link and its kin: a position, of which the mine total is not told.

`https://puzz.link/p?mines/W/H/BODY`, one a line. The body is that of pzpr.js (`decodeNumber16`): cells row
by row, `0` to `8` a clue, `.` a cell without a mine whose clue is not told, `g` to `z` 1 to 20 covered cells.
Read too: the same on pzplus.tck.mn, pzprxs.vercel.app and pzv.jp, `p.html` for `p`, names of puzzles that
end in `_edit`, `_play` or `_test`, a slash at the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from string import ascii_lowercase

from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, quoted
from logicsweep.formats.checks import check_clues, check_total, grid_shape
from logicsweep.formats.lines import At, grid_of, one_a_line

PAGE = "https://puzz.link/p?"
"""Where the puzzles are."""

_HOSTS = ("puzz.link", "pzplus.tck.mn", "pzprxs.vercel.app", "pzv.jp")
_MOST = 8  # the largest clue
_WHAT = "a link to a puzzle"
_HIDDEN = {letter: count for count, letter in enumerate(ascii_lowercase[6:], 1)}  # g: 1, ..., z: 20
_CELLS = {**dict.fromkeys("012345678.", 1), **_HIDDEN}  # how many cells a letter stands for
_COUNTS = bytes(_CELLS.get(chr(code), 0) for code in range(256))
_CLEARED = bytes.maketrans(b"012345678.", bytes([*range(_MOST + 1), SAFE & 255]))  # marks as signed bytes
_RUNS = {letter.encode(): bytes([COVERED & 255]) * count for letter, count in _HIDDEN.items()}
_LETTERS = "".join(_CELLS).encode()
_LINK = re.compile(r"(?:https?://)?([^/?\s]+)/p(?:\.html)?\?([a-z0-9_-]+)/", re.ASCII | re.IGNORECASE)
_NAME = re.compile(r"mines(_edit|_play|_test)?", re.ASCII)
_SIZE = re.compile(r"([0-9]+)/([0-9]+)/", re.ASCII)
_SNIFFED = re.compile(
    rf"\s*(?:{_LINK.pattern}|(?:https?://)?(?:{'|'.join(map(re.escape, _HOSTS))})/)", _LINK.flags
)


def sniff(text: str) -> bool:
    """Whether a text begins with a link to a puzzle, or an address of one of the sites.

    >>> sniff("https://puzz.link/p?mines/5/5/"), sniff("https://puzz.link/p?nurikabe/5/5/")
    (True, True)
    >>> sniff("https://pzv.jp/"), sniff("mines/5/5/")
    (True, False)
    """
    return _SNIFFED.match(text) is not None


def read(text: str, source: str = "<text>", mines: int | None = None) -> Iterator[View]:
    """The views of a text, one by one; `mines` tells their mine total.

    Raises InvalidInput with `source:line:column` at the first thing that is not in the format, other
    puzzles and clues above 8 or above the covered neighbours among it.

    >>> [view.drawing for view in read("https://puzz.link/p?mines/3/2/1g.1h")]
    ['1#?\\n1##']
    """
    return chain.from_iterable(one_a_line([text], source, _WHAT, partial(_read_link, mines)))


def stream(blocks: Iterable[str], source: str = "<text>") -> Iterator[list[View]]:
    """The same views and errors for a text in blocks of whole lines, each view as soon as its line is there.

    >>> [len(batch) for batch in stream(["https://puzz.link/p?mines/1/1/g\\n", "puzz.link/p?mines/1/1/0"])]
    [1, 1]
    """
    return one_a_line(blocks, source, _WHAT, partial(_read_link, None))


def write(views: Iterable[View]) -> str:
    """The links of positions on grids, one a line, as the site itself writes them.

    Raises InvalidInput for a flag and for a mine total that is told: the site knows neither.

    >>> write([View.parse("1#? 1##")])
    'https://puzz.link/p?mines/3/2/1g.1h\\n'
    """
    return "".join([f"{PAGE}{puzzle(view)}\n" for view in views])


def puzzle(view: View) -> str:
    """What stands behind the `?` of a link.

    >>> puzzle(View.parse("####################### 1######################"))
    'mines/23/2/zi1zh'
    """
    rows, cols = grid_shape("puzzlink", view.graph)
    if view.mines is not None:
        raise InvalidInput("format puzzlink", "a position without a mine total", f"'mines {view.mines}'")
    if FLAG in view.marks:
        found = f"a flag at {view.graph.name(view.marks.index(FLAG))}"
        raise InvalidInput("format puzzlink", "a position without flags", found)
    if max(view.marks) > _MOST:
        raise InvalidInput("format puzzlink", f"clues from 0 to {_MOST}", str(max(view.marks)))
    glyphs = view.drawing.replace("\n", "").replace("?", ".")
    return f"mines/{cols}/{rows}/" + re.sub("#{1,20}", lambda run: ascii_lowercase[5 + len(run[0])], glyphs)


def _read_link(mines: int | None, line: str, at: At) -> View:
    """The view of a line."""
    link = _LINK.match(line)
    if not link or link[1].lower() not in _HOSTS:
        raise InvalidInput(at(0), f"{PAGE}mines/..., or the same on {', '.join(_HOSTS[1:])}", quoted(line))
    if not _NAME.fullmatch(link[2]):
        raise InvalidInput(at(link.start(2)), "the puzzle 'mines'", quoted(link[2]))
    size = _SIZE.match(line, link.end())
    if not size:
        raise InvalidInput(at(link.end()), "a width, a height and cells: W/H/...", quoted(line[link.end() :]))
    graph, begin = grid_of(size[1], size[2], at(link.end())), size.end()
    body = line[begin:].removesuffix("/")

    def place(cell: int) -> str:
        return at(begin + _column(body, cell))

    _check_body(body, len(graph), lambda column: at(begin + column))
    marks = body.encode().translate(_CLEARED)
    for letter, covered in _RUNS.items():
        marks = marks.replace(letter, covered)
    view = View(graph, tuple(memoryview(marks).cast("b")), mines)
    check_clues(view, place)
    check_total(view, "mines")
    return view


def _check_body(body: str, cells: int, at: Callable[[int], str]) -> None:
    """Refuse wrong letters, and more or fewer cells than there are, before any is made."""
    data = body.encode("ascii", "replace")
    if data.translate(None, _LETTERS):
        column = next(column for column, letter in enumerate(body) if letter not in _CELLS)
        clue = re.match("[9a-f]|-[0-9a-f]{0,2}", body[column:])
        expected = f"a clue from 0 to {_MOST}" if clue else "'0' to '8', '.' or 'g' to 'z'"
        raise InvalidInput(at(column), expected, quoted(clue[0] if clue else body[column]))
    found = sum(data.translate(_COUNTS))
    if found != cells:
        raise InvalidInput(at(_column(body, cells)), plural(cells, "cell"), str(found))


def _column(body: str, cell: int) -> int:
    """Where a cell stands, or the end."""
    for column, letter in enumerate(body):
        cell -= _CELLS[letter]
        if cell < 0:
            return column
    return len(body)
