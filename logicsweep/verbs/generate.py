"""`generate`: what a user asks of boards made to order."""

from __future__ import annotations

from dataclasses import dataclass

from logicsweep.boards.cells import CellGraph, FieldMaker
from logicsweep.errors import InvalidInput, quoted
from logicsweep.generating.demand import Demand
from logicsweep.verbs.sizes import bounds_of, size_of

SIZE = "ROWSxCOLS/MINES"
"""What a size is called."""


@dataclass(frozen=True)
class Wishes:
    """What is asked of each board, as a user writes it.

    - `start`: the first click; `any`: one that is drawn with the board; None: the middle.
    - `first`: `safe` or `opening`, what is promised there.
    - `finisher`, `not_for`: who finishes it, and who does not.
    - `grade`, `steps`: how hard its path is, and which steps it has, such as `2..4` and `overlap=2..`.
    """

    start: str | None = None
    first: str = "opening"
    finisher: str = "counter"
    not_for: str | None = None
    grade: str | None = None
    steps: tuple[str, ...] = ()


_USUAL = Wishes()


def demand_of(size: str, wishes: Wishes = _USUAL, field: FieldMaker | None = None) -> Demand:
    """The boards that are asked for, of a size such as `16x30/99`.

    >>> demand = demand_of("9x9/10", Wishes(finisher="casual", grade="..2"))
    >>> demand.mines, demand.starts, demand.grade
    (10, (40,), Bounds(low=0, high=2))
    """
    rows, cols, mines = size_of(size, SIZE, "rows x columns / mines such as 16x30/99")
    start, grade = wishes.start, wishes.grade
    return Demand(
        (field or CellGraph.grid)(rows, cols),
        mines,
        {"any": None, None: rows // 2 * cols + cols // 2}.get(start, start),
        "safe" if wishes.first == "safe" else "opening",
        wishes.finisher,
        wishes.not_for,
        None if grade is None else bounds_of(grade, "grade"),
        _steps(wishes.steps),
    )


def _steps(texts: tuple[str, ...]) -> dict[str, tuple[int, int | None]]:
    found = dict[str, tuple[int, int | None]]()
    for one in texts:
        name, _, bounds = one.partition("=")
        if not bounds or name in found:
            raise InvalidInput("steps", "PRODUCTION=N..M, once for each", quoted(one))
        found[name] = bounds_of(bounds, "steps")
    return found
