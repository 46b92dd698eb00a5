"""Very many boards or positions, those of one cell graph side by side: in groups, batches or arrays.

An array argument is anything with the buffer protocol, such as a numpy array. A returned array is a numpy
array if numpy is installed, else a memoryview; numpy is imported only to make it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import chain, repeat
from math import prod
from types import ModuleType
from typing import TYPE_CHECKING, Any, Self, TypeAlias, TypeVar, cast

from logicsweep.boards.board import SAFE, Board
from logicsweep.boards.cells import CellGraph, FieldMaker
from logicsweep.errors import InvalidInput, as_int, describe, of_kind, with_article

if TYPE_CHECKING:
    import networkx as nx

Array = Any
"""An argument with the buffer protocol, or a returned numpy array or memoryview."""
_KINDS = {"B": "uint8", "b": "int8", "?": "bool", "q": "int64", "i": "int32", "d": "float64"}
_AT_ONCE = 1 << 20  # bytes that are checked at a time
_BATCH = 1 << 22  # cells in a batch: some tens of megabytes
_T = TypeVar("_T")


@dataclass(frozen=True)
class Boards:
    """Many boards in groups; only iterating makes a Board of each, in order.

    A group is a cell graph and the `mined` of its boards, one after another. `order` has the number of a
    group for each board, which is the next board of that group. `starts` are the first clicks, if given, by
    cell index.

    >>> groups = [(CellGraph.grid(1, 2), bytes([0, 1, 1, 0])), (CellGraph.grid(1, 3), bytes([0, 1, 0]))]
    >>> [str(board) for board in Boards(groups, [0, 1, 0])]
    ['.M', '.M.', 'M.']
    """

    groups: list[tuple[CellGraph, bytes]]
    order: list[int]
    starts: list[int | None] | None = None

    def __len__(self) -> int:
        return len(self.order)

    def __iter__(self) -> Iterator[Board]:
        pieces = [_iter_boards(graph, mined) for graph, mined in self.groups]
        return map(next, map(pieces.__getitem__, self.order))

    @classmethod
    def of(cls, boards: Iterable[Board], starts: Iterable[int | None] | None = None) -> Self:
        """Group existing boards, with their first clicks."""
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
        return cls(list(zip(graphs, joined, strict=True)), order, None if starts is None else list(starts))

    @classmethod
    def alike(cls, graph: CellGraph, mined: bytes, starts: list[int | None] | None = None) -> Self:
        """Boards of one cell graph, one after another."""
        return cls([(graph, mined)], [0] * (len(mined) // len(graph)), starts)


def _iter_boards(graph: CellGraph, mined: bytes) -> Iterator[Board]:
    size = len(graph)
    return (Board(graph, mined[at : at + size]) for at in range(0, len(mined), size))


def with_starts(boards: Iterable[_T]) -> Iterator[tuple[_T, int | None]]:
    """Boards, each with its first click if `Boards` has one, else None."""
    starts = boards.starts if isinstance(boards, Boards) else None
    return zip(boards, repeat(None) if starts is None else starts, strict=False)


def in_batches(found: Iterable[tuple[Board, int | None] | None]) -> Iterator[Boards]:
    """Boards with their first clicks in batches; a None or some million cells end a batch.

    If taking a board raises, the boards before it are yielded first.
    """
    batch: list[tuple[Board, int | None]] = []
    cells = 0
    try:
        for one in chain(found, [None]):
            if one is not None:
                batch.append(one)
                cells += len(one[0].mined)
            if batch and (one is None or cells > _BATCH):
                yield Boards.of(*zip(*batch, strict=True))
                batch, cells = [], 0
    except Exception:
        if batch:
            yield Boards.of(*zip(*batch, strict=True))
        raise


def batches(boards: Iterable[Board]) -> Iterator[Boards]:
    """Boards in batches of some million cells; if taking one raises, those before it are yielded first."""
    if isinstance(boards, Board) or not isinstance(boards, Iterable):
        raise InvalidInput("boards", "several Boards", describe(boards))
    return in_batches((of_kind("board", board, Board), None) for board in boards)


BoardsLike = Board | Iterable[Board] | Array
"""One board, several on one cell graph, or an array of type uint8 or bool and shape (n, rows, cols)."""


def games(
    boards: BoardsLike, starts: Hashable | Iterable[Hashable], field: ArrayField = None
) -> Iterator[Boards]:
    """Boards of one cell graph with a start each, in batches; raises InvalidInput for anything else.

    `starts` is one cell for all boards, or one for each. `field` is as for `graph_of_array`; for Boards, it
    is their cell graph. One board with several starts makes a game from each start.
    """
    given = _match_starts(starts)
    if is_array(boards):
        return _pair_starts(*_split_array(boards, field), starts, given)
    if isinstance(boards, Board):
        if given is not None:
            given = list(given)
        boards = repeat(boards, 1 if given is None else len(given))
    if not isinstance(boards, Iterable):
        raise InvalidInput("boards", "a Board, several of them or an array", describe(boards))
    graph = None if field is None else CellGraph.of(field)
    return _pair_starts(graph, _put_on_one_graph(boards, graph), starts, given)


def _match_starts(starts: Any) -> Iterable[Hashable] | None:  # noqa: ANN401
    """The starts if there is one for each board, None for a single cell. Texts and tuples are cells."""
    if as_int(starts) is not None or isinstance(starts, str | bytes | tuple | frozenset):
        return None
    if is_array(starts):
        return numbers_in(starts, "starts")
    if isinstance(starts, Mapping | Set):
        raise InvalidInput("starts", "one cell, or a list with one for each board", describe(starts))
    return starts if isinstance(starts, Iterable) else None


_Cells = Iterator[tuple[CellGraph, bytes]]


def _split_array(given: Array, field: ArrayField) -> tuple[CellGraph, _Cells]:
    data, shape, _ = bytes_of(given, "boards", "B?")
    graph = graph_of_array(shape, field, "boards")
    size = len(graph)
    if (at := first_wrong(data, b"\0\1")) is not None:
        raise InvalidInput(f"boards[{at // size}] {graph.name(at % size)}", "0 or 1", str(data[at]))
    return graph, ((graph, bytes(data[at : at + size])) for at in range(0, len(data), size))


def _put_on_one_graph(boards: Iterable[Board], graph: CellGraph | None) -> _Cells:
    """The cell graph and the `mined` of each board; all must be on `graph`, or else on the first board's."""
    whose = "the field" if graph else "the first board's"
    for number, board in enumerate(boards):
        own = of_kind(f"boards[{number}]", board, Board).graph
        graph = graph or own
        if own is not graph and own != graph:
            raise InvalidInput(f"boards[{number}]", f"{whose} {graph}", str(own))
        yield graph, board.mined


def _pair_starts(
    graph: CellGraph | None,
    boards: _Cells,
    start: Hashable | Iterable[Hashable],
    starts: Iterable[Hashable] | None,
) -> Iterator[Boards]:
    """Games of these boards, all from one start or each from its own, in batches of some million cells."""
    numbered = ((f"starts[{number}]", one) for number, one in enumerate(starts or ()))
    pairs = iter(numbered) if starts is not None else repeat(("starts", cast(Hashable, start)))
    mined, found = bytearray(), list[int | None]()
    number = -1
    for number, (graph, cells) in enumerate(boards):
        place, one = next(pairs, ("", None))
        if not place:
            raise InvalidInput("starts", "one cell, or one for each board", f"{number} for more boards")
        at = graph.locate(one, place)
        if cells[at]:
            place, board = f"starts[{number}]", f"boards[{number}]"
            raise InvalidInput(place, f"a safe cell of {board}", f"{graph.name(at)}, a mine")
        mined += cells
        found.append(at)
        if len(mined) > _BATCH:
            yield Boards.alike(graph, bytes(mined), found)
            mined, found = bytearray(), []
    if starts is not None and next(pairs, None):
        raise InvalidInput("starts", "one cell, or one for each board", f"more than {number + 1}")
    if graph is not None:
        yield Boards.alike(graph, bytes(mined), found)


# --- arrays ----------------------------------------------------------------------------------------------


ArrayField: TypeAlias = "FieldMaker | CellGraph | nx.Graph | None"
"""The field of the boards in an array: a kind of field, the cells themselves, or None for a grid."""


def graph_of_array(shape: tuple[int, ...], field: ArrayField, place: str) -> CellGraph:
    """The cells of each board or position in an array; raises InvalidInput at `place` for a wrong shape."""
    if len(shape) not in (2, 3):
        raise InvalidInput(place, "shape (n, rows, cols) or (n, cells)", str(shape))
    if 0 in shape[1:]:
        raise InvalidInput(place, "at least one cell in each", f"shape {shape}")
    if field is not None and not callable(field):
        graph = CellGraph.of(field)
    elif len(shape) == 3:
        graph = of_kind("field", (field or CellGraph.grid)(shape[1], shape[2]), CellGraph)
    else:
        expected = "shape (n, rows, cols), or (n, cells) with their CellGraph as field"
        raise InvalidInput(place, expected, str(shape))
    if shape[1:] not in (graph.shape, (len(graph),)):
        rectangle = f"(n, {graph.shape[0]}, {graph.shape[1]}) or " if graph.shape else ""
        raise InvalidInput(place, f"shape {rectangle}(n, {len(graph)})", str(shape))
    return graph


def is_array(given: object) -> bool:
    """Whether a value has the buffer protocol but is not bytes."""
    try:
        memoryview(given)  # type: ignore[arg-type]  # whether it is one is the question
    except (TypeError, BufferError):
        return False
    except ValueError:  # its values have no type there, or it was released; reading it raises the error
        return True
    return not isinstance(given, bytes | bytearray)


def bytes_of(given: Array, place: str, formats: str) -> tuple[memoryview, tuple[int, ...], bool]:
    """The bytes of an array of any shape, that shape, and whether its type is int8.

    Copies them only if they are not contiguous, or wider whole numbers of numpy's where int8 is taken too.
    `formats` are the types that are taken, one byte each, as the module `struct` names them. Raises
    InvalidInput, with `place`, for anything else.
    """
    kinds = " or ".join([_KINDS.get(one, one) for one in formats])
    wider = "b" in formats and hasattr(given, "astype")  # of numpy
    expected = f"values of the type {kinds}" + ", or wider whole numbers" * wider
    view = _view_values(given, place, expected)
    if wider and view.format in tuple("hHiIlLqQ"):
        for kind in ("int8", "uint8"):
            if ((narrow := given.astype(kind)) == given).all():
                return bytes_of(narrow, place, formats)
        wrong = [*given[(given < SAFE) | (given > 255)], *given[given > 127]]  # -1 and 255 do not go together
        raise InvalidInput(place, "clues, COVERED, FLAG or SAFE", str(wrong[0]))
    if view.format not in tuple(formats):
        found = getattr(given, "dtype", _KINDS.get(view.format or "", view.format))  # numpy names its own
        raise InvalidInput(place, expected, str(found))
    shape = tuple(view.shape or ())
    if 0 in shape:
        return memoryview(b""), shape, view.format == "b"
    data = view.cast("B") if view.c_contiguous else memoryview(view.tobytes())
    return data, shape, view.format == "b"


def _view_values(given: Array, place: str, expected: str) -> memoryview:
    """An array's values; raises InvalidInput if they cannot be read or some are masked."""
    is_masked = getattr(getattr(given, "mask", None), "any", bool)
    if is_masked():
        raise InvalidInput(place, "an array without masked values", "one with some")
    try:
        return memoryview(given)
    except ValueError as error:
        raise InvalidInput(place, expected, str(getattr(given, "dtype", error))) from None


def first_wrong(data: memoryview, allowed: bytes) -> int | None:
    """The index of the first byte that is not allowed, or None."""
    for at in range(0, len(data), _AT_ONCE):
        block = bytes(data[at : at + _AT_ONCE])
        if wrong := block.translate(None, allowed):
            return at + block.index(wrong[0])
    return None


def array_of(buffer: Array, format: str, shape: Sequence[int]) -> Array:
    """A buffer's values as an array of this shape, not copied: a numpy array, or a memoryview without numpy.

    `format` is a type as the module `struct` names it: "B" uint8, "?" bool, "b" int8, "q" int64, "d" float64.
    An empty memoryview is flat, whatever the shape.

    >>> array_of(bytearray([1, 2, 3, 4, 5, 6]), "B", (2, 3)).tolist()
    [[1, 2, 3], [4, 5, 6]]
    """
    numpy = _import_numpy()
    flat = memoryview(buffer).cast("B")
    if numpy is None:
        return flat.cast(format, tuple(shape)) if prod(shape) else flat.cast(format)  # type: ignore[call-overload]
    return numpy.frombuffer(flat, dtype=_KINDS[format]).reshape(tuple(shape))


def storable(value: object) -> object:
    """A value or a dictionary of values for `__getstate__`; wraps memoryviews, which cannot be pickled."""
    if isinstance(value, dict):
        return {name: storable(one) for name, one in value.items()}
    return _Stored(value) if isinstance(value, memoryview) else value


class _Stored:
    """A memoryview that is unpickled as an array."""

    def __init__(self, view: memoryview) -> None:
        self._view = view

    def __reduce__(self) -> tuple[Callable[..., Array], tuple[object, ...]]:
        return array_of, (bytearray(self._view), self._view.format, self._view.shape)


def unwritten(format: str, count: int) -> memoryview:
    """Room for values, all still to be written; with numpy, the system provides each page on its first write.

    So the threads that write share that work, which otherwise takes a tenth of the kernel's time.
    """
    numpy = _import_numpy()
    if numpy is None:
        return memoryview(array(format, [0]) * count)
    return memoryview(numpy.empty(count, _KINDS[format]))


@cache
def _import_numpy() -> ModuleType | None:
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def numbers_in(given: Array, place: str) -> list[int]:
    """The whole numbers of an array of one dimension; raises InvalidInput, with `place`, for any other."""
    expected = "whole numbers, in one dimension"
    view = _view_values(given, place, expected)
    if view.ndim != 1 or view.format is None or view.format not in "bBhHiIlLqQ":
        raise InvalidInput(place, expected, f"{with_article(type(given).__name__)} of shape {view.shape}")
    found: list[int] = view.tolist()
    return found
