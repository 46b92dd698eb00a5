"""Deals at once, as formats of boards that tell the first click give them; no format by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from logicsweep.boards.grouped import Grouped
from logicsweep.formats.row import Deal


@dataclass(frozen=True)
class Dealt:
    """Boards in groups, and the first click of each, in order; going through it makes the deals.

    >>> from logicsweep import CellGraph
    >>> boards = Grouped([(CellGraph.grid(1, 2), bytes([0, 1, 1, 0]))], [0, 0])
    >>> [(str(board), start) for board, start in Dealt(boards, [0, None])]
    [('.M', 0), ('M.', None)]
    """

    boards: Grouped
    starts: list[int | None]

    def __len__(self) -> int:
        return len(self.starts)

    def __iter__(self) -> Iterator[Deal]:
        return map(Deal, self.boards, self.starts)
