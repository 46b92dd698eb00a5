"""What the rule engine works on: facts and firings, working memory, productions, what they find or lack."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypeVar

from logicsweep.errors import InvalidInput, whole_number


class Fact(NamedTuple):
    """One attribute of one subject, and its value.

    >>> Fact("clue", 7, 2), Fact("safe", 8)
    (Fact(attribute='clue', subject=7, value=2), Fact(attribute='safe', subject=8, value=True))
    """

    attribute: str
    subject: Any
    value: Any = True


class Match(NamedTuple):
    """What a condition found: the facts it rests on, those that follow, what it counted (a NamedTuple).

    `reason`, if given, says how they follow where that takes more than one clue: what the production added
    and subtracted (`Rows`), or a `Refutation`.

    >>> match = Match(used=(Fact("clue", 0, 0),), given=(Fact("safe", 1), Fact("safe", 2)))
    >>> [fact.subject for fact in match.given]
    [1, 2]
    """

    used: tuple[Fact, ...]
    given: tuple[Fact, ...]
    counts: tuple[int, ...] = ()
    reason: Any = None


class Lack(NamedTuple):
    """What a condition lacks to hold: how much (1 or more), the same in words, what would follow, its counts.

    >>> Lack(1, "1 flag short", (Fact("safe", 5),)).words
    '1 flag short'
    """

    short: int
    words: str
    given: tuple[Fact, ...]
    counts: tuple[int, ...] = ()


class Miss(NamedTuple):
    """A production that lacks something at a site: see Lack.

    >>> from logicsweep import Knowledge, View, misses, player_of
    >>> memory = Knowledge.of(View.parse("#1#"))
    >>> for miss in misses(memory, player_of("casual").productions, [1]):
    ...     print(miss.production, miss.site, miss.words)
    all-found 1 f=0, m=1, 1 flag short
    all-mines 1 f=0, c=2, m=1, 1 covered cell too many
    """

    production: str
    site: Hashable
    short: int
    words: str
    given: tuple[Fact, ...]
    counts: tuple[int, ...] = ()

    @property
    def named_counts(self) -> dict[str, int]:
        """What the condition counted, by name; empty when it counted nothing."""
        return _named(self.counts)


class Firing(NamedTuple):
    """One application of a production: its number from 1, where it matched, what it used and gave, and how.

    >>> from logicsweep import Board, play
    >>> firing = play(Board.parse("... ... MM."), "r1c1").trace.firings[2]
    >>> firing.production, firing.site, [fact.subject for fact in firing.given], firing.named_counts
    ('all-mines', 3, [6, 7], {'f': 0, 'c': 2, 'm': 2})
    """

    number: int
    production: str
    site: Hashable
    used: tuple[Fact, ...]
    given: tuple[Fact, ...]
    counts: tuple[int, ...] = ()
    reason: Any = None

    @property
    def named_counts(self) -> dict[str, int]:
        """What the condition counted, by name; empty when it counted nothing."""
        return _named(self.counts)

    def __repr__(self) -> str:
        used, given = len(self.used), len(self.given)
        return f"<Firing {self.number} of {self.production} at {self.site!r}: {used} used, {given} given>"


def _named(counts: tuple[int, ...]) -> dict[str, int]:
    """Counts by name; a plain tuple has no names."""
    return dict(zip(getattr(counts, "_fields", ()), counts, strict=False))


_T = TypeVar("_T")


class WorkingMemory:
    """The facts known so far, each once, numbered in the order in which they came.

    `near(subject)` gives the sites that can see a fact about the subject. `memory[attribute]` maps
    subjects to facts; an attribute of a subject has one value and keeps it. In `notes` a production may
    keep what it worked out, never what it may not know: it must say the same without them. A condition can
    only read the memory: what it concludes it returns.

    >>> memory = WorkingMemory(lambda person: ("Ada", "Bob"))
    >>> memory.add(Fact("heard", "Ada")), memory.add(Fact("heard", "Ada"))
    (True, False)
    >>> "Ada" in memory["heard"], Fact("heard", "Bob") in memory
    (True, False)
    """

    def __init__(self, near: Callable[[Hashable], Sequence[Hashable]]) -> None:
        """Start empty."""
        self.near = near
        self.notes: dict[str, Any] = {}
        self._facts: list[Fact] = []
        self._by_attribute: dict[str, dict[Any, Fact]] = {}
        self._is_read = False

    def __setattr__(self, name: str, value: object) -> None:
        if self.__dict__.get("_is_read"):
            raise _written(f"memory.{name} = ...")
        self.__dict__[name] = value

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.count} facts>"

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts, in the order in which they came."""
        return tuple(self._facts)

    @property
    def count(self) -> int:
        """How many facts there are."""
        return len(self._facts)

    def since(self, count: int) -> list[Fact]:
        """The facts that came when there were so many."""
        return self._facts[count:]

    def read_by(self, function: Callable[[Self, Any], _T], site: Hashable) -> _T:
        """What a function finds at a site; while it looks, the memory can only be read."""
        state = vars(self)
        state["_is_read"] = True
        try:
            return function(self, site)
        finally:
            state["_is_read"] = False

    def aside(self) -> Self:
        """The same facts, also those still to come, with notes of its own: to look and leave no trace."""
        other = copy(self)
        other.notes = {}
        return other

    def site(self, given: Hashable) -> Hashable:
        """The site that is meant; a kind of memory may take other names for its sites."""
        return given

    def __getitem__(self, attribute: str) -> Mapping[Any, Fact]:
        return MappingProxyType(self._by_attribute.setdefault(attribute, {}))

    def __contains__(self, fact: Fact) -> bool:
        return self._by_attribute.get(fact[0], {}).get(fact[1]) == fact

    def add(self, fact: Fact) -> bool:
        """Assert a fact; False when it was known. InvalidInput when another value was."""
        if self._is_read:
            raise _written("memory.add(...)")
        held = self._by_attribute.setdefault(fact[0], {}).setdefault(fact[1], fact)
        if held is fact:
            self._facts.append(fact)
            return True
        if held != fact:
            raise InvalidInput(f"{fact.attribute} of {fact.subject}", str(held.value), str(fact.value))
        return False


def _written(found: str) -> InvalidInput:
    return InvalidInput("working memory", "a condition that only reads and returns Match(used, given)", found)


Condition = Callable[[Any, Any], Match | Sequence[Match] | None]
"""Takes a working memory (or a kind of it) and a site; says what follows there, one match or several."""
Lacks = Callable[[Any, Any], Lack | Sequence[Lack] | None]
"""Takes the same; says what the condition lacks there to hold, in one way or several."""


@dataclass(frozen=True, repr=False)
class Production:
    """A rule: its condition's docstring is the sentence a person would say.

    Salience orders productions, the highest first. A production is looked at from each site near a new
    fact, or only from those that have the attribute it `needs`. One that looks `everywhere` has a
    single site, None, and is woken by every fact. `lacks`, if given, says how much the condition lacks
    to hold, `rows` how many clues it takes together (None: any number).

    >>> def zero(memory, site):
    ...     "No mine is around this cell, so its covered neighbours are safe."
    ...     left = [cell for cell in memory.neighbours[site] if cell in memory.covered]
    ...     if left and memory.clues[site].value == 0:
    ...         return Match((memory.clues[site],), tuple(Fact("safe", cell) for cell in left))
    >>> from logicsweep import Board, play
    >>> play(Board.parse("... ... MM."), "r1c1", [Production("zero", zero, needs="clue")])
    <Run own from r1c1 on 3 x 3: 6 of 7 cleared, 0 flagged, 2 firings>
    """

    name: str
    condition: Condition
    salience: int = 0
    needs: str | None = None
    everywhere: bool = False
    lacks: Lacks | None = None
    rows: int | None = None

    def __post_init__(self) -> None:
        if self.rows is not None:
            whole_number("rows", self.rows, 1)
        if self.everywhere and self.needs:
            raise InvalidInput(f"production {self.name}", "either `everywhere` or `needs`", "both")

    def __repr__(self) -> str:
        return f"<Production {self.name}, salience {self.salience}>"

    @property
    def sentence(self) -> str:
        """What a person who applies it would say."""
        return " ".join((self.condition.__doc__ or self.name).split())
