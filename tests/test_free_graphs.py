"""All kinds of games on networkx graphs as they are: no shape, no names, any degree, any nodes."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import play as naive
from oracles import safe_cells
from oracles_csp import agreed, all_layouts
from strategies import boards as field_boards
from strategies import examples

from logicsweep import (
    PLAYERS,
    Board,
    CellGraph,
    compare,
    counter,
    expert,
    over_starts,
    play,
    random_board,
    why,
)
from logicsweep.closures.closure import closure
from logicsweep.errors import InvalidInput
from logicsweep.reasons.check import check
from logicsweep.reasons.explanation import explain_all, sentence

GRAPHS = {
    "petersen": nx.petersen_graph(),
    "random": nx.gnp_random_graph(11, 0.3, seed=4),
    "hypercube": nx.hypercube_graph(3),
    "words": nx.lollipop_graph(["ant", "bee", "cat", "dog"], ["eel", "fox", "gnu"]),
    "in pieces": nx.disjoint_union_all([nx.path_graph(4), nx.cycle_graph(3), nx.empty_graph(2)]),
    "hub": nx.star_graph(12),
    "mixed nodes": nx.cycle_graph([0, "0", (0, 0), frozenset("a"), 1.5]),
    "parallel edges": nx.MultiGraph([(1, 2), (1, 2), (2, 3), (3, 3), (3, 4), (4, 1), (4, 5)]),
    "one node": nx.empty_graph(1),
}


def boards_on(graph):
    """A few random boards of each number of mines, so that all players have something to do."""
    size = len(graph)
    return [
        random_board(graph, mines, seed=mines, index=n) for mines in range(min(size, 5)) for n in range(3)
    ]


@pytest.fixture(params=sorted(GRAPHS))
def graph(request):
    return GRAPHS[request.param]


def test_a_board_takes_its_mines_as_nodes(graph):
    nodes = list(graph)
    board = Board.of(graph, nodes[::2])
    assert board.mines == set(nodes[::2])
    for i, node in enumerate(nodes):
        near = sum(other in board.mines for other in set(graph.adj[node]) - {node})
        assert board.clue(i) == near
    with pytest.raises(InvalidInput, match="cell: expected a node of the graph, got 'nowhere'"):
        Board.of(graph, ["nowhere"])


def test_each_player_ends_where_the_rules_end_from_one_start_and_from_all(graph):
    for board in boards_on(graph)[::2]:
        for start in safe_cells(board):
            cleared, flagged = naive(board, start)
            fast, game = closure(board, start), play(board, start)
            assert (set(fast.cleared), set(fast.flagged)) == (cleared, flagged)
            assert (set(game.cleared), set(game.mines)) == (cleared, flagged)
        for player in PLAYERS:
            each = {start: play(board, start, player).remaining for start in safe_cells(board)}
            assert over_starts(board, player).remaining == each


def test_a_comparison_explains_what_the_casual_player_lacks(graph):
    for board in boards_on(graph)[1::3]:
        comparison = compare(board, safe_cells(board)[0])
        remaining = [game.remaining for game in comparison.runs.values()]
        assert remaining == sorted(remaining, reverse=True)
        for cell in comparison.additional:
            assert check(comparison.seen(cell), comparison.explain(cell))


def test_the_expert_finds_just_what_all_layouts_share(graph):
    for board in boards_on(graph):
        view = play(board, safe_cells(board)[0]).after.without_flags()
        for found, layouts in (
            (expert(view), all_layouts(view)),
            (counter(view), all_layouts(view, view.mines)),
        ):
            assert (found.safe, found.mines, found.risks) == agreed(view, layouts)


def test_each_forced_cell_has_an_explanation_in_the_graphs_own_names(graph):
    for board in boards_on(graph):
        view = board.view([safe_cells(board)[0]])
        for cell, explanation in explain_all(view).items():
            assert check(view, explanation)
            assert sentence(view, explanation).startswith(f"{board.graph.name(cell)} is ")


def test_every_cell_of_a_game_has_an_answer(graph):
    for board in boards_on(graph)[::4]:
        for player in ("casual", "counter"):
            game = play(board, safe_cells(board)[-1], player)
            decided = {*game.cleared, *game.mines}
            for cell in range(len(graph)):
                answer = why(game, cell)
                assert answer.cell == cell
                if cell in decided:
                    assert answer.verdict == ("mine" if board.mined[cell] else "safe")


def test_a_view_prints_a_line_a_node():
    board = Board.of(nx.star_graph(["hub", *"abcdefghijkl"]), "abcdefghijk")
    assert str(board.view(["hub"], "a")).splitlines()[:3] == ["mines 11", "hub 11", "a F"]


@given(field_boards(), st.randoms(use_true_random=False))
@examples(40)
def test_a_field_and_the_same_graph_shuffled_and_renamed_play_alike(board, rng):
    """What is reached does not depend on names, on the nodes' order, nor on there being rows."""
    name = {cell: f"node {i}" for i, cell in enumerate(board.graph.cells)}
    shuffled = rng.sample(sorted(name), len(name))
    graph = nx.empty_graph(name[cell] for cell in shuffled)
    graph.add_edges_from((name[a], name[b]) for a, b in board.graph.graph.edges)
    free = Board.of(graph, [name[cell] for cell in board.mines])
    assert isinstance(free.graph, CellGraph)
    assert free.graph.shape is None
    for start in safe_cells(board)[:2]:
        for player in ("casual", "expert"):
            one = play(board, start, player)
            other = play(free, free.graph.index(name[board.graph.cells[start]]), player)
            assert {name[cell] for cell in board.graph.at(one.cleared)} == set(free.graph.at(other.cleared))
            assert {name[cell] for cell in board.graph.at(one.mines)} == set(free.graph.at(other.mines))
