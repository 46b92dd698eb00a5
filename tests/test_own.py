"""Productions of a user's own: loaded from files, one player or several; what they do wrong in one line."""

import json
import pickle
import signal
import subprocess
import sys

import pytest
from conftest import LADDER, ROOT, SAMPLES, refusal
from strategies import BY_CLUES

from logicsweep import PLAYERS, Board, Fact, InvalidInput, Match, Production, play
from logicsweep.games.players import load_players
from logicsweep.rules import own
from logicsweep.rules.clues import ALL_FOUND, CASUAL
from logicsweep.rules.engine import misses
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.firing import Lack
from logicsweep.rules.own import load_productions

GOOD = '''
from logicsweep import Fact, Match

def last_one(memory, site):
    """I only look at clues that show 1."""
    clue = memory["clue"].get(site)
    covered = [cell for cell in memory.graph.adj[site] if cell in memory.covered]
    if clue is None or clue.value != 1 or any(cell in memory["mine"] for cell in memory.graph.adj[site]):
        return None
    known = [memory["clue"][cell] for cell in memory.graph.adj[site] if cell in memory["clue"]]
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
    board = Board.parse("...\n.M.\n...")
    assert play(board, 1, (production, ALL_FOUND)).trace.count_firings() == {}
    assert play(Board.parse("M.\n.."), 1, (production,)).trace.count_firings() == {}  # three covered cells
    game = play(Board.parse("...\n...\nM.."), 2, (production, ALL_FOUND))
    assert game.trace.count_firings() == {"all-found": 3, "last-one": 1}
    assert game.mines == (6,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("PRODUCTIONS = []", ": expected a list of productions named PRODUCTIONS, got an empty list"),
        ("PLAYERS = {}", ": expected a list of productions named PRODUCTIONS, got no such name"),
        ("PRODUCTIONS = [3]", ": expected productions or functions, got '3'"),
        ("import nowhere_at_all", ":1: expected a file that runs, got ModuleNotFoundError"),
        ("\ndef f(:", ":2: expected a file that runs, got SyntaxError: invalid syntax"),
        ("raise SystemExit(3)", ":1: expected a file that runs, got SystemExit: 3"),
        ("PLAYERS = {'a b': []}", ": expected PLAYERS to be a dict with names such as 'my-player', got"),
        ("PLAYERS = [3]", ": expected PLAYERS to be a dict with names such as 'my-player', got '[3]'"),
        ("PLAYERS = {'ann': 3}", ": expected a list of productions named PLAYERS[ann], got an int"),
        ("PLAYERS = {'local': [print]}", ": expected players with names that are not on the ladder"),
        (
            "PLAYERS = {'ann': []}  # :bob",
            ": expected a list of productions named bob, or one of its PLAYERS (ann), got no such name",
        ),
    ],
)
def test_a_file_without_productions_or_players_is_refused(tmp_path, text, message):
    path = rules(tmp_path, text)
    assert refusal(load_players, path + text.partition("# ")[2]).startswith(path + message)


LUCKY = "from logicsweep import Fact, Match\ndef lucky(memory, site):\n    {}\nPRODUCTIONS = [lucky]\n"
VERDICTS = "Fact('safe', cell) or Fact('mine', cell) in `concluded`"
WRONG = [
    ("return True", "a Match, a list of them or None, got True"),
    ("return 'yes'", "a Match, a list of them or None, got 'yes'"),
    ("return [3]", "a Match, a list of them or None, got 3"),
    ("return Match(3, ())", "`used` to be a tuple of Facts, got 3"),
    ("return Match((), (3,))", "Facts in `concluded`, got 3"),
    ("return Match((), ('safe',))", "Facts in `concluded`, got 'safe'"),
    ("return Match((), 5)", "`concluded` to be a tuple of Facts, got 5"),
    ("return Match((), Fact('safe', 3))", "`concluded` to be a tuple of Facts, got Fact("),
    ("return Match((Fact('mine', []),), ())", "Facts in `used`, got Fact("),
    (
        "return Match((Fact('mine', 8),), (Fact('safe', 3),))",
        "only known facts in `used`, got ('mine', 8, True)",
    ),
    ("return Match((), (Fact('saf', 1),))", f"{VERDICTS}, got ('saf', 1, True)"),
    ("return Match((), (Fact('clue', 3, 1),))", f"{VERDICTS}, got ('clue', 3, 1)"),
    ("return Match((), (Fact('mine', 3, False),))", f"{VERDICTS}, got ('mine', 3, False)"),
    ("return Match((), (Fact('safe', 99),))", "an index from 0 to 39 in `concluded`, got 99"),
    ("return Match((), (Fact('safe', 'r9c9'),))", "a cell from r1c1 to r5c8 in `concluded`, got 'r9c9'"),
    (
        "return Match((), (Fact('safe', 3),), (1, 2))",
        "`bindings` to map names to numbers or names, got (1, 2)",
    ),
]


@pytest.mark.parametrize(("body", "message"), WRONG)
def test_what_is_wrong_with_a_match_is_said_with_the_line_of_its_function(tmp_path, body, message):
    text = LUCKY.format(body)
    path = rules(tmp_path, text)
    content = {}
    exec(compile(text, path, "exec"), content)
    for loaded in (load_productions(path), [Production("lucky", content["lucky"])]):  # or of a program
        where = f"{path}:2: production lucky at r1c1"
        assert refusal(play, LADDER, "r1c1", loaded).startswith(f"{where}: expected {message}")


def test_a_function_that_takes_no_memory_and_site_is_named_with_its_line(tmp_path):
    path = rules(tmp_path, "\ndef p(m): pass\nPRODUCTIONS = [p]")
    raised = f"{path}:2: production p at r1c1 raised TypeError: p() takes 1"
    assert refusal(play, LADDER, "r1c1", load_productions(path)).startswith(raised)
    with pytest.raises(InvalidInput, match=r"test_own.py:\d+: production p at r1c1: expected a function of"):
        play(LADDER, "r1c1", [Production("p", lambda memory: None)])


def test_a_conclusion_names_its_cell_as_one_likes_and_says_nothing_of_a_cleared_one():
    def rule(memory, site):
        return Match((memory.clues[site],), (Fact("safe", "r1c1"), Fact("safe", (0, 2)), Fact("safe", 1)))

    (first, *_) = play(Board.parse("... ..."), "r1c2", [Production("rule", rule, needs="clue")]).trace.firings
    assert first.concluded == (Fact("safe", 0), Fact("safe", 2))


def test_what_a_production_prints_stays_out_of_the_answers(run, tmp_path):
    path = rules(tmp_path, "def f(memory, site):\n    print('hello')\nPRODUCTIONS = [f]\nprint('loaded')\n")
    done = run("trace", "--json", "--rules", path, SAMPLES / "first.txt")
    assert [json.loads(line)["event"] for line in done.stdout.splitlines()][-1] == "end"
    assert "hello" in done.stderr


def test_what_never_fires_is_told_and_why(run, tmp_path):
    path = rules(tmp_path, GOOD + "\ndef idle(memory, site):\n    'Nothing.'\nPRODUCTIONS += [idle]")
    position = "#1\n11\n"  # its covered cell is a mine by all-mines, as by last-one
    for verb, of in (("trace", ""), ("compare", " of own")):
        told = run(verb, "--rules", path, input=position).stdout
        assert f"\nlast-one{of} never fired: other rules decide its cells first\n" in told
        assert f"\nidle{of} never fired: it applies nowhere here\n" in told
    assert "never" not in run("trace", "--start", "r1c8", "--rules", MINE, SAMPLES / "ladder.txt").stdout


LACKING = """
from logicsweep import Fact, Production
from logicsweep.rules.engine import Lack

def wanting(memory, site):
    WANTING

PRODUCTIONS = [Production("mined-corner", lambda memory, site: None, needs="clue", lacks=wanting)]
"""


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return Lack(3, 'mines to find', (Fact('mine', 0),))", None),
        ("return 3", "a Lack, a list of them or None, got 3"),
        ("return [3]", "a Lack, a list of them or None, got 3"),
        ("return Lack(0, 'nothing', ())", "`short` to be 1 or more, got 0"),
        ("return Lack(1, None, ())", "`words` to be one line, got None"),
        ("return Lack(1, 'one', (Fact('clue', 1, 1),))", f"{VERDICTS}, got"),
    ],
)
def test_a_production_from_a_file_may_say_what_it_lacks_and_that_is_checked_too(tmp_path, body, message):
    knowledge = Knowledge.of(Board.parse("M..\n...").view([1]))
    loaded = load_productions(rules(tmp_path, LACKING.replace("WANTING", body)))
    if message is None:
        expected = Lack(3, "mines to find", (Fact("mine", 0),), {}, "mined-corner", 1)
        assert misses(knowledge, loaded, range(6)) == (expected,)
        return
    line = f"{tmp_path / 'my_rules.py'}:5: production mined-corner at r1c2: expected {message}"
    assert refusal(misses, knowledge, loaded, range(6)).startswith(line)


def test_own_productions_pickle_by_their_place_in_the_file(tmp_path):
    text = GOOD + "\nfrom logicsweep.rules.clues import OVERLAP\nALL = [OVERLAP, last_one]\n"
    path = rules(tmp_path, text)
    loaded = load_productions(path + ":ALL")
    again = pickle.loads(pickle.dumps(loaded))
    assert again == loaded == load_productions(path + ":ALL")
    assert [production.sentence for production in again] == [production.sentence for production in loaded]
    assert again[1] != load_productions(path)[0]  # another list of the file
    assert {again[1]} == {loaded[1]}
    game = play(LADDER, "r1c8", (*CASUAL, *loaded))
    assert pickle.loads(pickle.dumps(game)) == game == play(LADDER, "r1c8", (*CASUAL, *again))
    own._load_once.cache_clear()
    (tmp_path / "my_rules.py").unlink()
    with pytest.raises(InvalidInput, match="cannot read: no such file"):
        pickle.loads(pickle.dumps(loaded))


LADDER_FILE = SAMPLES / "ladder.txt"
READS = "InvalidInput: working memory: expected a condition that only reads"


@pytest.mark.parametrize(
    ("body", "raised"),
    [
        ("return {}['x']", "KeyError: 'x'"),
        ("return helper(memory)", "AttributeError: 'Knowledge' object has no attribute 'nothing'"),
        ("yield 1 / 0", "ZeroDivisionError: division by zero"),
        ("raise SystemExit", "SystemExit"),
        ("trick(memory, site)", "RecursionError: maximum recursion depth exceeded"),
        ("raise ValueError('two\\nlines')", "ValueError: two lines"),
        ("View.parse('!')", "InvalidInput: r1c1: expected"),
        # the working memory can only be read
        ("memory.add(Fact('safe', 7))", READS),
        ("memory.clues = {}", READS),
        ("memory.covered -= {7}", READS),
        ("memory.facts.clear()", "AttributeError: 'tuple' object has no attribute 'clear'"),
        ("memory.clues.clear()", "AttributeError: 'mappingproxy' object has no attribute 'clear'"),
        ("memory.clues[4] = 0", "TypeError: 'mappingproxy' object does not support item assignment"),
        ("memory.covered.discard(7)", "AttributeError: 'dict_keys' object has no attribute 'discard'"),
    ],
)
@pytest.mark.parametrize("name", ["TRICK", "LACKING"])
def test_a_rule_that_raises_is_one_line_with_its_own_line_number(tmp_path, name, body, raised):
    text = "from logicsweep import Fact, Production, View\n"
    text += f"def trick(memory, site):\n    {body}\ndef helper(memory):\n    return memory.nothing\n"
    text += "TRICK = [trick]\nLACKING = [Production('trick', lambda *_: None, lacks=trick, needs='clue')]\n"
    path = rules(tmp_path, text)
    loaded = load_productions(f"{path}:{name}")
    found = refusal(
        lambda: (misses(Knowledge.of(LADDER.view([7])), loaded, [7]), play(LADDER, "r1c8", loaded))
    )
    line = 5 if "helper" in body else 3
    assert found.startswith(f"{path}:{line}: production trick at r1c8 raised {raised}")


def test_on_the_command_line_it_is_the_line_of_the_file_as_it_was_named(run, tmp_path):
    path = rules(tmp_path, "def trick(memory, site):\n    return 1 / 0\nPRODUCTIONS = [trick]\n")
    for verb in (["why", "r1c1"], ["trace", "--agenda"]):
        done = run(*verb, "--start", "r1c8", "--rules", path, SAMPLES / "ladder.txt")
        line = f"{path}:2: production trick at r1c8 raised ZeroDivisionError: division by zero\n"
        assert (done.returncode, done.stderr) == (2, line)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("import time\n{wait}\nPRODUCTIONS = []", "{path}"),
        (
            "import time\ndef trick(memory, site):\n    {wait}\nPRODUCTIONS = [trick]",
            "production trick at r1c8",
        ),
    ],
)
def test_control_c_names_the_rule_that_runs(tmp_path, text, place):
    wait = "print('running'); import sys; sys.stderr.flush(); exec('while True: time.sleep(.1)')"
    path = rules(tmp_path, text.format(wait=wait))
    command = [sys.executable, "-m", "logicsweep", "trace", "--start", "r1c8", "--rules", path]
    process = subprocess.Popen(
        [*command, str(SAMPLES / "ladder.txt")],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stderr.readline() == "running\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    # a shell has 130 for both: Python's own way inside an exec
    assert process.returncode in (130, -signal.SIGINT)
    assert errors == f"interrupted in {place.format(path=path)}\n"


MINE = SAMPLES / "my_rules.py"
SEVERAL = f"""
import runpy
from logicsweep import Player, Production
one_one = runpy.run_path({str(MINE)!r})["ONE_ONE"]

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
    done = run("compare", "--json", "--start", "r1c8", *arguments, LADDER_FILE)
    assert done.stderr == ""
    return {name: one["remaining"] for name, one in json.loads(done.stdout)["players"].items()}


def test_one_file_with_a_list_plays_as_own_and_two_by_their_names(run, several):
    casual, local = {"casual": 21}, {BY_CLUES: 13}
    ladder = ["--players", "casual,local"]
    assert compared(run, *ladder, "--rules", MINE) == casual | {"own": 14} | local
    files = ["--rules", MINE, "--rules", f"{several}:LIST"]
    assert compared(run, *ladder, *files) == casual | {"my_rules": 14, "several:LIST": 21} | local
    drawn = run("compare", "--start", "r1c8", *files, LADDER_FILE).stdout
    assert "w my_rules" in drawn
    assert "\nplayer       cleared" in drawn


def test_a_file_may_define_several_players(run, several):
    found = compared(run, "--players", "casual", "--rules", several)
    assert found == {"casual": 21, "ones": 14, "lazy-bones": 21, "patient": 30}
    assert list(compared(run, "--players", "casual", "--rules", f"{several}:ones")) == ["casual", "ones"]
    found = compared(run, "--players", "casual,patient", "--rules", f"{several}:patient")
    assert list(found) == ["patient", "casual"]  # in order of effort


def test_trace_and_why_give_one_player_all_the_productions(run, several):
    arguments = ["--start", "r1c8", "--rules", MINE, "--rules", f"{several}:LIST", LADDER_FILE]
    first = json.loads(run("trace", "--json", *arguments).stdout.splitlines()[0])
    assert [*first["productions"]] == ["all-found", "all-mines", "one-one", "other"]
    assert first["player"] == f"casual with {MINE} and {several}:LIST"
    why = run("why", "r3c6", *arguments).stdout
    assert why.startswith("r3c6 is safe. Here is why.\n      Beside a 1 ")
    one = run("trace", "--json", "--start", "r1c8", "--rules", f"{several}:ones", LADDER_FILE).stdout
    assert [*json.loads(one.splitlines()[0])["productions"]] == ["all-found", "all-mines", "one-one"]


def test_names_that_are_taken_are_refused_in_one_line(run, tmp_path):
    twin = tmp_path / "twin" / "my_rules.py"
    twin.parent.mkdir()
    twin.write_text(MINE.read_text())
    done = run("compare", "--rules", MINE, "--rules", twin, LADDER_FILE)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--rules: expected players with different names, got 'my_rules'\n"
    done = run("trace", "--rules", MINE, "--rules", twin, LADDER_FILE)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("expected each production's name once, got 'one-one'\n")


def test_the_ladder_imported_is_no_player_of_a_file(tmp_path):
    path = tmp_path / "rules.py"
    path.write_text("from logicsweep import PLAYERS\nPRODUCTIONS = [PLAYERS['overlap'].productions[-1]]\n")
    (player,) = load_players(path)
    assert player.productions == PLAYERS["overlap"].productions
    assert load_productions(path) == player.productions[2:]


def test_a_player_of_a_file_is_taken_as_it_is_and_pickles(several):
    patient = load_players(f"{several}:patient")[0]
    assert (patient.name, patient.letter, len(patient.productions)) == ("patient", "p", 1)
    ones, lazy, either = load_players(several)
    assert either.name == patient.name
    assert either.productions != patient.productions  # another place in the file
    assert ones.productions[:2] == lazy.productions[:2] == CASUAL
    assert ALL_FOUND not in patient.productions
    for player in (patient, ones, lazy, either):
        assert pickle.loads(pickle.dumps(player)) == player


SLIP = """
from logicsweep.rules import clue, count, covered, given, m, possible, rule, safe, x
WRONG = given(clue(x) == m, count(possible.near(x)) == m) >> safe(covered.near(x))
PRODUCTIONS = [rule("slip", "Safe.", WRONG)]
"""
BOB = """
from logicsweep import Player
from logicsweep.rules import clue, covered, given, rule, safe, some, x
ZERO = rule("zero", "Zero.", given(clue(x) == 0, some(covered.near(x))) >> safe(covered.near(x)))
PLAYERS = {"bob": Player("bob", "b", (ZERO,))}
"""


def test_a_wrong_rule_that_never_comes_first_does_not_end_a_game(run, tmp_path):
    done = run("trace", "--start", "r1c1", "--rules", rules(tmp_path, SLIP), SAMPLES / "first.txt")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        0,
        "slip never fired: other rules decide its cells first",
    )


@pytest.mark.parametrize(("limit", "said"), [("3", False), ("99", True)])
def test_why_a_rule_never_fired_is_said_only_of_a_run_that_is_over(run, tmp_path, limit, said):
    file = rules(tmp_path, SLIP)
    done = run("trace", "--limit", limit, "--start", "r1c8", "--rules", file, SAMPLES / "ladder.txt")
    assert ("never fired" in done.stdout) == said


def test_a_weaker_player_of_your_own_is_the_one_whom_compare_names_first(run, tmp_path):
    done = run("compare", "--start", "r1c1", "--rules", rules(tmp_path, BOB), SAMPLES / "first.txt")
    assert done.stdout.splitlines()[1] == "Expert clears all 7 cells. Bob is stuck after 6."


def test_a_stage_names_the_expert_who_has_your_rules(run):
    call = ("why", "r5c1", "--start", "r1c8", "--stage", "1", SAMPLES / "ladder.txt")
    assert run(*call).stdout.startswith("Expert decides r5c1, after 1 other step.\n")
    assert run(*call, "--rules", MINE).stdout.startswith(f"Expert with {MINE} decides r5c1, after 1 other")
