"""The form of all JSON that is printed: a TypedDict for each object, and the meaning of each field.

The functions in `show` return these, `VERB --fields` prints them, and a test holds what is printed to
them. A typed program may import them:

>>> import json
>>> answer: SolveJson = json.loads('{"version": 2, "mines": 2, "safe": 7, "remaining": 0}')
>>> answer["remaining"]
0
"""

# No `from __future__ import annotations` here: TypedDict would not see which fields are NotRequired.

from typing import Annotated, Final, Literal, NotRequired, TypedDict

from logicsweep.show.compare_forms import AdditionalJson, EasiestJson, HardestJson
from logicsweep.show.generate_forms import GeneratedJson
from logicsweep.show.path_forms import PathEnd, PathGradeJson, PathStart, PathStep
from logicsweep.show.pieces import (
    Added,
    AgendaJson,
    BoardNumber,
    BoardRows,
    CellName,
    Cells,
    Checked,
    Cols,
    DoubtsJson,
    FactJson,
    FactNumber,
    FieldName,
    Fired,
    FiringJson,
    FiringNumber,
    GivenJson,
    GradeJson,
    LackJson,
    Mines,
    MissJson,
    PlayerName,
    PositionNumber,
    ProductionName,
    Ratio,
    RefutationJson,
    Site,
    Subtracted,
    Told,
    Unproven,
    VerdictName,
    Version,
)
from logicsweep.show.stage_forms import StageJson


class SolveJson(TypedDict):
    """A board, and the least that the casual player leaves on it."""

    version: Version
    board: BoardNumber
    rows: NotRequired[BoardRows]
    cols: NotRequired[Cols]
    field: NotRequired[FieldName]
    cells: NotRequired[Cells]
    mines: Mines
    safe: Annotated[int, "safe cells of the board"]
    remaining: Annotated[int, "the least number of safe cells that stay covered, over all starts"]
    best_starts: Annotated[list[CellName], "every start that leaves so few"]
    openings: Annotated[int, "openings of the board"]


class TraceStart(TypedDict):
    """The first line of a trace: how it began, in a game or from a position."""

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
    productions: Annotated[list[ProductionName], "the player's productions"]
    start: NotRequired[Annotated[CellName, "of a game: the cell that was cleared first"]]
    checked: NotRequired[Checked]
    facts: Annotated[list[FactJson], "what was known before the first firing"]


class TraceFiring(TypedDict):
    """A line for each firing."""

    version: Version
    event: Annotated[Literal["firing"], "which line this is"]
    firing: Annotated[FiringNumber, "from 1"]
    production: Fired
    cell: Site
    added: NotRequired[Added]
    subtracted: NotRequired[Subtracted]
    used: Annotated[list[FactNumber], "the facts that it rests on"]
    given: Annotated[list[FactJson], "the facts that follow"]
    opened: NotRequired[Annotated[list[FactJson], "of a game: the clues of the cells that it cleared"]]
    agenda: NotRequired[Annotated[AgendaJson, "with --agenda: what waited just before"]]


class TraceEnd(TypedDict):
    """The last line of a trace: how it ended."""

    version: Version
    event: Annotated[Literal["end"], "which line this is"]
    firings: Annotated[int, "how many firings there were"]
    cleared: NotRequired[Annotated[int, "of a game: cells that are cleared"]]
    flagged: NotRequired[Annotated[int, "of a game: cells that are flagged as mines"]]
    remaining: NotRequired[Annotated[int, "of a game: safe cells that are still covered"]]
    left: NotRequired[Annotated[list[CellName], "of a game: these cells"]]
    safe: NotRequired[Annotated[list[CellName], "of a position: covered cells that were found safe"]]
    mines: NotRequired[Annotated[list[CellName], "of a position: covered cells that were found to be mines"]]
    open: NotRequired[Annotated[list[CellName], "of a position: covered cells that are not decided"]]
    unproven: NotRequired[Unproven]
    agenda: NotRequired[Annotated[AgendaJson, "with --agenda: what still waits"]]
    lacks: NotRequired[
        Annotated[list[LackJson], "with --agenda: where each production lacks least; none if one would fire"]
    ]


TraceJson = TraceStart | TraceFiring | TraceEnd
"""One line of a trace; `event` tells which."""


class StepJson(TypedDict):
    """One step of a proof: a firing."""

    step: Annotated[int, "its number"]
    production: Fired
    cell: Site
    added: NotRequired[Added]
    subtracted: NotRequired[Subtracted]
    rests_on: Annotated[list[int], "the numbers of the steps that gave what it uses, besides clues"]
    given: Annotated[list[GivenJson], "what follows"]
    needed: Annotated[list[CellName], "the cells of these that the proof needs"]
    sentences: Annotated[list[str], "why these are what they are, from what was known before, in numbers"]
    grade: Annotated[GradeJson, "how hard that is"]


class ProofJson(TypedDict):
    """A proof, and its hardest step."""

    height: Annotated[int | None, "of the proof: the longest way from the cell to a clue, in steps"]
    proof: Annotated[list[StepJson], "decided: the player's steps; needs ...: those of `player`; in order"]
    grade: Annotated[GradeJson | None, "decided: the proof's hardest step; needs ...: the easiest way's"]


class ExplanationJson(TypedDict):
    """A smallest set of clues that forces the cell."""

    verdict: Annotated[VerdictName, "what they force it to be"]
    clues: Annotated[list[CellName], "the cells of the clues"]
    total: Annotated[bool, "whether the mine total is needed besides"]
    smallest: Annotated[bool, "whether it is proven that no fewer clues do"]
    flags: Annotated[bool, "whether flags are taken as mines"]
    sentence: Annotated[str, "the reason in words"]


class ReasonJson(ExplanationJson):
    """Cells that the same clues force alike, and how."""

    cells: Annotated[list[CellName], "the cells"]


class WhyJson(ProofJson, DoubtsJson):
    """Why a cell is decided, or why not; what an answer has not is null."""

    version: Version
    board: NotRequired[BoardNumber]
    position: NotRequired[PositionNumber]
    cell: Annotated[CellName, "the cell that is asked about"]
    answer: Annotated[
        Literal["first", "seen", "decided", "later", "needs clues", "needs total", "not forced", "unknown"],
        "first: the start; seen: cleared in the position; later: after this view; unknown: too hard to tell",
    ]
    verdict: Annotated[VerdictName | None, "what the cell is; null: not forced, or not known"]
    explanation: Annotated[ExplanationJson | None, "decided, needs ...: the fewest clues that force it"]
    firing: Annotated[FiringNumber | None, "later: the firing that decides it"]
    player: Annotated[PlayerName | None, "the weakest who decides it now (needs ...) or later (not forced)"]
    miss: Annotated[MissJson | None, "needs clues, needs total: what comes nearest to decide it"]
    layouts: Annotated[
        list[list[CellName]] | None, "not forced: the mines of two layouts, first one with the cell safe"
    ]
    differ: Annotated[list[CellName] | None, "not forced: where these two differ, in as few cells as can be"]
    telling: Annotated[
        list[CellName] | None, "not forced: safe cells near whose clue will decide it; null: not known"
    ]
    risk: Annotated[Ratio | None, "not forced: the share of layouts in which it is a mine, such as 2/7"]
    checked: NotRequired[Annotated[bool, "decided, with own productions: whether they were checked"]]
    unproven: NotRequired[Unproven]
    start: NotRequired[Annotated[CellName, "of a game: the cell that was cleared first"]]
    chain: NotRequired[Annotated[list[FiringJson], "of a game: all firings that lead to the cell"]]
    refutation: NotRequired[
        Annotated[RefutationJson | None, "with --refute: why the opposite cannot be; null: there is none"]
    ]


class ScoreJson(TypedDict):
    """What a player's productions did."""

    firings: Annotated[dict[ProductionName, int], "how many firings each production had"]
    cells: Annotated[dict[ProductionName, int], "how many cells each production decided"]
    hardest: Annotated[HardestJson | None, "the hardest step of these firings; null: no firing"]
    path: Annotated[EasiestJson, "how hard it is when the easiest step is always taken"]
    checked: NotRequired[Checked]
    unproven: NotRequired[Unproven]


class PlayerJson(ScoreJson):
    """What a player got from one start."""

    cleared: Annotated[int, "cells that are cleared"]
    flagged: Annotated[int, "cells that are flagged as mines"]
    remaining: Annotated[int, "safe cells that are still covered"]


class DeductionJson(ScoreJson):
    """What a player concludes from a position."""

    safe: Annotated[int, "covered cells that were found safe"]
    mines: Annotated[int, "covered cells that were found to be mines"]
    open: Annotated[int, "covered cells that are not decided"]


class OverStartsJson(TypedDict):
    """What a player leaves, over all starts."""

    remaining: Annotated[int, "the least number of safe cells that stay covered"]
    best_starts: Annotated[list[CellName], "every start that leaves so few"]
    finishing: Annotated[int, "how many starts finish the board"]
    checked: NotRequired[Checked]
    unproven: NotRequired[Annotated[int, "conclusions past the solver's limits to check, if there were any"]]


class HeadingJson(TypedDict):
    """Which board was played, and from where."""

    version: Version
    board: BoardNumber
    rows: NotRequired[BoardRows]
    cols: NotRequired[Cols]
    field: NotRequired[FieldName]
    cells: NotRequired[Cells]
    mines: Mines
    start: Annotated[CellName | Literal["all"], "the cell that was cleared first; all: none was played"]


class ResultsJson(TypedDict, total=False):
    """What each player got."""

    players: Annotated[dict[PlayerName, PlayerJson], "what each got from that start, the weakest first"]
    additional: Annotated[list[AdditionalJson], "what the last player decides beyond the first, in order"]
    starts: Annotated[dict[PlayerName, OverStartsJson], "with --start best or all: over all starts"]


class CompareJson(HeadingJson, ResultsJson):
    """A board, and what each player got on it."""


class ComparePositionJson(DoubtsJson):
    """A position, and what each player concludes from it."""

    version: Version
    position: PositionNumber
    rows: NotRequired[BoardRows]
    cols: NotRequired[Cols]
    field: NotRequired[FieldName]
    cells: NotRequired[Cells]
    mines: NotRequired[Told]
    players: Annotated[dict[PlayerName, DeductionJson], "what each concludes, the weakest first"]
    additional: Annotated[list[AdditionalJson], "what the last player decides beyond the first, in order"]


class UnsoundJson(TypedDict):
    """The last line of a run that a conclusion of an own production ended: what refutes it."""

    version: Version
    board: NotRequired[BoardNumber]
    position: NotRequired[PositionNumber]
    event: Annotated[Literal["unsound"], "which line this is"]
    error: Annotated[str, "what standard error says too"]
    firing: Annotated[FiringNumber, "from 1, in its game or proof"]
    production: Fired
    cell: Site
    about: Annotated[CellName, "the cell that it is wrong about"]
    says: Annotated[VerdictName, "what it concludes"]
    layouts: Annotated[
        list[list[CellName]],
        "the mines of two layouts of what was visible, first one with the cell safe; one where it is forced",
    ]


class MissingJson(TypedDict):
    """What a budget left out."""

    reason: Annotated[str, "why"]
    no_risk: Annotated[list[CellName], "cells whose risk is not counted"]
    undecided: Annotated[list[CellName], "those of them that may be forced all the same"]


class HintJson(DoubtsJson):
    """What is certain in a position, and the risks of the rest."""

    version: Version
    position: PositionNumber
    player: Annotated[PlayerName, "who answers; expert: by the clues alone, counter: by the mine total too"]
    safe: Annotated[list[CellName], "covered cells that are certainly safe"]
    mines: Annotated[list[CellName], "covered cells that are certainly mines"]
    risks: NotRequired[
        Annotated[
            dict[CellName, Ratio],
            "of a complete player: for each the share of layouts in which it is a mine, such as 2/7",
        ]
    ]
    open: NotRequired[Annotated[list[CellName], "of any other player: covered cells that are not decided"]]
    complete: Annotated[
        bool | list[MissingJson],
        "true: all is there; or what is missing; false: more may be forced than this player decides",
    ]
    why: NotRequired[Annotated[list[ReasonJson], "with --why: a reason for every forced cell"]]


PRINTED: Final[dict[str, tuple[type, ...]]] = {
    "solve": (SolveJson,),
    "trace": (TraceStart, TraceFiring, TraceEnd, UnsoundJson),
    "why": (WhyJson, StageJson, UnsoundJson),
    "compare": (CompareJson, ComparePositionJson, UnsoundJson),
    "path": (PathStart, PathStep, PathEnd, PathGradeJson, UnsoundJson),
    "hint": (HintJson, StageJson),
    "generate": (GeneratedJson,),
}
"""The objects that each verb prints with `--json`."""
COUNTING: Final[tuple[type, ...]] = (TraceFiring, FiringJson, StepJson, MissJson, LackJson)
"""Objects that also hold what the production counted, each as a number under its own name (`f`, `c` and `m`
of the casual ones), after `cell`. A count that is named as a field of the object is left out."""
