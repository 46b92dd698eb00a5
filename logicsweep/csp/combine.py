"""The mine total over components and untouched cells, by exact products of polynomials.

Every component says how many layouts it has with k mines; U untouched cells have comb(U, k). A layout
of one component weighs as much as there are layouts of all the rest with the mines that it leaves them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, gcd, prod
from typing import NamedTuple

from logicsweep.csp.elimination import unpack

ByMines = dict[int, int]
"""Layouts by their number of mines."""


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
    width = _width(parts, rest)
    packed = [_pack(part, low, width) for part, low in zip(parts, fewest, strict=True)]
    room = sum([layouts << (span - k) * width for k, layouts in enumerate(rest)])
    whole, outside = _outside(list(zip(packed, spans, strict=True)), room, width)
    weights = [
        {low + reach - k: layouts for k, layouts in unpack(others, width, 0).items()}
        for low, reach, others in zip(fewest, spans, outside, strict=True)
    ]
    free = {spare - k: layouts * rest[k] for k, layouts in unpack(whole, width, 0).items() if rest[k]}
    return Weights(tuple(weights), free, unit)


def _binomials(untouched: int, spare: int, span: int) -> list[int]:
    """comb(untouched, spare - k) for k = 0..span, each from the one before: large ones cost much alone."""
    ways = [comb(untouched, spare) if spare >= 0 else 0]
    for k in range(spare, spare - span, -1):
        if k > untouched:
            ways.append(1 if k == untouched + 1 else 0)
        else:
            ways.append(ways[-1] * k // (untouched - k + 1) if k > 0 else 0)
    return ways


def _outside(parts: list[tuple[int, int]], room: int, width: int) -> tuple[int, list[int]]:
    """The product of some parts, and for each the weights of all others, most mines first.

    A part is a packed polynomial and its degree; `room` weighs the mines of all these parts together, most
    first. Each half is weighed by the room and the other half, and so on down (a product tree, transposed;
    cf. Bernstein, "Scaled remainder trees", 2004), so that only coefficients that matter are kept.
    """
    if not parts:
        return 1, []
    if len(parts) == 1:
        return parts[0][0], [room]
    half = len(parts) // 2
    products = [_product(parts[:half]), _product(parts[half:])]
    found = []
    for own, other in ((0, 1), (1, 0)):
        product, degree = products[other]
        field = (1 << (products[own][1] + 1) * width) - 1
        inner = parts[:half] if own == 0 else parts[half:]
        found += _outside(inner, product * room >> degree * width & field, width)[1]
    return products[0][0] * products[1][0], found


def _product(parts: list[tuple[int, int]]) -> tuple[int, int]:
    return prod([packed for packed, _ in parts]), sum([degree for _, degree in parts])


def _pack(counts: ByMines, low: int, width: int) -> int:
    return sum([layouts << (k - low) * width for k, layouts in counts.items()])


def _width(parts: Sequence[ByMines], rest: Sequence[int]) -> int:
    """Bits for any coefficient of the product of all."""
    return sum([sum(part.values()).bit_length() for part in parts]) + sum(rest).bit_length()
