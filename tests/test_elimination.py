from math import comb
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles_csp import agreed, all_layouts, cp_sat_forced
from positions import positions, view_of
from strategies import boards, examples, views

from logicsweep.boards.board import SAFE, Board, View
from logicsweep.csp import position as components
from logicsweep.csp.elimination import best_order, mine_span, quick_order, tabulate, weigh
from logicsweep.csp.model import model
from logicsweep.csp.position import Position, eliminate, settle
from logicsweep.csp.sat import backbone
from logicsweep.csp.solve import expert, find_solution, risks

SLOW = ("expert", "tangled")


@examples(200)
@given(views(), st.booleans())
def test_all_is_as_brute_force_says(view, total):
    total = total and view.mine_total is not None
    layouts = all_layouts(view, view.mine_total if total else None)
    found = Position(view).count_solution(total)
    assert (found.safe, found.mines, dict(found.risks)) == agreed(view, layouts)
    assert found.layouts == len(layouts)
    assert found.complete and found == find_solution(Position(view), total)


@given(views(), st.randoms(use_true_random=False))
def test_the_order_of_elimination_does_not_matter(view, rng):
    for component in model(view).components:
        order = list(range(len(component.groups)))
        rng.shuffle(order)
        expected = tabulate(component, quick_order(component), True, 10**6)
        assert tabulate(component, order, True, 10**6) == expected
        assert tabulate(component, best_order(component), True, 10**6) == expected


@given(views())
def test_a_table_without_mines_adds_up_the_one_with(view):
    for component in model(view).components:
        by_mines, together = eliminate(component, True, 10**6), eliminate(component, False, 10**6)
        assert sum(by_mines.layouts.values()) == together.layouts[0]
        assert [sum(m.values()) for m in by_mines.mined] == [sum(m.values()) for m in together.mined]
        low, high = mine_span(component)
        assert low <= min(by_mines.layouts) <= max(by_mines.layouts) <= high


@given(
    st.lists(st.dictionaries(st.integers(0, 4), st.integers(1, 9), min_size=1), max_size=4),
    st.integers(0, 6),
    st.integers(0, 12),
)
def test_weights_count_the_layouts_of_the_rest(parts, untouched, mines):
    def rest(parts, left):
        if not parts:
            return comb(untouched, left) if left >= 0 else 0
        return sum(n * rest(parts[1:], left - k) for k, n in parts[0].items())

    weights = weigh(parts, untouched, mines)
    for i, part in enumerate(parts):
        others = parts[:i] + parts[i + 1 :]
        for k in part:
            assert weights.parts[i].get(k, 0) * weights.unit == rest(others, mines - k)
    assert sum(weights.untouched.values()) * weights.unit == rest(parts, mines)


def check_left_out(view, exact, found):
    """What a small budget leaves out is named, and what it tells is right; the cells named as undecided."""
    left_out = {cell for missing in found.missing for cell in missing.cells}
    undecided = {cell for missing in found.missing for cell in missing.may_be_forced}
    assert all(found.risks[cell] == exact.risks[cell] for cell in found.risks)
    assert left_out | set(found.risks) == set(view.covered)
    assert left_out.isdisjoint(found.risks)
    assert set(exact.safe) - undecided == set(found.safe)
    assert set(exact.mines) - undecided == set(found.mines)
    assert found.complete == (found.layouts is not None)
    return undecided


@examples(60)
@given(views(), st.integers(0, 12))
def test_a_small_budget_leaves_out_and_says_so_but_is_never_wrong(view, budget):
    exact, found = find_solution(Position(view)), find_solution(Position(view, max_states=budget))
    assert check_left_out(view, exact, found) == set()  # on so small a view the search always ends


@st.composite
def few_clues(draw):
    """A view in which a few clues see most cells, and any mine total that they allow."""
    board = draw(boards(most_mines=7))
    safe = [i for i in range(len(board.graph)) if not board.mined[i]]
    shown = draw(st.permutations(safe))[: max(1, len(board.graph) - 12)]
    marks = board.view(shown).marks
    clues = sorted([i for i in shown if marks[i]], key=lambda i: -len(board.graph.neighbours[i]))[:4]
    seen = View(board.graph, tuple([SAFE if m >= 0 and i not in clues else m for i, m in enumerate(marks)]))
    return View(seen.graph, seen.marks, draw(st.sampled_from(sorted({*map(len, all_layouts(seen))}))))


@examples(200)
@given(few_clues(), st.integers(0, 5), st.integers(0, 3), st.booleans())
def test_any_mine_total_is_used_where_counting_is_too_wide(view, budget, met, search):
    """However few layouts are met; where the whole search does not end, they rule out less, never wrongly."""

    def backbone_with_few(component):
        found = backbone(component)
        return found._replace(layouts=found.layouts[:met])

    exact, together = find_solution(Position(view)), components._search_forced_cells
    ends = together if search else lambda joined, known: ({}, {*joined.cells})
    settle.cache_clear()
    with mock.patch.multiple(components, backbone=backbone_with_few, _search_forced_cells=ends):
        undecided = check_left_out(view, exact, find_solution(Position(view, max_states=budget)))
    settle.cache_clear()
    assert not search or undecided == set()


@examples(60)
@given(views(total=True), st.data())
def test_what_is_kept_changes_nothing(view, data):
    first = find_solution(Position(view))
    assert find_solution(Position(view)) == first
    board = Board(
        view.graph, bytes(cell in all_layouts(view, view.mine_total)[0] for cell in range(len(view.graph)))
    )
    safe = [cell for cell in view.covered if not board.mined[cell]]
    if safe:
        cell = data.draw(st.sampled_from(safe))
        marks = tuple(board.clue(i) if i == cell else mark for i, mark in enumerate(view.marks))
        later = View(view.graph, marks, view.mine_total)
        kept = find_solution(Position(later))
        settle.cache_clear()
        assert kept == find_solution(Position(later))


def test_an_unchanged_component_is_not_solved_again():
    counted = []

    def count(component, by_mines, budget):
        counted.append(component)
        return eliminate(component, by_mines, budget)

    rows = "11?0?11 0000000 11?0?11"
    for corner in "##", "1#":
        view = View.parse(f"mines 4 ##?0?## {rows} {corner}?0?##")
        find_solution(Position(view, count=count))
        assert len(counted) == 4


@pytest.mark.parametrize("kind", ["beginner", "intermediate", "expert", "wide50", "wide100", "tangled"])
def test_the_shared_positions_have_the_proven_cells(kind):
    chosen = [position for position in positions() if position["kind"] == kind]
    assert chosen
    for position in chosen:
        view = view_of(position)
        found = find_solution(Position(view))
        assert list(found.safe) == sorted(position["safe"])
        assert list(found.mines) == sorted(position["mine"])
        assert sum(found.risks.values()) == view.mine_total


@pytest.mark.slow
def test_ms_toollib_finds_the_same_risks():
    ms_toollib = pytest.importorskip("ms_toollib")
    for position in positions():
        if position["kind"] != "tangled":
            grid = [[10 if mark == "#" else int(mark) for mark in row] for row in position["grid"]]
            theirs, _ = ms_toollib.cal_probability_onboard(grid, position["mines"])
            cols = position["cols"]
            for cell, risk in risks(view_of(position)).items():
                assert theirs[cell // cols][cell % cols] == pytest.approx(float(risk), abs=1e-9)


@pytest.mark.parametrize(
    ("kind", "each"),
    [("beginner", 4), ("intermediate", 16), *[pytest.param(k, 4, marks=pytest.mark.slow) for k in SLOW]],
)
def test_cp_sat_forces_the_same_cells(kind, each):
    pytest.importorskip("ortools")
    for position in [p for p in positions() if p["kind"] == kind][::each]:
        found = find_solution(Position(view_of(position)))
        forced = dict.fromkeys(found.safe, 0) | dict.fromkeys(found.mines, 1)
        assert forced == cp_sat_forced(view_of(position))


def test_where_search_ends_too_the_cells_that_may_be_forced_are_named(monkeypatch):
    monkeypatch.setattr(components, "backbone", lambda component: backbone(component, propagations=0))
    wide = tuple(cell for cell in range(21) if cell not in (8, 10, 12))
    view = View.parse("mines 6 ####### #2#2#2# ####### ??????? 0000000 1100000 #100000")
    exact, found = expert(view, total=False), expert(view, total=False, max_states=1)
    assert exact.complete and found.mines == exact.mines == (42,)
    assert [one.may_be_forced for one in found.missing] == [wide]
    assert (found.safe, found.risks, found.layouts) == ((), {42: 1}, None)
    with_total = expert(view, max_states=1)
    assert [one.may_be_forced for one in with_total.missing] == [wide]
    assert with_total.risks == {42: 1}
