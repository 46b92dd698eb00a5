"""The productions that look at one clue, as a casual player does, or at two with common covered neighbours.

The classic patterns (1-1 and 1-2 at a wall, 1-2-1) all follow from comparing two clues.
"""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.boards.names import listed
from logicsweep.boards.words import number_text
from logicsweep.csp.solution import Verdict
from logicsweep.csp.sums import CellSum
from logicsweep.reasons.reason import Balance
from logicsweep.rules.engine import Fact, Lack, Match, Production
from logicsweep.rules.facts import Knowledge


class Counts(NamedTuple):
    """The statement's f, c and m: flagged and covered neighbours, and the clue."""

    f: int
    c: int
    m: int


def counts_around(memory: Knowledge, site: int, left: CellSum) -> Counts:
    """What a player counts around a cleared cell, from what its clue leaves."""
    shown: int = memory.clues[site].value
    return Counts(shown - left.need, len(left.cells), shown)


def _list_mines(memory: Knowledge, site: int) -> list[Fact]:
    return [memory.mines[j] for j in memory.neighbours[site] if j in memory.mines]


def _list_safe(memory: Knowledge, site: int) -> list[Fact]:
    clues, safe = memory.clues, memory.safe
    return [clues.get(j) or safe[j] for j in memory.neighbours[site] if j in clues or j in safe]


def all_found(memory: Knowledge, site: int) -> Match | None:
    """All mines around this cell are found, so its other covered neighbours are safe."""
    left = memory.sum_left(site)
    if left.need or not left.cells:
        return None
    used = memory.clues[site], *_list_mines(memory, site)
    return Match(used, tuple([Fact("safe", j) for j in left.cells]), counts_around(memory, site, left))


def flags_short(memory: Knowledge, site: int) -> Lack | None:
    """How many mines around this cell are still to be found."""
    left = memory.sum_left(site)
    return _make_lack(memory, site, "safe", left, left.need)


def _make_lack(memory: Knowledge, site: int, verdict: Verdict, left: CellSum, short: int) -> Lack | None:
    if short <= 0 or not left.cells:
        return None
    counts, concluded = counts_around(memory, site, left), tuple([Fact(verdict, j) for j in left.cells])
    return Lack(short, _say_undecided(memory, site, counts, left), concluded, counts)


def _say_undecided(memory: Knowledge, site: int, counts: Counts, left: CellSum) -> str:
    """What a clue says about its covered neighbours if it decides none of them."""
    need, flags = left.need, [fact.subject for fact in _list_mines(memory, site)]
    are_found = f"{'is' if counts.f == 1 else 'are'} found ({listed(memory.graph, flags, 8)})"
    found = f"{number_text(counts.f)} of its {number_text(counts.m)} mines {are_found}, and "
    neighbours = "one covered neighbour" if counts.c == 1 else f"{number_text(counts.c)} covered neighbours"
    are_mines = f"({listed(memory.graph, left.cells, 8)}) {'is a mine' if need == 1 else 'are mines'}"
    of_these = f"{number_text(need)} of its {neighbours} {are_mines}; it does not say which"
    return found + of_these if flags else of_these


def all_mines(memory: Knowledge, site: int) -> Match | None:
    """This cell has as many flagged and covered neighbours as its number, so every covered one is a mine."""
    left = memory.sum_left(site)
    if left.need != len(left.cells) or not left.need:
        return None
    used = memory.clues[site], *_list_safe(memory, site)
    return Match(used, tuple([Fact("mine", j) for j in left.cells]), counts_around(memory, site, left))


def cells_over(memory: Knowledge, site: int) -> Lack | None:
    """How many covered cells around this cell are more than it has mines for."""
    left = memory.sum_left(site)
    return _make_lack(memory, site, "mine", left, len(left.cells) - left.need)


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
    left = memory.sum_left(site)
    near = {clue for cell in left.cells for clue in memory.neighbours[cell] if clue in memory.clues} - {site}
    others = [(other, memory.sum_left(other)) for other in sorted(near)]
    matches = [_compare_clues(memory, site, left, other, theirs) for other, theirs in others]
    matches += [_compare_clues(memory, other, theirs, site, left) for other, theirs in others]
    return [match for match in matches if match]


def _compare_clues(memory: Knowledge, a: int, left_a: CellSum, b: int, left_b: CellSum) -> Match | None:
    """Mines that a needs beyond all that b could share fill the cells that only a sees."""
    more = left_a.need - left_b.need
    if more < 0:
        return None
    only_a = tuple([cell for cell in left_a.cells if cell not in left_b.cells])
    only_b = tuple([cell for cell in left_b.cells if cell not in left_a.cells])
    if more != len(only_a) or not (only_a or only_b):
        return None
    concluded = [Fact("mine", i) for i in only_a] + [Fact("safe", i) for i in only_b]
    balance = Balance((a,), (b,), more, True, only_b, only_a, flags=True)
    # the clues, what makes a's cells so few, and what makes b's need so small
    used = memory.clues[a], memory.clues[b], *_list_safe(memory, a), *_list_mines(memory, b)
    needs = Needs(left_a.need, left_b.need, more)
    return Match(tuple(dict.fromkeys(used)), tuple(concluded), needs, balance)


OVERLAP = Production("overlap", overlap, salience=-2, needs="clue", rows=2)
