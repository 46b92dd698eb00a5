"""What the JSON of `compare` is made of: hardest steps, paths, cells with their reasons."""

# No `from __future__ import annotations` here: TypedDict would not see which fields are NotRequired.

from typing import Annotated, TypedDict

from logicsweep.show.pieces import CellName, GradeJson, PlayerName, ProductionName, RowName, VerdictName


class HardestJson(GradeJson):
    """The hardest step of a game or a path, the first of several; `rows` is 0 where no reason was found."""

    smallest: Annotated[bool, "whether all steps of that effort are explained, provably by the fewest rows"]


class EasiestJson(TypedDict):
    """A player's path: the easiest step that is there is always taken."""

    steps: Annotated[int, "how many steps it has"]
    grade: Annotated[HardestJson | None, "the hardest step's; null: there was no step"]


class AdditionalJson(TypedDict):
    """A cell that the last player decides by a production that the first lacks; null: not found."""

    cell: Annotated[CellName, "the cell"]
    verdict: Annotated[VerdictName, "what it is"]
    player: Annotated[PlayerName, "the weakest player here who decides it"]
    production: Annotated[ProductionName, "the last player's production that did"]
    wave: Annotated[int, "counts such firings, from 1"]
    rows: Annotated[int | None, "how many clues its reason takes together, the mine total as one more"]
    cases: Annotated[int | None, "how many cases a refutation tells apart; 0: its reason is none"]
    cells: Annotated[int | None, "how many unknown cells its reason looks at"]
    added: Annotated[list[RowName] | None, "the clues that its reason adds; null: it is no balance"]
    subtracted: Annotated[list[RowName] | None, "and those that it subtracts"]
    sentence: Annotated[str | None, "the reason in words, from what was found before; null: none was found"]
    clues: Annotated[list[CellName] | None, "with --from-clues: a smallest set of clues that forces it"]
    total: Annotated[bool | None, "with --from-clues: whether the mine total is needed besides"]
    smallest: Annotated[bool | None, "with --from-clues: whether it is proven that no fewer clues do"]
    flags: Annotated[bool | None, "with --from-clues: whether the mines found before count as known"]
