"""A trace: the firings of one run in order, where each fact came from, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property

from logicsweep.boards.cells import CellGraph, reached
from logicsweep.boards.words import extent
from logicsweep.rules.engine import Fact, Firing


@dataclass(frozen=True, repr=False)
class Trace:
    """The firings of one run, and all facts in the order in which they came (fact 1 first).

    A fact has one source: a firing that gave it; the referee, who answers `safe` with the cell's
    `clue`; or nobody, when it was there from the start.

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

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: the tables are made again where they are asked for."""
        return {"graph": self.graph, "firings": self.firings, "facts": self.facts}

    @cached_property
    def number(self) -> dict[Fact, int]:
        """The stable number of each fact, from 1."""
        return {fact: i for i, fact in enumerate(self.facts, 1)}

    @cached_property
    def giver(self) -> dict[Fact, Firing]:
        """The firing that gave a fact."""
        return {fact: firing for firing in self.firings for fact in firing.given}

    def verdict(self, cell: Hashable) -> Fact | None:
        """The fact that decided a cell: `safe`, `mine`, or the `clue` of the cell cleared first."""
        index = self.graph.locate(cell)
        clues = (fact for fact in self.facts if fact[:2] == ("clue", index))
        decided = [fact for fact in (Fact("safe", index), Fact("mine", index)) if fact in self.number]
        return decided[0] if decided else next(clues, None)

    def sources(self, fact: Fact) -> tuple[Firing | Fact, ...]:
        """What a fact comes from: the firing that gave it, or the `safe` that a clue answers."""
        if fact in self.giver:
            return (self.giver[fact],)
        cleared = Fact("safe", fact.subject)
        return (cleared,) if fact.attribute == "clue" and cleared in self.number else ()

    @cached_property
    def initial(self) -> tuple[Fact, ...]:
        """The facts that were there before the first firing."""
        return self.facts[: self.number[self.firings[0].given[0]] - 1] if self.firings else self.facts

    @cached_property
    def _answers(self) -> dict[int, tuple[Fact, ...]]:
        """For each firing's number the facts that came after its own and before the next one's."""
        ends = [self.number[firing.given[0]] - 1 for firing in self.firings[1:]] + [len(self.facts)]
        begins = [self.number[firing.given[-1]] for firing in self.firings]
        return {f.number: self.facts[a:b] for f, a, b in zip(self.firings, begins, ends, strict=True)}

    def opened_by(self, firing: Firing) -> tuple[Fact, ...]:
        """The clues with which the referee answered a firing."""
        return self._answers[firing.number]

    def why(self, cell: Hashable) -> tuple[Firing, ...]:
        """The least chain of firings of this run that leads to a cell, in order; () when none was needed.

        Leave one out and the cell no longer follows from the rest. A run under another strategy may
        lead there by another chain.
        """
        verdict = self.verdict(cell)

        def needed(fact: Fact) -> Iterator[Fact]:
            for source in self.sources(fact):
                yield from source.used if isinstance(source, Firing) else (source,)

        facts = reached([verdict] if verdict else [], needed)
        numbers = {self.giver[fact].number for fact in facts if fact in self.giver}
        return tuple([self.firings[number - 1] for number in sorted(numbers)])

    def counted(self) -> dict[str, int]:
        """How many firings each production had, in order of first use."""
        return dict(Counter(firing.production for firing in self.firings))
