"""What a position tells: the cells that are the same in every layout, the exact risks, doubtful flags."""

from __future__ import annotations

from fractions import Fraction

from logicsweep.boards.board import View
from logicsweep.csp.clash import solved
from logicsweep.csp.position import STATES, Cache, Position
from logicsweep.csp.solution import Solution
from logicsweep.errors import Contradiction


def expert(
    view: View | Position, *, trust_flags: bool = False, states: int = STATES, cache: Cache | None = None
) -> Solution:
    """What follows from the clues alone: the forced cells, and the exact risk of every other.

    The mine total plays no part, told or not. Every layout of the clues weighs the same, so a cell that no
    clue touches has the risk 1/2.
    `trust_flags` makes flags mines instead of claims. `states` bounds the count of one component; past it
    `missing` says what is not there, and what is there stays exact. `cache`: a dict to hand to later calls,
    as a bot does, so that only components that changed are solved again. Give a `Position` to share its
    work with other questions; its own options then hold. Raises `Contradiction` where there is no layout.

    >>> found = expert(View.parse('''
    ... 01##
    ... 01##
    ... 01##
    ... '''))
    >>> found.safe, found.mines, found.layouts, str(found.risks[7])
    ((2, 10), (6,), 8, '1/2')
    """
    return solved(Position.of(view, trust_flags, states, cache), total=False)


def counter(
    view: View | Position, *, trust_flags: bool = False, states: int = STATES, cache: Cache | None = None
) -> Solution:
    """What follows from the clues and the mine total; see `expert`.

    Raises `InvalidInput` where the view does not tell the total.

    >>> found = counter(View.parse('1###', mines=1))
    >>> found.safe, found.mines, found.layouts
    ((2, 3), (1,), 1)
    """
    return solved(Position.of(view, trust_flags, states, cache), total=True)


def risks(view: View | Position) -> dict[int, Fraction]:
    """The exact risk of each covered cell by index; the mine total is used where it is told.

    >>> {cell: str(risk) for cell, risk in risks(View.parse('#1###', mines=2)).items()}
    {0: '1/2', 2: '1/2', 3: '1/2', 4: '1/2'}
    """
    return dict(solved(Position.of(view)).risks)


def check_flags(
    view: View | Position, found: Solution | None = None
) -> tuple[tuple[int, ...], Contradiction | None]:
    """The flags that a solution refutes; where it refutes none, what speaks against all of them together.

    Without a solution: what all that is told says. Flags that are trusted are not doubted.

    >>> check_flags(View.parse("1#1F"))
    ((3,), None)
    >>> wrong, together = check_flags(View.parse('F#\\n1F'))
    >>> wrong, str(together)
    ((), 'with the flags as mines, r2c1=1 cannot hold: there can be 2 to 3 mines around it')
    """
    position = Position.of(view)
    flags = position.view.flags
    if position.trust_flags or not flags:
        return (), None
    found = found or solved(position)
    wrong = tuple([cell for cell in flags if cell in found.safe])
    if not wrong:
        try:
            solved(position.trusting, found.total)
        except Contradiction as clash:
            return (), clash
    return wrong, None
