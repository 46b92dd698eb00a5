"""Many positions at once: as one by one, as brute force, with the kernel and without, arrays and views."""

import itertools
import pickle
import random
from fractions import Fraction
from functools import partial
from math import isnan
from unittest.mock import patch

import networkx as nx
import numpy as np
import pytest
from conftest import refusal
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles_csp import agreed, all_layouts
from strategies import PLAYED, batches, examples

import logicsweep.csp.bulk
from logicsweep import (
    COVERED,
    CellGraph,
    InvalidInput,
    Position,
    View,
    expert,
    kernel,
    random_board,
    solve_many,
)
from logicsweep.boards import many
from logicsweep.boards.many import unwritten
from logicsweep.closures.closure import closure
from logicsweep.csp.bulk import Finding
from logicsweep.csp.sat import backbone

COMPILED = pytest.mark.skipif(not kernel.is_installed(), reason="the extra `fast` is not installed")
WAYS = pytest.mark.parametrize(
    "solving",
    [partial(solve_many, kernel=False), pytest.param(partial(solve_many, kernel=True), marks=COMPILED)],
    ids=["plain", "the kernel"],
)


@pytest.fixture(scope="module", autouse=True)
def spoilt():
    """What is still to be written holds nonsense, so that whatever is left out is seen."""

    def spoilt_memory(format, count):
        memory = unwritten(format, count)
        memory.cast("B")[:] = b"\x5a" * memory.nbytes
        return memory

    with patch.object(many, "unwritten", spoilt_memory):
        yield


def by_force(view, total, trust_flags):
    """Safe cells, mines and risks by brute force; None without a layout."""
    layouts = all_layouts(view, None if total is False else view.mine_total)
    if trust_flags:
        layouts = [mines for mines in layouts if mines >= set(view.flags)]
    return agreed(view, layouts) if layouts else None


def flat(array, number):
    """One position's values of an array of results."""
    return np.asarray(array)[number].ravel().tolist()


def verdict_row(view, safe, mines):
    by_cell = dict.fromkeys(view.covered, Finding.NOT_FORCED) | dict.fromkeys(safe, Finding.SAFE)
    by_cell |= dict.fromkeys(mines, Finding.MINE)
    return [by_cell.get(cell, Finding.NOTHING) for cell in range(len(view.graph))]


def require_answer(found, number, view, right):
    """Hold one position of a result to the right safe cells, mines and risks, None where it has no layout."""
    if right is None:
        assert number in found.contradictions
        assert not any(flat(found.verdicts, number)) and all(map(isnan, flat(found.risks, number)))
        assert found.fractions is None or found.fractions[number] is None
        return
    safe, mines, risks = right
    assert number not in found.contradictions
    assert flat(found.verdicts, number) == verdict_row(view, safe, mines)
    for cell, risk in enumerate(flat(found.risks, number)):
        exact = risks.get(cell)
        assert isnan(risk) if exact is None else risk == pytest.approx(float(exact), rel=1e-12, abs=0)
        assert exact not in (0, 1) or risk == exact
    assert found.fractions is None or found.fractions[number] == risks


@WAYS
@examples(60)
@given(batches(), st.sampled_from([None, False]), st.booleans(), st.booleans(), st.sampled_from([1, 3]))
def test_each_position_is_answered_as_by_brute_force(solving, views, total, trust_flags, exact, jobs):
    options = {"total": total, "trust_flags": trust_flags, "exact": exact}
    found = solving(views, risks=True, jobs=jobs, **options)
    for number, view in enumerate(views):
        require_answer(found, number, view, by_force(view, total, trust_flags))
    assert len(found) == len(views) and not found.missing
    assert list(found.contradictions) == sorted(found.contradictions)


def played(graph, mines, count, seed=1):
    """Views in the middle of games: what the casual player clears, and some that they do not."""
    rng = random.Random(seed)
    for index in range(count):
        board = random_board(graph, mines, seed, index)
        start = max((i for i, mine in enumerate(board.mined) if not mine), key=lambda i: -board.clue(i))
        ended = closure(board, start)
        cleared = {cell for cell, mark in enumerate(ended.marks) if mark >= 0}
        more = [i for i in expert(board.view(cleared)).safe if rng.random() < 0.5]
        yield board.view(cleared.union(more), total=index % 3 > 0)


@WAYS
@pytest.mark.parametrize("graph_and_mines", PLAYED[:3], ids=["grid", "torus", "hexagonal"])
def test_games_are_answered_as_one_after_another(solving, graph_and_mines):
    views = list(played(*graph_and_mines, 30))
    found = solving(views, risks=True)
    for number, view in enumerate(views):
        one = Position(view).count_solution(view.mine_total is not None)
        require_answer(found, number, view, (one.safe, one.mines, one.risks))
    assert not found.contradictions and not found.missing


@WAYS
@pytest.mark.parametrize("mines", range(4))
@pytest.mark.parametrize("trust_flags", [False, True])
@pytest.mark.parametrize("text", ["1##", "#2#", "#2F", "FF#", "F1F 1#1", "F#? ?1#", "#1# 000", "1#0#1"])
def test_flags_and_mine_totals_that_are_too_small_are_answered_as_by_brute_force(
    solving, text, trust_flags, mines
):
    view = View.parse(text, mines=mines)
    found = solving([view], trust_flags=trust_flags, risks=True)
    require_answer(found, 0, view, by_force(view, None, trust_flags))


VIEWS = [View.parse(text, mines) for text, mines in [("1#1##", 2), ("1#2#0", 3), ("##?F#", 1), ("01##1", 2)]]
BYTES = np.array([[[mark % 256 for mark in view.marks]] for view in VIEWS], np.uint8)


def reasons(found):
    return {number: str(reason) for number, reason in found.contradictions.items()}


def same(one, other):
    """Whether two results say the same."""
    return (
        np.array_equal(one.verdicts, other.verdicts)
        and np.array_equal(one.risks, other.risks, equal_nan=True)
        and (one.fractions, one.fallbacks, one.missing) == (other.fractions, other.fallbacks, other.missing)
        and reasons(one) == reasons(other)
        and one.graph == other.graph
    )


@WAYS
@examples(40)
@given(batches())
def test_arrays_and_views_agree_on_every_field(solving, views):
    assume(all(view.mine_total is None or view.mine_total <= len(view.graph) for view in views))
    assume(all(max(view.marks) <= 8 for view in views))  # an array refuses a wrong clue of 9
    array = np.repeat(np.array([view.marks for view in views], np.int8, order="F"), 2, axis=1)[:, ::2]
    array.flags.writeable = False
    graph, options = views[0].graph, {"mines": [view.mine_total for view in views], "risks": True}
    right = solving(views, risks=True)
    rectangles = array.reshape(len(views), *graph.shape)
    assert same(right, solving(rectangles, field=getattr(CellGraph, graph.kind), **options))
    assert same(right, solving(rectangles.astype(np.uint8), field=graph, **options))
    in_rows = solving(array, field=graph, **options)
    assert np.array_equal(in_rows.verdicts.reshape(right.verdicts.shape), right.verdicts)


@WAYS
def test_the_number_of_threads_and_pieces_changes_nothing(solving, monkeypatch):
    views = list(played(*PLAYED[0], 20))
    one = solving(views, risks=True)
    monkeypatch.setattr(kernel, "_BLOCK", 3 * len(views[0].marks))
    assert all(same(one, solving(views, risks=True, jobs=jobs)) for jobs in (0, 1, 2, 3))


@WAYS
@pytest.mark.parametrize(
    "graph", [nx.cycle_graph(7), nx.star_graph(8), nx.star_graph(9), nx.complete_graph(12)]
)
def test_any_graph_is_answered_and_more_than_eight_neighbours_by_the_solver(solving, graph):
    field = CellGraph.of(graph)
    marks = (3, *[COVERED] * (len(field) - 2), 0)
    views = [View(field, marks, 3), View(field, (*marks[:-1], COVERED))]
    found = solving(views, risks=True)
    for number, view in enumerate(views):
        require_answer(found, number, view, by_force(view, None, False))
    assert found.verdicts.shape == (2, len(field))
    if max(map(len, field.neighbours)) > 8:
        assert found.fallbacks == ((0, 1) if solving.keywords["kernel"] else ())


@WAYS
def test_more_than_a_byte_holds_is_answered_by_the_solver(solving):
    field = CellGraph.grid(1, 2)
    views = [View(field, (300, COVERED)), View(field, (1, COVERED), 10**30), View(field, (1, COVERED))]
    found = solving(views)
    assert reasons(found) == {
        0: "r1c1=300 cannot hold: there can be 0 to 1 mines around it",
        1: f"{10**30} mines in all cannot fit: there is 1 covered cell",
    }
    assert flat(found.verdicts, 2) == [Finding.NOTHING, Finding.MINE]


def test_clues_above_eight_may_stand_in_an_array_where_cells_have_so_many_neighbours():
    field = CellGraph.of(nx.star_graph(260))
    with pytest.raises(InvalidInput, match=r"positions\[0\] 0: expected a clue from 0 to 127, .*, got -4"):
        solve_many(np.array([[-4] * 261], np.int8), field=field)
    field = CellGraph.of(nx.star_graph(200))
    found = solve_many(np.array([[199] + [255] * 200], np.uint8), field=field, risks=True)
    assert flat(found.risks, 0)[1] == 199 / 200


def test_what_is_missing_is_named_and_not_called_open(monkeypatch):
    """With a limit of one state nothing is counted, and with a search that gives up nothing is decided."""
    monkeypatch.setattr(logicsweep.csp.bulk, "Position", partial(Position, max_states=1))
    monkeypatch.setattr("logicsweep.csp.position.backbone", lambda part: backbone(part, propagations=0))
    view = View.parse("####### #2#2#2# #######")
    found = solve_many([View.parse("####### ####### #######"), view], risks=True, kernel=False)
    (missing,) = found.missing[1]
    assert list(found.missing) == [1] and len(missing.may_be_forced) == len(missing.cells) == 18
    assert set(flat(found.verdicts, 1)) == {Finding.NOTHING, Finding.UNDECIDED}
    assert all(map(isnan, flat(found.risks, 1))) and "1 incomplete" in repr(found)


def test_forced_cells_are_masks_and_a_result_shows_its_size():
    found = solve_many(VIEWS)
    by_finding = [found.safe, found.mines, found.not_forced]
    for array, finding in zip(by_finding, (Finding.SAFE, Finding.MINE, Finding.NOT_FORCED), strict=True):
        assert array.dtype == bool and np.array_equal(array, found.verdicts == finding)
    assert repr(found) == "<Solutions: 4 positions on 1 x 5, 1 safe, 4 mines, 4 not forced, 1 contradiction>"
    assert found.risks is None and found.fractions is None
    assert found.verdicts.flags.writeable


def test_without_numpy_results_are_memoryviews(monkeypatch):
    monkeypatch.setattr(many, "_import_numpy", lambda: None)
    found = solve_many(VIEWS, risks=True, kernel=False)
    assert found.verdicts.tolist()[0] == [[0, 2, 0, 1, 2]] and found.risks[2, 0, 3] == 0.25
    assert found.mines.tolist()[0] == [[False, True, False, False, True]]
    assert len(found) == 4 and len(solve_many([])) == 0
    nothing = solve_many(np.zeros((0, 2, 3), np.uint8), risks=True)
    assert len(nothing.safe) == len(nothing.risks) == len(nothing) == 0


@WAYS
def test_no_positions_are_no_answers(solving):
    for empty in (np.zeros((0, 2, 3), np.uint8), np.zeros((0, 2, 3), np.int8)):
        found = solving(empty, risks=True, exact=True, mines=2)
        assert found.verdicts.shape == found.risks.shape == (0, 2, 3)
        assert (len(found), found.fractions, found.graph) == (0, (), CellGraph.grid(2, 3))
    assert solving([], field=CellGraph.torus(3, 4)).verdicts.shape == (0, 3, 4)
    assert repr(solving(iter([]))) == "<Solutions: 0 positions on 0 cells, 0 safe, 0 mines, 0 not forced>"


def test_totals_may_be_told_for_some_and_left_out_for_all():
    found = solve_many(BYTES[[0, 0]], mines=[None, 1], exact=True)
    assert [flat(found.verdicts, number)[4] for number in (0, 1)] == [Finding.NOT_FORCED, Finding.SAFE]
    without = solve_many(BYTES[:1], mines=1, total=False)
    assert flat(without.verdicts, 0)[4] == Finding.NOT_FORCED
    assert found.fractions[0][4] == Fraction(1, 2)


@pytest.mark.parametrize("dtype", ["int16", "int64", "uint64"])
def test_wider_whole_numbers_are_taken(dtype):
    narrow = solve_many(BYTES)
    assert solve_many(BYTES.astype(dtype)) == narrow
    if dtype != "uint64":
        assert solve_many(BYTES.astype("int8").astype(dtype)) == narrow
    assert len(solve_many(np.zeros((0, 2, 3), dtype))) == 0


OTHER = View.parse("1#")
EXPECTED = "expected a clue from 0 to 8, or COVERED, FLAG or SAFE"


def changed(at, value, dtype=np.uint8):
    array = BYTES.astype(dtype)
    array[at] = value
    return array


@pytest.mark.parametrize(
    ("positions", "options", "message"),
    [
        (
            BYTES.astype(float),
            {},
            "positions: expected values of the type uint8 or int8, or wider whole numbers, got float64",
        ),
        (changed((0, 0, 1), 300, int), {}, "positions: expected clues, COVERED, FLAG or SAFE, got 300"),
        (
            np.array([[[1, -1, 8, 257]]]),
            {},
            "positions: expected clues, COVERED, FLAG or SAFE, got 257",
        ),
        (changed((0, 0, 1), -4, int), {}, "positions: expected clues, COVERED, FLAG or SAFE, got -4"),
        (BYTES[0, 0], {}, "positions: expected shape (n, rows, cols) or (n, cells), got (5,)"),
        (
            BYTES[0],
            {},
            "positions: expected shape (n, rows, cols), or (n, cells) with their CellGraph as field, "
            "got (1, 5)",
        ),
        (
            BYTES,
            {"field": CellGraph.grid(5, 1)},
            "positions: expected shape (n, 5, 1) or (n, 5), got (4, 1, 5)",
        ),
        (BYTES, {"field": lambda rows, cols: rows}, "field: expected a CellGraph, got 1"),
        (changed((2, 0, 3), 17), {}, f"positions[2] r1c4: {EXPECTED} (255, 254, 253), got 17"),
        (changed((0, 0, 4), 9, np.int8), {}, f"positions[0] r1c5: {EXPECTED} (-1, -2, -3), got 9"),
        (BYTES, {"mines": "x"}, "mines: expected None, a whole number, or one for each position, got 'x'"),
        (BYTES, {"mines": itertools.repeat(1)}, "mines: expected 4 numbers, one for each position, got more"),
        (BYTES, {"mines": [1, 2, 6, 1]}, "mines[2]: expected a whole number from 0 to 5, got 6"),
        (BYTES, {"total": True}, "positions[0]: expected a mine total, which total=True needs, got none"),
        (VIEWS, {"mines": 3}, "mines: expected none for views, which have their own, got 3"),
        (
            [*VIEWS, OTHER],
            {},
            "positions[4]: expected a view on CellGraph.grid(1, 5), got one on CellGraph.grid(1, 2)",
        ),
        (["1#"], {}, "positions[0]: expected a View; pass rows of marks as an array, got '1#'"),
        (OTHER, {}, "positions: expected an array or several views, got View.parse('1#'), a View"),
        (VIEWS, {"trust_flags": 1}, "trust_flags: expected a bool, got 1"),
    ],
)
def test_wrong_input_is_refused_in_one_line(positions, options, message):
    assert refusal(solve_many, positions, **options) == message


@WAYS
def test_solutions_are_equal_that_say_the_same(solving):
    views = [View.parse("1#1##"), View.parse("1#2#0")]
    found = solving(views, risks=True)
    assert pickle.loads(pickle.dumps(found)) == found == solving(views, risks=True)
    assert found != solving(views) != solving(views[:1])


def test_rows_of_marks_in_lists_are_sent_to_an_array():
    with pytest.raises(InvalidInput, match="pass rows of marks as an array, got "):
        solve_many([[[1, 2], [2, 1]]])


def test_exact_risks_take_a_cell_however_it_is_given():
    view = View.parse("mines 2\n1#1##")
    (fractions,) = solve_many([view], exact=True).fractions
    for risks in (
        expert(view).risks,
        logicsweep.risks(view),
        fractions,
        pickle.loads(pickle.dumps(fractions)),
    ):
        assert risks["r1c2"] == risks[0, 1] == risks[1] == risks[np.int64(1)] == risks.get("r1c2") == 1
        assert risks == dict(risks) == {cell: risks[cell] for cell in (1, 3, 4)}
        assert "r1c4" in risks and "r1c1" not in risks and risks.get("r1c1", 7) == 7
        with pytest.raises(KeyError, match="r1c1"):
            risks["r1c1"]
        with pytest.raises(InvalidInput, match="r9c9"):
            risks["r9c9"]
