"""Kept code, loaded without what numba does only to compile.

What numba compiles for itself in each process, its runtime functions, is kept as well.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from logicsweep.work import collector_paused

with collector_paused():
    import llvmlite
    import numba
    from numba.core import environment
    from numba.core.caching import FunctionCache
    from numba.core.runtime import nrtdynmod
    from numba.core.runtime.nrt import rtsys

_environment: Any = environment
_runtime: Any = nrtdynmod


class KeptCode(FunctionCache):
    """The code of a function that is kept in a folder; where there is none, numba compiles as ever."""

    def __init__(self, function: object, folder: Path) -> None:
        """`function` has no code yet; that of all its types is kept."""
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._folder = folder

    def load_overload(self, sig: object, target_context: object) -> object:
        """The code for some types, or None. numba calls it under its lock."""
        _start_runtime(target_context, self._folder)
        with collector_paused(), _only_names(), self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]


@contextmanager
def _only_names() -> Iterator[None]:
    """Within it kept code does without the modules of numba's own functions in it, unless they are there.

    numba would import them for names that interpreted code alone looks up.
    """
    before = _environment.importlib
    _environment.importlib = SimpleNamespace(
        import_module=lambda name: sys.modules.get(name) or ModuleType(name)
    )
    try:
        yield
    finally:
        _environment.importlib = before


def _start_runtime(context: Any, folder: Path) -> None:  # noqa: ANN401
    """Start what allocates arrays for compiled code, its functions kept too."""
    before = _runtime.compile_nrt_functions
    _runtime.compile_nrt_functions = lambda context: _runtime_functions(context, folder)
    try:
        rtsys.initialize(context)
    finally:
        _runtime.compile_nrt_functions = before


def _runtime_functions(context: Any, folder: Path) -> object:  # noqa: ANN401
    """numba's runtime functions, by their kept code or compiled and kept."""
    codegen = context.codegen()
    made_by = (
        sys.version_info,
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        codegen.magic_tuple(),
    )
    file = folder / f"runtime-{blake2b(repr(made_by).encode(), digest_size=8).hexdigest()}"
    with suppress(OSError, EOFError, pickle.UnpicklingError):
        return codegen.unserialize_library(pickle.loads(file.read_bytes()))
    module, library = _runtime.create_nrt_module(context)
    library.enable_object_caching()
    library.add_ir_module(module)
    library.finalize()
    with suppress(OSError):  # it is kept if it can be
        beside = file.with_name(f"{file.name}.{os.getpid()}")
        beside.write_bytes(pickle.dumps(library.serialize_using_object_code()))
        beside.replace(file)
    return library
