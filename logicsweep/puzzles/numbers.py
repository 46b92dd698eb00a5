"""Lines of whole numbers, as contest statements write them, each number with its place."""

from __future__ import annotations

import re
from typing import NamedTuple

from logicsweep.errors import InvalidInput, quoted, whole_number

_WORD = re.compile(r"\S+")
_WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)


class Number(NamedTuple):
    """A whole number of at most nine digits and where it stands: `source:line:column`."""

    value: int
    place: str

    def within(self, least: int, most: int | None = None) -> int:
        """The value; InvalidInput where it is less than `least` or more than `most`."""
        return whole_number(self.place, self.value, least, most)


class CaseLines:
    """The lines of a text that are not blank, one after the other; `source` names it in places.

    >>> lines = CaseLines("2 3\\n\\n-7", "cases.txt")
    >>> lines.numbers("a size", 2, "two numbers")
    [Number(value=2, place='cases.txt:1:1'), Number(value=3, place='cases.txt:1:3')]
    >>> lines.numbers("a depth", 1, "one number")[0].within(0)
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: cases.txt:3:1: expected a whole number of at least 0, got -7
    """

    def __init__(self, text: str, source: str) -> None:
        """No line is read before it is asked for."""
        lines = enumerate(text.split("\n"), 1)
        self._lines = ((f"{source}:{number}", line) for number, line in lines if line.split())
        self._source = source

    def numbers(self, line: str, count: int, numbers: str) -> list[Number]:
        """Those of the next line: `line` and `numbers` say in words what it is and what must be on it."""
        place, text = next(self._lines, ("", ""))
        if not place:
            raise InvalidInput(self._source, line, "the end of the text")
        words = [*_WORD.finditer(text)]
        if len(words) != count:
            raise InvalidInput(place, numbers, f"{len(words)} of them: {_quoted(text)}")
        return [_number(word[0], f"{place}:{word.start() + 1}") for word in words]

    def end(self, expected: str) -> None:
        """InvalidInput where there is one more line; `expected` says in words what is before it."""
        for place, text in self._lines:
            raise InvalidInput(place, f"nothing after {expected}", _quoted(text))


def _number(word: str, place: str) -> Number:
    if not _WHOLE.fullmatch(word):
        raise InvalidInput(place, "a whole number of at most 9 digits", quoted(word))
    return Number(int(word), place)


def _quoted(line: str) -> str:
    return quoted(" ".join(line.split()))
