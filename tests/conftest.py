"""What several test files share: the folder of public judge data, and the command line."""

import contextlib
import gc
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings
from in_process import called

from logicsweep.csp.position import settle
from logicsweep.errors import InvalidInput
from logicsweep.formats import judge
from logicsweep.verbs.effort import EFFORTS, NORMAL, Effort

settings.register_profile("thorough", deadline=None)  # a slow machine is no failure
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=12)
settings.load_profile("quick")  # unless pytest is told `--hypothesis-profile thorough`
gc.set_threshold(20_000)  # numba makes very many objects: the collector took a seventh of the time to compile
ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "samples"
[LADDER] = next(judge.read([(SAMPLES / "ladder.txt").read_text()]))
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync"
DATA = Path(os.environ.get("LOGICSWEEP_DATA", ROOT.parent / "shared" / "data"))
"""The public judge data, beside a checkout; tests that read it skip where it is absent."""


@pytest.fixture(autouse=True)
def nothing_is_settled():
    """No test meets a component that another settled, perhaps with parts of the solver replaced."""
    settle.cache_clear()


def hears():
    """What a child that is sent signals calls first (`preexec_fn`): who runs the tests may ignore them."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def pytest_collection_modifyitems(items):
    """First those that may compile the kernel: one worker gets them; two would compile it side by side."""
    compiling = {path for path in {one.path for one in items} if "kernel" in path.read_text()}
    items.sort(key=lambda one: one.path not in compiling)


@pytest.fixture(scope="session")
def data():
    """The judges' own data: not part of the project, so what needs it skips where it is absent."""
    return DATA if DATA.is_dir() else pytest.skip("the public judge data is not beside this checkout")


@pytest.fixture(scope="session")
def browser():
    """One browser for all tests: playwright can be started only once in a process."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright comes with the extra `test`")
    with playwright.sync_playwright() as engine:
        one = engine.chromium.launch(executable_path=BROWSER, args=QUIET.split())
        yield one
        one.close()


@pytest.fixture
def little_effort(monkeypatch):
    """Nothing is counted, and no smallest reason is found, unless a verb is told to try harder."""
    monkeypatch.setitem(EFFORTS, NORMAL, Effort(1, 1))


@pytest.fixture
def run():
    """Call the command line: `run("solve", "-", input="...")`; what it did, as `subprocess` tells it.

    That takes a process of its own only where an environment or an encoding is given.
    """

    def call(*arguments, input="", **process):
        line = [str(one) for one in arguments]
        data = input if isinstance(input, bytes) else input.encode()
        if process:
            return _in_a_process(line, data, **process)
        with contextlib.chdir(ROOT):
            return subprocess.CompletedProcess(line, *called(line, data))

    return call


def _in_a_process(line, data, env=None, encoding="utf-8"):
    done = subprocess.run(
        [sys.executable, "-m", "logicsweep", *line],
        input=data,
        capture_output=True,
        timeout=120,
        cwd=ROOT,
        env={**os.environ, **(env or {})},
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)
    )


@pytest.fixture
def shell(tmp_path):
    """Run a line in a shell that finds `logicsweep`; what it prints, errors too."""
    script = tmp_path / "logicsweep"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m logicsweep "$@"\n')
    script.chmod(0o755)
    env = os.environ | {
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "100",
        "TMPDIR": str(tmp_path),
    }

    def call(line, cwd=ROOT):
        return subprocess.run(
            ["bash", "-c", line],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=cwd,
            env=env,
            timeout=120,
        )

    return call


@pytest.fixture
def terminal(monkeypatch):
    """Call the command line on a terminal of some width: all that it shows there.

    `streams` names those that are the terminal; standard output or error that is none is left out.
    """

    def call(*arguments, width=80, streams=("stdout",), env=None, input=""):
        monkeypatch.delenv("NO_COLOR", raising=False)
        for name, value in {"TERM": "xterm", "COLUMNS": f"{width}", **(env or {})}.items():
            monkeypatch.setenv(name, value)
        with contextlib.chdir(ROOT):
            done = called([str(one) for one in arguments], input.encode(), streams)
        return done.out if "stdout" in streams else done.err

    return call


def refusal(function, *arguments, **named):
    """What InvalidInput says of a call, in one line."""
    with pytest.raises(InvalidInput) as error:
        function(*arguments, **named)
    assert "\n" not in str(error.value)
    return str(error.value)
