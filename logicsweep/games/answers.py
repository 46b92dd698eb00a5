"""The answers to `why`: one small class for each kind, which a `match` tells apart.

Each has the `view` that the player saw and the `cell` (an index); `kind` is its name in words and in JSON.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, NamedTuple

from logicsweep.boards.board import FLAG, View
from logicsweep.boards.drawable import Drawable
from logicsweep.boards.words import plural, risked
from logicsweep.csp.solution import Verdict
from logicsweep.games.players import Player
from logicsweep.games.step import Grade
from logicsweep.reasons.explanation import Explanation
from logicsweep.rules.engine import Firing, Miss


class Spoken(NamedTuple):
    """A firing in words: of the cells that a proof needs of it why, in numbers, and how hard that is.

    No sentence: no reason was found within the limits, or the clues do not force what it gave.
    """

    firing: Firing
    cells: tuple[int, ...]
    sentences: tuple[str, ...]
    grade: Grade


@dataclass(frozen=True, repr=False)
class Proof:
    """A firing and the proofs of what it rests on besides clues.

    It rests on the facts that it used, and on the mines that its `sentences` take off; one that looked at the
    whole board, or is the user's own, rests on all that is known around the clues of its reasons. `cells` are
    those that are needed of it, ascending; `sentences` say why these are what they are, and `grade` how hard
    that is.

    >>> from logicsweep import Board, play, why_in_game
    >>> proof = why_in_game(play(Board.parse("... ... MM."), "r1c1"), "r3c3").proof
    >>> [step.firing.production for step in proof.steps()], proof.height
    (['all-mines', 'all-found'], 2)
    >>> proof.sentences
    ('r2c2 has both its mines (r3c1, r3c2), so r3c3 is safe.',)
    """

    firing: Firing
    cells: tuple[int, ...]
    sentences: tuple[str, ...]
    grade: Grade
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

    @property
    def hardest(self) -> Proof:
        """The first of the hardest steps."""
        return max(self.steps(), key=lambda step: step.grade)

    def __repr__(self) -> str:
        firing, steps = self.firing, plural(len(self.steps()), "step")
        return f"<Proof by {firing.production} at {firing.site}: {steps}, {self.height} deep>"

    def __reduce__(self) -> tuple[object, ...]:
        """A pickle holds the steps one after the other: a long proof would nest too deep."""
        told = [
            (
                Spoken(one.firing, one.cells, one.sentences, one.grade),
                [premise.firing.number for premise in one.premises],
            )
            for one in self.steps()
        ]
        return proof_of, (told,)


def proof_of(steps: Iterable[tuple[Spoken, Iterable[int]]]) -> Proof:
    """The proof that ends in the last of these steps, each with the numbers of the firings it rests on.

    A step comes after those that it rests on.
    """
    proofs: dict[int, Proof] = {}
    for spoken, numbers in steps:
        premises = tuple([proofs[number] for number in numbers])
        height = 1 + max([premise.height for premise in premises], default=0)
        proofs[spoken.firing.number] = Proof(*spoken, premises, height)
    return list(proofs.values())[-1]


@dataclass(frozen=True, repr=False)
class ClearedFirst(Drawable):
    """The game began with this cell.

    >>> from logicsweep import Board, play, why_in_game
    >>> why_in_game(play(Board.parse("..M"), "r1c1"), "r1c1").kind
    'first'
    """

    kind: ClassVar[Literal["first"]] = "first"
    verdict: ClassVar[Verdict] = "safe"
    view: View
    cell: int

    def __repr__(self) -> str:
        return _line(self)


@dataclass(frozen=True, repr=False)
class Seen(Drawable):
    """The position shows the cell cleared, or with a flag that is trusted.

    >>> from logicsweep import View, why_in_position
    >>> why_in_position(View.parse("1#"), "r1c1").kind
    'seen'
    """

    kind: ClassVar[Literal["seen"]] = "seen"
    view: View
    cell: int

    @property
    def verdict(self) -> Verdict:
        """Safe, or a mine as its flag says."""
        return "mine" if self.view.marks[self.cell] == FLAG else "safe"

    def __repr__(self) -> str:
        return _line(self)


@dataclass(frozen=True, repr=False)
class Decided(Drawable):
    """The player decides it: `proof` says how, `explanation` is a smallest set of clues that forces it.

    What looks at the whole board is in the proof only where nothing else applies; without such firings the
    proof is of least height.

    A production of the user's own may use more than the clues: the proof is None where it does not follow
    from what was visible then, the explanation where the clues, and the mine total, do not force the cell,
    which can be only where the steps were not `checked` (None: there was nothing to check), or past the
    solver's limits to check: `unproven` are the cells of such steps, ascending.

    >>> from logicsweep import View, why_in_position
    >>> answer = why_in_position(View.parse("1#1#"), "r1c4")
    >>> answer.verdict, answer.explanation.clues, answer.proof.height
    ('safe', (0, 2), 2)
    """

    kind: ClassVar[Literal["decided"]] = "decided"
    view: View
    cell: int
    verdict: Verdict
    proof: Proof | None
    explanation: Explanation | None
    checked: bool | None = None
    unproven: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return _line(self, self.verdict, _proof(self.proof), _reason(self.explanation))


@dataclass(frozen=True, repr=False)
class Later(Drawable):
    """The player decides it later in the game, in the firing with this number.

    >>> from logicsweep import Board, play, why_in_game
    >>> answer = why_in_game(play(Board.parse("... ... MM."), "r1c1", limit=0), "r3c3")
    >>> answer.verdict, answer.firing
    ('safe', 4)
    """

    kind: ClassVar[Literal["later"]] = "later"
    view: View
    cell: int
    verdict: Verdict
    firing: int

    def __repr__(self) -> str:
        return _line(self, self.verdict, f"firing {self.firing}")


@dataclass(frozen=True, repr=False)
class NeedsClues(Drawable):
    """The clues force it, but the player's productions do not see that.

    `player` is the weakest on the ladder who decides it on this view, `way` how: always the easiest step
    first. `hardest` is the hardest step of the easiest way of all, which takes `at_once` clues together,
    given what easier ones find; None where that is not known, or it is refuted by a contradiction. `miss` is
    what comes nearest of the productions of the player asked about.

    >>> from logicsweep import View, why_in_position
    >>> answer = why_in_position(View.parse("01## 01## 01##"), "r2c3", "casual")
    >>> answer.verdict, answer.player.name, answer.at_once, answer.miss.words
    ('mine', 'overlap', 2, 'f=0, c=2, m=1, 1 covered cell too many')
    >>> answer.way.sentences
    ('r3c2 needs one mine, and has just one covered neighbour left: r2c3 is a mine.',)
    """

    kind: ClassVar[Literal["needs clues"]] = "needs clues"
    view: View
    cell: int
    verdict: Verdict
    explanation: Explanation
    player: Player | None
    miss: Miss | None
    way: Proof | None = None
    hardest: Proof | None = None
    at_once: int | None = None

    def __repr__(self) -> str:
        return _line(self, self.verdict, _reason(self.explanation), _finder(self.player))


@dataclass(frozen=True, repr=False)
class NeedsTotal(Drawable):
    """The clues force it together with the mine total; the fields are those of `NeedsClues`.

    >>> from logicsweep import View, why_in_position
    >>> answer = why_in_position(View.parse("#1##", mines=1), "r1c4", "expert")
    >>> answer.verdict, answer.player.name, answer.explanation.total
    ('safe', 'counter', True)
    """

    kind: ClassVar[Literal["needs total"]] = "needs total"
    view: View
    cell: int
    verdict: Verdict
    explanation: Explanation
    player: Player | None
    miss: Miss | None
    way: Proof | None = None
    hardest: Proof | None = None
    at_once: int | None = None

    def __repr__(self) -> str:
        return _line(self, self.verdict, _reason(self.explanation), _finder(self.player))


@dataclass(frozen=True, repr=False)
class NotForced(Drawable):
    """Layouts differ there: `safe` and `mine` are the mines of two of them.

    `closest`: no two layouts that differ there differ in fewer cells. `telling` are safe cells near it whose
    clue, once known, will decide it; None where the search for these ended. `risk` is None where it is too
    wide to count. `later` is the weakest player on the ladder who decides the cell later in the game, after
    clearing others, if there is one.

    >>> from logicsweep import View, why_in_position
    >>> answer = why_in_position(View.parse("#1#"), "r1c1")
    >>> sorted(answer.safe), sorted(answer.mine), answer.differ, str(answer.risk)
    ([2], [0], (0, 2), '1/2')
    """

    kind: ClassVar[Literal["not forced"]] = "not forced"
    view: View
    cell: int
    safe: frozenset[int]
    mine: frozenset[int]
    risk: Fraction | None
    closest: bool = False
    telling: tuple[int, ...] | None = None
    later: Player | None = None

    @property
    def differ(self) -> tuple[int, ...]:
        """The cells where the two layouts differ, ascending."""
        return tuple(sorted(self.safe ^ self.mine))

    def __repr__(self) -> str:
        return _line(self, risked(self.risk), _finder(self.later, "later"))


@dataclass(frozen=True, repr=False)
class Unknown(Drawable):
    """Whether the cell is forced is beyond the solver's limits; only very large, tangled positions are.

    >>> from logicsweep import View
    >>> Unknown(View.parse("#1#"), 0).kind
    'unknown'
    """

    kind: ClassVar[Literal["unknown"]] = "unknown"
    view: View
    cell: int

    def __repr__(self) -> str:
        return _line(self)


Answer = ClearedFirst | Seen | Decided | Later | NeedsClues | NeedsTotal | NotForced | Unknown
"""Why a cell is decided, or why it is not."""


def _line(answer: Answer, *told: str) -> str:
    """`<Later r3c7: safe, firing 2>`: what a `repr` tells of an answer."""
    cell = answer.view.graph.name(answer.cell)
    words = ", ".join(filter(None, told))
    return f"<{type(answer).__name__} {cell}" + (f": {words}>" if words else ">")


def _proof(proof: Proof | None) -> str:
    return plural(len(proof.steps()), "step") if proof else "without a proof"


def _reason(explanation: Explanation | None) -> str:
    if explanation is None:
        return "not by the clues"
    total = " and the mine total" if explanation.total else ""
    return f"by {plural(len(explanation.clues), 'clue')}{total}"


def _finder(player: Player | None, when: str = "") -> str:
    return f"{player.name} finds it {when}".rstrip() if player else ""
