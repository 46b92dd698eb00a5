"""What any player may see, as a working memory over a field's graph; and where each fact of a run came from.

Facts about a cell: `clue` (it is cleared and shows this number), `safe` and `mine` (it is known to be one).
A cell is covered as long as there is no fact about it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property

from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.boards.cells import CellGraph, reached
from logicsweep.boards.names import extent, looked_at
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.errors import InvalidInput, describe
from logicsweep.rules.engine import Fact, Firing, WorkingMemory

BOARD = "board"
"""The subject of facts that are about no single cell, such as the mine total."""

MARKS_OF = {"covered": {COVERED}, "mines": {FLAG}, "possible": {COVERED, FLAG}}
"""The marks of each kind of cells that a rule can use: `possible` ones may be mines."""


def verdict_of(fact: Fact) -> Verdict | None:
    """A fact's verdict on its cell; None if it decides nothing."""
    return _VERDICTS.get(fact.attribute)


_VERDICTS: dict[str, Verdict] = {"safe": "safe", "mine": "mine"}


def mark(marks: list[int], fact: Fact) -> None:
    """Put a fact about a cell into the marks of a view."""
    if fact.attribute == "clue":
        marks[fact.subject] = fact.value
    elif (verdict := verdict_of(fact)) and marks[fact.subject] in (COVERED, FLAG):
        marks[fact.subject] = FLAG if verdict == "mine" else SAFE


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
        if attribute not in _VERDICTS or value is not True:
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
            mark(self.marks, fact)
        return is_new


@dataclass(frozen=True, repr=False)
class Trace:
    """The firings of one run, and all facts in the order in which they came (fact 1 first).

    A fact has one source: a firing that concluded it; the referee, who answers `safe` with the cell's
    `clue`; or none, if it was there from the start.

    >>> from logicsweep import Board, play
    >>> trace = play(Board.parse("... ... MM."), "r1c1").trace
    >>> [firing.production for firing in trace.why("r3c3")], trace.counted()
    (['all-found', 'all-found', 'all-mines', 'all-found'], {'all-found': 3, 'all-mines': 1})
    """

    graph: CellGraph
    firings: tuple[Firing, ...]
    facts: tuple[Fact, ...]

    def __repr__(self) -> str:
        return f"<Trace on {extent(self.graph)}: {len(self.firings)} firings, {len(self.facts)} facts>"

    @cached_property
    def number(self) -> dict[Fact, int]:
        """The stable number of each fact, from 1."""
        return {fact: i for i, fact in enumerate(self.facts, 1)}

    @cached_property
    def giver(self) -> dict[Fact, Firing]:
        """The firing that concluded each fact."""
        return {fact: firing for firing in self.firings for fact in firing.concluded}

    def verdict(self, cell: Hashable) -> Fact | None:
        """The fact that decided a cell: `safe`, `mine`, or the `clue` of the cell cleared first."""
        index = self.graph.locate(cell)
        clues = (fact for fact in self.facts if fact[:2] == ("clue", index))
        decided = [fact for fact in (Fact("safe", index), Fact("mine", index)) if fact in self.number]
        return decided[0] if decided else next(clues, None)

    def sources(self, fact: Fact) -> tuple[Firing | Fact, ...]:
        """The source of a fact: the firing that concluded it, or the `safe` that a clue answers."""
        if fact in self.giver:
            return (self.giver[fact],)
        cleared = Fact("safe", fact.subject)
        return (cleared,) if fact.attribute == "clue" and cleared in self.number else ()

    def known_before(self, number: int) -> int:
        """How many facts came before the firing with a number (from 1); all if there is no such firing."""
        there = number <= len(self.firings)
        return self.number[self.firings[number - 1].concluded[0]] - 1 if there else len(self.facts)

    @property
    def initial(self) -> tuple[Fact, ...]:
        """The facts that were there before the first firing."""
        return self.facts[: self.known_before(1)]

    def opened_by(self, firing: Firing) -> tuple[Fact, ...]:
        """The clues with which the referee answered a firing."""
        return self.facts[self.number[firing.concluded[-1]] : self.known_before(firing.number + 1)]

    def why(self, cell: Hashable) -> tuple[Firing, ...]:
        """The least chain of firings of this run that leads to a cell, in order; () if none was needed.

        If you leave out any of them, the cell no longer follows. Another strategy may use another chain.
        """
        verdict = self.verdict(cell)

        def list_needed(fact: Fact) -> Iterator[Fact]:
            for source in self.sources(fact):
                yield from source.used if isinstance(source, Firing) else (source,)

        facts = reached([verdict] if verdict else [], list_needed)
        numbers = {self.giver[fact].number for fact in facts if fact in self.giver}
        return tuple([self.firings[number - 1] for number in sorted(numbers)])

    def counted(self) -> dict[str, int]:
        """How many firings each production had, in order of first use."""
        return dict(Counter([firing.production for firing in self.firings]))
