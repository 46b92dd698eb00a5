"""A game that somebody played: the board, and each click with its time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from logicsweep.boards.board import Board
from logicsweep.errors import InvalidInput

ClickKind = Literal["open", "flag", "chord"]
"""What a click does. `open` clears a covered cell without a flag. `flag` sets or removes a flag. `chord`, on
a clue with as many flags around it as it says, clears the other cells around it."""
CLICKS: tuple[ClickKind, ...] = get_args(ClickKind)


class Click(NamedTuple):
    """A click of a person on a cell.

    - `kind`: `open`, `flag` or `chord`.
    - `cell`: the cell's index.
    - `time`: seconds since the game began; None if not known.
    - `line`: the number of its line in a text; None if it is not from a text.

    >>> Click("open", 3, 2.41)
    Click(kind='open', cell=3, time=2.41, line=None)
    """

    kind: ClickKind
    cell: int
    time: float | None = None
    line: int | None = None


@dataclass(frozen=True)
class PlayedGame:
    """A board and the clicks of the person who played it, in order.

    - `promise`: what the program promised about the first click: a `safe` cell, or an `opening`; None if that
      is not known.
    - `player`: the name of the person; empty if not known.
    """

    board: Board
    clicks: tuple[Click, ...]
    promise: Literal["safe", "opening"] | None = None
    player: str = ""

    @property
    def start(self) -> int | None:
        """The cell that the first click opened; None if there is none, or if it was a mine."""
        first = first_opened(self.clicks)
        return None if first is None or self.board.mined[first.cell] else first.cell


def first_opened(clicks: Iterable[Click]) -> Click | None:
    """The first click that opens a cell; None if there is none. A cell with a flag does not open.

    >>> first_opened([Click("flag", 3), Click("open", 3), Click("open", 4)])
    Click(kind='open', cell=4, time=None, line=None)
    """
    flags = set[int]()
    for click in clicks:
        if click.kind == "flag":
            flags ^= {click.cell}
        elif click.kind == "open" and click.cell not in flags:
            return click
    return None


def check_times(clicks: Iterable[Click], source: str) -> tuple[Click, ...]:
    """The clicks; raises InvalidInput, with its place, if a time is earlier than one before it."""
    latest, found = 0.0, tuple(clicks)
    for click in found:
        if click.time is not None and click.time < latest:
            place = source if click.line is None else f"{source}:{click.line}:1"
            expected = f"a time of at least {latest:g}, that of the click before"
            raise InvalidInput(place, expected, f"{click.time:g}")
        latest = latest if click.time is None else click.time
    return found
