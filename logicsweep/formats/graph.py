"""Graph JSON: boards and positions on any cell graph, as JSON that networkx's node-link functions read.

A node tells its cell. On a board: `"mine": true`, or nothing. In a position: `"clue": 2`, `"flag": true`,
`"safe": true` (cleared, no number), or nothing (covered); `"covered"` may say it too, true or false. So
`json.dumps(nx.node_link_data(graph))` of a graph with such node attributes is in this format.

The graph's attribute "logicsweep" is optional, and needed only for what nodes cannot tell:
`{"version": 1, "holds": "board" or "position", "mines": the mine total, "start": the node of the first
click, "field": ["torus", 3, 4]}`, of which "version" must be there. With "field" the nodes are
[row, column], counted from 0, the edges those of that field, and what is read is that field.

Several follow each other, each in a line or spread over lines. Names of nodes are texts, whole numbers, or
lists of these, which are tuples; no text is empty, and no two names are printed alike. (networkx itself reads
tuples within tuples in nodes, not in edges.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, starmap
from typing import Literal, TypeAlias, TypeVar

from logicsweep.boards.board import COVERED, FLAG, SAFE, Board, View
from logicsweep.boards.cells import CellGraph
from logicsweep.errors import InvalidInput, as_int
from logicsweep.formats import Deal, as_deal
from logicsweep.formats.checks import check_clues, check_total, holds, parted, view_of
from logicsweep.formats.graph_fields import Quick, line_end, quick, written
from logicsweep.formats.json_values import json_values
from logicsweep.formats.node_link import HEADER, Json, Linked, field_index, found, linked, name_of

T = TypeVar("T")
Held = Literal["board", "position"]
Quickly: TypeAlias = Callable[[str, int], tuple[T, int] | None]
"""What the line of a text that begins there holds, and where it ends; None where that is not seen quickly."""
_MOST = 1 << 27  # characters of one object that is spread over lines
_NODES = re.compile(r'(?<!\\)"nodes"\s*:')
_HOLDS = re.compile(r'(?<!\\)"holds"\s*:\s*"(board|position)"')
_TELLS = re.compile(r'(?<!\\)"(?:(mine)|clue|flag|safe|covered)"\s*:')
_MARKS = ("clue", "flag", "safe", "covered")
_MINED = ("", ',"mine":true')
_MARKED = {COVERED: "", FLAG: ',"flag":true', SAFE: ',"safe":true'} | {n: f',"clue":{n}' for n in range(9)}


def sniff_boards(text: str) -> bool:
    """Whether a text is meant as boards on graphs.

    >>> sniff_boards('{"nodes": [{"id": 1, "mine": true}], "edges": []}'), sniff_boards('{"board": []}')
    (True, False)
    """
    return _held(text) == "board"


def sniff_positions(text: str) -> bool:
    """Whether a text is meant as positions on graphs.

    >>> sniff_positions('{"nodes": [{"id": 1, "clue": 0}], "edges": []}')
    True
    """
    return _held(text) == "position"


def _held(text: str) -> Held | None:
    """What the first of the graphs holds; a graph that is there to its end and does not tell is a board."""
    if not text.lstrip().startswith("{") or not _NODES.search(text):
        return None
    if told := _HOLDS.search(text):
        return "board" if told[1] == "board" else "position"
    if tells := _TELLS.search(text):
        return "board" if tells[1] else "position"
    return "board" if text.rstrip().endswith("}") else None


def read_boards(text: str, source: str = "<text>") -> Iterator[Deal]:
    """The boards of a text, one by one, with their first clicks, so that those before a mistake are there.

    Raises InvalidInput with `source:line:column: key` for what is not in the format.

    >>> text = '{"nodes":[{"id":"a","mine":true},{"id":"b"}],"edges":[{"source":"a","target":"b"}]}'
    >>> [str(board) for board, start in read_boards(text)]
    ['a M\\nb .']
    """
    return chain.from_iterable(stream([text], source))


def stream(blocks: Iterable[str], source: str = "<text>") -> Iterator[list[Deal]]:
    """The same of a text in blocks of whole lines, block by block, as long as each graph stands in a line.

    >>> [len(batch) for batch in stream(['{"nodes":[{"id":1,"mine":true}],"edges":[]}\\n'] * 2)]
    [1, 1]
    """
    last: CellGraph | None = None

    def slow(value: object, where: str) -> Deal:
        nonlocal last
        deal = _deal(linked(value, where, last))
        last = deal.board.graph
        return deal

    return _streamed(iter(blocks), source, _quick_deal, slow)


def read_views(text: str, source: str = "<text>", mines: int | None = None) -> Iterator[View]:
    """The views of a text, one by one; `mines` overrides the totals that the text tells.

    Raises InvalidInput with `source:line:column: key` for what is not in the format, a clue that its
    neighbourhood cannot hold, a mine total out of range.

    >>> text = '{"nodes":[{"id":"a","clue":1},{"id":"b"}],"edges":[{"source":"a","target":"b"}]}'
    >>> [view.drawing for view in read_views(text)]
    ['a 1\\nb #']
    """
    last: CellGraph | None = None

    def slow(value: object, where: str) -> View:
        nonlocal last
        view = _view(linked(value, where, last), where, mines)
        last = view.graph
        return view

    return chain.from_iterable(_streamed(iter([text]), source, partial(_quick_view, mines=mines), slow))


def write_boards(boards: Iterable[Board | Deal]) -> str:
    """Boards and deals, each in a line. Raises InvalidInput for nodes that are no text, number or tuple.

    >>> print(write_boards([Board.parse("M.")]).replace('"nodes"', '\\n"nodes"'), end="")
    {"directed":false,"multigraph":false,"graph":{"logicsweep":{"version":1,"holds":"board","field":["grid",1,2],"mines":1}},
    "nodes":[{"id":[0,0],"mine":true},{"id":[0,1]}],"edges":[{"source":[0,0],"target":[0,1]}]}
    """
    lines = []
    for board, start in map(as_deal, boards):
        cells = [_MINED[mine] for mine in board.mined]
        lines.append(f"{written('board', board.graph, cells, board.mine_count, start)}\n")
    return "".join(lines)


def write_views(views: Iterable[View]) -> str:
    """The same of views.

    >>> print(write_views([View.parse("1#")])[-88:], end="")
    "nodes":[{"id":[0,0],"clue":1},{"id":[0,1]}],"edges":[{"source":[0,0],"target":[0,1]}]}
    """
    lines = []
    for view in views:
        cells = [_MARKED.get(mark, f',"clue":{mark}') for mark in view.marks]
        lines.append(f"{written('position', view.graph, cells, view.mines)}\n")
    return "".join(lines)


def _streamed(
    blocks: Iterator[str], source: str, quick: Quickly[T], slow: Callable[[object, str], T]
) -> Iterator[list[T]]:
    """What the graphs of a text are, block by block; those before a mistake come first.

    A line is read by `quick`, or where that gives nothing its JSON by `slow`.
    """
    line, empty = 1, True
    for block in blocks:
        found_here: list[T] = []
        at = 0
        try:
            while at < len(block):
                if told := quick(block, at):
                    found_here.append(told[0])
                    end = told[1]
                else:
                    end = line_end(block, at)
                    values = _values_in(block[at:end], source, line)
                    if values is None:
                        rest = _joined(block[at:], blocks, f"{source}:{line}:1")
                        found_here.extend(starmap(slow, json_values(rest, source, line)))
                        break
                    found_here.extend(starmap(slow, values))
                line, at = line + 1, end + 1
        except InvalidInput:
            yield found_here
            raise
        empty = empty and not found_here
        del block  # the boards of long lines take as much again
        yield found_here
    if empty:
        raise InvalidInput(f"{source}:1:1", "a graph", "an empty text")


def _values_in(line: str, source: str, number: int) -> list[tuple[object, str]] | None:
    """The JSON values of a line; None where they go on in the next line, or there is a mistake in them."""
    text = line.strip()
    if text and not text.endswith("}"):
        return None
    try:
        return list(json_values(line, source, number))
    except InvalidInput:  # it is said where all that follows is read
        return None


def _joined(rest: str, blocks: Iterator[str], place: str) -> str:
    """The rest of a text."""
    parts, size = [rest], 0
    for block in blocks:
        parts.append(block)
        size += len(block)
        if size > _MOST:
            raise InvalidInput(place, f"graphs in a line each, or {_MOST} characters in all", "more")
    return "".join(parts)


def _quick_deal(text: str, at: int) -> tuple[Deal, int] | None:
    """The board of the line that begins there, if it is just as it is written, and the line's end."""
    told = quick(text, at, "board")
    if told is None or told.cells.count(1) != told.mines:
        return None
    board = Board(told.field, told.cells)
    if told.start is None:
        return Deal(board), told.end
    start = field_index(told.start, *told.size)
    return None if start is None or told.cells[start] else (Deal(board, start), told.end)


def _quick_view(text: str, at: int, mines: int | None) -> tuple[View, int] | None:
    """The same of a view."""
    told = quick(text, at, "position")
    if told is None or told.start is not None:
        return None
    view = view_of(told.field, told.cells, told.mines if mines is None else mines)
    return (view, told.end) if _sound(view, told) else None


def _sound(view: View, told: Quick) -> bool:
    """Whether a view passes `check_clues` and `check_total`: on a grid all cells are looked at at once."""
    if told.field.kind == "grid":
        return holds(parted(told.cells, told.size[1]), told.size[1], view.mines)
    try:
        check_clues(view, str)
        check_total(view, "mines")
    except InvalidInput:
        return False
    return True


def _deal(told: Linked) -> Deal:
    """The board that an object tells."""
    where = _require(told, "board")
    mined = bytes(
        [_is_told(node, "mine", place) for node, place in zip(told.nodes, told.places, strict=True)]
    )
    board = Board(told.graph, mined)
    place = f"{where}: graph.{HEADER}"
    mines = _mines(told.header, place)
    if mines is not None and mines != board.mine_count:
        raise InvalidInput(f"{place}.mines", f"{board.mine_count}, as nodes have mines", str(mines))
    if "start" not in told.header:
        return Deal(board)
    name = name_of(told.header["start"], f"{place}.start")
    try:
        start = told.graph.index(name)
    except InvalidInput as error:
        raise InvalidInput(f"{place}.start", error.expected, error.found) from None
    if mined[start]:
        raise InvalidInput(f"{place}.start", "a safe cell", f"a mine at {told.graph.name(start)}")
    return Deal(board, start)


def _view(told: Linked, where: str, mines: int | None) -> View:
    """The view that an object tells."""
    _require(told, "position")
    place = f"{where}: graph.{HEADER}"
    if "start" in told.header:
        raise InvalidInput(f"{place}.start", "no first click in a position", found(told.header["start"]))
    total = _mines(told.header, place)
    marks = tuple([_mark(node, place) for node, place in zip(told.nodes, told.places, strict=True)])
    view = View(told.graph, marks, total if mines is None else mines)
    check_clues(view, lambda cell: f"{told.places[cell]}.clue")
    check_total(view, f"{place}.mines" if mines is None else "mines")
    return view


def _require(told: Linked, wanted: Held) -> str:
    """Refuse an object that holds something else; else where it begins."""
    where = told.places[0].rpartition(": ")[0]
    holds = told.header.get("holds")
    if holds is None:
        if any("mine" in node for node in told.nodes):
            holds = "board"
        elif any(key in node for node in told.nodes for key in _MARKS):
            holds = "position"
        else:
            raise InvalidInput(f"{where}: nodes", "one with 'mine' (a board) or 'clue' (a position)", "none")
    if holds not in ("board", "position"):
        raise InvalidInput(f"{where}: graph.{HEADER}.holds", "'board' or 'position'", found(holds))
    if holds != wanted:
        raise InvalidInput(where, f"a {wanted}", f"a {holds}")
    others = _MARKS if wanted == "board" else ("mine",)
    for node, place in zip(told.nodes, told.places, strict=True):
        for key in others:
            if key in node:
                raise InvalidInput(place, f"no '{key}' in a {wanted}", found(node[key]))
    return where


def _is_told(node: Json, key: str, place: str) -> bool:
    """Whether a node has an attribute that is true; false is the same as none."""
    value = node.get(key, False)
    if value not in (False, True) or isinstance(value, float):
        raise InvalidInput(f"{place}.{key}", "true or false", found(value))
    return bool(value)


def _mark(node: Json, place: str) -> int:
    """The mark that a node's attributes tell."""
    clue = as_int(node.get("clue"))
    if "clue" in node and (clue is None or clue < 0):
        raise InvalidInput(f"{place}.clue", "a whole number of at least 0", found(node["clue"]))
    flagged, safe = _is_told(node, "flag", place), _is_told(node, "safe", place)
    covered = _is_told(node, "covered", place)
    hides = flagged or covered
    clears = clue is not None or safe or ("covered" in node and not covered)
    if hides and clears:
        raise InvalidInput(place, "a cell that is cleared or covered", "both")
    if hides or not clears:
        return FLAG if flagged else COVERED
    return SAFE if clue is None else clue


def _mines(header: Json, place: str) -> int | None:
    """The mine total that a header tells."""
    if "mines" not in header:
        return None
    mines = as_int(header["mines"])
    if mines is None or mines < 0:
        raise InvalidInput(f"{place}.mines", "a whole number of at least 0", found(header["mines"]))
    return mines
