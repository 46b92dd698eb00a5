"""Why a cell is safe or a mine: a smallest set of clues that forces it."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import chain

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellLike, components
from logicsweep.csp.clash import clues_with_total
from logicsweep.csp.cores import BUDGET, Clues, Core
from logicsweep.csp.position import Position
from logicsweep.csp.solve import find_solution, require_covered, require_layout
from logicsweep.csp.sums import CellSum, clue_sums
from logicsweep.errors import whole_number
from logicsweep.reasons.known import KEPT_POSITIONS, forced_as
from logicsweep.reasons.reason import Explanation
from logicsweep.work.progress import with_progress

_CORES = 1 << 8  # kept


def explain(view: View | Position, cell: CellLike, *, budget: int = BUDGET) -> Explanation | None:
    """The smallest set of clues, with the mine total only if needed, that forces a covered cell.

    None if the cell is not forced, or if the solver reaches its own limits first.
    Flags are claims and count as covered cells, unless a `Position` trusts them. `budget` counts
    sets of clues looked at and hundreds of propagations; the default takes a second or two at most.
    Raises `InvalidInput` for a cell that is not covered and `Contradiction` for a view without a layout.

    >>> view = View.parse('''
    ... 01##
    ... 02##
    ... 01##
    ... ''')
    >>> explain(view, "r3c3")
    <Explanation of 10, mine: clues 1, 5>
    >>> from logicsweep import sentence
    >>> print(sentence(view, explain(view, "r3c3")))
    r3c3 is a mine: if it were safe, r1c2=1 and r2c2=2 could not both hold.
    """
    position = require_layout(Position.of(view))
    return explanation_of(position, position.view.graph.locate(cell), whole_number("budget", budget, 0))


def explain_all(view: View | Position, *, budget: int = BUDGET) -> dict[int, Explanation]:
    """An explanation for every forced cell, by ascending index; `budget` is for each. See `explain`.

    >>> view = View.parse("1#1##")
    >>> {view.graph.name(cell): found.verdict for cell, found in explain_all(view).items()}
    {'r1c2': 'mine', 'r1c4': 'safe'}
    """
    position, budget = require_layout(Position.of(view)), whole_number("budget", budget, 0)
    solution = find_solution(position)
    forced = sorted({*solution.safe, *solution.mines}.difference(position.flagged))
    found = {cell: explanation_of(position, cell, budget) for cell in with_progress(forced, "reasons")}
    return {cell: one for cell, one in found.items() if one}


def explanation_of(position: Position, cell: int, budget: int = BUDGET) -> Explanation | None:
    """The function `explain`, without checking that a layout fits the mine total."""
    index = require_covered(position, cell)
    if not (forced := forced_as(position, index)):
        return None
    verdict, total = forced
    core = _find_core(position, tuple(_clues_around(position, index)), verdict == "mine", total, budget)
    return Explanation(index, verdict, core.clues, total, core.smallest, position.trust_flags)


@lru_cache(_CORES)
def _find_core(position: Position, around: tuple[int, ...], mine: bool, total: bool, budget: int) -> Core:
    """The core of all clues if a cell among exactly these clues were the opposite; alike cells share it."""
    cells = _clues_with_total(position).component.cells if total else _clue_sums(position)[around[0]].cells
    cell = next(one for one in cells if (*_clues_around(position, one),) == around)
    clues = _clues_with_total(position) if total else _clues_by_cell(position)[cell]
    return clues.core(CellSum((cell,), 1 - mine), budget)


@lru_cache(KEPT_POSITIONS)
def _clue_sums(position: Position) -> dict[int, CellSum]:
    return clue_sums(position)


@lru_cache(KEPT_POSITIONS)
def _clues_with_total(position: Position) -> Clues:
    return clues_with_total(position, _clue_sums(position))


@lru_cache(KEPT_POSITIONS)
def _clues_by_cell(position: Position) -> dict[int, Clues]:
    """For each cell beside a clue, the clues that chains of clues and cells tie to it."""
    sums, found = _clue_sums(position), dict[int, Clues]()
    around = partial(_clues_around, position)
    for part in components(sums, lambda clue: chain.from_iterable(map(around, sums[clue].cells))):
        clues = Clues({clue: sums[clue] for clue in sorted(part)})
        found.update({cell: clues for cells, _ in clues.sums.values() for cell in cells})
    return found


def _clues_around(position: Position, cell: int) -> list[int]:
    sums = _clue_sums(position)
    return [clue for clue in position.view.graph.neighbours[cell] if clue in sums]
