"""What the formats with one board or position a line share; no format by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

from logicsweep.errors import InvalidInput

S = TypeVar("S")
T = TypeVar("T")
At: TypeAlias = Callable[[int], str]
"""The place in a line of a column, counted from 0: `source:line:column`, counted from 1."""


def one_a_line(
    blocks: Iterable[str],
    source: str,
    what: str,
    read_line: Callable[[str, At], S],
    made: Callable[[list[S]], Iterable[T]],
    at_once: Callable[[str], Iterable[T] | None] = lambda _: None,
) -> Iterator[Iterable[T]]:
    """What the lines of a text in blocks of whole lines hold, block by block; blank lines hold nothing.

    `read_line` gets a line without the blanks around it and says what it tells; `made` makes of all that the
    lines of a block tell, in order, what they hold: what takes long goes faster for many at once. What
    stands in a block before a mistake comes first. Raises InvalidInput, naming `what` is missing, where
    all lines are blank.

    `at_once` may give what a whole block holds, faster; None where any line is blank, unusual or wrong.

    >>> list(one_a_line(["1\\n\\n22\\n", "3"], "text", "a number", lambda line, at: (line, at(0)), iter))
    [[('1', 'text:1:1'), ('22', 'text:3:1')], [('3', 'text:4:1')]]
    """
    last, empty = 0, True
    for block in blocks:
        batch = at_once(block)
        if batch is not None:
            yield batch
            last, empty = last + line_count(block), False
            continue
        told: list[S] = []
        found: list[T] = []
        lines = block.removesuffix("\n").split("\n")
        mistake = _read_lines(lines, last + 1, source, read_line, told)
        try:
            for one in made(told):  # not at once: what comes before a mistake is to be there
                found.append(one)  # noqa: PERF402
        except InvalidInput as earlier:
            mistake = earlier
        last, empty = last + len(lines), empty and not told
        yield found
        if mistake:
            raise mistake
    if empty:
        raise InvalidInput(f"{source}:1:1", what, "an empty text")


def line_count(block: str) -> int:
    """How many lines a block has, the last one with its end or without.

    >>> line_count("a\\nb\\n"), line_count("a\\nb")
    (2, 2)
    """
    return block.count("\n") + (not block.endswith("\n"))


def _read_lines(
    lines: Iterable[str], first: int, source: str, read_line: Callable[[str, At], S], told: list[S]
) -> InvalidInput | None:
    """Note down what lines tell, up to the first mistake, which is returned."""
    try:
        for number, line in enumerate(lines, first):
            if text := line.strip():
                told.append(read_line(text, _at(source, number, line)))
    except InvalidInput as mistake:
        return mistake
    return None


def _at(source: str, number: int, line: str) -> At:
    return lambda column: f"{source}:{number}:{len(line) - len(line.lstrip()) + column + 1}"
