"""The casual player's two productions, and what any player may see.

Facts about a cell i: `clue` (it is cleared and shows this number), `safe` and `mine` (it is known to
hold none, or one). A cell is covered as long as there is no fact about it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from logicsweep.board import SAFE, View
from logicsweep.cells import CellGraph
from logicsweep.rules.engine import Fact, Match, Production, WorkingMemory

BOARD = "board"
"""The subject of facts that are about no single cell, such as the mine total."""


class Knowledge(WorkingMemory):
    """A working memory over a cell graph: a site sees the facts about itself and its neighbours.

    `clues`, `safe` and `mines` map cells to those facts; `covered` holds the cells without any; in
    `notes` a production may keep what it worked out, never what it may not know.
    """

    def __init__(self, graph: CellGraph) -> None:
        """Nothing is known yet: every cell is covered."""
        super().__init__(self._sees)
        self.graph = graph
        self.neighbours = graph.neighbours
        self.covered = set(range(len(graph)))
        self.clues, self.safe, self.mines = self["clue"], self["safe"], self["mine"]
        self.notes: dict[str, Any] = {}

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

    def add(self, fact: Fact) -> bool:
        """Assert a fact; a cell is no longer covered once there is one about it."""
        if fact[0] in ("clue", "safe", "mine"):
            self.covered.discard(fact[1])
        return super().add(fact)

    def _sees(self, subject: Hashable) -> tuple[Hashable, ...]:
        return (subject, *self.neighbours[subject]) if isinstance(subject, int) else ()


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


def all_mines(memory: Knowledge, site: int) -> Match | None:
    """This cell has just as many neighbours left as mines, so every covered one is a mine."""
    seen = look(memory, site)
    if seen is None or seen[0].f + seen[0].c != seen[0].m:
        return None
    clues, safe = memory.clues, memory.safe
    cleared = [clues.get(j) or safe[j] for j in memory.neighbours[site] if j in clues or j in safe]
    return Match((clues[site], *cleared), tuple([Fact("mine", j) for j in seen[1]]), seen[0])


ALL_FOUND = Production("all-found", all_found, needs="clue")
ALL_MINES = Production("all-mines", all_mines, needs="clue")
CASUAL = (ALL_FOUND, ALL_MINES)
"""The two rules of the statement: f = m clears, f + c = m flags."""
