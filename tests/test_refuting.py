"""`why --refute` and cells that are not forced: held to the board, to all layouts and to what is printed."""

import json
import re
from unittest import mock

import networkx as nx
import pytest
from click.testing import CliRunner
from conftest import SAMPLES
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles_csp import agreed, all_layouts, satisfies
from strategies import examples, views
from test_players import started_boards

from logicsweep.boards.board import Board, View
from logicsweep.cli import cli
from logicsweep.errors import TooWide
from logicsweep.games.game import play
from logicsweep.games.players import PLAYERS
from logicsweep.games.why import opposite, why
from logicsweep.reasons.check import check_refutation
from logicsweep.show.drawing import Screen, drawn
from logicsweep.show.why import refuted_text, twins_text

SPLIT = "2#3#\n####\n##10\n"


@given(started_boards(), st.sampled_from(sorted(PLAYERS)), st.sampled_from([None, 0, 2]), st.data())
@examples(80)
def test_a_refutation_stands_on_what_was_known_by_then(started, player, limit, data):
    board, start = started
    game = play(board, start, player, limit=limit)
    cell = data.draw(st.integers(0, len(board.graph) - 1))
    found = opposite(game, cell)
    firings = [one for one in game.trace.firings if any(fact.subject == cell for fact in one.given)]
    assert found.before == (firings[0].number if firings else None)
    earlier = (
        [fact for one in game.trace.firings[: firings[0].number - 1] for fact in one.given] if firings else []
    )
    known = {fact.subject: fact.attribute for fact in earlier}
    if firings:
        assert {start, *known} == set(range(len(board.graph))) - set(found.view.covered) | set(
            found.view.flags
        )
    for flag in found.view.flags:
        assert board.mined[flag]
    if cell == start:
        assert found.nothing == "cleared"
    elif found.refutation:
        assert found.refutation.verdict == ("mine" if board.mined[cell] else "safe")
        assert check_refutation(found.view, found.refutation)
    else:
        fits = [one for one in all_layouts(found.view, board.mine_count) if one >= set(found.view.flags)]
        forced = len({cell in one for one in fits}) == 1
        assert found.nothing == ("budget" if forced else "not forced")


def run_why(*arguments, text=None):
    return CliRunner().invoke(cli, ["why", *map(str, arguments)], input=text, standalone_mode=False)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["r1c7", "--start", "r1c8"], "Suppose r1c7 were a mine:\n  r1c8=0 would have one mine: r1c7.\n"),
        (["r3c6", "--start", "r1c8"], "  r1c7=1 would have no mine.\nSo r3c6 is safe.\n"),
        (["r3c3", "--start", "r1c8", "--player", "counter"], "known before firing 11:\n    3456\nr3  ###3\n"),
        (["r3c6", "--start", "r1c8", "--player", "counter", "--chain"], "So r3c6 is safe.\n"),
        (["r1c8", "--start", "r1c8"], "Nothing to refute: r1c8 is cleared.\n"),
        (["r5c1", "--start", "r1c8"], "Nothing to refute: r5c1 is not forced.\n"),
    ],
)
def test_it_stands_below_the_usual_answer(arguments, says):
    usual = run_why(*arguments, SAMPLES / "ladder.txt")
    more = run_why(*arguments, "--refute", SAMPLES / "ladder.txt")
    assert more.stdout.startswith(usual.stdout)
    assert says in more.stdout[len(usual.stdout) :]
    assert more.return_value == usual.return_value


def test_what_is_past_the_limits_is_said():
    view = View.parse("####### #2#2#2# #######")
    with mock.patch("logicsweep.games.why.refute", return_value=None):
        assert "is not forced" in next(refuted_text(opposite(view, "r1c1")))
        forced = opposite(View.parse("1#"), "r1c2")
    assert list(refuted_text(forced)) == ["No refutation of r1c2 within the budget."]
    unknown = mock.Mock(verdict=lambda _: None, missing=[mock.Mock(undecided=(0,))])
    with (
        mock.patch("logicsweep.games.why.refute", side_effect=TooWide),
        mock.patch("logicsweep.games.why.solved", return_value=unknown),
    ):
        told = opposite(view, "r1c1")
    assert list(refuted_text(told)) == [
        "Nothing to refute: whether r1c1 is forced is past the solver's limits to tell."
    ]


def test_flags_of_a_position_are_claims():
    assert "Given" not in run_why("r1c3", "--refute", text="F1#\n").stdout
    view = View.parse("F1#")
    assert opposite(view, "r1c3").nothing == "not forced"


def told_lines(told):
    """A tree of sentences as nested objects hold them."""
    yield from [told["supposed"], *[step["sentence"] for step in told["steps"]], told["ending"]]
    for case in told["cases"]:
        yield from told_lines(case)


def test_the_json_says_what_the_text_says():
    whole = run_why("r2c1", "--refute", text=SPLIT).stdout
    told = json.loads(run_why("r2c1", "--refute", "--json", text=SPLIT).stdout)["refutation"]
    for sentence in told_lines(told["line"]):
        assert sentence.rstrip(".") in whole
    assert [case["mines"] for case in told["line"]["cases"]] == [["r2c2"], ["r1c2"]]
    assert "refutation" not in json.loads(run_why("r2c1", "--json", text=SPLIT).stdout)
    assert json.loads(run_why("r1c3", "--refute", "--json", text="#1#\n").stdout)["refutation"] is None


@pytest.mark.parametrize("width", [30, 40, 80])
def test_on_a_terminal_the_tree_keeps_its_indentation(width):
    found = opposite(View.parse(SPLIT), "r2c1")
    whole = list(refuted_text(found))
    lines = list(Screen(labels=True, width=width).fitted(whole))
    assert all(len(line) <= width for line in lines)
    assert re.sub(r"\s+", " ", "\n".join(lines)) == re.sub(r"\s+", " ", "\n".join(whole))
    depths = {re.match(r" *(\d+\. )?", line)[0] for line in whole}
    assert {len(depth) for depth in depths} == {0, 2, 4, 7}
    case = lines.index(next(line for line in lines if line.startswith("    1. ")))
    assert all(line.startswith(" " * 7) for line in lines[case + 1 : case + 3])


def test_the_columns_of_a_part_have_their_numbers_in_full():
    parts = [drawn("###", 3, Screen(labels=True), str, (8, left)) for left in (15, 7, 98)]
    assert [list(part) for part in parts] == [
        ["    1", "    678", "r9  ###"],
        ["      1", "    890", "r9  ###"],
        ["    10", "    901", "r9  ###"],
    ]


def test_on_a_free_graph_there_is_no_drawing():
    board = Board.of(nx.petersen_graph(), mines=[0])
    game = play(board, 7, "counter")
    for cell in game.mines:
        found = opposite(game, cell)
        lines = list(refuted_text(found))
        assert lines[1].endswith(f"uppose {board.graph.name(cell)} were safe:")
    answer = why(board.view([7]), 0)
    mines, *said = twins_text(answer)
    assert mines.startswith("mines in both of two layouts")
    assert said[0].startswith("Two layouts differ")


@given(views(most_covered=10), st.data())
@examples(100)
def test_one_drawing_shows_both_layouts(view, data):
    assume(view.covered)
    cell = data.draw(st.sampled_from(view.covered))
    answer = why(view, cell)
    if answer.kind != "not forced":
        return
    rows, cols = view.graph.shape
    lines = list(twins_text(answer))
    glyphs = "".join(line.replace(" ", "").ljust(cols) for line in lines[:rows])
    one, other = ({i for i in view.covered if glyphs[i] in f"M{letter}"} for letter in "ab")
    assert (answer.mine, answer.safe) == (one, other)
    assert cell in one - other
    for layout in (one, other):
        assert satisfies(view, layout)
        assert view.mines in (None, len(layout))
    named = re.findall(r"r\d+c\d+", lines[rows].split(":")[0])
    assert named[: len(answer.differ)] == list(view.graph.names(answer.differ))
    layouts = all_layouts(view, view.mines)
    for near in answer.telling:
        assert near not in agreed(view, layouts)[1]
        told = {(len(mines.intersection(view.graph.neighbours[near])), cell in mines) for mines in layouts}
        assert len({clue for clue, _ in told}) == len(told)
        assert view.graph.name(near) in lines[rows + 1]


def test_past_the_limits_there_are_two_drawings_and_no_word_of_what_would_tell():
    view = View.parse("#1#?")
    with (
        mock.patch("logicsweep.games.why.twins_of", side_effect=TooWide),
        mock.patch("logicsweep.games.why.telling", side_effect=TooWide),
    ):
        answer = why(view, "r1c3")
        lines = run_why("r1c3", text="#1#?\n").stdout.splitlines()
    assert lines[1:] == ["r1c3 safe   r1c3 a mine", "M1.?        .1M?"]
    assert (answer.closest, answer.telling, answer.differ) == (False, None, (0, 2))
