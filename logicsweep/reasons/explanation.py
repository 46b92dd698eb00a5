"""Why a cell is safe or a mine: a smallest set of clues that forces it, in words that a person can check."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from logicsweep.board import COVERED, FLAG, View
from logicsweep.csp.conclude import Solution
from logicsweep.csp.solution import solve
from logicsweep.errors import InvalidInput
from logicsweep.reasons.clues import Clue, clue_sums
from logicsweep.reasons.cores import BUDGET, Core, smallest_core
from logicsweep.reasons.hitting import members
from logicsweep.reasons.relaxing import Pinned, Relaxed
from logicsweep.reasons.totals import Totalled


@dataclass(frozen=True)
class Explanation:
    """Clues that force a cell: were it otherwise, they could not hold together.

    `cell` and `clues` are cell indices, the clues ascending. `total`: the mine total is needed besides.
    `flags`: flagged cells were taken as mines. `smallest`: no fewer clues force the cell, proven; if not,
    the budget ended first, and found neither fewer clues nor one among these that can be left out.
    """

    cell: int
    verdict: Literal["safe", "mine"]
    clues: tuple[int, ...]
    total: bool = False
    smallest: bool = True
    flags: bool = False

    @property
    def opposite(self) -> int:
        """What the cell is supposed to be and cannot: 1 a mine, 0 safe."""
        return int(self.verdict == "safe")


def explain(view: View, cell: int, *, trust_flags: bool = False, budget: int = BUDGET) -> Explanation | None:
    """The smallest set of clues, and the mine total only if it must be, that forces a covered cell.

    None where the cell is not forced, or where that cannot be told within the solver's own limits.
    Flags are claims and count as covered cells, unless `trust_flags` makes them mines. `budget` is in
    steps (tightened bounds, branches, states), of which the usual number takes at most about a second.
    Raises `InvalidInput` for a cell that is not covered and `Contradiction` for a view without a layout.

    >>> view = View.parse('''
    ... 01##
    ... 02##
    ... 01##
    ... ''')
    >>> explain(view, 10)
    Explanation(cell=10, verdict='mine', clues=(1, 5), total=False, smallest=True, flags=False)
    >>> print(sentence(view, explain(view, 10)))
    r3c3 is a mine: if it were safe, r1c2=1 and r2c2=2 could not both hold.
    """
    return Explainer(view, trust_flags).explain(cell, budget)


def explain_all(view: View, *, trust_flags: bool = False, budget: int = BUDGET) -> dict[int, Explanation]:
    """An explanation for every forced cell, by ascending index; `budget` is for each. See `explain`."""
    explainer = Explainer(view, trust_flags)
    found = {cell: explainer.explain(cell, budget) for cell in explainer.forced}
    return {cell: explanation for cell, explanation in found.items() if explanation is not None}


@dataclass(frozen=True)
class Explainer:
    """Explains cells of one view; what they share is made once, when first needed."""

    view: View
    trust_flags: bool = False
    _cores: dict[tuple[tuple[int, ...], bool, int], Core] = field(
        default_factory=dict, repr=False, compare=False
    )

    @cached_property
    def by_clues(self) -> Solution:
        """What the clues alone force."""
        return solve(self.view, total=False, trust_flags=self.trust_flags)

    @cached_property
    def by_all(self) -> Solution:
        """What the clues force, with the mine total where it is told."""
        return (
            solve(self.view, trust_flags=self.trust_flags) if self.view.mines is not None else self.by_clues
        )

    @property
    def forced(self) -> list[int]:
        """The covered cells that are forced, ascending; trusted flags are not asked about."""
        flags = self.view.flags if self.trust_flags else ()
        return sorted({*self.by_all.safe, *self.by_all.mines}.difference(flags))

    def prepare(self) -> None:
        """Make what all cells share; `explain` does so too when it is needed."""
        _ = self.by_all, self._relaxed

    def explain(self, cell: int, budget: int = BUDGET) -> Explanation | None:
        """See the function `explain`."""
        require_covered(self.view, cell, self.trust_flags)
        for total in (False, True):
            solution = self.by_all if total else self.by_clues
            mine = cell in solution.mines
            if mine or cell in solution.safe:
                core = self._core(cell, mine, total, budget)
                clues = tuple([self._clues[number] for number in members(core.members)])
                verdict: Literal["safe", "mine"] = "mine" if mine else "safe"
                return Explanation(cell, verdict, clues, total, core.smallest, self.trust_flags)
        return None

    def _core(self, cell: int, mine: bool, total: bool, budget: int) -> Core:
        """The core of all clues with the cell otherwise; cells that the same clues touch have the same."""
        touching = tuple([clue for clue in self.view.graph.neighbours[cell] if clue in self._sums])
        key = (touching, total, budget)
        if key not in self._cores:
            pin = Clue(frozenset([cell]), 1 - mine)
            constraints = self._with_total(pin) if total else Pinned(self._relaxed, pin)
            self._cores[key] = smallest_core(constraints, len(self._sums), budget)
        return self._cores[key]

    @cached_property
    def _sums(self) -> dict[int, Clue]:
        return clue_sums(self.view, self.trust_flags)

    @cached_property
    def _clues(self) -> tuple[int, ...]:
        return tuple(self._sums)

    @cached_property
    def _relaxed(self) -> Relaxed:
        return Relaxed(self._sums)

    def _with_total(self, pin: Clue) -> Totalled:
        assert self.view.mines is not None
        flags = len(self.view.flags) if self.trust_flags else 0
        return Totalled(
            tuple(self._sums.values()), len(self.view.covered) - flags, self.view.mines - flags, pin
        )


def require_covered(view: View, cell: int, trust_flags: bool) -> None:
    """Raise `InvalidInput` unless a cell's index is that of a covered one, trusted flags left out."""
    size = len(view.graph)
    if not 0 <= cell < size:
        raise InvalidInput("cell", f"an index from 0 to {size - 1}", str(cell))
    mark = view.marks[cell]
    if mark != COVERED and (trust_flags or mark != FLAG):
        found = "a flag" if mark == FLAG else "a cleared cell"
        raise InvalidInput(view.graph.name(cell), "a covered cell", found)


def sentence(view: View, explanation: Explanation) -> str:
    """An explanation as a person would say it.

    >>> sentence(View.parse('1#1##'), Explanation(1, "mine", (0,)))
    'r1c2 is a mine: r1c1=1 has just 1 covered neighbour.'
    >>> view = View.parse('#1##', mines=1)
    >>> sentence(view, Explanation(3, "safe", (1,), total=True))
    'r1c4 is safe: if it were a mine, r1c2=1 could not hold with 1 mine in all.'
    """
    name = view.graph.name(explanation.cell)
    return f"{name} is {'safe' if explanation.verdict == 'safe' else 'a mine'}: {_reason(view, explanation)}."


def _reason(view: View, explanation: Explanation) -> str:
    clues = [f"{view.graph.name(clue)}={view.marks[clue]}" for clue in explanation.clues]
    if not clues:
        return _total_alone(view, explanation)
    if len(clues) == 1 and not explanation.total:
        return f"{clues[0]} {_one_clue(view, explanation)}"
    held = f"{', '.join(clues[:-1])} and {clues[-1]}" if clues[1:] else clues[0]
    together = {1: "", 2: "both "}.get(len(clues), "all ")
    supposed = "a mine" if explanation.opposite else "safe"
    flags = "given the flags, " if explanation.flags and view.flags else ""
    total = f" with {_count(view.mines or 0, 'mine')} in all" if explanation.total else ""
    return f"{flags}if it were {supposed}, {held} could not {together}hold{total}"


def _total_alone(view: View, explanation: Explanation) -> str:
    if explanation.verdict == "mine":
        return f"{_count(view.mines or 0, 'mine')} in all fill every covered cell"
    return "the flags are all the mines" if view.mines else "there are no mines"


def _one_clue(view: View, explanation: Explanation) -> str:
    """Why one clue is enough: all its covered neighbours are mines, or all its mines are known."""
    (clue,) = explanation.clues
    around = view.graph.neighbours[clue]
    if explanation.verdict == "mine":
        return f"has just {_count(len(set(around).intersection(view.covered)), 'covered neighbour')}"
    return (
        f"has {_count(view.marks[clue], 'flag')} around it" if view.marks[clue] else "has no mine around it"
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
