"""What own productions conclude is checked against all layouts of what is visible, not against the board."""

import json
from unittest import mock

import pytest
from conftest import SAMPLES
from hypothesis import given
from hypothesis import strategies as st
from oracles_csp import all_layouts
from strategies import boards, examples, views

from logicsweep import Setup, compare, over_starts, play, why
from logicsweep.boards.board import COVERED, Board, View
from logicsweep.csp.position import Position
from logicsweep.errors import LimitReached, Unsound
from logicsweep.games.answer import FullAnswer
from logicsweep.games.players import PLAYERS
from logicsweep.rules.clues import CASUAL
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.firing import Fact, Firing, Match
from logicsweep.rules.own import LIBRARY, Checker
from logicsweep.rules.production import Production, is_own
from logicsweep.show.compare import comparison_text
from logicsweep.show.trace import run_text
from logicsweep.show.why import answer_text
from logicsweep.verbs.compare import Compared
from logicsweep.verbs.path import finish
from logicsweep.verbs.playing import player_with
from logicsweep.verbs.reading import Numbered

CORNER = '''
from logicsweep import Fact, Match

def corner_trick(memory, site):
    """Corners are safe."""
    if 0 in memory.covered and memory.clues:
        return Match(tuple(memory.clues.values()), (Fact("safe", 0),))

PRODUCTIONS = [corner_trick]
'''
SAYS = "corner-trick at r1c2 says r1c1 is safe; the clues allow a mine there"
TRUE = "1 3\n..M\n0 0\n"  # the board has no mine in the corner
LAYOUTS = ["r1c1 safe   r1c1 a mine", "    123         123", "r1  .1*     r1  *1."]


@pytest.fixture
def corner(tmp_path):
    path = tmp_path / "corner.py"
    path.write_text(CORNER)
    return path


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("trace --start r1c2", TRUE),
        ("compare --start r1c2", TRUE),
        ("why r1c3 --start r1c2", TRUE),
        ("why r1c1", "#1#\n"),
        ("why r1c3", "#1#\n"),  # another cell
    ],
)
def test_a_conclusion_that_a_layout_refutes_is_refused_even_where_it_is_true(run, corner, call, text):
    arguments = [*call.split(), "--rules", corner]
    done = run(*arguments, "-", input=text)
    says = SAYS if "--start" in call else SAYS.replace("r1c2", "r1c1", 1)  # a path tries the corner first
    assert (done.returncode, done.stderr, done.stdout.splitlines()) == (2, says + "\n", LAYOUTS)
    error = json.loads(run(*arguments, "--json", "-", input=text).stdout)
    assert error["error"] == says
    assert (error["about"], error["says"], error["layouts"]) == ("r1c1", "safe", [["r1c3"], ["r1c1"]])


def test_over_all_starts_it_is_refused_too(run, corner):
    done = run("compare", "--start", "all", "--rules", corner, "-", input=TRUE)
    assert (done.returncode, done.stderr) == (2, SAYS + "\n")


def test_what_is_not_checked_is_said(run, corner):
    player = player_with("casual", [str(corner)])
    board, view = Board.parse("..M"), View.parse("#1#")
    game = play(board, "r1c2", Setup(player, checked=False))
    assert "custom productions not checked" in [*run_text(finish(game))]
    found = compare(board, "r1c2", ["casual", Setup(player, checked=False)])
    assert f"custom productions of {player.name} not checked" in [
        *comparison_text(Compared(Numbered(1, board), found))
    ]
    assert [run.own_checked for run in found.runs.values()] == [None, False]
    answer = why(view, "r1c1", Setup(player, checked=False))
    *_, unforced, unchecked = answer_text(FullAnswer(answer, player))
    assert unforced == "The clues do not force it: some layouts of them differ there."
    assert unchecked == "custom productions not checked"
    proven = run("compare", "--json", "--rules", SAMPLES / "my_rules.py", SAMPLES / "ladder.txt")
    assert json.loads(proven.stdout)["players"]["own"]["own_checked"] is True


def says(attribute, cell, used=()):
    """A production that says it of a cell at once."""

    def rule(memory, _):
        given = tuple(f for f in (Fact(attribute, cell),) if f not in memory)
        return Match(tuple(used), given) if given else None

    return Production("rule", rule, salience=-1, everywhere=True)


@pytest.mark.parametrize(
    ("text", "start", "rule", "message", "layouts"),
    [
        ("..M", 1, says("mine", 2), "r1c3 is a mine; the clues allow it to be safe", [[0], [2]]),
        ("M..\n...", 2, says("mine", 1), "r1c2 is a mine; the clues force it to be safe", [[0]]),
        (".M...", 0, says("safe", 1), "r1c2 is safe; the clues force a mine there", [[1]]),
        (
            ".M...", 2, says("mine", 4, [Fact("total", "board", 1)]),
            "r1c5 is a mine; the clues and the mine total force it to be safe", [[1]],
        ),
        (
            ".M.....M", 3, says("safe", 7, [Fact("total", "board", 2)]),
            "r1c8 is safe; the clues and the mine total allow a mine there", None,
        ),
    ],
)  # fmt: skip
def test_the_message_says_what_the_clues_allow_or_force(text, start, rule, message, layouts):
    with pytest.raises(Unsound) as caught:
        play(Board.parse(text), start, [rule])
    assert str(caught.value) == f"rule says {message}"
    if layouts is not None:
        assert [sorted(layout) for layout in caught.value.layouts] == layouts


@given(views(most_covered=9), st.data())
@examples(150)
def test_the_checker_refuses_just_what_a_layout_refutes(view, data):
    """Against all layouts, written out; those that it shows are among them, one of each kind there is."""
    covered = [cell for cell, mark in enumerate(view.marks) if mark == COVERED]
    if not covered:
        return
    cell, verdict = data.draw(st.sampled_from(covered)), data.draw(st.sampled_from(["safe", "mine"]))
    used = (
        data.draw(
            st.lists(st.sampled_from(sorted(Knowledge.of(view).clues.values())), max_size=3, unique=True)
        )
        if Knowledge.of(view).clues
        else []
    )
    layouts = all_layouts(view, view.mine_total)
    refuting = [layout for layout in layouts if (cell in layout) != (verdict == "mine")]
    firing = Firing(1, "rule", None, tuple(used), (Fact(verdict, cell),))
    checker = Checker(Knowledge.of(Position(view, trust_flags=True)), [says(verdict, cell)])
    if not refuting:
        checker.check(firing)
        return
    with pytest.raises(Unsound) as caught:
        checker.check(firing)
    assert set(caught.value.layouts) <= set(layouts)
    assert len({cell in layout for layout in caught.value.layouts}) == len(caught.value.layouts)
    assert len(caught.value.layouts) == (2 if len(refuting) < len(layouts) else 1)
    assert checker.unproven == []


@given(boards(), st.sampled_from(sorted(PLAYERS)), st.data())
@examples(40)
def test_sound_productions_pass_and_play_as_the_librarys_do(board, name, data):
    """Each production of the ladder in a guise that is not the library's."""
    safe = [cell for cell, mine in enumerate(board.mined) if not mine]
    if not safe:
        return
    start = data.draw(st.sampled_from(safe))
    disguised = tuple(
        Production(
            p.name, lambda memory, site, p=p: p.condition(memory, site), p.salience, p.needs, p.everywhere
        )
        for p in PLAYERS[name].productions
    )
    assert all(map(is_own, disguised))
    game = play(board, start, disguised)
    assert game.trace.firings == play(board, start, name).trace.firings
    assert (game.setup.checked, game.unproven) == (True, ())


def test_the_librarys_productions_are_known_by_what_they_are():
    assert not any(map(is_own, LIBRARY))
    forged = lambda memory, site: None  # noqa: E731
    forged.__module__ = "logicsweep.rules.clues"
    assert is_own(Production("all-found", forged))


def test_past_the_solvers_limits_the_board_decides_and_it_is_said(run):
    board, rules = Board.parse("..M"), (*CASUAL, says("safe", 0))
    with mock.patch("logicsweep.reasons.twins.counter_layout", side_effect=LimitReached):
        game = play(board, 1, rules)
        assert game.unproven == (0,)
        assert over_starts(board, rules).unproven == 1
        assert compare(board, 1, {"rules": rules}).runs["rules"].unproven == (0,)
        assert why(game, 0).unproven == (0,)
        assert why(View.parse("#1#"), 0, rules).unproven == (0,)
        with pytest.raises(Unsound, match=r"firing 1 of rule says r1c3 is safe, but it is a mine"):
            play(board, 1, [says("safe", 2)])
