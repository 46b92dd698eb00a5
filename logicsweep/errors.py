"""What can go wrong: one line for a person, and the data behind it for a program."""

from __future__ import annotations

from typing import Any


class LogicsweepError(Exception):
    """The base of every error that logicsweep raises on purpose; its text is one line."""


class InvalidInput(LogicsweepError, ValueError):
    """A text, an argument or a value that breaks its own rules: `place`, `expected`, `found`.

    >>> str(InvalidInput("boards.txt:7:3", "'M' or '.'", "'?'"))
    "boards.txt:7:3: expected 'M' or '.', got '?'"
    """

    def __init__(self, place: str, expected: str, found: str) -> None:
        """`place` may be a file with line and column, an argument, or a cell."""
        super().__init__(place, expected, found)
        self.place, self.expected, self.found = place, expected, found

    def __str__(self) -> str:
        return f"{self.place}: expected {self.expected}, got {self.found}"


class Contradiction(LogicsweepError, ValueError):
    """Clues, and perhaps the mine total, that no layout satisfies."""

    def __init__(self, place: str, expected: str, found: str) -> None:
        """To be replaced: a contradiction finds its clash when asked."""
        super().__init__(place, expected, found)
        self.place, self.expected, self.found = place, expected, found

    def __str__(self) -> str:
        return f"{self.place}: expected {self.expected}, got {self.found}"


class Unsound(LogicsweepError):
    """A production that concluded what the board, or some layout, refutes.

    `firing` is the firing (a `Firing`) that says so, `cell` the index of the cell that it is wrong about.

    >>> error = Unsound("firing 4 of corner-trick at r1c1 says r1c1 is safe, but it is a mine", None, 0)
    >>> str(error), error.cell
    ('firing 4 of corner-trick at r1c1 says r1c1 is safe, but it is a mine', 0)
    """

    def __init__(self, message: str, firing: Any, cell: int) -> None:  # noqa: ANN401  # a Firing: see rules
        """Name the firing and the cell besides the sentence."""
        super().__init__(message, firing, cell)
        self.message, self.firing, self.cell = message, firing, cell

    def __str__(self) -> str:
        return self.message


class TooWide(LogicsweepError):
    """Exact work that would pass its budget; where a result can say what is missing, it does."""

    def __init__(self, message: str = "the exact answer takes more work than the budget allows") -> None:
        """The solver raises it without particulars."""
        super().__init__(message)


def shown(text: str, most: int = 40) -> str:
    """A piece of input as an error shows it: quoted, on one line, not too long, undecodable bytes as such.

    >>> shown("two\\nlines"), shown("\\udcff")
    ("'two\\\\nlines'", "'\\\\xff'")
    """
    return repr(text if len(text) <= most else text[: most - 3] + "...").replace("\\udc", "\\x")
