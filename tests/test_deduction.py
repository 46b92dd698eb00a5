"""What players conclude from a position, held to the games they would play and to the solver."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles_csp import agreed, all_layouts
from strategies import examples, views
from test_players import started_boards

from logicsweep import (
    PLAYERS,
    Contradiction,
    Fact,
    InvalidInput,
    Match,
    Position,
    Production,
    Unsound,
    View,
    compare,
    counter,
    expert,
    play,
)
from logicsweep.boards.board import COVERED, FLAG, SAFE
from logicsweep.rules.engine import STRATEGIES

ENDGAME = View.parse("mines 3 ###1 ###1 #311 #100")
STRATEGY = st.sampled_from(STRATEGIES)
NOT_LEVEL = st.sampled_from([one for one in STRATEGIES if one != "level"])


def flagged(view, cells):
    """The view with flags on these covered cells."""
    marks = [FLAG if i in cells and mark == COVERED else mark for i, mark in enumerate(view.marks)]
    return View(view.graph, tuple(marks), view.mines)


# --- against the referee's games ----------------------------------------


@given(started_boards(), st.sampled_from(sorted(PLAYERS)), STRATEGY, st.data())
@examples(80)
def test_a_deduction_from_a_games_view_concludes_nothing_that_the_game_does_not(
    started, player, strategy, data
):
    board, start = started
    game = play(board, start, player, strategy)
    assert play(game.after, None, player, strategy, trust_flags=True).trace.firings == ()
    early = data.draw(st.sampled_from(list(game.states())))
    found = play(early, None, player, strategy)
    assert set(found.decided) <= {*game.decided}
    assert all(board.mined[cell] == (cell in found.mines) for cell in found.decided)


@given(
    started_boards(),
    st.sampled_from(sorted(PLAYERS)),
    st.sampled_from([one for one in STRATEGIES if one != "level"]),
    st.data(),
)
@examples(80)
def test_a_deduction_begins_with_the_firing_that_the_game_goes_on_with(started, player, strategy, data):
    """The same facts, told at once or one after another: what applies first has the same salience.

    Not level by level: there a game goes on with what applied before its last firings.
    """
    board, start = started
    game = play(board, start, player, strategy)
    number = data.draw(st.integers(1, len(game.trace.firings) + 1))
    found = play(game.before(number, flags=True), player=player, trust_flags=True)
    going_on = game.trace.firings[number - 1 :]
    assert bool(found.trace.firings) == bool(going_on)
    if going_on:
        salience = {one.name: one.salience for one in PLAYERS[player].productions}
        assert salience[found.trace.firings[0].production] == salience[going_on[0].production]


# --- against the solver ----------------------------------------


@given(views(), STRATEGY, st.booleans(), st.data())
@examples(100)
def test_complete_players_conclude_what_the_solver_knows(view, strategy, trust, data):
    mines = [cell for cell in view.covered if cell in expert(view).mines]
    view = flagged(view, data.draw(st.sets(st.sampled_from(mines)))) if mines else view
    found = play(view, None, "expert", strategy, trust_flags=trust)
    known = expert(view, trust_flags=trust)
    assert (found.safe, found.mines) == (known.safe, known.mines)
    if view.mines is not None:
        found, known = play(view, player="counter", trust_flags=trust), counter(view, trust_flags=trust)
        assert (found.safe, found.mines) == (known.safe, known.mines)


@given(views(), st.sampled_from(sorted(PLAYERS)), st.integers(0, 4))
@examples(80)
def test_what_is_concluded_holds_in_every_layout_and_is_drawn_in_the_view_after(view, player, limit):
    found = play(view, player=player, limit=limit)
    safe, mines, _ = agreed(view, all_layouts(view, view.mines))
    assert {*found.safe} <= {*safe}
    assert {*found.mines} <= {*mines}
    assert sorted((*found.decided, *found.open)) == list(view.covered)
    assert len(found.trace.firings) <= limit
    after = found.after
    changed = {i: mark for i, mark in enumerate(after.marks) if mark != view.marks[i]}
    assert changed == dict.fromkeys(found.safe, SAFE) | dict.fromkeys(found.mines, FLAG)
    assert found.before(len(found.trace.firings) + 1, flags=True) == after
    assert found.before(1) == view


@given(views(), STRATEGY)
@examples(40)
def test_the_agendas_of_a_deduction_tell_what_fires_next(view, strategy):
    found = play(view, None, "overlap", strategy, seed=5)
    firsts = [next(iter(agenda), None) for agenda in found.agendas()]
    told = [(one.production, one.site, one.given) for one in firsts if one]
    assert told == [(f.production, f.site, f.given) for f in found.trace.firings]
    assert firsts[-1] is None


def test_flags_are_claims_unless_they_are_trusted():
    view = View.parse("F##\n121\n000")
    wrong = View.parse("#F#\n121\n000")
    assert play(view, player="overlap").mines == (0, 2)
    assert play(wrong, player="overlap").safe == (1,)
    assert play(wrong, player="overlap").after.drawing == "F?F\n121\n000"
    assert play(View.parse("F#\n1#")).decided == ()
    assert play(View.parse("F#\n1#"), trust_flags=True).safe == (1, 3)


def test_a_view_without_a_layout_is_refused_whoever_asks():
    view = View.parse("mines 1 000 000 121 ###")
    for player in PLAYERS:
        with pytest.raises(Contradiction, match="r3c2=2 cannot hold with 1 mine in all"):
            play(view, player=player)
    with pytest.raises(Contradiction):
        compare(view)


def test_what_is_no_view_player_or_limit_is_refused():
    with pytest.raises(InvalidInput, match="board: expected a Board, View or Position"):
        play("1#")
    with pytest.raises(InvalidInput, match="player: expected one of casual"):
        play(ENDGAME, player="nobody")
    with pytest.raises(InvalidInput, match="limit: expected a whole number"):
        play(ENDGAME, limit=-1)
    with pytest.raises(InvalidInput, match="strategy"):
        play(ENDGAME, strategy="luck")


# --- productions of one's own ----------------------------------------


def claiming(*facts):
    def claim(memory, site):
        """I just know."""
        return Match((memory["clue"][site],), tuple(facts))

    return [*PLAYERS["expert"].productions, Production("claim", claim, needs="clue", salience=-1)]


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (Fact("safe", 8), "^claim at .* says r3c1 is safe; the clues allow a mine there$"),
        (Fact("mine", 0), "says r1c1 is a mine; the clues and the mine total force it to be safe"),
        (Fact("mine", 3), "says r1c4 is a mine; the clues force it to be safe"),
    ],
)
def test_a_conclusion_that_some_layout_refutes_is_unsound(fact, said):
    with pytest.raises(Unsound, match=said) as error:
        play(ENDGAME, player=claiming(fact))
    assert error.value.cell == fact.subject


def test_a_conclusion_by_the_mine_total_is_sound_where_it_is_told():
    assert 0 in play(ENDGAME, player=claiming(Fact("safe", 0))).safe
    with pytest.raises(Unsound):
        play(View(ENDGAME.graph, ENDGAME.marks), player=claiming(Fact("safe", 0)))


@pytest.mark.parametrize("fact", [Fact("safe", 99), Fact("safe", 0, 3), Fact("clue", 0, 1)])
def test_facts_that_no_production_may_give_are_named(fact):
    with pytest.raises(InvalidInput, match=r"claim at .*: expected facts"):
        play(ENDGAME, player=claiming(fact))


# --- several players ----------------------------------------


@given(views())
@examples(40)
def test_a_comparison_of_deductions_tells_who_decides_each_cell_and_why(view):
    comparison = compare(view)
    found = comparison.runs
    assert {name: one.decided for name, one in found.items()} == {
        name: play(view, player=name).decided for name in PLAYERS
    }
    for cell in view.covered:
        deciders = [name for name, one in found.items() if cell in one.decided]
        assert comparison.weakest.get(cell) == (deciders[0] if deciders else None)
    last = found[comparison.last]
    beyond = {*last.decided} - {*found["casual"].decided}
    assert {one.cell for one in comparison.additional} <= beyond
    for one in comparison.additional:
        explanation = comparison.explain(one)
        assert explanation is not None
        assert explanation.verdict == one.verdict == ("mine" if one.cell in last.mines else "safe")
        seen = comparison.seen(one)
        layouts = all_layouts(seen if explanation.flags else seen.without_flags(), view.mines)
        assert {one.cell in mines for mines in layouts} == {one.verdict == "mine"}


def test_a_position_is_compared_as_a_game_is():
    """A game's first view holds all that its players see before the first cell is cleared."""
    from conftest import SAMPLES

    from logicsweep.formats import judge

    board = next(judge.read((SAMPLES / "ladder.txt").read_text()))
    game = play(board, "r1c8", "overlap")
    position, games = compare(game.after), compare(board, "r1c8")
    assert position.runs["casual"].open != ()
    assert list(position.runs) == list(games.runs)
    assert {one.hardest("expert").step.production.name for one in (position, games)} == {"entailed"}
    with pytest.raises(InvalidInput, match="players: expected at least one"):
        compare(ENDGAME, players=[])


def test_a_position_that_is_solved_already_is_not_solved_again():
    position = Position(ENDGAME)
    solved = position.by_clues
    assert play(position).first is ENDGAME
    assert position.by_clues is solved
