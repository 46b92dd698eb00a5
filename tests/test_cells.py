import pickle
import subprocess
import sys
from dataclasses import replace

import networkx as nx
import numpy as np
import oracles_fields
import pytest
from conftest import refusal
from hypothesis import given
from hypothesis import strategies as st
from strategies import graphs

from logicsweep.boards.cells import FIELDS, Cell, CellGraph
from logicsweep.boards.fields import KINDS, FieldKind
from logicsweep.errors import InvalidInput

SIZES = st.integers(1, 7)


def test_a_free_graph_drops_loops_and_keeps_its_nodes_order():
    graph = nx.MultiGraph([("c", "a"), ("a", "c"), ("a", "b"), ("b", "b")])
    field = CellGraph.from_networkx(graph)
    assert field.cells == ("c", "a", "b")
    assert field.neighbours == ((1,), (0, 2), (1,))
    assert field.find("b") == field.index("b") == 2


def test_equal_fields_are_equal_and_hash_alike():
    assert CellGraph.grid(2, 3) == CellGraph.grid(2, 3) != CellGraph.torus(2, 3)
    assert len({CellGraph.grid(2, 3), CellGraph.grid(2, 3), CellGraph.grid(3, 2)}) == 2
    assert eval(repr(CellGraph.hexagonal(2, 3))) == CellGraph.hexagonal(2, 3)


@given(SIZES, SIZES)
def test_every_way_to_give_a_cell_leads_to_its_index(rows, cols):
    field = CellGraph.grid(rows, cols)
    for i, cell in enumerate(field.cells):
        row, col = cell
        ways = (i, np.int8(i), cell, (row, col), (np.int8(row), col), str(cell), f" R{row + 1}C{col + 1}")
        assert field.indices(ways) == (i,) * len(ways)
        assert all(type(field.locate(way)) is int for way in ways)


def test_numpy_integers_are_indices_and_sizes():
    field = CellGraph.grid(np.int64(2), np.uint8(4))
    assert repr(field) == "CellGraph.grid(2, 4)"
    assert [type(size) for size in field.shape] == [int, int]
    assert field.indices(np.array([3, 7])) == (3, 7)
    with pytest.raises(InvalidInput, match=r"got array\(\[1, 0\]\)"):
        field.locate(np.array([1, 0]))
    with pytest.raises(InvalidInput, match="True"):
        field.locate(np.True_)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (8, "an index from 0 to 7, got 8"),
        ((2, 0), "a cell from r1c1 to r2c4, got r3c1"),
        ((0.0, 1), "an index, a pair (row, col) or a name such as r1c1, got (0.0, 1), a tuple"),
        ([0, 1], "an index, a pair (row, col) or a name such as r1c1, got [0, 1], a list"),
        (True, "an index, a pair (row, col) or a name such as r1c1, got True"),
        (None, "an index, a pair (row, col) or a name such as r1c1, got None"),
        *[
            (name, f"a cell from r1c1 to r2c4, got {name!r}")
            for name in ("r0c1", "r3c1", "r1c5", "1,2", "r1", "")
        ],
    ],
)
def test_what_is_no_cell_is_refused_in_one_sentence(cell, message):
    assert refusal(CellGraph.grid(2, 4).locate, cell, "start") == f"start: expected {message}"


def test_on_a_free_graph_a_node_means_itself_first_and_an_int_an_index():
    field = CellGraph.from_networkx(nx.empty_graph(["2", 2, (0, 1), "a", 0.5, frozenset("xy"), 0]))
    assert field.indices([2, (0, 1), "a", 0.5, frozenset("yx"), "(0, 1)"]) == (2, 2, 3, 4, 5, 2)
    assert field.locate("2") == 0
    assert [field.index(node) for node in field.cells] == list(range(7))
    assert field.locate("0") == field.index(0) == 6


@pytest.mark.parametrize("cell", [True, None, [1], "x", (1, 0), 3, -1])
def test_what_is_no_node_is_refused(cell):
    with pytest.raises(InvalidInput, match=r"^site: expected an? (index|node)"):
        CellGraph.from_networkx(nx.path_graph(3)).locate(cell, "site")


def test_sizes_beyond_memory_are_refused():
    with pytest.raises(InvalidInput, match="at most"):
        CellGraph.torus(10**6, 10**6)


@pytest.mark.parametrize("kind", sorted(FIELDS))
@pytest.mark.parametrize("size", [4.0, True, "4", None, 4.5, [4], 0, -1])
def test_a_size_that_is_no_whole_number_is_refused_and_poisons_nothing(kind, size):
    make = FIELDS[kind]
    for _ in range(2):
        with pytest.raises(InvalidInput, match=r"^rows: expected a whole number of at least 1, got "):
            make(size, 4)
        with pytest.raises(InvalidInput, match=r"^cols: expected a whole number of at least 1, got "):
            make(4, size)
    for field in (make(4, 4), make(1, 4), make(4, 1)):
        assert [type(side) for side in field.shape] == [int, int]
        assert len(field.neighbours) == len(field) == field.shape[0] * field.shape[1]


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (None, "graph: expected a networkx graph, got None"),
        (nx.DiGraph([(1, 2)]), "graph: expected an undirected graph, got a directed one"),
        (nx.Graph(), "graph: expected at least one node, got none"),
    ],
)
def test_what_is_no_undirected_graph_is_refused(graph, message):
    assert refusal(CellGraph.from_networkx, graph).startswith(message)


def test_a_field_can_be_given_in_three_ways():
    assert CellGraph.of((2, 3)) is CellGraph.of(CellGraph.grid(2, 3)) is CellGraph.grid(2, 3)
    assert CellGraph.of(nx.path_graph(2)) == CellGraph.from_networkx(nx.path_graph(2))
    for wrong in ([2, 3], (2, 3, 4), "2x3", None):
        with pytest.raises(InvalidInput, match="expected a CellGraph, a networkx graph or a pair"):
            CellGraph.of(wrong)


def test_nobody_can_change_the_graph_that_all_boards_of_a_field_share():
    field = CellGraph.grid(2, 3)
    with pytest.raises(nx.NetworkXError, match="Frozen"):
        field.graph.remove_node(0)
    free = nx.Graph(field.graph)
    free.remove_node(0)
    assert len(CellGraph.from_networkx(free)) == 5


@pytest.mark.parametrize("kind", sorted(FIELDS))
def test_a_fields_pickle_is_small_and_leads_to_the_tables_at_hand(kind):
    field = FIELDS[kind](30, 40)
    assert field.neighbours and field.graph and field.places
    pickled = pickle.dumps(field)
    assert len(pickled) < 200
    assert pickle.loads(pickled) is field


def test_a_free_graph_pickles_without_what_it_computed():
    field = CellGraph.from_networkx(nx.random_regular_graph(3, 200, seed=1))
    before = len(pickle.dumps(field))
    assert field.graph and field.places and field.index(0) >= 0
    again = pickle.loads(pickle.dumps(field))
    assert again == field
    assert hash(again) == hash(field)
    assert again.neighbours == field.neighbours
    assert len(pickle.dumps(field)) == before


# --- the fields, held against what they are as networkx graphs, and their places in the plane ----------

SHAPES = [(rows, cols) for rows in range(1, 8) for cols in range(1, 8)]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_each_kind_has_the_neighbours_that_networkx_gives_it(kind):
    for shape in SHAPES:
        defined, field = oracles_fields.GRAPHS[kind](*shape), FIELDS[kind](*shape)
        assert CellGraph.from_networkx(defined).cells == tuple(field.cells)
        named = nx.relabel_nodes(field.graph, dict(field.graph.nodes(data="cell")))
        assert nx.to_dict_of_dicts(named) == nx.to_dict_of_dicts(defined), shape
        assert all(isinstance(node, Cell) for node in named)
        check_walk(field)


def check_walk(field):
    """The engine walks the graph where bulk reads the table."""
    assert tuple(field.graph.nodes) == tuple(range(len(field)))
    assert tuple([tuple(field.graph.adj[cell]) for cell in field.graph]) == field.neighbours


@given(graphs())
def test_the_graph_of_any_field_is_its_table(field):
    check_walk(field)


@pytest.mark.parametrize(
    "kind",
    [
        *KINDS.values(),
        oracles_fields.KNIGHT,
        replace(oracles_fields.KNIGHT, closed=True),
        FieldKind(((0, -3), (0, 3)), ((0, -1), (0, 1), (2, 0), (-2, 0))),
    ],
)
def test_the_tables_of_a_kind_are_its_steps_walked_one_by_one(kind):
    for rows, cols in SHAPES:
        steps, table = oracles_fields.walked(kind, rows, cols), kind.table(rows, cols)
        assert table == steps
        assert [[j for j in row if j >= 0] for row in kind.array(rows, cols).tolist()] == [*map(list, table)]
        assert all(i in table[j] for i, around in enumerate(table) for j in around)


@pytest.mark.parametrize(
    ("even", "odd", "found"),
    [
        (((0, 1),), ((0, 1), (0, -1)), "(0, 1)"),
        (((0, 0),), ((0, 0),), "(0, 0)"),
        (((1, 0), (-1, 0)), ((0, 1), (0, -1)), "(1, 0)"),
        ((), ((0, 1), (0, -1)), "0"),
        (oracles_fields.KNIGHT.even, (*oracles_fields.KNIGHT.even, (0, 1)), "9"),
    ],
)
def test_a_kind_whose_cells_would_not_neighbour_one_another_is_refused(even, odd, found):
    assert refusal(FieldKind, even, odd).startswith("field kind: expected ")
    assert refusal(FieldKind, even, odd).endswith(f"got {found}")


@pytest.mark.parametrize("kind", KINDS)
def test_the_neighbours_of_a_cell_share_one_int_for_it(kind):
    # Python itself shares small numbers only; a million cells took 230 MB more
    neighbours = FIELDS[kind](30, 40).neighbours
    assert len({id(other) for near in neighbours for other in near if other == 615}) == 1


@pytest.mark.parametrize("kind", ["grid", "hexagonal"])
def test_neighbours_are_the_cells_that_lie_next_to_one_another_in_the_plane(kind):
    reach = {"grid": 2.0, "hexagonal": 1.0}[kind]  # the square of the farthest neighbour's distance
    for shape in SHAPES:
        field = FIELDS[kind](*shape)
        for i, (x, y) in enumerate(field.places):
            near = [
                j
                for j, (u, v) in enumerate(field.places)
                if j != i and (x - u) ** 2 + (y - v) ** 2 <= reach + 1e-9
            ]
            assert list(field.neighbours[i]) == near, shape


def test_tables_places_and_names_need_no_networkx_and_no_numpy():
    code = """
import sys
from logicsweep import CellGraph, random_board
for make in (CellGraph.grid, CellGraph.torus, CellGraph.hexagonal):
    field = make(3, 4)
    assert field.neighbours and field.places and field.names(field.indices(["r1c1", (2, 3)]))
    assert random_board(field, 3, seed=1).mine_count == 3
print(sorted({"networkx", "numpy"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
