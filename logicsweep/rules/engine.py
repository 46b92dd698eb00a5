"""A small forward-chaining rule engine over sites that see each other. It knows no Minesweeper.

Working memory holds facts, each an attribute of a subject with a value. A production is looked at
from one site: its condition reads the memory there and says which facts follow. A place is a production
at a site; when a fact arrives, the places of the sites near its subject go on the agenda. The agenda
gives the highest salience first, and among equals a strategy decides (conflict resolution). A place
whose condition holds there and tells something new is an activation; it fires: its new facts are
asserted. Terms and printed forms follow CLIPS (https://www.clipsrules.net/documentation).

What the engine does not do:

- No refraction memory. Novelty takes its place: an activation whose facts are all known does not fire,
  whatever it fired before, and one that would give old and new facts gives the new ones.
- No retraction and no truth maintenance. The memory is monotone: a fact, once asserted, keeps its value.
  A condition may ask for the absence of facts; what it concluded stands when they arrive later.
- No joins and no RETE network. A condition is a function that matches at its own site, with all that it
  reads there read anew; no partial matches are kept.
- No refiring by itself. A place that was looked at waits again only when a fact arrives near its site.

Complexity: a fact wakes each production at the sites near it, and a place waits at most once at a time.
So a run looks at no more than (facts x sites near a fact x productions) places, whatever the number of
sites; a place with several matches is looked at once more for each that fires. Taking the next place
costs the same under every strategy, except that `level` looks through all that waits once per level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from logicsweep.errors import InvalidInput, describe
from logicsweep.rules.agenda import STRATEGIES, Activation, Agenda, agenda, matches, misses
from logicsweep.rules.facts import (
    Condition,
    Fact,
    Firing,
    Lack,
    Lacks,
    Match,
    Miss,
    Production,
    WorkingMemory,
)

__all__ = [
    "STRATEGIES",
    "Activation",
    "Agenda",
    "Condition",
    "Fact",
    "Firing",
    "Lack",
    "Lacks",
    "Match",
    "Miss",
    "Production",
    "WorkingMemory",
    "agenda",
    "forward_chain",
    "matches",
    "misses",
    "run",
]


def forward_chain(
    memory: WorkingMemory,
    productions: Sequence[Production],
    strategy: str = "breadth",
    seed: int = 0,
) -> Iterator[Firing]:
    """Fire productions until none applies, yielding each firing after its facts are asserted.

    The generator reads what others assert between two firings, so a referee can answer a firing in a
    `for` loop; a step limit is `itertools.islice`. Ends when nothing applies: "stuck" or done.

    >>> near = lambda person: ("Ada", "Bob", "Cyd")
    >>> memory = WorkingMemory(near)
    >>> knows = {"Ada": ["Bob"], "Bob": ["Cyd"], "Cyd": []}
    >>> def gossip(memory, person):
    ...     heard = memory["heard"].get(person)
    ...     return heard and Match((heard,), tuple(Fact("heard", friend) for friend in knows[person]))
    >>> memory.add(Fact("heard", "Ada"))
    True
    >>> [(f.site, f.given[0].subject) for f in forward_chain(memory, [Production("gossip", gossip)])]
    [('Ada', 'Bob'), ('Bob', 'Cyd')]
    """
    if not isinstance(productions, Iterable):
        raise InvalidInput("productions", "a sequence of productions", describe(productions))
    return run(Agenda(memory, productions, strategy, seed))


class Taking(Protocol):
    """What a run takes its activations from: an `Agenda`, or another that orders them in its own way."""

    @property
    def memory(self) -> WorkingMemory:
        """What is known."""

    def take(self) -> Activation | None:
        """The next activation, taken off; None where there is none."""


def run(agenda: Taking) -> Iterator[Firing]:
    """Fire what an agenda gives until it gives nothing: `forward_chain`, with an agenda one can look at."""
    number, memory = 0, agenda.memory
    while activation := agenda.take():
        production, site, match = activation
        number += 1
        for fact in match.given:
            memory.add(fact)
        yield Firing(number, production.name, site, *match)
