"""What the formats with one board or position a line share; no format by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

from logicsweep.errors import InvalidInput

T = TypeVar("T")
At: TypeAlias = Callable[[int], str]
"""The place in a line of a column, counted from 0: `source:line:column`, counted from 1."""


def one_a_line(
    blocks: Iterable[str], source: str, what: str, read_line: Callable[[str, At], T]
) -> Iterator[list[T]]:
    """What the lines of a text in blocks of whole lines hold, block by block; blank lines hold nothing.

    `read_line` gets a line without the blanks around it. What stands in a block before a mistake comes
    first. Raises InvalidInput, naming `what` is missing, where all lines are blank.

    >>> list(one_a_line(["1\\n\\n22\\n", "3"], "numbers.txt", "a number", lambda line, at: (line, at(0))))
    [[('1', 'numbers.txt:1:1'), ('22', 'numbers.txt:3:1')], [('3', 'numbers.txt:4:1')]]
    """
    last, empty = 0, True
    for block in blocks:
        found: list[T] = []
        lines = block.removesuffix("\n").split("\n")
        try:
            for number, line in enumerate(lines, last + 1):
                if text := line.strip():
                    found.append(read_line(text, _at(source, number, len(line) - len(line.lstrip()))))
        except InvalidInput:
            yield found
            raise
        last, empty = last + len(lines), empty and not found
        yield found
    if empty:
        raise InvalidInput(f"{source}:1:1", what, "an empty text")


def _at(source: str, number: int, before: int) -> At:
    return lambda column: f"{source}:{number}:{before + column + 1}"
