"""Words that several sentences share: counts, verdicts, lists, risks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction


def plural(count: int, noun: str) -> str:
    """A count with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def capital(text: str) -> str:
    """A text with its first letter capitalized."""
    return text[:1].upper() + text[1:]


def total_text(mines: int | None) -> str:
    """The mine total in words, or that it is not known."""
    return "mine total unknown" if mines is None else plural(mines, "mine")


def verdict(mine: bool) -> str:
    """A cell's verdict in words."""
    return "a mine" if mine else "safe"


def are(cells: str, count: int, mine: bool) -> str:
    """A sentence that says whether cells are mines or safe.

    >>> are("r1c2", 1, True), are("r1c2, r1c3", 2, True), are("r1c2, r1c3", 2, False)
    ('r1c2 is a mine', 'r1c2, r1c3 are mines', 'r1c2, r1c3 are safe')
    """
    return f"{cells} is {verdict(mine)}" if count == 1 else f"{cells} are {'mines' if mine else 'safe'}"


def both_or_all(names: Sequence[str]) -> tuple[str, str]:
    """Names with `and` before the last, and a word for them: empty for one name, `both` for two, else `all`.

    >>> both_or_all(["r1c1=1", "r1c3=2"])
    ('r1c1=1 and r1c3=2', 'both ')
    """
    joined = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    return joined, {1: "", 2: "both "}.get(len(names), "all ")


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_text(count: int) -> str:
    """A number up to ten as a word, a larger one in figures."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def clues_text(count: int | None) -> str:
    """`one clue`, `two clues`, ...; `several clues` if their number is not known."""
    return "one clue" if count == 1 else f"{number_text(count) if count else 'several'} clues"


def visible(text: str) -> str:
    """A text without hidden characters: escapes those that are invisible or reverse text; blanks are plain.

    >>> print(visible("a\u202eb\xa0c\u3164"))
    a\\u202eb c\\u3164
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_show_letter, text))


def _show_letter(letter: str) -> str:
    if letter == "\n" or (letter.isprintable() and letter not in _BLANK):
        return letter
    return " " if letter.isspace() else ascii(letter)[1:-1]


_BLANK = {
    *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0",
    *map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))),
}
"""Invisible characters that Python calls printable, except the one after an emoji that asks for colours."""


def bindings_text(bindings: Mapping[str, object]) -> str:
    """The values of a rule's variables, ` (x = r2c1, m = 2)`, or an empty text."""
    return f" ({', '.join([f'{name} = {value}' for name, value in bindings.items()])})" if bindings else ""


def share(risk: Fraction) -> str:
    """A risk as a fraction and in percent, without the fraction if that is too long to read.

    >>> from fractions import Fraction
    >>> share(Fraction(4, 15))
    '4/15 (26.67%)'
    """
    percent = f"{float(100 * risk):.4g}%"
    fraction = str(risk) if risk.denominator < 10**12 else ""
    return f"{fraction} ({percent})" if fraction else f"about {percent}"


def risk_text(risk: Fraction | None) -> str:
    """A risk, or that it was not counted."""
    return "risk not counted" if risk is None else f"risk {share(risk)}"
