"""A game played by clicks, for a bot or a program that shows a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal

from logicsweep.boards.board import COVERED, Board, View, blank, remarked
from logicsweep.boards.cells import CellGraph, CellLike, reached
from logicsweep.errors import InvalidInput, whole_number

if TYPE_CHECKING:
    import networkx as nx


class Session:
    """A game that is played by clicks; `view` is what the player sees.

    The mines are in a board, or known only to another program, such as one on the screen. In the second case
    pass the field: a CellGraph, a networkx graph, or rows and columns. Also pass a `referee`, a function from
    a cell's index to its clue, or None for a mine. Such a game can only be won if `mines`, the mine count, is
    given. `exploded` is the mine that was clicked.

    >>> session = Session(Board.parse("M.. ... ... ..M"))
    >>> print(session.click("r3c1").drawing)
    ###
    11#
    01#
    01#
    >>> session.click("r1c3").covered, session.state
    ((0, 11), 'won')
    >>> hidden = Session((1, 3), lambda cell: [1, None, 1][cell], mines=1)
    >>> hidden.click((0, 0)), hidden.click((0, 2)), hidden.state
    (View.parse('1##', mines=1), View.parse('1#1', mines=1), 'won')
    """

    def __init__(
        self,
        what: Board | CellGraph | nx.Graph | tuple[int, int],
        referee: Callable[[int], int | None] | None = None,
        mines: int | None = None,
    ) -> None:
        graph = what.graph if isinstance(what, Board) else CellGraph.of(what)
        if isinstance(what, Board):
            mined, mines = what.mined, what.mine_count
            referee = referee or (lambda cell: None if mined[cell] else what.clue(cell))
        if referee is None:
            raise InvalidInput("referee", "a function that answers clicks, since there is no board", "none")
        self.view = blank(graph, mines)
        self.exploded: int | None = None
        self._referee = referee

    @property
    def state(self) -> Literal["going on", "won", "lost"]:
        """The game is won once all cells except the mines are cleared."""
        if self.exploded is not None:
            return "lost"
        return "won" if len(self.view.covered) == self.view.mine_total else "going on"

    def click(self, cell: CellLike) -> View:
        """Clear a cell, and from each 0 its neighbours too; return the view after it.

        A click on a cleared cell changes nothing. Raises InvalidInput for a cell outside the field, for an
        answer that is not a clue, and for a covered cell if the game is over.
        """
        marks, neighbours = list(self.view.marks), self.view.graph.neighbours
        first = self.view.graph.locate(cell)
        if marks[first] != COVERED:
            return self.view
        if self.state != "going on":
            raise InvalidInput("click", "a game that is going on", f"one that is {self.state}")

        def clear(one: int) -> Iterable[int]:
            clue = self._referee(one)
            if clue is None:
                self.exploded = one
                return ()
            place = f"the referee's clue at {self.view.graph.name(one)}"
            marks[one] = whole_number(place, clue, 0, len(neighbours[one]))
            return () if clue else [other for other in neighbours[one] if marks[other] == COVERED]

        reached([first], clear)
        self.view = remarked(self.view, marks)
        return self.view
