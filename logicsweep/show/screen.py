"""Where text goes: whether it shows colours, how wide it is, and what follows for lines of words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_CODE = r"\x1b\[\d*m"
_BREAK = r"(?<= )|(?<=,)(?=[^ ])"  # lists of facts have no blanks: f-1,f-2
_NUMBERED = r" *\d+\. +"


@dataclass(frozen=True)
class Screen:
    """`colour`: glyphs are coloured. `labels`: drawings name their rows and columns. `width`: the
    characters that a line may have; None: any number.

    >>> print(*Screen(width=24).fitted(["  12. r1c1 is safe: r1c2=1 has 1 flag around it."]), sep="\\n")
      12. r1c1 is safe:
          r1c2=1 has 1
          flag around it.
    """

    colour: bool = False
    labels: bool = False
    width: int | None = None

    def fitted(self, lines: Iterable[str]) -> Iterator[str]:
        """Lines of which those too long go on below, between words, a little further in."""
        if self.width is None:
            yield from lines
            return
        for line in (one for text in lines for one in text.split("\n")):
            numbered = re.match(_NUMBERED, line)
            hang = numbered.end() if numbered else len(line) - len(line.lstrip()) + 2
            yield from self.broken(line, min(hang, self.width // 2))

    def broken(self, line: str, hang: int) -> Iterator[str]:
        """A line, in several where it is too long, the others indented by `hang`.

        A no-break space keeps two words together, and comes out as a blank.
        """
        if self.width is None or seen_length(line) <= self.width:
            yield line.replace("\xa0", " ")
            return
        start = len(line) - len(line.lstrip())
        begun = line[:start]
        for piece in re.split(_BREAK, line[start:]):
            if begun.strip() and seen_length(begun + piece.rstrip()) > self.width:
                yield begun.rstrip(" ").replace("\xa0", " ")
                begun = " " * hang
            begun += piece
        yield begun.rstrip(" ").replace("\xa0", " ")

    def tint(self, text: str, code: int | None) -> str:
        """The text in a colour (an ANSI code) where colours are shown."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code is not None else text


PLAIN = Screen()
"""No terminal: text as files and other programs get it."""


def seen_length(text: str) -> int:
    """How many characters of a text are seen: colours take no room.

    >>> seen_length(Screen(colour=True).tint("s", 32))
    1
    """
    return len(re.sub(_CODE, "", text))
