"""Refutations: followed by their checker, held to the solver's verdicts, short where they can be."""

from dataclasses import replace

import pytest
from hard_views import lattice
from hypothesis import given
from strategies import examples, views

from logicsweep.boards.board import View
from logicsweep.csp.clash import solved
from logicsweep.csp.position import Position
from logicsweep.errors import InvalidInput
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.check import check_refutation
from logicsweep.reasons.refutation import placements, refute


@examples(200)
@given(views(most_covered=12))
def test_every_forced_cell_has_a_refutation_that_its_checker_follows(view):
    position = Position(view)
    by_clues, found = solved(position, False), solved(position)
    for cell in view.covered:
        refutation = refute(position, cell, splits=8)
        if found.verdict(cell) is None:
            assert refutation is None
        elif by_clues.verdict(cell):
            assert (refutation.verdict, refutation.total) == (by_clues.verdict(cell), False)
            assert check_refutation(view, refutation)
        elif refutation:  # with the mine total counting may be needed, which no case shows
            assert (refutation.verdict, refutation.total) == (found.verdict(cell), True)
            assert check_refutation(view, refutation)


def forced(position):
    found = solved(position, False)
    return (*found.safe, *found.mines)


@pytest.mark.parametrize(("side", "density", "seed"), [(7, 0.3, 198), (11, 0.35, 98), (11, 0.4, 71)])
def test_where_nothing_goes_on_a_clue_is_split(side, density, seed):
    view = lattice(side, density, seed)
    position = Position(view)
    found = [refute(position, cell) for cell in forced(position)]
    split = [one for one in found if one.line.leaves > 1]
    assert split
    assert all(refute(position, one.cell, splits=0) is None for one in split)
    for one in split:
        assert check_refutation(view, one)
        fewer = replace(one.line, cases=one.line.cases[1:])
        assert not check_refutation(view, replace(one, line=fewer))


def test_placements_are_all_there():
    assert len(list(placements([[cell] for cell in range(8)], 3))) == 56
    assert len(list(placements([range(5), range(5, 8)], 3))) == 4
    assert list(placements([], 0)) == [{}]


def test_bounds_are_kept():
    view = View.parse("01## 02## 01##")
    assert refute(view, "r3c3", steps=0) is None
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
