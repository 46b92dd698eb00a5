"""Bulk, compiled: closures, counting and whole games over flat arrays, no Python object inside.

Optional: it needs numba and numpy (`pip install 'logicsweep[fast]'`). This file is its door, and imports
neither: the codes that the kernel answers in, whether it is to be used, and its work in threads.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from logicsweep.errors import InvalidInput, whole_number
from logicsweep.work.progress import count_done, paced
from logicsweep.work.remarks import remark

if TYPE_CHECKING:
    from concurrent.futures import Future

    from logicsweep.kernel.compiled import Ints

COVERED, FLAG, SAFE = -1, -2, -3
"""The marks of a view that are no clue: covered, flagged, cleared without a number."""
WIDTH = 8
"""The most neighbours of a cell for positions and games, and the largest clue."""
NOTHING, SAFE_CELL, MINED, OPEN_CELL = 0, 1, 2, 3
"""Of a cell: it is not covered; safe in every layout; a mine in every layout; layouts differ."""
SOLVED, CLASH, TOO_WIDE, PAST_FLOATS = 0, 1, 2, 3
"""Of a position: answered; no layout; more states or open sums than there is room for; numbers beyond what
a 64-bit float can hold exactly enough. All but the first are left to the Python solver."""
NONE = -1
"""In tables of indices: there is none. In an array of mine totals: it is not told."""

MOST_LAYOUTS, MOST_COVERED = 500, 64
"""Policy `best` plays out to the end so many layouts of so many open cells; these are the bits of a word."""
SECOND = 0.2
"""What the second safest cell of the next move weighs for `best`; the safest weighs the rest."""
INFLUENCE = 0.9
"""What a 50/50 weighs that a guess may settle: see `guessing.influence`, as for the next three."""
MOST_TELLERS = 6
"""Swaps that more cells notice are left out."""
UNLIKELY = 0.003
"""Swaps whose cells have less of a chance together are not counted."""
TELLING = 0.0125
"""Swaps with a larger share of layouts, one way round, count for their tellers too."""

INSTALL = "pip install 'logicsweep[fast]'"
"""How a user gets it."""
_BLOCK = 1 << 16
"""Cells of a block: some milliseconds, so that Ctrl-C is heard and threads are worth their start."""
_MOST = 256  # threads
_LOOK = 0.2  # seconds between two looks at a block
_LOADED: set[str] = set()  # entries that this process uses: their code is not looked for again
_SMALL: dict[str, int] = {}  # by entry: the work of small questions since its code was last looked for


def wanted(kernel: bool | None, entry: str, work: int, worth: int, long: int) -> bool:
    """Whether to compute by the kernel: as the caller says, or where it is installed and worth its start.

    `kernel`: True and False ask for it and for plain Python, None leaves it to `work`, a number of cells:
    from `worth` on the kernel's start pays, and from `long` on also the half minute in which `entry`, the
    kernel's function, is compiled once; one that this process has loaded is taken for any work. It is said
    where it is compiled, and once that the kernel would help where such long work goes on without it. Raises
    InvalidInput for True where it is not installed.

    >>> wanted(False, "", work=10**9, worth=1, long=10**12)
    False
    """
    if kernel is not None and not isinstance(kernel, bool):
        raise InvalidInput("kernel", "True, False or None", repr(kernel))
    if kernel and not installed():
        raise InvalidInput("kernel", f"numba and numpy installed ({INSTALL})", "no such installation")
    if kernel is False or (kernel is None and work < worth and not at_hand(entry)):
        return False
    if not installed():
        if work >= long:
            remark(f"this may take long; {INSTALL} makes it many times faster")
        return False
    if entry not in _LOADED and not _is_kept(entry):
        if kernel is None and work < long:
            return False
        remark("compiling for the extra `fast`: half a minute or so, once for each kind of work")
    _LOADED.add(entry)
    return True


def at_hand(entry: str) -> bool:
    """Whether a small question goes to the kernel: where `entry` is loaded in this process."""
    return entry in _LOADED and installed()


def warm_up(entry: str, work: int, worth: int) -> bool:
    """The same before one of many small questions: they load it, never compile it, once they are worth it."""
    if entry not in _LOADED:
        _SMALL[entry] = work + _SMALL.get(entry, 0)
        if _SMALL[entry] >= worth:
            _SMALL[entry] = 0
            wanted(None, entry, worth, worth, worth + 1)
    return at_hand(entry)


@cache
def installed() -> bool:
    """Whether numba and numpy are there; to import them is left to whoever computes."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def _is_kept(entry: str) -> bool:
    """Whether numba has a function's code on disk, beside these files or in NUMBA_CACHE_DIR."""
    folder = os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).parent / "__pycache__"
    version = f"py{sys.version_info.major}{sys.version_info.minor}"  # several may share a folder
    return any(Path(folder).rglob(f"*.{entry}-*.{version}*.nbi"))


def jobs_of(jobs: int) -> int:
    """How many threads are meant: so many, or for 0 as many as the machine has cores."""
    return whole_number("jobs", jobs, 0) or os.cpu_count() or 1


def in_blocks(
    work: Callable[[int, int], None], items: int, cells: int, jobs: int = 1, openings: Ints | None = None
) -> None:
    """Call `work(first, end)` for blocks that cover 0..items-1, of so many cells each, in so many threads.

    A block that takes long may count its `openings` there: those decided, and how many there are.

    Each block writes results of its own items alone, so they are the same for any number of threads. What
    takes long is done beside the main thread, so that Ctrl-C is heard: compiled code runs without the
    interpreter's lock.

    >>> done = [0] * 10
    >>> in_blocks(lambda first, end: done.__setitem__(slice(first, end), [1] * (end - first)), 10, 20_000, 3)
    >>> sum(done)
    10
    """
    block = max(1, _BLOCK // cells)
    starts = range(0, items, block)

    def one(first: int) -> None:
        work(first, min(first + block, items))

    if cells < _BLOCK and (jobs <= 1 or len(starts) <= 1):
        for first in paced(starts, "blocks"):
            one(first)
        return
    from concurrent.futures import ThreadPoolExecutor  # most calls do without threads

    pool = ThreadPoolExecutor(min(jobs, _MOST))
    try:
        blocks = [pool.submit(one, first) for first in starts]
        for begun in paced(blocks, "blocks") if len(blocks) > 1 else blocks:
            if openings is not None:
                _watch(begun, openings)
            begun.result()
    finally:  # on an error or Ctrl-C the blocks that wait are left out
        pool.shutdown(cancel_futures=True)


def _watch(future: Future[None], openings: Ints) -> None:
    """Wait for a block, and tell meanwhile how many openings it has decided."""
    from concurrent.futures import wait

    before, tell = 0, None
    while not wait([future], _LOOK).done:
        done, total = openings.tolist()
        if total:
            tell = tell or count_done("openings", total)
            tell(done - before)
            before = done
