"""Many boards at once, those of one cell graph side by side: what is read fast and answered fast."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Self, TypeVar

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, of_kind, said

_Size = TypeVar("_Size")
_Mines = TypeVar("_Mines")
_BATCH = 1 << 22  # cells taken together: some tens of megabytes


@dataclass(frozen=True)
class Grouped:
    """Boards in groups, which saves making a Board of each; going through it makes them, in order.

    A group is a cell graph and the `mined` of its boards, one after another. `order` names for each board
    in turn the group whose next one it is.

    >>> groups = [(CellGraph.grid(1, 2), bytes([0, 1, 1, 0])), (CellGraph.grid(1, 3), bytes([0, 1, 0]))]
    >>> [str(board) for board in Grouped(groups, [0, 1, 0])]
    ['.M', '.M.', 'M.']
    """

    groups: list[tuple[CellGraph, bytes]]
    order: list[int]

    def __post_init__(self) -> None:
        boards = sum([len(mined) // len(graph) for graph, mined in self.groups])
        if len(self.order) != boards:
            expected = f"{plural(boards, 'number')}, one for each board"
            raise InvalidInput("order", expected, str(len(self.order)))

    def __len__(self) -> int:
        return len(self.order)

    def __iter__(self) -> Iterator[Board]:
        pieces = [_boards(graph, mined) for graph, mined in self.groups]
        return map(next, map(pieces.__getitem__, self.order))

    @classmethod
    def of(cls, boards: Iterable[Board]) -> Self:
        """Boards that are there already."""
        graphs: list[CellGraph] = []
        groups: dict[object, tuple[int, list[bytes]]] = {}
        order = []
        for board in boards:
            graph = board.graph
            key = (graph.kind, graph.shape) if graph.shape else id(graph)
            if key not in groups:
                groups[key] = (len(graphs), [])
                graphs.append(graph)
            number, mined = groups[key]
            mined.append(board.mined)
            order.append(number)
        joined = [b"".join(mined) for _, mined in groups.values()]
        return cls(list(zip(graphs, joined, strict=True)), order)


def _boards(graph: CellGraph, mined: bytes) -> Iterator[Board]:
    size = len(graph)
    return (Board(graph, mined[at : at + size]) for at in range(0, len(mined), size))


def side_by_side(
    told: Iterable[tuple[_Size, _Mines]],
    group: Callable[[_Size, list[_Mines]], tuple[CellGraph, bytes] | None],
) -> Grouped | None:
    """Boards from their sizes and what tells their mines, without making each.

    `group` makes of a size, and what tells the mines of all boards of it, their cell graph and their `mined`,
    one after another; where it gives None, so does this.

    >>> told = [(2, b"\\0\\1"), (1, b"\\1"), (2, b"\\1\\0")]
    >>> boards = side_by_side(told, lambda cols, mined: (CellGraph.grid(1, cols), b"".join(mined)))
    >>> [str(board) for board in boards]
    ['.M', 'M', 'M.']
    """
    sizes: dict[_Size, tuple[int, list[_Mines]]] = {}
    order = []
    for size, mines in told:
        number, alike = sizes.get(size) or sizes.setdefault(size, (len(sizes), []))
        alike.append(mines)
        order.append(number)
    groups = [group(size, alike) for size, (_, alike) in sizes.items()]
    known = [one for one in groups if one]
    return Grouped(known, order) if len(known) == len(groups) else None


def batches(boards: Iterable[Board]) -> Iterator[Grouped]:
    """Boards in batches of some million cells. When taking one raises, those before it come first.

    >>> [len(batch) for batch in batches([Board.parse("M."), Board.parse(".M")])]
    [2]
    """
    batch: list[Board] = []
    cells = 0
    if isinstance(boards, Board) or not isinstance(boards, Iterable):
        raise InvalidInput("boards", "several Boards", said(boards))
    try:
        for board in boards:
            batch.append(of_kind("board", board, Board))
            cells += len(board.mined)
            if cells > _BATCH:
                yield Grouped.of(batch)
                batch, cells = [], 0
    except Exception:
        yield Grouped.of(batch)
        raise
    yield Grouped.of(batch)
