"""Whether the kernel is taken, what is said of it, where its code is kept; the answers of both doors."""

import pickle
from dataclasses import replace
from unittest.mock import patch

import pytest
from conftest import refusal
from hard_views import lattice
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import GRAPHS, PLAYED, examples, flagged_views

from logicsweep import (
    Board,
    CellGraph,
    Contradiction,
    Position,
    View,
    kernel,
    play_many,
    random_board,
    random_mined,
    solve_many,
)
from logicsweep.boards import many
from logicsweep.csp import position
from logicsweep.csp.elimination import best_order, score
from logicsweep.csp.position import STATES
from logicsweep.errors import Clash
from logicsweep.show.hint import hint_json
from logicsweep.verbs.effort import EFFORTS, NORMAL
from logicsweep.verbs.hint import hint
from logicsweep.verbs.reading import Numbered
from logicsweep.work import remarks

if kernel.is_installed():
    from logicsweep.kernel import positions

COMPILES = "compiling for the extra `fast`: half a minute or so, once for each kind of work"
KIND = kernel.Work("entry", worth=10, long=100)
HELPS = "this may take long; pip install 'logicsweep[fast]' makes it many times faster"


@pytest.fixture
def heard(monkeypatch):
    """The remarks that are made, as if none had been made before and nothing was loaded."""
    monkeypatch.setattr(remarks, "_REMARKS", set())
    monkeypatch.setattr(kernel, "_LOADED", set())
    monkeypatch.setattr(kernel, "_COMPILED_HERE", set())
    monkeypatch.setattr(kernel, "_SMALL", {})
    errors = []
    with remarks.heard_by(errors.append):
        yield errors


@pytest.mark.parametrize(
    ("wish", "work", "there", "is_compiled", "taken", "remarks"),
    [
        (None, 9, True, True, False, []),
        (None, 10, True, True, True, []),
        (None, 10, True, False, False, []),
        (None, 100, True, False, True, [COMPILES]),
        (None, 100, True, True, True, []),
        (None, 99, False, False, False, []),
        (None, 100, False, False, False, [HELPS]),
        (True, 0, True, True, True, []),
        (True, 0, True, False, True, [COMPILES]),
        (False, 10**9, True, True, False, []),
        (False, 10**9, False, False, False, []),
    ],
)
def test_the_kernel_is_taken_where_it_pays(
    monkeypatch, heard, wish, work, there, is_compiled, taken, remarks
):
    monkeypatch.setattr(kernel, "is_installed", lambda: there)
    monkeypatch.setattr(kernel, "_is_cached", lambda entry: is_compiled and entry == "entry")
    for _ in range(2):  # what is said is said once
        assert kernel.backend_for(KIND, work, wish).compiled is taken
    assert heard == remarks


def test_small_questions_add_up_till_the_kernel_is_loaded_but_nothing_is_compiled_for_them(
    monkeypatch, heard
):
    looked = []
    monkeypatch.setattr(kernel, "is_installed", lambda: True)
    monkeypatch.setattr(kernel, "_is_cached", lambda entry: looked.append(entry) or len(looked) > 1)
    answers = []
    for _ in range(7):
        kernel.warm_up(KIND, 4)
        answers.append(kernel.backend_for(KIND, 0, None).compiled)
    assert answers == [False] * 5 + [True] * 2
    assert (looked, heard) == (["entry"] * 2, [])
    assert not kernel.backend_for(KIND._replace(entry="other"), 0, None).compiled


def test_a_survey_of_a_thousand_boards_takes_code_that_is_there(monkeypatch, heard):
    monkeypatch.setattr(kernel, "is_installed", lambda: True)
    monkeypatch.setattr(kernel, "_is_cached", lambda entry: True)
    for kind in (kernel.SURVEYS, kernel.GUESSES):
        assert kernel.backend_for(kind, 1000 * 16 * 30, None).compiled


def test_what_was_used_once_is_at_hand(monkeypatch, heard):
    monkeypatch.setattr(kernel, "is_installed", lambda: True)
    assert kernel.backend_for(KIND, 0, True).compiled
    assert kernel.backend_for(KIND, 0, None).compiled
    monkeypatch.setattr(kernel, "is_installed", lambda: False)
    assert not kernel.backend_for(KIND, 0, None).compiled


fast = pytest.mark.skipif(not kernel.is_installed(), reason="the extra `fast` is not installed")
FREE = st.sampled_from(sorted(GRAPHS)).map(lambda name: CellGraph.of(GRAPHS[name]))


def test_a_question_keeps_the_backend_with_which_it_was_asked(monkeypatch, heard):
    monkeypatch.setattr(kernel, "is_installed", lambda: True)
    before = Position.of(View.parse("1#1#"))
    kernel.backend_for(kernel.POSITIONS, 0, True)
    after = Position.of(before.view)
    handed_down = replace(after, trust_flags=True), Position.of(after), *after.clear(1)
    assert not before.backend.compiled
    assert before == after
    assert [one.backend.compiled for one in handed_down] == [True] * len(handed_down)
    assert not pickle.loads(pickle.dumps(after)).backend.compiled  # there may be no kernel there


def answer(view, trust_flags, total, compiled):
    """A view's solution by the kernel or in plain Python; None without a layout."""
    try:
        return Position(view, trust_flags, backend=kernel.Backend(compiled)).solution(total)
    except Clash:
        return None


ROW = CellGraph.grid(1, 3)


@fast
@examples(200)
@given(flagged_views() | FREE.flatmap(lambda graph: flagged_views(graph=graph)), st.booleans(), st.booleans())
@example(View(ROW, (300, -1, -1)), False, False)
@example(View(ROW, (-1, 1, -1), 10**30), False, True)
def test_a_single_question_has_the_same_answer_through_both_doors(view, trust_flags, total):
    total = total and view.mine_total is not None
    quick, plain = (answer(view, trust_flags, total, compiled) for compiled in (True, False))
    assert quick == plain
    if plain is not None:
        assert [*quick.risks.items()] == [*plain.risks.items()]
        assert (quick.layouts, quick.missing) == (plain.layouts, plain.missing)
        assert pickle.loads(pickle.dumps(answer(view, trust_flags, total, True))) == plain


@st.composite
def games(draw):
    """A view in the middle of a game on a larger board, with the mine total or without."""
    graph, mines = draw(st.sampled_from(PLAYED))
    board = random_board(graph, mines, draw(st.integers(0, 10**6)))
    cleared = board.view([i for i, mine in enumerate(board.mined) if not mine and draw(st.booleans())])
    return cleared if draw(st.booleans()) else View(graph, cleared.marks)


@fast
@examples(60)
@given(games() | flagged_views(), st.sampled_from([0, 1, 7, 300, STATES, 5 * STATES]))
@example(lattice(13, 0.3, 1), STATES)
def test_a_hint_has_the_same_json_through_both_doors(view, states):
    with patch.dict(EFFORTS, {NORMAL: EFFORTS[NORMAL]._replace(max_states=states)}):
        assert hint_through(view, True) == hint_through(view, False)


def hint_through(view, compiled):
    """The JSON of a hint, by the kernel or in plain Python; or the contradiction."""
    with patch.object(position, "backend_for", lambda *_: kernel.Backend(compiled)):
        try:
            return hint_json(hint(Numbered(1, view)))
        except Contradiction as clash:
            return str(clash)


@fast
@examples(60)
@given(games())
def test_the_kernel_hands_on_only_what_plain_python_is_sure_to_count(view):
    marks, around = position.marks_in_bytes(view), view.graph.neighbour_table
    *_, exact = positions.solve_position(marks, kernel.NONE, around, False)
    if exact:
        bound = positions.score_parts(positions.room_for(len(marks)))
        scores = [score(one, best_order(one)) for one in Position(view).network.components]
        assert max(scores, default=0) <= bound * 1.000001 <= positions.SURE * 1.000001


@fast
@pytest.mark.parametrize(("clues", "times"), [(1, 0), (4, 0), (40, 1)])
@pytest.mark.parametrize("mines", [None, 45])
def test_python_counts_again_only_what_floats_cannot_hold(monkeypatch, clues, times, mines):
    row = "#" * (2 * clues + 1)
    view = View.parse("\n".join([row, "#1" * clues + "#", row, *["#" * len(row)] * 30]))
    view, counted, settle = View(view.graph, view.marks, mines), [], position.settle
    monkeypatch.setattr(position, "settle", lambda *given: counted.append(given) or settle(*given))
    found = answer(view, False, mines is not None, True)
    assert (found.safe, counted) == ((), [])
    assert (found.layouts > 1, len(found.risks), len(counted)) == (True, len(view.covered), times)


def calls(wish):
    board = Board.parse("... ... MM.")
    yield lambda: play_many(board, 0, kernel=wish)
    yield lambda: solve_many([View.parse("1#")], kernel=wish)
    yield lambda: random_mined((3, 3), 2, 1, 1, kernel=wish)


MISSING = f"numba and numpy installed ({kernel.INSTALL}), got no such installation"


@pytest.mark.parametrize(
    ("wish", "expected"),
    [("yes", "True, False or None, got 'yes'"), (1, "True, False or None, got 1"), (True, MISSING)],
)
def test_a_wrong_wish_and_a_kernel_that_is_missing_are_refused_in_one_line(monkeypatch, wish, expected):
    monkeypatch.setattr(kernel, "is_installed", lambda: False)
    for call in calls(wish):
        assert refusal(call) == f"kernel: expected {expected}"


def test_without_numpy_what_is_long_is_answered_in_plain_python(monkeypatch, heard):
    monkeypatch.setattr(kernel, "is_installed", lambda: False)
    monkeypatch.setattr(many, "_import_numpy", lambda: None)
    monkeypatch.setattr("logicsweep.games.many.GAMES", kernel.GAMES._replace(worth=1, long=9))
    monkeypatch.setattr("logicsweep.csp.bulk.POSITIONS", kernel.POSITIONS._replace(worth=1, long=2))
    found = play_many(Board.parse("... ... MM."), 0)
    assert isinstance(found.cleared, memoryview) and found.remaining.tolist() == [0]
    assert solve_many([View.parse("1#")]).verdicts.tolist() == [[[0, 2]]]
    assert heard == [HELPS]


@fast
def test_what_was_compiled_is_found_on_disk(monkeypatch, tmp_path):
    random_mined((3, 3), 2, 1, 1, kernel=True)
    assert kernel._is_cached("draw_boards") and not kernel._is_cached("draw_board")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not kernel._is_cached("draw_boards")
