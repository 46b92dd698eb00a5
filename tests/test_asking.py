"""The command that a page tells for cells of which it does not tell: pasted, it says what the page would."""

import re
import shlex
from pathlib import Path
from shutil import copy

import networkx as nx
import pytest
from conftest import SAMPLES
from in_process import called
from test_page import data_of

from logicsweep import Board
from logicsweep.formats import graph as graph_format

TWO = "1#\n##\n\nmines 2\nF1##\n####\n"
OWN = "PLAYERS = {'ann': [one_one], 'bob': [one_one]}\n"
CALLS = {
    "trace": "trace --start r1c8 ladder.txt",
    "best": "trace ladder.txt",
    "limit": "trace --limit 2 --strategy random --seed 5 --start r1c8 ladder.txt",
    "board of many": "trace --board 3 --player overlap first.txt boards.txt",
    "standard input": "path --player overlap -",
    "no file": "path --player overlap",
    "inline": "compare --player casual 9x9:0,0,me0691ca8a278f3c371688",
    "rules": "trace --rules my_rules.py --unchecked --start r1c8 ladder.txt",
    "field": "path --player casual --field torus --start r1c1 ladder.txt",
    "position": "trace --mines 3 endgame.txt",
    "path of a position": "path --player casual --board 2 two.txt",
    "compare": "compare --players casual,expert --start r1c8 ladder.txt",
    "compare own": "compare --players casual,overlap --rules my_rules.py --start r1c8 ladder.txt",
    "compare players": "compare --players casual --rules ann.py --rules my_rules.py --start r1c8 ladder.txt",
    "compare of a position": "compare --board 2 two.txt",
    "hint": "hint endgame.txt",
    "hint, as only hint reads it": "hint --player casual strange.txt",
    "hint, trusted": "hint --trust-flags --mines 2 --board 2 two.txt",
    "hint, casual": "hint --player casual --board 2 two.txt",
    "hint of a board": "hint --start r1c8 ladder.txt",
    "hint of a torus": "hint --field torus --start r1c1 --player casual ladder.txt",
    "why": "why r5c1 --start r1c8 --player overlap ladder.txt",
    "why of a position": "why r4c1 endgame.txt",
    "a name with blanks": "trace 'my CELL $HOME.txt' --start r1c8",
    "odd nodes": "trace odd.json --start=-n2",
    "hint of odd nodes": "hint odd.json --start=-n2",
}
CALLS["inline"] = CALLS["inline"].replace("--player casual", "--players casual,overlap")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("ladder.txt", "first.txt", "boards.txt", "endgame.txt", "my_rules.py"):
        copy(SAMPLES / name, tmp_path)
    copy(SAMPLES / "ladder.txt", "my CELL $HOME.txt")
    Path("ann.py").write_text(Path("my_rules.py").read_text() + OWN)
    Path("two.txt").write_text(TWO)
    Path("strange.txt").write_text("🚩⬜⬜⬜\n")
    names = ["-n0", "-n1", "-n2", "CELL", "it's", "-n 5", "--"]
    odd = Board.of(nx.relabel_nodes(nx.cycle_graph(7), dict(enumerate(names))), ["it's", "CELL"])
    Path("odd.json").write_text(graph_format.write_boards([odd]))


def pasted(command, data):
    """What a command prints, line by line, each word as a shell has it."""
    *before, last = command.split(" | ")
    for one in before:
        data = called(shlex.split(one)[1:], data).out.encode()
    done = called(shlex.split(last)[1:], data)
    assert done.err == "" and done.status in (0, 1), (command, done.err)
    return done.out.splitlines()


def plain(lines):
    """Lines without what a player of rules files is called: `compare` calls them by the file alone."""
    return [re.sub(r"(casual with )?my_rules(\.py)?", "own", line, flags=re.I) for line in lines]


@pytest.mark.parametrize("line", CALLS.values(), ids=CALLS)
def test_the_command_of_a_page_tells_what_the_page_would(line, folder):
    data = (SAMPLES / "ladder.txt").read_bytes()
    made = called([*shlex.split(line), "--html", "page.html"], data)
    assert made.err == ""
    told = data_of(Path("page.html").read_text())
    names = told["field"].get("names")
    cols = told["field"].get("cols")
    assert told["answers"]
    for cell, answer in [*told["answers"].items()][:4]:
        at = int(cell)
        name = names[at] if names else f"r{at // cols + 1}c{at % cols + 1}"
        for run in told["runs"]:
            said = pasted(run["ask"].replace("CELL", shlex.quote(name), 1), data)
            assert name in said[0]
        assert plain(said)[0] == plain(answer["said"])[0]  # of the last run: that is who is asked
        assert {*plain(answer["said"])} <= {*plain(said)} or "twins" in answer or "proof" in answer
