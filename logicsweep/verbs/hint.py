"""`hint`: what a player knows in a position, or on a board where the casual player is stuck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from logicsweep.csp.position import Position
from logicsweep.csp.solution import Doubts, Solution
from logicsweep.csp.solve import check_flags, find_solution, require_layout
from logicsweep.errors import InvalidInput
from logicsweep.games.players import Player, player_of, strongest
from logicsweep.reasons.reason import Explanation
from logicsweep.verbs.effort import EFFORTS, HIGH, NORMAL, ran_out
from logicsweep.verbs.playing import position_of, start_of
from logicsweep.work.progress import with_progress

if TYPE_CHECKING:
    from logicsweep.games.answer import FullAnswer
    from logicsweep.games.run import Run
    from logicsweep.games.step import Step
    from logicsweep.guessing.advice import Advice
    from logicsweep.verbs.forms import Form
    from logicsweep.verbs.path import Finished
    from logicsweep.verbs.reading import Numbered

Reasons = Mapping[Explanation, Sequence[int]]
"""Explanations, each with all the cells that it explains."""


@dataclass(frozen=True)
class Hint:
    """A player's findings in a position.

    - `item`: the board or position; a board has the cell that was cleared first.
    - `found`: what is certain, and the risks; or what a player who is not complete concludes.
    - `doubts`: the doubts about the flags.
    - `effort`: how hard it tried.
    - `advice`: what a policy would clear, if one is asked.
    - `steps`: the easiest steps to all that the player finds, if asked for.
    - `asks`: whether the page can ask why, and so needs no answers about cells that are not certain.
    """

    item: Numbered
    position: Position
    player: Player
    found: Solution | Run
    doubts: Doubts
    effort: str = NORMAL
    advice: Advice | None = None
    steps: Sequence[Step] | None = None
    asks: bool = False

    @cached_property
    def reasons(self) -> Reasons | None:
        """The fewest clues that force each forced cell, if the caller asked for steps."""
        from logicsweep.reasons.explanation import explanation_of

        if self.steps is None:
            return None
        forced = sorted({*self.found.safe, *self.found.mines}.difference(self.position.flagged))
        budget = EFFORTS[self.effort].budget
        explained = {
            cell: explanation_of(self.position, cell, budget) for cell in with_progress(forced, "reasons")
        }
        return reasons_of({cell: one for cell, one in explained.items() if one})

    @cached_property
    def next_step(self) -> Step | None:
        """The easiest next step."""
        from logicsweep.games.path import next_step

        return next_step(self.position, self.player)

    @property
    def wants_effort(self) -> bool:
        """Whether more effort may find more."""
        missing = bool(self.found.missing) if isinstance(self.found, Solution) else False
        return self.effort != HIGH and (missing or ran_out(self.steps or ()))

    @cached_property
    def finished(self) -> Finished:
        """The player's run with every step explained, or the position before any step."""
        from logicsweep.verbs.path import begin, finish

        if isinstance(self.found, Solution):
            return begin(self.position, self.player, self.item)
        return finish(self.found, self.item).explain()

    @cached_property
    def onward(self) -> Step | None:
        """The step by which a stronger player goes on from the end of the player's run."""
        if isinstance(self.found, Solution):
            return None
        from logicsweep.games.path import find_onward_step

        return find_onward_step(self.found)

    @cached_property
    def answers(self) -> tuple[FullAnswer, ...]:
        """Why each cell is what it is, as `why` answers; or why a run leaves it undecided."""
        if not isinstance(self.found, Solution):
            return self.finished.answers
        from logicsweep.games.why import Answers, answers_about

        certain = sorted({*self.found.safe, *self.found.mines})
        cells = certain if self.asks else self.position.view.covered
        return tuple(answers_about(Answers(self.position), cells, self.doubts))

    def prepare(self, form: Form) -> None:
        """Find what this form shows: see `Prepares`."""
        match form:
            case "text":
                _ = self.found.safe or self.onward
            case "json":
                _ = self.found.safe or self.onward, self.reasons
            case "stage":
                _ = self.next_step or self.onward
            case "page":
                _ = self.finished, self.answers, self.reasons, self.onward


def hint(
    item: Numbered,
    player: str | None = None,
    start: str | None = None,
    trust_flags: bool = False,
    effort: str = NORMAL,
    guess: str | None = None,
    explain: bool = False,
) -> Hint:
    """Find what a player knows in a position, or on a board where casual gets stuck from a start.

    Without a player the expert answers. Flags are claims unless `trust_flags`. `guess` names a policy to
    ask; `explain` adds the steps. Raises InvalidInput if a player who is not complete is asked to guess or
    explain.

    >>> from logicsweep.boards.board import View
    >>> from logicsweep.verbs.reading import Numbered
    >>> found = hint(Numbered(1, View.parse("1#1#")), explain=True)
    >>> found.player.name, found.found.mines, [step.production.name for step in found.steps]
    ('expert', (1,), ['all-mines', 'all-found'])
    """
    item = item._replace(start=start_of(item, start))
    position = Position.of(position_of(item), trust_flags, EFFORTS[effort].max_states)
    who = player_of(player or strongest())
    if not who.complete and (guess or explain):
        raise InvalidInput(
            "explain" if explain else "guess", f"none, since {who.name} is not complete", guess or "one"
        )
    found, doubts = _find_cells(position, who)
    advice = _find_advice(position, found, guess) if guess and isinstance(found, Solution) else None
    steps = None
    if explain:
        from logicsweep.games.path import path

        steps = path(position, player=who).steps.with_budget(EFFORTS[effort].budget).explain_all()
    return Hint(item, position, who, found, doubts, effort, advice, steps)


def _find_cells(position: Position, player: Player) -> tuple[Solution | Run, Doubts]:
    if player.complete:
        total = player.knows_total and position.view.mine_total is not None
        solution = find_solution(require_layout(position), total)
        _ = solution.risks, solution.solvers  # the kernel leaves them to be found when they are read
        return solution, check_flags(position, solution)
    from logicsweep.games.game import play

    run = play(position, player=player)
    return run, Doubts(run.wrong_flags)


def _find_advice(position: Position, found: Solution, policy: str) -> Advice:
    from logicsweep.guessing.advice import advise

    if position.view.mine_total is not None and not found.total:  # the player does not know it
        position = replace(position, view=replace(position.view, mine_total=None))
    advice = advise(position, policy)
    advice.sentences()  # found now
    return advice


def reasons_of(explained: Mapping[int, Explanation]) -> Reasons:
    """The cells of each explanation, the shortest first; cells that the same clues force share one.

    >>> from logicsweep.boards.board import View
    >>> from logicsweep.reasons.explanation import explain_all
    >>> view = View.parse("1#0 ##0")
    >>> reasons = reasons_of(explain_all(view))
    >>> [(one.clues, view.graph.names(cells)) for one, cells in reasons.items()]
    [((2,), ('r1c2', 'r2c2')), ((0, 2), ('r2c1',))]
    """
    alike: dict[Explanation, list[int]] = {}
    for cell, explanation in explained.items():
        alike.setdefault(replace(explanation, cell=-1), []).append(cell)
    order = sorted(alike.items(), key=lambda pair: (pair[0].total, len(pair[0].clues), pair[1]))
    return {replace(one, cell=cells[0]): cells for one, cells in order}
