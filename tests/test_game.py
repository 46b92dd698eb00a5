"""The engine's game against the closure and a naive oracle, under every strategy, on every kind of field."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import play as naive

from logicsweep.board import Board
from logicsweep.cells import FIELDS, CellGraph
from logicsweep.closures.closure import closure
from logicsweep.errors import InvalidInput, Unsound
from logicsweep.game import play, watch
from logicsweep.rules.casual import CASUAL
from logicsweep.rules.engine import STRATEGIES, Fact, Match, Production


@st.composite
def started_boards(draw):
    """A board on some field and a safe start."""
    if draw(st.booleans()):
        graph = FIELDS[draw(st.sampled_from(sorted(FIELDS)))](
            draw(st.integers(1, 6)), draw(st.integers(1, 7))
        )
    else:
        size = draw(st.integers(1, 12))
        edges = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
        free = nx.empty_graph(size)
        free.add_edges_from(draw(st.lists(edges, max_size=20)))
        graph = CellGraph.from_networkx(free)
    mine = st.sampled_from((0, 0, 0, 1))
    mined = draw(st.lists(mine, min_size=len(graph), max_size=len(graph)).filter(lambda m: 0 in m))
    safe = [i for i, m in enumerate(mined) if not m]
    return Board(graph, bytes(mined)), draw(st.sampled_from(safe))


@given(started_boards(), st.integers(0, 3))
def test_every_strategy_ends_where_the_closure_and_the_oracle_end(started, seed):
    board, start = started
    cleared, flagged = naive(board, start)
    fast = closure(board, start)
    assert (set(fast.cleared), set(fast.flagged)) == (cleared, flagged)
    for strategy in STRATEGIES:
        game = play(board, start, strategy=strategy, seed=seed)
        assert (set(game.cleared), set(game.flagged)) == (cleared, flagged)
        assert game.remaining == fast.remaining == len(game.left)
        assert game.left == fast.left


@given(started_boards())
def test_each_firing_rests_on_facts_that_came_before_and_gives_new_ones(started):
    game = play(*started)
    number = game.trace.number
    given_so_far = set()
    for firing in game.trace.firings:
        assert max(number[fact] for fact in firing.used) < min(number[fact] for fact in firing.given)
        assert not given_so_far & set(firing.given)
        given_so_far |= set(firing.given)
        counts = firing.named_counts
        assert counts["c"] == len(firing.given)
        assert counts["m"] == game.board.clue(firing.site)
        assert counts["m"] == counts["f"] + (counts["c"] if firing.production == "all-mines" else 0)


@given(started_boards(), st.data())
def test_the_chain_to_a_cell_is_complete_and_none_of_it_can_be_left_out(started, data):
    board, start = started
    game = play(board, start)
    decided = (*game.cleared, *game.flagged)
    cell = data.draw(st.sampled_from(decided))
    chain = game.trace.why(cell)
    verdict = game.trace.verdict(cell)
    assert _replays(board, start, chain, verdict)
    for firing in chain:
        assert not _replays(board, start, [f for f in chain if f is not firing], verdict)


def _replays(board, start, chain, verdict):
    """Whether the firings, in order, have all they use and arrive at the verdict."""
    known = {Fact("clue", start, board.clue(start))}
    for firing in chain:
        if not known.issuperset(firing.used):
            return False
        known.update(firing.given)
        known.update(
            Fact("clue", f.subject, board.clue(f.subject)) for f in firing.given if f.attribute == "safe"
        )
    return verdict in known


@given(started_boards(), st.data())
def test_provenance_holds_the_chain_and_has_no_cycles(started, data):
    board, start = started
    trace = play(board, start).trace
    graph = trace.provenance
    assert nx.is_directed_acyclic_graph(graph)
    assert {node for node in graph if isinstance(node, Fact)} == set(trace.facts)
    for cell in range(len(board.graph)):
        if verdict := trace.verdict(cell):
            ancestors = nx.ancestors(graph, verdict)
            assert [f.number for f in trace.why(cell)] == sorted(n for n in ancestors if isinstance(n, int))
        else:
            assert trace.why(cell) == ()


@given(started_boards())
def test_a_player_knows_no_more_than_was_opened(started):
    board, start = started
    game = play(board, start)
    told = [fact for fact in game.trace.facts if fact.attribute == "clue"]
    assert {fact.subject for fact in told} == set(game.cleared)
    assert all(fact.value == board.clue(fact.subject) for fact in told)
    assert game.view == board.view(game.cleared, game.flagged)


def test_a_limit_stops_the_game_early():
    board = Board.parse("...\n...\nMM.")
    assert [len(play(board, 0, limit=n).trace.firings) for n in (0, 1, 2, 9)] == [0, 1, 2, 4]
    assert next(watch(board, 0)).production == "all-found"


def test_a_start_on_a_mine_is_refused():
    with pytest.raises(InvalidInput, match="start r1c1: expected a safe cell, got a mine"):
        play(Board.parse("M.."), 0)


def test_a_wrong_conclusion_is_caught_with_its_firing():
    def optimist(memory, site):
        """Everything beside a clue is safe."""
        clue = memory["clue"].get(site)
        return clue and Match((clue,), tuple(Fact("safe", j) for j in memory.neighbours[site]))

    with pytest.raises(Unsound, match="firing 1 of optimist at r1c2 says r1c1 is safe, but it is a mine"):
        play(Board.parse("M.."), 1, player=[Production("optimist", optimist)])


def test_the_two_productions_carry_the_sentences_players_say():
    assert [p.sentence.split(",")[0] for p in CASUAL] == [
        "All mines around this cell are found",
        "This cell has as many flagged and covered neighbours as its number",
    ]
