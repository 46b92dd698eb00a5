"""Rules that do not end, raise anything at all, or are interrupted: stopped, and named in one line."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import ROOT, SAMPLES, hears

from logicsweep.errors import Interrupted, InvalidInput
from logicsweep.formats import judge
from logicsweep.games.game import play
from logicsweep.rules.asked import bounded
from logicsweep.rules.casual import CASUAL
from logicsweep.rules.limits import _WATCH, TimeUp, in_time
from logicsweep.rules.own import load_productions

LADDER = next(judge.read((SAMPLES / "ladder.txt").read_text()))


def rules(tmp_path, body, before=""):
    path = tmp_path / "rules.py"
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    path.write_text(
        f"import itertools, os, time\nfrom logicsweep import Fact, Lack, Match, Production\n{before}\n"
        f"def trick(memory, site):\n{lines}\nPRODUCTIONS = [trick]\n"
    )
    return str(path)


ENDLESS = {
    "loop": "while True: pass",
    "sleep": "time.sleep(3600)",
    "catches": "while True:\n try: len([])\n except BaseException: pass",
    "catches twice": "while True:\n try:\n  while True:\n   try: len([])\n   except BaseException: pass\n"
    " except BaseException: continue",
    "generator": "return (Match((), ()) for _ in iter(int, 1) if False)",
    "words": "class Slow(Exception):\n def __str__(self):\n  while True: pass\nraise Slow",
    "truth": "class Slow:\n def __bool__(self):\n  while True: pass\nreturn Slow()",
}


@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS)
def test_a_rule_that_does_not_end_is_stopped_and_named(tmp_path, body):
    player = load_productions(rules(tmp_path, body), seconds=0.2)
    with pytest.raises(InvalidInput) as caught:
        play(LADDER, "r1c8", player)
    assert str(caught.value) == "production trick at r1c8: expected an end within 0.2 seconds, got none"
    assert play(LADDER, "r1c8").remaining == 21  # nothing of it is left over


@pytest.mark.parametrize("verb", [["trace"], ["why", "r1c1"], ["compare"]])
def test_the_command_line_stops_it_too(run, tmp_path, verb):
    path = rules(tmp_path, ENDLESS["catches"])
    done = run(*verb, "--start", "r1c8", "--rules", path, "--rule-seconds", "0.3", SAMPLES / "ladder.txt")
    line = "production trick at r1c8: expected an end within 0.3 seconds, got none\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)


def test_a_file_that_does_not_end_is_stopped(run, tmp_path):
    path = rules(tmp_path, "pass", before="while True: pass")
    done = run("trace", "--rules", path, "--rule-seconds", "1", SAMPLES / "ladder.txt")
    assert (done.returncode, done.stderr) == (2, f"{path}: expected an end within 1 second, got none\n")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return itertools.repeat(Match((), ()))", "expected at most 10000 Matches, got more"),
        ("return Match((), itertools.repeat(Fact('safe', 1)))", "expected at most 10000 facts, got more"),
        ("return Match(itertools.repeat(Fact('clue', 7, 0)), ())", "expected at most 10000 facts, got more"),
        ("while True: yield Match((), ())", "expected at most 10000 Matches, got more"),
    ],
)
def test_matches_and_facts_without_end_are_stopped_by_their_number(tmp_path, body, said):
    with pytest.raises(InvalidInput) as caught:
        play(LADDER, "r1c8", load_productions(rules(tmp_path, body)))
    assert str(caught.value) == f"production trick at r1c8: {said}"


@pytest.mark.parametrize(
    ("body", "got"),
    [
        ("raise BaseException('over')", "BaseException: over"),
        ("raise GeneratorExit", "GeneratorExit"),
        ("raise SystemExit", "SystemExit"),
        ("raise MemoryError", "MemoryError"),
        ("raise StopIteration(3)", "StopIteration: 3"),
        ("yield 1\nraise KeyError('x')", "KeyError: 'x'"),
        ("trick(memory, site)", "RecursionError: maximum recursion depth exceeded"),
        ("class Odd(Exception):\n def __str__(self): raise BaseException\nraise Odd", "Odd"),
        ("raise ValueError('two\\nlines')", "ValueError: two lines"),
        ("raise ValueError('x' * 10**6)", "ValueError: xxx"),
        (
            "from logicsweep import View, expert\nexpert(View.parse('1#2#0'))",
            "Contradiction: r1c3=2 and r1c5=0",
        ),
        ("from logicsweep import View\nView.parse('!')", "InvalidInput: r1c1: expected"),
    ],
)
def test_whatever_a_rule_raises_is_one_line(tmp_path, body, got):
    with pytest.raises(InvalidInput) as caught:
        play(LADDER, "r1c8", load_productions(rules(tmp_path, body)))
    said = str(caught.value)
    assert said.startswith(f"production trick at r1c8: expected a Match or None, got {got}")
    assert "\n" not in said
    assert len(said) < 300


@pytest.mark.parametrize("raised", ["BaseException", "GeneratorExit", "SystemExit(0)", "RecursionError"])
def test_whatever_a_file_raises_is_one_line(run, tmp_path, raised):
    path = rules(tmp_path, "pass", before=f"raise {raised}")
    done = run("trace", "--rules", path, SAMPLES / "ladder.txt")
    assert done.returncode == 2
    assert done.stderr.startswith(f"{path}: expected a file that runs, got {raised.partition('(')[0]}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), "ten"])
def test_a_limit_is_a_positive_number(tmp_path, seconds):
    with pytest.raises(InvalidInput, match=r"^seconds: expected a number above 0"):
        load_productions(rules(tmp_path, "pass"), seconds)


def test_an_interrupt_names_the_rule_it_met(tmp_path):
    with pytest.raises(Interrupted) as caught:
        play(LADDER, "r1c8", load_productions(rules(tmp_path, "raise KeyboardInterrupt")))
    assert str(caught.value) == "interrupted in production trick at r1c8"


@pytest.mark.skipif(os.name == "nt", reason="there an interrupt cannot be sent to one process alone")
def test_control_c_names_the_rule_that_runs(tmp_path):
    path = rules(tmp_path, "print('running')\nimport sys; sys.stderr.flush()\ntime.sleep(3600)")
    command = [sys.executable, "-m", "logicsweep", "trace", "--start", "r1c8", "--rules", path]
    command.append(str(SAMPLES / "ladder.txt"))
    pipes = {"stderr": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True, preexec_fn=hears, **pipes)
    assert process.stderr.readline() == "running\n"
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, "interrupted in production trick at r1c8\n")


def forever():
    while True:
        pass


def test_other_threads_are_stopped_too(tmp_path):
    said = []

    def work():
        try:
            play(LADDER, "r1c8", load_productions(rules(tmp_path, ENDLESS["loop"]), seconds=0.2))
        except InvalidInput as error:
            said.append(str(error))
        said.append(play(LADDER, "r1c8").remaining)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(60)
    assert said == ["production trick at r1c8: expected an end within 0.2 seconds, got none", 21]


def test_a_call_within_a_call_has_a_limit_of_its_own_and_the_outer_keeps_its():
    def outer():
        with pytest.raises(TimeUp):
            in_time(0.1, forever)
        assert in_time(5, len, "abc") == 3
        while True:
            in_time(5, len, "abc")

    began = time.monotonic()
    with pytest.raises(TimeUp):
        in_time(0.5, outer)
    assert time.monotonic() - began > 0.4
    assert in_time(5, len, "abc") == 3


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms on this platform")
def test_a_programs_own_alarm_still_rings(tmp_path):
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(True))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        play(LADDER, "r1c8", (*CASUAL, *load_productions(rules(tmp_path, "pass"))))
        deadline = time.monotonic() + 30
        while not rung and time.monotonic() < deadline:
            time.sleep(0.01)
        assert rung
    finally:
        signal.signal(signal.SIGALRM, before)


alarms = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms on this platform")


def end_of_watching():
    """Wait for the thread that watched the calls of tests before."""
    while _WATCH.thread:
        time.sleep(0.05)


@alarms
def test_a_programs_own_timer_and_handler_get_theirs_and_only_theirs():
    end_of_watching()
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(True))
    try:
        for _ in range(20):
            with pytest.raises(TimeUp):
                in_time(0.005, forever)
        time.sleep(0.1)
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
        assert rung == []
        signal.setitimer(signal.ITIMER_REAL, 1, 50)
        with pytest.raises(TimeUp):
            in_time(0.05, forever)
        assert signal.getitimer(signal.ITIMER_REAL)[1] == pytest.approx(50)
        deadline = time.monotonic() + 30
        while not rung and time.monotonic() < deadline:
            time.sleep(0.01)
        assert rung == [True]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@alarms
def test_sleeping_ends_in_the_main_thread_also_where_another_one_came_first():
    end_of_watching()
    before, later = signal.signal(signal.SIGALRM, signal.SIG_DFL), []
    try:
        other = threading.Thread(target=in_time, args=(5, time.sleep, 0.3))
        other.start()
        time.sleep(0.1)
        timer = threading.Timer(4, later.append, (True,))
        timer.start()
        with pytest.raises(TimeUp):
            in_time(0.1, time.sleep, 8)
        assert not later
        timer.cancel()
        other.join()
    finally:
        signal.signal(signal.SIGALRM, before)


def test_the_switch_interval_of_a_program_stays():
    before = sys.getswitchinterval()
    try:
        in_time(5, len, "")
        sys.setswitchinterval(0.015)
        in_time(5, time.sleep, 0.1)
        assert sys.getswitchinterval() == pytest.approx(0.015)
    finally:
        sys.setswitchinterval(before)


@pytest.fixture
def no_callbacks():
    """None of the callbacks with which hypothesis has garbage collected: what stops one of them is lost."""
    kept = gc.callbacks[:]
    gc.callbacks.clear()
    yield
    gc.callbacks[:] = kept


def stopped_within():
    """Calls that are stopped while they begin and end others; what is left of them."""
    left = []
    for _ in range(40):
        with pytest.raises(TimeUp):
            in_time(0.004, lambda: [in_time(5, len, "") for _ in iter(int, 1)])
        left += _WATCH.calls
    return left


def test_no_call_is_left_behind_where_its_beginning_is_stopped(no_callbacks):
    left = []
    other = threading.Thread(target=lambda: left.extend(stopped_within()))
    other.start()
    other.join(60)
    assert not other.is_alive()
    assert left + stopped_within() == []


def test_what_is_printed_goes_to_standard_output_again_after_a_rule_was_stopped(no_callbacks):
    def catches():
        while True:
            try:
                len([])
            except BaseException:
                continue

    for _ in range(100):
        output = sys.stdout
        with pytest.raises(InvalidInput):
            bounded(lambda: "rule", "an answer", 0.004, catches)
        try:
            assert sys.stdout is output
        finally:
            sys.stdout = output
