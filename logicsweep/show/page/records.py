"""What the data of a page holds. Cells are indices; names, where they are not r1c2, are in the field."""

# No `from __future__ import annotations` here: TypedDict would not see which fields are NotRequired.

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict


class FieldRecord(TypedDict):
    """The cells: how many, of which kind, and where those are drawn that do not stand in rows."""

    kind: str
    cells: int
    rows: NotRequired[int]
    cols: NotRequired[int]
    places: NotRequired[list[list[float]]]
    names: NotRequired[list[str]]
    edges: NotRequired[list[list[int]]]


class GradeRecord(TypedDict):
    """How hard a step is: in words, and its place among all grades of the page.

    Grades that differ only in cells share a `level`. `colour` is that of the production, the same on every
    page: its family, such as all that take rows together, and its number there.
    """

    production: str
    text: str
    rows: int
    cases: int
    rank: int
    level: int
    colour: tuple[int, int]


class StepRecord(TypedDict):
    """A step: the marks that it sets, the clues that it stands on (`at` alone unless `rows` are told).

    `sums` are balances in numbers, `on` the steps that it rests on.
    """

    grade: int
    set: list[list[int]]
    at: NotRequired[int]
    rows: NotRequired[list[int]]
    added: NotRequired[list[int]]
    subtracted: NotRequired[list[int]]
    sums: NotRequired[list[str]]
    said: NotRequired[list[str]]
    on: NotRequired[list[int]]


class RunRecord(TypedDict):
    """A player's run: the marks before its first step, and each step.

    `open` tells for each step how many there were to choose from, `open_is` what is counted there. `ask` is
    the command that tells why of a cell of which the page does not: `CELL` stands for its name. `left` says
    how many cells are not decided at the end, as the text of `compare` does.
    """

    player: str
    ask: str
    left: str
    first: list[int]
    steps: list[StepRecord]
    open: list[int]
    open_is: str


class ProofRecord(TypedDict):
    """A step of a proof: what it decides and how, its sentences, the steps that it rests on."""

    number: int
    head: str
    said: list[str]
    on: list[int]


class TwinsRecord(TypedDict):
    """Two layouts near the cells where they differ: mines in both, in the one alone, in the other alone."""

    window: list[int]
    both: list[int]
    one: list[int]
    other: list[int]


class AnswerRecord(TypedDict):
    """What `why` says of a cell."""

    said: list[str]
    proof: NotRequired[list[ProofRecord]]
    twins: NotRequired[TwinsRecord]


class HintRecord(TypedDict):
    """What a position tells: forced cells, and each risk that was counted, as a share and in words."""

    safe: list[int]
    mines: list[int]
    risks: list[tuple[int, float, str]]


class PageRecord(TypedDict):
    """All that a page shows. `lines` are the objects that the verb prints with `--json`.

    `weakest` is the number of the weakest run that decides each cell, -1 for none, and `letters` what stands
    there, `tints` each run's colour there. `claims` are the flags that runs count as covered. `form` is
    raised when a part is removed or changes its meaning.
    """

    form: int
    verb: str
    title: str
    about: str
    summary: list[str]
    lines: Sequence[Mapping[str, object]]
    field: FieldRecord
    grades: list[GradeRecord]
    runs: list[RunRecord]
    answers: dict[int, AnswerRecord]
    claims: NotRequired[list[int]]
    weakest: NotRequired[list[int]]
    letters: NotRequired[list[str]]
    tints: NotRequired[list[str]]
    hint: NotRequired[HintRecord]
    asked: NotRequired[int]
    refutation: NotRequired[list[str]]
