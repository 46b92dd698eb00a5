"""Policies: each choice's numbers against all layouts, their order, what one of a user's own may name."""

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles_csp import agreed, all_layouts
from strategies import GRAPHS, SMALL_FIELDS, examples, views

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.csp.position import Position
from logicsweep.errors import Contradiction, InvalidInput, TooWide
from logicsweep.guessing.policy import POLICIES, choices, look_ahead, policy_of

FIELDS = [*SMALL_FIELDS, *map(CellGraph.of, GRAPHS.values())]


@st.composite
def guesses(draw):
    """A view where nothing is certainly safe but something is open, and its layouts."""
    view = draw(views(graph=draw(st.sampled_from(FIELDS))))
    layouts = all_layouts(view, view.mines)
    safe, mines, _ = agreed(view, layouts)
    assume(not safe and len(mines) < len(view.covered))
    return view, layouts


def least(view, layouts):
    """The risk of the next guess in some layouts; 0 where none is needed."""
    safe, _, risks = agreed(view, layouts)
    return 0 if safe else min([risk for risk in risks.values() if risk < 1], default=0)


def after(view, layouts, cell):
    """The layouts in which a cell is safe, by the clue that it shows there."""
    shown = defaultdict(list)
    for mines in layouts:
        if cell not in mines:
            shown[len(mines.intersection(view.graph.neighbours[cell]))].append(mines)
    return shown


def rest(view, cell):
    return View(view.graph, tuple([0 if i == cell else mark for i, mark in enumerate(view.marks)]))


def looks(view, layouts, cell):
    """The chance to survive two guesses, how often a cell is safe after one, whether it is dead."""
    shown, left = after(view, layouts, cell), rest(view, cell)
    survive = sum(len(some) * (1 - least(left, some)) for some in shown.values())
    clear = sum(len(some) for some in shown.values() if not least(left, some))
    whole = sum(map(len, shown.values()))
    return Fraction(survive, len(layouts)), Fraction(clear, whole), len(shown) == 1


@examples(300)
@given(guesses())
def test_each_choice_has_the_numbers_of_all_layouts(guess):
    view, layouts = guess
    position, (_, mines, risks) = Position(view), agreed(*guess)
    found = choices(position, "least-risk")
    assert {one.cell: one.risk for one in found} == {c: risks[c] for c in view.covered if c not in mines}
    for one in found:
        seen = look_ahead(position, one)
        assert (seen.next, seen.clear, seen.dead) == looks(view, layouts, one.cell)


@examples(200)
@given(guesses())
def test_the_first_choice_is_the_best_of_all_and_ties_go_to_the_fewest_neighbours(guess):
    view, layouts = guess
    _, mines, risks = agreed(view, layouts)
    open_cells = [cell for cell in view.covered if cell not in mines]
    around = view.graph.neighbours
    value = {
        "least-risk": lambda cell: 1 - risks[cell],
        "safest-two": lambda cell: looks(view, layouts, cell)[0],
    }
    for name, chance in value.items():
        best = min(open_cells, key=lambda cell: (-chance(cell), len(around[cell]), cell))
        first, *others = choices(view, name)
        assert first.cell == best
        assert sorted([first.cell, *[one.cell for one in others]]) == open_cells


@examples(50)
@given(guesses())
def test_what_is_known_of_one_guess_does_not_change_the_next(guess):
    position = Position(guess[0], cache={})
    for policy in POLICIES.values():
        assert choices(position, policy) == choices(guess[0], policy)


STUCK = View.parse("1#?##", mines=2)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("r1c1", "policy mine: expected a covered cell that may be safe, got r1c1, which is not covered"),
        (
            "r1c2",
            "policy mine: expected a covered cell that may be safe, got r1c2, which is certainly a mine",
        ),
        ("r9c9", "policy mine: expected a cell, got 'r9c9'"),
        (None, "policy mine: expected a cell, got None"),
    ],
)
def test_a_policy_of_ones_own_names_an_open_cell(cell, message):
    def mine(position):
        return cell

    with pytest.raises(InvalidInput) as error:
        choices(STUCK, mine)
    assert str(error.value) == message


def test_a_policy_of_ones_own_is_put_first():
    policy = policy_of(lambda position: position.view.covered[-1])
    assert policy == policy_of(policy)
    assert [one.cell for one in choices(STUCK, policy)] == [4, 3]


def test_where_there_is_nothing_to_guess_there_is_no_choice():
    with pytest.raises(Contradiction):
        choices(View.parse("1#1#", mines=3))
    with pytest.raises(InvalidInput, match="expected an open cell, got none"):
        choices(View.parse("1#"))
    with pytest.raises(TooWide):
        choices(Position(View.parse("####### #2#2#2# #######"), states=1))
