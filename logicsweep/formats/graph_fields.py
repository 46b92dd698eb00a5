"""Graph JSON of rectangular fields just as it is written: read without a JSON reader, many times faster.

What differs in anything from what is written is left to `graph`, which says what is wrong, if it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import add
from typing import NamedTuple, TypeVar

from logicsweep.cells import FIELDS, CellGraph
from logicsweep.formats.node_link import HEADER, VERSION, name_text, names_and_edges

T = TypeVar("T")
_SIZE = "([1-9][0-9]{0,7})"
_HEADER = (
    rf'{{"version":{VERSION},"holds":"(board|position)","field":\["({"|".join(FIELDS)})",{_SIZE},{_SIZE}\]'
    r'(?:,"mines":(0|[1-9][0-9]{0,8}))?(?:,"start":\[([0-9]{1,8}),([0-9]{1,8})\])?}'
)
_BEGINS = re.compile(
    rf'{{"directed":false,"multigraph":false,"graph":{{"{HEADER}":{_HEADER}}},"nodes":\[{{', re.ASCII
)


class Quick(NamedTuple):
    """What a text tells: of each cell a value, the mine total and the first click, (row, column)."""

    field: CellGraph
    size: tuple[int, int]
    cells: Sequence[int]
    mines: int | None
    start: tuple[int, int] | None


def quick(text: str, held: str, values: Mapping[str, int]) -> Quick | None:
    """The board or position of a text that is just as it is written; None for all others.

    `values` has a value for each text that may stand in a node behind its name.

    >>> text = written("board", CellGraph.grid(1, 2), ["", ',"mine":true'], 1)
    >>> quick(text, "board", {"": 0, ',"mine":true': 1})
    Quick(field=CellGraph.grid(1, 2), size=(1, 2), cells=[0, 1], mines=1, start=None)
    """
    told = _BEGINS.match(text)
    if not told or told[1] != held or int(told[3]) * int(told[4]) > len(text):
        return None
    size = int(told[3]), int(told[4])
    field = FIELDS[told[2]](*size)
    begins, lengths, ends = _pieces(field)
    if not text.endswith(ends):
        return None
    nodes = text[told.end() : -len(ends)]
    parts = nodes.split("},{")
    if len(parts) != len(begins):
        return None
    cells = [part[length:] for part, length in zip(parts, lengths, strict=True)]
    if "},{".join(map(add, begins, cells)) != nodes:
        return None
    try:
        found = [values[cell] for cell in cells]
    except KeyError:
        return None
    start = None if told[6] is None else (int(told[6]), int(told[7]))
    return Quick(field, size, found, None if told[5] is None else int(told[5]), start)


def written(
    held: str, graph: CellGraph, cells: Sequence[str], mines: int | None, start: int | None = None
) -> str:
    """An object on any cell graph; `cells` are what stands in each node behind its name.

    >>> print(written("position", CellGraph.grid(1, 1), [""], None))
    {"directed":false,"multigraph":false,"graph":{"logicsweep":{"version":1,"holds":"position","field":["grid",1,1]}},"nodes":[{"id":[0,0]}],"edges":[]}
    """
    begins, _, ends = _pieces(graph) if graph.shape else _pieces_of(graph)
    header = f'"version":{VERSION},"holds":"{held}"'
    if graph.shape:
        header += f',"field":{json.dumps([graph.kind, *graph.shape], separators=(",", ":"))}'
    if mines is not None:
        header += f',"mines":{mines}'
    if start is not None:
        header += f',"start":{name_text("graph", graph.cells[start])}'
    nodes = "},{".join(map(add, begins, cells))
    return (
        f'{{"directed":false,"multigraph":false,"graph":{{"{HEADER}":{{{header}}}}},"nodes":[{{{nodes}{ends}'
    )


def _pieces_of(graph: CellGraph) -> tuple[list[str], list[int], str]:
    """How the nodes begin, up to the name's end, how long that is, and all that follows the last node."""
    names, edges = names_and_edges("graph", graph)
    begins = [f'"id":{name}' for name in names]
    return begins, [*map(len, begins)], f'}}],"edges":[{edges}]}}'


_pieces = lru_cache(maxsize=4)(_pieces_of)
