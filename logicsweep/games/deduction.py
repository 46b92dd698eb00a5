"""What a player concludes from a position: firings on what is visible, and no referee to clear a cell."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.drawable import Drawable
from logicsweep.boards.words import extent, plural
from logicsweep.csp.clash import require_layout
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.errors import whole_number
from logicsweep.games.game import require_verdict
from logicsweep.games.players import Player, PlayerLike, has_own, player_of
from logicsweep.rules.engine import Agenda, Firing, Taking, run
from logicsweep.rules.knowledge import Knowledge, verdict_of
from logicsweep.rules.trace import Trace
from logicsweep.work import collector_paused, paced

if TYPE_CHECKING:
    from logicsweep.rules.own import Checker


@dataclass(frozen=True, repr=False)
class Deduction(Drawable):
    """What a player concluded from a view: who, by which firings, and what became of the covered cells.

    `trust_flags`: the view's flags were taken as mines; otherwise they are claims, and count as covered.
    `checked` and `unproven` are as in `Game`.

    >>> found = deduce(View.parse("1#1#"))
    >>> found.safe, found.mines, found.open, found.after.drawing
    ((3,), (1,), (), '1F1?')
    """

    view: View
    player: Player
    trace: Trace
    strategy: str = "breadth"
    seed: int = 0
    trust_flags: bool = False
    checked: bool = True
    unproven: tuple[int, ...] = ()

    def __repr__(self) -> str:
        found = f"{len(self.safe)} safe, {plural(len(self.mines), 'mine')}, {len(self.open)} open"
        firings = plural(len(self.trace.firings), "firing")
        return f"<Deduction {self.player.name} on {extent(self.view.graph)}: {found}, {firings}>"

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: what was worked out from the rest is worked out again where it is asked for."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def safe(self) -> tuple[int, ...]:
        """The covered cells that the player found safe, ascending."""
        return self._found("safe")

    @cached_property
    def mines(self) -> tuple[int, ...]:
        """The covered cells that the player knows to be mines, ascending; trusted flags are among them."""
        return self._found("mine")

    @property
    def decided(self) -> tuple[int, ...]:
        """The covered cells that are decided: those safe, then the mines."""
        return (*self.safe, *self.mines)

    @cached_property
    def open(self) -> tuple[int, ...]:
        """The covered cells about which the player concluded nothing, ascending."""
        decided = {*self.decided}
        return tuple([cell for cell in self.view.covered if cell not in decided])

    @property
    def after(self) -> View:
        """The view with what was concluded: SAFE for each safe cell, FLAG for each mine."""
        return _marked(self.view, self.trace.firings)

    def before(self, firing: int, flags: bool = False) -> View:
        """What the player knew before a firing (from 1); the mines found by then as flags where asked for."""
        known = self.view if self.trust_flags else self.view.without_flags()
        return _marked(known, self.trace.firings[: firing - 1], flags)

    def agendas(self) -> Iterator[Agenda]:
        """The agenda before each firing, and at the end; as `Game.agendas`."""
        agenda = Agenda(self._known, self.player.productions, self.strategy, self.seed)
        yield agenda
        for _ in islice(run(agenda), len(self.trace.firings)):
            yield agenda

    @property
    def _known(self) -> Knowledge:
        return Knowledge.of(self.view, self.trust_flags)

    def _found(self, verdict: Verdict) -> tuple[int, ...]:
        found = {fact.subject for fact in self.trace.facts if verdict_of(fact) == verdict}
        return tuple([cell for cell in self.view.covered if cell in found])


def deduce(
    view: View | Position,
    player: PlayerLike = "casual",
    strategy: str = "breadth",
    seed: int = 0,
    limit: int | None = None,
    trust_flags: bool = False,
    checked: bool = True,
) -> Deduction:
    """Let a player conclude all they can from a view, by at most `limit` firings, without clearing a cell.

    Raises `Contradiction` where the view has no layout, and `Unsound` where a production of one's own
    concludes what some layout refutes, unless it is not `checked`.

    >>> found = deduce(View.parse('''
    ... ###1
    ... ###1
    ... #311
    ... #100
    ... '''), "overlap")
    >>> found
    <Deduction overlap on 4 x 4: 2 safe, 2 mines, 4 open, 4 firings>
    >>> print(found.after)
    ##?1
    F?F1
    #311
    #100
    """
    most = None if limit is None else min(whole_number("limit", limit, 0), sys.maxsize)
    position = require_layout(Position.of(view, trust_flags))
    who, knowledge = player_of(player), Knowledge.of(position.view, position.trust_flags)
    agenda = Agenda(knowledge, who.productions, strategy, seed)
    checker, graph = checker_from(position, who) if checked else None, position.view.graph
    with collector_paused():
        firings = tuple(paced(islice(concluded(agenda, graph, checker), most), "firings"))
    return deduction_of(position, who, knowledge, firings, strategy, seed, checker, checked)


def deduction_of(
    position: Position,
    player: Player,
    knowledge: Knowledge,
    firings: Sequence[Firing],
    strategy: str,
    seed: int = 0,
    checker: Checker | None = None,
    checked: bool = True,
) -> Deduction:
    """The deduction that ended with what is known now."""
    view, flags = position.view, position.trust_flags
    trace = Trace(view.graph, tuple(firings), tuple(knowledge.facts))
    unproven = tuple(sorted(checker.unproven)) if checker else ()
    return Deduction(view, player, trace, strategy, seed, flags, checked, unproven)


def concluded(agenda: Taking, graph: CellGraph, checker: Checker | None) -> Iterator[Firing]:
    """The firings of a run, each checked before the next one builds on it."""
    for firing in run(agenda):
        for fact in firing.given:
            require_verdict(graph, firing, fact)
        if checker:
            checker.conclude(firing)
        yield firing


def checker_from(position: Position, player: Player) -> Checker | None:
    """What checks a player with productions of one's own from a position on; None for any other player."""
    if not has_own(player):
        return None
    from logicsweep.rules.own import Checker

    return Checker(position.view if position.trust_flags else position.view.without_flags())


def _marked(view: View, firings: Iterable[Firing], mines: bool = True) -> View:
    """A view with what firings found about its covered cells; the mines only where asked for."""
    marks = list(view.marks)
    for fact in [fact for firing in firings for fact in firing.given]:
        verdict = verdict_of(fact)
        if verdict and (mines or verdict == "safe") and marks[fact.subject] in (COVERED, FLAG):
            marks[fact.subject] = SAFE if verdict == "safe" else FLAG
    return View(view.graph, tuple(marks), view.mines)
