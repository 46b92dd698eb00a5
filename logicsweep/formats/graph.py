"""Graph JSON: boards and positions on any cell graph, as JSON that networkx's node-link functions read.

A node tells its cell. On a board: `"mine": true`, or nothing. In a position: `"clue": 2`, `"flag": true`,
`"safe": true` (cleared, no number), or nothing (covered); `"covered"` may say it too, true or false.

The graph's attribute "logicsweep" is optional: `{"version": 1, "holds": "board" or "position", "mines": the
mine total, "start": the node of the first click, "field": ["torus", 3, 4]}`, of which "version" must be
there. With "field" the nodes are [row, column], counted from 0, and the edges those of that field.

Several follow each other, each in a line or spread over lines. Names of nodes are texts, whole numbers, or
lists of these, which are tuples; no text is empty, and no two names are printed alike.
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
from logicsweep.errors import InvalidInput, as_int, quoted
from logicsweep.formats.common import json_of, json_values, numbered, view_of

Holds = Literal["board", "position"]
Json = dict[str, object]
_VERSION = 1
_HEADER = "logicsweep"  # the attribute of the graph that tells what is about the whole board
_MARKS = ("clue", "flag", "safe", "covered")
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_DEEPEST = 8  # lists within lists in a name
_MOST = 1 << 27  # characters of one object that is spread over lines
_NODES = re.compile(r'(?<!\\)"nodes"\s*:')
_HOLDS = re.compile(r'(?<!\\)"holds"\s*:\s*"(board|position)"')
_TELLS = re.compile(r'(?<!\\)"(?:(mine)|clue|flag|safe|covered)"\s*:')
Wanted = tuple[Callable[[Any], bool], str]
"""Whether a value is as it should be, and what it should be in words."""
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


class _Linked(NamedTuple):
    """What an object tells: where it begins, its header, its cells, for each of these its node's number."""

    where: str
    header: Json
    graph: CellGraph
    nodes: Sequence[Json]
    order: Sequence[int]

    def place(self, cell: int) -> str:
        """The place of a cell's node."""
        return f"{self.where}: nodes[{self.order[cell]}]"

    def of_header(self, key: str) -> str:
        """The place of what the header tells."""
        return f"{self.where}: graph.{_HEADER}.{key}"


def sniff_boards(text: str) -> bool:
    """Whether a text is meant as boards on graphs.

    >>> sniff_boards('{"nodes": [{"id": 1, "mine": true}], "edges": []}'), sniff_boards('{"board": []}')
    (True, False)
    """
    return _holds(text) == "board"


def sniff_views(text: str) -> bool:
    """Whether a text is meant as positions on graphs."""
    return _holds(text) == "position"


def _holds(text: str) -> Holds | None:
    """What the first of the graphs holds; a graph that is there to its end and does not tell is a board."""
    if not text.lstrip().startswith("{") or not _NODES.search(text):
        return None
    if holds := _HOLDS.search(text):
        return "board" if holds[1] == "board" else "position"
    if tells := _TELLS.search(text):
        return "board" if tells[1] else "position"
    return "board" if text.rstrip().endswith("}") else None


def read_boards(blocks: Iterable[str], source: str = "<text>") -> Iterator[Boards]:
    """The boards of a text in blocks of whole lines, with their first clicks: block by block, as long as each
    graph stands in a line. The place of a mistake ends in its key.
    """
    return in_batches(linked and _board(linked) for linked in _graphs(blocks, source))


def read_views(blocks: Iterable[str], source: str = "<text>", mines: int | None = None) -> Iterator[View]:
    """The views of a text in blocks of whole lines, one by one; `mines` overrides its totals."""
    return (_view(linked, mines) for linked in _graphs(blocks, source) if linked)


def write_boards(boards: Iterable[Board]) -> str:
    """Boards, each in a line, with its first click; InvalidInput for nodes that are no text, number or tuple.

    >>> print(write_boards([Board.parse("M.")]).replace('"nodes"', '\\n"nodes"'), end="")
    {"directed":false,"multigraph":false,"graph":{"logicsweep":{"version":1,"holds":"board","field":["grid",1,2],"mines":1}},
    "nodes":[{"id":[0,0],"mine":true},{"id":[0,1]}],"edges":[{"source":[0,0],"target":[0,1]}]}
    """
    return "".join(
        _line("board", board.graph, map(_MINED.__getitem__, board.mined), board.mine_count, start)
        for board, start in with_starts(boards)
    )


def write_views(views: Iterable[View]) -> str:
    """The same of views.

    >>> print(write_views([View.parse("1#")])[-88:], end="")
    "nodes":[{"id":[0,0],"clue":1},{"id":[0,1]}],"edges":[{"source":[0,0],"target":[0,1]}]}
    """
    marked = ((view, [_MARKED.get(mark, {"clue": mark}) for mark in view.marks]) for view in views)
    return "".join(_line("position", view.graph, nodes, view.mines) for view, nodes in marked)


def _graphs(blocks: Iterable[str], source: str) -> Iterator[_Linked | None]:
    """What the graphs of a text tell; None where a block ends. One that is equal to the last is that one."""
    last: CellGraph | None = None
    for value in _values(numbered(blocks, source, "a graph"), source):
        if value is None:
            yield None
            continue
        linked = _linked(*value, last)
        last = linked.graph
        yield linked


def _values(lines: Iterator[tuple[int, str] | None], source: str) -> Iterator[tuple[object, str] | None]:
    """The JSON values of lines with their places, as long as each line holds whole ones, then those of all
    that follows; None where a block ends."""
    for line in lines:
        if line is None:
            yield None
            continue
        number, text = line
        try:
            values = iter(list(json_values(text, source, number)))
        except InvalidInput:  # it goes on in the next line, or there is a mistake, which is said then
            rest = _joined(text, lines, f"{source}:{number}:1")
            values = json_values(rest, source, number)
        yield from values


def _joined(first: str, lines: Iterable[tuple[int, str] | None], place: str) -> str:
    parts, size = [first], len(first)
    for line in filter(None, lines):
        parts.append(line[1])
        size += len(line[1])
        if size > _MOST:
            raise InvalidInput(place, f"graphs in a line each, or {_MOST} characters in all", "more")
    return "\n".join(parts)


def _board(linked: _Linked) -> tuple[Board, int | None]:
    _require(linked, "board")
    header = linked.header
    board = Board(linked.graph, bytes([bool(node.get("mine")) for node in linked.nodes]))
    if header.get("mines", board.mine_count) != board.mine_count:
        raise _wrong(linked.of_header("mines"), f"{board.mine_count}, as nodes have mines", header["mines"])
    if "start" not in header:
        return board, None
    place = linked.of_header("start")
    start = linked.graph.index(_name_of(header["start"], place), place)
    if board.mined[start]:
        raise InvalidInput(place, "a safe cell", f"a mine at {linked.graph.name(start)}")
    return board, start


def _view(linked: _Linked, mines: int | None) -> View:
    _require(linked, "position")
    if "start" in linked.header:
        raise _wrong(linked.of_header("start"), "no first click in a position", linked.header["start"])
    marks = tuple([_mark(node, linked.place(cell)) for cell, node in enumerate(linked.nodes)])
    total = as_int(linked.header.get("mines")), linked.of_header("mines")
    return view_of(linked.graph, marks, lambda cell: f"{linked.place(cell)}.clue", mines, *total)


def _require(linked: _Linked, wanted: Holds) -> None:
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
                raise _wrong(linked.place(cell), f"no '{key}' in a {wanted}", node[key])


def _mark(node: Json, place: str) -> int:
    clue = as_int(node.get("clue"))
    flagged, safe, covered = (bool(node.get(key)) for key in _MARKS[1:])
    hides = flagged or covered
    clears = clue is not None or safe or ("covered" in node and not covered)
    if hides and clears:
        raise InvalidInput(place, "a cell that is cleared or covered", "both")
    if hides or not clears:
        return FLAG if flagged else COVERED
    return SAFE if clue is None else clue


def _linked(value: object, where: str, last: CellGraph | None = None) -> _Linked:
    """What a JSON value tells, or InvalidInput, its place after `where`; `last` is a graph it may share."""
    document: Any = _object(value, _OF_GRAPH, f"{where}: ")
    links = "links" if "links" in document else "edges"
    for key in ("nodes", links):
        if key not in document:
            raise InvalidInput(where, f"a graph with '{key}'", "none")
    if links == "links" and "edges" in document:
        raise InvalidInput(where, "either 'edges' or 'links'", "both")
    if not document["nodes"]:
        raise InvalidInput(f"{where}: nodes", "at least one node", "none")
    header = _header(
        document.get("graph", {}).get(_HEADER, {"version": _VERSION}), f"{where}: graph.{_HEADER}"
    )
    nodes = [_object(node, _OF_NODE, f"{where}: nodes[{at}].") for at, node in enumerate(document["nodes"])]
    names = _names([node.get("id") for node in nodes], lambda at: f"{where}: nodes[{at}].id")
    field, order = _field(header["field"], names, where) if "field" in header else (None, range(len(nodes)))
    cells = {repr(nodes[at]["id"]): cell for cell, at in enumerate(order)}
    near = _neighbours(cells, document[links], f"{where}: {links}")
    if field:
        _require_equal(near, field, f"{where}: {links}")
    graph = field or CellGraph("graph", None, tuple(names), near)
    shared = last if graph == last and last else graph
    return _Linked(where, header, shared, [nodes[at] for at in order], order)


def _object(value: object, wanted: Mapping[str, Wanted], place: str) -> Json:
    """A JSON object whose values are as wanted, where it has them; the `place` is what goes before a key."""
    if not isinstance(value, dict):
        raise _wrong(place.rstrip(": ."), "an object", value)
    for key, one in value.items():
        if key in wanted and not wanted[key][0](one):
            raise _wrong(f"{place}{key}", wanted[key][1], one)
    return value


def _header(value: object, place: str) -> Json:
    header = _object(value, _OF_HEADER, f"{place}.")
    for key in header:
        if key not in _OF_HEADER:
            raise InvalidInput(place, f"keys among {', '.join(_OF_HEADER)}", quoted(key))
    if "version" not in header:
        raise InvalidInput(f"{place}.version", str(_VERSION), "none")
    return header


def _wrong(place: str, expected: str, value: object) -> InvalidInput:
    return InvalidInput(place, expected, json_of(value))


def _name_of(value: object, place: str, level: int = 0) -> Hashable:
    """A node's name from JSON: lists stand for tuples. Texts hold nothing that would break a line."""
    if type(value) is int:
        return value
    if isinstance(value, str):
        if _UNSEEN.search(value):
            raise InvalidInput(place, "a name without line ends and control characters", quoted(value))
        return value
    if isinstance(value, list) and level < _DEEPEST:
        return tuple([_name_of(one, place, level + 1) for one in value])
    raise _wrong(place, "a name: a text, a whole number, or a list of these", value)


def _names(values: Iterable[object], place: Callable[[int], str]) -> list[Hashable]:
    """The names of the nodes, from JSON, each with its place; no two are printed alike."""
    names: list[Hashable] = []
    printed: dict[str, int] = {}
    for at, value in enumerate(values):
        names.append(_name_of(value, place(at)))
        earlier = printed.setdefault(str(names[at]), at)
        if earlier < at:
            found = f"that of nodes[{earlier}]: {json_of(value)}"
            raise InvalidInput(place(at), "each name once, as printed", found)
        if value == "":
            raise InvalidInput(place(at), "a name that is not empty", "''")
    return names


def _neighbours(cells: Mapping[str, int], edges: Sequence[object], place: str) -> tuple[tuple[int, ...], ...]:
    """For each cell its neighbours, ascending; edges that come twice count once.

    `cells` are known by the `repr` of their names in JSON: 1, true and "1" are three.
    """
    around: list[set[int]] = [set() for _ in cells]
    for at, value in enumerate(edges):
        edge = _object(value, {}, f"{place}[{at}].")
        one, other = (cells.get(repr(edge.get(key))) for key in ("source", "target"))
        if one is None or other is None:
            key = "source" if one is None else "target"
            raise _wrong(f"{place}[{at}].{key}", "a node of the graph", edge.get(key))
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


def _field(value: object, names: Sequence[Hashable], where: str) -> tuple[CellGraph, Sequence[int]]:
    """The field that the header tells, and for each of its cells the number of its node."""
    kind, rows, cols = cast(tuple[str, int, int], value)
    if rows * cols != len(names):
        expected = f"a field of {len(names)} cells, as there are nodes"
        raise InvalidInput(f"{where}: graph.{_HEADER}.field", expected, f"{rows} x {cols}")
    order = dict.fromkeys(product(range(rows), range(cols)), 0)
    for at, name in enumerate(names):
        if name not in order:
            expected = f"[row, column] from [0, 0] to [{rows - 1}, {cols - 1}]"
            raise _wrong(f"{where}: nodes[{at}].id", expected, _as_json(name))
        order[name] = at
    return FIELDS[kind](rows, cols), list(order.values())


def _require_equal(near: Sequence[Collection[int]], field: CellGraph, links: str) -> None:
    for cell, (wanted, got) in enumerate(zip(field.neighbours, near, strict=True)):
        if got != wanted:
            there = f"from {field.name(cell)} to {', '.join(field.names(wanted)) or 'none'}"
            found = quoted(", ".join(field.names(got)), 80) if got else "none"
            raise InvalidInput(links, f"those of {extent(field)}: {there}", found)


def _line(
    holds: Holds, graph: CellGraph, nodes: Iterable[Json], mines: int | None, start: int | None = None
) -> str:
    """An object on any cell graph; `nodes` are what each node tells beside its name."""
    names = [_as_json(node) for node in graph.cells]
    _names(names, lambda _: "format graph")
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


def _as_json(node: Hashable) -> object:
    """A node's name as JSON has it; what it has none for stays as it is."""
    if isinstance(node, tuple):
        return [_as_json(one) for one in node]
    number = as_int(node)
    return node if number is None else number
