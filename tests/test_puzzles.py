"""The sibling puzzles, held to what is slow and obviously right, and what they refuse."""

import csv
import json
from itertools import combinations

import networkx as nx
import pytest
from conftest import DATA, SAMPLES, refusal
from hypothesis import example, given
from hypothesis import strategies as st
from in_process import called
from oracles_puzzles import (
    is_capture,
    is_one_click_win,
    longest_trail_by_walking,
    most_captures,
    one_click_counts,
    reveal_by_statement,
)
from strategies import examples

from logicsweep.boards.board import Board
from logicsweep.boards.cells import FIELDS, CellGraph
from logicsweep.errors import InvalidInput
from logicsweep.puzzles.checkers import (
    MOST_WORK,
    OPPONENT,
    OWN,
    Capture,
    CheckersBoard,
    _keep_longer,
    checkers,
    checkers_text,
    estimate_states,
    jump_graph,
    longest_trail,
    order_edges,
)
from logicsweep.puzzles.oneclick import Impossible, Win, oneclick, oneclick_text
from logicsweep.puzzles.reveal import Matrix, reveal, reveal_text

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the contests' data is not beside the checkout")

ROWS = ["EEEEE", "EEMEE", "EEEEE", "EEEEE"]
OPENED = ["B1E1B", "B1M1B", "B111B", "BBBBB"]


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
    assert refusal(lambda: reveal(Matrix.parse(letters), cell)) == message


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


@pytest.mark.parametrize("depth", [985, 100_000])
@pytest.mark.parametrize("form", ["{}", '{{"board": {}, "click": [0, 0]}}'])
def test_deep_json_is_refused(form, depth):
    with pytest.raises(InvalidInput):
        [*reveal_text(form.format("[" * depth + "]" * depth), "0,0")]


def test_a_large_field_needs_no_stack():
    graph = CellGraph.grid(40, 60)
    assert set(reveal(Matrix(graph, ("E",) * len(graph)), (25, 3)).letters) == {"B"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"x": ' + "9" * 5000 + "}", "f:1:1: PLAIN a number of 5000 digits"),
        ("[" * 100_000, "f:1:1: expected JSON that is not nested so deeply, got too many levels"),
        ('{"x" ' + "y" * 99, "f:1:6: expected JSON (Expecting ':' delimiter), got '" + "y" * 37 + "...'"),
        ('[["' + "q" * 99 + '"]]', "f:1:1: r1c1: expected one of M E B 1-8 X, got '" + "q" * 37 + "...'"),
    ],
)
def test_json_that_is_none_or_too_long_is_refused_with_its_place(text, message):
    found = refusal(lambda: [*reveal_text(text, "0,0", "f")])
    assert found.startswith(message.replace("PLAIN", "expected standard JSON, got something else:"))
    assert len(found) < 150


@pytest.mark.parametrize(
    ("text", "click", "message"),
    [
        ("", "0,0", "f: expected a matrix, got an empty text"),
        ("EEE\nEE", "0,0", "f:2: expected 3 letters as in the first row, got 2"),
        ("E" * 1048577, "0,0", "f:1: expected a matrix of at most 1048576 cells, got more"),
        ("EEE\nEE E", "0,0", "f:2: expected one row of letters, got 'EE E'"),
        ("EEE", None, "f: click: expected a row and a column, counted from 0, such as 3,0, got none"),
        ("EEE", "1;2", "click: expected a row and a column, counted from 0, such as 3,0, got '1;2'"),
        ("EEE", "0,-1", "f: click 0,-1 (r1c0): expected a cell from r1c1 to r1c3, got r1c0"),
        ("EEB", "0,2", "f: click 0,2 (r1c3): expected an unrevealed cell, M or E, got 'B'"),
        ('[["E","E"', "0,0", "f:1:10: expected JSON (Expecting ',' delimiter), got the end of the text"),
        ('[["E"],\n["E","E"]]', "0,0", "f:1:1 row 2: expected 1 letter as in the first row, got 2"),
        ('[["E"],[1]]', "0,0", 'f:1:1: expected a list of rows, each a list of letters, got [["E"], [1]]'),
        ("[[]]", "0,0", "f:1:1: expected a list of rows, each a list of letters, got [[]]"),
        ('{"board": 3}', "0,0", "f:1:1: board: expected a list of rows, each a list of letters, got 3"),
        (
            '{"board": [["E"]], "click": [true, 0]}',
            None,
            "f:1:1: click: expected two whole numbers, [row, column], got [true, 0]",
        ),
    ],
)
def test_bad_matrices_and_clicks_are_refused_with_their_place(text, click, message):
    assert refusal(lambda: [*reveal_text(text, click, "f")]) == message


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


@needs_data
def test_all_known_verdicts_are_met():
    with (DATA / "codejam" / "verdicts_upto8.csv").open() as file:
        for case in csv.DictReader(file):
            answer = oneclick(int(case["R"]), int(case["C"]), int(case["M"]))
            assert isinstance(answer, Win) == (case["verdict"] == "possible"), case
    verdicts = (DATA / "codejam" / "official_small.verdict").read_text().split()
    answers = [*oneclick_text((DATA / "codejam" / "official_small.in").read_text())]
    found = ["impossible" if "Impossible" in answer else "possible" for answer in answers]
    assert found == verdicts


@given(st.integers(3, 60), st.integers(3, 70), st.data())
def test_larger_boards_win_too(rows, cols, data):
    mines = data.draw(st.integers(0, rows * cols - 8))
    assert judged(oneclick(rows, cols, mines), rows, cols, mines)


@given(st.sampled_from(sorted(FIELDS)), st.integers(1, 5), st.integers(1, 6), st.data())
def test_the_checker_agrees_with_a_closure_over_the_networkx_graph(kind, rows, cols, data):
    graph = FIELDS[kind](rows, cols)
    mines = data.draw(st.sets(st.sampled_from([*graph.cells]), max_size=max(1, len(graph) // 4)))
    click = data.draw(st.sampled_from([*graph.cells]))
    board = Board.of(graph, mines)
    arrows = nx.DiGraph()  # an arrow from each cell without a mine around to all its neighbours
    arrows.add_nodes_from(graph.cells)
    arrows.add_edges_from(
        (cell, other)
        for index, cell in enumerate(graph.cells)
        if not mines & {*graph.at(graph.graph[index])}
        for other in graph.at(graph.graph[index])
    )
    opened = {click} | nx.descendants(arrows, click)
    assert is_one_click_win(board, click) == (click not in mines and len(opened) == board.safe_count)


def test_the_command_prints_cases_and_one_size():
    assert called(["oneclick", "--size", "3x1", "--mines", "1"]).out == "Case #1:\nc\n.\n*\n"
    assert called(["oneclick", "--size", "3x1/1"]).out == "Case #1:\nc\n.\n*\n"
    assert called(["oneclick", "--size", "2x2", "--mines", "1"]).out == "Case #1:\nImpossible\n"
    assert len(called(["oneclick", "--size", "2x2", "--mines", "1", "--explain"]).out.split("\n")) == 4
    sample = called(["oneclick", str(SAMPLES / "oneclick.txt")]).out
    assert sample.startswith("Case #1:\nImpossible\nCase #2:\nc\n.\n*\nCase #3:\nImpossible\nCase #4:\nc")


MODULE = "logicsweep.puzzles.checkers"


def lattice(rows, cols, own, keep=lambda square: True):
    """Opponents on all houses of odd rows that `keep` keeps, own pieces where told, the rest empty."""
    empty = CheckersBoard(rows, cols, (0,) * ((rows * cols + 1) // 2))
    return CheckersBoard(
        rows,
        cols,
        tuple(
            OWN if square in own else OPPONENT if square[0] % 2 and keep(square) else 0
            for square in empty.squares
        ),
    )


def corners(rows, cols):
    """The four outermost squares that a piece from the corner might land on."""
    return {(r, c) for r in (0, (rows - 1) // 2 * 2) for c in (0, (cols - 1) // 2 * 2)}


def solved(board):
    """The number of captures, after the witness was judged."""
    capture = checkers(board)
    if capture != Capture():
        assert is_capture(board, capture.houses)
    assert len(capture.houses) == len(capture.jumped) + (capture != Capture())
    return len(capture.jumped)


@st.composite
def boards(draw, most=9):
    rows, cols = draw(st.integers(3, most)), draw(st.integers(3, most))
    pieces = st.sampled_from(draw(st.sampled_from([(0, 1, 2), (0, 0, 2, 2, 1), (0, 0, 0, 2, 2, 2, 2)])))
    count = (rows * cols + 1) // 2
    houses = draw(st.lists(pieces, min_size=count, max_size=count))
    houses[draw(st.integers(0, count - 1))] = OWN
    return CheckersBoard(rows, cols, tuple(houses))


@st.composite
def lattices(draw):
    """Boards whose captures are long: opponents on odd rows with gaps, some own pieces between."""
    rows, cols = draw(st.integers(3, 9)), draw(st.integers(3, 10))
    gaps = draw(st.sets(st.tuples(st.integers(0, rows), st.integers(0, cols)), min_size=4, max_size=14))
    own = draw(st.sets(st.sampled_from([(r, c) for r in range(0, rows, 2) for c in range(0, cols, 2)])))
    return lattice(rows, cols, own | corners(rows, cols), lambda square: square not in gaps)


@given(boards() | lattices())
@examples(300)
def test_captures_agree_with_backtracking(board):
    assert solved(board) == most_captures(board.rows, board.cols, [*board.houses])


@pytest.mark.parametrize(("rows", "cols"), [(11, 15), (13, 15), pytest.param(20, 20, marks=pytest.mark.slow)])
def test_full_lattices_are_jumped_as_far_as_parity_allows(rows, cols):
    board = lattice(rows, cols, corners(rows, cols))
    assert solved(board) == max(_most_by_parity(board))


def _most_by_parity(board):
    """For each part of the board and pair of ends: all edges but a minimum T-join, found by matching.

    A bound from above, reached where what is left hangs together, as it does on full lattices.
    """
    graph = jump_graph(board)
    for nodes in nx.connected_components(graph):
        own = [house for house in nodes if board.houses[house] == OWN]
        for start in own:
            part = graph.subgraph(nodes - {*own} | {start})
            steps = dict(nx.all_pairs_shortest_path_length(part))
            odd = {node for node, degree in part.degree if degree % 2}
            for end in part:
                join = nx.Graph()
                join.add_weighted_edges_from(
                    (a, b, steps[a][b]) for a, b in combinations(sorted(odd ^ {start} ^ {end}), 2)
                )
                pairs = nx.min_weight_matching(join)
                yield part.size() - sum(steps[a][b] for a, b in pairs)


@given(boards(), st.data())
def test_the_checker_agrees_with_the_rules_on_random_walks(board, data):
    """Houses drawn blindly or along jumps; the walk is a capture when each jump is one by the rules."""
    houses = [data.draw(st.sampled_from([i for i, piece in enumerate(board.houses) if piece == OWN]))]
    fair, fallen = True, set()
    for _ in range(data.draw(st.integers(1, 4))):
        row, col = board.squares[houses[-1]]
        dr, dc = data.draw(st.sampled_from([(1, 1), (1, -1), (-1, 1), (-1, -1), (2, 0), (-1, 3)]))
        land, over = (
            board.house_at.get((row + 2 * dr, col + 2 * dc)),
            board.house_at.get((row + dr, col + dc)),
        )
        if land is None:
            return
        empty = board.houses[land] == 0 or land == houses[0]
        foe = over is not None and board.houses[over] == OPPONENT and over not in fallen
        fair = fair and empty and foe and abs(dr) == abs(dc) == 1
        fallen.add(over)
        houses.append(land)
    assert is_capture(board, houses) == fair
    assert not any(is_capture(board, wrong) for wrong in ([], houses[:1], [*houses, 99], [*houses, -2]))


@given(
    st.sets(st.sampled_from([*combinations(range(6), 2)]), max_size=10).map(sorted),
    st.sets(st.integers(0, 5)),
)
@example([], {0})
def test_trails_of_any_graph_are_longest(edges, starts):
    chosen = longest_trail(edges, starts)
    assert len(chosen) == longest_trail_by_walking(edges, starts)
    if chosen:
        trail = nx.Graph([edges[i] for i in chosen])
        [start] = starts & {*trail}
        assert len([*nx.eulerian_path(trail, source=start)]) == len(chosen)


def edges_of_full(rows, cols):
    """The edges of a full board as `checkers` takes them, of the larger of its two parts."""
    board = lattice(rows, cols, {(0, 0)})
    graph = jump_graph(board)
    parts = [graph.subgraph(part) for part in nx.connected_components(graph)]
    return order_edges(board, max(parts, key=nx.Graph.size))


@pytest.mark.parametrize(("rows", "cols"), [(9, 11), (14, 40)])
def test_the_work_is_foreseen_within_a_factor_of_two(monkeypatch, rows, cols):
    new = []

    def counted(choices, state, choice):
        new.append(state is not None and state not in choices)
        _keep_longer(choices, state, choice)

    monkeypatch.setattr(f"{MODULE}._keep_longer", counted)
    edges = edges_of_full(rows, cols)
    longest_trail(edges, {edges[0][0]})
    assert sum(new) / 2 < estimate_states(edges) < sum(new) * 2


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols"), [(30, 30), (21, 5000), (300, 300)])
def test_a_board_of_too_much_work_is_refused_beforehand(monkeypatch, rows, cols):
    monkeypatch.setattr(f"{MODULE}._plan_steps", None)  # what the search begins with
    with pytest.raises(InvalidInput, match="work of at most"):
        checkers(lattice(rows, cols, {(0, 0)}))


@pytest.mark.parametrize(("rows", "cols"), [(20, 20), (28, 28), (20, 1000)])
def test_boards_that_the_help_promises_are_not_refused(rows, cols):
    assert estimate_states(edges_of_full(rows, cols)) < MOST_WORK


def test_too_many_states_are_refused_not_waited_for(monkeypatch):
    monkeypatch.setattr(f"{MODULE}.MOST_STATES", 20)
    board = lattice(9, 11, {(0, 0)})
    text = f"9 11\n{' '.join(map(str, board.houses))}\n0 0\n"
    with pytest.raises(
        InvalidInput, match="f:1: longest trail: expected at most 20 states at a time, got more"
    ):
        [*checkers_text(text, "f")]


@pytest.mark.parametrize("houses", [(0,) * 8, (2,) * 8, (1,) * 8])
def test_boards_without_a_jump_answer_nothing(houses):
    assert checkers(CheckersBoard(3, 5, houses)) == Capture()
    assert next(checkers_text(f"3 5\n{' '.join(map(str, houses))}\n0 0", show=True)).startswith("0\n")


@pytest.mark.parametrize(
    ("rows", "cols", "houses", "place"),
    [
        (2, 5, (0,) * 5, "rows"),
        (5, 2, (0,) * 5, "cols"),
        (3, 3, (0,) * 4, "houses"),
        (3, 3, (0, 0, 3, 0, 0), "house 3"),
    ],
)
def test_the_board_refuses_what_the_statement_rules_out(rows, cols, houses, place):
    assert refusal(CheckersBoard, rows, cols, houses).startswith(f"{place}: ")


@pytest.mark.parametrize(
    ("answers", "text", "message"),
    [
        (oneclick_text, "", "f: expected one number, the number of cases, got the end of the text"),
        (oneclick_text, "1 2\n", "f:1: expected one number, the number of cases, got 2 of them: '1 2'"),
        (oneclick_text, "2\n3 4 5\n", "f: expected case 2 of 2, numbers R C M, got the end of the text"),
        (oneclick_text, "1\n3 4 5\n\n3 3 3\n", "f:4: expected nothing after 1 case, got '3 3 3'"),
        (oneclick_text, "1\n3 4\n", "f:2: expected case 1 of 1, numbers R C M, got 2 of them: '3 4'"),
        (oneclick_text, "1\n0 4 0\n", "f:2:1: expected a whole number of at least 1, got 0"),
        (oneclick_text, "1\n3 4 12\n", "f:2:5: expected a whole number from 0 to 11, got 12"),
        (
            oneclick_text,
            "1\n99999 99999 1\n",
            "f:2:1: 99999 x 99999: expected at most 67108864 cells, got 9999800001",
        ),
        (checkers_text, "", "f: expected two numbers N M, or 0 0 at the end, got the end of the text"),
        (checkers_text, "3 3\n1 2 0 0\n0 0\n", "f:2: expected 5 houses, got 4 of them: '1 2 0 0'"),
        (checkers_text, "3 3\n1 2 0 3 0\n0 0\n", "f:2:7: expected a whole number from 0 to 2, got 3"),
    ],
)
def test_bad_cases_are_refused_with_their_place(answers, text, message):
    assert refusal(lambda: [*answers(text, "f")]) == message


@pytest.mark.parametrize(
    ("verb", "cases", "answer", "message"),
    [
        (
            "reveal",
            '{"board": [["E"]], "click": [0, 0]}\n{"board": [["B"]], "click": [0, 0]}\n',
            '{"board":[["B"]],"click":[0,0]}\n',
            "<stdin>:2:1: click 0,0 (r1c1): expected an unrevealed cell, M or E, got 'B'",
        ),
        (
            "oneclick",
            "2\n1 3 1\n2 2 4\n",
            "Case #1:\nc.*\n",
            "<stdin>:3:5: expected a whole number from 0 to 3, got 4",
        ),
        (
            "checkers",
            "3 3\n2 1 2 0 1\n3 3\n2 1 2 0\n0 0\n",
            "1\n",
            "<stdin>:4: expected 5 houses, got 4 of them: '2 1 2 0'",
        ),
    ],
)
def test_answers_before_a_bad_case_are_out(verb, cases, answer, message):
    assert called([verb, "-"], cases.encode()) == (2, answer, f"{message}\n")
