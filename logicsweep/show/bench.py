"""What this machine answers in a second, for people and programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from platform import python_version
from typing import TYPE_CHECKING

from logicsweep.kernel import extra
from logicsweep.rates import Rate
from logicsweep.show.jsonl import VERSION
from logicsweep.words import plural

if TYPE_CHECKING:
    from logicsweep.show.bench_forms import BenchJson

_ROW = "{:<20}  {:<22}  {:>12}  {:>11}  {:>7}"


def bench_text(found: Iterable[Rate], jobs: int) -> Iterator[str]:
    """A table of rates, a line each, then what they were measured with; at most 80 characters wide.

    >>> print(*list(bench_text([Rate("boards", 16, 30, 99, None, 4187.6, None)], 1))[:3], sep="\\n")
    answers in a second of wall-clock time
    what                  board                   plain Python       kernel   faster
    boards (Data Mining)  16 x 30, 99 mines              4,190            -        -
    """
    yield "answers in a second of wall-clock time"
    yield _ROW.format("what", "board", "plain Python", "kernel", "faster")
    for rate in found:
        board = f"{rate.rows} x {rate.cols}, {plural(rate.mines, 'mine')}"
        faster = "-" if rate.faster is None else f"{rate.faster:,.{1 if rate.faster < 100 else 0}f} x"
        kernel = "-" if rate.kernel is None else _short(rate.kernel)
        yield _ROW.format(_named(rate), board, _short(rate.plain), kernel, faster)
    yield _machine(jobs)


def _named(rate: Rate) -> str:
    """What a line is about."""
    if rate.player:
        return f"{rate.what}, {rate.player}"
    return "boards (Data Mining)" if rate.what == "boards" else rate.what


def _short(number: float) -> str:
    """Three digits that count: what is measured is not more exact."""
    return f"{float(f'{number:.3g}'):,.0f}" if number >= 100 else f"{number:.3g}"


def _machine(jobs: int) -> str:
    """What measured: versions and threads, or how to get the kernel."""
    if not extra.installed():
        return f"Python {python_version()}; kernel: not installed ({extra.INSTALL})"
    return f"Python {python_version()}, numba {_numba()}; kernel: {plural(jobs, 'thread')}"


def rate_json(rate: Rate, jobs: int) -> BenchJson:
    """A rate as an object, with what it was measured with."""
    form: BenchJson = {
        "version": VERSION,
        "what": rate.what,
        "rows": rate.rows,
        "cols": rate.cols,
        "mines": rate.mines,
        "plain": rate.plain,
        "jobs": jobs,
        "python": python_version(),
    }
    if rate.player is not None:
        form["player"] = rate.player
    if rate.kernel is not None and rate.faster is not None:
        form |= {"kernel": rate.kernel, "faster": rate.faster, "numba": _numba()}
    return form


def _numba() -> str:
    """numba's version, as it was installed."""
    try:
        return version("numba")
    except PackageNotFoundError:  # as part of something larger, say
        return "?"
