"""A game played by clicks, for a bot or a program that shows a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Literal

from logicsweep.boards.board import COVERED, FLAG, Board, View, blank, with_marks
from logicsweep.boards.cells import CellGraph, CellLike, find_reached
from logicsweep.boards.names import extent
from logicsweep.boards.played import Click, PlayedGame
from logicsweep.boards.words import plural
from logicsweep.csp.position import Position
from logicsweep.csp.solve import find_solution, require_layout
from logicsweep.errors import Contradiction, InvalidInput, describe, whole_number

if TYPE_CHECKING:
    import networkx as nx


class Session:
    """A game that is played by clicks; `view` is what the player sees, after a loss with a flag on the mine.

    The mines are in a board, or known only to another program, such as one on the screen. In the second case
    pass the field: a CellGraph, a networkx graph, or rows and columns. Also pass a `referee`, a function from
    a cell's index to its clue, or None for a mine, and `mines`, the mine count, if it is known. `exploded` is
    the mine that was clicked. A session can be pickled if its referee can.

    >>> session = Session(Board.parse("M.. ... ... ..M"))
    >>> print(session.click("r3c1").drawing)
    ###
    11#
    01#
    01#
    >>> session
    <Session on 4 x 3: 6 of 12 cleared, going on>
    >>> session.click("r1c3").covered, session.state
    ((0, 11), 'won')
    >>> print(session.log(), end="")
    4 3
    M..
    ...
    ...
    ..M
    open r3c1
    open r1c3
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
            if referee is not None:
                raise InvalidInput("referee", "none, since the board answers clicks", describe(referee))
            if mines not in (None, what.mine_count):
                raise InvalidInput("mines", f"the board's {plural(what.mine_count, 'mine')}", describe(mines))
            mines, referee = what.mine_count, partial(_answer, what)
        elif referee is None:
            raise InvalidInput("referee", "a function that answers clicks, since there is no board", "none")
        if not callable(referee):
            raise InvalidInput("referee", "a function that answers clicks", describe(referee))
        self.view = blank(graph, mines and whole_number("mines", mines, 0, len(graph)))
        self.exploded: int | None = None
        self._referee = referee
        self._board = what if isinstance(what, Board) else None
        self._clicks: list[Click] = []
        self._refuted: InvalidInput | Contradiction | None = None

    def __repr__(self) -> str:
        cleared, cells = len(self.view.marks) - len(self.view.covered), len(self.view.marks)
        return f"<Session on {extent(self.view.graph)}: {cleared} of {cells} cleared, {self.state}>"

    @property
    def state(self) -> Literal["going on", "won", "lost"]:
        """The game is won once all cells except the mines are cleared.

        Without a mine count, it is won once the clues prove a mine in every covered cell.
        """
        if self.exploded is not None:
            return "lost"
        covered, mines = self.view.covered, self.view.mine_total
        is_over = (
            len(covered) == mines
            if mines is not None
            else covered == find_solution(Position(self.view)).mines
        )
        return "won" if is_over else "going on"

    def click(self, cell: CellLike) -> View:
        """Clear a cell, and from each 0 its neighbours too; return the view after it.

        A click on a cleared cell changes nothing. Raises InvalidInput for a cell outside the field, for an
        answer that is not a clue, and for a covered cell if the game is over; Contradiction if no layout fits
        the referee's answers. An error leaves the view as it was. After a wrong answer of the referee each
        further click raises the same error.
        """
        marks, neighbours = list(self.view.marks), self.view.graph.neighbours
        first = self.view.graph.locate(cell)
        if marks[first] != COVERED:
            return self.view
        if self._refuted:
            raise self._refuted.with_traceback(None)
        if self.state != "going on":
            raise InvalidInput("click", "a game that is going on", f"one that is {self.state}")

        def clear(one: int) -> Iterable[int]:
            clue = self._referee(one)
            if clue is None:
                marks[one] = FLAG
                return ()
            place = f"the referee's clue at {self.view.graph.name(one)}"
            marks[one] = whole_number(place, clue, 0, len(neighbours[one]))
            return () if clue else [other for other in neighbours[one] if marks[other] == COVERED]

        try:
            find_reached([first], clear)
            view = with_marks(self.view, marks)
            if self._board is None:  # the answers may not fit together
                require_layout(Position(view, trust_flags=bool(view.flags)))
        except (InvalidInput, Contradiction) as error:
            self._refuted = error
            raise
        self.view, self.exploded = view, next(iter(view.flags), None)
        self._clicks.append(Click("open", first))
        return self.view

    @property
    def played(self) -> PlayedGame:
        """The board and the clicks so far; raises InvalidInput if the session was made without a board."""
        if self._board is None:
            raise InvalidInput("session", "one with a board", "one with only a referee")
        return PlayedGame(self._board, tuple(self._clicks))

    def log(self) -> str:
        """The board and the clicks so far as text, in the format `moves`, which `review` reads."""
        from logicsweep.formats.moves import write

        return write([self.played])


def _answer(board: Board, cell: int) -> int | None:
    return None if board.mined[cell] else board.clue(cell)
