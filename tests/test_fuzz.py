"""Some calls of the fuzzer; `.ci/run` makes 20,000, `python tests/fuzz.py` as many as one likes."""

import sys
from collections import Counter

import click
import fuzz
import pytest
from fuzz import COMMANDS, broken, calls, command
from in_process import called

from logicsweep.puzzles import reveal


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
    for seed in range(243, 248):  # with today's options the first is enough
        assert calls(400, seed) == []
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


def _raised(error):
    raise error


def test_the_command_of_a_failure_repeats_it(shell):
    arguments, data = ["reveal", "--click", "0, 0\t\u0663"], b"E'\x00\xff%M\n"
    assert shell(command(arguments, data)).stdout == called(arguments, data).err
