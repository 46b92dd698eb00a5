"""Some calls of the fuzzer; `.ci/run` makes 20,000, `python tests/fuzz.py` as many as one likes."""

import sys
from collections import Counter
from types import FunctionType

import click
import fuzz
import pytest
from fuzz import CALLED, COMMANDS, broken, calls, command, library_calls
from in_process import called

import logicsweep
from logicsweep.puzzles import reveal
from logicsweep.work import remarks

VIEW = logicsweep.View.parse("mines 3 ###1 ###1 #311 #100")


@pytest.mark.slow
def test_no_call_breaks_a_promise_and_they_reach_every_verb_option_and_exit_status(monkeypatch):
    statuses, used = Counter(), set()

    def noted(arguments, data):
        done = called(arguments, data)
        if arguments and arguments[0] in COMMANDS:
            statuses[done.status] += 1
            used.update((arguments[0], word) for word in arguments[1:])
        return done

    monkeypatch.setattr(fuzz, "called", noted)
    options = {
        (name, one.opts[0])
        for name, verb in COMMANDS.items()
        for one in verb.params
        if isinstance(one, click.Option)
    }
    for seed in range(266, 282):
        assert calls(100, seed) == []
        if options <= used and {0, 1, 2} <= {*statuses}:
            break
    assert options <= used and {0, 1, 2} == {*statuses}


@pytest.mark.parametrize(
    ("does", "message"),
    [
        (lambda *_: [][0], "IndexError"),
        (lambda *_: iter(["\nTraceback"]), "Traceback"),
        (lambda *_: print("a warning", file=sys.stderr) or iter(()), "'a warning\\n' on standard error"),
        (lambda *_: sys.exit(3), "SystemExit"),
        (lambda *_: _raised(OSError("no route")), "cannot write: no route"),
    ],
)
def test_a_broken_promise_is_noticed(monkeypatch, does, message):
    assert broken(["reveal", "--click", "0,0"], b"E") == ""
    monkeypatch.setattr(reveal, "reveal_text", does)
    assert message in broken(["reveal", "--click", "0,0"], b"E")


def test_the_library_answers_or_raises_an_error_of_its_own_in_one_line(monkeypatch):
    assert {name for name in CALLED if "." not in name} >= {
        name for name in dir(logicsweep) if isinstance(getattr(logicsweep, name), FunctionType)
    }
    assert library_calls(2000, 1) == []
    monkeypatch.setitem(fuzz.CALLED, "play", (3, "r1c1"))
    monkeypatch.setattr(logicsweep, "play", lambda what, start: what.graph, raising=False)
    monkeypatch.setattr(fuzz, "CALLED", {"play": fuzz.CALLED["play"]})
    ((complaint, call), *_) = library_calls(20, 1)
    assert "AttributeError" in complaint and call.startswith("play(")


def test_the_library_prints_nothing_but_warns(capsys, monkeypatch):
    monkeypatch.setattr(remarks, "_REMARKS", set())
    with pytest.warns(UserWarning, match="^long work$") as warned:
        remarks.remark("long work")
        remarks.remark("long work")
    assert len(warned) == 1
    assert capsys.readouterr() == ("", "")


def _raised(error):
    raise error


def test_the_command_of_a_failure_repeats_it(shell):
    arguments, data = ["reveal", "--click", "0, 0\t\u0663"], b"E'\x00\xff%M\n"
    assert shell(command(arguments, data)).stdout == called(arguments, data).err
