import os
import subprocess
import sys
from dataclasses import replace
from itertools import combinations

import pytest
from conftest import ROOT
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles_csp import agreed, all_layouts
from positions import positions, view_of
from strategies import examples, views

from logicsweep.boards.board import View
from logicsweep.csp.clash import expert
from logicsweep.csp.cores import members, smallest_hitting_set
from logicsweep.csp.position import Position
from logicsweep.errors import InvalidInput
from logicsweep.reasons.check import check
from logicsweep.reasons.explanation import Explanation, explain, explain_all, sentence
from logicsweep.reasons.twins import undecided
from logicsweep.work import Budget, OutOfSteps


class Placements:
    """Every placement of mines on the covered cells, with the clues that it satisfies: brute force."""

    def __init__(self, view):
        self.view = view
        self.clues = [i for i, mark in enumerate(view.marks) if mark >= 0]
        self.all = [
            (mines, frozenset(c for c in self.clues if self._satisfied(c, mines)))
            for size in range(len(view.covered) + 1)
            for mines in map(frozenset, combinations(view.covered, size))
        ]

    def _satisfied(self, clue, mines):
        return sum(j in mines for j in self.view.graph.neighbours[clue]) == self.view.marks[clue]

    def verdict(self, clues, cell, total):
        """'safe', 'mine' or None: what these clues, and the mine total if `total`, force a cell to be."""
        values = {
            cell in mines
            for mines, satisfied in self.all
            if satisfied >= set(clues) and (not total or len(mines) == self.view.mines)
        }
        return ("mine" if values.pop() else "safe") if len(values) == 1 else None

    def smallest(self, cell, total):
        """The fewest clues that force a cell; None where all of them do not."""
        touched = [c for c in self.clues if self._near(c)]
        for size in range(len(touched) + 1):
            if any(self.verdict(some, cell, total) for some in combinations(touched, size)):
                return size
        return None

    def _near(self, clue):
        return not set(self.view.covered).isdisjoint(self.view.graph.neighbours[clue])


@examples(150)
@given(views(most_covered=8), st.data())
def test_an_explanation_forces_its_cell_and_no_smaller_set_does(view, data):
    assume(view.covered)
    brute = Placements(view)
    assume(sum(map(brute._near, brute.clues)) <= 12)
    cell = data.draw(st.sampled_from(view.covered))
    found = explain(view, cell)
    size, total = brute.smallest(cell, False), False
    if size is None and view.mines is not None:
        size, total = brute.smallest(cell, True), True
    if size is None:
        assert found is None
        return
    assert (found.total, len(found.clues), found.smallest) == (total, size, True)
    assert brute.verdict(found.clues, cell, total) == found.verdict
    assert list(found.clues) == sorted(set(found.clues))


@examples(100)
@given(views(), st.integers(0, 60))
def test_an_explanation_past_its_budget_still_forces_its_cell_and_needs_every_clue(view, budget):
    exact = explain_all(view)
    for cell, found in explain_all(view, steps=budget).items():
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
def test_exactly_the_forced_cells_are_explained(view):
    safe, mines, _ = agreed(view, all_layouts(view, view.mines))
    by_clues = expert(view)
    found = explain_all(view)
    assert tuple(found) == tuple(sorted(safe + mines))
    for cell, explanation in found.items():
        assert (explanation.verdict == "mine") == (cell in mines)
        assert explanation.total == (cell not in by_clues.safe + by_clues.mines)


@given(views())
def test_what_was_asked_before_changes_no_explanation(view):
    together, position = explain_all(view), Position(view)
    assert {cell: explain(position, cell) for cell in reversed(together)} == together
    assert {cell: explain(view, cell) for cell in together} == together


def test_every_hash_seed_gives_the_same_explanations():
    code = (
        "from logicsweep.boards.board import Board; from logicsweep.reasons.explanation import explain_all\n"
        "board = Board.parse('.M..M. ..M..M M.M.M. ....M. .MM...')\n"
        "print(explain_all(board.view([0, 6, 7, 10, 13, 15, 18, 19, 20, 21, 24, 28, 29])))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(said) == 1
    assert b"Explanation" in said.pop()


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


def test_trusted_flags_are_mines():
    view = View.parse("F1# ###")
    assert explain(view, 2) is None
    found = explain(view, 2, trust_flags=True)
    assert found == Explanation(2, "safe", (1,), flags=True)
    assert sentence(view, found) == "r1c3 is safe: r1c2=1 has 1 flag around it."
    assert check(view, found)
    assert not check(view, replace(found, flags=False))
    assert list(explain_all(view, trust_flags=True)) == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("text", "cell", "said"),
    [
        ("01# 01#", "r1c3", None),
        ("02# 02#", "r1c3", "r1c3 is a mine: r1c2=2 has just 2 covered neighbours."),
        ("#10#", "r1c4", "r1c4 is safe: r1c3=0 has no mine around it."),
        ("01## 01## 01##", "r3c3", "r3c3 is safe: if it were a mine, r1c2=1 and r2c2=1 could not both hold."),
        (
            "01## 02## 01##",
            "r2c3",
            "r2c3 is safe: if it were a mine, r1c2=1, r2c2=2 and r3c2=1 could not all hold.",
        ),
        ("mines 0 ###", "r1c1", "r1c1 is safe: there are no mines."),
        ("mines 3 ###", "r1c1", "r1c1 is a mine: 3 mines in all fill every covered cell."),
        (
            "mines 1 #1##",
            "r1c4",
            "r1c4 is safe: if it were a mine, r1c2=1 could not hold with 1 mine in all.",
        ),
        (
            "mines 2 #1###1#",
            "r1c4",
            "r1c4 is safe: if it were a mine, r1c2=1 and r1c6=1 could not both hold with 2 mines in all.",
        ),
    ],
)
def test_an_explanation_reads_as_a_sentence(text, cell, said):
    view = View.parse(text)
    found = explain(view, view.graph.find(cell))
    assert (found and sentence(view, found)) == said
    assert not found or check(view, found)


def test_flags_are_named_where_they_count():
    view = View.parse("mines 3 F21# ##2# #2##")
    assert sentence(view, explain(view, 3, trust_flags=True)) == (
        "r1c4 is safe: given the flags, if it were a mine, r3c2=2 could not hold with 3 mines in all."
    )
    view = View.parse("mines 1 F##")
    assert sentence(view, explain(view, 2, trust_flags=True)) == "r1c3 is safe: the flags are all the mines."


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (0, "r1c1: expected a covered cell, got a cleared cell"),
        (1, "r1c2: expected a covered cell, got a flag"),
        (99, "cell: expected an index from 0 to 5, got 99"),
    ],
)
def test_only_covered_cells_are_asked_about(cell, said):
    view = View.parse("1F# ##2")
    for ask in (explain, undecided):
        with pytest.raises(InvalidInput) as caught:
            ask(view, cell, trust_flags=True)
        assert str(caught.value) == said


def test_a_wrong_explanation_fails_the_check():
    view = View.parse("01## 01## 01##")
    assert not check(view, Explanation(6, "safe", (1,)))
    assert not check(view, Explanation(6, "mine", (1, 5, 9, 0)))
    assert not check(view, Explanation(10, "safe", (99,)))
    assert not check(view, Explanation(10, "safe", (1, 5), total=True))


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
