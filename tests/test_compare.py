"""Players side by side: what the stronger deduce beyond the first, and the hardest steps, by other means."""

import pytest
from conftest import LADDER, SAMPLES
from hypothesis import given
from strategies import ASKED, PLAYED, STRONGEST, examples, started_boards, views

from logicsweep import COVERED, check, compare, path, play, random_board
from logicsweep.csp.sums import TOTAL
from logicsweep.games.players import load_players
from logicsweep.reasons.check import check_balance, check_refutation
from logicsweep.reasons.reason import Balance, Refutation, decided_by
from logicsweep.rules.clues import CASUAL
from logicsweep.work.budget import BUDGET_EACH

LADDER_TEXT = SAMPLES / "ladder.txt"


@given(started_boards())
@examples(60)
def test_additional_cells_are_just_those_of_productions_the_first_player_lacks(started):
    comparison = compare(*started)
    casual, expert = comparison.runs["casual"], comparison.runs[STRONGEST]
    beyond = [*comparison.additional]
    assert not set(beyond) & {*casual.cleared, *casual.mines}
    names = {p.name for p in CASUAL}
    concluded_beyond = [
        f.subject for x in expert.trace.firings if x.production not in names for f in x.concluded
    ]
    assert beyond == concluded_beyond


@given(started_boards())
@examples(60)
def test_the_weakest_player_who_decides_a_cell_and_the_shares_of_productions(started):
    comparison = compare(*started)
    order = list(comparison.runs)
    for name, game in comparison.runs.items():
        assert sum(comparison.scores[name].cells.values()) == len(game.cleared) - 1 + len(game.mines)
    for cell, name in comparison.weakest.items():
        for weaker in order[: order.index(name)]:
            game = comparison.runs[weaker]
            assert cell not in game.cleared
            assert cell not in game.mines


@given(started_boards(), views())
@examples(60)
def test_each_run_is_the_one_that_the_player_plays_alone(started, view):
    for what in (started, (view,)):
        for name, run in compare(*what).runs.items():
            assert run == play(*what, player=name)


def test_compare_text_lists_as_much_as_asked(run):
    text = run("compare", "--start", "r1c8", "--limit", "2", LADDER_TEXT).stdout
    assert "... and 15 more cells (--limit)" in text
    assert "eeeeeoc@\n" in text
    two = run("compare", "--start", "worst", "--players", "casual,local", "--board", "1", LADDER_TEXT).stdout
    assert "overlap " not in two.split("\n\n")[0].replace("overlap,", "")


TELLING = [
    (0, 20, 27),
    (0, 24, 18),
    (1, 14, 0),
    (2, 16, 29),
    (2, 20, 4),
    pytest.param((3, 14, 34), marks=pytest.mark.slow),
    (3, 14, 37),
    pytest.param((3, 17, 1), marks=pytest.mark.slow),
]
"""Fields of `PLAYED`, mines and seeds of games with steps of the solver, proofs by cases among them."""


def played(field, mines, seed):
    """A board with a start beside no mine, so that a game goes on."""
    board = random_board(PLAYED[field][0], mines, seed)
    return board, next(i for i, m in enumerate(board.mined) if not m and board.clue(i) == 0)


def unknown(view, rows):
    """The covered cells of rows, by networkx."""
    cells = [c for r in rows for c in (range(len(view.marks)) if r == TOTAL else view.graph.neighbours[r])]
    return {cell for cell in cells if view.marks[cell] == COVERED}


def rows_of_refutation(line):
    sums = [*line.steps, line.broken] if line.broken else line.steps
    rows = {row for one in sums for row in (*one.added, *one.subtracted)}
    rows |= set() if line.split is None else {line.split}
    return rows.union(*[rows_of_refutation(case) for case in line.cases])


def sizes(view, reason):
    """A grade from its rows on, from the numbers in the reason."""
    if isinstance(reason, Balance):
        rows = {*reason.added, *reason.subtracted}
        few, many = sorted([reason.added, reason.subtracted], key=len)
        apart = sum(len(unknown(view, [row])) for row in many) == len(unknown(view, many))
        flags = {*view.flags} & {near for row in rows - {TOTAL} for near in view.graph.neighbours[row]}
        length = 1 if len(rows) == 1 or (apart and len(few) == 1) else len(rows) - 1
        return len(rows), 0, length, bool(flags) and len(rows) > 1, len(unknown(view, rows))
    if isinstance(reason, Refutation):
        line, certain = reason.line, [one.added + one.subtracted for one in reason.certain]
        rows = rows_of_refutation(line).union(*certain)
        widest = max([line.widest, *map(len, certain)])
        return widest, line.leaves, len(certain) + line.length, False, len(unknown(view, rows))
    rows = {*reason.clues} | ({TOTAL} if reason.total else set())
    return len(rows), 0, max(len(rows) - 1, 1), False, len(unknown(view, rows))


def hardest_by_walking(run):
    """All steps of a game, each with the state before it, and the greatest of their grades."""
    grades = []
    for step, before in zip(run.steps, run.views(), strict=False):
        firing, production, reasons = step.firing, step.production, step.reasons
        searched = [isinstance(one, Refutation) and firing.reason is None for one in reasons]
        size = max(
            ((found, *sizes(before, one)) for found, one in zip(searched, reasons, strict=True)),
            default=(0, 0, 0, 0, False, 0),
        )
        grades.append((size[0] - production.salience, *size[1:], -firing.number, production.name))
    return max(grades, default=None)


def require_hardest(comparison):
    for name, run in comparison.runs.items():
        found, walked = comparison.scores[name].hardest, hardest_by_walking(run)
        assert (found is None) == (walked is None)
        if found:
            assert (*found.step.grade, found.step.production.name) == (*walked[:6], walked[-1])


def test_so_it_is_for_productions_of_ones_own():
    (own,) = load_players(SAMPLES / "my_rules.py")
    comparison = compare(LADDER, "r1c8", [own, "overlap"])
    require_hardest(comparison)
    assert comparison.easiest("own").hardest.step.grade == comparison.scores["own"].hardest.step.grade


def require_paths(comparison):
    """Path grades go up along the ladder, but for the mine total alone; each is that of an own path."""
    before = ()
    for name, game in comparison.runs.items():
        steps, alone = comparison.easiest(name), path(game.board, game.start, name)
        grade = steps.hardest.step.grade if steps else ()
        assert (len(steps), grade) == (len(alone.steps), alone.grade or ())
        assert before <= grade or any(step.firing.production == "total-alone" for step in steps)
        before = grade


def require_lines(comparison):
    """Each additional cell is in one line, whose reason is true of what was given."""
    lines = list(comparison.reasoned)
    assert sorted(cell for line in lines for cell in line.cells) == sorted(comparison.additional)
    for line in lines:
        before, (reason,) = line.before, line.reasons
        assert line.grade[1:] == sizes(before, reason)
        if isinstance(reason, Balance):
            assert check_balance(before, reason)
            decided = decided_by(reason)
            assert {cell: decided.get(cell) for cell in line.cells} == line.decides
        else:
            holds = check_refutation if isinstance(reason, Refutation) else check
            assert holds(before, reason)
            assert line.decides == {reason.cell: reason.verdict}


def require_all(comparison):
    require_hardest(comparison)
    require_paths(comparison)
    require_lines(comparison)


@given(started_boards())
@examples(60)
def test_hardest_steps_paths_and_lines_hold_along_the_ladder(started):
    require_all(compare(*started, ASKED))


@pytest.mark.parametrize("telling", TELLING)
def test_so_they_do_to_the_end_on_a_field_of_each_kind(telling):
    require_all(compare(*played(*telling), ASKED))


@given(views())
@examples(60)
def test_lines_are_true_of_positions(view):
    require_lines(compare(view))


def test_what_is_past_the_steps_is_marked():
    both = [compare(LADDER, "r1c8", budget=budget).scores[STRONGEST] for budget in (BUDGET_EACH, 1)]
    whole, short = (score.hardest for score in both)
    assert (whole.smallest, short.smallest) == (True, False)
    assert short.step.production == whole.step.production
    assert short.step.grade.clues >= whole.step.grade.clues
