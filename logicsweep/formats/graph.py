"""Graph JSON: boards and positions on any cell graph, as JSON that networkx's node-link functions read.

A node is a cell. On a board it has `"mine": true`, or nothing. In a position it has `"clue": 2`,
`"flag": true`, `"safe": true` (cleared, no number), or nothing (covered); `"covered"` may be true or false.

The graph's attribute "logicsweep" is optional: `{"version": 1, "holds": "board" or "position", "mines": the
mine total, "start": the node of the first click, "field": ["torus", 3, 4]}`. Only its "version" is required.
With "field", the nodes are [row, column], counted from 0, and the edges are those of that field.

Graphs follow each other, each on one line or on several. The name of a node is a non-empty text, a whole
number, or a list of these, which becomes a tuple. No two names look the same when printed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Literal, NamedTuple, cast

from logicsweep.boards.board import COVERED, FLAG, SAFE, Board, View
from logicsweep.boards.cells import FIELDS, CellGraph
from logicsweep.boards.many import Boards, in_batches, with_starts
from logicsweep.boards.names import extent
from logicsweep.errors import InvalidInput, as_int, quote
from logicsweep.formats.common import make_view, number_lines, read_json_values, show_json

Holds = Literal["board", "position"]
Json = dict[str, object]
_VERSION = 1
_HEADER = "logicsweep"  # the graph's attribute for facts about the whole board
_MARKS = ("clue", "flag", "safe", "covered")
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_DEEPEST = 8  # lists within lists in a name
_MOST = 1 << 27  # characters of one object on several lines
_NODES = re.compile(r'(?<!\\)"nodes"\s*:')
_HOLDS = re.compile(r'(?<!\\)"holds"\s*:\s*"(board|position)"')
_TELLS = re.compile(r'(?<!\\)"(?:(mine)|clue|flag|safe|covered)"\s*:')
Wanted = tuple[Callable[[Any], bool], str]
"""A test of a value, and the expected value in words."""
_LIST: Wanted = (lambda value: isinstance(value, list), "a list")
_TRUTH: Wanted = (lambda value: isinstance(value, int) and value in (0, 1), "true or false")
_COUNT: Wanted = (lambda value: type(value) is int and value >= 0, "a whole number of at least 0")
_OF_GRAPH: dict[str, Wanted] = {
    "directed": (lambda value: value is False, "false: neighbours see each other"),
    "graph": (lambda value: isinstance(value, dict), "an object"),
    "nodes": _LIST,
    "edges": _LIST,
    "links": _LIST,
}
_OF_NODE = {"mine": _TRUTH, "clue": _COUNT, "flag": _TRUTH, "safe": _TRUTH, "covered": _TRUTH}
_OF_HEADER: dict[str, Wanted] = {
    "version": (lambda value: type(value) is int and value == _VERSION, str(_VERSION)),
    "holds": (lambda value: value in ("board", "position"), "'board' or 'position'"),
    "field": (lambda value: _is_field(value), f"[kind, rows, columns], a kind among {', '.join(FIELDS)}"),
    "mines": _COUNT,
    "start": (lambda _: True, "a node"),
}
_MINED: tuple[Json, Json] = ({}, {"mine": True})
_MARKED: dict[int, Json] = {COVERED: {}, FLAG: {"flag": True}, SAFE: {"safe": True}}


class _NodeLink(NamedTuple):
    """A graph that was read: its place, its header, its cells, and for each cell its node's number."""

    where: str
    header: Json
    graph: CellGraph
    nodes: Sequence[Json]
    order: Sequence[int]

    def place(self, cell: int) -> str:
        """The place of a cell's node."""
        return f"{self.where}: nodes[{self.order[cell]}]"

    def key_place(self, key: str) -> str:
        """The place of a key of the header."""
        return f"{self.where}: graph.{_HEADER}.{key}"


def sniff_boards(text: str) -> bool:
    """Whether a text is meant as boards on graphs."""
    return _guess_kind(text) == "board"


def sniff_views(text: str) -> bool:
    """Whether a text is meant as positions on graphs."""
    return _guess_kind(text) == "position"


def _guess_kind(text: str) -> Holds | None:
    """Guess what the first graph holds; a whole graph whose nodes have no marks is a board."""
    if not text.lstrip().startswith("{") or not _NODES.search(text):
        return None
    if holds := _HOLDS.search(text):
        return "board" if holds[1] == "board" else "position"
    if tells := _TELLS.search(text):
        return "board" if tells[1] else "position"
    return "board" if text.rstrip().endswith("}") else None


def read_boards(blocks: Iterable[str], source: str = "<text>") -> Iterator[Boards]:
    """Read the boards of a text in blocks of whole lines, with their first clicks.

    Reads block by block as long as each graph is on one line. The place of a mistake ends in its key.
    """
    return in_batches(linked and _make_board(linked) for linked in _read_graphs(blocks, source))


def read_views(blocks: Iterable[str], source: str = "<text>", mines: int | None = None) -> Iterator[View]:
    """Read the views of a text in blocks of whole lines, one by one; `mines` overrides its totals."""
    return (_read_view(linked, mines) for linked in _read_graphs(blocks, source) if linked)


def write_boards(boards: Iterable[Board]) -> str:
    """Write boards with first clicks, one a line; raises InvalidInput if a node is no text, number or tuple.

    >>> print(write_boards([Board.parse("M.")]).replace('"nodes"', '\\n"nodes"'), end="")
    {"directed":false,"multigraph":false,"graph":{"logicsweep":{"version":1,"holds":"board","field":["grid",1,2],"mines":1}},
    "nodes":[{"id":[0,0],"mine":true},{"id":[0,1]}],"edges":[{"source":[0,0],"target":[0,1]}]}
    """
    return "".join(
        _write_graph("board", board.graph, map(_MINED.__getitem__, board.mined), board.mine_count, start)
        for board, start in with_starts(boards)
    )


def write_views(views: Iterable[View]) -> str:
    """Write views, one a line."""
    marked = ((view, [_MARKED.get(mark, {"clue": mark}) for mark in view.marks]) for view in views)
    return "".join(_write_graph("position", view.graph, nodes, view.mine_total) for view, nodes in marked)


def _read_graphs(blocks: Iterable[str], source: str) -> Iterator[_NodeLink | None]:
    """Read the graphs of a text; yields None after each block. Equal neighbours share one `CellGraph`."""
    last: CellGraph | None = None
    for value in _read_values(number_lines(blocks, source, "a graph"), source):
        if value is None:
            yield None
            continue
        linked = _read_graph(*value, last)
        last = linked.graph
        yield linked


def _read_values(lines: Iterator[tuple[int, str] | None], source: str) -> Iterator[tuple[object, str] | None]:
    """Read the JSON values of lines, with their places; yields None after each block.

    Reads line by line as long as each line holds whole values, then all the rest at once.
    """
    for line in lines:
        if line is None:
            yield None
            continue
        number, text = line
        try:
            values = iter(list(read_json_values(text, source, number)))
        except InvalidInput:  # the value continues on the next line, or reading the rest raises this again
            rest = _join_lines(text, lines, f"{source}:{number}:1")
            values = read_json_values(rest, source, number)
        yield from values


def _join_lines(first: str, lines: Iterable[tuple[int, str] | None], place: str) -> str:
    parts, size = [first], len(first)
    for line in filter(None, lines):
        parts.append(line[1])
        size += len(line[1])
        if size > _MOST:
            raise InvalidInput(place, f"one graph a line, or {_MOST} characters in all", "more")
    return "\n".join(parts)


def _make_board(linked: _NodeLink) -> tuple[Board, int | None]:
    _require_kind(linked, "board")
    header = linked.header
    board = Board(linked.graph, bytes([bool(node.get("mine")) for node in linked.nodes]))
    if header.get("mines", board.mine_count) != board.mine_count:
        raise _error(linked.key_place("mines"), f"{board.mine_count}, the number of mines", header["mines"])
    if "start" not in header:
        return board, None
    place = linked.key_place("start")
    start = linked.graph.index(_read_name(header["start"], place), place)
    if board.mined[start]:
        raise InvalidInput(place, "a safe cell", f"a mine at {linked.graph.name(start)}")
    return board, start


def _read_view(linked: _NodeLink, mines: int | None) -> View:
    _require_kind(linked, "position")
    if "start" in linked.header:
        raise _error(linked.key_place("start"), "no first click in a position", linked.header["start"])
    marks = tuple([_read_mark(node, linked.place(cell)) for cell, node in enumerate(linked.nodes)])
    total = as_int(linked.header.get("mines")), linked.key_place("mines")
    return make_view(linked.graph, marks, lambda cell: f"{linked.place(cell)}.clue", mines, *total)


def _require_kind(linked: _NodeLink, wanted: Holds) -> None:
    keys = {key for node in linked.nodes for key in node}
    by_nodes = "board" if "mine" in keys else "position" if keys.intersection(_MARKS) else None
    holds = linked.header.get("holds", by_nodes)
    if holds is None:
        expected = "one with 'mine' (a board) or 'clue' (a position)"
        raise InvalidInput(f"{linked.where}: nodes", expected, "none")
    if holds != wanted:
        raise InvalidInput(linked.where, f"a {wanted}", f"a {holds}")
    for key in _MARKS if wanted == "board" else ("mine",):
        for cell, node in enumerate(linked.nodes if key in keys else ()):
            if key in node:
                raise _error(linked.place(cell), f"no '{key}' in a {wanted}", node[key])


def _read_mark(node: Json, place: str) -> int:
    clue = as_int(node.get("clue"))
    flagged, safe, covered = (bool(node.get(key)) for key in _MARKS[1:])
    hides = flagged or covered
    clears = clue is not None or safe or ("covered" in node and not covered)
    if hides and clears:
        raise InvalidInput(place, "a cell that is cleared or covered", "both")
    if hides or not clears:
        return FLAG if flagged else COVERED
    return SAFE if clue is None else clue


def _read_graph(value: object, where: str, last: CellGraph | None = None) -> _NodeLink:
    """Read a graph from a JSON value; places of errors begin with `where`. It may share the graph `last`."""
    document: Any = _check_object(value, _OF_GRAPH, f"{where}: ")
    links = "links" if "links" in document else "edges"
    for key in ("nodes", links):
        if key not in document:
            raise InvalidInput(where, f"a graph with '{key}'", "none")
    if links == "links" and "edges" in document:
        raise InvalidInput(where, "either 'edges' or 'links'", "both")
    if not document["nodes"]:
        raise InvalidInput(f"{where}: nodes", "at least one node", "none")
    header = _check_header(
        document.get("graph", {}).get(_HEADER, {"version": _VERSION}), f"{where}: graph.{_HEADER}"
    )
    nodes = [
        _check_object(node, _OF_NODE, f"{where}: nodes[{at}].") for at, node in enumerate(document["nodes"])
    ]
    names = _read_names([node.get("id") for node in nodes], lambda at: f"{where}: nodes[{at}].id")
    field, order = (
        _read_field(header["field"], names, where) if "field" in header else (None, range(len(nodes)))
    )
    cells = {repr(nodes[at]["id"]): cell for cell, at in enumerate(order)}
    near = _read_edges(cells, document[links], f"{where}: {links}")
    if field:
        _require_field_edges(near, field, f"{where}: {links}")
    graph = field or CellGraph("graph", None, tuple(names), near)
    shared = last if graph == last and last else graph
    return _NodeLink(where, header, shared, [nodes[at] for at in order], order)


def _check_object(value: object, wanted: Mapping[str, Wanted], place: str) -> Json:
    """Return a JSON object if its values pass their tests; keys may be missing. `place` precedes a key."""
    if not isinstance(value, dict):
        raise _error(place.rstrip(": ."), "an object", value)
    for key, one in value.items():
        if key in wanted and not wanted[key][0](one):
            raise _error(f"{place}{key}", wanted[key][1], one)
    return value


def _check_header(value: object, place: str) -> Json:
    header = _check_object(value, _OF_HEADER, f"{place}.")
    for key in header:
        if key not in _OF_HEADER:
            raise InvalidInput(place, f"keys among {', '.join(_OF_HEADER)}", quote(key))
    if "version" not in header:
        raise InvalidInput(f"{place}.version", str(_VERSION), "none")
    return header


def _error(place: str, expected: str, value: object) -> InvalidInput:
    return InvalidInput(place, expected, show_json(value))


def _read_name(value: object, place: str, level: int = 0) -> Hashable:
    """Read a node's name: a list becomes a tuple; refuses a text with characters that would break a line."""
    if type(value) is int:
        return value
    if isinstance(value, str):
        if _UNSEEN.search(value):
            raise InvalidInput(place, "a name without line ends and control characters", quote(value))
        return value
    if isinstance(value, list) and level < _DEEPEST:
        return tuple([_read_name(one, place, level + 1) for one in value])
    raise _error(place, "a name: a text, a whole number, or a list of these", value)


def _read_names(values: Iterable[object], place: Callable[[int], str]) -> list[Hashable]:
    """Read the names of the nodes; refuses two that look the same when printed."""
    names: list[Hashable] = []
    printed: dict[str, int] = {}
    for at, value in enumerate(values):
        names.append(_read_name(value, place(at)))
        earlier = printed.setdefault(str(names[at]), at)
        if earlier < at:
            found = f"that of nodes[{earlier}]: {show_json(value)}"
            raise InvalidInput(place(at), "names that all look different when printed", found)
        if value == "":
            raise InvalidInput(place(at), "a name that is not empty", "''")
    return names


def _read_edges(cells: Mapping[str, int], edges: Sequence[object], place: str) -> tuple[tuple[int, ...], ...]:
    """Read the edges: for each cell its neighbours, ascending. Duplicate edges count once.

    `cells` has the `repr` of each name in JSON, since 1, true and "1" are three names.
    """
    around: list[set[int]] = [set() for _ in cells]
    for at, value in enumerate(edges):
        edge = _check_object(value, {}, f"{place}[{at}].")
        one, other = (cells.get(repr(edge.get(key))) for key in ("source", "target"))
        if one is None or other is None:
            key = "source" if one is None else "target"
            raise _error(f"{place}[{at}].{key}", "a node of the graph", edge.get(key))
        if one == other:
            raise InvalidInput(f"{place}[{at}]", "an edge between two nodes", "one from a node to itself")
        around[one].add(other)
        around[other].add(one)
    return tuple([tuple(sorted(near)) for near in around])


def _is_field(value: object) -> bool:
    match value:
        case [str(kind), int(rows), int(cols)]:
            return kind in FIELDS and type(rows) is type(cols) is int and min(rows, cols) > 0
    return False


def _read_field(value: object, names: Sequence[Hashable], where: str) -> tuple[CellGraph, Sequence[int]]:
    """Read the header's field, and find the number of the node for each of its cells."""
    kind, rows, cols = cast(tuple[str, int, int], value)
    if rows * cols != len(names):
        expected = f"a field of {len(names)} cells, one for each node"
        raise InvalidInput(f"{where}: graph.{_HEADER}.field", expected, f"{rows} x {cols}")
    order = dict.fromkeys(product(range(rows), range(cols)), 0)
    for at, name in enumerate(names):
        if name not in order:
            expected = f"[row, column] from [0, 0] to [{rows - 1}, {cols - 1}]"
            raise _error(f"{where}: nodes[{at}].id", expected, _name_to_json(name))
        order[name] = at
    return FIELDS[kind](rows, cols), list(order.values())


def _require_field_edges(near: Sequence[Collection[int]], field: CellGraph, links: str) -> None:
    for cell, (wanted, got) in enumerate(zip(field.neighbours, near, strict=True)):
        if got != wanted:
            there = f"from {field.name(cell)} to {', '.join(field.names(wanted)) or 'none'}"
            found = quote(", ".join(field.names(got)), 80) if got else "none"
            raise InvalidInput(links, f"those of {extent(field)}: {there}", found)


def _write_graph(
    holds: Holds, graph: CellGraph, nodes: Iterable[Json], mines: int | None, start: int | None = None
) -> str:
    """Write a graph as one line of JSON; `nodes` has the attributes of each node, without its name."""
    names = [_name_to_json(node) for node in graph.cells]
    _read_names(names, lambda _: "format graph")
    header: Json = {"version": _VERSION, "holds": holds}
    if graph.shape:
        header["field"] = [graph.kind, *graph.shape]
    if mines is not None:
        header["mines"] = mines
    if start is not None:
        header["start"] = names[start]
    value = {
        "directed": False,
        "multigraph": False,
        "graph": {_HEADER: header},
        "nodes": [{"id": name, **node} for name, node in zip(names, nodes, strict=True)],
        "edges": [{"source": names[i], "target": names[j]} for i, j in graph.edges],
    }
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _name_to_json(node: Hashable) -> object:
    """A node's name as JSON, if JSON can hold it; else the name itself."""
    if isinstance(node, tuple):
        return [_name_to_json(one) for one in node]
    number = as_int(node)
    return node if number is None else number
