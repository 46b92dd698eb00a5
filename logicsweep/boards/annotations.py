"""Annotations of a value's fields: how JSON writes them, see `show.json`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import row_names


class Mark(NamedTuple):
    """How programs see a marked value: `words` names its kind, `write` turns a value into JSON.

    A field or property with the hint `Annotated[type, "what it means"]` is written as JSON: see `show.json`.
    """

    words: str
    write: Callable[[CellGraph, Any], object]


CellIndex = Annotated[int, Mark("cell name", CellGraph.name)]
"""A cell by its index; written as its name."""
ClueIndex = Annotated[int, Mark("clue name", lambda graph, row: row_names(graph, [row])[0])]
"""A clue by its cell's index, or `TOTAL` for the mine total."""
NAMED = Mark("name", lambda _, value: value and value.name)
"""A value that is written as its name: a player, a production."""
