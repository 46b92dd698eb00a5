"""The command line as a user meets it: what it prints and its exit status, streams and signals too."""

import array
import fcntl
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import termios
import time
from fractions import Fraction

import click
import pytest
from conftest import ROOT, SAMPLES, hears

from logicsweep.cli import cli

BOARDS = SAMPLES / "boards.txt"
STATEMENT = BOARDS.read_text()


def test_solve_answers_the_statements_sample(run):
    for done in (run("solve", BOARDS), run("solve", input=STATEMENT), run("solve", "-", input=STATEMENT)):
        assert (done.returncode, done.stdout, done.stderr) == (0, "0\n5\n1\n0\n", "")


def test_solve_answers_the_judges_own_input(run, data):
    done = run("solve", data / "datamining" / "mines.in")
    assert done.stdout.split() == (data / "datamining" / "mines.out").read_text().split()


def test_solve_json_is_one_object_a_board(run):
    objects = [json.loads(line) for line in run("solve", "--json", BOARDS).stdout.splitlines()]
    assert [o["remaining"] for o in objects] == [0, 5, 1, 0]
    assert objects[0] == {
        "version": 2,
        "board": 1,
        "rows": 3,
        "cols": 3,
        "mines": 2,
        "safe": 7,
        "remaining": 0,
        "best_starts": ["r1c1", "r1c2", "r1c3"],
        "openings": 1,
    }
    assert objects[1]["openings"] == 0
    assert len(objects[1]["best_starts"]) == objects[1]["safe"] == 6


def test_solve_starts_lists_every_start_class(run):
    done = run("solve", "--starts", BOARDS)
    assert done.stdout.startswith("board 1: 3 x 3, 2 mines\n")
    rows = [line.split() for line in done.stdout.splitlines() if line.startswith(("opening", "number"))]
    assert rows[:2] == [["opening", "3", "r1c1", "0"], ["number", "4", "r2c1", "6"]]


def test_trace_shows_each_firing_and_the_board_before_and_after(run):
    done = run("trace", "--start", "r1c1", BOARDS)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "board 1: 3 x 3, 2 mines; casual starts at r1c1"
    assert "FIRE 1 all-found at r1c1 (f=0 c=3 m=0): f-2" in lines
    assert lines[-1] == "remaining 0"
    assert "##1" not in done.stdout
    assert "before" in done.stdout


def test_trace_json_lines_tell_the_same_game(run):
    events = [json.loads(line) for line in run("trace", "--json", "--board", "3", BOARDS).stdout.splitlines()]
    assert [events[0]["event"], events[-1]["event"]] == ["start", "end"]
    firings = events[1:-1]
    assert [e["firing"] for e in firings] == list(range(1, len(firings) + 1))
    assert events[-1]["remaining"] == 1 == len(events[-1]["left"])
    numbers = [f["fact"] for e in events[:-1] for key in ("facts", "given", "opened") for f in e.get(key, ())]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(used < e["given"][0]["fact"] for e in firings for used in e["used"])


def test_trace_limit_and_strategies(run):
    assert "\n1 firing: all-found 1\n" in run("trace", "--limit", "1", BOARDS).stdout
    for strategy in ("breadth", "depth", "random"):
        assert run("trace", "--strategy", strategy, BOARDS).stdout.endswith("remaining 0\n")
    assert "worst" in run("trace", "--help").stdout
    assert "casual starts at r2c1" in run("trace", "--start", "worst", BOARDS).stdout


@pytest.mark.parametrize("verb", ["trace", "why"])
def test_the_same_trace_for_every_hash_seed(run, verb):
    arguments = (["why", "r4c4"] if verb == "why" else ["trace"]) + ["--board", "4", BOARDS]
    seen = {run(*arguments, env={"PYTHONHASHSEED": seed}).stdout for seed in ("0", "1", "77")}
    assert len(seen) == 1


def test_why_leads_to_a_cell_or_says_no(run):
    done = run("why", "r3c3", "--start", "r1c1", BOARDS)
    assert done.returncode == 0
    assert done.stdout.startswith("r3c3 is safe. Casual finds it in 2 steps")
    assert run("why", "r1c1", "--start", "r1c1", BOARDS).stdout == "r1c1 is safe: it was cleared first.\n"
    undecided = run("why", "r4c2", "--board", "3", BOARDS)
    assert (undecided.returncode, undecided.stderr) == (1, "")
    assert json.loads(run("why", "r4c2", "--board", "3", "--json", BOARDS).stdout)["verdict"] is None


ENDGAME = (SAMPLES / "endgame.txt").read_text()


def test_hint_json_names_forced_cells_and_exact_risks(run):
    answer = json.loads(run("hint", "--json", input=ENDGAME).stdout)
    assert answer == {
        "version": 2,
        "position": 1,
        "player": "counter",
        "safe": ["r1c1", "r1c2", "r1c3", "r2c2"],
        "mines": ["r2c1", "r2c3"],
        "risks": answer["risks"],
        "complete": True,
    }
    assert answer["risks"]["r3c1"] == "1/2"
    assert sum(map(Fraction, answer["risks"].values())) == 3
    clues_only = json.loads(run("hint", "--json", "--player", "expert", input=ENDGAME).stdout)
    assert set(clues_only["safe"]) < set(answer["safe"])
    searched = json.loads(run("hint", "--json", "--solver", "search", input=ENDGAME).stdout)
    assert searched == answer


def test_hint_checks_flags_without_believing_them(run):
    assert "The flag at r1c2 is wrong" in run("hint", input="#F#\n121\n000\n").stdout
    assert json.loads(run("hint", "--json", input="#F#\n121\n000\n").stdout)["wrong_flags"] == ["r1c2"]
    assert "The flags cannot all be right" in run("hint", input="F#\n1F\n").stdout
    trusted = json.loads(run("hint", "--json", "--trust-flags", input="F#\n1#\n").stdout)
    assert trusted["safe"] == ["r1c2", "r2c2"]


def test_hint_says_what_a_budget_left_out(run):
    answer = json.loads(run("hint", "--json", "--states", "1", input="#######\n#2#2#2#\n#######\n").stdout)
    assert answer["complete"] is not True
    assert {"reason", "no_risk", "undecided"} == set(answer["complete"][0])
    assert "Missing: " in run("hint", "--states", "1", input="#######\n#2#2#2#\n#######\n").stdout


def test_hint_says_that_a_position_is_complete(run):
    done = run("hint", input="00\n00\n")
    assert (done.returncode, done.stdout) == (0, "The position is complete: no covered cell is left.\n")


_CELLS = "expected a cell from r1c1 to r3c3, got"
_BAD = [
    ("solve", "3 3\n...\n...\nMM.\n2 2\nM.\nM?\n", "0\n", "<stdin>:7:2: expected 'M' or '.', got '?'"),
    ("solve", b"1 2\nM.\n1 2\nM\xff\n", "0\n", "<stdin>:4:2: expected 'M' or '.', got '\\xff'"),
    ("solve", bytes(range(128, 138)), "", "<stdin>:1:1: expected a size 'rows cols', got '\\x80"),
    ("solve", "", "", "<stdin>:1:1: expected a board, got an empty text"),
    ("solve no/such", "", "", "no/such: cannot read: no such file, nor an ID, link or text in a known "),
    ("solve samples", "", "", "samples: cannot read: it is a directory"),
    ("solve --json --starts", "", "", "logicsweep solve: --json and --starts do not go together"),
    ("solve samples/first.txt no/such", "", "", "no/such: cannot read: no such file, nor an ID, link "),
    ("solve - samples/first.txt -", "", "", "FILE: expected '-', standard input, once, got it 2 times"),
    ("reveal a b", "", "", "logicsweep reveal: Got unexpected extra argument (b)"),
    (
        "trace --board 5",
        STATEMENT,
        "",
        "--board: expected a number from 1 to 4 (the boards of <stdin>), got 5",
    ),
    ("trace --board 0", STATEMENT, "", "--board: expected a whole number of at least 1, got 0\n"),
    ("trace --start r3c1", STATEMENT, "", "--start: expected a safe cell, got a mine at r3c1"),
    ("trace --start r4c1", STATEMENT, "", f"--start: {_CELLS} 'r4c1'"),
    ("trace --start middle", STATEMENT, "", f"--start: {_CELLS} 'middle'"),
    ("why r9c9", STATEMENT, "", f"CELL: {_CELLS} 'r9c9'"),
    ("why", "", "", "logicsweep why: Missing argument 'CELL'."),
    ("hint", "", "", "<stdin>:1:1: expected a row of cells, got an empty position"),
    ("hint", "##\n###\n", "", "<stdin>:2:4: expected 2 cells as in the first row, got 3"),
    ("hint", "#.\n11\n", "", "<stdin>:1:2: expected '#' (covered) or '0' (no mine around), got '.', which"),
    ("hint", "##\n51\n", "", "<stdin>:2:1: expected a clue of at most 2 (its covered neighbours), got 5"),
    (
        "hint --mines 9",
        "##\n11\n",
        "",
        "--mines: expected a mine total from 0 to 2 (the covered cells), got 9",
    ),
    ("hint --mines x", "##\n11\n", "", "--mines: expected a whole number, got 'x'\n"),
    ("hint --player counter", "##\n11\n", "", "--player counter: expected a mine total"),
    ("hint", "###\n131\n000\n", "", "r2c1=1 and r2c2=3 cannot both hold"),
    ("hint --mines 2", "##\n11\n", "", "r2c1=1 cannot hold with 2 mines in all"),
    (
        "hint --trust-flags",
        "F#\n1F\n",
        "",
        "with the flags as mines, r2c1=1 cannot hold: there can be 2 to",
    ),
    ("reveal --click 0,0", '[["E","M"],["E"]]', "", "<stdin>:1:1"),
    ("oneclick", "2\n1 2 1\n1 2 2\n", "Case #1:\nc*\n", "<stdin>:3:5: expected"),
    ("oneclick --size 2x2 --mines 4", "", "", "--mines: expected"),
    ("checkers", "3 3\n2 1 2 0 1\n3 3\n2 1 3 0 1\n0 0\n", "1\n", "<stdin>:4:5: expected"),
    ("oneclick --size 2x2 --mines 1 FILE", "", "", "logicsweep oneclick: FILE and --size do not go together"),
    ("trace --strategy luck", STATEMENT, "", "--strategy: expected one of breadth, depth,"),
    ("trace --bard 1", STATEMENT, "", "logicsweep trace: No such option '--bard'."),
    ("fly", "", "", "logicsweep: No such command 'fly'."),
]


@pytest.mark.parametrize(("arguments", "text", "answers", "message"), _BAD)
def test_bad_input_ends_in_one_line_and_status_2(run, arguments, text, answers, message):
    done = run(*arguments.split(), input=text)
    assert (done.returncode, done.stdout) == (2, answers)
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1


COMMANDS = {name: cli.get_command(click.Context(cli), name) for name in cli.list_commands(click.Context(cli))}


@pytest.mark.parametrize(
    "verb",
    [None, *COMMANDS],
)
def test_every_help_text_ends_in_an_example_that_runs_anywhere(run, shell, tmp_path, verb):
    command = COMMANDS[verb] if verb else cli
    example = re.fullmatch("Example: (.+)", command.epilog or "")
    assert example, "help ends in no example"
    shown = run(*([verb] if verb else []), "--help")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.rstrip().endswith(command.epilog)
    last = shlex.split(re.split(r" \| | && ", example[1])[-1])
    assert last[0] == "logicsweep" and verb in (None, last[1])
    done = shell(f"set -o pipefail; {example[1]}", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.strip()
    assert "expected" not in done.stdout


def test_sample_prints_every_sample_and_says_what_it_shows(run):
    listed = run("sample").stdout.splitlines()
    files = {path.stem: path for path in SAMPLES.iterdir() if path.name != "README.md"}
    assert {line.split()[0] for line in listed} == set(files)
    assert all(len(line.split()) > 3 for line in listed)
    for name, path in files.items():
        assert run("sample", name).stdout == path.read_text()
    assert run("sample", "nothing").stderr.startswith("NAME: expected one of first, boards, ")


@pytest.mark.parametrize("verb", COMMANDS)
def test_every_option_says_in_a_sentence_what_it_does(verb):
    for option in COMMANDS[verb].params:
        if isinstance(option, click.Option):
            assert re.match(r"[a-zA-Z].*[.\]]$", option.help or ""), option.opts


def test_a_closed_pipe_ends_quietly():
    text = "30 30\n" + ("." * 29 + "M\n") * 30
    command = f"{sys.executable} -m logicsweep trace --json | head -n 1"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"], input=text, capture_output=True, text=True, cwd=ROOT
    )
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)


def test_an_interrupt_ends_cleanly():
    command = [sys.executable, "-m", "logicsweep", "solve"]
    pipes = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, preexec_fn=hears, **pipes) as process:
        process.stdin.write(b"1 2\n")
        process.stdin.flush()
        while _unread(process.stdin) and process.poll() is None:  # until it waits for more boards
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert (process.stderr.read(), process.wait(timeout=20)) == (b"interrupted\n", 130)


def test_an_interrupt_while_a_class_is_made_from_text_ends_with_the_same_status(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'logicsweep.cli':\n"
        "            exec('raise KeyboardInterrupt')\n"
        "sys.meta_path.insert(0, Interrupting())\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "logicsweep", "solve"]
    done = subprocess.run(command, cwd=ROOT, env=environment, input=b"", capture_output=True)
    assert (done.stderr, done.returncode) == (b"interrupted\n", 130)


def _unread(pipe):
    size = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, size)
    return size[0]


def test_plain_solve_imports_neither_networkx_nor_rich():
    code = (
        "import sys; sys.argv = ['logicsweep', 'solve', 'samples/boards.txt']\n"
        "from logicsweep.__main__ import _run\n"
        "assert _run() == 0\n"
        "print(sorted({'networkx', 'rich', 'constraint', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_limit_of_nothing_and_of_very_much(run):
    done = run("trace", "--limit", "0", "--start", "r1c1", BOARDS)
    assert done.stdout.endswith("0 firings\nremaining 6: r1c2, r1c3, r2c1, r2c2, r2c3, r3c3\n")
    assert run("why", "r1c1", "--start", "r1c1", "--limit", "0", BOARDS).returncode == 0
    assert run("trace", "--limit", "9" * 30, BOARDS).stdout.endswith("remaining 0\n")
    assert run("compare", "--limit", "9" * 30, "--start", "r1c1", "--board", "1", BOARDS).returncode == 0


@pytest.mark.parametrize(
    ("command", "status", "message"),
    [
        (
            "solve samples/boards.txt > /dev/full",
            2,
            "<stdout>: cannot write: No space left on device\n",
        ),
        ("solve <&-", 2, "<stdin>: cannot read: standard input is closed"),
        ("solve samples/boards.txt >&-", 2, "<stdout>: cannot write: it is closed\n"),
        ("solve samples/boards.txt >&- <&-", 2, "<stdout>: cannot write: it is closed\n"),
        ("--help >&-", 2, "<stdout>: cannot write: it is closed\n"),
        ("solve nowhere >&-", 2, "nowhere: cannot read: no such file, nor an ID, link or text in a known "),
        ("solve ''", 2, "FILE: expected the name of a file, got an empty name"),
        ("reveal --click " + "9" * 5000 + " samples/reveal.json", 2, ""),
        ("solve " + "x" * 300, 2, "x" * 300 + ": cannot read: no such file, nor an ID, "),
        ("trace --rules " + "x" * 300, 2, "x" * 300 + ": cannot read: File name too long\n"),
        ("solve $'a\\xff\\x1b'", 2, "a\\xff\\x1b: cannot read: no such file, nor an ID, "),
    ],
)
def test_closed_and_full_streams_and_long_arguments(command, status, message):
    shell = ["bash", "-c", f"{sys.executable} -m logicsweep {command}"]
    done = subprocess.run(shell, capture_output=True, text=True, cwd=ROOT, stdin=subprocess.DEVNULL)
    assert done.returncode == status
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == (1 if status else 0)
    assert len(done.stderr) < 600


@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full", "2>&- >&-", "2>/dev/full >/dev/full", "2>&- <&-"])
def test_an_error_that_cannot_be_written_keeps_its_exit_status(closed):
    for command in ("solve nowhere", "fly", "hint samples/boards.txt"):
        shell = ["bash", "-c", f"{sys.executable} -m logicsweep {command} {closed}"]
        done = subprocess.run(shell, capture_output=True, cwd=ROOT)
        assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


def test_a_character_that_the_output_encoding_lacks_is_replaced(run, tmp_path):
    rules = tmp_path / "rules.py"
    rules.write_text((SAMPLES / "my_rules.py").read_text().replace("Beside a 1", "Neben \u0392 \u00d7 1"))
    arguments = ("why", "r3c6", "--start", "r1c8", "--rules", rules, SAMPLES / "ladder.txt")
    done = run(*arguments, env={"PYTHONIOENCODING": "cp1253"}, encoding="cp1253")
    assert "Neben \u0392 \\xd7 1 that sees" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")
