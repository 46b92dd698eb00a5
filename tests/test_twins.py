"""Twin layouts and telling cells, held to all layouts of small views."""

from contextlib import nullcontext, suppress
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles_csp import all_layouts
from strategies import examples, views

from logicsweep import SAFE, InvalidInput, LimitReached, Position, View
from logicsweep.csp.solve import find_solution
from logicsweep.reasons.known import Known
from logicsweep.reasons.twins import both_ways, find_telling_cells, twin_layouts, twins_of


@st.composite
def questions(draw, total_counts=None):
    """A view, one of its cells, whether the mine total counts, and all layouts."""
    view = draw(views(most_covered=10, total=total_counts).filter(lambda view: view.covered))
    total = view.mine_total is not None and draw(
        st.booleans() if total_counts is None else st.just(total_counts)
    )
    layouts = all_layouts(view, view.mine_total if total else None)
    return view, draw(st.sampled_from(view.covered)), total, layouts


def telling_cells(view, cell, total=None):
    position = Position(view)
    found, known = both_ways(position, cell, total=total), Known.of(position, position.uses_total(total))
    others = ()
    with suppress(LimitReached):
        others = twins_of(known, found).differ if found else ()
    return find_telling_cells(known, found, others) if found else ()


def within_two(view, cell):
    around = view.graph.neighbours
    return {far for one in around[cell] for far in (one, *around[one])} - {cell}


@examples(60)
@given(questions())
def test_twins_are_layouts_that_differ_in_the_fewest_cells(question):
    view, cell, total, layouts = question
    pairs = [(a, b) for a in layouts for b in layouts if cell in b - a]
    twins = twin_layouts(view, cell, total=total)
    assert (twins is None) == (not pairs)
    if twins:
        assert (twins.safe, twins.mine) in pairs
        assert len(twins.differ) == min(len(a ^ b) for a, b in pairs)


@examples(60)
@given(questions())
def test_a_cell_tells_where_its_clue_is_never_the_same_for_both(question):
    view, cell, total, found = question
    found_telling = telling_cells(view, cell, total)
    if find_solution(Position(view), total).verdict(cell):
        assert found_telling == ()
        return
    near = within_two(view, cell).union(
        *[view.graph.neighbours[one] for one in twin_layouts(view, cell, total=total).differ]
    )
    safe = [
        one
        for one in near
        if view.marks[one] == SAFE or (one in view.covered and not any(one in mines for mines in found))
    ]

    def clue(mines, one):
        return len(mines.intersection(view.graph.neighbours[one]))

    def tells(one):
        return {clue(m, one) for m in found if cell in m}.isdisjoint(
            clue(m, one) for m in found if cell not in m
        )

    assert found_telling == tuple(sorted(filter(tells, safe)))


@examples(60)
@given(questions(total_counts=True))
def test_cells_beside_no_clue_hold_what_is_left_over(question):
    """With fewer of them in the clauses than there are; then twins of few differences only are found."""
    view, cell, _, layouts = question
    least = min((len(a ^ b) for a in layouts for b in layouts if cell in b - a), default=0)
    every, twins = telling_cells(view, cell), twin_layouts(view, cell)
    with mock.patch("logicsweep.reasons.twins._MOST", 3):
        assert within_two(view, cell).isdisjoint({*telling_cells(view, cell)}.symmetric_difference(every))
        with pytest.raises(LimitReached) if least > 4 else nullcontext():
            found = twin_layouts(view, cell)
            assert found == twins or len(found.differ) == least


def test_a_total_that_is_not_told_is_refused():
    with pytest.raises(InvalidInput, match="mines: expected a view with the mine total"):
        twin_layouts(View.parse("1##"), "r1c2", total=True)


def test_flags_are_mines_where_trusted():
    view = View.parse("F2## ####", mines=3)
    twins = twin_layouts(Position(view, trust_flags=True), "r1c3")
    assert 0 in twins.safe & twins.mine
    assert len(twins.safe) == len(twins.mine) == 3
