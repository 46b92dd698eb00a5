from math import comb, prod

import pytest
from hypothesis import given
from oracles_csp import agreed, all_layouts
from strategies import views

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.csp.model import Component, Sum, join, model
from logicsweep.csp.search import layouts
from logicsweep.errors import Clash


@given(views())
def test_every_covered_cell_is_in_one_place(view):
    network = model(view)
    inside = [cell for component in network.components for cell in component.cells]
    assert sorted([*network.safe, *network.mines, *inside, *network.untouched]) == list(view.covered)


@given(views())
def test_propagation_finds_only_what_every_layout_agrees_on(view):
    safe, mines, _ = agreed(view, all_layouts(view))
    network = model(view)
    assert set(network.safe) <= set(safe)
    assert set(network.mines) <= set(mines)


@given(views())
def test_the_network_has_exactly_the_layouts_of_the_clues(view):
    network = model(view)
    counts = [
        sum(
            prod(comb(size, mines) for size, mines in zip(component.sizes, layout, strict=True))
            for layout in layouts(component)
        )
        for component in network.components
    ]
    assert prod(counts) << len(network.untouched) == len(all_layouts(view))


@given(views())
def test_cells_of_a_group_see_the_same_clues(view):
    def clues(cell):
        return {i for i in view.graph.neighbours[cell] if view.marks[i] >= 0}

    for component in model(view).components:
        for group in component.groups:
            assert len({frozenset(clues(cell)) for cell in group}) == 1


@given(views())
def test_components_share_no_sum_and_hang_together(view):
    for component in model(view).components:
        reached, todo = set(), [0]
        while todo:
            group = todo.pop()
            if group not in reached:
                reached.add(group)
                todo += [g for one in component.sums if group in one.groups for g in one.groups]
        assert reached == set(range(len(component.groups)))


def test_a_component_is_a_value_of_its_content_alone():
    before = View.parse("##?0?##\n11?0?11\n0000000\n11?0?11\n##?0?##")
    after = View.parse("##?0?##\n11?0?11\n0000000\n11?0?11\n1#?0?##")
    assert len(model(before).components) == 4
    assert set(model(after).components) == set(model(before).components) - {
        Component(((28, 29),), (Sum((0,), 1),))
    }


def test_a_view_that_propagation_refutes_is_a_clash():
    with pytest.raises(Clash):
        model(View.parse("1#2\n0#0"))
    with pytest.raises(Clash):
        model(View.parse("22\n11"))


def test_flags_are_claims_unless_trusted():
    view = View.parse("1F#\n12#\n0##")
    assert model(view).mines == model(view.without_flags()).mines
    assert set(model(view, trust_flags=True).mines) >= {1}
    assert 2 not in model(view, trust_flags=True).mines


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
