"""The kernel's games with guesses, beside games played on the list of all layouts, in exact numbers."""

from fractions import Fraction
from itertools import combinations
from math import log10, prod

import networkx as nx
import numpy as np
import pytest

from logicsweep import CellGraph, kernel, play, random_board
from logicsweep.guessing import POLICIES

if not kernel.installed():
    pytest.skip("the extra `fast` is not installed", allow_module_level=True)


from logicsweep.kernel import guessing as compiled
from logicsweep.kernel.guessing import LOST, WON
from logicsweep.kernel.neighbours import neighbour_table
from logicsweep.kernel.swaps import MOST_LAYOUTS, swaps_of

pytestmark = pytest.mark.slow  # compiling takes half a minute

GRID = CellGraph.grid(3, 4)
FIELDS = [
    (GRID, 3, 0),
    (GRID, 4, 5),
    (CellGraph.grid(2, 6), 4, 0),
    (CellGraph.grid(1, 9), 3, 4),
    (CellGraph.torus(3, 4), 3, 0),
    (CellGraph.hexagonal(4, 3), 4, 1),
    (CellGraph.of(nx.petersen_graph()), 3, 0),
    (CellGraph.grid(3, 5), 5, 0),
    (CellGraph.grid(2, 8), 5, 3),
]


class Oracle:
    """Games on every layout of a field: what is known is the layouts that are left and the cells cleared."""

    def __init__(self, graph, mines):
        self.around = [set(cells) for cells in graph.neighbours]
        self.layouts = frozenset(map(frozenset, combinations(range(len(graph)), mines)))
        degrees = [len(cells) for cells in self.around]
        self.won = {}
        self.ranks = sorted(range(len(graph)), key=lambda cell: (degrees[cell], cell))

    def parts(self, cell, layouts):
        """The layouts in which a cell is safe, apart by the clue that it shows."""
        parts = {}
        for layout in layouts:
            if cell not in layout:
                parts.setdefault(len(self.around[cell] & layout), []).append(layout)
        return [*map(frozenset, parts.values())]

    def risks(self, layouts, cleared):
        """Of each cell that is not cleared in what share of layouts it is a mine, in the order of ties."""
        cells = [cell for cell in self.ranks if cell not in cleared]
        return {cell: Fraction(sum(cell in one for one in layouts), len(layouts)) for cell in cells}

    def play(self, layouts, cleared, choose):
        """Of each layout how its game ends, its guesses and the luck they took."""
        if len(layouts) == 1:
            return dict.fromkeys(layouts, (True, 0, 0.0))
        risks = self.risks(layouts, cleared)
        if safe := [cell for cell in risks if not risks[cell]]:
            return self.play_on(safe[0], layouts, cleared, choose)
        cell = choose(self, layouts, cleared, risks)
        luck = -log10(1 - risks[cell])
        ends = dict.fromkeys(layouts, (False, 1, luck))
        for layout, (won, guesses, more) in self.play_on(cell, layouts, cleared, choose).items():
            ends[layout] = won, guesses + 1, luck + more
        return ends

    def play_on(self, cell, layouts, cleared, choose):
        """The same of those layouts in which a cell is safe, where it is cleared."""
        parts = [self.play(part, cleared | {cell}, choose) for part in self.parts(cell, layouts)]
        return {layout: end for part in parts for layout, end in part.items()}

    def wins(self, layouts):
        """How many layouts the best strategy wins: over all cells, certain or not."""
        if layouts not in self.won:
            parts = [self.parts(cell, layouts) for cell in self.ranks]
            some = [sum(map(self.wins, one)) for one in parts if one != [layouts]]  # else it tells nothing
            self.won[layouts] = max(some) if len(layouts) > 1 else 1
        return self.won[layouts]

    def influences(self, layouts, risks):
        """Of each cell how often it is in a swap that no clue would decide, one way round, or tells it."""
        found = dict.fromkeys(self.ranks, Fraction(0))
        for ones, others, tellers in swaps_of(tuple(map(tuple, self.around))):
            if {*ones, *others, *tellers} <= risks.keys() and all(risks[c] < 1 for c in (*ones, *others)):
                chances = [*(risks[c] for c in (*ones, *tellers)), *(1 - risks[c] for c in others)]
                if prod(chances) >= 0.003:
                    like = [one for one in layouts if one >= {*ones, *tellers} and not one & {*others}]
                    share = Fraction(len(like), len(layouts))
                    for cell in (*ones, *others, *(tellers if share > Fraction("0.0125") else ())):
                        found[cell] += share
        return {cell: min(share, risks.get(cell, 0), 1 - risks.get(cell, 0)) for cell, share in found.items()}

    def two_least(self, layouts, cleared):
        """The two least risks of the next move, dead cells aside where there are others."""
        risks = self.risks(layouts, cleared)
        undecided = {cell for cell, risk in risks.items() if 0 < risk < 1}
        some = {cell: risk for cell, risk in risks.items() if risk < 1}
        seen = [self.around[clue] & undecided for clue in cleared]

        def dead(cell):
            own = self.around[cell] & undecided
            return not own or any(cells - {cell} == own for cells in seen)

        living = sorted(risk for cell, risk in some.items() if not dead(cell))
        return [living[0], living[:2][-1]] if living else [min(some.values(), default=0)] * 2


def least_risk(oracle, layouts, cleared, risks):
    return min(risks, key=risks.__getitem__)


def safest_two(oracle, layouts, cleared, risks):
    """A cell after which most layouts are left that survive the safest move, if one is needed."""

    def score(cell):
        parts = oracle.parts(cell, layouts)
        after = [[*oracle.risks(part, cleared | {cell}).values()] for part in parts]
        return sum(len(part) * (1 - min(all_of_it) % 1) for part, all_of_it in zip(parts, after, strict=True))

    return max(risks, key=score)


def best(oracle, layouts, cleared, risks):
    """The best play where few layouts are left: a cell that wins most; else the formula."""
    if len(layouts) <= MOST_LAYOUTS:
        return max(risks, key=lambda cell: sum(map(oracle.wins, oracle.parts(cell, layouts))))
    influence = oracle.influences(layouts, risks)

    def worth(cell):
        parts = oracle.parts(cell, layouts)
        after = [oracle.two_least(part, cleared | {cell}) for part in parts]
        chance = sum(
            len(part) * (1 - least - Fraction("0.2") * (second - least))
            for part, (least, second) in zip(parts, after, strict=True)
        )
        return chance * (1 + Fraction("0.9") * influence[cell] / (1 - risks[cell]))

    return max([cell for cell in risks if risks[cell] < 1], key=worth)


PLAYED = [(compiled.LEAST_RISK, least_risk), (compiled.SAFEST_TWO, safest_two), (compiled.BEST, best)]


@pytest.mark.parametrize(("graph", "mines", "start"), FIELDS)
@pytest.mark.parametrize(("policy", "choose"), PLAYED)
def test_games_end_as_on_the_list_of_all_layouts(graph, mines, start, policy, choose):
    oracle = Oracle(graph, mines)
    expected = oracle.play_on(start, oracle.layouts, frozenset(), choose)
    mined = np.array([[cell in layout for cell in range(len(graph))] for layout in expected], np.uint8)
    starts = np.full(len(mined), start)
    played = compiled.play_guessing(mined, starts, neighbour_table(graph), policy)
    won, guesses, luck = zip(*expected.values(), strict=True)
    assert (played.outcome == np.where(won, compiled.WON, compiled.LOST)).all()
    assert played.guesses.tolist() == [*guesses]
    assert played.luck.tolist() == pytest.approx([*luck])


@pytest.mark.parametrize("policy", POLICIES.values(), ids=str)
@pytest.mark.parametrize(
    ("field", "mines", "games"),
    [((8, 9), 10, 12), ((7, 11), 16, 12), (CellGraph.torus(6, 8), 9, 12), ((16, 30), 99, 60)],
)
def test_a_policy_chooses_as_the_kernel_does(field, mines, games, policy):
    boards = [random_board(field, mines, seed=3, index=index) for index in range(games)]
    boards = [board for board in boards if not board.mined[0]]
    mined = np.array([[*board.mined] for board in boards], np.uint8)
    number = [*POLICIES.values()].index(policy)
    around = neighbour_table(boards[0].graph)
    played = compiled.play_guessing(mined, np.zeros(len(mined), np.int64), around, number)
    paths = [play(board, 0, "counter", guess=policy) for board in boards]
    assert played.outcome.tolist() == [WON if path.won else LOST for path in paths]
    assert played.guesses.tolist() == [len(path.guesses) for path in paths]
    assert played.luck.tolist() == pytest.approx([path.luck for path in paths])
