"""Where neighbours do not touch, every answer is that on the same graph without rows, or it is refused."""

import json

import numpy as np
import oracles
import pytest
from conftest import refusal
from in_process import called
from oracles_csp import agreed, all_layouts
from oracles_fields import KNIGHT, walked
from strategies import STRONGEST

from logicsweep import Demand, Position, generate, perfect, play, play_many, solve_many, svg
from logicsweep.boards.board import Board, View
from logicsweep.boards.cells import FIELDS, CellGraph, add_kind
from logicsweep.boards.fields import KINDS
from logicsweep.boards.random import random_board
from logicsweep.closures.closure import least_of_many, start_classes
from logicsweep.errors import InvalidInput
from logicsweep.formats import FORMATS
from logicsweep.formats.graph import write_boards, write_views
from logicsweep.show.page import page_of
from logicsweep.show.svg import picture_of

SHAPE = (5, 7)


@pytest.fixture(scope="module", autouse=True)
def knight():
    add_kind("knight", KNIGHT)
    yield
    delattr(CellGraph, "knight")
    del KINDS["knight"], FIELDS["knight"]


@pytest.fixture(scope="module")
def boards(knight):
    """Boards of knights, and the same on a graph that the oracle made, whose nodes have their names."""
    field = CellGraph.knight(*SHAPE)
    free = CellGraph("graph", None, field.names(range(len(field))), walked(KNIGHT, *SHAPE))
    assert field.neighbours == free.neighbours
    mined = [random_board(field, mines, seed=mines).mined for mines in (2, 4, 5, 6, 8, 12)]
    return [Board(field, one) for one in mined], [Board(free, one) for one in mined]


def first(board):
    return oracles.safe_cells(board)[0]


def test_the_casual_player_ends_where_the_rules_do(boards):
    for board, free in zip(*boards, strict=True):
        assert play(board, first(board)).after.marks == play(free, first(free)).after.marks
        left = {start: one.remaining for one in start_classes(board) for start in one.starts}
        assert left == oracles.remaining_by_start(free)


def test_the_expert_finds_what_all_layouts_share(boards):
    counted = 0
    for board, free in zip(*boards, strict=True):
        view = play(board, first(board)).after.without_flags()
        found = Position(view).solution()
        if len(view.covered) < 20:
            counted += 1
            same = View(free.graph, view.marks, view.mine_total)
            assert (found.safe, found.mines, found.risks) == agreed(same, all_layouts(same, view.mine_total))
    assert counted


@pytest.mark.parametrize("kernel", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_many_at_once_are_answered_as_one_by_one(boards, kernel):
    pytest.importorskip("numba", reason="the extra `fast`")
    knights, free = boards
    starts, views = [*map(first, knights)], []
    for player in ("casual", STRONGEST):
        found = play_many(knights, starts, player, kernel=kernel)
        runs = [play(board, start, player) for board, start in zip(free, starts, strict=True)]
        assert [*found.remaining] == [run.remaining for run in runs]
        views += [View(knights[0].graph, run.after.marks, run.after.mine_total) for run in runs]
    found = solve_many(views, risks=True, kernel=kernel)
    alone = solve_many(
        [View(free[0].graph, view.marks, view.mine_total) for view in views], risks=True, kernel=False
    )
    assert np.array_equal(np.ravel(found.verdicts), np.ravel(alone.verdicts))
    assert np.allclose(np.ravel(found.risks), np.ravel(alone.risks), equal_nan=True)
    best = [(one.remaining, one.best_starts) for one in least_of_many(knights, kernel=kernel)]
    assert best == [(one.remaining, one.best_starts) for one in least_of_many(free, kernel=False)]


UNLIKE = {"field", "pattern", "region", "where", "drawing"}  # what only a field of rows has


def read(verb, *arguments, text):
    status, printed, said = called([verb, *arguments, "--json"], text.encode())
    assert status in (0, 1), said
    return status, [alike(json.loads(line)) for line in printed.splitlines()]


def alike(value):
    """Without what differs between a field of rows and a graph; boards as a list of their cells' glyphs."""
    if isinstance(value, dict):
        return {key: alike(one) for key, one in value.items() if key not in UNLIKE}
    if isinstance(value, list) and len(value) == SHAPE[0] and all(isinstance(row, str) for row in value):
        return [*"".join(value)] if {*map(len, value)} == {SHAPE[1]} else value
    return [*map(alike, value)] if isinstance(value, list) else value


@pytest.mark.slow
@pytest.mark.parametrize(
    "verb",
    [
        "solve",
        "compare --start {start}",
        "trace --start {start} --player expert",
        "trace --start {start} --policy best",
        "path --start {start}",
        "why {cell} --start {start} --all",
    ],
)
def test_verbs_that_read_boards_answer_as_on_the_graph(verb, boards):
    for board, free in zip(*boards, strict=True):
        open_ = [cell for cell in range(len(board.mined)) if cell not in play(board, first(board)).cleared]
        start, cell = board.graph.names([first(board), open_[0] if open_ else 0])
        arguments = verb.format(start=start, cell=cell).split()
        texts = write_boards([board]), write_boards([free])
        assert read(*arguments, text=texts[0]) == read(*arguments, text=texts[1])


@pytest.mark.parametrize(
    "verb", ["hint", "hint --policy best", "hint --stage 4", "compare", "trace", "path", "why {cell} --all"]
)
def test_verbs_that_read_positions_answer_as_on_the_graph(verb, boards):
    for board, free in zip(*boards, strict=True):
        view = play(board, first(board)).after
        if not view.covered:
            continue
        texts = write_views([view]), write_views([View(free.graph, view.marks, view.mine_total)])
        arguments = verb.format(cell=board.graph.name(view.covered[0])).split()
        assert read(*arguments, text=texts[0]) == read(*arguments, text=texts[1])


def test_a_page_has_the_neighbours_and_a_drawing_every_cell(boards):
    board = boards[0][1]
    field = page_of("solve", "", "", "", board.graph, lambda: picture_of(board)).field
    assert field["neighbours"] == walked(KNIGHT, *SHAPE)
    assert (field["outline"], field["closed"]) == ("square", False)
    assert svg(board).count("translate") >= len(board.mined)


def test_boards_to_order_are_finished_by_their_player(boards):
    (made,) = generate(Demand(CellGraph.knight(*SHAPE), 4, finisher="overlap"), 1)
    assert play(made.board, made.start, "overlap").remaining == 0


def test_perfect_play_wins_as_often_as_on_the_graph():
    small, cells = CellGraph.knight(3, 4), CellGraph.knight(3, 4).cells
    assert perfect(small, 3).win == perfect(CellGraph("graph", None, cells, walked(KNIGHT, 3, 4)), 3).win


def test_each_format_gives_the_field_back_or_refuses_it_by_name(boards):
    board = boards[0][0]
    for row in FORMATS:
        if row.write and row.holds == "boards":
            try:
                text = row.write([board])
            except InvalidInput as error:
                assert "5 x 7 knight's moves" in str(error), row.name
            else:
                (back,) = [one for batch in row.read([text], "x") for one in batch]
                assert back.mined == board.mined, row.name


def test_a_name_that_is_taken_is_refused():
    for name in ("grid", "neighbours", "knight", "two words"):
        assert "a new name without blanks" in refusal(add_kind, name, KNIGHT)


def test_a_kind_that_nobody_added_is_refused():
    assert refusal(CellGraph.of_kind, "king", 2, 3).startswith("field: expected a kind among grid, torus, ")
