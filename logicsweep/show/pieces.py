"""What the objects of printed JSON are made of: words for the types of fields, and objects inside others."""

# No `from __future__ import annotations` here: TypedDict would not see which fields are NotRequired.

from typing import Annotated, Literal, NotRequired, TypedDict

CellName = Annotated[str, "cell name"]
"""`r1c2`: row 1, column 2, counted from 1; on any other graph the text of a node."""
ProductionName = Annotated[str, "production name"]
PlayerName = Annotated[str, "player name"]
Ratio = Annotated[str, "fraction"]
"""An exact number as text: `2/7`, `0`, `1`."""
FactNumber = Annotated[int, "fact number"]
FiringNumber = Annotated[int, "firing number"]

Version = Annotated[Literal[2], "of this form; raised when a field is removed or changes its meaning"]
BoardNumber = Annotated[int, "the number of the board, from 1 through all files"]
BoardRows = Annotated[int, "rows of the board, where it is rectangular"]
Cols = Annotated[int, "columns of the board, where it is rectangular"]
Cells = Annotated[int, "cells of the board, where it is not rectangular"]
FieldName = Annotated[Literal["torus", "hexagonal"], "the field, where it is rectangular but no grid"]
Mines = Annotated[int, "mines of the board"]
Told = Annotated[int, "the mine total, where it is told"]
PositionNumber = Annotated[int, "the number of the position, from 1 through all files"]
RowName = Annotated[str, "cell name or 'total'"]
"""The cell of a clue, or `total` for the mine total."""
Added = Annotated[list[RowName], "where it compares clues: those it adds"]
Subtracted = Annotated[list[RowName], "and those it subtracts"]
Fired = Annotated[ProductionName, "the production that fired"]
Site = Annotated[CellName | None, "where it matched; null: it looked at the whole board"]
VerdictName = Literal["safe", "mine"]
Checked = Annotated[bool, "with own productions: whether their conclusions were checked"]
Unproven = Annotated[list[CellName], "cells whose conclusions were past the solver's limits to check, if any"]


class SizeJson(TypedDict, total=False):
    """The size of a board: two numbers where it is rectangular, and its field unless a grid; else one."""

    rows: BoardRows
    cols: Cols
    field: FieldName
    cells: Cells


class FactJson(TypedDict):
    """Something that became known, with its number."""

    fact: Annotated[FactNumber, "from 1, in the order in which facts came"]
    attribute: Annotated[str, "what is known: clue, safe, mine, or total (the mine total)"]
    cell: NotRequired[Annotated[CellName, "the cell that it is about; the mine total is about none"]]
    value: NotRequired[Annotated[int, "the clue, or the mine total"]]


class GivenJson(TypedDict):
    """Something that follows, without a number."""

    cell: Annotated[CellName | None, "the cell that it is about; null: about no cell"]
    attribute: Annotated[str, "what follows: safe or mine"]


class FiringJson(TypedDict):
    """One application of a production."""

    firing: Annotated[FiringNumber, "from 1"]
    production: Fired
    cell: Site
    added: NotRequired[Added]
    subtracted: NotRequired[Subtracted]
    used: Annotated[list[FactNumber], "the facts that it rests on"]
    given: Annotated[list[FactJson], "the facts that follow"]


class ActivationJson(TypedDict):
    """A production that would fire."""

    production: Annotated[ProductionName, "the production"]
    salience: Annotated[int, "its priority: the highest fires first"]
    cell: Site
    gives: Annotated[list[GivenJson], "what would follow"]


class AgendaJson(TypedDict):
    """What waits before a firing."""

    places: Annotated[int, "places that wait: a production at a cell, with news to look at"]
    activations: Annotated[int, "how many of them would fire"]
    next: Annotated[list[ActivationJson], "the first 5 of these, in the order in which they would fire"]


class MissJson(TypedDict):
    """A production that lacks something."""

    production: Annotated[ProductionName, "the production"]
    cell: Site
    short: Annotated[int, "how much it lacks"]


class LackJson(MissJson):
    """A production that lacks something, and what."""

    words: Annotated[str, "what it lacks, in words"]


class CheckedJson(TypedDict, total=False):
    """Of a player with own productions."""

    checked: Checked


class FollowedJson(TypedDict):
    """A step of a refutation: one row, or one less another, decides cells."""

    sentence: Annotated[str, "the step in words"]
    added: Annotated[list[RowName], "the row: a clue by its cell, or total, the mine total"]
    subtracted: Annotated[list[RowName], "the row that is taken off, if any"]
    safe: Annotated[list[CellName], "cells that must then be safe"]
    mines: Annotated[list[CellName], "cells that must then be mines"]


class SupposedJson(TypedDict):
    """What follows from supposing some cells to be safe and others mines."""

    supposed: Annotated[str, "what is supposed, in words"]
    safe: Annotated[list[CellName], "cells supposed to be safe"]
    mines: Annotated[list[CellName], "cells supposed to be mines"]
    steps: Annotated[list[FollowedJson], "what follows, in order"]
    ending: Annotated[str, "what breaks, or which clue is split, in words"]
    broken: Annotated[list[RowName], "the row that cannot hold, or the two that cannot both; none if split"]
    split: Annotated[CellName | None, "the clue whose mines are placed in each way"]
    cases: Annotated[list["SupposedJson"], "each way, refuted in turn; alike cells stand for each other"]


class RefutationJson(TypedDict):
    """Why the opposite of what a cell is cannot be."""

    verdict: Annotated[VerdictName, "what the cell is"]
    before: Annotated[FiringNumber | None, "of a game: the firing that decides it; null: none does"]
    total: Annotated[bool, "whether the mine total is among the rows"]
    flags: Annotated[bool, "whether flags are taken as mines"]
    line: Annotated[SupposedJson, "what follows from the opposite"]


class GradeJson(TypedDict):
    """How hard a step is."""

    production: Annotated[ProductionName, "the production"]
    rows: Annotated[int, "how many clues it takes together; the mine total is one"]
    cases: Annotated[int, "how many cases it tells apart; 0: it is no refutation"]
    cells: Annotated[int, "how many unknown cells one has to look at"]


class DoubtsJson(TypedDict):
    """What is wrong about the flags of a position."""

    wrong_flags: NotRequired[Annotated[list[CellName], "flags on cells that are safe, if there are any"]]
    flags_clash: NotRequired[Annotated[str, "what speaks against all flags together, if anything does"]]
