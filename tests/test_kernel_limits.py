"""The kernel at the limits of its numbers and its room: just below it answers, just above the solver does."""

from bisect import bisect_right

import networkx as nx
import numpy as np
import pytest

from logicsweep import COVERED, CellGraph, View, expert, kernel, solve_many
from logicsweep.csp.bulk import Finding
from logicsweep.kernel import PAST_FLOATS, SOLVED, TOO_WIDE

pytestmark = pytest.mark.skipif(not kernel.is_installed(), reason="the extra `fast` is not installed")


def strip(count, clue, untouched=0):
    """Three rows, all covered but alike clues in every second column of the middle one: they are one part.

    No clue touches the last columns, so many as `untouched`.
    """
    cols = 2 * count + 1 + untouched
    marks = [COVERED] * (3 * cols)
    marks[cols + 1 : cols + 2 * count : 2] = [clue] * count
    return View(CellGraph.grid(3, cols), tuple(marks))


def pairs(count, clue=3, ahead=0):
    """Many small parts, each of two clues, behind one large part of `ahead` clues."""
    cols, width = (2 * ahead + 1 if ahead else 0), 5
    marks = [[COVERED] * (cols + width * count) for _ in range(3)]
    marks[1][1:cols:2] = [clue] * ahead
    for number in range(count):
        marks[1][cols + width * number + 1] = marks[1][cols + width * number + 3] = clue
    graph = CellGraph.grid(3, len(marks[0]))
    return View(graph, tuple(marks[0] + marks[1] + marks[2]))


def with_totals(view, *totals):
    """A view with each of these mine totals."""
    return [View(view.graph, view.marks, total) for total in totals]


def codes_of(views):
    """What the kernel says of positions on one field before anybody else is asked."""
    from logicsweep.kernel.positions import solve_positions

    shape = (len(views), len(views[0].marks))
    marks, status = np.array([view.marks for view in views], np.int8), np.zeros(len(views), np.uint8)
    totals = np.array([-1 if view.mine_total is None else view.mine_total for view in views], np.int64)
    around = views[0].graph.neighbour_table
    solve_positions(marks, totals, around, False, np.zeros(shape, np.uint8), np.zeros(shape), status)
    return status.tolist()


def status_of(view):
    return codes_of([view])[0]


def same_as_the_solver(views):
    """What the kernel finds, after it is held to the solver: risks to the last digits but three."""
    found, right = [solve_many(views, risks=True, kernel=kernel) for kernel in (True, False)]
    assert np.array_equal(found.verdicts, right.verdicts)
    np.testing.assert_allclose(found.risks, right.risks, rtol=1e-12, atol=0)
    assert [*map(str, found.contradictions.values())] == [*map(str, right.contradictions.values())]
    bare = solve_many(views, kernel=True)
    assert np.array_equal(bare.verdicts, right.verdicts) and len(bare.fallbacks) <= len(found.fallbacks)
    return found


def layouts(count, clue):
    return expert(strip(count, clue)).layouts


@pytest.mark.parametrize("bits", [53, 64, 128])
@pytest.mark.parametrize("clue", [1, 4])
def test_layouts_of_one_part_may_pass_the_widths_of_numbers(clue, bits):
    count = bisect_right(range(200), 2**bits, lo=1, key=lambda count: layouts(count, clue))
    assert layouts(count - 1, clue) <= 2**bits < layouts(count, clue)
    for size in (count - 1, count):
        assert same_as_the_solver([strip(size, clue)]).fallbacks == ()


def test_past_ten_to_the_290_layouts_of_one_part_the_solver_answers():
    clue, most = 4, 298
    assert same_as_the_solver([strip(most, clue)]).fallbacks == ()
    assert status_of(strip(most + 1, clue)) == PAST_FLOATS
    assert same_as_the_solver([strip(most + 1, clue)]).fallbacks == (0,)
    assert layouts(most, clue) < 10**293 < 10**2 * layouts(most + 1, clue)


@pytest.mark.parametrize("clue", [1, 3, 5, 7])
@pytest.mark.parametrize("untouched", [0, pytest.param(60, marks=pytest.mark.slow)])
def test_a_mine_total_at_either_end_and_between(clue, untouched):
    view = strip(13, clue, untouched)
    known = codes_of(with_totals(view, *range(len(view.marks))))
    fitting = [total for total, status in enumerate(known) if status == SOLVED]
    least, most = fitting[0], fitting[-1]
    step = max(1, (most - least) // 5)
    totals = {*range(least, least + 4), *range(most - 3, most + 1), *range(least, most, step)}
    found = same_as_the_solver(with_totals(view, least - 1, *sorted(totals & {*fitting}), most + 1))
    assert found.fallbacks == () and list(found.contradictions) == [0, len(found) - 1]


@pytest.mark.parametrize("clue", [1, 4, 7])
def test_few_or_nearly_all_of_thousands_of_untouched_cells_are_mines(clue):
    view = strip(12, clue, untouched=1000)
    bare = 3000
    totals = [*range(12 * clue, 12 * clue + 3), bare // 2, *range(bare, bare + 3)]
    found = same_as_the_solver(with_totals(view, *totals))
    assert found.fallbacks == () and not found.contradictions


@pytest.mark.slow
def test_where_nearly_all_weight_lies_elsewhere_the_solver_answers():
    """Every part must hold its fewest mines (all is forced then) or nearly, in few layouts of very many."""
    found = same_as_the_solver(with_totals(pairs(100), 299, 300, 304))
    assert list(found.contradictions) == [0] and found.fallbacks == (2,)
    assert Finding.NOT_FORCED not in found.verdicts[1] and Finding.NOT_FORCED in found.verdicts[2]


def test_the_ends_of_a_large_part_do_not_get_too_small_for_a_float():
    """90 clues together make 10**100 layouts; what the other parts leave to them weighs down to 10**-250."""
    views = [
        View(v.graph, v.marks[::-1], v.mine_total) for v in with_totals(pairs(110, ahead=90), 480, 496, 497)
    ]
    assert same_as_the_solver(views).fallbacks == (0,)


def test_past_65536_states_the_solver_answers():
    views = [*with_totals(strip(101, 3), 202), *with_totals(strip(102, 3), 204)]
    assert [status_of(view) for view in views] == [SOLVED, TOO_WIDE]
    assert [same_as_the_solver([view]).fallbacks for view in views] == [(), (0,)]


def of_clues(clues, untouched=0):
    """A view of a free graph: each clue, as a tuple of its cells, holds one mine; cells that none touches.

    The cells 0, 1, ... come first, in this order.
    """
    cells = range(1 + max(max(one) for one in clues))
    graph = nx.Graph()
    graph.add_nodes_from([*cells, *((None, number) for number in range(untouched))])
    graph.add_edges_from(((number, "clue"), cell) for number, one in enumerate(clues) for cell in one)
    field = CellGraph.of(graph)
    assert max(map(len, field.neighbours)) <= 8
    covered = len(cells) + untouched
    return View(field, (COVERED,) * covered + (1,) * (len(field) - covered))


def tree(cells):
    """Of any two neighbours in a tree, in which a cell has seven children, one is a mine: two layouts."""
    return of_clues([((cell - 1) // 7, cell) for cell in range(1, cells)])


def test_past_28_open_sums_the_solver_answers():
    views = [tree(69), tree(70)]
    assert [status_of(view) for view in views] == [SOLVED, TOO_WIDE]
    assert [same_as_the_solver([view]).fallbacks for view in views] == [(), (0,)]


def rarely(copies):
    """Cell 0 and its copies are mines in one layout of 1 + 7 ** (6 * copies - 4) or so: no cell is forced."""
    clues, cell = [], copies
    for copy in range(copies):
        ties = []
        if copy:
            ties = [(copy - 1, cell), (cell, copy)]  # one is a mine where the other is
            cell += 1
        clues += ties
        for _ in range(5):
            clues.append((copy, *range(cell, cell + 7)))
            cell += 7
    return of_clues(clues)


@pytest.mark.parametrize(("copies", "fits"), [(20, True), (59, True), (60, False)])
def test_a_cell_that_is_nearly_never_a_mine_is_open(copies, fits):
    view = rarely(copies)
    found = same_as_the_solver([view])
    assert found.fallbacks == (() if fits else (0,))
    assert found.verdicts[0][0] == Finding.NOT_FORCED and 0 < found.risks[0][0] < 10.0 ** (-4 * copies)


@pytest.mark.parametrize(("nodes", "fits"), [(14, True), (18, True), (26, False)])
def test_a_cell_that_the_mine_total_makes_nearly_certain_is_open(nodes, fits):
    """Two layouts of a part: one leaves three mines to 5,000 untouched cells, the other six a node more."""
    clues, cell = [], nodes
    for node in range(nodes):
        if node:
            clues += [(node - 1, cell), (cell, node)]
            cell += 1
        clues += [(node, other) for other in range(cell, cell + 6)]
        cell += 6
    view = of_clues(clues, 5000)
    others = cell - nodes
    found = same_as_the_solver(with_totals(view, others + 3))
    assert found.verdicts[0][0] == Finding.NOT_FORCED == found.verdicts[0][nodes]
    assert found.fallbacks == (() if fits else (0,))
    assert 0 < found.risks[0][nodes] < 1e-100
