"""What the engine works with and what it finds: facts, matches, near misses and firings."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Annotated, Any, NamedTuple

NOTHING: Mapping[str, int | str] = {}
"""No bindings."""


class Fact(NamedTuple):
    """One attribute of one subject, and its value.

    >>> Fact("clue", 7, 2), Fact("safe", 8)
    (Fact(attribute='clue', subject=7, value=2), Fact(attribute='safe', subject=8, value=True))
    """

    attribute: str
    subject: Any
    value: Any = True


class Match(NamedTuple):
    """A finding of a condition: the facts it rests on, those that follow, and the values of its variables.

    `reason`, if given, says how they follow from several clues: a `Balance` or a `Refutation`.

    >>> match = Match(used=(Fact("clue", 0, 0),), concluded=(Fact("safe", 1), Fact("safe", 2)))
    >>> [fact.subject for fact in match.concluded]
    [1, 2]
    """

    used: tuple[Fact, ...]
    concluded: tuple[Fact, ...]
    bindings: Mapping[str, int | str] = NOTHING
    reason: Any = None


class Lack(NamedTuple):
    """A condition that nearly holds: how much it lacks (1 or more), the same in words, what would follow.

    `misses` fills in the production and the site.

    >>> Lack(1, "1 flag short", (Fact("safe", 5),)).words
    '1 flag short'
    """

    short: Annotated[int, "how much it lacks"]
    words: Annotated[str, "what it lacks, in words"]
    concluded: tuple[Fact, ...]
    bindings: Annotated[Mapping[str, int | str], "the values of its variables"] = NOTHING
    production: Annotated[str, "the production"] = ""
    site: Annotated[Hashable, "where; null: on the whole board"] = None


class Firing(NamedTuple):
    """One application of a production: its number, its site, its facts and conclusions, and why.

    >>> from logicsweep import Board, play
    >>> firing = play(Board.parse("... ... MM."), "r1c1").trace.firings[2]
    >>> firing.production, firing.site, [fact.subject for fact in firing.concluded], firing.bindings
    ('all-mines', 3, [6, 7], {'x': 'r2c1', 'm': 2})
    """

    number: Annotated[int, "its number, from 1"]
    production: Annotated[str, "the production that fired"]
    site: Annotated[Hashable, "where it matched; null: it looked at the whole board"]
    used: Annotated[tuple[Fact, ...], "the facts that it rests on"]
    concluded: Annotated[tuple[Fact, ...], "the facts that follow"]
    bindings: Annotated[Mapping[str, int | str], "the values of the rule's variables"] = NOTHING
    reason: Any = None

    def __repr__(self) -> str:
        counts = f"{len(self.used)} used, {len(self.concluded)} concluded"
        return f"<Firing {self.number} of {self.production} at {self.site!r}: {counts}>"
