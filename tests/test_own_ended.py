"""The end of the process in which own rules run: nothing of it stays, no rest of an answer is another's."""

import errno
import gc
import itertools
import os
import sys
import time
import weakref
from pathlib import Path

import pytest
from conftest import SAMPLES

from logicsweep import Interrupted, InvalidInput
from logicsweep.cli import apart
from logicsweep.cli import rules as rules_apart

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a second process needs fork")
OPEN = Path("/proc/self/fd")
needs_proc = pytest.mark.skipif(not OPEN.is_dir(), reason="needs /proc")


@needs_proc
def test_a_process_leaves_nothing_open_and_nobody_who_asks_it():
    before, askers = open_pipes(), []
    for _ in range(3):
        with apart.process():
            there = rules_apart.load_productions(str(SAMPLES / "my_rules.py"), 60.0)
            askers.append(weakref.ref(there[-1].condition.asker))
            assert open_pipes() > before
        assert open_pipes() == before
    del there
    gc.collect()
    assert [ask() for ask in askers] == [None] * 3


@needs_proc
def test_a_process_that_cannot_be_begun_leaves_nothing_open(monkeypatch):
    before = open_pipes()
    for name, calls in (("fork", 0), ("pipe", 2)):
        with monkeypatch.context() as patched, apart.process():
            patched.setattr(os, name, failing_after(calls, getattr(os, name)))
            with pytest.raises(InvalidInput, match=r"^--rules: expected a second process, got "):
                apart.running()
        assert open_pipes() == before


def open_pipes():
    """How many pipes lead out of this process, those of values that nobody has any more left out."""
    gc.collect()
    return len([end for end in map(os.path.realpath, OPEN.iterdir()) if "pipe:" in end])


def failing_after(calls, function):
    """A function of the system that has nothing left after some calls."""
    left = itertools.count(-calls)

    def fails():
        if next(left) < 0:
            return function()
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    return fails


def answering(*parts):
    """In place of the process: it answers each question with the next part of an answer, and goes on."""

    def be_the_process(parent, asked, answers, life, count):
        count[:8] = (7).to_bytes(8, sys.byteorder)
        for part in parts:
            os.read(asked, 1000)
            os.write(answers, part)
        time.sleep(3600)

    return be_the_process


@pytest.mark.parametrize("answer", [b"none\n", b"[" * 50_000 + b"\n"])
def test_after_an_answer_that_is_none_the_process_is_asked_no_more(monkeypatch, answer):
    """Else the next question would get the rest of it."""
    monkeypatch.setattr(apart, "_be_the_process", answering(answer, b'["rest"]\n'))
    with apart.process():
        asked = apart.running()
        with pytest.raises(InvalidInput, match=r"what is none$"):
            asked.ask(lambda: "place", 60.0, "question")
        with pytest.raises(InvalidInput, match=r"^place: .* got the end of the process, killed by SIGKILL$"):
            asked.ask(lambda: "place", 60.0, "question")


def test_after_an_interrupt_the_process_is_asked_no_more(monkeypatch):
    def interrupted(until, due):
        if until is asked._readable:
            raise KeyboardInterrupt

    monkeypatch.setattr(apart, "_be_the_process", answering(b"[1]\n", b"[2]\n"))
    with apart.process():
        asked = apart.running()
        assert asked.ask(lambda: "place", 60.0, "question") == [1]
        with monkeypatch.context() as patched, pytest.raises(Interrupted, match="part 7"):
            patched.setattr(apart, "_wait", interrupted)
            asked.ask(lambda: f"part {asked.count}", 60.0, "question")
        with pytest.raises(InvalidInput, match=r"^part 7: .* got the end of the process, killed by SIGKILL$"):
            asked.ask(lambda: f"part {asked.count}", 60.0, "question")
