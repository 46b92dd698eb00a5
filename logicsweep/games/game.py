"""A run: a player's firings from a first view on. In a game, a referee answers them.

Only the referee sees the board: it reads each firing, opens the cells that were found safe and asserts their
clues. The player's productions see nothing else. A position is a game whose referee answers nothing. The
conclusions of custom productions are checked against all layouts of what was visible. With a policy, the
game goes on by guesses when the player finds nothing more, until it is won or lost.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from logicsweep.boards.board import Board, View
from logicsweep.boards.cells import CellLike
from logicsweep.boards.names import looked_at
from logicsweep.boards.words import are, verdict
from logicsweep.csp.position import Position
from logicsweep.csp.solve import require_layout
from logicsweep.errors import InvalidInput, Unsound, describe, whole_number
from logicsweep.games.grading import grade_in
from logicsweep.games.guess import Guess
from logicsweep.games.guessing import fire_guess
from logicsweep.games.players import has_own
from logicsweep.games.run import Run
from logicsweep.games.setup import EASIEST, Setup, SetupLike, setup_of
from logicsweep.rules.easiest import Easiest
from logicsweep.rules.engine import Agenda, run
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.firing import Fact, Firing
from logicsweep.rules.own import Checker
from logicsweep.rules.solver import known_as
from logicsweep.rules.trace import Trace, verdict_of
from logicsweep.work.progress import with_progress


class Referee:
    """A run in progress: it holds the board, answers the firings, and checks custom conclusions."""

    def __init__(
        self, what: Board | View | Position, start: CellLike | None = None, player: SetupLike = "casual"
    ) -> None:
        self._begin_run = _begin_run(what, start, setup_of(player))
        self.board, position, setup = self._begin_run.board, self._begin_run.position, self._begin_run.setup
        self.memory = Knowledge.of(position)
        if self.board and self._begin_run.lost is not None:
            self.memory.add(Fact("exploded", self._begin_run.lost))
        if position.trust_flags or not position.view.flags:
            known_as(self.memory, position)
        productions = setup.player.productions
        self.agenda: Agenda | Easiest
        if setup.strategy == EASIEST:
            self.agenda = Easiest(self.memory, productions, partial(grade_in, self.memory))
        else:
            self.agenda = Agenda(self.memory, productions, setup.strategy, setup.seed)
        own = setup.checked and has_own(setup.player)
        self.checker = Checker(self.memory, productions) if own else None
        self.firings = self._iter_answered()
        self._fired: list[Firing] = []
        self._candidates: list[int] = []

    def go(self, limit: int | None = None, until: Callable[[Firing], bool] | None = None) -> Run:
        """Go on to the end, for at most `limit` firings, or to the first for which `until` holds."""
        most = None if limit is None else min(whole_number("limit", limit, 0), sys.maxsize)
        for firing in with_progress(islice(self.firings, most), "firings"):
            if until and until(firing):
                break
        return self.run()

    @property
    def unproven(self) -> tuple[int, ...]:
        """The cells of custom conclusions that were past the solver's limits to check, ascending."""
        return tuple(sorted(self.checker.unproven)) if self.checker else ()

    def run(self) -> Run:
        """The run so far."""
        trace = Trace(self.memory.field, tuple(self._fired), self.memory.facts)
        candidates = tuple(self._candidates) if isinstance(self.agenda, Easiest) else None
        return replace(self._begin_run, trace=trace, unproven=self.unproven, candidates=candidates)

    def _iter_answered(self) -> Iterator[Firing]:
        for firing in run(self.memory, self._take_firing):
            for fact in firing.concluded:
                self._answer_fact(firing, fact)
            self._fired.append(firing)
            if isinstance(self.agenda, Easiest):
                self._candidates.append(0 if isinstance(firing.reason, Guess) else self.agenda.candidates)
            yield firing

    def _take_firing(self) -> Firing | None:
        if self.memory["exploded"]:
            return None
        firing, number = self.agenda.take(), len(self._fired) + 1
        if firing and self.checker:
            self.checker.check(firing)
        policy, board = self._begin_run.guess, self.board
        if not firing and policy and board and len(self.memory.clues) < board.safe_count:
            return fire_guess(self.memory, policy, board, number)
        return firing and firing._replace(number=number)

    def _answer_fact(self, firing: Firing, fact: Fact) -> None:
        """In a game, open a cell that was found safe; raise Unsound if the board refutes the fact."""
        cell, mine, board = fact.subject, fact.attribute == "mine", self.board
        if board is None or verdict_of(fact) is None:
            return
        if board.mined[cell] != mine:
            where = looked_at(board.graph, firing.production, firing.site)
            says = f"{are(board.graph.name(cell), 1, mine)}, but it is {verdict(not mine)}"
            raise Unsound(f"firing {firing.number} of {where} says {says}", firing, cell)
        if not mine:
            self.memory.add(Fact("clue", cell, board.clue(cell)))


def _begin_run(what: Board | View | Position, start: CellLike | None, setup: Setup) -> Run:
    if isinstance(what, Board):
        cell = what.graph.locate(start, "start")
        if what.mined[cell] and not setup.guess:
            raise InvalidInput(f"start {what.graph.name(cell)}", "a safe cell", "a mine")
        cleared = [] if what.mined[cell] else [cell]
        return Run(Position.of(what.view(cleared)), setup, Trace(what.graph, (), ()), board=what, start=cell)
    if not isinstance(what, View | Position):
        raise InvalidInput("board", "a Board, View or Position", describe(what))
    if start is not None:
        raise InvalidInput("start", "none in a position, where nothing is cleared", describe(start))
    if setup.guess:
        raise InvalidInput("guess", "a board (a position has no referee to answer)", "a position")
    position = require_layout(Position.of(what))
    return Run(position, setup, Trace(position.view.graph, (), ()))


def play(
    what: Board | View | Position,
    start: CellLike | None = None,
    player: SetupLike = "casual",
    limit: int | None = None,
) -> Run:
    """Play a board from a start, or conclude what follows from a position, to the end or for `limit` firings.

    - `what`: flags of a view are claims; a `Position` may trust its flags.
    - `start`: the index of a cell, a pair (row, col) from 0, or a name such as "r1c2"; None for a position.
    - `player`: who plays; or a `Setup`, which also says how.
    - `limit`: stop after this many firings.

    A player who guesses loses at once if the start is a mine. Raises InvalidInput if the start is not a cell,
    or is a mine and the player does not guess; `Contradiction` for a position without a layout; `Unsound` if
    a conclusion of a custom production fails its check or contradicts the board.

    >>> game = play(Board.parse('''
    ... ...
    ... ...
    ... MM.
    ... '''), "r1c1")
    >>> game
    <Run casual from r1c1 on 3 x 3: 7 of 7 cleared, 2 flagged, 4 firings>
    >>> game.remaining, [firing.production for firing in game.trace.firings]
    (0, ['all-found', 'all-found', 'all-mines', 'all-found'])
    >>> found = play(View.parse('''
    ... ###1
    ... ###1
    ... #311
    ... #100
    ... '''), player="overlap")
    >>> found
    <Run overlap on 4 x 4: 2 safe, 2 mines, 4 undecided, 4 firings>
    >>> print(found.after)
    ##?1
    F?F1
    #311
    #100
    >>> from logicsweep import Setup
    >>> play(Board.parse(".M.... ...... M..M.."), "r1c5", Setup("casual", guess="least-risk"))
    <Run casual from r1c5 on 3 x 6: 13 of 15 cleared, 2 flagged, lost, 8 firings>
    """
    return Referee(what, start, player).go(limit)


def iter_firings(
    what: Board | View | Position, start: CellLike | None = None, player: SetupLike = "casual"
) -> Iterator[Firing]:
    """Play as `play` does, and yield each firing once the referee has answered it; stop when you like.

    >>> for firing in iter_firings(Board.parse('... ... MM.'), "r1c1"):
    ...     print(firing.number, firing.production, firing.site)
    1 all-found 0
    2 all-found 1
    3 all-mines 3
    4 all-found 5
    """
    return Referee(what, start, player).firings
