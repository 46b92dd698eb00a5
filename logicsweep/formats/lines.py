"""What formats share that come line by line or hold cells as bits: lines, batches, sizes, digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias, TypeVar

from logicsweep.boards.cells import MOST_CELLS, CellGraph
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, quoted

T = TypeVar("T")
At: TypeAlias = Callable[[int], str]
"""The place in a line of a column, counted from 0: `source:line:column`, counted from 1."""
_AS_BITS, _AS_DIGITS = bytes.maketrans(b"01", b"\0\1"), bytes.maketrans(b"\0\1", b"01")
_LONGEST = 9  # digits of a width or height: more are too many, whatever they say


def numbered(blocks: Iterable[str], first: int = 1) -> Iterator[tuple[int, str] | None]:
    """The lines of a text in blocks of whole lines, each with its number; None where a block ends.

    >>> list(numbered(["a\\nb\\n", "c"]))
    [(1, 'a'), (2, 'b'), None, (3, 'c'), None]
    """
    for block in blocks:
        lines = block.removesuffix("\n").split("\n")
        yield from enumerate(lines, first)
        first += len(lines)
        yield None


def in_batches(items: Iterable[T | None]) -> Iterator[list[T]]:
    """Items in batches, each up to a None. When taking one raises, those before it come first.

    >>> list(in_batches([1, 2, None, 3]))
    [[1, 2], [3]]
    """
    batch: list[T] = []
    try:
        for one in items:
            if one is not None:
                batch.append(one)
            else:
                yield batch
                batch = []
    except InvalidInput:
        yield batch
        raise
    if batch:
        yield batch


def one_a_line(
    blocks: Iterable[str], source: str, what: str, read_line: Callable[[str, At], T]
) -> Iterator[list[T]]:
    """What the lines of a text in blocks of whole lines hold, block by block; blank lines hold nothing.

    `read_line` gets a line without the blanks around it. Raises InvalidInput, naming `what` is missing,
    where all lines are blank.

    >>> list(one_a_line(["1\\n\\n22\\n", "3"], "text", "a number", lambda line, at: (line, at(0))))
    [[('1', 'text:1:1'), ('22', 'text:3:1')], [('3', 'text:4:1')]]
    """
    return in_batches(_one_a_line(blocks, source, what, read_line))


def _one_a_line(
    blocks: Iterable[str], source: str, what: str, read_line: Callable[[str, At], T]
) -> Iterator[T | None]:
    empty = True
    for numbered_line in numbered(blocks):
        if numbered_line is None:
            yield None
            continue
        number, line = numbered_line
        if text := line.strip():
            empty = False
            yield read_line(text, partial(_at, source, number, line))
    if empty:
        raise InvalidInput(f"{source}:1:1", what, "an empty text")


def _at(source: str, number: int, line: str, column: int) -> str:
    return f"{source}:{number}:{len(line) - len(line.lstrip()) + column + 1}"


def grid_of(width: str, height: str, place: str) -> CellGraph:
    """The grid of a width and a height in decimal digits; InvalidInput where it has no cell, or too many.

    >>> grid_of("30", "016", "id.txt:1:1")
    CellGraph.grid(16, 30)
    >>> grid_of("99999", "99999", "id.txt:1:1")
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: id.txt:1:1: expected at most 67108864 cells, got '99999x99999'
    """
    if not (width.strip("0") and height.strip("0")):
        expected = "a size of at least 1x1"
    elif max(len(width), len(height)) > _LONGEST or int(width) * int(height) > MOST_CELLS:
        expected = f"at most {MOST_CELLS} cells"
    else:
        return CellGraph.grid(int(height), int(width))
    raise InvalidInput(place, expected, quoted(f"{width}x{height}"))


@dataclass(frozen=True)
class Digits:
    """Digits of so many bits each, of either case; a cell is a bit, the first of a board the highest.

    After the last cell all bits are 0. `name` is what a digit is called.

    >>> hexadecimal = Digits("0123456789abcdef", 4, "hex digit")
    >>> hexadecimal.mined("88", 5)
    b'\\x01\\x00\\x00\\x00\\x01'
    >>> hexadecimal.check("89", 5, lambda column: f"id.txt:1:{column + 1}")
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: id.txt:1:2: expected a last digit that ends in 3 bits of 0, got '9'
    """

    letters: str
    bits: int
    name: str

    def count(self, cells: int) -> int:
        """How many digits hold so many cells."""
        return -(-cells // self.bits)

    def check(self, text: str, cells: int, at: At) -> None:
        """Raise InvalidInput for what are not the digits of so many cells; `at` gives a digit's place."""
        count, allowed = self.count(cells), self.letters + self.letters.upper()
        for column, letter in enumerate(text[:count] if text.strip(allowed) else ""):
            if letter not in allowed:
                raise InvalidInput(at(column), f"'0' to '9' or 'a' to '{self.letters[-1]}'", quoted(letter))
        if len(text) != count:
            expected = f"{plural(count, self.name)} for {plural(cells, 'cell')}"
            raise InvalidInput(at(min(len(text), count)), expected, str(len(text)))
        spare = count * self.bits - cells
        if int(text[-1], 1 << self.bits) % (1 << spare):
            expected = f"a last digit that ends in {plural(spare, 'bit')} of 0"
            raise InvalidInput(at(count - 1), expected, quoted(text[-1]))

    def mined(self, text: str, cells: int) -> bytes:
        """The `mined` of a board of so many cells, from digits that are checked."""
        return bits_of(int(text, 1 << self.bits), len(text) * self.bits)[:cells]


def bits_of(number: int, width: int) -> bytes:
    """The bits of a number, so many, the highest first, a byte each.

    >>> bits_of(0b100, width=4)
    b'\\x00\\x01\\x00\\x00'
    """
    return format(number, f"0{width}b").encode().translate(_AS_BITS)


def padded(mined: bytes, unit: int) -> bytes:
    """The bits of a board as bytes, the first cell the highest bit, with 0 behind up to whole units of bytes.

    >>> padded(bytes([1, 0, 0, 0, 1]), unit=2).hex()
    '8800'
    """
    size = -(-len(mined) // (8 * unit)) * unit
    return (int(mined.translate(_AS_DIGITS), 2) << (size * 8 - len(mined))).to_bytes(size)
