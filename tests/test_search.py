from math import comb, prod

import pytest
from conftest import refusal
from hard_views import scattered
from hypothesis import given
from hypothesis import strategies as st
from oracles_csp import all_layouts
from strategies import examples, views

from logicsweep import Position, View, expert
from logicsweep.csp.model import Component, Sum, model
from logicsweep.csp.position import eliminate
from logicsweep.csp.search import enumerate_layouts, layouts, problem
from logicsweep.csp.solution import SOLVERS
from logicsweep.errors import LimitReached
from logicsweep.reasons.twins import counter_layout, pin


@given(views())
def test_enumeration_and_elimination_make_the_same_table(view):
    for component in model(view).components:
        for by_mines in (True, False):
            assert (
                enumerate_layouts(component, by_mines, 10**6)[:2] == eliminate(component, by_mines, 10**6)[:2]
            )


@examples(150)
@given(views(), st.data())
def test_a_counter_layout_exists_exactly_where_the_cell_is_not_forced_otherwise(view, data):
    possible = all_layouts(view, view.mine_total)
    cell = data.draw(st.sampled_from(view.covered)) if view.covered else None
    if cell is not None:
        for mine in (0, 1):
            found = counter_layout(view, cell, ("safe", "mine")[mine])
            if found is None:
                assert not any((cell in mines) == mine for mines in possible)
            else:
                assert found in possible
                assert (cell in found) == mine


def test_a_domain_that_preprocessing_empties_means_no_layout():
    impossible = Component(((1,), (2,), (3,)), (Sum((0, 1), 2), Sum((1, 2), 0), Sum((1,), 0)))
    with pytest.raises(ValueError, match="empty"):
        problem(impossible).getSolution()
    assert list(layouts(impossible)) == []


def test_mines_of_a_layout_can_be_told():
    component = Component(((4,), (5, 6), (7,)), (Sum((0, 1), 1), Sum((1, 2), 1)))
    assert set(layouts(component, mines=2)) == {(1, 0, 1)}
    assert set(layouts(component, mines=1)) == {(0, 1, 0)}
    assert list(layouts(component, mines=5)) == []


def test_layouts_come_one_by_one_without_recursion():
    chain = Component(tuple((cell,) for cell in range(1500)), tuple(Sum((g, g + 1), 1) for g in range(1499)))
    first = next(layouts(chain, checks=10**6))
    assert set(first) == {0, 1}


def test_a_search_past_its_limit_says_so():
    loose = Component(tuple((cell,) for cell in range(30)), (Sum(tuple(range(30)), 15),))
    with pytest.raises(LimitReached):
        list(layouts(loose, checks=1000))
    assert sum(eliminate(loose, True, 1000).layouts.values()) == comb(30, 15)


@given(views(), st.data())
def test_a_pinned_cell_splits_the_layouts(view, data):
    for component in model(view).components:
        cell = data.draw(st.sampled_from(component.cells))

        def ways(part):
            return sum(
                prod(comb(len(g), n) for g, n in zip(part.groups, layout, strict=True))
                for layout in layouts(part)
            )

        assert ways(pin(component, cell, 0)) + ways(pin(component, cell, 1)) == ways(component)


def test_a_counter_layout_is_asked_for_by_a_verdict_and_a_total_that_is_told():
    view = View.parse("1##")
    for cell, verdict, total, message in (
        (1, 1, None, "verdict: expected 'safe' or 'mine', got 1"),
        (1, "safe", True, "mines: expected a view with the mine total, got one without it"),
        (0, "safe", None, "r1c1: expected a covered cell, got a cleared cell"),
    ):
        assert refusal(counter_layout, view, cell, verdict, total=total) == message


def test_each_solver_takes_over_where_the_one_before_is_past_its_budget():
    view = scattered(16, 0.25, 0.4, 1)
    found, alone = expert(view), expert(Position(view, count=eliminate))
    assert (found.solvers, alone.solvers) == (SOLVERS, SOLVERS[1:])
    assert found == alone
    assert expert(View.parse("1#1##")).solvers == ()  # comparing the clues in pairs decides it
    assert expert(View.parse("####### #2#2#2# #######")).solvers == SOLVERS[:1]
