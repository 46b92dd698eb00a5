"""Why a cell is decided, and why another is not: for a game that was played, or for a position.

A decided cell has a proof: the player's steps that lead to it from clues, each with its reasons in numbers;
and the smallest set of clues that forces it. For an undecided one: the player finds it later; the clues
force it, but the player's productions do not see it, then the easiest way to it is told; it takes the mine
total; layouts differ there; or it is beyond the solver's limits to tell.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Literal

from logicsweep.boards.annotations import NAMED, CellIndex
from logicsweep.boards.board import FLAG, Drawable, View
from logicsweep.boards.cells import CellLike
from logicsweep.boards.words import plural, risked
from logicsweep.closures.spread import untouched
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.csp.solve import require_layout, solved
from logicsweep.errors import TooWide
from logicsweep.games.explaining import Steps
from logicsweep.games.game import Referee, Run, play
from logicsweep.games.guess import Guess
from logicsweep.games.path import begins, deciding, stepwise, up_to
from logicsweep.games.players import PLAYERS, Player, PlayerLike, has_own, player_of
from logicsweep.games.proof import NO_PROOF, Proof, by_levels, proof_of
from logicsweep.games.quick import QuickGame, levels_of
from logicsweep.games.setup import EASIEST, Setup
from logicsweep.games.step import Step
from logicsweep.reasons.explanation import Explanation, explanation_of
from logicsweep.reasons.given import Given
from logicsweep.reasons.refutation import Refutation, refute
from logicsweep.reasons.twins import Undecided, telling, twins_of, undecided
from logicsweep.rules.clues import CASUAL
from logicsweep.rules.engine import Fact, Lack, Production, forward_chain, misses
from logicsweep.rules.facts import Knowledge, verdict_of

AnswerKind = Literal[
    "first", "seen", "guessed", "decided", "later", "needs clues", "needs total", "not forced", "unknown"
]  # fmt: skip
"""What an answer is: cleared first, seen in a position, guessed, decided by the player; decided later in the
game; forced by the clues, or by them and the mine total, but not seen by the player; not forced;
unknown."""


@dataclass(frozen=True, repr=False)
class Answer(Drawable):
    """Why a cell (an index) of a `position` is decided, or why it is not; what its kind has not is empty.

    `steps` lead to it, premises first: the proof of what the player decides, or the easiest way to what their
    productions do not see. Then `player` is the weakest on the ladder who goes it, `hardest` the hardest step
    of the easiest way of all, and `miss` what comes nearest of the productions of the player asked about.

    A production of the user's own may use more than the clues: there are no steps where a decided cell does
    not follow from what was visible then. `checked`: whether that was (None: nothing to check);
    `unproven` are the cells of such steps that were past the solver's limits to check, ascending.

    Where layouts differ `safe` and `mine` are the mines of two of them; `closest`: no two that differ there
    differ in fewer cells. `telling` are safe cells near it whose clue, once known, will decide it; None where
    the search for these ended. `risk` is None where it is too wide to count. `player` is the weakest who
    decides the cell later in the game, after clearing others.

    Later in the game the player decides it in the `firing` of this number.

    >>> answer = why(View.parse("01## 01## 01##"), "r2c3")
    >>> answer
    <Answer r2c3: needs clues, a mine, overlap finds it>
    >>> answer.hardest.production.name, answer.explanation.clues, answer.miss.words
    ('overlap', (1, 5, 9), 'one of its two covered neighbours (r1c3, r2c3) is a mine; it does not say which')
    >>> print(*answer.steps[-1].sentences)
    r3c2 needs one mine, and has just one covered neighbour left (r3c3 is safe): r2c3 is a mine.
    >>> answer = why(View.parse("#1#"), "r1c1")
    >>> answer.kind, sorted(answer.safe), sorted(answer.mine), answer.differ, str(answer.risk)
    ('not forced', [2], [0], (0, 2), '1/2')
    """

    position: Position
    cell: Annotated[CellIndex, "the cell that is asked about"]
    kind: Annotated[AnswerKind, "first: the start; seen: cleared in the position; unknown: too hard to tell"]
    verdict: Annotated[Verdict | None, "what the cell is; null: not forced, or not known"] = None
    proof: Proof = NO_PROOF
    checked: Annotated[bool | None, "whether own conclusions were checked; null: none"] = None
    unproven: Annotated[tuple[CellIndex, ...], "cells past the limits to check own conclusions"] = ()
    firing: Annotated[int | None, "later: the firing that decides it; guessed: the guess"] = None
    player: Annotated[Player | None, NAMED, "the weakest who decides it now, or (not forced) later"] = None
    hardest: Annotated[Step | None, "needs ...: the hardest step of the easiest way of all"] = None
    miss: Annotated[Lack | None, "needs ...: what comes nearest to decide it"] = None
    safe: Annotated[frozenset[CellIndex], "not forced: the mines of a layout where it is safe"] = frozenset()
    mine: Annotated[frozenset[CellIndex], "and of one in which it is a mine"] = frozenset()
    risk: Annotated[Fraction | None, "not forced, guessed: the share of layouts in which it is a mine"] = None
    closest: Annotated[bool, "not forced: whether no two such layouts differ in fewer cells"] = False
    telling: Annotated[tuple[CellIndex, ...] | None, "safe cells whose clue decides it; null: not known"] = (
        None
    )

    def __repr__(self) -> str:
        is_it = {"safe": "safe", "mine": "a mine", None: ""}[self.verdict]
        steps = plural(len(self.steps), "step") if self.kind == "decided" else ""
        risk = risked(self.risk) if self.kind == "not forced" else ""
        finder = f"{self.player.name} finds it" if self.player else ""
        later = f"firing {self.firing}" if self.firing else ""
        words = ", ".join(filter(None, (self.kind, is_it, steps, risk, later, finder)))
        return f"<Answer {self.view.graph.name(self.cell)}: {words}>"

    @property
    def view(self) -> View:
        """What the player saw."""
        return self.position.view

    @cached_property
    def explanation(self) -> Explanation | None:
        """The smallest set of clues, and the mine total only if it must be, that forces a cell.

        None where it is not forced, or that cannot be told; and where the player did not see why either.
        """
        seen = self.steps or self.kind in ("needs clues", "needs total")
        return explanation_of(self.position, self.cell) if seen else None

    @property
    def steps(
        self,
    ) -> Annotated[tuple[Step, ...], "decided: the player's; needs ...: those of `player`; in order"]:
        """The steps of the proof."""
        return self.proof.steps

    @property
    def differ(self) -> Annotated[tuple[CellIndex, ...], "where these layouts differ"]:
        """The cells where the two layouts differ, ascending."""
        return tuple(sorted(self.safe ^ self.mine))

    @property
    def height(self) -> Annotated[int, "of the steps: the longest way from the cell to a clue"]:
        """The longest way from a clue to the cell, in steps."""
        return self.proof.height


def why(
    what: Run | View | Position, cell: CellLike, player: PlayerLike = "casual", checked: bool = True
) -> Answer:
    """Why the player of a game decided a cell, or not; or why a player would decide one of a position.

    The `player` and `checked` of a run are its own. Raises `Contradiction` where a position has no layout,
    and `Unsound` where a production of the player's own concludes what some layout refutes, unless it is not
    `checked`.

    >>> from logicsweep.boards.board import Board
    >>> answer = why(play(Board.parse("... ... MM."), "r1c1"), "r3c3")
    >>> answer, answer.height, answer.explanation.clues
    (<Answer r3c3: decided, safe, 2 steps>, 2, (3, 4))
    >>> [step.production.name for step in answer.steps], answer.steps[-1].rests_on
    (['all-mines', 'all-found'], (1,))
    """
    return Why(what, player, checked).answer(cell)


class Why:
    """Answers about one cell after another: what one plays and solves, the next takes over.

    >>> asked = Why(View.parse("1#1#"))
    >>> asked.answer("r1c4").verdict, asked.answer("r1c2").verdict
    ('safe', 'mine')
    """

    def __init__(
        self,
        what: Run | View | Position,
        player: PlayerLike = "casual",
        checked: bool = True,
        onward: bool = True,
    ) -> None:
        """The arguments are as for `why`; `onward`: a game is played on to tell what is decided later."""
        self.player, self.checked, self.onward = player_of(player), checked, onward
        if isinstance(what, Run):
            self.player, self.checked = what.player, what.setup.checked
        self.game = what if isinstance(what, Run) and what.board else None
        self._what = what.position if isinstance(what, Run) else Position.of(what)
        self._ahead = dict[tuple[str, str], tuple[Referee, Run, Steps]]()
        self._ends: dict[Player, Container[int]] = {}

    def answer(self, cell: CellLike) -> Answer:
        """See the function `why`."""
        index = self._what.view.graph.locate(cell)
        if self.game:
            fact = self.game.trace.verdict(index)
            return self._left(self.game, index) if fact is None else self._played(self.game, index, fact)
        if index not in self.view.covered or (self.position.trust_flags and index in self.view.flags):
            seen: Verdict = "mine" if self.view.marks[index] == FLAG else "safe"
            return Answer(self.position, index, "seen", seen)
        return self.decided(index) or self.undecided(index)

    @cached_property
    def position(self) -> Position:
        """What is visible: of a game, in the end."""
        if self.game:
            return Position(self.game.before(len(self.game.trace.firings) + 1))
        return require_layout(self._what)

    @property
    def view(self) -> View:
        """The same as a view."""
        return self.position.view

    def _played(self, game: Run, cell: int, fact: Fact) -> Answer:
        """Of a cell that the player of a game decided, from what was visible before."""
        giver = game.trace.giver.get(fact)
        if giver is None:
            return Answer(Position(game.after), cell, "first", "safe")
        before = Why(game.before(giver.number), self.player, self.checked)
        if isinstance(guess := giver.reason, Guess):
            at = giver.number
            return Answer(before.position, cell, "guessed", "safe", firing=at, risk=guess.risk)
        answer = before.decided(cell)
        if answer is None:  # a production of a user's own may use more than the clues
            unproven = tuple([one for one in game.unproven if one == cell])
            verdict, checked = verdict_of(fact), game.own_checked
            answer = Answer(before.position, cell, "decided", verdict, NO_PROOF, checked, unproven)
        return answer

    def _left(self, game: Run, cell: int) -> Answer:
        """Of a cell that a game left undecided: what it comes to if played on, or what is visible then."""
        # what own productions decide depends on the order in which they fire
        onward = self.onward and (has_own(game.player) or cell in self._decided_by(game.player))
        if onward and (fact := self._longer.trace.verdict(cell)):
            later = self._longer.trace.giver[fact].number
            return Answer(Position(game.after), cell, "later", verdict_of(fact), firing=later)
        answer = self.undecided(cell)
        if self.onward and answer.kind == "not forced":
            able = (one for one in PLAYERS.values() if cell in self._decided_by(one))
            return replace(answer, player=next(able, None))
        return answer

    def decided(self, cell: int) -> Answer | None:
        """The proof of a covered cell; None where the player has none."""
        run, steps = self._run(self.player, cell, "level")
        proof = proof_of(steps, cell)
        if not proof:
            return None
        given = {fact.subject for step in proof.steps for fact in step.firing.given}
        unproven, verdict = tuple(sorted(given.intersection(run.unproven))), proof.steps[-1].verdicts[cell]
        return Answer(self.position, cell, "decided", verdict, proof, run.own_checked, unproven)

    def undecided(self, cell: int) -> Answer:
        """What it would take to decide a covered cell that the player does not decide here."""
        for total in (False, True) if self.view.mines is not None else (False,):
            if verdict := solved(self.position, total).verdict(cell):
                kind: AnswerKind = "needs total" if total else "needs clues"
                nearest = nearest_miss(self._known, cell, verdict, self.player.productions)
                return self._with_way(Answer(self.position, cell, kind, verdict, miss=nearest))
        return self._not_forced(cell)

    def _with_way(self, answer: Answer) -> Answer:
        """The same with how it is found; what takes the mine total only a player decides who knows it.

        The easiest way of all is that of the weakest complete player. Whose productions are the first of
        theirs goes the beginning of it; any other player goes their own way.
        """
        total, cell = answer.kind == "needs total", answer.cell
        able = [player for player in PLAYERS.values() if player.knows_total >= total]
        complete = next((player for player in able if player.complete), None)
        easiest = self._run(complete, cell)[0] if complete else None
        way = proof_of(easiest.steps, cell) if easiest else NO_PROOF
        hardest = max(way.steps, key=lambda step: step.grade, default=None)
        for player in able:
            if easiest and begins(player, easiest):
                proof = way if way and up_to(easiest, player) >= way.steps[-1].number else NO_PROOF
            else:
                proof = proof_of(self._run(player, cell)[1], cell)
            if proof:
                return replace(answer, proof=proof, player=player, hardest=hardest)
        return answer

    def _run(self, player: Player, cell: int, strategy: str = EASIEST) -> tuple[Run, Steps]:
        """A player's run from here, at least up to the cell, and its steps. The next cell's goes on there.

        With productions of one's own it begins anew: what they do on the way to another cell is not asked.
        """
        key = player.name, strategy
        if key not in self._ahead or has_own(player):
            who = stepwise(player) if strategy == EASIEST else player
            referee = Referee(self.position, None, Setup(who, strategy, checked=self.checked))
            begun = referee.run()
            self._ahead[key] = referee, begun, begun.steps
        referee, run, steps = self._ahead[key]
        if not run.trace.verdict(cell):
            further = referee.go(until=deciding(cell))
            if len(further.trace.firings) > len(steps):
                run, steps = further, by_levels(further) if strategy == "level" else further.steps
                self._ahead[key] = referee, run, steps
        return run, steps

    def _not_forced(self, cell: int) -> Answer:
        found = self._lonely if cell in self._given.lonely else self._undecided(cell)
        if found is None:  # neither forced nor shown to be open
            return Answer(self.position, cell, "unknown")
        found = shown = found.traded(cell)
        closest, tells = False, None
        with suppress(TooWide):
            shown, closest = twins_of(self._given, found), True
        with suppress(TooWide):
            tells = telling(self._given, found, shown.differ if closest else ())
        answer = Answer(self.position, cell, "not forced", safe=shown.safe, mine=shown.mine, risk=found.risk)
        return replace(answer, closest=closest, telling=tells)

    def _undecided(self, cell: int) -> Undecided | None:
        with suppress(TooWide):
            return undecided(self.position, cell)
        return None

    @cached_property
    def _lonely(self) -> Undecided | None:
        return self._undecided(min(self._given.lonely))  # cells beside no clue are all alike

    @cached_property
    def _given(self) -> Given:
        return Given.of(self.position, self.position.uses_total(None))

    @cached_property
    def _known(self) -> Knowledge:
        known = Knowledge.of(self.view, self.position.trust_flags)
        list(forward_chain(known, CASUAL))
        return known

    @cached_property
    def _longer(self) -> Run:
        game = self.game
        assert game
        return play(game.what, game.start, game.setup)

    def _decided_by(self, player: Player) -> Container[int]:
        game, levels = self.game, levels_of(player.productions)
        assert game and game.board and game.start is not None
        if player not in self._ends and levels:
            quick = QuickGame(untouched(game.board), game.start, levels)
            quick.play()
            self._ends[player] = {*quick.trail}
        elif player not in self._ends:
            setup = Setup(player, checked=game.setup.checked)
            self._ends[player] = {*play(game.board, game.start, setup).decided}
        return self._ends[player]


def nearest_miss(
    known: Knowledge, cell: int, verdict: Verdict, productions: Iterable[Production]
) -> Lack | None:
    """The production beside a cell that lacks least, by what is known, to decide it so; None where none does.

    >>> found = nearest_miss(Knowledge.of(View.parse("#1#")), 0, "safe", player_of("casual").productions)
    >>> found.production, found.site, found.short
    ('all-found', 1, 1)
    """
    near = misses(known, productions, sorted((cell, *known.neighbours[cell])))
    return next((miss for miss in near if Fact(verdict, cell) in miss.given), None)


@dataclass(frozen=True)
class RefutedCell:
    """What was visible, a cell (an index) and the `refutation` of the opposite of what it is.

    Where there is none, `nothing` says why: the cell is cleared; or it is not forced, or not known to be
    within the solver's limits; or it is forced, and no refutation was found within the budget. `before` is
    the firing that decides the cell in a game; None in a position, and for a cell that no firing decides.
    """

    view: View
    cell: int
    refutation: Refutation | None
    nothing: Literal["cleared", "not forced", "unknown", "budget"] | None = None
    before: int | None = None


def opposite(what: Run | View | Position, cell: CellLike) -> RefutedCell:
    """The refutation of a cell's opposite: in a position, or from what the player of a run knew before it.

    The mines that the player had found by then count as known; the flags of a position are claims, unless it
    trusts them.

    >>> from logicsweep import Board
    >>> found = opposite(play(Board.parse("... ... MM."), "r1c1"), "r3c3")
    >>> found.before, found.view.drawing.splitlines(), found.refutation
    (4, ['000', '221', 'FF#'], <Refutation of 8 as a mine: 1 case, 0 steps>)
    >>> opposite(View.parse("#1#"), "r1c1").nothing
    'not forced'
    """
    before = None
    if isinstance(what, Run):
        fact = what.trace.verdict(cell)
        if giver := what.trace.giver.get(fact) if fact else None:
            before = giver.number
        seen = what.before(before, flags=True) if before else what.known
        position = Position(seen, trust_flags=True)
    else:
        position = Position.of(what)
    view = position.view
    index = view.graph.locate(cell)
    if index not in view.covered:
        return RefutedCell(view, index, None, "cleared")
    if refutation := refute(position, index):
        return RefutedCell(view, index, refutation, None, before)
    found = solved(position)
    if found.verdict(index):
        return RefutedCell(view, index, None, "budget", before)
    unknown = any(index in one.undecided for one in found.missing)
    return RefutedCell(view, index, None, "unknown" if unknown else "not forced", before)
