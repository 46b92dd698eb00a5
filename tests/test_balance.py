"""Balances: fewest rows by brute force, and each one held to account by its checker and by a SAT solver."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pysat.card import CardEnc
from pysat.solvers import Cadical153
from strategies import NAMES, PLAYED, STRONGEST, examples, views

from logicsweep import InvalidInput, Position, View, balance, least_remaining, play, random_board, refute
from logicsweep.csp.solve import find_solution
from logicsweep.csp.sums import TOTAL
from logicsweep.reasons.check import check_balance, check_refutation
from logicsweep.reasons.reason import Balance, decided_by


def rows_of(view, total):
    """Every row of a view: its unknown cells, and how many mines they hold. Flags are unknown."""
    rows = {
        clue: ([cell for cell in view.graph.neighbours[clue] if cell in view.covered], mark)
        for clue, mark in enumerate(view.marks)
        if mark >= 0
    }
    rows = {clue: row for clue, row in rows.items() if row[0]}
    return rows | ({TOTAL: (list(view.covered), view.mine_total)} if total else {})


def decides(rows, signs, cell):
    """Whether rows with these signs decide a cell, by what their weights can give at most and at least."""
    weights = Counter()
    for row, sign in signs.items():
        for one in rows[row][0]:
            weights[one] += sign
    need = sum(sign * rows[row][1] for row, sign in signs.items())
    most = sum(value for value in weights.values() if value > 0)
    least = sum(value for value in weights.values() if value < 0)
    return weights[cell] != 0 and need in (most, least)


def fewest(view, cell, total, most_clues):
    """By trying every sign of every choice of rows: the fewest; then a packing, then the fewest cells."""
    rows = rows_of(view, total)
    for count in range(1, most_clues + 1):
        found = [
            ease(rows, dict(zip(chosen, signs, strict=True)))
            for chosen in combinations(rows, count)
            for signs in product((1, -1), repeat=count)
            if decides(rows, dict(zip(chosen, signs, strict=True)), cell)
        ]
        if found:
            return count, min(found)
    return None


def ease(rows, signs):
    """Whether it is more than one row against others without a common cell; how many cells there are."""
    alone = [row for row in signs if [*signs.values()].count(signs[row]) == 1]
    against = [
        {*signs} - {row} for row in alone if [*signs.values()].count(-signs[row]) == len(signs) - 1 > 0
    ]
    met = [[cell for row in others for cell in rows[row][0]] for others in against]
    return not any(len(cells) == len({*cells}) for cells in met), len(
        {c for row in signs for c in rows[row][0]}
    )


def ease_of(view, found):
    signs = dict.fromkeys(found.added, 1) | dict.fromkeys(found.subtracted, -1)
    return ease(rows_of(view, TOTAL in signs), signs)


def test_a_packing_comes_before_fewer_cells():
    view = View.parse("### 2#2 2#2 221 #3# #3#")
    found = balance(view, "r6c1")
    assert (
        (found.size, ease_of(view, found)) == fewest(view, 15, total=False, most_clues=4) == (3, (False, 6))
    )


@examples(200)
@given(views(most_covered=9), st.data())
def test_a_balance_has_the_fewest_rows_then_is_the_easiest(view, data):
    assume(view.covered)
    cell = data.draw(st.sampled_from(view.covered))
    by_clues = find_solution(Position(view), False).verdict(cell)
    total = by_clues is None and view.mine_total is not None
    assume(len(rows_of(view, total)) <= 9)
    found = balance(view, cell, most_clues=4)
    expected = fewest(view, cell, total, 4)
    assert (found and (found.size, ease_of(view, found))) == expected
    if found:
        assert check_balance(view, found)
        known, decided = find_solution(Position(view), TOTAL in found.added), decided_by(found)
        assert cell in decided
        assert all(verdict == known.verdict(one) for one, verdict in decided.items())
        assert (TOTAL in found.added) <= total


def refuted(view, found, cell):
    """Whether the rows of a balance, without anything else, leave no layout with the cell otherwise."""
    flags = set(view.flags) if found.flags else set()
    unknown = [one for one in view.covered if one not in flags]
    number = {one: i for i, one in enumerate(unknown, 1)}
    top = len(unknown)
    clauses = [[-number[cell] if cell in found.mines else number[cell]]]
    for row in (*found.added, *found.subtracted):
        around = unknown if row == TOTAL else [j for j in view.graph.neighbours[row] if j in number]
        need = view.mine_total if row == TOTAL else view.marks[row]
        need -= len(flags) if row == TOTAL else len(flags.intersection(view.graph.neighbours[row]))
        encoded = CardEnc.equals([number[one] for one in around], need, top_id=top)
        clauses += encoded.clauses
        top = max(top, encoded.nv)
    with Cadical153(bootstrap_with=clauses) as solver:
        return not solver.solve()


def moments(graph, mines, seed, boards):
    """The view before each firing of the strongest player, mines found as flags, and the firing."""
    for index in range(boards):
        board = random_board(graph, mines, seed=seed, index=index)
        game = play(board, least_remaining(board).best_starts[0], STRONGEST)
        for firing in game.trace.firings:
            yield game.before(firing.number, flags=True), firing


@pytest.mark.parametrize("boards", [4, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("graph", "mines"), PLAYED, ids=NAMES)
def test_every_step_of_a_game_has_reasons_that_their_checkers_and_a_sat_solver_confirm(graph, mines, boards):
    confirmed = Counter()
    for view, firing in moments(graph, mines, 4, boards):
        cells = [fact.subject for fact in firing.concluded]
        found = {balance(Position(view, trust_flags=True), cell) for cell in cells} - {None}
        for one in found:
            assert check_balance(view, one)
            assert all(refuted(view, one, cell) for cell in (*one.safe, *one.mines))
        for cell in cells[:4]:
            if one := refute(Position(view, trust_flags=True), cell):
                assert check_refutation(view, one)
                if firing.production in ("all-found", "all-mines"):
                    assert (one.line.leaves, one.line.length) == (1, 0)
            else:
                assert balance(Position(view, trust_flags=True), cell)
        confirmed[firing.production] += len(found)
    assert confirmed["all-found"] > 20
    assert sum(confirmed.values()) > confirmed["all-found"] + confirmed["all-mines"]


def test_effort_is_rows():
    """What casual finds takes one row, what overlap finds first two, given what is found."""
    for view, firing in moments((9, 9), 12, 1, 12):
        rows = [balance(Position(view, trust_flags=True), fact.subject) for fact in firing.concluded]
        if firing.production in ("all-found", "all-mines"):
            assert {found.size for found in rows} == {1}
        elif firing.production == "overlap":
            assert min(found.size for found in rows) == 2
        elif firing.production in ("entailed", "counted"):
            assert all(found is None or found.size > 2 or TOTAL in found.added for found in rows)


def test_flags_are_taken_as_mines_only_where_trusted():
    view = View.parse("F2#1", mines=2)
    assert balance(Position(view, trust_flags=True), "r1c3").flags
    assert balance(Position(view, trust_flags=True), "r1c3").need == 1
    assert balance(view, "r1c3") == Balance((3,), (), 1, True, (), (2,))


def test_without_steps_or_rows_nothing_is_found():
    view = View.parse("01## 02## 01##")
    assert balance(view, "r3c3", most_clues=1) is None
    assert balance(view, "r3c3", budget=0) is None
    assert balance(view, "r3c3").size == 2
    with pytest.raises(InvalidInput, match="most_clues: expected a whole number of at least 0"):
        balance(view, "r3c3", most_clues=-1)


@pytest.mark.parametrize(
    "wrong",
    [
        Balance((5,), (1,), 2, True, (), (10,)),
        Balance((5,), (1,), 1, False, (), (10,)),
        Balance((5,), (1,), 1, True, (), (10, 6)),
        Balance((5,), (), 2, True, (), (2, 6, 10)),
        Balance((5, 5), (1,), 1, True, (), (10,)),
        Balance((0,), (), 0, True, (), ()),
        Balance((TOTAL,), (), 2, True, (), (2, 6, 10)),
        Balance((), (), 0, True, (), ()),
    ],
)
def test_the_checker_refuses_what_does_not_add_up(wrong):
    view = View.parse("01## 02## 01##")
    assert check_balance(view, Balance((5,), (1,), 1, True, (), (10,)))
    assert not check_balance(view, wrong)
