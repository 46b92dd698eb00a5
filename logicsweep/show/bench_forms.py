"""The form of a measured rate as JSON; see `forms`."""

# No `from __future__ import annotations` here: TypedDict would not see which fields are NotRequired.

from typing import Annotated, Literal, NotRequired, TypedDict

from logicsweep.show.pieces import BoardRows, Cols, Mines, PlayerName, Version


class BenchJson(TypedDict):
    """How many of a kind this machine answers in a second of wall-clock time."""

    version: Version
    what: Annotated[
        Literal["positions", "games", "boards", "random boards"],
        "what is answered; boards: Data Mining, as solve does it",
    ]
    player: NotRequired[Annotated[PlayerName, "of games: who plays"]]
    rows: BoardRows
    cols: Cols
    mines: Mines
    plain: Annotated[float, "answers a second in plain Python"]
    kernel: NotRequired[Annotated[float, "answers a second by the kernel, where it is installed"]]
    faster: NotRequired[Annotated[float, "how many times as many that is"]]
    jobs: Annotated[int, "threads that the kernel has; it solves boards in one"]
    python: Annotated[str, "version of Python"]
    numba: NotRequired[Annotated[str, "version of numba, where the kernel is installed"]]
