"""A rule as the engine takes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from logicsweep.errors import InvalidInput, describe, of_kind, quote, whole_number
from logicsweep.rules.firing import Lack, Match

Condition = Callable[[Any, Any], Match | Sequence[Match] | None]
"""Takes a working memory (or a kind of it) and a site; returns what follows there, one match or several."""
Lacks = Callable[[Any, Any], Lack | Sequence[Lack] | None]
"""Takes the same arguments; returns what the condition lacks there, in one way or several."""


@dataclass(frozen=True, repr=False)
class Production:
    """A rule: its condition's docstring is the sentence that a player would say.

    Salience orders productions, the highest first. The engine looks at a production from each site near a
    new fact, or only from those that have the attribute it `needs`. A production that looks `everywhere` has
    a single site, None, and every fact wakes it. `lacks`, if given, says what the condition lacks. `clues` is
    how many it takes together (None: any number).

    >>> from logicsweep import Board, Fact, Match, play
    >>> def zero(memory, site):
    ...     "No mine is around this cell, so its covered neighbours are safe."
    ...     left = [cell for cell in memory.graph.adj[site] if cell in memory.covered]
    ...     if left and memory.clues[site].value == 0:
    ...         return Match((memory.clues[site],), tuple(Fact("safe", cell) for cell in left))
    >>> play(Board.parse("... ... MM."), "r1c1", [Production("zero", zero, needs="clue")])
    <Run own from r1c1 on 3 x 3: 6 of 7 cleared, 0 flagged, 2 firings>
    """

    name: str
    condition: Condition
    salience: int = 0
    needs: str | None = None
    everywhere: bool = False
    lacks: Lacks | None = None
    clues: int | None = None

    def __post_init__(self) -> None:
        name = of_kind("production name", self.name, str)
        if not name.isprintable() or not name or name.strip() != name:
            raise InvalidInput("production name", "one line without blanks around it", quote(name))
        if type(self.salience) is not int:
            raise InvalidInput(
                f"production {self.name}", "a whole number as salience", describe(self.salience)
            )
        if self.clues is not None:
            whole_number("clues", self.clues, 1)
        if self.everywhere and self.needs:
            raise InvalidInput(f"production {self.name}", "either `everywhere` or `needs`", "both")

    def __hash__(self) -> int:
        return hash((self.name, self.salience))  # a condition is slow to hash

    def __repr__(self) -> str:
        return f"<Production {self.name}, salience {self.salience}>"

    @property
    def sentence(self) -> str:
        """The sentence that a player who uses it would say."""
        return " ".join((self.condition.__doc__ or self.name).split())


PROVEN: set[Callable[[Any, Any], object]] = set()
"""Functions of productions whose findings need no check, since tests check them."""


def is_own(production: Production) -> bool:
    """Whether a production is not the library's: its conclusions are then checked."""
    return production.condition not in PROVEN
