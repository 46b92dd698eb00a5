"""Slow and obviously right: every placement of mines on the covered cells; and forced cells by OR-Tools."""

import time
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


def cp_sat_forced(view, patience=1e9):
    """The forced cells by OR-tools CP-SAT, 1 for a mine, 0 for a safe one; None past so many seconds.

    A variable a cell, an equation a clue, asked again for a layout in which some candidate is otherwise.
    """
    from ortools.sat.python import cp_model

    model, begin = cp_model.CpModel(), time.process_time()
    cells = {i: model.new_bool_var(str(i)) for i in view.covered}
    for i, mark in enumerate(view.marks):
        if mark >= 0:
            model.add(sum([cells[j] for j in view.graph.neighbours[i] if j in cells]) == mark)
    if view.mine_total is not None:
        model.add(sum(cells.values()) == view.mine_total)
    solver, candidates = cp_model.CpSolver(), None
    solver.parameters.num_workers = 1
    while candidates != {}:
        solver.parameters.max_time_in_seconds = max(0, patience - (time.process_time() - begin))
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return candidates
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        found = {i: solver.value(cell) for i, cell in cells.items()}
        candidates = {i: v for i, v in (candidates or found).items() if found[i] == v}
        model.add_bool_or([cells[i].negated() if value else cells[i] for i, value in candidates.items()])
    return candidates


def by_clue(graph, layouts, cell):
    """The layouts in which a cell is safe, by the clue that it shows there."""
    shown = {}
    for mines in layouts:
        if cell not in mines:
            shown.setdefault(len(mines.intersection(graph.neighbours[cell])), []).append(mines)
    return shown
