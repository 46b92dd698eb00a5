"""Sizes and numbers as a user writes them: `16x30/99`, `3..5`, `40:160:10`."""

from __future__ import annotations

import re
from fractions import Fraction

from logicsweep.errors import InvalidInput, quote

_SIZE = re.compile(r"\s*([0-9]+)\s*[xX×]\s*([0-9]+)\s*(?:/\s*([0-9]+)\s*)?", re.ASCII)
_LONGEST = 9  # digits
_BOUNDS = re.compile(r"\s*([0-9]{1,9})?(\.\.)?([0-9]{1,9})?\s*", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}|\d{0,9}\.\d{1,9}", re.ASCII)


def size_of(text: str, place: str, expected: str, mines: bool = True) -> tuple[int, int, int]:
    """Rows, columns and mines; without `mines`, rows, columns and 0.

    >>> size_of("4x5/3", "SIZE", "a size"), size_of("4 x 5", "SIZE", "a size", mines=False)
    ((4, 5, 3), (4, 5, 0))
    """
    match = _SIZE.fullmatch(text)
    if not match or bool(match[3]) != mines:
        raise InvalidInput(place, expected, quote(text))
    if max(map(len, filter(None, match.groups()))) > _LONGEST:
        raise InvalidInput(place, expected, f"{quote(text)}, which is too large")
    return int(match[1]), int(match[2]), int(match[3] or 0)


def bounds_of(text: str, place: str) -> tuple[int, int | None]:
    """The bounds of `3`, `3..5`, `3..` or `..5`.

    >>> [bounds_of(text, "grade") for text in ("3", "3..5", "3..", "..5")]
    [(3, 3), (3, 5), (3, None), (0, 5)]
    """
    match = _BOUNDS.fullmatch(text)
    if not match or not (match[1] or match[3]) or (match[1] and match[3] and not match[2]):
        raise InvalidInput(place, "a number, or numbers such as 2..4, 3.. or ..5", quote(text))
    low, dots, high = match.groups()
    return int(low or 0), int(high) if high else None if dots else int(low)


def mines_of(text: str, cells: int) -> list[int | float]:
    """Mine counts or densities for a field with this many cells.

    >>> mines_of("4:8:2,0.1", 50)
    [4, 6, 8, 0.1]
    """
    found: list[int | float] = []
    for part in text.split(","):
        words = part.strip().split(":")
        if len(words) not in (1, 3) or not all(map(_NUMBER.fullmatch, words)):
            raise InvalidInput("mines", "numbers such as 40, 0.2 or 40:160:10", quote(part))
        numbers = [Fraction(word) for word in words]
        least, most, step = numbers if len(numbers) == 3 else (*numbers, *numbers, Fraction(1))
        if not step or most < least or (most - least) / step > cells:
            raise InvalidInput("mines", "A:B:STEP with A at most B and few steps", quote(part))
        each = [least + step * at for at in range(int((most - least) / step) + 1)]
        found += [float(one) if "." in part else int(one) for one in each]
    return found
