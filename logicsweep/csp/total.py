"""The mine total over components and untouched cells, by exact products of polynomials.

Every component says how many layouts it has with k mines; U untouched cells have comb(U, k). A layout
of one component weighs as much as there are layouts of all the rest with the mines that it leaves them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from math import comb, gcd
from typing import Any, NamedTuple, Protocol

from logicsweep.csp.elimination import unpack

ByMines = dict[int, int]
"""Layouts by their number of mines."""
_Packed = Any  # an int or a Decimal, as the packing has it


class Weights(NamedTuple):
    """How many layouts the rest of the board has, all divided by `unit`.

    `parts[i][k]` for the rest when component i holds k mines; `untouched[k]` for all components when
    the untouched cells hold k mines, their own layouts included.
    """

    parts: tuple[ByMines, ...]
    untouched: ByMines
    unit: int


def weigh(parts: Sequence[ByMines], untouched: int, mines: int) -> Weights:
    """Weights of some components' layouts where `mines` lie in them and in `untouched` more cells.

    >>> weigh([{1: 2, 2: 1}], 3, 2)
    Weights(parts=({2: 1, 1: 3},), untouched={1: 6, 0: 1}, unit=1)
    """
    fewest = [min(part) for part in parts]
    spans = [max(part) - low for part, low in zip(parts, fewest, strict=True)]
    span, spare = sum(spans), mines - sum(fewest)
    rest = _binomials(untouched, spare, span)
    unit = gcd(*rest) or 1
    rest = [layouts // unit for layouts in rest]
    packing = _packing(_bits(parts, rest), span)
    polynomials = [_spread(part, low, reach) for part, low, reach in zip(parts, fewest, spans, strict=True)]
    packed = [packing.join(numbers) for numbers in polynomials]
    room = packing.join(reversed(rest))
    tree = _tree([_Node(*leaf) for leaf in zip(packed, spans, strict=True)] or [_Node(packing.join([1]), 0)])
    outside = _outside(tree, room, packing) if parts else []
    weights = [
        {low + reach - k: layouts for k, layouts in enumerate(packing.numbers(others, reach + 1)) if layouts}
        for low, reach, others in zip(fewest, spans, outside, strict=True)
    ]
    coefficients = enumerate(packing.numbers(tree.packed, span + 1))
    free = {spare - k: layouts * rest[k] for k, layouts in coefficients if layouts and rest[k]}
    return Weights(tuple(weights), free, unit)


def _spread(counts: ByMines, low: int, reach: int) -> list[int]:
    """Layouts by their number of mines beyond `low`, for each up to `reach`."""
    return [counts.get(low + k, 0) for k in range(reach + 1)]


def _binomials(untouched: int, spare: int, span: int) -> list[int]:
    """comb(untouched, spare - k) for k = 0..span, each from the one before: large ones cost much alone."""
    ways = [comb(untouched, spare) if spare >= 0 else 0]
    for k in range(spare, spare - span, -1):
        if k > untouched:
            ways.append(1 if k == untouched + 1 else 0)
        else:
            ways.append(ways[-1] * k // (untouched - k + 1) if k > 0 else 0)
    return ways


class _Packing(Protocol):
    """Polynomials as single numbers: a field for each coefficient, so that products come out in fields."""

    def join(self, numbers: Iterable[int]) -> _Packed:
        """Coefficients, the lowest first, as one number."""

    def window(self, packed: _Packed, first: int, count: int) -> _Packed:
        """The number of so many coefficients from a first one on."""

    def numbers(self, packed: _Packed, count: int) -> list[int]:
        """The coefficients."""


class _Bits(NamedTuple):
    """Fields of so many bits in an int: quick for small numbers."""

    width: int

    def join(self, numbers: Iterable[int]) -> int:
        return sum([number << at * self.width for at, number in enumerate(numbers) if number])

    def window(self, packed: int, first: int, count: int) -> int:
        return packed >> first * self.width & (1 << count * self.width) - 1

    def numbers(self, packed: int, count: int) -> list[int]:
        found = unpack(packed, self.width, 0)
        return [found.get(at, 0) for at in range(count)]


class _Digits(NamedTuple):
    """Fields of so many decimal digits in a Decimal, whose products of millions of digits are far quicker."""

    width: int

    def join(self, numbers: Iterable[int]) -> Decimal:
        fields = [str(_EXACT.create_decimal(number)).zfill(self.width) for number in numbers]
        return _EXACT.create_decimal("".join(reversed(fields)))

    def window(self, packed: Decimal, first: int, count: int) -> Decimal:
        return _EXACT.create_decimal(self._text(packed, first, count))

    def numbers(self, packed: Decimal, count: int) -> list[int]:
        text, width = self._text(packed, 0, count), self.width
        fields = [text[at : at + width] for at in range(0, len(text), width)]
        return [int(_EXACT.create_decimal(field)) for field in reversed(fields)]

    def _text(self, packed: Decimal, first: int, count: int) -> str:
        digits = str(packed).zfill((first + count) * self.width)
        return digits[len(digits) - (first + count) * self.width : len(digits) - first * self.width]


_EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)
_LARGE = 1 << 19  # bits of a product past which digits are quicker (measured)


def _packing(bits: int, span: int) -> _Packing:
    """How to pack polynomials of this degree with coefficients of so many bits."""
    return _Bits(bits) if bits * span < _LARGE else _Digits(bits * 30103 // 100000 + 1)


class _Node(NamedTuple):
    """A packed polynomial of some degree: a part's own, or the product of two nodes' below."""

    packed: _Packed
    degree: int
    below: tuple[_Node, ...] = ()


def _tree(leaves: Sequence[_Node]) -> _Node:
    """The products of all, by halves."""
    if len(leaves) == 1:
        return leaves[0]
    half = len(leaves) // 2
    one, other = _tree(leaves[:half]), _tree(leaves[half:])
    return _Node(_times(one.packed, other.packed), one.degree + other.degree, (one, other))


def _outside(node: _Node, room: _Packed, packing: _Packing) -> list[_Packed]:
    """For each part below a node the weights of all others, most mines first.

    `room` weighs the mines of all these parts together, most first. Each half is weighed by the room and the
    other half, and so on down (a product tree, transposed; cf. Bernstein, "Scaled remainder trees", 2004), so
    that only coefficients that matter are kept.
    """
    if not node.below:
        return [room]
    found = []
    for own, other in (node.below, node.below[::-1]):
        weighed = packing.window(_times(other.packed, room), other.degree, own.degree + 1)
        found += _outside(own, weighed, packing)
    return found


def _times(one: _Packed, other: _Packed) -> _Packed:
    return _EXACT.multiply(one, other) if isinstance(one, Decimal) else one * other


def _bits(parts: Sequence[ByMines], rest: Sequence[int]) -> int:
    """Bits for any coefficient of the product of all."""
    return sum([sum(part.values()).bit_length() for part in parts]) + sum(rest).bit_length()
