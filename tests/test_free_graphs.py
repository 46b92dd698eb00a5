"""All kinds of games on networkx graphs as they are: no shape, no names, any degree, any nodes."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import safe_cells
from oracles_csp import agreed, all_layouts
from strategies import BY_CLUES, GRAPHS, examples
from strategies import boards as field_boards

from logicsweep import Board, CellGraph, InvalidInput, check, expert, play, random_board, sentence
from logicsweep.reasons.explanation import explain_all


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


def test_the_expert_finds_just_what_all_layouts_share(graph):
    for board in boards_on(graph):
        view = play(board, safe_cells(board)[0]).after.without_flags()
        for found, layouts in (
            (expert(view, total=False), all_layouts(view)),
            (expert(view), all_layouts(view, view.mine_total)),
        ):
            assert (found.safe, found.mines, found.risks) == agreed(view, layouts)


def test_each_forced_cell_has_an_explanation_in_the_graphs_own_names(graph):
    for board in boards_on(graph):
        view = board.view([safe_cells(board)[0]])
        for cell, explanation in explain_all(view).items():
            assert check(view, explanation)
            assert sentence(view, explanation).startswith(f"{board.graph.name(cell)} is ")


@given(field_boards(), st.randoms(use_true_random=False))
@examples(40)
def test_a_field_and_the_same_graph_shuffled_and_renamed_play_alike(board, rng):
    """What is reached does not depend on names, on the nodes' order, nor on there being rows."""
    name = {cell: f"node {i}" for i, cell in enumerate(board.graph.cells)}
    shuffled = rng.sample(sorted(name), len(name))
    graph = nx.empty_graph(name[cell] for cell in shuffled)
    graph.add_edges_from([*map(name.get, board.graph.at(edge))] for edge in board.graph.graph.edges)
    free = Board.of(graph, [name[cell] for cell in board.mines])
    assert isinstance(free.graph, CellGraph)
    assert free.graph.shape is None
    for start in safe_cells(board)[:2]:
        for player in ("casual", BY_CLUES):
            one = play(board, start, player)
            other = play(free, free.graph.index(name[board.graph.cells[start]]), player)
            assert {name[cell] for cell in board.graph.at(one.cleared)} == set(free.graph.at(other.cleared))
            assert {name[cell] for cell in board.graph.at(one.mines)} == set(free.graph.at(other.mines))
