"""Why a cell is decided, and why another is not: for a game that was played, or for a position.

A decided cell has a proof: the player's firings as a tree of least height whose leaves are clues, and
the smallest set of clues that forces it. For an undecided one there is one of five answers: the player
finds it later; the clues force it, but the player's productions do not see it; it takes the mine total;
layouts differ there; or it is beyond the solver's limits to tell.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

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
    proof_of,
)
from logicsweep.arguments import of_kind
from logicsweep.board import View
from logicsweep.cells import CellLike
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.errors import TooWide
from logicsweep.game import Game, play
from logicsweep.pace import paced
from logicsweep.players import PLAYERS, Player, PlayerLike, has_own, player_of
from logicsweep.reasons.explanation import Explainer, Explanation
from logicsweep.reasons.solved import require_layout
from logicsweep.reasons.twins import telling_cells, twin_layouts
from logicsweep.reasons.witness import undecided
from logicsweep.rules.casual import CASUAL
from logicsweep.rules.engine import Fact, Firing, Miss, Production, forward_chain, misses
from logicsweep.rules.entailed import seen
from logicsweep.rules.knowledge import Knowledge, verdict_of
from logicsweep.rules.overlap import OVERLAP

if TYPE_CHECKING:
    from logicsweep.rules.checked import Checker


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
        return _not_decided(game, index)
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


def prove(
    view: View, cell: int, player: PlayerLike, trust_flags: bool = False, checker: Checker | None = None
) -> Proof | None:
    """The firings that lead from a view's clues to a cell, as a tree of least height; None without one.

    A `checker` checks each of them, also those that lead elsewhere.
    """
    knowledge, who = Knowledge.of(view, trust_flags), player_of(player)
    givers: dict[Fact, Firing] = {}
    for firing in paced(forward_chain(knowledge, who.productions, "level"), "firings"):
        if checker:
            checker.conclude(firing)
        givers.update(dict.fromkeys(firing.given, firing))
        if any(fact.subject == cell and verdict_of(fact) for fact in firing.given):
            return _tree(firing, givers, who)
    return None


def _tree(last: Firing, givers: dict[Fact, Firing], player: Player) -> Proof:
    """The proof that ends in a firing; firings that several others use are shared."""
    whole = {production.name for production in player.productions if production.everywhere}
    below: dict[int, list[int]] = {}
    todo = [last]
    for firing in todo:
        if firing.number not in below:
            # A firing that looked at the whole board has its explanation, which needs the clues alone.
            used = () if firing.production in whole else firing.used
            premises = dict.fromkeys(givers[fact] for fact in used if fact in givers)
            below[firing.number] = [one.number for one in premises]
            todo.extend(premises)
    steps = {firing.number: firing for firing in todo}
    return proof_of((steps[number], below[number]) for number in sorted(steps))


def _verdict(fact: Fact) -> Verdict:
    return "mine" if fact.attribute == "mine" else "safe"


def _decided(position: Position, cell: int, player: Player, checked: bool) -> Decided | None:
    checker = _checker(position, player) if checked else None
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


def _not_decided(game: Game, cell: int) -> Answer:
    """What a game that left a cell undecided comes to if it is played on, or what its last view says."""
    longer = play(game.board, game.start, game.player, game.strategy, game.seed, checked=game.checked)
    fact = longer.trace.verdict(cell)
    if fact is not None:
        return Later(game.view, cell, _verdict(fact), longer.trace.giver[fact].number)
    answer = _undecided(Position(game.board.view(game.cleared)), cell, game.player, game.checked)
    if isinstance(answer, NotForced):
        return replace(answer, later=_weakest_later(game, cell))
    return answer


def _undecided(
    position: Position, cell: int, who: Player, checked: bool
) -> NeedsClues | NeedsTotal | NotForced | Unknown:
    explanation = Explainer(position).explain(cell)
    if explanation is None:
        return _not_forced(position, cell)
    view, verdict = position.view, explanation.verdict
    player, proof = _weakest(position, explanation, checked)
    by, last = _hardest_and_last(player, proof)
    miss = near_miss(view, cell, verdict, who, position.trust_flags)
    if explanation.total:
        return NeedsTotal(view, cell, verdict, explanation, player, by, miss, last)
    at_once = by.rows if proof and by and by.rows else _rows(position, cell)
    return NeedsClues(view, cell, verdict, explanation, player, by, miss, last, at_once)


def _hardest_and_last(
    player: Player | None, proof: Proof | None
) -> tuple[Production | None, Production | None]:
    """The production of most effort in a player's proof, and the last one; without a proof the dearest."""
    if player is None or proof is None:
        return (player.dearest, player.dearest) if player else (None, None)
    used = {step.firing.production for step in proof.steps()}
    ways = [one for one in player.productions if one.name in used]
    hardest = max(reversed(ways), key=lambda one: -one.salience)
    return hardest, player.production(proof.firing.production)


def _rows(position: Position, cell: int) -> int | None:
    """The least number of clues that must be taken together on the way to a cell; None if not known.

    What so many clues find is taken for known before more are tried.
    """
    from logicsweep.reasons.balance import Balancer  # which most answers do without

    knowledge = Knowledge.of(position.view, position.trust_flags)
    rows = max([one.rows or 0 for one in _FEW_ROWS])
    while True:
        for firing in forward_chain(knowledge, _FEW_ROWS):
            if any(fact.subject == cell for fact in firing.given):
                return rows
        balancer = Balancer(Position(seen(knowledge), trust_flags=True))
        found = [balancer.find(one) for one in balancer.forced]
        few = sorted([one for one in found if one], key=lambda one: one.rows)
        if not few:
            return None
        rows = max(rows, few[0].rows)
        for balance in few:
            if balance.rows <= rows:
                if balance.verdict(cell):
                    return rows
                for verdict, cells in (("safe", balance.safe), ("mine", balance.mines)):
                    for one in cells:
                        knowledge.add(Fact(verdict, one))


_FEW_ROWS = (*CASUAL, OVERLAP)


def _weakest(
    position: Position, explanation: Explanation, checked: bool
) -> tuple[Player, Proof | None] | tuple[None, None]:
    """The weakest player on the ladder who decides a forced cell on a view, and how.

    What takes the mine total is decided only by a player who knows it. A complete player decides all that
    follows from what they know by the production of most effort, so it need not be tried.
    """
    for player in PLAYERS.values():
        if player.knows_total < explanation.total:
            continue
        if player.complete:
            return player, None
        checker = _checker(position, player) if checked else None
        if proof := prove(position.view, explanation.cell, player, position.trust_flags, checker):
            return player, proof
    return None, None


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


def _weakest_later(game: Game, cell: int) -> Player | None:
    """The weakest player on the ladder who decides a cell after clearing others, if any."""
    for player in PLAYERS.values():
        if play(game.board, game.start, player, checked=game.checked).trace.verdict(cell):
            return player
    return None


def near_miss(
    view: View, cell: int, verdict: str, player: PlayerLike = "casual", trust_flags: bool = False
) -> Miss | None:
    """The player's production beside a cell that lacks least to decide it, once the casual ones are done."""
    knowledge = Knowledge.of(view, trust_flags)
    list(forward_chain(knowledge, CASUAL))
    near = misses(knowledge, player_of(player).productions, sorted((cell, *view.graph.neighbours[cell])))
    return next((miss for miss in near if Fact(verdict, cell) in miss.given), None)


def _checker(position: Position, player: Player) -> Checker | None:
    """What checks a player with productions of their own; None for any other."""
    if not has_own(player):
        return None
    from logicsweep.deduction import checker_from

    return checker_from(position, player)
