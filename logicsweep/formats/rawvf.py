"""rawvf, the open text form of replays: lines `Key: value`, then `Board:` and its rows, then `Events:`.

In the rows `*` is a mine. An event is a line with the time in seconds, a name, and a column and a row counted
from 1; the pixels in brackets after them are not needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.played import Click, PlayedGame, check_times
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, quote
from logicsweep.formats.common import check_playable, grid_shape, make_grid
from logicsweep.formats.mouse import MouseEvent, clicks_of

_BEGINS = re.compile(r"\s*RawVF_Version\s*:", re.IGNORECASE)
_EVENT = re.compile(
    r"\s*(-?[0-9]{1,9}(?:\.[0-9]{1,9})?)\s+(\S+)(?:\s+(-?[0-9]{1,6})\s+(-?[0-9]{1,6})\b.*)?", re.ASCII
)
_BUTTONS = {"lc", "lr", "rc", "rr", "mc", "mr"}
_PIXELS = 16
_PRESSES = {"open": ("lc", "lr"), "flag": ("rc", "rr"), "chord": ("mc", "mr")}


def sniff(text: str) -> bool:
    """Whether a text is meant as rawvf.

    >>> sniff("RawVF_Version: Rev6\\nProgram: ..."), sniff("1 3\\n..M\\n")
    (True, False)
    """
    return bool(_BEGINS.match(text))


def read_games(blocks: Iterable[str], source: str = "<text>") -> Iterator[PlayedGame]:
    """Read the one game of a text.

    >>> heads = "RawVF_Version: 6\\nWidth: 3\\nHeight: 1\\nMines: 1\\n"
    >>> [game] = read_games([heads + "Board:\\n00*\\nEvents:\\n0.1 lc 1 1\\n0.2 lr 1 1\\n"])
    >>> game.board, game.clicks
    (Board.parse('..M'), (Click(kind='open', cell=0, time=0.2, line=9),))
    """
    lines = "".join(blocks).split("\n")
    heads = [line.strip().lower() for line in lines]
    for word in ("board:", "events:"):
        if word not in heads:
            raise InvalidInput(
                f"{source}:{len(lines)}:1", f"a line '{word.capitalize()}'", "the end of the text"
            )
    board_at, events_at = heads.index("board:"), heads.index("events:")
    told = dict(line.replace(" ", "").split(":", 1) for line in heads[:board_at] if ":" in line)
    board = _read_board(lines, board_at + 1, events_at, told, source)
    events = _read_events(lines, events_at + 1, board.graph, source)
    named = [
        line.partition(":")[2].strip() for line in lines[:board_at] if line.lower().startswith("player:")
    ]
    yield PlayedGame(board, check_times(clicks_of(events), source), "safe", "".join(named[:1]))


def _read_board(lines: list[str], first: int, end: int, told: dict[str, str], source: str) -> Board:
    rows = [line.strip() for line in lines[first:end] if line.strip()]
    width, height = told.get("width", ""), told.get("height", "")
    if not (width.isdecimal() and height.isdecimal()):
        raise InvalidInput(f"{source}:1:1", "lines 'Width: N' and 'Height: N'", "none")
    graph = make_grid(height, width, f"{source}:1:1", f"{width} x {height}")
    if len(rows) != int(height):
        raise InvalidInput(
            f"{source}:{first}:1", f"{plural(int(height), 'row')} of the board", str(len(rows))
        )
    for number, row in enumerate(rows, first + 1):
        if len(row) != int(width):
            raise InvalidInput(
                f"{source}:{number}:1", f"a row of {plural(int(width), 'cell')}", str(len(row))
            )
    board = check_playable(
        Board(graph, bytes([letter == "*" for row in rows for letter in row])), f"{source}:{first}:1"
    )
    if told.get("mines", "").isdecimal() and int(told["mines"]) != board.mine_count:
        expected = f"a board with {plural(int(told['mines']), 'mine')}, as the text says"
        raise InvalidInput(f"{source}:{first}:1", expected, str(board.mine_count))
    return board


def _read_events(lines: list[str], first: int, graph: CellGraph, source: str) -> Iterator[MouseEvent]:
    rows, cols = graph.shape or (0, 0)
    for number, line in enumerate(lines[first:], first + 1):
        if not line.strip():
            continue
        found = _EVENT.fullmatch(line)
        if not found:
            raise InvalidInput(f"{source}:{number}:1", "an event such as '0.52 lr 3 5'", quote(line.strip()))
        time, name, col, row = found.groups()
        if name in _BUTTONS:
            if col is None:
                raise InvalidInput(
                    f"{source}:{number}:1", f"a column and a row after {name}", quote(line.strip())
                )
            right, down = int(col) - 1, int(row) - 1
            inside = 0 <= right < cols and 0 <= down < rows
            yield MouseEvent(max(float(time), 0.0), name, down * cols + right if inside else None, number)


def write(games: Iterable[PlayedGame]) -> str:
    """Write one game whose clicks have times, each as a press and a release in the middle of its cell.

    >>> print(write([PlayedGame(Board.parse("..M"), (Click("open", 0, 0.5),))]).partition("Board:")[2])
    <BLANKLINE>
    00*
    Events:
    0.500 lc 1 1 (8 8)
    0.500 lr 1 1 (8 8)
    <BLANKLINE>
    """
    found = [*games]
    if len(found) != 1:
        raise InvalidInput("format rawvf", "one game", str(len(found)))
    [game] = found
    board = game.board
    rows, cols = grid_shape("rawvf", board.graph)
    heads = {
        "RawVF_Version": "Rev6",
        "Program": "logicsweep",
        **({"Player": game.player} if game.player else {}),
        "Width": cols,
        "Height": rows,
        "Mines": board.mine_count,
    }
    letters = ["*" if mine else "0" for mine in board.mined]
    drawn = ["".join(letters[at : at + cols]) for at in range(0, len(letters), cols)]
    events = [line for click in game.clicks for line in _write_click(click, cols)]
    return "\n".join(
        [*[f"{key}: {value}" for key, value in heads.items()], "Board:", *drawn, "Events:", *events, ""]
    )


def _write_click(click: Click, cols: int) -> Iterator[str]:
    if click.time is None:
        raise InvalidInput("format rawvf", "clicks with times", "one without")
    row, col = divmod(click.cell, cols)
    middle = f"{col + 1} {row + 1} ({col * _PIXELS + _PIXELS // 2} {row * _PIXELS + _PIXELS // 2})"
    return (f"{click.time:.3f} {name} {middle}" for name in _PRESSES[click.kind])
