"""How the kernel's functions are compiled, and where what was compiled is kept.

Compiled code is kept in a folder whose name is made from the text of all the kernel's files: a change in
any of them starts a new one, so that no stale code is ever run. numba alone looks at one file only.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config as _config
from numpy.typing import NDArray

config: Any = _config  # its settings are made at run time
F = TypeVar("F", bound=Callable[..., object])
Bytes = NDArray[np.uint8]
Marks = NDArray[np.int8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
_HERE = Path(__file__).parent


def compiled(function: F) -> F:
    """The function compiled: no Python object inside, the interpreter's lock released, kept on disk.

    Where no folder can be written it is compiled anew in each process.
    """
    return _compiled(function, False, kept_in())


def inlined(function: F) -> F:
    """The same for a small function, which becomes part of each compiled function that calls it."""
    return _compiled(function, True, None)


def _compiled(function: F, inline: bool, folder: Path | None) -> F:
    if folder is None:
        return cast(F, numba.njit(nogil=True, error_model="numpy", forceinline=inline)(function))
    with _keeping(folder):
        return cast(F, numba.njit(nogil=True, error_model="numpy", cache=True)(function))


def is_kept(function: Callable[..., object]) -> bool:
    """Whether an earlier process compiled this function and it is still there."""
    folder = kept_in()
    return folder is not None and any(folder.rglob(f"*.{function.__name__}-*.nbi"))


@cache
def kept_in() -> Path | None:
    """The folder for compiled code: in NUMBA_CACHE_DIR, beside these files, or the user's; None where none
    is writable."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    cached = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    places = [Path(own)] if own else [_HERE / "__pycache__", Path(cached) / "logicsweep"]
    for place in places:
        folder = place / f"kernel-{_fingerprint()}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "writable").touch()
        except OSError:
            continue
        return folder
    return None


@cache
def _fingerprint() -> str:
    """What changes with any of the kernel's files."""
    digest = blake2b(digest_size=8)
    for file in sorted(_HERE.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


@contextmanager
def _keeping(folder: Path) -> Iterator[None]:
    """Within it numba keeps compiled code in this folder."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before
