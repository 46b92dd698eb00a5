"""What the formats that are links or short IDs share: sizes, digits that are bits; no format by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from logicsweep.boards.cells import MOST_CELLS, CellGraph
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, quoted
from logicsweep.formats.lines import At

_AS_BITS, _AS_DIGITS = bytes.maketrans(b"01", b"\0\1"), bytes.maketrans(b"\0\1", b"01")
_LONGEST = 9  # digits of a width or height: more are too many, whatever they say


def grid_of(width: str, height: str, place: str) -> CellGraph:
    """The grid of a width and a height in decimal digits; InvalidInput where it has no cell, or too many.

    >>> grid_of("30", "016", "id.txt:1:1")
    CellGraph.grid(16, 30)
    >>> grid_of("99999", "99999", "id.txt:1:1")
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: id.txt:1:1: expected at most 67108864 cells, got '99999x99999'
    """
    found = known_grid(width, height)
    if found is None:
        nothing = not (width.strip("0") and height.strip("0"))
        expected = "a size of at least 1x1" if nothing else f"at most {MOST_CELLS} cells"
        raise InvalidInput(place, expected, quoted(f"{width}x{height}"))
    return found


@lru_cache
def known_grid(width: str, height: str) -> CellGraph | None:
    """The same grid; None where it has no cell, or too many.

    >>> known_grid("30", "016"), known_grid("30", "0")
    (CellGraph.grid(16, 30), None)
    """
    if max(len(width), len(height)) > _LONGEST or not 0 < int(width) * int(height) <= MOST_CELLS:
        return None
    return CellGraph.grid(int(height), int(width))


@dataclass(frozen=True)
class Digits:
    """Digits of so many bits each, of either case; a cell is a bit, the first of a board the highest.

    After the last cell all bits are 0. `name` is what a digit is called.

    >>> hexadecimal = Digits("0123456789abcdef", 4, "hex digit")
    >>> hexadecimal.mined(["88", "10"], 5)
    [b'\\x01\\x00\\x00\\x00\\x01', b'\\x00\\x00\\x00\\x01\\x00']
    >>> hexadecimal.check("89", 5, lambda column: f"id.txt:1:{column + 1}")
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: id.txt:1:2: expected a last digit that ends in 3 bits of 0, got '9'
    """

    letters: str
    bits: int
    name: str

    @cached_property
    def _allowed(self) -> bytes:
        return (self.letters + self.letters.upper()).encode()

    def count(self, cells: int) -> int:
        """How many digits hold so many cells."""
        return -(-cells // self.bits)

    def check(self, text: str, cells: int, at: At) -> None:
        """Raise InvalidInput for what are not the digits of so many cells; `at` gives a digit's place."""
        if len(text) != self.count(cells) or not self._are_digits(text):
            raise self._mistake(text, cells, at)
        spare = len(text) * self.bits - cells
        if spare and int(text[-1], 1 << self.bits) % (1 << spare):
            expected = f"a last digit that ends in {plural(spare, 'bit')} of 0"
            raise InvalidInput(at(len(text) - 1), expected, quoted(text[-1]))

    def right(self, texts: Sequence[str], cells: int) -> bool:
        """Whether texts are the digits of boards of so many cells each, as `check` has them.

        >>> hexadecimal = Digits("0123456789abcdef", 4, "hex digit")
        >>> [hexadecimal.right(texts, 5) for texts in (["88", "10"], ["88", "1"], ["84"])]
        [True, False, False]
        """
        count = self.count(cells)
        spare, base = count * self.bits - cells, 1 << self.bits
        if {*map(len, texts)} != {count} or not self._are_digits("".join(texts)):
            return False
        return not any(int(last, base) % (1 << spare) for last in {text[-1] for text in texts})

    def _are_digits(self, text: str) -> bool:
        return not text.encode("ascii", "replace").translate(None, self._allowed)

    def _mistake(self, text: str, cells: int, at: At) -> InvalidInput:
        count, allowed = self.count(cells), self._allowed.decode()
        for column, letter in enumerate(text[:count]):
            if letter not in allowed:
                return InvalidInput(at(column), f"'0' to '9' or 'a' to '{self.letters[-1]}'", quoted(letter))
        expected = f"{plural(count, self.name)} for {plural(cells, 'cell')}"
        return InvalidInput(at(min(len(text), count)), expected, str(len(text)))

    def mined(self, texts: Sequence[str], cells: int) -> list[bytes]:
        """The `mined` of boards of so many cells each, from digits that are checked."""
        return split(int("".join(texts), 1 << self.bits), len(texts), self.count(cells) * self.bits, cells)


def split(number: int, boards: int, width: int, cells: int) -> list[bytes]:
    """The `mined` of boards whose bits stand side by side in a number, so many bits each, cells first.

    >>> split(0b100_010, boards=2, width=3, cells=2)
    [b'\\x01\\x00', b'\\x00\\x01']
    """
    bits = format(number, f"0{boards * width}b").encode().translate(_AS_BITS)
    return [bits[at : at + cells] for at in range(0, boards * width, width)]


def padded(mined: bytes, unit: int) -> bytes:
    """The bits of a board as bytes, the first cell the highest bit, with 0 behind up to whole units of bytes.

    >>> padded(bytes([1, 0, 0, 0, 1]), unit=2).hex()
    '8800'
    """
    size = -(-len(mined) // (8 * unit)) * unit
    return (int(mined.translate(_AS_DIGITS), 2) << (size * 8 - len(mined))).to_bytes(size)
