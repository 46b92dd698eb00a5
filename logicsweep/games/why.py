"""Why a cell is decided or not, in a game that was played or in a position.

A decided cell has a proof: the player's steps from clues to the cell, each with its reasons in numbers. It
also has the smallest set of clues that forces it.

An undecided cell has one of these answers:

- The player finds it later.
- The clues force it, with the mine total if needed, but the player's productions do not see it. The answer
  shows the easiest way.
- Layouts differ there.
- The solver's limits leave it unknown.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from logicsweep.boards.board import FLAG, SAFE, View
from logicsweep.boards.cells import CellLike, find_reached
from logicsweep.closures.spread import cover_board
from logicsweep.csp.position import Position
from logicsweep.csp.solution import NO_DOUBTS, Doubts, Verdict
from logicsweep.csp.solve import check_flags, find_solution, require_layout
from logicsweep.errors import LimitReached
from logicsweep.games.answer import NO_PROOF, Answer, AnswerKind, FullAnswer, Proof, RefutedCell
from logicsweep.games.explaining import reasons_for
from logicsweep.games.game import Referee, play
from logicsweep.games.guess import Guess
from logicsweep.games.path import begins, count_shared_steps, stepwise
from logicsweep.games.players import PLAYERS, Player, PlayerLike, has_own
from logicsweep.games.proving import lead_to_refutation, proof_of
from logicsweep.games.quick import QuickGame, levels_of
from logicsweep.games.run import Run
from logicsweep.games.setup import EASIEST, Setup, SetupLike, setup_of
from logicsweep.games.step import Step, reason_sentence, verdicts_of
from logicsweep.guessing.advice import advise
from logicsweep.guessing.policy import PolicyLike, policy_of
from logicsweep.reasons.known import Known
from logicsweep.reasons.reason import BothWays
from logicsweep.reasons.refutation import refute
from logicsweep.reasons.twins import both_ways, find_telling_cells, twins_of
from logicsweep.rules.clues import CASUAL
from logicsweep.rules.engine import forward_chain, misses
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.firing import Fact, Lack
from logicsweep.rules.production import Production
from logicsweep.rules.trace import verdict_of
from logicsweep.work.progress import with_progress

MOST_ANSWERED = 300_000
"""The most answers times cells of the field, since an answer can hold two layouts of all cells."""
PLAYED_ON = 20_000
"""A game on more cells is not played on, so its answers don't say who decides a cell later."""


def why(what: Run | View | Position, cell: CellLike, player: SetupLike | None = None) -> Answer:
    """Why the player of a game decided a cell or not, or why a player would decide a cell of a position.

    A run keeps its own setup. Without a player the expert answers, by the easiest way; the kind "needs
    clues" or "needs total" then means that a casual player can't tell. Raises `Contradiction` if a position
    has no layout. Raises `Unsound` if a custom production concludes something that a layout refutes, unless
    the setup says not to check.

    >>> from logicsweep.boards.board import Board
    >>> answer = why(play(Board.parse("... ... MM."), "r1c1"), "r3c3")
    >>> answer, answer.height, answer.explanation.clues
    (<Answer r3c3: decided, safe, 2 steps>, 2, (3, 4))
    >>> [step.production.name for step in answer.steps], answer.steps[-1].rests_on
    (['all-mines', 'all-found'], (1,))
    """
    return Answers(what, player).answer(cell)


class Answers:
    """Answers about one cell after another; each reuses what earlier ones played and solved."""

    def __init__(
        self, what: Run | View | Position, player: SetupLike | None = None, onward: bool = True
    ) -> None:
        """The arguments are as for `why`; `onward`: play a game on to see what is decided later."""
        asked = "casual" if player is None else player  # the expert's easiest way begins with these steps
        self.setup = what.setup if isinstance(what, Run) else setup_of(asked)
        self.onward = onward
        self.game = what if isinstance(what, Run) and what.board else None
        self._what = what.position if isinstance(what, Run) else Position.of(what)
        self._ahead = dict[tuple[Player, str], tuple[Referee, Run]]()
        self._ends: dict[Player, Container[int]] = {}

    def answer(self, cell: CellLike) -> Answer:
        """See the function `why`."""
        index = self._what.view.graph.locate(cell)
        if self.game:
            if fact := self.game.trace.verdict(index):
                return self._answer_played(self.game, index, fact)
            return self._answer_left(self.game, index)
        if index not in self.position.unknown:
            seen: Verdict = "mine" if self.view.marks[index] == FLAG else "safe"
            return Answer(self.position, index, "seen", seen)
        return self.answer_decided(index) or self.answer_undecided(index)

    @cached_property
    def position(self) -> Position:
        """The visible position; in a game, the last one."""
        if self.game:
            return Position(self.game.before(len(self.game.trace.firings) + 1))
        return require_layout(self._what)

    @property
    def view(self) -> View:
        """The same as a view."""
        return self.position.view

    def _answer_played(self, game: Run, cell: int, fact: Fact) -> Answer:
        """Answer about a cell that the player of a game decided, from what was visible before."""
        giver = game.trace.giver.get(fact)
        if giver is None:
            return Answer(Position(game.after), cell, "first", "safe")
        before = Answers(game.before(giver.number), self.setup)
        if isinstance(guess := giver.reason, Guess):
            at = giver.number
            return Answer(before.position, cell, "guessed", "safe", firing=at, risk=guess.risk)
        answer = before.answer_decided(cell)
        if answer is None:  # a production of a user's own may use more than the clues
            unproven = tuple([one for one in game.unproven if one == cell])
            verdict, checked = verdict_of(fact), game.own_checked
            answer = Answer(before.position, cell, "decided", verdict, NO_PROOF, checked, unproven)
        return answer

    def _answer_left(self, game: Run, cell: int) -> Answer:
        """Answer about a cell that a game left undecided: play the game on, or look at its last position."""
        # what own productions decide depends on the order in which they fire
        onward = self.onward and (has_own(game.player) or cell in self._list_decided_by(game.player))
        if onward and (fact := self._longer.trace.verdict(cell)):
            later = self._longer.trace.giver[fact].number
            return Answer(Position(game.after), cell, "later", verdict_of(fact), firing=later)
        answer = self.answer_undecided(cell)
        if self.onward and answer.kind == "not forced":
            able = (one for one in PLAYERS.values() if cell in self._list_decided_by(one))
            return replace(answer, player=next(able, None))
        return answer

    def answer_decided(self, cell: int) -> Answer | None:
        """The proof of a covered cell; None if the player has none."""
        player = self.setup.player
        casual = replace(player, productions=tuple([one for one in CASUAL if one in player.productions]))
        run = self._run_to(casual, cell, "level")  # so that the fewest steps lead to the cell
        # the same rules would find no more
        if not run.trace.verdict(cell) and casual.productions != player.productions:
            run = self._run_to(player, cell)
        proof = proof_of(run.steps, cell)
        if not proof:
            return None
        given = {fact.subject for step in proof.steps for fact in step.firing.concluded}
        unproven, verdict = tuple(sorted(given.intersection(run.unproven))), proof.steps[-1].decides[cell]
        return Answer(self.position, cell, "decided", verdict, proof, run.own_checked, unproven)

    def answer_undecided(self, cell: int) -> Answer:
        """The answer about a covered cell that the player does not decide here."""
        for total in (False, True) if self.view.mine_total is not None else (False,):
            if verdict := find_solution(self.position, total).verdict(cell):
                kind: AnswerKind = "needs total" if total else "needs clues"
                answer = self._add_way(Answer(self.position, cell, kind, verdict))
                return replace(answer, miss=self._find_nearest_miss(answer, verdict))
        return self._answer_not_forced(cell)

    def _add_way(self, answer: Answer) -> Answer:
        """Add the easiest way to the cell, by the weakest player who decides it.

        The easiest way of all is that of the weakest complete player. A player whose path is the beginning of
        that path shares its proof; any other player takes their own. If the mine total is needed, only
        players who know it count.
        """
        total, cell = answer.kind == "needs total", answer.cell
        able = [player for player in PLAYERS.values() if player.knows_total >= total]
        complete = next((player for player in able if player.complete), None)
        easiest = self._run_to(complete, cell) if complete else None
        way = proof_of(easiest.steps, cell) if easiest else NO_PROOF
        hardest = max(way.steps, key=lambda step: step.grade, default=None)
        for player in able:
            if easiest and begins(player, easiest):
                proof = (
                    way if way and count_shared_steps(easiest, player) >= way.steps[-1].number else NO_PROOF
                )
            else:
                proof = proof_of(self._run_to(player, cell).steps, cell)
            if proof:
                return replace(
                    answer, proof=proof, player=player, hardest=hardest, begun=self._count_begun(proof)
                )
        return answer

    def _count_begun(self, proof: Proof) -> int:
        """How many of the first steps of a proof the player asked about takes, too."""
        own, count = {*stepwise(self.setup.player).productions}, len(proof.steps)
        return next((at for at, step in enumerate(proof.steps) if step.production not in own), count)

    def steps_before(self, answer: Answer) -> Sequence[Step]:
        """What the player asked about finds before they are stuck; on a large field, what leads there."""
        player = self.setup.player
        if answer.player is None or has_own(player) or len(answer.view.graph) > PLAYED_ON:
            return answer.steps[: answer.begun]
        strategy = "level" if {*player.productions} <= {*CASUAL} else EASIEST
        return self._run_to(player, answer.cell, strategy).steps

    def _find_nearest_miss(self, answer: Answer, verdict: Verdict) -> Lack | None:
        """The nearest miss of the player asked about, after the steps that they take."""
        known = self._known
        if answer.steps:
            seen = answer.proof.known_after(answer.steps[: answer.begun])
            known = Knowledge.of(Position(seen, trust_flags=True))
        return nearest_miss(known, answer.cell, verdict, self.setup.player.productions)

    def _run_to(self, player: Player, cell: int, strategy: str = EASIEST) -> Run:
        """A player's path from here, at least up to the cell. The next cell continues it.

        With custom productions it begins anew, since their steps on the way to another cell do not count.
        """
        way = player, strategy
        if way not in self._ahead or has_own(player):
            setup = Setup(stepwise(player), strategy, checked=self.setup.checked)
            referee = Referee(self.position, None, setup)
            self._ahead[way] = referee, referee.run()
        referee, run = self._ahead[way]
        if not run.trace.verdict(cell):
            run = referee.go(until=lambda firing: cell in verdicts_of(firing))
            self._ahead[way] = referee, run
        return run

    def _answer_not_forced(self, cell: int) -> Answer:
        found = self._lonely if cell in self._known_rows.lonely else self._find_both_ways(cell)
        if found is None:  # neither forced nor shown to be either
            return Answer(self.position, cell, "unknown")
        found = shown = found.swap_with(cell)
        closest, tells = False, None
        with suppress(LimitReached):
            shown, closest = twins_of(self._known_rows, found), True
        with suppress(LimitReached):
            tells = find_telling_cells(self._known_rows, found, shown.differ if closest else ())
        answer = Answer(self.position, cell, "not forced", safe=shown.safe, mine=shown.mine, risk=found.risk)
        return replace(answer, closest=closest, telling=tells)

    def _find_both_ways(self, cell: int) -> BothWays | None:
        with suppress(LimitReached):
            return both_ways(self.position, cell)
        return None

    @cached_property
    def _lonely(self) -> BothWays | None:
        return self._find_both_ways(min(self._known_rows.lonely))  # cells beside no clue are all alike

    @cached_property
    def _known_rows(self) -> Known:
        return Known.of(self.position, self.position.uses_total(None))

    @cached_property
    def _known(self) -> Knowledge:
        known = Knowledge.of(self.position)
        list(forward_chain(known, CASUAL))
        return known

    @cached_property
    def _longer(self) -> Run:
        game = self.game
        assert game
        return play(game.what, game.start, game.setup)

    def _list_decided_by(self, player: Player) -> Container[int]:
        game, levels = self.game, levels_of(player.productions)
        assert game and game.board and game.start is not None
        if player not in self._ends and levels:
            quick = QuickGame(cover_board(game.board), game.start, levels)
            quick.play()
            self._ends[player] = {*quick.trail}
        elif player not in self._ends:
            setup = Setup(player, checked=game.setup.checked)
            self._ends[player] = {*play(game.board, game.start, setup).decided}
        return self._ends[player]


def nearest_miss(
    known: Knowledge, cell: int, verdict: Verdict, productions: Iterable[Production]
) -> Lack | None:
    """The nearest miss of the productions near a cell that would decide it this way; None if there is none.

    >>> from logicsweep import player_of
    >>> found = nearest_miss(Knowledge.of(View.parse("#1#")), 0, "safe", player_of("casual").productions)
    >>> found.production, found.site, found.short
    ('all-found', 1, 1)
    """
    told = [one for one in productions if one.clues != 2]  # of two clues there are no words for a person yet
    near = misses(known, told, sorted((cell, *known.graph.adj[cell])))
    return next((miss for miss in near if Fact(verdict, cell) in miss.concluded), None)


def opposite(what: Run | View | Position, cell: CellLike) -> RefutedCell:
    """The refutation of a cell's opposite: in a position, or from what the player of a run knew before it.

    The mines that the player had found by then count as known; the flags of a position are claims, unless it
    trusts them.
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
    found = find_solution(position)
    if found.verdict(index):
        return RefutedCell(view, index, None, "budget", before)
    unknown = any(index in one.may_be_forced for one in found.missing)
    return RefutedCell(view, index, None, "unknown" if unknown else "not forced", before)


def full_answer(
    what: Run | View | Position,
    cell: CellLike,
    player: PlayerLike | None = None,
    refuted: bool = False,
    guess: PolicyLike | None = None,
    every: bool = False,
) -> FullAnswer:
    """The answer of `why` with everything to show beside it.

    - `refuted`: also refute the opposite.
    - `guess`: if the cell is not forced, also say what this policy would clear.
    - `every`: also say why a telling cell is safe, and list the steps of a game that lead to the cell.
    """
    asked, policy = Answers(what, player), None if guess is None else policy_of(guess)
    answer, game = asked.answer(cell), asked.game
    advice = advise(answer.position, policy) if policy and answer.kind == "not forced" else None
    full = FullAnswer(
        answer,
        asked.setup.player,
        game,
        NO_DOUBTS if game else check_flags(answer.position),
        _refute_after_begun(opposite(what, cell), answer, asked.steps_before(answer)) if refuted else None,
        advice,
        every,
        _explain_telling(answer) if every else "",
        _list_leading_steps(game, answer.cell) if game and every else (),
    )
    return full.settle()


def _list_leading_steps(game: Run, cell: int) -> tuple[Step, ...]:
    """The step of a game that decides a cell, and all steps that it rests on, in order."""
    fact = game.trace.verdict(cell)
    last = [game.trace.giver[fact].number] if fact in game.trace.giver else []
    numbers = find_reached(last, lambda number: game.steps[number - 1].rests_on)
    return tuple([game.steps[number - 1] for number in sorted(numbers)])


def _refute_after_begun(found: RefutedCell, answer: Answer, begun: Sequence[Step]) -> RefutedCell:
    """A refutation that continues from what the player asked about knows after some steps."""
    refutation = found.refutation
    if refutation and answer.steps:
        view = answer.proof.known_after(begun)
        given = found.view if refutation.flags else found.view.without_flags()
        if view.marks != given.marks:
            refutation = refute(Position(view, trust_flags=True), answer.cell)
    if refutation is None or not answer.steps:
        return found
    steps = lead_to_refutation(begun, refutation)
    return replace(found, view=answer.proof.known_after(steps), refutation=refutation, steps=steps)


def _explain_telling(answer: Answer) -> str:
    """Why the first of the telling cells is safe, in words; empty if there is none."""
    if not answer.telling:
        return ""
    position, near = answer.position, answer.telling[0]
    view = position.view if position.trust_flags else position.view.without_flags()
    reason = None if view.marks[near] == SAFE else next(reasons_for(view, [near]), None)
    return reason_sentence(view, reason, [near]) if reason else f"{view.graph.name(near)} is safe."


def answers_left(run: Run, cells: Iterable[int] | None = None) -> Iterator[FullAnswer]:
    """Why a run leaves these cells undecided; by default all that it leaves, and the trusted flags."""
    asked = Answers(run, onward=len(run.graph) <= PLAYED_ON and not run.guess)
    some = (*run.undecided, *run.position.flagged) if cells is None else cells
    return answers_about(asked, some, check_flags(run.position))


def answers_about(asked: Answers, cells: Iterable[int], doubts: Doubts = NO_DOUBTS) -> Iterator[FullAnswer]:
    """The full answers about these cells, those beside clues first; on a large field, not all of them."""
    marks, neighbours = asked.view.marks, asked.view.graph.neighbours
    alone_last = sorted(cells, key=lambda cell: all(marks[near] < 0 for near in neighbours[cell]))
    some = with_progress(alone_last[: max(1, MOST_ANSWERED // len(marks))], "answers")
    return (FullAnswer(asked.answer(cell), asked.setup.player, asked.game, doubts).settle() for cell in some)
