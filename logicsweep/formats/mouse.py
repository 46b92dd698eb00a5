"""What the buttons of a mouse do in Minesweeper: from presses and releases to clicks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from logicsweep.boards.played import Click


class MouseEvent(NamedTuple):
    """A button that goes down or up.

    - `time`: seconds since the game began.
    - `name`: as in rawvf. `lc` is left button down, `lr` left button up; `rc`, `rr`, `mc`, `mr` the same for
      the right and the middle button. ms-toollib adds `cc` (left and right down), `pf` (a flag from before),
      and `l` and `r`, which may be either. Other names do nothing.
    - `cell`: the index of the cell under it; None outside the board.
    - `line`: the number of its line in a text, if any.
    """

    time: float
    name: str
    cell: int | None
    line: int | None = None


def clicks_of(events: Iterable[MouseEvent]) -> Iterator[Click]:
    """The clicks that mouse events make.

    A cell opens if the left button goes up there after it went down on the board, unless the right button was
    down too. If both are down, a release of either is a chord, and so is a release of the middle button. The
    right button sets a flag as it goes down.

    >>> buttons = [("lc", 0), ("lr", 5), ("rc", 1), ("lc", 1), ("rr", 2), ("lr", 3)]
    >>> events = [MouseEvent(time, name, cell) for time, (name, cell) in enumerate(buttons)]
    >>> [tuple(click[:3]) for click in clicks_of(events)]
    [('open', 5, 1), ('flag', 1, 2), ('chord', 2, 4)]
    """
    left = right = both = False
    for time, name, cell, line in events:
        made = None
        if name == "lc" or (name == "l" and not left):
            left = cell is not None
            both = both or (left and right)
        elif name in ("lr", "l"):
            made = "chord" if left and right else "open" if left and not both else None
            left, both = False, both and right
        elif name == "rc" or (name == "r" and not right) or name == "pf":
            made = None if left else "flag"
            right = name != "pf"
            both = both or (left and right)
        elif name in ("rr", "r"):
            made = "chord" if left and right else None
            right, both = False, both and left
        elif name == "cc":
            left = right = both = True
        elif name == "mr":
            made = "chord"
        if made and cell is not None:
            yield Click(made, cell, time, line)  # type: ignore[arg-type]
