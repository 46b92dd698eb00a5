"""The casual player's best on very many boards: those of one cell graph are worked together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards, batches
from logicsweep.closures.lanes import remaining_alike, starts_alike
from logicsweep.closures.openings import least_remaining, wanted_for
from logicsweep.errors import InvalidInput
from logicsweep.kernel import wanted

if TYPE_CHECKING:
    from logicsweep.closures.closure import LeastRemaining

_SMALL = 1000  # cells: up to here boards of one cell graph are worked together (measured),
_FEW = 8  # when there is at least one for every so many cells
_TINY = 150  # cells: up to here the kernel is not faster than boards worked together (measured),
_WORTH = 1_500_000  # and for larger ones pays from so many cells: it starts in 0.6 s and saves 0.6 us a cell


def remaining_of_many(boards: Iterable[Board], *, kernel: bool | None = None) -> Iterator[int]:
    """`solve(board).remaining` of each board, in order; boards of one cell graph are worked together.

    Boards are taken in batches of some million cells. When taking one raises, the answers of those
    before it come first. `kernel` as `solve` has it.

    >>> list(remaining_of_many([Board.parse("... ... MM."), Board.parse("M.M. .M.M M.M.")]))
    [0, 5]
    """
    for batch in batches(boards):
        yield from remaining_of_groups(batch, kernel)


def least_of_many(boards: Iterable[Board], *, kernel: bool | None = None) -> Iterator[LeastRemaining]:
    """`solve(board)` of each board, in order, its best starts and openings worked out already.

    Boards are taken as `remaining_of_many` takes them, `kernel` too.

    >>> for best in least_of_many([Board.parse("... ... MM."), Board.parse("M.M. .M.M M.M.")]):
    ...     print(best.remaining, best.best_starts, best.openings)
    0 (0, 1, 2) 1
    5 (1, 3, 4, 6, 9, 11) 0
    """
    from logicsweep.closures.closure import LeastRemaining

    for batch in batches(boards):
        for board, found in zip(batch, best_of_groups(batch, kernel), strict=True):
            yield LeastRemaining.known(board, *found)


class Best(NamedTuple):
    """The best of a board: what remains, a byte for each cell (1: a start that leaves it), the openings."""

    remaining: int
    starts: bytes
    openings: int


def best_of_groups(boards: Boards, kernel: bool | None = None) -> Iterator[Best]:
    """The best of boards that are grouped already."""
    answers = [_best_of_group(graph, mined, kernel) for graph, mined in boards.groups]
    for answer in map(next, map(answers.__getitem__, boards.order)):
        if answer.remaining < 0:
            _refuse_mines()
        yield answer


def remaining_of_groups(boards: Boards, kernel: bool | None = None) -> Iterator[int]:
    """The same as `remaining_of_many` for boards that are grouped already.

    >>> groups = [(CellGraph.grid(1, 2), bytes([0, 1, 0, 0])), (CellGraph.grid(1, 3), bytes([0, 1, 0]))]
    >>> list(remaining_of_groups(Boards(groups, [0, 1, 0])))
    [0, 1, 0]
    """
    answers = _in_turn(boards.groups, kernel)
    for answer in map(next, map(answers.__getitem__, boards.order)):
        if answer < 0:
            _refuse_mines()
        yield answer


def _refuse_mines() -> NoReturn:
    raise InvalidInput("board", "a safe cell to start on", "mines only")


def _in_turn(groups: list[tuple[CellGraph, bytes]], kernel: bool | None) -> dict[int, Iterator[int]]:
    """The answers of each group, by its number; small grids of R x C and C x R cells share the work."""
    sharing: dict[object, list[int]] = {}
    for number, (graph, _) in enumerate(groups):
        shares = graph.shape and graph.kind == "grid" and len(graph) <= _SMALL
        sharing.setdefault(frozenset(graph.shape or ()) if shares else number, []).append(number)
    answers: dict[int, Iterator[int]] = {}
    for numbers in sharing.values():
        shared = _shared([groups[number] for number in numbers], kernel)
        answers.update(zip(numbers, shared, strict=True))
    return answers


def _shared(groups: list[tuple[CellGraph, bytes]], kernel: bool | None) -> list[Iterator[int]]:
    if len(groups) == 1:
        return [_of_group(*groups[0], kernel)]
    flat = [_flat(*group) for group in groups]
    graph = flat[0][0]
    found = _of_group(graph, b"".join([mined for _, mined in flat]), kernel)
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


def _of_group(graph: CellGraph, mined: bytes, kernel: bool | None) -> Iterator[int]:
    if _by_kernel(graph, mined, kernel, "left_of_boards"):
        from logicsweep.closures.flat import remaining_flat

        return iter(remaining_flat(graph, mined))
    if _together(graph, mined):
        return iter(remaining_alike(graph, mined))
    return (least_remaining(board, False) for board in _each(graph, mined))


def _each(graph: CellGraph, mined: bytes) -> Boards:
    """The boards of one group, one by one."""
    return Boards([(graph, mined)], [0] * (len(mined) // len(graph)))


def _by_kernel(graph: CellGraph, mined: bytes, kernel: bool | None, entry: str) -> bool:
    """Whether the kernel answers a group, by its function `entry`."""
    if not _together(graph, mined):
        return wanted_for(len(mined), kernel, entry)
    work = len(mined) if len(graph) > _TINY else 0
    return wanted(kernel, entry, work, _WORTH, 10 * _WORTH)


def _together(graph: CellGraph, mined: bytes) -> bool:
    """Whether a group is worked together: a board of few cells, and many of them."""
    return len(graph) <= min(_FEW * (len(mined) // len(graph)), _SMALL)


def _best_of_group(graph: CellGraph, mined: bytes, kernel: bool | None) -> Iterator[Best]:
    size = len(graph)
    if _by_kernel(graph, mined, kernel, "cleared_from_openings"):
        from logicsweep.closures.flat import best_flat

        for at in range(0, len(mined), size):
            yield Best(*best_flat(graph, mined[at : at + size]))
        return
    if not _together(graph, mined):
        yield from map(_best, _each(graph, mined))
        return
    remaining, best, openings = starts_alike(graph, mined)
    rows = (best[at : at + size] for at in range(0, len(best), size))
    yield from map(Best, remaining, rows, openings)


def _best(board: Board) -> Best:
    from logicsweep.closures.closure import start_classes  # plain numbers do without

    classes = start_classes(board, kernel=False)
    least = min([one.remaining for one in classes], default=-1)
    starts = bytearray(len(board.mined))
    for one in classes:
        if one.remaining == least:
            for start in one.starts:
                starts[start] = 1
    return Best(least, bytes(starts), sum([one.opening for one in classes]))
