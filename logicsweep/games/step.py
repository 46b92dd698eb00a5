"""A step: a firing with what was known before it, what it decides, and why that follows.

Known are the clues of the cleared cells and the mines that were found. A step is a value; `games/steps.py`
makes it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, NamedTuple

from logicsweep.boards.annotations import NAMED, CellIndex, ClueIndex
from logicsweep.boards.board import View, with_marks
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import looked_at, signed_rows
from logicsweep.boards.words import bindings_text
from logicsweep.csp.solution import Verdict
from logicsweep.games.grading import grade_by, pattern_of
from logicsweep.games.guess import Guess
from logicsweep.reasons.reason import Balance, Reason, Refutation, Sign, decided_by, is_smallest, rows_in
from logicsweep.reasons.telling import Told
from logicsweep.reasons.wording import balance_sentence, refutation_lines, sentence, tell_balance
from logicsweep.rules.firing import Firing
from logicsweep.rules.grade import Grade
from logicsweep.rules.production import Production, is_own
from logicsweep.rules.trace import Trace, put_mark, verdict_of


class Moments:
    """The view after a number of facts; fast if the number is near the last one asked for."""

    def __init__(self, view: View, trace: Trace) -> None:
        self.view, self.trace = view, trace
        self._count, self._marks = 0, list(view.marks)
        self._last: View | None = None

    def at(self, count: int) -> View:
        """The view with the mines found as its flags."""
        if count == self._count and self._last is not None:
            return self._last
        for fact in self.trace.facts[count : self._count]:
            if fact.attribute == "clue" or verdict_of(fact):
                self._marks[fact.subject] = self.view.marks[fact.subject]
        for fact in self.trace.facts[self._count : count]:
            put_mark(self._marks, fact)
        self._count, self._last = count, with_marks(self.view, self._marks)
        return self._last


@dataclass(frozen=True, repr=False)
class Step:
    """A firing of a production, explained.

    - `firing`: what fired.
    - `production`: the production that fired.
    - `cells`: the cells that this step explains: all that it decides, or those that a proof needs.
    - `reasons`: why these cells are what they are. Empty: not found within the budget, or not forced.
    - `moments`, `known`: what was known before: the first `known` facts.
    - `rests_on`: the numbers of the steps that found the facts it uses.
    - `candidates`: in a path, how many steps of this effort there were to choose from.

    >>> from logicsweep import Board, play
    >>> step = play(Board.parse("... ... MM."), "r1c1").steps[-1]
    >>> step.number, step.grade
    (4, Grade(effort=0, clues=1, cases=0, length=1, reduced=False, cells=1))
    >>> step.reasons
    (<Balance: 5 needs 0, the least; 1 safe, 0 mines>,)
    >>> print(*step.sentences)
    The 1 at r2c3 has its mine (r3c2), so r3c3 is safe.
    """

    firing: Firing
    production: Annotated[Production, NAMED, "the production that fired"]
    cells: tuple[int, ...]
    reasons: tuple[Reason, ...]
    moments: Moments = field(compare=False)
    known: int
    rests_on: Annotated[tuple[int, ...], "the numbers of the steps that it rests on"] = ()
    candidates: Annotated[int | None, "in a path: how many steps of its effort there were"] = None

    def __repr__(self) -> str:
        where = looked_at(self.moments.view.graph, self.firing.production, self.firing.site)
        return f"<Step {self.number}, {where}>"

    @property
    def number(self) -> Annotated[int, "its number, from 1"]:
        """The number of the firing."""
        return self.firing.number

    @property
    def site(self) -> Annotated[Hashable, "where it matched; null: it looked at the whole board"]:
        """The site where the firing matched."""
        return self.firing.site

    @property
    def guess(self) -> Guess | None:
        """The guess that this step is; None for a step that follows from what is known."""
        return self.firing.reason if isinstance(self.firing.reason, Guess) else None

    @property
    def fired(self) -> Annotated[str, "the firing in words, with its variables"]:
        """The firing in words: see `fired_text`."""
        return fired_text(self.moments.view.graph, self.firing)

    @cached_property
    def decides(self) -> Annotated[dict[CellIndex, Verdict], "the cells that it decides, and what they are"]:
        """The verdict on each of its `cells`."""
        found = dict[int, Verdict]()
        for reason in self.reasons:
            found |= decided_by(reason)
        return {cell: verdict for cell, verdict in (found | self.verdicts).items() if cell in self.cells}

    @property
    def before(self) -> View:
        """The view before the step, with the mines found as its flags."""
        return self.moments.at(self.known)

    @property
    def is_own(self) -> bool:
        """Whether its production is not the library's."""
        return is_own(self.production)

    @cached_property
    def verdicts(self) -> dict[int, Verdict]:
        """The firing's verdict on each of its cells."""
        return verdicts_of(self.firing)

    @cached_property
    def grade(self) -> Annotated[Grade, "how hard it is"]:
        """How hard it is: the grade of its hardest reason; 0 clues if none was found.

        A refutation that had to be searched for is harder than any balance.
        """
        graph, marks = self.moments.view.graph, self.before.marks

        def grade_reason(reason: Reason) -> Grade:
            grade = grade_by(self.production, reason, graph, marks)
            searched = isinstance(reason, Refutation) and reason is not self.firing.reason
            return grade._replace(effort=grade.effort + searched)

        none = Grade(-self.production.salience, 0, 0, 0, False, 0)
        return max(map(grade_reason, self.reasons), default=none)

    @cached_property
    def pattern(self) -> Annotated[str | None, "the name that players have for it; null: it has none"]:
        """The name that players have for it: see `pattern_of`."""
        one = self.reasons[0] if len(self.reasons) == 1 else None
        return pattern_of(self.before, one) if isinstance(one, Balance) else None

    @property
    def workload(self) -> Annotated[int, "its clues beyond the first, the mine total as one"]:
        """How many clues it takes beyond the first, the mine total as one; summed over its reasons."""
        return sum([max(len(rows_in(reason)) - 1, 0) for reason in self.reasons])

    @cached_property
    def told(self) -> Told | None:
        """The lines of its only reason, and the letters they use, if it takes several clues; else None."""
        match self.reasons:
            case [Balance(size=size) as one] if size > 1 and self.before.graph.shape:
                return tell_balance(self.before, one, self.cells, lettered=True)
        return None

    @property
    def lines(self) -> Annotated[tuple[str, ...], "a reason of several clues line by line, with letters"]:
        """The lines of its only reason, if that takes several clues; they name groups of cells by letters.

        The words of a production of one's own come first.
        """
        if not self.told:
            return ()
        return (*(self.production.sentence,) * self.is_own, *self.told.lines)

    @property
    def letters(self) -> Annotated[dict[CellIndex, str], "the letters that they give to covered cells"]:
        """The letters that its lines give to groups of covered cells."""
        return dict(self.told.letters) if self.told else {}

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Its reasons as a person would say them, with the names of all cells."""
        if self.guess:
            return (guess_sentence(self.before, self.guess),)
        return tuple([reason_sentence(self.before, reason, self.cells) for reason in self.reasons])

    @property
    def words(self) -> Annotated[tuple[str, ...], "a sentence for each reason; a custom rule's own first"]:
        """The same sentences, after the sentence of a custom production."""
        own = is_own(self.production)
        return (self.production.sentence, *self.sentences) if own else self.sentences

    @property
    def proven(self) -> bool:
        """Whether each cell has a reason that is proven to be smallest; a guess needs no proof."""
        left = {*self.cells}.difference(*map(decided_by, self.reasons))
        return bool(self.guess) or (not left and all(map(is_smallest, self.reasons)))

    @cached_property
    def stands_on(self) -> Annotated[dict[ClueIndex, Sign], "the clues that it rests on, and how"]:
        """The rows of all reasons, ascending; if there is no reason, the clues that the firing used.

        A row has no sign if it is the only one, or if it is both added and subtracted.
        """
        used = {fact.subject for fact in self.firing.used if fact.attribute == "clue"}
        rows = {row for reason in self.reasons for row in rows_in(reason)}
        found: dict[int, Sign] = dict.fromkeys(sorted(rows or used), "stands on")
        if len(found) > 1:
            balances = [one for one in self.reasons if isinstance(one, Balance)]
            added = {row for one in balances for row in one.added}
            subtracted = {row for one in balances for row in one.subtracted}
            found |= dict.fromkeys(added - subtracted, "added")
            found |= dict.fromkeys(subtracted - added, "subtracted")
        return found


class Hardest(NamedTuple):
    """The first of the hardest among some steps.

    `smallest`: all steps of that effort are explained, and it is proven that fewer rows would not do.

    >>> from logicsweep import Board, play
    >>> play(Board.parse(".M.... ...... M..M.."), "r1c5", "overlap").steps.hardest
    Hardest(step=<Step 8, overlap at r2c2>, smallest=True)
    """

    step: Annotated[Step, "the step"]
    smallest: Annotated[bool, "whether each step of that effort has a proven smallest reason"]


def fired_text(graph: CellGraph, firing: Firing) -> str:
    """A production with where it looked and its variables, and with all clues if it compared several.

    >>> from logicsweep import Board, play
    >>> for step in play(Board.parse(".M.... ...... M..M.."), "r1c5", "overlap").steps[6:8]:
    ...     print(step.fired)
    all-mines at r1c3 (x = r1c3, m = 1)
    overlap at r3c2 - r2c2 (x = r3c2, m = 1, y = r2c2, n = 2)
    """
    reason, bound = firing.reason, firing.bindings
    if isinstance(reason, Balance) and reason.size > 1:
        rows = signed_rows(graph, reason.added, reason.subtracted)
        return f"{firing.production} at {rows}{bindings_text(bound)}"
    return looked_at(graph, firing.production, firing.site, bound)


def verdicts_of(firing: Firing) -> dict[int, Verdict]:
    """The verdict of a firing on each of its cells."""
    return {fact.subject: verdict for fact in firing.concluded if (verdict := verdict_of(fact))}


def reason_sentence(before: View, reason: Reason, wanted: Collection[int] = ()) -> str:
    """A reason as a person would say it; a refutation has several lines. `wanted`: see `balance_sentence`.

    >>> from logicsweep.games.explaining import reasons_for
    >>> view = View.parse("#1#1")
    >>> print(*[reason_sentence(view, reason) for reason in reasons_for(view, [2, 0])], sep="\\n")
    The 1 at r1c4 has just one covered neighbour, so r1c3 is a mine.
    The 1 at r1c4 touches r1c3: that is a mine. The 1 at r1c2 touches r1c3 too: that mine is all it needs. \
So its other covered cell, r1c1, is safe.
    """
    if isinstance(reason, Balance):
        return balance_sentence(before, reason, wanted)
    if isinstance(reason, Refutation):
        return "\n".join(refutation_lines(before, reason))
    return sentence(before, reason)


def guess_sentence(before: View, guess: Guess) -> str:
    """A guess as a person would say it."""
    of = "layouts" if guess.total else "the layouts that the clues allow"
    often = f"a mine in {float(100 * guess.risk):.3g}% of {of}" if guess.risk else "safe in every layout"
    lost = " It is one: the game is lost." * guess.mine
    return f"{before.graph.name(guess.cell)} is cleared as a guess: {often}.{lost}"
