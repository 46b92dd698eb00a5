"""How the kernel's functions are compiled, and the types of their arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from logicsweep.kernel.kept import kept_in
from logicsweep.kernel.loaded import KeptCode
from logicsweep.work import collector_paused, pause, resume

with collector_paused():
    import numba
    from numba.core import config as _config
    from numba.core import event, types

_settings: Any = _config  # they are made at run time
F = TypeVar("F", bound=Callable[..., object])
Bytes = NDArray[np.uint8]
Marks = NDArray[np.int8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]


def compiled(function: F) -> F:
    """The function compiled: no Python object inside, the interpreter's lock released, kept on disk."""
    folder = kept_in()
    options: Any = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    with _keeping(folder):
        dispatcher: Any = numba.njit(**options)(function)
        if folder is not None:
            dispatcher._cache = KeptCode(function, folder)
    dispatcher._compilation_chain_init_hook = _no_extensions
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template([_plain(kind) for kind in args], kws)
    return cast(F, dispatcher)


def inlined(function: F) -> F:
    """The same for a function that becomes part of each compiled one that calls it: less to compile."""
    return cast(F, numba.njit(nogil=True, error_model="numpy", inline="always")(function))


def _plain(kind: types.Type) -> types.Type:
    """The type of an argument, of a constant that of its kind, of signed integers int64.

    A call with a constant 0 and one with a count are one function then; numba would compile it for each.
    """
    kind = types.unliteral(kind)  # type: ignore[no-untyped-call]
    return types.int64 if kind in types.signed_domain else kind


def _no_extensions() -> None:
    """In place of a look through all installed packages for types that they add to numba: none comes here."""


class _CollectorPaused(event.Listener):
    """While numba compiles anything, cycles are not collected."""

    def on_start(self, event: object) -> None:
        pause()

    def on_end(self, event: object) -> None:
        resume()


event.register("numba:compile", _CollectorPaused())  # type: ignore[no-untyped-call]


@contextmanager
def _keeping(folder: Path | None) -> Iterator[None]:
    """Within it numba keeps compiled code in this folder, if there is one."""
    before = _settings.CACHE_DIR
    _settings.CACHE_DIR = str(folder or before)
    try:
        yield
    finally:
        _settings.CACHE_DIR = before
