"""Each verb prints the same JSON in Pyodide, the Python of browsers, as here."""

import json
import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import ROOT
from in_process import called
from test_json import CALLS

from logicsweep.cli import VERBS, cli

FOLDER = Path(os.environ.get("LOGICSWEEP_PYODIDE", "no Pyodide"))
PURE = "click", "constraint", "networkx"
"""The packages that are mounted as they are installed here; `FOLDER` has python-sat, which is compiled."""
PROGRAM = """
import json, sys
path, calls = json.loads(given)
sys.path[:0] = path
from in_process import called
json.dumps([sys.version_info[:2], [called(line, text.encode()) for line, text in calls]])
"""
pytestmark = [
    pytest.mark.skipif(shutil.which("node") is None, reason="no node on PATH"),
    pytest.mark.skipif(not FOLDER.is_dir(), reason="LOGICSWEEP_PYODIDE names no folder (see .ci/run)"),
]


def call_in_pyodide(calls):
    """The version of Pyodide's Python, and what each call left there."""
    packages = {f"/pure/{name}": str(Path(find_spec(name).origin).parent) for name in PURE}
    asked = {
        "pyodide": str(FOLDER / "node_modules/pyodide/pyodide.mjs"),
        "mounts": packages | {"/compiled": str(FOLDER / "site"), str(ROOT): str(ROOT)},
        "program": PROGRAM,
        "given": json.dumps([[str(ROOT), str(ROOT / "tests"), "/pure", "/compiled"], calls]),
    }
    node = ["node", ROOT / "tests/pyodide.mjs"]
    done = subprocess.run(node, input=json.dumps(asked), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_each_verb_prints_the_same_json_there():
    calls = [([*map(str, line), "--json"], text) for line, text in CALLS]
    commands = [cli.get_command(None, verb) for verb in VERBS]
    takes_json = {one.name for one in commands if any("--json" in option.opts for option in one.params)}
    assert {line[0] for line, _ in calls} == takes_json
    version, there = call_in_pyodide(calls)
    assert version >= [3, 14]
    for (line, text), done in zip(calls, there, strict=True):
        assert [*called(line, text.encode())] == done, line
