"""The result of solving a view, as values: the forced cells, the risks, and the risks that are missing."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import log10
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.board import Drawable, View
from logicsweep.boards.cells import CellGraph, CellLike
from logicsweep.boards.words import plural
from logicsweep.errors import Contradiction

Verdict = Literal["safe", "mine"]
"""A verdict on a cell."""
SolverName = Literal["python-constraint", "elimination", "SAT"]
SOLVERS: tuple[SolverName, ...] = get_args(SolverName)
"""The solvers that can decide a part of a position. Each takes over if the one before exceeds its budget."""
NEVER, ALWAYS = Fraction(0), Fraction(1)
"""The risks of certain cells."""


class Missing(NamedTuple):
    """Cells whose risk is missing because the budget ran out, and the `reason`.

    `may_be_forced` are those that may still be forced: the search for forced cells ran out of budget, too.
    """

    cells: Annotated[tuple[CellIndex, ...], "cells whose risk is not counted"]
    may_be_forced: Annotated[tuple[CellIndex, ...], "those of them that may still be forced"]
    reason: Annotated[str, "why"]

    def __repr__(self) -> str:
        return f"<Missing: {plural(len(self.cells), 'risk')}, {len(self.may_be_forced)} may be forced>"


class Risks(dict[CellIndex, Fraction]):
    """Risks by cell index; you can look up a cell in any form that `CellGraph.locate` takes.

    >>> from logicsweep import View, expert
    >>> risks = expert(View.parse("1#1##")).risks
    >>> str(risks["r1c5"]), risks["r1c2"] == risks[0, 1] == risks[1], "r1c1" in risks
    ('1/2', True, False)
    """

    def __init__(self, graph: CellGraph, risks: Mapping[CellIndex, Fraction]) -> None:
        super().__init__(risks)
        self.graph = graph

    def __missing__(self, cell: CellLike) -> Fraction:
        index = self.graph.locate(cell)
        if index not in self.keys():
            raise KeyError(self.graph.name(index))
        return self[index]

    def __contains__(self, cell: object) -> bool:
        return super().__contains__(self.graph.locate(cell))

    def get(self, cell: CellLike, default: Any = None) -> Any:  # noqa: ANN401
        """The risk of a cell, or the default."""
        return super().get(self.graph.locate(cell), default)


class Counting(NamedTuple):
    """The results of counting the layouts of a view; see `Solution`."""

    risks: Risks
    layouts: int | None
    missing: tuple[Missing, ...]
    name_solvers: Callable[[], tuple[SolverName, ...]]


@dataclass(frozen=True, repr=False, eq=False)
class Solution(Drawable):
    """What all layouts of a view agree on.

    `safe` and `mines`: indices of the forced cells, ascending. `risks`: by index, the exact share of layouts
    in which a covered cell is a mine, if it is not in `missing`. `layouts`: how many there are, or None if
    something is missing. `total`: whether the mine total was used. `view`: the solved view; comparing
    solutions ignores it and the solvers. `count` counts the layouts when risks, layouts or missing cells are
    first read; if compiled code has counted, reading the solvers counts again in plain Python.

    >>> from logicsweep import View, expert
    >>> found = expert(View.parse("1#1##"))
    >>> found.safe, found.mines, found.layouts, found.verdict("r1c2"), found.least_risk
    ((3,), (1,), 2, 'mine', (4,))
    """

    safe: Annotated[tuple[CellIndex, ...], "covered cells that are certainly safe"]
    mines: Annotated[tuple[CellIndex, ...], "covered cells that are certainly mines"]
    total: bool
    view: View
    count: Callable[[], Counting]

    @cached_property
    def _counting(self) -> Counting:
        return self.count()

    @property
    def risks(
        self,
    ) -> Annotated[Mapping[CellIndex, Fraction], "for each cell the share of layouts in which it is a mine"]:
        """The risk of each covered cell that is not missing, as `Risks`."""
        return self._counting.risks

    @property
    def layouts(self) -> int | None:
        """The number of layouts; None if something is missing."""
        return self._counting.layouts

    @property
    def missing(self) -> Annotated[tuple[Missing, ...], "cells without a risk, because a budget ran out"]:
        """The cells whose risk is missing because a budget ran out."""
        return self._counting.missing

    @cached_property
    def solvers(self) -> Annotated[tuple[SolverName, ...], "solvers needed beyond comparing clues in pairs"]:
        """The solvers needed beyond comparing clues in pairs, in the order of `SOLVERS`."""
        return self._counting.name_solvers()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        same = (self.safe, self.mines, self.total) == (other.safe, other.mines, other.total)
        return same and self._counting[:-1] == other._counting[:-1]

    def __getstate__(self) -> dict[str, object]:
        """Count all before pickling."""
        counted = (*self._counting[:-1], partial(tuple, self.solvers))
        return super().__getstate__() | {"count": partial(Counting, *counted)}

    def __repr__(self) -> str:
        found = f"{len(self.safe)} safe, {plural(len(self.mines), 'mine')}, {plural(len(self.risks), 'risk')}"
        missing = sum([len(one.cells) for one in self.missing])
        layouts = f"{missing} missing" if self.layouts is None else _say_layouts(self.layouts)
        return f"<Solution: {found}, {layouts}>"

    @property
    def graph(self) -> CellGraph:
        """The cells."""
        return self.view.graph

    @property
    def complete(self) -> Annotated[bool, "whether no forced cell and no risk is missing"]:
        """Whether no forced cell and no risk is missing."""
        return not self.missing

    def verdict(self, cell: CellLike) -> Verdict | None:
        """The verdict on a cell; None if layouts differ, or if it is not known."""
        return self._verdicts.get(self.graph.locate(cell))

    @cached_property
    def _verdicts(self) -> dict[Hashable, Verdict]:
        found: dict[Hashable, Verdict] = dict.fromkeys(self.safe, "safe")
        return found | dict.fromkeys(self.mines, "mine")

    @property
    def least_risk(
        self,
    ) -> Annotated[tuple[CellIndex, ...], "covered cells with the least risk, none of them forced"]:
        """The covered cells with the least known risk that are not forced, ascending."""
        unforced = {cell: risk for cell, risk in self.risks.items() if cell not in self._verdicts}
        least = min(unforced.values(), default=None)
        return tuple(sorted([cell for cell, risk in unforced.items() if risk == least]))


def _say_layouts(count: int) -> str:
    """The count, as a power of ten if it is too long to read."""
    return plural(count, "layout") if count < 10**9 else f"about 10^{log10(count):.0f} layouts"


class Doubts(NamedTuple):
    """The doubts about the flags of a position."""

    wrong_flags: Annotated[tuple[CellIndex, ...], "flags of a position on cells that are safe"] = ()
    flags_clash: Annotated[Contradiction | None, "the clash of all flags together, if there is one"] = None


NO_DOUBTS: Final = Doubts()
