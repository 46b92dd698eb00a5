"""The casual player's two productions, and what any player may see.

Facts about a cell i: `clue` (it is cleared and shows this number), `safe` and `mine` (it is known to
hold none, or one). A cell is covered as long as there is no fact about it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from logicsweep.board import SAFE, View
from logicsweep.cells import CellGraph
from logicsweep.rules.engine import Fact, Match, Production, WorkingMemory

BOARD = "board"
"""The subject of facts that are about no single cell, such as the mine total."""


class Knowledge(WorkingMemory):
    """A working memory over a cell graph: a site sees the facts about itself and its neighbours."""

    def __init__(self, graph: CellGraph) -> None:
        """Nothing is known yet: every cell is covered."""
        self.graph = graph
        self.neighbours = graph.neighbours
        super().__init__(self._sees)

    @classmethod
    def of(cls, view: View) -> Knowledge:
        """What a view shows: clues and cells known to be safe. Flags are claims, not knowledge."""
        knowledge = cls(view.graph)
        if view.mines is not None:
            knowledge.add(Fact("total", BOARD, view.mines))
        for i, mark in enumerate(view.marks):
            if mark >= 0:
                knowledge.add(Fact("clue", i, mark))
            elif mark == SAFE:
                knowledge.add(Fact("safe", i))
        return knowledge

    def _sees(self, subject: Hashable) -> tuple[Hashable, ...]:
        return (subject, *self.neighbours[subject]) if isinstance(subject, int) else ()


class Around(NamedTuple):
    """What a player sees around a cleared cell: its clue, the flagged, covered and cleared neighbours."""

    clue: Fact
    flagged: list[Fact]
    covered: list[int]
    cleared: list[Fact]

    @property
    def counts(self) -> tuple[tuple[str, int], ...]:
        """f, c and m of the statement."""
        return ("f", len(self.flagged)), ("c", len(self.covered)), ("m", self.clue.value)  # type: ignore[return-value]


def look(memory: Knowledge, site: int) -> Around | None:
    """What is seen around a site; None where it is not cleared or nothing is covered there."""
    clue = memory["clue"].get(site)
    if clue is None:
        return None
    clues, mines, safe = memory["clue"], memory["mine"], memory["safe"]
    around = memory.neighbours[site]
    covered = [j for j in around if j not in clues and j not in mines and j not in safe]
    if not covered:
        return None
    flagged = [mines[j] for j in around if j in mines]
    cleared = [clues.get(j) or safe[j] for j in around if j in clues or j in safe]
    return Around(clue, flagged, covered, cleared)


def all_found(memory: Knowledge, site: int) -> Match | None:
    """All mines around this cell are found, so its other covered neighbours are safe."""
    around = look(memory, site)
    if around is None or len(around.flagged) != around.clue.value:
        return None
    given = tuple(Fact("safe", j) for j in around.covered)
    return Match((around.clue, *around.flagged), given, around.counts)


def all_mines(memory: Knowledge, site: int) -> Match | None:
    """This cell has just as many neighbours left as mines, so every covered one is a mine."""
    around = look(memory, site)
    if around is None or len(around.flagged) + len(around.covered) != around.clue.value:
        return None
    given = tuple(Fact("mine", j) for j in around.covered)
    return Match((around.clue, *around.cleared), given, around.counts)


ALL_FOUND = Production("all-found", all_found)
ALL_MINES = Production("all-mines", all_mines)
CASUAL = (ALL_FOUND, ALL_MINES)
"""The two rules of the statement: f = m clears, f + c = m flags."""
