"""The entry points: the forced cells of a position, exact risks, doubtful flags."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from logicsweep.boards.board import COVERED, FLAG, View
from logicsweep.boards.cells import CellLike
from logicsweep.csp.clash import contradiction
from logicsweep.csp.position import STATES, Position
from logicsweep.csp.solution import NO_DOUBTS, Doubts, Risks, Solution
from logicsweep.errors import Clash, Contradiction, InvalidInput
from logicsweep.kernel import POSITIONS, warm_up


def require_covered(position: Position, cell: CellLike) -> int:
    """The index of a covered cell; raises `InvalidInput` for any other cell, including a trusted flag."""
    view = position.view
    index = view.graph.locate(cell)
    mark = view.marks[index]
    if mark == COVERED or (mark == FLAG and not position.trust_flags):
        return index
    found = "a flag" if mark == FLAG else "a cleared cell"
    raise InvalidInput(view.graph.name(index), "a covered cell", found)


def find_solution(position: Position, total: bool | None = None) -> Solution:
    """A position's solution, with or without the mine total (None: with it if the view has it).

    Raises `Contradiction` if there is no layout, `InvalidInput` if `total` is True but the view has none.
    """
    try:
        return position.solution(total)
    except Clash:
        raise contradiction(position, total) from None


def require_layout(position: Position) -> Position:
    """Return the position if its clues and mine total have a layout; else raise `Contradiction`."""
    if not position.has_layout:
        raise contradiction(position, None)
    return position


def expert(
    view: View | Position, *, total: bool | None = None, trust_flags: bool = False, max_states: int = STATES
) -> Solution:
    """What follows from the clues and the mine total: the forced cells, and the exact risks of the others.

    `total=False` ignores the mine total. Without a mine total all layouts of the clues weigh the same, so a
    cell that no clue touches has the risk 1/2.

    `trust_flags` makes flags mines instead of claims. `max_states` limits the count of one component; past it
    `missing` says what is left out, and the rest stays exact. The solver caches components: a bot waits only
    for those that changed. If the kernel is loaded, forced cells come at once, and risks are counted when one
    is first read. Pass a `Position` to share its work with other questions; its own options then apply.
    Raises `Contradiction` if there is no layout, `InvalidInput` if `total` is True but the view has no mine
    total.

    >>> found = expert(View.parse('''
    ... 01##
    ... 01##
    ... 01##
    ... '''))
    >>> found.safe, found.mines, found.layouts, str(found.risks[7])
    ((2, 10), (6,), 8, '1/2')
    >>> expert(View.parse("1###", mines=1)).safe, expert(View.parse("1###", mines=1), total=False).safe
    ((2, 3), ())
    """
    position = Position.of(view, trust_flags, max_states)
    warm_up(POSITIONS, len(position.view.graph))  # many such calls make the kernel's start worthwhile
    return find_solution(position, total)


def risks(view: View | Position) -> dict[int, Fraction]:
    """The exact risk of each covered cell by index; uses the mine total if the view has it.

    >>> {cell: str(risk) for cell, risk in risks(View.parse('#1###', mines=2)).items()}
    {0: '1/2', 2: '1/2', 3: '1/2', 4: '1/2'}
    """
    position = Position.of(view)
    return Risks(position.view.graph, find_solution(position).risks)


def check_flags(view: View | Position, found: Solution | None = None) -> Doubts:
    """The flags that a solution refutes; if there are none, the clash of all flags taken together.

    Without a solution, this function solves the view with its mine total. It does not doubt trusted flags.

    >>> check_flags(View.parse("1#1F")).wrong_flags
    (3,)
    >>> wrong, together = check_flags(View.parse('F#\\n1F'))
    >>> wrong, str(together)
    ((), 'with the flags as mines, r2c1=1 cannot hold: there can be 2 to 3 mines around it')
    """
    position = Position.of(view)
    flags = position.view.flags
    if position.trust_flags or not flags:
        return NO_DOUBTS
    found = found or find_solution(position)
    if wrong := tuple([cell for cell in flags if cell in found.safe]):
        return Doubts(wrong)
    try:
        find_solution(replace(position, trust_flags=True), found.total)
    except Contradiction as clash:
        return Doubts((), clash)
    return NO_DOUBTS
