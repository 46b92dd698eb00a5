"""Whether the compiled kernel is to be used; imports neither numba nor numpy."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from logicsweep.errors import InvalidInput
from logicsweep.kernel.kept import is_kept
from logicsweep.work import remark

INSTALL = "pip install 'logicsweep[fast]'"
"""How a user gets it."""


def wanted(kernel: bool | None, entry: str, work: int, worth: int, long: int) -> bool:
    """Whether to compute by the kernel: as the caller says, or where it is installed and worth its start.

    `kernel`: True and False ask for it and for plain Python, None leaves it to `work`, a number of cells:
    from `worth` on the kernel's start pays, and from `long` on also the half minute in which `entry`, the
    kernel's function, is compiled once. It is said where it is compiled, and once that the kernel would help
    where such long work goes on without it. Raises InvalidInput for True where it is not installed.

    >>> wanted(False, "", work=10**9, worth=1, long=10**12)
    False
    """
    if kernel is not None and not isinstance(kernel, bool):
        raise InvalidInput("kernel", "True, False or None", repr(kernel))
    if kernel and not installed():
        raise InvalidInput("kernel", f"numba and numpy installed ({INSTALL})", "no such installation")
    if kernel is False or (kernel is None and work < worth):
        return False
    if not installed():
        if work >= long:
            remark(f"this may take long; {INSTALL} makes it many times faster")
        return False
    if not is_kept(entry):
        if kernel is None and work < long:
            return False
        remark("compiling for the extra `fast`: half a minute or so, once for each kind of work")
    return True


@cache
def installed() -> bool:
    """Whether numba and numpy are there; to import them is left to whoever computes."""
    return find_spec("numba") is not None and find_spec("numpy") is not None
