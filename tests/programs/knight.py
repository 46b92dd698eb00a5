"""The command line, with a kind of field of a user's own: cells are neighbours a knight's move apart."""

from itertools import product

from logicsweep.boards.cells import add_kind
from logicsweep.boards.fields import FieldKind

LEAPS = tuple((down, right) for down, right in product((-2, -1, 1, 2), repeat=2) if abs(down) != abs(right))
add_kind("knight", FieldKind(LEAPS, LEAPS, words="knight's moves"))

if __name__ == "__main__":
    from logicsweep.__main__ import main

    main()
