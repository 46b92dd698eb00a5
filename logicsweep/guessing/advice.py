"""A policy's advice if nothing is certain, and its reasons: its numbers in sentences, and 50/50s."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from logicsweep.boards.board import SAFE, Drawable, View, with_marks
from logicsweep.boards.cells import CellLike
from logicsweep.boards.words import both_or_all, number_text, plural
from logicsweep.csp.position import Position
from logicsweep.csp.solution import ALWAYS, NEVER, Solution
from logicsweep.csp.solve import find_solution, require_covered, require_layout
from logicsweep.errors import InvalidInput, LimitReached
from logicsweep.guessing.chances import RankedGuess
from logicsweep.guessing.policy import (
    POLICIES,
    PolicyLike,
    look_ahead,
    policy_of,
    rank_guesses,
    sort_by_chance,
)

if TYPE_CHECKING:
    from logicsweep.reasons.reason import BothWays

AHEAD = 10
"""How many of the first cells always come with their numbers after the guess."""
_OFTEN = Fraction(1, 20)  # rarer 50/50s are not mentioned
_FEW = 100  # with more layouts than this, shares are given in percent


@dataclass(frozen=True, repr=False)
class Advice(Drawable):
    """Which cell to clear if nothing is certain: the undecided cells of a position in a policy's order.

    There are none if no guess is needed, or no risk was counted.

    >>> advice = advise(View.parse("1### ####", mines=2), "safest-two")
    >>> advice
    <Advice r1c3: by safest-two, of 7 undecided cells>
    >>> for sentence in advice.sentences("r1c4"):
    ...     print(sentence)
    r1c3 and r1c4 are mines in 3 of 12 layouts each; and after r1c3 there is a safe cell in all \
9 cases, after r1c4 in none of 9 cases.
    This guess and the next are survived in 9 of 12 layouts with r1c3 first, in 6 of 12 with r1c4.
    """

    position: Position
    solution: Solution
    policy: Annotated[str, "the policy"]
    ranked: Annotated[
        tuple[RankedGuess, ...], "the undecided cells, the one to clear first; none: no guess is needed"
    ]
    _told: dict[CellLike | None, tuple[str, ...]] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        first = "none" if self.cell is None else self.position.view.graph.name(self.cell)
        return f"<Advice {first}: by {self.policy}, of {plural(len(self.ranked), 'undecided cell')}>"

    @property
    def cell(self) -> int | None:
        """The cell to clear; None if there is no choice."""
        return self.ranked[0].cell if self.ranked else None

    @cached_property
    def even(self) -> BothWays | None:
        """The two layouts of an unavoidable 50/50 with the first cell, if any: see `fifty_fifty`."""
        return None if self.cell is None else fifty_fifty(self.position, self.cell)

    @property
    def equals(self) -> tuple[int, ...]:
        """The other cells that are as good as the first by the policy's measure."""
        first, *others = self.ranked
        measures = [(one.cell, *_pick_measure(self.policy, first, one)[1:]) for one in others]
        return tuple([cell for cell, own, other in measures if own is not None and own == other])

    @property
    def is_own(self) -> bool:
        """Whether the policy is not the library's."""
        return self.policy not in POLICIES

    @property
    def is_last(self) -> bool:
        """Whether just one safe cell is left, which wins the game."""
        view = self.position.view
        return view.mine_total is not None and len(view.covered) == view.mine_total + 1

    @property
    def rival(self) -> RankedGuess | None:
        """The cell to compare the first with: one of less risk, or the next that is not like it."""
        first, *others = self.ranked
        less = [one for one in others if one.risk < first.risk]
        unlike = [one for one in others if replace(one, cell=first.cell) != first]
        found = min(less, key=lambda one: one.risk) if less else next(iter(unlike or others), None)
        return found and look_ahead(self.position, found)

    def sentences(self, cell: CellLike | None = None) -> tuple[str, ...]:
        """Why to clear the first cell and not `cell`, or by default its `rival`; or why there is no choice.

        Raises InvalidInput for a cell that is not covered or is certainly a mine.
        """
        if cell not in self._told:
            self._told[cell] = tuple(self._tell(cell)) if self.ranked else (_say_no_choice(self.solution),)
        return self._told[cell]

    def _tell(self, cell: CellLike | None) -> Iterator[str]:
        first, named = self.ranked[0], None if cell is None else self._find_guess(cell)
        other = named if named and named.cell != first.cell else self.rival
        own = fifty_fifty(self.position, other.cell) if other and other == named else None
        evens = {even.differ: even for even in (self.even, own) if even}
        same = other and any({first.cell, other.cell} <= {*differ} for differ in evens)
        if other and not same:
            yield from _compare_guesses(self, first, other)
        yield from [even_sentence(self.position.view, even) for even in evens.values()]

    def _find_guess(self, cell: CellLike) -> RankedGuess:
        index = require_covered(self.position, cell)
        found = next((one for one in self.ranked if one.cell == index), None)
        if found is None:
            name = self.position.view.graph.name(index)
            raise InvalidInput(name, "a cell that may be safe", "a certain mine")
        return look_ahead(self.position, found)


def advise(view: View | Position, policy: PolicyLike = "best") -> Advice:
    """A policy's advice; raises `Contradiction` if there is no layout, else as `policy_of`.

    If the policy looks ahead, the cells that it skipped come last, by the chance to survive two guesses.

    >>> advise(View.parse("1#1#")).sentences()
    ('No guess is needed: r1c4 is safe.',)
    """
    position, policy = Position.of(view), policy_of(policy)
    solution = find_solution(require_layout(position))
    if solution.safe or not solution.least_risk:
        return Advice(position, solution, policy.name, ())
    found = rank_guesses(position, policy)
    looked = len([one for one in found if one.next is not None])
    more = [look_ahead(position, one) for one in found[looked:AHEAD]]
    if looked:
        more = sort_by_chance(position, lambda one: one.next or NEVER, more)
    return Advice(position, solution, policy.name, (*found[:looked], *more, *found[max(looked, AHEAD) :]))


# --- 50/50 --------------------------------------------------------------------------------------------------


def fifty_fifty(position: Position, cell: int) -> BothWays | None:
    """Two layouts that differ in the halves of a 50/50 that no future clue can decide; else None.

    Both halves have the same number of cells. In every layout, the cells that differ are as in one of the
    two. Every other cell that may still show a clue sees the same number of cells of both halves, so each
    layout has a mirror image.

    >>> fifty_fifty(Position(View.parse("#1#?")), 0)
    >>> fifty_fifty(Position(View.parse("1# 1#")), 1).differ
    (1, 3)
    """
    view, solution = position.view, position.solution()
    if solution.risks.get(cell) != Fraction(1, 2):
        return None
    from logicsweep.reasons.twins import twin_layouts  # hints without a guess start sooner

    with suppress(LimitReached):
        found = twin_layouts(position, cell)
        if found and _is_mirrored(view, found, solution.mines) and _are_only_two(position, found):
            return found
    return None


def _is_mirrored(view: View, found: BothWays, mines: Collection[int]) -> bool:
    """Whether every other cell that may show a clue sees equally many cells of both halves."""
    one, other = found.halves
    silent = {*mines, *found.differ}
    seen = [view.graph.neighbours[i] for i, mark in enumerate(view.marks) if mark < 0 and i not in silent]
    same = all(len(one.intersection(around)) == len(other.intersection(around)) for around in seen)
    return same and len(one) == len(other)


def _are_only_two(position: Position, found: BothWays) -> bool:
    """Whether the cells that differ have only one layout if the cell is safe: then one, too, if it is not."""
    marks, (one, other) = [*position.view.marks], found.halves
    marks[found.cell] = SAFE
    then = replace(position, view=with_marks(position.view, marks)).solution()
    return other.issubset(then.mines) and (one - {found.cell}).issubset(then.safe)


# --- in words -----------------------------------------------------------------------------------------------


def even_sentence(view: View, even: BothWays) -> str:
    """The sentence that a 50/50 cannot be avoided, and why.

    >>> view = View.parse("1# 1#")
    >>> print(even_sentence(view, fifty_fifty(Position(view), 1)))
    Either r1c2 or r2c2 is a mine, each in half of all layouts. Every other cell that may yet show a clue \
touches both or neither of them, so no clue will tell which: this 50/50 cannot be avoided, and waiting does \
not help.
    """
    one, other = (both_or_all(view.graph.names(sorted(half)))[0] for half in even.halves)
    alone = len(even.differ) == 2
    either = f"Either {one} or {other} {'is a mine' if alone else 'are mines'}, each in half of all layouts."
    same = "both or neither of them" if alone else "as many of the ones as of the others"
    return (
        f"{either} Every other cell that may yet show a clue touches {same}, so no clue will tell which: "
        "this 50/50 cannot be avoided, and waiting does not help."
    )


def _say_no_choice(found: Solution) -> str:
    if found.missing and not found.safe:
        return "No policy can choose: no risk was counted."
    safe = f"{found.graph.name(found.safe[0])} is safe" if found.safe else "all is certain"
    return f"No guess is needed: {safe}."


def _compare_guesses(advice: Advice, one: RankedGuess, other: RankedGuess) -> Iterator[str]:
    graph, layouts = advice.position.view.graph, advice.solution.layouts
    a, b = graph.names([one.cell, other.cell])
    here, there = _say_shares(layouts, "layouts", one.risk, other.risk)
    risks = f"{a} is a mine in {here}, {b} in {there}"
    if one.risk == other.risk:
        risks = f"{a} and {b} are mines in {here} each"
    if one.next is None or other.next is None:
        yield f"{risks}."
    elif advice.is_last:
        yield f"{risks}. Just one safe cell is left, so this is the last guess."
    else:
        yield f"{risks}; {_say_clear(advice.position, one, other)}."
        yield from _say_chances(a, b, layouts, one, other)
        if one.next <= other.next:
            yield from _say_worth(advice, one, other)
    decides, own, others = _pick_measure(advice.policy, one, other)
    if own is not None and own == others:
        yield _say_tie(decides, a, b, *[len(graph.neighbours[it.cell]) for it in (one, other)])


def _pick_measure(
    policy: str, one: RankedGuess, other: RankedGuess
) -> tuple[str, Fraction | None, Fraction | None]:
    """The policy's measure of both guesses, in words and numbers; None if unknown, as for a custom policy."""
    if policy not in POLICIES or one.worth is not None:
        return "this", one.worth, other.worth
    if one.win is not None:
        return "this", one.win, other.win
    by_risk = policy == "least-risk" or one.next is None or other.next is None
    return ("risk", one.risk, other.risk) if by_risk else ("this", one.next, other.next)


def _say_clear(position: Position, one: RankedGuess, other: RankedGuess) -> str:
    """How often there is a safe cell after the one and after the other."""
    assert one.clear is not None and other.clear is not None
    layouts, (a, b) = position.solution().layouts, position.view.graph.names([one.cell, other.cell])
    then = "no guess is needed" if position.view.mine_total is None else "there is a safe cell"
    if one.clear == other.clear:
        return f"after either {then} in {_say_shares(None, 'cases', one.clear)[0]}"
    if layouts and layouts <= _FEW:
        (here,) = _say_shares(int(layouts * (1 - one.risk)), "cases", one.clear)
        (there,) = _say_shares(int(layouts * (1 - other.risk)), "cases", other.clear)
    else:
        here, there = _say_shares(None, "cases", one.clear, other.clear)
    riskier, clearer = one.risk - other.risk, one.clear - other.clear
    link = "but" if riskier * clearer > 0 or (riskier == 0 and clearer < 0) else "and"
    return f"{link} after {a} {then} in {here}, after {b} in {there}"


def _say_chances(a: str, b: str, layouts: int | None, one: RankedGuess, other: RankedGuess) -> Iterator[str]:
    """The chances to survive or win that a policy compares."""
    assert one.next is not None and other.next is not None
    if one.win is not None and other.win is not None:
        here, there = _say_shares(layouts, "layouts", one.win, other.win)
        who, rest = (a, f", {b} first in {there}") if one.win != other.win else ("either", "")
        yield f"Played on as well as can be, {who} first wins in {here}{rest}."
    else:
        here, there = _say_shares(layouts, "layouts", one.next, other.next)
        who, rest = (a, f", in {there} with {b}") if one.next != other.next else ("either", "")
        yield f"This guess and the next are survived in {here} with {who} first{rest}."


def _say_worth(advice: Advice, one: RankedGuess, other: RankedGuess) -> Iterator[str]:
    """What else the policy `best` weighs: safe cells that may tell something, and 50/50s."""
    a, b = advice.position.view.graph.names([one.cell, other.cell])
    if one.worth and one.news and other.news is not None and one.news > other.news != other.clear:
        here, there = _say_shares(None, "cases", one.news, other.news)
        yield f"A safe cell that may tell something is there after {a} in {here}, after {b} in {there}."
    if one.worth and other.worth:
        here, there = [text.removesuffix("%") for text in _say_percents([one.worth, other.worth])]
        who, rest = (a, f", {b} {there}") if one.worth != other.worth else ("either", "")
        yield f"With all that may come then, 50/50s too, {who} is worth {here} points of 100{rest}."
    elif one.worth:  # the policy skipped the other, since it cannot be worth more
        (here,) = _say_percents([one.worth])
        points = f"{here.removesuffix('%')} points of 100"
        yield f"With all that may come then, 50/50s too, {a} is worth {points}, {b} no more."
    if one.even and one.even >= _OFTEN:
        often = _say_shares(advice.solution.layouts, "layouts", one.even)[0]
        yield f"A 50/50 with {a} that no clue will decide comes in {'at least ' * (one.even < 1)}{often}."


def _say_tie(decides: str, a: str, b: str, here: int, there: int) -> str:
    """What decides between equal cells: their numbers of neighbours, or their places."""
    if here == there:
        return f"In {decides} they are equal; {a} comes first on the board."
    neighbours = f"{number_text(here)} neighbour{'s' * (here != 1)}"
    return f"In {decides} they are equal; {a} has {neighbours}, {b} {number_text(there)}."


def _say_shares(whole: int | None, noun: str, *shares: Fraction) -> list[str]:
    """Shares of a whole: as counts if the whole is small, else in percent with digits that tell them apart.

    >>> _say_shares(12, "cases", Fraction(1, 4), Fraction(1))
    ['3 of 12 cases', 'all 12']
    >>> _say_shares(None, "cases", Fraction(1, 300), Fraction(1, 301), Fraction(0))
    ['0.333% of cases', '0.332%', 'no cases']
    """
    if whole and whole <= _FEW:
        ends = {NEVER: f"none of {whole}", ALWAYS: f"all {whole}"}
        first, *rest = [ends.get(share, f"{share * whole} of {whole}") for share in shares]
        return [f"{first} {noun}", *rest]
    ends = {NEVER: f"no {noun}", ALWAYS: f"all {noun}"}
    first, *rest = [ends.get(share, text) for share, text in zip(shares, _say_percents(shares), strict=True)]
    return [first if shares[0] in ends else f"{first} of {noun}", *rest]


def _say_percents(shares: Sequence[Fraction]) -> list[str]:
    """Percentages with enough digits to distinguish the shares from each other and from 0 and 100%."""
    with_ends, texts = (*shares, NEVER, ALWAYS), list[str]()
    for digits in range(7):
        texts = [f"{float(100 * share):.{digits}f}%" for share in with_ends]
        if len({*texts}) == len({*with_ends}):
            break
    return texts[:-2]
