"""How hard a step is."""

from __future__ import annotations

from typing import Annotated, NamedTuple


class Grade(NamedTuple):
    """How hard a step is, easier ones first: the first difference decides.

    `effort` is that of its production: the higher the salience, the less. `clues`: how many are taken
    together at once (the mine total is one). `cases`: how many cases a refutation has, 0 without one.
    `length`: the steps of a refutation; 1 if one clue is compared with others that do not overlap; for any
    other sum, one step for each clue beyond the first. `reduced`: there are several clues, and some have
    known mines to subtract. `cells`: how many unknown cells the player has to look at.

    >>> Grade(2, 2, 0, 1, True, 5) < Grade(3, 3, 0, 1, False, 4) < Grade(3, 3, 0, 2, False, 4)
    True
    """

    effort: Annotated[int, "the effort of its production"]
    clues: Annotated[int, "how many clues it takes together, the mine total as one; 0: no reason was found"]
    cases: Annotated[int, "how many cases it distinguishes; 0: it is not a refutation"]
    length: Annotated[int, "how many mental steps it takes; 1: one clue compared with others that are apart"]
    reduced: Annotated[bool, "whether there are several clues, and known mines to subtract"]
    cells: Annotated[int, "how many unknown cells you have to look at"]
