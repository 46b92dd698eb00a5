"""What a user adds from outside is found everywhere, without another line changed; a user's typed program."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, SAMPLES

from logicsweep import PLAYERS

PROGRAMS = Path(__file__).parent / "programs"


def program(name, *arguments, input=""):
    return subprocess.run(
        [sys.executable, str(PROGRAMS / name), *map(str, arguments)],
        input=input,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        timeout=120,
    )


def test_a_player_with_a_production_of_its_own_plays_in_every_verb():
    ladder = SAMPLES / "ladder.txt"
    done = program("ones.py", "compare", "--json", "--start", "r1c8", ladder)
    players = json.loads(done.stdout)["players"]
    first, *others = PLAYERS
    assert list(players) == [first, "ones", *others]
    assert players["casual"]["remaining"] > players["ones"]["remaining"]
    assert players["ones"]["firings"]["one-one"] == 1
    drawn = program("ones.py", "compare", "--start", "r1c8", "--players", "casual,ones", ladder).stdout
    assert "n ones" in drawn
    assert "\n.****Ncc\n" in drawn
    why = program("ones.py", "why", "r3c6", "--start", "r1c8", ladder).stdout
    assert "Player ones finds it: Beside a 1 " in why
    assert "that is its mine. So r3c6 is safe. [1-1; one-one, 2 clues, 3 cells]" in why


def test_a_format_is_recognised_and_named_in_every_verb_that_reads_its_kind(tmp_path):
    stars = tmp_path / "board.txt"
    stars.write_text("---\n---\n**-\n")
    assert program("ones.py", "solve", "--from", "stars", input=stars.read_text()).stdout == "0\n"
    players = json.loads(program("ones.py", "compare", "--json", "--start", "r1c1", stars).stdout)["players"]
    assert players["ones"]["remaining"] == 0
    usage = program("ones.py", "trace", "--help").stdout
    assert {"stars", "ones"} <= {*re.findall(r"\w+", usage)}


def test_a_typed_program_of_a_users_own_runs():
    done = program("bot.py")
    assert done.stderr == ""
    assert "is a mine: " in done.stdout


@pytest.mark.slow
def test_a_typed_program_of_a_users_own_is_clean_under_strict_mypy():
    pytest.importorskip("mypy", reason="mypy comes with the extra `lint`")
    command = [sys.executable, "-m", "mypy", "--strict", str(PROGRAMS / "bot.py"), str(PROGRAMS / "ones.py")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.startswith("Success"), done.stdout
