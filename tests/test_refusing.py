"""A view without a layout is refused by whatever is asked about it, and no other view is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles_csp import all_layouts
from strategies import doubtful_views, examples

from logicsweep import (
    Contradiction,
    Position,
    View,
    balance,
    both_ways,
    check,
    expert,
    explain,
    refute,
    risks,
    why,
)
from logicsweep.csp.clash import smallest_clash
from logicsweep.reasons import Explanation, counter_layout, explain_all

TIGHT = View.parse("mines 1 000 000 121 ###")  # the clues alone would have a layout

QUESTIONS = {
    "explain": explain,
    "balance": balance,
    "refute": refute,
    "explain_all": lambda view, cell: explain_all(view),
    "both_ways": both_ways,
    "a layout with a mine": lambda view, cell: counter_layout(view, cell, "mine"),
    "a layout without": lambda view, cell: counter_layout(view, cell, "safe"),
    "risks": lambda view, cell: risks(view),
    "check": lambda view, cell: check(view, Explanation(cell, "mine", ())),
    "why": why,
    "expert": lambda view, cell: expert(view),
}


@pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)
def test_a_total_that_no_layout_fits_is_refused_with_the_smallest_clash(ask):
    for cell in TIGHT.covered:
        with pytest.raises(Contradiction, match=r"^r3c2=2 cannot hold with 1 mine in all$"):
            ask(TIGHT, cell)


@examples(100)
@given(doubtful_views(most_covered=8), st.data())
def test_every_question_refuses_exactly_the_views_without_a_layout(view, data):
    fits = bool(all_layouts(view, view.mine_total))
    assert Position(view).has_layout == fits == (smallest_clash(view) is None)
    for cell in data.draw(st.sets(st.sampled_from(view.covered), max_size=2)) if view.covered else ():
        for ask in QUESTIONS.values():
            try:
                ask(view, cell)
            except Contradiction as refused:
                assert not fits
                assert refused.clash == smallest_clash(view)
            else:
                assert fits


def test_who_asks_about_the_clues_alone_is_answered_by_the_clues_alone():
    assert TIGHT.graph.names(expert(TIGHT, total=False).mines) == ("r4c1", "r4c3")
    assert counter_layout(TIGHT, "r4c1", "mine", total=False) == {9, 11}
