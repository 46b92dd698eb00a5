"""`generate`: what a user wants of boards made to order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph, FieldMaker
from logicsweep.boards.many import Boards
from logicsweep.errors import InvalidInput, quote
from logicsweep.formats import Format
from logicsweep.generating.demand import Demand
from logicsweep.generating.generate import TRIES
from logicsweep.generating.generate import generate as generated
from logicsweep.generating.generated import Generated
from logicsweep.verbs.convert import SITES, format_named
from logicsweep.verbs.sizes import bounds_of, size_of

SIZE = "ROWSxCOLS/MINES"
"""The name of a size in help and errors."""


@dataclass(frozen=True)
class Wishes:
    """The requirements for each board, as a user writes them.

    - `size`: such as `16x30/99`.
    - `field`: the function that makes the field; None: a grid.
    - `start`: the first click; `any`: drawn with the board; None: the middle.
    - `first`: `safe` or `opening`, the promise about the first click.
    - `finisher`, `not_for`: who finishes the board, and who does not.
    - `grade`, `steps`: how hard its path is, and which steps it has, such as `2..4` and `overlap=2..`.

    >>> demand = Wishes("9x9/10", finisher="casual", grade="..2").demand()
    >>> demand.mines, demand.starts, demand.grade
    (10, (40,), Bounds(low=0, high=2))
    """

    size: str
    field: FieldMaker | None = None
    start: str | None = None
    first: Literal["safe", "opening"] = "opening"
    finisher: str = "expert"
    not_for: str | None = None
    grade: str | None = None
    steps: tuple[str, ...] = ()

    def demand(self) -> Demand:
        """The demand, which `logicsweep.generate` takes; raises InvalidInput for an invalid one."""
        rows, cols, mines = size_of(self.size, SIZE, "rows x columns / mines such as 16x30/99")
        return Demand(
            (self.field or CellGraph.grid)(rows, cols),
            mines,
            {"any": None, None: rows // 2 * cols + cols // 2}.get(self.start, self.start),
            self.first,
            self.finisher,
            self.not_for,
            None if self.grade is None else bounds_of(self.grade, "grade"),
            _read_steps(self.steps),
        )


def _read_steps(texts: tuple[str, ...]) -> dict[str, tuple[int, int | None]]:
    found = dict[str, tuple[int, int | None]]()
    for one in texts:
        name, _, bounds = one.partition("=")
        if not bounds or name in found:
            raise InvalidInput("steps", "PRODUCTION=N..M, once for each", quote(one))
        found[name] = bounds_of(bounds, "steps")
    return found


def generate(
    wishes: Wishes,
    count: int = 1,
    seed: int = 0,
    *,
    graded: bool = False,
    uniform: bool = False,
    tries: int = TRIES,
    seconds: float | None = None,
    jobs: int = 1,
) -> Iterator[Generated]:
    """Make boards as `logicsweep.generate` does.

    `graded`: find the grade and the 3BV of each board before it is handed on, for JSON and tables.
    """
    made = generated(wishes.demand(), count, seed, uniform=uniform, tries=tries, seconds=seconds, jobs=jobs)
    return map(_grade, made) if graded else made


def _grade(made: Generated) -> Generated:
    _ = made.path.hardest, made.path.workload, made.path.unexplained, made.threebv
    return made


BOARD_SITES = {name: rows["boards"] for name, rows in SITES.items() if "boards" in rows}
"""Sites that open boards, by name: a format that writes links."""


def written_as(
    demand: Demand, to: str | None = None, out: str | None = None, site: str | None = None
) -> Format:
    """The format for such boards: links to the site, or as `convert` finds it, by default judge.

    Raises InvalidInput, before any board is made, if the format cannot hold them.
    """
    target = BOARD_SITES[site] if site else format_named(to, out, "boards", default="judge")["boards"]
    start = demand.starts[0]
    others = [cell for cell in range(len(demand.field)) if cell != start]
    assert target.write
    try:
        target.write(Boards.of([Board.of(demand.field, others[: demand.mines])], [start]))
    except InvalidInput:
        if not demand.mines:
            raise InvalidInput(SIZE, "at least one mine", "0") from None
        raise
    return target
