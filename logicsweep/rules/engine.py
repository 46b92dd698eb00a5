"""A small forward-chaining rule engine over sites that see each other. It knows no Minesweeper.

Working memory holds facts, each an attribute of a subject with a value. A production is looked at
from one site: its condition reads the memory there and says which facts follow. When a fact about a
subject arrives, only the sites near that subject go back on the agenda, so the work is linear in the
facts, not in facts times sites. The agenda fires the highest salience first; among equals a strategy
decides. Terms and printed forms follow CLIPS (https://www.clipsrules.net/documentation).
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from logicsweep.errors import InvalidInput

STRATEGIES = ("breadth", "depth", "random", "level")
"""The order among activations of equal salience: oldest first, newest first, or drawn with a seed. Or level
by level: all that applies to the facts so far, of every salience, then all that applies to what came of it;
productions that look everywhere wait until no other applies."""


class Fact(NamedTuple):
    """One attribute of one subject, such as `Fact("clue", 7, 2)`."""

    attribute: str
    subject: Any
    value: Any = True


class Match(NamedTuple):
    """What a condition found: the facts it rests on, those that follow, what it counted (a NamedTuple)."""

    used: tuple[Fact, ...]
    given: tuple[Fact, ...]
    counts: tuple[int, ...] = ()


class Firing(NamedTuple):
    """One application of a production: its number from 1, where it matched, what it used and gave."""

    number: int
    production: str
    site: Hashable
    used: tuple[Fact, ...]
    given: tuple[Fact, ...]
    counts: tuple[int, ...] = ()

    @property
    def named_counts(self) -> dict[str, int]:
        """What the condition counted, by name; empty when it counted nothing."""
        return dict(zip(getattr(self.counts, "_fields", ()), self.counts, strict=True))


class WorkingMemory:
    """The facts known so far, each once, numbered in the order in which they came.

    `near(subject)` gives the sites that can see a fact about the subject. `memory[attribute]` maps
    subjects to facts; an attribute of a subject has one value and keeps it.
    """

    def __init__(self, near: Callable[[Hashable], Sequence[Hashable]]) -> None:
        """Start empty."""
        self.near = near
        self.facts: list[Fact] = []
        self._by_attribute: dict[str, dict[Any, Fact]] = {}

    def __getitem__(self, attribute: str) -> Mapping[Any, Fact]:
        return self._by_attribute.setdefault(attribute, {})

    def __contains__(self, fact: Fact) -> bool:
        return self._by_attribute.get(fact[0], {}).get(fact[1]) == fact

    def add(self, fact: Fact) -> bool:
        """Assert a fact; False when it was known. InvalidInput when another value was."""
        known = self._by_attribute.setdefault(fact[0], {})
        held = known.setdefault(fact[1], fact)
        if held is fact:
            self.facts.append(fact)
            return True
        if held != fact:
            raise InvalidInput(f"{fact.attribute} of {fact.subject}", str(held.value), str(fact.value))
        return False


Condition = Callable[[Any, Any], Match | Sequence[Match] | None]
"""Takes a working memory (or a kind of it) and a site; says what follows there, one match or several."""


@dataclass(frozen=True)
class Production:
    """A rule: its condition's docstring is the sentence a person would say.

    Salience orders productions, the highest first. A production is looked at from each site near a new
    fact, or only from those that have the attribute it `needs`. One that looks `everywhere` has a
    single site, None, and is woken by every fact.
    """

    name: str
    condition: Condition
    salience: int = 0
    needs: str | None = None
    everywhere: bool = False

    def __post_init__(self) -> None:
        if self.everywhere and self.needs:
            raise InvalidInput(f"production {self.name}", "either `everywhere` or `needs`", "both")

    @property
    def sentence(self) -> str:
        """What a person would say who applies it."""
        return " ".join((self.condition.__doc__ or self.name).split())


_Place = tuple[int, Hashable]  # the index of a production, and a site
_Queue = deque[_Place] | list[_Place]
Activation = tuple[Production, Hashable, Match]


class _Agenda:
    """The places still to look at, highest salience first; a place waits there at most once."""

    def __init__(self, productions: Sequence[Production], strategy: str, seed: int) -> None:
        levels = sorted({p.salience for p in productions}, reverse=True)
        self._take, queue = _taking(strategy, seed)
        self._by_level = strategy == "level"
        self._level: deque[tuple[_Place, Match]] = deque()
        self._queues = [queue() for _ in levels]
        self._waiting: list[set[Hashable]] = [set() for _ in productions]
        self._productions = productions
        self._rows = [
            (i, p.everywhere, p.needs, self._waiting[i], self._queues[levels.index(p.salience)])
            for i, p in enumerate(productions)
        ]

    def wake(self, sites: Sequence[Hashable], memory: WorkingMemory) -> None:
        """A fact arrived that these sites see: look there again."""
        for index, everywhere, needs, waiting, queue in self._rows:
            woken = (None,) if everywhere else sites
            if needs:
                having = memory[needs]
                woken = [site for site in sites if site in having]
            for site in woken:
                if site not in waiting:
                    waiting.add(site)
                    queue.append((index, site))

    def next_match(self, memory: WorkingMemory) -> Activation | None:
        """The first activation in order whose condition holds and tells something new."""
        if self._by_level:
            return self._next_of_level(memory)
        for queue in self._queues:
            while queue:
                index, site = place = self._take(queue)
                self._waiting[index].discard(site)
                matches = self._look(place, memory)
                for match in matches:
                    if news := _news(match, memory):
                        if len(matches) > 1:  # the others want another look
                            self._waiting[index].add(site)
                            queue.append(place)
                        return self._productions[index], site, news
        return None

    def _next_of_level(self, memory: WorkingMemory) -> Activation | None:
        """The same, with all matches of a level found before any of them fires."""
        while True:
            while self._level:
                (index, site), match = self._level.popleft()
                if news := _news(match, memory):
                    return self._productions[index], site, news
            places = [place for queue in self._queues for place in queue]
            for everywhere in (False, True):
                for index, site in places:
                    if self._productions[index].everywhere == everywhere and not (everywhere and self._level):
                        self._waiting[index].discard(site)
                        matches = self._look((index, site), memory)
                        self._level.extend([((index, site), match) for match in matches])
            for queue in self._queues:
                left = [place for place in queue if place[1] in self._waiting[place[0]]]
                queue.clear()
                queue.extend(left)
            if not self._level:
                return None

    def _look(self, place: _Place, memory: WorkingMemory) -> Sequence[Match]:
        """What the condition finds there."""
        found = self._productions[place[0]].condition(memory, place[1])
        if found is None:
            return ()
        return (found,) if isinstance(found, Match) else found


def _news(match: Match, memory: WorkingMemory) -> Match | None:
    """The match with what is new in it. Refraction: one that tells nothing new does not fire."""
    given = tuple([fact for fact in match.given if fact not in memory])
    return match._replace(given=given) if given else None


def _taking(strategy: str, seed: int) -> tuple[Callable[[Any], _Place], Callable[[], _Queue]]:
    """How the strategy takes the next place from a queue, and the queue it works on."""
    if strategy in ("breadth", "level"):
        return deque.popleft, deque
    if strategy == "depth":
        return list.pop, list
    if strategy != "random":
        raise InvalidInput("strategy", "one of " + ", ".join(STRATEGIES), repr(strategy))
    rng = random.Random(seed)

    def draw(queue: list[_Place]) -> _Place:
        at = rng.randrange(len(queue))
        queue[at], queue[-1] = queue[-1], queue[at]
        return queue.pop()

    return draw, list


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
    agenda = _Agenda(productions, strategy, seed)
    seen = number = 0
    while True:
        facts = memory.facts
        for fact in facts[seen:]:
            agenda.wake(memory.near(fact[1]), memory)
        seen = len(facts)
        activation = agenda.next_match(memory)
        if activation is None:
            return
        production, site, match = activation
        number += 1
        for fact in match.given:
            memory.add(fact)
        yield Firing(number, production.name, site, *match)
