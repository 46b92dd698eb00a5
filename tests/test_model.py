"""The network of a view."""

from math import comb, prod

import pytest
from hypothesis import given
from oracles_csp import all_layouts
from strategies import views

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.csp.model import Component, Sum, connected_components, join, model
from logicsweep.csp.search import layouts
from logicsweep.errors import Clash


def sums_in(component):
    return [set(groups) for groups, _ in component.sums], [need for _, need in component.sums]


@given(views())
def test_the_network_has_every_covered_cell_once_and_exactly_the_layouts_of_the_clues(view):
    network = model(view)
    inside = [cell for component in network.components for cell in component.cells]
    assert sorted([*network.safe, *network.mines, *inside, *network.untouched]) == list(view.covered)
    assert all(
        connected_components(component.groups, *sums_in(component)) == (component,)
        for component in network.components
    )
    counts = [
        sum(
            prod(comb(size, mines) for size, mines in zip(component.sizes, layout, strict=True))
            for layout in layouts(component)
        )
        for component in network.components
    ]
    assert prod(counts) << len(network.untouched) == len(all_layouts(view))


def test_a_view_that_propagation_refutes_is_a_clash():
    for text in ("1#2 0#0", "22 11"):
        with pytest.raises(Clash):
            model(View.parse(text))


def test_a_torus_two_cells_wide_counts_a_neighbour_once():
    graph = CellGraph.torus(3, 2)
    view = View(graph, (1, -1, -1, -1, -1, -1))
    (component,) = model(view).components
    assert component == Component(((1, 2, 3, 4, 5),), (Sum((0,), 1),))


def test_joined_components_keep_their_sums_and_add_the_total():
    part = Component(((1,), (2, 3)), (Sum((0, 1), 1),))
    other = Component(((7, 8),), (Sum((0,), 1),))
    assert join([part, other], (9,), 3) == Component(
        ((1,), (2, 3), (7, 8), (9,)), (Sum((0, 1), 1), Sum((2,), 1), Sum((0, 1, 2, 3), 3))
    )
