"""Many games without a trace, each held to `play`; the arrays and starts that make them."""

import random
from collections import Counter

import networkx as nx
import numpy as np
import pytest
from conftest import refusal
from hypothesis import given
from hypothesis import strategies as st
from strategies import BY_CLUES, NAMES, PLAYED, QUICK, STRONGEST, boards, examples

from logicsweep.boards import many
from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.random import random_board, random_mined
from logicsweep.csp import position
from logicsweep.csp.sat import backbone
from logicsweep.errors import InvalidInput
from logicsweep.games import many as at
from logicsweep.games.game import play
from logicsweep.games.many import play_many
from logicsweep.games.players import Player
from logicsweep.games.setup import Setup
from logicsweep.kernel import PYTHON
from logicsweep.rules.clues import ALL_FOUND, ALL_MINES, CASUAL, OVERLAP
from logicsweep.rules.production import Production
from logicsweep.rules.solver import COUNTED, ENTAILED

LIKELY = [*QUICK, (*CASUAL, COUNTED), (ENTAILED, *CASUAL), (*CASUAL, COUNTED, OVERLAP)]
BOARDS = [Board.parse(text) for text in ("... ... MM.", "... ... M.M", "..M M.. ...")]
MINED = np.array([[*board.mined] for board in BOARDS], np.uint8).reshape(3, 3, 3)


def cells_of(marks):
    return tuple(np.flatnonzero(np.asarray(marks).ravel()).tolist())


def same_as_play(board, start, player, strategy="breadth", seed=0):
    """One game's end and its firings, beside those of a game that is played."""
    found, game = (
        play_many(board, start, player, kernel=False),
        play(board, start, Setup(player, strategy, seed)),
    )
    assert cells_of(found.cleared[0]) == game.cleared
    assert cells_of(found.flagged[0]) == game.mines
    assert (found.remaining[0], found.finished[0]) == (game.remaining, game.remaining == 0)
    fired = Counter(firing.production for firing in game.trace.firings)
    assert found.firings.keys() == {one.name for one in game.player.productions}
    for name, counts in found.firings.items():
        same = name in (ENTAILED.name, COUNTED.name)
        assert counts[0] == fired[name] if same else counts[0] <= fired[name], name
    return found


@given(
    boards(),
    st.integers(0, 99),
    st.sampled_from(LIKELY),
    st.sampled_from(["breadth", "depth", "random"]),
    st.integers(0, 9),
)
@examples(150)
def test_a_game_ends_as_it_does_when_played_and_fires_no_less(board, number, player, strategy, seed):
    safe = [cell for cell, mine in enumerate(board.mined) if not mine]
    if safe:
        same_as_play(board, safe[number % len(safe)], player, strategy, seed)


def from_an_opening(graph, mines, seed):
    """A random board and one of its zero cells, if it has any."""
    board = random_board(graph, mines, seed=seed)
    safe = [cell for cell, mine in enumerate(board.mined) if not mine]
    zeros = [cell for cell in safe if not board.clue(cell)]
    return board, random.Random(seed).choice(zeros or safe)


@pytest.mark.parametrize("player", LIKELY, ids=str)
@pytest.mark.parametrize(("graph", "mines"), PLAYED, ids=NAMES)
def test_larger_games_end_as_they_do_when_played(graph, mines, player):
    for seed in range(6):
        strategy = ("breadth", "depth", "random")[seed % 3]
        same_as_play(*from_an_opening(graph, mines, seed), player, strategy, seed)


@pytest.fixture
def narrow(monkeypatch):
    """Limits that many components are past, in counting and in searching; the kernel has others."""
    monkeypatch.setattr(position, "backend_for", lambda *_: PYTHON)
    monkeypatch.setattr(position, "CSP_CHECKS", 0)
    tabulate = position.tabulate
    monkeypatch.setattr(position, "tabulate", lambda *a: tabulate(*a[:3], min(a[3], 12)))
    monkeypatch.setattr(position, "backbone", lambda part: backbone(part, propagations=0))


@pytest.mark.parametrize("player", [BY_CLUES, STRONGEST, (*CASUAL, COUNTED)], ids=str)
def test_past_the_limits_of_the_solver_a_game_ends_as_it_does_when_played(narrow, player):
    for graph, mines in PLAYED:
        for seed in range(4):
            same_as_play(*from_an_opening(graph, mines, seed), player)


def test_an_array_makes_the_same_games_as_its_boards():
    same = play_many(BOARDS, [0, 0, 4], "overlap")
    for starts in ([0, 0, 4], np.array([0, 0, 4]), ["r1c1", (0, 0), 4], iter([0, 0, 4])):
        assert play_many(MINED, starts, "overlap") == same != play_many(BOARDS, 0, "overlap")
    assert same.cleared.shape == (3, 3, 3)
    assert play_many(MINED, 0).remaining.tolist() == [0, 1, 6]


def test_no_games_have_arrays_too():
    empty = play_many(np.zeros((0, 4, 5), np.uint8), 0, STRONGEST)
    assert (len(empty), empty.cleared.shape, empty.remaining.tolist()) == (0, (0, 4, 5), [])
    none = play_many([], [])
    assert (len(none), none.graph, repr(none)) == (0, None, "<ManyGames casual: 0 games, 0 finished>")
    assert len(play_many(BOARDS[0], [])) == 0
    assert play_many(BOARDS, 0, jobs=0, kernel=False).fallbacks == ()


def test_boards_come_in_batches_and_cells_are_left_out_where_not_asked_for(monkeypatch):
    monkeypatch.setattr(many, "_BATCH", 20)
    taken = []

    def counted():
        for number, board in enumerate(BOARDS * 3):
            taken.append(number)
            yield board

    whole = play_many(counted(), (0 for _ in range(9)), "overlap")
    bare = play_many(counted(), 0, "overlap", cells=False)
    assert (bare.cleared, bare.flagged) == (None, None)
    assert whole.remaining.tolist() == bare.remaining.tolist() == [0, 0, 6] * 3
    assert whole.cleared.shape == (9, 3, 3)
    assert whole.firings["overlap"].tolist() == [0, 1, 0] * 3
    batches = many.games(counted(), 0)
    taken.clear()
    assert len(next(batches).starts) == len(taken) == 3


@pytest.mark.parametrize(
    ("given_boards", "starts", "message"),
    [
        (5, 0, "boards: expected a Board, several of them or an array, got 5"),
        ([BOARDS[0], "M.."], 0, "boards[1]: expected a Board, got 'M..'"),
        (
            [BOARDS[0], Board.parse("...")],
            0,
            "boards[1]: expected the first board's CellGraph.grid(3, 3), got CellGraph.grid(1, 3)",
        ),
        (BOARDS, [0, 0, "r1c3"], "starts[2]: expected a safe cell of boards[2], got r1c3, a mine"),
        (BOARDS, 6, "starts[0]: expected a safe cell of boards[0], got r3c1, a mine"),
        (BOARDS, [0, 9, 0], "starts[1]: expected an index from 0 to 8, got 9"),
        (BOARDS, "r4c1", "starts: expected a cell from r1c1 to r3c3, got 'r4c1'"),
        (BOARDS, [0, 0], "starts: expected one cell, or one for each board, got 2 for more boards"),
        (MINED, np.zeros((3, 1), int), "starts: expected whole numbers, in one dimension"),
    ],
)
def test_boards_and_starts_that_make_no_games_are_refused_in_one_line(given_boards, starts, message):
    assert refusal(play_many, given_boards, starts).startswith(message)


@pytest.mark.parametrize(
    ("given_boards", "option", "message"),
    [
        (BOARDS, {"jobs": -1}, "jobs"),
        (BOARDS, {"jobs": "2"}, "jobs"),
        (BOARDS, {"kernel": 1}, "kernel"),
        (BOARDS, {"cells": None}, "cells"),
        (BOARDS, {"field": CellGraph.torus}, "field: expected a CellGraph, a networkx graph "),
        (
            MINED,
            {"field": lambda rows, cols: CellGraph.grid(rows, cols + 1)},
            r"boards: expected shape \(n, 3, 4\) or \(n, 12\), got",
        ),
        (MINED, {"field": "torus"}, "field: expected a CellGraph, a networkx graph "),
        (
            BOARDS,
            {"field": CellGraph.grid(9, 1)},
            r"boards\[0\]: expected the field CellGraph.grid",
        ),
    ],
)
def test_options_that_say_nothing_are_refused(given_boards, option, message):
    with pytest.raises(InvalidInput, match=message):
        play_many(given_boards, 0, **option)


def test_an_array_lies_on_the_cells_that_are_told():
    petersen = CellGraph.from_networkx(nx.petersen_graph())
    mined = random_mined(petersen, 3, 7, 4)
    boards = [Board(petersen, bytes(one)) for one in mined]
    starts = [bytes(board.mined).index(0) for board in boards]
    found = play_many(mined, starts, field=petersen)
    assert found == play_many(boards, starts) == play_many(boards, starts, field=petersen)
    assert (found.cleared.shape, found.remaining[1]) == ((4, 10), play(boards[1], starts[1]).remaining)
    assert (
        play_many(MINED, 0, field=(3, 3))
        == play_many(MINED, 0)
        == play_many(MINED.reshape(3, 9), 0, field=(3, 3))
    )
    assert play_many(MINED, 4, field=CellGraph.torus).graph == CellGraph.torus(3, 3)


OWN = Production(
    "overlap", lambda memory, site: OVERLAP.condition(memory, site), salience=-2, needs="clue", clues=2
)


@pytest.mark.parametrize(
    "player", ["rows-3", (ALL_FOUND,), (ALL_FOUND, OVERLAP), (ALL_MINES, ENTAILED), (*CASUAL, OWN), ()]
)
def test_players_with_other_productions_are_sent_to_play(player):
    with pytest.raises(InvalidInput, match=r"expected both casual productions .*`play` takes every player"):
        play_many(BOARDS, 0, player)


def test_a_player_is_known_by_the_productions_not_by_the_name():
    odd = Player("odd", "x", (OVERLAP, *reversed(CASUAL)))
    assert at.levels_of(odd.productions) == (True, False, False)
    assert play_many(BOARDS, 0, odd).remaining.tolist() == [0, 0, 6]
