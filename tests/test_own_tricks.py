"""Rules that rewrite logicsweep in memory: what they spoil is a process of theirs, and convinces nobody."""

import gc
import json
import os
import textwrap

import pytest
from conftest import SAMPLES

from logicsweep import (
    Board,
    Fact,
    InvalidInput,
    LogicsweepError,
    Match,
    Production,
    game,
    load_productions,
    play,
)
from logicsweep.rules import checked
from logicsweep.rules.checked import Checker

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a second process needs fork")
LADDER = SAMPLES / "ladder.txt"
HEAD = """
import ctypes, gc, json, os, sys
import logicsweep
import logicsweep.game, logicsweep.rules.checked, logicsweep.csp.position, logicsweep.board
from logicsweep import Fact, Match
from logicsweep.rules.checked import Checker

def nothing(*_, **__): ...
def guess(memory):
    left = sorted(memory.covered)
    return Match((), (Fact("safe", left[0]),)) if left else None
"""
TRICKS = {
    "the checker's methods": "for one in ('check', 'conclude', '_search'): setattr(Checker, one, nothing)",
    "every checker there is": (
        "for one in gc.get_objects():\n    if type(one) is Checker: one.check = one.conclude = nothing"
    ),
    "what settles a component": "logicsweep.rules.checked.settle = logicsweep.game._answer = nothing",
    "what is settled": (
        "for one in gc.get_objects():\n    if type(one) is Checker: one._settlements = dict.fromkeys(())"
    ),
    "the code of a function": "Checker.check.__code__ = nothing.__code__",
    "a method of the values": "logicsweep.csp.position.Position.has_layout = logicsweep.View.covered = None",
    "the frames": (
        "frame = sys._getframe()\n"
        "while frame:\n"
        "    if 'checker' in frame.f_locals: frame.f_locals['checker'] = None\n"
        "    frame = frame.f_back"
    ),
    "a list in place": (
        "for one in gc.get_objects():\n"
        "    if type(one) is list and len(one) == 40: one[:] = [0] * 40"
    ),
    "the memory": "dict.clear(memory._by_attribute); memory.__dict__['being_read'] = False",
    "the library's own rules": (
        "from logicsweep.rules.library import LIBRARY\n"
        "for one in LIBRARY: object.__setattr__(one, 'condition', lambda memory, site: guess(memory))"
    ),
    "all that is printed": "logicsweep.game.play = nothing\nsys.stdout = sys.__stdout__ = sys.stderr",
}  # fmt: skip


def rules(tmp_path, body, ends="return guess(memory)"):
    path = tmp_path / "tricks.py"
    lines = textwrap.indent(f"{body}\n{ends}", "    ")
    path.write_text(f"{HEAD}\ndef trick(memory, site):\n{lines}\n\nPRODUCTIONS = [trick]\n")
    return path


@pytest.mark.parametrize("body", TRICKS.values(), ids=TRICKS)
def test_a_guess_is_refused_whatever_the_rule_rewrites(run, tmp_path, body):
    done = run("trace", "--json", "--start", "r1c8", "--rules", rules(tmp_path, body), LADDER)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "says r1c1 is safe; the clues allow a mine there" in done.stderr
    told = json.loads(done.stdout)
    assert (told["about"], len(told["layouts"])) == ("r1c1", 2)


FORGED = {
    "an answer that is none": ("'x'", "expected an answer, got what is none"),
    "an answer without end": ("'[' * 10**6", "expected an answer, got what is none"),
    "another kind of value": ("'{}'", "expected an answer, got what is none"),
    "more than was asked": ("'[\"found\", 9, []]'", "expected an answer, got what is none"),
    "no match": ("'[\"found\", 0, [3]]'", "expected a Match or None, got TypeError: "),
    "unknown facts": (
        "'[\"found\", 0, [[[[\"mine\", 0]], [[\"safe\", 1]], [], []]]]'",
        "expected a Match or None, got KeyError: 0",
    ),
    "no cell": (
        "'[\"found\", 0, [[[], [[\"safe\", 99]], [], []]]]'",
        "expected facts 'safe' or 'mine' about cells, got",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("answer", "said"), FORGED.values(), ids=FORGED)
def test_a_forged_answer_is_one_line(run, tmp_path, answer, said):
    path = rules(tmp_path, f"json.dumps = lambda *_: {answer}", "return None")
    done = run("trace", "--start", "r1c8", "--rules", path, LADDER)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("production trick at r")
    assert f": {said}" in done.stderr


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        (
            "Production('odd', idle, salience='high')",
            "productions whose values are of their kinds, got others",
        ),
        (
            "Production('odd', idle, needs=['clue'])",
            "productions whose values are of their kinds, got others",
        ),
        (
            "replace(ALL_FOUND, name='odd', needs=None)",
            "production odd: expected the sites of all-found, got",
        ),
    ],
)
def test_productions_of_other_kinds_are_one_line(run, tmp_path, listed, said):
    path = tmp_path / "rules.py"
    path.write_text(
        "from dataclasses import replace\nfrom logicsweep import Production\n"
        "from logicsweep.rules.casual import ALL_FOUND\n"
        f"def idle(memory, site): ...\nPRODUCTIONS = [{listed}]\n"
    )
    done = run("trace", "--start", "r1c8", "--rules", path, LADDER)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr


def test_a_forged_conclusion_is_checked(run, tmp_path):
    """Written past all that reads what a rule finds."""
    path = rules(
        tmp_path, 'json.dumps = lambda *_: \'["found", 0, [[[], [["safe", 0]], [], []]]]\'', "return None"
    )
    done = run("trace", "--start", "r1c8", "--rules", path, LADDER)
    assert done.returncode == 2
    assert done.stderr.endswith(" says r1c1 is safe; the clues allow a mine there\n")


def test_a_rule_finds_no_board_where_it_runs(run, tmp_path):
    body = "met = [one for one in gc.get_objects() if type(one).__name__ == 'Board']\nassert not met, met"
    done = run("trace", "--start", "r1c8", "--rules", rules(tmp_path, body, "return None"), LADDER)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_true_guess_that_was_read_from_the_file_is_refused(run, tmp_path):
    body = f"rows = open({str(LADDER)!r}).read().split()[2:]\ntruth = ''.join(rows)"
    ends = "left = [cell for cell in sorted(memory.covered) if truth[cell] == '.']\n"
    ends += "return Match((), (Fact('safe', left[0]),)) if left else None"
    done = run("trace", "--start", "r1c8", "--rules", rules(tmp_path, body, ends), LADDER)
    assert done.returncode == 2
    assert "the clues allow a mine there" in done.stderr


HARMLESS = {
    "clears the memory": "dict.clear(memory._by_attribute)",
    "empties the memory": "memory.__dict__.clear()",
    "closes standard output": "sys.stdout.close()",
    "gives standard output away": "os.dup2(os.open(os.devnull, os.O_WRONLY), 1)",
    "writes past sys.stdout": "os.write(1, b'remaining 0')",
}


@pytest.mark.parametrize("body", HARMLESS.values(), ids=HARMLESS)
def test_what_a_rule_does_to_its_memory_and_files_changes_no_answer(run, tmp_path, body):
    idle, tricky = tmp_path / "idle", tmp_path / "tricky"
    outputs = []
    for folder, does in ((idle, "pass"), (tricky, body)):
        folder.mkdir()
        done = run(
            "trace", "--json", "--start", "r1c8", "--rules", rules(folder, does, "return None"), LADDER
        )
        assert done.returncode == 0
        outputs.append(done.stdout.replace(str(folder), ""))
    assert outputs[0] == outputs[1]


def test_a_rule_that_closes_all_files_is_named(run, tmp_path):
    path = rules(tmp_path, "os.closerange(0, 100)")
    done = run("trace", "--start", "r1c8", "--rules", path, LADDER)
    line = "production trick at r1c8: expected an answer, got the end of the process, exit status 70\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)


@pytest.mark.parametrize("body", ["", "yield guess(memory)"], ids=["coroutine", "generator"])
def test_an_async_rule_is_one_line(run, tmp_path, body):
    path = tmp_path / "rules.py"
    path.write_text(
        f"{HEAD}\nasync def trick(memory, site):\n    {body or 'return 1'}\nPRODUCTIONS = [trick]\n"
    )
    done = run("trace", "--start", "r1c8", "--rules", path, LADDER)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("production trick at r1c8: expected a Match or None, got ")


def in_library(body):
    """The board `..M` played from its middle by a rule that rewrites something, and guesses."""

    def trick(memory, site):
        exec(body, namespace | {"memory": memory})
        return Match((), (Fact("safe", 0),)) if 0 in memory.covered else None

    namespace = {
        "gc": gc,
        "Checker": Checker,
        "nothing": nothing,
        "checked": checked,
        "game": game,
    }
    return play(Board.parse("..M"), 1, [Production("trick", trick)])


def nothing(*_, **__): ...


@pytest.fixture
def restored():
    """What the tricks rewrite, put back."""
    kept = [(home, dict(vars(home))) for home in (Checker, checked, game)]
    code = Checker.check.__code__
    yield
    for home, parts in kept:
        for name in vars(home).keys() - parts.keys():
            delattr(home, name)
        for name, part in parts.items():
            if vars(home)[name] is not part:
                setattr(home, name, part)
    Checker.check.__code__ = code


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("Checker.check = nothing", "leave logicsweep as it is, got another rules.checked.Checker.check"),
        ("Checker.check.__code__ = nothing.__code__", "got another rules.checked.Checker.check"),
        ("Checker._search = nothing", "got another rules.checked.Checker._search"),
        (
            "Checker.__getattribute__ = lambda one, name: nothing",
            "got another rules.checked.Checker.__get",
        ),
        ("checked.View = None; checked.Checker._search = nothing", "got another rules.checked."),
        ("game.FLAG = checked.FLAG = 0; Checker._search = nothing", "got another "),
        ("for one in gc.get_objects():\n    if type(one) is Checker: one.check = nothing", "is read-only"),
        (
            "for one in gc.get_objects():\n    if type(one) is Checker: one.marks[0] = -3",
            "trick at r1c2 says r1c1 is safe; the clues allow a mine there",
        ),
        (
            "class Lies(dict):\n    def get(self, part): return {cell: 'safe' for cell in range(3)}\n"
            "for one in gc.get_objects():\n    if type(one) is Checker: one._settlements = Lies()",
            "trick at r1c2 says r1c1 is safe; the clues allow a mine there",
        ),
    ],
)
def test_in_one_process_what_is_rewritten_is_noticed(restored, body, said):
    with pytest.raises((LogicsweepError, AttributeError)) as caught:
        in_library(body)
    assert said in str(caught.value)


def test_a_file_that_rewrites_while_it_is_loaded_is_refused(restored, tmp_path):
    path = tmp_path / "rules.py"
    path.write_text(f"{HEAD}\nChecker.check = nothing\nPRODUCTIONS = [nothing]\n")
    with pytest.raises(InvalidInput) as caught:
        load_productions(path)
    end = "expected productions that leave logicsweep as it is, got another rules.checked.Checker.check"
    assert str(caught.value) == f"{path}: {end}"
