"""The answers to `why`: one small class for each kind, which a `match` tells apart.

Each has the `view` that the player saw and the `cell` (an index); `kind` is its name in words and in JSON.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from logicsweep.board import View
from logicsweep.csp.solution import Verdict
from logicsweep.players import Player
from logicsweep.reasons.explanation import Explanation
from logicsweep.rules.engine import Firing, Miss


@dataclass(frozen=True)
class Proof:
    """A firing and the proofs of what it used besides clues; a firing of the solver stands on clues alone."""

    firing: Firing
    premises: tuple[Proof, ...]
    height: int
    """The longest way from here to a clue, in firings."""

    def steps(self) -> list[Proof]:
        """This proof and all below it, each firing once, premises before what rests on them."""
        found: dict[int, Proof] = {}
        todo = [self]
        while todo:
            proof = todo.pop()
            if proof.firing.number not in found:
                found[proof.firing.number] = proof
                todo.extend(proof.premises)
        return [found[number] for number in sorted(found)]

    def __repr__(self) -> str:
        steps = len(self.steps())
        return f"<Proof by {self.firing.production} at {self.firing.site}: {steps} steps, {self.height} deep>"


@dataclass(frozen=True)
class ClearedFirst:
    """The game began with this cell."""

    kind: ClassVar[Literal["first"]] = "first"
    verdict: ClassVar[Verdict] = "safe"
    view: View
    cell: int


@dataclass(frozen=True)
class Seen:
    """The position shows the cell cleared."""

    kind: ClassVar[Literal["seen"]] = "seen"
    verdict: ClassVar[Verdict] = "safe"
    view: View
    cell: int


@dataclass(frozen=True)
class Decided:
    """The player decides it: `proof` is of least height, `explanation` a smallest set of clues.

    Both are None where the player's own production looked past the clues.
    """

    kind: ClassVar[Literal["decided"]] = "decided"
    view: View
    cell: int
    verdict: Verdict
    proof: Proof | None
    explanation: Explanation | None


@dataclass(frozen=True)
class Later:
    """The player decides it later in the game, in the firing with this number."""

    kind: ClassVar[Literal["later"]] = "later"
    view: View
    cell: int
    verdict: Verdict
    firing: int


@dataclass(frozen=True)
class NeedsClues:
    """The clues force it, but the player's productions do not see that.

    `player` is the weakest on the ladder who decides it on this view, `miss` what comes nearest.
    """

    kind: ClassVar[Literal["needs clues"]] = "needs clues"
    view: View
    cell: int
    verdict: Verdict
    explanation: Explanation
    player: Player | None
    miss: Miss | None


@dataclass(frozen=True)
class NeedsTotal:
    """The clues force it together with the mine total; the fields are those of `NeedsClues`."""

    kind: ClassVar[Literal["needs total"]] = "needs total"
    view: View
    cell: int
    verdict: Verdict
    explanation: Explanation
    player: Player | None
    miss: Miss | None


@dataclass(frozen=True)
class NotForced:
    """Layouts differ there: `safe` and `mine` are the mines of two of them.

    `risk` is None where it is too wide to count. `later` is the weakest player on the ladder who decides the
    cell later in the game, after clearing others, if there is one.
    """

    kind: ClassVar[Literal["not forced"]] = "not forced"
    view: View
    cell: int
    safe: frozenset[int]
    mine: frozenset[int]
    risk: Fraction | None
    later: Player | None = None


@dataclass(frozen=True)
class Unknown:
    """It is past the solver's limits to tell whether it is forced."""

    kind: ClassVar[Literal["unknown"]] = "unknown"
    view: View
    cell: int


Answer = ClearedFirst | Seen | Decided | Later | NeedsClues | NeedsTotal | NotForced | Unknown
"""Why a cell is decided, or why it is not."""
