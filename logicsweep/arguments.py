"""What callers hand over: of which kind a value is, and how an error shows it."""

from __future__ import annotations

import operator
from typing import Any, TypeGuard, TypeVar

from logicsweep.errors import InvalidInput, shown

_T = TypeVar("_T")


def as_int(value: object) -> int | None:
    """A whole number (numpy's too) as an int; None for anything else, bools and floats included.

    >>> as_int(4), as_int(4.0), as_int(True)
    (4, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # whether it has an index is the question
    except TypeError:
        return None


def whole_number(place: str, value: object, least: int, most: int | None = None) -> int:
    """A whole number between two bounds, both included, as an int; InvalidInput for anything else.

    >>> whole_number("mines", 3.0, 0, 9)
    Traceback (most recent call last):
    ...
    logicsweep.errors.InvalidInput: mines: expected a whole number from 0 to 9, got 3.0, a float
    """
    number = as_int(value)
    if number is None or number < least or (most is not None and number > most):
        bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise InvalidInput(place, f"a whole number {bounds}", said(value))
    return number


def of_kind(place: str, value: _T, kind: type) -> _T:
    """A value that is of a kind; InvalidInput, with `place`, for all else.

    >>> of_kind("board", "M..", int)
    Traceback (most recent call last):
    ...
    logicsweep.errors.InvalidInput: board: expected an int, got 'M..'
    """
    if not isinstance(value, kind):
        raise InvalidInput(place, with_article(kind.__name__), said(value))
    return value


def is_pair(value: object) -> TypeGuard[tuple[Any, Any]]:
    """Whether a value is a tuple of two.

    >>> is_pair((1, 2)), is_pair([1, 2])
    (True, False)
    """
    return isinstance(value, tuple) and len(value) == 2


def meant_alike(one: object, other: object) -> bool:
    """Whether two equal values mean the same: 1.0 and True equal 1, but do not mean it.

    >>> meant_alike(1, 2), meant_alike(1, True)
    (True, False)
    """
    if isinstance(one, bool) or isinstance(other, bool):
        return type(one) is type(other)
    return isinstance(one, type(other)) or isinstance(other, type(one))


def said(value: object) -> str:
    """A value as an error shows it: itself, and its type where that may be the mistake.

    >>> said(9), said(4.0)
    ('9', '4.0, a float')
    """
    if isinstance(value, str):
        return shown(value)
    if value is None or isinstance(value, int):
        return repr(value)
    text = " ".join(repr(value).split())
    return f"{text if len(text) <= 40 else f'{text[:37]}...'}, {said_type(value)}"


def said_type(value: object) -> str:
    """The type of a value as an error names it.

    >>> said_type([]), said_type(1)
    ('a list', 'an int')
    """
    return with_article(type(value).__name__)


def with_article(noun: str) -> str:
    """A noun with `a` or `an`."""
    return f"{'an' if noun[0] in 'aeiouAEIOU' else 'a'} {noun}"
