"""`perfect`: how often the best strategy wins on a small field, or from a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from logicsweep.boards.board import COVERED, View, blank
from logicsweep.boards.cells import CellGraph, FieldMaker
from logicsweep.boards.names import find_repeated
from logicsweep.boards.random import Promise
from logicsweep.errors import InvalidInput, quote
from logicsweep.guessing.chances import Chances
from logicsweep.guessing.perfect import CELLS, values
from logicsweep.guessing.perfect import perfect as perfect_from
from logicsweep.guessing.regrets import Regret, regret
from logicsweep.verbs.reading import Numbered
from logicsweep.verbs.sizes import size_of


class Promised(NamedTuple):
    """The promise about the first cell, and how policies compare."""

    first: Annotated[
        Promise | None,
        "any: nothing; safe: no mine; opening: no mine on it or beside it; null: a position with clues",
    ]
    policies: Annotated[tuple[Regret, ...], "with --guess or --policy: how often each policy wins"] = ()


def is_whole(item: Numbered) -> bool:
    """Whether it is a covered field with a mine total; a board stands for its field and mine count."""
    view = _view_of_whole(item)
    return view.mine_total is not None and {*view.marks} == {COVERED}


def _view_of_whole(item: Numbered) -> View:
    return item.what if isinstance(item.what, View) else blank(item.what.graph, item.what.mine_count)


class Perfect(NamedTuple):
    """How often the best strategy wins an item, which is seen as a view."""

    item: Numbered
    view: View
    chances: Chances
    promised: Promised


def perfect(
    item: Numbered, first: Promise, start: str | None = None, policies: Sequence[str] = ()
) -> Perfect:
    """How often the best strategy wins from a position or on a whole field, and how much less policies win.

    The promise about the first cell, the cell itself and the policies matter to whole fields only.
    """
    if twice := find_repeated(policies):
        raise InvalidInput("policy", "each once", quote(twice))
    view = _view_of_whole(item)
    if view.mine_total is None or not is_whole(item):
        return Perfect(item, view, values(view), Promised(None))
    field = view.graph, view.mine_total, first
    found = perfect_from(*field, start)
    lost = tuple([regret(*field, name, start) for name in policies])
    return Perfect(item, view, found, Promised(first, lost))


def fields_of(sizes: Sequence[str], field: FieldMaker | None) -> list[Numbered]:
    """The fields of sizes such as `4x4/4`.

    >>> [item.what.mine_total for item in fields_of(["2x3/2", "3x3/1"], None)]
    [2, 1]
    """
    views = [_read_size(text, field or CellGraph.grid) for text in sizes]
    return [Numbered(number, view, None, len(views) > 1) for number, view in enumerate(views, 1)]


def _read_size(text: str, field: FieldMaker) -> View:
    rows, cols, mines = size_of(text, "SIZE", "rows x columns / mines such as 4x4/4")
    if rows * cols > CELLS:
        raise InvalidInput(f"{rows} x {cols}", f"at most {CELLS} cells", str(rows * cols))
    graph = field(rows, cols)
    if mines >= len(graph):
        raise InvalidInput("SIZE", f"at most {len(graph) - 1} mines", str(mines))
    return blank(graph, mines)
