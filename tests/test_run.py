"""Runs: games and deductions against the closure, the solver and naive oracles, under every strategy."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from oracles import play as naive
from oracles_csp import agreed, all_layouts
from strategies import BY_CLUES, STRONGEST, examples, flagged, started_boards, views

from logicsweep import PLAYERS, Fact, Position, Setup, View, expert, play
from logicsweep.boards.board import FLAG, SAFE, Board
from logicsweep.closures.closure import closure
from logicsweep.errors import Contradiction, InvalidInput
from logicsweep.games.finish import agendas
from logicsweep.games.setup import EASIEST
from logicsweep.rules.clues import ALL_FOUND, CASUAL
from logicsweep.rules.engine import STRATEGIES, all_news, found_at, misses
from logicsweep.rules.facts import Knowledge


@given(started_boards(), st.integers(0, 3))
def test_every_strategy_ends_where_the_closure_and_the_oracle_end(started, seed):
    board, start = started
    cleared, flagged = naive(board, start)
    assert closure(board, start) == board.view(cleared, flagged)
    for strategy in STRATEGIES:
        game = play(board, start, Setup(strategy=strategy, seed=seed))
        assert (set(game.cleared), set(game.mines)) == (cleared, flagged)
        assert game.remaining == board.safe_count - len(cleared) == len(game.left)


@given(started_boards(), st.sampled_from(sorted(PLAYERS)))
def test_each_firing_rests_on_facts_that_came_before_and_gives_new_ones(started, player):
    game = play(*started, player)
    number = game.trace.number
    given_so_far = set()
    for firing in game.trace.firings:
        assert max(number[fact] for fact in firing.used) < min(number[fact] for fact in firing.concluded)
        assert not given_so_far & set(firing.concluded)
        given_so_far |= set(firing.concluded)
        if firing.production in ("all-found", "all-mines"):
            clue = game.board.clue(firing.site)
            assert firing.bindings == {"x": game.graph.name(firing.site), "m": clue}
            near = game.graph.neighbours[firing.site]
            if firing.production == "all-found":
                assert [fact.attribute for fact in firing.used] == ["clue"] + ["mine"] * clue
            else:
                assert len(near) - sum(fact.subject in near for fact in firing.used) == clue


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
        known.update(firing.concluded)
        known.update(
            Fact("clue", f.subject, board.clue(f.subject)) for f in firing.concluded if f.attribute == "safe"
        )
    return verdict in known


@given(started_boards(), st.sampled_from(sorted(PLAYERS)), st.sampled_from([*STRATEGIES, EASIEST]))
@examples(60)
def test_a_run_can_be_played_again(started, player, strategy):
    game = play(*started, Setup(player, strategy, seed=2, guess="least-risk"))
    assert play(game.what, game.start, game.setup) == game
    found = play(Position(game.known, trust_flags=True), player=Setup(player, strategy))
    assert play(found.what, found.start, found.setup) == found


@given(started_boards(), st.sampled_from(sorted(PLAYERS)), st.sampled_from(STRATEGIES), st.integers(0, 9))
@examples(60)
def test_before_each_firing_the_agenda_begins_with_it(started, player, strategy, limit):
    game = play(*started, Setup(player, strategy, seed=2), limit)
    first = [next(iter(agenda), None) for agenda in agendas(game)]
    fired = [(firing.production, firing.site, firing.concluded) for firing in game.trace.firings]
    shown = [(one.production, one.site, one.concluded) for one in first if one]
    assert shown[: len(fired)] == fired
    assert len(first) == len(fired) + 1
    more = play(*started, Setup(player, strategy, seed=2), len(fired) + 1).trace.firings[len(fired) :]
    assert shown[len(fired) :] == [(firing.production, firing.site, firing.concluded) for firing in more]


@given(started_boards(), st.sampled_from(STRATEGIES), st.integers(0, 9))
@example((Board.parse("...\n...\n..."), 0), "level", 2)
def test_the_agenda_holds_each_place_that_would_fire(started, strategy, limit):
    game = play(*started, Setup(strategy=strategy, seed=3), limit)
    *_, agenda = agendas(game)
    facts = len(agenda.memory.facts)
    found = {
        (production.name, site, match.concluded)
        for production in CASUAL
        for site in agenda.memory["clue"]
        for match in all_news(found_at(production, agenda.memory, site), agenda.memory)
    }
    shown = [(one.production, one.site, one.concluded) for one in agenda]
    assert len(shown) == len(found)
    assert set(shown) == found
    assert len(agenda) >= len(shown)
    assert len(agenda.memory.facts) == facts


@given(started_boards())
def test_a_miss_is_short_of_just_so_many_facts(started):
    board, start = started
    *_, agenda = agendas(play(board, start))
    for miss in misses(agenda.memory, CASUAL, range(len(board.graph))):
        production = next(p for p in CASUAL if p.name == miss.production)
        other = "mine" if production is ALL_FOUND else "safe"
        for known in range(miss.short + 1):
            memory = Knowledge(board.graph)
            for fact in agenda.memory.facts:
                memory.add(fact)
            for fact in miss.concluded[:known]:
                memory.add(Fact(other, fact.subject))
            left = miss.concluded[known:]
            expected = left if known == miss.short else ()
            found = found_at(production, memory, miss.site)
            assert [fact for match in found for fact in match.concluded] == list(expected)


ENDGAME = View.parse("mines 3 ###1 ###1 #311 #100")
STRATEGY = st.sampled_from(STRATEGIES)


@given(started_boards(), st.sampled_from(sorted(PLAYERS)), STRATEGY, st.data())
@examples(80)
def test_a_deduction_from_a_games_view_concludes_nothing_that_the_game_does_not(
    started, player, strategy, data
):
    board, start = started
    game = play(board, start, Setup(player, strategy))
    assert play(Position(game.after, trust_flags=True), None, game.setup).trace.firings == ()
    early = data.draw(st.sampled_from(list(game.views())))
    found = play(early, None, Setup(player, strategy))
    assert set(found.decided) <= {*game.decided}
    assert all(board.mined[cell] == (cell in found.mines) for cell in found.decided)


@given(views(), STRATEGY, st.booleans(), st.data())
@examples(100)
def test_complete_players_conclude_what_the_solver_knows(view, strategy, trust, data):
    mines = [cell for cell in view.covered if cell in expert(view, total=False).mines]
    view = flagged(view, data.draw(st.sets(st.sampled_from(mines)))) if mines else view
    found = play(Position(view, trust), None, Setup(BY_CLUES, strategy))
    known = expert(view, total=False, trust_flags=trust)
    assert (found.safe, found.mines) == (known.safe, known.mines)
    if view.mine_total is not None:
        found, known = play(Position(view, trust), player=STRONGEST), expert(view, trust_flags=trust)
        assert (found.safe, found.mines) == (known.safe, known.mines)


@given(views(), st.sampled_from(sorted(PLAYERS)), st.integers(0, 4))
@examples(80)
def test_what_is_concluded_holds_in_every_layout_and_is_drawn_in_the_view_after(view, player, limit):
    found = play(view, player=player, limit=limit)
    safe, mines, _ = agreed(view, all_layouts(view, view.mine_total))
    assert {*found.safe} <= {*safe}
    assert {*found.mines} <= {*mines}
    assert sorted((*found.decided, *found.undecided)) == list(view.covered)
    assert len(found.trace.firings) <= limit
    after = found.after
    changed = {i: mark for i, mark in enumerate(after.marks) if mark != view.marks[i]}
    assert changed == dict.fromkeys(found.safe, SAFE) | dict.fromkeys(found.mines, FLAG)
    assert found.before(len(found.trace.firings) + 1, flags=True) == after
    assert found.before(1) == view


def test_flags_are_claims_unless_they_are_trusted():
    view = View.parse("F##\n121\n000")
    wrong = View.parse("#F#\n121\n000")
    assert play(view, player="overlap").mines == (0, 2)
    assert play(wrong, player="overlap").safe == (1,)
    assert play(wrong, player="overlap").after.drawing == "F?F\n121\n000"
    assert play(View.parse("F#\n1#")).decided == ()
    assert play(Position(View.parse("F#\n1#"), trust_flags=True)).safe == (1, 3)


def test_a_game_begins_on_a_safe_cell_and_a_position_has_a_layout():
    with pytest.raises(InvalidInput, match=r"^start r1c3: expected a safe cell, got a mine$"):
        play(Board.parse("..M"), "r1c3")
    with pytest.raises(Contradiction, match=r"^r1c1=3 cannot hold"):
        play(View.parse("3##"))


@pytest.mark.parametrize("seed", ["x", 1.5, True, None])
def test_a_setup_refuses_a_seed_that_is_no_whole_number_at_once(seed):
    with pytest.raises(InvalidInput, match=r"^seed: expected a whole number, got "):
        Setup(seed=seed)
