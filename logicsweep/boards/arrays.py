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
from typing import Any

from logicsweep.errors import InvalidInput, describe_type

Array = Any
"""What has the buffer protocol; what comes out is an array of numpy, or a memoryview."""
_KINDS = {"B": "uint8", "b": "int8", "?": "bool", "q": "int64", "i": "int32", "d": "float64"}
_AT_ONCE = 1 << 20  # bytes that are looked at together


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


def bytes_of(given: Array, place: str, formats: str) -> tuple[memoryview, tuple[int, ...], bool]:
    """The bytes of an array of any shape, that shape, and whether its type is int8.

    A copy only where they are not in a row already. `formats` are the types that are taken, one byte each, as
    the module `struct` names them. Raises InvalidInput, with `place`, for all else.

    >>> bytes_of(memoryview(b"ab"), "boards", "B")[1:]
    ((2,), False)
    """
    kinds = " or ".join([_KINDS.get(one, one) for one in formats])
    view = _view_of(given, place, f"values of the type {kinds}")
    if view.format not in tuple(formats):
        found = getattr(given, "dtype", _KINDS.get(view.format or "", view.format))  # numpy names its own
        raise InvalidInput(place, f"values of the type {kinds}", str(found))
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


def numbers_in(given: Array, place: str) -> list[int]:
    """The whole numbers of an array of one dimension; InvalidInput, with `place`, for any other array.

    >>> from array import array
    >>> numbers_in(array("q", [3, 1]), "starts")
    [3, 1]
    """
    expected = "whole numbers, in one dimension"
    view = _view_of(given, place, expected)
    if view.ndim != 1 or view.format is None or view.format not in "bBhHiIlLqQ":
        raise InvalidInput(place, expected, f"{describe_type(given)} of shape {view.shape}")
    found: list[int] = view.tolist()
    return found
