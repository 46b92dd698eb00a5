"""Proofs in words: what a sentence says is computed anew from the clues that it names and the steps below."""

import json
import re
from itertools import product

import pytest
from conftest import SAMPLES
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import examples
from test_players import started_boards

from logicsweep.boards.board import Board, View
from logicsweep.boards.random import random_board
from logicsweep.closures.closure import solve
from logicsweep.csp.position import Position
from logicsweep.games.game import play
from logicsweep.games.path import path
from logicsweep.games.players import PLAYERS, load_players, player_of
from logicsweep.games.why import Why, way_to, why
from logicsweep.rules.engine import Production
from logicsweep.show import why as shown
from logicsweep.show.why import answer_text

(OWN,) = load_players(SAMPLES / "my_rules.py")
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"]
TOTAL = ("every other cell", "are left", "is left", "the whole board", "every covered cell", "the mine total")


@examples(100)
@example((Board.parse("....\n.M..\n...."), 3), OWN)
@given(started_boards(), st.sampled_from(["casual", "overlap", "rows-3", "expert", "counter", OWN]))
def test_a_step_follows_from_the_clues_it_names_and_the_steps_below_it(started, player):
    board, start = started
    view = board.view(play(board, start).cleared)
    for cell in view.covered:
        steps = proof(view, cell, player)
        for step in steps:
            assert step.sentences
            given = {fact for one in steps if one.number in step.rests_on for fact in one.firing.given}
            assert set(step.cells) <= {fact.subject for fact in step.firing.given}
            assert forced(view, step, known(below(step, steps))) >= set(step.cells)
            for said in step.sentences:
                assert found_mines(view, said) <= {fact.subject for fact in given if fact.attribute == "mine"}


@examples(60)
@given(started_boards(), st.sampled_from(["casual", "overlap", "expert", "counter", OWN]))
def test_the_way_through_a_game_stands_on_clues_that_its_own_steps_opened(started, player):
    """Each step follows from the first clue and those of the cells that the steps below it cleared."""
    board, start = started
    found = path(board, start, player)
    for cell in {fact.subject for firing in found.trace.firings for fact in firing.given}:
        steps = way_to(found, cell)
        for step in steps:
            values = known(below(step, steps))
            view = board.view({start} | {one for one, mine in values.items() if not mine})
            assert step.sentences
            assert forced(view, step, values) >= set(step.cells)
            for said in step.sentences:
                assert found_mines(view, said) <= {one for one, mine in values.items() if mine}
    assert way_to(found, start) == ()


def proof(view, cell, player):
    answer = Why(view, player).decided(cell)
    return answer.steps if answer else ()


def below(step, steps):
    """The steps that one rests on, and those that these do."""
    found, todo = {}, [*step.rests_on]
    while todo:
        number = todo.pop()
        found[number] = next(one for one in steps if one.number == number)
        todo += found[number].rests_on
    return [*found.values()]


def known(steps):
    """What some steps gave: 1 a mine, 0 safe."""
    facts = [fact for step in steps for fact in step.firing.given if fact.attribute in ("mine", "safe")]
    return {fact.subject: int(fact.attribute == "mine") for fact in facts}


def forced(view, step, values):
    """The cells that the clues which a step's words name force, with some cells known: by trying all."""
    said = " ".join(step.sentences)
    names = {view.graph.locate(name) for name in re.findall(r"r\d+c\d+", said)}
    if "if it were" in said:  # a refutation names where it ends
        names = {i for i, mark in enumerate(view.marks) if mark >= 0}
    clues = [cell for cell in names if view.marks[cell] >= 0]
    total = any(words in said for words in TOTAL)
    around = view.covered if total else {j for clue in clues for j in view.graph.neighbours[clue]}
    left = [cell for cell in around if view.marks[cell] < 0 and cell not in values]
    agreed = None
    for placed in product((0, 1), repeat=len(left)):
        mines = {**values, **dict(zip(left, placed, strict=True))}
        if total and sum(mines.get(cell, 0) for cell in view.covered) != view.mines:
            continue
        if all(sum(mines.get(j, 0) for j in view.graph.neighbours[i]) == view.marks[i] for i in clues):
            one = {(cell, mines[cell]) for cell in left}
            agreed = one if agreed is None else agreed & one
    return {cell for cell, _ in agreed}


def found_mines(view, said):
    """The mines that a sentence about one clue speaks of as found."""
    found = re.search(r"has (?:its|both its|all \w+ of its) mines? \((.*?)\)", said)
    found = found or re.search(r"more mines? besides (.*?), and has just", said)
    return {view.graph.locate(name) for name in re.findall(r"r\d+c\d+", found[1])} if found else set()


@examples(60)
@given(started_boards(), st.sampled_from(["casual", "overlap", "expert"]))
def test_the_words_of_a_casual_step_agree_with_what_it_counted(started, player):
    board, start = started
    view = board.view(play(board, start, limit=1).cleared)
    for cell in view.covered:
        for step in proof(view, cell, player):
            counts, said = step.firing.named_counts, " ".join(step.sentences)
            if "f" in counts:
                assert len(found_mines(view, said)) == counts["f"]
                assert counts["m"] == view.marks[step.firing.site]
            if just := re.search(r"has just (\w+) covered", said):
                assert NUMBERS.index(just[1]) == counts["c"]
            if "a" in counts:
                more = re.search(r"needs (\w+)(?: mines?)? more", said)
                assert NUMBERS.index(more[1]) == counts["a"] - counts["b"]


def test_the_way_to_a_cell_is_that_of_the_weakest_player_who_finds_it():
    """Held to what each player concludes in a run of their own."""
    kinds = set()
    for index in range(16):
        size, mines = ((9, 12), 24) if index % 2 else ((5, 6), 7)
        board = random_board(size, mines, seed=3, index=14 + index)
        view = board.view(play(board, solve(board).best_starts[0]).cleared)
        decided = {name: {*play(view, player=name).decided} for name in PLAYERS}
        for cell in view.covered[::3]:
            answer = why(view, cell)
            if answer.kind.startswith("needs"):
                able = [name for name in PLAYERS if cell in decided[name]]
                steps = answer.steps
                assert answer.player.name == able[0]
                assert cell in steps[-1].cells
                assert answer.hardest.grade == max(step.grade for step in steps)
                assert ("total" in answer.hardest.firing.production) == (answer.kind == "needs total")
                at_once = answer.hardest.production.rows
                if at_once and answer.kind == "needs clues":
                    assert at_once == max(len(clues(view, step)) for step in steps)
                kinds.add(answer.player.name)
    assert kinds == {"overlap", "expert", "counter"}


def clues(view, step):
    """The clues that a step's words name."""
    names = re.findall(r"r\d+c\d+", " ".join(step.sentences))
    return {name for name in names if view.marks[view.graph.locate(name)] >= 0}


def said(view, cell, player="casual", **options):
    who = player_of(player)
    return list(answer_text(why(view, cell, who), who.name, who.productions, **options))


CORNER = View.parse("###\n121\n000")


def test_a_way_of_several_steps_tells_those_that_the_player_cannot_take_and_the_last():
    first = "  r2c2 needs one mine more than r2c1, and sees only r1c3 besides r2c1's cells: r1c3 is a mine."
    assert said(CORNER, "r1c2")[:-1] == [
        "r1c2 is safe, but casual cannot know: it takes 2 clues at once.",
        "Overlap finds it in 2 steps, 1 of them by casual's productions:",
        f"{first} [overlap, 2 rows, 3 cells]",
        "  r2c3 has its mine (r1c3), so r1c2 is safe. [all-found, 1 row, 1 cell]",
    ]


def test_a_way_of_many_steps_tells_the_first_the_hardest_and_the_last(monkeypatch):
    board = random_board((16, 30), 99, seed=9, index=37)
    view = board.view(play(board, solve(board).best_starts[0]).cleared)
    whole = said(view, "r8c8")
    assert whole[1] == "Overlap finds it in 8 steps, 5 of them by casual's productions:"
    monkeypatch.setattr(shown, "_STEPS_SHOWN", 3)
    part = said(view, "r8c8")
    assert part == [*whole[:3], whole[4], "  ... and 1 more", *whole[5:]]
    assert "2 rows, 4 cells" in whole[4]


@pytest.mark.parametrize(
    ("text", "cell", "takes", "finds"),
    [
        ("mines 1 #1##", "r1c4", "the mine total", "Counter finds it: r1c2 needs one mine, all that is left"),
        ("01## 02## 01##", "r3c3", "2 clues at once", "Overlap finds it: r2c2 needs one mine more"),
    ],
)
def test_what_it_takes_and_who_finds_it(text, cell, takes, finds):
    lines = said(View.parse(text), cell)
    assert lines[0].endswith(f"but casual cannot know: it takes {takes}.")
    assert lines[1].startswith(finds)


def test_who_knows_less_than_casual_is_told_the_production():
    view = View.parse("1#")
    answer = said(view, "r1c2", player_of([player_of("casual").productions[0]]))
    assert answer[0] == "r1c2 is a mine, but own cannot know: it takes all-mines."
    assert answer[1].startswith("Casual finds it: r1c1 needs one mine")


def test_own_productions_say_their_words_once_and_the_reason_of_each_step():
    def full(memory, site):
        """All that is left here are mines."""
        return player_of("casual").production("all-mines").condition(memory, site)

    casual = player_of("casual").productions[0]
    lines = said(View.parse("1#1#1#"), "r1c6", player_of([casual, Production("full", full, needs="clue")]))
    assert lines == [
        "r1c6 is a mine. Own finds it in 3 steps, 3 deep:",
        "  r1c6 is a mine: full at r1c5 (f=0 c=1 m=1)",
        "    All that is left here are mines.",
        "    r1c5 needs one mine, and has just one covered neighbour left: r1c6 is a mine.",
        "    r1c4 is safe: all-found at r1c3 (f=1 c=1 m=1)",
        "      r1c3 has its mine (r1c2), so r1c4 is safe.",
        "      r1c2 is a mine: full at r1c1 (f=0 c=1 m=1)",
        "        r1c1 needs one mine, and has just one covered neighbour: r1c2 is a mine.",
    ]


@pytest.mark.slow
def test_of_what_the_solver_gave_at_once_only_what_is_needed_is_told():
    told = 0
    for index in range(14, 22):
        board = random_board((9, 12), 24, seed=3, index=index)
        view = board.view(play(board, solve(board).best_starts[0], "overlap").cleared)
        for cell in view.covered[::2]:
            for step in proof(view, cell, "expert"):
                if step.firing.site is None:
                    rest = {fact.subject for fact in step.firing.given} - {*step.cells}
                    text = "\n".join(said(view, cell, "expert"))
                    assert not any(view.graph.name(other) in heads(text) for other in rest)
                    told += bool(rest)
    assert told


def heads(text):
    """The cells that the lines of a proof say are decided by the solver."""
    return re.findall(r"r\d+c\d+", " ".join(re.findall(r"^ *(.*?): entailed$", text, re.MULTILINE)))


def test_of_a_long_proof_the_text_tells_a_part(monkeypatch):
    chain = View.parse("1#" * 31)
    whole = said(chain, "r1c62")
    monkeypatch.setattr(shown, "_PROOF_SHOWN", 4)
    steps = len(why(chain, "r1c62").steps)
    assert said(chain, "r1c62") == [*whole[:9], f"  ... and {steps - 4} steps more (--json has all)"]


def test_trusted_flags_are_found_mines_and_others_are_not():
    view = View.parse("F1#")
    trusted = why(Position(view, trust_flags=True), "r1c3").steps[-1]
    assert trusted.sentences == ("r1c2 has its mine (r1c1), so r1c3 is safe.",)
    assert why(view, "r1c3").kind == "not forced"


def test_wrong_flags_are_told_and_not_believed(run):
    without = run("why", "r1c2", input="1#1#\n").stdout
    assert run("why", "r1c2", input="1#1F\n").stdout == (
        f"{without}The flag at r1c4 is wrong: that cell is safe.\n"
    )
    assert json.loads(run("why", "r1c2", "--json", input="1#1F\n").stdout)["wrong_flags"] == ["r1c4"]
    clash = run("why", "r1c2", input="F#\n1F\n").stdout.splitlines()
    assert clash[-1].startswith("The flags cannot all be right: with the flags as mines, r2c1=1")


def test_the_fewest_clues_are_told_where_they_are_asked_for(run):
    file = SAMPLES / "first.txt"
    asked = ("why", "r3c3", "--start", "r1c1", file)
    more = run(*asked, "--from-clues").stdout.removeprefix(run(*asked).stdout)
    smallest = "r3c3 is safe: if it were a mine, r2c1=2 and r2c2=2 could not both hold."
    assert more == f"Smallest explanation: {smallest}\n"
    ladder = run("why", "r3c6", "--start", "r1c8", "--from-clues", SAMPLES / "ladder.txt").stdout
    assert "Smallest explanation: r3c6 is safe: if it were a mine, r1c7=1 and r2c7=1 could" in ladder


def test_json_tells_the_sentences_and_the_grades(run):
    told = json.loads(run("why", "r1c2", "--json", input="###\n121\n000\n").stdout)
    assert told["grade"] == {"production": "overlap", "rows": 2, "cases": 0, "cells": 3}
    assert [step["grade"]["rows"] for step in told["proof"]] == [2, 1]
    assert [step["needed"] for step in told["proof"]] == [["r1c3"], ["r1c2"]]
    assert told["proof"][1]["sentences"] == ["r2c3 has its mine (r1c3), so r1c2 is safe."]
