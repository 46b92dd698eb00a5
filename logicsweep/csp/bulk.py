"""Very many positions at once: forced cells and risks as arrays, by the compiled kernel where it is there."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import compress
from math import nan

from logicsweep.boards.arrays import Array, array_of, unwritten
from logicsweep.boards.board import View
from logicsweep.csp.clash import solved
from logicsweep.csp.findings import Clashes, Finding, Solutions
from logicsweep.csp.intake import UNTOLD, Field, Positions, positions_of
from logicsweep.csp.position import Cache, Position
from logicsweep.csp.solution import Missing, Solution
from logicsweep.errors import Contradiction, InvalidInput, of_kind
from logicsweep.kernel import CLASH, SOLVED, TOO_WIDE, in_blocks, jobs_of, wanted
from logicsweep.work import paced

_WORTH = 200_000  # cells: plain Python takes some 0.7 s for them, the kernel's start half a second
_LONG = 10_000_000  # cells: plain Python takes half a minute or more
_KEPT = 1000  # components that the Python solver remembers


def solve_many(
    positions: Array | Iterable[View],
    *,
    mines: int | Iterable[int | None] | None = None,
    field: Field = None,
    total: bool | None = None,
    trust_flags: bool = False,
    risks: bool = False,
    exact: bool = False,
    jobs: int = 1,
    kernel: bool | None = None,
) -> Solutions:
    """Solve very many positions on one cell graph: the forced cells of each, on request the risks.

    `positions` is an array (whatever has the buffer protocol) of uint8 or int8 and of shape (n, rows, cols),
    or views. An array holds clues, and for other cells the marks COVERED, FLAG and SAFE, in uint8 as
    `COVERED % 256` and so on (255, 254, 253). `field` says on which field it lies, as `CellGraph.torus`
    (without it a grid); with a CellGraph there, an array of shape (n, cells) does too.

    `mines` are an array's mine totals, one for all or n of them, None where one is not told; views tell their
    own. `total`: whether they count (None: where they are told). `trust_flags`: flags are mines, not claims.
    `risks`, `exact`: give the risks as floats, as Fractions; exact ones take as long as `logicsweep.risks`
    does for each position that has an open cell.

    `kernel`: True asks for compiled code, False for plain Python; None takes the kernel where it is installed
    (`pip install 'logicsweep[fast]'`) and worth its start. What does not fit it the Python solver answers:
    more than 8 neighbours, what is too wide, numbers too large. `jobs`: so many threads for the kernel, 0 for
    as many as there are cores; the results are the same for any number, and with and without the kernel but
    for the last digits of floats. Beside positions and results a thread takes some megabytes, and 300 bytes
    for each cell of the field; with a mine total and thousands of parts in one position up to 1.5 gigabytes.

    A contradictory position is named in the result, and the others are answered. Raises InvalidInput for
    input of a wrong kind, shape or value, in one line with its place.

    >>> from logicsweep import COVERED
    >>> covered = COVERED % 256
    >>> marks = bytes([1, covered, 1, covered, covered, covered])
    >>> found = solve_many(memoryview(marks).cast("B", (2, 1, 3)), mines=[1, 2], exact=True)
    >>> found.mines.tolist(), {cell: str(risk) for cell, risk in found.fractions[1].items()}
    ([[[False, True, False]], [[False, False, False]]], {0: '2/3', 1: '2/3', 2: '2/3'})
    """
    for place, value in (("trust_flags", trust_flags), ("risks", risks), ("exact", exact)):
        of_kind(place, value, bool)
    if total is not None:
        of_kind("total", total, bool)
    threads = jobs_of(jobs)
    given = _told(positions_of(positions, mines, field), total)
    work = _Work.on(given, total, trust_flags, risks, exact)
    by_kernel = wanted(kernel, "_solve_each", len(given.data), _WORTH, _LONG)
    if by_kernel and _fits(given):
        work.by_kernel(threads)
    else:
        work.by_python(range(len(given)))
        work.fallbacks += range(len(given)) if by_kernel else ()
    return work.solutions()


def _told(given: Positions, total: bool | None) -> Positions:
    """The positions, where each tells its mine total or need not."""
    if total and UNTOLD in given.totals:
        place = f"positions[{given.totals.index(UNTOLD)}]"
        raise InvalidInput(place, "a mine total, which total=True asks for", "none")
    return given


def _fits(given: Positions) -> bool:
    """Whether the kernel can work on the cell graph, where there is any position."""
    from logicsweep.kernel.compiled import fits

    return len(given) > 0 and fits(given.graph)


@dataclass
class _Work:
    """Positions and what is found of them.

    `verdicts` and `risks` have n * cells values; `risks` and `fractions` are None where nobody asks.
    """

    given: Positions
    total: bool | None
    trust_flags: bool
    verdicts: memoryview
    risks: memoryview | None
    fractions: list[Mapping[int, Fraction] | None] | None
    clashing: dict[int, View] = field(default_factory=dict)
    missing: dict[int, tuple[Missing, ...]] = field(default_factory=dict)
    fallbacks: list[int] = field(default_factory=list)
    cache: Cache = field(default_factory=dict)

    @classmethod
    def on(cls, given: Positions, total: bool | None, trust_flags: bool, risks: bool, exact: bool) -> _Work:
        """Room for what is to be found."""
        cells = len(given) * len(given.graph)
        floats = unwritten("d", cells) if risks else None
        fractions: list[Mapping[int, Fraction] | None] | None = [None] * len(given) if exact else None
        return cls(given, total, trust_flags, unwritten("B", cells), floats, fractions)

    def solutions(self) -> Solutions:
        """All that was found."""
        shape = self.given.shape
        return Solutions(
            self.given.graph,
            array_of(self.verdicts, "B", shape),
            None if self.risks is None else array_of(self.risks, "d", shape),
            None if self.fractions is None else tuple(self.fractions),
            tuple(self.fallbacks),
            Clashes(self.clashing, self.trust_flags, self.total),
            self.missing,
        )

    def by_python(self, numbers: Iterable[int]) -> None:
        """Answer these positions one after another by the Python solver."""
        for number in paced(numbers, "positions"):
            view = self.given.view(number)
            try:
                found = solved(self._position(view), self.total)
            except Contradiction:
                self.clashing[number] = view
                self._note(number, bytes(len(view.marks)), {})
            else:
                self._note(number, _verdicts(view, found), found.risks)
                if self.fractions is not None:
                    self.fractions[number] = dict(sorted(found.risks.items()))
                if found.missing:
                    self.missing[number] = found.missing

    def _position(self, view: View) -> Position:
        """A view to be solved, with what was kept of those before."""
        if len(self.cache) > _KEPT:
            self.cache.clear()
        return Position(view, self.trust_flags, cache=self.cache)

    def _note(self, number: int, verdicts: bytes | bytearray, risks: Mapping[int, Fraction]) -> None:
        """Put a position's verdicts and risks in place of all that is there."""
        size = len(verdicts)
        here = slice(number * size, (number + 1) * size)
        self.verdicts[here] = verdicts
        if self.risks is not None:
            row = array("d", [nan]) * size
            last, value = None, nan
            for cell, risk in risks.items():
                if risk is not last:  # the cells of a group come together and share theirs
                    last, value = risk, float(risk)
                row[cell] = value
            self.risks[here] = row

    def by_kernel(self, threads: int) -> None:
        """Answer by the kernel, and what does not fit it by the Python solver."""
        status = self._run(threads)
        for number in self.given.odd:
            status[number] = TOO_WIDE
        left = list(compress(range(len(status)), status))
        self.by_python(left)
        for number in left:
            if status[number] != CLASH or number in self.missing:
                self.fallbacks.append(number)
            elif number not in self.clashing:
                raise AssertionError(f"positions[{number}]: the kernel found no layout, the solver one")
        if self.fractions is not None:
            self._exactly([number for number, code in enumerate(status) if code == SOLVED])

    def _run(self, threads: int) -> bytearray:
        """Run the kernel over all positions, some millions of cells at a time; each position's status."""
        from logicsweep.kernel.compiled import neighbour_table
        from logicsweep.kernel.positions import solve_positions

        count, size = len(self.given), len(self.given.graph)
        marks = array_of(self.given.data, "b", (count, size))
        told = array("q", [UNTOLD]) * count if self.total is False else self.given.totals
        totals = array_of(told, "q", (count,))
        neighbours = neighbour_table(self.given.graph)
        verdicts, status = array_of(self.verdicts, "B", (count, size)), bytearray(count)
        risks = array_of(self.risks or bytearray(), "d", (count if self.risks else 0, size))
        codes = array_of(status, "B", (count,))

        def solve(first: int, end: int) -> None:
            """Solve a block; what goes in is copied, as compiled code takes no read-only arrays."""
            part = slice(first, end)
            own = (marks[part].copy(), totals[part].copy(), neighbours, self.trust_flags)
            solve_positions(*own, verdicts[part], risks[part], codes[part])

        in_blocks(solve, count, size, threads)
        return status

    def _exactly(self, numbers: Iterable[int]) -> None:
        """The exact risks of positions that the kernel solved; those without open cells need no count."""
        assert self.fractions is not None
        size = len(self.given.graph)
        for number in paced(numbers, "positions"):
            row = self.verdicts[number * size : (number + 1) * size]
            if Finding.OPEN in bytes(row):
                found = solved(self._position(self.given.view(number)), self.total)
                self.fractions[number] = dict(sorted(found.risks.items()))
                if found.missing:
                    self.missing[number] = found.missing
            else:
                self.fractions[number] = {cell: _CERTAIN[code] for cell, code in enumerate(row) if code}


_CERTAIN: dict[int, Fraction] = {Finding.SAFE: Fraction(0), Finding.MINE: Fraction(1)}


def _verdicts(view: View, found: Solution) -> bytearray:
    """A finding for each cell of a view."""
    verdicts = bytearray(len(view.marks))
    known: list[tuple[Finding, Iterable[int]]] = [
        (Finding.OPEN, view.covered),
        (Finding.SAFE, found.safe),
        (Finding.MINE, found.mines),
        (Finding.UNDECIDED, [cell for one in found.missing for cell in one.undecided]),
    ]
    for finding, cells in known:
        for cell in cells:
            verdicts[cell] = finding
    return verdicts
