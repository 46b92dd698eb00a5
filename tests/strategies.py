"""Hypothesis strategies: small boards and views on grids, tori and hexagonal fields, never square."""

from itertools import cycle

import networkx as nx
from hypothesis import settings
from hypothesis import strategies as st

from logicsweep.boards.board import FLAG, SAFE, Board, View
from logicsweep.boards.cells import FIELDS, CellGraph
from logicsweep.games.players import PLAYERS, player_of, sort_by_effort, strongest
from logicsweep.games.quick import levels_of

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
SMALL_FIELDS = [
    FIELDS[kind](*size)
    for kind in sorted(FIELDS)
    for size in [(2, 5), (2, 6), (3, 4), (4, 3), (1, 9), (7, 2)]
]
SHAPES = [(1, 5), (2, 3), (2, 6), (3, 4), (3, 5), (4, 3), (4, 5), (5, 2), (6, 3)]


def examples(number):
    """So many examples in a thorough run, a part of them in a quick one: as the profile says."""
    return settings(max_examples=max(1, number * settings.default.max_examples // 100))


@st.composite
def graphs(draw):
    rows, cols = draw(st.sampled_from(SHAPES))
    return FIELDS[draw(st.sampled_from(sorted(FIELDS)))](rows, cols)


@st.composite
def boards(draw, most_mines=8, graph=None):
    graph = graph or draw(graphs())
    mines = draw(st.sets(st.integers(0, len(graph) - 1), max_size=most_mines))
    return Board(graph, bytes(i in mines for i in range(len(graph))))


@st.composite
def started_boards(draw, free=True):
    """A board of few cells, on a field or a free graph, and a safe start."""
    graph = draw(
        st.sampled_from([*SMALL_FIELDS, *([CellGraph.of(one) for one in GRAPHS.values()] if free else [])])
    )
    cells = st.lists(st.sampled_from((0, 0, 0, 1)), min_size=len(graph), max_size=len(graph))
    mined = draw(cells.filter(lambda m: 0 in m))
    return Board(graph, bytes(mined)), draw(st.sampled_from([i for i, mine in enumerate(mined) if not mine]))


@st.composite
def views(draw, most_covered=11, total=None, graph=None):
    """A view of a real board, so that at least one layout exists; some cells cleared without a number."""
    board = draw(boards(min(8, most_covered), graph))
    safe = [i for i, mine in enumerate(board.mined) if not mine]
    hidden = draw(st.sets(st.sampled_from(safe), max_size=most_covered - board.mine_count)) if safe else set()
    with_total = draw(st.booleans()) if total is None else total
    marks = list(board.view([i for i in safe if i not in hidden], total=with_total).marks)
    for i in draw(st.sets(st.sampled_from(range(len(marks))), max_size=3)):
        if marks[i] >= 0:
            marks[i] = SAFE
    return View(board.graph, tuple(marks), board.mine_count if with_total else None)


@st.composite
def doubtful_views(draw, most_covered=10, graph=None):
    """A view in which a few clues, or the mine total, may be wrong."""
    view = draw(views(most_covered, total=True, graph=graph))
    marks = list(view.marks)
    for i in draw(st.sets(st.sampled_from(range(len(marks))), max_size=2)):
        if marks[i] >= 0:
            marks[i] = max(0, marks[i] + draw(st.sampled_from([-1, 1, 2])))
    mines = max(0, view.mine_total + draw(st.sampled_from([0, 0, -2, -1, 1, 3])))
    return View(view.graph, tuple(marks), mines)


def flagged(view, cells):
    """The view with flags on these cells."""
    marks = [FLAG if cell in cells else mark for cell, mark in enumerate(view.marks)]
    return View(view.graph, tuple(marks), view.mine_total)


@st.composite
def flagged_views(draw, most_covered=9, graph=None):
    """A view as the two above, in which some covered cells have flags, right or wrong."""
    view = draw(views(most_covered, graph=graph) | doubtful_views(most_covered, graph=graph))
    flags = draw(st.sets(st.sampled_from(view.covered), max_size=2)) if view.covered else set()
    return flagged(view, flags)


@st.composite
def batches(draw, most=4):
    """Several views on one cell graph."""
    graph = draw(graphs())
    return draw(st.lists(flagged_views(graph=graph), min_size=1, max_size=most))


_SHAPES = ((9, 12, 22), (8, 9, 14), (9, 10, 15))  # rows, columns, mines
PLAYED = [
    *[(make(*shape), mines) for make, (*shape, mines) in zip(FIELDS.values(), cycle(_SHAPES), strict=False)],
    (CellGraph.of(nx.gnm_random_graph(70, 160, seed=3)), 16),
]
"""A field of each kind with a number of mines, for whole games."""
NAMES = [*FIELDS, "random"]
ASKED = [one.name for one in sort_by_effort([*PLAYERS.values(), player_of("rows-3"), player_of("rows-4")])]
"""Players by name, the least effort first: the ladder, and some who take more clues together."""
BY_CLUES, STRONGEST = (strongest(total).name for total in (False, True))
"""The strongest player who goes by the clues alone, and the strongest of all."""
QUICK = [name for name, one in PLAYERS.items() if levels_of(one.productions)]
"""The players of the ladder whose games `play_many` can play."""
