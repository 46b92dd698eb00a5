"""How the kernel's functions are compiled, and the types of their arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., object])
Bytes = NDArray[np.uint8]
Marks = NDArray[np.int8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
_OPTIONS: Any = {"nogil": True, "error_model": "numpy"}


def compiled(function: F) -> F:
    """Compile a function without Python objects, without the interpreter's lock, cached on disk."""
    return cast(F, numba.njit(cache=True, **_OPTIONS)(function))


def inlined(function: F) -> F:
    """Compile a function into its caller, which is faster to compile if it has a single caller."""
    return cast(F, numba.njit(inline="always", **_OPTIONS)(function))
