"""Why a cell is what it is, as a value: clues that balance, a proof by contradiction, or clues that force it.

All kinds rest on rows and decide cells. If a cell is not forced, two layouts show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from logicsweep.boards.annotations import CellIndex, ClueIndex
from logicsweep.boards.words import plural, risk_text
from logicsweep.csp.solution import Verdict
from logicsweep.csp.sums import TOTAL

Sign = Literal["stands on", "added", "subtracted"]
"""How a step takes a row: with a sign in a sum, or without one."""
_SHOWN = 4  # clues in a `repr`


@dataclass(frozen=True, repr=False)
class Balance:
    """Rows added and subtracted, and the cells that they decide together.

    `added` and `subtracted` are rows: clues by their cells' indices, ascending, and `TOTAL` for the mine
    total. The sum needs `need` mines, and `most` says whether that is the most or the least that its cells
    can give. `safe` and `mines` are the cells that it decides. `flags`: flags counted as mines. In a
    refutation, cells that were assumed or found before count as known, too.

    >>> from logicsweep import View, balance
    >>> found = balance(View.parse("01## 02## 01##"), "r3c3")
    >>> found
    <Balance: 5 - 1 needs 1, the most; 0 safe, 1 mine>
    >>> found.size, found.safe, found.mines
    (2, (), (10,))
    """

    added: Annotated[tuple[ClueIndex, ...], "the clues added, by their cells; total: the mine total"]
    subtracted: Annotated[tuple[ClueIndex, ...], "the clues subtracted"]
    need: Annotated[int, "how many mines the sum needs among the unknown cells"]
    most: Annotated[bool, "whether that is the most that its cells can give; false: the least"]
    safe: Annotated[tuple[CellIndex, ...], "the cells that are then safe"]
    mines: Annotated[tuple[CellIndex, ...], "the cells that are then mines"]
    flags: bool = False

    def __repr__(self) -> str:
        added, subtracted = (
            ["total" if row == TOTAL else str(row) for row in rows] for rows in (self.added, self.subtracted)
        )
        sums = " - ".join([" + ".join(added) or "0", *subtracted])
        meets = f"needs {self.need}, the {'most' if self.most else 'least'}"
        return f"<Balance: {sums} {meets}; {len(self.safe)} safe, {plural(len(self.mines), 'mine')}>"

    @property
    def size(self) -> int:
        """How many clues it adds and subtracts, the mine total as one."""
        return len(self.added) + len(self.subtracted)

    @property
    def short_of_cells(self) -> set[int]:
        """The clues around which it matters which cells are safe: more mines there would break the sum."""
        return {*(self.added if self.most else self.subtracted)}


@dataclass(frozen=True, repr=False)
class Line:
    """The steps from an assumption about some cells to a contradiction.

    Each step is a balance that holds at that moment: its rows leave out the cells known, assumed or found
    before. Either `broken` is a sum that cannot hold, because it needs more than its cells can give (`most`),
    or less. Or `split` is a clue and `cases` are its placements, each a line itself.
    """

    safe: Annotated[tuple[CellIndex, ...], "the cells assumed to be safe"]
    mines: Annotated[tuple[CellIndex, ...], "the cells assumed to be mines"]
    steps: Annotated[tuple[Balance, ...], "what follows, in order"]
    broken: Annotated[Balance | None, "a sum that needs more than its cells can give, or less"] = None
    split: Annotated[CellIndex | None, "the clue whose mines are placed in every possible way"] = None
    cases: Annotated[tuple[Line, ...], "each way, refuted in turn; alike cells stand for each other"] = ()

    def __repr__(self) -> str:
        ends = f"{len(self.cases)} cases" if self.cases else "a row breaks"
        supposed = f"safe {self.safe}, mines {self.mines}"
        return f"<Line from {supposed}: {plural(len(self.steps), 'step')}, {ends}>"

    @property
    def clues(self) -> set[int]:
        """All clues that it rests on, with those of its cases, and `TOTAL` for the mine total."""
        sums = [one for one in (*self.steps, self.broken) if one]
        own = set[int]() if self.split is None else {self.split}
        return own.union(*[(*one.added, *one.subtracted) for one in sums], *[one.clues for one in self.cases])

    @property
    def short_of_cells(self) -> set[int]:
        """Those of its clues that have just enough cells for their mines, or too few, or that are split.

        Only for these does it matter which cells are safe.
        """
        sums = [one.short_of_cells for one in (*self.steps, self.broken) if one]
        own = set[int]() if self.split is None else {self.split}
        return own.union(*sums, *[one.short_of_cells for one in self.cases])

    @property
    def leaves(self) -> int:
        """How many cases it takes, which are lines that end in a broken sum; 1 without a split."""
        return sum([case.leaves for case in self.cases]) or 1

    @property
    def length(self) -> int:
        """How many steps it takes in all."""
        return len(self.steps) + sum([case.length for case in self.cases])

    @property
    def widest(self) -> int:
        """The most rows taken together: in a step, in the broken sum or in a split."""
        own = [step.size for step in (*self.steps, self.broken) if step]
        return max([*own, 1, *[case.widest for case in self.cases]])


@dataclass(frozen=True, repr=False)
class Refutation:
    """Why a cell (by index) is what it is: the `line` that begins with the opposite breaks everywhere.

    `certain` are the steps that the line needs and that hold anyway. `total`: the mine total is among the
    rows. `flags`: flags counted as mines.

    >>> from logicsweep import View, refute
    >>> refute(View.parse("01## 02## 01##"), "r3c3")
    <Refutation of 10 as safe: 1 case, 1 step>
    """

    cell: int
    verdict: Annotated[Verdict, "what the cell is"]
    line: Annotated[Line, "what follows from the opposite"]
    certain: Annotated[tuple[Balance, ...], "what is certain anyway, in order"] = ()
    total: Annotated[bool, "whether the mine total is among the clues"] = False
    flags: Annotated[bool, "whether flags are taken as mines"] = False

    def __repr__(self) -> str:
        supposed = "safe" if self.verdict == "mine" else "a mine"
        size = f"{plural(self.line.leaves, 'case')}, {plural(self.length, 'step')}"
        return f"<Refutation of {self.cell} as {supposed}: {size}>"

    @property
    def length(self) -> int:
        """How many steps it takes in all, including those that are certain anyway."""
        return len(self.certain) + self.line.length

    @property
    def widest(self) -> int:
        """The most rows taken together."""
        return max([self.line.widest, *[step.size for step in self.certain]])

    @property
    def short_of_cells(self) -> set[int]:
        """The rows around which it matters which cells are safe, with all of what is certain anyway."""
        return self.line.short_of_cells.union(*[rows_in(one) for one in self.certain])


@dataclass(frozen=True, repr=False)
class Explanation:
    """Clues that force a cell: if it were the opposite, they could not all hold.

    `cell` and `clues` are cell indices, the clues ascending. `total`: the mine total is needed, too.
    `flags`: flags counted as mines. `smallest`: it is proven that fewer clues do not force the cell; if
    false, the budget ended before the search found fewer clues, or one that can be left out.

    >>> from logicsweep import View, explain
    >>> view = View.parse("01## 02## 01##")
    >>> found = explain(view, "r3c3")
    >>> found.verdict, view.graph.names(found.clues)
    ('mine', ('r1c2', 'r2c2'))
    """

    cell: int
    verdict: Annotated[Verdict, "what the clues force the cell to be"]
    clues: Annotated[tuple[CellIndex, ...], "the cells of the clues"]
    total: Annotated[bool, "whether the mine total is needed too"] = False
    smallest: Annotated[bool, "whether it is proven that fewer clues would not do"] = True
    flags: Annotated[bool, "whether flags are taken as mines"] = False

    def __repr__(self) -> str:
        shown = ", ".join([str(clue) for clue in self.clues[:_SHOWN]])
        more = f" and {len(self.clues) - _SHOWN} more" if len(self.clues) > _SHOWN else ""
        by = [f"clues {shown}{more}"] if shown else []
        by += ["the mine total"] if self.total else []
        by += ["the flags"] if self.flags else []
        by += [] if self.smallest else ["perhaps fewer"]
        return f"<Explanation of {self.cell}, {self.verdict}: {', '.join(by)}>"


Reason = Balance | Refutation | Explanation
"""Why something follows: rows that balance, a proof by cases, or only the clues that force it."""


class BothWays(NamedTuple):
    """Two layouts of a view that differ at a cell, as sets of mines, and the cell's exact risk.

    `safe` is a layout in which the cell is safe, `mine` one in which it is a mine. `risk` is None if the
    solver reached its limits before counting it.

    >>> from logicsweep import View, both_ways
    >>> found = both_ways(View.parse("#1#"), "r1c1")
    >>> sorted(found.safe), sorted(found.mine), found.differ, str(found.risk)
    ([2], [0], (0, 2), '1/2')
    """

    cell: int
    safe: frozenset[int]
    mine: frozenset[int]
    risk: Fraction | None

    @property
    def differ(self) -> tuple[int, ...]:
        """The cells where they differ, ascending."""
        return tuple(sorted(self.safe ^ self.mine))

    @property
    def halves(self) -> tuple[frozenset[int], frozenset[int]]:
        """The mines of only the one layout, the cell among them, and those of only the other."""
        return self.mine - self.safe, self.safe - self.mine

    def swap_with(self, cell: int) -> BothWays:
        """The same for another cell that touches the same clues: the two trade places in both layouts.

        >>> from logicsweep import View, both_ways
        >>> found = both_ways(View.parse("1## ###", mines=2), "r1c3")
        >>> sorted(found.mine), sorted(found.swap_with(5).mine)
        ([1, 2], [1, 5])
        """
        pair = {self.cell, cell} if cell != self.cell else set[int]()
        safe, mine = (one ^ pair if len(one & pair) == 1 else one for one in (self.safe, self.mine))
        return BothWays(cell, safe, mine, self.risk)

    def __repr__(self) -> str:
        mines = f"{len(self.safe)} and {len(self.mine)} mines"
        return f"<BothWays {self.cell}: {risk_text(self.risk)}, layouts with {mines}>"


def rows_in(reason: Reason) -> set[int]:
    """All rows that a reason rests on: clues by their cells' indices, and `TOTAL`.

    >>> sorted(rows_in(Balance((4,), (TOTAL,), 1, True, (), (3,))))
    [-1, 4]
    """
    if isinstance(reason, Explanation):
        return {*reason.clues, TOTAL} if reason.total else {*reason.clues}
    if not isinstance(reason, Refutation):
        return {*reason.added, *reason.subtracted}
    return reason.line.clues.union(*[(*one.added, *one.subtracted) for one in reason.certain])


def decided_by(reason: Reason | Line) -> dict[int, Verdict]:
    """The verdict of a reason on each of its cells; for a line, what it assumes about them.

    >>> decided_by(Balance((5,), (1,), 1, True, (3,), (10,)))
    {3: 'safe', 10: 'mine'}
    """
    if isinstance(reason, Balance | Line):
        return {**dict.fromkeys(reason.safe, "safe"), **dict.fromkeys(reason.mines, "mine")}
    return {reason.cell: reason.verdict}


def is_smallest(reason: Reason) -> bool:
    """Whether it is proven that fewer rows would not do: always for a balance, never for a refutation."""
    return isinstance(reason, Balance) or (isinstance(reason, Explanation) and reason.smallest)


def packs(added: Sequence[int], subtracted: Sequence[int], cells: Callable[[int], Iterable[int]]) -> bool:
    """Whether one row is compared with others whose unknown `cells` do not overlap.

    >>> packs((1,), (2, 3), {2: [5], 3: [6]}.__getitem__), packs((1, 4), (2, 3), {}.__getitem__)
    (True, False)
    """
    one, others = sorted((added, subtracted), key=len)
    met = [cell for row in others for cell in cells(row)] if len(one) == 1 else [0, 0]
    return len(met) == len({*met})
