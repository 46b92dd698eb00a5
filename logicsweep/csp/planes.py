"""The two casual rules on all cells of a grid at once: a bit for each cell, in a few long integers.

The number at each cell lies in four *planes*, its binary digits; sums over neighbours are made of full
adders, all cells in parallel (bit-slicing: E. Biham, A fast new DES implementation in software, 1997). A
row has one bit more than cells, always 0, so that shifts do not run on into the next row.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from logicsweep.boards.board import COVERED, FLAG
from logicsweep.errors import Clash

MOST_CELLS_AT_ONCE = 1 << 14
"""Larger grids take more rounds, each over all cells, than it pays."""
_ROUNDS = 64
_BITS = bytes.maketrans(b"01", b"\0\1")
_MARKS = bytes([*range(9), 253, 254, 255])


def _digits_of(ones: list[int]) -> bytes:
    return bytes([49 if byte in ones else 48 for byte in range(256)])


_CLUE_DIGITS = [_digits_of([clue for clue in range(9) if clue >> plane & 1]) for plane in range(4)]
_IS_CLUE = _digits_of([*range(9)])
_IS_COVERED, _IS_FLAG = _digits_of([COVERED % 256]), _digits_of([FLAG % 256])

_Planes = tuple[int, int, int, int]


class Sides(NamedTuple):
    """What the casual rules leave of a grid, as cells in ascending order.

    `open` are covered cells beside `clues` that still need some of them; `bare` those that no clue touches.
    """

    safe: list[int]
    mines: list[int]
    clues: list[int]
    open: list[int]
    bare: list[int]


def casual_on_grid(shape: tuple[int, int], marks: Sequence[int], trust_flags: bool) -> Sides | None:
    """What both rules find on a grid, and what is left; None where the queue of `model` is to tell.

    `mines` has flags that are trusted too. Raises `Clash` where a clue cannot hold.

    >>> casual_on_grid((1, 5), [1, COVERED, 1, COVERED, COVERED], False)
    Sides(safe=[3], mines=[1], clues=[], open=[], bare=[4])
    """
    if len(marks) > MOST_CELLS_AT_ONCE:
        return None
    try:
        data = array("b", marks).tobytes()
    except OverflowError:
        return None
    if data.translate(None, _MARKS):  # clues past 8, which no grid has
        return None
    stride = shape[1] + 1
    padded = b"\x80".join([data[at : at + shape[1]] for at in range(0, len(data), shape[1])])
    clues, number = _plane(padded, _IS_CLUE), _clue_planes(padded)
    covered, flagged = _plane(padded, _IS_COVERED), _plane(padded, _IS_FLAG)
    mines, hidden = (flagged, covered) if trust_flags else (0, covered | flagged)
    left = _settle(stride, clues, number, mines, hidden)
    if left is None:
        return None
    found, unknown = left
    wide = _grown(unknown, stride) & clues
    safe = hidden & ~(unknown | found)
    masks = (safe, found, wide, unknown & _grown(wide, stride), unknown & ~_grown(clues, stride))
    places = _places(*shape)
    return Sides(
        *[[*compress(places, f"{mask:0{len(places)}b}".encode().translate(_BITS))] for mask in masks]
    )


def _settle(stride: int, clues: int, number: _Planes, mines: int, unknown: int) -> tuple[int, int] | None:
    """Both rules, all clues at once, until nothing changes: the mines and the unknown cells then."""
    for _ in range(_ROUNDS):
        least, most = _around(mines, stride), _around(mines | unknown, stride)
        safe = _grown(clues & ~_differ(least, number), stride) & unknown
        full = _grown(clues & ~_differ(most, number), stride) & unknown
        if safe & full:
            raise Clash
        if not safe | full:
            if clues & (_less(number, least) | _less(most, number)):
                raise Clash
            return mines, unknown
        mines |= full
        unknown &= ~(safe | full)
    return None


def _plane(padded: bytes, digits: bytes) -> int:
    return int(padded.translate(digits), 2)


def _clue_planes(padded: bytes) -> _Planes:
    one, two, four, eight = [_plane(padded, digits) for digits in _CLUE_DIGITS]
    return one, two, four, eight


def _grown(cells: int, stride: int) -> int:
    """The cells and all their neighbours, and some bits beside the rows."""
    row = cells | cells << 1 | cells >> 1
    return row | row << stride | row >> stride


def _around(cells: int, stride: int) -> _Planes:
    """How many of the cells are at each cell and around it: rows of three are added, then three of those."""
    left, right = cells << 1, cells >> 1
    odd = left ^ right
    one, two = odd ^ cells, left & right | odd & cells
    up, down = one << stride, one >> stride
    odd = up ^ down
    first, carry = odd ^ one, up & down | odd & one
    up, down = two << stride, two >> stride
    odd = up ^ down
    second, fours = odd ^ two, up & down | odd & two
    more = carry & second
    return first, carry ^ second, fours ^ more, fours & more


def _differ(one: _Planes, other: _Planes) -> int:
    return one[0] ^ other[0] | one[1] ^ other[1] | one[2] ^ other[2] | one[3] ^ other[3]


def _less(one: _Planes, other: _Planes) -> int:
    """Where one number is less than the other."""
    less = 0
    for ours, theirs in zip(one, other, strict=True):  # the highest digit has the last word
        less = theirs & ~ours | less & ~(theirs ^ ours)
    return less


@lru_cache(maxsize=8)
def _places(rows: int, cols: int) -> tuple[int, ...]:
    """The cell of each bit, the highest first; the bits beside the rows stay 0."""
    cells = [cell for row in range(rows) for cell in (*range(row * cols, row * cols + cols), -1)]
    return tuple(cells[:-1])
