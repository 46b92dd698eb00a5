"""Cell graphs as JSON that networkx's node-link functions read and write; no format by itself.

`nx.node_link_data(graph, edges="edges")` gives `{"directed": false, "multigraph": false, "graph": {...},
"nodes": [{"id": name, ...}, ...], "edges": [{"source": name, "target": name, ...}, ...]}`; before networkx
3.4 the edges were called "links". A name that is a tuple stands as a list. What is about the whole board
stands in the graph's attribute "logicsweep", the header.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Hashable, Sequence
from typing import NamedTuple

from logicsweep.boards.cells import FIELDS, CellGraph
from logicsweep.boards.words import repeated
from logicsweep.errors import InvalidInput, as_int, describe, quoted

VERSION = 1
HEADER = "logicsweep"
"""The attribute of the graph that tells what is about the whole board."""
_KEYS = ("version", "holds", "field", "mines", "start")
_SEEN = "a name without line ends and control characters"
_NAME = "a name: a text, a whole number, or a list of these"
_EMPTY = "a name that is not empty"
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_DEEPEST = 8  # lists within lists in a name
_HUGE = 10**1000  # numbers with more digits are no names: Python itself reads no more than 4300

Json = dict[str, object]


class Linked(NamedTuple):
    """What an object tells: the cell graph, the header, and for each cell its node and the node's place."""

    graph: CellGraph
    header: Json
    nodes: Sequence[Json]
    places: Sequence[str]


def linked(value: object, where: str, last: CellGraph | None = None) -> Linked:
    """What a JSON value tells, or InvalidInput, its place after `where`; `last` is a graph it may share.

    >>> value = {"nodes": [{"id": "a"}, {"id": 7}], "edges": [{"source": 7, "target": "a"}]}
    >>> linked(value, "a.json:1:1").graph.neighbours
    ((1,), (0,))
    """
    if not isinstance(value, dict):
        raise InvalidInput(where, "a graph as a JSON object", found(value))
    if value.get("directed", False) is not False:
        raise InvalidInput(f"{where}: directed", "false: neighbours see each other", found(value["directed"]))
    header = _header(value.get("graph", {}), where)
    nodes = _objects(value, "nodes", where)
    if not nodes:
        raise InvalidInput(f"{where}: nodes", "at least one node", "none")
    names = _names(nodes, where)
    key = "links" if "links" in value else "edges"
    if key == "links" and "edges" in value:
        raise InvalidInput(where, "either 'edges' or 'links'", "both")
    edges = _objects(value, key, where)
    if "field" in header:
        return _on_field(header, nodes, names, edges, f"{where}: {key}", where)
    graph = CellGraph("graph", None, tuple(names), _neighbours(names, edges, f"{where}: {key}"))
    places = [f"{where}: nodes[{at}]" for at in range(len(nodes))]
    return Linked(last if graph == last else graph, header, nodes, places)


def found(value: object) -> str:
    """A JSON value as an error shows it.

    >>> found(None), found(True), found("a"), found({"a": 1}), found(2.5)
    ('null', 'true', "'a'", 'an object', '2.5')
    """
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def name_of(value: object, place: str, level: int = 0) -> Hashable:
    """A node's name from JSON: lists stand for tuples. Texts hold nothing that would break a line."""
    if type(value) is int:
        return value
    if type(value) is str:
        if _UNSEEN.search(value):
            raise InvalidInput(place, _SEEN, quoted(value))
        return value
    if type(value) is list and level < _DEEPEST:
        return tuple([name_of(one, place, level + 1) for one in value])
    raise InvalidInput(place, _NAME, "none" if value is None else found(value))


def name_text(form: str, node: Hashable, level: int = 0) -> str:
    """The JSON of a node's name; InvalidInput where this format cannot hold it.

    >>> name_text("graph", ("a", 1)), name_text("graph", 1.5)
    Traceback (most recent call last):
    logicsweep.errors.InvalidInput: format graph: expected nodes that are texts, whole numbers
    or tuples of these, got 1.5, a float
    """
    if isinstance(node, str):
        if _UNSEEN.search(node):
            raise InvalidInput(f"format {form}", _SEEN, quoted(node))
        return json.dumps(node, ensure_ascii=False)
    if isinstance(node, tuple) and level < _DEEPEST:
        return f"[{','.join([name_text(form, one, level + 1) for one in node])}]"
    number = as_int(node)
    if number is None or abs(number) >= _HUGE:
        expected = "nodes that are texts, whole numbers or tuples of these"
        raise InvalidInput(f"format {form}", expected, describe(node))
    return str(number)


def names_and_edges(form: str, graph: CellGraph) -> tuple[list[str], str]:
    """The JSON of each node's name, and that of all edges, each once.

    >>> names_and_edges("graph", CellGraph.grid(1, 2))
    (['[0,0]', '[0,1]'], '{"source":[0,0],"target":[0,1]}')
    """
    names = [name_text(form, node) for node in graph.cells]
    if not graph.shape:
        _check_printed(form, graph.names(range(len(graph))))
    edges = [
        f'{{"source":{names[i]},"target":{names[j]}}}'
        for i, around in enumerate(graph.neighbours)
        for j in around
        if i < j
    ]
    return names, ",".join(edges)


def _check_printed(form: str, names: Sequence[str]) -> None:
    """Raise InvalidInput where a name of a node is empty, or two are printed alike."""
    if "" in names:
        raise InvalidInput(f"format {form}", f"nodes, each with {_EMPTY}", "''")
    if (twice := repeated(names)) is not None:
        raise InvalidInput(
            f"format {form}", "nodes whose names are printed differently", f"{quoted(twice)} twice"
        )


def _header(attributes: object, where: str) -> Json:
    """What is told of the whole board; nothing where there is no header."""
    if not isinstance(attributes, dict):
        raise InvalidInput(f"{where}: graph", "an object", found(attributes))
    header, place = attributes.get(HEADER, {"version": VERSION}), f"{where}: graph.{HEADER}"
    if not isinstance(header, dict):
        raise InvalidInput(place, "an object such as {'version': 1, 'mines': 3}", found(header))
    version = header.get("version")
    if type(version) is not int or version != VERSION:
        raise InvalidInput(f"{place}.version", str(VERSION), "none" if version is None else found(version))
    for key in header:
        if key not in _KEYS:
            raise InvalidInput(place, f"keys among {', '.join(_KEYS)}", quoted(key))
    return header


def _objects(value: Json, key: str, where: str) -> list[Json]:
    """The objects in a list that a graph must have."""
    if key not in value:
        raise InvalidInput(where, f"a graph with '{key}'", "none")
    listed = value[key]
    if not isinstance(listed, list):
        raise InvalidInput(f"{where}: {key}", "a list", found(listed))
    for at, one in enumerate(listed):
        if type(one) is not dict:
            raise InvalidInput(f"{where}: {key}[{at}]", "an object", found(one))
    return listed


def _names(nodes: Sequence[Json], where: str) -> dict[Hashable, int]:
    """The names of the nodes, each with its number; no two are printed alike."""
    numbers: dict[Hashable, int] = {}
    printed: dict[str, int] = {}
    for at, node in enumerate(nodes):
        place = f"{where}: nodes[{at}].id"
        name = name_of(node.get("id"), place)
        earlier = printed.setdefault(str(name), at)
        if earlier < at:
            raise InvalidInput(
                place, "each name once, as printed", f"that of nodes[{earlier}]: {_short(name)}"
            )
        if name == "":
            raise InvalidInput(place, _EMPTY, "''")
        numbers[name] = at
    return numbers


def _short(name: Hashable) -> str:
    text = repr(name)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _neighbours(names: dict[Hashable, int], edges: Sequence[Json], place: str) -> tuple[tuple[int, ...], ...]:
    """For each node's number those of its neighbours, ascending; edges that come twice count once."""
    around: list[set[int]] = [set() for _ in names]
    for at, edge in enumerate(edges):
        one = _end(edge, "source", names, place, at)
        other = _end(edge, "target", names, place, at)
        if one == other:
            raise InvalidInput(f"{place}[{at}]", "an edge between two nodes", "one from a node to itself")
        around[one].add(other)
        around[other].add(one)
    return tuple([tuple(sorted(near)) for near in around])


def _end(edge: Json, key: str, names: dict[Hashable, int], place: str, at: int) -> int:
    name = name_of(edge.get(key), f"{place}[{at}].{key}")
    if name not in names:
        raise InvalidInput(f"{place}[{at}].{key}", "a node of the graph", _short(name))
    return names[name]


def _on_field(
    header: Json,
    nodes: Sequence[Json],
    names: dict[Hashable, int],
    edges: Sequence[Json],
    links: str,
    where: str,
) -> Linked:
    """The field that the header tells, where nodes and edges are those of that field."""
    place = f"{where}: graph.{HEADER}.field"
    kind, rows, cols = _field_told(header["field"], place)
    if rows * cols != len(nodes):
        raise InvalidInput(place, f"a field of {len(nodes)} cells, as there are nodes", f"{rows} x {cols}")
    field = FIELDS[kind](rows, cols)
    order: dict[Hashable, int] = {}
    for name, at in names.items():
        cell = field_index(name, rows, cols)
        if cell is None:
            expected = f"[row, column] from [0, 0] to [{rows - 1}, {cols - 1}]"
            raise InvalidInput(f"{where}: nodes[{at}].id", expected, _short(name))
        order[name] = cell
    near = _neighbours(order, edges, links)
    _require_equal(near, field, links)
    at_cell = [0] * len(nodes)
    for name, at in names.items():
        at_cell[order[name]] = at
    return Linked(field, header, [nodes[at] for at in at_cell], [f"{where}: nodes[{at}]" for at in at_cell])


def field_index(name: Hashable, rows: int, cols: int) -> int | None:
    """The index of a cell of a rectangular field by its name, (row, column); None for other names.

    >>> field_index((1, 2), 2, 3), field_index((2, 0), 2, 3), field_index("r1c1", 2, 3)
    (5, None, None)
    """
    match name:
        case (int(row), int(col)) if 0 <= row < rows and 0 <= col < cols:
            return row * cols + col
    return None


def _field_told(value: object, place: str) -> tuple[str, int, int]:
    match value:
        case [str(kind), int(rows), int(cols)] if kind in FIELDS and type(rows) is type(cols) is int:
            if rows > 0 and cols > 0:
                return kind, rows, cols
    raise InvalidInput(place, f"[kind, rows, columns], a kind among {', '.join(FIELDS)}", _told(value))


def _told(value: object) -> str:
    """A short list of plain values as it is, all else by its kind."""
    if isinstance(value, list) and not any(isinstance(one, (list, dict)) for one in value[:5]):
        return quoted(json.dumps(value[:5]))
    return found(value)


def _require_equal(near: Sequence[Collection[int]], field: CellGraph, links: str) -> None:
    if near == field.neighbours:
        return
    cell = next(i for i, around in enumerate(near) if around != field.neighbours[i])
    wanted, got = (field.names(around[cell]) for around in (field.neighbours, near))
    name = field.name(cell)
    size = "{} x {}".format(*field.shape or ())
    expected = f"those of a {field.kind} of {size}: from {name} to {', '.join(wanted) or 'none'}"
    raise InvalidInput(links, expected, quoted(", ".join(got), 80) if got else "none")
