"""Many boards or positions as one array, in and out: numpy's where it is installed, else a memoryview's.

In, anything with the buffer protocol will do, such as an array of numpy. numpy is imported only to make
what goes out.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from math import prod
from types import ModuleType
from typing import Any, NamedTuple

from logicsweep.errors import InvalidInput, said_type

Array = Any
"""What has the buffer protocol; what comes out is an array of numpy, or a memoryview."""
_KINDS = {"B": "uint8", "b": "int8", "?": "bool", "q": "int64", "i": "int32", "d": "float64"}
_AT_ONCE = 1 << 20  # bytes that are looked at together


class Stacked(NamedTuple):
    """Boards or positions of one shape: their bytes one after another, and (how many, rows, cols)."""

    data: memoryview
    shape: tuple[int, int, int]

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def size(self) -> int:
        """How many cells each has."""
        return self.shape[1] * self.shape[2]


def is_array(given: object) -> bool:
    """Whether a value has the buffer protocol and is no text of bytes.

    >>> is_array(memoryview(b"ab")), is_array(b"ab"), is_array([1, 2])
    (True, False, False)
    """
    if isinstance(given, bytes | bytearray):
        return False
    try:
        memoryview(given)  # type: ignore[arg-type]  # whether it is one is the question
    except (TypeError, BufferError):
        return False
    except ValueError:  # its values have no type there, or it was released: said where it is read
        return True
    return True


def rows_of(given: Array, place: str, formats: str = "B?", allowed: bytes = b"\0\1") -> Stacked:
    """The bytes of an array of shape (n, rows, cols); a copy only where they are not in a row already.

    `formats` are the types that are taken, as the module `struct` names them, one byte each; `allowed` the
    values, as bytes (-1 is 255). Raises InvalidInput, with `place`, for all else: the cell of a wrong value
    is named, as in `boards[3] r1c2`.

    >>> board = memoryview(bytes([0, 1, 0, 0, 0, 1])).cast("B", (1, 2, 3))
    >>> rows_of(board, "boards").shape
    (1, 2, 3)
    >>> rows_of(memoryview(b"ab"), "boards")
    Traceback (most recent call last):
    ...
    logicsweep.errors.InvalidInput: boards: expected shape (n, rows, cols), got (2,)
    """
    data, shape, signed = bytes_of(given, place, formats)
    if len(shape) != 3 or 0 in shape[1:]:
        raise InvalidInput(place, "shape (n, rows, cols)", str(shape))
    found = Stacked(data, (shape[0], shape[1], shape[2]))
    at = first_wrong(data, allowed)
    if at is not None:
        raise _wrong_value(found, place, "b" if signed else "B", allowed, at)
    return found


def bytes_of(given: Array, place: str, formats: str) -> tuple[memoryview, tuple[int, ...], bool]:
    """The bytes of an array of any shape, that shape, and whether its type is int8: see `rows_of`.

    >>> bytes_of(memoryview(b"ab"), "boards", "B")[1:]
    ((2,), False)
    """
    kinds = " or ".join([_KINDS.get(one, one) for one in formats])
    view = _view_of(given, place, f"values of the type {kinds}")
    if view.format not in tuple(formats):
        raise InvalidInput(place, f"values of the type {kinds}", _type_in(given, view.format))
    shape = tuple(view.shape or ())
    if 0 in shape:
        return memoryview(b""), shape, view.format == "b"
    data = view.cast("B") if view.c_contiguous else memoryview(view.tobytes())
    return data, shape, view.format == "b"


def _view_of(given: Array, place: str, expected: str) -> memoryview:
    """An array's values; InvalidInput where they cannot be read, or some are masked."""
    is_masked = getattr(getattr(given, "mask", None), "any", bool)
    if is_masked():
        raise InvalidInput(place, "an array without masked values", "one with some")
    try:
        return memoryview(given)
    except ValueError as error:
        raise InvalidInput(place, expected, str(getattr(given, "dtype", error))) from None


def _type_in(given: Array, format: str | None) -> str:
    """The type of an array's values: numpy names its own, as int64 is not the same letter everywhere."""
    return str(getattr(given, "dtype", _KINDS.get(format or "", format)))


def first_wrong(data: memoryview, allowed: bytes) -> int | None:
    """Where the first byte is that is not allowed; None where all are.

    >>> first_wrong(memoryview(b"aabca"), b"ab")
    3
    """
    for at in range(0, len(data), _AT_ONCE):
        block = bytes(data[at : at + _AT_ONCE])
        if wrong := block.translate(None, allowed):
            return at + block.index(wrong[0])
    return None


def array_of(buffer: Array, format: str, shape: Sequence[int]) -> Array:
    """A buffer's values as an array of a shape, without a copy: numpy's, or a memoryview where it is missing.

    `format` is a type as the module `struct` names it: "B" uint8, "?" bool, "b" int8, "q" int64. A memoryview
    of nothing is flat, whatever the shape.

    >>> array_of(bytearray([1, 2, 3, 4, 5, 6]), "B", (2, 3)).tolist()
    [[1, 2, 3], [4, 5, 6]]
    """
    numpy = _numpy()
    flat = memoryview(buffer).cast("B")
    if numpy is None:
        return flat.cast(format, tuple(shape)) if prod(shape) else flat.cast(format)  # type: ignore[call-overload]
    return numpy.frombuffer(flat, dtype=_KINDS[format]).reshape(tuple(shape))


def unwritten(format: str, count: int) -> memoryview:
    """Room for so many values, all of which are still to be written: with numpy the system gives it then.

    Threads that write it share that work, which otherwise takes a tenth of the time of the kernel's answers.

    >>> len(unwritten("d", 3))
    3
    """
    numpy = _numpy()
    if numpy is None:
        return memoryview(array(format, [0]) * count)
    return memoryview(numpy.empty(count, _KINDS[format]))


@cache
def _numpy() -> ModuleType | None:
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def _wrong_value(stacked: Stacked, place: str, format: str, allowed: bytes, at: int) -> InvalidInput:
    number, cell = divmod(at, stacked.size)
    row, col = divmod(cell, stacked.shape[2])
    signed = sorted(_values(allowed, format))
    (value,) = _values(stacked.data[at : at + 1], format)
    several = (
        f"{signed[0]} or {signed[1]}" if len(signed) == 2 else f"a number from {signed[0]} to {signed[-1]}"
    )
    return InvalidInput(f"{place}[{number}] r{row + 1}c{col + 1}", several, str(value))


def _values(data: bytes | memoryview, format: str) -> list[int]:
    return [byte - 256 if format == "b" and byte > 127 else byte for byte in data]


def numbers_in(given: Array, place: str) -> list[int]:
    """The whole numbers of an array of one dimension; InvalidInput, with `place`, for any other array.

    >>> from array import array
    >>> numbers_in(array("q", [3, 1]), "starts")
    [3, 1]
    """
    expected = "whole numbers, in one dimension"
    view = _view_of(given, place, expected)
    if view.ndim != 1 or view.format is None or view.format not in "bBhHiIlLqQ":
        raise InvalidInput(place, expected, f"{said_type(given)} of shape {view.shape}")
    found: list[int] = view.tolist()
    return found
