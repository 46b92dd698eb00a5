"""The fields as networkx graphs, held against their tables and their places in the plane."""

import subprocess
import sys
from itertools import pairwise

import networkx as nx
import pytest

from logicsweep.boards.cells import FIELDS, Cell, CellGraph
from logicsweep.boards.fields import DEFINITIONS, PLACES, TABLES

SHAPES = [(rows, cols) for rows in range(1, 8) for cols in range(1, 8)]


@pytest.mark.parametrize("kind", sorted(DEFINITIONS))
def test_each_table_is_its_fields_definition_compiled(kind):
    for shape in SHAPES:
        defined, field = CellGraph.from_networkx(DEFINITIONS[kind](*shape)), FIELDS[kind](*shape)
        assert defined.cells == tuple(field.cells)
        assert defined.neighbours == field.neighbours, shape


@pytest.mark.parametrize("kind", sorted(DEFINITIONS))
def test_a_fields_networkx_graph_is_its_definition(kind):
    for shape in SHAPES:
        graph, defined = FIELDS[kind](*shape).graph, DEFINITIONS[kind](*shape)
        assert nx.utils.graphs_equal(graph, defined), shape
        assert all(isinstance(node, Cell) for node in graph)


def test_no_definition_has_loops_or_parallel_edges():
    for define in DEFINITIONS.values():
        for shape in SHAPES:
            graph = define(*shape)
            assert not graph.is_multigraph()
            assert nx.number_of_selfloops(graph) == 0, shape


def test_the_constructors_and_the_definitions_have_the_same_kinds():
    assert FIELDS.keys() == DEFINITIONS.keys() == TABLES.keys() == PLACES.keys()


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


def test_a_torus_lies_on_the_integers_column_before_row():
    field = CellGraph.torus(3, 5)
    assert [(y, x) for x, y in field.places] == list(field.cells)
    assert all(type(x) is type(y) is float for x, y in field.places)


def test_odd_rows_of_hexagons_stand_half_a_cell_to_the_right():
    places = CellGraph.hexagonal(3, 2).places
    assert [x for x, _ in places] == [0, 1, 0.5, 1.5, 0, 1]
    assert [y for _, y in places] == pytest.approx([0, 0, 0.75**0.5, 0.75**0.5, 3**0.5, 3**0.5])


def test_nodes_of_a_free_graph_stand_one_apart_round_a_circle():
    for size in range(1, 30):
        places = CellGraph.from_networkx(nx.path_graph(size)).places
        assert len(set(places)) == size
        assert min(min(place) for place in places) >= -1e-9
        for (x, y), (u, v) in pairwise(places):
            assert (x - u) ** 2 + (y - v) ** 2 == pytest.approx(1)


def test_places_by_cell_are_what_networkx_draws_with():
    field = CellGraph.hexagonal(2, 3)
    assert field.by_cell(dict(enumerate(field.places)))[Cell(1, 0)] == (0.5, pytest.approx(0.75**0.5))


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
