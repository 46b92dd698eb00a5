import pickle
from itertools import combinations

import pytest
from hypothesis import given
from oracles_csp import all_layouts, placements
from strategies import doubtful_views, examples

from logicsweep import Contradiction, Position, View, expert
from logicsweep.csp import clash
from logicsweep.csp.clash import smallest_clash
from logicsweep.csp.solve import find_solution


def clashes(every, clues, total):
    """Whether none of the placements satisfies some clues with so many mines in all, where told."""
    return not any(met >= clues and total in (None, len(mines)) for mines, met in every)


@examples(150)
@given(doubtful_views(most_covered=8))
def test_a_clash_is_a_smallest_one(view):
    found = smallest_clash(view)
    if found is None:
        assert all_layouts(view, view.mine_total)
        return
    total = view.mine_total if found.total else None
    assert found.smallest
    assert found.total == bool(all_layouts(view))
    every = placements(view)
    assert clashes(every, {*found.clues}, total)
    clues = [i for i, mark in enumerate(view.marks) if mark >= 0]
    for size in range(len(found.clues)):
        assert not any(clashes(every, {*chosen}, total) for chosen in combinations(clues, size))


def test_a_clash_that_is_not_proven_smallest_is_still_irreducible():
    view = View.parse("1#2#1\n0####\n1#3#1")
    found = smallest_clash(view, budget=0)
    assert found is not None
    assert not found.smallest
    for clue in found.clues:
        assert not clashes(placements(view), {*found.clues} - {clue}, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3#\n00", "r1c1=3 cannot hold: there can be 0 to 1 mines around it"),
        ("1#2#0", "r1c3=2 and r1c5=0 cannot both hold"),
        ("mines 3\n1#1", "3 mines in all cannot fit: there is 1 covered cell"),
        ("mines 3\n1#1##1", "r1c3=1 cannot hold with 3 mines in all"),
    ],
)
def test_a_contradiction_names_what_cannot_hold(text, message):
    with pytest.raises(Contradiction) as caught:
        find_solution(Position(View.parse(text)))
    assert str(caught.value) == message


def test_trusted_flags_can_clash():
    view = View.parse("F1F")
    assert expert(view).layouts == 2
    with pytest.raises(
        Contradiction, match="with the flags as mines, r1c2=1 cannot hold: there can be 2 mines around it"
    ):
        expert(view, trust_flags=True)


def test_a_contradiction_carries_its_clues_and_finds_them_only_when_asked(monkeypatch):
    calls = []
    smallest = clash.smallest_clash
    monkeypatch.setattr(clash, "smallest_clash", lambda *a, **k: calls.append(a) or smallest(*a, **k))
    with pytest.raises(Contradiction) as caught:
        find_solution(Position(View.parse("mines 3\n1#1##1")))
    assert calls == []
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.clues, error.clash.total, str(error)) == (
        (2,),
        True,
        "r1c3=1 cannot hold with 3 mines in all",
    )
    assert len(calls) == 1
