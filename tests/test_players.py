"""The ladder: sound, each player at least as strong as the one before, complete where that is promised."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from oracles_csp import agreed, all_layouts
from strategies import BY_CLUES, STRONGEST, examples, started_boards

from logicsweep import PLAYERS, Board, InvalidInput, Setup, iter_firings, play, player_of, random_board
from logicsweep.games.game import Referee
from logicsweep.rules.clues import CASUAL, OVERLAP
from logicsweep.rules.engine import STRATEGIES
from logicsweep.rules.solver import COUNTED, ENTAILED


def decided(game):
    return set(game.cleared), set(game.mines)


@given(started_boards())
def test_each_player_decides_at_least_what_the_one_before_decides(started):
    games = [play(*started, player) for player in PLAYERS]  # the referee raises Unsound
    for weaker, stronger in pairwise(games):
        assert all(one <= other for one, other in zip(decided(weaker), decided(stronger), strict=True))


@given(started_boards(), st.booleans())
@example((Board.parse("..MM.\n....M\nM...."), 0), False)  # the solver fires twice on each of these
@example((Board.parse(".MM..\n...M.\n.M..."), 7), True)
@examples(60)
def test_every_wave_of_the_solver_is_just_what_all_layouts_agree_on(started, total):
    board, start = started
    last = COUNTED if total else ENTAILED
    cleared, flagged = {start}, set()
    for firing in iter_firings(board, start, (*CASUAL, last)):
        if firing.production == last.name:  # nothing cheaper applied: the view before is stuck
            view = board.view(cleared)
            safe, mines, _ = agreed(view, all_layouts(view, board.mine_count if total else None))
            assert {f.subject for f in firing.concluded if f.attribute == "safe"} == set(safe)
            assert {f.subject for f in firing.concluded if f.attribute == "mine"} == set(mines) - flagged
        cleared |= {f.subject for f in firing.concluded if f.attribute == "safe"}
        flagged |= {f.subject for f in firing.concluded if f.attribute == "mine"}
    view = board.view(cleared)
    safe, mines, _ = agreed(view, all_layouts(view, board.mine_count if total else None))
    assert (safe, {*mines}) == ((), flagged)
    assert decided(play(board, start, STRONGEST if total else BY_CLUES)) == (cleared, flagged)


@given(started_boards(), st.sampled_from(STRATEGIES))
def test_overlap_leaves_no_pair_of_clues_that_tells_more(started, strategy):
    referee = Referee(*started, Setup("overlap", strategy))
    referee.go()
    for clue in referee.memory.clues:
        assert OVERLAP.condition(referee.memory, clue) == []


def test_what_a_player_sees_is_the_view_with_the_flags_of_the_player():
    board = random_board((4, 6), 4, 1)
    start = board.mined.index(0)
    referee = Referee(board, start, STRONGEST)
    assert referee.go().after == referee.memory.view


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("experts", "expert"),
        ("Casual", "casual"),
        ("overlaps", "overlap"),
        ("nobody", "local"),
        ("rows-99", "rows-9"),
    ],
)
def test_an_unknown_player_comes_with_the_nearest_name(name, near):
    with pytest.raises(InvalidInput, match=rf"3 to 16 \(nearest: {near}\), got '{name}'$"):
        player_of(name)
