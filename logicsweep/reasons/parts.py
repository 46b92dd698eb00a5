"""The parts of a position: unknown cells that chains of clues tie together.

Without the mine total nothing outside a part bears on what follows in it. So what was found in a part stands
for every later position that has the same part.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple, TypeVar

from logicsweep.boards.cells import components
from logicsweep.reasons.given import Given

_Answer = TypeVar("_Answer")


class TiedPart(NamedTuple):
    """Each cell of a part with what it is forced to be, and each clue with how many mines it needs there."""

    forced: tuple[tuple[int, int], ...]
    needs: tuple[tuple[int, int], ...]


def parts_of(given: Given) -> Iterator[TiedPart]:
    """The parts of a position; a cell beside no clue is in none.

    >>> from logicsweep.boards.board import View
    >>> from logicsweep.csp.position import Position
    >>> list(parts_of(Given.of(Position(View.parse("#1#0?1##")), False)))
    [TiedPart(forced=((0, 1), (2, -1)), needs=((1, 1), (3, 0))), TiedPart(forced=((6, 1),), needs=((5, 1),))]
    """
    for cells in components(given.forced, given.beside):
        rows = {row for cell in cells for row in given.clues(cell)}
        if rows:
            forced = tuple([(cell, given.forced[cell]) for cell in sorted(cells)])
            yield TiedPart(forced, tuple([(row, given.need(row)) for row in sorted(rows)]))


class Kept:
    """What was found in the parts of a position, and for the same parts of the position before it."""

    def __init__(self, given: Given, before: Kept | None = None) -> None:
        """`given`: without the mine total, on the cell graph of the position before."""
        known = before._found if before else {}
        self._found: dict[TiedPart, dict[Hashable, Any]] = {
            part: known.get(part, {}) for part in parts_of(given)
        }
        self._at = {cell: found for part, found in self._found.items() for cell, _ in part.forced}

    def once(self, cell: int, question: Hashable, find: Callable[[], _Answer]) -> _Answer:
        """What `find` gives for a question about a cell that is forced; asked once for each part."""
        found = self._at[cell]
        if (cell, question) not in found:
            found[cell, question] = find()
        answer: _Answer = found[cell, question]
        return answer
