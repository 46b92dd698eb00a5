"""Links that open a board or a position where it can be played or analysed; no format by itself."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import NamedTuple

from logicsweep.boards.board import COVERED, FLAG, SAFE, Board, View
from logicsweep.errors import InvalidInput, describe
from logicsweep.formats import Deal, Kind, as_deal
from logicsweep.formats.checks import grid_shape, mine_total

JSMINESWEEPER = "https://davidnhill.github.io/JSMinesweeper/"
"""Where David N. Hill's solver is."""

_BASE62 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_DIGITS = {  # for each letter of a position the digits that count its runs, a run of each of its own
    "0": _BASE62[:10],
    "1": _BASE62[10:17],
    "2": _BASE62[17:22],
    "3": _BASE62[22:27],
    "4": _BASE62[27:31],
    "5": _BASE62[31:34],
    "6": _BASE62[34:37],
    "7": _BASE62[37],
    "8": _BASE62[38],
    "H": _BASE62[43:53],  # covered
    "O": _BASE62[61],  # a flag; clues around it count it
}
_LETTERS = {COVERED: "H", FLAG: "O"} | {clue: str(clue) for clue in range(9)}
_LARGEST = 250  # rows and columns that the site takes


class Site(NamedTuple):
    """What a site opens, and the link that opens it there: of a deal or a view, whichever it opens."""

    opens: tuple[Kind, ...]
    link: Callable[[Deal | View], str]
    starts: bool = False
    """Whether the link tells the first click."""


def link_to(site: str, found: Board | Deal | View) -> str:
    """The link that opens a board or a position on a site of `SITES`.

    Raises InvalidInput for a site that is not known, and for what it cannot open or its links cannot hold.

    >>> link_to("tatham", Board.parse("M.. ..M"))
    'https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mines.html#3x2:m30'
    >>> link_to("pzplus", View.parse("1# 1#"))
    'https://pzplus.tck.mn/p?mines/2/2/1g1g'
    >>> link_to("pzplus", Board.parse("M.. ..M"))
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: site pzplus: expected a position, got a board
    """
    if site not in SITES:
        raise InvalidInput("site", " or ".join(SITES), describe(site))
    one = found if isinstance(found, View) else as_deal(found)
    kind: Kind = "position" if isinstance(one, View) else "boards"
    names: dict[Kind, str] = {"position": "a position", "boards": "a board"}
    if kind not in SITES[site].opens:
        expected = " or ".join(names[kind] for kind in SITES[site].opens)
        raise InvalidInput(f"site {site}", expected, names[kind])
    return SITES[site].link(one)


def analysis(view: View) -> str:
    """A position as JSMinesweeper's parameter `analysis` tells it, with flags and its mine total.

    As its `Board.js` reads it: width, height (two digits each) and mine total (four), to base 62, then
    the runs of equal cells, row by row. How long a run is, is told in digits which are its letter's own,
    so that runs need no parting. What it calls an overflag stands for flags: clues around it are as they
    are. A flag on the first cell goes as a covered cell.

    >>> analysis(View.parse("1## 1##", mines=1))
    'adacaaablTlT'
    """
    rows, cols = grid_shape("jsminesweeper", view.graph, most=_LARGEST)
    mines = mine_total("jsminesweeper", view)
    letters = "".join([_letter(view, cell) for cell in range(len(view.marks))])
    if letters[0] == "O":  # the site's reader loses a first run of a letter with one digit
        letters = f"H{letters[1:]}"
    runs = [_counted(len([*run]), _DIGITS[letter]) for letter, run in groupby(letters)]
    sizes = [
        _counted(number, _BASE62).rjust(width, "a") for number, width in ((cols, 2), (rows, 2), (mines, 4))
    ]
    return "".join(sizes + runs)


def _letter(view: View, cell: int) -> str:
    mark = view.marks[cell]
    if mark not in _LETTERS:
        found = "none" if mark == SAFE else str(mark)
        expected = "a clue from 0 to 8 in each cleared cell"
        raise InvalidInput("format jsminesweeper", expected, f"{found} at {view.graph.name(cell)}")
    return _LETTERS[mark]


def _counted(number: int, digits: str) -> str:
    """A number in these digits; one alone is repeated."""
    if len(digits) == 1:
        return digits * number
    text = ""
    while number:
        number, digit = divmod(number, len(digits))
        text = digits[digit] + text
    return text


def _jsminesweeper(found: Deal | View) -> str:
    """The analyser at a position, or at a whole board: all that is safe is cleared, all mines are flagged."""
    view = found if isinstance(found, View) else _shown(found.board)
    return f"{JSMINESWEEPER}?analysis={analysis(view)}"


def _shown(board: Board) -> View:
    mined = board.mined
    return board.view(
        (i for i in range(len(mined)) if not mined[i]), (i for i in range(len(mined)) if mined[i])
    )


def _pzplus(found: Deal | View) -> str:
    from logicsweep.formats.puzzlink import puzzle

    assert isinstance(found, View)
    return f"https://pzplus.tck.mn/p?{puzzle(found)}"


def _tatham(found: Deal | View) -> str:
    from logicsweep.formats.tatham import PAGE, game_id

    assert isinstance(found, Deal)
    return f"{PAGE}#{game_id(found)}"


SITES: dict[str, Site] = {
    "jsminesweeper": Site(("boards", "position"), _jsminesweeper),
    "pzplus": Site(("position",), _pzplus),
    "tatham": Site(("boards",), _tatham, starts=True),
}
"""The sites by name."""
