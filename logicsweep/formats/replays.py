"""Replays, which hold a board and what a player did on it: avf, evf, rmv and mvf.

The package ms-toollib (the extra `replays`) reads them, in a process of its own: on a file that it cannot
read it ends the whole process.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from subprocess import TimeoutExpired, run
from tempfile import TemporaryDirectory
from typing import Any

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput
from logicsweep.formats.common import check_playable

_INSTALL = "pip install 'logicsweep[replays]'"
_SECONDS = 20
_MOST = 1 << 22  # bytes: an hour of a player's mouse is less. ms-toollib needs some 400 megabytes for them
_AVF_HEAD = 1 << 14  # bytes: of an avf's head and mines
_UNREADABLE = "something that ms-toollib cannot read"
_CHILD = Path(__file__).absolute().with_name("replay_child.py")


_MINED = bytes.maketrans(b"01", b"\0\1")
_VIDEOS = {"avf": "AvfVideo", "evf": "EvfVideo", "rmv": "RmvVideo", "mvf": "MvfVideo"}
"""The formats, and the class of ms-toollib that reads each."""
_AVF_TEXT = re.compile(
    rb"[\x11\x7f].\[[0-3]\|[^\]]{8,150}B[0-9]{1,5}T[0-9]{1,9}(?:[.,][0-9]{0,9})?\]", re.DOTALL
)


def sniff(form: str, data: bytes) -> bool:
    """Whether bytes are meant as a replay in this format.

    An rmv and an mvf begin with their program's name, as rawvf reads them. An avf has no magic, but after
    its mines a text such as `[0|...|...|B7T3.52]`. An evf has none either: a version from 0 to 4 comes
    first, and whether the rest is one ms-toollib says.

    >>> sniff("rmv", b"*rmv\\0\\1..."), sniff("mvf", b"*rmv\\0\\1..."), sniff("avf", b"2 3\\n...")
    (True, False, False)
    """
    if form == "rmv":
        return data.startswith((b"*rmv\0\1", b"*rmv\0\2"))
    if form == "mvf":
        return data.startswith(b"\x11M") and data[27:28] in (b"5", b"6", b"7", b"8")
    if form == "avf":
        return data[5:6] in (b"\3", b"\4", b"\5", b"\6") and _AVF_TEXT.search(data, 6, _AVF_HEAD) is not None
    try:
        return data[:1] in (b"\0", b"\1", b"\2", b"\3", b"\4") and any(read(form, [data]))
    except InvalidInput:
        return False


def read(form: str, blocks: Iterable[bytes], source: str = "<bytes>") -> Iterator[Boards]:
    """The one board of a replay, with the first click if that opened a safe cell.

    Raises InvalidInput with the source as its place.

    >>> next(read("avf", [b""], "game.avf"))
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: game.avf: expected an avf replay, got an empty file
    """
    data, name = b"".join(blocks), f"an {form} replay"
    if not data:
        raise InvalidInput(source, name, "an empty file")
    if len(data) > _MOST:
        raise InvalidInput(source, f"{name} of at most {_MOST} bytes", f"{len(data)}")
    line = _answer(form, data, source)
    if not line:
        raise InvalidInput(source, name, _UNREADABLE)
    answer = json.loads(line)
    if answer == "absent":
        expected = f"ms-toollib 1.5.20 or later to read it ({_INSTALL})"
        raise InvalidInput(source, expected, "no such installation")
    yield _board(name, answer, source)


def _answer(form: str, data: bytes, source: str) -> bytes:
    """The line of JSON that the other process prints; nothing where ms-toollib ends it.

    It works in a folder that goes with it: where ms-toollib ends it, it writes a `crash.log` there.
    """
    flag = "-I" if sys.flags.isolated else "-P"  # no module of the working folder is taken for ms-toollib
    command = [sys.executable or "python", flag, str(_CHILD), _VIDEOS[form], str(_SECONDS)]
    try:
        with TemporaryDirectory(prefix="logicsweep-", ignore_cleanup_errors=True) as folder:
            done = run(command, input=data, capture_output=True, timeout=_SECONDS, cwd=folder, check=False)
    except TimeoutExpired:
        expected = f"an {form} replay that ms-toollib reads within {_SECONDS} seconds"
        raise InvalidInput(source, expected, "no end") from None
    except OSError as error:
        raise InvalidInput(source, "a process to read it in", str(error.strerror)) from None
    return done.stdout


def _board(name: str, answer: dict[str, Any], source: str) -> Boards:
    rows, cols, start = answer["rows"], answer["cols"], answer["start"]
    mined = answer["mined"].encode().translate(_MINED)
    if not mined:
        raise InvalidInput(source, name, "one whose board ms-toollib does not read")
    if rows * cols != len(mined):
        raise InvalidInput(source, name, _UNREADABLE)
    mines = mined.count(1)
    if mines != answer["mines"]:
        expected = f"a board with {plural(answer['mines'], 'mine')}, as the replay tells"
        raise InvalidInput(source, expected, f"{mines}")
    board = check_playable(Board(CellGraph.grid(rows, cols), mined), source)
    safe = start is not None and not mined[start]
    return Boards.of([board], [start if safe else None])
