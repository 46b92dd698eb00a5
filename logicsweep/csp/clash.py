"""Which clues cannot hold together: a smallest set, proven so where a budget allows, else an irreducible one.

First all clues are shrunk to a set of which none can be left out (QuickXplain; Junker, "QUICKXPLAIN:
preferred explanations and relaxations for over-constrained problems", 2004). Then smaller sets are tried,
small ones first. Without the mine total a smallest set is connected, for apart its parts would hold each,
so only sets that shared cells connect are grown; with it any clues may clash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from logicsweep.board import COVERED, FLAG, View
from logicsweep.csp.component import Cache, Settled, settle
from logicsweep.csp.forcing import Clue, clue_sums, hold_together
from logicsweep.csp.model import Component, split_up
from logicsweep.csp.probing import OutOfSteps, Probe
from logicsweep.csp.propagation import Clash, alike
from logicsweep.errors import Contradiction

Holds = Callable[[Sequence[int]], bool]

_TRIES = 20_000  # sets of clues looked at for a smaller clash: about a second
_NAMED = 12  # names in one message
_STEPS = 200_000  # steps of one search for a layout


class Clashing(NamedTuple):
    """Clues (cell indices, ascending) that cannot hold together, with the mine total where `total` is true.

    `smallest`: no smaller set clashes, proven; otherwise none of its clues can be left out.
    """

    clues: tuple[int, ...]
    total: bool
    smallest: bool


def smallest_clash(
    view: View, *, total: bool | None = None, trust_flags: bool = False, tries: int = _TRIES
) -> Clashing | None:
    """A smallest set of clues, and the mine total if it must be, that no layout satisfies; else None.

    `total`: whether the mine total counts (None: where it is told). `trust_flags`: flags are mines.
    `tries` bounds the sets looked at; past it the set may not be smallest, and says so.

    >>> smallest_clash(View.parse('1#2#0'))
    Clashing(clues=(2, 4), total=False, smallest=True)
    >>> smallest_clash(View.parse('1#1##1', mines=3))
    Clashing(clues=(2,), total=True, smallest=True)
    """
    sums = clue_sums(view, trust_flags)
    use_total = view.mines is not None if total is None else total

    def hold(clues: Sequence[int]) -> bool:
        return _hold([sums[clue] for clue in clues])

    if not hold(list(sums)):
        return _shrink(list(sums), hold, islice(_connected(sums), tries), False)
    if not use_total:
        return None
    assert view.mines is not None
    fixed = len(view.flags) if trust_flags else 0
    covered = sum([mark in (COVERED, FLAG) for mark in view.marks]) - fixed
    mines, cache = view.mines - fixed, dict[tuple[object, ...], Settled]()

    def hold_total(clues: Sequence[int]) -> bool:
        return _hold_total([sums[clue] for clue in clues], covered, mines, cache)

    if hold_total(list(sums)):
        return None
    sets = (chosen for size in range(len(sums) + 1) for chosen in combinations(sums, size))
    return _shrink(list(sums), hold_total, islice(sets, tries), True)


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


def _shrink(clues: list[int], hold: Holds, sets: Iterator[Sequence[int]], total: bool) -> Clashing:
    """A clashing set of clues without a needless one, or a smaller one among `sets`, which come by size."""
    found = sorted(_needed((), clues, hold)) if hold(()) else []
    if len(found) <= (not total):
        return Clashing(tuple(found), total, True)
    for chosen in sets:
        if len(chosen) >= len(found):
            return Clashing(tuple(found), total, True)
        if not hold(chosen):
            return Clashing(tuple(sorted(chosen)), total, True)
    return Clashing(tuple(found), total, False)


def _needed(kept: Sequence[int], clues: list[int], hold: Holds) -> list[int]:
    """The clues that a clash needs besides those kept (QuickXplain)."""
    if kept and not hold(kept):
        return []
    if len(clues) == 1:
        return clues
    half = len(clues) // 2
    first, second = clues[:half], clues[half:]
    from_second = _needed([*kept, *first], second, hold)
    return _needed([*kept, *from_second], first, hold) + from_second


def _connected(sums: Mapping[int, Clue]) -> Iterator[Sequence[int]]:
    """Sets of clues that shared cells connect, small ones first, each once."""
    seen_by: dict[int, list[int]] = {}
    for clue, (cells, _) in sums.items():
        for cell in cells:
            seen_by.setdefault(cell, []).append(clue)
    level: Iterable[frozenset[int]] = [frozenset([clue]) for clue in sums]
    while level:
        kept = []
        for chosen in level:
            kept.append(chosen)
            yield sorted(chosen)
        level = _grown(kept, sums, seen_by) if kept else []


def _grown(
    level: list[frozenset[int]], sums: Mapping[int, Clue], seen_by: Mapping[int, Sequence[int]]
) -> Iterator[frozenset[int]]:
    """Each set of a level with one more clue beside it, each result once."""
    met = set[frozenset[int]]()
    for chosen in level:
        beside = {other for clue in chosen for cell in sums[clue].cells for other in seen_by[cell]}
        for other in sorted(beside - chosen):
            more = chosen | {other}
            if more not in met:
                met.add(more)
                yield more


def _components(clues: Sequence[Clue]) -> tuple[dict[int, int], tuple[Component, ...]]:
    groups = alike([cells for cells, _ in clues])
    return split_up(list(groups.values()), groups, [need for _, need in clues])


def _hold(clues: Sequence[Clue]) -> bool:
    """Whether some placement of mines satisfies these clues; where a search gives up, that it may."""
    if len(clues) < 9:
        return hold_together(clues)
    try:
        return all(_has_layout(component) for component in _components(clues)[1])
    except Clash:
        return False


def _has_layout(component: Component) -> bool:
    try:
        return Probe(component).settle(_STEPS)
    except OutOfSteps:
        settle(component, False)
        return True


def _hold_total(clues: Sequence[Clue], covered: int, mines: int, cache: Cache) -> bool:
    """Whether some placement of exactly `mines` mines on the covered cells satisfies these clues."""
    try:
        facts, components = _components(clues)
        settled = [settle(component, True, cache=cache) for component in components]
    except Clash:
        return False
    touched = len(set[int]().union(*[cells for cells, _ in clues]))
    possible = 1 << sum(facts.values())  # bit k: k mines around the clues are possible
    for found, parts in settled:
        possible <<= sum(found.values())
        for part in parts:
            if part.table is None:
                return True
            possible = _either(possible, part.table.layouts)
    return any(possible >> k & 1 for k in range(max(0, mines - covered + touched), mines + 1))


def _either(possible: int, layouts: Iterable[int]) -> int:
    shifted = 0
    for k in layouts:
        shifted |= possible << k
    return shifted
