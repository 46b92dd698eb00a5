import pickle

import networkx as nx
import numpy as np
import pytest
from conftest import refusal
from hypothesis import given
from hypothesis import strategies as st

from logicsweep.boards.board import COVERED, FLAG, SAFE, Board, View
from logicsweep.boards.cells import FIELDS, Cell, CellGraph
from logicsweep.errors import InvalidInput


@st.composite
def fields(draw):
    return draw(st.sampled_from(sorted(FIELDS))), draw(st.integers(1, 5)), draw(st.integers(1, 6))


@st.composite
def boards(draw):
    kind, rows, cols = draw(fields())
    mined = draw(st.lists(st.integers(0, 1), min_size=rows * cols, max_size=rows * cols))
    return Board(FIELDS[kind](rows, cols), bytes(mined))


@given(boards())
def test_repr_rebuilds_a_board_and_str_parses_back(board):
    assert eval(repr(board)) == board
    assert Board.parse(str(board), FIELDS[board.graph.kind]) == board
    assert Board.of(board.graph, board.mines) == board


BOARD_KINDS = {
    "strings": lambda rows: rows,
    "lists of letters": lambda rows: [list(row) for row in rows],
    "numbers": lambda rows: [[int(letter == "M") for letter in row] for row in rows],
    "truths in tuples": lambda rows: tuple(tuple(letter == "M" for letter in row) for row in rows),
    "an array of numbers": lambda rows: np.array([[*map("M".__eq__, row)] for row in rows], np.int8),
    "an array of letters": lambda rows: np.array([list(row) for row in rows]),
    "lists of numpy's numbers": lambda rows: [[np.bool_(letter == "M") for letter in row] for row in rows],
    "iterators": lambda rows: (iter(row) for row in rows),
}


@pytest.mark.parametrize("kind", BOARD_KINDS)
@given(boards())
def test_a_board_from_rows_of_each_kind_is_the_board(kind, board):
    field = FIELDS[board.graph.kind]
    rows = BOARD_KINDS[kind](str(board).replace(" ", "").split())
    assert Board.from_rows(rows, field) == Board.parse(str(board), field) == board


@st.composite
def views(draw):
    kind, rows, cols = draw(fields())
    mark = st.sampled_from([COVERED, FLAG, SAFE, *range(9)])
    marks = draw(st.lists(mark, min_size=rows * cols, max_size=rows * cols))
    return View(FIELDS[kind](rows, cols), tuple(marks), draw(st.none() | st.integers(0, 9)))


def marks_in_rows(view):
    rows, cols = view.graph.shape
    return [list(view.marks[i * cols : (i + 1) * cols]) for i in range(rows)]


def rows_of(view):
    """The rows of a drawing, without the blanks that hexagons have between."""
    return view.drawing.replace(" ", "").split()


VIEW_KINDS = {
    "marks": marks_in_rows,
    "an array of marks": lambda view: np.array(marks_in_rows(view), np.int16),
    "lists of numpy's marks": lambda view: [[*map(np.int8, row)] for row in marks_in_rows(view)],
    "strings": lambda view: rows_of(view),
    "letters in tuples": lambda view: tuple(tuple(row) for row in rows_of(view)),
    "an array of letters": lambda view: np.array([[*row] for row in rows_of(view)]),
    "none for covered": lambda view: [
        [None if mark == COVERED else mark for mark in row] for row in marks_in_rows(view)
    ],
}


@pytest.mark.parametrize("kind", VIEW_KINDS)
@given(views(), st.sampled_from([int, np.int64]))
def test_a_view_from_rows_of_each_kind_is_the_view(kind, view, number):
    field = FIELDS[view.graph.kind]
    mines = None if view.mine_total is None else number(view.mine_total)
    made = View.from_rows(VIEW_KINDS[kind](view), mines, field)
    assert made == View.parse(str(view), field=field) == view
    assert eval(repr(made)) == view
    assert {type(mark) for mark in made.marks} == {int}


_BOARD_CELL = "expected 1, True or 'M' (a mine), or 0, False or '.', got"
_VIEW_CELL = "expected a clue from 0 to 8, COVERED, FLAG or SAFE, got"


@pytest.mark.parametrize(
    ("reader", "rows", "message"),
    [
        (Board.from_rows, [], "rows: expected a whole number of at least 1, got 0"),
        (Board.from_rows, [[]], "cols: expected a whole number of at least 1, got 0"),
        (Board.from_rows, [[0, 1], [0]], "row 2: expected 2 cells as in the first row, got 1"),
        (Board.from_rows, [0, 1], "row 1: expected a row of cells, got 0"),
        (Board.from_rows, None, "rows: expected rows of cells, got None"),
        (Board.from_rows, {(0, 1): "M"}, "rows: expected rows of cells, got {(0, 1): 'M'}, a dict"),
        (Board.from_rows, "M.\n..", "rows: expected a list of rows (`parse` reads text), got a str"),
        (Board.from_rows, ["M.", "*."], f"r2c1: {_BOARD_CELL} '*'"),
        (Board.from_rows, np.zeros((2, 3)), f"r1c1: {_BOARD_CELL} 0.0, a float"),
        (View.from_rows, [[1, 9]], f"r1c2: {_VIEW_CELL} 9"),
        (View.from_rows, ["1#", "1."], f"r2c2: {_VIEW_CELL} '.'"),
        (View.from_rows, [[True, 1]], f"r1c1: {_VIEW_CELL} True"),
        (Board.parse, "M.\n...", "row 2: expected 2 cells as in the first row, got 3"),
        (Board.parse, "M?", "r1c2: expected 'M' or '.', got '?'"),
        (Board.parse, "", "row 1: expected a row of cells, got an empty text"),
        (Board.parse, ["M."], "text: expected a str, got ['M.'], a list"),
    ],
)
def test_rows_that_are_none_are_refused_in_one_sentence(reader, rows, message):
    assert refusal(reader, rows) == message


def test_a_view_of_a_board_shows_clues_flags_and_the_total():
    board = Board.parse("M..\n...")
    assert board.view([1, 2], [0]) == View.parse("F10\n###", mines=1)
    assert board.view([1], total=False).mine_total is None
    with pytest.raises(InvalidInput, match="r1c1: expected a safe cell to clear, got a mine"):
        board.view([0])


def test_flags_are_claims_that_can_be_taken_back():
    view = View.parse("F1#", mines=1)
    assert view.flags == (0,)
    assert view.covered == (0, 2)
    assert view.without_flags() == View.parse("#1#", mines=1)


def test_a_board_on_a_free_graph_prints_a_line_a_node():
    board = Board.of(CellGraph.from_networkx(nx.path_graph(["a", "b", "c"])), ["b"])
    assert str(board) == "a .\nb M\nc ."
    assert str(board.view([0])) == "mines 1\na 1\nb #\nc #"
    assert repr(board) == "<Board of 3 cells>"


def test_what_is_no_mine_map_is_refused():
    with pytest.raises(InvalidInput, match="2 bytes of 0 or 1"):
        Board(CellGraph.grid(1, 2), b"\0\2")
    with pytest.raises(InvalidInput, match="'0' to '8'"):
        View.parse("9")
    with pytest.raises(InvalidInput, match="mines: expected 'mines N' or a row of cells, got 'mines x'"):
        View.parse("mines x\n#")


def test_clues_and_views_take_a_cell_in_every_way():
    board = Board.parse("M..M\n.M..")
    assert {board.clue(cell) for cell in (2, Cell(0, 2), (0, 2), "r1c3")} == {2}
    assert board.view(["r1c3", 1], [(0, 0), Cell(1, 1)]) == board.view([2, 1], [0, 5])
    for ask in (board.clue, lambda cell: board.view([cell]), lambda cell: board.view([], [cell])):
        with pytest.raises(InvalidInput, match="expected an index"):
            ask(8)
    with pytest.raises(InvalidInput, match="cells: expected several cells, got 5"):
        board.view(5)


@given(boards())
def test_a_board_pickles_with_its_mines_alone(board):
    before = len(pickle.dumps(board))
    assert len(board.mines) == board.mine_count == len(board.graph) - board.safe_count
    assert len(board.graph.neighbours) == len(board.graph)
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert hash(again) == hash(board)
    assert len(pickle.dumps(board)) == before < 200 + len(board.graph)
