"""How far a player gets from every start of a board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from logicsweep.board import Board
from logicsweep.closures.closure import StartClass, start_classes
from logicsweep.errors import InvalidInput
from logicsweep.game import watch
from logicsweep.players import PLAYERS, Player, PlayerLike, player_of
from logicsweep.rules.casual import CASUAL
from logicsweep.rules.knowledge import Knowledge


@dataclass(frozen=True)
class OverStarts:
    """A player's results over all starts: `remaining[start]` is how many safe cells he leaves from it."""

    remaining: dict[int, int]

    @cached_property
    def least(self) -> int:
        """The least that remains."""
        return min(self.remaining.values())

    @cached_property
    def best_starts(self) -> tuple[int, ...]:
        """The starts with the least remaining, ascending."""
        least = self.least
        return tuple(sorted([start for start, left in self.remaining.items() if left == least]))

    @property
    def finishing(self) -> int:
        """How many starts finish the board."""
        return sum(left == 0 for left in self.remaining.values())


def over_starts(board: Board, player: PlayerLike) -> OverStarts:
    """What a player leaves from every safe start.

    For the players of the ladder all cells of an opening share one result, and a start on a number
    stays alone unless its clue is the mine total. Productions of one's own promise no such thing: there
    each start is played.

    >>> over_starts(Board.parse('... ... MM.'), "casual").finishing
    3
    """
    if not board.safe_count:
        raise InvalidInput("board", "a safe cell to start on", "mines only")
    who = player_of(player)
    if PLAYERS.get(who.name) != who:
        safe = [i for i, mine in enumerate(board.mined) if not mine]
        return OverStarts({start: board.safe_count - len(_cleared(board, start, who)) for start in safe})
    classes = start_classes(board)
    if who.productions == CASUAL:
        return OverStarts({start: c.remaining for c in classes for start in c.starts})
    found: dict[int, int] = {}
    for c, cleared in _by_opening(board, [c for c in classes if c.opening], who):
        found.update(dict.fromkeys(c.starts, board.safe_count - len(cleared)))
    for start in (start for c in classes if not c.opening for start in c.starts):
        alone = not who.knows_total or board.clue(start) != board.mine_count
        found[start] = board.safe_count - (1 if alone else len(_cleared(board, start, who)))
    return OverStarts(found)


def _by_opening(
    board: Board, openings: Iterable[StartClass], player: Player
) -> list[tuple[StartClass, frozenset[int]]]:
    """What each opening clears; a run that meets one whose result holds its own start has that result."""
    results: list[tuple[StartClass, frozenset[int]]] = []
    owner: dict[int, frozenset[int]] = {}
    for c in sorted(openings, key=lambda c: c.remaining):
        cleared = _cleared(board, c.starts[0], player, owner)
        owner.update(dict.fromkeys(c.starts, cleared))
        results.append((c, cleared))
    return results


def _cleared(
    board: Board, start: int, player: Player, owner: dict[int, frozenset[int]] | None = None
) -> frozenset[int]:
    knowledge = Knowledge(board.graph)
    for firing in watch(board, start, player, knowledge=knowledge):
        for fact in firing.given if owner else ():
            known = owner.get(fact.subject) if owner and fact.attribute == "safe" else None
            if known is not None and start in known:
                return known
    return frozenset(knowledge.clues)
