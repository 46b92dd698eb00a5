"""`--field`: verbs say on a torus or hexagons what the library says there; drawings of hexagons."""

import json
import re
from fractions import Fraction

import oracles
import pytest
from conftest import SAMPLES
from hypothesis import given
from hypothesis import strategies as st
from in_process import called
from oracles_csp import agreed, all_layouts
from strategies import examples, views
from test_format_table import BARS, BYTES
from test_formats import judge_boards

import logicsweep
from logicsweep import Board, Cell, CellGraph, View, formats, kernel
from logicsweep.boards.cells import KINDS
from logicsweep.boards.many import Boards
from logicsweep.cli.inputs import READS
from logicsweep.errors import InvalidInput
from logicsweep.formats import FORMATS, graph, judge, position
from logicsweep.show.drawing import Screen, drawn

MAKERS = {"grid": CellGraph.grid, "torus": CellGraph.torus, "hex": CellGraph.hexagonal}
JUDGE, POSITION = FORMATS[:2]
OTHERS = st.sampled_from(["torus", "hex"])


@st.composite
def boards(draw):
    """The name of a field that is no grid, and a board on it."""
    name, board = draw(OTHERS), draw(judge_boards())
    return name, Board(MAKERS[name](*board.graph.shape), board.mined)


@st.composite
def seen(draw, total=None):
    """The name of a field that is no grid, and what a player sees there."""
    name, (rows, cols) = draw(OTHERS), (draw(st.integers(1, 5)), draw(st.integers(2, 6)))
    return name, draw(views(10, total, MAKERS[name](rows, cols)))


def free(graph):
    """The cell graph that networkx makes of the definition of a field."""
    return CellGraph.from_networkx(KINDS[graph.kind].definition(*graph.shape))


def invoke(verb, name, *options, text):
    done = called([verb, "--field", name, *map(str, options)], text.encode())
    assert (done.status in (0, 1), done.err) == (True, ""), (done, text)
    return done.out


def printed(*arguments, text):
    return [json.loads(line) for line in invoke(*arguments, "--json", text=text).splitlines()]


# --- what the verbs say -------------------------------------------------------------------------------------


@given(boards(), st.data())
@examples(40)
def test_verbs_play_rows_on_the_field_as_the_board_whose_format_tells_it(named, data):
    name, board = named
    start = board.graph.name(data.draw(st.sampled_from(oracles.safe_cells(board))))
    cell = board.graph.name(data.draw(st.integers(0, len(board.mined) - 1)))
    rows, as_graph = judge.write([board]), graph.write_boards([board]).encode()
    for line in (["why", cell], ["trace"], ["path"], ["compare"]):
        line += ["--start", start, "--json"]
        assert invoke(line[0], name, *line[1:], text=rows) == called(line, as_graph).out
    for line in (["solve", "--starts"], ["compare", "--start", "all", "--players", "casual"]):
        assert invoke(line[0], name, *line[1:], text=rows) == called(line, as_graph).out


@given(seen(), st.data())
@examples(40)
def test_verbs_conclude_from_rows_on_the_field_as_from_the_position_whose_format_tells_it(named, data):
    name, view = named
    cell = view.graph.name(data.draw(st.integers(0, len(view.marks) - 1)))
    rows, as_graph = position.write([view]), graph.write_views([view]).encode()
    for verb, *line in (["hint"], ["why", cell], ["trace"], ["path"], ["compare"]):
        shown = invoke(verb, name, *line, "--json", "--from", "position", text=rows)
        assert shown == called([verb, *line, "--json"], as_graph).out


@given(st.lists(boards(), min_size=1, max_size=4), OTHERS)
@examples(60)
def test_solve_gives_what_the_rules_give_on_the_networkx_graph_of_the_field(several, name):
    several = [Board(MAKERS[name](*board.graph.shape), board.mined) for _, board in several]
    least = [
        min(oracles.remaining_by_start(Board(free(board.graph), board.mined)).values()) for board in several
    ]
    assert [*map(int, invoke("solve", name, text=judge.write(several)).split())] == least


@given(seen())
@examples(60)
def test_hint_says_what_all_layouts_on_the_networkx_graph_of_the_field_agree_on(named):
    name, view = named
    text = position.write([view])
    safe, mines, risks = agreed(view, all_layouts(View(free(view.graph), view.marks), view.mines))
    [hint] = printed("hint", name, "--from", "position", text=text)
    assert (hint["safe"], hint["mines"]) == tuple(list(view.graph.names(cells)) for cells in (safe, mines))
    assert {view.graph.find(one): Fraction(risk) for one, risk in hint["risks"].items()} == risks


# --- reading ------------------------------------------------------------------------------------------------


@given(st.lists(seen(), min_size=1, max_size=3))
def test_a_position_is_read_as_it_is_written_on_its_field(several):
    for name, view in several:
        text = position.write([view])
        assert list(formats.views(POSITION, [text], field=MAKERS[name])) == [view]
        bare = text.replace(" ", "").replace("mines", "mines ")
        assert list(formats.views(POSITION, [bare], field=MAKERS[name])) == [view]
        spaced = "".join(f" {line}\n" for line in text.split("\n"))
        assert list(formats.views(POSITION, [spaced], field=MAKERS[name])) == [view]


def test_a_first_click_stays_where_it_is():
    row = BARS._replace(fields=True)
    [batch] = formats.boards(row, ["|oox|\n|xoO|\n"], field=CellGraph.torus)
    assert (batch.groups[0][0], batch.starts) == (CellGraph.torus(2, 3), [5])


def test_a_hexagon_has_six_neighbours_at_most():
    [view] = position.read(["###\n#6#\n###\n"], field=CellGraph.hexagonal)
    assert view.drawing == "# # #\n # 6 #\n# # #"
    with pytest.raises(InvalidInput, match=r"^p:2:4: expected a clue of at most 6 \(its covered .*, got 7$"):
        list(position.read(["# # #\n # 7 #\n# # #\n"], "p", field=CellGraph.hexagonal))
    [view] = position.read(["7##\n###\n###\n"], field=CellGraph.torus)  # a corner of a grid has but three
    assert view.marks[0] == 7


# --- what is refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verb", "row", "content"), [("trace", BARS, b"|ox|\n"), ("hint", BYTES, bytes([0, 2, 0]))]
)
def test_a_format_of_grids_refuses_other_fields_by_name(verb, row, content, monkeypatch):
    monkeypatch.setattr(formats, "FORMATS", [*formats.FORMATS, row])
    message = f"--field: expected no other field than grid for {row.name}, got torus\n"
    assert called([verb, "--field", "torus"], content) == (2, "", message)
    assert called([verb, "--field", "grid"], content).out == called([verb], content).out


def test_a_format_that_tells_its_field_takes_that_alone():
    row = BARS._replace(read=lambda blocks, source: [Boards.of([Board.parse("M.\n..", CellGraph.torus)])])
    assert len(list(formats.boards(row, [""], field=CellGraph.torus))) == 1
    with pytest.raises(InvalidInput, match=r"^field: expected no other field than torus for bars, got grid$"):
        list(formats.boards(row, [""], field=CellGraph.grid))
    row = BARS._replace(
        read=lambda blocks, source: [Boards.of([Board.of(free(CellGraph.grid(2, 2)), [(0, 0)])])]
    )
    with pytest.raises(
        InvalidInput, match=r"^field: expected no other field than its own for bars, got grid"
    ):
        list(formats.boards(row, [""], field=CellGraph.grid))


def test_every_verb_that_reads_boards_or_positions_has_the_option():
    for verb in READS:
        done = called([verb, *["r1c1"] * (verb == "why"), "--field", "round"])
        assert done == (2, "", "--field: expected one of grid, torus, hex, got 'round'\n")


# --- drawings and titles ------------------------------------------------------------------------------------


def test_titles_name_the_field():
    text = (SAMPLES / "torus.txt").read_text()
    fields = [("grid", "", ""), ("torus", " torus", " on a torus"), ("hex", " hexagons", " on hexagons")]
    for name, kind, where in fields:
        for verb, end in (("trace", "; "), ("compare", ", "), ("path", "; "), ("solve", "\n")):
            more = ["--starts"] * (verb == "solve")
            assert invoke(verb, name, *more, text=text).startswith(f"board 1: 5 x 8{kind}, 4 mines{end}")
        shown = invoke("hint", name, text="###\n1##\n")
        assert shown.startswith(f"expert: 5 covered cells{where}, mine total not told\n")


@given(boards(), st.data())
@examples(30)
def test_what_is_drawn_reads_back(named, data):
    name, board = named
    rows, _ = board.graph.shape
    start = data.draw(st.sampled_from(oracles.safe_cells(board)))
    shown = invoke("path", name, "--draw", "--start", board.graph.name(start), text=judge.write([board]))
    *drawings, _ = shown.split("\n\n")
    found = logicsweep.path(board, start)
    states = [*found.states()]
    assert len(drawings) == len(states)
    for drawing, state in zip(drawings, states, strict=True):
        text = "\n".join(drawing.split("\n")[-rows:])
        [view] = formats.views(POSITION, [text], field=MAKERS[name])
        assert (view.graph, view.marks) == (board.graph, state.marks)


@given(st.integers(2, 4), st.integers(1, 120), st.integers(1, 4), st.integers(14, 200))
def test_odd_rows_stand_half_a_cell_to_the_right_and_even_ones_under_their_numbers(rows, cols, room, width):
    glyphs = [chr(256 + i).rjust(room) for i in range(rows * cols)]
    lines = list(drawn(CellGraph.hexagonal(rows, cols), glyphs, Screen(labels=True, width=width)))
    assert max(map(len, lines)) <= max(width, 4 + room + (room + 1) // 2)
    met = []
    for block in "\n".join(lines).split("\n\n"):
        *heads, even, odd = block.split("\n")[: 2 - rows or None]
        at = [[place for place, one in enumerate(row) if ord(one) > 255] for row in (even, odd)]
        pitch = max(2, room)
        assert at[1] == [place + (pitch + 1) // 2 for place in at[0]]
        assert at[0] == list(range(at[0][0], at[0][0] + pitch * len(at[0]), pitch))
        for place in at[0]:
            met.append(even[place])
            number = re.search(r"\d+$", heads[-1][: place + (room < 4)])[0]  # else it stands before a blank
            assert len(met) % 10 == int(number) % 10
    assert met == [chr(256 + i) for i in range(cols)]


def test_blanks_between_cells_make_one_row_of_a_line_where_there_are_several_lines():
    assert Board.parse("M . .\n . . M", CellGraph.hexagonal) == Board.parse("M.. ..M", CellGraph.hexagonal)
    assert View.parse("mines 1\n1 #\n 1 #").marks == (1, -1, 1, -1)
    assert View.parse("1 # 1").graph == CellGraph.grid(3, 1)
    assert str(Board.parse("M..", CellGraph.hexagonal)) == "M.."
    assert judge.write([Board.parse("M . .\n . . M", CellGraph.hexagonal)]) == "2 3\nM..\n..M\n0 0\n"


def test_plain_rows_hold_no_free_graph():
    board = Board.of(free(CellGraph.grid(2, 2)), [(0, 0)])
    for row, content in ((JUDGE, board), (POSITION, board.view())):
        expected = f"^format {row.name}: expected a rectangular field, got a free graph$"
        with pytest.raises(InvalidInput, match=expected):
            row.write([content])


# --- the samples, and large boards --------------------------------------------------------------------------


def test_a_hint_over_the_edge_of_a_torus_says_so():
    board = Board.of(CellGraph.torus(6, 8), ["r1c1"])
    text = position.write([board.view(range(1, 48))])
    shown = invoke("hint", "torus", "--stage", "1", text=text)
    assert "Look at the left, around rows 6-2 over the edge, columns 1-4.\n" in shown
    region = printed("hint", "torus", "--stage", "1", text=text)[0]["region"]
    assert (region["rows"], region["cols"]) == ([6, 2], [1, 4])


@pytest.mark.skipif(not kernel.installed(), reason="the extra `fast` is not installed")
@pytest.mark.parametrize("name", ["torus", "hex"])
def test_the_kernel_solves_boards_of_the_field(name):
    from logicsweep.closures.closure import least_of_groups, remaining_of_groups

    text = judge.write([logicsweep.random_board((20, 30), 75, seed) for seed in range(4)])
    [batch] = formats.boards(JUDGE, [text], field=MAKERS[name])
    assert [*remaining_of_groups(batch, True)] == [*remaining_of_groups(batch, False)]
    best, plain = ([*map(vars, least_of_groups(batch, quick))] for quick in (True, False))
    assert best == plain
    assert [*remaining_of_groups(batch)] == [*map(int, invoke("solve", name, text=text).split())]
    assert {type(cell) for cell in batch.groups[0][0].cells} == {Cell}
