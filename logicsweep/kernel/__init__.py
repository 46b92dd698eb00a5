"""Compiled work in bulk: closures, counting and whole games over flat arrays, without Python objects.

The kernel is optional: it needs numba and numpy (`pip install 'logicsweep[fast]'`). This file imports
neither. It defines the codes of the kernel's answers, decides whether the kernel is used, and runs its work
in threads.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from logicsweep.errors import InvalidInput, whole_number
from logicsweep.work.progress import count_done, with_progress
from logicsweep.work.remarks import remark

if TYPE_CHECKING:
    from concurrent.futures import Future

    from logicsweep.kernel.compiled import Ints

COVERED, FLAG, SAFE = -1, -2, -3
"""The marks of a view other than clues: covered, flagged, cleared without a number."""
WIDTH = 8
"""The most neighbours of a cell for positions and games, and the largest clue."""
NOTHING, SAFE_CELL, MINED, NOT_FORCED = 0, 1, 2, 3
"""Verdicts on a cell: not covered; safe in every layout; a mine in every layout; layouts differ."""
SOLVED, CLASH, TOO_WIDE, PAST_FLOATS = 0, 1, 2, 3
"""Answers for a position: solved; no layout; too many states or open sums for the arrays; numbers that a
64-bit float cannot hold exactly enough. Except for the first, the Python solver takes over."""
NONE = -1
"""In a table of indices: no index. In an array of mine totals: not known."""

MOST_LAYOUTS, MOST_COVERED = 500, 64
"""Policy `best` plays out positions up to these limits of layouts and of undecided cells (bits of a word)."""
SECOND = 0.2
"""The weight of the next move's second safest cell for `best`; the safest cell has the rest."""
INFLUENCE = 0.9
"""The weight of a 50/50 that a guess may settle; for this and the next three see `guessing.influence`."""
MOST_TELLERS = 6
"""Swaps with more tellers are ignored."""
UNLIKELY = 0.003
"""Swaps that are less likely than this are ignored."""
TELLING = 0.0125
"""If one direction of a swap has a larger share of layouts than this, the swap counts for its tellers too."""

INSTALL = "pip install 'logicsweep[fast]'"
"""How a user installs the kernel."""
_BLOCK = 1 << 16
"""Cells of a block: a few milliseconds, so that Ctrl-C works at once and threads are worth starting."""
_MOST = 256  # threads
_LOOK = 0.2  # seconds between two checks of a block
_LOADED: set[str] = set()  # entries that this process has loaded
_COMPILED_HERE: set[str] = set()  # entries that this process compiles
_SMALL: dict[str, int] = {}  # by entry: the work of small questions since the last search for its code


class Work(NamedTuple):
    """A kind of work: `entry` is the kernel's function for it; the rest says when loading or compiling pays.

    From `worth` on it pays to load the kernel, which takes half a second. From `long` on it also pays to
    compile the entry, which takes half a minute, once. Both are measured numbers of cells.
    """

    entry: str
    worth: int
    long: int


DRAWING = Work("draw_boards", 500_000, 5_000_000)  # mines: plain Python takes over 1 us for one
POSITIONS = Work("solve_each", 200_000, 10_000_000)
GAMES = Work("play_each", 300_000, 6_000_000)  # plain Python takes 1 to 6 us for a cell,
MAKING = GAMES._replace(worth=100_000, long=3_000_000)  # with repairs 5 to 7,
SURVEYS = GAMES._replace(worth=200_000, long=20_000_000)  # and starts processes
GUESSES = SURVEYS._replace(entry="guess_each")
PERFECT = Work("play_layouts", 40_000, 200_000)  # layouts, for each first cell: 15 to 250 us
BEST_STARTS = Work("cleared_from_openings", 1_500_000, 10_000_000)  # of small boards: .6 us for a cell
LEAST_LEFT = BEST_STARTS._replace(entry="count_left_cells")


class Backend(NamedTuple):
    """Compiled code or plain Python, in `jobs` threads or processes.

    The function that the user calls chooses it once (`backend_for`) and passes it down.
    """

    compiled: bool
    jobs: int = 1


PYTHON = Backend(compiled=False)


def backend_for(kind: Work, work: int, kernel: bool | None, jobs: int = 1) -> Backend:
    """Choose the backend for an amount of work: the user's choice, or the kernel if it is installed and pays.

    - `kernel`: True and False ask for the kernel and for plain Python; with None, `work` decides. Once this
      process has loaded the entry, the kernel takes any work.
    - `jobs`: 0 means one for each core.

    Tells the user when it compiles, and once when long work runs without the kernel. Raises InvalidInput for
    True if the kernel is not installed.
    """
    jobs = whole_number("jobs", jobs, 0) or os.cpu_count() or 1
    if kernel is not None and not isinstance(kernel, bool):
        raise InvalidInput("kernel", "True, False or None", repr(kernel))
    return Backend(kernel is not False and _is_for_kernel(kind, work, is_asked=bool(kernel)), jobs)


def _is_for_kernel(kind: Work, work: int, is_asked: bool) -> bool:
    if not is_installed():
        if is_asked:
            raise InvalidInput("kernel", f"numba and numpy installed ({INSTALL})", "no such installation")
        if work >= kind.long:
            remark(f"this may take long; {INSTALL} makes it many times faster")
        return False
    if kind.entry in _LOADED:
        return True
    if not is_asked and work < kind.worth:
        return False
    if not _is_cached(kind.entry):
        if not is_asked and work < kind.long:
            return False
        remark("compiling for the extra `fast`: half a minute or so, once for each kind of work")
        _COMPILED_HERE.add(kind.entry)
    _LOADED.add(kind.entry)
    return True


def is_compiling() -> bool:
    """Whether an entry is being compiled: numba stores its code once it is done."""
    return not all(map(_is_cached, _COMPILED_HERE))


def warm_up(kind: Work, work: int) -> None:
    """Note a small question: enough of them load the entry, but never compile it."""
    if kind.entry not in _LOADED:
        _SMALL[kind.entry] = work + _SMALL.get(kind.entry, 0)
        if _SMALL[kind.entry] >= kind.worth:
            _SMALL[kind.entry] = 0
            _is_for_kernel(kind._replace(long=kind.worth + 1), kind.worth, is_asked=False)


@cache
def is_installed() -> bool:
    """Whether numba and numpy are installed; this does not import them."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def _is_cached(entry: str) -> bool:
    """Whether numba has the function's code on disk, beside these files or in NUMBA_CACHE_DIR."""
    from pathlib import Path  # --version starts sooner without it

    folder = os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).parent / "__pycache__"
    version = f"py{sys.version_info.major}{sys.version_info.minor}"  # versions may share a folder
    return any(Path(folder).rglob(f"*.{entry}-*.{version}*.nbi"))


def run_in_blocks(
    work: Callable[[int, int], None], items: int, cells: int, jobs: int = 1, openings: Ints | None = None
) -> None:
    """Call `work(first, end)` for blocks that cover 0..items-1, in `jobs` threads; an item has `cells` cells.

    A long block may write to `openings`: how many openings are decided, and how many there are.

    Each block writes only the results of its own items, so they are the same for any number of threads. Long
    work runs outside the main thread, so that Ctrl-C works: compiled code releases the interpreter's lock.
    """
    block = max(1, _BLOCK // cells)
    starts = range(0, items, block)

    def run_block(first: int) -> None:
        work(first, min(first + block, items))

    if cells < _BLOCK and (jobs <= 1 or len(starts) <= 1):
        for first in with_progress(starts, "blocks"):
            run_block(first)
        return
    from concurrent.futures import ThreadPoolExecutor  # most calls need no threads

    pool = ThreadPoolExecutor(min(jobs, _MOST))
    try:
        blocks = [pool.submit(run_block, first) for first in starts]
        for begun in with_progress(blocks, "blocks") if len(blocks) > 1 else blocks:
            if openings is not None:
                _report_openings(begun, openings)
            begun.result()
    finally:  # an error or Ctrl-C cancels pending blocks
        pool.shutdown(cancel_futures=True)


def _report_openings(future: Future[None], openings: Ints) -> None:
    """Wait for a block and meanwhile report how many openings it has decided."""
    from concurrent.futures import wait

    before, tell = 0, None
    while not wait([future], _LOOK).done:
        done, total = openings.tolist()
        if total:
            tell = tell or count_done("openings", total)
            tell(done - before)
            before = done
