"""The kernel's games with guesses, beside those of the policies in plain Python, in exact numbers."""

from fractions import Fraction
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from strategies import STRONGEST

from logicsweep import CellGraph, Setup, kernel, play, random_board
from logicsweep.guessing import POLICIES, regret
from logicsweep.guessing.influence import swaps_of

if not kernel.is_installed():
    pytest.skip("the extra `fast` is not installed", allow_module_level=True)


from logicsweep.kernel.guessing import LOST, WON, play_guessing

pytestmark = pytest.mark.slow  # compiling takes half a minute

HEXAGONS, PETERSEN = CellGraph.hexagonal(4, 3), CellGraph.of(nx.petersen_graph())
FIELDS = [
    (CellGraph.grid(3, 4), 3, 0),
    (CellGraph.grid(3, 4), 4, 5),
    (CellGraph.grid(2, 6), 4, 0),
    (CellGraph.grid(1, 9), 3, 4),
    (CellGraph.torus(3, 4), 3, 0),
    (HEXAGONS, 4, 1),
    (PETERSEN, 3, 0),
    (CellGraph.grid(3, 5), 5, 0),
    (CellGraph.grid(2, 8), 5, 3),
]


def played(graph, boards, start, policy):
    """How the kernel's games end on some boards, each told by what is mined there."""
    mined, number = np.array(boards, np.uint8), [*POLICIES].index(policy)
    swaps = swaps_of(graph.neighbours)
    return play_guessing(mined, np.full(len(mined), start), graph.neighbour_table, swaps, number)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("graph", "mines", "start"), FIELDS)
def test_of_all_layouts_as_many_are_won_as_the_policy_wins(graph, mines, start, policy):
    cells = range(len(graph))
    boards = [[cell in mined for cell in cells] for mined in combinations(cells, mines)]
    won = (played(graph, boards, start, policy).outcome == WON).sum()
    assert Fraction(int(won), len(boards)) == regret(graph, mines, "any", policy, start).win


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    ("field", "mines", "games"),
    [
        ((8, 9), 10, 12),
        ((7, 11), 16, 12),
        (CellGraph.torus(6, 8), 9, 12),
        (HEXAGONS, 4, 40),
        (PETERSEN, 3, 40),
        ((2, 8), 5, 40),
        ((16, 30), 99, 60),
    ],
)
def test_each_game_goes_as_the_policy_plays_it(field, mines, games, policy):
    boards = [random_board(field, mines, seed=3, index=index) for index in range(games)]
    boards = [board for board in boards if not board.mined[0]]
    found = played(boards[0].graph, [[*board.mined] for board in boards], 0, policy)
    paths = [play(board, 0, Setup(STRONGEST, guess=policy)) for board in boards]
    assert found.outcome.tolist() == [WON if path.won else LOST for path in paths]
    assert found.guesses.tolist() == [len(path.guesses) for path in paths]
    assert found.luck.tolist() == pytest.approx([path.luck for path in paths])
