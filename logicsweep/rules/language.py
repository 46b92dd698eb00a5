"""The language of rules: cells and numbers as variables, sets of cells near them, comparisons, conclusions.

A rule is declared, not programmed:

    given(clue(x) == m, count(mines.near(x)) == m) >> safe(covered.near(x))
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, NoReturn

from logicsweep.csp.solution import Verdict
from logicsweep.errors import InvalidInput, describe

CellKind = Literal["covered", "mines", "possible", ""]
"""Cells about which nothing is known; known mines; both of these; no kind: all cells."""


def _refuse(expected: str, found: object) -> InvalidInput:
    text = f"{found.what} ({found})" if isinstance(found, Expression) else describe(found)
    return InvalidInput("rule", expected, text)


class Expression:
    """A part of a rule; `str` is how a person reads it."""

    what = "an expression"


@dataclass(frozen=True, eq=False)
class Site(Expression):
    """A variable for a cell. It needs a pattern: a premise that uses its `clue`."""

    name: str
    what = "a cell"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class CellSet(Expression):
    """The cells of a kind: on the whole board, near a cell, near both of two, or near one but not another."""

    kind: CellKind
    beside: tuple[Site, ...] = ()
    off: Site | None = None
    what = "a set of cells"

    def __str__(self) -> str:
        words = "possible mines" if self.kind == "possible" else self.kind
        near = " near " + " and ".join(map(str, self.beside)) if self.beside else " on the board"
        return (words + near).strip() + (f" but not {self.off}" if self.off else "")

    def near(self, *sites: Site) -> CellSet:
        """The cells of this kind near a cell, or near both of two cells."""
        for site in sites:
            if not isinstance(site, Site):
                raise _refuse(f"a variable for a cell in {self.kind}.near(...)", site)
        if self.beside or not 0 < len({one.name for one in sites}) == len(sites) <= 2:
            found = f"{len(sites)} cells: {', '.join(map(str, sites))}" if sites else "no cell"
            both = f"{self.kind}.near(x), or {self.kind}.near(x, y) with two different cells"
            raise InvalidInput("rule", both, f"{self}.near(...)" if self.beside else found)
        return CellSet(self.kind, sites)

    def __sub__(self, other: CellSet) -> CellSet:
        fits = isinstance(other, CellSet) and other.kind == "" and len(other.beside) == 1
        if not fits or other.off:
            raise _refuse("near(y) to subtract from a set of cells", other)
        if len(self.beside) != 1 or self.off or not self.kind:
            raise _refuse("a set such as covered.near(x) to subtract near(y) from, once", self)
        return CellSet(self.kind, self.beside, other.beside[0])

    def __add__(self, *_: object) -> NoReturn:
        raise _refuse("count(...) around a set of cells to calculate or compare", self)

    __radd__ = __mul__ = __rmul__ = __neg__ = __lt__ = __le__ = __gt__ = __ge__ = __add__


class Number(Expression):
    """A number in a rule. It adds, subtracts and compares; ints are numbers too."""

    what = "a number"

    def __add__(self, other: Number | int) -> Number:
        return Arithmetic(self, "+", number(other))

    def __sub__(self, other: Number | int) -> Number:
        return Arithmetic(self, "-", number(other))

    def __radd__(self, other: int) -> Number:
        return Arithmetic(number(other), "+", self)

    def __rsub__(self, other: int) -> Number:
        return Arithmetic(number(other), "-", self)

    def __eq__(self, other: object) -> NumberTest:  # type: ignore[override]  # a value, not an answer
        sides = (other, self) if isinstance(other, Clue) else (self, number(other))
        return NumberTest(sides[0], "=", sides[1])

    def __ne__(self, other: object) -> NoReturn:
        raise InvalidInput("rule", "==, <= or >= to compare numbers", f"!=, < or > with {self}")

    __lt__ = __gt__ = __ne__

    def __mul__(self, *_: object) -> NoReturn:
        raise InvalidInput("rule", "only + and - between numbers", f"another sign with {self}")

    __rmul__ = __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __mul__
    __pow__ = __rpow__ = __neg__ = __pos__ = __abs__ = __mul__

    def __le__(self, other: Number | int) -> NumberTest:
        return NumberTest(self, "<=", number(other))

    def __ge__(self, other: Number | int) -> NumberTest:
        return NumberTest(self, ">=", number(other))

    __hash__ = object.__hash__


@dataclass(frozen=True, eq=False)
class Constant(Number):
    """A number that is written out."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, eq=False)
class Variable(Number):
    """A variable for a number. It needs a pattern such as `clue(x) == m`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class Clue(Number):
    """The clue of a revealed cell; without a cell, the mine total."""

    of: Site | None

    def __str__(self) -> str:
        return f"clue({self.of})" if self.of else "mine total"


@dataclass(frozen=True, eq=False)
class Size(Number):
    """How many cells a set has."""

    cells: CellSet

    def __str__(self) -> str:
        return f"|{self.cells}|"


@dataclass(frozen=True, eq=False)
class Arithmetic(Number):
    """A sum or a difference."""

    left: Number
    sign: Literal["+", "-"]
    right: Number

    def __str__(self) -> str:
        right = f"({self.right})" if isinstance(self.right, Arithmetic) else self.right
        return f"{self.left} {self.sign} {right}"


class Premise(Expression):
    """What must hold. It is not true or false by itself, so it raises in Python's `and`, `or` and `if`."""

    def __bool__(self) -> bool:
        raise _refuse("premises with commas between them in given(...), no `and`, `or` or `if`", self)


@dataclass(frozen=True, eq=False)
class NumberTest(Premise):
    """A premise: one number equals another, is at most, or is at least the other."""

    left: Number
    sign: Literal["=", "<=", ">="]
    right: Number
    what = "a comparison"

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


@dataclass(frozen=True, eq=False)
class Some(Premise):
    """A premise: a set of cells is not empty."""

    cells: CellSet
    what = "some of a set"

    def __str__(self) -> str:
        return f"some {self.cells}"


class Conclusion(NamedTuple):
    """A conclusion: the cells of a set are safe, or mines."""

    verdict: Verdict
    cells: CellSet

    def __str__(self) -> str:
        return f"{self.cells} are {'mines' if self.verdict == 'mine' else 'safe'}"


@dataclass(frozen=True, eq=False)
class Given(Expression):
    """Premises that must all hold, and after `>>` what follows from them."""

    premises: tuple[Premise, ...]
    concluded: tuple[Conclusion, ...] = ()
    what = "premises"

    def __str__(self) -> str:
        return f"{', '.join(map(str, self.premises))} => {', '.join(map(str, self.concluded))}"

    def __rshift__(self, concluded: Conclusion | tuple[Conclusion, ...]) -> Given:
        several = (concluded,) if isinstance(concluded, Conclusion) else concluded
        for one in several if isinstance(several, tuple) and several else [several]:
            if not isinstance(one, Conclusion):
                raise _refuse("safe(...) or mine(...) after >>", one)
        return Given(self.premises, (*self.concluded, *several))

    def __iter__(self) -> Iterator[Expression]:
        """All parts, each before its own parts."""
        parts: list[Any] = [*self.premises, *[one.cells for one in self.concluded]]
        while parts:
            part = parts.pop(0)
            yield part
            own = [value for value in vars(part).values() if isinstance(value, Expression | tuple)]
            parts[:0] = [one for value in own for one in (value if isinstance(value, tuple) else [value])]


def number(value: object) -> Number:
    """A value as a number of a rule; raises InvalidInput for a set of cells or anything else."""
    if type(value) is int:
        return Constant(value)
    if not isinstance(value, Number):
        raise _refuse("a number, such as count(mines.near(x))", value)
    return value


def _cells(value: object) -> CellSet:
    if not isinstance(value, CellSet) or not value.kind:
        raise _refuse("a set of cells, such as covered.near(x)", value)
    return value


def clue(of: Site) -> Clue:
    """The clue of a cell: `clue(x) == m` binds m, and x stands for cells that show a clue.

    >>> print(clue(x) == m)
    clue(x) = m
    """
    if not isinstance(of, Site):
        raise _refuse("a variable for a cell in clue(...)", of)
    return Clue(of)


def count(cells: CellSet) -> Size:
    """How many cells a set has.

    >>> print(count(mines.near(x)) == m)
    |mines near x| = m
    """
    return Size(_cells(cells))


def some(cells: CellSet) -> Some:
    """The premise that a set is not empty.

    A rule about two cells needs one that ties them.

    >>> print(some(covered.near(x, y)))
    some covered near x and y
    """
    return Some(_cells(cells))


def near(site: Site) -> CellSet:
    """All cells near a cell, to subtract from a set.

    >>> print(covered.near(x) - near(y))
    covered near x but not y
    """
    return CellSet("").near(site)


def safe(cells: CellSet) -> Conclusion:
    """The conclusion that cells are safe.

    >>> print(safe(covered.near(x)))
    covered near x are safe
    """
    return Conclusion("safe", _cells(cells))


def mine(cells: CellSet) -> Conclusion:
    """The conclusion that cells are mines.

    >>> print(mine(covered.near(x)))
    covered near x are mines
    """
    return Conclusion("mine", _cells(cells))


def given(*premises: Premise) -> Given:
    """Premises that must all hold: comparisons, and `some(...)`. What follows comes after `>>`.

    >>> print(given(clue(x) == m, count(mines.near(x)) == m) >> safe(covered.near(x)))
    clue(x) = m, |mines near x| = m => covered near x are safe
    """
    for one in premises:
        if not isinstance(one, Premise):
            raise _refuse("a comparison or some(...) in given(...)", one)
    return Given(premises)


x = Site("x")
"""A variable for a cell that shows a clue."""
y = Site("y")
"""A second such variable."""
m = Variable("m")
"""A variable for a number."""
n = Variable("n")
"""A second such variable."""
total = Clue(None)
"""The number of mines on the board. A rule that uses it applies only if it is known."""
covered = CellSet("covered")
"""The cells about which nothing is known: `covered.near(x)` are those near x."""
mines = CellSet("mines")
"""The known mines."""
possible = CellSet("possible")
"""The covered cells and the known mines."""
