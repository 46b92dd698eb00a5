"""The mine total over components and untouched cells, by exact products of polynomials.

Every component says how many layouts it has with k mines; U untouched cells have comb(U, k). The
layouts of the rest, for each number of mines that one component may leave them, weigh the layouts of
that component (the weights of David Becerra's and of others' Minesweeper solvers; here exact integers).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, gcd
from typing import NamedTuple

from logicsweep.csp.elimination import unpack

Counts = dict[int, int]
"""Layouts by their number of mines."""


class Weights(NamedTuple):
    """How many layouts the rest of the board has, all divided by `unit`.

    `parts[i][k]` for the rest when component i holds k mines; `untouched[k]` for all components when
    the untouched cells hold k mines, their own layouts included.
    """

    parts: tuple[Counts, ...]
    untouched: Counts
    unit: int


def weigh(parts: Sequence[Counts], untouched: int, mines: int) -> Weights:
    """Weights of some components' layouts where `mines` lie in them and in `untouched` more cells.

    >>> weigh([{1: 2, 2: 1}], 3, 2)
    Weights(parts=({1: 3, 2: 1},), untouched={0: 1, 1: 6}, unit=1)
    """
    fewest = [min(part) for part in parts]
    spans = [max(part) - low for part, low in zip(parts, fewest, strict=True)]
    span, spare = sum(spans), mines - sum(fewest)
    rest = [comb(untouched, spare - k) if spare >= k else 0 for k in range(span + 1)]
    unit = gcd(*rest) or 1
    rest = [layouts // unit for layouts in rest]
    width = _width(parts, rest)
    packed = [_pack(part, low, width) for part, low in zip(parts, fewest, strict=True)]
    after = _products(reversed(packed))
    before = _products(packed)
    room = sum([layouts << (span - k) * width for k, layouts in enumerate(rest)])
    weights = []
    for i, (low, reach) in enumerate(zip(fewest, spans, strict=True)):
        others = unpack((before[i] * after[len(parts) - 1 - i]) * room, width, 0)
        weights.append({low + k: others[span - k] for k in range(reach + 1) if span - k in others})
    free = {spare - k: layouts * rest[k] for k, layouts in unpack(before[-1], width, 0).items() if rest[k]}
    return Weights(tuple(weights), dict(sorted(free.items())), unit)


def _products(factors: Iterable[int]) -> list[int]:
    products = [1]
    for factor in factors:
        products.append(products[-1] * factor)
    return products


def _pack(counts: Counts, low: int, width: int) -> int:
    return sum([layouts << (k - low) * width for k, layouts in counts.items()])


def _width(parts: Sequence[Counts], rest: Sequence[int]) -> int:
    """Bits for any coefficient of the product of all."""
    return sum([sum(part.values()).bit_length() for part in parts]) + sum(rest).bit_length()
