"""The second process that watches own rules: what it ends, what it says, and what it leaves alone."""

import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import ROOT, SAMPLES
from test_own_limits import rules

from logicsweep.rules.asked import Running

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


def test_an_interrupt_before_the_second_process_runs_is_one_word():
    code = (
        "import sys, logicsweep.cli.second as second\nfrom logicsweep.__main__ import main\n"
        "def watched(*_): raise KeyboardInterrupt\n"
        "second.watched, sys.argv = watched, ['logicsweep', 'trace', '--rules', 'x.py']\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


def test_what_ends_the_process_outside_a_rule_is_said_too(tmp_path):
    path = rules(
        tmp_path, "pass", before="import threading\nthreading.Timer(0.5, os.kill, (os.getpid(), 9)).start()"
    )
    command = [sys.executable, "-m", "logicsweep", "trace", "--rules", path, "-"]
    reader, writer = os.pipe()  # nothing comes
    done = subprocess.run(command, cwd=ROOT, stdin=reader, capture_output=True, text=True, timeout=60)
    os.close(reader)
    os.close(writer)
    line = "logicsweep: expected an answer, got the end of the process, killed by SIGKILL\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)


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
    progress, _, last = said.rstrip().rpartition("\r")
    assert "trace 1 s" in progress
    assert not progress.rpartition("\r")[2].strip()  # blanks over it
    assert last.startswith("production trick at r1c8: expected an answer")


def test_only_a_rule_that_two_looks_have_seen_is_late():
    from logicsweep.cli.second import _Shared, _Watcher

    shared = _Shared()
    watcher = _Watcher(shared)
    for place in ("one", "two", "one"):
        shared.tell(Running(place, 0.1, began=0.0))
        assert watcher.over() is None
        time.sleep(0.11)
        shared.tell(None)
        assert watcher.over() is None
    shared.tell(Running("one", 0.1, began=0.0))
    assert watcher.over() is None
    time.sleep(0.11)
    assert watcher.over() == ("one: expected an end within 0.1 seconds, got none", 2)


def test_what_one_process_tells_the_other_reads_whole_or_not_at_all():
    from logicsweep.cli.second import _Shared

    shared = _Shared()
    child = os.fork()
    if not child:
        while os.getppid() != 1:
            for long in range(1, 200):
                shared.tell(Running(chr(long + 100) * long, long, -long))
                shared.tell(None)
        os._exit(0)
    try:
        met, deadline = 0, time.monotonic() + 60
        while met < 150 and time.monotonic() < deadline:
            if rule := shared.told().rule:
                long = int(rule.seconds)
                assert rule == Running(chr(long + 100) * long, long, -long)
                met += 1
        assert met
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_a_long_healthy_run_is_left_alone(run, tmp_path):
    path = tmp_path / "light.py"
    path.write_text(
        "".join(f"def a{i}(memory, site): 'Nothing.'\n" for i in range(4)) + "PRODUCTIONS=[a0,a1,a2,a3]"
    )
    boards = run("sample", "boards").stdout
    done = run("compare", "--players=casual", "--start=all", "--json", "--rules", path, input=boards * 60)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("memory.__dict__.clear()", "--rules: expected productions that leave logicsweep as it is, got "),
        ("object.__setattr__(memory, 'graph', None)", "--rules: expected productions that leave"),
    ],
)
def test_what_a_rule_spoils_is_one_line(run, tmp_path, does, says):
    path = tmp_path / "spoils.py"
    path.write_text(f"def spoils(memory, site):\n    {does}\nPRODUCTIONS = [spoils]\n")
    done = run("trace", "--start", "r1c8", "--rules", path, SAMPLES / "ladder.txt")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(says)


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
