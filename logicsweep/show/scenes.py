"""What is seen at each step of a run: the board before it, what it decides, and the clues it stands on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from logicsweep.boards.board import View
from logicsweep.csp.solution import Verdict
from logicsweep.games.grading import Run
from logicsweep.games.steps import Grade, befores, reason_sentence, step_of
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.reason import Reason, rows_in
from logicsweep.rules.engine import Firing
from logicsweep.rules.knowledge import verdict_of
from logicsweep.rules.library import is_own
from logicsweep.show.tiles import Ring


class Scene(NamedTuple):
    """A step as a picture shows it. Cells are indices; `TOTAL` (-1) stands for the mine total.

    `view` is what was known before, the mines found being flags. `decided` are the cells that the step
    decides, `stands_on` the rows that it rests on; where its reasons are balances, those are `added` or
    `subtracted`. `said` tells why, a sentence for each of the `reasons`, or the words of a production of
    one's own.
    """

    firing: Firing
    view: View
    decided: dict[int, Verdict]
    stands_on: tuple[int, ...]
    added: tuple[int, ...]
    subtracted: tuple[int, ...]
    said: tuple[str, ...]
    grade: Grade
    reasons: tuple[Reason, ...]

    @property
    def rings(self) -> dict[int, Ring]:
        """How each row is marked that it stands on: without a sign where it is the only one, or has both."""
        rings: dict[int, Ring] = dict.fromkeys(self.stands_on, "stands on")
        if len(rings) > 1:
            added, subtracted = {*self.added}, {*self.subtracted}
            rings |= dict.fromkeys(added - subtracted, "added")
            rings |= dict.fromkeys(subtracted - added, "subtracted")
        return rings


def scenes(run: Run) -> Iterator[Scene]:
    """Each step of a run, one after another: they are many, and each holds a view.

    >>> from logicsweep import Board, play
    >>> *_, last = scenes(play(Board.parse("... ... MM."), "r1c1"))
    >>> last.decided, last.stands_on, *last.said
    ({8: 'safe'}, (5,), 'r2c3 has its mine (r3c2), so r3c3 is safe.')
    """
    for firing, view in zip(run.trace.firings, befores(run.before(1, flags=True), run.trace), strict=False):
        yield _scene(run, firing, view)


def scene_at(run: Run, number: int) -> Scene:
    """The step of this number, counted from 1, alone.

    >>> from logicsweep import Board, play
    >>> game = play(Board.parse("... ... MM."), "r1c1")
    >>> scene_at(game, 4) == [*scenes(game)][3]
    True
    """
    return _scene(run, run.trace.firings[number - 1], run.before(number, flags=True))


def _scene(run: Run, firing: Firing, view: View) -> Scene:
    production = run.player.production(firing.production)
    step = step_of(firing, production, view)
    balances = [one for one in step.reasons if isinstance(one, Balance)]
    added = {row for one in balances for row in one.added}
    subtracted = {row for one in balances for row in one.subtracted}
    said = [reason_sentence(view, reason) for reason in step.reasons]
    return Scene(
        firing,
        view,
        {fact.subject: verdict for fact in firing.given if (verdict := verdict_of(fact))},
        _rows(firing, step.reasons),
        tuple(sorted(added)),
        tuple(sorted(subtracted)),
        (production.sentence, *said) if is_own(production) else tuple(said),
        step.grade,
        step.reasons,
    )


def _rows(firing: Firing, reasons: tuple[Reason, ...]) -> tuple[int, ...]:
    """The rows of all reasons; where none was found the clues among the facts that were used."""
    rows = {row for reason in reasons for row in rows_in(reason)}
    used = {fact.subject for fact in firing.used if fact.attribute == "clue"}
    return tuple(sorted(rows or used))
