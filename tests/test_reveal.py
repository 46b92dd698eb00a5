"""`reveal`: the click of LeetCode 529 on every kind of field, its three forms, what it refuses."""

import json

import networkx as nx
import pytest
from click.testing import CliRunner
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from oracles_puzzles import reveal_by_statement

from logicsweep.boards.cells import FIELDS, CellGraph
from logicsweep.cli.puzzles import reveal as command
from logicsweep.errors import InvalidInput
from logicsweep.puzzles.reveal import Matrix, reveal, reveal_text

ROWS = ["EEEEE", "EEMEE", "EEEEE", "EEEEE"]
OPENED = ["B1E1B", "B1M1B", "B111B", "BBBBB"]
SAMPLE = ROOT / "samples" / "reveal.json"


@st.composite
def fields(draw):
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 9))
    letters = st.sampled_from("EEEEM") if draw(st.booleans()) else st.sampled_from("EEM")
    return [draw(st.text(letters, min_size=cols, max_size=cols)) for _ in range(rows)]


@given(fields(), st.data())
def test_reveal_agrees_with_the_statement_click_after_click(rows, data):
    matrix = Matrix.parse("\n".join(rows))
    for _ in range(3):
        left = [i for i, letter in enumerate(matrix.letters) if letter in "EM"]
        if not left or "X" in matrix.letters:
            return
        cell = divmod(data.draw(st.sampled_from(left)), len(rows[0]))
        rows = reveal_by_statement(rows, cell)
        matrix = reveal(matrix, cell)
        assert str(matrix).split() == rows


@given(st.sampled_from(sorted(FIELDS)), st.integers(1, 5), st.integers(1, 6), st.data())
def test_a_field_and_its_networkx_graph_reveal_alike(kind, rows, cols, data):
    graph = FIELDS[kind](rows, cols)
    letters = tuple(data.draw(st.lists(st.sampled_from("EEEM"), min_size=len(graph), max_size=len(graph))))
    cell = graph.cells[data.draw(st.integers(0, len(graph) - 1))]
    free = CellGraph.from_networkx(graph.graph)
    assert reveal(Matrix(free, letters), cell).letters == reveal(Matrix(graph, letters), cell).letters


def test_a_hub_counts_past_eight():
    star = CellGraph.from_networkx(nx.star_graph(12))
    assert reveal(Matrix(star, ("E", *"M" * 12)), 0).letters == ("12", *"M" * 12)


@pytest.mark.parametrize(
    ("letters", "cell", "message"),
    [
        ("EEM EEE", (2, 0), "cell: expected a cell from r1c1 to r2c3, got r3c1"),
        ("B1M B1E", (0, 1), "click r1c2: expected an unrevealed cell, M or E, got '1'"),
        ("EEX EEE", (0, 0), "click r1c1: expected an unfinished field, got an X in r1c3"),
        ("EEM E9E", (0, 0), "matrix: r2c2: expected one of M E B 1-8 X, got '9'"),
    ],
)
def test_reveal_refuses_what_the_statement_rules_out(letters, cell, message):
    with pytest.raises(InvalidInput) as error:
        reveal(Matrix.parse(letters), cell)
    assert str(error.value) == message


def test_each_form_is_answered_in_kind():
    matrix, opened = [list(row) for row in ROWS], [list(row) for row in OPENED]
    assert [*reveal_text("\n".join(ROWS), "3,0")] == ["\n".join(OPENED)]
    assert [*reveal_text(" ".join(ROWS), "3,0")] == ["\n".join(OPENED)]
    assert [*reveal_text("\n".join(OPENED), "1,2")] == ["B1E1B\nB1X1B\nB111B\nBBBBB"]
    assert [json.loads(line) for line in reveal_text(json.dumps(matrix), "3,0")] == [opened]
    case = {"id": 7, "board": matrix, "click": [3, 0]}
    batch = "\n".join([json.dumps(case), json.dumps(case, indent=1)])
    assert [json.loads(line) for line in reveal_text(batch)] == [case | {"board": opened}] * 2
    assert json.loads(next(reveal_text(batch, "1,2")))["board"][1][2] == "X"


@pytest.mark.parametrize(
    ("text", "click", "message"),
    [
        ("", "0,0", "f: expected a matrix, got an empty text"),
        ("EEE\nEE", "0,0", "f:2: expected 3 letters as in the first row, got 2"),
        ("EEE\nEE E", "0,0", "f:2: expected one row of letters, got 'EE E'"),
        ("EEE\nEQE", "0,0", "f: r2c2: expected one of M E B 1-8 X, got 'Q'"),
        ("EEE", None, "f: click: expected a row and a column, counted from 0, such as 3,0, got none"),
        ("EEE", "1;2", "click: expected a row and a column, counted from 0, such as 3,0, got '1;2'"),
        ("EEE", "0,-1", "f: click: expected a row from 0 to 0 and a column from 0 to 2, got 0,-1"),
        ("EEB", "0,2", "f: click 0,2 (r1c3): expected an unrevealed cell, M or E, got 'B'"),
        ('[["E","E"', "0,0", "f:1:10: expected JSON (Expecting ',' delimiter), got the end of the text"),
        ('[["E"],\n["E","E"]]', "0,0", "f:1:1 row 2: expected 1 letter as in row 1, got 2"),
        ('[["E"],["EE"]]', "0,0", "f:1:1: r2c1: expected one of M E B 1-8 X, got 'EE'"),
        ('[["E"],[1]]', "0,0", "f:1:1 row 2: expected letters, got '1'"),
        ("[[]]", "0,0", "f:1:1: expected a list of rows, each a list of letters, got '[[]]'"),
        ('{"board": 3}', "0,0", "f:1:1: board: expected a list of rows, each a list of letters, got '3'"),
        (
            '{"board": [["E"]], "click": [true, 0]}',
            None,
            "f:1:1: click: expected two whole numbers, [row, column], got '[true, 0]'",
        ),
    ],
)
def test_bad_input_says_where_and_what(text, click, message):
    with pytest.raises(InvalidInput) as error:
        [*reveal_text(text, click, "f")]
    assert str(error.value) == message


@pytest.mark.parametrize("depth", [985, 100_000])
@pytest.mark.parametrize("form", ["{}", '{{"board": {}, "click": [0, 0]}}'])
def test_deep_json_is_refused(form, depth):
    with pytest.raises(InvalidInput):
        [*reveal_text(form.format("[" * depth + "]" * depth), "0,0")]


def test_answers_before_a_bad_case_are_out(tmp_path):
    file = tmp_path / "cases.jsonl"
    file.write_text('{"board": [["E"]], "click": [0, 0]}\n{"board": [["B"]], "click": [0, 0]}\n')
    result = CliRunner().invoke(command, [str(file)])
    assert result.output == '{"board":[["B"]],"click":[0,0]}\n'
    assert str(result.exception).endswith(
        "cases.jsonl:2:1: click 0,0 (r1c1): expected an unrevealed cell, M or E, got 'B'"
    )


def test_a_large_field_needs_no_stack():
    graph = CellGraph.grid(40, 60)
    assert set(reveal(Matrix(graph, ("E",) * len(graph)), (25, 3)).letters) == {"B"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[["E"]]\n[["E"], NaN]', "f:2:1: expected JSON numbers, got NaN"),
        ('{"board": [["E"]], "x": 1e999}', "f:1:1: expected JSON numbers that a float can hold, got '1e999'"),
        ('{"x": {"a": 1, "a": 1}}', "f:1:1: expected JSON with each key once, got 'a' twice"),
        ('{"x": "\udcff"}', "f:1:1: expected JSON with whole characters, got half of one, '\\xff'"),
        ('{"x": ' + "9" * 5000 + "}", "f:1:1: expected JSON with short numbers, got one of 5000 digits"),
        ('{"x" ' + "y" * 99, "f:1:6: expected JSON (Expecting ':' delimiter), got '" + "y" * 37 + "...'"),
        ('[["' + "q" * 99 + '"]]', "f:1:1: r1c1: expected one of M E B 1-8 X, got '" + "q" * 37 + "...'"),
    ],
)
def test_json_past_the_standard_is_refused_with_its_place(text, message):
    with pytest.raises(InvalidInput) as caught:
        [*reveal_text(text, "0,0", "f")]
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 150
