"""The network of a view; and the casual rules on a whole grid at once, held to the queue of clues."""

from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles_csp import all_layouts
from strategies import examples, views

from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.random import random_board
from logicsweep.csp import model as models
from logicsweep.csp import planes
from logicsweep.csp.model import Component, Sum, connected, join, model
from logicsweep.csp.planes import casual_on_grid
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
        connected(component.groups, *sums_in(component)) == (component,) for component in network.components
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


@st.composite
def marked(draw):
    """Views of boards, some with wrong clues, flags and cells without a number, of all shapes to 7 x 8."""
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 8))
    board = random_board(
        (rows, cols), draw(st.integers(0, rows * cols // 2)), seed=draw(st.integers(0, 9999))
    )
    marks = [COVERED if mine else board.clue(cell) for cell, mine in enumerate(board.mined)]
    for cell in draw(st.sets(st.integers(0, rows * cols - 1))):
        marks[cell] = COVERED
    for cell in draw(st.sets(st.integers(0, rows * cols - 1), max_size=4)):
        marks[cell] = draw(st.sampled_from([FLAG, FLAG, SAFE, 0, 1, 2, 3, 8]))
    return View(board.graph, tuple(marks))


def casual_facts_of(casual):
    around = [sorted(cells) for cells in casual.around]
    return sorted(casual.safe), sorted(casual.mines), around, casual.needs, sorted(casual.bare)


def found_by(way, view, trust_flags):
    try:
        return casual_facts_of(way(view, trust_flags))
    except Clash:
        return "no layout"


@given(marked(), st.booleans())
@examples(300)
def test_planes_find_what_the_queue_finds(view, trust_flags):
    before = models._PLANES_FROM
    models._PLANES_FROM = 0
    try:
        by_planes = found_by(models._by_planes, view, trust_flags)
    finally:
        models._PLANES_FROM = before
    assert by_planes == found_by(models._by_queue, view, trust_flags)


def large():
    """A view of 16 x 30 cells after some casual steps have been forgotten: both rules find something."""
    board = random_board((16, 30), 99, seed=2)
    safe = [cell for cell, mine in enumerate(board.mined) if not mine and cell % 7]
    return board.view(safe)


@pytest.mark.parametrize("clue", [9, 16, 128, 1000])
def test_clues_that_no_grid_has_are_left_to_the_queue(clue):
    view = View(CellGraph.grid(20, 20), (clue,) + (COVERED,) * 399)
    assert casual_on_grid((20, 20), view.marks, False) is None
    with pytest.raises(Clash):
        model(view)


def test_very_large_grids_and_long_chains_are_left_to_the_queue(monkeypatch):
    view = large()
    whole = model(view)
    monkeypatch.setattr(planes, "_ROUNDS", 1)
    assert casual_on_grid((16, 30), view.marks, False) is None
    assert {*model(view).safe} == {*whole.safe}
    monkeypatch.undo()
    monkeypatch.setattr(planes, "MOST_CELLS_AT_ONCE", 479)
    assert casual_on_grid((16, 30), view.marks, False) is None
