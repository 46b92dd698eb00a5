"""Where to draw cells. The nodes of a free graph go by symmetry, or as if its edges were springs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from itertools import combinations, islice, pairwise, permutations
from math import atan2, cos, dist, remainder, sin, sqrt, tau
from typing import Literal, NamedTuple

from logicsweep.boards.cells import CellGraph, circle_places
from logicsweep.boards.fields import KINDS, Neighbours, Point

Outline = Literal["square", "hexagon", "node"]
"""The shape of a cell; the nodes of a free graph are round."""
MOST_SPRUNG = 400
"""The nodes of a larger free graph stand in a circle, as springs would take too long."""
MOST_TURNED = 40
"""Larger free graphs are not searched for a symmetry."""
_FEWEST_TURNED, _TURNS, _CIRCLES = 3, 500, 4  # nodes in a circle, turns to try, most circles
_APART = 2.1  # cell widths: the least distance between the nodes of a free graph, if there is room
Side = Literal["below", "above", "right", "left"]
_SIDES: Mapping[Side, tuple[float, float]] = {
    "below": (tau / 4, tau / 8),
    "above": (-tau / 4, tau / 8),
    "right": (0, tau / 12),
    "left": (tau / 2, tau / 12),
}
"""The sides for a node's name: the direction, and the least angle between it and the node's edges."""
_NAMED = 1.6  # cell widths: the room for a name beside its node


class Places(NamedTuple):
    """The outline of the cells, the centre of each (1 is the width of a cell), and the edges to draw.

    A rectangular field needs no edges: neighbours touch.
    """

    outline: Outline
    points: tuple[Point, ...]
    edges: tuple[tuple[int, int], ...]
    sides: tuple[Side, ...] = ()  # where the names of nodes stand


def places_of(graph: CellGraph) -> Places:
    """Where to draw the cells of any field, or the nodes of a free graph.

    >>> places_of(CellGraph.grid(1, 2))
    Places(outline='square', points=((0.0, 0.0), (1.0, 0.0)), edges=(), sides=())
    >>> import networkx as nx
    >>> found = places_of(CellGraph.of(nx.path_graph("abc")))
    >>> found.outline, len(found.points), found.edges
    ('node', 3, ((0, 1), (1, 2)))
    """
    if graph.shape:
        return Places("hexagon" if KINDS[graph.kind].shifted else "square", graph.places, ())
    edges, points = tuple(graph.edges), _place_nodes(graph.neighbours)
    return Places("node", points, edges, _choose_sides(points, edges))


def _choose_sides(points: Sequence[Point], edges: Sequence[tuple[int, int]]) -> tuple[Side, ...]:
    """For each node, the first side that its edges leave free and that has room for a name, or else below."""
    leads = [list[float]() for _ in points]
    for i, j in edges:
        angle = atan2(points[j][1] - points[i][1], points[j][0] - points[i][0])
        leads[i].append(angle)
        leads[j].append(angle + tau / 2)
    widest = max([x for x, _ in points], default=0.0)

    def side(x: float, angles: Sequence[float]) -> Side:
        fits = {"right": x + _NAMED <= widest, "left": x >= _NAMED}
        for name, (angle, room) in _SIDES.items():
            if fits.get(name, True) and all(abs(remainder(angle - one, tau)) > room for one in angles):
                return name
        return "below"

    return tuple([side(x, angles) for (x, _), angles in zip(points, leads, strict=True)])


@lru_cache(maxsize=16)
def _place_nodes(neighbours: Neighbours) -> tuple[Point, ...]:
    """By symmetry, or else by networkx's springs; in a circle if numpy is missing or there are too many."""
    if turned := _find_circles(neighbours):
        return _spread_apart(turned)
    sprung = len(neighbours) <= MOST_SPRUNG and find_spec("numpy") is not None
    return _spread_apart(_place_by_springs(neighbours) if sprung else circle_places(len(neighbours)))


def _find_circles(neighbours: Neighbours) -> list[Point] | None:
    """Circles round a centre, if the graph is the same after a turn; shortest edges win.

    None if there is no such turn, or if the graph is so large that the search might take long.
    """
    if not _FEWEST_TURNED <= len(neighbours) <= MOST_TURNED:
        return None
    from networkx import Graph
    from networkx.algorithms.isomorphism import GraphMatcher

    graph, found = Graph(dict(enumerate(neighbours))), list[list[Point]]()
    for turn in islice(GraphMatcher(graph, graph).isomorphisms_iter(), _TURNS):
        circles = {
            frozenset(circle): circle for node in graph if (circle := _follow_turn(turn, node))
        }.values()
        alike = {len(circle) for circle in circles}
        if len(alike) == 1 and alike.pop() >= _FEWEST_TURNED and len(circles) <= _CIRCLES:
            found += [_place_on_circles(order) for order in permutations(circles)]
    lengths = [
        (round(sum(dist(at[i], at[j]) for i, j in graph.edges), 2), at) for at in map(_spread_apart, found)
    ]
    return [*min(lengths)[1]] if lengths else None


def _follow_turn(turn: Mapping[int, int], node: int) -> tuple[int, ...]:
    """The nodes that a turn leads to from one node, again and again until it is back."""
    found = [node]
    while (following := turn[found[-1]]) != node:
        found.append(following)
    return tuple(found)


def _place_on_circles(circles: Sequence[Sequence[int]]) -> list[Point]:
    """The nodes of each circle at equal angles from the top; the first circle is outermost."""
    places = {
        node: (
            (len(circles) - ring) * sin(tau * at / len(circle)),
            (ring - len(circles)) * cos(tau * at / len(circle)),
        )
        for ring, circle in enumerate(circles)
        for at, node in enumerate(circle)
    }
    return [places[node] for node in range(len(places))]


def _place_by_springs(neighbours: Neighbours) -> list[Point]:
    import networkx as nx

    graph = nx.Graph(dict(enumerate(neighbours)))
    graph.add_edges_from(pairwise([min(part) for part in nx.connected_components(graph)]))  # none drifts away
    flat = nx.planar_layout(graph) if nx.check_planarity(graph)[0] else None
    placed = nx.spring_layout(graph, pos=flat, seed=1, iterations=100)
    return [(float(placed[node][0]), float(placed[node][1])) for node in range(len(graph))]


def _spread_apart(points: Sequence[Point]) -> tuple[Point, ...]:
    """The same shape, moved to (0, 0) and scaled so that the nodes stand apart, but no larger than a page."""
    nearest = min((dist(one, other) for one, other in combinations(points, 2)), default=1.0)
    least, most = ([end(axis) for axis in zip(*points, strict=True)] for end in (min, max))
    widest = max(high - low for low, high in zip(least, most, strict=True))
    factor = _APART / max(nearest, 1e-9)
    if widest * factor > (room := 2.5 * _APART * sqrt(len(points))):
        factor = room / widest
    return tuple((round((x - least[0]) * factor, 2), round((y - least[1]) * factor, 2)) for x, y in points)
