"""Every firing of every player follows from the facts that it used, says a SAT solver that knows no more.

What a firing did not use counts as not known: a cell is a variable, a clue among the facts used is a sum over
the variables of its neighbours, the mine total one over all cells. With the opposite of a conclusion added
the formula has no model. Nothing of the solvers in `csp` is used.
"""

import random

import networkx as nx
import pytest
from conftest import SAMPLES
from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from logicsweep import PLAYERS, Board, CellGraph, Fact, path, play
from logicsweep.boards.cells import FIELDS
from logicsweep.games.players import load_players
from logicsweep.rules.firing import Firing


def formula(graph, facts):
    """What facts about a cell graph say: cell i is variable i + 1, true for a mine."""
    clauses, top = [], len(graph)

    def exactly(cells, count):
        nonlocal top
        if not 0 <= count <= len(cells):
            clauses.append([])
        elif cells:
            found = CardEnc.equals(
                [cell + 1 for cell in cells], count, top_id=top, encoding=EncType.seqcounter
            )
            clauses.extend(found.clauses)
            top = max(top, found.nv)

    for attribute, subject, value in facts:
        if attribute == "total":
            exactly(range(len(graph)), value)
        elif attribute == "clue":
            clauses.append([-subject - 1])
            exactly(graph.neighbours[subject], value)
        else:
            clauses.append([subject + 1 if attribute == "mine" else -subject - 1])
    return clauses


def follows(graph, firing):
    """Whether each conclusion of a firing follows from the facts that it used."""
    clauses = formula(graph, firing.used)
    if [] in clauses:
        return True
    with Solver(name="cadical153", bootstrap_with=clauses) as solver:
        assert solver.solve(), "the facts used contradict each other"
        opposites = [
            -f.subject - 1 if f.attribute == "mine" else f.subject + 1
            for f in firing.concluded
            if f.attribute in ("safe", "mine")
        ]
        return not any(solver.solve(assumptions=[literal]) for literal in opposites)


def test_the_solver_tells_what_follows_from_what_does_not():
    graph = CellGraph.grid(1, 3)
    one, total, safe = Fact("clue", 1, 1), Fact("total", "board", 1), Fact("safe", 2)
    assert not follows(graph, Firing(1, "rule", 1, (one,), (Fact("mine", 0),)))
    assert not follows(graph, Firing(1, "rule", 1, (total, safe), (Fact("mine", 0),)))
    assert not follows(graph, Firing(1, "rule", 1, (one, safe), (Fact("safe", 0),)))
    assert follows(graph, Firing(1, "rule", 1, (one, safe), (Fact("mine", 0),)))
    assert follows(graph, Firing(1, "rule", 1, (total, Fact("mine", 2)), (Fact("safe", 0),)))


def fields(rng):
    """A field of each kind, and two random graphs."""
    for kind in sorted(FIELDS):
        yield FIELDS[kind](rng.randint(6, 11), rng.randint(6, 11))
    seed = rng.randint(0, 10**6)
    yield CellGraph.from_networkx(nx.gnm_random_graph(rng.randint(20, 50), 90, seed=seed))
    yield CellGraph.from_networkx(nx.random_regular_graph(4, 2 * rng.randint(10, 25), seed=seed))


def games(rng, graph, densities, most):
    """A random board of one of these densities, with some first cells, of openings if there are any."""
    density = rng.choice(densities)
    board = Board(graph, bytes(rng.random() < density for _ in range(len(graph))))
    safe = [cell for cell, mine in enumerate(board.mined) if not mine]
    starts = [cell for cell in safe if board.clue(cell) == 0] or safe
    return [(board, start) for start in rng.sample(starts, min(most, len(starts)))]


@pytest.mark.parametrize(
    ("seeds", "most"),
    [(range(3, 60), 3), pytest.param([*range(3), *range(6, 60)], 60, marks=pytest.mark.slow)],
)
def test_every_firing_of_every_player_follows_from_what_it_used(seeds, most):
    players = (*PLAYERS.values(), *load_players(SAMPLES / "my_rules.py"))
    productions = {production.name for player in players for production in player.productions}
    fired = set()
    for number, seed in enumerate(seeds):
        if number >= most and fired == productions:
            break
        rng = random.Random(seed)
        for graph in fields(rng):
            for board, start in games(rng, graph, [0.12, 0.16, 0.2], 2):
                for player in players:
                    for firing in play(board, start, player).trace.firings:
                        fired.add(firing.production)
                        assert follows(graph, firing), (
                            f"{firing!r} of {player.name} on {board!r} from {start}"
                        )
    assert fired == productions


@pytest.mark.parametrize("seeds", [range(100, 103), pytest.param(range(103, 140), marks=pytest.mark.slow)])
def test_every_step_of_a_path_follows_from_what_it_used(seeds):
    fired = set()
    for seed in seeds:
        rng = random.Random(seed)
        for graph in fields(rng):
            for board, start in games(rng, graph, [0.16, 0.2, 0.24], 3):
                for step in path(board, start).steps:
                    fired.add(step.firing.production)
                    assert follows(graph, step.firing), f"{step!r} on {board!r} from {start}"
    assert fired >= {"all-found", "all-mines", "overlap", "total-alone", "rows-3"}
