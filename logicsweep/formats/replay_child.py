"""Reads one replay by ms-toollib, in a process of its own: `python replay_child.py CLASS SECONDS`.

ms-toollib ends the whole process on files that it cannot read. This one gets a file's bytes on standard input
and prints one line of JSON: what is told, or "absent" where ms-toollib is not there. It imports nothing of
logicsweep, so that it starts fast.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any

_MEMORY = 1 << 31  # bytes


def board_and_click(video: Any) -> dict[str, object]:  # noqa: ANN401  # a class of ms-toollib
    """What a replay of ms-toollib tells, parsed: rows, cols, mines, `mined` as 0s and 1s, the first click."""
    video.parse()
    rows, cols = video.row, video.column
    mined = "".join(["1" if cell == -1 else "0" for row in video.board for cell in row])
    start = first_opened(_mouse(video.events), rows, cols, video.pix_size)
    return {"rows": rows, "cols": cols, "mines": video.mine_num, "mined": mined, "start": start}


def _mouse(events: Iterable[Any]) -> Iterator[tuple[str, int, int]]:
    """What the mouse does: the event's name, and how many pixels right and down of the board's corner."""
    for one in events:
        event = one.event
        if event is not None and event.is_mouse():
            mouse = event.unwrap_mouse()
            yield mouse.mouse, mouse.x, mouse.y


def first_opened(events: Iterable[tuple[str, int, int]], rows: int, cols: int, side: int) -> int | None:
    """The index of the cell that the first left click opens; None where none does.

    `events` are (name, x, y) as ms-toollib names them: `lc` the left button goes down, `lr` up, `rc` and `rr`
    the right one, `cc` both are down, `pf` a flag from before; `l` and `r` are either of two. A cell, of
    `side` x `side` pixels, opens when the left button comes up there after it went down on the board, with
    no flag there and the right button not down meanwhile.

    >>> first_opened([("mv", 5, 5), ("lc", 5, 20), ("lr", 20, 40)], rows=3, cols=2, side=16)
    5
    >>> first_opened([("rc", 0, 0), ("rr", 0, 0), ("lc", 0, 0), ("lr", 0, 0)], rows=3, cols=2, side=16)
    """
    left = right = both = False
    flags = set[int]()
    for name, x, y in events:
        cell = y // side * cols + x // side if side and y // side < rows and x // side < cols else None
        if name == "lc" or (name == "l" and not left):
            left = cell is not None
            both = both or (left and right)
        elif name in ("lr", "l"):
            if left and not both and cell is not None and cell not in flags:
                return cell
            left, both = False, both and right
        elif name == "rc" or (name == "r" and not right) or name == "pf":
            if cell is not None and not left:
                flags ^= {cell}
            right = name != "pf"
            both = both or (left and right)
        elif name in ("rr", "r"):
            right, both = False, both and left
        elif name == "cc":
            left = right = both = True
    return None


def _limit(seconds: int) -> None:
    """No more processor time and memory than are needed, and no core file; where the system can."""
    with suppress(ImportError):
        import resource

        for what, most in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_AS, _MEMORY),
        ):
            with suppress(OSError, ValueError):
                resource.setrlimit(what, (most, most))


def _answer(name: str) -> object:
    try:
        video = getattr(import_module("ms_toollib"), name)
        video.parse  # noqa: B018  # it has another name in old versions
    except Exception:
        return "absent"
    return board_and_click(video("", sys.stdin.buffer.read()))


def main() -> None:
    """Answer on what was standard output; what ms-toollib may print goes nowhere."""
    answers = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    _limit(int(sys.argv[2]))
    line = json.dumps(_answer(sys.argv[1])).encode()
    with os.fdopen(answers, "wb") as stream:
        stream.write(line)


if __name__ == "__main__":
    main()
