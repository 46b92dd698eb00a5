"""Twin layouts and telling cells, held to all layouts of small views."""

from contextlib import nullcontext
from unittest import mock

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles_csp import all_layouts
from strategies import examples, views

from logicsweep.boards.board import SAFE, View
from logicsweep.csp.clash import solved
from logicsweep.csp.position import Position
from logicsweep.errors import Contradiction, InvalidInput, TooWide
from logicsweep.reasons.twins import telling_cells, twin_layouts


@examples(150)
@given(views(most_covered=10), st.data())
def test_twins_are_layouts_that_differ_in_the_fewest_cells(view, data):
    assume(view.covered)
    total = view.mines is not None and data.draw(st.booleans())
    cell = data.draw(st.sampled_from(view.covered))
    found = [frozenset(mines) for mines in all_layouts(view, view.mines if total else None)]
    safe, mine = [m for m in found if cell not in m], [m for m in found if cell in m]
    twins = twin_layouts(view, cell, total=total)
    if not safe or not mine:
        assert twins is None
        return
    assert twins.safe in safe
    assert twins.mine in mine
    assert twins.differ == tuple(sorted(twins.safe ^ twins.mine))
    assert len(twins.differ) == min(len(a ^ b) for a in safe for b in mine)


@examples(150)
@given(views(most_covered=10), st.data())
def test_a_cell_tells_where_its_clue_is_never_the_same_for_both(view, data):
    assume(view.covered)
    total = view.mines is not None and data.draw(st.booleans())
    cell = data.draw(st.sampled_from(view.covered))
    found = [frozenset(mines) for mines in all_layouts(view, view.mines if total else None)]
    told = telling_cells(view, cell, total=total)
    if solved(Position(view), total).verdict(cell):
        assert told == ()
        return
    around = set(view.graph.neighbours[cell])
    near = (around | {far for one in around for far in view.graph.neighbours[one]}) - {cell}
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

    assert told == tuple(sorted(filter(tells, safe)))


@examples(100)
@given(views(most_covered=10, total=True), st.data())
def test_cells_beside_no_clue_hold_what_is_left_over(view, data):
    """With fewer of them in the clauses than there are; then twins of few differences only are found."""
    assume(view.covered)
    cell = data.draw(st.sampled_from(view.covered))
    found = [frozenset(mines) for mines in all_layouts(view, view.mines)]
    pairs = [(a, b) for a in found for b in found if cell in b - a]
    told = telling_cells(view, cell)
    with mock.patch("logicsweep.reasons.twins._MOST", 3):
        assert telling_cells(view, cell) == told
        if not pairs:
            return
        least = min(len(a ^ b) for a, b in pairs)
        with pytest.raises(TooWide) if least > 4 else nullcontext():
            twins = twin_layouts(view, cell)
    if least > 4:
        return
    assert (twins.safe, twins.mine) in pairs
    assert len(twins.differ) == least


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(InvalidInput, match="r1c1: expected a covered cell"):
        twin_layouts(View.parse("1#"), "r1c1")
    with pytest.raises(InvalidInput, match="mines: expected a view that tells the mine total"):
        telling_cells(View.parse("1##"), "r1c2", total=True)
    with pytest.raises(Contradiction):
        twin_layouts(View.parse("1#2#0"), "r1c2")


def test_flags_are_mines_where_trusted():
    view = View.parse("F2## ####", mines=3)
    twins = twin_layouts(view, "r1c3", trust_flags=True)
    assert 0 in twins.safe & twins.mine
    assert len(twins.safe) == len(twins.mine) == 3
