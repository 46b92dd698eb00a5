"""The process in which own rules run: what they do to it is one line, or nothing at all."""

import itertools
import os
import signal
import subprocess
import sys
import time

import pyte
import pytest
from conftest import ROOT, SAMPLES
from test_own_limits import rules

from logicsweep import Knowledge, View, load_productions, misses, play, random_board
from logicsweep.rules.engine import STRATEGIES

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a second process needs fork")
ENDS = {
    "never comes back": ("sum(itertools.count())", "an end within 0.3 seconds, got none"),
    "recurses for ever": (
        "def deep():\n try: deep()\n except BaseException: deep()\ndeep()",
        "an end within 0.3 seconds, got none",
    ),
    "exits": ("os._exit(0)", "an answer, got the end of the process, exit status 0"),
    "kills": ("os.kill(os.getpid(), 9)", "an answer, got the end of the process, killed by SIGKILL"),
}


@pytest.mark.parametrize(("body", "said"), ENDS.values(), ids=ENDS)
def test_what_a_rule_does_to_its_process_is_said_by_another(run, tmp_path, body, said):
    path = rules(tmp_path, body)
    done = run("trace", "--start", "r1c8", "--rules", path, "--rule-seconds", "0.3", SAMPLES / "ladder.txt")
    line = f"production trick at r1c8: expected {said}\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_verb_that_is_killed_leaves_no_process_behind(tmp_path, number):
    path = rules(tmp_path, "print('running')\nimport sys; sys.stderr.flush()\nsum(itertools.count())")
    command = [sys.executable, "-m", "logicsweep", "trace", "--start", "r1c8", f"--rules={path}"]
    command += ["--rule-seconds", "1000", str(SAMPLES / "ladder.txt")]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stderr.readline() == "running\n"
    process.send_signal(number)
    assert process.communicate(timeout=60) == ("", "")  # nobody holds the pipes any more
    assert process.returncode == -number


def test_control_c_ends_what_never_comes_back(tmp_path):
    path = rules(tmp_path, "print('running')\nimport sys; sys.stderr.flush()\nsum(itertools.count())")
    command = [sys.executable, "-m", "logicsweep", "trace", "--start", "r1c8", "--rules", path]
    command.append(str(SAMPLES / "ladder.txt"))
    process = subprocess.Popen(
        command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stderr.readline() == "running\n"
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, "interrupted in production trick at r1c8\n")


def started(path, *arguments, **how):
    """The verb trace with a rule that says when it runs."""
    command = [sys.executable, "-m", "logicsweep", "trace", "--start", "r1c8", "--rules", path, *arguments]
    pipes = {"stderr": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "start_new_session": True}
    process = subprocess.Popen([*command, str(SAMPLES / "ladder.txt")], cwd=ROOT, **pipes, **how)
    assert process.stderr.readline() == "running\n"
    return process


SAYS = "import sys\nfirst = not sys.modules.setdefault('met', None)\nsys.modules['met'] = sys\n"
SAYS += "if first: print('running'); sys.stderr.flush()\n"
INTERRUPTED = "interrupted in production trick at r1c8\n"


@pytest.mark.parametrize("body", ["time.sleep(3600)", "sum(itertools.count())"])
def test_an_interrupt_for_one_process_reaches_both(tmp_path, body):
    process = started(rules(tmp_path, SAYS + body))
    process.send_signal(signal.SIGINT)
    assert (process.communicate(timeout=60)[1], process.returncode) == (INTERRUPTED, 130)


def test_an_interrupt_that_a_rule_swallows_is_not_lost(tmp_path):
    body = "try: time.sleep(3600)\nexcept BaseException: pass"
    process = started(rules(tmp_path, SAYS + body), "--rule-seconds", "1000")
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert (said.startswith("interrupted in production trick at"), process.returncode) == (True, 130)


def test_an_interrupt_that_the_caller_ignores_is_ignored(tmp_path):
    body = SAYS + "if first: time.sleep(2.5)"
    ignore = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)}
    process = started(rules(tmp_path, body), **ignore)
    os.killpg(process.pid, signal.SIGINT)
    assert (process.communicate(timeout=60)[1], process.returncode) == ("", 0)


def test_a_process_that_ended_before_it_is_asked_is_said_where_it_is(tmp_path):
    end = "import threading\ndef end():\n os.write(2, b'ends\\n')\n os.kill(os.getpid(), 9)\n"
    end += "threading.Timer(1, end).start()"
    path = rules(tmp_path, "pass", before=end)
    command = [sys.executable, "-m", "logicsweep", "trace", "--start", "r1c8", "--rules", path, "-"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    process = subprocess.Popen(command, cwd=ROOT, text=True, **pipes)
    assert process.stderr.readline() == "ends\n"
    time.sleep(0.2)
    said = process.communicate((SAMPLES / "ladder.txt").read_text(), timeout=60)
    line = "production trick at r1c8: expected an answer, got the end of the process, killed by SIGKILL\n"
    assert (process.returncode, *said) == (2, "", line)


def test_a_file_that_loads_another_is_watched_on(run, tmp_path):
    inner = tmp_path / "inner.py"
    inner.write_text("def lazy(memory, site): ...\nPRODUCTIONS = [lazy]")
    before = (
        f"from logicsweep import load_productions\nload_productions({str(inner)!r})\nsum(itertools.count())"
    )
    path = rules(tmp_path, "pass", before=before)
    done = run("trace", "--rules", path, "--rule-seconds", "0.3", SAMPLES / "ladder.txt")
    line = f"{path}: expected an end within 0.3 seconds, got none\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)


def test_with_standard_error_closed_the_complaint_goes_nowhere(tmp_path):
    command = f"{sys.executable} -m logicsweep trace --rules {rules(tmp_path, 'os._exit(0)')} 2>&-"
    with (SAMPLES / "ladder.txt").open() as board:
        done = subprocess.run(command, shell=True, cwd=ROOT, stdin=board, stdout=subprocess.PIPE)
    assert (done.returncode, done.stdout) == (2, b"")


def test_on_a_terminal_the_complaint_has_a_line_of_its_own(tmp_path):
    pty = pytest.importorskip("pty")
    master, terminal = pty.openpty()
    command = [sys.executable, "-m", "logicsweep", "trace", "--start", "r1c8"]
    command += ["--rules", rules(tmp_path, "time.sleep(2)\nos._exit(0)"), str(SAMPLES / "ladder.txt")]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=terminal, timeout=60)
    said = os.read(master, 65536).decode()
    os.close(terminal)
    os.close(master)
    assert "trace 1 s" in said
    screen = pyte.Screen(200, 20)
    pyte.Stream(screen).feed(said)
    [line] = filter(str.strip, screen.display)
    assert line.startswith("production trick at r1c8: expected an answer")


@pytest.mark.slow
def test_a_long_healthy_run_is_left_alone(run, tmp_path):
    path = tmp_path / "light.py"
    path.write_text(
        "".join(f"def a{i}(memory, site): 'Nothing.'\n" for i in range(4)) + "PRODUCTIONS=[a0,a1,a2,a3]"
    )
    boards = run("sample", "boards").stdout
    done = run("compare", "--players=casual", "--start=all", "--json", "--rules", path, input=boards * 60)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_rule_that_forks_answers_once(run, tmp_path):
    path = tmp_path / "forks.py"
    path.write_text("import os\ndef forks(memory, site):\n    os.fork()\nPRODUCTIONS = [forks]\n")
    call = ["compare", "--players", "casual", "--start", "r1c8", SAMPLES / "ladder.txt"]
    table = run(*call, "--rules", path).stdout
    assert table.count("board 1: 5 x 8, 9 mines, start r1c8") == 1


@pytest.mark.parametrize(
    "first",
    ["", "sys.excepthook = lambda *_: os._exit(0)\n"],
    ids=["plain", "with a hook that ends the process"],
)
def test_an_exception_that_cannot_be_looked_at_is_one_line(run, tmp_path, first):
    path = tmp_path / "evil.py"
    path.write_text(
        f"import os, sys\n{first}"
        "class Evil(BaseException):\n    def __getattribute__(self, name): raise Evil\n"
        "def evil(memory, site): raise Evil\nPRODUCTIONS = [evil]\n"
    )
    done = run("trace", "--start", "r1c8", "--rules", path, SAMPLES / "ladder.txt")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


DISGUISED = """
from logicsweep import PLAYERS, Lack, Match, Production

def disguised(one):
    condition = lambda memory, site: one.condition(memory, site)
    lacks = one.lacks and (lambda memory, site: one.lacks(memory, site))
    return Production(one.name, condition, one.salience, one.needs, one.everywhere, lacks)

PRODUCTIONS = [disguised(one) for one in PLAYERS["counter"].productions]
"""


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """The ladder's last player as own productions: those of another process, and the same in this one."""
    from logicsweep.cli import apart, rules

    path = tmp_path_factory.mktemp("apart") / "disguised.py"
    path.write_text(DISGUISED)
    with apart.process():
        there = rules.load_productions(str(path), 60.0)
        assert apart.running()
        yield there, load_productions(path, 60.0)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_productions_play_apart_as_they_do_here(both, strategy):
    for seed in range(4):
        board = random_board((9, 9), mines=14, seed=seed)
        start = board.mined.index(0)
        there, here = (play(board, start, rules, strategy, seed, limit=40) for rules in both)
        assert there.trace.firings == here.trace.firings
        assert [repr(one.counts) for one in there.trace.firings] == [
            repr(one.counts).replace(type(one.counts).__name__, "Counts") for one in here.trace.firings
        ]
        agendas = zip(there.agendas(), here.agendas(), strict=True)
        for one, other in itertools.islice(agendas, 0, None, 9):
            assert [its[1:] for its in one] == [its[1:] for its in other]


def test_they_lack_apart_what_they_lack_here(both):
    view = View.parse("##1#\n1211\n0000")
    there, here = (misses(Knowledge.of(view), rules, range(12)) for rules in both)
    assert there
    assert there == here
