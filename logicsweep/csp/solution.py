"""What every layout of a view agrees on, and the exact risks: `solve`, `expert`, `counter`, `risks`."""

from __future__ import annotations

from fractions import Fraction

from logicsweep.board import View
from logicsweep.csp.component import BUDGET, Cache, Counter, eliminate, settle
from logicsweep.csp.conclude import Solution, with_total, without_total
from logicsweep.csp.model import model
from logicsweep.csp.propagation import Clash
from logicsweep.errors import Contradiction, InvalidInput


def expert(
    view: View, *, trust_flags: bool = False, budget: int = BUDGET, cache: Cache | None = None
) -> Solution:
    """What follows from the clues alone; the options are those of `solve`.

    >>> found = expert(View.parse('''
    ... 01##
    ... 01##
    ... 01##
    ... '''))
    >>> found.safe, found.mines, found.layouts, str(found.risks[7])
    ((2, 10), (6,), 8, '1/2')
    """
    return solve(view, total=False, trust_flags=trust_flags, budget=budget, cache=cache)


def counter(
    view: View, *, trust_flags: bool = False, budget: int = BUDGET, cache: Cache | None = None
) -> Solution:
    """What follows from the clues and the mine total; the options are those of `solve`.

    >>> found = counter(View.parse('1###', mines=1))
    >>> found.safe, found.mines, found.layouts
    ((2, 3), (1,), 1)
    """
    return solve(view, total=True, trust_flags=trust_flags, budget=budget, cache=cache)


def risks(view: View) -> dict[int, Fraction]:
    """The exact risk of each covered cell by index; the mine total is used where it is told.

    >>> {cell: str(risk) for cell, risk in risks(View.parse('#1###', mines=2)).items()}
    {0: '1/2', 2: '1/2', 3: '1/2', 4: '1/2'}
    """
    return dict(solve(view).risks)


def solve(
    view: View,
    *,
    total: bool | None = None,
    trust_flags: bool = False,
    budget: int = BUDGET,
    count: Counter = eliminate,
    cache: Cache | None = None,
) -> Solution:
    """Forced cells and exact risks of a view.

    `total`: use the mine total (None: where the view tells it). Without it every layout of the clues
    weighs the same, so a cell that no clue touches has the risk 1/2. `trust_flags` makes flags mines.
    `budget` bounds the states for one component; past it `missing` says what is not there, and what is
    there stays exact. `count` is the way to count a component; `search.enumerate_layouts` is another.
    `cache`: a dict to hand to later calls, so that only components that changed are solved again.
    Raises `Contradiction`, naming clues that clash, when no layout exists.
    """
    if total is None:
        total = view.mines is not None
    elif total and view.mines is None:
        raise InvalidInput("mines", "the mine total", "a view that does not tell it")
    try:
        network = model(view, trust_flags)
        settled = [settle(part, total, budget, count, cache) for part in network.components]
        if not total:
            return without_total(network, settled)
        assert view.mines is not None
        return with_total(network, settled, view.mines)
    except Clash:
        from logicsweep.reasons.clash import contradiction

        raise contradiction(view, total, trust_flags) from None


def check_flags(view: View, found: Solution) -> tuple[tuple[int, ...], Contradiction | None]:
    """The flags that a solution refutes; where it refutes none, what speaks against all of them together.

    >>> view = View.parse('F#\\n1F')
    >>> wrong, together = check_flags(view, solve(view))
    >>> wrong, str(together)
    ((), 'r2c1: expected a clue of 2 to 3, by the covered cells around it with the flags as mines, got 1')
    """
    wrong = tuple([cell for cell in view.flags if cell in found.safe])
    if view.flags and not wrong:
        try:
            solve(view, total=found.total, trust_flags=True)
        except Contradiction as clash:
            return (), clash
    return wrong, None
