"""Cell graphs and provenance as networkx graphs with named nodes and attributes, and as files."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from logicsweep.boards.board import COVERED, FLAG, SAFE, Board, View
from logicsweep.boards.names import find_repeated, site_name
from logicsweep.errors import InvalidInput, quote
from logicsweep.games.step import fired_text
from logicsweep.rules.firing import Fact
from logicsweep.rules.trace import Trace
from logicsweep.show.json import fact_text

if TYPE_CHECKING:
    import networkx as nx

PYDOT = "pip install 'logicsweep[graph]'"
"""How to install the package that writes dot."""
_STATES = {COVERED: "covered", FLAG: "flag", SAFE: "safe"}
_NOT_XML = (
    re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"),
    "texts of characters that XML allows",
)
_UNFIT = {
    "dot": (
        re.compile(r'["\\\x00-\x08\x0b-\x1f\ud800-\udfff]'),
        "texts without quotes, backslashes and control characters",
    ),
    "graphml": _NOT_XML,
    "gexf": _NOT_XML,
}
"""For each format, the texts that it cannot hold, and those that it can, in words."""
_KEYWORDS = ("node", "edge", "graph")  # networkx reads nodes of these names as defaults
_DATE = re.compile(' lastmodifieddate="[0-9-]*"')

Attributes = dict[str, str | int | float | bool]


def cells_graph(what: Board | View, start: int | None = None) -> nx.Graph:
    """The cell graph of a board or view; its nodes are the cells' names, in their order.

    - Each node has `x` and `y`, where to draw it, y downwards; on a rectangular field also `row` and `col`,
      from 0.
    - On a board, each node has `mine`, and the first click (`start`) has `first_click`.
    - In a view, each node has `state` (clue, covered, flag or safe), and a clue has `clue`.
    - The graph has `field` (its kind and size), and `mines` if the mine total is given.

    Raises InvalidInput if two nodes have the same name.

    >>> dict(cells_graph(Board.parse("M.")).nodes["r1c2"])
    {'x': 1.0, 'y': 0.0, 'row': 0, 'col': 1, 'mine': False}
    """
    import networkx as nx

    cells = what.graph
    names = cells.names(range(len(cells)))
    if (twice := find_repeated(names)) is not None:
        raise InvalidInput("graph", "nodes with different names", f"{quote(twice)} twice")
    mines = what.mine_count if isinstance(what, Board) else what.mine_total
    graph = nx.Graph(field=f"{cells.kind} {' x '.join(map(str, cells.shape or (len(cells),)))}")
    graph.graph.update({} if mines is None else {"mines": mines})
    for cell, (x, y) in enumerate(cells.places):
        place = dict(zip(("row", "col"), divmod(cell, cells.shape[1]), strict=True)) if cells.shape else {}
        graph.add_node(names[cell], x=round(x, 6), y=round(y, 6), **place, **_describe_cell(what, cell))
    if start is not None:
        graph.nodes[names[start]]["first_click"] = True
    graph.add_edges_from((names[i], names[j]) for i, j in cells.edges)
    return graph


def _describe_cell(what: Board | View, cell: int) -> Attributes:
    if isinstance(what, Board):
        return {"mine": bool(what.mined[cell])}
    mark = what.marks[cell]
    return {"state": _STATES[mark]} if mark in _STATES else {"state": "clue", "clue": mark}


def provenance_graph(trace: Trace) -> nx.DiGraph:
    """Where each fact of a trace came from; the nodes have the names that a trace prints: `f-3` and `FIRE 2`.

    - A fact has `kind` "fact", `number`, `attribute`, `cell`, and `value` (a clue's, for example).
    - A firing has `kind` "firing", `number`, `production` and `cell`.
    - Both have a `label`, as the trace prints them.
    - Edges run from what was used to what followed. Their `role` is used, gave, or answered (a safe cell got
      its clue).

    >>> from logicsweep import Board, play
    >>> graph = provenance_graph(play(Board.parse("..M"), "r1c1").trace)
    >>> [*graph.nodes], [*graph.edges][-1]
    (['f-1', 'f-2', 'f-3', 'f-4', 'f-5', 'FIRE 1', 'FIRE 2'], ('FIRE 2', 'f-5'))
    """
    import networkx as nx

    graph, names = nx.DiGraph(), {fact: f"f-{number}" for fact, number in trace.number.items()}
    for fact, name in names.items():
        about: Attributes = {"kind": "fact", "number": trace.number[fact], "attribute": fact.attribute}
        value = fact.value if type(fact.value) is int else str(fact.value)
        worth = {} if fact.value is True else {"value": value}
        label = f"{name} {fact_text(trace.graph, fact)}"
        graph.add_node(name, **about, **_find_cell(trace, fact.subject), **worth, label=label)
    for firing in trace.firings:
        name = f"FIRE {firing.number}"
        about = {"kind": "firing", "number": firing.number, "production": firing.production}
        label = f"{name} {fired_text(trace.graph, firing)}"
        graph.add_node(name, **about, **_find_cell(trace, firing.site), label=label)
        graph.add_edges_from([(names[fact], name) for fact in firing.used], role="used")
        graph.add_edges_from([(name, names[fact]) for fact in firing.concluded], role="gave")
    for fact, name in names.items():
        safe = [source for source in trace.sources(fact) if isinstance(source, Fact)]
        graph.add_edges_from([(names[source], name) for source in safe], role="answered")
    return graph


def _find_cell(trace: Trace, subject: Hashable) -> Attributes:
    cell = site_name(trace.graph, subject)
    return {} if cell is None else {"cell": cell}


def file_of(graph: nx.Graph, form: str) -> bytes:
    """A graph as a file that networkx can read, always the same bytes: json, dot, graphml or gexf.

    Raises InvalidInput at `format NAME` for texts that the format cannot hold.
    """
    import networkx as nx

    if form in _UNFIT:
        unfit, expected = _UNFIT[form]
        texts = [one for node, its in graph.nodes(data=True) for one in (node, *its.values())]
        for text in (one for one in texts if isinstance(one, str) and unfit.search(one)):
            raise InvalidInput(f"format {form}", expected, quote(text))
    match form:
        case "dot":
            text = _write_dot(graph)
        case "graphml":
            text = "\n".join(nx.generate_graphml(graph))
        case "gexf":
            text = _DATE.sub("", "\n".join(nx.generate_gexf(graph)), count=1)  # the same tomorrow
        case _:
            text = json.dumps(nx.node_link_data(graph, edges="edges"))
    return f"{text.rstrip()}\n".encode()


def _write_dot(graph: nx.Graph) -> str:
    """Write dot with pydot, but quote every text first: pydot takes `a:b` for a node and a port."""
    import networkx as nx

    if find_spec("pydot") is None:
        raise InvalidInput("format dot", f"an installed pydot ({PYDOT})", "none")
    for node in graph:
        if node in _KEYWORDS:
            raise InvalidInput("format dot", "nodes that are not called node, edge or graph", quote(node))
    safe = nx.DiGraph() if graph.is_directed() else nx.Graph()
    safe.add_nodes_from(
        (f'"{node}"', _quote_values(attributes)) for node, attributes in graph.nodes(data=True)
    )
    safe.add_edges_from(
        (f'"{one}"', f'"{other}"', _quote_values(attributes))
        for one, other, attributes in graph.edges(data=True)
    )
    return str(nx.nx_pydot.to_pydot(safe).to_string())


def _quote_values(attributes: Attributes) -> dict[str, str]:
    return {
        key: f'"{value}"' if isinstance(value, str) else str(value).lower()
        for key, value in attributes.items()
    }
