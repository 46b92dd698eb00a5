"""What solving very many positions comes to: a finding for each cell, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import Any

from logicsweep.boards.arrays import Array, array_of
from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import extent, plural
from logicsweep.csp.clash import solved
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Missing
from logicsweep.errors import Contradiction


class Finding(IntEnum):
    """What is said of a cell: the values in `Solutions.verdicts`.

    NOTHING of cells that are not covered, and of all cells of a contradictory position. OPEN: proven to be
    safe in one layout and a mine in another. UNDECIDED: the solver's limits ended before that was told.

    >>> [f"{finding.value} {finding.name}" for finding in Finding]
    ['0 NOTHING', '1 SAFE', '2 MINE', '3 OPEN', '4 UNDECIDED']
    """

    NOTHING = 0
    SAFE = 1
    MINE = 2
    OPEN = 3
    UNDECIDED = 4


class Clashes(Mapping[int, str]):
    """The positions without a layout, by number, and for each the reason in one line.

    A reason is found when it is first asked for, as that of a `Contradiction`.
    """

    def __init__(self, views: Mapping[int, View], trust_flags: bool, total: bool | None) -> None:
        """`views` are those positions; the two others are as they were solved."""
        self._views, self._trust_flags, self._total = dict(sorted(views.items())), trust_flags, total
        self._reasons: dict[int, str] = {}

    def __getitem__(self, number: int) -> str:
        if number not in self._reasons:
            position = Position(self._views[number], self._trust_flags)
            try:
                solved(position, self._total)
            except Contradiction as clash:
                self._reasons[number] = str(clash)
        return self._reasons[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._views)

    def __len__(self) -> int:
        return len(self._views)

    def __repr__(self) -> str:
        return f"<Clashes: {plural(len(self), 'position')} without a layout>"


@dataclass(frozen=True, eq=False, repr=False)
class Solutions:
    """What all layouts of each position agree on, as arrays whose first index is the position.

    Arrays are numpy's where numpy is installed, else memoryviews; n positions on rectangular fields give the
    shape (n, rows, cols), an array of (n, cells) and views on free graphs (n, cells).

    `verdicts`: uint8, a `Finding` for each cell. `risks`: float64, each the share of layouts in which the
    cell is a mine to 1e-12 of itself, 0.0 or 1.0 where it is forced, NaN where the cell is not covered or
    the risk is missing; None unless asked for. A share too near to 0 or 1 for a float becomes that: whether
    a cell is forced stands in `verdicts`. `fractions`: for each position its exact risks by cell index,
    None for a contradictory one; None unless asked for.

    `contradictions`: the positions without a layout, and why. `missing`: for positions past the solver's
    limits what is not there; what is there stays exact. `fallbacks`: the positions that did not fit the
    kernel, so that the Python solver answered them.

    >>> from logicsweep import solve_many
    >>> found = solve_many([View.parse("1#1##"), View.parse("1#2#0")], risks=True)
    >>> found
    <Solutions: 2 positions on 1 x 5, 1 safe, 1 mine, 1 open, 1 contradiction>
    >>> found.verdicts.tolist()
    [[[0, 2, 0, 1, 3]], [[0, 0, 0, 0, 0]]]
    >>> found.mines.tolist()[0], float(found.risks[0, 0, 4]), dict(found.contradictions)
    ([[False, True, False, False, False]], 0.5, {1: 'r1c3=2 and r1c5=0 cannot both hold'})
    """

    graph: CellGraph
    verdicts: Array
    risks: Array | None
    fractions: tuple[Mapping[int, Fraction] | None, ...] | None
    fallbacks: tuple[int, ...]
    contradictions: Mapping[int, str]
    missing: Mapping[int, tuple[Missing, ...]]

    def __reduce__(self) -> tuple[Callable[..., Solutions], tuple[object, ...]]:
        """A pickle holds bytes: a memoryview cannot be pickled."""
        arrays = [
            None if one is None else (bytearray(memoryview(one).tobytes()), format, one.shape)
            for one, format in ((self.verdicts, "B"), (self.risks, "d"))
        ]
        others = (self.fractions, self.fallbacks, self.contradictions, self.missing)
        return _restored, (self.graph, *arrays, *others)

    def __len__(self) -> int:
        return len(self.verdicts)

    def __repr__(self) -> str:
        codes = memoryview(self.verdicts).tobytes()
        counts = [f"{codes.count(one)} {one.name.lower()}" for one in (Finding.SAFE, Finding.OPEN)]
        counts.insert(1, plural(codes.count(Finding.MINE), "mine"))
        if self.contradictions:
            counts.append(plural(len(self.contradictions), "contradiction"))
        if self.missing:
            counts.append(f"{len(self.missing)} incomplete")
        return f"<Solutions: {plural(len(self), 'position')} on {extent(self.graph)}, {', '.join(counts)}>"

    @property
    def safe(self) -> Array:
        """Where a cell is safe in every layout: booleans in the shape of `verdicts`."""
        return self._where(Finding.SAFE)

    @property
    def mines(self) -> Array:
        """Where a cell is a mine in every layout."""
        return self._where(Finding.MINE)

    @property
    def open(self) -> Array:
        """Where layouts differ."""
        return self._where(Finding.OPEN)

    def _where(self, finding: Finding) -> Array:
        truth = bytearray(256)
        truth[finding] = 1
        codes = memoryview(self.verdicts).tobytes()
        return array_of(bytearray(codes.translate(truth)), "?", self.verdicts.shape)


_Packed = tuple[bytearray, str, tuple[int, ...]]


def _restored(graph: CellGraph, verdicts: _Packed, risks: _Packed | None, *others: Any) -> Solutions:  # noqa: ANN401
    """The value, from the bytes, type and shape of its arrays."""
    return Solutions(graph, array_of(*verdicts), array_of(*risks) if risks else None, *others)
