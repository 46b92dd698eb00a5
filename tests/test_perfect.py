"""Perfect play against brute force over all strategies, and known values; policies against their games."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import networkx as nx
import pytest
from conftest import ROOT, SAMPLES, refusal
from hypothesis import given
from hypothesis import strategies as st
from oracles_csp import all_layouts, by_clue
from perfect_table import lines
from strategies import GRAPHS, SMALL_FIELDS, STRONGEST, examples, views

from logicsweep import COVERED, Board, CellGraph, InvalidInput, LimitReached, Setup, View, perfect, play
from logicsweep.guessing import perfect as module
from logicsweep.guessing.perfect import symmetries, values
from logicsweep.guessing.policy import POLICIES
from logicsweep.guessing.regrets import regret
from logicsweep.kernel import PYTHON, is_installed
from logicsweep.work.progress import watched_by

TINY = [
    CellGraph.grid(1, 1),
    CellGraph.grid(1, 6),
    CellGraph.grid(2, 4),
    CellGraph.grid(3, 3),
    CellGraph.torus(2, 4),
    CellGraph.hexagonal(3, 2),
    CellGraph.hexagonal(2, 3),
    *[CellGraph.of(GRAPHS[name]) for name in ("hypercube", "words", "in pieces", "mixed nodes")],
]
FIRSTS = ("any", "safe", "opening")
COMPILED = pytest.mark.skipif(not is_installed(), reason="the extra `fast` is not installed")
FITTING = [graph for graph in TINY if is_installed() and graph.fits_kernel]  # asks numpy


def brute(graph):
    """How many of some layouts the best of all strategies wins from what is cleared, cell by cell."""

    @cache
    def most(layouts, cleared):
        if all(len(mines) + len(cleared) == len(graph) for mines in layouts):
            return len(layouts)
        return max(after(layouts, cleared, cell) for cell in range(len(graph)) if cell not in cleared)

    def after(layouts, cleared, cell):
        parts = by_clue(graph, layouts, cell).values()
        return sum(most(frozenset(part), cleared | {cell}) for part in parts)

    return after


@pytest.mark.slow
@pytest.mark.parametrize("graph", TINY, ids=str)
def test_perfect_play_is_the_best_of_all_strategies(graph):
    for mines in range(len(graph)):
        layouts = frozenset(map(frozenset, combinations(range(len(graph)), mines)))
        after = brute(graph)
        for cell in range(len(graph)):
            parts = by_clue(graph, layouts, cell)
            won = after(layouts, frozenset(), cell)
            safe = sum(map(len, parts.values()))
            assert perfect(graph, mines, "any").cells[cell] == Fraction(won, len(layouts))
            assert perfect(graph, mines, "safe", cell).win == Fraction(won, safe)
            if zero := parts.get(0):
                # what is won of that part alone: of its layouts no other is left
                opening = after(frozenset(zero), frozenset(), cell)
                assert perfect(graph, mines, "opening").cells[cell] == Fraction(opening, len(zero))
            elif mines < len(graph):
                with pytest.raises(InvalidInput, match="mines few enough"):
                    perfect(graph, mines, "opening", cell)


@pytest.mark.parametrize(
    ("shape", "mines", "any_", "safe", "opening", "best"),
    [
        ((4, 4), 4, "961/1820", "961/1365", "34/35", "r1c2"),
        ((4, 4), 5, "1461/4368", "1461/3003", "20/21", "r1c2"),
        ((4, 5), 3, "864/1140", "864/969", "158/165", "r1c1"),
        pytest.param((5, 5), 3, "1798/2300", "1798/2024", "32/35", "r1c1", marks=pytest.mark.slow),
        pytest.param((5, 5), 4, "8236/12650", "8236/10626", "1557/1820", "r1c1", marks=pytest.mark.slow),
    ],
)
def test_known_values(shape, mines, any_, safe, opening, best):
    found = [perfect(shape, mines, first) for first in FIRSTS]
    assert [one.win for one in found] == [*map(Fraction, (any_, safe, opening))]
    assert CellGraph.of(shape).name(found[0].best[0]) == best


@examples(150)
@given(st.sampled_from([*SMALL_FIELDS, *map(CellGraph.of, GRAPHS.values())]), st.data())
def test_a_position_is_worth_what_the_best_of_all_strategies_wins_of_it(graph, data):
    view = data.draw(views(8, total=True, graph=graph))
    layouts, after = frozenset(all_layouts(view, view.mine_total)), brute(graph)
    cleared = frozenset(range(len(graph))).difference(view.covered)
    found = values(view)
    assert [*found.cells] == [*view.covered]
    for cell, chance in found.cells.items():
        assert chance == Fraction(after(layouts, cleared, cell), len(layouts))
    won = len(view.covered) == view.mine_total
    assert found.win == (1 if won else max(found.cells.values()))


@COMPILED
@examples(150)
@given(st.data())
def test_compiled_code_wins_as_many_layouts_as_plain_python(data):
    graph = data.draw(st.sampled_from([CellGraph.grid(3, 4), *FITTING]))
    view = data.draw(views(9, total=True, graph=graph))
    assert values(view, kernel=True) == values(view, kernel=False)
    first = data.draw(st.sampled_from(FIRSTS[:2]))
    field = graph, data.draw(st.integers(0, min(4, len(graph) - 1))), first
    assert perfect(*field, kernel=True) == perfect(*field, kernel=False)


@pytest.mark.slow
@COMPILED
@pytest.mark.parametrize("first", FIRSTS)
def test_a_memo_that_is_full_changes_nothing(first, monkeypatch):
    from logicsweep.kernel import endgame

    monkeypatch.setattr(endgame, "_MOST_MEMO", 6)
    module._play_first_cells.cache_clear()
    assert perfect((4, 4), 4, first, kernel=True) == perfect((4, 4), 4, first, kernel=False)


@COMPILED
def test_compiled_work_has_a_limit_and_ends_at_once(monkeypatch):
    from logicsweep.kernel import endgame

    monkeypatch.setattr(endgame, "_MOST_NODES", 10)
    module._play_first_cells.cache_clear()
    with pytest.raises(LimitReached):
        perfect((4, 4), 4, kernel=True)


@COMPILED
@pytest.mark.parametrize(("mines", "won"), [(5, "27271/53130"), (6, "67536/177100")])
@pytest.mark.slow
def test_known_values_of_compiled_code(mines, won):
    assert perfect((5, 5), mines, kernel=True).win == Fraction(won)


def test_parts_that_nothing_ties_together_are_played_one_by_one():
    # twenty 50/50s apart: a million layouts together, two of each alone
    found = values(View.parse("\n".join(["1#1" * 20] * 2), mines=20))
    assert found.win == Fraction(1, 2**20) and {*found.cells.values()} == {found.win}


def test_progress_tells_of_each_cell_while_a_position_is_played_out(monkeypatch):
    seen, player_of = [], module._player_of

    def noted(*given):
        play = player_of(*given)
        return lambda layouts: lambda cell: seen.append("played") or play(layouts)(cell)

    def watch(items, what, total):
        for item in items:
            yield item
            seen.append(what)

    monkeypatch.setattr(module, "_player_of", noted)
    with watched_by(watch):
        values(View.parse("#2# ###", mines=2))
    assert seen[seen.index("played") :] == [*["played", "cells"] * 5, "parts"]


def test_the_promise_and_the_start_come_before_the_limit():
    # after an opening at r3c3, 16 cells have the 6 mines
    played = perfect((5, 5), 6, "opening", "r3c3")
    assert played.win == values(View.parse("##### ##### ##0## ##### #####", mines=6)).win
    assert [*played.cells] == [12]


def test_numbering_sets_anew_changes_nothing(monkeypatch):
    expected = perfect((3, 4), 4, kernel=False)
    module._play_first_cells.cache_clear()
    monkeypatch.setattr(module, "_WIDE", 4)
    assert perfect((3, 4), 4, kernel=False) == expected


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize(
    "graph", [TINY[6], *[pytest.param(one, marks=pytest.mark.slow) for one in (TINY[2], TINY[7])]], ids=str
)
def test_a_policy_wins_what_it_wins_of_all_games_and_never_more_than_perfect_play(graph, name):
    for mines in range(1, 5):
        boards = [Board.of(graph, graph.at(layout)) for layout in combinations(range(len(graph)), mines)]
        for first in FIRSTS:
            if first == "opening" and mines > 2:
                continue
            found = regret(graph, mines, first, name)
            safe = [board for board in boards if not board.mined[found.start]]
            kept = [board for board in safe if first != "opening" or not board.clue(found.start)]
            won = [play(board, found.start, Setup(STRONGEST, guess=name)).won for board in kept]
            assert found.win == Fraction(sum(won), len(boards if first == "any" else kept))
            assert found.regret == perfect(graph, mines, first).win - found.win >= 0


def boldest(position):
    return max((risk, cell) for cell, risk in position.solution().risks.items() if risk < 1)[1]


def test_a_policy_of_ones_own_may_win_as_little_as_can_be():
    found = regret((2, 3), 3, policy=boldest, start="r1c3")
    assert (found.policy, found.start) == ("boldest", 2) and found.regret > 0


def test_symmetries_keep_neighbours_and_are_all_there_on_small_fields():
    for graph, count in [(TINY[3], 8), (CellGraph.grid(3, 4), 4), (CellGraph.of(GRAPHS["petersen"]), 120)]:
        found = [*symmetries(graph.neighbours)]
        assert len({*found}) == count and found[0] == tuple(range(len(graph)))
        for turn in found:
            for cell, around in enumerate(graph.neighbours):
                assert {turn[other] for other in around} == {*graph.neighbours[turn[cell]]}


MOST = f"at most {module.COMPILED if is_installed() else module.LAYOUTS} layouts"
OBLONG = f"at most {module.COMPILED // 2 if is_installed() else module.LAYOUTS // 2} layouts"
LASTING = f"at least {'19 min' if is_installed() else '2 h'}"
FEWER = f"at most {60_000 if is_installed() else 18_000} layouts"
CORNER = View.parse("1####\n#####\n#####\n#####\n#####", mines=6)
BLANK = View(CellGraph.grid(9, 9), (COVERED,) * 81, 10)


@pytest.mark.parametrize(
    ("call", "place", "rest"),
    [
        (
            lambda: perfect((5, 5), 8),
            "5 x 5, 8 mines",
            f"{MOST}, got 735471 ({LASTING}; 12870 after an opening at r2c2)",
        ),
        (lambda: perfect((9, 9), 40), "9 x 9, 40 mines", "at most 60000 layouts, got about 10^23 (years)"),
        (lambda: perfect((16, 30), 99), "16 x 30, 99 mines", "at most 100 cells, got 480"),
        (
            lambda: perfect((5, 6), 5),  # a rectangle has half the symmetries of a square
            "5 x 6, 5 mines",
            f"{OBLONG}, got 118755 (at least {'4 min' if is_installed() else '31 min'}"
            "; 20349 after an opening at r2c2)",
        ),
        (lambda: perfect((999, 999), 9), "999 x 999, 9 mines", "at most 100 cells, got 998001"),
        (lambda: perfect((2, 2), 4), "mines", "a whole number from 0 to 3, got 4"),
        (lambda: perfect((2, 2), 1, "sure"), "first", "any, safe or opening, got 'sure'"),
        (
            lambda: values(CORNER),
            "position",
            f"{FEWER}, got 61047 (at least {'3 min' if is_installed() else '24 min'})",
        ),
        (lambda: values(BLANK), "position", "at most 18000 layouts, got about 10^12 (years)"),
    ],
)
def test_what_cannot_be_played_out_is_one_line(call, place, rest):
    assert refusal(call) == f"{place}: expected {rest}"


def test_cells_with_the_same_neighbours_are_tried_once():
    # two to the power of thirty sets of cells are cleared before the last, if not
    assert perfect(nx.empty_graph(30), 1).win == Fraction(1, 30)
    assert perfect(nx.complete_graph(30), 1).win == Fraction(1, 30)


def test_more_states_than_are_kept_are_too_many(run, monkeypatch):
    module._play_first_cells.cache_clear()
    monkeypatch.setattr(module, "KEPT", 10)
    monkeypatch.setattr(module, "backend_for", lambda *_: PYTHON)
    done = run("perfect", "3x4/5")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    with pytest.raises(LimitReached):
        perfect((3, 4), 5, kernel=False)


def test_the_verb_tells_of_fields_boards_and_positions(run):
    assert run("perfect", "2x3/2", "--policy", "least-risk,safest-two").stdout.splitlines() == [
        "2 x 3, 2 mines: perfect play wins 1/3 (33.33%)",
        "  1/3 (33.33%): r1c1, r1c3, r2c1, r2c3",
        "  4/15 (26.67%): r1c2, r2c2",
        "least-risk from r1c1 on wins 4/15 (26.67%): 6.667 points less",
        "safest-two from r1c1 on wins 1/3 (33.33%): no less",
    ]
    promised = run("perfect", "2x3/2", "--first", "opening", "--start", "r1c3").stdout
    assert promised.startswith("2 x 3, 2 mines, the first cell is an opening: perfect play wins 1 (100%)")
    board = run("perfect", input="2 3\nM..\nM..\n0 0\n").stdout
    assert board == f"board 1: {run('perfect', '2x3/2').stdout}"
    assert run("perfect", input="mines 2\n###\n###\n").stdout == run("perfect", "2x3/2").stdout
    done = run("perfect", str(SAMPLES / "boards.txt"))
    assert [line[:8] for line in done.stdout.splitlines() if line[0] == "b"] == ["board 1:", "board 2:"]
    assert done.stderr.startswith(f"board 3: 7 x 5, 8 mines: expected {OBLONG}, got 18156204 (at least ")
    assert run("perfect", "--field", "torus", "2x3/2").stdout.startswith("2 x 3 torus, 2 mines: ")
    several = run("perfect", "1x2/1", "1x3/1").stdout.splitlines()
    assert [line for line in several if line[0] == "p"] == [
        "position 1: 1 x 2, 1 mine: perfect play wins 1/2 (50%)",
        "position 2: 1 x 3, 1 mine: perfect play wins 2/3 (66.67%)",
    ]
    position = run("perfect", input="mines 2\n#2#\n###\n").stdout
    assert position.endswith("2/5 (40%)\n  2/5 (40%): r1c1, r1c3, r2c1, r2c3\n  1/5 (20%): r2c2\n")


@pytest.mark.parametrize(
    ("arguments", "text", "error"),
    [
        (["2x2/4"], "", "SIZE: expected at most 3 mines, got 4"),
        (["0x3/0"], "", "rows: expected a whole number of at least 1, got 0"),
        (["2x2/1", "--policy", "best,best"], "", "--policy: expected each once, got 'best'"),
        *(([size], "", f"SIZE: expected rows x columns / mines such as 4x4/4, got '{size}'")
        for size in ("2x2", "4x4/-1")),
        (["10000x10000/5"], "", "10000 x 10000: expected at most 100 cells, got 100000000"),
        (["--board", "2"], "mines 1\n1#\n\nmines 30\n1##########" + "\n###########" * 4,
        f"position 2: expected {FEWER}, got about 10^15 (years)"),
        (["2x2/1", "x"], "", "SIZE: expected rows x columns / mines such as 4x4/4, got 'x'"),
        (["2x2/1", "--mines", "1"], "", "logicsweep perfect: --mines does not apply to a size such as 4x4/4"),
        (["2x2/1", "--guess", "best"], "",
        "logicsweep perfect: best is not a size (--policy best names a policy)"),
        (["2x2/1", "--start", "r3c1"], "", "--start: expected a cell from r1c1 to r2c2, got 'r3c1'"),
        (["2x2/1", "--first", "opening"], "",
        "--first: expected mines few enough for an opening, got 2 x 2, 1 mine"),
        (["--policy", "best"], "mines 1\n1#\n", "--policy does not apply to a position with clues"),
        ([], "1#\n", "--mines: expected a view with the mine total, got one without it"),
        ([], "mines 1\n1#1#1\n", "r1c1=1, r1c3=1 and r1c5=1 cannot all hold"),
    ],
)  # fmt: skip
def test_what_the_verb_refuses_is_one_line(run, arguments, text, error):
    done = run("perfect", *arguments, input=text)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"{error}\n") and done.stderr.count("\n") == 1


DOC = (ROOT / "docs" / "perfect.md").read_text()
TABLE = (ROOT / "tests" / "perfect_table.md").read_text().splitlines()


SIZES = ["1x2", "1x3", "1x4", "1x5", "1x6", "2x2", "2x3", "2x4", "2x5", "3x3", "3x4", "3x5", "4x4", "4x5"]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_the_table_is_what_its_program_prints(size):
    assert [line for line in TABLE if line.startswith(f"| {size}/")] == [*lines([size])]


def test_the_docs_show_rows_and_averages_of_the_table():
    shown = [line for line in DOC.splitlines() if line.startswith("|")]
    assert shown and shown == [line for line in TABLE if line in shown]
    rows, page = [line.split(" | ") for line in TABLE[2:]], " ".join(DOC.split())
    for column, name in enumerate(POLICIES, -len(POLICIES)):
        lost = [float(row[column].strip(" |")) for row in rows]
        assert len(lost) == 63 and f"{sum(lost) / len(lost):.2f} with `{name}`" in page


def test_cells_that_clues_tell_apart_are_not_alike_for_seeing_the_same_covered_cells():
    view = """0012F1000 002F32121 002F21F2F 112222232 1F11F11F1 234321222 2FFF212F2 ##5###### 112######"""
    found = values(View.parse(view.replace(" ", "\n"), mines=18))
    # r8c1 and r8c2 see each other alone
    assert (found.win, found.best) == (Fraction(17, 35), (63, 66, 67, 69, 70))
