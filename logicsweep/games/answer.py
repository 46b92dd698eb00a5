"""The answer about one cell, the refutation of the opposite, and everything else the caller asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Literal

from logicsweep.boards.annotations import NAMED, CellIndex, ClueIndex
from logicsweep.boards.board import Drawable, View
from logicsweep.boards.words import plural, risk_text
from logicsweep.csp.position import Position
from logicsweep.csp.solution import NO_DOUBTS, Doubts, Verdict
from logicsweep.games.players import Player
from logicsweep.games.run import Run
from logicsweep.games.step import Step
from logicsweep.guessing.advice import Advice
from logicsweep.reasons.explanation import explanation_of
from logicsweep.reasons.reason import Explanation, Refutation, Sign, rows_in
from logicsweep.reasons.wording import with_found
from logicsweep.rules.firing import Lack

AnswerKind = Literal[
    "first", "seen", "guessed", "decided", "later", "needs clues", "needs total", "not forced", "unknown"
]  # fmt: skip
"""The kinds of answer. `first`: the cell was cleared first. `seen`: it is known in a position. `decided`: the
player decides it, or decides it `later` in the game. `needs clues`, `needs total`: the clues force it, or the
clues and the mine total, but the player does not see it."""


@dataclass(frozen=True)
class Proof:
    """The steps of a run that lead to one cell, each from what the ones before it found.

    - `steps`: in order, premises first. Each rests on what was visible at first and on the steps before it.
    - `height`: the longest way from a clue to the cell, in steps.
    """

    steps: tuple[Step, ...] = ()
    height: int = 0

    def __bool__(self) -> bool:
        return bool(self.steps)

    def known_after(self, some: Iterable[Step]) -> View:
        """The view after some of the steps."""
        first = self.steps[0].moments.view
        return with_found(first, {cell: is_it for one in some for cell, is_it in one.decides.items()})


NO_PROOF = Proof()
"""The proof of a cell that does not follow."""


@dataclass(frozen=True, repr=False)
class Answer(Drawable):
    """Why a cell (an index) of a `position` is decided, or why not; fields that its kind lacks are empty.

    Decided: `steps` are the player's proof, premises first.

    Forced, but not seen by the player: `steps` are the easiest way to the cell, premises first. `player` is
    the weakest on the ladder who finds it, and `hardest` is the hardest step of the easiest way of all. The
    player asked about takes the first `begun` steps too; `miss` is the nearest miss of their productions
    after that.

    A custom production may use more than the clues, so a decided cell that does not follow from what was
    visible has no steps. `checked`: whether its conclusions were checked (None: it has none); `unproven`: the
    cells of such steps that were past the solver's limits to check, ascending.

    Not forced: `safe` and `mine` are the mines of two layouts that differ there; `closest`: no two such
    layouts differ in fewer cells. `telling` are safe cells nearby whose clue will decide it; None if the
    search for them ended early. `risk` is None if it is too wide to count. `player` is the weakest who
    decides the cell later in the game, after clearing others.

    Later: the player decides it in the firing with the number `firing`.

    >>> from logicsweep import why
    >>> answer = why(View.parse("01## 01## 01##"), "r2c3")
    >>> answer
    <Answer r2c3: needs clues, a mine, overlap finds it>
    >>> answer.hardest.production.name, answer.explanation.clues, answer.miss.words
    ('overlap', (1, 5, 9), 'one of its two covered neighbours (r1c3, r2c3) is a mine; it does not say which')
    >>> print(*answer.steps[-1].sentences)
    With r3c3 safe, the 1 at r3c2 has just one covered neighbour left, so r2c3 is a mine.
    >>> answer = why(View.parse("#1#"), "r1c1")
    >>> answer.kind, sorted(answer.safe), sorted(answer.mine), answer.differ, str(answer.risk)
    ('not forced', [2], [0], (0, 2), '1/2')
    """

    position: Position
    cell: Annotated[CellIndex, "the cell that is asked about"]
    kind: Annotated[AnswerKind, "first: the start; seen: cleared in the position; unknown: too hard to tell"]
    verdict: Annotated[Verdict | None, "what the cell is; null: not forced, or not known"] = None
    proof: Proof = NO_PROOF
    checked: Annotated[bool | None, "whether custom conclusions were checked; null: none"] = None
    unproven: Annotated[tuple[CellIndex, ...], "custom conclusions past the limits to check"] = ()
    firing: Annotated[int | None, "later: the firing that decides it; guessed: the guess"] = None
    player: Annotated[
        Player | None, NAMED, "the weakest player who decides it; not forced: who decides it later"
    ] = None
    hardest: Annotated[Step | None, "needs ...: the hardest step of the easiest way of all"] = None
    begun: Annotated[int, "needs ...: how many of the first steps the asked player takes too"] = 0
    miss: Annotated[Lack | None, "needs ...: the asked player's nearest miss after these steps"] = None
    safe: frozenset[int] = frozenset()
    mine: frozenset[int] = frozenset()
    risk: Annotated[Fraction | None, "not forced, guessed: the share of layouts in which it is a mine"] = None
    closest: Annotated[bool, "not forced: whether no two such layouts differ in fewer cells"] = False
    telling: Annotated[tuple[CellIndex, ...] | None, "safe cells whose clue decides it; null: not known"] = (
        None
    )

    def __repr__(self) -> str:
        is_it = {"safe": "safe", "mine": "a mine", None: ""}[self.verdict]
        steps = plural(len(self.steps), "step") if self.kind == "decided" else ""
        risk = risk_text(self.risk) if self.kind == "not forced" else ""
        finder = f"{self.player.name} finds it" if self.player else ""
        later = f"firing {self.firing}" if self.firing else ""
        words = ", ".join(filter(None, (self.kind, is_it, steps, risk, later, finder)))
        return f"<Answer {self.view.graph.name(self.cell)}: {words}>"

    @property
    def view(self) -> View:
        """The view that the player saw."""
        return self.position.view

    @cached_property
    def explanation(self) -> Explanation | None:
        """The smallest set of clues that forces the cell, with the mine total only if needed.

        None if the cell is not forced or that is unknown, or if a decided cell has no steps.
        """
        seen = self.steps or self.kind in ("needs clues", "needs total")
        return explanation_of(self.position, self.cell) if seen else None

    @property
    def steps(
        self,
    ) -> Annotated[
        tuple[Step, ...], "the proof in order; decided: the asked player's; needs ...: that of `player`"
    ]:
        """The steps of the proof."""
        return self.proof.steps

    @property
    def stands_on(self) -> Annotated[dict[ClueIndex, Sign], "the clues that the steps stand on, and how"]:
        """The clues of the steps; a single step also says how. Without steps, the fewest that force it."""
        if len(self.steps) == 1:
            return self.steps[0].stands_on
        rows = {row for step in self.steps for row in step.stands_on}
        if not rows and self.explanation:
            rows = rows_in(self.explanation)
        return dict.fromkeys(sorted(rows), "stands on")

    @property
    def in_both(self) -> Annotated[tuple[CellIndex, ...], "not forced: the mines that two layouts share"]:
        """The mines of both layouts, ascending."""
        return tuple(sorted(self.safe & self.mine))

    @property
    def if_safe(self) -> Annotated[tuple[CellIndex, ...], "the other mines of the layout where it is safe"]:
        """The mines of only the layout in which the cell is safe, ascending."""
        return tuple(sorted(self.safe - self.mine))

    @property
    def if_mine(self) -> Annotated[tuple[CellIndex, ...], "the other mines of the layout where it is a mine"]:
        """The mines of only the layout in which the cell is a mine, ascending."""
        return tuple(sorted(self.mine - self.safe))

    @property
    def differ(self) -> Annotated[tuple[CellIndex, ...], "where these layouts differ"]:
        """The cells where the two layouts differ, ascending."""
        return tuple(sorted(self.safe ^ self.mine))

    @property
    def height(self) -> Annotated[int, "the longest way from a clue to the cell, in steps"]:
        """The longest way from a clue to the cell, in steps."""
        return self.proof.height


@dataclass(frozen=True)
class RefutedCell:
    """A view, a cell (an index) and the `refutation` of the opposite of what the cell is.

    If there is none, `nothing` says why: the cell is cleared; it is not forced, or not known to be within the
    solver's limits; or no refutation was found within the budget. `before` is the firing that decides the
    cell in a game; None in a position, and for a cell that no firing decides. `steps`: the first steps of an
    answer, if the refutation goes on from them; None: it begins from the view.
    """

    view: View
    cell: int
    refutation: Refutation | None
    nothing: Literal["cleared", "not forced", "unknown", "budget"] | None = None
    before: int | None = None
    steps: tuple[Step, ...] | None = None


@dataclass(frozen=True)
class FullAnswer(Drawable):
    """An answer, with everything else that was asked for.

    - `answer`: the answer.
    - `player`: the player asked about.
    - `game`: the game that the answer is about; None: a position.
    - `doubts`: the doubts about the flags of a position.
    - `opposite`: the refutation of the opposite.
    - `advice`: what a policy would clear, if the cell is not forced.
    - `every`: whether everything was asked for: all steps in full, `telling` and `chain`.
    - `telling`: why the first cell of `answer.telling` is safe, in words.
    - `chain`: the steps of the game that lead to the cell.
    - `beyond_casual`: whether to say that a casual player does not get to this cell.
    """

    answer: Answer
    player: Player
    game: Run | None = None
    doubts: Doubts = NO_DOUBTS
    opposite: RefutedCell | None = None
    advice: Advice | None = None
    every: bool = False
    telling: str = ""
    chain: tuple[Step, ...] = ()
    beyond_casual: bool = False

    @property
    def tells_explanation(self) -> bool:
        """Whether to give the fewest clues too: if the caller asked for them, or if there are no steps."""
        return self.every or not self.answer.steps

    def settle(self) -> FullAnswer:
        """Compute everything that the answer shows, and return the same answer."""
        if self.tells_explanation or self.answer.checked is False:
            _ = self.answer.explanation
        if self.advice:
            self.advice.sentences(self.answer.cell)
        return self
