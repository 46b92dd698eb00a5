"""The fields of the JSON that a verb prints, as a table for people: name, type in plain words, meaning."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from json import dumps
from textwrap import wrap
from types import NoneType, UnionType
from typing import Annotated, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from logicsweep.show.forms import COUNTING, PRINTED

_WIDTHS = (12, 27, 55)
_PLAIN: dict[object, str] = {
    int: "number",
    float: "number",
    str: "text",
    bool: "true/false",
    NoneType: "null",
}
_COUNTS = ("f, c, m, ...", "numbers", "what the production counted, each under its own name")


def fields_text(verb: str) -> Iterator[str]:
    """The objects that a verb prints, then those inside them, each with its fields, line by line.

    >>> print(*list(fields_text("solve"))[:4], sep="\\n")
    SolveJson
    A board, and the least that the casual player leaves on it.
      version       2                            of this form; raised when a field is removed or
                                                 changes its meaning
    """
    for at, form in enumerate(_reached(PRINTED[verb])):
        yield from ("",) if at else ()
        yield form.__name__
        yield from (form.__doc__ or "").splitlines()
        for row in [*_rows(form), *((_COUNTS,) if form in COUNTING else ())]:
            yield from _wrapped(row)


def _wrapped(row: tuple[str, str, str]) -> Iterator[str]:
    """A row in as many lines as its longest cell takes."""
    cells = [wrap(text, width) for text, width in zip(row, _WIDTHS, strict=True)]
    for line in zip_longest(*cells, fillvalue=""):
        padded = [part.ljust(width) for part, width in zip(line, _WIDTHS, strict=True)]
        yield ("  " + "  ".join(padded)).rstrip()


def _reached(forms: tuple[type, ...]) -> list[type]:
    """These forms, and those that their fields hold, in the order in which they are met."""
    found = list(forms)
    for form in found:
        for hint in get_type_hints(form).values():
            found.extend(dict.fromkeys([one for one in _inside(hint) if one not in found]))
    return found


def _inside(hint: object) -> list[type]:
    if isinstance(hint, type) and is_typeddict(hint):
        return [hint]
    return [form for part in get_args(hint) for form in _inside(part)]


def _rows(form: type) -> Iterator[tuple[str, str, str]]:
    for name, hint in get_type_hints(form, include_extras=True).items():
        told = get_args(hint)[0] if get_origin(hint) is NotRequired else hint
        plain, *marks = get_args(told)  # an Annotated: at the end its meaning, perhaps before it words for it
        words = marks[0] if len(marks) > 1 else kind(plain)
        yield name, words if name in form.__required_keys__ else f"optional {words}", marks[-1]  # type: ignore[attr-defined]


def kind(hint: object) -> str:
    """A type in plain words.

    >>> kind(int | None), kind(list[list[str]]), kind(dict[str, int]), kind(Literal["safe", "mine"])
    ('number or null', 'list of lists of texts', 'object of numbers by text', '"safe" or "mine"')
    """
    parts = get_args(hint)
    match get_origin(hint):
        case origin if origin in (Union, UnionType):
            return " or ".join(map(kind, parts))
        case origin if origin is Literal:
            return " or ".join(map(dumps, parts))
        case origin if origin is Annotated:
            return str(parts[1])
        case origin if origin is list:
            return f"list of {_several(parts[0])}"
        case origin if origin is dict:
            return f"object of {_several(parts[1])} by {kind(parts[0])}"
    return _PLAIN.get(hint) or str(getattr(hint, "__name__", hint))


def _several(hint: object) -> str:
    """`cell names`, `lists of cell names`; the name of a form as it is."""
    if is_typeddict(hint):
        return kind(hint)
    head, of, rest = kind(hint).partition(" of ")
    return f"{head}s{of}{rest}"
