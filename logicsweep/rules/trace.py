"""What facts say about cells, and the trace of a run: its firings, and where each fact came from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property

from logicsweep.boards.board import COVERED, FLAG, SAFE
from logicsweep.boards.cells import CellGraph, find_reached
from logicsweep.boards.names import extent
from logicsweep.csp.solution import Verdict
from logicsweep.rules.firing import Fact, Firing


def verdict_of(fact: Fact) -> Verdict | None:
    """A fact's verdict on its cell; None if it decides nothing."""
    return _VERDICTS.get(fact.attribute)


_VERDICTS: dict[str, Verdict] = {"safe": "safe", "mine": "mine"}


def put_mark(marks: list[int], fact: Fact) -> None:
    """Put a fact about a cell into the marks of a view."""
    if fact.attribute == "clue":
        marks[fact.subject] = fact.value
    elif (verdict := _VERDICTS.get(fact.attribute)) and marks[fact.subject] in (COVERED, FLAG):
        marks[fact.subject] = FLAG if verdict == "mine" else SAFE


@dataclass(frozen=True, repr=False)
class Trace:
    """The firings of one run, and all facts in the order in which they came (fact 1 first).

    A fact has one source: a firing that concluded it; the referee, who answers `safe` with the cell's
    `clue`; or none, if it was there from the start.

    >>> from logicsweep import Board, play
    >>> trace = play(Board.parse("... ... MM."), "r1c1").trace
    >>> [firing.production for firing in trace.why("r3c3")], trace.count_firings()
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

        facts = find_reached([verdict] if verdict else [], list_needed)
        numbers = {self.giver[fact].number for fact in facts if fact in self.giver}
        return tuple([self.firings[number - 1] for number in sorted(numbers)])

    def count_firings(self) -> dict[str, int]:
        """How many firings each production had, in order of first use."""
        return dict(Counter([firing.production for firing in self.firings]))
