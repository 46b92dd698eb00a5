"""Very many positions at once: forced cells and risks as arrays, by the compiled kernel if possible."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from itertools import islice
from math import nan
from typing import NamedTuple

from logicsweep.boards import many
from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import extent
from logicsweep.boards.words import plural
from logicsweep.csp.clash import contradiction
from logicsweep.csp.position import Position, eliminate, marks_in_bytes
from logicsweep.csp.solution import Missing, Risks, Solution
from logicsweep.errors import Clash, Contradiction, InvalidInput, as_int, describe, of_kind, whole_number
from logicsweep.kernel import (
    CLASH,
    NONE,
    POSITIONS,
    SOLVED,
    TOO_WIDE,
    WIDTH,
    Backend,
    backend_for,
    run_in_blocks,
    warm_up,
)
from logicsweep.work.progress import with_progress

_MARKS = (COVERED, FLAG, SAFE)


def solve_many(
    positions: many.Array | Iterable[View],
    *,
    mines: int | Iterable[int | None] | None = None,
    field: many.ArrayField = None,
    total: bool | None = None,
    trust_flags: bool = False,
    risks: bool = False,
    exact: bool = False,
    jobs: int = 1,
    kernel: bool | None = None,
) -> Solutions:
    """Solve very many positions on one cell graph: the forced cells of each and, on request, the risks.

    `positions` is an array (anything with the buffer protocol) of uint8 or int8 and of shape (n, rows, cols),
    or views; numpy's wider whole numbers are copied. An array holds clues and the marks COVERED, FLAG and
    SAFE, which in uint8 are `COVERED % 256` and so on (255, 254, 253). `field` is the field of an array, such
    as `CellGraph.torus` (default: a grid); if it is a CellGraph, the array may have the shape (n, cells).

    `mines`: an array's mine totals, one for all or n of them, None if unknown; views have their own.
    `total`: whether to use them (None: if known). `trust_flags`: flags are mines, not claims. `risks` asks
    for the risks as floats, `exact` as Fractions; the Python solver counts these, as slowly as
    `logicsweep.risks`.

    `kernel`: True asks for compiled code, False for plain Python; None takes the kernel if it is installed
    (`pip install 'logicsweep[fast]'`) and worth its start. The Python solver answers positions that do not
    fit the kernel: more than 8 neighbours, components too wide, or numbers too large. `jobs`: the kernel's
    threads, 0 for one per core. The results do not depend on `jobs`, nor on the kernel except for the last
    digits of floats. Each thread needs some megabytes, and 300 bytes for each cell of the field. A position
    with a mine total and thousands of parts takes up to 1.5 gigabytes.

    The result lists contradictory positions and answers the others. Raises InvalidInput, one line with a
    place, for input of a wrong kind, shape or value.

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
    read = _read_positions(positions, mines, field)
    if total and NONE in read.totals:
        place = f"positions[{read.totals.index(NONE)}]"
        raise InvalidInput(place, "a mine total, which total=True needs", "none")
    size = len(read.data)
    floats = many.unwritten("d", size) if risks else None
    fractions: list[Mapping[int, Fraction] | None] | None = [None] * len(read) if exact else None
    work = _Work(read, total, trust_flags, many.unwritten("B", size), floats, fractions)
    if kernel is None:
        warm_up(POSITIONS, size)
    return work.solve(backend_for(POSITIONS, size, False if exact else kernel, jobs))


class Finding(IntEnum):
    """The solver's finding about a cell: a value in `Solutions.verdicts`.

    NOTHING: the cell is not covered, or the position is contradictory. NOT_FORCED: some layout makes the cell
    safe, another a mine. UNDECIDED: the solver reached its limits first.

    >>> [f"{finding.value} {finding.name}" for finding in Finding]
    ['0 NOTHING', '1 SAFE', '2 MINE', '3 NOT_FORCED', '4 UNDECIDED']
    """

    NOTHING = 0
    SAFE = 1
    MINE = 2
    NOT_FORCED = 3
    UNDECIDED = 4


@dataclass(frozen=True, eq=False, repr=False)
class Solutions:
    """What all layouts of each position agree on, as arrays whose first index is the position.

    Arrays are numpy arrays if numpy is installed, else memoryviews. For n positions on a rectangular field
    their shape is (n, rows, cols); for an input of shape (n, cells), or views on a free graph, it is (n,
    cells).

    `verdicts`: uint8, a `Finding` for each cell. `risks`: float64, the share of layouts in which the cell is
    a mine, with a relative error of at most 1e-12; None unless asked for. It is 0.0 or 1.0 if the cell is
    forced, NaN if the cell is not covered or its risk is missing. A share too near to 0 or 1 for a float
    becomes 0 or 1, so only `verdicts` says whether a cell is forced. `fractions`: for each position its exact
    risks by cell index, or None if it is contradictory; None unless asked for.

    `contradictions`: the error of each position without a layout; its text is worked out on first reading.
    `missing`: what a position lacks because of the solver's limits; the rest stays exact. `fallbacks`: the
    positions that did not fit the kernel, which the Python solver answered.

    >>> from logicsweep import solve_many
    >>> found = solve_many([View.parse("1#1##"), View.parse("1#2#0")], risks=True)
    >>> found
    <Solutions: 2 positions on 1 x 5, 1 safe, 1 mine, 1 not forced, 1 contradiction>
    >>> found.verdicts.tolist()
    [[[0, 2, 0, 1, 3]], [[0, 0, 0, 0, 0]]]
    >>> found.mines.tolist()[0], float(found.risks[0, 0, 4]), str(found.contradictions[1])
    ([[False, True, False, False, False]], 0.5, 'r1c3=2 and r1c5=0 cannot both hold')
    """

    graph: CellGraph
    verdicts: many.Array
    risks: many.Array | None
    fractions: tuple[Mapping[int, Fraction] | None, ...] | None
    fallbacks: tuple[int, ...]
    contradictions: Mapping[int, Contradiction]
    missing: Mapping[int, tuple[Missing, ...]]

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, Solutions) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # arrays have none

    def __getstate__(self) -> object:
        return many.storable(vars(self))

    def _values(self) -> list[object]:
        """All fields as values that compare equal, NaN too, since arrays become bytes."""
        arrays = [None if one is None else memoryview(one).tobytes() for one in (self.verdicts, self.risks)]
        clashes = {number: error.clash for number, error in self.contradictions.items()}
        return [self.graph, *arrays, self.fractions, self.fallbacks, clashes, self.missing]

    def __len__(self) -> int:
        return len(self.verdicts)

    def __repr__(self) -> str:
        codes = memoryview(self.verdicts).tobytes()
        safe, mines, either = map(codes.count, (Finding.SAFE, Finding.MINE, Finding.NOT_FORCED))
        counts = [f"{safe} safe", plural(mines, "mine"), f"{either} not forced"]
        if self.contradictions:
            counts.append(plural(len(self.contradictions), "contradiction"))
        if self.missing:
            counts.append(f"{len(self.missing)} incomplete")
        return f"<Solutions: {plural(len(self), 'position')} on {extent(self.graph)}, {', '.join(counts)}>"

    @property
    def safe(self) -> many.Array:
        """Cells that are safe in every layout: booleans in the shape of `verdicts`."""
        return self._mark_cells(Finding.SAFE)

    @property
    def mines(self) -> many.Array:
        """Cells that are mines in every layout."""
        return self._mark_cells(Finding.MINE)

    @property
    def not_forced(self) -> many.Array:
        """Cells in which layouts differ."""
        return self._mark_cells(Finding.NOT_FORCED)

    def _mark_cells(self, finding: Finding) -> many.Array:
        truth = bytearray(256)
        truth[finding] = 1
        codes = memoryview(self.verdicts).tobytes()
        return many.array_of(bytearray(codes.translate(truth)), "?", self.verdicts.shape)


class _Positions(NamedTuple):
    """Positions on one cell graph.

    `shape`: (n, rows, cols) or (n, cells). `data`: n * cells bytes, each a cell's mark modulo 256. `totals`:
    int64 (n,), NONE if the mine total is not known. `odd`: by position, the views with a clue past 127 or
    more mines than cells; the arrays hold nothing useful about them.
    """

    graph: CellGraph
    shape: tuple[int, ...]
    data: memoryview
    totals: array[int]
    odd: dict[int, View]

    def __len__(self) -> int:
        return self.shape[0]

    def view(self, number: int) -> View:
        if number in self.odd:
            return self.odd[number]
        size, mines = len(self.graph), self.totals[number]
        signed = self.data[number * size : (number + 1) * size].cast("b").tolist()
        if min(signed) < SAFE:  # clues past 127
            signed = [mark % 256 if mark < SAFE else mark for mark in signed]
        return View(self.graph, tuple(signed), None if mines == NONE else mines)


def _read_positions(
    positions: many.Array | Iterable[View], mines: object, field: many.ArrayField
) -> _Positions:
    """Read positions from an array or from views; raises InvalidInput at the place of the first mistake."""
    if many.is_array(positions):
        return _read_array(positions, mines, field)
    if isinstance(positions, (str, bytes, bytearray)) or not isinstance(positions, Iterable):
        raise InvalidInput("positions", "an array or several views", describe(positions))
    if mines is not None:
        raise InvalidInput("mines", "none for views, which have their own", describe(mines))
    return _read_views(positions, field)


def _read_array(marked: many.Array, mines: object, field: many.ArrayField) -> _Positions:
    data, shape, signed = many.bytes_of(marked, "positions", "Bb")
    graph = many.graph_of_array(shape, field, "positions")
    most = max(map(len, graph.neighbours))
    clues = max(WIDTH, min(most, 127 if signed else SAFE % 256 - 1))
    at = many.first_wrong(data, bytes([*range(clues + 1), *[mark % 256 for mark in _MARKS]]))
    if at is not None:
        number, cell = divmod(at, len(graph))
        marks = ", ".join([str(mark if signed else mark % 256) for mark in _MARKS])
        expected = f"a clue from 0 to {clues}, or COVERED, FLAG or SAFE ({marks})"
        found = data.cast("b")[at] if signed else data[at]
        raise InvalidInput(f"positions[{number}] {graph.name(cell)}", expected, str(found))
    return _Positions(graph, shape, data, _read_totals(mines, shape[0], len(graph)), {})


def _read_totals(mines: object, count: int, most: int) -> array[int]:
    if mines is None:
        return array("q", [NONE]) * count
    if as_int(mines) is not None:
        return array("q", [whole_number("mines", mines, 0, most)]) * count
    if isinstance(mines, str | bytes | Mapping | Set) or not isinstance(mines, Iterable):
        raise InvalidInput("mines", "None, a whole number, or one for each position", describe(mines))
    found = array("q")
    for number, one in enumerate(islice(mines, count + 1)):
        found.append(NONE if one is None else whole_number(f"mines[{number}]", one, 0, most))
    if len(found) != count:
        expected = f"{plural(count, 'number')}, one for each position"
        raise InvalidInput("mines", expected, "more" if len(found) > count else str(len(found)))
    return found


def _read_views(views: Iterable[View], field: many.ArrayField) -> _Positions:
    """Read views as bytes; keeps only odd views as views."""
    graph = None if field is None else CellGraph.of(field)
    data, totals, odd = bytearray(), array("q"), dict[int, View]()
    for number, view in enumerate(views):
        place = f"positions[{number}]"
        if not isinstance(view, View):
            raise InvalidInput(place, "a View; pass rows of marks as an array", describe(view))
        own = view.graph
        if graph is None:
            graph = own
        if own is not graph and own != graph:
            raise InvalidInput(place, f"a view on {graph!r}", f"one on {own!r}")
        in_bytes = marks_in_bytes(view)
        if in_bytes is None or (view.mine_total or 0) > len(graph):
            odd[number] = view
        data += in_bytes or bytes(len(graph))
        totals.append(NONE if view.mine_total is None else min(view.mine_total, len(graph) + 1))
    graph = graph or CellGraph("graph", None)
    shape = (len(totals), *(graph.shape or ((len(graph),))))
    return _Positions(graph, shape, memoryview(data), totals, odd)


@dataclass
class _Work:
    """Positions and their answers.

    `verdicts` and `risks` have n * cells values; `risks` and `fractions` are None unless asked for.
    """

    positions: _Positions
    total: bool | None
    trust_flags: bool
    verdicts: memoryview
    risks: memoryview | None
    fractions: list[Mapping[int, Fraction] | None] | None
    contradictions: dict[int, Contradiction] = field(default_factory=dict)
    missing: dict[int, tuple[Missing, ...]] = field(default_factory=dict)
    fallbacks: list[int] = field(default_factory=list)

    def solve(self, backend: Backend) -> Solutions:
        if backend.compiled:
            self.solve_in_kernel(backend)
        else:
            self.solve_in_python(range(len(self.positions)))
        shape = self.positions.shape
        return Solutions(
            self.positions.graph,
            many.array_of(self.verdicts, "B", shape),
            None if self.risks is None else many.array_of(self.risks, "d", shape),
            None if self.fractions is None else tuple(self.fractions),
            tuple(self.fallbacks),
            dict(sorted(self.contradictions.items())),
            self.missing,
        )

    def solve_in_python(self, numbers: Iterable[int]) -> None:
        for number in with_progress(numbers, "positions"):
            position = Position(self.positions.view(number), self.trust_flags, count=eliminate)
            try:
                found = position.count_solution(position.uses_total(self.total))
            except Clash:
                self.contradictions[number] = contradiction(position, self.total)
                self._note_position(number, {}, {})
            else:
                self._note_position(number, _findings(found), dict(found.risks))
                if self.fractions is not None:
                    self.fractions[number] = Risks(found.graph, dict(sorted(found.risks.items())))
                if found.missing:
                    self.missing[number] = found.missing

    def _note_position(
        self, number: int, findings: Mapping[int, Finding], risks: Mapping[int, Fraction]
    ) -> None:
        """Replace all that the arrays hold about a position."""
        size = len(self.positions.graph)
        here = slice(number * size, (number + 1) * size)
        codes, row = bytearray(size), array("d", [nan]) * size
        for cell, finding in findings.items():
            codes[cell] = finding
        self.verdicts[here] = codes
        if self.risks is not None:
            shared = {id(risk): risk for risk in risks.values()}  # by the cells of a group
            floats = {key: float(risk) for key, risk in shared.items()}
            for cell, risk in risks.items():
                row[cell] = floats[id(risk)]
            self.risks[here] = row

    def solve_in_kernel(self, backend: Backend) -> None:
        """Solve with the kernel; the Python solver answers the positions that do not fit it."""
        fitting = len(self.positions) and self.positions.graph.fits_kernel
        status = self._run_kernel(backend.jobs) if fitting else bytearray([TOO_WIDE]) * len(self.positions)
        for number in self.positions.odd:
            status[number] = TOO_WIDE
        for number in [number for number, code in enumerate(status) if code == CLASH]:
            view = self.positions.view(number)
            position = Position(view, self.trust_flags, count=eliminate, backend=backend)
            self.contradictions[number] = contradiction(position, self.total)
        self.fallbacks += [n for n, code in enumerate(status) if code not in (SOLVED, CLASH)]
        self.solve_in_python(self.fallbacks)

    def _run_kernel(self, threads: int) -> bytearray:
        """Run the kernel over all positions in blocks; return each position's status."""
        from logicsweep.kernel.positions import solve_positions

        count, size = len(self.positions), len(self.positions.graph)
        marks = many.array_of(self.positions.data, "b", (count, size))
        mine_totals = array("q", [NONE]) * count if self.total is False else self.positions.totals
        totals = many.array_of(mine_totals, "q", (count,))
        neighbours = self.positions.graph.neighbour_table
        verdicts, status = many.array_of(self.verdicts, "B", (count, size)), bytearray(count)
        risks = many.array_of(self.risks or bytearray(), "d", (count if self.risks else 0, size))
        codes = many.array_of(status, "B", (count,))

        def solve(first: int, end: int) -> None:
            """Solve a block; the input is copied, since compiled code takes no read-only arrays."""
            part = slice(first, end)
            own = (marks[part].copy(), totals[part].copy(), neighbours, self.trust_flags)
            solve_positions(*own, verdicts[part], risks[part], codes[part])

        run_in_blocks(solve, count, size, threads)
        return status


def _findings(found: Solution) -> dict[int, Finding]:
    findings = dict.fromkeys(found.view.covered, Finding.NOT_FORCED)
    findings |= dict.fromkeys(found.safe, Finding.SAFE) | dict.fromkeys(found.mines, Finding.MINE)
    return findings | {cell: Finding.UNDECIDED for one in found.missing for cell in one.may_be_forced}
