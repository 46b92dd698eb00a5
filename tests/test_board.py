import pickle

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicsweep.board import COVERED, FLAG, SAFE, Board, View
from logicsweep.cells import FIELDS, Cell, CellGraph
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


@given(fields(), st.data(), st.none() | st.integers(0, 9))
def test_repr_rebuilds_a_view_and_str_parses_back(field, data, mines):
    kind, rows, cols = field
    mark = st.sampled_from([COVERED, FLAG, SAFE, *range(9)])
    marks = data.draw(st.lists(mark, min_size=rows * cols, max_size=rows * cols))
    view = View(FIELDS[kind](rows, cols), tuple(marks), mines)
    assert eval(repr(view)) == view
    assert View.parse(str(view), field=FIELDS[kind]) == view


@given(boards())
def test_clues_sum_to_the_mines_degrees(board):
    seen = sum(board.clue(i) for i in range(len(board.graph)))
    assert seen == sum(len(board.graph.neighbours[i]) for i, mine in enumerate(board.mined) if mine)


def test_a_view_of_a_board_shows_clues_flags_and_the_total():
    board = Board.parse("M..\n...")
    assert board.view([1, 2], [0]) == View.parse("F10\n###", mines=1)
    assert board.view([1], total=False).mines is None
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("M.\n...", "row 2: expected 2 cells as in row 1, got 3"),
        ("M?", "r1c2: expected 'M' or '.', got '?'"),
        ("", "row 1: expected a row of cells, got an empty text"),
    ],
)
def test_a_board_that_does_not_parse_says_where(text, message):
    with pytest.raises(InvalidInput) as error:
        Board.parse(text)
    assert str(error.value) == message


def test_what_is_no_mine_map_is_refused():
    with pytest.raises(InvalidInput, match="2 bytes of 0 or 1"):
        Board(CellGraph.grid(1, 2), b"\0\2")
    with pytest.raises(InvalidInput, match="expected a cell"):
        Board.of(CellGraph.grid(1, 2), [Cell(1, 0)])
    with pytest.raises(InvalidInput, match="'0' to '8'"):
        View.parse("9")
    with pytest.raises(InvalidInput, match="mines: expected a number"):
        View.parse("mines x\n#")


def test_mines_may_be_indices_cells_pairs_or_names():
    board = Board.parse("M..M\n.M.M")
    for field in ((2, 4), CellGraph.grid(2, 4)):
        assert Board.of(field, [0, Cell(0, 3), (1, 1), "r2c4"]) == board
    with pytest.raises(InvalidInput, match="mines: expected several cells, got 3"):
        Board.of((2, 4), 3)
    with pytest.raises(InvalidInput, match="field: expected a CellGraph, a networkx graph or a pair"):
        Board.of([2, 4], [])


def test_clues_and_views_take_a_cell_in_every_way():
    board = Board.parse("M..M\n.M..")
    assert {board.clue(cell) for cell in (2, Cell(0, 2), (0, 2), "r1c3")} == {2}
    assert board.view(["r1c3", 1], [(0, 0), Cell(1, 1)]) == board.view([2, 1], [0, 5])
    for cell in (8, -1, 2.0, None):
        with pytest.raises(InvalidInput, match="expected an index"):
            board.clue(cell)
        with pytest.raises(InvalidInput, match="expected an index"):
            board.view([cell])
        with pytest.raises(InvalidInput, match="expected an index"):
            board.view([], [cell])
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
