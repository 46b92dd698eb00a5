"""Where the cells of a picture lie, what outline they have, and which edges are drawn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from math import dist, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple

from logicsweep.boards.cells import CellGraph
from logicsweep.boards.fields import SHIFTED, Neighbours, Point, circle_places

if TYPE_CHECKING:
    import networkx as nx

Outline = Literal["square", "hexagon", "node"]
"""What a cell looks like: the nodes of a free graph are round."""
MOST_SPRUNG = 400
"""The nodes of a larger free graph stand round a circle: springs would take too long."""
_APART = 1.7  # cells: how far the nodes of a free graph are from each other at least, where there is room
_FEW_EDGES = 120


class Places(NamedTuple):
    """The outline of the cells, the centre of each (1 is the width of a cell), and the edges to draw.

    A rectangular field needs no edges: neighbours touch.
    """

    outline: Outline
    points: tuple[Point, ...]
    edges: tuple[tuple[int, int], ...]


def places_of(graph: CellGraph) -> Places:
    """Where to draw the cells of any field; the nodes of a free graph as if edges were springs.

    >>> places_of(CellGraph.grid(1, 2))
    Places(outline='square', points=((0.0, 0.0), (1.0, 0.0)), edges=())
    >>> import networkx as nx
    >>> found = places_of(CellGraph.of(nx.path_graph("abc")))
    >>> found.outline, len(found.points), found.edges
    ('node', 3, ((0, 1), (1, 2)))
    """
    if graph.shape:
        return Places("hexagon" if graph.kind in SHIFTED else "square", graph.places, ())
    edges = [(i, j) for i, around in enumerate(graph.neighbours) for j in around if i < j]
    return Places("node", _free_places(graph.neighbours), tuple(edges))


@lru_cache(maxsize=16)
def _free_places(neighbours: Neighbours) -> tuple[Point, ...]:
    """The nodes by springs, each connected part by itself; round a circle without numpy, or if very many."""
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(range(len(neighbours)))
    graph.add_edges_from((i, j) for i, around in enumerate(neighbours) for j in around if i < j)
    if len(graph) > MOST_SPRUNG:
        found = dict(enumerate(_round(len(graph))))
    else:
        parts = sorted(map(sorted, nx.connected_components(graph)))
        found = _shelved([dict(zip(part, _part(graph.subgraph(part)), strict=True)) for part in parts])
    return tuple([(round(found[i][0], 2), round(found[i][1], 2)) for i in range(len(graph))])


def _part(graph: nx.Graph) -> list[Point]:
    """The nodes of a connected graph, in their order; the least x and y are 0."""
    import networkx as nx

    if len(graph) < 3:
        return [(i * _APART, 0.0) for i in range(len(graph))]
    try:
        return _laid_out(nx.convert_node_labels_to_integers(graph, ordering="sorted"))
    except ImportError:  # numpy is an extra
        return _round(len(graph))


def _laid_out(graph: nx.Graph) -> list[Point]:
    """The nodes as springs leave them; of a small graph the best of several beginnings."""
    import networkx as nx

    begun: list[tuple[int, dict[int, Point] | None]] = [(seed, None) for seed in range(1, 7)]
    if nx.check_planarity(graph)[0]:
        begun.insert(0, (0, nx.planar_layout(graph)))
    tried: list[list[Point]] = []
    for seed, places in begun if len(graph.edges) <= _FEW_EDGES else begun[:1]:
        placed = nx.spring_layout(graph, pos=places, seed=seed, iterations=50 if places else 100)
        tried.append([(float(placed[node][0]), float(placed[node][1])) for node in range(len(graph))])
    points = _spread(min(tried, key=lambda one: _crossings(one, graph.edges)) if len(tried) > 1 else tried[0])
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return [(x - left, y - top) for x, y in points]


def _crossings(points: list[Point], edges: Iterable[tuple[int, int]]) -> int:
    """How many pairs of edges cross.

    >>> _crossings([(0, 0), (1, 1), (0, 1), (1, 0)], [(0, 1), (2, 3)])
    1
    """

    def apart(one: int, other: int, edge: tuple[int, int]) -> bool:
        (x, y), (u, v) = points[edge[0]], points[edge[1]]
        sides = [(u - x) * (points[i][1] - y) - (v - y) * (points[i][0] - x) for i in (one, other)]
        return sides[0] * sides[1] < 0

    return sum(apart(*one, other) and apart(*other, one) for one, other in combinations(edges, 2))


def _round(size: int) -> list[Point]:
    return [(x * _APART, y * _APART) for x, y in circle_places(size)]


def _spread(points: list[Point]) -> list[Point]:
    """The same shape, so large that the nodes stand apart, but no larger than a page."""
    nearest = min(dist(one, other) for one, other in combinations(points, 2))
    widest = max(max(axis) - min(axis) for axis in zip(*points, strict=True))
    most = 2.5 * _APART * sqrt(len(points))
    factor = min(_APART / max(nearest, 1e-9), most / max(widest, 1e-9))
    return [(x * factor, y * factor) for x, y in points]


def _shelved(parts: list[dict[int, Point]]) -> dict[int, Point]:
    """The parts side by side, in as many rows as keep the whole about square."""
    room = 2 * _APART * sqrt(sum(map(len, parts)))
    found: dict[int, Point] = {}
    left, top, below = 0.0, 0.0, 0.0
    for part in parts:
        wide, high = (max(axis) + _APART for axis in zip(*part.values(), strict=True))
        if left and left + wide > room:
            left, top = 0.0, below
        found |= {node: (x + left, y + top) for node, (x, y) in part.items()}
        left, below = left + wide, max(below, top + high)
    return found
