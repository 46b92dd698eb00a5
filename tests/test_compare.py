"""Players side by side: the table's numbers, what the stronger deduce beyond the first, all starts."""

import json
from itertools import combinations

import pytest
from conftest import SAMPLES
from hypothesis import given
from hypothesis import strategies as st
from oracles import remaining_by_start
from oracles_csp import agreed, satisfies
from strategies import examples
from test_players import random_board, started_boards

from logicsweep.closures.closure import solve
from logicsweep.formats import judge
from logicsweep.games.compare import compare
from logicsweep.games.game import play
from logicsweep.games.players import PLAYERS
from logicsweep.games.starts import over_starts
from logicsweep.reasons.check import check
from logicsweep.rules.casual import CASUAL

LADDER = SAMPLES / "ladder.txt"


@given(started_boards())
@examples(60)
def test_additional_cells_are_just_those_of_productions_the_first_player_lacks(started):
    comparison = compare(*started)
    casual, counter = comparison.runs["casual"], comparison.runs["counter"]
    beyond = [one.cell for one in comparison.additional]
    assert len(beyond) == len(set(beyond))
    assert not set(beyond) & {*casual.cleared, *casual.mines}
    names = {p.name for p in CASUAL}
    given_beyond = [f.subject for x in counter.trace.firings if x.production not in names for f in x.given]
    assert beyond == given_beyond
    assert [one.wave for one in comparison.additional] == sorted(one.wave for one in comparison.additional)


@given(started_boards())
@examples(60)
def test_an_explanation_forces_its_cell_on_what_was_seen_then(started):
    comparison = compare(*started)
    for one in comparison.additional:
        found = comparison.explain(one)
        view = comparison.seen(one)
        assert found.verdict == one.verdict
        assert found.total or one.production != "counted"
        assert check(view, found)
        if not found.total:
            safe, mines, _ = agreed(view, subsets_satisfying(view, set(found.clues)))
            assert one.cell in (mines if one.verdict == "mine" else safe)


def subsets_satisfying(view, clues):
    covered = view.covered
    sizes = range(len(covered) + 1)
    return [set(m) for n in sizes for m in combinations(covered, n) if satisfies(view, m, clues)]


@given(started_boards())
@examples(60)
def test_the_weakest_player_who_decides_a_cell(started):
    comparison = compare(*started)
    order = list(comparison.runs)
    for cell, name in comparison.weakest.items():
        for weaker in order[: order.index(name)]:
            game = comparison.runs[weaker]
            assert cell not in game.cleared
            assert cell not in game.mines


@given(started_boards(), st.sampled_from(sorted(PLAYERS)))
@examples(80)
def test_results_over_all_starts_are_those_of_playing_each(started, player):
    board, _ = started
    safe = [i for i, mine in enumerate(board.mined) if not mine]
    assert over_starts(board, player).remaining == {
        start: play(board, start, player).remaining for start in safe
    }
    if player == "casual":
        assert over_starts(board, player).remaining == remaining_by_start(board)
        assert over_starts(board, player).least == solve(board).remaining


@pytest.mark.parametrize("player", list(PLAYERS))
def test_results_over_all_starts_on_larger_boards(player):
    for seed in range(4):
        board = random_board(9, 12, 18, seed)
        found = over_starts(board, player)
        for start, remaining in found.remaining.items():
            assert play(board, start, player).remaining == remaining


def test_own_productions_are_played_from_every_start():
    board = random_board(4, 6, 5, 3)
    assert over_starts(board, CASUAL) == over_starts(board, "casual")


def test_hardest_step_and_shares_of_the_ladder():
    board = next(judge.read(LADDER.read_text()))
    comparison = compare(board, board.graph.find("r1c8"))
    hardest = {name: comparison.hardest(name) for name in comparison.runs}
    assert [h.step.production.name for h in hardest.values()] == [
        "all-found",
        "overlap",
        "entailed",
        "counted",
    ]
    assert [h.step.grade[1:] for h in hardest.values()] == [(1, 0, 3), (2, 0, 3), (3, 0, 5), (4, 0, 20)]
    paths = {name: comparison.path_grade(name) for name in comparison.runs}
    assert [(p.steps, p.hardest.step.production.name, p.hardest.step.grade.rows) for p in paths.values()] == [
        (4, "all-found", 1),
        (10, "overlap", 2),
        (11, "rows-3", 3),
        (21, "total", 3),
    ]
    for name, game in comparison.runs.items():
        assert sum(comparison.shares(name).values()) == len(game.cleared) - 1 + len(game.mines)


def test_compare_json_has_one_object_a_board(run):
    objects = [
        json.loads(line) for line in run("compare", "--json", SAMPLES / "boards.txt").stdout.splitlines()
    ]
    assert [o["board"] for o in objects] == [1, 2, 3, 4]
    assert [o["starts"]["casual"]["remaining"] for o in objects] == [0, 5, 1, 0]
    one = json.loads(run("compare", "--json", "--start", "r1c8", LADDER).stdout)
    by_clues = json.loads(run("compare", "--json", "--start", "r1c8", "--from-clues", LADDER).stdout)
    assert {name: p["remaining"] for name, p in one["players"].items()} == {
        "casual": 21,
        "overlap": 14,
        "expert": 13,
        "counter": 0,
    }
    found = {
        "cell": "r3c3",
        "verdict": "safe",
        "player": "expert",
        "production": "entailed",
        "wave": 2,
        "rows": 3,
        "cases": 0,
        "cells": 5,
        "added": ["r4c5", "r5c4"],
        "subtracted": ["r4c4"],
        "sentence": "r4c5 needs one mine in r3c4 and r3c5; r5c4 needs one mine in r4c3 and r5c3. "
        "That is all r4c4 needs, so r3c3 is safe.",
    }
    clues = {"clues": ["r4c4", "r4c5", "r5c4"], "total": False, "smallest": True, "flags": False}
    assert one["additional"][1] == found | dict.fromkeys(clues)
    assert by_clues["additional"][1] == found | clues
    assert one["players"]["expert"]["hardest"] == {
        "production": "entailed",
        "rows": 3,
        "cases": 0,
        "cells": 5,
        "smallest": True,
    }
    assert one["players"]["counter"]["path"]["grade"]["production"] == "total"
    assert "starts" not in one


def test_compare_all_equals_solve_on_the_judges_boards(run, data):
    done = run("compare", "--start", "all", "--json", "--players", "casual", data / "datamining" / "mines.in")
    answers = [json.loads(line)["starts"]["casual"]["remaining"] for line in done.stdout.splitlines()]
    assert answers == [int(n) for n in (data / "datamining" / "mines.out").read_text().split()]


def test_compare_text_lists_as_much_as_asked(run):
    text = run("compare", "--start", "r1c8", "--limit", "2", LADDER).stdout
    assert "... and 15 more cells (--limit)" in text
    four = run("compare", "--start", "r1c8", "--limit", "4", LADDER).stdout
    assert "... and 3 more cells (--limit)" in four  # a line may decide several cells
    by_clues = run("compare", "--start", "r1c8", "--limit", "4", "--from-clues", LADDER).stdout
    assert "... and 13 more cells (--limit)" in by_clues
    assert "r3c6 is safe: if it were a mine, r1c7=1 and r2c7=1 could not both hold. [overlap]\n" in by_clues
    assert "tttttoc@\n" in text
    two = run("compare", "--start", "worst", "--players", "casual,expert", "--board", "1", LADDER).stdout
    assert "overlap " not in two.split("\n\n")[0].replace("overlap,", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "--players casual,god",
            "--players: expected one of casual, overlap, expert, counter, or rows-3 ",
        ),
        ("--board 2", "--board: expected a number from 1 to 1 (the boards of"),
        ("--start r2c2", "--start: expected a safe cell, got a mine at r2c2"),
        ("--rules no.py", "no.py: cannot read: no such file"),
    ],
)
def test_compare_refuses_what_it_cannot_do(run, arguments, message):
    done = run("compare", *arguments.split(), LADDER)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1
