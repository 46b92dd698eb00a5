"""The kernel's games: the same ends and firings as in plain Python, and as in games that are played."""

from concurrent.futures import ThreadPoolExecutor

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import safe_cells
from strategies import NAMES, PLAYED, QUICK, STRONGEST, examples, graphs

from logicsweep import Board, CellGraph, kernel, play_many, random_board, solve_many
from logicsweep.rules.clues import CASUAL, OVERLAP
from logicsweep.rules.solver import COUNTED, ENTAILED

pytestmark = pytest.mark.skipif(not kernel.is_installed(), reason="the extra `fast` is not installed")
ODD = [(*CASUAL, ENTAILED), (*CASUAL, COUNTED), (*CASUAL, OVERLAP, COUNTED), (COUNTED, ENTAILED, *CASUAL)]
LIKELY = [*QUICK, *ODD]
FREE = [nx.star_graph(8), nx.star_graph(9), nx.path_graph(9), nx.complete_graph(9), nx.complete_graph(12)]
FREE += [nx.gnm_random_graph(12, 16, seed=2), nx.empty_graph(3), nx.cycle_graph(7)]
LONG = [field(*shape) for field in (CellGraph.grid, CellGraph.torus) for shape in [(1, 9), (9, 1), (2, 7)]]


@st.composite
def games(draw, most=12):
    """Boards on one cell graph, sparse to nearly full, each with a safe start."""
    graph = draw(graphs() | st.sampled_from(LONG) | st.sampled_from(FREE).map(CellGraph.of))
    cells = st.integers(0, len(graph) - 1)
    found = []
    for _ in range(draw(st.integers(1, most))):
        start, mines = draw(cells), draw(st.sets(cells, max_size=draw(st.sampled_from([2, 5, len(graph)]))))
        if draw(st.integers(0, 9)) == 0:
            mines = set(range(len(graph)))  # the start is the one safe cell
        found.append((Board.of(graph, sorted(mines - {start})), start))
    return found


def same(one, other):
    """Whether two results say the same of every game."""
    arrays = ("cleared", "flagged", "remaining", "finished")
    return one.firings.keys() == other.firings.keys() and all(
        np.array_equal(mine, its)
        for mine, its in [
            *[(getattr(one, name), getattr(other, name)) for name in arrays],
            *zip(one.firings.values(), other.firings.values(), strict=True),
        ]
    )


def both(found, player, **options):
    """Games played by the kernel and in plain Python."""
    boards, starts = [board for board, _ in found], [start for _, start in found]
    return [play_many(boards, starts, player, kernel=wish, **options) for wish in (True, False)]


@given(games(), st.sampled_from(LIKELY))
@examples(150)
def test_games_end_as_in_plain_python_and_fire_as_often(found, player):
    compiled, plain = both(found, player)
    assert same(compiled, plain)
    wide = max(map(len, found[0][0].graph.neighbours)) > 8
    assert compiled.fallbacks == (tuple(range(len(found))) if wide else ())
    bare = both(found, player, cells=False)[0]
    assert bare.cleared is None and bare.flagged is None
    assert bare.remaining.tolist() == plain.remaining.tolist()
    assert all(np.array_equal(bare.firings[name], counts) for name, counts in plain.firings.items())


def larger(graph, mines, count):
    """Random boards, each from a cell with as few mines around it as there are."""
    boards = [random_board(graph, mines, seed=11, index=index) for index in range(count)]
    return [(board, min(safe_cells(board), key=board.clue)) for board in boards]


@pytest.mark.parametrize("player", LIKELY, ids=str)
@pytest.mark.parametrize(("graph", "mines"), PLAYED, ids=NAMES)
def test_larger_games_end_as_in_plain_python(graph, mines, player):
    found = larger(graph, mines, 20)
    compiled, plain = both(found, player)
    assert same(compiled, plain)
    assert compiled.fallbacks == (tuple(range(20)) if max(map(len, graph.neighbours)) > 8 else ())


@pytest.mark.parametrize("player", QUICK)
def test_the_number_of_threads_changes_nothing(monkeypatch, player):
    found = larger(*PLAYED[0], 30)
    one = both(found, player)[1]
    monkeypatch.setattr(kernel, "_BLOCK", 4 * len(found[0][0].mined))
    assert all(same(both(found, player, jobs=jobs)[0], one) for jobs in (0, 1, 2, 3))


def task(kind, kernel=True):
    """Some games and positions on a field of one kind, as plain values."""
    graph, mines = PLAYED[kind]
    found = larger(graph, mines, 12)
    played = play_many([board for board, _ in found], [start for _, start in found], STRONGEST, kernel=kernel)
    views = [board.view(safe_cells(board)[::3]) for board, _ in found]
    solved = solve_many(views, risks=True, kernel=kernel)
    return played.remaining.tolist(), played.cleared.tolist(), solved.verdicts.tolist()


def test_different_fields_may_be_worked_on_in_two_threads_at_once():
    kinds = [0, 1, 2, 0, 1, 2, 2, 1]
    right = {kind: task(kind, kernel=False) for kind in set(kinds)}
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(task, kinds)) == [right[kind] for kind in kinds]
