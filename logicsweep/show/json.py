"""Values as JSON, and the table of their fields: both come from the values' type hints.

A dataclass or NamedTuple gives the fields and properties whose hint is `Annotated` with a text, their
meaning. Cells and sites (`Hashable`) are written as names, a fact as `clue r1c2 = 1`, a fraction as `2/7`,
a view as rows of text. Every object has all its fields; a missing value is null.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from inspect import get_annotations
from itertools import zip_longest
from textwrap import wrap
from types import NoneType, SimpleNamespace, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from logicsweep.boards.annotations import CellIndex, Mark
from logicsweep.boards.board import Board, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import site_name
from logicsweep.csp.solution import Verdict
from logicsweep.rules.firing import Fact

VERSION: Final = 4
"""The version of the output format, one number for all verbs. It is raised when a field is removed or
changes its meaning, not when one is added."""
_WIDTHS = (12, 27, 55)
_Writer = Callable[[CellGraph, Any], object]


class Field(NamedTuple):
    """The cells of a board or position."""

    kind: Annotated[str, "grid, torus or hexagonal; graph for any other"]
    cells: Annotated[int, "number of cells"]
    rows: Annotated[int | None, "number of rows; null: not rectangular"]
    cols: Annotated[int | None, "number of columns; null: not rectangular"]


class Heading(NamedTuple):
    """Which board or position an object is about."""

    version: Annotated[int, "of this format; raised when a field is removed or changes its meaning"]
    board: Annotated[int | None, "number of the board, from 1 across all files; null: a position"]
    position: Annotated[int | None, "number of the position, likewise; null: a board"]
    field: Annotated[CellGraph, "its cells"]
    mine_total: Annotated[int | None, "number of mines; null: not given"]


def heading(of: Board | View, number: int, kind: str = "") -> Heading:
    """The heading of a board or position; `kind` is "board" for a view from a board's game."""
    is_board = isinstance(of, Board) or kind == "board"
    board, position = (number, None) if is_board else (None, number)
    total = of.mine_count if isinstance(of, Board) else of.mine_total
    return Heading(VERSION, board, position, of.graph, total)


class Headline(NamedTuple):
    """An answer in short."""

    headline: Annotated[str, "the answer in a sentence or two"]


class Event(NamedTuple):
    """Which of several lines this is."""

    event: Annotated[str, "which line this is"]


Json = dict[str, Any]


class Printed(NamedTuple):
    """An object that a verb prints: its name, what it is, and its parts.

    A part is a type, whose annotated fields are all printed, or a type with the names of the fields to print.
    """

    name: str
    about: str
    parts: tuple[type | tuple[type, tuple[str, ...]], ...]

    @property
    def hints(self) -> dict[str, Any]:
        """The type hints of its fields, by name."""
        return {name: hint for part in self.parts for name, hint in _part_fields(part).items()}

    def json(self, graph: CellGraph, *values: object) -> Json:
        """The object, made from one value for each part."""
        found = Json()
        for part, value in zip(self.parts, values, strict=True):
            found |= _object(graph, value, part)
        return found


class Refuted(NamedTuple):
    """The refutation of a conclusion of a custom production."""

    error: Annotated[str, "the message, also on standard error"]
    firing: Annotated[int, "number of the firing in its game or proof, from 1"]
    production: Annotated[str, "the production that fired"]
    cell: Annotated[Hashable, "where it matched; null: it looked at the whole board"]
    about: Annotated[CellIndex, "the cell that it is wrong about"]
    says: Annotated[Verdict, "what it concludes"]
    layouts: Annotated[
        tuple[frozenset[CellIndex], ...],
        "mines of two layouts that fit what was visible, first with the cell safe; only one if it is forced",
    ]


UNSOUND: Final = Printed(
    "Unsound",
    "The last line of a run that an unsound custom production stopped: what refutes its conclusion.",
    (Event, Heading, Refuted),
)


def dumps(value: object) -> str:
    """One line of JSON; non-ASCII text is not escaped."""
    return _encode(value)


_encode = json.JSONEncoder(ensure_ascii=False).encode


def to_json(value: object, graph: CellGraph) -> Any:  # noqa: ANN401  # what `json` takes
    """A value as JSON objects, lists, texts and numbers; `graph` names its cells.

    >>> from logicsweep import expert
    >>> view = View.parse("#1##")
    >>> to_json(expert(view), view.graph)["risks"]
    {'r1c1': '1/2', 'r1c3': '1/2', 'r1c4': '1/2'}
    """
    form: Any = type(value)
    return _writer(form)(graph, value)


def _object(graph: CellGraph, value: object, part: Any = None) -> dict[str, object]:  # noqa: ANN401
    form: Any = part or type(value)
    found = Json()
    for name, write in _writers(form):
        own = getattr(value, name)
        found[name] = own if own is None or write is _same else write(graph, own)
    return found


@cache
def _writers(part: Any) -> list[tuple[str, _Writer]]:  # noqa: ANN401
    return [(name, _writer(hint)) for name, hint in _part_fields(part).items()]


def _part_fields(part: Any) -> dict[str, Any]:  # noqa: ANN401
    form, only = part if isinstance(part, tuple) else (part, None)
    hints = fields_of(form)
    return {name: hints[name] for name in only or hints}


@cache
def fields_of(form: Any) -> dict[str, Any]:  # noqa: ANN401
    """The hints of the fields and properties that values of this type print, in order, fields first."""
    found: dict[str, Any] = {}
    for one in reversed(form.__mro__):
        texts = get_annotations(one) | {
            name: returned for name, value in vars(one).items() if (returned := _find_return_hint(value))
        }
        meant = {name: _text(hint) for name, hint in texts.items() if _text(hint).startswith("Annotated[")}
        space = vars(sys.modules[one.__module__])
        found |= get_type_hints(SimpleNamespace(__annotations__=meant), space, include_extras=True)
    return found


def _find_return_hint(member: object) -> object:
    function = member.fget if isinstance(member, property) else getattr(member, "func", None)
    is_one = isinstance(member, property | cached_property)
    return getattr(function, "__annotations__", {}).get("return") if is_one else None


def _text(hint: object) -> str:
    """The text of a hint, which a NamedTuple keeps in a forward reference."""
    return str(getattr(hint, "__forward_arg__", hint))


def _rows(graph: CellGraph, value: Board | View) -> list[str]:
    """The rows of a board or view, one letter per cell; for a free graph, one text per cell."""
    return rows_of(graph, value.glyphs)


def rows_of(graph: CellGraph, glyphs: Sequence[str]) -> list[str]:
    """The glyphs of cells joined to one text per row; for a free graph, one text per cell."""
    cols = graph.shape[1] if graph.shape else 1
    return ["".join(glyphs[at : at + cols]) for at in range(0, len(glyphs), cols)]


def fact_text(graph: CellGraph, fact: Fact) -> str:
    """`clue r1c2 = 1`, `safe r1c2`."""
    subject = site_name(graph, fact.subject) or str(fact.subject)
    return f"{fact.attribute} {subject}" + ("" if fact.value is True else f" = {fact.value}")


@lru_cache(maxsize=8)  # boards on one field usually follow each other
def _field(graph: CellGraph) -> dict[str, object]:
    return _object(graph, Field(graph.kind, len(graph), *(graph.shape or (None, None))))


def _same(_: CellGraph, value: object) -> object:
    return value


_MARKS: dict[object, Mark] = {
    int: Mark("number", _same),
    float: Mark("number", _same),
    str: Mark("text", _same),
    bool: Mark("true/false", _same),
    NoneType: Mark("null", _same),
    Fraction: Mark("fraction", lambda _, value: str(value)),
    Fact: Mark("fact", fact_text),
    Hashable: Mark("cell name or null", site_name),
    View: Mark("list of texts", _rows),
    Board: Mark("list of texts", _rows),
    CellGraph: Mark("Field", lambda _, it: _field(it)),
}


def _mark(hint: Any) -> Mark | None:  # noqa: ANN401
    """How to name and write a value that is no list, mapping or object: by its `Mark`, or by its type."""
    marks = [one for one in get_args(hint) if isinstance(one, Mark)]
    return marks[0] if marks else _MARKS.get(hint)


@cache
def _writer(hint: Any) -> _Writer:  # noqa: ANN401
    head, parts = get_origin(hint), get_args(hint)
    if mark := _mark(hint):
        return mark.write
    if head is Annotated:
        return _writer(parts[0])
    if head in (Union, UnionType):
        return _either(parts)
    if _is_map(head):
        return _map(parts)
    if isinstance(head, type) and issubclass(head, Collection):
        return _list(head, parts)
    if isinstance(hint, type) and issubclass(hint, Exception):
        return lambda _, value: str(value)
    return _object if _is_object(hint) else _same


def _is_map(head: object) -> bool:
    return isinstance(head, type) and issubclass(head, Mapping)


def _either(parts: tuple[Any, ...]) -> _Writer:
    """Write a value that may be null or of several types; its class decides how."""
    some = [part for part in parts if part is not NoneType]
    write = _writer(some[0]) if len(some) == 1 else lambda graph, value: to_json(value, graph)
    return lambda graph, value: None if value is None else write(graph, value)


def _list(head: type, parts: tuple[Any, ...]) -> _Writer:
    if head is tuple and parts[-1] is not Ellipsis:
        each = [_writer(part) for part in parts]
        return lambda graph, found: [write(graph, one) for write, one in zip(each, found, strict=True)]
    write, ordered = _writer(parts[0]), not issubclass(head, frozenset | set)
    in_order: Callable[[Any], Iterable[Any]] = iter if ordered else sorted
    if write is _same:
        return lambda _, found: [*in_order(found)]
    return lambda graph, found: [*map(partial(write, graph), in_order(found))]


def _map(parts: tuple[Any, ...]) -> _Writer:
    """Write a mapping, cells in ascending order. Most keys and values need no conversion."""
    key, value = map(_writer, parts)
    in_order: Callable[[Any], list[Any]] = sorted if parts[0] == CellIndex else list

    def write(graph: CellGraph, found: Mapping[Any, Any]) -> Json:
        keys = in_order(found)
        names = keys if key is _same else map(partial(key, graph), keys)
        values = map(found.__getitem__, keys)
        return dict(zip(names, values if value is _same else map(partial(value, graph), values), strict=True))

    return write


def _is_object(hint: object) -> bool:
    return is_dataclass(hint) or hasattr(hint, "_fields")


def fields_text(forms: Collection[Printed]) -> Iterator[str]:
    """The objects that a verb prints, then the objects inside them, each with its fields, line by line.

    >>> about = Printed("Event", "A line.", (Event,))
    >>> print(*fields_text([about]), sep="\\n")
    Event
    A line.
      event         text                         which line this is
    """
    hints = [(one.name, one.about, one.hints) for one in forms]
    found = [
        *dict.fromkeys(
            form for _, _, its in hints for hint in its.values() for form in _list_forms_inside(hint)
        )
    ]
    for form in found:
        found += [
            one for hint in fields_of(form).values() for one in _list_forms_inside(hint) if one not in found
        ]
    hints += [(form.__name__, (form.__doc__ or "").split("\n")[0], fields_of(form)) for form in found]
    for at, (name, about, its) in enumerate(hints):
        yield from ("",) if at else ()
        yield from (name, about)
        for field, hint in its.items():
            meaning = next(mark for mark in get_args(hint)[1:] if isinstance(mark, str))
            yield from _wrap_row((field, kind(hint), meaning))


def _list_forms_inside(hint: Any) -> list[type]:  # noqa: ANN401
    if _mark(hint):
        return [Field] if hint is CellGraph else []
    if isinstance(hint, type) and _is_object(hint):
        return [hint]
    return [form for part in get_args(hint) for form in _list_forms_inside(part)]


def _wrap_row(row: tuple[str, str, str]) -> Iterator[str]:
    cells = [wrap(text, width) for text, width in zip(row, _WIDTHS, strict=True)]
    for line in zip_longest(*cells, fillvalue=""):
        padded = [part.ljust(width) for part, width in zip(line, _WIDTHS, strict=True)]
        yield ("  " + "  ".join(padded)).rstrip()


def kind(hint: Any) -> str:  # noqa: ANN401
    """A type in plain words.

    >>> kind(int | None), kind(tuple[list[str], ...]), kind(dict[str, int]), kind(Literal["safe", "mine"])
    ('number or null', 'list of lists of texts', 'object of numbers by text', '"safe" or "mine"')
    """
    head, parts = get_origin(hint), get_args(hint)
    if mark := _mark(hint):
        return mark.words
    if head in (Union, UnionType):
        return " or ".join(map(kind, parts))
    if head is Literal:
        return " or ".join(map(json.dumps, parts))
    if head is Annotated:
        return kind(parts[0])
    if _is_map(head):
        return f"object of {_name_several(parts[1])} by {kind(parts[0])}"
    if head:
        return f"list of {_name_several(parts[0])}"
    return str(getattr(hint, "__name__", hint))


def _name_several(hint: Any) -> str:  # noqa: ANN401
    """`cell names`, `lists of cell names`; an object keeps its name."""
    if (isinstance(hint, type) and _is_object(hint)) or get_origin(hint) is Literal:
        return kind(hint)
    head, of, rest = kind(hint).partition(" of ")
    return f"{head}s{of}{rest}"
