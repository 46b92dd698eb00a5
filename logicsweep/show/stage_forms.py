"""The form of a hint in stages as JSON; see `forms`."""

# No `from __future__ import annotations` here: TypedDict would not see which fields are NotRequired.

from typing import Annotated, Literal, NotRequired, TypedDict

from logicsweep.show.pieces import (
    BoardNumber,
    CellName,
    DoubtsJson,
    PlayerName,
    PositionNumber,
    ProductionName,
    Ratio,
    Version,
)


class RegionJson(TypedDict):
    """Where to look: rows and columns, each the first and the last, from 1."""

    rows: Annotated[list[int], "the first row and the last"]
    cols: Annotated[list[int], "the first column and the last"]


class StageJson(DoubtsJson):
    """With --stage: one step, told up to that stage; where nothing is found, no more than `found` says."""

    version: Version
    board: NotRequired[BoardNumber]
    position: NotRequired[PositionNumber]
    cell: NotRequired[Annotated[CellName, "of why: the cell that is asked about"]]
    player: Annotated[PlayerName, "who takes the step; of why the strongest where the one asked for cannot"]
    stage: Annotated[Literal[1, 2, 3, 4], "how much is told"]
    found: Annotated[bool, "whether there is a step"]
    after: NotRequired[Annotated[int, "of why: how many other steps it needs first"]]
    region: NotRequired[Annotated[RegionJson | None, "null: the whole board, or no rectangular one"]]
    clues: NotRequired[Annotated[list[CellName], "from stage 2: the cells of the clues that decide together"]]
    total: NotRequired[Annotated[bool, "from stage 2: whether the mine total decides with them"]]
    kind: NotRequired[Annotated[str, "from stage 3: what kind of step it is, in words"]]
    production: NotRequired[
        Annotated[ProductionName, "its production; only at stage 4 where that name tells what follows"]
    ]
    rows: NotRequired[
        Annotated[int, "from stage 3: how many clues it takes at once, the mine total as one; 0: not known"]
    ]
    cases: NotRequired[Annotated[int, "from stage 3: the cases of a proof by cases; 0: it is none"]]
    cells: NotRequired[Annotated[int, "from stage 3: how many unknown cells one has to look at"]]
    safe: NotRequired[Annotated[list[CellName], "at stage 4: the cells that are safe"]]
    mines: NotRequired[Annotated[list[CellName], "at stage 4: the cells that are mines"]]
    sentence: NotRequired[Annotated[str, "at stage 4: how they follow, in words"]]
    least_risk: NotRequired[Annotated[list[CellName], "where no cell is safe: those of the least risk"]]
    risk: NotRequired[Annotated[Ratio, "and that risk"]]
