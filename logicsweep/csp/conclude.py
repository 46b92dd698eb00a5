"""From settled components to what all layouts agree on, with the mine total or without it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from logicsweep.csp.combine import ByMines, weigh
from logicsweep.csp.component import Part, Settled, decide, simplify
from logicsweep.csp.elimination import Table, mine_span
from logicsweep.csp.model import Component, Network, join
from logicsweep.csp.propagation import Clash
from logicsweep.csp.solution import Missing, Solution

_TOO_WIDE = "too wide to count within the budget"
_WEIGHED = "weighed, through the mine total, by a component too wide to count"
_NEVER, _ALWAYS, _EVEN = Fraction(0), Fraction(1), Fraction(1, 2)


class Verdicts:
    """Cells decided so far and the risks of others, while a solution is put together."""

    def __init__(self, network: Network, settled: Sequence[Settled]) -> None:
        """What propagation and the SAT solver found."""
        self.safe, self.mines = list(network.safe), list(network.mines)
        self.risks: dict[int, Fraction] = {}
        for facts, _ in settled:
            self.know(facts)

    def know(self, facts: Mapping[int, int]) -> None:
        """Note cells that are decided: 1 a mine, 0 safe."""
        for cell, mine in facts.items():
            (self.mines if mine else self.safe).append(cell)

    def group(self, cells: Iterable[int], mined: int, whole: int) -> None:
        """Note a group: `mined` of `whole` is how often its cells are mines, both exact counts."""
        if not mined:
            self.safe.extend(cells)
        elif mined == whole:
            self.mines.extend(cells)
        else:
            self.risks.update(dict.fromkeys(cells, Fraction(mined, whole)))

    def table(self, component: Component, table: Table, weights: ByMines) -> int:
        """Note a counted component whose layouts with k mines weigh `weights[k]`; their weight in all."""
        layouts = _weight(table.layouts, weights)
        for cells, mined in zip(component.groups, table.mined, strict=True):
            self.group(cells, _weight(mined, weights), layouts * len(cells))
        return layouts

    def solution(self, layouts: int | None, total: bool, states: int, missing: Iterable[Missing]) -> Solution:
        """All that was noted, as a value."""
        risks = dict.fromkeys(self.safe, _NEVER) | dict.fromkeys(self.mines, _ALWAYS) | self.risks
        return Solution(
            tuple(sorted(self.safe)), tuple(sorted(self.mines)), risks, layouts, total, states, tuple(missing)
        )


def _weight(counts: ByMines, weights: ByMines) -> int:
    return sum([layouts * weights[k] for k, layouts in counts.items() if k in weights])


def without_total(network: Network, settled: Sequence[Settled]) -> Solution:
    """Components have nothing to do with each other, and untouched cells are mines in half the layouts."""
    verdicts = Verdicts(network, settled)
    layouts, states, missing = 1 << len(network.untouched), 0, list[Missing]()
    for part in _parts(settled):
        if part.table is None:
            verdicts.know(part.facts)
            missing += _missing(part.facts, [part.component.cells], set(part.open_cells), _TOO_WIDE)
        else:
            layouts *= verdicts.table(part.component, part.table, {0: 1})
            states += part.table.states
    verdicts.risks.update(dict.fromkeys(network.untouched, _EVEN))
    return verdicts.solution(None if missing else layouts, False, states, missing)


def with_total(network: Network, settled: Sequence[Settled], mines: int) -> Solution:
    """The total ties the components and the untouched cells together through how many mines each holds.

    A component whose number of mines is certain is weighed by nothing else. Raises `Clash` when the
    total fits no layout.
    """
    verdicts = Verdicts(network, settled)
    spare, layouts = mines - len(verdicts.mines), 1
    varied, wide = [], []
    for part in _parts(settled):
        if part.table is None:
            wide.append(part)
        elif len(part.table.layouts) > 1:
            varied.append((part.component, part.table))
        else:
            (k,) = part.table.layouts
            spare -= k
            layouts *= verdicts.table(part.component, part.table, {k: 1})
    states = sum([part.table.states for part in _parts(settled) if part.table])
    if wide:
        missing = _search_total(verdicts, varied, wide, network.untouched, spare)
        return verdicts.solution(None if missing else layouts, True, states, missing)
    weights = weigh([table.layouts for _, table in varied], len(network.untouched), spare)
    whole = sum(weights.untouched.values())
    if not whole:
        raise Clash
    for (component, table), own in zip(varied, weights.parts, strict=True):
        verdicts.table(component, table, own)
    mined = sum([k * layouts for k, layouts in weights.untouched.items()])
    verdicts.group(network.untouched, mined, whole * len(network.untouched))
    return verdicts.solution(layouts * whole * weights.unit, True, states, ())


def fits_every_layout(network: Network, mines: int) -> bool:
    """Whether a mine total plainly fits whatever the clues allow: a quick look, and False is no answer."""
    spans = [mine_span(component) for component in network.components]
    low, high = sum([low for low, _ in spans]), sum([high for _, high in spans])
    return high <= mines - len(network.mines) <= low + len(network.untouched)


def _parts(settled: Sequence[Settled]) -> list[Part]:
    return [part for _, parts in settled for part in parts]


def _search_total(
    verdicts: Verdicts,
    varied: Sequence[tuple[Component, Table]],
    wide: Sequence[Part],
    untouched: tuple[int, ...],
    spare: int,
) -> list[Missing]:
    """Forced cells where a component is too wide, so that the total weighs all others unknowably.

    They follow from the clues where the total rules nothing out, else also from a search over all that
    is left, with the total as one more sum.
    """
    parts = [*wide, *[forced_by_clues(component, table) for component, table in varied]]
    spans = [(min(table.layouts), max(table.layouts)) for _, table in varied]
    spans += [mine_span(part.component) for part in wide]
    low, high = (sum(ends) for ends in zip(*spans, strict=True))
    known = {cell: mine for part in parts for cell, mine in part.facts.items()}
    undecided = {cell for part in wide for cell in part.open_cells}
    if not high < spare < low + len(untouched):  # else untouched cells are free, whatever the rest holds
        more, undecided = _decide_together(parts, untouched, spare)
        known |= more
    verdicts.know(known)
    left = [cell for component, _ in varied for cell in component.cells] + list(untouched)
    return [
        *_missing(known, [part.component.cells for part in wide], undecided, _TOO_WIDE),
        *_missing(known, [left], undecided, _WEIGHED),
    ]


def _decide_together(
    parts: Sequence[Part], untouched: tuple[int, ...], spare: int
) -> tuple[dict[int, int], set[int]]:
    """What search finds forced, and leaves undecided, where parts and untouched cells hold `spare` mines."""
    joined = join([part.component for part in parts], untouched, spare)
    known = {cell: mine for part in parts for cell, mine in part.facts.items()}
    forced = {group: known[cells[0]] for group, cells in enumerate(joined.groups) if cells[0] in known}
    facts, rest = simplify(joined, forced)
    undecided = set[int]()
    for part in map(decide, rest):
        facts |= part.facts
        undecided.update(part.open_cells)
    return facts, undecided


def _missing(
    known: Mapping[int, int], places: Sequence[Sequence[int]], undecided: set[int], reason: str
) -> list[Missing]:
    """What is missing at each of these places, where anything is: all that is not known."""
    left = [tuple(sorted([cell for cell in cells if cell not in known])) for cells in places]
    return [Missing(cells, tuple([c for c in cells if c in undecided]), reason) for cells in left if cells]


def forced_by_clues(component: Component, table: Table) -> Part:
    """What a counted component's sums force without the mine total."""
    whole = sum(table.layouts.values())
    forced = {}
    for group, (size, mined) in enumerate(zip(component.sizes, table.mined, strict=True)):
        often = sum(mined.values())
        if often in (0, whole * size):
            forced[group] = int(often > 0)
    return Part(component, None, forced)
