from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicsweep.csp.model import Component, Sum
from logicsweep.csp.sat import LONGEST, backbone, layout
from logicsweep.errors import Clash


def forced_groups(component):
    """By all placements: the groups that hold no mine in any layout, or are full in each."""
    sizes = component.sizes
    found = [
        counts
        for counts in product(*[range(size + 1) for size in sizes])
        if all(sum(counts[g] for g in groups) == need for groups, need in component.sums)
    ]
    safe = {g: 0 for g in range(len(sizes)) if all(counts[g] == 0 for counts in found)}
    return safe | {g: 1 for g, size in enumerate(sizes) if all(counts[g] == size for counts in found)}


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


@given(loose_components())
def test_the_backbone_of_any_sums_is_what_all_layouts_share(component):
    found = backbone(component)
    expected = forced_groups(component)
    assert (found.forced, found.open) == (expected, ())
    first = layout(component)
    assert all(sum(first[g] for g in groups) == need for groups, need in component.sums)


@given(loose_components(), st.integers(0, 3))
def test_few_propagations_leave_groups_open_and_decide_none_wrongly(component, propagations):
    found = backbone(component, propagations)
    if found is not None:
        expected = forced_groups(component)
        assert found.forced.items() <= expected.items()
        assert expected.keys() - found.forced.keys() <= set(found.open)


@pytest.mark.parametrize(("size", "propagations"), [(1, 0), (LONGEST, 10**6)])
def test_no_propagations_or_too_long_a_sum_leave_all_unknown(size, propagations):
    component = Component(((-1,), tuple(range(size))), (Sum((0, 1), 1),))
    assert backbone(component, propagations) is None
    assert layout(component, propagations) is None


@given(st.lists(st.integers(1, 9), min_size=2, max_size=9), st.data())
def test_a_long_sum_is_exact_too(sizes, data):
    """Past what is written out: rows that are merged."""
    need = data.draw(st.integers(0, sum(sizes)))
    groups = tuple(tuple(range(100 * g, 100 * g + size)) for g, size in enumerate(sizes))
    component = Component(groups, (Sum(tuple(range(len(sizes))), need),))
    assert sum(layout(component)) == need
    assert backbone(component).forced == forced_by_one_sum(sizes, need)


def forced_by_one_sum(sizes, need):
    """A group is full in every layout where the others cannot make up for a mine less, and so on."""
    rest = [sum(sizes) - size for size in sizes]
    full = {g: 1 for g, size in enumerate(sizes) if need - rest[g] >= size}
    return {g: 0 for g in range(len(sizes)) if need == 0} | full


def test_sums_without_a_layout_clash():
    odd = Component(((1,), (2,), (3,)), (Sum((0, 1), 1), Sum((1, 2), 1), Sum((0, 2), 1)))
    with pytest.raises(Clash):
        backbone(odd)
