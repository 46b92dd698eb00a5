"""A step: a firing with how it follows from what was given, in numbers, and how hard that is.

Given are the cells that were cleared and the mines that were found before. Casual productions and `overlap`
say themselves which clues they took; what a solver gave is explained by balances, or where none decides a
cell by a refutation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from logicsweep.boards.board import COVERED, FLAG, SAFE, View, remarked
from logicsweep.boards.cells import CellGraph
from logicsweep.csp.budget import STEPS_EACH
from logicsweep.csp.position import Position
from logicsweep.errors import Contradiction
from logicsweep.reasons.balance import Balance, Balancer, balance_of
from logicsweep.reasons.explanation import Explainer, sentence
from logicsweep.reasons.given import TOTAL, Rows
from logicsweep.reasons.reason import Reason, decided_by, rows_in
from logicsweep.reasons.refutation import Refutation, refute
from logicsweep.reasons.wording import balance_sentence, refuted_sentence
from logicsweep.rules.engine import Fact, Firing, Production
from logicsweep.rules.knowledge import verdict_of

if TYPE_CHECKING:
    from logicsweep.rules.trace import Trace

UnknownCells = Callable[[int], Iterable[int]]
"""The unknown cells of a row."""


class Grade(NamedTuple):
    """How hard a step is, easier ones first: the first difference decides.

    `effort` is that of its production, the less the higher its salience; `rows` how many clues are taken
    together at once (the mine total is one); `cases` how many cases a refutation tells apart, 0 without one;
    `cells` how many unknown cells one has to look at.

    >>> Grade(2, 2, 0, 5) < Grade(3, 3, 0, 4)
    True
    """

    effort: int
    rows: int
    cases: int
    cells: int


class Explained(NamedTuple):
    """A firing of a production, explained: its reasons decide all its cells between them.

    No reason: nothing was found within the limits, or the clues do not force it.

    >>> from logicsweep.games.paths import path_from
    >>> for step, view in path_from(View.parse("01## 02## 01##"), limit=2).explained():
    ...     print(step.grade.rows, reason_sentence(view, step.reasons[0]))
    2 r2c2 needs one mine more than r1c2, and sees only r3c3 besides r1c2's cells: r3c3 is a mine.
    1 r3c2 has its mine (r3c3), so r2c3 is safe.
    """

    firing: Firing
    grade: Grade
    reasons: tuple[Reason, ...]


def befores(view: View, trace: Trace) -> Iterator[View]:
    """What was known before each firing, and at the end; a view with the mines found as its flags.

    `view` is what was known before the first.
    """
    marks = list(view.marks)
    for firing in trace.firings:
        yield remarked(view, marks)
        for fact in (*firing.given, *trace.opened_by(firing)):
            mark(marks, fact)
    yield remarked(view, marks)


def mark(marks: list[int], fact: Fact) -> None:
    """Put what a fact tells of a cell into the marks of a view."""
    if fact.attribute == "clue":
        marks[fact.subject] = fact.value
    elif (verdict := verdict_of(fact)) and marks[fact.subject] in (COVERED, FLAG):
        marks[fact.subject] = FLAG if verdict == "mine" else SAFE


def step_of(firing: Firing, production: Production, before: View, steps: int = STEPS_EACH) -> Explained:
    """A firing as a step; `before` is what was known, with the mines found as its flags.

    `steps` are for the search for one reason.

    >>> from logicsweep import Board, play
    >>> game = play(Board.parse("... ... MM."), "r1c1")
    >>> last = game.trace.firings[-1]
    >>> step = step_of(last, game.player.production(last.production), game.before(last.number, flags=True))
    >>> step.grade, step.reasons
    (Grade(effort=0, rows=1, cases=0, cells=1), (<Balance: 5 needs 0, the least; 1 safe, 0 mines>,))
    """
    reasons = tuple(_reasons(firing, production, before, steps))
    grades = [grade_of(production, before, reason, reason is not firing.reason) for reason in reasons]
    return Explained(firing, max(grades, default=Grade(-production.salience, 0, 0, 0)), reasons)


def _reasons(firing: Firing, production: Production, before: View, steps: int) -> Iterator[Reason]:
    reason = firing.reason
    if reason is None and production.rows == 1 and isinstance(firing.site, int):
        reason = Rows((firing.site,))
    if isinstance(reason, Refutation):
        yield reason
        return
    left = {
        fact.subject: verdict
        for fact in firing.given
        if (verdict := verdict_of(fact)) and before.marks[fact.subject] == COVERED
    }
    if isinstance(reason, Rows) and (found := balance_of(before, reason, trust_flags=True)):
        told = left.items() & decided_by(found).items()
        if told:
            yield found
        left = dict(left.items() - told)
    for one in reasons_for(before, sorted(left), steps) if left else ():
        if left.items() & decided_by(one).items():  # what one's own productions conclude need not be so
            yield one


def reasons_for(before: View, cells: Sequence[int], steps: int = STEPS_EACH) -> Iterator[Reason]:
    """Why cells are what they are, given the flags: balances first, then refutations, then sets of clues.

    Each decides the first cell that those before do not. `steps` are for each search.
    """
    position = Position(before, trust_flags=True)
    balancer, decided = Balancer(position), set[int]()
    for cell in cells:
        if cell in decided:
            continue
        try:
            found = balancer.find(cell, steps=steps) or refute(position, cell, steps=steps)
            reason = found or Explainer(position).explain(cell, steps)
        except Contradiction:  # what was not checked went wrong before
            return
        if reason:
            decided.update(decided_by(reason))
            yield reason


def grade_of(production: Production, before: View, reason: Reason, found: bool = False) -> Grade:
    """How hard one reason of a production's step is; `found`: not by the production itself.

    A refutation that was found is harder than any balance that was.
    """
    easier = grade_by(production, reason, unknown_in(before.graph, before.marks))
    return easier._replace(effort=easier.effort + (found and isinstance(reason, Refutation)))


def grade_by(production: Production, reason: Reason | Rows, unknown: UnknownCells) -> Grade:
    """How hard a reason of a production's own is; `unknown` tells the unknown cells of a row.

    >>> grade_by(Production("two", lambda memory, site: None, salience=-9), Rows((1,)), lambda row: [0, 2])
    Grade(effort=9, rows=1, cases=0, cells=2)
    """
    rows = rows_in(reason)
    size, cases = (reason.widest, reason.cases) if isinstance(reason, Refutation) else (len(rows), 0)
    return Grade(-production.salience, size, cases, len(set[int]().union(*map(unknown, rows))))


def unknown_in(graph: CellGraph, marks: Sequence[int]) -> UnknownCells:
    """The unknown cells of rows where the mines found are flags.

    >>> view = View.parse("#1#F", mines=2)
    >>> unknown = unknown_in(view.graph, view.marks)
    >>> [*unknown(1)], [*unknown(TOTAL)]
    ([0, 2], [0, 2])
    """

    def unknown(row: int) -> Iterator[int]:
        cells = range(len(marks)) if row == TOTAL else graph.neighbours[row]
        return (cell for cell in cells if marks[cell] == COVERED)

    return unknown


def reason_sentence(before: View, reason: Reason) -> str:
    """A reason as a person would say it, in one sentence.

    >>> view = View.parse("#1###", mines=1)
    >>> [reason_sentence(view, reason) for reason in reasons_for(view, [4])]
    ['r1c2 needs one mine, all that is left: every other cell is safe.']
    """
    if isinstance(reason, Balance):
        return balance_sentence(before, reason)
    if isinstance(reason, Refutation):
        return refuted_sentence(before, reason)
    return sentence(before, reason)
