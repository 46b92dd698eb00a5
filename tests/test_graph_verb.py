"""`graph` and `trace --graph`: what they write reads back with networkx, and hostile names are refused."""

import json
from io import BytesIO, StringIO

import networkx as nx
import pytest
from conftest import SAMPLES, refusal
from hypothesis import given
from in_process import called, mistake
from strategies import STRONGEST, boards, examples, views
from test_graph_format import free_graphs, node_link

from logicsweep import Board, CellGraph, View, formats, play
from logicsweep.cli.convert import FORMS
from logicsweep.errors import InvalidInput
from logicsweep.formats import graph
from logicsweep.show import graph as shown_graph
from logicsweep.show.graph import cells_graph, file_of, provenance_graph

pydot = pytest.importorskip("pydot", reason="pydot comes with the extra `graph`")
NAMES = ["", "a b", "a:b:n", "a,b", "<b>", "a;b", "strict", "-1", "é", "//x", "(0, 1)", "{", " a ", "&amp;"]


def read_dot(data):
    """As networkx reads it, with values as they were: dot has texts alone."""
    read = nx.nx_pydot.read_dot(StringIO(data.decode()))
    made = nx.DiGraph() if read.is_directed() else nx.Graph()
    made.add_nodes_from((node, unquoted(attributes)) for node, attributes in read.nodes(data=True))
    made.add_edges_from(
        (one, other, unquoted(attributes)) for one, other, attributes in read.edges(data=True)
    )
    return made


def unquoted(attributes):
    return {
        key: value.strip('"') if value[:1] == '"' else json.loads(value) for key, value in attributes.items()
    }


def read_gexf(data):
    read = nx.read_gexf(BytesIO(data))
    for node, attributes in read.nodes(data=True):
        if attributes["label"] == node:
            del attributes["label"]
    for _, _, attributes in read.edges(data=True):
        attributes.pop("id")
    return read


READERS = {
    "dot": read_dot,
    "graphml": lambda data: nx.read_graphml(BytesIO(data)),
    "gexf": read_gexf,
    "json": node_link,
}


def pairs(made):
    ends = made.edges(data=True)
    return sorted(
        (*((one, other) if made.is_directed() else sorted((one, other))), attributes)
        for one, other, attributes in ends
    )


def alike(read, made, orders=True):
    assert dict(read.nodes(data=True)) == dict(made.nodes(data=True))
    assert [*map(str, pairs(read))] == [*map(str, pairs(made))]
    assert list(read) == list(made) or not orders


@pytest.mark.parametrize("form", FORMS)
@given(boards(), views())
@examples(8)
def test_cell_graphs_read_back_with_networkx(form, board, view):
    for made in (cells_graph(board, 0), cells_graph(view)):
        alike(READERS[form](file_of(made, form)), made, orders=form != "dot")


@pytest.mark.parametrize("form", FORMS)
def test_odd_names_come_out_right(form):
    made = cells_graph(Board.of(nx.path_graph(NAMES), ["strict"]))
    alike(READERS[form](file_of(made, form)), made, orders=form != "dot")


DOT, XML = "texts without quotes, backslashes and control characters", "texts of characters that XML allows"


@pytest.mark.parametrize(
    ("form", "name", "expected"),
    [
        ("dot", 'a"b', DOT),
        ("dot", "a\\", DOT),
        ("dot", "\x00", DOT),
        ("dot", "\ud800", DOT),
        ("dot", "node", "nodes that are not called node, edge or graph"),
        ("graphml", "a\x00", XML),
        ("gexf", "\ud800", XML),
    ],
)
def test_names_that_a_format_cannot_hold_are_refused_in_its_name(form, name, expected):
    named = cells_graph(Board.of(nx.path_graph([name, "x"]), ["x"]))
    assert refusal(file_of, named, form) == f"format {form}: expected {expected}, got {name!r}"


@pytest.mark.parametrize("form", ["dot", "graphml", "gexf"])
@given(free_graphs())
@examples(60)
def test_any_free_graph_comes_out_right_or_is_refused(form, made):
    try:
        facts = cells_graph(Board.of(made, []))
        data = file_of(facts, form)
    except InvalidInput as error:
        assert error.place in (f"format {form}", "graph")
        return
    alike(READERS[form](data), facts, orders=form != "dot")


def test_nodes_with_one_name_are_refused():
    with pytest.raises(InvalidInput, match="graph: expected nodes with different names, got '1' twice"):
        cells_graph(Board.of(nx.path_graph([1, "1"]), ["1"]))


def test_the_attributes_of_cells():
    board = Board.parse("M. .. ..", CellGraph.hexagonal)
    made = cells_graph(board, 5)
    assert made.graph == {"field": "hexagonal 3 x 2", "mines": 1}
    assert made.nodes["r2c1"] == {"x": 0.5, "y": 0.866025, "row": 1, "col": 0, "mine": False}
    assert [node for node, start in made.nodes(data="first_click") if start] == ["r3c2"]
    nodes = cells_graph(View.parse("1F ?#")).nodes(data=True)
    assert [one["state"] for _, one in nodes] == ["clue", "flag", "safe", "covered"]
    assert [one.get("clue") for _, one in nodes] == [1, None, None, None]
    free = cells_graph(Board.of(nx.path_graph("ab"), ["b"]))
    assert free.graph == {"field": "graph 2", "mines": 1}
    assert "row" not in free.nodes["a"]


# --- provenance -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_provenance_reads_back_and_is_that_of_the_trace(form):
    board = Board.parse(".M.... ...... M..M..")
    for trace in (
        play(board, "r1c5", STRONGEST).trace,
        play(View.parse("01# 02# 01#"), player=STRONGEST).trace,
    ):
        made = provenance_graph(trace)
        assert nx.is_directed_acyclic_graph(made)
        assert len(made) == len(trace.facts) + len(trace.firings)
        for firing in trace.firings:
            name = f"FIRE {firing.number}"
            assert sorted(made.predecessors(name)) == sorted(f"f-{trace.number[one]}" for one in firing.used)
            concluded = sorted(f"f-{trace.number[one]}" for one in firing.concluded)
            assert sorted(made.successors(name)) == concluded
            assert made.nodes[name]["label"].startswith(f"FIRE {firing.number} {firing.production}")
        alike(READERS[form](file_of(made, form)), made, orders=form != "dot")


def test_labels_are_the_lines_of_the_trace():
    place = str(SAMPLES / "ladder.txt")
    lines = called(["trace", "--start", "r1c8", "--player", STRONGEST, place]).out
    [[board]] = formats.FORMATS[0].read([(SAMPLES / "ladder.txt").read_text()])
    made = provenance_graph(play(board, "r1c8", STRONGEST).trace)
    for node, attributes in made.nodes(data=True):
        assert (
            f"{attributes['label']}:" in lines
            if attributes["kind"] == "firing"
            else f"==> {attributes['label']}\n" in lines
        )
        assert attributes["label"].startswith(node)


@pytest.mark.parametrize("form", FORMS)
def test_trace_writes_the_file_and_prints_what_it_prints_without(form, tmp_path):
    file = tmp_path / f"x.{form.upper()}"
    verb = ["trace", str(SAMPLES / "endgame.txt")]
    assert called([*verb, "--graph", str(file)]) == called(verb)._replace(err=f"wrote {file}\n")
    assert READERS[form](file.read_bytes()).is_directed()


# --- the verb ---------------------------------------------------------------------------------------------


def test_the_verb_writes_boards_and_positions_in_each_form(tmp_path):
    [[board, *_]] = formats.FORMATS[0].read([(SAMPLES / "boards.txt").read_text()])
    assert {*FORMS} == {*READERS}
    for form in FORMS:
        done = called(["graph", "--to", form, str(SAMPLES / "boards.txt")])
        assert (done.status, done.err) == (0, "")
        wanted = graph.write_boards([board]) if form == "json" else file_of(cells_graph(board), form).decode()
        assert done.out == wanted
        file = tmp_path / f"x.{form}"
        assert called(["graph", "--out", str(file), str(SAMPLES / "boards.txt")]) == (
            0,
            "",
            f"wrote {file}\n",
        )
        assert file.read_text() == done.out
        state = READERS[form](called(["graph", "--to", form, str(SAMPLES / "endgame.txt")]).out.encode())
        assert len(state) == 16 or form == "dot"


def test_a_file_whose_ending_says_another_format_is_not_written_as_json(tmp_path):
    file, board = str(tmp_path / "X.MINE"), str(SAMPLES / "first.txt")
    done = called(["graph", "--out", file, board])
    assert done.status == 2 and done.err.startswith("--out: expected a name that ends in .json, .dot, ")
    assert not list(tmp_path.iterdir())
    assert mistake(["graph", "--out", "x.png", board]).endswith(", got 'x.png'\n")
    for more in (["--to", "json", "--out", file], ["--out", str(tmp_path / "x")]):
        assert called(["graph", *more, board]).status == 0


@pytest.mark.parametrize("name", ["ladder.txt", "endgame.txt"])
def test_other_verbs_read_the_json_that_the_verb_writes(name):
    printed = called(["graph", str(SAMPLES / name)]).out
    for verb in (["trace"], ["why", "r1c2"]):
        assert called(verb, printed.encode()) == called([*verb, str(SAMPLES / name)])


@pytest.mark.parametrize("verb", [["trace", "--graph", "x.dot"], ["graph", "--out", "x.dot"]])
def test_without_pydot_dot_is_refused_with_what_installs_it(verb, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shown_graph, "find_spec", lambda name: None)
    message = "format dot: expected an installed pydot (pip install 'logicsweep[graph]'), got none\n"
    assert mistake([*verb, str(SAMPLES / "first.txt")]) == message
    assert list(tmp_path.iterdir()) == []
