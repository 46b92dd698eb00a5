"""Scripts that start processes: each process reads the script first."""

import subprocess
import sys

import pytest
from conftest import ROOT

pytest.importorskip("pyarrow", reason="the extra `survey` is not installed")

SCRIPT = """
from logicsweep.surveying import plan_of, survey
print(survey(plan_of((3, 3), 2, ["casual"], graded=True), 4, {folder!r}, jobs=1))
"""
GUARD = (
    "logicsweep.errors.InvalidInput: __main__: expected what starts processes below"
    ' `if __name__ == "__main__":`, got a script that starts them wherever it is read\n'
)


def run(*arguments, **how):
    line = [sys.executable, *arguments]
    return subprocess.run(line, capture_output=True, text=True, cwd=ROOT, check=True, **how)


def test_a_script_on_standard_input_does_without_processes(tmp_path):
    done = run("-", input=SCRIPT.format(folder=str(tmp_path / "survey")))
    assert done.stdout == "Surveyed(boards=4, new=4, failed=0)\n"
    assert done.stderr == "one process alone: others would read the script that runs, and it is in no file\n"


@pytest.mark.slow
def test_a_script_without_a_guard_is_told_of_it(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(folder=str(tmp_path / "survey")))
    done = run(str(script))
    assert done.stdout == "Surveyed(boards=0, new=0, failed=4)\n"
    assert done.stderr.endswith(GUARD)


@pytest.mark.slow
def test_a_script_with_a_guard_works(tmp_path):
    script = tmp_path / "script.py"
    guarded = SCRIPT.format(folder=str(tmp_path / "survey")).replace(
        "print", 'if __name__ == "__main__": print'
    )
    script.write_text(guarded)
    done = run(str(script))
    assert (done.stdout, done.stderr) == ("Surveyed(boards=4, new=4, failed=0)\n", "")
