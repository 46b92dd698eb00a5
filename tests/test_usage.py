"""Wrong options: each is refused in one line, after the option's name, or in a sentence."""

import pytest
from conftest import SAMPLES
from in_process import called

from logicsweep import formats
from logicsweep.errors import InvalidInput

LADDER = "casual, overlap, expert, counter, or rows-3 to rows-16"
_WRONG = """
trace --board 0 first         | --board: expected a whole number of at least 1, got 0
trace --board x first         | --board: expected a whole number of at least 1, got 'x'
trace --board 9 first         | --board: expected a number from 1 to 1 (the boards of <stdin>), got 9
compare --board 9 first       | --board: expected a number from 1 to 1 (the boards of <stdin>), got 9
trace --start zz first        | --start: expected a cell from r1c1 to r3c3, got 'zz'
trace --start= first          | --start: expected a cell from r1c1 to r3c3, got ''
compare --start= first        | --start: expected a cell from r1c1 to r3c3, got ''
trace --start r3c1 first      | --start: expected a safe cell, got a mine at r3c1
trace --player nobody first   | --player: expected one of LADDER, got 'nobody'
trace --player= first         | --player: expected one of LADDER, got ''
compare --players a,,b first  | --players: expected one of LADDER, got 'a'
compare --players casual, first | --players: expected one of LADDER, got ''
compare --players= first      | --players: expected one of LADDER, got ''
compare --rules nofile first  | nofile: cannot read: no such file
compare --rules= first        | --rules: expected the name of a Python file, got an empty name
compare --limit -1 first      | --limit: expected a whole number of at least 0, got -1
compare --steps 0 first       | --steps: expected a whole number of at least 1, got 0
compare --start all --limit 3 first | logicsweep compare: --limit says nothing with --start all
compare --start all --steps 3 first | logicsweep compare: --steps says nothing with --start all
solve --from x first          | --from: expected one of judge
solve --json --starts first   | logicsweep solve: --json and --starts do not go together
solve --json=1 first          | --json: expected no value, got one
hint --mines -1 position      | --mines: expected a whole number of at least 0, got -1
hint --mines 999 position     | --mines: expected a mine total from 0 to 28 (the covered cells), got 999
hint --mines x position       | --mines: expected a whole number, got 'x'
hint --mines                  | --mines: expected a value, got none
hint --states 0 position      | --states: expected a whole number of at least 1, got 0
hint --solver x position      | --solver: expected one of elimination, search, got 'x'
hint --player casual --states 5 position | logicsweep hint: --states does not apply to casual
trace --unchecked first        | logicsweep trace: --unchecked says nothing without --rules
hint --steps 5 position        | logicsweep hint: --steps says nothing without --why
hint --stage 0 position        | --stage: expected a whole number from 1 to 4, got 0
hint --stage 5 position        | --stage: expected a whole number from 1 to 4, got 5
hint --stage x position        | --stage: expected a whole number from 1 to 4, got 'x'
hint --stage 1 --why position  | logicsweep hint: --why does not go with --stage
hint --stage 1 --solver search position | logicsweep hint: --solver does not go with --stage
hint --stage 1 --states 9 position | logicsweep hint: --states does not go with --stage
why r1c1 --stage 5 first       | --stage: expected a whole number from 1 to 4, got 5
why r1c1 --stage 1 --chain first | logicsweep why: --chain does not go with --stage
why r1c1 --stage 1 --refute first | logicsweep why: --refute does not go with --stage
why zz --stage 1 first         | CELL: expected a cell from r1c1 to r3c3, got 'zz'
why zz first                  | CELL: expected a cell from r1c1 to r3c3, got 'zz'
why r1c8 --mines -1 position  | --mines: expected a whole number of at least 0, got -1
why r1c8 --seed 3 position    | logicsweep why: --seed does not apply to a position
why r1c1 --mines 3 first      | logicsweep why: --mines does not apply to boards
why r1c1 --chain --json first | logicsweep why: --chain and --json do not go together
why                           | logicsweep why: Missing argument 'CELL'.
trace --seed 5 first          | logicsweep trace: --seed says nothing without --strategy random
trace --seed x first          | --seed: expected a whole number, got 'x'
trace --strategy luck first   | --strategy: expected one of breadth, depth, random, level, got 'luck'
trace --board 1 --board 2     | logicsweep trace: --board is given twice
oneclick --size 3             | --size: expected rows x columns such as 5x7, got '3'
oneclick --size 0x5 --mines 1 | --size: expected a whole number of at least 1, got 0
oneclick --size 3x5           | --mines: expected a number of mines, got none
oneclick --mines 3            | --size: expected rows x columns such as 5x7, got none
oneclick --size 3x5 --mines 15 | --mines: expected a whole number from 0 to 14, got 15
oneclick --size 3x5 --mines 3 x | logicsweep oneclick: FILE and --size do not go together
reveal --click x reveal       | --click: expected a row and a column, counted from 0, such as 3,0, got 'x'
sample nothing                | NAME: expected one of first, boards, reveal, oneclick,
solve --bogus                 | logicsweep solve: No such option '--bogus'.
fly                           | logicsweep: No such command 'fly'.
"""
WRONG = [[part.strip() for part in line.split("|")] for line in _WRONG.strip().splitlines()]


@pytest.mark.parametrize(("line", "message"), WRONG)
def test_a_wrong_option_is_refused_in_one_line(line, message):
    arguments = line.split(" ")
    samples = {path.stem: path.read_bytes() for path in SAMPLES.iterdir()}
    data = samples[arguments.pop()] if arguments[-1] in samples else b""
    done = called(arguments, data)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(message.replace("LADDER", LADDER))
    assert done.err.count("\n") == 1


def test_a_file_may_have_the_name_of_an_option(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mines").write_text("1#\n1\n")
    assert called(["hint", "mines"]).err.startswith("mines:2:")


def test_a_long_value_is_shortened():
    assert called(["trace", "--board", "x" * 999]).err.endswith(f"got '{'x' * 37}...'\n")
    assert called(["trace", "--start", "x" * 999], b"1 2\nM.\n").err.endswith(f"got '{'x' * 37}...'\n")


@pytest.mark.parametrize(
    ("end", "status", "said"),
    [
        (KeyboardInterrupt(), 130, "interrupted\n"),
        (MemoryError(), 2, "logicsweep: not enough memory for this task\n"),
        (InvalidInput("a\nplace", "\x1b", "\u200b" * 999), 2, "a place: expected \\x1b, got \\u200b"),
    ],
)
def test_whatever_ends_a_call_is_said_in_one_line(monkeypatch, end, status, said):
    def ends(*_):
        raise end

    monkeypatch.setattr(formats, "decoded", ends)
    done = called(["reveal"], b"E")
    assert (done.status, done.out) == (status, "")
    assert done.err.startswith(said)
    assert done.err.count("\n") == 1 and len(done.err) <= 501
