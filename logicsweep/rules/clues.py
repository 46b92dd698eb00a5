"""The declared rules: the casual player's two, comparing two clues, and the mine total alone.

The classic patterns (1-1 and 1-2 at a wall, 1-2-1) all follow from comparing two clues.
"""

from __future__ import annotations

from logicsweep.rules.declared import rule
from logicsweep.rules.language import (
    clue,
    count,
    covered,
    given,
    m,
    mine,
    mines,
    n,
    near,
    possible,
    safe,
    some,
    total,
    x,
    y,
)

ALL_FOUND = rule(
    "all-found",
    "All mines around this cell are found, so its other covered neighbours are safe.",
    given(clue(x) == m, count(mines.near(x)) == m) >> safe(covered.near(x)),
    salience=0,
)
ALL_MINES = rule(
    "all-mines",
    "This cell has as many flagged and covered neighbours as its number, so every covered one is a mine.",
    given(clue(x) == m, count(possible.near(x)) == m) >> mine(covered.near(x)),
    salience=0,
)
CASUAL = (ALL_FOUND, ALL_MINES)
"""The two rules of the statement: f = m clears, f + c = m flags."""
OVERLAP = rule(
    "overlap",
    "This clue needs more mines than the other by exactly the number of cells that only it sees: those are "
    "mines, and the cells that only the other sees are safe.",
    given(
        clue(x) == m,
        clue(y) == n,
        some(covered.near(x, y)),
        m - n == count(possible.near(x) - near(y)) - count(mines.near(y) - near(x)),
    )
    >> (mine(covered.near(x) - near(y)), safe(covered.near(y) - near(x))),
    salience=-2,
    balance=(x, y),
)
TOTAL_ALONE = rule(
    "total-alone",
    "All mines are found, so the rest is safe; or only as many cells are left as mines, so all are mines.",
    given(total == m, count(mines) == m) >> safe(covered),
    given(total == m, count(possible) == m) >> mine(covered),
    salience=-1,
)
