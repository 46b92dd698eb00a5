"""The form of the JSON of `path`, as `forms` has those of the other verbs."""

# No `from __future__ import annotations` here: TypedDict would not see which fields are NotRequired.

from typing import Annotated, Literal, NotRequired, TypedDict

from logicsweep.show.pieces import (
    Added,
    BoardNumber,
    BoardRows,
    CellName,
    Cells,
    Checked,
    Cols,
    FieldName,
    Fired,
    GivenJson,
    GradeJson,
    PlayerName,
    PositionNumber,
    ProductionName,
    Site,
    Subtracted,
    Unproven,
    Version,
)


class PathStart(TypedDict):
    """The first line of a path: how it begins, in a game or from a position."""

    version: Version
    event: Annotated[Literal["start"], "which line this is"]
    board: NotRequired[BoardNumber]
    position: NotRequired[PositionNumber]
    rows: NotRequired[BoardRows]
    cols: NotRequired[Cols]
    field: NotRequired[FieldName]
    cells: NotRequired[Cells]
    mines: NotRequired[Annotated[int, "mines of the board; of a position only where that is told"]]
    player: Annotated[PlayerName, "who plays"]
    start: NotRequired[Annotated[CellName, "of a game: the cell that was cleared first"]]
    checked: NotRequired[Checked]


class PathStep(TypedDict):
    """A line for each step, the easiest that there was."""

    version: Version
    event: Annotated[Literal["step"], "which line this is"]
    step: Annotated[int, "its number, from 1"]
    production: Fired
    cell: Site
    added: NotRequired[Added]
    subtracted: NotRequired[Subtracted]
    given: Annotated[list[GivenJson], "what follows"]
    grade: Annotated[GradeJson, "how hard it is"]
    choices: Annotated[int, "how many steps of the same effort there were to choose from"]
    sentences: Annotated[list[str], "why, in words; one sentence for each part of what follows"]


class GoingOnJson(TypedDict):
    """The step that the strongest player would take where a path ends."""

    production: Annotated[ProductionName, "the production"]
    given: Annotated[list[GivenJson], "what follows"]
    grade: Annotated[GradeJson, "how hard it is"]
    sentences: Annotated[list[str], "why, in words"]


class PathEnd(TypedDict):
    """The last line of a path: its grade, and where it ends."""

    version: Version
    event: Annotated[Literal["end"], "which line this is"]
    steps: Annotated[int, "how many steps there were"]
    grade: Annotated[GradeJson | None, "the hardest step's, and so the board's; null: there was no step"]
    hardest: Annotated[int | None, "the number of the first such step"]
    unexplained: Annotated[int, "how many steps have no reason that was found: no grade counts them"]
    profile: Annotated[dict[ProductionName, int], "how many steps each production took, the easiest first"]
    choices: Annotated[list[int], "how many steps there were to choose from, step by step"]
    remaining: NotRequired[Annotated[int, "of a game: safe cells that are still covered"]]
    left: NotRequired[Annotated[list[CellName], "of a game: these cells"]]
    open: NotRequired[Annotated[list[CellName], "of a position: covered cells that are not decided"]]
    wrong_flags: NotRequired[Annotated[list[CellName], "flags on cells that are safe, if there are any"]]
    going_on: Annotated[
        GoingOnJson | None, "where a path is stuck or stopped: what the strongest player does next"
    ]
    unproven: NotRequired[Unproven]


PathJson = PathStart | PathStep | PathEnd
"""One line of a path; `event` tells which."""


class PathGradeJson(TypedDict):
    """With --grade: a board or position, and its grade alone."""

    version: Version
    board: NotRequired[BoardNumber]
    position: NotRequired[PositionNumber]
    player: Annotated[PlayerName, "who plays"]
    steps: Annotated[int, "how many steps there were"]
    grade: Annotated[GradeJson | None, "the hardest step's; null: there was no step"]
    unexplained: Annotated[int, "how many steps have no reason that was found: no grade counts them"]
    profile: Annotated[dict[ProductionName, int], "how many steps each production took, the easiest first"]
    checked: NotRequired[Checked]
    remaining: NotRequired[Annotated[int, "of a game: safe cells that are still covered"]]
    open: NotRequired[Annotated[int, "of a position: how many covered cells are not decided"]]
