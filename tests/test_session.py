"""A game by clicks, held to LeetCode's `reveal`, which is given the truth and the cell."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import boards

from logicsweep import Board, InvalidInput, Session, reveal
from logicsweep.puzzles.reveal import Matrix

ROOT = Path(__file__).parent.parent


@given(boards(), st.data())
def test_clicks_show_what_reveal_shows_and_tell_when_it_is_over(board, data):
    matrix = Matrix(board.graph, tuple("M" if mine else "E" for mine in board.mined))
    seen, hidden = Session(board), Session(board.graph, Board.clue.__get__(board), board.mine_count)
    assert seen.view == hidden.view == board.view()
    while "E" in matrix.letters and "X" not in matrix.letters:
        assert seen.state == "going on"
        cell = data.draw(st.sampled_from(range(len(board.graph))))
        if matrix.letters[cell] in "ME":
            matrix = reveal(matrix, cell)
        cleared = [i for i, letter in enumerate(matrix.letters) if letter not in "MEX"]
        assert seen.click(cell) == board.view(cleared)
        if not board.mined[cell]:
            assert hidden.click(cell) == seen.view
    if "X" in matrix.letters:
        assert (seen.state, seen.exploded) == ("lost", matrix.letters.index("X"))
    else:
        assert (seen.state, hidden.state, seen.exploded) == ("won", "won", None)


def test_a_click_that_cannot_be_answered_is_refused():
    over = Session(Board.parse("M."))
    over.click(0)
    for session, cell, message in [
        (over, 1, "click: expected a game that is going on, got one that is lost"),
        (Session(Board.parse("M.")), "r1c3", r"r1c3"),
        (
            Session((1, 2), lambda _: 2),
            0,
            "the referee's clue at r1c1: expected a whole number from 0 to 1, got 2",
        ),
    ]:
        with pytest.raises(InvalidInput, match=message):
            session.click(cell)
    with pytest.raises(InvalidInput, match=r"^referee: expected a function that answers clicks"):
        Session((1, 2))


def test_the_bot_of_the_samples_wins_most_games():
    done = subprocess.run([sys.executable, "samples/bot.py", "30"], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("25 of 30 games won\n", "")
