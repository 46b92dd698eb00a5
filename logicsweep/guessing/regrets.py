"""Regret: how much a policy's chance to win falls short of perfect play, exactly, on small fields."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from math import comb
from typing import Annotated, NamedTuple

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.board import View, blank, with_marks
from logicsweep.boards.cells import CellGraph, CellLike, FieldLike
from logicsweep.boards.random import Promise
from logicsweep.csp.position import Position
from logicsweep.guessing.perfect import GameTree, layouts_by_clue, perfect, tree_of
from logicsweep.guessing.policy import Policy, PolicyLike, policy_of


class Regret(NamedTuple):
    """A policy's chance to win, and how much it falls short of perfect play.

    >>> regret((2, 2), 1, policy="least-risk")
    Regret(policy='least-risk', start=0, win=Fraction(1, 4), regret=Fraction(0, 1))
    """

    policy: Annotated[str, "the policy"]
    start: Annotated[CellIndex, "its first cell"]
    win: Annotated[Fraction, "its chance to win"]
    regret: Annotated[Fraction, "how much that is less than the best strategy's"]


def regret(
    field: FieldLike,
    mines: int,
    first: Promise = "any",
    policy: PolicyLike = "best",
    start: CellLike | None = None,
) -> Regret:
    """A policy's exact chance to win over all layouts of a field, and how far it is from perfect play.

    The policy and perfect play both begin at `start`, if given. Otherwise the policy chooses the first cell;
    with a promise about the first cell, it begins at the first of the best.

    >>> found = regret((1, 6), 2, policy="least-risk")
    >>> str(found.win), str(found.regret)
    ('7/15', '1/15')
    """
    best, policy, graph = perfect(field, mines, first, start), policy_of(policy), CellGraph.of(field)
    around, view = graph.neighbours, blank(graph, mines)
    chooses = mines and start is None and first == "any"
    cell = policy.choose(Position(view))[0].cell if chooses else best.best[0]
    tree = tree_of(chain.from_iterable(layouts_by_clue(cell, mines, around, first == "opening")), around)
    won = _count_wins_after(policy, tree, view, cell, tree.all)
    win = Fraction(won, comb(len(graph), mines) if first == "any" else len(tree.shows))
    return Regret(policy.name, cell, win, best.win - win)


def _count_wins_after(policy: Policy, tree: GameTree, view: View, cell: int, some: int) -> int:
    """How many layouts of a set a policy wins if it clears a cell next."""
    won, marks = 0, [*view.marks]
    for clue, layouts in tree.clues[cell].items():
        if part := layouts & some:
            marks[cell] = clue
            won += _count_wins(policy, tree, with_marks(view, marks), part)
    return won


def _count_wins(policy: Policy, tree: GameTree, view: View, some: int) -> int:
    if some & (some - 1) == 0:
        return 1
    cell = next((cell for cell in view.covered if tree.safe[cell] & some == some), None)
    if cell is None:
        cell = policy.choose(Position(view))[0].cell
    return _count_wins_after(policy, tree, view, cell, some)
