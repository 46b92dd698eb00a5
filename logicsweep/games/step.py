"""A step: a firing with how it follows from what was given, in numbers.

Given are the cells that were cleared and the mines that were found before. Casual productions and `overlap`
say themselves which clues they took; what a solver gave is explained by balances, or where none decides a
cell by a refutation.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Literal, NamedTuple

from logicsweep.boards.annotations import NAMED, CellIndex, RowIndex
from logicsweep.boards.board import COVERED, FLAG, View, remarked
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import looked_at, signed
from logicsweep.boards.words import counted
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.errors import Contradiction
from logicsweep.games.grading import grade_by, pattern_of
from logicsweep.games.guess import Guess
from logicsweep.reasons.balance import Balance, balance, balance_of
from logicsweep.reasons.explanation import Explanation, Reason, decided_by, explanation_of, rows_in, sentence
from logicsweep.reasons.given import TOTAL
from logicsweep.reasons.refutation import Refutation, refute
from logicsweep.reasons.wording import MOST_NAMED, balance_sentence, refutation_lines
from logicsweep.rules.easiest import Grade
from logicsweep.rules.engine import Fact, Firing, Production
from logicsweep.rules.facts import Trace, mark, verdict_of
from logicsweep.rules.own import is_own
from logicsweep.work.budget import BUDGET_EACH
from logicsweep.work.progress import paced

Sign = Literal["stands on", "added", "subtracted"]
"""How a step takes a row: with a sign in a sum, or without one."""


class Moments:
    """What was known of a view when so many facts were given; near the last one asked for that is quick."""

    def __init__(self, view: View, trace: Trace) -> None:
        """The facts are those of the trace."""
        self.view, self.trace = view, trace
        self._count, self._marks = 0, list(view.marks)

    def at(self, count: int) -> View:
        """The view with the mines found as its flags."""
        for fact in self.trace.facts[count : self._count]:
            if fact.attribute == "clue" or verdict_of(fact):
                self._marks[fact.subject] = self.view.marks[fact.subject]
        for fact in self.trace.facts[self._count : count]:
            mark(self._marks, fact)
        self._count = count
        return remarked(self.view, self._marks)


@dataclass(frozen=True, repr=False)
class Step:
    """A firing of a production, explained when it is first asked for: its reasons decide all its cells.

    `cells` are those that are asked of it: all that it decides, or what a proof needs. `known`: so many facts
    of the `moments` of its run were given before it. `choices`: how many steps of its effort a path had to
    choose from. `budget`: steps of the search for one reason. `because`: its reasons where they are known.
    `shown`: what is known where less is told than its run knew; `below`: of those told what it rests on.

    >>> from logicsweep import Board, play
    >>> step = play(Board.parse("... ... MM."), "r1c1").steps[-1]
    >>> step.number, step.grade
    (4, Grade(effort=0, rows=1, cases=0, length=1, reduced=False, cells=1))
    >>> step.reasons
    (<Balance: 5 needs 0, the least; 1 safe, 0 mines>,)
    >>> print(*step.sentences)
    r2c3 has its mine (r3c2), so r3c3 is safe.
    """

    firing: Firing
    production: Annotated[Production, NAMED, "the production that fired"]
    cells: tuple[int, ...]
    moments: Moments = field(compare=False)
    known: int
    choices: Annotated[int | None, "of a path: of how many of its effort it was chosen"] = None
    budget: int = BUDGET_EACH
    because: tuple[Reason, ...] | None = None
    shown: View | None = field(default=None, compare=False)
    below: tuple[int, ...] | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        where = looked_at(self.moments.view.graph, self.firing.production, self.firing.site)
        return f"<Step {self.number}, {where}>"

    @property
    def number(self) -> Annotated[int, "its number, from 1"]:
        """The number of the firing."""
        return self.firing.number

    @property
    def site(self) -> Annotated[Hashable, "where it matched; null: it looked at the whole board"]:
        """Where the firing matched."""
        return self.firing.site

    @property
    def guess(self) -> Guess | None:
        """The guess that it is; None of what follows from what is known."""
        return self.firing.reason if isinstance(self.firing.reason, Guess) else None

    @property
    def fired(self) -> Annotated[str, "the same in words, with what it counted"]:
        """The firing in words: see `fired_text`."""
        return fired_text(self.moments.view.graph, self.firing)

    @property
    def decides(self) -> Annotated[dict[CellIndex, Verdict], "the cells that it decides, and what they are"]:
        """What each of its `cells` is decided to be."""
        found = dict(fact for reason in self.reasons if self.shown for fact in decided_by(reason).items())
        return {cell: verdict for cell, verdict in (self.verdicts | found).items() if cell in self.cells}

    @property
    def before(self) -> View:
        """What was known before: a view with the mines found as its flags."""
        return self.shown or self.moments.at(self.known)

    @property
    def verdicts(self) -> dict[int, Verdict]:
        """What the firing decides each of its cells to be."""
        return verdicts_of(self.firing)

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """Why its cells are what they are; none: not found within the budget, or not forced."""
        return tuple(self._reasons(self.before)) if self.because is None else self.because

    def parts(self, cells: Iterable[int]) -> Iterator[Step]:
        """The step by each reason, with the cells of some that this decides; each other cell alone."""
        left = dict.fromkeys(cells)
        for reason in self.reasons:
            if its := [cell for cell in decided_by(reason) if cell in left]:
                left = {cell: None for cell in left if cell not in its}
                yield replace(self, cells=tuple(its), because=(reason,))
        yield from [replace(self, cells=(cell,), because=()) for cell in left]

    @cached_property
    def grade(self) -> Annotated[Grade, "how hard it is"]:
        """How hard it is: as the hardest of its reasons; no rows where none was found.

        A refutation that was searched for is harder than any balance.
        """
        view, none = self.before, Grade(-self.production.salience, 0, 0, 0, False, 0)
        return max([self._graded(reason, view) for reason in self._graded_by], default=none)

    def _graded(self, reason: Reason, view: View) -> Grade:
        grade = grade_by(self.production, reason, view.graph, view.marks.__getitem__)
        searched = isinstance(reason, Refutation) and reason is not self.firing.reason
        return grade._replace(effort=grade.effort + searched)

    @cached_property
    def pattern(self) -> Annotated[str | None, "the name that players have for it; null: it has none"]:
        """The name that players have for it: see `pattern_of`."""
        one = self._graded_by[0] if len(self._graded_by) == 1 else None
        return pattern_of(self.before, one) if isinstance(one, Balance) else None

    @cached_property
    def workload(self) -> Annotated[int, "its clues beyond the first, the mine total as one"]:
        """How many clues it takes beyond the first, the mine total as one; of several reasons together."""
        if self.production.rows == 1:
            return 0
        return sum([max(len(rows_in(reason)) - 1, 0) for reason in self._graded_by])

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Its reasons as a person would say them."""
        if self.guess:
            return (guess_sentence(self.before, self.guess),)
        return tuple([reason_sentence(self.before, reason, self.cells) for reason in self.reasons])

    @property
    def words(self) -> Annotated[tuple[str, ...], "why, a sentence for each reason; own productions' first"]:
        """The same, after the words of a production of one's own."""
        return (self.production.sentence, *self.sentences) if is_own(self.production) else self.sentences

    @property
    def proven(self) -> bool:
        """Whether each cell has a reason that is known to be smallest; a guess has nothing to prove."""
        if self.guess:
            return True
        left = {*self.cells}.difference(*map(decided_by, self._graded_by))
        return not left and all(map(is_smallest, self._graded_by))

    @property
    def stands_on(
        self,
    ) -> Annotated[dict[RowIndex, Sign], "all clues that it rests on, and how"]:
        """The rows of all reasons, ascending; where none was found the clues that were used.

        One that is the only one, or is both added and subtracted, has no sign.
        """
        used = {fact.subject for fact in self.firing.used if fact.attribute == "clue"}
        found: dict[int, Sign] = dict.fromkeys(sorted(self._rows or used), "stands on")
        if len(found) > 1:
            balances = [one for one in self.reasons if isinstance(one, Balance)]
            added = {row for one in balances for row in one.added}
            subtracted = {row for one in balances for row in one.subtracted}
            found |= dict.fromkeys(added - subtracted, "added")
            found |= dict.fromkeys(subtracted - added, "subtracted")
        return found

    @cached_property
    def grounds(self) -> tuple[Fact, ...]:
        """What it rests on besides clues that were visible at first, as the firings before it gave it.

        The facts that it used, the clues of its reasons, and the mines around these, which their words take
        off. Of several clues, and where they were searched for, all that is known around them; of what looked
        at the whole board that alone.
        """
        marks, trace, neighbours = self.before.marks, self.moments.trace, self.moments.view.graph.neighbours
        rows, whole = self._rows, self.production.everywhere
        clues = sorted(rows - {TOTAL})
        around = range(len(marks)) if TOTAL in rows else [cell for clue in clues for cell in neighbours[clue]]
        searched = whole or is_own(self.production) or len(rows) > 1
        cells = [
            cell for cell in (*clues, *around) if marks[cell] == FLAG or (searched and marks[cell] != COVERED)
        ]
        used = () if whole and self.reasons else self.firing.used
        facts = [Fact("safe", fact.subject) if fact.attribute == "clue" else fact for fact in used]
        facts += [Fact("mine" if marks[cell] == FLAG else "safe", cell) for cell in cells]
        givers = {fact: trace.giver.get(fact) for fact in facts}
        return tuple([fact for fact, firing in givers.items() if firing and firing.number < self.number])

    @property
    def rests_on(self) -> Annotated[tuple[int, ...], "the numbers of the steps that it rests on"]:
        """The numbers of the steps that gave what it rests on, in the order of those facts."""
        if self.below is not None:
            return self.below
        giver = self.moments.trace.giver
        return tuple(dict.fromkeys([giver[fact].number for fact in self.grounds]))

    @property
    def _rows(self) -> set[int]:
        return {row for reason in self.reasons for row in rows_in(reason)}

    @property
    def _own_reason(self) -> Balance | Refutation | None:
        site, reason = self.firing.site, self.firing.reason
        if self.production.rows == 1 and isinstance(site, int) and not reason:
            return balance_of(self.before, (site,), trust_flags=True)
        return reason if isinstance(reason, Balance | Refutation) else None

    @cached_property
    def _graded_by(self) -> tuple[Reason, ...]:
        """The sum that a production of the library says itself, else its reasons."""
        own = self._own_reason
        return (own,) if isinstance(own, Balance) and not is_own(self.production) else self.reasons

    def _reasons(self, before: View) -> Iterator[Reason]:
        if self.guess:
            return
        own = self._own_reason
        if isinstance(own, Refutation):
            yield own
            return
        verdicts = self.verdicts
        left = {cell: verdicts[cell] for cell in self.cells if before.marks[cell] == COVERED}
        if own and (decided := left.items() & decided_by(own).items()):
            yield own
            left = dict(left.items() - decided)
        for one in reasons_for(before, sorted(left), self.budget) if left else ():
            if its := left.items() & decided_by(one).items():  # what one's own conclude need not be so
                left = dict(left.items() - its)
                yield needed(one, dict(its).keys(), before) if is_own(self.production) else one


class Hardest(NamedTuple):
    """The hardest of some steps, the first of several.

    `smallest`: all steps of that effort are explained, and it is proven that no fewer rows do.
    """

    step: Annotated[Step, "the step"]
    smallest: Annotated[bool, "whether all of that effort are explained, provably by the fewest clues"]


def hardest(steps: Iterable[Step]) -> Hardest | None:
    """The hardest of some steps, the riskiest where any of them is a guess; None without any.

    >>> from logicsweep import Board, play
    >>> found = hardest(play(Board.parse(".M.... ...... M..M.."), "r1c5", "overlap").steps)
    >>> found.step.firing.production, found.step.grade, found.smallest
    ('overlap', Grade(effort=2, rows=2, cases=0, length=1, reduced=True, cells=3), True)
    """
    some = [*steps]
    most = min([step.production.salience for step in some], default=0)
    of_these = [step for step in some if step.production.salience == most]
    found = max(paced(of_these, "reasons"), key=_difficulty, default=None)
    return None if found is None else Hardest(found, all(step.proven for step in of_these))


def _difficulty(step: Step) -> tuple[Grade, Fraction]:
    return step.grade, step.guess.risk if step.guess else Fraction(0)


def workload(steps: Iterable[Step]) -> int:
    """How many clues steps take beyond the first of each, together: so players of puzzle variants count.

    >>> from logicsweep import Board, play
    >>> workload(play(Board.parse(".M.... ...... M..M.."), "r1c5", "overlap").steps)
    1
    """
    return sum([step.workload for step in steps])


def fired_text(graph: CellGraph, firing: Firing, counts: bool = True) -> str:
    """A production with where it looked and what it counted; with all clues where it compared several.

    >>> from logicsweep import Board, play
    >>> for step in play(Board.parse(".M.... ...... M..M.."), "r1c5", "overlap").steps[6:8]:
    ...     print(step.fired)
    all-mines at r1c3 (f=0 c=1 m=1)
    overlap at r3c2 - r2c2 (a=1 b=1 only=0)
    """
    reason, named = firing.reason, firing.named_counts if counts else {}
    if isinstance(reason, Balance) and reason.rows > 1:
        return f"{firing.production} at {signed(graph, reason.added, reason.subtracted)}{counted(named)}"
    return looked_at(graph, firing.production, firing.site, named)


def verdicts_of(firing: Firing) -> dict[int, Verdict]:
    """What a firing decides each of its cells to be."""
    return {fact.subject: verdict for fact in firing.given if (verdict := verdict_of(fact))}


def is_smallest(reason: Reason) -> bool:
    """Whether it is proven that no fewer rows do: of a balance it is, of a refutation nothing is known."""
    return isinstance(reason, Balance) or (isinstance(reason, Explanation) and reason.smallest)


def reasons_for(before: View, cells: Sequence[int], budget: int = BUDGET_EACH) -> Iterator[Reason]:
    """Why cells are what they are, given the flags: balances first, then refutations, then sets of clues.

    Each decides the first cell that those before do not. `budget` is for each search.
    """
    position = Position(before, trust_flags=True)
    decided = set[int]()
    for cell in cells:
        if cell in decided:
            continue
        try:
            found = balance(position, cell, budget=budget) or refute(position, cell, budget=budget)
            reason = found or explanation_of(position, cell, budget)
        except Contradiction:  # what was not checked went wrong before
            return
        if reason:
            decided.update(decided_by(reason))
            yield reason


def needed(reason: Reason, cells: Set[int], view: View) -> Reason:
    """Of a balance that decides only a few of these cells to be safe only these; all mines not known yet."""
    if not isinstance(reason, Balance):
        return reason
    safe = tuple([cell for cell in reason.safe if cell in cells])
    mines = tuple([cell for cell in reason.mines if view.marks[cell] == COVERED])
    return replace(reason, safe=reason.safe if len(safe) > MOST_NAMED else safe, mines=mines)


def reason_sentence(before: View, reason: Reason, wanted: Collection[int] = ()) -> str:
    """A reason as a person would say it; a refutation in several lines; `wanted`: see `balance_sentence`.

    >>> view = View.parse("#1#1")
    >>> print(*[reason_sentence(view, reason) for reason in reasons_for(view, [2, 0])], sep="\\n")
    r1c4 needs one mine, and has just one covered neighbour: r1c3 is a mine.
    r1c4=1 needs one mine, in r1c3. r1c2=1 sees it and needs just one: that is its mine. So r1c1 is safe.
    """
    if isinstance(reason, Balance):
        return balance_sentence(before, reason, wanted)
    if isinstance(reason, Refutation):
        return "\n".join(refutation_lines(before, reason))
    return sentence(before, reason)


def guess_sentence(before: View, guess: Guess) -> str:
    """A guess as a person would say it.

    >>> guess_sentence(View.parse("1##"), Guess("best", 1, Fraction(1, 2), False))
    'r1c2 is cleared as a guess: a mine in 50 % of layouts.'
    """
    of = "layouts" if guess.total else "the layouts that the clues allow"
    often = f"a mine in {float(100 * guess.risk):.3g} % of {of}" if guess.risk else "safe in every layout"
    lost = " It is one: the game is lost." * guess.mine
    return f"{before.graph.name(guess.cell)} is cleared as a guess: {often}.{lost}"
