"""The kernel's codes: what it says of a cell, how a position or a game ended; all in one place."""

COVERED, FLAG, SAFE = -1, -2, -3
"""The marks of a view that are no clue: covered, flagged, cleared without a number."""

WIDTH = 8
"""The most neighbours of a cell for positions and games, and the largest clue."""

NOTHING, SAFE_CELL, MINED, OPEN_CELL = 0, 1, 2, 3
"""Of a cell: it is not covered; safe in every layout; a mine in every layout; layouts differ."""

SOLVED, CLASH, TOO_WIDE, PAST_FLOATS = 0, 1, 2, 3
"""Of a position: answered; no layout; more states or open sums than there is room for; numbers beyond what
a 64-bit float can hold exactly enough. All but the first are left to the Python solver."""

MISSED = 4
"""Of a board that is made: no try was finished before the last that was allowed."""

NONE = -1
"""In tables of indices: there is none. In an array of mine totals: it is not told."""
