"""What can go wrong, each said as place, expectation, found."""

from __future__ import annotations


class LogicsweepError(Exception):
    """The base of every error that logicsweep raises on purpose.

    >>> str(LogicsweepError("boards.txt:7:3", "'M' or '.'", "'?'"))
    "boards.txt:7:3: expected 'M' or '.', got '?'"
    """

    def __init__(self, place: str, expected: str, found: str) -> None:
        """`place` may be a file with line and column, an argument, or a cell."""
        super().__init__(place, expected, found)
        self.place, self.expected, self.found = place, expected, found

    def __str__(self) -> str:
        return f"{self.place}: expected {self.expected}, got {self.found}"


class InvalidInput(LogicsweepError, ValueError):
    """A text, an argument or a value that breaks its own rules."""


class Contradiction(LogicsweepError, ValueError):
    """Clues, and perhaps the mine total, that no layout satisfies."""


class Unsound(LogicsweepError):
    """A production that concluded what the board refutes."""


class TooWide(LogicsweepError):
    """Exact work that would pass its budget."""

    def __init__(
        self, place: str = "solver", expected: str = "work within the budget", found: str = "more"
    ) -> None:
        """The solver raises it without particulars; where a result can say what is missing, it does."""
        super().__init__(place, expected, found)


def shown(text: str, most: int = 40) -> str:
    """A piece of input as an error shows it: quoted, on one line, not too long, undecodable bytes as such.

    >>> shown("two\\nlines"), shown("\\udcff")
    ("'two\\\\nlines'", "'\\\\xff'")
    """
    return repr(text if len(text) <= most else text[: most - 3] + "...").replace("\\udc", "\\x")
