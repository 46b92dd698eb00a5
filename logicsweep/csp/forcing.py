"""What the clues of one part force, without risks: found once for all parts of the same form.

With the mine total all parts bear on each other, unless it plainly fits whatever they hold.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from logicsweep.csp.component import settle
from logicsweep.csp.conclude import forced_by_clues, with_total
from logicsweep.csp.elimination import mine_span
from logicsweep.csp.model import Component, Network, Sum, split_up
from logicsweep.csp.propagation import alike

_OFTEN = 24  # groups: larger components are seldom met again


class Forced(NamedTuple):
    """What a part comes to: cells decided (1: a mine, 0: safe), the components left, whether it is all."""

    facts: dict[int, int]
    components: tuple[Component, ...]
    whole: bool


def forced_in(around: Sequence[Collection[int]], needs: Sequence[int]) -> Forced:
    """What some clues force among the covered cells around them: `needs` are their mines there.

    `whole` is False where the solver's limits ended before each cell was decided or shown to be open.

    >>> forced_in([{1, 2}, {1, 2, 3}, {2, 3}], [1, 1, 1])
    Forced(facts={1: 0, 2: 1, 3: 0}, components=(), whole=True)
    """
    groups = alike(around)
    facts, components = split_up(list(groups.values()), groups, list(needs))
    whole = True
    for component in components:
        by_form = _kept_by_form if len(component.groups) <= _OFTEN else _by_form
        decided, all_told = by_form(component.sizes, component.sums)
        whole &= all_told
        for group, mine in decided:
            facts.update(dict.fromkeys(component.groups[group], mine))
    return Forced(facts, components, whole)


def forced_by_total(
    components: Sequence[Component], untouched: tuple[int, ...], mines: int
) -> dict[int, int]:
    """What the mines left force (1: a mine, 0: safe) in components that their own clues leave open.

    `untouched` are the covered cells that no clue touches. Where the total plainly fits, nothing is counted.

    >>> forced_by_total([Component(((1,), (2,)), (Sum((0, 1), 1),))], (7, 8), 1)
    {7: 0, 8: 0}
    """
    spans = [mine_span(component) for component in components]
    low, high = sum([least for least, _ in spans]), sum([most for _, most in spans])
    if high < mines < low + len(untouched):
        return {}
    settled = [settle(component, by_mines=True) for component in components]
    found = with_total(Network((), (), tuple(components), untouched), settled, mines)
    return dict.fromkeys(found.mines, 1) | dict.fromkeys(found.safe, 0)


_Decided = tuple[tuple[int, int], ...]
"""Groups that are forced, each with 1 for mines or 0 for safe."""


def _by_form(sizes: tuple[int, ...], sums: tuple[Sum, ...]) -> tuple[_Decided, bool]:
    """What sums over groups of such sizes force, whatever cells are in them, and whether that is all."""
    groups, first = [], 0
    for size in sizes:
        groups.append(tuple(range(first, first + size)))
        first += size
    settled = settle(Component(tuple(groups), sums), by_mines=False)
    facts = dict(settled.facts)
    for part in settled.parts:
        facts |= part.facts if part.table is None else forced_by_clues(part.component, part.table).facts
    decided = [(group, facts[cells[0]]) for group, cells in enumerate(groups) if cells[0] in facts]
    return tuple(decided), all(not part.undecided for part in settled.parts)


_kept_by_form = lru_cache(maxsize=1 << 14)(_by_form)
