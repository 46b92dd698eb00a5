"""Positions that counting does not decide: complete by the clues alone, and no question crashes."""

from functools import cache

import pytest
from hard_views import lattice, scattered
from oracles_csp import cp_sat_forced, satisfies
from positions import positions
from pysat.solvers import Minicard

from logicsweep import Position, View, both_ways, expert, explain, why
from logicsweep.reasons.explanation import explain_all
from logicsweep.reasons.twins import counter_layout

ROWS = (
    "#6#3#1#1#3#2#3#7#4",
    "#3#3#4#4#5#4#3#3#4",
    "#2#3#4#6#4#3#2#3#2",
    "#2#5#3#4#4#3#3#5#1",
    "#2#1#0#2#3#1#1#2#1",
)
TANGLED = View.parse("\n".join(line for row in ROWS for line in ("#" * 18, row)))
"""The smallest that once ended in a traceback."""


def forced_by_cells(view):
    """What the clues force, a variable a cell and one native cardinality a clue: written differently."""
    with Minicard() as solver:
        for clue, mark in enumerate(view.marks):
            if mark >= 0:
                around = [j + 1 for j in view.graph.neighbours[clue] if j in set(view.covered)]
                solver.add_atmost(around, mark)
                solver.add_atmost([-j for j in around], len(around) - mark)
        touched = [i + 1 for i in view.covered if any(view.marks[j] >= 0 for j in view.graph.neighbours[i])]
        assert solver.solve(assumptions=[])
        model = set(solver.get_model())
        left = {i if i in model else -i for i in touched}
        forced = set()
        for literal in sorted(left):
            if literal in left:
                if solver.solve(assumptions=[-literal]):
                    left &= set(solver.get_model())
                else:
                    forced.add(literal)
        safe = tuple(sorted(-literal - 1 for literal in forced if literal < 0))
        return safe, tuple(sorted(literal - 1 for literal in forced if literal > 0))


def check_complete(view):
    found = expert(view, total=False, max_states=20_000)
    assert (found.safe, found.mines) == forced_by_cells(view)
    assert all(missing.may_be_forced == () for missing in found.missing)


@pytest.mark.slow
def test_every_question_about_the_tangled_view_has_an_answer():
    check_complete(TANGLED)
    position = Position(TANGLED, max_states=20_000)
    found = expert(position)
    explained = explain_all(position, budget=2_000)
    assert tuple(explained) == tuple(sorted(found.safe + found.mines)) != ()
    cell = next(cell for cell in TANGLED.covered if found.verdict(cell) is None)
    two = both_ways(position, cell)
    assert satisfies(TANGLED, two.safe)
    assert satisfies(TANGLED, two.mine)
    assert cell in two.mine - two.safe
    assert why(position, cell).kind == "not forced"
    assert why(position, found.safe[0]).verdict == "safe"
    assert counter_layout(position, found.safe[0], "mine") is None


def totalled(side, density, *how):
    """A lattice, or scattered clues, with the mine total."""
    view = (scattered if len(how) > 1 else lattice)(side, density, *how)
    return View(view.graph, view.marks, round(side * side * density))


@pytest.mark.slow
def test_with_the_mine_total_too(run):
    view = totalled(18, 60 / 324, 5)
    position = Position(view, max_states=20_000)
    found = expert(position)
    cell = next(cell for cell in view.covered if found.verdict(cell) is None)
    for verdict in ("safe", "mine"):
        layout = counter_layout(position, cell, verdict)
        assert len(layout) == 60
        assert satisfies(view, layout)
    assert run("hint", input=str(view)).returncode == 0


@pytest.mark.parametrize(
    "how",
    [
        (16, 0.25, 1),
        *[
            pytest.param(one, marks=pytest.mark.slow)
            for one in [(24, 0.25, 0.4, 1), (24, 0.4, 0.4, 1), (30, 0.25, 1), (30, 0.3, 0.3, 1)]
        ],
    ],
)
def test_with_the_mine_total_cp_sat_forces_the_same_cells(how):
    pytest.importorskip("ortools")
    view = totalled(*how)
    for states in (0, 20_000):
        found = expert(view, max_states=states)
        assert dict.fromkeys(found.safe, 0) | dict.fromkeys(found.mines, 1) == forced_with_total(view)
        assert all(missing.may_be_forced == () for missing in found.missing)


forced_with_total = cache(cp_sat_forced)


@pytest.mark.slow
@pytest.mark.parametrize("how", [(50, 0.25, 1), (50, 0.35, 1), (100, 0.4, 0.4, 2), (200, 0.22, 0.35, 1)])
def test_with_the_mine_total_none_is_undecided(how):
    alone, found = (expert(totalled(*how), total=total, max_states=20_000) for total in (False, True))
    assert {*alone.safe} <= {*found.safe}
    assert {*alone.mines} <= {*found.mines}
    assert all(missing.may_be_forced == () for missing in found.missing)


LARGE = [pytest.param(*lattice, marks=pytest.mark.slow) for lattice in [(26, 0.2), (30, 0.4)]]


@pytest.mark.parametrize(("side", "density"), [(14, 0.2), (16, 0.3), *LARGE])
def test_lattices_are_complete(side, density):
    for seed in range(3):
        check_complete(lattice(side, density, seed))


VAST = [(100, 0.22, 0.35), (100, 0.25, 0.6), (80, 0.35, 0.35)]


@pytest.mark.parametrize(
    ("side", "density", "shown"),
    [(40, 0.22, 0.35), (40, 0.25, 0.6), *[pytest.param(*one, marks=pytest.mark.slow) for one in VAST]],
)
def test_scattered_clues_are_complete(side, density, shown):
    check_complete(scattered(side, density, shown, seed=2))


@pytest.mark.parametrize("most", [20, pytest.param(10**6, marks=pytest.mark.slow)])
def test_the_proven_views_are_decided_by_the_clues_alone(most):
    for one in positions("hard/hard_views.jsonl"):
        if one["rows"] <= most:
            view = View.parse("\n".join(one["grid"]))
            found = expert(view, max_states=20_000)
            assert view.graph.names(found.safe) == tuple(sorted(one["safe"], key=view.graph.locate))
            assert view.graph.names(found.mines) == tuple(sorted(one["mine"], key=view.graph.locate))


@pytest.mark.slow
def test_an_explanation_of_a_wide_view_is_found_and_forces_its_cell():
    view = scattered(40, 0.22, 0.35, seed=3)
    found = expert(view, max_states=20_000)
    for cell in found.safe[::40]:
        assert explain(Position(view, max_states=20_000), cell, budget=5_000).verdict == "safe"
