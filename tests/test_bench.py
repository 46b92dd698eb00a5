"""The verb `bench`: its rows, with and without the kernel; no rate is held to a value."""

import json
import math
import re
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import ROOT

from logicsweep import solve_many
from logicsweep.cli import cli
from logicsweep.errors import InvalidInput
from logicsweep.findings import Finding
from logicsweep.kernel import extra
from logicsweep.pace import remark
from logicsweep.rates import _EXPERT, _TASKS, Rate, _a_second, _started, _Stock, _stuck, rates
from logicsweep.show.bench import bench_text, rate_json

fast = pytest.mark.skipif(not extra.installed(), reason="the extra `fast` is not installed")
ROWS = {"positions": 3, "games": 8, "boards": 3, "random boards": 2}


@pytest.fixture
def without(monkeypatch):
    """As where the extra is not installed."""
    monkeypatch.setattr(extra, "installed", lambda: False)


def bench(*options):
    done = CliRunner().invoke(cli, ["bench", "--seconds", "0.001", *options], catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout.splitlines()


def test_without_the_kernel_each_row_has_a_rate_of_plain_python_and_the_last_line_says_how_to_get_it(without):
    title, heads, *rows, machine = bench()
    assert "wall-clock" in title
    assert heads.split()[-2:] == ["kernel", "faster"]
    assert len(rows) == sum(ROWS.values())
    assert all(row.split()[-2:] == ["-", "-"] for row in rows)
    assert all(float(row.split()[-3].replace(",", "")) > 0 for row in rows)
    assert all(len(line) <= 80 for line in (title, heads, *rows, machine))
    assert len({len(line) for line in (heads, *rows)}) == 1
    assert machine.endswith("kernel: not installed (pip install 'logicsweep[fast]')")


@fast
def test_with_the_kernel_each_object_has_both_rates_and_how_many_times_faster():
    found = [json.loads(line) for line in bench("--json", "--jobs", "2")]
    assert Counter(one["what"] for one in found) == ROWS
    for one in found:
        assert min(one["plain"], one["kernel"]) > 0
        assert one["faster"] == one["kernel"] / one["plain"]
        assert one["jobs"] == 2
        assert re.match(r"\d+\.\d+", one["numba"])
        assert ("player" in one) == (one["what"] == "games")
    assert len({(one["what"], one.get("player"), one["mines"]) for one in found}) == len(found)


def test_without_the_kernel_objects_have_no_rate_of_it(without):
    for one in map(json.loads, bench("--json")):
        assert one["plain"] > 0
        assert not {"kernel", "faster", "numba"} & set(one)


def test_a_table_has_short_numbers_and_the_objects_all_digits():
    rate = Rate("games", 9, 9, 10, "counter", plain=1234.5, kernel=98765.4321)
    row = list(bench_text([rate], 1))[2]
    assert row.split() == ["games,", "counter", "9", "x", "9,", "10", "mines", "1,230", "98,800", "80.0", "x"]
    assert rate_json(rate, 3)["kernel"] == 98765.4321
    slow = Rate("boards", 300, 300, 13500, None, plain=1.2345, kernel=1234.5)
    assert list(bench_text([slow], 1))[2].split()[-4:] == ["1.23", "1,230", "1,000", "x"]


def test_what_is_remarked_meanwhile_comes_on_standard_error(monkeypatch):
    def remarking(*_):
        remark("compiling for a test")
        yield Rate("boards", 8, 8, 10, None, 2.0, None)

    monkeypatch.setattr("logicsweep.rates.rates", remarking)
    done = CliRunner().invoke(cli, ["bench", "--json"], catch_exceptions=False)
    assert done.stderr == "compiling for a test\n"
    assert json.loads(done.stdout)["plain"] == 2.0


def test_a_remark_that_cannot_be_written_ends_nothing():
    code = (
        "from logicsweep import rates, pace\n"
        "from logicsweep.__main__ import _run\n"
        "rates.rates = lambda *_: (pace.remark('said'), iter([]))[1]\n"
        "import sys; sys.argv = ['logicsweep', 'bench']\n"
        "raise SystemExit(_run())\n"
    )
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, stderr=full, stdout=subprocess.PIPE)
    assert done.returncode == 0
    assert done.stdout.startswith(b"answers in a second")


def test_kernel_false_leaves_the_kernel_out():
    first = next(rates(0.001, kernel=False))
    assert (first.kernel, first.faster) == (None, None)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--seconds 0", "--seconds: expected a number above 0"),
        ("--seconds -1", "--seconds: expected a number above 0"),
        ("--seconds nan", "--seconds: expected a number above 0"),
        ("--seconds inf", "--seconds: expected a number above 0"),
        ("--seconds soon", "--seconds: "),
        ("--jobs -1", "--jobs: expected a whole number from 0 to 256, got -1"),
        ("--jobs 1.5", "--jobs: expected a whole number"),
        ("--jobs 1 --jobs 2", "logicsweep bench: --jobs is given twice"),
        ("samples/first.txt", "logicsweep bench: Got unexpected extra argument"),
    ],
)
def test_odd_options_end_in_one_line_and_status_2(run, options, message):
    done = run("bench", *options.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf, True, "1", None])
def test_the_library_refuses_what_is_no_time_at_once(seconds):
    with pytest.raises(InvalidInput, match=r"^seconds: expected a number above 0"):
        rates(seconds)


def test_the_library_refuses_odd_jobs_and_kernels_at_once():
    with pytest.raises(InvalidInput, match=r"^jobs: expected a whole number of at least 0, got -1"):
        rates(1, -1)
    with pytest.raises(InvalidInput, match=r"^kernel: expected a bool, got 1"):
        rates(1, kernel=1)


def test_an_interrupt_ends_in_one_line_after_the_rows_that_are_measured():
    command = [sys.executable, "-m", "logicsweep", "bench", "--seconds", "0.05", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        first = json.loads(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        rest, error = process.communicate(timeout=60)
    assert first["what"] == "positions"
    assert all(json.loads(line) for line in rest.splitlines())
    assert process.returncode == 130
    assert error.endswith(b"interrupted\n")
    assert b"Traceback" not in error


# --- what is measured -------------------------------------------------------------------------------------


def test_the_work_is_done_about_as_long_as_asked_and_counted_whole():
    asked = []

    def ready(first, count):
        asked.append((first, count))
        return lambda: sum(range(count * 1000))

    assert _a_second(ready, 0.02, 8) > 0
    counts = [count for _, count in asked]
    assert counts[0] == 1
    assert counts == sorted(counts)
    assert set(counts) <= {1, 2, 4, 8}
    last = [first for first, count in asked[1:] if count == counts[-1]]
    assert last == [number * counts[-1] for number in range(len(last))]  # one batch after another


def test_a_part_of_a_stock_goes_on_with_the_first_after_the_last():
    size = _TASKS[0].size._replace(rows=1, cols=2)
    stock = _Stock(size, bytes([1, 2, 3, 4, 5, 6]), (7, 8, 9))
    part = stock.part(2, 5)
    assert part.shape == (5, 1, 2)
    assert bytes(part) == bytes([5, 6, 1, 2, 3, 4, 5, 6, 1, 2])
    assert stock.starts_of(2, 5) == [9, 7, 8, 9, 7]
    assert bytes(stock.part(4, 1)) == bytes([3, 4])


def test_positions_have_layouts_and_something_to_find_and_games_a_start_in_an_opening():
    for size in {task.size for task in _TASKS if task.what == "positions"}:
        stock = _stuck(size)
        found = solve_many(stock.part(0, 30), mines=size.mines, kernel=False)
        assert not found.contradictions
        assert Finding.OPEN in bytes(found.verdicts)
        assert Finding.SAFE in bytes(found.verdicts)
    games = _started(_EXPERT)
    assert len(games) > 100
    for number, start in enumerate(games.starts):
        row, col = divmod(start, _EXPERT.cols)
        board = games.part(number, 1).tolist()[0]
        around = [line[max(col - 1, 0) : col + 2] for line in board[max(row - 1, 0) : row + 2]]
        assert not any(map(any, around))


def test_the_words_of_the_text_are_those_of_the_objects():
    assert Counter(task.what for task in _TASKS) == ROWS
