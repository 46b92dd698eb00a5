"""Graph JSON of rectangular fields just as it is written: read without a JSON reader, many times faster.

What differs in anything from what is written is left to `graph`, which says what is wrong, if it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from operator import add
from typing import NamedTuple

from logicsweep.boards.board import COVERED, FLAG, SAFE
from logicsweep.boards.cells import FIELDS, CellGraph
from logicsweep.formats.node_link import HEADER, VERSION, name_text, names_and_edges

_SIZE = "([1-9][0-9]{0,7})"
_HEADER = (
    rf'{{"version":{VERSION},"holds":"(board|position)","field":\["({"|".join(FIELDS)})",{_SIZE},{_SIZE}\]'
    r'(?:,"mines":(0|[1-9][0-9]{0,8}))?(?:,"start":\[([0-9]{1,8}),([0-9]{1,8})\])?}'
)
_BEGINS = re.compile(
    rf'{{"directed":false,"multigraph":false,"graph":{{"{HEADER}":{_HEADER}}},"nodes":\[{{', re.ASCII
)


_WITHIN = bytes({*range(256)} - {*b"\1}"})  # all but the ends of nodes
_MINE = b',"mine":true'
_MINED = bytes.maketrans(b"}", b"\0")
_COVERED = bytes.maketrans(b"}", bytes([COVERED & 255]))
_TELLS = re.compile(rb',"(clue":[0-8]|flag":true|safe":true)}')
_MARKS = {b'clue":%d' % clue: clue for clue in range(9)}
_MARKS |= {b'flag":true': FLAG & 255, b'safe":true': SAFE & 255}


class Quick(NamedTuple):
    """What a line tells: of each cell a byte, the mine total and the first click, (row, column).

    `end` is where the line ends.
    """

    field: CellGraph
    size: tuple[int, int]
    cells: bytes
    mines: int | None
    start: tuple[int, int] | None
    end: int


class _Bare(NamedTuple):
    """A field, the text of its nodes where none tells anything, and what follows the last of them."""

    field: CellGraph
    nodes: bytes
    ends: str


def quick(text: str, at: int, held: str) -> Quick | None:
    """The board or position in the line that begins there, if it is just as it is written; else None.

    Nothing is copied but the nodes: they take a seventh of a line, edges the rest.

    >>> text = written("board", CellGraph.grid(1, 2), ["", ',"mine":true'], 1)
    >>> quick(text, 0, "board")
    Quick(field=CellGraph.grid(1, 2), size=(1, 2), cells=b'\\x00\\x01', mines=1, start=None, end=211)
    """
    told = _BEGINS.match(text, at)
    if not told or told[1] != held:
        return None
    size, begin = (int(told[3]), int(told[4])), told.end()
    least = begin + size[0] * size[1]
    if least > len(text) or text.find("\n", begin, least) >= 0:  # not so many cells are there
        return None
    field, bare, ends = _bare(told[2], *size)
    mines = None if told[5] is None else int(told[5])
    end = begin + len(bare) + (mines or 0) * len(_MINE) + len(ends)  # of a board just as it is written
    if held == "position" or mines is None:
        end = line_end(text, begin + len(bare))
    edges = end - len(ends)
    if not text.startswith(ends, edges) or text[end : end + 1] not in ("", "\n"):
        return None
    nodes = text[begin:edges].encode(errors="surrogatepass")
    cells = _mined(nodes, bare) if held == "board" else _marks(nodes, bare)
    if cells is None:
        return None
    start = None if told[6] is None else (int(told[6]), int(told[7]))
    return Quick(field, size, cells, mines, start, end)


def line_end(text: str, at: int) -> int:
    """Where the line ends in which a place is.

    >>> line_end("ab\\ncd", 1), line_end("ab\\ncd", 3)
    (2, 5)
    """
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _mined(nodes: bytes, bare: bytes) -> bytes | None:
    """The mines that nodes tell where they tell nothing else.

    A node that tells a mine gets another end, one byte as the usual one: with the usual ends all is `bare`.
    """
    marked = b"\1".join(nodes.split(_MINE + b"}"))  # quicker than to replace
    if b"\1" in nodes or marked.replace(b"\1", b"}") != bare:
        return None
    return marked.translate(_MINED, _WITHIN)


def _marks(nodes: bytes, bare: bytes) -> bytes | None:
    """The same for a position: its marks, as signed bytes."""
    parts = _TELLS.split(nodes)
    marked = b"\1".join(parts[::2])
    if b"\1" in nodes or marked.replace(b"\1", b"}") != bare:
        return None
    marks = tuple([_MARKS[told] for told in parts[1::2]])
    return marked.translate(_COVERED, _WITHIN).replace(b"\1", b"%c") % marks


@lru_cache(maxsize=4)
def _bare(kind: str, rows: int, cols: int) -> _Bare:
    field = FIELDS[kind](rows, cols)
    begins, ends = _pieces(field)
    return _Bare(field, "},{".join(begins).encode() + ends[:1].encode(), ends[1:])


def written(
    held: str, graph: CellGraph, cells: Sequence[str], mines: int | None, start: int | None = None
) -> str:
    """An object on any cell graph; `cells` are what stands in each node behind its name.

    >>> print(written("position", CellGraph.grid(1, 1), [""], None))
    {"directed":false,"multigraph":false,"graph":{"logicsweep":{"version":1,"holds":"position","field":["grid",1,1]}},"nodes":[{"id":[0,0]}],"edges":[]}
    """
    begins, ends = _pieces(graph) if graph.shape else _pieces_of(graph)
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


def _pieces_of(graph: CellGraph) -> tuple[list[str], str]:
    """How the nodes begin, up to the name's end, and all that follows the last of them."""
    names, edges = names_and_edges("graph", graph)
    begins = [f'"id":{name}' for name in names]
    return begins, f'}}],"edges":[{edges}]}}'


_pieces = lru_cache(maxsize=4)(_pieces_of)
