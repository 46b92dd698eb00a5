"""The productions that look at one clue, the casual player's two, or at two with common covered neighbours.

The classic patterns (1-1 and 1-2 at a wall, 1-2-1) all follow from comparing two clues.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from logicsweep.boards.names import listed
from logicsweep.boards.words import number_text
from logicsweep.csp.solution import Verdict
from logicsweep.reasons.balance import Balance
from logicsweep.rules.engine import Fact, Lack, Match, Production
from logicsweep.rules.facts import Knowledge


class Counts(NamedTuple):
    """The statement's f, c and m: flagged and covered neighbours, and the clue."""

    f: int
    c: int
    m: int


def look(memory: Knowledge, site: int) -> tuple[Counts, list[int]] | None:
    """What a player counts around a cleared cell, and its covered neighbours; None where there are none."""
    left = [j for j in memory.neighbours[site] if j in memory.covered]
    if not left:
        return None
    return Counts(len(_flagged(memory, site)), len(left), memory.clues[site].value), left


def _flagged(memory: Knowledge, site: int) -> list[Fact]:
    return [memory.mines[j] for j in memory.neighbours[site] if j in memory.mines]


def _cleared(memory: Knowledge, site: int) -> list[Fact]:
    clues, safe = memory.clues, memory.safe
    return [clues.get(j) or safe[j] for j in memory.neighbours[site] if j in clues or j in safe]


def all_found(memory: Knowledge, site: int) -> Match | None:
    """All mines around this cell are found, so its other covered neighbours are safe."""
    seen = look(memory, site)
    if seen is None or seen[0].f != seen[0].m:
        return None
    used = memory.clues[site], *_flagged(memory, site)
    return Match(used, tuple([Fact("safe", j) for j in seen[1]]), seen[0])


def flags_short(memory: Knowledge, site: int) -> Lack | None:
    """How many mines around this cell are still to be found."""
    return _lack(memory, site, "safe", lambda counts: counts.m - counts.f)


def _lack(memory: Knowledge, site: int, verdict: Verdict, short: Callable[[Counts], int]) -> Lack | None:
    seen = look(memory, site)
    if seen is None or short(seen[0]) <= 0:
        return None
    counts, left = seen
    given = tuple([Fact(verdict, j) for j in left])
    return Lack(short(counts), _not_which(memory, site, counts, left), given, counts)


def _not_which(memory: Knowledge, site: int, counts: Counts, left: list[int]) -> str:
    """What a clue tells of its covered neighbours where it decides none of them."""
    need, flags = counts.m - counts.f, [fact.subject for fact in _flagged(memory, site)]
    are_found = f"{'is' if counts.f == 1 else 'are'} found ({listed(memory.graph, flags, 8)})"
    found = f"{number_text(counts.f)} of its {number_text(counts.m)} mines {are_found}, and "
    neighbours = "one covered neighbour" if counts.c == 1 else f"{number_text(counts.c)} covered neighbours"
    are_mines = f"({listed(memory.graph, left, 8)}) {'is a mine' if need == 1 else 'are mines'}"
    of_these = f"{number_text(need)} of its {neighbours} {are_mines}; it does not say which"
    return found + of_these if flags else of_these


def all_mines(memory: Knowledge, site: int) -> Match | None:
    """This cell has as many flagged and covered neighbours as its number, so every covered one is a mine."""
    seen = look(memory, site)
    if seen is None or seen[0].f + seen[0].c != seen[0].m:
        return None
    used = memory.clues[site], *_cleared(memory, site)
    return Match(used, tuple([Fact("mine", j) for j in seen[1]]), seen[0])


def cells_over(memory: Knowledge, site: int) -> Lack | None:
    """How many covered cells around this cell are more than it has mines for."""
    return _lack(memory, site, "mine", lambda counts: counts.f + counts.c - counts.m)


ALL_FOUND = Production("all-found", all_found, needs="clue", lacks=flags_short, rows=1)
ALL_MINES = Production("all-mines", all_mines, needs="clue", lacks=cells_over, rows=1)
CASUAL = (ALL_FOUND, ALL_MINES)
"""The two rules of the statement: f = m clears, f + c = m flags."""


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
    # the clues, what makes a's cells so few, and what makes b's need so small
    used = memory.clues[a], memory.clues[b], *_cleared(memory, a), *_flagged(memory, b)
    return Match(tuple(dict.fromkeys(used)), tuple(given), Needs(need_a, need_b, more), balance)


def _covered(memory: Knowledge, clue: int) -> set[int]:
    return memory.covered & memory.neighbours[clue]


def _need(memory: Knowledge, clue: int) -> int:
    shown: int = memory.clues[clue].value
    return shown - len(_flagged(memory, clue))


OVERLAP = Production("overlap", overlap, salience=-2, needs="clue", rows=2)
