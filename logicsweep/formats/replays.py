"""Replays, which hold a board and what a player did on it: avf, evf, rmv and mvf.

The package ms-toollib (the extra `replays`) reads them in its own process, since it ends the whole process if
it cannot read a file. That process runs this file, `python replays.py CLASS SECONDS`: it gets the bytes on
standard input and prints one line of JSON, or "absent" if ms-toollib is not installed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any

if __name__ != "__main__":  # the other process does not need this, and starts twice as fast without it
    from subprocess import TimeoutExpired, run
    from tempfile import TemporaryDirectory

    from logicsweep.boards.board import Board
    from logicsweep.boards.cells import CellGraph
    from logicsweep.boards.played import PlayedGame, check_times
    from logicsweep.boards.words import plural
    from logicsweep.errors import InvalidInput
    from logicsweep.formats.common import check_playable
    from logicsweep.formats.mouse import MouseEvent, clicks_of

_SECONDS = 20
_MOST = 1 << 22  # bytes: an hour of mouse events takes less. ms-toollib needs some 400 megabytes for them
_UNREADABLE = "something that ms-toollib cannot read"
_CHILD = __file__
_MEMORY = 1 << 31  # bytes that the other process may take
_VIDEOS = {"avf": "AvfVideo", "evf": "EvfVideo", "rmv": "RmvVideo", "mvf": "MvfVideo"}
"""The formats, each with the class of ms-toollib that reads it."""


def sniff(form: str, data: bytes) -> bool:
    """Whether bytes begin with their program's name, as rawvf checks; avf and evf have none.

    >>> sniff("rmv", b"*rmv\\0\\1..."), sniff("mvf", b"*rmv\\0\\1..."), sniff("avf", b"2 3\\n...")
    (True, False, False)
    """
    if form == "mvf":
        return data.startswith(b"\x11M") and data[27:28] in (b"5", b"6", b"7", b"8")
    return form == "rmv" and data.startswith((b"*rmv\0\1", b"*rmv\0\2"))


def read_games(form: str, blocks: Iterable[bytes], source: str = "<bytes>") -> Iterator[PlayedGame]:
    """Read the one game of a replay: its board, and every click with its time.

    >>> next(read_games("avf", [b""], "game.avf"))
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: game.avf: expected an avf replay, got an empty file
    """
    data, name = b"".join(blocks), f"an {form} replay"
    if not data:
        raise InvalidInput(source, name, "an empty file")
    if len(data) > _MOST:
        raise InvalidInput(source, f"{name} of at most {_MOST} bytes", f"{len(data)}")
    line = _ask_reader(form, data, source)
    if not line:
        raise InvalidInput(source, name, _UNREADABLE)
    answer = json.loads(line)
    if answer == "absent":
        expected = "ms-toollib 1.5.20 or later to read it (pip install 'logicsweep[replays]')"
        raise InvalidInput(source, expected, "no such installation")
    yield _make_game(name, answer, source)


def _ask_reader(form: str, data: bytes, source: str) -> bytes:
    """Ask the other process for its line of JSON; empty if ms-toollib ended the process.

    The process works in a temporary folder, since ms-toollib then writes a `crash.log`.
    """
    # -P: no module in this folder replaces one that ms-toollib imports
    command = [sys.executable or "python", "-P", _CHILD, _VIDEOS[form], str(_SECONDS)]
    try:
        with TemporaryDirectory(prefix="logicsweep-", ignore_cleanup_errors=True) as folder:
            done = run(command, input=data, capture_output=True, timeout=_SECONDS, cwd=folder, check=False)
    except TimeoutExpired:
        expected = f"an {form} replay that ms-toollib reads within {_SECONDS} seconds"
        raise InvalidInput(source, expected, "no answer") from None
    except OSError as error:
        raise InvalidInput(source, "a process to read it", str(error.strerror)) from None
    return done.stdout


def _make_game(name: str, answer: dict[str, Any], source: str) -> PlayedGame:
    rows, cols, side = answer["rows"], answer["cols"], answer["side"]
    mined = bytes(answer["mined"])
    if not mined:
        raise InvalidInput(source, name, "one whose board ms-toollib does not read")
    if rows * cols != len(mined):
        raise InvalidInput(source, name, _UNREADABLE)
    if mined.count(1) != answer["mines"]:
        expected = f"a board with {plural(answer['mines'], 'mine')}, as the replay says"
        raise InvalidInput(source, expected, str(mined.count(1)))
    board = check_playable(Board(CellGraph.grid(rows, cols), mined), source)

    def cell_at(x: int, y: int) -> int | None:
        on_board = side and 0 <= y // side < rows and 0 <= x // side < cols
        return y // side * cols + x // side if on_board else None

    events = (MouseEvent(time, event, cell_at(x, y)) for time, event, x, y in answer["events"])
    return PlayedGame(board, check_times(clicks_of(events), source), "safe", answer["player"])


# --- the process that reads --------------------------------------------------------------------------------


def _read_mouse(events: Iterable[Any]) -> Iterator[tuple[float, str, int, int]]:
    """Read the buttons: the time, the event's name, and the pixels right and down from the board's corner."""
    for one in events:
        event = one.event
        if event is not None and event.is_mouse():
            mouse = event.unwrap_mouse()
            if mouse.mouse != "mv":
                yield round(one.time, 3), mouse.mouse, mouse.x, mouse.y


def _limit_resources(seconds: int) -> None:
    """Limit processor time and memory, and write no core file, if the system can do that."""
    with suppress(ImportError):
        import resource

        limits = {resource.RLIMIT_CORE: 0, resource.RLIMIT_CPU: seconds, resource.RLIMIT_AS: _MEMORY}
        for what, most in limits.items():
            with suppress(OSError, ValueError):
                resource.setrlimit(what, (most, most))


def _read_replay(name: str) -> object:
    """Read a replay with a class of ms-toollib: size, mine count, 1 for each mine's cell, the buttons."""
    try:
        video = getattr(import_module("ms_toollib"), name)
        video.parse  # noqa: B018  # old versions call it differently
    except Exception:
        return "absent"
    replay = video("", sys.stdin.buffer.read())
    replay.parse()
    rows, cols = replay.row, replay.column
    mined = [int(cell == -1) for row in replay.board for cell in row]
    events, side = [*_read_mouse(replay.events)], replay.pix_size
    player = str(getattr(replay, "player_identifier", ""))
    size = {"rows": rows, "cols": cols, "mines": replay.mine_num, "side": side}
    return size | {"mined": mined, "events": events, "player": player}


def main() -> None:
    """Print a replay's content; redirects standard output first, so that ms-toollib cannot print there."""
    answers = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    _limit_resources(int(sys.argv[2]))
    line = json.dumps(_read_replay(sys.argv[1]))
    with os.fdopen(answers, "w") as stream:
        stream.write(line)


if __name__ == "__main__":
    main()
