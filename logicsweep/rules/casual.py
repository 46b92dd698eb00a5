"""The casual player's two productions."""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.boards.words import plural
from logicsweep.rules.engine import Fact, Lack, Match, Production
from logicsweep.rules.knowledge import Knowledge


class Counts(NamedTuple):
    """The statement's f, c and m: flagged and covered neighbours, and the clue."""

    f: int
    c: int
    m: int


def look(memory: Knowledge, site: int) -> tuple[Counts, list[int]] | None:
    """What a player counts around a cleared cell, and its covered neighbours; None where there are none."""
    around, covered, mines = memory.neighbours[site], memory.covered, memory.mines
    left = [j for j in around if j in covered]
    if not left:
        return None
    flagged = len([j for j in around if j in mines])
    return Counts(flagged, len(left), memory.clues[site].value), left


def all_found(memory: Knowledge, site: int) -> Match | None:
    """All mines around this cell are found, so its other covered neighbours are safe."""
    seen = look(memory, site)
    if seen is None or seen[0].f != seen[0].m:
        return None
    flagged = [memory.mines[j] for j in memory.neighbours[site] if j in memory.mines]
    return Match((memory.clues[site], *flagged), tuple([Fact("safe", j) for j in seen[1]]), seen[0])


def flags_short(memory: Knowledge, site: int) -> Lack | None:
    """How many mines around this cell are still to be found."""
    seen = look(memory, site)
    if seen is None or seen[0].f >= seen[0].m:
        return None
    counts, left = seen
    short = counts.m - counts.f
    words = f"f={counts.f}, m={counts.m}, {plural(short, 'flag')} short"
    return Lack(short, words, tuple([Fact("safe", j) for j in left]), counts)


def all_mines(memory: Knowledge, site: int) -> Match | None:
    """This cell has as many flagged and covered neighbours as its number, so every covered one is a mine."""
    seen = look(memory, site)
    if seen is None or seen[0].f + seen[0].c != seen[0].m:
        return None
    clues, safe = memory.clues, memory.safe
    cleared = [clues.get(j) or safe[j] for j in memory.neighbours[site] if j in clues or j in safe]
    return Match((clues[site], *cleared), tuple([Fact("mine", j) for j in seen[1]]), seen[0])


def cells_over(memory: Knowledge, site: int) -> Lack | None:
    """How many covered cells around this cell are more than it has mines for."""
    seen = look(memory, site)
    if seen is None or seen[0].f + seen[0].c <= seen[0].m:
        return None
    counts, left = seen
    short = counts.f + counts.c - counts.m
    words = f"f={counts.f}, c={counts.c}, m={counts.m}, {plural(short, 'covered cell')} too many"
    return Lack(short, words, tuple([Fact("mine", j) for j in left]), counts)


ALL_FOUND = Production("all-found", all_found, needs="clue", lacks=flags_short, rows=1)
ALL_MINES = Production("all-mines", all_mines, needs="clue", lacks=cells_over, rows=1)
CASUAL = (ALL_FOUND, ALL_MINES)
"""The two rules of the statement: f = m clears, f + c = m flags."""
