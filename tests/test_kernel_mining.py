"""The kernel's Data Mining and random boards: the same answers as plain Python, on all cell graphs."""

from random import Random
from threading import Event

import networkx as nx
import pytest
from conftest import refusal
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples
from test_closure import FREE, boards, graphs, mined

from logicsweep import Board, CellGraph, kernel, random_board, random_mined
from logicsweep.boards import many
from logicsweep.boards.board import COVERED
from logicsweep.boards.cells import FIELDS
from logicsweep.boards.many import Boards
from logicsweep.closures import closure as at
from logicsweep.closures.closure import (
    closure,
    least_of_many,
    least_remaining,
    remaining_of_groups,
    start_classes,
)
from logicsweep.errors import InvalidInput
from logicsweep.work.progress import watched_by

fast = pytest.mark.skipif(not kernel.is_installed(), reason="the extra `fast` is not installed")
WORDS = st.sampled_from([0, 1, 2**63, 2**64 - 1]) | st.integers(0, 2**64 - 1)
LAST = 2**64 - 1


@fast
@given(graphs)
def test_the_array_of_neighbours_is_the_table(graph):
    rows = graph.neighbour_table.tolist()
    assert tuple(tuple(j for j in row if j >= 0) for row in rows) == graph.neighbours
    assert all(row == [j for j in row if j >= 0] + [-1] * row.count(-1) for row in rows)


@pytest.mark.slow
@fast
def test_more_neighbours_than_on_any_field_have_room():
    graph = CellGraph.of(nx.star_graph(300))
    board = Board.of(graph, [5])
    assert start_classes(board, kernel=True) == start_classes(board, kernel=False)
    assert next(remaining_of_groups(Boards.of([board]), True)) == 298


@fast
@given(boards)
def test_start_classes_are_those_of_plain_python(board):
    assert start_classes(board, kernel=True) == start_classes(board, kernel=False)
    assert least_remaining(board, kernel=True) == least_remaining(board, kernel=False)


@fast
@examples(40)
@given(graphs.flatmap(lambda graph: st.lists(mined(graph), min_size=1, max_size=9)))
def test_many_boards_get_what_they_get_by_plain_python(alike):
    batch = Boards.of(alike)
    assert [*remaining_of_groups(batch, True)] == [*remaining_of_groups(batch, False)]
    for one, other in zip(least_of_many(alike, kernel=True), least_of_many(alike, kernel=False), strict=True):
        assert (one, one.best_starts, one.openings) == (other, other.best_starts, other.openings)


def wide(seed):
    """A board on which results overlap: many openings, mines at the densities where runs get stuck."""
    rng = Random(seed)
    graph = FIELDS[rng.choice(list(FIELDS))](rng.randint(17, 60), rng.randint(26, 60))
    odds = rng.uniform(0.1, 0.3)
    return Board(graph, bytes(rng.random() < odds for _ in range(len(graph))))


@fast
@pytest.mark.parametrize("seed", range(12))
def test_openings_that_lead_to_each_other_get_their_own_results(seed):
    board = wide(seed)
    classes = start_classes(board, kernel=True)
    assert classes == start_classes(board, kernel=False)
    assert next(remaining_of_groups(Boards.of([board]), True)) == min(one.remaining for one in classes)


@fast
@pytest.mark.parametrize(("side", "mines", "seed"), [(40, 288, 3), (60, 720, 14)])
def test_runs_that_overlap_are_made_to_stop_early(side, mines, seed):
    board = random_board((side, side), mines, seed)
    assert _spent(board) > 2 * len(board.mined)
    plain = min(one.remaining for one in start_classes(board, kernel=False))
    assert next(remaining_of_groups(Boards.of([board]), True)) == plain


def _spent(board):
    """How many cells all runs settle, when those from openings that were cleared before are left out."""
    passed, spent = set(), 0
    for one in start_classes(board, kernel=False):
        if one.opening and one.starts[0] not in passed:
            end = closure(board, one.starts[0])
            settled = [cell for cell, mark in enumerate(end.marks) if mark != COVERED]
            passed.update(settled)
            spent += len(settled)
    return spent


@fast
def test_a_board_of_mines_only_is_refused():
    with pytest.raises(InvalidInput, match="a safe cell"):
        least_remaining(Board.parse("MM"), kernel=True)
    answers = least_of_many([Board.parse(".M."), Board.parse("MMM")], kernel=True)
    assert next(answers).remaining == 1
    with pytest.raises(InvalidInput, match="a safe cell"):
        next(answers)


@pytest.mark.slow
@fast
def test_large_boards_take_the_kernel_by_themselves_and_then_small_ones_do(monkeypatch):
    board, small = random_board((400, 380), 20_000, 1), Board.parse("..M")
    plain = start_classes(board, kernel=False)
    monkeypatch.setattr(kernel, "_LOADED", set())
    calls = []
    found = at.count_cleared
    monkeypatch.setattr(at, "count_cleared", lambda board: calls.append(board) or found(board))
    monkeypatch.setattr(kernel, "_is_cached", lambda entry: True)  # compiled before, wherever this runs
    first = start_classes(small)
    assert start_classes(board) == plain
    assert start_classes(small) == first
    assert calls == [small]


@fast
def test_a_board_that_takes_long_tells_how_many_openings_it_has_decided(monkeypatch):
    from logicsweep.kernel import mining

    board, told, heard = Board.parse("...M...M..."), [], Event()

    def noted(items, what, total):
        for done, item in enumerate(items):
            told.append((what, done, total))
            if told[-1] == ("openings", 2, 3):  # the last of three goes by
                heard.set()
            yield item

    def slowly(mined, state, group):
        cleared = compiled(mined, state, group)
        assert heard.wait(60)
        return cleared

    compiled = mining.cleared_from_openings
    monkeypatch.setattr(mining, "cleared_from_openings", slowly)
    monkeypatch.setattr(kernel, "_BLOCK", len(board.graph))
    monkeypatch.setattr(kernel, "_LOOK", 0.001)
    with watched_by(noted):
        assert start_classes(board, kernel=True) == start_classes(board, kernel=False)


@fast
@given(st.integers(1, 9), st.integers(1, 9), WORDS, st.data())
def test_random_boards_are_those_of_plain_python(rows, cols, seed, data):
    mines, count = data.draw(st.integers(0, rows * cols)), data.draw(st.integers(1, 20))
    first = data.draw(st.sampled_from([0, 7, LAST - count + 1]))
    by = [random_mined((rows, cols), mines, seed, count, first, jobs=jobs, kernel=True) for jobs in (1, 2, 3)]
    plain = random_mined((rows, cols), mines, seed, count, first, kernel=False)
    assert all((one == plain).all() and one.shape == plain.shape == (count, rows, cols) for one in by)
    assert [row.tobytes() for row in plain] == [
        random_board((rows, cols), mines, seed, first + i).mined for i in range(count)
    ]


def test_a_free_graph_has_a_row_of_cells():
    graph = CellGraph.from_networkx(FREE[1])
    found = random_mined(graph, 4, 1, 3)
    assert found.shape == (3, len(graph))
    assert bytes(found[1]) == random_board(graph, 4, 1, 1).mined


def test_without_numpy_a_memoryview_holds_the_same(monkeypatch):
    plain = bytes(random_mined((4, 5), 6, 3, 7, kernel=False))
    monkeypatch.setattr(kernel, "is_installed", lambda: False)
    monkeypatch.setattr(many, "_import_numpy", lambda: None)
    found = random_mined((4, 5), 6, 3, 7)
    assert isinstance(found, memoryview)
    assert (found.shape, found.format, bytes(found)) == ((7, 4, 5), "B", plain)
    assert random_mined((4, 5), 6, 3, 7, jobs=2)[6, 3, 4] in (0, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((7, 3, 0), f"count: expected a whole number from 1 to {2**31 // 12}, got 0"),
        ((7, -3, 2), f"seed: expected a whole number from 0 to {LAST}, got -3"),
        ((7, 3, 2, LAST), "count: expected a whole number from 1 to 1, got 2"),
        ((7, 3, 2, LAST + 1), f"first: expected a whole number from 0 to {LAST}, got {LAST + 1}"),
        ((7, 3, 2**40), f"count: expected a whole number from 1 to {2**31 // 12}, got {2**40}"),
    ],
)
def test_what_names_no_boards_is_refused(arguments, message):
    assert refusal(random_mined, (3, 4), *arguments) == message
