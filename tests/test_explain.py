from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles_csp import placements
from positions import positions, view_of
from strategies import examples, views

from logicsweep import InvalidInput, Position, View, balance, check, explain, refute, sentence
from logicsweep.csp.cores import members, smallest_hitting_set
from logicsweep.reasons.explanation import explain_all
from logicsweep.reasons.twins import both_ways, twin_layouts
from logicsweep.work.budget import Budget, OutOfSteps


def forced_by(every, clues, cell, mines):
    """'safe', 'mine' or None: what clues, and a mine total where told, force a cell to be: brute force."""
    values = {cell in layout for layout, met in every if met >= clues and mines in (None, len(layout))}
    return ("mine" if values.pop() else "safe") if len(values) == 1 else None


def fewest(view, every, cell, mines):
    """The fewest clues that force a cell; None where all of them do not."""
    for size in range(len(touched(view)) + 1):
        if any(forced_by(every, {*some}, cell, mines) for some in combinations(touched(view), size)):
            return size
    return None


def touched(view):
    """The clues with covered cells around them."""
    near = {clue for cell in view.covered for clue in view.graph.neighbours[cell]}
    return sorted(clue for clue in near if view.marks[clue] >= 0)


@examples(150)
@given(views(most_covered=8), st.data())
def test_an_explanation_forces_its_cell_and_no_smaller_set_does(view, data):
    assume(view.covered)
    assume(len(touched(view)) <= 12)
    every, cell = placements(view), data.draw(st.sampled_from(view.covered))
    found, mines = explain(view, cell), None
    size = fewest(view, every, cell, None)
    if size is None and view.mine_total is not None:
        mines = view.mine_total
        size = fewest(view, every, cell, mines)
    if size is None:
        assert found is None
        return
    assert (found.total, len(found.clues), found.smallest) == (mines is not None, size, True)
    assert forced_by(every, {*found.clues}, cell, mines) == found.verdict
    assert list(found.clues) == sorted(set(found.clues))


@examples(100)
@given(views(), st.integers(0, 60))
def test_an_explanation_past_its_budget_still_forces_its_cell_and_needs_every_clue(view, budget):
    exact = explain_all(view)
    for cell, found in explain_all(view, budget=budget).items():
        assert (found.verdict, found.total) == (exact[cell].verdict, exact[cell].total)
        assert len(found.clues) >= len(exact[cell].clues)
        assert not found.smallest or len(found.clues) == len(exact[cell].clues)
        assert check(view, found)


@given(views(), st.data())
def test_check_agrees_and_needs_every_clue(view, data):
    explanations = explain_all(view)
    assume(explanations)
    found = data.draw(st.sampled_from(list(explanations.values())))
    assert check(view, found)
    other = "mine" if found.verdict == "safe" else "safe"
    assert not check(view, replace(found, verdict=other))
    if found.clues:
        assert not check(view, replace(found, clues=found.clues[1:]))
    more = [c for c in range(len(view.marks)) if view.marks[c] > 0 and c not in found.clues]
    if more:
        assert not check(view, replace(found, clues=(*found.clues, more[0])))


@given(views())
def test_what_was_asked_before_changes_no_explanation(view):
    together, position = explain_all(view), Position(view)
    assert {cell: explain(position, cell) for cell in reversed(together)} == together
    assert {cell: explain(view, cell) for cell in together} == together


@pytest.mark.parametrize(
    "some", [slice(0, 70, 12), *[pytest.param(slice(n, None, 8), marks=pytest.mark.slow) for n in range(8)]]
)
def test_explanations_of_the_shared_positions_pass_the_check(some):
    for position in positions()[some]:
        view = view_of(position)
        explanations = explain_all(view)
        assert tuple(explanations) == tuple(sorted(position["safe"] + position["mine"]))
        for found in explanations.values():
            assert found.smallest or position["kind"] == "tangled"
            assert len(found.clues) > 9 or check(view, found, checks=10**6)


@pytest.mark.parametrize(
    ("text", "cell", "words"),
    [
        ("01# 01#", "r1c3", None),
        ("02# 02#", "r1c3", "a mine: r1c2=2 has just 2 covered neighbours."),
        ("#10#", "r1c4", "safe: r1c3=0 has no mines around it."),
        ("01## 01## 01##", "r3c3", "safe: IF r1c2=1 and r2c2=1 could not both hold."),
        ("01## 02## 01##", "r2c3", "safe: IF r1c2=1, r2c2=2 and r3c2=1 could not all hold."),
        ("mines 0 ###", "r1c1", "safe: there are no mines."),
        ("mines 3 ###", "r1c1", "a mine: 3 mines in all fill every covered cell."),
        ("mines 2 #1###1#", "r1c4", "safe: IF r1c2=1 and r1c6=1 could not both hold IN ALL."),
        (
            "mines 3 F21# ##2# #2##",
            "r1c4",
            "safe: given the flags, IF r3c2=2 could not hold IN ALL.",
        ),
        ("mines 1 F##", "r1c3", "safe: the flags are all the mines."),
        ("F1# ###", "r1c3", "safe: r1c2=1 has 1 flag around it."),
    ],
)
def test_an_explanation_reads_as_a_sentence(text, cell, words):
    view = View.parse(text)
    found = explain(Position(view, trust_flags=True), cell)
    short = {"IF": "if it were a mine,", "IN ALL": f"with {view.mine_total} mines in all"}
    for one, long in short.items():
        words = words and words.replace(one, long)
    assert (found and sentence(view, found)) == (words and f"{cell} is {words}")
    assert not found or check(view, found)
    assert "flag" not in (words or "") or not check(view, replace(found, flags=False))


@pytest.mark.parametrize("ask", [explain, both_ways, balance, refute, twin_layouts])
def test_only_covered_cells_of_a_view_with_a_layout_are_asked_about(ask):
    for cell, found in ((0, "a cleared cell"), (1, "a flag")):
        with pytest.raises(InvalidInput, match=f"r1c{cell + 1}: expected a covered cell, got {found}"):
            ask(Position(View.parse("1F# ##2"), trust_flags=True), cell)
    with pytest.raises(InvalidInput, match="cell: expected an index from 0 to 5, got 99"):
        ask(View.parse("1F# ##2"), 99)


@given(st.lists(st.sets(st.integers(0, 8), min_size=1, max_size=4), max_size=9))
def test_a_hitting_set_hits_all_and_is_smallest(family):
    masks = [sum(1 << i for i in one) for one in family]
    found = set(members(smallest_hitting_set(masks, Budget(10**6))))
    assert all(found & one for one in family)
    for fewer in combinations(range(9), len(found) - 1) if found else ():
        assert not all(set(fewer) & one for one in family)


def test_a_hitting_set_past_its_budget_says_so():
    with pytest.raises(OutOfSteps):
        smallest_hitting_set([0b0011, 0b0110, 0b1100], Budget(2))
