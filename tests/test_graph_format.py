"""Graph JSON: boards and positions on any cell graph, there and back, and all that is refused."""

import copy
import json

import networkx as nx
import pytest
from conftest import refusal
from hypothesis import assume, given
from hypothesis import strategies as st
from reading import boards_of, games_in, views_in
from strategies import boards as field_boards
from strategies import flagged
from strategies import views as field_views

from logicsweep import COVERED, FLAG, SAFE, Board, CellGraph, InvalidInput, View, formats
from logicsweep.boards.cells import FIELDS
from logicsweep.boards.many import Boards
from logicsweep.formats import graph

BOARDS, POSITION = (row for row in formats.FORMATS if row.name == "graph")
PLAIN = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=5)
FLAT = PLAIN | st.integers(-(10**20), 10**20)
NAMES = FLAT | st.tuples(FLAT, FLAT) | st.tuples(st.tuples(FLAT), FLAT)


@st.composite
def free_graphs(draw, names=NAMES):
    nodes = draw(st.lists(names.filter(lambda name: name != ""), min_size=1, max_size=8, unique_by=str))
    pairs = [(a, b) for at, a in enumerate(nodes) for b in nodes[:at]]
    made = nx.empty_graph(nodes)
    made.add_edges_from(draw(st.lists(st.sampled_from(pairs), max_size=12)) if pairs else [])
    return made


@st.composite
def games(draw, names=NAMES):
    board = draw(field_boards(graph=CellGraph.of(draw(free_graphs(names)))) | field_boards())
    safe = [i for i, mine in enumerate(board.mined) if not mine]
    return board, draw(st.none() | st.sampled_from(safe)) if safe else None


@st.composite
def views(draw):
    view = draw(field_views() | field_views(graph=CellGraph.of(draw(free_graphs()))))
    flags = draw(st.sets(st.sampled_from(view.covered))) if view.covered else ()
    return flagged(view, flags)


def node_link(text):
    """How networkx reads an object, whatever it calls the edges."""
    try:
        return nx.node_link_graph(json.loads(text), edges="edges")
    except TypeError:
        return nx.node_link_graph(json.loads(text), link="edges")


def refused(text, read=graph.read_boards):
    return refusal(lambda: list(read([text], "b.json")))


# --- there and back ---------------------------------------------------------------------------------------


@pytest.mark.slow
@given(st.lists(games(), min_size=1, max_size=3), st.lists(views(), min_size=1, max_size=3))
def test_boards_with_first_clicks_and_views_read_back_however_they_are_laid_out(boards, seen):
    """Spread over lines, keys in another order, nodes of fields shuffled, "links" for "edges", CRLF."""
    for row, read, values in ((BOARDS, games_in, boards), (POSITION, views_in, seen)):
        text = row.write(boards_of(values) if row is BOARDS else values)
        assert list(read(row.read, text)) == values
        assert [one.sniff(text) for one in (BOARDS, POSITION)] == [row is BOARDS, row is POSITION]
        objects = [json.loads(line) for line in text.splitlines()]
        for one in objects:
            one["links"] = one.pop("edges")[::-1]
            if "field" in one["graph"]["logicsweep"]:
                one["nodes"].reverse()
        for layout in ({"indent": 1}, {"sort_keys": True}):
            other = "\n\n".join(json.dumps(one, **layout) for one in objects)
            assert list(read(row.read, other)) == values
            assert list(read(row.read, other.replace("\n", "\r\n"))) == values


@given(games(FLAT | st.tuples(FLAT, FLAT)))
def test_networkx_reads_what_is_written(game):
    board, _ = game
    read = node_link(graph.write_boards(boards_of([game])))
    assert list(read) == list(board.graph.cells)
    edges = [board.graph.at(edge) for edge in board.graph.graph.edges]
    assert nx.utils.graphs_equal(nx.Graph(read.edges), nx.Graph(edges))
    assert {node for node, mine in read.nodes(data="mine") if mine} == board.mines


@given(free_graphs(FLAT | st.tuples(FLAT, FLAT)), st.data())
def test_a_graph_of_networkx_with_attributes_is_in_the_format(made, data):
    mines = data.draw(st.sets(st.sampled_from(list(made))))
    assume(mines)
    for node in made:
        made.nodes[node]["mine"] = node in mines
    text = json.dumps(nx.node_link_data(made))
    assert formats.recognise(text) is BOARDS
    assert list(games_in(graph.read_boards, text)) == [(Board.of(made, mines), None)]


def test_a_position_by_hand_tells_clues_flags_and_what_is_cleared():
    made = nx.path_graph(6)
    nx.set_node_attributes(
        made, {0: {"clue": 1}, 1: {"flag": True}, 2: {"covered": False}, 3: {"safe": True}}
    )
    made.nodes[4]["covered"] = True
    made.graph["logicsweep"] = {"version": 1, "mines": 2}
    text = json.dumps(nx.node_link_data(made))
    assert formats.recognise(text) is POSITION
    assert list(views_in(graph.read_views, text)) == [
        View(CellGraph.of(made), (1, FLAG, SAFE, SAFE, COVERED, COVERED), 2)
    ]
    assert [view.mine_total for view in views_in(graph.read_views, text, "x", 3)] == [3]


def test_what_declares_much_and_holds_little_is_refused_before_anything_is_made(monkeypatch):
    text = graph.write_boards([Board.parse("M.")])
    monkeypatch.setattr(CellGraph, "grid", None)  # making one would be noticed
    monkeypatch.setitem(FIELDS, "grid", None)
    for size, after in (
        ("99999999,99999999", ""),
        (f"{10**40},1", ""),
        ("99,99", ""),
        ("99,99", "\n" * 9999),
    ):
        found = refused(text.removesuffix("\n").replace("1,2]", f"{size}]", 1) + after)
        assert "graph.logicsweep.field: expected a field of 2 cells, one for each node" in found


# --- streams ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ('{"nodes": [}\n', "b.json:4:12: expected JSON (Expecting value), got '}'"),
        ('{"nodes": [], "edges": []}\n', "b.json:4:1: nodes: expected at least one node, got none"),
        ('{"nodes":\n []', "b.json:5:4: expected JSON (Expecting ',' delimiter), got the end of the text"),
    ],
)
def test_boards_before_a_mistake_come_first_and_it_is_said_in_its_line(bad, message):
    line = graph.write_boards([Board.of(nx.path_graph(3), [1])])
    found = []
    with pytest.raises(InvalidInput) as error:
        for batch in graph.read_boards([line, f"\n{line}", bad], "b.json"):
            found.extend(batch)
    assert len(found) == 2
    assert str(error.value) == message


def whole(message):
    """A message with its short words written out."""
    for short, words in SHORT.items():
        message = message.replace(f"{short}, got", f"{words}, got")
    return message


# --- what is refused ----------------------------------------------------------------------------------------

TWO = '"nodes": [{"id": 1, "mine": true}, {"id": 2}]'
EDGE = '"edges": [{"source": 1, "target": 2}]'
SHORT = {
    "NAME": "expected a name: a text, a whole number, or a list of these",
    "KIND": "expected [kind, rows, columns], a kind among grid, torus, hexagonal",
    "COUNT": "expected a whole number of at least 0",
    "KEYS": "expected keys among version, holds, field, mines, start",
    "SIZE": "expected a field of 2 cells, one for each node",
    "ROOM": "expected a clue of at most 1 (its covered neighbours)",
    "STATE": "expected a cell that is cleared or covered",
    "UNDIRECTED": "expected false: neighbours see each other",
    "ONE_LINE": "expected a name without line ends and control characters",
    "LINK": "expected an edge between two nodes",
    "NODE": "expected a node of the graph",
    "MARKED": "expected one with 'mine' (a board) or 'clue' (a position)",
    "BOOL": "expected true or false",
    "NO_CLUE": "expected no 'clue' in a board",
}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: expected a graph, got an empty text"),
        ("{" + TWO + "}", "1:1: expected a graph with 'edges', got none"),
        (f'{{{TWO}, {EDGE}, "links": []}}', "1:1: expected either 'edges' or 'links', got both"),
        (f'{{{TWO}, {EDGE}, "directed": true}}', "1:1: directed: UNDIRECTED, got true"),
        ('{"nodes": [1], "edges": []}', "1:1: nodes[0]: expected an object, got 1"),
        (
            '{"nodes": [{"id": [[[[[[[[[1]]]]]]]]]}], "edges": []}',
            "1:1: nodes[0].id: NAME, got [1]",
        ),
        ('{"nodes": [{"id": "a\\nb"}], "edges": []}', "1:1: nodes[0].id: ONE_LINE, got 'a\\nb'"),
        (f'{{{TWO}, "edges": [{{"source": 1, "target": "2"}}]}}', '1:1: edges[0].target: NODE, got "2"'),
        (
            f'{{{TWO}, "links": [{{"source": 2, "target": 2}}]}}',
            "1:1: links[0]: LINK, got one from a node to itself",
        ),
        ('{"nodes": [{"id": 1}], "edges": []}', "1:1: nodes: MARKED, got none"),
        ('{"nodes": [{"id": 1, "mine": 2}], "edges": []}', "1:1: nodes[0].mine: BOOL, got 2"),
        ('{"nodes": [{"id": 1, "mine": true, "clue": 1}], "edges": []}', "1:1: nodes[0]: NO_CLUE, got 1"),
        ('{"nodes": [{"id": 1, "clue": 0}], "edges": []}', "1:1: expected a board, got a position"),
    ],
)
def test_mistakes_in_boards_are_said_with_place_expectation_and_found(text, message):
    assert refused(text) == f"b.json:{whole(message)}"
    assert refused(f"\n  {text}") == f"b.json:{whole(message).replace('1:1:', '2:3:', 1)}" or not text


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("1", ": expected an object, got 1"),
        ('{"version": 2}', ".version: expected 1, got 2"),
        ('{"version": 1, "mine": 3}', ": KEYS, got 'mine'"),
        ('{"version": 1, "holds": "view"}', ".holds: expected 'board' or 'position', got \"view\""),
        ('{"version": 1, "mines": 2}', ".mines: expected 1, the number of mines, got 2"),
        ('{"version": 1, "mines": -1}', ".mines: COUNT, got -1"),
        ('{"version": 1, "start": 1}', ".start: expected a safe cell, got a mine at 1"),
        ('{"version": 1, "start": 3}', ".start: expected a node of the graph, got 3"),
        ('{"version": 1, "field": ["torus", 1, 3]}', ".field: SIZE, got 1 x 3"),
        ('{"version": 1, "field": ["cube", 1, 2]}', ".field: KIND, got [\"cube\", 1, 2]"),
    ],
)  # fmt: skip
def test_mistakes_in_the_header_are_said(header, message):
    text = "{" + f'"graph": {{"logicsweep": {header}}}, {TWO}, {EDGE}' + "}"
    assert refused(text) == f"b.json:1:1: graph.logicsweep{whole(message)}"


def test_nodes_and_edges_that_are_not_those_of_the_told_field_are_said():
    text = graph.write_boards([Board.of(CellGraph.torus(3, 4), [0])])
    assert refused(text.replace('{"source":[0,0],"target":[0,1]},', "")) == (
        "b.json:1:1: edges: expected those of 3 x 4 torus: from r1c1 to r1c2, r1c4, r2c1, r2c2, r2c4, "
        "r3c1, r3c2, r3c4, got 'r1c4, r2c1, r2c2, r2c4, r3c1, r3c2, r3c4'"
    )
    assert "edges: expected those of 3 x 4 hexagons" in refused(text.replace("torus", "hexagonal"))
    assert refused(text.replace("[2,3]", "[3,3]")) == (
        "b.json:1:1: nodes[11].id: expected [row, column] from [0, 0] to [2, 3], got [3, 3]"
    )


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        ('{"id": 1, "clue": 2}, {"id": 2}', "nodes[0].clue: ROOM, got 2"),
        ('{"id": 1, "clue": -1}, {"id": 2}', "nodes[0].clue: COUNT, got -1"),
        ('{"id": 1, "clue": 1, "flag": true}, {"id": 2}', "nodes[0]: STATE, got both"),
        ('{"id": 1, "safe": "yes"}, {"id": 2}', "nodes[0].safe: expected true or false, got \"yes\""),
        ('{"id": 1, "mine": true}, {"id": 2}', "expected a position, got a board"),
    ],
)  # fmt: skip
def test_mistakes_in_positions_are_said(nodes, message):
    text = '{"nodes": [' + nodes + "], " + EDGE + "}"
    assert refused(text, graph.read_views) == f"b.json:1:1: {whole(message)}"


def test_a_mine_total_that_cannot_be_is_refused_where_it_was_told():
    text = (
        '{"graph": {"logicsweep": {"version": 1, "mines": 2}}, "nodes": [{"id": 1, "clue": 1}, {"id": 2}], '
        + EDGE
        + "}"
    )
    message = "expected a mine total from 0 to 1 (the covered cells), got"
    assert refused(text, graph.read_views) == f"b.json:1:1: graph.logicsweep.mines: {message} 2"
    with pytest.raises(InvalidInput, match=r"^mines: expected a mine total from 0 to 1 .* got 5"):
        list(views_in(graph.read_views, text, "b.json", 5))
    assert [view.mine_total for view in views_in(graph.read_views, text, "b.json", 1)] == [1]


@pytest.mark.parametrize("node", [1.5, True, frozenset("a"), "a\x00b", "\ud800", ("a", 1.5)])
def test_nodes_that_the_format_cannot_hold_are_refused_by_its_name(node):
    board = Board.of(nx.path_graph([node, "b"]), ["b"])
    assert refusal(graph.write_boards, [board]).startswith("format graph: ")


@pytest.mark.parametrize(
    ("nodes", "expected", "found"),
    [
        (["a", ""], "a name that is not empty", "''"),
        ([1, "1"], "names that all look different when printed", 'that of nodes[0]: "1"'),
        (
            [(1, "a"), "(1, 'a')"],
            "names that all look different when printed",
            "that of nodes[0]: \"(1, 'a')\"",
        ),
    ],
)
def test_names_that_nobody_could_tell_apart_or_see_are_neither_read_nor_written(nodes, expected, found):
    board = Board.of(nx.path_graph(nodes), [nodes[0]])
    assert refusal(graph.write_boards, [board]) == f"format graph: expected {expected}, got {found}"
    listed = json.dumps([{"id": nodes[0], "mine": True}, {"id": nodes[1]}])
    message = f"b.json:1:1: nodes[1].id: expected {expected}, got {found}"
    assert refused(f'{{"nodes": {listed}, "edges": []}}') == message


SAMPLES = [
    graph.write_boards(
        Boards.of([Board.of(CellGraph.torus(3, 4), [5]), Board.of(nx.path_graph("abc"), "b")], [0, None])
    ),
    graph.write_views([Board.of(nx.star_graph(3), [1]).view([0], [1]), View.parse("1#\n?F", 1)]),
]
VALUES = [None, True, -1, 0, 10**30, 1.5, "", "a", [], [1], [[1]], {}, {"version": 1}]


@given(st.sampled_from(SAMPLES), st.data())
def test_objects_with_wrong_values_are_read_or_refused_in_one_line(text, data):
    value = json.loads(text.split("\n")[data.draw(st.integers(0, 1))])
    for _ in range(data.draw(st.integers(1, 3))):
        inner = value
        while isinstance(inner, dict | list) and inner:
            key = data.draw(st.sampled_from(list(inner) if isinstance(inner, dict) else range(len(inner))))
            if data.draw(st.booleans()) or not isinstance(inner[key], dict | list) or not inner[key]:
                inner[key] = copy.deepcopy(data.draw(st.sampled_from(VALUES)))
                break
            inner = inner[key]
    for row in (BOARDS, POSITION):
        try:
            list(row.read([json.dumps(value)], "b.json"))
        except InvalidInput as error:
            assert error.place.startswith("b.json:1:1")
            assert "\n" not in str(error)
