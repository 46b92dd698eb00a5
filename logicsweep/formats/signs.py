"""The signs of position text: its own letters, and what others write for them where that has one meaning.

`0`-`8`, `#`, `F` and `?` are the letters. Keycaps, full-width and circled digits, `f` and a flag emoji
can mean nothing else and are read as such. `.`, `-`, `_`, squares and `*` are covered cells in some
programs, cleared ones or flags in others: the whole text decides, and where it does not they are refused.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from itertools import product

from logicsweep.errors import InvalidInput, quoted

LETTERS = "012345678#F?"
_DOTS = ".-_·⬜⬛🟥🟧🟨🟩🟦🟪🟫🔲🔳◻◼▫▪□■"
MEANINGS = dict.fromkeys(_DOTS, "#0") | {"*": "#F"}
"""The letters that each doubtful sign may stand for."""
_SAME = {"f": "F", "🚩": "F", "│": "|"}
_BETWEEN = {"|", ","}
_WORDS = {"#": "'#' (covered)", "0": "'0' (no mine around)", "F": "'F' (flag)"}
_DRESS = {"\ufe0e", "\ufe0f", "\u20e3"}  # variation selectors and the key around a digit
_MOST = 3  # doubtful signs of one text, past which no reading is looked for

Reading = Mapping[str, str]
"""The letter that each doubtful sign of a text stands for."""


def cells_of(line: str) -> list[tuple[int, str]]:
    """The cells of a line: the column of each, counted in characters as a person sees them, and its sign.

    Blanks, and single bars or commas, only stand between cells; an empty place between two of these is a
    cell that shows nothing.

    >>> cells_of("| 1 |\\t# |"), cells_of("1\\ufe0f\\u20e3F"), cells_of("1,,#")
    ([(3, '1'), (7, '#')], [(1, '1'), (2, 'F')], [(1, '1'), (3, ' '), (4, '#')])
    """
    found: list[tuple[int, str]] = []
    column, before = 0, ""  # what stood last, blanks left out
    for column, sign in _seen(line.rstrip()):
        if sign.isspace():
            continue
        if sign not in _BETWEEN:
            found.append((column, sign))
        elif before in _BETWEEN or (not before and sign == ","):  # a bar may also begin or end a line
            found.append((column, " "))
        before = sign
    return [*found, (column + 1, " ")] if before == "," or (before and not found) else found


def _seen(line: str) -> Iterator[tuple[int, str]]:
    """The characters that a person sees, by column: what is drawn onto another counts with it."""
    column, last = 0, ""
    for character in line:
        if last.strip() and unicodedata.category(character) in ("Mn", "Me"):
            last = last if character in _DRESS else character  # an accent makes another sign
            continue
        if last:
            yield column, last
        column, last = column + 1, _plain(character)
    if last:
        yield column, last


@cache
def _plain(character: str) -> str:
    """A letter, or a sign that is known, for those that look like it; any other character as it is."""
    plain = _SAME.get(character) or unicodedata.normalize("NFKC", character)
    return plain if is_known(plain) or plain in _BETWEEN else character


def is_known(sign: str) -> bool:
    """Whether a sign is a letter of position text, or may stand for one.

    >>> is_known("3"), is_known("⬜"), is_known("M")
    (True, True, False)
    """
    return len(sign) == 1 and (sign in LETTERS or sign in MEANINGS)


def readings(signs: Collection[str]) -> list[Reading]:
    """The ways to read the doubtful signs among those of a text: as letters that differ and are not used.

    >>> readings({"0", "1", "."}), readings({"1", "."}), readings({"1", "#", "0", "-"})
    ([{'.': '#'}], [{'.': '#'}, {'.': '0'}], [])
    """
    doubtful = sorted(MEANINGS.keys() & set(signs))
    if len(doubtful) > _MOST:
        return []
    free = [[letter for letter in MEANINGS[sign] if letter not in signs] for sign in doubtful]
    return [dict(zip(doubtful, way, strict=True)) for way in product(*free) if len({*way}) == len(way)]


def reading(signs: Collection[str], fits: Callable[[Reading], bool], place: Callable[[str], str]) -> Reading:
    """The one way to read the doubtful signs of a text that `fits` it.

    Raises InvalidInput, at the `place` of the first sign that could mean two things.
    """
    doubtful = [sign for sign in signs if sign in MEANINGS]
    if not doubtful:
        return {}
    if "?" in signs:
        expected = f"'#' in place of {quoted(doubtful[0])}: else '?' could be a covered cell too"
        raise InvalidInput(place("?"), expected, "'?'")
    ways = readings(signs)
    if len(ways) != 1 or "0" in ways[0].values():  # where all must be covered, a clue may be what is wrong
        ways = [way for way in ways if fits(way)]
    if len(ways) != 1 or "F" in ways[0].values():  # a flag, or a mine that is shown at the end of a game
        raise _doubt(doubtful[0], place)
    return ways[0]


def _doubt(sign: str, place: Callable[[str], str]) -> InvalidInput:
    expected = " or ".join(_WORDS[letter] for letter in MEANINGS[sign])
    return InvalidInput(place(sign), expected, f"{quoted(sign)}, which could be either")
