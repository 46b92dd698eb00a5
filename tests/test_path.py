"""Paths: held to the player's own game, to what every layout agrees on, and to all steps that there were."""

import json
import subprocess
import sys
from itertools import combinations, product

import pytest
from conftest import SAMPLES
from hypothesis import assume, given
from hypothesis import strategies as st
from in_process import invoke
from strategies import ASKED, NAMES, PLAYED, boards, examples, views

from logicsweep import Board, Fact, Match, Production, View, path, play, player_of
from logicsweep.boards.random import random_board
from logicsweep.csp.position import Position
from logicsweep.csp.solve import find_solution
from logicsweep.csp.sums import TOTAL
from logicsweep.games.path import count_shared_steps
from logicsweep.games.steps import parts
from logicsweep.reasons.check import check_balance, check_refutation
from logicsweep.reasons.known import Kept
from logicsweep.reasons.reason import Balance, Refutation
from logicsweep.rules.trace import verdict_of

LADDER_TEXT = SAMPLES / "ladder.txt"
OVERLAP = player_of("overlap").production("overlap")


def rows_by_definition(view):
    """Each clue as its unknown cells and the mines that it still needs there; flags are mines."""
    found = {}
    for clue, mark in enumerate(view.marks):
        around = view.graph.neighbours[clue]
        unknown = [cell for cell in around if view.glyph(cell) == "#"]
        if mark >= 0 and unknown:
            found[clue] = (unknown, mark - sum(view.glyph(cell) == "F" for cell in around))
    return found


def easiest_by_definition(view, most_clues):
    """The least grade of all signed sums of clues that decide any cell, from the rows on."""
    rows = rows_by_definition(view)
    for count in range(1, most_clues + 1):
        sizes = []
        for chosen in combinations(rows, count):
            for signs in product((1, -1), repeat=count):
                weights = {}
                for row, sign in zip(chosen, signs, strict=True):
                    for cell in rows[row][0]:
                        weights[cell] = weights.get(cell, 0) + sign
                need = sum(sign * rows[row][1] for row, sign in zip(chosen, signs, strict=True))
                ends = [sum(w for w in weights.values() if w * way > 0) for way in (1, -1)]
                if any(weights.values()) and need in ends:
                    sizes.append((length(chosen, signs, rows), reduced(view, chosen), len(weights)))
        if sizes:
            return (count, 0, *min(sizes))
    return None


def length(chosen, signs, rows):
    """1 for one row, or one against others without a common cell; else the rows beyond the first."""
    for way in (1, -1):
        others = [rows[row][0] for row, sign in zip(chosen, signs, strict=True) if sign == way]
        if len(others) == len(chosen) - 1 and not any({*a} & {*b} for a, b in combinations(others, 2)):
            return 1
    return max(len(chosen) - 1, 1)


def reduced(view, chosen):
    """Whether mines were found beside one of several clues."""
    around = [near for clue in chosen for near in view.graph.neighbours[clue]]
    return len(chosen) > 1 and "F" in map(view.glyph, around)


@examples(150)
@given(views(most_covered=10))
def test_no_step_is_taken_while_an_easier_one_is_there(view):
    found = path(view)
    assume(len(rows_by_definition(view)) <= 9)
    for step, before in zip(found.steps, found.views(), strict=False):
        easiest = easiest_by_definition(before, 4)
        if step.firing.production == "total-alone":
            left = [cell for cell in before.covered if before.glyph(cell) == "#"]
            assert view.mine_total - len(before.flags) in (0, len(left))
            assert not easiest or easiest[0] > 1
        elif step.firing.production in ("total", "total-cases", "counted"):
            forced = find_solution(Position(before, trust_flags=True), False)
            assert not {*forced.safe, *forced.mines}.difference(before.flags)
        elif step.firing.production == "cases" or step.grade.clues > 4:  # further than was looked
            assert easiest is None
        else:
            assert step.grade[1:] == easiest


@examples(100)
@given(boards())
def test_a_path_ends_where_its_player_ends_by_sound_steps(board):
    safe = [cell for cell, mine in enumerate(board.mined) if not mine]
    assume(safe)
    for name in ASKED:
        found, game = path(board, safe[0], name), play(board, safe[0], name)
        assert (found.cleared, found.mines) == (game.cleared, game.mines)
        for step, before in zip(found.steps, found.views(), strict=False):
            known = find_solution(Position(before, trust_flags=True))
            for fact in step.firing.concluded:
                assert known.verdict(fact.subject) == verdict_of(fact)


@pytest.mark.slow
@pytest.mark.parametrize(("graph", "mines"), PLAYED, ids=NAMES)
def test_on_larger_fields_reasons_hold_and_weaker_players_begin_alike(graph, mines):
    for index in range(4):
        board = random_board(graph, mines, seed=8, index=index)
        start = next(cell for cell, mine in enumerate(board.mined) if not mine)
        strongest = path(board, start)
        for step in strongest.steps:
            before, decided = step.before, set()
            assert step.grade == max([part.grade for part in parts(step, step.cells)])
            for reason in step.reasons:
                if isinstance(reason, Refutation):
                    assert check_refutation(before, reason)
                    decided.add(reason.cell)
                else:
                    assert check_balance(before, reason)
                    decided.update(reason.safe, reason.mines)
            assert decided == {fact.subject for fact in step.firing.concluded}
        grades = []
        for name in ASKED:
            weaker = path(board, start, name)
            assert [*weaker.steps] == [*strongest.steps[: count_shared_steps(strongest, name)]]
            assert weaker.cleared == play(board, start, name).cleared
            grades.append(weaker.grade or (-1,))
        assert grades == sorted(grades)


@examples(60)
@given(views(), st.sampled_from(ASKED))
def test_from_a_position_a_path_concludes_what_the_player_does(view, name):
    found, whole = path(view, player=name), play(view, player=name)
    assert (found.safe, found.mines) == (whole.safe, whole.mines)


@examples(60)
@given(views())
def test_the_casual_candidates_are_all_that_apply(view):
    found = path(view, player="casual")
    for step, before in zip(found.steps, found.views(), strict=False):
        rows = rows_by_definition(before)
        applying = [row for row, (cells, need) in rows.items() if need in (0, len(cells))]
        assert step.candidates == len(applying)
        assert step.firing.site in applying


def test_productions_of_ones_own_take_their_place_and_are_graded_by_their_reasons():
    def guess(memory, site):
        cells = [cell for cell in memory.graph.adj[site] if cell in memory.covered]
        return Match((memory.clues[site],), (Fact("safe", cells[0]),)) if cells else None

    def copied(memory, site):
        return OVERLAP.condition(memory, site)

    own = (*player_of("casual").productions, Production("copied", copied, -1, needs="clue"))
    board = Board.parse(".M.... ...... M..M..")
    found = path(board, "r1c5", own)
    assert found.profile["copied"] == 1
    assert found.grade[1:] == path(board, "r1c5", "overlap").grade[1:]
    with pytest.raises(Exception, match="the clues allow a mine there"):
        path(board, "r3c2", [Production("hope", guess, -1, needs="clue")])


def test_how_it_ends_is_said():
    overlap = invoke("path", "--start", "r1c8", "--player", "overlap", LADDER_TEXT).out
    assert overlap.splitlines()[1] == "Overlap is stuck. Expert knows r3c3."
    assert "\nstuck: overlap sees no more. Expert goes on:\n  11. r3c3 is safe:\n" in overlap
    casual = invoke("path", "--start", "r1c8", "--player", "casual", LADDER_TEXT).out
    assert casual.splitlines()[1] == "Casual is stuck. Overlap knows r3c6."
    assert "\nstuck: casual sees no more. Overlap goes on:\n   5. r3c6 is safe:\n" in casual
    limited = invoke("path", "--start", "r1c8", "--limit", "3", LADDER_TEXT).out
    assert limited.endswith("stopped after 3 steps (--limit)\n")
    stuck = invoke("path", SAMPLES / "endgame.txt").out
    assert stuck.endswith(
        "undecided 2: r3c1, r4c1\n"
        "stuck: no covered cell is forced. The least risk is 1/2 (50%) at r3c1, r4c1.\n"
    )
    assert "no step\nremaining" in invoke("path", "--start", "r1c1", input="2 2\n.M\nM.\n0 0\n").out


def test_grades_alone_of_many_boards():
    shown = invoke("path", "--grade", SAMPLES / "boards.txt").out.splitlines()
    lines = invoke("path", "--grade", "--json", SAMPLES / "boards.txt").out.splitlines()
    found = list(map(json.loads, lines))
    assert len(shown) == len(found) == 4
    for line, row in zip(shown, found, strict=True):
        assert line.endswith(
            f"; remaining {row['remaining']}; start {row['start']} (the casual player's best)"
        )
        assert line.startswith(row["hardest"]["production"] if row["hardest"] else "no step; ")
    assert [row["board"] for row in found] == [1, 2, 3, 4]
    assert invoke("path", "--grade", "--board", "2", SAMPLES / "boards.txt").out.splitlines() == [shown[1]]


MEMORY = """
import tracemalloc
from logicsweep import View, least_remaining, path, random_board
from logicsweep.show.path import path_text
from logicsweep.verbs.path import finish

for _ in path_text(finish(path(View.parse("01## 02## 01##")))):  # what is imported and kept for all is there
    pass
board = random_board((32, 32), 154, seed=3, index=0)
found = path(board, least_remaining(board).best_starts[0])
tracemalloc.start()
assert sum(1 for _ in path_text(finish(found))) > len(found.steps) > 400
all_states = len(found.steps) * len(board.mined) * 8
assert tracemalloc.get_traced_memory()[1] < all_states / 4, tracemalloc.get_traced_memory()
"""


@pytest.mark.slow
def test_a_path_is_told_in_the_memory_of_a_few_boards():
    """In a process of its own: what a step keeps takes more where classes were used otherwise before."""
    subprocess.run([sys.executable, "-c", MEMORY], check=True)


def found_anew(call):
    """A path for which nothing is kept from step to step."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kept, "once", lambda self, cell, question, find: find())
        return call()


@examples(60)
@given(views(), st.sampled_from(ASKED[2:]))
def test_what_is_kept_changes_no_path(view, name):
    assert [*path(view, player=name).steps] == [*found_anew(lambda: path(view, player=name)).steps]


def named_by_shape(view, reason):
    """What players call a balance, read off the board."""
    rows, (height, width) = [*reason.added, *reason.subtracted], view.graph.shape or (0, 0)
    if TOTAL in rows:
        return "mines left"
    if len(rows) != 2 or view.graph.kind not in ("grid", "torus"):
        return None
    (row, col), other = divmod(rows[0], width), divmod(rows[1], width)
    beside = [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
    if view.graph.kind == "torus":
        beside = [(one % height, two % width) for one, two in beside]
    flags = [sum(view.glyph(near) == "F" for near in view.graph.neighbours[clue]) for clue in rows]
    left = sorted(view.marks[clue] - found for clue, found in zip(rows, flags, strict=True))
    if other not in beside or left not in ([1, 1], [1, 2], [1, 3]):
        return None
    name = "hole" if (left, len(reason.safe)) == ([1, 1], 3) else f"{left[0]}-{left[1]}"
    return name + " reduced" * any(flags)


@pytest.mark.parametrize(("graph", "mines"), PLAYED, ids=NAMES)
def test_a_step_has_the_name_of_its_shape(graph, mines):
    for index in range(6):
        board = random_board(graph, mines, seed=11, index=index)
        start = next(cell for cell, mine in enumerate(board.mined) if not mine)
        for step in path(board, start).steps:
            reason = step.reasons[0]
            named = isinstance(reason, Balance) and named_by_shape(step.before, reason)
            assert step.pattern == (named or None)


def test_the_workload_counts_clues_beyond_the_first():
    found = path(View.parse("mines 1 #1#### ######"))
    assert [step.workload for step in found.steps] == [1]
    assert found.workload == path(View.parse("01## 02## 01##")).workload == 1


def test_the_mine_total_alone_comes_after_the_casual_rules_and_before_two_clues():
    found = path(View.parse("mines 1 1#1## ?????"))
    assert list(found.profile) == ["all-found", "all-mines", "total-alone"]
    assert (found.grade.effort, found.grade.clues, count_shared_steps(found, "casual")) == (1, 1, 2)
