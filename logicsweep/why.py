"""Why a cell is decided, and why another is not: for a game that was played, or for a position.

A decided cell has a proof: the player's firings as a tree whose leaves are clues, each with its reasons in
numbers; and the smallest set of clues that forces it. For an undecided one there is one of five answers: the
player finds it later; the clues force it, but the player's productions do not see it, then the easiest way to
it is told; it takes the mine total; layouts differ there; or it is beyond the solver's limits to tell.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from logicsweep.answers import (
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
from logicsweep.arguments import of_kind
from logicsweep.board import View
from logicsweep.cells import CellLike
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.deduction import checker_from
from logicsweep.errors import TooWide
from logicsweep.game import Game, play
from logicsweep.paths import EASIEST, begins, deciding, path, path_from
from logicsweep.players import PLAYERS, Player, PlayerLike, has_own, player_of
from logicsweep.proofs import prove, way_to
from logicsweep.reasons.explanation import Explainer
from logicsweep.reasons.solved import require_layout
from logicsweep.reasons.twins import telling_cells, twin_layouts
from logicsweep.reasons.witness import undecided
from logicsweep.rules.casual import CASUAL
from logicsweep.rules.engine import Fact, Miss, forward_chain, misses
from logicsweep.rules.knowledge import Knowledge, verdict_of
from logicsweep.rules.trace import Trace


def why_in_game(game: Game, cell: CellLike) -> Answer:
    """Why the player of a game decided a cell, or why not.

    >>> from logicsweep.board import Board
    >>> game = play(Board.parse('... ... MM.'), 0)
    >>> answer = why_in_game(game, "r3c3")
    >>> answer.kind, answer.verdict, answer.proof.height, answer.explanation.clues
    ('decided', 'safe', 2, (3, 4))
    """
    index = of_kind("game", game, Game).board.graph.locate(cell)
    verdict = game.trace.verdict(index)
    if verdict is None:
        return WhyLeft(game).answer(index)
    giver = game.trace.giver.get(verdict)
    if giver is None:
        return ClearedFirst(game.view, index)
    before = game.before(giver.number)
    answer = _decided(Position(before), index, game.player, game.checked)
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
    position = Position.of(view)
    index = position.view.graph.locate(cell)
    require_layout(position)
    if index not in position.view.covered:
        return Seen(position.view, index)
    who = player_of(player)
    answer = _decided(position, index, who, checked)
    return _undecided(position, index, who, checked) if answer is None else answer


def _verdict(fact: Fact) -> Verdict:
    return "mine" if fact.attribute == "mine" else "safe"


def _decided(position: Position, cell: int, player: Player, checked: bool) -> Decided | None:
    checker = checker_from(position, player) if checked else None
    proof = prove(position.view, cell, player, position.trust_flags, checker)
    if proof is None:
        return None
    given = [verdict_of(fact) for fact in proof.firing.given if fact.subject == cell]
    verdict = next(verdict for verdict in given if verdict)
    steps = {fact.subject for step in proof.steps() for fact in step.firing.given}
    unproven = tuple(sorted(steps.intersection(checker.unproven))) if checker else ()
    explanation = Explainer(position).explain(cell)
    told = checked if has_own(player) else None
    return Decided(position.view, cell, verdict, proof, explanation, told, unproven)


class WhyLeft:
    """Why a game left cells undecided: what one answer plays and solves, the next takes over.

    >>> from logicsweep.board import Board
    >>> WhyLeft(play(Board.parse("... ... MM."), "r1c1", limit=2)).answer(8).kind
    'later'
    """

    def __init__(self, game: Game, onward: bool = True) -> None:
        """`onward`: play on where it is asked for, to tell what is decided later."""
        self.game, self.onward = of_kind("game", game, Game), onward
        self._played: dict[str, Trace] = {}

    def answer(self, cell: int) -> Answer:
        """What the game comes to if it is played on, or what its last view says of an undecided cell."""
        game = self.game
        if self.onward and (fact := self._longer.verdict(cell)):
            return Later(game.view, cell, _verdict(fact), self._longer.giver[fact].number)
        answer = _undecided(self._position, cell, game.player, game.checked)
        if self.onward and isinstance(answer, NotForced):
            return replace(answer, later=self._weakest_later(cell))
        return answer

    @cached_property
    def _longer(self) -> Trace:
        game = self.game
        if game.strategy == EASIEST:
            return path(game.board, game.start, game.player, checked=game.checked).run.trace
        return play(game.board, game.start, game.player, game.strategy, game.seed, checked=game.checked).trace

    @cached_property
    def _position(self) -> Position:
        return Position(self.game.board.view(self.game.cleared))

    def _weakest_later(self, cell: int) -> Player | None:
        """The weakest player on the ladder who decides a cell after clearing others, if any."""
        return next((one for one in PLAYERS.values() if self._trace(one).verdict(cell)), None)

    def _trace(self, player: Player) -> Trace:
        if player.name not in self._played:
            game = play(self.game.board, self.game.start, player, checked=self.game.checked)
            self._played[player.name] = game.trace
        return self._played[player.name]


def _undecided(
    position: Position, cell: int, who: Player, checked: bool
) -> NeedsClues | NeedsTotal | NotForced | Unknown:
    explanation = Explainer(position).explain(cell)
    if explanation is None:
        return _not_forced(position, cell)
    view, verdict = position.view, explanation.verdict
    player, way, hardest, at_once = _found(position, cell, explanation.total, checked)
    miss = near_miss(view, cell, verdict, who, position.trust_flags)
    kind = NeedsTotal if explanation.total else NeedsClues
    return kind(view, cell, verdict, explanation, player, miss, way, hardest, at_once)


class _Found(NamedTuple):
    """The weakest player who decides a cell, and how; the hardest step of the easiest way, its clues."""

    player: Player | None = None
    way: Proof | None = None
    hardest: Proof | None = None
    at_once: int | None = None


def _found(position: Position, cell: int, total: bool, checked: bool) -> _Found:
    """How a forced cell is found; what takes the mine total only a player decides who knows it.

    The easiest way of all is that of the weakest complete player. Whose productions are the first of theirs
    goes the beginning of it; any other player goes their own way.
    """
    able = [player for player in PLAYERS.values() if player.knows_total >= total]
    complete = next((player for player in able if player.complete), None)
    easiest = path_from(position, complete, checked=checked, until=deciding(cell)) if complete else None
    way = way_to(easiest, cell) if easiest else None
    hardest, at_once = None, None
    if easiest and way:
        hardest = way.hardest
        at_once = easiest.run.player.production(hardest.firing.production).rows
    for player in able:
        if easiest and begins(player, easiest.run.player):
            found = way if easiest.up_to(player) == len(easiest.steps) else None
        else:
            found = way_to(path_from(position, player, checked=checked, until=deciding(cell)), cell)
        if found:
            return _Found(player, found, hardest, at_once)
    return _Found()


def _not_forced(position: Position, cell: int) -> NotForced | Unknown:
    try:
        found = undecided(position, cell)
    except TooWide:
        found = None
    if found is None:  # neither forced nor shown to be open
        return Unknown(position.view, cell)
    safe, mine, closest = found.safe, found.mine, False
    with suppress(TooWide):
        if twins := twin_layouts(position, cell):
            safe, mine, closest = twins.safe, twins.mine, True
    telling = None
    with suppress(TooWide):
        telling = telling_cells(position, cell)
    return NotForced(position.view, cell, safe, mine, found.risk, closest, telling)


def near_miss(
    view: View, cell: int, verdict: str, player: PlayerLike = "casual", trust_flags: bool = False
) -> Miss | None:
    """The player's production beside a cell that lacks least to decide it, once the casual ones are done."""
    knowledge = Knowledge.of(view, trust_flags)
    list(forward_chain(knowledge, CASUAL))
    near = misses(knowledge, player_of(player).productions, sorted((cell, *view.graph.neighbours[cell])))
    return next((miss for miss in near if Fact(verdict, cell) in miss.given), None)
