"""What several test files share: the folder of public judge data, and the command line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("logicsweep", deadline=None)  # a slow machine is no failure
settings.load_profile("logicsweep")
ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "samples"
DATA = Path(os.environ.get("LOGICSWEEP_DATA", ROOT.parent / "shared" / "data"))
"""The public judge data, beside a checkout; tests that read it skip where it is absent."""


@pytest.fixture(scope="session")
def data():
    """The judges' own data: not part of the project, so what needs it skips where it is absent."""
    return DATA if DATA.is_dir() else pytest.skip("the public judge data is not beside this checkout")


@pytest.fixture
def run():
    """Run the command line in a process of its own: `run("solve", "-", input="...")`."""

    def call(*arguments, input=None, env=None, encoding="utf-8"):
        data = input if isinstance(input, bytes) else (input or "").encode()
        done = subprocess.run(
            [sys.executable, "-m", "logicsweep", *map(str, arguments)],
            input=data,
            capture_output=True,
            timeout=120,
            cwd=ROOT,
            env={**os.environ, **(env or {})},
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)
        )

    return call


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
