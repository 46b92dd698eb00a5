"""Count the cells that a player leaves from every start of a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from logicsweep.boards.board import Board
from logicsweep.closures.closure import start_classes
from logicsweep.closures.spread import cover_board, undo_spread
from logicsweep.errors import InvalidInput, of_kind
from logicsweep.games.game import Referee
from logicsweep.games.outcome import OverStarts
from logicsweep.games.players import has_own
from logicsweep.games.quick import Levels, QuickGame, levels_of
from logicsweep.games.setup import SetupLike, setup_of
from logicsweep.rules.clues import CASUAL
from logicsweep.work.progress import with_progress


def over_starts(board: Board, player: SetupLike, every_start: bool = False) -> OverStarts:
    """Play a board from every safe start, without guesses, and count the safe cells that stay covered.

    If the player has both casual productions, only one start of each opening is played: from any of its zero
    cells `all-found` reaches the others. This is exact for a monotone player: whatever they conclude from
    some facts they also conclude, at once or later, from more facts in any order. The players of the ladder
    are monotone. A player with your own production may not be, for example if it asks how much is still
    covered, or which fact came first; `every_start=True` then plays each start by itself. A player who lacks
    a casual production also plays each start.

    >>> over_starts(Board.parse('... ... MM.'), "casual").finishing
    3
    """
    if not of_kind("board", board, Board).safe_count:
        raise InvalidInput("board", "a safe cell to start on", "mines only")
    setup = setup_of(player)
    if setup.guess:
        raise InvalidInput("guess", "no policy (over all starts nobody guesses)", repr(setup.guess))
    who = setup.player
    productions = {*who.productions}
    by_class = not every_start and {*CASUAL} <= productions
    classes = sorted(start_classes(board), key=lambda c: (not c.opening, c.remaining)) if by_class else ()
    if by_class and productions == {*CASUAL}:
        return OverStarts({start: c.remaining for c in classes for start in c.starts})
    openings = [c.starts for c in classes if c.opening]  # the largest results first
    in_openings = {*chain.from_iterable(openings)}
    others = [start for start, mine in enumerate(board.mined) if not mine and start not in in_openings]
    total = board.mine_count if who.knows_total else None
    levels, unproven = levels_of(who.productions), 0
    quick = _Quick(board, levels) if levels else None
    needs_more = by_class and not has_own(who)
    cleared: dict[int, frozenset[int]] = {}
    for starts in with_progress([*openings, *[(start,) for start in others]], "kinds of start"):
        start = starts[0]
        if needs_more and board.clue(start) not in (0, total):
            found = frozenset(starts)  # one clue alone clears nothing more, unless it is the mine total
        elif quick:
            found = quick.find_cleared(starts)
        else:
            referee = Referee(board, start, setup)
            found = _clear_from(referee, start, cleared if by_class else {})
            unproven += len(referee.unproven)
        cleared |= dict.fromkeys(starts, found)
    remaining = {start: board.safe_count - len(cells) for start, cells in cleared.items()}
    return OverStarts(remaining, setup.checked if has_own(who) else None, unproven)


def _clear_from(referee: Referee, start: int, known: Mapping[int, frozenset[int]]) -> frozenset[int]:
    """The cells that a run clears; it ends early at a start whose known result includes its own start."""
    for firing in referee.firings:
        for fact in firing.concluded if known else ():
            met = known.get(fact.subject) if fact.attribute == "safe" else None
            if met is not None and start in met:
                return met
    return frozenset(referee.memory.clues)


class _Quick:
    """The same without a trace, for the library's productions. Results are numbered from 1; 0 means none."""

    def __init__(self, board: Board, levels: Levels) -> None:
        self.board, self.levels, self.sweep = board, levels, cover_board(board)
        self.results: list[frozenset[int]] = [frozenset()]
        self.goal = [0] * len(board.mined)  # the result of each start that is known

    def find_cleared(self, starts: Sequence[int]) -> frozenset[int]:
        """The cells that each of these starts clears; a game ends early at a result that includes them."""
        wanted = {number for number, cells in enumerate(self.results) if starts[0] in cells}
        game = QuickGame(self.sweep, starts[0], self.levels, self.goal, wanted)
        game.play()
        number = self.goal[game.reached] if game.reached >= 0 else len(self.results)
        if game.reached < 0:
            mined = self.board.mined
            self.results.append(frozenset([cell for cell in game.trail if not mined[cell]]))
        for start in starts:
            self.goal[start] = number
        undo_spread(self.sweep, game.trail)
        return self.results[number]
