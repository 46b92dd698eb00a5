"""Proofs: what leads to a cell, from clues on, each firing with its reasons in numbers.

A firing is explained from what was known when its condition was looked at, so that its words agree with what
it counted. Only what the proof needs of it is explained.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.errors import of_kind
from logicsweep.games.answers import Proof, Spoken, proof_of
from logicsweep.games.game import Run
from logicsweep.games.path import deciding
from logicsweep.games.players import Player, PlayerLike, player_of
from logicsweep.games.step import Moments, Step
from logicsweep.reasons.given import TOTAL
from logicsweep.reasons.reason import rows_in
from logicsweep.rules.engine import Fact, Firing, forward_chain
from logicsweep.rules.knowledge import Knowledge, verdict_of
from logicsweep.rules.own import Checker, is_own
from logicsweep.work import paced


def prove(
    view: View, cell: int, player: PlayerLike, trust_flags: bool = False, checker: Checker | None = None
) -> Proof | None:
    """The firings that lead from a view's clues to a cell, as a tree; None where there are none.

    What looks at the whole board fires only where nothing else applies; what others find they find in the
    least height. A `checker` checks each firing, also those that lead elsewhere.

    >>> prove(View.parse("1#1#1#"), 5, "casual").sentences
    ('r1c5 needs one mine, and has just one covered neighbour left: r1c6 is a mine.',)
    """
    return Prover(view, player, trust_flags, checker).proof(cell)


class Prover:
    """Proves one cell after another: the firings that led to one are there for the next."""

    def __init__(
        self, view: View, player: PlayerLike, trust_flags: bool = False, checker: Checker | None = None
    ) -> None:
        """The arguments are as for `prove`."""
        who, known = player_of(player), of_kind("view", view, View)
        self._run = _Run(known if trust_flags else known.without_flags(), who)
        firings = forward_chain(Knowledge.of(known, trust_flags), who.productions, "level")
        self._firings, self._checker = firings, checker
        self._deciding: dict[int, Firing] = {}

    def proof(self, cell: int) -> Proof | None:
        """See the function `prove`.

        >>> prover = Prover(View.parse("1#1#1#"), "casual")
        >>> prover.proof(5).cells, prover.proof(1).cells
        ((5,), (1,))
        """
        for firing in paced(self._up_to(cell), "firings"):
            if self._checker:
                self._checker.conclude(firing)
            self._run.add_level_by_level(firing)
            for fact in filter(verdict_of, firing.given):
                self._deciding.setdefault(fact.subject, firing)
        return self._run.proof(self._deciding[cell], cell) if cell in self._deciding else None

    def _up_to(self, cell: int) -> Iterator[Firing]:
        while cell not in self._deciding and (firing := next(self._firings, None)):
            yield firing


def way_to(path: Run, cell: int) -> Proof | None:
    """The steps of a path that lead to a cell, as a proof; None where the path does not decide it.

    A clue with which the referee answered comes from the step that cleared its cell.

    >>> from logicsweep.games.path import path
    >>> found = way_to(path(View.parse("### 121 000")), 1)
    >>> [step.firing.production for step in found.steps()]
    ['overlap', 'all-found']
    """
    run, decides = _Run(path.before(1, flags=True), path.player), deciding(cell)
    trace = path.trace
    for firing in trace.firings:
        run.add(firing, opened=trace.opened_by(firing))
        if decides(firing):
            return run.proof(firing, cell)
    return None


@dataclass
class _Run:
    """The firings of a run on a view, and how many facts each condition knew that were given before."""

    view: View
    player: Player
    firings: dict[int, Firing] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    known: dict[int, int] = field(default_factory=dict)
    giver: dict[Fact, int] = field(default_factory=dict)
    cleared: dict[Fact, Fact] = field(default_factory=dict)  # clue -> the `safe` that it answered
    whole: bool = False  # whether the last firing looked at the whole board

    def add(self, firing: Firing, known: int | None = None, opened: Sequence[Fact] = ()) -> None:
        """Its condition knew all that was given before it, or only so many facts; it `opened` clues."""
        self.known[firing.number] = len(self.facts) if known is None else known
        self.firings[firing.number] = firing
        self.facts += [*firing.given, *opened]
        self.cleared.update({clue: Fact("safe", clue.subject) for clue in opened})
        self.giver.update(dict.fromkeys(firing.given, firing.number))

    def add_level_by_level(self, firing: Firing) -> None:
        """Its condition knew what was given before its level; one begins where a fact of the last is used."""
        begun = self.known.get(firing.number - 1, 0)
        whole = self.player.production(firing.production).everywhere
        uses = [self.known[self.giver[fact]] for fact in firing.used if fact in self.giver]
        new = max(uses, default=-1) >= begun or whole > self.whole
        self.whole = whole
        self.add(firing, None if new else begun)

    def proof(self, last: Firing, cell: int) -> Proof:
        """The proof that ends in a firing; of each firing that leads there what those after it need."""
        needed = {last.number: {fact for fact in last.given if fact.subject == cell}}
        steps: list[tuple[Spoken, dict[int, None]]] = []
        todo, moments = [-last.number], Moments(self.view, tuple(self.facts))
        while todo:
            number = -heappop(todo)
            step = self._step(number, needed[number], moments)
            below: dict[int, None] = {}
            for used in _rests_on(step):
                fact = self.cleared.get(used, used)
                giver = self.giver.get(fact, number)
                if giver < number:
                    below[giver] = None
                    if giver not in needed:
                        needed[giver] = set()
                        heappush(todo, -giver)
                    needed[giver].add(fact)
            steps.append((Spoken(step.firing, step.cells, step.sentences, step.grade), below))
        return proof_of(reversed(steps))

    def _step(self, number: int, needed: set[Fact], moments: Moments) -> Step:
        firing = self.firings[number]
        cells = tuple(sorted([fact.subject for fact in needed if verdict_of(fact)]))
        return Step(firing, self.player.production(firing.production), cells, moments, self.known[number])


def _rests_on(step: Step) -> Iterator[Fact]:
    """What a step used, the clues of its reasons, and the mines around these, which their words take off.

    Where the reasons were searched for, all that is known around these clues; of what looked at the whole
    board that alone.
    """
    production, before = step.production, step.before
    if not production.everywhere or not step.reasons:
        yield from step.firing.used
    rows = {row for reason in step.reasons for row in rows_in(reason)}
    for clue in sorted(rows - {TOTAL}):
        yield Fact("clue", clue, before.marks[clue])
    searched = production.everywhere or is_own(production)
    for cell in _around(before, rows):
        if before.marks[cell] == FLAG:
            yield Fact("mine", cell)
        elif searched and before.marks[cell] == SAFE:
            yield Fact("safe", cell)
        elif searched and before.marks[cell] != COVERED:
            yield Fact("clue", cell, before.marks[cell])


def _around(view: View, rows: Collection[int]) -> Iterable[int]:
    if TOTAL in rows:
        return range(len(view.marks))
    return dict.fromkeys([cell for row in sorted(rows) for cell in view.graph.neighbours[row]])
