"""Surveys: the same rows whoever answers them, equal to what is said of each board alone; nothing is lost."""

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from dataclasses import replace
from random import Random
from threading import Event

import networkx as nx
import pytest
from conftest import ROOT, SAMPLES, refusal
from hypothesis import given
from hypothesis import strategies as st
from in_process import called, mistake
from strategies import QUICK, STRONGEST, boards, examples

np = pytest.importorskip("numpy", reason="the extra `survey` is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra `survey` is not installed")

from logicsweep import compare, least_remaining, over_starts, path, random_board  # noqa: E402
from logicsweep.boards.cells import FIELDS  # noqa: E402
from logicsweep.boards.random import draw_below, splitmix64, stream  # noqa: E402
from logicsweep.errors import InvalidInput, LogicsweepError, Unwritable  # noqa: E402
from logicsweep.kernel import (  # noqa: E402
    PYTHON,
    Backend,
    is_installed,
)
from logicsweep.surveying import plan_of, report, run, storage, survey  # noqa: E402  # noqa: E402
from logicsweep.surveying.plan import STARTS, Shard  # noqa: E402
from logicsweep.surveying.rows import count_board_clicks, shard_columns  # noqa: E402
from logicsweep.work.executors import in_order  # noqa: E402

KERNELS = [False, *([True] if is_installed() else [])]


def rows(folder):
    """All rows of a survey, by board and player, with the index of each start."""
    plan = storage.open_survey(folder).plan
    names, find = plan.players, plan.graph.find
    found = [row for file in folder.glob("*.parquet") for row in pq.read_table(str(file)).to_pylist()]
    found = [row | {"start": find(row["start"])} for row in found]
    return sorted(found, key=lambda row: (row["mines"], row["index"], names.index(row["player"])))


def rows_without_folder(plan, shard, kernel=False):
    """The rows of a shard, without a folder."""
    columns = shard_columns(plan, shard, Backend(kernel))
    lists = [np.asarray(column).tolist() for column in columns.values()]
    return [dict(zip(columns, values, strict=True)) for values in zip(*lists, strict=True)]


# --- boards -------------------------------------------------------------------------------------------------


def clicks_by_components(board):
    """Openings and 3BV by networkx: connected zero cells, and what lies beside none."""
    graph, mined = board.graph, board.mined
    cells = nx.Graph()
    cells.add_nodes_from(range(len(graph)))
    cells.add_edges_from((i, j) for i in range(len(graph)) for j in graph.neighbours[i])
    safe = [i for i in cells if not mined[i]]
    zeros = {i for i in safe if not any(mined[j] for j in cells[i])}
    openings = nx.number_connected_components(cells.subgraph(zeros))
    return openings, openings + sum(i not in zeros and not zeros & {*cells[i]} for i in safe)


@pytest.mark.parametrize("kernel", KERNELS)
@given(board=boards())
@examples(60)
def test_clicks_of_many_are_those_of_each(kernel, board):
    mined = np.frombuffer(bytearray(board.mined * 2), np.uint8).reshape(2, -1)
    found = count_board_clicks(board.graph, mined, Backend(kernel))
    both = zip(found.openings.tolist(), found.threebv.tolist(), strict=True)
    assert [*both] == [clicks_by_components(board)] * 2
    assert np.array_equal(found.group, count_board_clicks(board.graph, mined, PYTHON).group)


@st.composite
def plans(draw, start):
    field, (rows, cols) = draw(st.sampled_from([*FIELDS])), draw(st.sampled_from([(3, 5), (4, 4), (5, 3)]))
    mines = draw(st.integers(0, rows * cols - 1))
    return plan_of(FIELDS[field](rows, cols), mines, QUICK, start, draw(st.integers(0, 99)))


def zeros_of(board, safe):
    return [cell for cell in safe if not board.clue(cell)]


def away(graph, cell, centre):
    """How far a cell lies from the first one, or from the centre."""
    x, y = graph.places[cell]
    if centre:
        xs, ys = zip(*graph.places, strict=True)
        return round((x - (min(xs) + max(xs)) / 2) ** 2 + (y - (min(ys) + max(ys)) / 2) ** 2, 6)
    return round(x * x + y * y, 6)


def start_on(plan, board, index):
    """The start by its rule, told once more."""
    safe = [cell for cell, mine in enumerate(board.mined) if not mine]
    if plan.start in ("random", "opening"):
        chosen = (plan.start == "opening" and zeros_of(board, safe)) or safe
        return chosen[draw_below(len(chosen), splitmix64(stream(stream(plan.seed, index), 1)))]
    if plan.start == "best":
        return least_remaining(board).best_starts[0]
    return min(safe, key=lambda cell: (away(board.graph, cell, plan.start == "centre"), cell))


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("start", [name for name in STARTS if name != "all"])
@given(data=st.data())
@examples(25)
def test_rows_say_what_compare_says_of_the_board(start, kernel, data):
    plan = data.draw(plans(start))
    for row in rows_without_folder(plan, Shard(plan.mines[0], 7, 2), kernel):
        board = random_board(plan.graph, row["mines"], plan.seed, row["index"])
        assert row["start"] == start_on(plan, board, row["index"])
        game = compare(board, row["start"]).runs[row["player"]]
        assert (row["cleared"], row["remaining"]) == (board.safe_count - game.remaining, game.remaining)
        assert row["finished"] == (game.remaining == 0)
        assert (row["openings"], row["threebv"]) == clicks_by_components(board)
        fired = game.trace.count_firings()
        has = {one.name: fired.get(one.name, 0) for one in game.player.productions}
        assert (row["entailed"], row["counted"]) == (has.get("entailed"), has.get("counted"))
        least = {name: row[name.replace("-", "_")] for name in ("all-found", "all-mines", "overlap")}
        assert all(count is None or count <= has[name] for name, count in least.items())
        assert [name for name, count in least.items() if count is None] == [n for n in least if n not in has]


@pytest.mark.parametrize("kernel", KERNELS)
@given(data=st.data())
@examples(30)
def test_all_starts_are_what_over_starts_says(kernel, data):
    plan = data.draw(plans("all"))
    for row in rows_without_folder(plan, Shard(plan.mines[0], 3, 3), kernel):
        board = random_board(plan.graph, row["mines"], plan.seed, row["index"])
        found = over_starts(board, row["player"], every_start=True)
        assert (row["remaining"], row["start"]) == (found.least, found.best_starts[0])
        assert (row["starts"], row["finishing"]) == (board.safe_count, found.finishing)


def test_graded_rows_have_the_hardest_step_of_the_path():
    plan = plan_of((5, 6), [6], ["casual", STRONGEST], "opening", 5, graded=True)
    for row in rows_without_folder(plan, Shard(6, 0, 8)):
        found = path(random_board((5, 6), 6, 5, row["index"]), row["start"], row["player"])
        step = found.hardest
        expected = (step.firing.production, step.grade.clues) if step else (None, None)
        assert (row["hardest"], row["hardest_rows"]) == expected
        assert row["remaining"] == found.remaining


def test_own_productions_take_part_through_the_engine():
    rules = f"{SAMPLES / 'my_rules.py'}"
    plan = plan_of((4, 5), [4], ["casual", "own", "rows-3"], "opening", 1, rules=(rules,))
    from logicsweep import play
    from logicsweep.games import load_players

    [own] = load_players(rules)
    for row in rows_without_folder(plan, Shard(4, 0, 6)):
        board = random_board((4, 5), 4, 1, row["index"])
        game = play(board, row["start"], own if row["player"] == "own" else row["player"])
        assert row["remaining"] == game.remaining
        fired = game.trace.count_firings()
        names = {one.name for one in own.productions} - {"all-found", "all-mines"}
        expected = sum(fired.get(name, 0) for name in names) if row["player"] == "own" else None
        assert row["own"] == expected


# --- the folder ---------------------------------------------------------------------------------------------

PLAN = plan_of((4, 5), [3, 6], ["casual", STRONGEST], "random", 7)


@pytest.fixture
def here(monkeypatch):
    """A survey in the threads of this process, which start sooner than other processes; plain Python."""
    monkeypatch.setattr(run, "processes", ThreadPoolExecutor)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(("jobs", "batch"), [(1, 7), (2, 3), (2, None)])
def test_rows_do_not_depend_on_workers_and_batches(here, tmp_path, jobs, batch, kernel):
    found = survey(PLAN, 20, tmp_path, jobs=jobs, batch=batch, kernel=kernel)
    assert found == (40, 40, 0)
    assert rows(tmp_path) == [
        row for mines in PLAN.mines for row in rows_without_folder(PLAN, Shard(mines, 0, 20))
    ]


def test_a_second_run_goes_on_and_more_boards_extend_it(here, tmp_path):
    survey(PLAN, 10, tmp_path, batch=4)
    before = {file.name: file.stat().st_mtime_ns for file in tmp_path.glob("*.parquet")}
    assert survey(PLAN, 10, tmp_path, batch=4) == (20, 0, 0)
    (tmp_path / storage.shard_name(Shard(3, 4, 4))).unlink()
    assert survey(PLAN, 17, tmp_path, batch=5) == (34, 18, 0)
    assert survey(PLAN, 3, tmp_path) == (34, 0, 0)  # fewer are there already
    after = {file.name: file.stat().st_mtime_ns for file in tmp_path.glob("*.parquet")}
    assert {name: time for name, time in after.items() if before.get(name) == time}.keys() == (
        before.keys() - {storage.shard_name(Shard(3, 4, 4))}
    )
    assert rows(tmp_path) == [
        row for mines in PLAN.mines for row in rows_without_folder(PLAN, Shard(mines, 0, 17))
    ]


@given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)), max_size=6),
    st.integers(1, 30),
    st.integers(1, 9),
)
@examples(100)
def test_what_is_missing_covers_each_board_once(pieces, boards, batch):
    there, taken = [], set()
    for first, count in pieces:
        if not taken & {*range(first, first + count)}:
            there.append(Shard(5, first, count))
            taken |= {*range(first, first + count)}
    found = list(run.missing_shards([5], boards, there, batch))
    indices = [index for one in found for index in range(one.first, one.end)]
    assert indices == [index for index in range(boards) if index not in taken]
    assert all(one.first // batch == (one.end - 1) // batch for one in found)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 8}, "expected a survey with seed 8, got one with seed 7"),
        ({"mines": (3,)}, "expected a survey with mines 3, got one with mines 3,6"),
        ({"graded": True}, "expected a survey with graded paths, got one without graded paths"),
    ],
)
def test_another_survey_in_the_same_folder_is_refused(here, tmp_path, change, message):
    survey(PLAN, 2, tmp_path)
    before = sorted(tmp_path.iterdir())
    assert refusal(survey, replace(PLAN, **change), 2, tmp_path).startswith(f"{tmp_path}: {message}")
    assert sorted(tmp_path.iterdir()) == before


def _broken(file):
    file.write_bytes(file.read_bytes()[:-9])


def _of_another(file):
    columns = shard_columns(PLAN, Shard(3, 0, 3))
    file.write_bytes(storage.encode(replace(PLAN, seed=1), Shard(3, 0, 3), columns))


def _renamed(file):
    file.rename(file.with_name("other.parquet"))


def _longer(file):
    file.rename(file.with_name(storage.shard_name(Shard(3, 0, 9))))


def _copied(file):
    shutil.copy(file, file.with_name(storage.shard_name(Shard(3, 3, 3))))


@pytest.mark.parametrize("spoil", [_broken, _of_another, _renamed, _longer, _copied])
def test_a_spoilt_or_foreign_or_copied_shard_is_named(here, tmp_path, spoil):
    survey(PLAN, 3, tmp_path)
    spoil(tmp_path / storage.shard_name(Shard(3, 0, 3)))
    expected = "(boards . to . with 3 mines of this survey|a shard of a survey, by its name), got another"
    for use in (lambda: survey(PLAN, 3, tmp_path), lambda: report(tmp_path)):
        with pytest.raises(InvalidInput, match=rf"^{tmp_path}/.*\.parquet: expected {expected}"):
            use()


def flipped(raw, bits):
    """Files with one bit of a file changed."""
    for bit in bits:
        raw[bit // 8] ^= 1 << bit % 8
        yield bytes(raw)
        raw[bit // 8] ^= 1 << bit % 8


@pytest.mark.parametrize("flips", [40, pytest.param(600, marks=pytest.mark.slow)])
def test_each_flipped_bit_of_a_shard_is_one_line_with_its_name(here, tmp_path, flips):
    survey(PLAN, 50, tmp_path)
    file = tmp_path / storage.shard_name(Shard(3, 0, 50))
    raw = bytearray(file.read_bytes())
    for spoilt in flipped(raw, Random(flips).sample(range(8 * len(raw)), flips)):
        file.write_bytes(spoilt)
        message = "expected boards 0 to 49 with 3 mines of this survey, got another or a broken file"
        assert called(["report", str(tmp_path)]) == (2, "", f"{file}: {message} (remove it)\n")


def test_boards_that_two_shards_have_are_not_counted_twice(here, tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    survey(PLAN, 10, one)
    survey(PLAN, 10, other, batch=4)
    file = other / storage.shard_name(Shard(3, 4, 4))
    file.rename(one / file.name)
    message = f"{one / file.name}: expected boards that no other shard has, got some that .* has as well"
    for use in (lambda: survey(PLAN, 20, one), lambda: report(one)):
        with pytest.raises(InvalidInput, match=message):
            use()


def test_a_changed_manifest_is_refused(here, tmp_path):
    survey(PLAN, 3, tmp_path)
    file = tmp_path / storage.MANIFEST
    before = file.read_text()
    for one, other in (('"seed": 7', '"seed": 9'), ('"rows": 4', '"rows": 400'), ('print": "', 'print": "0')):
        file.write_text(before.replace(one, other))
        for use in (lambda: survey(PLAN, 5, tmp_path), lambda: report(tmp_path)):
            with pytest.raises(InvalidInput, match="the manifest of a survey, got one that was changed"):
                use()
    file.write_text(before)
    assert survey(PLAN, 5, tmp_path) == (10, 4, 0)


def test_files_of_a_thousand_brackets_are_refused_in_one_line(here, tmp_path):
    (tmp_path / "hollow").mkdir()
    (tmp_path / "hollow" / storage.MANIFEST).write_text(1000 * "[")
    for use in (lambda: survey(PLAN, 3, tmp_path / "hollow"), lambda: report(tmp_path / "hollow")):
        with pytest.raises(InvalidInput, match="the manifest of a survey, got something else"):
            use()
    survey(PLAN, 3, tmp_path / "good")
    (tmp_path / "good" / storage.FAILURES).write_text(1000 * "[")
    assert storage.open_survey(tmp_path / "good").count_failed() == 0


def test_a_full_disk_keeps_what_was_finished(here, tmp_path, monkeypatch):
    written = []

    def full(file):
        written.append(file)
        if len(written) > 3:
            raise OSError(28, "No space left on device")

    expected = pytest.raises(Unwritable, match=r"boards.*parquet: cannot write: No space left on device")
    with monkeypatch.context() as patch, expected:
        patch.setattr(os, "fsync", full)
        survey(PLAN, 10, tmp_path, batch=5, jobs=1)
    kept = [file.name for file in tmp_path.iterdir()]
    assert sorted(kept) == [storage.ASKED, storage.MANIFEST, storage.shard_name(Shard(3, 0, 5))]
    assert survey(PLAN, 10, tmp_path) == (20, 15, 0)


def test_rows_name_the_start(tmp_path):
    survey(plan_of((3, 4), [2], ["casual"], "corner"), 3, tmp_path, jobs=1)
    [file] = tmp_path.glob("*.parquet")
    assert {row["start"] for row in pq.read_table(str(file)).to_pylist()} <= {
        f"r{r}c{c}" for r in (1, 2, 3) for c in (1, 2, 3, 4)
    }


def test_two_processes_do_not_write_one_folder(here, tmp_path):
    (tmp_path / ".mines-x.parquet.part").write_bytes(b"half")  # left by one that was killed
    with storage.begin_survey(tmp_path, PLAN), pytest.raises(InvalidInput, match="one in use"):
        survey(PLAN, 4, tmp_path)
    assert not list(tmp_path.glob(".*"))
    assert survey(PLAN, 4, tmp_path).new == 8


def dying(mines, first, times=99):
    """What a worker answers; it dies of some shards, so often at most."""
    left, answered = {}, run.answer_shard

    def answer(plan, kernel, shard):
        if shard.mines == mines and shard.first >= first and left.setdefault(shard, times):
            left[shard] -= 1
            raise BrokenExecutor
        return answered(plan, kernel, shard)

    return answer


def test_a_shard_that_kills_its_workers_is_recorded_and_the_rest_goes_on(here, tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(run, "answer_shard", dying(3, 8))
        assert survey(PLAN, 10, tmp_path, batch=4, jobs=2) == (18, 18, 2)
    [line] = (tmp_path / storage.FAILURES).read_text().splitlines()
    assert json.loads(line) == {"mines": 3, "first": 8, "count": 2, "reason": "its workers died"}
    assert survey(PLAN, 3, tmp_path) == (18, 0, 0)  # it is not asked for
    assert (tmp_path / storage.FAILURES).read_text() == f"{line}\n"
    assert survey(PLAN, 10, tmp_path) == (20, 2, 0)  # it is tried again
    assert not (tmp_path / storage.FAILURES).exists()


def test_three_workers_that_die_of_a_shard_cost_nothing(here, tmp_path, monkeypatch):
    monkeypatch.setattr(run, "answer_shard", dying(3, 0, times=3))
    assert survey(PLAN, 10, tmp_path, batch=10) == (20, 20, 0)


def test_a_survey_that_comes_to_nothing_leaves_no_manifest(here, tmp_path):
    rules, folder = tmp_path / "rules.py", tmp_path / "new"
    rules.write_text(RULES.format(what="unheard_of"))
    plan = plan_of((3, 3), 2, ["odd"], "corner", rules=(str(rules),))
    with pytest.raises(LogicsweepError, match="NameError"):
        survey(plan, 2, folder)
    assert list(folder.iterdir()) == []
    rules.write_text(RULES.format(what="None"))  # it is read again
    assert survey(plan, 2, folder) == (2, 2, 0)


RULES = """
from logicsweep import Player, Production
PLAYERS = {{"odd": Player("odd", "w", (Production("odd", lambda memory, site: {what}, needs="clue"),))}}
"""


def test_a_finished_survey_is_reported_and_continued_without_writing(here, tmp_path, monkeypatch):
    survey(PLAN, 4, tmp_path)

    def refuse(*_):
        raise OSError(30, "Read-only file system")

    for name in ("unlink", "rename", "replace"):
        monkeypatch.setattr(os, name, refuse)
    monkeypatch.setattr(storage, "replace_file", refuse)
    assert survey(PLAN, 4, tmp_path) == (8, 0, 0)
    assert len(report(tmp_path).lines()) == 4
    with pytest.raises(Unwritable, match="Read-only file system"):
        survey(PLAN, 5, tmp_path)


def test_pandas_and_polars_read_the_folder(here, tmp_path):
    survey(PLAN, 4, tmp_path)
    (tmp_path / storage.FAILURES).write_text("{}")
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    assert len(pandas.read_parquet(tmp_path)) == 16
    polars = pytest.importorskip("polars", reason="polars is not installed")
    assert len(polars.scan_parquet(tmp_path, hidden_file_prefix="_").collect()) == 16


def test_no_more_is_under_way_than_workers_need_and_broken_workers_are_replaced():
    begun, items = [], []

    def begin():
        begun.append(ThreadPoolExecutor(2))
        return begun[-1]

    def numbers():
        for number in range(100):
            items.append(number)
            if number == 50:
                begun[-1]._broken = "its process died"  # what follows is refused
            yield number

    done = in_order(begin, str, numbers(), 8)
    for at, (number, future) in enumerate(done):
        assert (number, future.result()) == (at, str(at))
        assert len(items) <= at + 8
    assert len(begun) == 2


def test_who_stops_is_not_kept_waiting_by_threads():
    gate = Event()
    done = in_order(lambda: ThreadPoolExecutor(1), lambda _: gate.wait(60), range(3), 2)
    _, first = next(done)
    done.close()
    assert not first.done()
    gate.set()
    assert first.result()


# --- the command line ---------------------------------------------------------------------------------------

_WRONG = """
9 --mines 5                       | ROWSxCOLS[/MINES]: expected rows x columns such as 16x30 or 16x30/99,
9x9 --mines 81                    | --mines: expected a whole number from 0 to 80, got 81
9x9 --mines 1.5                   | --mines: expected a density from 0 to 1, got 1.5
9x9 --mines 5:9                   | --mines: expected numbers such as 40, 0.2 or 40:160:10, got '5:9'
9x9 --mines 9:5:1                 | --mines: expected A:B:STEP with A at most B and few steps, got '9:5:1'
9x9 --mines 5 -n 0                | -n: expected a whole number from 1 to 1000000000000, got 0
"""
WRONG = [[part.strip() for part in line.split("|")] for line in _WRONG.strip().splitlines()]


@pytest.mark.parametrize(("line", "message"), WRONG)
def test_wrong_options_are_refused_in_one_line(tmp_path, line, message):
    assert mistake(["survey", *line.split(), "--out", str(tmp_path / "new")]).startswith(message)
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_made_or_holds_something_else_is_named(tmp_path):
    (tmp_path / "theirs.parquet").touch()
    line = ["survey", "3x3", "--mines", "2", "--out"]
    done = called([*line, f"{tmp_path}/theirs.parquet/x"])
    assert (done.status, done.err) == (2, f"{tmp_path}/theirs.parquet/x: cannot write: Not a directory\n")
    done = called([*line, str(SAMPLES)])
    assert done.err == f"{SAMPLES}: expected a survey or an empty folder, got one with 'README.md'\n"
    assert not list(SAMPLES.glob("*.parquet"))


def test_densities_become_numbers_of_mines(here, tmp_path):
    line = "survey 5x4 --field torus --mines 0.1:0.3:0.1,1 -n 2 --players casual --out"
    done = called([*line.split(), str(tmp_path)])
    assert done == (0, f"8 boards in {tmp_path} (8 new; 4 numbers of mines, 1 player)\n", "")
    assert {row["mines"] for row in rows(tmp_path)} == {1, 2, 4, 6}
    assert json.loads((tmp_path / storage.MANIFEST).read_text())["field"] == "torus"


def test_failures_are_an_exit_status_of_their_own(here, tmp_path, monkeypatch):
    monkeypatch.setattr(run, "answer_shard", dying(2, 0))
    done = called(["survey", "3x3", "--mines", "2", "-n", "9", "--out", str(tmp_path)])
    assert done.status == 1
    assert done.err == f"9 boards not answered: see {tmp_path}/_failures.jsonl\n"


def test_ctrl_c_says_what_is_kept_and_how_to_go_on(here, tmp_path, monkeypatch):
    def stopped(plan, kernel, shard):
        if shard.first:
            raise KeyboardInterrupt
        return answered(plan, kernel, shard)

    answered = run.answer_shard
    line = ["survey", "3x3", "--mines", "2", "-n", "9", "--out", str(tmp_path), "--batch", "5", "--jobs", "1"]
    with monkeypatch.context() as patch:
        patch.setattr(run, "answer_shard", stopped)
        done = called(line)
    assert done.status == 130
    message = f"interrupted: 5 boards are kept in {tmp_path}; to go on: logicsweep {' '.join(line)}"
    assert done.err == f"{message}\n"
    assert called(line).status == 0


BARE = """
import sys
for name in ("numpy", "numba", "pyarrow", "matplotlib", "distributed"):
    sys.modules[name] = None
import logicsweep
from logicsweep.__main__ import _run
assert all(getattr(logicsweep, name) for name in dir(logicsweep))
for sys.argv[1:] in (["survey", "3x3", "--mines", "2", "--out", "x"], ["report", "x"]):
    assert _run() == 2
"""


def test_without_the_extra_it_says_what_to_install(tmp_path):
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", BARE], capture_output=True, text=True, cwd=tmp_path, env=env, check=True
    )
    expected = (
        "expected numpy and pyarrow installed (pip install 'logicsweep[survey]'), got no such installation"
    )
    assert done.stderr == 2 * f"survey: {expected}\n"
    assert list(tmp_path.iterdir()) == []
