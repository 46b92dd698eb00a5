"""What any player may see, as a working memory over a field's graph.

Facts about a cell: `clue` (it is cleared and shows this number), `safe` and `mine` (it is known to be one).
A cell is covered as long as there is no fact about it.
"""

from __future__ import annotations

from collections.abc import Hashable

from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import extent, looked_at
from logicsweep.csp.position import Position
from logicsweep.errors import InvalidInput, describe
from logicsweep.rules.engine import WorkingMemory
from logicsweep.rules.firing import Fact
from logicsweep.rules.trace import put_mark, verdict_of

BOARD = "board"
"""The subject of facts that are about no single cell, such as the mine total."""

MARKS_OF = {"covered": {COVERED}, "mines": {FLAG}, "possible": {COVERED, FLAG}}
"""The marks of each kind of cells that a rule can use: `possible` ones may be mines."""


class Knowledge(WorkingMemory):
    """A working memory over the graph of a field: a site is a cell, and sees itself and its neighbours.

    `field` has the cells, and `graph` is its networkx graph. `clues`, `safe` and `mines` map cells to those
    facts; `covered` holds the cells without any. `marks` are the marks of a view with all these facts.

    >>> memory = Knowledge.of(View.parse("1#1#"))
    >>> memory.clues[0].value, sorted(memory.covered)
    (1, [1, 3])
    >>> memory.add(Fact("mine", 1)), sorted(memory.covered)
    (True, [3])
    """

    def __init__(self, field: CellGraph) -> None:
        super().__init__(field.graph)
        self.field = field
        self.marks, self._covered = [COVERED] * len(field), dict.fromkeys(range(len(field)))
        self.covered = self._covered.keys()
        self.clues, self.safe, self.mines = self["clue"], self["safe"], self["mine"]

    def __repr__(self) -> str:
        facts, covered = self.count, len(self.covered)
        return f"<Knowledge on {extent(self.field)}: {facts} facts, {covered} cells covered>"

    @classmethod
    def of(cls, what: View | Position) -> Knowledge:
        """The visible facts: clues and cells known to be safe, and the flags if the position trusts them."""
        position = Position.of(what)
        view, knowledge = position.view, cls(position.view.graph)
        if view.mine_total is not None:
            knowledge.add(Fact("total", BOARD, view.mine_total))
        for i, mark in enumerate(view.marks):
            if mark >= 0:
                knowledge.add(Fact("clue", i, mark))
            elif mark == SAFE:
                knowledge.add(Fact("safe", i))
            elif mark == FLAG and position.trust_flags:
                knowledge.add(Fact("mine", i))
        return knowledge

    @property
    def view(self) -> View:
        """The known facts as a view; known mines are its flags."""
        total = self["total"].get(BOARD)
        return View(self.field, tuple(self.marks), total.value if total else None)

    def cells_near(self, kind: str, site: int) -> list[int]:
        """The cells of a kind (see `MARKS_OF`) near a cell, ascending.

        >>> Knowledge.of(View.parse("1#1#")).cells_near("covered", 2)
        [1, 3]
        """
        marks, wanted = self.marks, MARKS_OF[kind]
        return [cell for cell in self.near(site)[1:] if marks[cell] in wanted]

    def all_cells(self, kind: str) -> list[int]:
        """The cells of a kind on the whole board, ascending."""
        return [cell for cell, mark in enumerate(self.marks) if mark in MARKS_OF[kind]]

    def clues_sharing(self, kind: str, site: int) -> list[int]:
        """The other clues that share a neighbour of a kind with a cell, ascending."""
        near = {one for cell in self.cells_near(kind, site) for one in self.near(cell)}
        return sorted(self.clues.keys() & near - {site})

    def conclusion(self, fact: Fact) -> Fact | None:
        """The fact `safe` or `mine` with the cell's index; None if the cell is already cleared."""
        attribute, subject, value = fact
        if verdict_of(fact) is None or value is not True:
            raise InvalidInput("fact", "Fact('safe', cell) or Fact('mine', cell)", describe(tuple(fact)))
        cell = self.field.locate(subject)
        if attribute == "safe" and cell in self.clues:
            return None
        return fact if cell is subject else Fact(attribute, cell)

    def looks_at(self, production: str, site: Hashable) -> str:
        """The production and the site, the cell by its name."""
        where = looked_at(self.field, production, site)
        return f"production {where}" if isinstance(site, int) else f"production {where} at the board"

    def known(self, cell: int) -> Fact | None:
        """The fact about a cell, its clue if it is cleared; None if it is covered."""
        return self.clues.get(cell) or self.safe.get(cell) or self.mines.get(cell)

    def add(self, fact: Fact) -> bool:
        """Assert a fact; a cell with a fact is no longer covered."""
        is_new = super().add(fact)
        if is_new and fact[0] in ("clue", "safe", "mine"):
            self._covered.pop(fact[1], None)
            put_mark(self.marks, fact)
        return is_new
