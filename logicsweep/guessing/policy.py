"""Policies: which cell to clear if nothing is certain, exact and the same on every run.

The clue behind a guess has a value too. It is unknown, but how often each number occurs is known, so the
policy solves the position after each. Ties are broken by the fewest neighbours (a corner, then an edge), then
by the order of cells.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache, partial
from itertools import islice
from typing import NamedTuple

from logicsweep.boards.board import SAFE, View
from logicsweep.boards.cells import CellLike
from logicsweep.csp.position import Position
from logicsweep.csp.solution import ALWAYS, NEVER, Solution
from logicsweep.csp.solve import find_solution, require_layout
from logicsweep.errors import Clash, InvalidInput, LimitReached, describe, of_kind, quote
from logicsweep.guessing.chances import RankedGuess
from logicsweep.guessing.influence import influences
from logicsweep.kernel import INFLUENCE, MOST_COVERED, MOST_LAYOUTS, SECOND
from logicsweep.work.user_file import own_code, run_file

Choose = Callable[[Position], Sequence[RankedGuess]]


@dataclass(frozen=True)
class Policy:
    """How to guess: a name, and a function that puts the undecided cells of a position in order, best first.

    The policy calls the function only if no cell is certainly safe.

    >>> policy_of("least-risk")
    <Policy least-risk>
    """

    name: str
    choose: Choose

    def __repr__(self) -> str:
        return f"<Policy {self.name}>"


PolicyLike = Policy | str | Callable[[Position], CellLike]
"""A policy, its name, `file.py:NAME`, or a custom function from a position to a cell."""


def rank_guesses(view: View | Position, policy: PolicyLike = "best") -> tuple[RankedGuess, ...]:
    """The undecided cells of a position in the order of a policy, the one to clear first.

    Uses the mine total if the view has it. Raises `Contradiction` if there is no layout, `LimitReached` if no
    risk could be counted, and InvalidInput if there is no need to guess.

    >>> [(one.cell, str(one.risk)) for one in rank_guesses(View.parse("#2# ###", mines=2), "least-risk")]
    [(0, '2/5'), (2, '2/5'), (3, '2/5'), (5, '2/5'), (4, '2/5')]
    >>> rank_guesses(View.parse("1#1#"))
    Traceback (most recent call last):
    ...
    logicsweep.errors.InvalidInput: position: expected nothing certainly safe, got r1c4
    """
    position = Position.of(view)
    found = find_solution(require_layout(position))
    if found.safe:
        raise InvalidInput("position", "nothing certainly safe", position.view.graph.name(found.safe[0]))
    return tuple(policy_of(policy).choose(position))


def policy_of(policy: PolicyLike) -> Policy:
    """The policy of a name or function; InvalidInput for an unknown name.

    A custom function must name a covered cell that is not certainly a mine. `my_bot.py:policy` is such a
    function in a file, which runs as Python code with your rights.

    >>> policy_of(lambda position: "r1c1").choose(Position(View.parse("#1#")))[0].cell
    0
    >>> policy_of("bet")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    logicsweep.errors.InvalidInput: policy: expected least-risk, ... FILE.py:NAME (nearest: best), got 'bet'
    """
    if isinstance(policy, Policy):
        return policy
    if callable(policy):
        name = getattr(policy, "__name__", "own").strip("<>")
        return Policy(name, _Own(policy, name))
    if of_kind("policy", policy, str) in POLICIES:
        return POLICIES[policy]
    if ":" in policy:
        return Policy(name := short_name(policy), _Own(_InFile.of(policy), name))
    near = get_close_matches(policy, POLICIES, 1, 0)[0]
    expected = f"{', '.join(POLICIES)} or FILE.py:NAME (nearest: {near})"
    raise InvalidInput("policy", expected, quote(policy))


def short_name(policy: str) -> str:
    """The name of a policy without its file."""
    return policy.rpartition(":")[2]


@dataclass(frozen=True)
class _InFile:
    """A function of a user's file. Unpickling it runs the file again."""

    file: str
    name: str

    @classmethod
    def of(cls, spec: str) -> _InFile:
        """The function that `file.py:NAME` names; raises InvalidInput for a file without it."""
        file, _, name = spec.rpartition(":")
        if not name:
            raise InvalidInput("policy", "FILE.py:NAME", quote(spec))
        found = cls(os.path.abspath(file) if file else "", name)  # noqa: PTH100  # pathlib takes milliseconds
        if not callable(_content(found.file).get(name)):
            raise InvalidInput(file, f"a function (position) -> cell named {name}", "no such function")
        return found

    def __call__(self, position: Position) -> CellLike:
        function = _content(self.file)[self.name]
        with own_code(self.file, function, "a cell", lambda: f"policy {self.name}"):
            cell: CellLike = function(position)
        return cell


_content = lru_cache(maxsize=32)(partial(run_file, place="policy"))


@dataclass(frozen=True)
class _Own:
    """Puts first the cell that a custom function names."""

    choose: Callable[[Position], CellLike]
    name: str

    def __call__(self, position: Position) -> Sequence[RankedGuess]:
        graph, place = position.view.graph, f"policy {self.name}"
        named = self.choose(position)
        try:
            cell = graph.locate(named)
        except InvalidInput:
            raise InvalidInput(place, "a cell", describe(named)) from None
        by_risk = least_risk(position)
        if chosen := [one for one in by_risk if one.cell == cell]:
            return chosen + [one for one in by_risk if one.cell != cell]
        is_mine = position.solution().verdict(cell) == "mine"
        covered = "is certainly a mine" if is_mine else "has no risk that was counted"
        found = covered if cell in position.view.covered else "is not covered"
        raise InvalidInput(place, "a covered cell that may be safe", f"{graph.name(cell)}, which {found}")


def sort_by_chance(
    position: Position, chance: Callable[[RankedGuess], Fraction], some: Sequence[RankedGuess]
) -> list[RankedGuess]:
    """Some guesses, the best chance first; ties are broken as this module says."""
    around = position.view.graph.neighbours
    return sorted(some, key=lambda one: (-chance(one), len(around[one.cell]), one.cell))


def least_risk(position: Position) -> list[RankedGuess]:
    """The policy `least-risk`: the cell that is a mine in the fewest layouts."""
    found = position.solution()
    certain = {*found.safe, *found.mines}
    unforced = [RankedGuess(cell, risk) for cell, risk in found.risks.items() if cell not in certain]
    if not unforced:
        if found.missing:
            raise LimitReached
        raise InvalidInput("position", "an undecided cell", "none")
    return sort_by_chance(position, lambda one: 1 - one.risk, unforced)


def safest_two(position: Position) -> list[RankedGuess]:
    """The policy `safest-two`: the cell with the best chance to survive this guess and the next one, if any.

    Cells that cannot be the best come last, the least risk first.
    """
    return _rank_promising(position, lambda one: 1 - one.risk, lambda one, _: one.next or NEVER)[0]


def best(position: Position, also: Collection[int] = ()) -> list[RankedGuess]:
    """The policy `best`: the cell that wins most, if few layouts are left; else similar to `safest-two`.

    It also finds the worth of the cells `also`, even if they cannot be the best.

    It plays out up to `MOST_LAYOUTS` layouts of `MOST_COVERED` cells. Past that, it looks at the next guess:
    the second safest cell has the weight `SECOND`, and the safest the rest. It subtracts from a cell's risk
    `INFLUENCE` times the share of layouts with a 50/50 of the cell (`influences`).
    """
    view, layouts, unforced = position.view, position.solution().layouts, least_risk(position)
    few = layouts is not None and layouts <= MOST_LAYOUTS and len(unforced) <= MOST_COVERED
    if few and view.mine_total is not None and SAFE not in view.marks:
        from logicsweep.guessing.perfect import values  # takes as long to import as everything else

        won = values(position).cells
        some = [replace(one, win=won[one.cell]) for one in unforced]
        return sort_by_chance(position, lambda one: won[one.cell], some)
    if layouts is None:
        return unforced
    even = influences(position)

    def bound(one: RankedGuess) -> Fraction:
        return 1 - one.risk + (_INFLUENCE * even[one.cell].share if one.cell in even else 0)

    def worth(one: RankedGuess, lasting: Fraction) -> Fraction:
        return lasting * bound(one) / (1 - one.risk)

    found, worths = _rank_promising(position, bound, worth, also)
    often = {cell: 2 * influence.most for cell, influence in even.items() if influence.most}
    return [replace(one, worth=worths.get(one.cell), even=often.get(one.cell)) for one in found]


def _rank_promising(
    position: Position,
    bound: Callable[[RankedGuess], Fraction],
    worth: Callable[[RankedGuess, Fraction], Fraction],
    also: Collection[int] = (),
) -> tuple[list[RankedGuess], dict[int, Fraction]]:
    """The guesses that can be the best, by worth, then the others by a bound on it; and the worths.

    Cells that see the same number of untouched cells and no others are alike: the first stands for all. The
    cells `also` get their worth in any case.
    """
    around, untouched = position.view.graph.neighbours, set(position.network.untouched)
    some, kinds = sort_by_chance(position, bound, least_risk(position)), set[int]()
    looked, worths, most = list[RankedGuess](), dict[int, Fraction](), NEVER
    for one in some:
        if one.cell not in also:
            if bound(one) < most:
                continue
            near = around[one.cell]
            if untouched.issuperset(near):
                if len(near) in kinds:
                    continue
                kinds.add(len(near))
        after, lasting = _look_after(position, one)
        if lasting is None:  # too many layouts to count
            return some, {}
        looked.append(after)
        worths[one.cell] = worth(after, lasting)
        most = max(most, worths[one.cell])
    rest = [one for one in some if one.cell not in worths]
    return sort_by_chance(position, lambda one: worths[one.cell], looked) + rest, worths


_SECOND, _INFLUENCE = Fraction(str(SECOND)), Fraction(str(INFLUENCE))


def look_ahead(position: Position, choice: RankedGuess) -> RankedGuess:
    """A choice with its numbers after each clue that it may show; unchanged if that is too wide to count."""
    return choice if choice.next is not None else _look_after(position, choice)[0]


def _look_after(position: Position, choice: RankedGuess) -> tuple[RankedGuess, Fraction | None]:
    """A choice with its numbers, and its weighed chance in `best`; unchanged and None if too wide."""
    found, survive, lasting, clear, news, safe, shown = position.solution(), NEVER, NEVER, 0, 0, 0, 0
    if found.layouts is None:
        return choice, None
    for after in position.clear(choice.cell):
        with suppress(Clash):
            then = after.count_solution(found.total)
            if then.layouts is None:
                return choice, None
            chances = _next_chances(after, then)
            survive += chances.next * then.layouts
            lasting += ((1 - _SECOND) * chances.first + _SECOND * chances.second) * then.layouts
            clear += then.layouts * (chances.next == 1)
            news += then.layouts * chances.news
            safe, shown = safe + then.layouts, shown + 1
    chance, often_clear, often_news = survive / found.layouts, Fraction(clear, safe), Fraction(news, safe)
    seen = replace(choice, next=chance, clear=often_clear, news=often_news, dead=shown == 1)
    return seen, lasting / found.layouts


class _Chances(NamedTuple):
    """The chances to survive the next guess; 1 if nothing is left to clear."""

    next: Fraction
    first: Fraction  # of the safest cell whose clue may tell something, if there is one
    second: Fraction  # of the next of these, if there is one
    news: bool  # whether `first` is certain


def _next_chances(after: Position, found: Solution) -> _Chances:
    groups = [after.network.untouched, *[group for one in after.network.components for group in one.groups]]
    unforced_groups = [group for group in groups if group and 0 < found.risks[group[0]] < 1]
    by_risk = [found.safe, *sorted(unforced_groups, key=lambda group: found.risks[group[0]])]
    cells = [cell for group in by_risk for cell in group]
    unforced = {cell for group in unforced_groups for cell in group}
    if not cells:
        return _Chances(ALWAYS, ALWAYS, ALWAYS, True)
    living = [*islice((cell for cell in cells if not _is_dead(after.view, cell, unforced)), 2)]
    some = living or cells[:1]
    best_of_all, first, second = (1 - found.risks[cell] for cell in (cells[0], some[0], some[-1]))
    return _Chances(best_of_all, first, second, bool(living) and first == 1)


def _is_dead(view: View, cell: int, unforced: set[int]) -> bool:
    """Whether a cell is dead at first sight: it sees no undecided cell, or the same ones as a clue.

    Other cells can be dead too; to find them, all their clues have to be tried.
    """
    around = view.graph.neighbours
    near = unforced.intersection(around[cell])
    clues = [clue for clue in around[min(near)] if view.marks[clue] >= 0] if near else []
    return not near or any(unforced.intersection(around[clue]) - {cell} == near for clue in clues)


_ALL = Policy("least-risk", least_risk), Policy("safest-two", safest_two), Policy("best", best)
POLICIES = {policy.name: policy for policy in _ALL}
"""The policies by name, in order of effort."""
