"""Surveys whose games go on by guesses, and first clicks that are promised before the mines are drawn."""

import csv
import io
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from inspect import getsource
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_process import called
from strategies import BY_CLUES, STRONGEST, examples

np = pytest.importorskip("numpy", reason="the extra `survey` is not installed")
pytest.importorskip("pyarrow", reason="the extra `survey` is not installed")

from test_survey import KERNELS, rows, rows_without_folder  # noqa: E402

from logicsweep import Board, Setup, kernel, play, random_board  # noqa: E402
from logicsweep.boards.cells import FIELDS  # noqa: E402
from logicsweep.boards.random import draw_below, splitmix64, stream  # noqa: E402
from logicsweep.errors import InvalidInput  # noqa: E402
from logicsweep.guessing.perfect import perfect, symmetries  # noqa: E402
from logicsweep.show.report import report_csv, report_text  # noqa: E402
from logicsweep.surveying import plan_of, report, run, survey  # noqa: E402
from logicsweep.surveying.plan import FIRSTS, Shard, distinct_cells  # noqa: E402
from logicsweep.surveying.rows import choose_first_clicks, keep_promise  # noqa: E402
from logicsweep.surveying.summary import share_interval  # noqa: E402

WAYS = [
    False,
    *[pytest.param(kernel, marks=pytest.mark.slow) for kernel in KERNELS[1:]],
]  # to compile takes long

POLICIES = ("least-risk", "safest-two")


def promised(plan, index, start):
    """The board of an index once more: what lies where no mine is promised goes to free cells, one by one."""
    board = random_board(plan.graph, plan.mines[0], plan.seed, index)
    kept = {"any": set(), "safe": {start}, "opening": {start, *plan.graph.neighbours[start]}}[plan.first]
    mines = {cell for cell, mine in enumerate(board.mined) if mine}
    outputs, moved = splitmix64(stream(stream(plan.seed, index), 2)), len(mines & kept)
    mines -= kept
    for _ in range(moved):
        free = sorted({*range(len(plan.graph))} - mines - kept)
        mines.add(free[draw_below(len(free), outputs)])
    return Board(plan.graph, bytes(cell in mines for cell in range(len(plan.graph))))


def start_of(plan, index):
    if plan.start == "random":
        return draw_below(len(plan.graph), splitmix64(stream(stream(plan.seed, index), 1)))
    return {"corner": 0, "centre": 7, "r2c3": 7, "r1c5": 4}[plan.start]


@pytest.mark.parametrize("kernel", WAYS)
@pytest.mark.parametrize("first", [*FIRSTS])
@given(
    st.sampled_from([*FIELDS]),
    st.sampled_from(["corner", "centre", "random", "r1c5"]),
    st.integers(0, 5),
    st.integers(0, 99),
)
@examples(20)
def test_rows_are_the_games_of_each_board(first, kernel, field, start, mines, seed):
    who = ["casual", BY_CLUES, STRONGEST]
    plan = plan_of(FIELDS[field](3, 5), mines, who, start, seed, guess=POLICIES, first=first)
    for row in rows_without_folder(plan, Shard(mines, 5, 2), kernel):
        begin = start_of(plan, row["index"])
        board = promised(plan, row["index"], begin)
        assert row["start"] == begin
        assert board == random_board(plan.graph, mines, seed, row["index"], first=first, start=begin)
        assert first == "any" or not board.mined[begin]
        game = play(board, begin, Setup(row["player"], guess=POLICIES[0]))
        alone = (game if game.lost == begin else play(board, begin, row["player"])).remaining
        left = alone, not alone, game.won, len(game.guesses), pytest.approx(game.luck, abs=1e-9)
        names = ("remaining", "finished", "least_risk_won", "least_risk_guesses", "least_risk_luck")
        assert tuple(row[name] for name in names) == left
        game = play(board, begin, Setup(row["player"], guess=POLICIES[1]))
        assert (row["safest_two_won"], row["safest_two_guesses"]) == (game.won, len(game.guesses))


def test_each_layout_that_keeps_a_promise_is_as_likely():
    plan, shard = plan_of((3, 4), 2, ["casual"], first="opening", seed=3), Shard(2, 0, 2800)
    mined = np.array([[*random_board((3, 4), 2, 3, index).mined] for index in range(2800)], np.uint8)
    kept = keep_promise(plan, shard, mined, choose_first_clicks(plan, shard))
    found = Counter(tuple(np.flatnonzero(row).tolist()) for row in kept)
    assert {*found} == {*combinations((2, 3, 6, 7, 8, 9, 10, 11), 2)}
    assert sum((count - 100) ** 2 / 100 for count in found.values()) < 56  # 27 degrees of freedom: 1 in 1,000


@pytest.fixture
def here(monkeypatch):
    """Workers are threads: a process takes a second to start."""
    monkeypatch.setattr(run, "processes", ThreadPoolExecutor)


@pytest.mark.slow
def test_a_survey_with_guesses_goes_on_and_is_reported(here, tmp_path):
    plan = plan_of((3, 5), [2, 4], ["casual", STRONGEST], seed=2, guess=POLICIES, first="safe")
    survey(plan, 12, tmp_path / "one", batch=5)
    survey(plan, 30, tmp_path / "one", batch=7)
    survey(plan, 30, tmp_path / "other")
    found = rows(tmp_path / "one")
    assert found == rows(tmp_path / "other")
    summary = report(tmp_path / "one")
    for line in summary.lines():
        mine = [row for row in found if (row["mines"], row["player"]) == (line.mines, line.player)]
        wins = sum(row["least_risk_won"] for row in mine)
        assert line.won["least-risk"] == share_interval(wins, 30)
    text = [*report_text([summary])]
    assert "start corner (first click: safe), seed 2" in text[0]
    assert "games won with guesses (safest-two), in percent" in text
    plain = report_text([report_of(tmp_path / "plain", plan_of((3, 5), 2, ["casual"]))])
    assert not [line for line in plain if "games won" in line or "(first" in line]
    [row, *_] = csv.DictReader(io.StringIO(report_csv([summary])))
    won = summary.lines()[0].won["least-risk"]
    assert [float(row[f"least_risk_won{bound}"]) for bound in ("", "_low", "_high")] == pytest.approx(
        won, rel=1e-5
    )


def test_long_games_in_plain_python_are_announced(here, tmp_path, monkeypatch):
    monkeypatch.setattr(run, "GUESSES", kernel.GUESSES._replace(long=2 * 15 * 50))
    with pytest.warns(UserWarning, match="compiled only for players who count mines, and"):
        survey(plan_of((3, 5), 1, ["casual"], guess=["least-risk"]), 2, tmp_path)


def report_of(folder, plan):
    survey(plan, 2, folder)
    return report(folder)


def test_a_survey_with_other_guesses_is_another(here, tmp_path):
    plain = plan_of((3, 5), 2, ["casual"])
    survey(plain, 2, tmp_path)
    with pytest.raises(InvalidInput, match="expected a survey with guess best, got one without guess"):
        survey(plan_of((3, 5), 2, ["casual"], guess=["best"]), 2, tmp_path)
    assert plan_of((3, 5), 2, ["casual"], guess=[], first="").fingerprint == plain.fingerprint
    assert plan_of((3, 5), 2, ["casual"], guess=None, first=None).fingerprint == plain.fingerprint
    assert plan_of((3, 5), 2, ["casual"], guess="best").guess == ("best",)


# --- each first cell, and the best --------------------------------------------------------------------------


@given(st.sampled_from([*FIELDS]), st.integers(1, 6), st.integers(1, 6))
@examples(60)
def test_cells_that_a_symmetry_puts_in_each_others_place_are_begun_at_once(field, height, width):
    graph = FIELDS[field](height, width)
    turns = [*islice(symmetries(graph.neighbours), 1000)]
    alike = {min(turn[cell] for turn in turns) for cell in range(len(graph))}
    assert [*distinct_cells(graph)] == ([0] if field == "torus" or len(turns) == 1000 else sorted(alike))


@pytest.mark.slow
@pytest.mark.parametrize("kernel", KERNELS)
def test_the_table_finds_where_perfect_play_begins(here, tmp_path, kernel):
    plan = plan_of((1, 6), [2, 3], [STRONGEST], "each", guess=["best"], first="any")
    survey(plan, 900, tmp_path, kernel=kernel, batch=250)
    table = report(tmp_path)
    for mines in plan.mines:
        exact = perfect((1, 6), mines).cells
        for name, each in table.starts.items():
            won = each.lines()[plan.mines.index(mines)].won["best"]
            assert won.low < exact[plan.graph.find(name)] < won.high
    first = csv.DictReader(io.StringIO(report_csv([table])))
    assert next(first)["start"] == "r1c3"


def test_a_table_tells_the_games_from_each_start(here, tmp_path):
    plan = plan_of((3, 4), [2, 3], ["casual", STRONGEST], "each", guess=["least-risk"], first="safe")
    survey(plan, 10, tmp_path, batch=3)
    survey(plan, 50, tmp_path, batch=7)
    summary, found = report(tmp_path), rows(tmp_path)
    assert [row["start"] for row in found if row["player"] == "casual"] == [
        [0, 1, 4, 5][i % 4] for i in range(50)
    ] * 2
    [*lines] = csv.DictReader(io.StringIO(report_csv([summary])))
    assert len(lines) == 2 * 2 * 4
    for line in lines:
        assert line["first"] == "safe"
        key = int(line["mines"]), line["player"], plan.graph.find(line["start"])
        mine = [row for row in found if (row["mines"], row["player"], row["start"]) == key]
        assert int(line["boards"]) == len(mine)
        for name in ("finished", "least_risk_won"):
            assert float(line[name]) == pytest.approx(sum(row[name] for row in mine) / len(mine), rel=1e-5)
    for mines in plan.mines:
        shares = [float(line["least_risk_won"]) for line in lines if int(line["mines"]) == mines]
        assert shares == sorted(shares, reverse=True)
    text = [*report_text([summary])]
    head = text.index("games won with guesses (least-risk), in percent")
    assert text[head + 1].split() == ["mines", "density", "start", "boards", "casual", STRONGEST]
    shown = [(line.split()[0], line.split()[3]) for line in text[head + 2 : head + 10]]
    assert shown == [*dict.fromkeys((line["mines"], line["start"]) for line in lines)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "--policy bold",
            "--policy: expected least-risk, safest-two, best or FILE.py:NAME (nearest: best), got 'bold'",
        ),
        ("--policy best,best", "--policy: expected each once, got 'best'"),
        ("--first sure", "--first: expected one of safe, opening, any, got 'sure'"),
        ("--first= --start each", "--first: expected one of safe, opening, any, got ''"),
        ("--first safe --start best", "--start: expected corner, centre, random, each or a cell, got 'best'"),
        ("--first safe --start all", "--start: expected corner, centre, random, each or a cell, got 'all'"),
        ("--first safe --start r9c9", "--start: expected a cell from r1c1 to r3c5, got 'r9c9'"),
        *((f"--start {start}", f"--first: expected one of safe, opening, any, since '{start}' is chosen "
        "before the mines, got none") for start in ("r1c1", "each")),
        ("--start r9c9", "--start: expected one of opening, random, corner, centre, best, all, each, "
        "or a cell, got 'r9c9'"),
        ("--players casual,casual", "--players: expected each once, got 'casual'"),
        ("--first opening --mines 12",
        "--mines: expected a whole number from 0 to 11 (with first=opening), got 12"),
    ],
)  # fmt: skip
def test_what_is_no_guess_and_no_first_click_is_one_line(tmp_path, line, message):
    mines = [] if "--mines" in line else ["--mines", "2"]
    done = called(["survey", "3x5", *mines, "--out", str(tmp_path / "x"), *line.split()])
    assert (done.status, done.err) == (2, f"{message}\n")


def last_cell(position):
    return [cell for cell in position.view.covered if not position.solution().verdict(cell)][-1]


@pytest.mark.slow
def test_a_survey_takes_your_own_policy_as_a_function_and_as_a_file(tmp_path):
    file = tmp_path / "my_bot.py"
    file.write_text(getsource(last_cell))
    found = {}
    for name, own in (("function", last_cell), ("file", f"{file}:last_cell")):
        plan = plan_of((3, 4), 3, ["casual", STRONGEST], first="safe", guess=["least-risk", own])
        survey(plan, 6, tmp_path / name, jobs=2)
        found[name] = rows(tmp_path / name)
        assert [*report(tmp_path / name).lines()[0].won] == ["least-risk", "last_cell"]
    assert found["function"] == found["file"]
    for row in found["file"]:
        board, start = promised(plan, row["index"], row["start"]), row["start"]
        game = play(board, start, Setup(row["player"], guess=last_cell))
        assert (row["last_cell_won"], row["last_cell_guesses"]) == (game.won, len(game.guesses))
    before = file.read_text()
    file.write_text(before.replace("-1", "0"))
    with pytest.raises(InvalidInput, match=r"a survey with guess least-risk,my_bot\.py:last_cell"):
        survey(plan, 7, tmp_path / "file")


@pytest.mark.parametrize("own", [lambda position: 0, 7, "my_bot.py:policy", [].append])
def test_a_survey_refuses_a_policy_that_workers_cannot_find(own):
    with pytest.raises(InvalidInput):
        plan_of((3, 4), 3, guess=[own])


def test_a_survey_refuses_a_policy_whose_file_does_not_run_by_itself(tmp_path, monkeypatch):
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "__init__.py").touch()
    (tmp_path / "bots" / "last.py").write_text(f"from . import __name__\n{getsource(last_cell)}")
    monkeypatch.syspath_prepend(tmp_path)
    from bots.last import last_cell as imported

    with pytest.raises(InvalidInput, match=r"last\.py:1: expected a file that runs, got ImportError"):
        plan_of((3, 4), 3, guess=[imported])
