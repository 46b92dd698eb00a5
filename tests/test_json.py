"""JSON: what all verbs print agrees with the hints of the values, and `--fields` tells of all of it."""

from __future__ import annotations

import json
from collections.abc import Hashable
from fractions import Fraction
from itertools import islice
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin
from unittest import mock

import networkx as nx
import pytest
from conftest import SAMPLES
from hypothesis import given
from hypothesis import strategies as st
from in_process import called
from strategies import BY_CLUES, STRONGEST, examples, views

from logicsweep import Board, View, least_remaining, play
from logicsweep.boards.annotations import CellIndex, ClueIndex, Mark
from logicsweep.boards.cells import CellGraph
from logicsweep.cli import cli
from logicsweep.errors import Contradiction, LimitReached
from logicsweep.games.players import PLAYERS
from logicsweep.games.why import full_answer
from logicsweep.rules.firing import Fact
from logicsweep.show import compare, generate, hint, path, perfect, review, rules, trace, why
from logicsweep.show import json as written
from logicsweep.show import solve as solved
from logicsweep.verbs.effort import EFFORTS, Effort
from logicsweep.verbs.hint import hint as find_hint
from logicsweep.verbs.path import finish
from logicsweep.verbs.reading import Numbered

VERBS = {"solve": solved, "trace": trace, "why": why, "compare": compare, "path": path, "hint": hint}
VERBS |= {"generate": generate, "perfect": perfect, "rules": rules, "review": review}
RULES = """
from logicsweep import Fact, Match, Production

def corner(memory, cell):
    "Corners are safe."
    used = (memory.clues[cell],)
    return Match(used, (Fact("safe", 0),)) if 0 in memory.covered else None

TOLD = [Production("corner", corner, needs="clue")]
"""
LADDER = ["--start", "r1c8", SAMPLES / "ladder.txt"]
CALLS = [
    (["solve", SAMPLES / "boards.txt"], ""),
    (["solve", SAMPLES / "torus.txt"], ""),
    *[(["trace", "--agenda", "--player", name, *LADDER], "") for name in PLAYERS],
    (["trace", SAMPLES / "petersen.json"], ""),
    (["trace", "--agenda", SAMPLES / "endgame.txt"], ""),
    *[
        (["why", cell, *more, *LADDER], "")
        for cell in ("r1c8", "r3c6", "r5c1")
        for more in ([], ["--refute"])
    ],
    *[(["why", cell, SAMPLES / "endgame.txt"], "") for cell in ("r1c1", "r1c2", "r2c1", "r1c4")],
    (["why", "r1c4"], "1#1#\n"),
    (["why", "r1c2", "--stage", "4"], "###\n121\n000\n"),
    *[(["compare", *more, SAMPLES / "ladder.txt"], "") for more in ([], ["--start", "all"])],
    (["compare", SAMPLES / "endgame.txt"], ""),
    (["compare"], "#F#\n121\n000\n"),
    *[(["path", *more, *LADDER], "") for more in ([], ["--grade"], ["--player", "casual"])],
    (["path", SAMPLES / "endgame.txt"], ""),
    (["perfect", "2x3/2", "--policy", "least-risk"], ""),
    (["perfect", SAMPLES / "endgame.txt"], ""),
    *[([verb, "--policy", "least-risk", *LADDER], "") for verb in ("trace", "compare")],
    (["path", "--player", "overlap", "--policy", "best", *LADDER], ""),
    *[(["hint", *more, SAMPLES / "endgame.txt"], "") for more in ([], ["--why"], ["--player", "casual"])],
    *[(["hint", "--stage", stage], "01##\n02##\n01##\n") for stage in "1234"],
    (["hint"], "F#\n1F\n"),
    *[(["rules", player], "") for player in (*PLAYERS, "rows-4")],
    (["rules", "casual", "--rules", SAMPLES / "my_rules.py"], ""),
    (["generate", "5x6/6", "-n", "2", "--jobs", "1"], ""),
    (["review", SAMPLES / "game.txt"], ""),
    (["review", "-j", "1", SAMPLES / "game.txt", SAMPLES / "game.txt"], ""),
]


def printed(arguments, text):
    done = called([*map(str, arguments), "--json"], text.encode())
    return [(arguments[0], json.loads(line)) for line in done.out.splitlines()]


def form_of(verb, value):
    """The only form of a verb that has these fields."""
    [form] = [form for form in VERBS[verb].PRINTED if [*form.hints] == [*value]]
    return form


def fits(value, hint):
    """Whether a value is what a hint says that it is once it is written."""
    head, parts = get_origin(hint), get_args(hint)
    if head is Annotated:
        marked = [mark for mark in parts if isinstance(mark, Mark)]
        return value is None or isinstance(value, str) if marked else fits(value, parts[0])
    if head in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if head is Literal:
        return value in parts
    if hint is Any or hint is object:
        return True
    if hint in (Hashable, Fact):
        return value is None or isinstance(value, str)
    if written._is_map(head):
        return isinstance(value, dict) and all(fits(one, parts[1]) for one in value.values())
    if head is tuple and parts[-1] is not Ellipsis:
        return len(value) == len(parts) and all(map(fits, value, parts))
    if head:
        return isinstance(value, list) and all(fits(one, parts[0]) for one in value)
    if hint in (Board, View):
        return all(isinstance(row, str) for row in value)
    if issubclass(hint, Fraction):
        return isinstance(value, str) and 0 <= Fraction(value) <= 1
    if issubclass(hint, Exception):
        return isinstance(value, str)
    if hint is CellGraph:
        return fits(value, written.Field)
    if written._is_object(hint):
        if not isinstance(value, dict):
            return False
        fields = written.fields_of(hint)
        return [*fields] == [*value] and all(fits(value[name], its) for name, its in fields.items())
    return value is None if hint is NoneType else type(value) is hint


def require(verb, value):
    for name, its in form_of(verb, value).hints.items():
        assert fits(value[name], its), (verb, name, value[name], its)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    rules = tmp_path_factory.mktemp("rules") / "rules.py"
    rules.write_text(RULES)
    found = [pair for call in CALLS for pair in printed(*call)]
    with mock.patch("logicsweep.games.why.both_ways", side_effect=LimitReached):
        found += printed(["why", "r1c1"], "#1#\n")
    with mock.patch.dict(EFFORTS, normal=Effort(1, 1)):
        found += printed(["hint"], "#######\n#2#2#2#\n#######\n")
    for verb in (["trace"], ["why", "r5c1"], ["compare"], ["path"]):
        found += printed([*verb, "--rules", f"{rules}:TOLD", *LADDER], "")
    return found


def test_all_that_the_verbs_print_agrees_with_the_hints(corpus):
    for verb, value in corpus:
        require(verb, value)
    shown = {(verb, form_of(verb, value).name) for verb, value in corpus}
    assert shown == {(verb, form.name) for verb, module in VERBS.items() for form in module.PRINTED}


def test_so_does_what_the_library_makes_of_free_graphs_and_of_facts_about_no_cell():
    board = Board.of(nx.petersen_graph(), mines=[0])
    game = play(board, 7, STRONGEST)
    for line in trace.run_json(finish(game, agenda=True)):
        require("trace", line)
    for cell in range(10):
        require("why", why.answer_json(full_answer(game, cell)))
    answer = solved.solved_json(1, least_remaining(board))
    require("solve", answer)
    assert answer["field"] == {"kind": "graph", "cells": 10, "rows": None, "cols": None}


@given(views(), st.sampled_from(sorted(PLAYERS)))
@examples(40)
def test_every_hint_and_answer_of_a_position_agrees_with_the_hints(view, player):
    try:
        run = play(view, player=player)
    except Contradiction:
        return
    who = [
        name for name in (BY_CLUES, player) if view.mine_total is not None or not PLAYERS[name].knows_total
    ]
    for name in who:
        require("hint", hint.hint_json(find_hint(Numbered(1, view), name)))
    for cell in range(0, len(view.marks), 4):
        require("why", why.answer_json(full_answer(view, cell)))
    for line in trace.run_json(finish(run, agenda=True)):
        require("trace", line)
    for line in islice(path.path_json(finish(run)), 3):
        require("path", line)


class Inner(NamedTuple):
    """What is inside."""

    share: Annotated[Fraction | None, "a share"]
    secret: int = 0


class Outer(NamedTuple):
    """What holds it."""

    cells: Annotated[frozenset[CellIndex], "some cells"]
    rows: Annotated[tuple[ClueIndex, ...], "clues"]
    view: Annotated[View, "a view"]
    by_cell: Annotated[dict[CellIndex, Inner], "values by cell"]


def test_the_walker_names_cells_and_leaves_out_what_has_no_meaning():
    view = View.parse("1# F?")
    outer = Outer(frozenset({3, 0}), (1, -1), view, {2: Inner(Fraction(2, 7), 9), 0: Inner(None)})
    assert written.to_json(outer, view.graph) == {
        "cells": ["r1c1", "r2c2"],
        "rows": ["r1c2", "total"],
        "view": ["1#", "F?"],
        "by_cell": {"r2c1": {"share": "2/7"}, "r1c1": {"share": None}},
    }


def test_fields_tell_of_every_form_and_of_all_that_is_inside():
    for verb, module in VERBS.items():
        shown = called([verb, "--fields"])
        assert (shown.status, shown.err) == (0, "")
        lines = shown.out.splitlines()
        assert all(len(line) <= 110 for line in lines)
        blocks = dict(block.split("\n", 1) for block in shown.out.split("\n\n"))
        for form in module.PRINTED:
            rows = [line for line in blocks[form.name].splitlines()[1:] if line[2:3].strip()]
            assert [row.split()[0] for row in rows] == [*form.hints]
    assert "r1c2" not in called(["solve", "--fields"]).out


def test_help_tells_of_fields_where_there_is_json():
    for verb in cli.list_commands(None):
        shown = " ".join(called([verb, "--help"]).out.split())
        assert ("--fields lists the fields." in shown) == (verb in VERBS)
