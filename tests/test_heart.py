"""The two halves as ordered: networkx under the rule engine, python-constraint under the expert."""

import subprocess
import sys

import pytest
from conftest import SAMPLES

BLOCKED = """
import sys
sys.modules[sys.argv.pop(1)] = None
from logicsweep.__main__ import main
main()
"""
LADDER, POSITION, ENDGAME = [str(SAMPLES / f"{name}.txt") for name in ("ladder", "position", "endgame")]
NEEDS = {
    "networkx": [
        ["trace", LADDER],
        ["compare", LADDER],
        ["path", LADDER],
        ["why", "r3c6", LADDER],
        *[[verb, POSITION] for verb in ("trace", "compare", "path")],
        ["why", "r3c8", POSITION],
    ],
    "constraint": [
        ["hint", ENDGAME],
        ["compare", LADDER],
        ["path", LADDER],
        ["why", "r5c1", LADDER],
        ["trace", "--player", "expert", LADDER],
    ],
}
DOES_WITHOUT = {
    "networkx": [["solve", str(SAMPLES / "boards.txt")], ["hint", POSITION], ["hint", LADDER]],
    "constraint": [["solve", str(SAMPLES / "boards.txt")], ["trace", LADDER], ["solve", LADDER]],
}


def called_without(package, line):
    done = subprocess.run([sys.executable, "-c", BLOCKED, package, *line], capture_output=True, text=True)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("package", "line"), [(name, line) for name, lines in NEEDS.items() for line in lines]
)
def test_an_answer_that_rests_on_a_package_is_refused_without_it(package, line):
    assert called_without(package, line) == (2, f"logicsweep: the package {package} is not installed\n")


@pytest.mark.parametrize(
    ("package", "line"), [(name, line) for name, lines in DOES_WITHOUT.items() for line in lines]
)
def test_an_answer_that_does_not_need_a_package_comes_without_it(package, line):
    assert called_without(package, line) == (0, "")
