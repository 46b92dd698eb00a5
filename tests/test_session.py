"""A game by clicks, held to LeetCode's `reveal`, which is given the truth and the cell."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import boards

from logicsweep import Board, Contradiction, InvalidInput, Session, reveal
from logicsweep.puzzles.reveal import Matrix

ROOT = Path(__file__).parent.parent


@given(boards(), st.data())
def test_clicks_show_what_reveal_shows_and_tell_when_it_is_over(board, data):
    matrix = Matrix(board.graph, tuple("M" if mine else "E" for mine in board.mined))

    def answer(cell):
        return None if board.mined[cell] else board.clue(cell)

    seen, hidden = Session(board), Session(board.graph, answer, board.mine_count)
    assert seen.view == hidden.view == board.view()
    while "E" in matrix.letters and "X" not in matrix.letters:
        assert seen.state == "going on"
        cell = data.draw(st.sampled_from(range(len(board.graph))))
        if matrix.letters[cell] in "ME":
            matrix = reveal(matrix, cell)
        cleared = [i for i, letter in enumerate(matrix.letters) if letter not in "MEX"]
        hit = [i for i, letter in enumerate(matrix.letters) if letter == "X"]
        assert seen.click(cell) == board.view(cleared, hit) == hidden.click(cell)
        assert pickle.loads(pickle.dumps(seen)).view == seen.view
    if "X" in matrix.letters:
        for session in (seen, hidden):
            assert (session.state, session.exploded) == ("lost", matrix.letters.index("X"))
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
    with pytest.raises(InvalidInput, match=r"^referee: expected a function that answers clicks, got 5$"):
        Session((1, 2), referee=5)
    with pytest.raises(InvalidInput, match="referee: expected none, since the board answers clicks, got 5"):
        Session(Board.parse("M."), referee=5)
    with pytest.raises(InvalidInput, match=r"^mines: expected a whole number from 0 to 9, got 99$"):
        Session((3, 3), lambda _: 0, mines=99)
    with pytest.raises(InvalidInput, match="mines: expected the board's 1 mine, got 99"):
        Session(Board.parse("M.. ..."), mines=99)


@pytest.mark.parametrize(
    ("answers", "mines", "clicks", "message"),
    [
        ([0] * 9, 3, [0], "3 mines in all cannot fit"),
        ([1, None, 0], 1, [0, 2], "r1c3=0 cannot hold"),
        ([0, None, None], 2, [0], "r1c1=0 cannot hold"),
    ],
)
def test_answers_that_no_layout_fits_are_refused_and_change_nothing(answers, mines, clicks, message):
    rows = 3 if len(answers) == 9 else 1
    session = Session((rows, 3), answers.__getitem__, mines)
    for cell in clicks[:-1]:
        session.click(cell)
    before = session.view
    with pytest.raises(Contradiction, match=message):
        session.click(clicks[-1])
    assert (session.view, session.state) == (before, "going on")
    for cell in {*range(len(answers))}.difference(clicks):  # such a game is never won
        with pytest.raises(Contradiction, match=message):
            session.click(cell)


def test_without_a_mine_count_a_game_is_won_once_the_clues_prove_the_other_cells_mines():
    session = Session((1, 4), [1, None, 2, None].__getitem__)
    assert repr(session) == "<Session on 1 x 4: 0 of 4 cleared, going on>"
    session.click(0)
    assert session.state == "going on"
    session.click(2)
    assert repr(session) == "<Session on 1 x 4: 2 of 4 cleared, won>"


@pytest.mark.slow
def test_the_bot_of_the_samples_wins_most_games():
    done = subprocess.run([sys.executable, "samples/bot.py", "30"], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("25 of 30 games won\n", "")
