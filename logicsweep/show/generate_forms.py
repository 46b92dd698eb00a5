"""The form of the JSON of `generate`; see `forms`."""

# No `from __future__ import annotations` here: TypedDict would not see which fields are NotRequired.

from typing import Annotated, NotRequired, TypedDict

from logicsweep.show.pieces import (
    BoardNumber,
    BoardRows,
    CellName,
    Cols,
    FieldName,
    GradeJson,
    Mines,
    PlayerName,
    ProductionName,
    Version,
)


class GeneratedJson(TypedDict):
    """A board that was made, who finishes it, and how hard that is."""

    version: Version
    board: BoardNumber
    rows: BoardRows
    cols: Cols
    field: NotRequired[FieldName]
    mines: Mines
    layout: Annotated[list[str], "the board, row by row: M a mine, . none"]
    start: Annotated[CellName, "the first cell"]
    player: Annotated[PlayerName, "who finishes it from there"]
    steps: Annotated[int, "how many steps the player's path has"]
    grade: Annotated[GradeJson | None, "the hardest step's; null: there was no step"]
    unexplained: Annotated[int, "how many steps have no reason that was found: no grade counts them"]
    profile: Annotated[dict[ProductionName, int], "how many steps each production took, the easiest first"]
    tries: Annotated[int, "how many boards were drawn for it"]
    repairs: Annotated[int, "at how many places the last of these was repaired"]
