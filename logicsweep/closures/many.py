"""The casual player's best on very many boards: those of one cell graph are worked together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from logicsweep.arguments import of_kind
from logicsweep.board import Board
from logicsweep.cells import CellGraph
from logicsweep.closures.lanes import remaining_alike
from logicsweep.closures.openings import least_remaining
from logicsweep.errors import InvalidInput
from logicsweep.words import plural

_BATCH = 1 << 22  # cells taken together: some tens of megabytes
_SMALL = 1000  # cells: up to here boards of one cell graph are worked together (measured),
_FEW = 8  # when there is at least one for every so many cells


def remaining_of_many(boards: Iterable[Board]) -> Iterator[int]:
    """`solve(board).remaining` of each board, in order; boards of one cell graph are worked together.

    Boards are taken in batches of some million cells. When taking one raises, the answers of those
    before it come first.

    >>> list(remaining_of_many([Board.parse("... ... MM."), Board.parse("M.M. .M.M M.M.")]))
    [0, 5]
    """
    for batch in _batches(boards):
        yield from remaining_of_groups(*_grouped(batch))


def remaining_of_groups(groups: Sequence[tuple[CellGraph, bytes]], order: Sequence[int]) -> Iterator[int]:
    """The same for boards that are grouped already, which saves making a Board of each.

    A group is a cell graph and the `mined` of its boards, one after another. `order` names for each
    answer the group whose next board is meant.

    >>> groups = [(CellGraph.grid(1, 2), bytes([0, 1, 0, 0])), (CellGraph.grid(1, 3), bytes([0, 1, 0]))]
    >>> list(remaining_of_groups(groups, [0, 1, 0]))
    [0, 1, 0]
    """
    boards = sum([len(mined) // len(graph) for graph, mined in groups])
    if len(order) != boards:
        raise InvalidInput("order", f"{plural(boards, 'number')}, one for each board", str(len(order)))
    answers = _in_turn(groups)
    for answer in map(next, map(answers.__getitem__, order)):
        if answer < 0:
            raise InvalidInput("board", "a safe cell to start on", "mines only")
        yield answer


def _in_turn(groups: Sequence[tuple[CellGraph, bytes]]) -> dict[int, Iterator[int]]:
    """The answers of each group, by its number; small grids of R x C and C x R cells share the work."""
    sharing: dict[object, list[int]] = {}
    for number, (graph, _) in enumerate(groups):
        shares = graph.shape and graph.kind == "grid" and len(graph) <= _SMALL
        sharing.setdefault(frozenset(graph.shape or ()) if shares else number, []).append(number)
    answers: dict[int, Iterator[int]] = {}
    for numbers in sharing.values():
        answers.update(zip(numbers, _shared([groups[number] for number in numbers]), strict=True))
    return answers


def _shared(groups: list[tuple[CellGraph, bytes]]) -> list[Iterator[int]]:
    if len(groups) == 1:
        return [_of_group(*groups[0])]
    flat = [_flat(*group) for group in groups]
    graph = flat[0][0]
    found = _of_group(graph, b"".join([mined for _, mined in flat]))
    return [iter(list(islice(found, len(mined) // len(graph)))) for _, mined in flat]


def _flat(graph: CellGraph, mined: bytes) -> tuple[CellGraph, bytes]:
    """Boards that are higher than wide, mirrored at the diagonal."""
    rows, cols = graph.shape or (0, 0)
    if rows <= cols:
        return graph, mined
    flat, size = bytearray(len(mined)), rows * cols
    for i in range(size):
        row, col = divmod(i, cols)
        flat[col * rows + row :: size] = mined[i::size]
    return CellGraph.grid(cols, rows), bytes(flat)


def _of_group(graph: CellGraph, mined: bytes) -> Iterator[int]:
    size = len(graph)
    if size <= min(_FEW * (len(mined) // size), _SMALL):
        return iter(remaining_alike(graph, mined))
    return (least_remaining(Board(graph, mined[at : at + size])) for at in range(0, len(mined), size))


def _batches(boards: Iterable[Board]) -> Iterator[list[Board]]:
    batch: list[Board] = []
    cells = 0
    try:
        for board in boards:
            batch.append(of_kind("board", board, Board))
            cells += len(board.mined)
            if cells > _BATCH:
                yield batch
                batch, cells = [], 0
    except Exception:
        yield batch
        raise
    yield batch


def _grouped(batch: list[Board]) -> tuple[list[tuple[CellGraph, bytes]], list[int]]:
    graphs: list[CellGraph] = []
    groups: dict[object, tuple[int, list[bytes]]] = {}
    order = []
    for board in batch:
        graph = board.graph
        key = (graph.kind, graph.shape) if graph.shape else id(graph)
        if key not in groups:
            groups[key] = (len(graphs), [])
            graphs.append(graph)
        number, mined = groups[key]
        mined.append(board.mined)
        order.append(number)
    joined = [b"".join(mined) for _, mined in groups.values()]
    return list(zip(graphs, joined, strict=True)), order
