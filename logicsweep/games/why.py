"""Why a cell is decided, and why another is not: for a game that was played, or for a position.

A decided cell has a proof: the player's firings as a tree whose leaves are clues, each with its reasons in
numbers; and the smallest set of clues that forces it. For an undecided one there is one of five answers: the
player finds it later; the clues force it, but the player's productions do not see it, then the easiest way to
it is told; it takes the mine total; layouts differ there; or it is beyond the solver's limits to tell.
"""

from __future__ import annotations

from collections.abc import Container
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellLike
from logicsweep.closures.spread import untouched
from logicsweep.csp.clash import require_layout
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.errors import TooWide, of_kind
from logicsweep.games.answers import (
    Answer,
    ClearedFirst,
    Decided,
    Later,
    NeedsClues,
    NeedsTotal,
    NotForced,
    Proof,
    Seen,
    Unknown,
)
from logicsweep.games.game import Referee, Run, play
from logicsweep.games.path import begins, deciding, up_to, walking
from logicsweep.games.players import PLAYERS, Player, PlayerLike, has_own, player_of
from logicsweep.games.proofs import Prover, way_to
from logicsweep.games.traceless import Traceless, levels_of
from logicsweep.reasons.explanation import Explainer
from logicsweep.reasons.given import Given
from logicsweep.reasons.twins import telling, twins_of
from logicsweep.reasons.witness import Undecided, undecided
from logicsweep.rules.casual import CASUAL
from logicsweep.rules.engine import Fact, Miss, forward_chain, misses
from logicsweep.rules.knowledge import Knowledge, verdict_of
from logicsweep.rules.trace import Trace

if TYPE_CHECKING:
    from logicsweep.rules.own import Checker


def why_in_game(game: Run, cell: CellLike) -> Answer:
    """Why the player of a game decided a cell, or why not.

    >>> from logicsweep.boards.board import Board
    >>> game = play(Board.parse('... ... MM.'), 0)
    >>> answer = why_in_game(game, "r3c3")
    >>> answer.kind, answer.verdict, answer.proof.height, answer.explanation.clues
    ('decided', 'safe', 2, (3, 4))
    """
    index = of_kind("game", game, Run).graph.locate(cell)
    verdict = game.trace.verdict(index)
    if verdict is None:
        return WhyLeft(game).answer(index)
    giver = game.trace.giver.get(verdict)
    if giver is None:
        return ClearedFirst(game.after, index)
    before = game.before(giver.number)
    answer = WhyIn(before, game.player, game.checked).decided(index)
    # A production of a user's own may use more than the clues: then there is no proof from clues alone.
    checked = game.checked if has_own(game.player) else None
    unproven = tuple([one for one in game.unproven if one == index])
    return answer or Decided(before, index, _verdict(verdict), None, None, checked, unproven)


def why_in_position(
    view: View | Position, cell: CellLike, player: PlayerLike = "casual", checked: bool = True
) -> Answer:
    """Why a player would decide a cell of a position without clearing another, or why not.

    Raises `Contradiction` where the position has no layout, and `Unsound` where a production of the
    player's own concludes what some layout refutes, unless it is not `checked`.

    >>> why_in_position(View.parse("1#1#"), "r1c4").verdict
    'safe'
    """
    return WhyIn(view, player, checked).answer(cell)


def _verdict(fact: Fact) -> Verdict:
    return "mine" if fact.attribute == "mine" else "safe"


class WhyIn:
    """Why a player would decide cells of a position: what one answer finds out, the next takes over.

    >>> asked = WhyIn(View.parse("1#1#"))
    >>> asked.answer("r1c4").verdict, asked.answer("r1c2").verdict
    ('safe', 'mine')
    """

    def __init__(self, view: View | Position, player: PlayerLike = "casual", checked: bool = True) -> None:
        """The arguments are as for `why_in_position`."""
        self.position, self.player, self.checked = (
            require_layout(Position.of(view)),
            player_of(player),
            checked,
        )
        self.view = self.position.view
        self._explainer, self._ahead = Explainer(self.position), dict[str, tuple[Referee, Run]]()

    def answer(self, cell: CellLike) -> Answer:
        """See the function `why_in_position`."""
        index = self.view.graph.locate(cell)
        if index not in self.view.covered or (self.position.trust_flags and index in self.view.flags):
            return Seen(self.view, index)
        return self.decided(index) or self.undecided(index)

    def decided(self, cell: int) -> Decided | None:
        """The proof of a covered cell, and the smallest set of clues that forces it; None without a proof."""
        own = has_own(self.player) and self.checked
        checker = Referee(self.position, player=self.player).checker if own else None
        prover = self._new_prover(checker) if has_own(self.player) else self._prover
        proof = prover.proof(cell)
        if proof is None:
            return None
        given = [verdict_of(fact) for fact in proof.firing.given if fact.subject == cell]
        verdict = next(verdict for verdict in given if verdict)
        steps = {fact.subject for step in proof.steps() for fact in step.firing.given}
        unproven = tuple(sorted(steps.intersection(checker.unproven))) if checker else ()
        told = self.checked if has_own(self.player) else None
        return Decided(self.view, cell, verdict, proof, self._explainer.explain(cell), told, unproven)

    def undecided(self, cell: int) -> NeedsClues | NeedsTotal | NotForced | Unknown:
        """What it would take to decide a covered cell that the player does not decide here."""
        explanation = self._explainer.explain(cell)
        if explanation is None:
            return self._not_forced(cell)
        verdict = explanation.verdict
        player, way, hardest, at_once = self._found(cell, explanation.total)
        miss = _nearest(self._known, cell, verdict, self.player)
        kind = NeedsTotal if explanation.total else NeedsClues
        return kind(self.view, cell, verdict, explanation, player, miss, way, hardest, at_once)

    def _found(self, cell: int, total: bool) -> _Found:
        """How a forced cell is found; what takes the mine total only a player decides who knows it.

        The easiest way of all is that of the weakest complete player. Whose productions are the first of
        theirs goes the beginning of it; any other player goes their own way.
        """
        able = [player for player in PLAYERS.values() if player.knows_total >= total]
        complete = next((player for player in able if player.complete), None)
        easiest = self._path(complete, cell) if complete else None
        way = way_to(easiest, cell) if easiest else None
        hardest, at_once = None, None
        if easiest and way:
            hardest = way.hardest
            at_once = easiest.player.production(hardest.firing.production).rows
        for player in able:
            if easiest and begins(player, easiest.player):
                found = way if way and up_to(easiest, player) >= way.firing.number else None
            else:
                found = way_to(self._path(player, cell), cell)
            if found:
                return _Found(player, found, hardest, at_once)
        return _Found()

    def _path(self, player: Player, cell: int) -> Run:
        """A player's path from here, at least up to the cell. The next cell's goes on where it ends.

        With productions of one's own it begins anew: what they do on the way to another cell is not asked.
        """
        if player.name not in self._ahead or has_own(player):
            referee = walking(self.position, player=player, checked=self.checked)
            self._ahead[player.name] = referee, referee.run()
        referee, run = self._ahead[player.name]
        if not run.trace.verdict(cell):
            run = referee.go(until=deciding(cell))
            self._ahead[player.name] = referee, run
        return run

    def _not_forced(self, cell: int) -> NotForced | Unknown:
        found = self._lonely if cell in self._given.lonely else self._undecided(cell)
        if found is None:  # neither forced nor shown to be open
            return Unknown(self.view, cell)
        found = found.traded(cell)
        safe, mine, closest, told = found.safe, found.mine, False, None
        with suppress(TooWide):
            _, safe, mine, _ = twins_of(self._given, cell, found.safe)
            closest = True
        with suppress(TooWide):
            told = telling(self._given, cell, found.safe)
        return NotForced(self.view, cell, safe, mine, found.risk, closest, told)

    def _undecided(self, cell: int) -> Undecided | None:
        with suppress(TooWide):
            return undecided(self.position, cell)
        return None

    @cached_property
    def _lonely(self) -> Undecided | None:
        """The same for the first of the cells beside no clue, which are all alike."""
        return self._undecided(min(self._given.lonely))

    @cached_property
    def _given(self) -> Given:
        return Given.of(self.position, self.position.uses_total(None))

    @cached_property
    def _prover(self) -> Prover:
        return self._new_prover()

    def _new_prover(self, checker: Checker | None = None) -> Prover:
        return Prover(self.view, self.player, self.position.trust_flags, checker)

    @cached_property
    def _known(self) -> Knowledge:
        return _known_casually(self.view, self.position.trust_flags)


class _Found(NamedTuple):
    """The weakest player who decides a cell, and how; the hardest step of the easiest way, its clues."""

    player: Player | None = None
    way: Proof | None = None
    hardest: Proof | None = None
    at_once: int | None = None


class WhyLeft:
    """Why a game left cells undecided: what one answer plays and solves, the next takes over.

    >>> from logicsweep.boards.board import Board
    >>> WhyLeft(play(Board.parse("... ... MM."), "r1c1", limit=2)).answer(8).kind
    'later'
    """

    def __init__(self, game: Run, onward: bool = True) -> None:
        """`onward`: play on where it is asked for, to tell what is decided later."""
        self.game, self.onward = of_kind("game", game, Run), onward
        self._ends: dict[Player, Container[int]] = {}

    def answer(self, cell: int) -> Answer:
        """What the game comes to if it is played on, or what its last view says of an undecided cell."""
        game = self.game
        # what own productions decide depends on the order in which they fire
        onward = self.onward and (has_own(game.player) or cell in self._decided_by(game.player))
        if onward and (fact := self._longer.verdict(cell)):
            return Later(game.after, cell, _verdict(fact), self._longer.giver[fact].number)
        answer = self._here.undecided(cell)
        if self.onward and isinstance(answer, NotForced):
            return replace(answer, later=self._weakest_later(cell))
        return answer

    @cached_property
    def _longer(self) -> Trace:
        game = self.game
        return play(game.what, game.start, game.player, game.strategy, game.seed, checked=game.checked).trace

    @cached_property
    def _here(self) -> WhyIn:
        game = self.game
        return WhyIn(game.before(len(game.trace.firings) + 1), game.player, game.checked)

    def _weakest_later(self, cell: int) -> Player | None:
        """The weakest player on the ladder who decides a cell after clearing others, if any."""
        return next((one for one in PLAYERS.values() if cell in self._decided_by(one)), None)

    def _decided_by(self, player: Player) -> Container[int]:
        """The cells that a player decides in a whole game from this start."""
        if player not in self._ends:
            self._ends[player] = _decided_in(self.game, player)
        return self._ends[player]


def _decided_in(game: Run, player: Player) -> Container[int]:
    levels = levels_of(player.productions)
    if levels is None or game.board is None or game.start is None:
        return {*play(game.what, game.start, player, checked=game.checked).decided}
    traceless = Traceless(untouched(game.board), game.start, levels)
    traceless.play()
    return {*traceless.trail}


def _known_casually(view: View, trust_flags: bool) -> Knowledge:
    knowledge = Knowledge.of(view, trust_flags)
    list(forward_chain(knowledge, CASUAL))
    return knowledge


def _nearest(known: Knowledge, cell: int, verdict: str, player: Player) -> Miss | None:
    near = misses(known, player.productions, sorted((cell, *known.neighbours[cell])))
    return next((miss for miss in near if Fact(verdict, cell) in miss.given), None)
