"""The command line as a user meets it: exit status, streams, signals, help, completion, what is refused."""

import array
import fcntl
import importlib
import json
import os
import re
import signal
import subprocess
import sys
import termios
import time
from concurrent.futures import ThreadPoolExecutor

import click
import pytest
from conftest import ROOT, SAMPLES, hears
from in_process import called, called_each, mistake
from test_docs import PAGES

from logicsweep import PLAYERS, InvalidInput, formats
from logicsweep.cli import VERBS, cli
from logicsweep.formats import FORMATS
from logicsweep.rules.engine import STRATEGIES

BOARDS = SAMPLES / "boards.txt"
COMMANDS = {name: cli.get_command(click.Context(cli), name) for name in cli.list_commands(click.Context(cli))}


def test_solve_answers_the_judges_own_input(run, data):
    done = run("solve", data / "datamining" / "mines.in")
    assert done.stdout.split() == (data / "datamining" / "mines.out").read_text().split()


def test_limits_of_a_trace(run):
    assert "\n1 firing: all-found 1\n" in run("trace", "--limit", "1", BOARDS).stdout
    done = run("trace", "--limit", "0", "--start", "r1c1", BOARDS)
    assert done.stdout.endswith("0 firings\nremaining 6: r1c2, r1c3, r2c1, r2c2, r2c3, r3c3\n")
    assert run("trace", "--limit", "9" * 30, BOARDS).stdout.endswith("remaining 0\n")
    assert run("compare", "--limit", "9" * 30, "--start", "r1c1", "--board", "1", BOARDS).returncode == 0
    assert "casual starts at r2c1" in run("trace", "--start", "worst", BOARDS).stdout


@pytest.mark.slow
def test_the_same_answer_for_every_hash_seed(run):
    line = ["why", "r4c4", "--board", "4", BOARDS]
    assert len({run(*line, env={"PYTHONHASHSEED": seed}).stdout for seed in ("0", "77")}) == 1


LADDER_TEXT = (SAMPLES / "ladder.txt").read_text()
MORE = "There may be more to find out: try --effort high.\n"


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (["hint"], "#######\n#2#2#2#\n#######\n"),
        (["compare", "--start", "r1c8"], LADDER_TEXT),
    ],
)
def test_an_answer_that_ran_out_of_effort_says_how_to_try_harder(run, little_effort, call, text):
    little, high = (run(*call, *more, input=text).stdout for more in ([], ["--effort", "high"]))
    assert little.endswith(MORE)
    assert MORE not in high


def test_hint_tells_that_nothing_is_missing(run):
    done = run("hint", input="00\n00\n")
    assert (done.returncode, done.stdout) == (0, "The position is complete: no covered cell is left.\n")


# --- what is refused --------------------------------------------------------------------------------------


LADDER = ", ".join(PLAYERS) + ", or rows-N with N from 3 to 16"
_WRONG = """
trace --board 0 first | --board: expected a whole number of at least 1, got 0
trace --board 9 first | --board: expected a number from 1 to 1 (the boards of <stdin>), got 9
trace --start zz first | --start: expected a cell from r1c1 to r3c3, got 'zz'
trace --start r3c1 first | --start: expected a safe cell, got a mine at r3c1
trace --player nobody first | --player: expected one of LADDER (nearest: local), got 'nobody'
compare --players a,,b first | --players: expected one of LADDER (nearest: local), got 'a'
compare --rules nofile first | nofile: cannot read: no such file
compare --start all --limit 3 first | logicsweep compare: --limit does not go with --start all
solve --from x first | --from: expected one of judge
solve --json=1 first | --json: expected no value, got one
hint --mines -1 position | --mines: expected a whole number of at least 0, got -1
hint --mines 999 position | --mines: expected a mine total from 0 to 28 (the covered cells), got 999
hint --mines | --mines: expected a value, got none
hint --player casual --effort high position | logicsweep hint: --effort does not apply to casual
hint --effort 5 position | --effort: expected one of normal, high, got '5'
hint --stage 5 position | --stage: expected a whole number from 1 to 4, got 5
hint --stage 1 --why position | logicsweep hint: --why does not go with --stage
why r1c1 --stage 1 --all first | logicsweep why: --all does not go with --stage
why zz --stage 1 first | CELL: expected a cell from r1c1 to r3c3, got 'zz'
why r1c1 --mines 3 first | logicsweep why: --mines does not apply to boards
trace --start r1c1 position | logicsweep trace: --start does not apply to a position
why | logicsweep why: Missing argument 'CELL'.
trace --seed 5 first | logicsweep trace: --seed needs --strategy random
trace --strategy luck first | --strategy: expected one of STRATEGIES, got 'luck'
trace --board 1 --board 2 | logicsweep trace: --board is given twice
oneclick --size 9999999999x1 --mines 1 | --size: 9999999999 x 1: expected at most 67108864 cells
oneclick --size 3 | --size: expected rows x columns such as 5x7, got '3'
oneclick --size 3x5/3 --mines 4 | --mines: expected none, since --size 3x5/3 has them, got 4
oneclick --size 3x5 | --mines: expected a number of mines, got none
oneclick --size 3x5 --mines 3 x | logicsweep oneclick: FILE and --size do not go together
reveal --click x reveal | --click: expected a row and a column, counted from 0, such as 3,0, got 'x'
path --svg - --step 0 first | --step: expected a whole number of at least 1, got 0
path --grade --html x first | logicsweep path: --html does not go with --grade
path --step 1 first | logicsweep path: --step needs --svg
compare --start all --svg - first | logicsweep compare: --svg does not go with --start all
hint --json --svg - position | logicsweep hint: --svg - and --json do not go together
hint --svg x.HTML position | --svg: expected a name that ends in .svg, got 'x.HTML'
trace --graph x.txt first | --graph: expected a name that ends in .json, .dot, .graphml, .gexf, got 'x.txt'
sample nothing | NAME: expected one of first, boards, reveal, oneclick,
solve --bogus | logicsweep solve: No such option '--bogus'.
fly | logicsweep: No such verb 'fly'. See logicsweep --help
slove | logicsweep: No such verb 'slove'. (Did you mean solve or live?) See logicsweep --help
"""
WRONG = [[part.strip() for part in line.split("|")] for line in _WRONG.strip().splitlines()]


@pytest.mark.parametrize(("line", "message"), WRONG)
def test_a_wrong_option_is_refused_in_one_line(line, message):
    arguments = line.split(" ")
    samples = {path.stem: path.read_bytes() for path in SAMPLES.iterdir() if path.is_file()}
    data = samples[arguments.pop()] if arguments[-1] in samples else b""
    assert mistake(arguments, data).startswith(
        message.replace("LADDER", LADDER).replace("STRATEGIES", ", ".join(STRATEGIES))
    )


@pytest.mark.parametrize("name", ["x.pdf", "x.PNG", "x.svg"])
def test_a_page_is_not_written_under_the_name_of_a_picture(name):
    verbs = [one for one, verb in COMMANDS.items() if any("--html" in option.opts for option in verb.params)]
    message = f"--html: expected a name that ends in .html or .htm, got '{name}'\n"
    assert {verb: mistake([verb, "--html", name, "r1c1"]) for verb in verbs} == dict.fromkeys(verbs, message)


_BAD = [
    ("solve", "3 3\n...\n...\nMM.\n2 2\nM.\nM?\n", "0\n", "<stdin>:7:2: expected 'M' or '.', got '?'"),
    ("solve", b"1 2\nM.\n1 2\nM\xff\n", "0\n", "<stdin>:4:2: expected 'M' or '.', got '\\xff'"),
    ("solve", "", "", "<stdin>:1:1: expected a board, got an empty text"),
    ("solve no/such", "", "", "no/such: cannot read: no such file, and not an ID, link or text in a known "),
    (["solve", ""], "", "", "FILE: expected the name of a file, got an empty name"),
    ("solve " + "x" * 300, "", "", "x" * 300 + ": cannot read: no such file, and not an ID, "),
    ("reveal --click " + "9" * 5000 + " samples/reveal.json", "", "", "--click: "),
    ("solve samples", "", "", "samples: cannot read: it is a directory"),
    ("solve samples/first.txt samples samples/ladder.txt", "", "", "samples: cannot read: it is a directory"),
    ("hint", "20 mines\n##\n11\n", "", "<stdin>:1:1: expected 'mines 20', got '20 mines'"),
    ("generate 3x3/0 --for casual", "", "", "ROWSxCOLS/MINES: expected at least one mine, got 0"),
    ("solve - samples/first.txt -", "", "", "FILE: expected '-' (standard input) once, got it 2 times"),
    ("hint", "", "", "<stdin>:1:1: expected a row of cells, got an empty text"),
    ("hint --mines 2", "##\n11\n", "", "r2c1=1 cannot hold with 2 mines in all"),
    ("hint --trust-flags", "F#\n1F\n", "", "with the flags as mines, r2c1=1 cannot hold: there can be 2 to"),
    (
        "hint --svg - samples/position.txt samples/endgame.txt",
        "",
        "",
        "--svg: expected one board or position (",
    ),
    ("reveal a b", "", "", "logicsweep reveal: Got unexpected extra argument (b)"),
    (
        "survey 5x5/4 --guess least-risk --out x",
        "",
        "",
        "logicsweep survey: Got unexpected extra argument (least-risk) (--policy least-risk names a policy)",
    ),
]


@pytest.mark.parametrize(("arguments", "text", "answers", "message"), _BAD)
def test_bad_input_ends_in_one_line_and_status_2(run, arguments, text, answers, message):
    done = run(*(arguments.split() if isinstance(arguments, str) else arguments), input=text)
    assert (done.returncode, done.stdout) == (2, answers)
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1 and len(done.stderr) < 600


def test_a_file_may_have_the_name_of_an_option(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mines").write_text("1#\n1\n")
    assert called(["hint", "mines"]).err.startswith("mines:2:")


def test_a_long_value_is_shortened():
    assert called(["trace", "--board", "x" * 999]).err.endswith(f"got '{'x' * 37}...'\n")


@pytest.mark.parametrize(
    ("end", "status", "message"),
    [
        (KeyboardInterrupt(), 130, "interrupted\n"),
        (MemoryError(), 2, "logicsweep: not enough memory for this task\n"),
        (InvalidInput("a\nplace", "\x1b", "\u200b" * 999), 2, "a place: expected \\x1b, got \\u200b"),
    ],
)
def test_whatever_ends_a_call_is_said_in_one_line(monkeypatch, end, status, message):
    def ends(*_):
        raise end

    monkeypatch.setattr(formats, "decode_text", ends)
    done = called(["reveal"], b"E")
    assert (done.status, done.out) == (status, "")
    assert done.err.startswith(message)
    assert done.err.count("\n") == 1 and len(done.err) <= 501


# --- help and samples -------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", [None, *COMMANDS])
def test_every_help_text_ends_in_an_example_that_runs_anywhere(tmp_path, monkeypatch, verb):
    command = COMMANDS[verb] if verb else cli
    example = re.fullmatch("Example: (.+)", command.epilog or "")
    assert example, "help ends in no example"
    shown = called([*([verb] if verb else []), "--help"])
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.rstrip().endswith(command.epilog)
    monkeypatch.setenv("COLUMNS", "40")
    narrow = called([*([verb] if verb else []), "--help"]).out
    assert max(map(len, narrow.replace(command.epilog, "").splitlines())) <= 40
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(importlib.import_module("logicsweep.surveying.run"), "processes", ThreadPoolExecutor)
    if verb == "live":  # it would not end
        monkeypatch.setattr(
            pytest.importorskip("logicsweep.live.server"), "serve", lambda _, tell: tell("here")
        )
        monkeypatch.setattr("webbrowser.open", str)
    lines, left = zip(*called_each(example[1]), strict=True)
    assert all(done.status == 0 and done.out for done in left), left
    assert verb in (None, lines[-1][1])


ELSEWHERE = """
import os, signal, sys
for name in ("fcntl", "resource"):
    sys.modules[name] = None
del os.fork, signal.SIGHUP
"""
EXAMPLES = """
if __name__ == "__main__":
    import json, sys
    from in_process import called_each
    for example in sys.argv[1:]:
        for line, done in called_each(example):
            print(json.dumps([line[1], done.status, done.out > "", done.err]))
"""


@pytest.mark.slow
def test_every_verb_works_where_fcntl_resource_fork_and_sighup_are_missing(tmp_path):
    """As on Windows; what starts workers, and these, go without too."""
    ending = {name: one for name, one in COMMANDS.items() if name != "live"}
    (tmp_path / "sitecustomize.py").write_text(ELSEWHERE)
    (tmp_path / "examples.py").write_text(EXAMPLES)
    path = os.pathsep.join(map(str, (tmp_path, ROOT, ROOT / "tests")))
    line = [sys.executable, "examples.py", *[one.epilog.partition(": ")[2] for one in ending.values()]]
    env = os.environ | {"PYTHONPATH": path}
    done = subprocess.run(line, capture_output=True, text=True, cwd=tmp_path, env=env, check=True)
    assert done.stderr == ""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert {verb for verb, *_ in found} == {*ending}
    assert {tuple(left[1:3]) for left in found} == {(0, True)}
    unlocked = "this system cannot lock a folder: do not let a second survey write to it\n"
    started = ["generate", 0, True, "start r5c5\n"]
    assert [left for left in found if left[3]] == [started, ["survey", 0, True, unlocked]]


def test_sample_prints_every_sample_and_says_what_it_shows(run):
    listed = [line for line in run("sample").stdout.splitlines() if line[0] != " "]
    files = {path.stem: path for path in SAMPLES.glob("*.*") if path.name != "README.md"}
    assert {line.split()[0] for line in listed} == set(files)
    assert all(len(line.split()) > 3 for line in listed)
    for name, path in files.items():
        assert run("sample", name).stdout == path.read_text()


def test_every_option_says_in_a_sentence_what_it_does():
    for verb, command in COMMANDS.items():
        for option in command.params:
            if isinstance(option, click.Option):
                assert re.match(r"[a-zA-Z].*[.\]]$", option.help or ""), (verb, option.opts)


# --- streams and signals ----------------------------------------------------------------------------------


def test_a_closed_pipe_ends_quietly():
    text = "30 30\n" + ("." * 29 + "M\n") * 30
    command = f"{sys.executable} -m logicsweep trace --json | head -n 1"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"], input=text, capture_output=True, text=True, cwd=ROOT
    )
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)


def test_an_interrupt_ends_cleanly():
    command = [sys.executable, "-m", "logicsweep", "solve"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, cwd=ROOT, preexec_fn=hears, **pipes) as process:
        process.stdin.write(b"1 2\nM.\n1 2\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"0\n"  # imports are done: Python ends otherwise in some of them
        while _unread(process.stdin) and process.poll() is None:  # until it waits for more boards
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert (process.stderr.read(), process.wait(timeout=20)) == (b"interrupted\n", 130)


TWICE = """
import signal
from logicsweep import __main__

def stopped():
    try:
        signal.raise_signal(signal.SIGINT)
    finally:  # it takes long to end
        signal.raise_signal(signal.SIGINT)
        print("still here")

__main__._run = stopped
__main__.main()
"""


def test_a_second_interrupt_ends_without_a_word():
    command = [sys.executable, "-c", TWICE]
    done = subprocess.run(command, cwd=ROOT, preexec_fn=hears, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


COMPILING = """
from logicsweep import kernel
kernel._COMPILED_HERE.add("an entry without stored code")
"""


def test_an_interrupt_while_code_is_compiled_says_how_to_stop_at_once():
    command = [sys.executable, "-c", COMPILING + TWICE]
    done = subprocess.run(command, cwd=ROOT, preexec_fn=hears, capture_output=True, check=False)
    told = b"compiling; press Ctrl-C again to stop now\n"
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", told)


def _unread(pipe):
    size = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, size)
    return size[0]


def test_plain_solve_imports_no_library_and_no_format_but_that_of_the_boards():
    code = (
        "import sys; sys.argv = ['logicsweep', 'solve', 'samples/boards.txt']\n"
        "from logicsweep.__main__ import _run\n"
        "assert _run() == 0\n"
        "print({'networkx', 'rich', 'constraint', 'numpy'} & set(sys.modules))\n"
        "print(sorted(name for name in sys.modules if name.startswith('logicsweep.formats.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-2:] == [
        "set()",
        "['logicsweep.formats.common', 'logicsweep.formats.judge']",
    ]


@pytest.mark.parametrize(
    ("arguments", "not_needed"),
    [
        (["convert", "--to", "mine", "samples/boards.txt"], {"logicsweep.games", "logicsweep.reasons"}),
        (["hint", "samples/position.txt"], {"logicsweep.games.path", "logicsweep.reasons.twins", "networkx"}),
    ],
)
def test_a_verb_starts_without_modules_that_only_other_questions_need(arguments, not_needed):
    code = f"import sys; sys.argv = ['', *{arguments}]\nfrom logicsweep.__main__ import _run; _run()\n"
    code += f"print({not_needed} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "set()"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("solve samples/boards.txt > /dev/full", "<stdout>: cannot write: No space left on device\n"),
        ("solve <&-", "<stdin>: cannot read: standard input is closed"),
        ("--help >&-", "<stdout>: cannot write: it is closed\n"),
        ("solve $'a\\xff\\x1b'", "a\\xff\\x1b: cannot read: no such file, and not an ID, "),
    ],
)
def test_closed_and_full_streams(command, message):
    shell = ["bash", "-c", f"{sys.executable} -m logicsweep {command}"]
    done = subprocess.run(shell, capture_output=True, text=True, cwd=ROOT, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(message)


@pytest.mark.parametrize("line", ["fly 2>&-", "solve nowhere 2>/dev/full >/dev/full", "hint - 2>&- <&-"])
def test_an_error_that_cannot_be_written_keeps_its_exit_status(line):
    shell = ["bash", "-c", f"{sys.executable} -m logicsweep {line}"]
    done = subprocess.run(shell, capture_output=True, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


def test_a_character_that_the_output_encoding_lacks_is_replaced(run, tmp_path):
    rules = tmp_path / "rules.py"
    rules.write_text((SAMPLES / "my_rules.py").read_text().replace("Beside a 1", "Neben \u0392 \u00d7 1"))
    arguments = ("why", "r3c6", "--start", "r1c8", "--rules", rules, SAMPLES / "ladder.txt")
    done = run(*arguments, env={"PYTHONIOENCODING": "cp1253"}, encoding="cp1253")
    assert "Neben \u0392 \\xd7 1 that sees" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


# --- completion -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("logicsweep ", set(VERBS)),
        ("logicsweep co", {verb for verb in VERBS if verb.startswith("co")}),
        ("logicsweep hint --sta", {"--start", "--stage"}),
        ("logicsweep hint --player ", {*PLAYERS}),
        ("logicsweep trace --player ", {*PLAYERS}),
        ("logicsweep rules ", {*PLAYERS}),
        ("logicsweep compare --players casual,", {f"casual,{name}" for name in PLAYERS if name != "casual"}),
        ("logicsweep compare --start ", {"best", "worst", "all"}),
        ("logicsweep solve --from ", {row.name for row in FORMATS if row.holds == "boards"}),
        ("logicsweep trace --color ", {"auto", "always", "never"}),
    ],
)
def test_a_shell_is_told_the_words(line, expected, monkeypatch):
    words = completed(line, monkeypatch)
    found = re.findall(r"^plain[,\n](\S+)", words, re.MULTILINE)
    begun = "" if line.endswith(" ") else line.split()[-1]
    assert expected <= set(found)
    assert all(one.startswith(begun) for one in found)
    assert len(found) == len(expected)


def completed(line, monkeypatch):
    """What bash is told of a line."""
    cword = len(line.split()) - (not line.endswith(" "))
    variables = {"COMP_WORDS": line, "COMP_CWORD": cword, "_LOGICSWEEP_COMPLETE": "bash_complete"}
    for name, value in variables.items():
        monkeypatch.setenv(name, str(value))
    return called([]).out


def test_file_names_are_left_to_the_shell(monkeypatch):
    for line in ("logicsweep hint sam", "logicsweep trace --rules my", "logicsweep why r1c1 sam"):
        assert completed(line, monkeypatch).strip() == f"file,{line.split()[-1]}"


def test_the_lines_of_the_docs_set_completion_up(shell):
    lines = re.findall(r"^.*_LOGICSWEEP_COMPLETE=(\w+).*$", PAGES["docs/start.md"], re.MULTILINE)
    assert lines == ["bash_source", "zsh_source", "fish_source"]
    line = next(line for line in PAGES["docs/start.md"].splitlines() if "bash_source" in line)
    ask = "COMP_WORDS=(logicsweep hi); COMP_CWORD=1; _logicsweep_completion logicsweep; echo ${COMPREPLY[@]}"
    assert shell(f"{line}\n{ask}").stdout == "hint\n"
