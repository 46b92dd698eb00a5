"""The verbs as plain functions: they need no command line, and find what it prints."""

import importlib
import pkgutil
import subprocess
import sys

import pytest
from conftest import SAMPLES
from in_process import printed

from logicsweep import verbs
from logicsweep.errors import InvalidInput
from logicsweep.verbs.compare import compare
from logicsweep.verbs.hint import hint
from logicsweep.verbs.path import path, trace
from logicsweep.verbs.perfect import fields_of, perfect
from logicsweep.verbs.playing import Playing
from logicsweep.verbs.reading import READS, Reading, items
from logicsweep.verbs.why import why

LADDER = (SAMPLES / "ladder.txt").read_bytes()


def item(*texts, verb="trace", **how):
    [one] = items([("text", iter([text])) for text in texts], READS[verb], Reading(**how))
    return one


def test_no_verb_needs_click():
    names = [f"logicsweep.verbs.{one.name}" for one in pkgutil.iter_modules(verbs.__path__)]
    assert all(map(importlib.import_module, names))
    code = f"import sys, {', '.join(names)}; assert 'click' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_defaults_are_those_of_the_command_line():
    one, text = item(LADDER), LADDER.decode()
    assert [*printed("trace", input=text)][-1]["remaining"] == trace(one).run.remaining
    assert [*printed("path", "--player", "casual", input=text)][-1]["remaining"] == path(one).run.remaining
    [told] = printed("why", "r3c6", "--start", "r1c8", input=text)
    answer = why(one, "r3c6", Playing("r1c8")).full_answer().answer
    assert (told["kind"], told["verdict"]) == (answer.kind, answer.verdict)
    [told] = printed("hint", input=text)
    found = hint(item(LADDER, verb="hint"))
    assert (told["player"], len(told["safe"])) == (found.player.name, len(found.found.safe))
    [told] = printed("compare", "--start", "r1c8", "--players", "casual,overlap", input=text)
    runs = compare(one, ["casual", "overlap"], "r1c8").found.runs
    assert {name: run.remaining for name, run in runs.items()} == {
        name: score["remaining"] for name, score in told["players"].items()
    }
    [told] = printed("perfect", "2x3/2")
    assert told["win"] == str(perfect(*fields_of(["2x3/2"], None), "any").chances.win)


def test_limits_and_numbers_hold_without_a_command_line():
    assert item(b"1#\n", b"#1\n", number=2).title == "position 2"
    with pytest.raises(InvalidInput, match=r"^number: expected a number from 1 to 1"):
        item(LADDER, number=9)
    with pytest.raises(InvalidInput, match=r"^format: expected one of "):
        item(LADDER, form="x")
