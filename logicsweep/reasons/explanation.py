"""Why a cell is safe or a mine: a smallest set of clues that forces it, in words that a person can check.

And what all kinds of reasons have in common: the rows that they rest on, and the cells that they decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from typing import Annotated

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.board import COVERED, FLAG, View
from logicsweep.boards.cells import CellLike, components
from logicsweep.boards.names import listed
from logicsweep.boards.words import are, both_or_all, plural, verdict
from logicsweep.csp.clash import clue_names, totalled
from logicsweep.csp.cores import BUDGET, Clues, Core
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.csp.solve import require_covered, require_layout, solved
from logicsweep.csp.sums import TOTAL, CellSum, clue_sums
from logicsweep.errors import of_kind, whole_number
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.given import KEPT_POSITIONS, forced_as
from logicsweep.reasons.refutation import Refutation
from logicsweep.work.progress import paced

_SHOWN = 4  # clues in a `repr`
_LISTED = 60  # cells in a sentence
_CORES = 1 << 8  # kept


@dataclass(frozen=True, repr=False)
class Explanation:
    """Clues that force a cell: were it otherwise, they could not hold together.

    `cell` and `clues` are cell indices, the clues ascending. `total`: the mine total is needed besides.
    `flags`: flagged cells were taken as mines. `smallest`: it is proven that no fewer clues force the cell;
    if not, the budget ended first, and found neither fewer clues nor one among these that can be left out.

    >>> view = View.parse("01## 02## 01##")
    >>> found = explain(view, "r3c3")
    >>> found.verdict, view.graph.names(found.clues)
    ('mine', ('r1c2', 'r2c2'))
    """

    cell: int
    verdict: Annotated[Verdict, "what the clues force the cell to be"]
    clues: Annotated[tuple[CellIndex, ...], "the cells of the clues"]
    total: Annotated[bool, "whether the mine total is needed besides"] = False
    smallest: Annotated[bool, "whether it is proven that no fewer clues do"] = True
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
"""How something follows: rows that balance, a proof by cases, or only the clues that force it."""


def rows_in(reason: Reason) -> set[int]:
    """All rows that a reason rests on: clues by their cells' indices, and `TOTAL`.

    >>> sorted(rows_in(Balance((4,), (TOTAL,), 1, True, (), (3,))))
    [-1, 4]
    """
    if isinstance(reason, Explanation):
        return {*reason.clues, TOTAL} if reason.total else {*reason.clues}
    if not isinstance(reason, Refutation):
        return {*reason.added, *reason.subtracted}
    todo, sums = [reason.line], [*reason.certain]
    rows: set[int] = set()
    for line in todo:
        sums += [*line.steps, line.broken] if line.broken else line.steps
        rows.update([] if line.split is None else [line.split])
        todo += line.cases
    return rows.union(*[(*one.added, *one.subtracted) for one in sums])


def decided_by(reason: Reason) -> dict[int, Verdict]:
    """What a reason decides each of its cells to be.

    >>> decided_by(Balance((5,), (1,), 1, True, (3,), (10,)))
    {3: 'safe', 10: 'mine'}
    """
    if isinstance(reason, Balance):
        return {**dict.fromkeys(reason.safe, "safe"), **dict.fromkeys(reason.mines, "mine")}
    return {reason.cell: reason.verdict}


def explain(
    view: View | Position, cell: CellLike, *, trust_flags: bool = False, budget: int = BUDGET
) -> Explanation | None:
    """The smallest set of clues, and the mine total only if it must be, that forces a covered cell.

    None where the cell is not forced, or where that cannot be told within the solver's own limits.
    Flags are claims and count as covered cells, unless `trust_flags` makes them mines. `budget` counts
    sets of clues looked at and hundreds of propagations; the usual number takes a second or two at most.
    Raises `InvalidInput` for a cell that is not covered and `Contradiction` for a view without a layout.

    >>> view = View.parse('''
    ... 01##
    ... 02##
    ... 01##
    ... ''')
    >>> explain(view, "r3c3")
    <Explanation of 10, mine: clues 1, 5>
    >>> print(sentence(view, explain(view, "r3c3")))
    r3c3 is a mine: if it were safe, r1c2=1 and r2c2=2 could not both hold.
    """
    position = require_layout(Position.of(view, trust_flags))
    return explanation_of(position, position.view.graph.locate(cell), whole_number("budget", budget, 0))


def explain_all(
    view: View | Position, *, trust_flags: bool = False, budget: int = BUDGET
) -> dict[int, Explanation]:
    """An explanation for every forced cell, by ascending index; `budget` is for each. See `explain`.

    >>> view = View.parse("1#1##")
    >>> {view.graph.name(cell): found.verdict for cell, found in explain_all(view).items()}
    {'r1c2': 'mine', 'r1c4': 'safe'}
    """
    position, budget = require_layout(Position.of(view, trust_flags)), whole_number("budget", budget, 0)
    solution = solved(position)
    forced = sorted({*solution.safe, *solution.mines}.difference(position.flagged))
    found = {cell: explanation_of(position, cell, budget) for cell in paced(forced, "reasons")}
    return {cell: one for cell, one in found.items() if one}


def explanation_of(position: Position, cell: int, budget: int = BUDGET) -> Explanation | None:
    """The function `explain`, without a look whether the mine total too has a layout."""
    index = require_covered(position, cell)
    if not (forced := forced_as(position, index)):
        return None
    verdict, total = forced
    core = _core(position, tuple(_around(position, index)), verdict == "mine", total, budget)
    return Explanation(index, verdict, core.clues, total, core.smallest, position.trust_flags)


@lru_cache(_CORES)
def _core(position: Position, around: tuple[int, ...], mine: bool, total: bool, budget: int) -> Core:
    """The core of all clues if a cell that these clues touch were otherwise; all such cells have the same."""
    cells = _totalled(position).component.cells if total else _sums(position)[around[0]].cells
    cell = next(one for one in cells if (*_around(position, one),) == around)
    clues = _totalled(position) if total else _tied(position)[cell]
    return clues.core(CellSum((cell,), 1 - mine), budget)


@lru_cache(KEPT_POSITIONS)
def _sums(position: Position) -> dict[int, CellSum]:
    return clue_sums(position)


@lru_cache(KEPT_POSITIONS)
def _totalled(position: Position) -> Clues:
    return totalled(position, _sums(position))


@lru_cache(KEPT_POSITIONS)
def _tied(position: Position) -> dict[int, Clues]:
    """For each cell beside a clue the clues that chains of clues and cells tie to it."""
    sums, found = _sums(position), dict[int, Clues]()
    around = partial(_around, position)
    for part in components(sums, lambda clue: chain.from_iterable(map(around, sums[clue].cells))):
        clues = Clues({clue: sums[clue] for clue in sorted(part)})
        found.update({cell: clues for cells, _ in clues.sums.values() for cell in cells})
    return found


def _around(position: Position, cell: int) -> list[int]:
    sums = _sums(position)
    return [clue for clue in position.view.graph.neighbours[cell] if clue in sums]


def sentence(view: View, explanation: Explanation, cells: Sequence[CellLike] = ()) -> str:
    """An explanation as a person would say it; for all `cells` that it holds for alike.

    >>> sentence(View.parse('1#1##'), Explanation(1, "mine", (0,)))
    'r1c2 is a mine: r1c1=1 has just 1 covered neighbour.'
    >>> view = View.parse('#1###', mines=1)
    >>> sentence(view, Explanation(3, "safe", (1,), total=True))
    'r1c4 is safe: if it were a mine, r1c2=1 could not hold with 1 mine in all.'
    >>> sentence(view, Explanation(3, "safe", (1,), total=True), [3, 4])
    'r1c4, r1c5 are safe: if one of them were a mine, r1c2=1 could not hold with 1 mine in all.'
    """
    alone = of_kind("explanation", explanation, Explanation).cell
    locate = of_kind("view", view, View).graph.locate
    meant = [locate(cell) for cell in of_kind("cells", cells, Sequence) or [alone]]
    decided = are(listed(view.graph, meant, _LISTED), len(meant), explanation.verdict == "mine")
    return f"{decided}: {_reason(view, explanation, 'one of them' if len(meant) > 1 else 'it')}."


def _reason(view: View, explanation: Explanation, one: str) -> str:
    mine, names = explanation.verdict == "mine", clue_names(view, explanation.clues)
    if not names:
        known = "the flags are all the mines" if view.mines else "there are no mines"
        return f"{plural(view.mines or 0, 'mine')} in all fill every covered cell" if mine else known
    if len(names) == 1 and not explanation.total:
        (clue,) = explanation.clues
        around = [cell for cell in view.graph.neighbours[clue] if view.marks[cell] in (COVERED, FLAG)]
        flags = f"{plural(view.marks[clue], 'flag')} around it" if view.marks[clue] else "no mine around it"
        return (
            f"{names[0]} has just {plural(len(around), 'covered neighbour')}"
            if mine
            else f"{names[0]} has {flags}"
        )
    clues, both = both_or_all(names)
    supposed = verdict(explanation.verdict == "safe")
    flags = "given the flags, " if explanation.flags and view.flags else ""
    total = f" with {plural(view.mines or 0, 'mine')} in all" if explanation.total else ""
    return f"{flags}if {one} were {supposed}, {clues} could not {both}hold{total}"
