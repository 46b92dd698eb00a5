"""Refutations: followed by their checker, held to the solver's verdicts, short where they can be."""

from collections import Counter
from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given
from strategies import examples, views

from logicsweep import InvalidInput, Position, View, random_board, refute
from logicsweep.csp.solve import find_solution
from logicsweep.csp.sums import TOTAL
from logicsweep.reasons import refutation
from logicsweep.reasons.balance import balance
from logicsweep.reasons.check import check_refutation
from logicsweep.reasons.reason import Balance, Line
from logicsweep.reasons.refutation import placements


@examples(200)
@given(views(most_covered=12))
def test_every_forced_cell_has_a_refutation_that_its_checker_follows(view):
    position = Position(view)
    by_clues, found = find_solution(position, False), find_solution(position)
    for cell in view.covered:
        refutation = refute(position, cell)
        if found.verdict(cell) is None:
            assert refutation is None
        else:
            assert (refutation.verdict, refutation.total) == (found.verdict(cell), not by_clues.verdict(cell))
            assert check_refutation(view, refutation)
            assert not [*unused(view, Line((), (), refutation.certain, cases=(refutation.line,)))]


def unused(view, line):
    """The steps that name a safe cell which no later row touches."""
    for at, step in enumerate(line.steps, 1):
        clues = replace(line, steps=line.steps[at:]).clues
        touched = view.graph.around(clues - {TOTAL}).union(view.covered if TOTAL in clues else ())
        yield from [step] if not touched.issuperset(step.safe) else []
    for case in line.cases:
        yield from unused(view, case)


@pytest.mark.parametrize(
    ("shape", "mines"), [((9, 9), 24), ((16, 16), 76), pytest.param((16, 30), 144, marks=pytest.mark.slow)]
)
def test_so_has_every_cell_that_takes_the_mine_total_late_in_a_game(shape, mines):
    needing = 0
    for index in range(12):
        board = random_board(shape, mines, seed=2, index=index)
        cleared = [cell for cell, mine in enumerate(board.mined) if not mine]
        position = Position(board.view(Random(index).sample(cleared, len(cleared) * 17 // 20)))
        by_clues, found = find_solution(position, False), find_solution(position, True)
        for cell in [cell for cell in (*found.safe, *found.mines) if not by_clues.verdict(cell)][:2]:
            refutation = refute(position, cell)
            assert refutation.total
            assert check_refutation(position.view, refutation)
            needing += 1
    assert needing > 2


def rows_of(view, total):
    rows = {clue: (view.graph.neighbours[clue], mark) for clue, mark in enumerate(view.marks) if mark >= 0}
    rows |= {TOTAL: (range(len(view.marks)), view.mine_total)} if total else {}
    return {row: ({*cells} & {*view.covered}, need) for row, (cells, need) in rows.items()}


def closure(view, known, total):
    """All that one row or two decide, to the end, by trying every two; None where something breaks."""
    rows = rows_of(view, total)
    while True:
        left = {
            row: (cells - known.keys(), need - sum(known.get(cell, 0) for cell in cells))
            for row, (cells, need) in rows.items()
        }
        news = {}
        for (in_a, need_a), (in_b, need_b) in [
            *permutations(left.values(), 2),
            *product(left.values(), [(set(), 0)]),
        ]:
            most, least = len(in_a - in_b), -len(in_b - in_a)
            if not least <= need_a - need_b <= most:
                return None
            if need_a - need_b in (most, least):
                mine = int(need_a - need_b == most)
                news |= dict.fromkeys(in_a - in_b, mine) | dict.fromkeys(in_b - in_a, 1 - mine)
        if not news:
            return known
        known = known | news


def after(known, steps):
    for step in steps:
        known = known | dict.fromkeys(step.safe, 0) | dict.fromkeys(step.mines, 1)
    return known


def splits(line, known):
    """Each split of a line, with what is known by then."""
    known = after(known | dict.fromkeys(line.safe, 0) | dict.fromkeys(line.mines, 1), line.steps)
    if line.cases:
        yield line.cases, known
    for case in line.cases:
        yield from splits(case, known)


def split_ones(view):
    """The refutations of a view that are split."""
    position = Position(view)
    forced = find_solution(position)
    found = [refute(position, cell) for cell in (*forced.safe, *forced.mines)]
    return [one for one in found if one.line.leaves > 1]


SPLIT = [
    "####1#\n24#3##\n####4#\n#344##\n##2##2",
    "###1#1\n23#3##\n#2###2\n23#4##\n###2##",
    "1#1#00\n####3#\n#22###\n#1####",
    "mines 8\n##22#\n4####\n##433\n2####",
    "mines 9\n1##3##0\n##4#3##\n1##5##1\n####3#1\n01#2#1#",
]


@pytest.mark.parametrize("view", map(View.parse, SPLIT))
def test_a_clue_is_split_only_where_no_sum_decides_the_cell_and_no_two_rows_go_on(
    view,
):
    found = split_ones(view)
    assert found
    for one in found:
        assert check_refutation(view, one)
        assert not balance(view, one.cell)
        fewer = replace(one.line, cases=one.line.cases[1:])
        assert not check_refutation(view, replace(one, line=fewer))
        for cases, known in splits(one.line, after({}, one.certain)):
            followed = closure(view, known, one.total)
            assert followed is not None
            for case in cases:
                assert not followed.keys() & {*case.safe, *case.mines}


def test_sums_that_are_certain_anyway_come_before_any_case():
    view = View.parse("mines 13\n01#4##1\n######1\n#2#4###\n#####2#\n0#3#5##\n###2###")
    forced = find_solution(Position(view), True)
    found = [refute(view, cell) for cell in (*forced.safe, *forced.mines)]
    assert all(one and not one.line.cases and check_refutation(view, one) for one in found)
    assert max(step.size for one in found for step in one.certain) > 2


def test_a_sum_of_several_clues_breaks_before_any_case():
    view = View.parse("mines 15\n#######2#\n23#33#3#3\n#3####3##\n#####4###\n###3#####\n#0##2###0")
    found = refute(view, "r3c8")
    assert check_refutation(view, found)
    assert not found.line.cases
    assert found.line.broken.size == 5


def test_where_sums_would_take_too_long_cases_remain(monkeypatch):
    monkeypatch.setattr(refutation, "_MOST_KINDS", 0)
    refutation._make_rows.cache_clear()
    position = Position(View.parse("mines 13\n01#4##1\n######1\n#2#4###\n#####2#\n0#3#5##\n###2###"))
    assert any(refute(position, cell).line.cases for cell in find_solution(position).safe)
    refutation._make_rows.cache_clear()


def adds_up(rows, one, known):
    """What the rows of a step decide, given what is known; None where they break."""
    weights, need = Counter(), 0
    for way, some in ((1, one.added), (-1, one.subtracted)):
        for cells, mines in [rows[row] for row in some]:
            weights.update(dict.fromkeys(cells - known.keys(), way))
            need += way * (mines - sum(known.get(cell, 0) for cell in cells))
    most, least = (sum([weight for weight in weights.values() if weight * way > 0]) for way in (1, -1))
    if not least <= need <= most:
        return None
    mine = 1 if need == most else -1
    return {cell: int(w * mine > 0) for cell, w in weights.items() if w} if need in (most, least) else {}


def levels(refutation):
    """Each step with what was known before what is supposed or placed last."""
    known = after({}, refutation.certain)
    todo = [(known, refutation.line)]
    for known, line in todo:
        yield from [(step, known) for step in line.steps]
        now = after(known | dict.fromkeys(line.safe, 0) | dict.fromkeys(line.mines, 1), line.steps)
        todo += [(now, case) for case in line.cases]


def breaks(rows, line, known, without):
    """Whether a line breaks without one of its steps; each of the others by the same rows."""
    known = known | dict.fromkeys(line.safe, 0) | dict.fromkeys(line.mines, 1)
    for step in (*line.steps, line.broken):
        news = adds_up(rows, step, known) if step and step is not without else {}
        if news is None:
            return True
        known = known | news
    placed = {cell for case in line.cases for cell in (*case.safe, *case.mines)}
    all_ways = line.split is None or placed == rows[line.split][0] - known.keys()
    return bool(line.cases) and all_ways and all(breaks(rows, case, known, without) for case in line.cases)


def hold_back(view):
    """Steps of refutations that stand below what they do not need, and steps that nothing needs."""
    position = Position(view)
    forced = find_solution(position)
    for one in [refute(position, cell) for cell in (*forced.safe, *forced.mines)]:
        rows = rows_of(view, one.total)
        yield from [step for step, known in levels(one) if adds_up(rows, step, known) != {}]
        line = Line((), (), one.certain, cases=(one.line,))
        steps = [*one.certain, *[step for step, _ in levels(one)]]
        yield from [step for step in steps if breaks(rows, line, {}, step)]


@examples(200)
@given(views(most_covered=14))
def test_what_holds_anyway_stands_before_what_is_supposed_and_nothing_stands_there_in_vain(view):
    assert not [*hold_back(view)]


@pytest.mark.parametrize("index", range(6))
def test_so_it_does_in_positions_of_games(index):
    board = random_board((9, 9), 18, seed=5, index=index)
    cleared = [cell for cell, mine in enumerate(board.mined) if not mine]
    assert not [*hold_back(board.view(Random(index).sample(cleared, len(cleared) * 3 // 4)))]


def test_placements_are_all_there():
    assert len(list(placements([[cell] for cell in range(8)], 3))) == 56
    assert len(list(placements([range(5), range(5, 8)], 3))) == 4
    assert list(placements([], 0)) == [{}]


def test_bounds_are_kept():
    view = View.parse("01## 02## 01##")
    assert refute(view, "r3c3", budget=0) is None
    assert refute(view, "r3c3", splits=0).line.length == 1
    with pytest.raises(InvalidInput, match="splits: expected a whole number of at least 0"):
        refute(view, "r3c3", splits=-1)


VIEW = View.parse("01## 02## 01##")
GOOD = refute(VIEW, "r3c3")


def with_line(**changes):
    return replace(GOOD, line=replace(GOOD.line, **changes))


@pytest.mark.parametrize(
    "wrong",
    [
        replace(GOOD, verdict="safe"),
        replace(GOOD, cell=6),
        with_line(broken=Balance((9,), (), 0, False, (), ())),
        with_line(broken=None),
        with_line(broken=replace(GOOD.line.broken, need=-2)),
        with_line(broken=replace(GOOD.line.broken, added=(), subtracted=(1,))),
        with_line(steps=()),
        with_line(steps=(Balance((5,), (), 1, True, (), (2,)),)),
        with_line(steps=(Balance((5, 5), (), 4, True, (), (2, 6)),)),
        with_line(steps=(Balance((99,), (), 2, True, (), (2, 6)),)),
        with_line(
            steps=(), broken=None, split=5, cases=(replace(GOOD.line, safe=(2,), mines=(6,), steps=()),)
        ),
        with_line(steps=(), broken=None, split=0, cases=()),
    ],
)
def test_the_checker_refuses_what_does_not_follow(wrong):
    assert check_refutation(VIEW, GOOD)
    assert not check_refutation(VIEW, wrong)
