"""Whether the compiled kernel can be used; imports neither numba nor numpy."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from logicsweep.errors import InvalidInput
from logicsweep.pace import remark

INSTALL = "pip install 'logicsweep[fast]'"
"""How a user gets it."""


def wanted(kernel: bool | None, work: int, worth: int, long: int) -> bool:
    """Whether to compute by the kernel: as the caller says, or where it is installed and worth its start.

    `kernel`: True and False ask for it and for plain Python, None leaves it to `work`, a number of cells:
    from `worth` on the kernel's start-up pays; from `long` on, without it, it is said once that it would
    help. Raises InvalidInput for True where it is not installed.

    >>> wanted(False, work=10**9, worth=1, long=10**12)
    False
    """
    if kernel is not None and not isinstance(kernel, bool):
        raise InvalidInput("kernel", "True, False or None", repr(kernel))
    if kernel and not installed():
        raise InvalidInput("kernel", f"numba and numpy installed ({INSTALL})", "neither or one of them")
    if kernel is not None:
        return kernel
    if work >= worth and installed():
        return True
    if work >= long and not installed():
        remark(f"this is long work: {INSTALL} makes it many times faster")
    return False


@cache
def installed() -> bool:
    """Whether numba and numpy are there; to import them is left to whoever computes."""
    return find_spec("numba") is not None and find_spec("numpy") is not None
