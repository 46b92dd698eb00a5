"""A board and the clicks of the person who played it, as text.

First the board, as in the judge format: a line `rows cols`, then the rows, `M` a mine and `.` safe. A line
`0 0` may end it. Then a line for each click: the time in seconds, if known, then `open`, `flag` or `chord`,
and the cell. The times do not run backwards.

A line `first safe` or `first opening` before the clicks, above the board or below, says what the program
promised about the first click, which must keep the promise. A line that begins with `#` is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from logicsweep.boards.board import Board, on_field
from logicsweep.boards.cells import CellGraph, FieldMaker
from logicsweep.boards.names import extent
from logicsweep.boards.played import CLICKS, Click, PlayedGame, check_times, first_opened
from logicsweep.errors import InvalidInput, quote
from logicsweep.formats import judge

_TIME = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)
_OF_CLICK = re.compile(r"\b(?![Mm]ines?\b)[A-Za-z][a-z]{2}|[rR][0-9]+[cC][0-9]", re.ASCII)
"""A word that begins neither a board nor a position, or the name of a cell."""
_PROMISES = "safe", "opening"
_ABOVE = r"(?:[^\S\n]*(?:(?:#|first\b)[^\n]*)?\n)*+[^\S\n]*"  # remarks and a promise
_SIZE = re.compile(_ABOVE + r"[0-9]+\s+[0-9]+\s", re.ASCII)


def sniff(text: str) -> bool:
    """Whether a text is meant as a board and clicks, even with mistakes: a size, and a word or a cell's name.

    >>> sniff("1 3\\n..M\\n0.52 open r1c1\\n"), sniff("1 3\\n..M\\nopn r1c1\\n"), sniff("1 3\\n..M\\n0 0\\n")
    (True, True, False)
    """
    return bool(_SIZE.match(text) and _OF_CLICK.search(text))


def read_games(
    blocks: Iterable[str], source: str = "<text>", field: FieldMaker = CellGraph.grid
) -> Iterator[PlayedGame]:
    """Read the one game of a text, whose rows are cells of the `field`.

    >>> [game] = read_games(["1 4\\n..MM\\n0.52 open r1c1\\nflag r1c3\\n"])
    >>> game.board, game.clicks[0], game.clicks[1].time
    (Board.parse('..MM'), Click(kind='open', cell=0, time=0.52, line=3), None)
    """
    lines = "".join(blocks).split("\n")
    end = _find_end_of_board(lines)
    text = "\n".join(["" if _is_aside(line) else line for line in lines[:end]]) + "\n"
    if end < len(lines) and not text.strip():
        raise InvalidInput(f"{source}:{end + 1}:1", "a board before the clicks", quote(lines[end].strip()))
    boards = [board for batch in judge.read([text], source) for board in batch]
    if len(boards) != 1:
        raise InvalidInput(f"{source}:1:1", "one board before its clicks", str(len(boards)))
    (read,), promise, clicks = boards, None, list[Click]()
    board = Board(on_field(field, *(read.graph.shape or (1, 1))), read.mined)
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words[:1] == ["first"]:
            promise = _read_promise(words, f"{source}:{number}:1", promise is None and not clicks)
        elif number > end and not _is_aside(line) and (clicks or words != ["0", "0"]):
            clicks.append(_read_click(words, board.graph, source, number))
    _check_promise(promise, board, clicks, source)
    yield PlayedGame(board, check_times(clicks, source), promise)  # type: ignore[arg-type]


def write(games: Iterable[PlayedGame]) -> str:
    """Write one game.

    >>> from logicsweep import Board
    >>> print(write([PlayedGame(Board.parse("..M"), (Click("open", 0, 0.5),))]), end="")
    1 3
    ..M
    0.5 open r1c1
    """
    found = [*games]
    if len(found) != 1:
        raise InvalidInput("format moves", "one game", str(len(found)))
    [game] = found
    if game.board.graph.shape is None:
        raise InvalidInput("format moves", "a rectangular field", "a free graph")
    board = judge.write([game.board]).removesuffix("0 0\n")
    promise = f"first {game.promise}\n" if game.promise else ""
    return board + promise + "".join([f"{click_text(game.board.graph, one)}\n" for one in game.clicks])


def click_text(graph: CellGraph, click: Click) -> str:
    """A click as a line.

    >>> click_text(CellGraph.grid(2, 3), Click("flag", 4, 12.5))
    '12.5 flag r2c2'
    """
    time = "" if click.time is None else f"{click.time:.9f}".rstrip("0").rstrip(".") + " "
    return f"{time}{click.kind} {graph.name(click.cell)}"


def _find_end_of_board(lines: list[str]) -> int:
    """The number of lines down to the last row of the board; fewer if a click comes too early."""
    words = list[str]()
    for at, line in enumerate(lines):
        if any(map(CLICKS.__contains__, line.split())):
            return at
        words += [] if _is_aside(line) else line.split()
        if words and words[0].isdecimal() and len(words) >= 2 + int(words[0][:9]):
            return at + 1
    return len(lines)


def _is_aside(line: str) -> bool:
    """Whether a line is blank, a remark or a promise."""
    words = line.split()
    return not words or words[0].startswith("#") or words[0] == "first"


def _read_promise(words: list[str], place: str, is_in_time: bool) -> str:
    if not is_in_time or words[1:] not in [[one] for one in _PROMISES]:
        expected = " or ".join([f"'first {one}'" for one in _PROMISES])
        once = "" if is_in_time else ", once and before the clicks"
        raise InvalidInput(place, expected + once, quote(" ".join(words)))
    return words[1]


def _check_promise(promise: str | None, board: Board, clicks: Iterable[Click], source: str) -> None:
    """Raise InvalidInput, at the line of the first click that opens a cell, if it breaks the promise."""
    click = first_opened(clicks)
    if click is None or promise is None:
        return
    mined, clue = board.mined[click.cell], board.clue(click.cell)
    if mined or (promise == "opening" and clue):
        expected = "a first click on " + ("a cell without a mine" if promise == "safe" else "a 0")
        name, what = board.graph.name(click.cell), "a mine" if mined else f"a {clue}"
        place = f"{source}:{click.line}:1"
        raise InvalidInput(place, f"{expected}, since 'first {promise}' promises it", f"{name}, {what}")


def _read_click(words: list[str], graph: CellGraph, source: str, number: int) -> Click:
    place, line = f"{source}:{number}:1", " ".join(words)
    time, rest = (float(words[0]), words[1:]) if _TIME.fullmatch(words[0]) else (None, words)
    if len(rest) != 2 or rest[0] not in CLICKS:
        raise InvalidInput(place, f"a click such as '2.41 open r3c5' ({', '.join(CLICKS)})", quote(line))
    try:
        cell = graph.find(rest[1], "cell")
    except InvalidInput:
        raise InvalidInput(
            place, f"a cell of a board of {extent(graph)}, such as r1c1", quote(rest[1])
        ) from None
    return Click(rest[0], cell, time, number)
