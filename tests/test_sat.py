from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicsweep.csp.model import Component, Sum
from logicsweep.csp.sat import LONGEST, backbone, layout
from logicsweep.errors import Clash


def forced_cells(component):
    """By all placements: the cells that are never a mine, 0, or always one, 1."""
    placements = product((0, 1), repeat=len(component.cells))
    mined = [{cell for cell, mine in zip(component.cells, one, strict=True) if mine} for one in placements]
    found = [mines for mines in mined if holds(component, mines)]
    often = {cell: sum(cell in mines for mines in found) for cell in component.cells}
    return {cell: int(n > 0) for cell, n in often.items() if n in (0, len(found))}


def holds(component, mines):
    counts = [len(mines.intersection(cells)) for cells in component.groups]
    return all(sum(counts[g] for g in groups) == need for groups, need in component.sums)


@st.composite
def loose_components(draw):
    """Sums over random groups, not only as boards make them, from a hidden layout."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=2, max_size=6))
    hidden = [draw(st.integers(0, size)) for size in sizes]
    chosen = draw(
        st.lists(
            st.sets(st.integers(0, len(sizes) - 1), min_size=1), min_size=1, max_size=6, unique_by=frozenset
        )
    )
    used = sorted(set().union(*chosen))
    sizes, hidden = [sizes[g] for g in used], [hidden[g] for g in used]
    chosen = [{used.index(g) for g in groups} for groups in chosen]
    groups = tuple(tuple(range(10 * g, 10 * g + size)) for g, size in enumerate(sizes))
    return Component(groups, tuple(Sum(tuple(sorted(c)), sum(hidden[g] for g in c)) for c in chosen))


@pytest.mark.slow
@given(loose_components())
def test_the_backbone_of_any_sums_is_what_all_layouts_share(component):
    found = backbone(component)
    assert (found.forced, found.undecided) == (forced_cells(component), frozenset())
    assert all(holds(component, mines) for mines in (layout(component), *found.layouts))


@given(loose_components(), st.integers(0, 3))
def test_few_propagations_leave_cells_open_and_decide_none_wrongly(component, propagations):
    found, expected = backbone(component, propagations), forced_cells(component)
    assert found.forced.items() <= expected.items()
    assert expected.keys() - found.forced.keys() <= found.undecided


@pytest.mark.parametrize(("size", "propagations"), [(1, 0), (LONGEST, 10**6)])
def test_no_propagations_or_too_long_a_sum_leave_all_unknown(size, propagations):
    component = Component(((-1,), tuple(range(size))), (Sum((0, 1), 1),))
    assert backbone(component, propagations) == ({}, set(component.cells), ())
    assert layout(component, propagations) is None


@given(st.lists(st.integers(1, 9), min_size=2, max_size=9), st.data())
def test_a_long_sum_is_exact_too(sizes, data):
    """Past what is written out: rows that are merged."""
    need = data.draw(st.integers(0, sum(sizes)))
    groups = tuple(tuple(range(100 * g, 100 * g + size)) for g, size in enumerate(sizes))
    component = Component(groups, (Sum(tuple(range(len(sizes))), need),))
    assert len(layout(component)) == need
    alike = {0: [0], sum(sizes): [1]}.get(need, [])
    assert backbone(component).forced == {cell: mine for mine in alike for cell in component.cells}


def test_sums_without_a_layout_clash():
    odd = Component(((1,), (2,), (3,)), (Sum((0, 1), 1), Sum((1, 2), 1), Sum((0, 2), 1)))
    with pytest.raises(Clash):
        backbone(odd)
