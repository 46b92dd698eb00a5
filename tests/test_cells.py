import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicsweep.cells import FIELDS, Cell, CellGraph
from logicsweep.errors import InvalidInput

SIZES = st.integers(1, 7)


@given(st.sampled_from(sorted(FIELDS)), SIZES, SIZES)
def test_neighbourhood_is_mutual_and_without_self(kind, rows, cols):
    field = FIELDS[kind](rows, cols)
    for i, around in enumerate(field.neighbours):
        assert list(around) == sorted(set(around) - {i})
        assert all(i in field.neighbours[j] for j in around)


@given(SIZES, SIZES)
def test_grid_neighbours_are_a_kings_moves(rows, cols):
    field = CellGraph.grid(rows, cols)
    for i, cell in enumerate(field.cells):
        near = [
            j
            for j, other in enumerate(field.cells)
            if max(abs(cell[0] - other[0]), abs(cell[1] - other[1])) == 1
        ]
        assert list(field.neighbours[i]) == near


@given(SIZES, SIZES)
def test_torus_neighbours_are_the_grids_with_the_edges_joined(rows, cols):
    def apart(a, b, size):
        return min((a - b) % size, (b - a) % size)

    field = CellGraph.torus(rows, cols)
    for i, cell in enumerate(field.cells):
        near = [
            j
            for j, other in enumerate(field.cells)
            if i != j and max(apart(cell[0], other[0], rows), apart(cell[1], other[1], cols)) <= 1
        ]
        assert list(field.neighbours[i]) == near


@given(SIZES, SIZES)
def test_hexagonal_neighbours_lie_one_step_away_in_the_plane(rows, cols):
    field = CellGraph.hexagonal(rows, cols)
    centre = [(cell[1] + (cell[0] % 2) / 2, cell[0] * 3**0.5 / 2) for cell in field.cells]
    for i, (x, y) in enumerate(centre):
        near = [j for j, (u, v) in enumerate(centre) if i != j and (x - u) ** 2 + (y - v) ** 2 < 1.5]
        assert list(field.neighbours[i]) == near


@given(st.sampled_from(sorted(FIELDS)), SIZES, SIZES)
def test_networkx_graph_and_back_keeps_cells_and_neighbours(kind, rows, cols):
    field = FIELDS[kind](rows, cols)
    again = CellGraph.from_networkx(field.graph)
    assert tuple(again.cells) == tuple(field.cells)
    assert again.neighbours == field.neighbours


def test_a_free_graph_drops_loops_and_keeps_its_nodes_order():
    graph = nx.Graph([("c", "a"), ("a", "b"), ("b", "b")])
    field = CellGraph.from_networkx(graph)
    assert field.cells == ("c", "a", "b")
    assert field.neighbours == ((1,), (0, 2), (1,))
    assert field.find("b") == field.index("b") == 2


def test_equal_fields_are_equal_and_hash_alike():
    assert CellGraph.grid(2, 3) == CellGraph.grid(2, 3) != CellGraph.torus(2, 3)
    assert len({CellGraph.grid(2, 3), CellGraph.grid(2, 3), CellGraph.grid(3, 2)}) == 2
    assert eval(repr(CellGraph.hexagonal(2, 3))) == CellGraph.hexagonal(2, 3)


@given(SIZES, SIZES)
def test_names_and_cells_lead_back_to_their_index(rows, cols):
    field = CellGraph.grid(rows, cols)
    for i in range(len(field)):
        assert field.find(field.name(i)) == field.index(field.cells[i]) == i
    assert str(Cell(1, 2)) == "r2c3"


@pytest.mark.parametrize("name", ["r0c1", "r3c1", "r1c5", "1,2", "r1", "", "r1c1x", "r١c1"])
def test_a_name_outside_the_field_is_refused(name):
    with pytest.raises(InvalidInput, match="expected a cell from r1c1 to r2c4, got "):
        CellGraph.grid(2, 4).find(name)


def test_cells_outside_the_field_are_refused():
    with pytest.raises(InvalidInput, match="got r3c1"):
        CellGraph.grid(2, 4).index(Cell(2, 0))
    with pytest.raises(InvalidInput, match="a node of the graph, got 'x'"):
        CellGraph.from_networkx(nx.path_graph(3)).index("x")


def test_sizes_below_one_or_beyond_memory_are_refused():
    with pytest.raises(InvalidInput, match="rows: expected a number of at least 1, got 0"):
        CellGraph.grid(0, 4)
    with pytest.raises(InvalidInput, match="at most"):
        CellGraph.torus(10**6, 10**6)
