"""The errors, each one line with its data; and checks of a caller's values."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar


class LogicsweepError(Exception):
    """The base of every error that logicsweep raises on purpose; its text is one line.

    >>> from logicsweep import Board
    >>> try:
    ...     Board.parse("M?")
    ... except LogicsweepError as error:
    ...     print(error)
    r1c2: expected 'M' or '.', got '?'
    """


class InvalidInput(LogicsweepError, ValueError):
    """A text, an argument or a value that is not as it must be: `place`, `expected`, `found`.

    `names`: the cells of the clues that are wrong, if the error is about clues.

    >>> str(InvalidInput("boards.txt:7:3", "'M' or '.'", "'?'"))
    "boards.txt:7:3: expected 'M' or '.', got '?'"
    """

    def __init__(self, place: str, expected: str, found: str, names: tuple[str, ...] = ()) -> None:
        """`place` may be a file with line and column, an argument, or a cell."""
        super().__init__(place, expected, found)
        self.place, self.expected, self.found, self.names = place, expected, found, names

    def __str__(self) -> str:
        return f"{self.place}: expected {self.expected}, got {self.found}"


class FileError(InvalidInput):
    """A file that cannot be read or written, and why."""

    does, without = "read or write", "no such file"

    def __init__(self, place: str, reason: str) -> None:
        """`place` is the file's name, or `<stdin>`."""
        super().__init__(place, "another file", reason)
        self.args = place, reason  # the arguments for unpickling

    def __str__(self) -> str:
        return f"{self.place}: cannot {self.does}: {self.found}"


class Unreadable(FileError):
    """A file that cannot be read."""

    does = "read"


class Unwritable(FileError):
    """A file that cannot be written."""

    does, without = "write", "no such folder"


@contextmanager
def _using(error: type[FileError], name: str) -> Iterator[None]:
    try:
        yield
    except IsADirectoryError:
        raise error(name, "it is a directory") from None
    except FileNotFoundError:
        raise error(name, error.without) from None
    except (OSError, ValueError) as found:  # a name that is too long, or with a zero byte
        raise error(name, str(getattr(found, "strerror", None) or found)) from None


reading, writing = partial(_using, Unreadable), partial(_using, Unwritable)
"""Within these contexts, an error of the system about a file becomes a FileError with the file's name."""


class Clashing(NamedTuple):
    """Clues (cell indices, ascending) that cannot hold together.

    `total`: whether the clash needs the mine total. `smallest`: whether it is proven that no smaller set
    clashes; if not, the budget ran out first. `sentence` says all this. `names` are those
    of the clues' cells.
    """

    clues: tuple[int, ...]
    total: bool
    smallest: bool
    sentence: str
    names: tuple[str, ...]


class Contradiction(LogicsweepError, ValueError):
    """The clues, perhaps with the mine total, have no layout.

    The search for clues that clash runs when they are first read. Printing the error reads them; raising and
    catching it do not.

    >>> from logicsweep import View, expert
    >>> try:
    ...     expert(View.parse("1#2#0"))
    ... except Contradiction as error:
    ...     print(error.clues, error)
    (2, 4) r1c3=2 and r1c5=0 cannot both hold
    """

    def __init__(self, find: Callable[[], Clashing]) -> None:
        super().__init__(find)
        self._find = find

    @cached_property
    def clash(self) -> Clashing:
        """The clash: the clues, whether the mine total is needed, the sentence."""
        return self._find()

    @property
    def clues(self) -> tuple[int, ...]:
        """A smallest set of clues (cell indices, ascending) that cannot hold together."""
        return self.clash.clues

    @property
    def names(self) -> tuple[str, ...]:
        """The names of these clues' cells."""
        return self.clash.names

    def __str__(self) -> str:
        return self.clash.sentence

    def __repr__(self) -> str:
        return "<Contradiction: str() names what clashes>"


class Unsound(LogicsweepError):
    """A custom production concluded something that the board, or some layout, proves wrong.

    `firing` is the wrong `Firing`, `cell` the index of the cell that it is wrong about. If the conclusion was
    checked, `view` is the view before the firing, with known mines as flags. `layouts` are then the mines of
    a layout in which the cell is safe and of one in which it is a mine, in this order, if both exist.

    >>> from logicsweep import Board, Fact, Match, Production, play
    >>> def corner(memory, site):
    ...     return Match((memory.clues[site],), (Fact("safe", 0),)) if 0 in memory.covered else None
    >>> try:
    ...     play(Board.parse("..M ..."), "r1c2", [Production("corner", corner, needs="clue")])
    ... except Unsound as error:
    ...     print(error, error.cell, [sorted(layout) for layout in error.layouts])
    corner at r1c2 says r1c1 is safe; the clues allow a mine there 0 [[2], [0]]
    """

    def __init__(
        self,
        message: str,
        firing: Any,  # noqa: ANN401  # a Firing: see rules
        cell: int,
        view: Any = None,  # noqa: ANN401  # a View: see board
        layouts: tuple[frozenset[int], ...] = (),
    ) -> None:
        super().__init__(message, firing, cell, view, layouts)
        self.message, self.firing, self.cell = message, firing, cell
        self.view, self.layouts = view, layouts

    def __str__(self) -> str:
        return self.message


class Interrupted(KeyboardInterrupt):
    """A keyboard interrupt in a user's code, with the place in words."""

    def __str__(self) -> str:
        return f"interrupted in {self.args[0]}"


class LimitReached(LogicsweepError):
    """Exact work would exceed its budget; a result that can list what is missing does that instead.

    >>> from logicsweep import View, check
    >>> from logicsweep.reasons import Explanation
    >>> check(View.parse("01## 02## 01##"), Explanation(10, "mine", (1, 5)), checks=1)
    Traceback (most recent call last):
    ...
    logicsweep.errors.LimitReached: the exact answer takes more work than the budget allows
    """

    def __str__(self) -> str:
        return "the exact answer takes more work than the budget allows"


class NoneMade(LogicsweepError):
    """No board that meets a demand was made within the allowed tries or seconds.

    `made` boards were made before. `tries`, `repairs` and `least` (the least number of safe cells that
    remained) belong to the next board; `missed` counts the reasons why its tries failed.

    >>> str(NoneMade(4, tries=9, repairs=20, least=3, missed={"not finished by casual": 9}))
    'board 5: none in 9 tries, 20 repairs (the best left 3 safe cells): 9 not finished by casual'
    """

    def __init__(self, made: int, tries: int, repairs: int, least: int, missed: Mapping[str, int]) -> None:
        """`missed`: the number of tries for each reason, in words."""
        super().__init__(made, tries, repairs, least, missed)
        self.made, self.tries, self.repairs, self.least, self.missed = made, tries, repairs, least, missed

    def __str__(self) -> str:
        if not self.tries:
            return f"board {self.made + 1}: the time ran out before a try ended"
        tried = f"{self.tries} {'try' if self.tries == 1 else 'tries'}"
        if self.repairs:
            tried += f", {self.repairs} repair{'' if self.repairs == 1 else 's'}"
        if self.least:
            tried += f" (the best left {self.least} safe cell{'' if self.least == 1 else 's'})"
        most = sorted(self.missed.items(), key=lambda one: -one[1])
        return f"board {self.made + 1}: none in {tried}: {', '.join([f'{n} {reason}' for reason, n in most])}"


def quote(text: str, most: int = 40) -> str:
    """Quote a piece of input for an error: on one line, shortened, with undecodable bytes as escapes.

    >>> quote("two\\nlines"), quote("\\udcff")
    ("'two\\\\nlines'", "'\\\\xff'")
    """
    return repr(shorten(text, most)).replace("\\udc", "\\x")


def shorten(text: str, most: int = 40) -> str:
    """A text of at most so many characters, with dots in place of the rest."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


_T = TypeVar("_T")


def as_int(value: object) -> int | None:
    """A whole number (also numpy's) as an int; None for anything else, including bools and floats."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # whether it has an index is the question
    except TypeError:
        return None


def whole_number(place: str, value: object, least: int, most: int | None = None, why: str = "") -> int:
    """A whole number between two inclusive bounds as an int; else raises InvalidInput, with `why`.

    >>> whole_number("mines", 3.0, 0, 9)
    Traceback (most recent call last):
    ...
    logicsweep.errors.InvalidInput: mines: expected a whole number from 0 to 9, got 3.0, a float
    """
    number = as_int(value)
    if number is None or number < least or (most is not None and number > most):
        bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise InvalidInput(place, f"a whole number {bounds}{why}", describe(value))
    return number


def of_kind(place: str, value: _T, kind: type) -> _T:
    """Return a value of this type; raises InvalidInput, with `place`, for any other value."""
    if not isinstance(value, kind):
        raise InvalidInput(place, with_article(kind.__name__), describe(value))
    return value


def describe(value: object) -> str:
    """Describe a value for an error: the value, and its type if that may be the mistake.

    >>> describe(9), describe(4.0)
    ('9', '4.0, a float')
    """
    if isinstance(value, str):
        return quote(value)
    if value is None or isinstance(value, int):
        return repr(value)
    text = " ".join(repr(value).split())
    return f"{shorten(text)}, {with_article(type(value).__name__)}"


def with_article(noun: str) -> str:
    """A noun with `a` or `an`."""
    return f"{'an' if noun[0] in 'aeiouAEIOU' else 'a'} {noun}"


class Clash(LogicsweepError):
    """Propagation or search met sums that no layout satisfies.

    The public functions raise a `Contradiction` instead, which names them.
    """

    def __str__(self) -> str:
        return "the clues, or the clues and the mine total, have no layout"
