"""The players of the ladder as onlookers: what each of them knows while somebody else opens the cells.

The weaker players go on from what they concluded before, as clues arrive. Complete players are asked only
about what no weaker player knows: the solver then starts from all that the weaker players know.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Annotated

from logicsweep.boards.annotations import NAMED, CellIndex
from logicsweep.boards.board import blank
from logicsweep.boards.cells import CellGraph
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Solution, Verdict
from logicsweep.csp.solve import find_solution
from logicsweep.games.game import Referee
from logicsweep.games.grading import grade_in, pattern_of
from logicsweep.games.path import easiest, stepwise
from logicsweep.games.players import PLAYERS, Player
from logicsweep.games.proving import proof_of
from logicsweep.games.step import verdicts_of
from logicsweep.reasons.reason import Balance
from logicsweep.rules.easiest import Easiest
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.firing import Fact, Firing, Match
from logicsweep.rules.grade import Grade
from logicsweep.rules.trace import verdict_of


@dataclass(frozen=True)
class KnownCell:
    """A covered cell that a player knows, and the hardest step of the easiest way there."""

    cell: Annotated[CellIndex, "the cell"]
    verdict: Annotated[Verdict, "what it is"]
    player: Annotated[Player, NAMED, "the weakest player who knows it"]
    production: Annotated[str, "the production of the hardest step on the way to it"]
    grade: Annotated[Grade, "how hard that step is"]
    pattern: Annotated[str | None, "the name that players have for that step; null: it has none"]

    @property
    def effort(self) -> tuple[int, Grade, int]:
        """What orders known cells: the weakest player first, then the easiest step, then the cell."""
        return [*PLAYERS].index(self.player.name), self.grade, self.cell


class Onlooker:
    """A player who watches: a working memory that grows with the clues, and an agenda of easiest steps.

    >>> from logicsweep import View, player_of
    >>> onlooker = Onlooker(player_of("casual"), CellGraph.grid(1, 3), None)
    >>> onlooker.see([(1, 1), (2, 0)])
    >>> onlooker.known[0].verdict, onlooker.known[0].production
    ('mine', 'all-mines')
    """

    def __init__(self, player: Player, graph: CellGraph, mines: int | None) -> None:
        self.player, self.memory = player, Knowledge.of(blank(graph, mines))
        self._productions = {one.name: one for one in stepwise(player).productions}
        self._agenda = Easiest(self.memory, [*self._productions.values()], partial(grade_in, self.memory))
        self.known: dict[int, KnownCell] = {}
        self._ways: dict[Fact, tuple[Grade, str, str | None]] = {}

    def see(self, clues: Iterable[tuple[int, int]]) -> None:
        """Take in new clues, each a cell and its number, and conclude all that follows."""
        for cell, clue in clues:
            self.memory.add(Fact("clue", cell, clue))
            self.known.pop(cell, None)
        while firing := self._agenda.take():
            self._note(firing)
            for fact in firing.concluded:
                self.memory.add(fact)

    def _note(self, firing: Firing) -> None:
        """Note each cell that a firing decides, with the hardest step that led there."""
        match = Match(firing.used, firing.concluded, firing.bindings, firing.reason)
        grade = grade_in(self.memory, self._productions[firing.production], firing.site, match)
        pattern = None
        if isinstance(firing.reason, Balance) and firing.reason.size > 1:
            pattern = pattern_of(self.memory.view, firing.reason)
        own = grade, firing.production, pattern
        below = [self._ways[fact] for fact in firing.used if fact in self._ways]
        hardest = max([own, *below], key=lambda way: way[0])
        for fact in firing.concluded:
            if verdict := verdict_of(fact):
                self._ways[fact] = hardest
                self.known[fact.subject] = KnownCell(
                    fact.subject, verdict, self.player, hardest[1], *hardest[::2]
                )


class Onlookers:
    """The ladder beside a game that somebody else plays: `see` each new clue, then ask.

    >>> ladder = Onlookers(CellGraph.grid(1, 4), 1)
    >>> ladder.see([(0, 1)])
    >>> ladder.ask_about(1).player.name, ladder.ask_about(2).player.name, ladder.easiest_safe().cell
    ('casual', 'expert', 2)
    """

    def __init__(self, graph: CellGraph, mines: int | None) -> None:
        self.graph, self.mines = graph, mines
        players = [one for one in PLAYERS.values() if mines is not None or not one.knows_total]
        self._weak = [Onlooker(one, graph, mines) for one in players if not one.complete]
        self._strong = [one for one in players if one.complete]
        self._clues: list[tuple[int, int]] = []
        self._seen = [0 for _ in self._weak]
        self._asked: dict[int, KnownCell | None] = {}

    def see(self, clues: Iterable[tuple[int, int]]) -> None:
        """Take in new clues, each a cell and its number."""
        self._clues += clues
        self._asked = {}
        for name in ("position", "solution"):
            vars(self).pop(name, None)

    def ask_about(self, cell: int) -> KnownCell | None:
        """What the weakest player who knows a covered cell knows about it; None if nobody knows it."""
        for at in range(len(self._weak)):
            if found := self._watch(at).known.get(cell):
                return found
        if cell not in self._asked:
            self._asked[cell] = self._ask_strong({cell}) if self.solution.verdict(cell) else None
        return self._asked[cell]

    def easiest_safe(self) -> KnownCell | None:
        """The easiest cell that is certainly safe, known to the weakest player; None if there is none."""
        for at in range(len(self._weak)):
            known = self._watch(at).known.values()
            if safe := [one for one in known if one.verdict == "safe"]:
                return min(safe, key=lambda one: one.effort)
        return self._ask_strong({*self.solution.safe}) if self.solution.safe else None

    def list_certain(self) -> dict[int, Verdict]:
        """The covered cells that somebody knows, and what they are."""
        found: dict[int, Verdict] = dict.fromkeys(self.solution.safe, "safe")
        found |= dict.fromkeys(self.solution.mines, "mine")
        return found | {one.cell: one.verdict for one in self._watch(len(self._weak) - 1).known.values()}

    @cached_property
    def position(self) -> Position:
        """The position, with all that the weaker players know marked."""
        return Position(self._watch(len(self._weak) - 1).memory.view, trust_flags=True)

    @cached_property
    def solution(self) -> Solution:
        """What follows from the clues and the mine total, and the risks."""
        return self._solve(self._strong[-1])

    def _solve(self, player: Player) -> Solution:
        return find_solution(self.position, player.knows_total)

    def _watch(self, at: int) -> Onlooker:
        """An onlooker of the weaker players, who has taken in every clue so far."""
        one = self._weak[at]
        if self._seen[at] < len(self._clues):
            one.see(self._clues[self._seen[at] :])
            self._seen[at] = len(self._clues)
        return one

    def _ask_strong(self, cells: set[int]) -> KnownCell:
        """The one of these forced cells that the weakest complete player decides first, the easiest way."""
        who = next(one for one in self._strong if any(map(self._solve(one).verdict, cells)))
        walk = Referee(self.position, None, easiest(who))
        run = walk.go(until=lambda firing: not cells.isdisjoint(verdicts_of(firing)))
        cell = min(cells.intersection(verdicts_of(run.trace.firings[-1])))
        proof = proof_of(run.steps, cell)
        hardest = max(proof.steps, key=lambda step: step.grade)
        verdict = proof.steps[-1].decides[cell]
        return KnownCell(cell, verdict, who, hardest.production.name, hardest.grade, hardest.pattern)
