import pickle
from itertools import chain, combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles_csp import agreed, all_layouts, satisfies
from oracles_forcing import forces, hold_together, witness
from strategies import doubtful_views, examples, views

from logicsweep.boards.board import View
from logicsweep.csp import clash
from logicsweep.csp.clash import clue_sums, smallest_clash, solved
from logicsweep.csp.position import Position
from logicsweep.errors import Clash, Contradiction
from logicsweep.games.hints import expert


def some_clues(data, view):
    sums = clue_sums(view)
    assume(sums)
    chosen = data.draw(st.lists(st.sampled_from(sorted(sums)), min_size=1, max_size=5, unique=True))
    return chosen, [sums[clue] for clue in chosen]


def layouts_of(view, clues):
    return [
        frozenset(mines)
        for mines in chain.from_iterable(combinations(view.covered, n) for n in range(len(view.covered) + 1))
        if satisfies(view, mines, clues)
    ]


@examples(150)
@given(views(most_covered=9), st.data())
def test_some_clues_force_a_cell_exactly_when_all_their_layouts_agree(view, data):
    chosen, sums = some_clues(data, view)
    cell = data.draw(st.sampled_from(view.covered))
    values = {cell in mines for mines in layouts_of(view, chosen)}
    assert forces(sums, cell) == (int(values.pop()) if len(values) == 1 else None)


@examples(150)
@given(views(most_covered=9), st.data())
def test_a_witness_satisfies_the_clues_and_holds_the_cell(view, data):
    chosen, sums = some_clues(data, view)
    cell = data.draw(st.sampled_from(sorted(set().union(*[clue.cells for clue in sums]))))
    for mine in (0, 1):
        found = witness(sums, cell, mine)
        possible = any((cell in mines) == mine for mines in layouts_of(view, chosen))
        assert (found is not None) == possible
        if found is not None:
            assert satisfies(view, found, chosen)
            assert (cell in found) == mine


@given(doubtful_views(), st.data())
def test_clues_hold_together_exactly_when_they_have_a_layout(view, data):
    chosen, sums = some_clues(data, view)
    assert hold_together(sums) == bool(layouts_of(view, chosen))
    if not hold_together(sums):
        with pytest.raises(Clash):
            forces(sums, view.covered[0] if view.covered else 0)


@given(views(most_covered=9))
def test_all_clues_together_force_what_the_expert_knows(view):
    sums = list(clue_sums(view).values())
    safe, mines, _ = agreed(view, all_layouts(view))
    for cell in view.covered:
        assert forces(sums, cell) == (0 if cell in safe else 1 if cell in mines else None)


def test_trusted_flags_are_substituted():
    view = View.parse("1F#\n###")
    assert forces(list(clue_sums(view, trust_flags=True).values()), 3) == 0
    assert forces(list(clue_sums(view).values()), 3) is None


def clashes(view, clues, total):
    layouts = layouts_of(view, clues)
    return not any(total is None or len(mines) == total for mines in layouts)


@examples(150)
@given(doubtful_views(most_covered=8))
def test_a_clash_is_a_smallest_one(view):
    found = smallest_clash(view)
    if found is None:
        assert all_layouts(view, view.mines)
        return
    total = view.mines if found.total else None
    assert found.smallest
    assert clashes(view, found.clues, total)
    assert found.total or clashes(view, None, None)
    assert found.total == bool(all_layouts(view))
    clues = [i for i, mark in enumerate(view.marks) if mark >= 0]
    for size in range(len(found.clues)):
        assert not any(clashes(view, set(chosen), total) for chosen in combinations(clues, size))


def test_a_clash_that_is_not_proven_smallest_is_still_irreducible():
    view = View.parse("1#2#1\n0####\n1#3#1")
    found = smallest_clash(view, steps=0)
    assert found is not None
    assert not found.smallest
    for clue in found.clues:
        assert not clashes(view, set(found.clues) - {clue}, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3#\n00", "r1c1=3 cannot hold: there can be 0 to 1 mines around it"),
        ("1#2#0", "r1c3=2 and r1c5=0 cannot both hold"),
        ("mines 3\n1#1", "3 mines in all cannot be: there is 1 covered cell"),
        ("mines 3\n1#1##1", "r1c3=1 cannot hold with 3 mines in all"),
    ],
)
def test_a_contradiction_names_what_cannot_hold(text, said):
    with pytest.raises(Contradiction) as caught:
        solved(Position(View.parse(text)))
    assert str(caught.value) == said


def test_the_expert_does_not_mind_the_total():
    assert expert(View.parse("mines 3\n1##\n###")).layouts == 3 * 4


def test_trusted_flags_can_clash():
    view = View.parse("F1F")
    assert expert(view).layouts == 2
    with pytest.raises(
        Contradiction, match="with the flags as mines, r1c2=1 cannot hold: there can be 2 mines around it"
    ):
        expert(view, trust_flags=True)


def test_a_contradiction_carries_its_clues_and_finds_them_only_when_asked(monkeypatch):
    asked = []
    smallest = clash.smallest_clash
    monkeypatch.setattr(clash, "smallest_clash", lambda *a, **k: asked.append(a) or smallest(*a, **k))
    with pytest.raises(Contradiction) as caught:
        solved(Position(View.parse("mines 3\n1#1##1")))
    assert asked == []
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.clues, error.total, str(error)) == ((2,), True, "r1c3=1 cannot hold with 3 mines in all")
    assert len(asked) == 1
