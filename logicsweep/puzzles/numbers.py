"""Lines of whole numbers, as contest statements write them, each number with its place.

No format by itself: the sibling puzzles' texts are read with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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


class CaseLine(NamedTuple):
    """The words of a line that is not blank, and where the line stands: `source:line`."""

    words: tuple[str, ...]
    columns: tuple[int, ...]
    place: str

    def numbers(self, count: int, what: str) -> tuple[Number, ...]:
        """The line's numbers; InvalidInput unless there are `count`, which `what` says in words."""
        if len(self.words) != count:
            raise InvalidInput(self.place, what, f"{len(self.words)} of them: {quoted(' '.join(self.words))}")
        return tuple(map(self._number, self.words, self.columns))

    def _number(self, word: str, column: int) -> Number:
        place = f"{self.place}:{column}"
        if not _WHOLE.fullmatch(word):
            raise InvalidInput(place, "a whole number of at most 9 digits", quoted(word))
        return Number(int(word), place)


class CaseLines(Iterator[CaseLine]):
    """The lines of a text that are not blank, one after the other.

    >>> lines = CaseLines("2 3\\n\\n-7", "cases.txt")
    >>> lines.demand("a size").numbers(2, "two numbers")
    (Number(value=2, place='cases.txt:1:1'), Number(value=3, place='cases.txt:1:3'))
    >>> lines.demand("a depth").numbers(1, "one number")[0].within(0)
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: cases.txt:3:1: expected a whole number of at least 0, got -7
    """

    def __init__(self, text: str, source: str) -> None:
        """`source` names the text in places."""
        self._lines = enumerate(text.split("\n"), 1)
        self._source = source

    def __next__(self) -> CaseLine:
        for number, line in self._lines:
            words = [*_WORD.finditer(line)]
            if words:
                columns = tuple(word.start() + 1 for word in words)
                return CaseLine(tuple(word[0] for word in words), columns, f"{self._source}:{number}")
        raise StopIteration

    def demand(self, what: str) -> CaseLine:
        """The next line; InvalidInput where the text ends instead."""
        for line in self:
            return line
        raise InvalidInput(self._source, what, "the end of the text")
