"""What all JSON shares: one object per line, cells by name, sizes, counts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, TypeVar, cast

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph

if TYPE_CHECKING:
    from logicsweep.show.pieces import FieldName, SizeJson

VERSION: Final = 2
"""The version of the form of the output, one number for all verbs. It is raised when a field is removed or
changes its meaning, not when one is added."""

Form = TypeVar("Form", bound=Mapping[str, object])


def dumps(value: object) -> str:
    """One line of JSON; non-ASCII text stays as it is."""
    return json.dumps(value, ensure_ascii=False)


def names(graph: CellGraph, cells: Iterable[int]) -> list[str]:
    """The names of cells given by index."""
    return list(graph.names(cells))


def size_json(graph: CellGraph) -> SizeJson:
    """`rows` and `cols` of a rectangular field, and `field` where it is no grid; `cells` of any other."""
    if not graph.shape:
        return {"cells": len(graph)}
    told: SizeJson = {"rows": graph.shape[0], "cols": graph.shape[1]}
    if graph.kind != "grid":
        told["field"] = cast("FieldName", graph.kind)
    return told


def mines_json(view: View) -> dict[str, int]:
    """`mines`, where a view tells the mine total."""
    return {} if view.mines is None else {"mines": view.mines}


def numbered_json(form: Form, kind: str, number: int) -> Form:
    """An object with the number of its board or position after its version.

    >>> numbered_json({"version": 2, "cell": "r1c1"}, "board", 2)
    {'version': 2, 'board': 2, 'cell': 'r1c1'}
    """
    (version, *fields) = form.items()
    return cast(Form, dict([version, (kind, number), *fields]))


def with_counts(form: Form, counts: Mapping[str, object]) -> Form:
    """An object with what a production counted after its `cell`; its own fields stay as they are.

    >>> with_counts({"cell": "r1c1", "used": [2]}, {"f": 0, "used": 1})
    {'cell': 'r1c1', 'f': 0, 'used': [2]}
    """
    fields = list(form.items())
    at = 1 + list(form).index("cell")
    more = {name: count for name, count in counts.items() if name not in form}
    return cast(Form, {**dict(fields[:at]), **more, **dict(fields[at:])})
