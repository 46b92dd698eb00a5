"""Boards of one cell graph with a start each, however they are given, in batches of flat bytes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from itertools import chain, repeat
from operator import add
from typing import NamedTuple, cast

from logicsweep.boards.arrays import Array, Stacked, is_array, numbers_in, rows_of
from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.errors import InvalidInput, as_int, of_kind, said

Boards = Board | Iterable[Board] | Array
"""One board, several on one cell graph, or an array of type uint8 or bool and shape (n, rows, cols)."""
StartOrStarts = Hashable | Iterable[Hashable]
"""One start for all boards, or one for each."""
_BATCH = 1 << 22  # cells of the boards that are taken together


class Batch(NamedTuple):
    """Games side by side: the boards' `mined`, one after another, and their starts (indices, safe)."""

    graph: CellGraph
    mined: memoryview
    starts: list[int]


def games_of(
    boards: Boards, starts: StartOrStarts, field: Callable[[int, int], CellGraph] | None = None
) -> Iterator[Batch]:
    """Boards with their starts, in batches; InvalidInput, with its place, for what makes no games.

    `field` is the kind of field of the boards in an array. One board with several starts makes as many games.

    >>> [(bytes(batch.mined), batch.starts) for batch in games_of(Board.parse("M.."), ["r1c2", "r1c3"])]
    [(b'\\x01\\x00\\x00\\x01\\x00\\x00', [1, 2])]
    """
    if is_array(boards):
        return _of_array(rows_of(boards, "boards"), starts, field)
    if field is not None:
        raise InvalidInput("field", "None where Boards are given: they know theirs", said(field))
    if isinstance(boards, Board):
        each = _several(starts)
        if each is None:
            return _of_boards((boards,), starts)
        starts = list(each)
        return _of_boards(repeat(boards, len(starts)), starts)
    if not isinstance(boards, Iterable):
        raise InvalidInput("boards", "a Board, several of them or an array", said(boards))
    return _of_boards(boards, starts)


def _several(starts: StartOrStarts) -> Iterable[Hashable] | None:
    """The starts, where there is one for each board; None for a single cell. Texts and tuples are cells."""
    if as_int(starts) is not None or isinstance(starts, str | bytes | tuple | frozenset):
        return None
    if is_array(starts):
        return numbers_in(starts, "starts")
    if isinstance(starts, Mapping | Set):
        raise InvalidInput("starts", "one cell, or a list with one for each board", said(starts))
    return starts if isinstance(starts, Iterable) else None


def _of_array(
    stacked: Stacked, starts: StartOrStarts, field: Callable[[int, int], CellGraph] | None
) -> Iterator[Batch]:
    graph = (field or CellGraph.grid)(*stacked.shape[1:]) if field is None or callable(field) else None
    if not isinstance(graph, CellGraph) or graph.shape != stacked.shape[1:]:
        raise InvalidInput("field", "a kind of field, such as CellGraph.torus", said(field))
    if (indices := _safe_indices(stacked, starts)) is not None:
        yield Batch(graph, stacked.data, indices)
        return
    pairing, size = _Pairing(graph, starts), len(graph)
    for number in range(len(stacked)):
        pairing.add(stacked.data[number * size : number * size + size])
    pairing.require_no_more()
    yield Batch(graph, stacked.data, pairing.found)


def _safe_indices(stacked: Stacked, starts: StartOrStarts) -> list[int] | None:
    """Starts that come as an array, looked at together; None where one of them may be wrong."""
    if not is_array(starts) or not len(stacked):
        return None
    size, found = stacked.size, numbers_in(starts, "starts")
    if len(found) != len(stacked) or not 0 <= min(found) <= max(found) < size:
        return None
    at = map(add, found, range(0, len(stacked.data), size))
    return None if any(map(stacked.data.__getitem__, at)) else found


def _of_boards(boards: Iterable[Board], starts: StartOrStarts) -> Iterator[Batch]:
    """Boards as they come, some million cells at a time."""
    left = iter(boards)
    first = next(left, None)
    if first is None:
        return
    graph = of_kind("boards[0]", first, Board).graph
    pairing, mined = _Pairing(graph, starts), bytearray()
    for board in chain((first,), left):
        if of_kind(f"boards[{pairing.count}]", board, Board).graph != graph:
            raise InvalidInput(f"boards[{pairing.count}]", f"the first board's {graph}", str(board.graph))
        pairing.add(board.mined)
        mined += board.mined
        if len(mined) > _BATCH:
            yield Batch(graph, memoryview(mined), pairing.found)
            mined, pairing.found = bytearray(), []
    pairing.require_no_more()
    yield Batch(graph, memoryview(mined), pairing.found)


class _Pairing:
    """Starts, handed out to boards one by one: `found` are the last ones' indices."""

    def __init__(self, graph: CellGraph, starts: StartOrStarts) -> None:
        self.graph, self.count, self.found = graph, 0, list[int]()
        each = _several(starts)
        self.one = graph.locate(cast(Hashable, starts), "starts") if each is None else -1
        self.left = iter(()) if each is None else iter(each)

    def add(self, mined: bytes | memoryview) -> None:
        """Give the next board its start."""
        start, place = self.one, f"starts[{self.count}]"
        if start < 0:
            given = next(self.left, _NONE)
            if given is _NONE:
                raise InvalidInput(
                    "starts", "one cell, or one for each board", f"{self.count} for more boards"
                )
            start = self.graph.locate(given, place)
        if mined[start]:
            name = self.graph.name(start)
            raise InvalidInput(place, f"a safe cell of boards[{self.count}]", f"{name}, a mine")
        self.found.append(start)
        self.count += 1

    def require_no_more(self) -> None:
        """Each start has its board."""
        if next(self.left, _NONE) is not _NONE:
            raise InvalidInput("starts", "one cell, or one for each board", f"more than {self.count}")


_NONE = object()
