"""`oneclick`: every board wins, every verdict is right, and the statement's form is kept."""

import csv

import pytest
from click.testing import CliRunner
from conftest import DATA as PUBLIC
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from oracles_puzzles import one_click_counts

from logicsweep.boards.board import Board
from logicsweep.boards.cells import FIELDS
from logicsweep.cli.puzzles import oneclick as command
from logicsweep.errors import InvalidInput
from logicsweep.puzzles.oneclick import Impossible, Win, is_one_click_win, oneclick, oneclick_text

SAMPLE = ROOT / "samples" / "oneclick.txt"
DATA = PUBLIC / "codejam"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the contest's data is not beside the checkout")


def judged(answer: Win | Impossible, rows: int, cols: int, mines: int) -> bool:
    """Whether the answer is a win, after the printed board was read back and checked."""
    if isinstance(answer, Impossible):
        return False
    picture = str(answer)
    board = Board.parse(picture.replace("c", ".").replace("*", "M"))
    assert board.graph.shape == (rows, cols)
    assert board.mine_count == mines
    assert picture.count("c") == 1
    assert is_one_click_win(board, board.graph.cells[picture.replace("\n", "").index("c")])
    return True


@pytest.mark.parametrize(("rows", "cols"), [(r, c) for r in range(1, 5) for c in range(1, 5)])
def test_verdicts_equal_the_enumeration_of_all_placements(rows, cols):
    wins = {m for m in range(rows * cols) if judged(oneclick(rows, cols, m), rows, cols, m)}
    assert wins == one_click_counts(rows, cols)


@pytest.mark.slow
def test_every_board_up_to_20x20_is_a_win_and_impossible_is_symmetric():
    impossible = set()
    for rows in range(1, 21):
        for cols in range(1, 21):
            for mines in range(rows * cols):
                if not judged(oneclick(rows, cols, mines), rows, cols, mines):
                    impossible.add((rows, cols, mines))
    assert {(cols, rows, mines) for rows, cols, mines in impossible} == impossible


@needs_data
def test_all_known_verdicts_are_met():
    with (DATA / "verdicts_upto8.csv").open() as file:
        for case in csv.DictReader(file):
            answer = oneclick(int(case["R"]), int(case["C"]), int(case["M"]))
            assert isinstance(answer, Win) == (case["verdict"] == "possible"), case
    verdicts = (DATA / "official_small.verdict").read_text().split()
    answers = [*oneclick_text((DATA / "official_small.in").read_text())]
    found = ["impossible" if "Impossible" in answer else "possible" for answer in answers]
    assert found == verdicts


@given(st.integers(3, 60), st.integers(3, 70), st.data())
def test_larger_boards_win_too(rows, cols, data):
    mines = data.draw(st.integers(0, rows * cols - 8))
    assert judged(oneclick(rows, cols, mines), rows, cols, mines)


@given(st.sampled_from(sorted(FIELDS)), st.integers(1, 5), st.integers(1, 6), st.data())
def test_the_checker_agrees_with_a_closure_over_the_networkx_graph(kind, rows, cols, data):
    import networkx as nx

    graph = FIELDS[kind](rows, cols)
    mines = data.draw(st.sets(st.sampled_from([*graph.cells]), max_size=max(1, len(graph) // 4)))
    click = data.draw(st.sampled_from([*graph.cells]))
    board = Board.of(graph, mines)
    arrows = nx.DiGraph()  # an arrow from each cell without a mine around to all its neighbours
    arrows.add_nodes_from(graph.cells)
    arrows.add_edges_from(
        (cell, other)
        for cell in graph.cells
        if not mines & {*graph.graph[cell]}
        for other in graph.graph[cell]
    )
    opened = {click} | nx.descendants(arrows, click)
    assert is_one_click_win(board, click) == (click not in mines and len(opened) == board.safe_count)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f: expected the number of cases, got the end of the text"),
        ("1 2\n", "f:1: expected one number, how many cases there are, got 2 of them: '1 2'"),
        ("-1\n", "f:1:1: expected a whole number of at least 0, got -1"),
        ("2\n3 4 5\n", "f: expected case 2 of 2, 'R C M', got the end of the text"),
        ("1\n3 4 5\n\n3 3 3\n", "f:4: expected nothing after 1 case, got '3 3 3'"),
        ("1\n3 4\n", "f:2: expected case 1, three numbers R C M, got 2 of them: '3 4'"),
        ("1\n0 4 0\n", "f:2:1: expected a whole number of at least 1, got 0"),
        ("1\n3 4 12\n", "f:2:5: expected a whole number from 0 to 11, got 12"),
        (
            "1\n99999 99999 1\n",
            "f:2:1: 99999 x 99999: expected at most 67108864 cells, got 9999800001",
        ),
    ],
)
def test_bad_input_says_where_and_what(text, message):
    with pytest.raises(InvalidInput) as error:
        [*oneclick_text(text, "f")]
    assert str(error.value) == message


def test_the_command_prints_cases_and_one_size():
    run = CliRunner().invoke
    assert run(command, ["--size", "3x1", "--mines", "1"]).output == "Case #1:\nc\n.\n*\n"
    assert run(command, ["--size", "2x2", "--mines", "1"]).output == "Case #1:\nImpossible\n"
    assert len(run(command, ["--size", "2x2", "--mines", "1", "--explain"]).output.split("\n")) == 4
    sample = run(command, [str(SAMPLE)]).output
    assert sample.startswith("Case #1:\nImpossible\nCase #2:\nc\n.\n*\nCase #3:\nImpossible\nCase #4:\nc")


@pytest.mark.parametrize(
    "words",
    [["--size", "3x3"], ["--mines", "2"], ["--size", "3", "--mines", "2"], ["--size", "0x3", "--mines", "0"]],
)
def test_half_a_size_is_refused(words):
    assert isinstance(CliRunner().invoke(command, words).exception, InvalidInput)


def test_answers_before_a_bad_case_are_out():
    result = CliRunner().invoke(command, ["-"], input="2\n1 3 1\n2 2 4\n")
    assert result.output == "Case #1:\nc.*\n"
    assert str(result.exception) == "<stdin>:3:5: expected a whole number from 0 to 3, got 4"
