"""Several rules files, and several players in one, side by side."""

import json

import pytest
from conftest import SAMPLES

from logicsweep.errors import InvalidInput
from logicsweep.games.players import PLAYERS, load_players
from logicsweep.rules.casual import ALL_FOUND, CASUAL
from logicsweep.rules.own import load_productions

MINE = SAMPLES / "my_rules.py"
LADDER = SAMPLES / "ladder.txt"
SEVERAL = f"""
import runpy
from logicsweep import Player, Production
one_one = runpy.run_path({str(MINE)!r})["one_one"]

def idle(memory, site):
    "I find nothing."

def other(memory, site):
    "Nor do I."

patient = Player("patient", "p", (Production("idle", idle),))
PRODUCTIONS = [idle]
PLAYERS = {{"ones": [one_one], "lazy-bones": [idle], "either": patient}}
LIST = [other]
"""


@pytest.fixture
def several(tmp_path):
    path = tmp_path / "several.py"
    path.write_text(SEVERAL)
    return path


def compared(run, *arguments):
    done = run("compare", "--json", "--start", "r1c8", *arguments, LADDER)
    assert done.stderr == ""
    return {name: one["remaining"] for name, one in json.loads(done.stdout)["players"].items()}


def test_one_file_with_a_list_plays_as_own_and_two_by_their_names(run, several):
    casual, expert = {"casual": 21}, {"expert": 13}
    asked = ["--players", "casual,expert"]
    assert compared(run, *asked, "--rules", MINE) == casual | {"own": 14} | expert
    found = compared(run, *asked, "--rules", MINE, "--rules", f"{several}:LIST")
    assert found == casual | {"my_rules": 14, "several:LIST": 21} | expert
    drawn = run("compare", "--start", "r1c8", "--rules", MINE, "--rules", f"{several}:LIST", LADDER).stdout
    assert "w my_rules" in drawn
    assert "\nplayer       cleared" in drawn


def test_a_file_may_define_several_players(run, several):
    found = compared(run, "--players", "casual", "--rules", several)
    assert found == {"casual": 21, "ones": 14, "lazy-bones": 21, "patient": 30}
    assert list(compared(run, "--players", "casual", "--rules", f"{several}:ones")) == ["casual", "ones"]
    found = compared(run, "--players", "casual,patient", "--rules", f"{several}:patient")
    assert list(found) == ["patient", "casual"]  # in order of effort


def test_trace_and_why_give_one_player_all_the_productions(run, several):
    arguments = ["--start", "r1c8", "--rules", MINE, "--rules", f"{several}:LIST", LADDER]
    told = json.loads(run("trace", "--json", *arguments).stdout.splitlines()[0])
    assert told["productions"] == ["all-found", "all-mines", "one-one", "other"]
    assert told["player"] == f"casual with {MINE} and {several}:LIST"
    assert run("why", "r3c6", *arguments).stdout.startswith("r3c6 is safe. Casual with")
    one = run("trace", "--json", "--start", "r1c8", "--rules", f"{several}:ones", LADDER).stdout
    assert json.loads(one.splitlines()[0])["productions"] == ["all-found", "all-mines", "one-one"]


def test_names_that_are_taken_are_refused_in_one_line(run, several, tmp_path):
    twin = tmp_path / "twin" / "my_rules.py"
    twin.parent.mkdir()
    twin.write_text(MINE.read_text())
    done = run("compare", "--rules", MINE, "--rules", twin, LADDER)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--rules: expected players with different names, got 'my_rules'\n"
    done = run("trace", "--rules", MINE, "--rules", twin, LADDER)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("expected each production's name once, got 'one-one'\n")
    several.write_text("def f(memory, site): ...\nPLAYERS = {'expert': [f]}")
    done = run("compare", "--rules", several, LADDER)
    assert done.stderr == f"{several}: expected players with names that are not on the ladder, got 'expert'\n"


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("PLAYERS = {'a b': []}", "", "PLAYERS to be a dict with names such as 'my-player', got"),
        ("PLAYERS = [3]", "", "PLAYERS to be a dict with names such as 'my-player', got '[3]'"),
        ("PLAYERS = {'ann': 3}", "", "a list of productions named PLAYERS[ann], got a int"),
        (
            "PLAYERS = {'ann': []}",
            ":bob",
            "a list of productions named bob, or one of its PLAYERS (ann)",
        ),
        ("PLAYERS = {}", "", "a list of productions named PRODUCTIONS, got no such name"),
    ],
)
def test_players_that_are_none_are_refused(tmp_path, text, name, said):
    path = tmp_path / "rules.py"
    path.write_text(text)
    with pytest.raises(InvalidInput) as error:
        load_players(f"{path}{name}")
    assert str(error.value).startswith(f"{path}: expected {said}")


def test_the_ladder_imported_is_no_player_of_a_file(tmp_path):
    path = tmp_path / "rules.py"
    path.write_text("from logicsweep import PLAYERS\nPRODUCTIONS = [PLAYERS['overlap'].productions[-1]]\n")
    (player,) = load_players(path)
    assert player.productions == PLAYERS["overlap"].productions
    assert load_productions(path) == player.productions[2:]


def test_a_player_of_a_file_is_taken_as_it_is_and_pickles(several):
    import pickle

    patient = load_players(f"{several}:patient")[0]
    assert (patient.name, patient.letter, len(patient.productions)) == ("patient", "p", 1)
    ones, lazy, either = load_players(several)
    assert either.name == patient.name
    assert either.productions != patient.productions  # another place in the file
    assert ones.productions[:2] == lazy.productions[:2] == CASUAL
    assert ALL_FOUND not in patient.productions
    for player in (patient, ones, lazy, either):
        assert pickle.loads(pickle.dumps(player)) == player
