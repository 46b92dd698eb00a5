"""Why a cell is decided, and why another is not: for a game that was played, or for a position.

A decided cell has a proof: the player's firings as a tree of least height whose leaves are clues, and
the smallest set of clues that forces it. For an undecided one there is one of four answers: the player
finds it later; the clues force it, but his productions do not see it; it takes the mine total; or
layouts differ there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from logicsweep.board import View
from logicsweep.errors import TooWide
from logicsweep.game import Game, play, unsound
from logicsweep.players import PLAYERS, Player, productions_of
from logicsweep.reasons.check import undecided
from logicsweep.reasons.explanation import Explainer, Explanation
from logicsweep.rules.casual import CASUAL
from logicsweep.rules.engine import Fact, Firing, Miss, forward_chain, misses
from logicsweep.rules.entailed import COUNTED, ENTAILED
from logicsweep.rules.knowledge import Knowledge

_SOLVERS = (ENTAILED.name, COUNTED.name)
Kind = Literal["first", "seen", "decided", "later", "needs clues", "needs total", "not forced", "unknown"]


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


@dataclass(frozen=True)
class Answer:
    """Why, or why not. `view` is what the player saw; which other fields are there depends on `kind`.

    first: the cell was cleared first. seen: it is cleared in the position. decided: `verdict`, `proof`,
    `explanation`. later: `verdict` and `firing`, the number of the firing that would decide it. needs
    clues, needs total: `verdict`, `explanation`, `player` (the weakest on the ladder that decides it on
    this view) and `miss`. not forced: `layouts`, the mines of one layout without and one with a mine
    there, and `risk` (None where it is too wide to count); `player` is then the weakest who decides the
    cell later in the game, if any. unknown: it was past the solver's limits to tell.
    """

    cell: int
    kind: Kind
    view: View
    verdict: str | None = None
    proof: Proof | None = None
    explanation: Explanation | None = None
    firing: int | None = None
    player: str | None = None
    miss: Miss | None = None
    layouts: tuple[frozenset[int], frozenset[int]] | None = None
    risk: Fraction | None = None


def why_in_game(game: Game, cell: int) -> Answer:
    """Why the player of a game decided a cell, or why not.

    >>> from logicsweep.board import Board
    >>> game = play(Board.parse('... ... MM.'), 0)
    >>> answer = why_in_game(game, 8)
    >>> answer.verdict, answer.proof.height, answer.explanation.clues
    ('safe', 2, (3, 4))
    """
    verdict = game.trace.verdict(game.board.graph.require(cell))
    if verdict is None:
        longer = play(game.board, game.start, game.player, game.strategy, game.seed)
        later = longer.trace.verdict(cell)
        if later is not None:
            number = longer.trace.giver[later].number
            return Answer(cell, "later", game.view, _word(later), firing=number)
        answer = _undecided(game.board.view(game.cleared), cell, game.player)
        return _with_later_player(answer, game) if answer.kind == "not forced" else answer
    giver = game.trace.giver.get(verdict)
    if giver is None:
        return Answer(cell, "first", game.view, "safe")
    before = view_before(game, giver.number)
    # A production that looks past the clues, as one of a user's own may, has no proof on them.
    return _decided(before, cell, game.player) or Answer(cell, "decided", before, _word(verdict))


def why_in_position(view: View, cell: int, player: Player = "casual") -> Answer:
    """Why a player would decide a cell of a position without clearing another, or why not."""
    if view.graph.require(cell) not in view.covered:
        return Answer(cell, "seen", view, "safe")
    answer = _decided(view, cell, player)
    if answer is None:
        return _undecided(view, cell, player)
    _require_sound(answer)
    return answer


def _require_sound(answer: Answer) -> None:
    """Where no board refutes a conclusion, the layouts do: raise Unsound when one of them differs."""
    found = answer.explanation
    differs = (
        _not_forced(answer.view, answer.cell).layouts is not None
        if found is None
        else (found.verdict != answer.verdict)
    )
    if differs and answer.proof:
        firing = answer.proof.firing
        fact = next(fact for fact in firing.given if fact.subject == answer.cell)
        raise unsound(answer.view.graph, firing, fact, "in some layout it is")


def view_before(game: Game, firing: int, flags: bool = False) -> View:
    """What the player of a game saw before a firing; his flags only where asked for."""
    before = [fact for f in game.trace.firings[: firing - 1] for fact in f.given]
    cleared = [fact.subject for fact in before if fact.attribute == "safe"]
    flagged = [fact.subject for fact in before if flags and fact.attribute == "mine"]
    return game.board.view([game.start, *cleared], flagged)


def prove(view: View, cell: int, player: Player) -> Proof | None:
    """The firings that lead from a view's clues to a cell, as a tree of least height; None without one."""
    knowledge = Knowledge.of(view)
    givers: dict[Fact, Firing] = {}
    for firing in forward_chain(knowledge, productions_of(player), "level"):
        givers.update(dict.fromkeys(firing.given, firing))
        if any(fact.subject == cell for fact in firing.given):
            return _tree(firing, givers)
    return None


def _tree(last: Firing, givers: dict[Fact, Firing]) -> Proof:
    """The proof that ends in a firing; firings that several others use are shared."""
    below: dict[int, list[Firing]] = {}
    todo = [last]
    for firing in todo:
        if firing.number not in below:
            # A solver's firing has its explanation, which needs the clues alone.
            used = () if firing.production in _SOLVERS else firing.used
            below[firing.number] = list(dict.fromkeys(givers[fact] for fact in used if fact in givers))
            todo.extend(below[firing.number])
    proofs: dict[int, Proof] = {}
    for firing in sorted(set(todo), key=lambda firing: firing.number):
        premises = tuple([proofs[one.number] for one in below[firing.number]])
        height = 1 + max([proof.height for proof in premises], default=0)
        proofs[firing.number] = Proof(firing, premises, height)
    return proofs[last.number]


def _word(fact: Fact) -> str:
    return "mine" if fact.attribute == "mine" else "safe"


def _decided(view: View, cell: int, player: Player) -> Answer | None:
    proof = prove(view, cell, player)
    if proof is None:
        return None
    verdict = next(_word(fact) for fact in proof.firing.given if fact.subject == cell)
    return Answer(cell, "decided", view, verdict, proof, Explainer(view).explain(cell))


def _undecided(view: View, cell: int, who: Player) -> Answer:
    explanation = Explainer(view).explain(cell)
    if explanation is None:
        return _not_forced(view, cell)
    kind: Kind = "needs total" if explanation.total else "needs clues"
    player = next((name for name in PLAYERS if prove(view, cell, name)), None)
    miss = near_miss(view, cell, explanation.verdict, who)
    return Answer(cell, kind, view, explanation.verdict, None, explanation, player=player, miss=miss)


def _not_forced(view: View, cell: int) -> Answer:
    try:
        found = undecided(view, cell)
    except TooWide:
        found = None
    if found is None:  # neither forced nor shown to be open
        return Answer(cell, "unknown", view)
    return Answer(cell, "not forced", view, layouts=(found.safe, found.mine), risk=found.risk)


def _with_later_player(answer: Answer, game: Game) -> Answer:
    """The weakest player on the ladder who decides the cell after clearing others, if any."""
    for name in PLAYERS:
        if play(game.board, game.start, name).trace.verdict(answer.cell):
            return replace(answer, player=name)
    return answer


def near_miss(view: View, cell: int, verdict: str, player: Player = "casual") -> Miss | None:
    """The player's production beside a cell that lacks least to decide it, once the casual ones are done."""
    knowledge = Knowledge.of(view)
    list(forward_chain(knowledge, CASUAL))
    near = misses(knowledge, productions_of(player), sorted((cell, *view.graph.neighbours[cell])))
    return next((miss for miss in near if Fact(verdict, cell) in miss.given), None)
