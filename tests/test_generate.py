"""Boards made to order, each held to its demand by the referee; and that drawing alone prefers none."""

import json
import pickle
import re
import webbrowser
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from threading import Lock

import networkx as nx
import pytest
from conftest import refusal
from hypothesis import given
from hypothesis import strategies as st
from in_process import called, invoke, mistake
from reading import boards_in, games_in
from strategies import BY_CLUES, GRAPHS, STRONGEST, boards, examples

from logicsweep import PLAYERS, Board, CellGraph, Demand, InvalidInput, Player, generate, kernel, path, play
from logicsweep.boards.cells import FIELDS
from logicsweep.boards.random import splitmix64
from logicsweep.closures.spread import find_openings
from logicsweep.errors import NoneMade
from logicsweep.formats import judge, tatham
from logicsweep.generating import generate as generate_module
from logicsweep.generating.recipe import repair
from logicsweep.kernel import is_installed
from logicsweep.verbs import generate as verb
from logicsweep.work.progress import watched_by
from logicsweep.work.remarks import heard_by

SIZES = [(1, 1), (1, 5), (2, 3), (3, 5), (4, 4), (6, 7), (9, 9)]
KERNELS = [False, *([True] if is_installed() else [])]
WAYS = [False, *[pytest.param(True, marks=pytest.mark.slow) for _ in KERNELS[1:]]]  # to compile takes long
LADDER = [*PLAYERS]


@st.composite
def demands(draw, finishers=(*LADDER, "rows-3")):
    """A demand that has room for its first click; whether any board meets it is open."""
    fields = [FIELDS[kind](*size) for kind in sorted(FIELDS) for size in SIZES]
    graph = draw(st.sampled_from([*fields, *map(CellGraph.of, GRAPHS.values())]))
    start = draw(st.none() | st.integers(0, len(graph) - 1))
    first = draw(st.sampled_from(["safe", "opening"]))
    kept = [len(graph.neighbours[cell]) for cell in range(len(graph))] if first == "opening" else [0]
    room = len(graph) - 1 - (min(kept) if start is None or first == "safe" else kept[start])
    mines = draw(st.integers(0, min(room, len(graph) // 3)))
    finisher = draw(st.sampled_from(finishers))
    weaker = LADDER[: LADDER.index(finisher)] if finisher in LADDER else ["casual"]
    not_for = draw(st.none() | st.sampled_from(weaker)) if weaker else None
    return Demand(graph, mines, start, first, finisher, not_for)


def listed(demand, count, **how):
    """The boards one by one, so that those before an error stay."""
    found, boards = [], generate(demand, count, **how)
    try:
        while one := next(boards, None):
            found.append(one)
    except NoneMade as error:
        found.append(str(error))
    return found


def meets(demand, one):
    """Whether the referee agrees with all that was asked for."""
    board, start = one.board, one.start
    assert board.graph == demand.field and board.mine_count == demand.mines
    assert demand.start in (None, start)
    around = demand.field.neighbours[start] if demand.first == "opening" else ()
    assert not any(board.mined[cell] for cell in (start, *around))
    assert play(board, start, demand.finisher).remaining == 0
    assert demand.not_for is None or play(board, start, demand.not_for).remaining > 0


@given(demands(), st.booleans(), st.integers(0, 9))
@examples(60)
def test_each_board_meets_the_demand(demand, uniform, seed):
    for one in listed(demand, 3, seed=seed, uniform=uniform, tries=30):
        if isinstance(one, str):
            assert ": none in " in one
        else:
            meets(demand, one)


@pytest.mark.slow
@given(demands(), st.booleans(), st.integers(0, 2**64 - 1))
@examples(40)
def test_the_kernel_makes_the_same_boards_as_plain_python(demand, uniform, seed):
    plain, *others = (
        listed(demand, 4, seed=seed, uniform=uniform, tries=40, kernel=kernel) for kernel in KERNELS
    )
    assert others == [plain] * len(others)


@pytest.mark.parametrize("kernel", WAYS)
def test_a_board_depends_on_its_number_alone(kernel):
    demand = Demand(CellGraph.hexagonal(9, 10), 15, None, finisher="overlap")
    how = {"uniform": True, "kernel": kernel}
    found = list(generate(demand, 12, seed=5, **how))
    assert len({one.board for one in found}) == 12 and max(one.tries for one in found) > 1
    assert list(generate(demand, 4, seed=5, first=7, jobs=3, **how)) == found[7:11]
    assert [one.index for one in found] == list(range(12))
    assert list(generate(demand, 12, seed=6, **how)) != found


@cache
def layouts(demand):
    """All layouts that meet a demand, by playing each."""
    free = [cell for cell in range(len(demand.field)) if cell not in demand.mine_free(demand.start)]
    found = []
    for mines in combinations(free, demand.mines):
        board = Board(demand.field, bytes(cell in mines for cell in range(len(demand.field))))
        if not play(board, demand.start, demand.finisher).remaining:
            found.append(board)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kernel", WAYS)
@pytest.mark.parametrize(
    ("demand", "count"),
    [
        (Demand((3, 4), 3, "r2c1", "safe", "overlap"), 7),
        (Demand(CellGraph.hexagonal(3, 4), 3, "r1c1", "opening", STRONGEST), 35),
    ],
    ids=str,
)
def test_uniform_draws_every_layout_that_is_demanded_as_often_as_another(demand, count, kernel):
    every = layouts(demand)
    assert len(every) == count
    each = 15
    counts = Counter(one.board for one in generate(demand, each * count, uniform=True, kernel=kernel))
    assert set(counts) == set(every)
    spread = sum((times - each) ** 2 / each for times in counts.values())
    assert spread < count + 5 * (2 * count) ** 0.5  # chi square: its mean, and five deviations


@given(boards(), st.data(), st.integers(0, 999))
@examples(100)
def test_a_repair_moves_mines_and_none_to_where_the_first_click_is(board, data, seed):
    cells = range(len(board.mined))
    safe = [cell for cell in cells if not board.mined[cell]]
    if not safe:
        return
    start = data.draw(st.sampled_from(safe))
    kept = {start, *[near for near in board.graph.neighbours[start] if not board.mined[near]]}
    undecided = data.draw(st.sets(st.sampled_from(cells)))
    mined = bytearray(board.mined)
    places = repair(board.graph, mined, undecided, kept, splitmix64(seed))
    assert mined.count(1) == board.mine_count and not any(mined[cell] for cell in kept)
    assert (places > 0) == (mined != board.mined)


def test_grades_that_no_finished_board_has_are_those_that_are_refused():
    """All boards of 2 x 3: a path that finishes has a step of one row or more; a single cell takes none."""
    graph, found = CellGraph.grid(2, 3), set()
    for mined in product((0, 1), repeat=6):
        board = Board(graph, bytes(mined))
        for start in range(6):
            if not board.mined[start]:
                way = path(board, start, STRONGEST)
                found |= set() if way.remaining else {way.grade and way.grade.clues}
    assert found == {1, 2}
    (one,) = generate(Demand((1, 1), 0, None, finisher=STRONGEST, grade=(0, 0)), 1)
    assert one.path.grade is None
    isolated = Demand(nx.empty_graph(2), 1, None, finisher="casual", grade=(0, 0))  # no cell has a neighbour
    assert [made.path.grade for made in generate(isolated, 2)] == [None, None]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mines", "finisher", "how", "steps"),
    [
        (20, BY_CLUES, (3, 3), {"rows-3": (1, 2), "cases": (0, 0)}),
        (20, STRONGEST, (2, None), {"total": (1, None)}),
        (6, "casual", (0, 1), {"all-mines": (5, 6)}),
    ],
)
def test_grade_and_steps_are_those_of_the_path(mines, finisher, how, steps):
    for one in generate(Demand((9, 9), mines, None, finisher=finisher, grade=how, steps=steps), 2, seed=1):
        found = path(one.board, one.start, finisher)
        assert found.remaining == 0
        assert how[0] <= found.grade.clues <= (how[1] or 99)
        for name, (low, high) in steps.items():
            assert low <= [step.firing.production for step in found.steps].count(name) <= (high or 999)
        assert one.path.grade == found.grade


@pytest.mark.parametrize("finisher", ["casual", STRONGEST])
def test_expert_density_needs_repairs_and_gets_them(finisher):
    demand = Demand((16, 30), 99, None, finisher=finisher)
    found = list(generate(demand, 3, seed=2))
    assert sum(one.tries for one in found) < 9 and all(one.repairs for one in found)
    for one in found:
        meets(demand, one)


def test_where_none_can_be_made_it_says_what_was_tried():
    demand = Demand((4, 5), 6, "r1c1", finisher=BY_CLUES, grade=(9, None))
    weaker = LADDER[LADDER.index(BY_CLUES) - 1]
    with pytest.raises(
        NoneMade, match=rf"^board 1: none in 7 tries, \d+ repairs: \d finished by {weaker} too"
    ) as caught:
        list(generate(demand, 5, tries=7))
    assert caught.value.tries == 7 == sum(caught.value.missed.values())
    assert pickle.loads(pickle.dumps(caught.value)).missed == caught.value.missed
    begun = generate(demand, 5, tries=10**9, seconds=0.2)
    with pytest.raises(NoneMade):
        next(begun)


@pytest.mark.parametrize("kernel", WAYS)
def test_boards_before_the_one_that_fails_are_given(kernel):
    demand = Demand((9, 9), 12, None, finisher=STRONGEST, not_for="overlap")
    whole = list(generate(demand, 12, tries=400, kernel=kernel))
    most = sorted({one.tries for one in whole})[-2]
    first = next(at for at, one in enumerate(whole) if one.tries > most)
    *some, error = listed(demand, 12, tries=most, kernel=kernel)
    assert some == whole[:first] and error.startswith(f"board {first + 1}: none in {most} tries")


_WRONG = {
    "mines: expected at most 72 for an opening at r5c5 (80 with first=safe), got 73": {"mines": 73},
    "mines: expected at most 77 for an opening at any start": {"mines": 78, "start": None},
    "start: expected a cell from r1c1 to r9c9, got 'r0c1'": {"start": "r0c1"},
    f"finisher: expected one of {', '.join(LADDER)}, or rows-N": {"finisher": "nobody"},
    f"not_for: expected a player who sees less than {STRONGEST}, got '{STRONGEST}'": {"not_for": STRONGEST},
    "not_for: expected a player who sees less than rows-5": {"not_for": BY_CLUES, "finisher": "rows-5"},
    "grade: expected a pair (low, high), or (low, None), got 3": {"grade": 3},
    "grade: expected a low number, then a high one, got 5..2": {"grade": (5, 2)},
    "grade: expected at least 1 row, as the first step takes one, got 0..0": {"grade": (0, 0)},
    "grade: expected at most 2 clues, all that overlap takes": {"grade": (3, 4), "finisher": "overlap"},
    "grade: expected at most 72 clues, a clue for each safe cell and the mine total": {"grade": (73, None)},
    f"steps: expected one of {STRONGEST}'s: all-found, all-mines, overlap,": {"steps": {"luck": (1, 2)}},
    "steps: expected at most 80 steps, as each decides a cell": {"steps": {"overlap": (81, None)}},
}


@pytest.mark.parametrize("message", _WRONG)
def test_what_no_board_can_be_is_refused(message):
    values = {"field": (9, 9), "mines": 10, "start": "r5c5"} | _WRONG[message]
    assert refusal(Demand, **values).startswith(message)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"seed": -1}, "seed: expected a whole number from 0 to 18446744073709551615, got -1"),
        (
            {"first": 2**64 - 1, "count": 2},
            "count: expected at most 1 boards from number 18446744073709551615 on",
        ),
        ({"seconds": True}, "seconds: expected a number above 0, got True"),
        ({"uniform": 1}, "uniform: expected a bool, got 1"),
        ({"demand": (9, 9)}, "demand: expected a Demand, got (9, 9), a tuple"),
    ],
)
def test_wrong_arguments_are_refused_at_once(how, message):
    assert refusal(generate, **{"demand": Demand((9, 9), 10), "count": 1} | how).startswith(message)


def test_the_verb_writes_what_the_library_makes():
    demand = Demand((9, 9), 12, (4, 4), finisher="overlap")
    expected = [one.board for one in generate(demand, 3, seed=4)]
    line = ["generate", "9x9/12", "--for", "overlap", "-n", "3", "--seed", "4"]
    done = called(line)
    assert (done.status, done.err, done.out) == (0, "start r5c5\n", judge.write(expected))
    assert called([*line, "--jobs", "2"]) == done
    lines = [json.loads(one) for one in called([*line, "--json"]).out.splitlines()]
    assert [Board.from_rows(one["layout"]) for one in lines] == expected
    assert {one["start"] for one in lines} == {"r5c5"}
    assert [one["board"] for one in lines] == [1, 2, 3]


def test_a_format_with_first_clicks_tells_the_start():
    line = ["generate", "9x9/12", "--start", "any", "-n", "4"]
    starts = [json.loads(one)["start"] for one in called([*line, "--json"]).out.splitlines()]
    games = games_in(tatham.read, called([*line, "--to", "tatham"]).out, "IDs")
    assert [board.graph.name(start) for board, start in games] == starts and len(set(starts)) > 1


def test_files_and_pages_are_written_where_a_board_is_made(tmp_path):
    out, page = tmp_path / "boards.mine", tmp_path / "page.html"
    told = f"wrote {page}\nstart r5c5\nwrote {out}\n"
    assert called(["generate", "9x9/12", "--out", str(out), "--html", str(page)]) == (0, "", told)
    judge_text = called(["generate", "9x9/12"]).out
    assert called(["convert", str(out), "--to", "judge"]).out == judge_text
    text = tmp_path / "boards.txt"
    told = f"start r5c5\nwrote {text}\n"
    assert called(["generate", "9x9/12", "--out", str(text)]) == (0, "", told)
    assert (tmp_path / "boards.txt").read_text() == judge_text
    assert "9 × 9, 12 mines, first click r5c5" in page.read_text("utf-8")
    before = out.read_bytes()
    hopeless = ["generate", "3x3/4", "--start", "r2c2", "--first", "safe", "--for", "casual", "--tries", "5"]
    done = called([*hopeless, "--out", str(out)])
    assert (done.status, done.out, out.read_bytes()) == (1, "", before)


def test_an_interrupt_leaves_the_boards_before_it_in_the_file(tmp_path, monkeypatch):
    def interrupted(*given, **how):
        yield from generate(*given[:1], 2, **how)
        raise KeyboardInterrupt

    monkeypatch.setattr(verb, "generated", interrupted)
    file = tmp_path / "boards.txt"
    assert called(["generate", "4x5/3", "-n", "9", "--to", "judge", "--out", str(file)]).status == 130
    assert len(list(boards_in(judge.read, file.read_text()))) == 2


def test_what_was_tried_is_said_after_the_boards_and_the_status_is_1():
    line = ["generate", "9x9/20", "--for", STRONGEST, "--not-for", BY_CLUES, "-n", "9"]
    done = called([*line, "--tries", "1"])
    some = list(boards_in(judge.read, done.out))
    assert done.status == 1 and 0 < len(some) < 9
    assert re.fullmatch(
        rf"start r5c5\nboard {len(some) + 1}: none in 1 try(, \d+ repairs?)?: \d+ finished by .*\n", done.err
    )
    assert some == list(boards_in(judge.read, called([*line[:-1], str(len(some))]).out))


_WRONG_LINES = """
9x9                          | ROWSxCOLS/MINES: expected rows x columns / mines such as 16x30/99, got '9x9'
9x9/9 --grade ..             | --grade: expected a number, or numbers such as 2..4, 3.. or ..5, got '..'
9x9/9 --steps overlap        | --steps: expected PRODUCTION=N..M, once for each, got 'overlap'
9x9/9 --to position          | --to: expected one of judge, mine, mbf, mbf-hex, ptt, tatham, graph
9x9/9 --field hex --to mine  | format mine: expected a grid, got 9 x 9 hexagons
9x9/9 --out nowhere/a.mine   | nowhere/a.mine: cannot write: no such folder
9x9/9 -n 2 --html a          | --html: expected one board (-n 1), got 2
"""


@pytest.mark.parametrize("case", _WRONG_LINES.strip().splitlines())
def test_what_the_verb_cannot_make_is_refused_in_one_line(case):
    line, message = case.split(" | ")
    assert mistake(["generate", *line.split()]).startswith(message)


def test_whoever_watches_sees_boards_and_tries():
    seen = Counter()

    def watcher(items, what, total):
        for item in items:
            yield item
            seen[what, total] += 1

    demand = Demand((6, 7), 8, None, finisher="casual")
    with watched_by(watcher):
        found = list(generate(demand, 7, uniform=True, kernel=False))
    assert seen["boards", 7] == 7 and seen["tries", None] == sum(one.tries for one in found)


def test_without_the_extra_it_is_plain_python_and_the_same(monkeypatch):
    demand = Demand((9, 9), 12, None, finisher="overlap")
    expected = list(generate(demand, 5))
    monkeypatch.setattr(kernel, "is_installed", lambda: False)
    assert list(generate(demand, 5)) == expected
    with pytest.raises(InvalidInput, match="kernel: expected numba and numpy installed"):
        next(generate(demand, 1, kernel=True))


# --- by several processes -----------------------------------------------------------------------------------

HARD = Demand((5, 6), 6, None, finisher="overlap", not_for="casual", steps={"overlap": (2, None)})


@pytest.fixture
def shared(monkeypatch):
    """Others help from the start: threads take the place of processes. Which boards they made is noted."""
    made = []

    def noted(task, games, board):
        made.append(board.index)
        return finish_quietly(task, games, board)

    finish_quietly = generate_module.finish_quietly
    monkeypatch.setattr(generate_module, "finish_quietly", noted)
    monkeypatch.setattr(generate_module, "processes", ThreadPoolExecutor)
    monkeypatch.setattr(generate_module, "_ALONE", 0.0)
    return made


@pytest.mark.parametrize("how", [{}, {"uniform": True}, {"kernel": False}], ids=str)
@pytest.mark.parametrize(
    "demand",
    [
        HARD,
        Demand((5, 6), 6, finisher="rows-3", not_for="casual"),
        Demand((3, 3), 4, "r2c2", "safe", finisher="casual"),
    ],
    ids=str,
)
def test_several_processes_make_the_same_boards_and_tell_what_was_tried(shared, demand, how):
    how |= {"seed": 3, "tries": 50}
    alone = listed(demand, 5, **how)
    assert shared == []
    assert listed(demand, 5, jobs=3, **how) == alone
    assert {*shared} >= {*range(len(alone))} or "none in 50 tries" in alone[-1]


@pytest.mark.parametrize("end", [BrokenProcessPool, TypeError])
def test_where_a_process_ends_by_itself_the_rest_is_made_alone(shared, monkeypatch, end):
    def broken(*given):
        with lock:
            if len(shared) > 2:
                raise end
            return finish_quietly(*given)

    lock, finish_quietly, remarks = Lock(), generate_module.finish_quietly, []
    monkeypatch.setattr(generate_module, "finish_quietly", broken)
    monkeypatch.setattr("logicsweep.work.remarks._REMARKS", set())
    with heard_by(remarks.append):
        assert list(generate(HARD, 6, seed=3, jobs=2)) == list(generate(HARD, 6, seed=3))
    assert len(shared) == 3
    assert remarks == ["a process ended or could not load a player: making the boards in one process"]


def test_where_no_process_can_be_started_all_is_made_alone(shared, monkeypatch):
    remarks = []
    monkeypatch.setattr("logicsweep.work.remarks._REMARKS", set())
    monkeypatch.setattr("sys.platform", "emscripten")
    with heard_by(remarks.append):
        assert list(generate(HARD, 6, seed=3, jobs=2)) == list(generate(HARD, 6, seed=3))
    assert (shared, remarks) == ([], ["using one process: a browser cannot start others"])


def test_no_try_is_taken_past_the_last_and_boards_ahead_are_bounded(shared):
    made = generate(HARD, 10_000, jobs=2)
    assert next(made).index == 0
    made.close()
    assert max(shared) < 20
    [reason] = listed(HARD, 1, tries=3, jobs=2, seed=12)
    assert reason.startswith("board 1: none in 3 tr")


@pytest.mark.slow
def test_a_player_who_cannot_leave_the_process_plays_in_it(monkeypatch):
    monkeypatch.setattr(generate_module, "_ALONE", 0.0)
    casual = PLAYERS["casual"]
    odd = replace(casual.productions[0], condition=lambda *given: casual.productions[0].condition(*given))
    demand = Demand((4, 5), 3, finisher=Player("odd", "q", (odd, casual.productions[1])))
    assert len(list(generate(demand, 3, jobs=2))) == 3


@pytest.mark.slow
def test_real_processes_make_the_same_boards(monkeypatch):
    monkeypatch.setattr(generate_module, "_ALONE", 0.0)
    assert list(generate(HARD, 5, seed=3, jobs=2)) == list(generate(HARD, 5, seed=3))


def test_a_table_has_a_line_for_each_board_with_a_link_where_a_site_shows_it():
    made = ["generate", "6x7/6", "--for", "overlap", "-n", "3", "--start", "any"]
    head, *lines = called([*made, "--table"]).out.splitlines()
    assert head.split() == ["board", "start", "grade", "3BV", "link"]
    links, ids = (called([*made, *way]).out for way in (["--open", "tatham"], ["--to", "tatham"]))
    graded = invoke("path", "--grade", "--player", "overlap", input=ids).out.splitlines()
    for number, (board, start) in enumerate(games_in(tatham.read, ids, "IDs")):
        zeros = {cell for opening in find_openings(board) for cell in opening}
        alone = [
            cell
            for cell, mine in enumerate(board.mined)
            if not mine and not zeros.intersection((cell, *board.graph.neighbours[cell]))
        ]
        least, grade = len(find_openings(board)) + len(alone), graded[number].partition(";")[0]
        shown = [str(number + 1), board.graph.name(start), grade, str(least), links.splitlines()[number]]
        assert re.split("  +", lines[number].strip()) == shown
    hexagons = called([*made, "--field", "hex", "--table"]).out.splitlines()[1]
    assert hexagons.endswith("  -")


def test_a_link_is_opened_on_a_terminal_alone(monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    line = ["generate", "4x5/4", "--open", "tatham"]
    link = called(line).out.strip()
    assert link.startswith(tatham.PAGE) and not opened
    monkeypatch.setattr("logicsweep.cli.generate._is_terminal", lambda: True)
    assert called(line).out.strip() == link and opened == [link]
    called([*line, "-n", "2"])
    assert opened == [link]


@pytest.mark.parametrize("one", [["--open", "tatham"], ["--table"]])
@pytest.mark.parametrize("other", [["--json"], ["--to", "judge"], ["--out", "boards.txt"]])
def test_links_and_tables_do_not_go_with_other_forms(one, other):
    assert " does not go with " in mistake(["generate", "4x5/4", *one, *other])
