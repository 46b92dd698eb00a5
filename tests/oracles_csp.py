"""Slow and obviously right: every placement of mines on the covered cells, one after another."""

from fractions import Fraction
from itertools import chain, combinations

from logicsweep.boards.board import COVERED, FLAG


def all_layouts(view, total=None):
    """The sets of mines (indices) that satisfy every clue, and the mine total where `total` gives one."""
    covered = [i for i, mark in enumerate(view.marks) if mark in (COVERED, FLAG)]
    sizes = range(len(covered) + 1) if total is None else [total] if total <= len(covered) else []
    return [
        frozenset(mines) for size in sizes for mines in combinations(covered, size) if satisfies(view, mines)
    ]


def satisfies(view, mines, clues=None):
    """Whether a placement of mines satisfies the clues of a view, or only those given."""
    return all(
        sum(j in mines for j in view.graph.neighbours[i]) == mark
        for i, mark in enumerate(view.marks)
        if mark >= 0 and (clues is None or i in clues)
    )


def placements(view):
    """Every placement of mines on the covered cells, with the clues that it satisfies."""
    clues = [i for i, mark in enumerate(view.marks) if mark >= 0]
    some = chain.from_iterable(combinations(view.covered, size) for size in range(len(view.covered) + 1))
    return [(frozenset(m), frozenset(c for c in clues if satisfies(view, m, {c}))) for m in some]


def agreed(view, layouts):
    """Safe cells, mines and risks over some layouts."""
    often = {i: sum(i in mines for mines in layouts) for i in view.covered}
    return (
        tuple(i for i in view.covered if often[i] == 0),
        tuple(i for i in view.covered if often[i] == len(layouts)),
        {i: Fraction(n, len(layouts)) for i, n in often.items()},
    )
