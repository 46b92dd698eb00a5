"""The engine's game against the closure and a naive oracle, under every strategy, on every kind of field."""

import pickle
from collections import Counter
from itertools import combinations, product

import networkx as nx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from oracles import play as naive
from strategies import examples
from test_players import random_board
from test_players import started_boards as small_started

from logicsweep.boards.board import Board
from logicsweep.boards.cells import FIELDS, Cell, CellGraph
from logicsweep.closures.closure import closure
from logicsweep.errors import InvalidInput, Unsound
from logicsweep.games.game import play, watch
from logicsweep.games.players import PLAYERS
from logicsweep.rules.casual import ALL_FOUND, CASUAL
from logicsweep.rules.engine import STRATEGIES, Fact, Match, Production, matches, misses
from logicsweep.rules.knowledge import Knowledge


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
        assert (set(game.cleared), set(game.mines)) == (cleared, flagged)
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
    decided = (*game.cleared, *game.mines)
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
    assert game.after == board.view(game.cleared, game.mines)


@given(
    started_boards(), st.sampled_from(sorted(PLAYERS)), st.sampled_from(STRATEGIES), st.none() | st.just(3)
)
@examples(60)
def test_the_states_are_the_views_before_each_firing_and_the_last_one(started, player, strategy, limit):
    game = play(*started, player, strategy, seed=1, limit=limit)
    numbers = range(1, len(game.trace.firings) + 2)
    assert list(game.states()) == [game.before(number, flags=True) for number in numbers]
    assert list(game.states())[-1] == game.after


@given(started_boards(), st.sampled_from(sorted(PLAYERS)), st.sampled_from(STRATEGIES), st.integers(0, 9))
@examples(60)
def test_before_each_firing_the_agenda_begins_with_it(started, player, strategy, limit):
    game = play(*started, player, strategy, seed=2, limit=limit)
    first = [next(iter(agenda), None) for agenda in game.agendas()]
    fired = [(firing.production, firing.site, firing.given) for firing in game.trace.firings]
    shown = [(one.production, one.site, one.given) for one in first if one]
    assert shown[: len(fired)] == fired
    assert len(first) == len(fired) + 1
    more = play(*started, player, strategy, seed=2, limit=len(fired) + 1).trace.firings[len(fired) :]
    assert shown[len(fired) :] == [(firing.production, firing.site, firing.given) for firing in more]


@given(started_boards(), st.sampled_from(STRATEGIES), st.integers(0, 9))
@example((Board.parse("...\n...\n..."), 0), "level", 2)
def test_the_agenda_holds_each_place_that_would_fire(started, strategy, limit):
    game = play(*started, strategy=strategy, seed=3, limit=limit)
    *_, agenda = game.agendas()
    facts = len(agenda.memory.facts)
    found = {
        (production.name, site, match.given)
        for production in CASUAL
        for site in agenda.memory["clue"]
        for match in matches(agenda.memory, production, site)
    }
    shown = [(one.production, one.site, one.given) for one in agenda]
    assert len(shown) == len(found)
    assert set(shown) == found
    assert len(agenda) >= len(shown)
    assert len(agenda.memory.facts) == facts


@given(started_boards())
def test_a_miss_is_short_of_just_so_many_facts(started):
    board, start = started
    *_, agenda = play(board, start).agendas()
    for miss in misses(agenda.memory, CASUAL, range(len(board.graph))):
        production = next(p for p in CASUAL if p.name == miss.production)
        other = "mine" if production is ALL_FOUND else "safe"
        for known in range(miss.short + 1):
            memory = Knowledge(board.graph)
            for fact in agenda.memory.facts:
                memory.add(fact)
            for fact in miss.given[:known]:
                memory.add(Fact(other, fact.subject))
            left = miss.given[known:]
            expected = left if known == miss.short else ()
            assert [f for match in matches(memory, production, miss.site) for f in match.given] == list(
                expected
            )


@given(small_started(), st.sampled_from(sorted(PLAYERS)), st.sampled_from(STRATEGIES))
def test_what_a_firing_used_is_enough_for_what_it_gave(started, player, strategy):
    require_enough(play(*started, player, strategy))


@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(20, 60), marks=pytest.mark.slow)])
def test_what_a_firing_used_is_enough_in_every_production(seeds):
    counted = Counter()
    solver = [production for production in PLAYERS["counter"].productions if production.name != "overlap"]
    for seed, player in product(seeds, ("counter", solver)):
        board = random_board(4, 7, 6, seed)
        zeros = [i for i, mine in enumerate(board.mined) if not mine and not board.clue(i)]
        game = play(board, zeros[0] if zeros else board.mined.index(0), player)
        require_enough(game)
        counted.update(game.trace.counted())
    assert set(counted) == {production.name for production in PLAYERS["counter"].productions}
    assert min(counted.values()) > 5


def require_enough(game):
    """In each layout in which the used facts hold, whatever else is so, the given ones hold too."""
    board = game.board
    known = set(play(board, game.start, limit=0).trace.facts)
    for firing in game.trace.firings:
        assert known.issuperset(firing.used)
        safe = [fact.subject for fact in firing.given if fact.attribute == "safe"]
        known.update(firing.given, [Fact("clue", cell, board.clue(cell)) for cell in safe])
        for mines in layouts(board.graph, firing.used):
            assert all((fact.subject in mines) == (fact.attribute == "mine") for fact in firing.given)


def layouts(graph, facts):
    """Every placement of mines in which the facts hold; on all cells only where one tells the total."""
    told = {fact.subject: fact.attribute for fact in facts}
    total = next((fact.value for fact in facts if fact.attribute == "total"), None)
    clues = [fact for fact in facts if fact.attribute == "clue"]
    near = {j for clue in clues for j in graph.neighbours[clue.subject]}
    free = [cell for cell in (near if total is None else range(len(graph))) if cell not in told]
    mined = {cell for cell, attribute in told.items() if attribute == "mine"}
    for size in range(len(free) + 1) if total is None else [total - len(mined)]:
        for chosen in combinations(free, size):
            mines = mined.union(chosen)
            if all(len(mines.intersection(graph.neighbours[c.subject])) == c.value for c in clues):
                yield mines


def test_a_start_is_an_index_a_cell_a_pair_or_a_name():
    board = Board.parse("....\n....\n.M..")
    games = [play(board, start) for start in (6, Cell(1, 2), (1, 2), "r2c3")]
    assert [game.start for game in games] == [6] * 4
    assert all(game == games[0] for game in games)
    assert next(watch(board, "r1c4")).site == 3
    assert games[0].trace.why("r1c1") == games[0].trace.why(0)
    for wrong in (12, (3, 0), "r4c1", "here"):
        with pytest.raises(InvalidInput):
            play(board, wrong)


def test_a_game_and_its_trace_are_shown_in_a_line():
    game = play(Board.parse("...\n...\nMM."), 0)
    assert repr(game) == "<Run casual from r1c1 on 3 x 3: 7 of 7 cleared, 2 flagged, 4 firings>"
    assert repr(game.trace) == "<Trace on 3 x 3: 4 firings, 16 facts>"
    assert repr(Knowledge(game.board.graph)) == "<Knowledge on 3 x 3: 0 facts, 9 cells covered>"
    petersen = CellGraph.from_networkx(nx.petersen_graph())
    own = play(Board.of(petersen, [0]), 5, [*CASUAL])
    assert repr(own).startswith("<Run own from 5 on 10 cells: ")


@given(started_boards(), st.sampled_from(sorted(PLAYERS)))
@examples(30)
def test_games_pickle(started, player):
    game = play(*started, player)
    assert game.after == game.board.view(game.cleared, game.mines)
    assert set(game.trace.provenance) >= set(game.trace.number)
    for decided in game.cleared:
        game.trace.why(decided)
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.trace.why(game.start) == ()
    assert pickle.loads(pickle.dumps(PLAYERS[player])) == PLAYERS[player]


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

    optimists = [Production("optimist", optimist)]
    with pytest.raises(Unsound, match=r"^optimist at r1c2 says r1c1 is safe; the clues allow a mine there$"):
        play(Board.parse("M.."), 1, optimists)
    with pytest.raises(Unsound, match=r"^firing 1 of optimist at r1c2 says r1c1 is safe, but it is a mine$"):
        play(Board.parse("M.."), 1, optimists, checked=False)


def test_the_two_productions_carry_the_sentences_players_say():
    assert [p.sentence.split(",")[0] for p in CASUAL] == [
        "All mines around this cell are found",
        "This cell has as many flagged and covered neighbours as its number",
    ]


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (Fact("clue", 4, 0), "facts that a production may give, not the referee's, got ('clue', 4, 0)"),
        (Fact("safe", 99), "facts like Fact('safe', index), got ('safe', 99, True)"),
        (Fact("safe", "r1c2"), "facts like Fact('safe', index), got ('safe', 'r1c2', True)"),
        (Fact("mine", 6, False), "facts like Fact('mine', index), got ('mine', 6, False)"),
    ],
)
def test_a_production_gives_verdicts_about_cells_and_nothing_of_the_referees(fact, said):
    rule = Production("rule", lambda memory, site: Match((), (fact,)), needs="clue")
    with pytest.raises(InvalidInput) as error:
        play(Board.parse("... ... MM."), 0, [rule])
    assert said in str(error.value)


@pytest.mark.parametrize("found", [5, "abc", [3], True])
def test_a_condition_that_returns_no_match_is_named(found):
    rule = Production("rule", lambda memory, site: found, needs="clue")
    with pytest.raises(InvalidInput, match="production rule: expected a Match, a list of them or None"):
        play(Board.parse("... ... MM."), 0, [rule])


def test_productions_may_come_one_by_one():
    board = Board.parse("... ... MM.")
    game = play(board, 0, (production for production in CASUAL))
    assert game.player.productions == CASUAL
    assert len(list(game.agendas())) == len(game.trace.firings) + 1
