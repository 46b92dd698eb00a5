"""Replays, which hold a board and what a player did on it: avf, evf, rmv and mvf.

The package ms-toollib (the extra `replays`) reads them, in a process of its own: on a file that it cannot
read it ends the whole process.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from subprocess import TimeoutExpired, run
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput
from logicsweep.formats.common import check_playable

_INSTALL = "pip install 'logicsweep[replays]'"
_SECONDS = 20
_MOST = 1 << 22  # bytes: an hour of a player's mouse is less. ms-toollib needs some 400 megabytes for them
_UNREADABLE = "something that ms-toollib cannot read"
_CHILD = Path(__file__).absolute().with_name("replay_child.py")


class _Kind(NamedTuple):
    """A format of replays: how it is called and told from all others, and the class that reads it."""

    name: str
    is_one: Callable[[bytes], bool]
    video: str


def sniff(form: str, data: bytes) -> bool:
    """Whether bytes are meant as a replay in this format.

    >>> sniff("rmv", b"*rmv\\0\\1..."), sniff("mvf", b"*rmv\\0\\1..."), sniff("avf", b"2 3\\n...")
    (True, False, False)
    """
    return _KINDS[form].is_one(data)


def read(form: str, blocks: Iterable[bytes], source: str = "<bytes>") -> Iterator[Boards]:
    """The one board of a replay, with the first click if that opened a safe cell.

    Raises InvalidInput with the source as its place.

    >>> next(read("avf", [b""], "game.avf"))
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: game.avf: expected an avf replay, got an empty file
    """
    kind, data = _KINDS[form], b"".join(blocks)
    if not data:
        raise InvalidInput(source, kind.name, "an empty file")
    if len(data) > _MOST:
        raise InvalidInput(source, f"{kind.name} of at most {_MOST} bytes", f"{len(data)}")
    line = _answer(kind, data, source)
    if not line:
        raise InvalidInput(source, kind.name, _UNREADABLE)
    answer = json.loads(line)
    if answer == "absent":
        expected = f"ms-toollib 1.5.20 or later to read it ({_INSTALL})"
        raise InvalidInput(source, expected, "no such installation")
    yield _board(kind, answer, source)


def _answer(kind: _Kind, data: bytes, source: str) -> bytes:
    """The line of JSON that the other process prints; nothing where ms-toollib ends it.

    It works in a folder that goes with it: where ms-toollib ends it, it writes a `crash.log` there.
    """
    flag = "-I" if sys.flags.isolated else "-P"  # no module of the working folder is taken for ms-toollib
    command = [sys.executable or "python", flag, str(_CHILD), kind.video, str(_SECONDS)]
    try:
        with TemporaryDirectory(prefix="logicsweep-", ignore_cleanup_errors=True) as folder:
            done = run(command, input=data, capture_output=True, timeout=_SECONDS, cwd=folder, check=False)
    except TimeoutExpired:
        expected = f"{kind.name} that ms-toollib reads within {_SECONDS} seconds"
        raise InvalidInput(source, expected, "no end") from None
    except OSError as error:
        raise InvalidInput(source, "a process to read it in", str(error.strerror)) from None
    return done.stdout


def _board(kind: _Kind, answer: dict[str, Any], source: str) -> Boards:
    """The board of an answer, with its start; InvalidInput for a wrong board."""
    rows, cols, start = answer["rows"], answer["cols"], answer["start"]
    mined = answer["mined"].encode().translate(_MINED)
    if not mined:
        raise InvalidInput(source, kind.name, "one whose board ms-toollib does not read")
    if rows * cols != len(mined):
        raise InvalidInput(source, kind.name, _UNREADABLE)
    mines = mined.count(1)
    if mines != answer["mines"]:
        expected = f"a board with {plural(answer['mines'], 'mine')}, as the replay tells"
        raise InvalidInput(source, expected, f"{mines}")
    board = check_playable(Board(CellGraph.grid(rows, cols), mined), source)
    safe = start is not None and not mined[start]
    return Boards.of([board], [start if safe else None])


_MINED = bytes.maketrans(b"01", b"\0\1")


def _is_avf(data: bytes) -> bool:
    """As Minesweeper Arbiter writes it, as ms-toollib and rawvf read it.

    It has no magic: a version, 4 bytes, the level (6: a size of one's own, and how many mines), the mines,
    some more bytes, the last but one of which tells of question marks, a text such as `[0|...|...|B7T3.52]`.
    """
    level = data[5:6]
    mines = int.from_bytes(data[8:10]) if level == b"\6" else _AVF_MINES.get(level, 0)
    after = (10 if level == b"\6" else 6) + 2 * mines
    return mines > 0 and _AVF_TEXT.search(data, after, after + 256) is not None


_AVF_MINES = {b"\3": 10, b"\4": 40, b"\5": 99}
_AVF_TEXT = re.compile(
    rb"[\x11\x7f].\[[0-3]\|[^\]]{8,150}B[0-9]{1,5}T[0-9]{1,9}(?:[.,][0-9]{0,9})?\]", re.DOTALL
)


def _is_evf(data: bytes) -> bool:
    """As Metasweeper writes it, as ms-toollib reads it: the versions 0 to 4.

    It has no magic: a version, flags, rows, cols, mines, some more bytes, texts that end in 0, and the board,
    a bit for each cell. It is one where the bits are as many as the mines.
    """
    head, texts = _EVF_HEADS.get(data[:1], (0, 0))
    if not 0 < head <= len(data):
        return False
    is_newest, sizes = data[0] == 4, data[3:7] if data[0] > 2 else data[2:6]
    at = _after_texts(data, head, texts + 2 if is_newest and data[1] & 8 else texts)
    if is_newest and at > 0:
        at += 2 + int.from_bytes(data[at : at + 2])  # what tells the device, its length first
    size, mines = sizes[0] * sizes[1], int.from_bytes(sizes[2:])
    bits = data[at : at + (size + 7) // 8] if at > 0 else b""
    if not 0 < mines < size <= 8 * len(bits):
        return False
    return (int.from_bytes(bits) >> -size % 8).bit_count() == mines


_EVF_HEADS = {b"\0": (14, 7), b"\1": (14, 7), b"\2": (14, 8), b"\3": (15, 8), b"\4": (34, 4)}
"""For each version how many bytes come before the texts, and how many texts there are."""


def _after_texts(data: bytes, at: int, count: int) -> int:
    """Where so many texts, each with a 0 at its end, end; -1 where they do not."""
    for _ in range(count):
        at = data.find(b"\0", at, at + 1024) + 1
        if not at:
            return -1
    return at


def _is_rmv(data: bytes) -> bool:
    """As Viennasweeper writes it, in the versions 1 and 2 of its format."""
    return data.startswith((b"*rmv\0\1", b"*rmv\0\2"))


def _is_mvf(data: bytes) -> bool:
    """As Minesweeper Clone writes it from 0.97 on, as rawvf reads it: a head that tells its year."""
    return data.startswith(b"\x11M") and data[27:28] in (b"5", b"6", b"7", b"8")


_KINDS = {
    "avf": _Kind("an avf replay", _is_avf, "AvfVideo"),
    "evf": _Kind("an evf replay", _is_evf, "EvfVideo"),
    "rmv": _Kind("an rmv replay", _is_rmv, "RmvVideo"),
    "mvf": _Kind("an mvf replay", _is_mvf, "MvfVideo"),
}
