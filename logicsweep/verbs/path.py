"""`path` and `trace`: a game, or what follows from a position, with everything to report about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from logicsweep.csp.position import Position
from logicsweep.games.finish import list_waiting, outcome_of
from logicsweep.games.outcome import OnAgenda, Outcome
from logicsweep.games.players import strongest
from logicsweep.games.setup import Setup, SetupLike
from logicsweep.verbs.forms import Form
from logicsweep.verbs.playing import Playing, play_item, player_with, with_start
from logicsweep.verbs.reading import Numbered

if TYPE_CHECKING:
    from logicsweep.games.answer import FullAnswer
    from logicsweep.games.run import Run

_USUAL = Playing()


@dataclass(frozen=True)
class Finished:
    """A run that is over, with everything to report about it.

    - `outcome`: how it ended.
    - `item`: the board or position.
    - `agendas`: the agenda before each firing and at the end, if asked for.
    """

    run: Run
    outcome: Outcome
    item: Numbered
    agendas: Sequence[OnAgenda] = ()

    def explain(self) -> Finished:
        """Explain each of its steps now, and return the same object."""
        self.run.steps.explain_all()
        return self

    @cached_property
    def answers(self) -> tuple[FullAnswer, ...]:
        """Why the run leaves each of its cells undecided."""
        from logicsweep.games.why import answers_left

        return tuple(answers_left(self.run))

    def prepare(self, form: Form) -> None:
        """Find what this form shows: see `Prepares`."""
        if form in ("json", "page"):
            self.explain()
        if form == "page":
            _ = self.answers


def path(item: Numbered, how: Playing = _USUAL) -> Finished:
    """A game, or what follows from a position, always taking the easiest step; each step is explained.

    >>> from logicsweep.boards.board import View
    >>> path(Numbered(1, View.parse("1#1#"))).run.grade.clues
    1
    """
    from logicsweep.games.path import path as easiest_way

    setup = Setup(player_with(how.player or strongest().name, how.rules), guess=how.guess)
    item = with_start(item, how.start, bool(how.guess))
    return finish(easiest_way(item.what, item.start, setup, how.limit), item).explain()


def trace(item: Numbered, how: Playing = _USUAL, agenda: bool = False) -> Finished:
    """The game that a player plays, or what they conclude from a position; `agenda` adds the agendas."""
    item = with_start(item, how.start, bool(how.guess))
    return finish(play_item(item, replace(how, start=None)), item, agenda)


def finish(run: Run, item: Numbered | None = None, agenda: bool = False) -> Finished:
    """A run with everything to report about it; `agenda` adds the agenda before each firing.

    Without an item it counts as board or position 1.

    >>> from logicsweep import View, play
    >>> finish(play(View.parse("1#1#")), agenda=True).agendas[-1].activations
    0
    """
    waited = list_waiting(run) if agenda else ()
    return Finished(run, outcome_of(run), item or Numbered(1, run.board or run.first), waited)


def begin(position: Position, player: SetupLike, item: Numbered) -> Finished:
    """A player in a position, before the first step."""
    from logicsweep.games.game import play

    return Finished(play(position, None, player, limit=0), Outcome(None, {}), item)
