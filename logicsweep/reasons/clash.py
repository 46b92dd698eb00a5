"""Which clues cannot hold together: a smallest set, proven so where a budget allows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from logicsweep.board import View
from logicsweep.csp.component import settle
from logicsweep.csp.conclude import with_total
from logicsweep.csp.model import model
from logicsweep.csp.propagation import Clash
from logicsweep.errors import Contradiction
from logicsweep.reasons.clues import clue_sums
from logicsweep.reasons.cores import BUDGET, smallest_core
from logicsweep.reasons.hitting import members
from logicsweep.reasons.relaxing import Pinned, Relaxed
from logicsweep.reasons.totals import Totalled

_NAMED = 12  # names in one message


class Clashing(NamedTuple):
    """Clues (cell indices, ascending) that cannot hold together, with the mine total where `total` is true.

    `smallest`: no smaller set clashes, proven; if not, the budget ended first.
    """

    clues: tuple[int, ...]
    total: bool
    smallest: bool


def smallest_clash(
    view: View, *, total: bool | None = None, trust_flags: bool = False, budget: int = BUDGET
) -> Clashing | None:
    """A smallest set of clues, and the mine total if it must be, that no layout satisfies; else None.

    `total`: whether the mine total counts (None: where it is told). `trust_flags`: flags are mines.
    `budget` is in steps, as for `explain`; past it the set may not be smallest, and says so.

    >>> smallest_clash(View.parse('1#2#0'))
    Clashing(clues=(2, 4), total=False, smallest=True)
    >>> smallest_clash(View.parse('1#1##1', mines=3))
    Clashing(clues=(2,), total=True, smallest=True)
    """
    sums = clue_sums(view, trust_flags)
    use_total = view.mines is not None if total is None else total
    for clue, (cells, need) in sums.items():
        if not 0 <= need <= len(cells):
            return Clashing((clue,), False, True)
    if _clashes(view, False, trust_flags):
        return _clashing(sums, Pinned(Relaxed(sums)), False, budget)
    if use_total and _clashes(view, True, trust_flags):
        assert view.mines is not None
        fixed = len(view.flags) if trust_flags else 0
        field = Totalled(list(sums.values()), len(view.covered) - fixed, view.mines - fixed)
        return _clashing(sums, field, True, budget)
    return None


def _clashing(sums: Iterable[int], constraints: Pinned | Totalled, total: bool, budget: int) -> Clashing:
    clues = tuple(sums)
    core = smallest_core(constraints, len(clues), budget)
    return Clashing(tuple([clues[number] for number in members(core.members)]), total, core.smallest)


def contradiction(view: View, total: bool, trust_flags: bool = False) -> Contradiction:
    """The error that names what cannot hold together in a view without a layout."""
    found = smallest_clash(view, total=total, trust_flags=trust_flags)
    flags = " with the flags as mines" if trust_flags and view.flags else ""
    if found is None:  # too wide for a set to be shown, though a search has found no layout
        return Contradiction("the clues", f"a layout{flags}", "none that satisfies them all")
    sums = clue_sums(view, trust_flags)
    match found.clues, found.total:
        case (), _:
            return _total_out_of_range(view, trust_flags)
        case (clue,), False:
            low = view.marks[clue] - sums[clue].need
            high = low + len(sums[clue].cells)
            span = f"{low} to {high}" if low < high else f"{low}"
            around = f"a clue of {span}, by the covered cells around it{flags}"
            return Contradiction(view.graph.name(clue), around, str(view.marks[clue]))
    names = [f"{view.graph.name(clue)}={view.marks[clue]}" for clue in found.clues]
    if found.total:
        names.insert(0, f"mines {view.mines}")
    more = "" if found.smallest else " (perhaps fewer would do)"
    said = f"none in which {_listed(names)} hold together{more}"
    return Contradiction(view.graph.name(found.clues[0]), f"a layout{flags}", said)


def _total_out_of_range(view: View, trust_flags: bool) -> Contradiction:
    low = len(view.flags) if trust_flags else 0
    said = "flags to covered cells" if trust_flags else "as many as covered cells"
    return Contradiction("mines", f"{low} to {len(view.covered)}, {said}", str(view.mines))


def _listed(names: Sequence[str]) -> str:
    if len(names) > _NAMED:
        names = [*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} more"]
    return ", ".join(names[:-1]) + " and " + names[-1]


def _clashes(view: View, total: bool, trust_flags: bool) -> bool:
    """Whether the view has no layout, as the solver finds it."""
    try:
        network = model(view, trust_flags)
        settled = [settle(part, total) for part in network.components]
        if total and view.mines is not None:
            with_total(network, settled, view.mines)
    except Clash:
        return True
    return False
