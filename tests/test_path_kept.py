"""What a path keeps from step to step: nothing that its text does not need, and nothing that changes it."""

import tracemalloc
from collections import Counter
from random import Random

import networkx as nx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import boards, examples, views

from logicsweep import View, path
from logicsweep.boards.random import random_board
from logicsweep.closures.closure import solve
from logicsweep.csp.position import Position
from logicsweep.reasons.balance import Balancer
from logicsweep.reasons.given import Given, Kept, parts_of
from logicsweep.show.path import path_text

TANGLED = "#1#1# #22#1 ##2## #####"
LADDER = ["casual", "overlap", "rows-3", "expert", "counter"]


@examples(40)
@given(boards(), st.sampled_from(LADDER))
def test_states_are_valid_views_and_the_last_is_the_end(board, name):
    safe = [cell for cell, mine in enumerate(board.mined) if not mine]
    assume(safe)
    game = path(board, safe[0], name)
    for found in (game, path(game.before(1), player=name)):
        states = list(found.states())
        assert found.known == states[-1]
        assert states == [View(state.graph, state.marks, state.mines) for state in states]


def test_a_drawn_path_shows_each_state_after_its_step():
    board = random_board((6, 9), 11, seed=3, index=1)
    found = path(board, solve(board).best_starts[0])
    lines = list(path_text(found, "board 1", None, draw=True))
    starts = [at for at, line in enumerate(lines) if at == 0 or line[:5].strip(" 0123456789") == "."]
    drawings = ["\n".join(lines[at + 1 : at + 7]) for at in starts]
    assert drawings == [state.drawing for state in found.states()]


def test_a_path_is_told_in_the_memory_of_a_few_boards():
    board = random_board((32, 32), 154, seed=3, index=0)
    found = path(board, solve(board).best_starts[0])
    all_states = len(found.steps) * len(board.mined) * 8
    tracemalloc.start()
    try:
        assert sum(1 for _ in path_text(found, "board 1", None)) > len(found.steps) > 400
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert peak < all_states / 5


# --- what is kept from step to step ------------------------------------------------------------------------


def tiled(tile, rows, cols):
    """Copies of a position, parted by cleared cells."""
    lines = [line for _ in range(rows) for line in (*["?".join([row] * cols) for row in tile.split()], "")]
    return View.parse(" ".join([line or "?" * len(lines[0]) for line in lines]))


def found_anew(call):
    """A path for which nothing is kept from step to step."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kept, "once", lambda self, cell, question, find: find())
        return call()


@examples(60)
@given(views(), st.sampled_from(LADDER[2:]))
def test_what_is_kept_changes_no_path(view, name):
    assert path(view, player=name).steps == found_anew(lambda: path(view, player=name)).steps


@pytest.mark.parametrize("tile", [TANGLED, "01## 02## 01##", "#1#1# #22#1 ##2## ####2"])
def test_what_is_kept_changes_no_path_of_many_alike(tile):
    view = tiled(tile, 2, 3)
    assert path(view).steps == found_anew(lambda: path(view)).steps


@pytest.mark.slow
def test_what_is_kept_changes_no_path_that_is_hard():
    met = set()
    for index in range(12):
        board = random_board((10, 12), 30, seed=4, index=index)
        safe = [cell for cell, mine in enumerate(board.mined) if not mine]
        view = board.view(set(safe).difference(Random(index).sample(safe, 45)))
        found = path(view)
        assert found.steps == found_anew(lambda view=view: path(view)).steps
        met.update(found.profile)
    assert met >= {"rows-3", "rows-4", "cases", "total"}


def test_what_is_kept_changes_no_game():
    for index in range(3):
        board = random_board((16, 30), 110, seed=4, index=index)
        start = solve(board).best_starts[0]
        assert path(board, start).steps == found_anew(lambda at=start, of=board: path(of, at)).steps


def test_a_part_that_stays_as_it_is_is_searched_once(monkeypatch):
    asked = []
    plain = Balancer.of
    monkeypatch.setattr(Balancer, "of", lambda self, *which: asked.append(which) or plain(self, *which))
    found = path(tiled(TANGLED, 3, 3))
    assert len(found.steps) == 9
    assert max(Counter(asked).values()) <= 2


@examples(100)
@given(views())
def test_parts_are_the_connected_components_of_cells_and_clues(view):
    rows = Given.of(Position(view), False)
    graph = nx.Graph()
    for clue in [cell for cell, mark in enumerate(view.marks) if mark >= 0]:
        graph.add_edges_from([(clue, cell) for cell in view.graph.neighbours[clue] if cell in view.covered])
    found = [{cell for cell, _ in (*part.forced, *part.needs)} for part in parts_of(rows)]
    assert sorted(map(sorted, found)) == sorted(map(sorted, nx.connected_components(graph)))
    assert all(rows.forced[cell] == way for part in parts_of(rows) for cell, way in part.forced)
    assert all(rows.need(clue) == need for part in parts_of(rows) for clue, need in part.needs)
