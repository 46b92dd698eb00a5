"""Evaluate declared rules on the graph: what follows, what a firing rests on, and what a rule lacks.

Each declaration is compiled to closures once; `Knowledge` finds the sets of cells near each cell.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import add, eq, ge, le, sub
from typing import Any

from logicsweep.boards.names import list_names
from logicsweep.boards.words import number_text
from logicsweep.csp.sums import TOTAL, sum_left
from logicsweep.errors import InvalidInput, describe, of_kind
from logicsweep.reasons.reason import Balance
from logicsweep.rules.facts import BOARD, Knowledge
from logicsweep.rules.firing import Fact, Lack, Match
from logicsweep.rules.language import (
    Arithmetic,
    CellSet,
    Clue,
    Constant,
    Expression,
    Given,
    NumberTest,
    Premise,
    Site,
    Size,
    Some,
    Variable,
)
from logicsweep.rules.production import Production

Bound = dict[str, int]
"""The values of the variables: cells by their indices, and numbers."""
_SIGNS: dict[str, Callable[[int, int], Any]] = {"+": add, "-": sub, "=": eq, "<=": le, ">=": ge}
_Getter = Callable[[Knowledge, Bound], Any]


def compile_part(part: Expression) -> _Getter:
    """A function that returns the value of a part of a rule."""
    match part:
        case Constant(value):
            return lambda memory, at: value
        case Variable(name):
            return lambda memory, at: at[name]
        case Clue(None):
            return lambda memory, at: memory["total"][BOARD].value
        case Clue(Site(name)):
            return lambda memory, at: memory.marks[at[name]]
        case Size(cells):
            counted = compile_part(cells)
            return lambda memory, at: len(counted(memory, at))
        case Some(cells):
            return compile_part(cells)
        case Arithmetic(left, sign, right) | NumberTest(left, sign, right):
            of_left, of_right, combine = compile_part(left), compile_part(right), _SIGNS[sign]
            return lambda memory, at: combine(of_left(memory, at), of_right(memory, at))
        case CellSet():
            return _compile_set(part)
    raise InvalidInput("rule", "a known expression", str(part))


def _compile_set(cells: CellSet) -> Callable[[Knowledge, Bound], Collection[int]]:
    kind, x, *others = cells.kind, *[site.name for site in (*cells.beside, cells.off) if site], ""
    if not cells.beside:
        return lambda memory, at: memory.all_cells(kind)
    if len(others) == 1:
        return lambda memory, at: memory.cells_near(kind, at[x])
    y, within = others[0], not cells.off

    def cells_compared(memory: Knowledge, at: Bound) -> list[int]:
        cells = memory.cells_near(kind, at[x])
        if not cells:
            return cells
        near = memory.near(at[y])
        return [cell for cell in cells if (cell in near) is within]

    return cells_compared


def ground_part(part: Expression) -> Callable[[Knowledge, Bound], Iterable[Fact]]:
    """A function that returns the facts that a number or a premise rests on.

    A count of known mines rests on those mines, a count of possible mines on the cells known to be safe, and
    a count of covered cells on both.
    """
    match part:
        case Clue(None):
            return lambda memory, at: memory["total"].values()
        case Clue(Site(name)):
            return lambda memory, at: [memory.clues[at[name]]]
        case Size(CellSet("mines") as cells) | Some(CellSet("mines") as cells):
            of_mines = compile_part(cells)
            return lambda memory, at: [memory.mines[cell] for cell in of_mines(memory, at)]
        case Size(cells):
            return _ground_in_neighbours(cells)
        case Arithmetic(left, _, right) | NumberTest(left, _, right):
            of_left, of_right = ground_part(left), ground_part(right)
            return lambda memory, at: (*of_left(memory, at), *of_right(memory, at))
    return lambda memory, at: ()


def _ground_in_neighbours(cells: CellSet) -> Callable[[Knowledge, Bound], Iterable[Fact]]:
    sites, off = [site.name for site in cells.beside], cells.off.name if cells.off else ""

    def known(memory: Knowledge, at: Bound) -> Iterable[Fact]:
        near: Collection[int] = range(len(memory.field))
        for site in sites:
            near = [cell for cell in memory.near(at[site])[1:] if cell in near]
        facts = [memory.known(cell) for cell in near if not off or cell not in memory.near(at[off])]
        return [fact for fact in facts if fact and (cells.kind == "covered" or fact.attribute != "mine")]

    return known


def _unique(variables: Iterable[Site | Variable]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([one.name for one in variables]))


def _sort_premises(premises: Iterable[Premise]) -> tuple[dict[str, Clue], list[Premise], Some | None]:
    """The clue bound to each number, the tests, and the premise that ties two cells, which needs no test."""
    numbers, tests, tie = dict[str, Clue](), list[Premise](), None
    for premise in premises:
        match premise:
            case NumberTest(Clue() as pattern, "=", Variable(name)) if name not in numbers:
                numbers[name] = pattern
            case Some(CellSet(_, (_, _), None)) if tie is None:
                tie = premise
            case _:
                tests.append(premise)
    return numbers, tests, tie


class _Way:
    """One way of a rule, ready to be evaluated."""

    def __init__(self, way: Given) -> None:
        parts = [*way]
        clues = [part for part in parts if isinstance(part, Clue)]
        self.given, self.needs_total = way, any(one.of is None for one in clues)
        self.sites = _unique([one.of for one in clues if one.of])
        self.named = _unique([part for part in parts if isinstance(part, Site | Variable)])
        self.is_about_board = any(isinstance(part, CellSet) and not part.beside for part in parts)
        numbers, tests, tie = _sort_premises(way.premises)
        self.shared = None if tie is None else tie.cells.kind
        self._check(numbers, tests)
        self.numbers = [(name, compile_part(pattern)) for name, pattern in numbers.items()]
        self.tests = [compile_part(one) for one in tests]
        self.last = next((one for one in reversed(tests) if isinstance(one, NumberTest)), None)
        sides = () if self.last is None else (self.last.left, self.last.right)
        self.sides = [compile_part(one) for one in sides]
        self.others = [compile_part(one) for one in tests if one is not self.last]
        self.grounds = [ground_part(one) for one in way.premises]
        self.concluded = [(one.verdict, compile_part(one.cells)) for one in way.concluded]

    def _check(self, numbers: Mapping[str, Clue], tests: Sequence[Premise]) -> None:
        """Refuse a way that binds too little, or that tests or concludes nothing."""
        if unbound := [name for name in self.named if name not in (*self.sites, *numbers)]:
            pattern = "a pattern for each variable, such as clue(x) == m"
            raise InvalidInput("rule", pattern, f"none for {unbound[0]}")
        if len(self.sites) > 2 or (len(self.sites) == 2 and not self.shared):
            tied = "one cell, or two that some(covered.near(x, y)) ties"
            raise InvalidInput("rule", tied, " and ".join(self.sites))
        if not (tests or self.shared):
            only = ", ".join(map(str, self.given.premises))
            test = "a test in given(...), such as count(mines.near(x)) == m"
            raise InvalidInput("rule", test, f"only patterns ({only})" if only else "no premises")
        if not self.given.concluded:
            raise InvalidInput("rule", ">> safe(...) or >> mine(...) after given(...)", "no conclusion")

    def bind(self, memory: Knowledge, site: Any) -> Sequence[Bound]:  # noqa: ANN401  # a cell, or None
        """The possible cells of the variables at a site, as the first cell of the rule and as the second."""
        if (self.sites and memory.marks[site] < 0) or (self.needs_total and not memory["total"]):
            return ()
        roles: list[Bound] = [dict.fromkeys(self.sites, site)]
        if self.shared:
            (x, y), others = self.sites, memory.clues_sharing(self.shared, site)
            roles = [*[{x: site, y: other} for other in others], *[{x: other, y: site} for other in others]]
        return roles

    def conclude(self, memory: Knowledge, at: Bound, tests: Iterable[_Getter]) -> tuple[Fact, ...]:
        """The facts that follow if these tests hold; binds the numbers.

        Looks first for cells that would be decided, since most sites have none.
        """
        found = [(verdict, cells) for verdict, of in self.concluded if (cells := of(memory, at))]
        if not found:
            return ()
        for name, value in self.numbers:
            at[name] = value(memory, at)
        for test in tests:
            if not test(memory, at):
                return ()
        return tuple([Fact(verdict, cell) for verdict, cells in found for cell in cells])

    def bindings(self, memory: Knowledge, at: Bound) -> dict[str, int | str]:
        """The values of the variables, cells by their names."""
        return {one: memory.field.name(at[one]) if one in self.sites else at[one] for one in self.named}


def _expect_given(way: object) -> Given:
    if not isinstance(way, Given):
        raise InvalidInput("rule", "given(...) >> safe(...) or mine(...)", describe(way))
    return way


@dataclass(frozen=True, eq=False)
class Rule:
    """A declared rule: the condition of a production. Each of `ways` is enough.

    - `sentence`: what a player who uses it would say.
    - `ways`: premises, and what follows from them.
    - `balance`: cells x, y: the clue of x minus the clue of y is the sum that explains the conclusions.

    >>> from logicsweep.rules.language import clue, count, covered, given, m, mines, safe, x
    >>> print(Rule("found", "", (given(clue(x) == m, count(mines.near(x)) == m) >> safe(covered.near(x)),)))
    clue(x) = m, |mines near x| = m => covered near x are safe
    """

    name: str
    sentence: str
    ways: tuple[Given, ...]
    balance: tuple[Site, Site] | None = None
    _compiled: tuple[_Way, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Raises InvalidInput, with the rule's name, for mistakes such as a variable without a pattern."""
        place = f"rule {of_kind('rule name', self.name, str)}"
        object.__setattr__(self, "__doc__", of_kind(place, self.sentence, str))
        try:
            ways = tuple([_Way(_expect_given(way)) for way in self.ways])
            object.__setattr__(self, "_compiled", ways)
            self._check()
        except InvalidInput as wrong:
            raise InvalidInput(place, wrong.expected, wrong.found) from None

    def _check(self) -> None:
        if not self.ways:
            raise InvalidInput("rule", "given(...) >> safe(...) after the sentence", "nothing")
        if self.sites and any(way.is_about_board for way in self._compiled):
            near = "only sets of cells near x or y in a rule about clues"
            raise InvalidInput("rule", near, "a set of cells on the whole board")
        if self.balance and sorted([one.name for one in self.balance]) != sorted(self.sites):
            raise InvalidInput("rule", "`balance` to be the two cells of the rule", describe(self.balance))

    def __str__(self) -> str:
        return "; ".join(map(str, self.ways))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Rule) and self._key == other._key)

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> tuple[str, ...]:
        return self.name, self.sentence, str(self), str(self.balance)

    def __reduce__(self) -> tuple[object, ...]:
        return Rule, (self.name, self.sentence, self.ways, self.balance)

    @property
    def sites(self) -> tuple[str, ...]:
        """The variables for cells, in the order of their patterns; none if it looks at the whole board."""
        return max([way.sites for way in self._compiled], key=len)

    def __call__(self, memory: Knowledge, site: Any) -> list[Match]:  # noqa: ANN401  # a cell, or None
        """What follows at a site, as the first cell of the rule and as the second."""
        return [
            self._make_match(way, memory, at, concluded)
            for way in self._compiled
            for at in way.bind(memory, site)
            if (concluded := way.conclude(memory, at, way.tests))
        ]

    def _make_match(self, way: _Way, memory: Knowledge, at: Bound, concluded: tuple[Fact, ...]) -> Match:
        used = dict.fromkeys([fact for ground in way.grounds for fact in ground(memory, at)])
        return Match(tuple(used), concluded, way.bindings(memory, at), self._explain(at, concluded))

    def _explain(self, at: Bound, concluded: Iterable[Fact]) -> Balance | None:
        """The sum of clues, or the mine total, that is the reason; None if a single clue is enough."""
        if self.sites and not self.balance:
            return None
        safe, mines = (
            tuple([fact.subject for fact in concluded if fact.attribute == one]) for one in ("safe", "mine")
        )
        rows = [(at[one.name],) for one in self.balance] if self.balance else [(TOTAL,), ()]
        return Balance(rows[0], rows[1], len(mines), bool(self.balance or mines), safe, mines, flags=True)


@dataclass(frozen=True)
class NearestMiss:
    """Finds what a rule lacks: how far apart the numbers of its last comparison are."""

    rule: Rule

    def __call__(self, memory: Knowledge, site: Any) -> list[Lack]:  # noqa: ANN401
        """Find what the rule lacks at a site, as the first cell and as the second."""
        return [
            lack
            for way in self.rule._compiled
            for at in way.bind(memory, site)
            if (lack := _find_lack(way, memory, at))
        ]


def _find_lack(way: _Way, memory: Knowledge, at: Bound) -> Lack | None:
    last, concluded = way.last, way.conclude(memory, at, way.others)
    if last is None or not concluded:
        return None
    left, right = (side(memory, at) for side in way.sides)
    if _SIGNS[last.sign](left, right):
        return None
    said = say_undecided(memory, at[way.sites[0]]) if len(way.sites) == 1 else ""
    words = said or f"{last.left} is {left}, {last.right} is {right}"
    return Lack(abs(left - right), words, concluded, way.bindings(memory, at))


def say_undecided(memory: Knowledge, site: int) -> str:
    """The sentence about the covered neighbours of a clue that decides none of them; else an empty text."""
    value, flags = memory.clues[site].value, memory.cells_near("mines", site)
    covered, need = sum_left(memory.marks, memory.field.neighbours[site], value)
    found = value - need
    if not 0 < need < len(covered):
        return ""
    are_found = f"{'is' if found == 1 else 'are'} found ({list_names(memory.field, flags, 8)})"
    of_mines = f"{number_text(found)} of its {number_text(value)} mines {are_found}, and "
    some = "one covered neighbour" if len(covered) == 1 else f"{number_text(len(covered))} covered neighbours"
    are_mines = f"({list_names(memory.field, covered, 8)}) {'is a mine' if need == 1 else 'are mines'}"
    of_these = f"{number_text(need)} of its {some} {are_mines}; it does not say which"
    return of_mines + of_these if flags else of_these


def rule(
    name: str, sentence: str, *ways: Given, salience: int = -1, balance: tuple[Site, Site] | None = None
) -> Production:
    """A production from a declared rule.

    - `sentence`: what a player who uses it would say.
    - `ways`: `given(...) >> safe(...)`; each is enough.
    - `salience`: the highest fires first; the casual rules have 0.
    - `balance`: cells x, y: the clue of x minus the clue of y is the sum that explains the conclusions.

    Raises InvalidInput if a variable has no pattern.

    >>> from logicsweep import View, play
    >>> from logicsweep.rules.language import clue, given, mine, count, possible, x
    >>> full = given(clue(x) == 2, count(possible.near(x)) == 2) >> mine(possible.near(x))
    >>> play(View.parse("#2#"), player=[rule("full", "Both neighbours of this 2 are mines.", full)]).mines
    (0, 2)
    """
    declared = Rule(name, sentence, ways, balance)
    sites = declared.sites
    return Production(
        name,
        declared,
        salience,
        needs="clue" if sites else None,
        everywhere=not sites,
        lacks=NearestMiss(declared),
        clues=max(len(sites), 1),
    )


def declaration_of(production: Production) -> Rule | None:
    """The declared rule of a production, even from a rules file; None if it is a function."""
    from inspect import unwrap  # few runs need it

    condition = unwrap(production.condition)
    return condition if isinstance(condition, Rule) else None
