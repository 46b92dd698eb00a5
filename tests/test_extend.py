"""The recipes of CONTRIBUTING.md are one program, and what it adds is found everywhere; a typed program."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, SAMPLES
from test_docs import blocks

from logicsweep import PLAYERS

BOT = Path(__file__).parent / "programs" / "bot.py"
FILE = re.compile(r"# cli/(\w+\.py)\n")
MAIN = """
import logicsweep.cli
from logicsweep.__main__ import main

if __name__ == "__main__":
    logicsweep.cli.__path__.append(FOLDER)
    main()
"""


@pytest.fixture(scope="module")
def recipes(tmp_path_factory):
    """The program that the recipes are together, in a folder with the file of its verb."""
    folder, program = tmp_path_factory.mktemp("recipes"), []
    for block in blocks("CONTRIBUTING.md", "python"):
        if file := FILE.match(block):
            (folder / file[1]).write_text(block)
        else:
            program.append(block)
    (folder / "ones.py").write_text("\n".join([*program, MAIN.replace("FOLDER", repr(str(folder)))]))
    return folder / "ones.py"


@pytest.fixture
def ones(recipes):
    """What the program prints that the recipes are."""
    return lambda *arguments, **process: printed(recipes, *arguments, **process)


def printed(program, *arguments, input=""):
    done = subprocess.run(
        [sys.executable, str(program), *map(str, arguments)],
        input=input,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        timeout=120,
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.slow
def test_a_player_with_a_production_of_its_own_plays_in_every_verb(ones):
    ladder = SAMPLES / "ladder.txt"
    players = json.loads(ones("compare", "--json", "--start", "r1c8", ladder))["players"]
    first, *others = PLAYERS
    assert list(players) == [first, "ones", *others]
    assert players["casual"]["remaining"] > players["ones"]["remaining"]
    assert players["ones"]["firings"]["one-one"] == 1
    drawn = ones("compare", "--start", "r1c8", "--players", "casual,ones", ladder)
    assert "n ones" in drawn
    assert "  .****Ncc\n" in drawn
    why = ones("why", "r3c6", "--start", "r1c8", ladder)
    assert "you need two clues together.\n      Beside a 1 " in why
    assert " r3c6 is safe:\n" in why
    assert "[1-1; one-one, 2 clues, 3 cells]" in ones("why", "r3c6", "--tags", "--start", "r1c8", ladder)


@pytest.mark.slow
def test_a_format_is_recognised_and_named_in_every_verb_that_reads_its_kind(ones, tmp_path):
    stars = tmp_path / "board.txt"
    stars.write_text("---\n---\n**-\n")
    assert ones("solve", "--from", "stars", input=stars.read_text()) == "0\n"
    players = json.loads(ones("compare", "--json", "--start", "r1c1", stars))["players"]
    assert players["ones"]["remaining"] == 0
    assert {"stars", "ones"} <= {*re.findall(r"\w+", ones("trace", "--help"))}


def test_a_kind_of_field_is_an_option_of_every_verb_that_reads_rows(ones):
    told = ones("hint", "--field", "knight", input="mines 3\n####\n#1##\n####\n")
    assert told.splitlines()[1] == "expert: 11 covered cells on knight's moves, 3 mines"
    assert {"knight"} <= {*re.findall(r"\w+", ones("generate", "--help"))}


def test_a_verb_reads_every_format_of_its_kind_and_has_help(ones):
    assert ones("mines", input="1 3\n.M.\n2 3\nM..\n..M\n0 0\n") == "1\n2\n"
    assert ones("mines", "-", input="--*\n***\n") == "4\n"
    assert "stars" in ones("mines", "--help")


def test_a_typed_program_of_a_users_own_runs():
    assert "is a mine: " in printed(BOT)


@pytest.mark.slow
def test_typed_programs_of_a_users_own_are_clean_under_strict_mypy(recipes):
    pytest.importorskip("mypy", reason="mypy comes with the extra `lint`")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        str(BOT),
        str(recipes),
        str(recipes.parent / "mines.py"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.startswith("Success"), done.stdout
