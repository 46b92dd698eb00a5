"""One click on a half-played field: the puzzle *Minesweeper* (LeetCode 529), on any cell graph."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Self

from logicsweep.boards.cells import CellGraph
from logicsweep.errors import InvalidInput, describe


@dataclass(frozen=True)
class Matrix:
    """A field in the statement's letters, one for each cell: it shows the truth and the knowledge at once.

    `M` is an unrevealed mine, `E` an unrevealed empty cell, `B` a revealed blank, `1` to `8` a revealed
    number of mines (more on a free graph whose cells have more neighbours), `X` a mine that was clicked.
    Whether the numbers agree with the mines is not checked.

    >>> matrix = Matrix.parse("EEM EEE")
    >>> matrix.letters
    ('E', 'E', 'M', 'E', 'E', 'E')
    >>> print(matrix)
    EEM
    EEE
    """

    graph: CellGraph
    letters: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.letters) != len(self.graph):
            raise InvalidInput("letters", f"{len(self.graph)} of them", str(len(self.letters)))
        unknown = set(self.letters) - self._alphabet()
        if unknown:
            at = next(i for i, letter in enumerate(self.letters) if letter in unknown)
            raise InvalidInput(self.graph.name(at), "one of M E B 1-8 X", describe(self.letters[at]))

    def _alphabet(self) -> set[str]:
        most = max((8, *map(len, self.graph.adjacency)))
        return {"M", "E", "B", "X", *map(str, range(1, most + 1))}

    @classmethod
    def parse(cls, text: str) -> Self:
        """A matrix on the usual field from rows of letters with blanks or line ends between them."""
        rows = text.split()
        lengths = [*dict.fromkeys(map(len, rows))]
        if len(lengths) != 1:
            found = f"rows of {lengths[0]} and of {lengths[1]}" if rows else "no row"
            raise InvalidInput("matrix", "rows of one length", found)
        return cls(CellGraph.grid(len(rows), len(rows[0])), tuple("".join(rows)))

    def rows(self) -> list[tuple[str, ...]]:
        """The letters row by row; a free graph is one row."""
        cols = self.graph.shape[1] if self.graph.shape else max(len(self.graph), 1)
        return [self.letters[i : i + cols] for i in range(0, len(self.letters), cols)]

    def __str__(self) -> str:
        return "\n".join(map("".join, self.rows()))


def reveal(matrix: Matrix, cell: Hashable) -> Matrix:
    """The matrix after a click on one of its unrevealed cells.

    A mine becomes `X`. An empty cell becomes the number of mines around it; where that is none it becomes
    `B` and its unrevealed neighbours are revealed in the same way. Who neighbours whom is what the cell
    graph says. Time is linear in the field; nothing recurses.

    >>> print(reveal(Matrix.parse("EEM EEE"), (0, 0)))
    B1M
    B1E

    Raises InvalidInput for a cell outside the field, one that is revealed already, and a finished field,
    that is, one with an `X`. Source: https://leetcode.com/problems/minesweeper/ .
    """
    click = matrix.graph.index(cell)
    _check_playable(matrix, click)
    if matrix.letters[click] == "M":
        return Matrix(matrix.graph, (*matrix.letters[:click], "X", *matrix.letters[click + 1 :]))
    return Matrix(matrix.graph, tuple(_opened(matrix, click)))


def _check_playable(matrix: Matrix, click: int) -> None:
    if "X" in matrix.letters:
        over = matrix.graph.name(matrix.letters.index("X"))
        raise InvalidInput(f"click {matrix.graph.name(click)}", "an unfinished field", f"an X in {over}")
    if matrix.letters[click] not in ("M", "E"):
        raise InvalidInput(
            f"click {matrix.graph.name(click)}", "an unrevealed cell, M or E", repr(matrix.letters[click])
        )


def _opened(matrix: Matrix, click: int) -> list[str]:
    """The letters after an empty cell was clicked."""
    neighbours = matrix.graph.neighbours
    mined = [letter == "M" for letter in matrix.letters]
    letters = list(matrix.letters)
    letters[click] = "B"
    waiting = [click]
    while waiting:
        cell = waiting.pop()
        around = neighbours[cell]
        mines = sum([mined[other] for other in around])
        if mines:
            letters[cell] = str(mines)
            continue
        for other in around:
            if letters[other] == "E":
                letters[other] = "B"  # until its own turn comes, so that it waits only once
                waiting.append(other)
    return letters
