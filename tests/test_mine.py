"""The format `.mine` of JSMinesweeper: boards and positions, what verbs make of a text, every mistake."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_process import called
from reading import boards_in, views_in
from test_formats import got, judge_boards

from logicsweep import formats
from logicsweep.boards.board import COVERED, FLAG, View
from logicsweep.boards.cells import CellGraph
from logicsweep.formats import mine

BOARDS, POSITION = (row for row in formats.FORMATS if row.name == "mine")


def played(board, letters="M", clues=True):
    """A board's text with clues in its safe cells, its mines in letters that take turns."""
    marks = [
        letters[i % len(letters)] if mine else (str(board.clue(i)) if clues else "H")
        for i, mine in enumerate(board.mined)
    ]
    rows, cols = board.graph.shape
    lines = ["".join(marks[at : at + cols]) for at in range(0, len(marks), cols)]
    return "\n".join([f"{cols}x{rows}x{board.mine_count}", *lines, ""])


# --- round trips -------------------------------------------------------------------------------------------


@given(judge_boards(), st.text("FM?", min_size=1, max_size=5), st.booleans())
def test_all_letters_of_a_mine_and_right_clues_are_read(board, letters, clues):
    assert list(boards_in(mine.read_boards, played(board, letters, clues))) == [board]


# --- what a text is ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "boards", "position"),
    [
        ("3x1x1\nH1M\n", True, False),
        ("3x1x1\nH1F\n", True, True),  # all mines have a flag: a verb that reads positions takes it as one
        ("3x1x1\n?1H\n", True, True),
        ("3x1x1\nH1H\n", False, True),
        ("3x1x2\nF2H\n", False, True),
        ("3x1x0\n000\n", False, True),
        ("2x2x1\nF1\n", False, True),  # cut off
        ("2x1x1\nF1\n2x1x1\nMH\n", True, True),  # the first one tells
        ("3x1x\nH1H\n", False, True),
        ("", False, False),
    ],
)
def test_what_a_text_is_meant_as(text, boards, position):
    assert (mine.sniff_boards(text), mine.sniff_views(text)) == (boards, position)


def test_each_verb_takes_the_text_as_what_it_reads():
    assert json.loads(called(["solve", "--json"], b"3x2x2\n2F1\nF21\n").out)["mine_total"] == 2
    assert called(["hint"], b"3x1x1\nF1H\n") == called(["hint"], b"mines 1\nF1#\n")
    assert ", got a position: `trace`" in called(["solve"], b"3x1x1\nH1H\n").err
    assert called(["hint"], b"3x1x1\nH1M\n").out.startswith("board 1, begun at ")


def test_the_ending_says_the_format_and_the_text_which_of_its_two(tmp_path):
    board, position = tmp_path / "board.mine", tmp_path / "position.MINE"
    board.write_text("3x1x1\nH1M\n")
    position.write_text("3x1x1\nH1H\n")
    assert formats.recognised(board.read_bytes(), board.name) is BOARDS
    assert formats.recognised(position.read_bytes(), position.name) is POSITION
    position.write_text("nothing")
    assert f"{position}:1:1: expected a size 'WxHxM'" in called(["solve", str(position)]).err


# --- mistakes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "b.mine:1:1: expected a board, got an empty text"),
        ("\n  3X1x1\nMHH\n", "b.mine:2:3: expected a size 'WxHxM' (width, height, mines), got '3X1x1'"),
        ("0x5x1\n", "b.mine:1:1: expected a size of at least 1x1, got '0x5x1'"),
        ("99999x99999x1\n", "b.mine:1:1: expected a board of at most 67108864 cells, got '99999x99999x1'"),
        ("3x2x1\nMHH\n", "b.mine:3:1: expected row 2 of 2, got the end of the text"),
        ("3x2x1\nMHHH\nHHH\n", "b.mine:2:4: expected row 1 of 2 with 3 cells, got 4 in 'MHHH'"),
        ("3x2x1\nMHH\nH.H\n", "b.mine:3:2: expected '0' to '8', 'H', 'F', 'M' or '?', got '.'"),
        ("3x1x2\nMHH\n", "b.mine:1:5: expected a mine total of 1, as many as 'F', 'M' and '?', got 2"),
        ("2x1x2\nMM\n", "b.mine:1:5: expected a board with at least one safe cell, got none"),
        (
            "3x2x1\nM1H\n1H0\n3x2x1\nM1H\n120\n",
            "b.mine:6:2: expected a clue of 1 (the mines around it), got 2",
        ),
    ],
)
def test_mistakes_of_boards_are_said_with_place_expectation_and_found(text, message):
    assert got(boards_in(mine.read_boards, text, "b.mine"))[1] == message


@pytest.mark.parametrize(
    ("text", "mines", "message"),
    [
        ("", None, "p.mine:1:1: expected a position, got an empty text"),
        ("3x1x1\nH3H\n", None, "p.mine:2:2: expected a clue of at most 2 (its covered neighbours), got 3"),
        ("3x1x3\nH1H\n", None, "p.mine:1:5: expected a mine total from 0 to 2 (the covered cells), got 3"),
        ("3x1x1\nH1H\n", 3, "mines: expected a mine total from 0 to 2 (the covered cells), got 3"),
    ],
)
def test_mistakes_of_positions_are_said_with_place_expectation_and_found(text, mines, message):
    assert got(views_in(mine.read_views, text, "p.mine", mines))[1] == message


def test_a_position_takes_flags_as_flags_and_every_other_unknown_as_covered():
    assert [*views_in(mine.read_views, "5x1x2\r\nF2M?H\r\n", "x", 3)] == [
        View(CellGraph.grid(1, 5), (FLAG, 2, COVERED, COVERED, COVERED), 3)
    ]
