from collections import Counter
from random import Random

import networkx as nx
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import GRAPHS

from logicsweep import Board, CellGraph, InvalidInput, least_remaining, random_board, start_classes
from logicsweep.boards.cells import FIELDS
from logicsweep.boards.many import Boards
from logicsweep.closures import spread
from logicsweep.closures.closure import closure, least_of_many, remaining_of_groups
from logicsweep.closures.lanes import count_remaining, find_best_starts
from logicsweep.work.progress import watched_by

FREE = (*GRAPHS.values(), nx.random_regular_graph(10, 14, seed=1), nx.gnp_random_graph(16, 0.2, seed=2))


@st.composite
def mined(draw, graph):
    """Mines on a graph, few or many, with a safe cell somewhere."""
    size = len(graph)
    odds = draw(st.integers(1, 7))
    rng = draw(st.randoms(use_true_random=False))
    mines = bytearray(rng.random() < odds / 12 for _ in range(size))
    if 0 not in mines:
        mines[draw(st.integers(0, size - 1))] = 0
    return Board(graph, bytes(mines))


def fields(kinds=tuple(FIELDS), rows=9, cols=8):
    return st.builds(
        lambda kind, r, c: FIELDS[kind](r, c),
        st.sampled_from(kinds),
        st.integers(1, rows),
        st.integers(1, cols),
    )


graphs = fields() | st.sampled_from(FREE).map(CellGraph.of)
boards = graphs.flatmap(mined)


@given(boards)
def test_closure_is_what_the_rules_give_from_every_start(board):
    for start in oracles.safe_cells(board):
        cleared, flagged = oracles.play(board, start)
        assert closure(board, start) == board.view(cleared, flagged)


@given(boards)
def test_solve_is_the_best_over_all_starts_and_classes_are_the_openings_and_the_numbers(board):
    remaining = oracles.remaining_by_start(board)
    best = min(remaining.values())
    solution = least_remaining(board)
    assert solution.remaining == best
    assert solution.best_starts == tuple(i for i in remaining if remaining[i] == best)
    assert solution.openings == len(oracles.openings(board))
    classes = start_classes(board)
    assert {i: c.remaining for c in classes for i in c.starts} == remaining
    assert [set(c.starts) for c in classes if c.opening] == oracles.openings(board)
    assert sum(len(c.starts) for c in classes) == len(remaining)
    assert len([c for c in classes if not c.opening]) <= 1


@pytest.mark.parametrize("seed", range(12))
def test_openings_of_wide_boards_that_lead_to_each_other_get_their_own_results(seed):
    rng = Random(seed)
    graph = FIELDS[rng.choice(list(FIELDS))](rng.randint(17, 23), rng.randint(26, 34))
    odds = rng.uniform(0.1, 0.3)
    board = Board(graph, bytes(rng.random() < odds for _ in range(len(graph))))
    classes = [c for c in start_classes(board) if c.opening]
    for one in classes:
        assert one.remaining == len(closure(board, one.starts[0]).covered) - board.mine_count
    assert least_remaining(board).remaining == min(c.remaining for c in classes)


@given(graphs.flatmap(lambda graph: st.lists(mined(graph), min_size=1, max_size=9)))
def test_boards_of_one_cell_graph_are_worked_together(alike):
    mined = b"".join(board.mined for board in alike)
    remaining, best, openings = find_best_starts(alike[0].graph, mined)
    assert remaining == count_remaining(alike[0].graph, mined)
    for number, board in enumerate(alike):
        left = oracles.remaining_by_start(board)
        assert remaining[number] == min(left.values())
        size = len(board.graph)
        row = best[number * size : number * size + size]
        assert [i for i, one in enumerate(row) if one] == [i for i in left if left[i] == min(left.values())]
        assert openings[number] == len(oracles.openings(board))


@given(st.lists(fields(rows=12, cols=14).flatmap(mined), max_size=20))
def test_many_boards_are_solved_as_each_is_alone(many):
    assert list(remaining_of_groups(Boards.of(many))) == [least_remaining(board).remaining for board in many]
    for found, board in zip(least_of_many(many), many, strict=True):
        alone = least_remaining(board)
        assert (found, found.best_starts, found.openings) == (alone, alone.best_starts, alone.openings)


def test_boards_of_more_safe_cells_than_a_byte_counts_are_worked_together():
    rng = Random(1)
    graph = CellGraph.grid(18, 21)
    boards = [Board(graph, bytes(rng.random() < 0.13 for _ in range(len(graph)))) for _ in range(60)]
    together = count_remaining(graph, b"".join(board.mined for board in boards))
    assert together == [least_remaining(board).remaining for board in boards]


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (1, "r1c2: expected a safe cell to start on, got a mine"),
        (-1, "start: expected an index from 0 to 2"),
        (3, "start: expected an index from 0 to 2"),
    ],
)
def test_a_start_on_a_mine_or_outside_is_refused(start, message):
    with pytest.raises(InvalidInput, match=message):
        closure(Board.parse(".M."), start)


@pytest.mark.parametrize(("rows", "message"), [("..?", "r1c3"), ("MMM", "a safe cell")])
def test_a_board_that_has_no_answer_costs_none_before_it(rows, message):
    answers = least_of_many(map(Board.parse, ["... ... MM.", "M.M. .M.M M.M.", rows]))
    assert [next(answers).remaining, next(answers).remaining] == [0, 5]
    with pytest.raises(InvalidInput, match=message):
        next(answers)


def test_grids_and_their_mirrors_keep_their_own_answers():
    rng = Random(2)
    graphs = [CellGraph.grid(*shape) for shape in [(4, 7), (7, 4), (5, 5), (1, 9), (9, 1)] * 20]
    boards = [Board(graph, bytes(rng.random() < 0.2 for _ in range(len(graph)))) for graph in graphs]
    assert list(remaining_of_groups(Boards.of(boards))) == [
        least_remaining(board).remaining for board in boards
    ]


def test_the_judges_boards_get_the_judges_answers(data):
    judged = data / "datamining" / "mines.in"
    words = judged.read_text().split()
    boards = []
    while words[0] != "0":
        rows = int(words[0])
        boards.append(Board.parse(" ".join(words[2 : 2 + rows])))
        words = words[2 + rows :]
    answers = judged.with_suffix(".out").read_text().split()
    assert [str(one.remaining) for one in least_of_many(boards)] == answers


def test_of_one_board_the_openings_that_are_done_are_told():
    board, seen = random_board((20, 30), 60, 1), Counter()

    def watch(items, what, total):
        for item in items:
            seen[what, total] += 1
            yield item

    with watched_by(watch):
        openings = [one for one in start_classes(board, kernel=False) if one.opening]
    assert seen == {("openings", len(openings)): len(openings)}
    assert len(openings) > 3


@pytest.mark.slow
@pytest.mark.parametrize("patience", [0, 1.1, 1000])
def test_openings_inside_others_are_not_played_for_the_number_alone(patience, monkeypatch):
    monkeypatch.setattr(spread, "_PATIENCE", patience)
    for seed in range(40):
        board = random_board((30, 41), 130 + 4 * seed, seed)
        every, few = (spread.count_cleared(board, inner) for inner in (True, False))
        assert max(every, key=lambda one: one[1])[1] == max(few, key=lambda one: one[1])[1]
        assert all(cleared in (0, most) for (_, most), (_, cleared) in zip(every, few, strict=True))
    assert any(cleared == 0 for _, cleared in few) == (patience > 0)
