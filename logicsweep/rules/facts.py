"""What the rule engine works on: facts and firings, working memory, productions, what they find or lack."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from logicsweep.errors import InvalidInput


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


class Lack(NamedTuple):
    """What a condition lacks to hold: how much (1 or more), that in words, what would follow, its counts."""

    short: int
    words: str
    given: tuple[Fact, ...]
    counts: tuple[int, ...] = ()


class Miss(NamedTuple):
    """A production that lacks something at a site: see Lack."""

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
        return _named(self.counts)

    def __repr__(self) -> str:
        used, given = len(self.used), len(self.given)
        return f"<Firing {self.number} of {self.production} at {self.site!r}: {used} used, {given} given>"


def _named(counts: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(getattr(counts, "_fields", ()), counts, strict=True))


class WorkingMemory:
    """The facts known so far, each once, numbered in the order in which they came.

    `near(subject)` gives the sites that can see a fact about the subject. `memory[attribute]` maps
    subjects to facts; an attribute of a subject has one value and keeps it. In `notes` a production may
    keep what it worked out, never what it may not know: it must say the same without them.
    """

    def __init__(self, near: Callable[[Hashable], Sequence[Hashable]]) -> None:
        """Start empty."""
        self.near = near
        self.facts: list[Fact] = []
        self._by_attribute: dict[str, dict[Any, Fact]] = {}
        self.notes: dict[str, Any] = {}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.facts)} facts>"

    def aside(self) -> Self:
        """The same facts, also those still to come, with notes of its own: to look and leave no trace."""
        other = copy(self)
        other.notes = {}
        return other

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
Lacks = Callable[[Any, Any], Lack | Sequence[Lack] | None]
"""Takes the same; says what the condition lacks there to hold, in one way or several."""


@dataclass(frozen=True, repr=False)
class Production:
    """A rule: its condition's docstring is the sentence a person would say.

    Salience orders productions, the highest first. A production is looked at from each site near a new
    fact, or only from those that have the attribute it `needs`. One that looks `everywhere` has a
    single site, None, and is woken by every fact. `lacks`, where it is given, says how near the condition
    is to hold.
    """

    name: str
    condition: Condition
    salience: int = 0
    needs: str | None = None
    everywhere: bool = False
    lacks: Lacks | None = None

    def __post_init__(self) -> None:
        if self.everywhere and self.needs:
            raise InvalidInput(f"production {self.name}", "either `everywhere` or `needs`", "both")

    def __repr__(self) -> str:
        return f"<Production {self.name}, salience {self.salience}>"

    @property
    def sentence(self) -> str:
        """What a person would say who applies it."""
        return " ".join((self.condition.__doc__ or self.name).split())
