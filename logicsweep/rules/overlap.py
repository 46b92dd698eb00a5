"""The production that compares two clues with common covered neighbours.

The classic patterns (1-1 and 1-2 at a wall, 1-2-1) all follow from it.
"""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.reasons.balance import Balance
from logicsweep.rules.engine import Fact, Match, Production
from logicsweep.rules.knowledge import Knowledge


class Needs(NamedTuple):
    """What was compared: the mines that a and b still need, and the covered cells that only a sees."""

    a: int
    b: int
    only: int


def overlap(memory: Knowledge, site: int) -> list[Match]:
    """This clue needs more mines than the other by exactly the number of cells that only it sees: those
    are mines, and the cells that only the other sees are safe.
    """
    cells = _covered(memory, site)
    beside = {clue for cell in cells for clue in memory.neighbours[cell] if clue in memory.clues} - {site}
    seen_by = [(other, _covered(memory, other)) for other in sorted(beside)]
    matches = [_compare(memory, site, cells, other, theirs) for other, theirs in seen_by]
    matches += [_compare(memory, other, theirs, site, cells) for other, theirs in seen_by]
    return [match for match in matches if match]


def _compare(memory: Knowledge, a: int, seen_by_a: set[int], b: int, seen_by_b: set[int]) -> Match | None:
    """Mines that a needs beyond all that b could share fill the cells that only a sees."""
    only_a, only_b = tuple(sorted(seen_by_a - seen_by_b)), tuple(sorted(seen_by_b - seen_by_a))
    need_a, need_b = _need(memory, a), _need(memory, b)
    more = need_a - need_b
    if more != len(only_a) or not (only_a or only_b):
        return None
    given = [Fact("mine", i) for i in only_a] + [Fact("safe", i) for i in only_b]
    balance = Balance((a,), (b,), more, True, only_b, only_a, flags=True)
    return Match(_used(memory, a, b), tuple(given), Needs(need_a, need_b, more), balance)


def _covered(memory: Knowledge, clue: int) -> set[int]:
    return memory.covered & memory.neighbours[clue]


def _need(memory: Knowledge, clue: int) -> int:
    shown: int = memory.clues[clue].value
    return shown - len([j for j in memory.neighbours[clue] if j in memory.mines])


def _used(memory: Knowledge, a: int, b: int) -> tuple[Fact, ...]:
    """The clues, what makes a's cells so few, and what makes b's need so small."""
    clues, safe, mines = memory.clues, memory.safe, memory.mines
    cleared = [clues.get(j) or safe[j] for j in memory.neighbours[a] if j in clues or j in safe]
    flagged = [mines[j] for j in memory.neighbours[b] if j in mines]
    return tuple(dict.fromkeys((clues[a], clues[b], *cleared, *flagged)))


OVERLAP = Production("overlap", overlap, salience=-2, needs="clue", rows=2)
