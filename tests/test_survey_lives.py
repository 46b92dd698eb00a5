"""Surveys outlive what dies under them: workers, clusters, the program itself, killed for real."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import ROOT, hears
from in_process import called
from strategies import STRONGEST

pytest.importorskip("pyarrow", reason="the extra `survey` is not installed")

from test_survey import rows, rows_without_folder

from logicsweep.errors import InvalidInput
from logicsweep.kernel import is_installed
from logicsweep.surveying import plan_of, storage, survey
from logicsweep.surveying.plan import Shard

PLAN = plan_of((9, 9), [10, 12], ["casual", STRONGEST], "random", 4)
BOARDS = 60
LINE = ["survey", "9x9", "--mines", "10,12", "-n", str(BOARDS), "--players", "casual,expert"]
LINE += ["--start", "random", "--seed", "4", "--batch", "4", "--out"]


@pytest.fixture(scope="module")
def expected():
    return [row for mines in PLAN.mines for row in rows_without_folder(PLAN, Shard(mines, 0, BOARDS))]


def begun(folder, *more, line=LINE, **how):
    """The survey in a process of its own."""
    command = [sys.executable, "-m", "logicsweep", *line, str(folder), *more]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hears, **how
    )


def until(true, seconds=90):
    """Wait until something is so."""
    due = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < due
        time.sleep(0.01)


def shards(folder):
    return len(list(Path(folder).glob("*.parquet")))


def children(process):
    """The worker processes below a process, by what the system tells; the resource tracker is none."""
    found = []
    for one in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((one / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == process.pid and b"spawn_main" in (one / "cmdline").read_bytes():
                found.append(int(one.name))
        except OSError:
            continue
    return found


def lives(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
def test_a_killed_program_leaves_whole_shards_and_goes_on(tmp_path, expected):
    process = begun(tmp_path, "--jobs", "2")
    until(lambda: shards(tmp_path) > 2)
    workers = children(process)
    process.kill()
    assert process.communicate() == ("", "")  # what cleans up after it says nothing either
    assert workers and 2 < shards(tmp_path) < 30
    until(lambda: not any(map(lives, workers)))  # they end with it
    done = called([*LINE, str(tmp_path)])
    assert (done.status, done.err) == (0, "")
    assert rows(tmp_path) == expected


@pytest.mark.slow
def test_three_workers_killed_one_after_another_lose_nothing(tmp_path, expected):
    process, killed = begun(tmp_path, "--jobs", "2"), set()
    until(lambda: shards(tmp_path) > 2)
    for _ in range(3):
        until(lambda: {*children(process)} - killed)
        for worker in {*children(process)} - killed:
            with suppress(ProcessLookupError):  # it ended with the one killed before
                os.kill(worker, signal.SIGKILL)
            killed.add(worker)
    out, err = process.communicate(timeout=100)
    assert (process.returncode, err) == (0, "")
    assert out.startswith("120 boards")
    assert rows(tmp_path) == expected


DEADLY = """
import os, signal
from pathlib import Path
from logicsweep import Player, Production
def kill(memory, site):
    "I kill."
    with Path({marker!r}).open("a") as file:
        file.write("x")
    os.kill(os.getpid(), signal.SIGKILL)
PLAYERS = {{"mad": Player("mad", "w", (Production("kill", kill, needs="clue"),))}}
"""


def deadly(tmp_path):
    """A plan whose rules end the worker in which they are looked at, and the file that counts how often."""
    rules, marker = tmp_path / "rules.py", tmp_path / "marker"
    rules.write_text(DEADLY.format(marker=str(marker)))
    return plan_of((3, 3), [2], ["mad"], "corner", 1, rules=(str(rules),), checked=False), marker


RULES = """
from logicsweep import Production
def fails(memory, _):
    return memory.nothing
FAILS = [Production("odd", fails, -1, everywhere=True)]
"""


@pytest.mark.slow
def test_what_own_productions_do_wrong_in_a_worker_is_one_line(run, tmp_path):
    file = tmp_path / "odd.py"
    file.write_text(RULES)
    done = run(*LINE, tmp_path / "folder", "--rules", f"{file}:FAILS")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    message = f"{file}:4: production odd at the board raised AttributeError: 'Knowledge' object has no"
    assert done.stderr.startswith(message)


@pytest.mark.slow
@pytest.mark.skipif(not is_installed(), reason="the extra `fast` is not installed")
def test_ctrl_c_ends_threads_within_moments(tmp_path):
    line = ["survey", "16x30", "--mines", "99", "-n", "1000000", "--batch", "1000", "--jobs", "2", "--out"]
    process = begun(tmp_path, line=line)
    until(lambda: shards(tmp_path) > 1, 300)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert f"interrupted: {1000 * shards(tmp_path)} boards are kept in" in err


@pytest.mark.slow
@pytest.mark.skipif(not is_installed(), reason="the extra `fast` is not installed")
@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_stops_what_is_compiled(tmp_path, monkeypatch, times):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    process = begun(
        tmp_path, line=["survey", "9x9", "--mines", "10", "-n", "1000000", "--jobs", "2", "--out"]
    )
    until((tmp_path / "compiled").exists, 60)
    time.sleep(1)
    for _ in range(times):
        process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=5)
    assert process.returncode in ((130,) if times == 1 else (130, -signal.SIGINT))
    assert "compiling; press Ctrl-C again to stop now\n" in err and "Traceback" not in err


# --- scripts that start processes, each of which reads the script first -------------------------------------

SCRIPT = """
from logicsweep.surveying import plan_of, survey
{guard}print(survey(plan_of((3, 3), 2, ["casual"], graded=True), 4, {folder!r}, jobs=1))
"""
UNGUARDED = (
    "logicsweep.errors.InvalidInput: __main__: expected processes to be started below"
    ' `if __name__ == "__main__":`, got a script that starts them whenever it is imported\n'
)


def python(*arguments, **how):
    line = [sys.executable, *map(str, arguments)]
    done = subprocess.run(line, capture_output=True, text=True, cwd=ROOT, check=True, **how)
    return done.stdout, done.stderr


def test_a_script_on_standard_input_does_without_processes(tmp_path):
    out, err = python("-", input=SCRIPT.format(folder=str(tmp_path / "survey"), guard=""))
    assert out == "Surveyed(boards=4, new=4, failed=0)\n"
    assert err.count("using one process: others would import the running script, which is in no file\n") == 1


@pytest.mark.slow
def test_a_script_works_that_has_a_guard_and_is_told_of_it_where_it_has_none(tmp_path):
    script, folder = tmp_path / "script.py", str(tmp_path / "survey")
    script.write_text(SCRIPT.format(folder=folder, guard=""))
    out, err = python(script)
    assert out == "Surveyed(boards=0, new=0, failed=4)\n" and err.endswith(UNGUARDED)
    script.write_text(SCRIPT.format(folder=folder, guard='if __name__ == "__main__": '))
    assert python(script) == ("Surveyed(boards=4, new=4, failed=0)\n", "")


OWN_POLICY = """
from logicsweep.surveying import plan_of, survey

def safest(position):
    return position.solution().least_risk[0]

{guard}print(survey(plan_of((3, 3), 2, ["casual"], guess=[safest]), 4, {folder!r}, jobs=1))
"""


@pytest.mark.slow
def test_a_script_that_surveys_its_own_policy_is_told_of_the_guard(tmp_path):
    script, folder = tmp_path / "script.py", str(tmp_path / "survey")
    script.write_text(OWN_POLICY.format(folder=folder, guard=""))
    with pytest.raises(subprocess.CalledProcessError) as failed:
        python(script)
    assert failed.value.stderr.endswith(
        f'{script}:7: policy: expected the work of this script below `if __name__ == "__main__":`, '
        "got a script that runs itself again\n"
    )
    script.write_text(OWN_POLICY.format(folder=folder, guard='if __name__ == "__main__": '))
    assert python(script) == ("Surveyed(boards=4, new=4, failed=0)\n", "")


# --- Dask ---------------------------------------------------------------------------------------------------


@pytest.fixture
def cluster():
    """A new one for each test: workers that another killed need a while to come back."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    options = {"processes": True, "dashboard_address": ":0", "silence_logs": 50}
    with distributed.LocalCluster(2, threads_per_worker=1, **options) as found:
        yield found


@pytest.mark.slow
def test_a_killed_worker_of_a_cluster_loses_nothing(tmp_path, cluster, expected):
    def kill():
        until(lambda: shards(tmp_path) > 1)
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    found = survey(PLAN, BOARDS, tmp_path, batch=1, cluster=cluster.scheduler_address)
    killer.join()
    assert found == (2 * BOARDS, 2 * BOARDS, 0)
    assert rows(tmp_path) == expected


@pytest.mark.slow
def test_a_batch_that_kills_the_workers_of_a_cluster_is_recorded(tmp_path, cluster):
    plan, marker = deadly(tmp_path)
    assert survey(plan, 2, tmp_path / "folder", cluster=cluster.scheduler_address) == (0, 0, 2)
    assert len(marker.read_text()) == 4  # Dask's own limit: allowed-failures and one
    [line] = (tmp_path / "folder" / storage.FAILURES).read_text().splitlines()
    assert json.loads(line)["reason"] == "its workers died"


@pytest.mark.slow
def test_workers_with_another_version_are_refused(tmp_path, cluster):
    plan = replace(PLAN, version="9.9")
    with pytest.raises(InvalidInput, match=r"cluster: expected workers with logicsweep 9\.9, got "):
        survey(plan, 2, tmp_path, cluster=cluster.scheduler_address)


@pytest.mark.slow
def test_a_scheduler_that_nobody_reaches_is_one_line(tmp_path):
    pytest.importorskip("distributed", reason="Dask is not installed")
    for address in ("tcp://127.0.0.1:9", "here", "tcp://127.0.0.1:99999"):
        done = called([*LINE, str(tmp_path), "--cluster", address])
        expected = "an address such as tcp://127.0.0.1:8786 where a scheduler listens"
        assert (done.status, done.err) == (2, f"--cluster: expected {expected}, got '{address}'\n")


@pytest.mark.slow
def test_a_scheduler_that_goes_away_is_one_line_and_nothing_is_lost(tmp_path, expected):
    pytest.importorskip("distributed", reason="Dask is not installed")
    code = (
        "import distributed, time\n"
        "if __name__ == '__main__':\n"
        "    one = distributed.LocalCluster(1, threads_per_worker=1, dashboard_address=':0')\n"
        "    print(one.scheduler_address, flush=True)\n"
        "    time.sleep(600)\n"
    )
    file = tmp_path / "cluster.py"
    file.write_text(code)
    folder = tmp_path / "folder"
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, str(file)], stdout=subprocess.PIPE, text=True, env=env) as server:
        try:
            address = server.stdout.readline().strip()
            process = begun(folder, "--cluster", address)
            until(lambda: shards(folder) > 1)
        finally:
            server.kill()
    out, err = process.communicate(timeout=100)
    assert (process.returncode, out) == (2, "")
    assert err == "--cluster: expected a scheduler that keeps running, got one that has gone\n"
    assert called([*LINE, str(folder)]).status == 0
    assert rows(folder) == expected
