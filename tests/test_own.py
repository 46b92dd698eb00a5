"""Productions of a user's own: loaded from a file, guarded, caught when they are wrong."""

import json

import pytest
from conftest import SAMPLES

from logicsweep.errors import InvalidInput
from logicsweep.formats import judge
from logicsweep.game import play
from logicsweep.rules.casual import CASUAL
from logicsweep.rules.own import load_productions

GOOD = '''
from logicsweep import Fact, Match

def last_one(memory, site):
    """I only look at clues that show 1."""
    clue = memory["clue"].get(site)
    covered = [cell for cell in memory.neighbours[site] if cell in memory.covered]
    if clue is None or clue.value != 1 or any(cell in memory["mine"] for cell in memory.neighbours[site]):
        return None
    known = [memory["clue"][cell] for cell in memory.neighbours[site] if cell in memory["clue"]]
    return Match((clue, *known), (Fact("mine", covered[0]),)) if len(covered) == 1 else None

PRODUCTIONS = [last_one]
'''


def rules(tmp_path, text):
    path = tmp_path / "my_rules.py"
    path.write_text(text)
    return str(path)


def test_a_function_becomes_a_production_with_its_sentence(tmp_path):
    (production,) = load_productions(rules(tmp_path, GOOD) + ":PRODUCTIONS")
    assert (production.name, production.sentence) == ("last-one", "I only look at clues that show 1.")
    board = next(judge.read((SAMPLES / "boards.txt").read_text()))
    game = play(board, 0, (production, CASUAL[0]))
    assert "last-one" in game.trace.counted() or game.remaining


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("PRODUCTIONS = []", "a list of productions named PRODUCTIONS, got an empty list"),
        ("x = 1", "a list of productions named PRODUCTIONS, got no such name"),
        ("PRODUCTIONS = [3]", "productions or functions, got '3'"),
        ("import nowhere_at_all", "a file that imports, got ModuleNotFoundError"),
        ("def f(:", "a file that imports, got SyntaxError"),
        ("raise SystemExit(3)", "a file that imports, got SystemExit: 3"),
    ],
)
def test_a_file_without_productions_is_refused(tmp_path, text, message):
    with pytest.raises(InvalidInput) as error:
        load_productions(rules(tmp_path, text))
    assert message in str(error.value)


FACTS = "from logicsweep import Fact, Match\n"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return 1 / 0", "production f at r1c1: expected a Match or None, got ZeroDivisionError"),
        ("return 'yes'", "production f at r1c1: expected a Match or None, got"),
        ("return Match((), ('safe',))", "production f at r1c1: expected facts, got"),
        ("return Match((), (Fact('safe', 99),))", "expected facts 'safe' or 'mine' about cells, got"),
        ("return Match((), (Fact('clue', 3, 1),))", "expected facts 'safe' or 'mine' about cells, got"),
        ("return Match((Fact('mine', 8),), (Fact('safe', 3),))", "expected used facts that are known, got"),
        ("raise SystemExit(0)", "production f at r1c1: expected a Match or None, got SystemExit"),
        ("return Match((), 5)", "production f at r1c1: expected a Match or None, got TypeError"),
        ("return Match((), (Fact('safe', 3.0),))", "expected facts 'safe' or 'mine' about cells, got"),
        ("return Match((), (Fact('safe', 3, 7),))", "expected facts 'safe' or 'mine' about cells, got"),
        ("return Match((), (Fact('safe', 3),), (1, 2))", "expected counts as a NamedTuple, got"),
        ("return Match((), (Fact('mine', 8),))", "firing 1 of f at r1c1 says r2c1 is a mine, but it is safe"),
    ],
)
def test_a_production_that_fails_or_errs_is_named(run, tmp_path, body, message):
    path = rules(tmp_path, f"{FACTS}def f(memory, site):\n    {body}\nPRODUCTIONS = [f]\n")
    done = run("trace", "--start", "r1c1", "--rules", path, SAMPLES / "ladder.txt")
    assert message in done.stderr
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_own_productions_play_in_trace_why_and_compare(run, tmp_path):
    path = rules(tmp_path, GOOD)
    assert run("trace", "--rules", path, SAMPLES / "first.txt").returncode == 0
    assert run("why", "r3c3", "--start", "r1c1", "--rules", path, SAMPLES / "first.txt").returncode == 0
    one = json.loads(run("compare", "--json", "--rules", path, SAMPLES / "first.txt").stdout)
    assert list(one["players"]) == ["casual", "own", "overlap", "expert", "counter"]
    assert one["players"]["own"]["remaining"] == 0


def test_what_a_production_prints_stays_out_of_the_answers(run, tmp_path):
    path = rules(tmp_path, "def f(memory, site):\n    print('hello')\nPRODUCTIONS = [f]\nprint('loaded')\n")
    done = run("trace", "--json", "--rules", path, SAMPLES / "first.txt")
    assert [json.loads(line)["event"] for line in done.stdout.splitlines()][-1] == "end"
    assert "hello" in done.stderr


@pytest.mark.parametrize("verdict", ["safe", "mine"])
def test_a_wrong_conclusion_on_a_position_is_caught_too(run, tmp_path, verdict):
    body = f"    return Match((), tuple(Fact('{verdict}', cell) for cell in sorted(memory.covered)))\n"
    path = rules(tmp_path, f"{FACTS}def lie(memory, site):\n{body}PRODUCTIONS = [lie]\n")
    forced = ("r1c2" if verdict == "mine" else "r1c1", "###\n121\n000\n")
    for cell, position in (forced, ("r3c1", "#1#\n#2#\n###\n")):
        done = run("why", cell, "--rules", path, input=position)
        assert (done.returncode, done.stdout) == (2, "")
        says, instead = ("safe", "a mine") if verdict == "safe" else ("a mine", "safe")
        assert done.stderr.startswith("firing 1 of lie at r")
        assert done.stderr.endswith(f"says {cell} is {says}, but in some layout it is {instead}\n")


def test_own_productions_stand_after_casual_on_the_ladder(run, tmp_path):
    path = rules(tmp_path, GOOD)
    for names in ("expert,casual", "own,expert,casual", "casual,own,expert"):
        done = run("compare", "--json", "--players", names, "--rules", path, SAMPLES / "first.txt")
        assert list(json.loads(done.stdout)["players"]) == ["casual", "own", "expert"]
