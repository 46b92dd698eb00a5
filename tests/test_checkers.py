"""`checkers`: the longest capture equals plain backtracking's, and its witness is one by the rules."""

from itertools import combinations

import networkx as nx
import pytest
from click.testing import CliRunner
from conftest import DATA as PUBLIC
from conftest import ROOT
from hypothesis import example, given
from hypothesis import strategies as st
from oracles_puzzles import longest_trail_by_walking, most_captures
from strategies import examples

from logicsweep.cli.puzzles import checkers as command
from logicsweep.errors import InvalidInput
from logicsweep.puzzles.checkers import (
    MOST_WORK,
    OPPONENT,
    OWN,
    Capture,
    CheckersBoard,
    _keep,
    checkers,
    checkers_text,
    is_capture,
    jump_graph,
    longest_trail,
    states_expected,
    swept,
)

MODULE = "logicsweep.puzzles.checkers"
SAMPLE = ROOT / "samples" / "checkers.txt"
DATA = PUBLIC / "megacheckers"


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


@pytest.mark.slow
def test_a_full_board_of_20x20_is_jumped_out_completely():
    assert solved(lattice(20, 20, {(0, 0)})) == 81


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
    return swept(board, max(parts, key=nx.Graph.size))


@pytest.mark.parametrize(("rows", "cols"), [(9, 11), (14, 40)])
def test_the_work_is_foreseen_within_a_factor_of_two(monkeypatch, rows, cols):
    new = []

    def counted(choices, state, choice):
        new.append(state is not None and state not in choices)
        _keep(choices, state, choice)

    monkeypatch.setattr(f"{MODULE}._keep", counted)
    edges = edges_of_full(rows, cols)
    longest_trail(edges, {edges[0][0]})
    assert sum(new) / 2 < states_expected(edges) < sum(new) * 2


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols"), [(30, 30), (21, 5000), (300, 300)])
def test_a_board_of_too_much_work_is_refused_beforehand(monkeypatch, rows, cols):
    monkeypatch.setattr(f"{MODULE}._plan", None)  # what the search begins with
    with pytest.raises(InvalidInput, match="work of at most"):
        checkers(lattice(rows, cols, {(0, 0)}))


@pytest.mark.parametrize(("rows", "cols"), [(20, 20), (28, 28), (20, 1000)])
def test_boards_that_the_help_promises_are_not_refused(rows, cols):
    assert states_expected(edges_of_full(rows, cols)) < MOST_WORK


def test_too_many_states_are_refused_not_waited_for(monkeypatch):
    monkeypatch.setattr(f"{MODULE}.MOST_STATES", 20)
    board = lattice(9, 11, {(0, 0)})
    text = f"9 11\n{' '.join(map(str, board.houses))}\n0 0\n"
    with pytest.raises(
        InvalidInput, match="f:1: longest trail: expected at most 20 states at a time, got more"
    ):
        [*checkers_text(text, "f")]


@pytest.mark.skipif(not DATA.is_dir(), reason="the contest's data is not beside the checkout")
def test_the_statement_sample_is_answered():
    answers = [*checkers_text((DATA / "statement.in").read_text())]
    assert answers == (DATA / "statement.out").read_text().split()


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
    with pytest.raises(InvalidInput) as error:
        CheckersBoard(rows, cols, houses)
    assert error.value.place == place


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f: expected a board 'N M', or '0 0' at the end, got the end of the text"),
        ("3 3\n", "f: expected 5 houses, got the end of the text"),
        ("3 3\n1 2 0 0\n0 0\n", "f:2: expected 5 houses, got 4 of them: '1 2 0 0'"),
        ("3 3\n1 2 0 3 0\n0 0\n", "f:2:7: expected a whole number from 0 to 2, got 3"),
        ("3 -3\n", "f:1:3: expected a whole number of at least 3, got -3"),
        ("0 0\n3 3\n", "f:2: expected nothing after '0 0', got '3 3'"),
    ],
)
def test_bad_input_says_where_and_what(text, message):
    with pytest.raises(InvalidInput) as error:
        [*checkers_text(text, "f")]
    assert str(error.value) == message


def test_the_command_draws_the_capture_of_the_sample():
    run = CliRunner().invoke
    assert run(command, [str(SAMPLE)]).output == "9\n"
    bad = run(command, [], input="3 3\n2 1 2 0 1\n3 3\n2 1 2 0\n0 0\n")
    assert (bad.output, str(bad.exception)) == (
        "1\n",
        "<stdin>:4: expected 5 houses, got 4 of them: '2 1 2 0'",
    )
    count, houses, *drawing = run(command, ["--show", str(SAMPLE)]).output.splitlines()
    assert (count, len(houses.split()), len(drawing)) == ("9", 10, 7)
    assert sorted("".join(drawing).replace(" ", "").replace(".", "")) == sorted("@123456789")
