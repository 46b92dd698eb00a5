"""Boards that meet a demand, several at a time in one process: tried, judged, tried again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from math import inf
from time import monotonic
from typing import NamedTuple

from logicsweep.boards.board import Board
from logicsweep.games.game import Game, play
from logicsweep.games.paths import Path, path
from logicsweep.games.players import Player
from logicsweep.games.traceless import Levels, levels_of
from logicsweep.generating.attempts import Attempt, Making, try_by_kernel, try_each
from logicsweep.generating.demand import Demand
from logicsweep.generating.repair import covered_safe, player_settles
from logicsweep.kernel.extra import wanted
from logicsweep.work import paced

_WORTH, _LONG = 300_000, 6_000_000  # cells played, as for `endings`
_PLAYS = 3  # games for a board, about


@dataclass(frozen=True)
class Generated:
    """A board that was made, and how: `index`, its number; `tries`, boards drawn; the last one's `repairs`.

    `player` finishes it from `start`.

    >>> from logicsweep import Demand, generate
    >>> made = next(generate(Demand((4, 5), 5, "r1c1"), 1))
    >>> made.board, made.tries, made.repairs, made.path.grade.rows
    (Board.parse('...MM\\n....M\\n....M\\n....M'), 1, 2, 1)
    """

    board: Board
    start: int
    player: Player
    index: int
    tries: int
    repairs: int

    def __reduce__(self) -> tuple[type[Generated], tuple[object, ...]]:
        """A pickle holds no path."""
        return type(self), (self.board, self.start, self.player, self.index, self.tries, self.repairs)

    @cached_property
    def path(self) -> Path:
        """The player's whole game, graded."""
        return path(self.board, self.start, self.player)


class Limit(NamedTuple):
    """How many tries a board has, and when all ends, on the monotonic clock."""

    tries: int
    end: float = inf

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return monotonic() > self.end


class How(NamedTuple):
    """What a caller says besides the demand: draw only, have the referee look, threads and kernel."""

    uniform: bool
    checked: bool
    threads: int
    kernel: bool | None


class Maker:
    """Makes boards that meet a demand."""

    def __init__(self, demand: Demand, how: How, played: int = 0) -> None:
        """`played`: cells of boards that were played before."""
        self.demand, self.how = demand, how
        self.settle = player_settles(demand.finisher)
        self.unable = [(one, player_settles(one)) for one in demand.unable]
        self.played = played

    def batch(
        self, boards: Sequence[Making], left: int, limit: Limit, pause: float = inf
    ) -> dict[int, Generated]:
        """Those that are made, by their number, until all are, or a limit is reached, or the time `pause`.

        `left`: how many boards are to be made, these and others. The first that has had all its tries is the
        last that is waited for.
        """
        made: dict[int, Generated] = {}
        waiting, tries = list(boards), iter(paced(repeat(None), "tries"))
        while waiting and monotonic() <= min(limit.end, pause):
            for one, found in self.attempts(waiting, left, limit.tries):
                one.note(found)
                tell_tries(tries, found.tries)
                self.played += len(self.demand.field) * (found.tries + found.repairs)
                if good := self.judged(one, found):
                    made[one.index] = good
                if limit.is_late:
                    break
            waiting = [one for one in waiting if one.index not in made]
            given_up = [at for at, one in enumerate(waiting) if one.tries >= limit.tries]
            waiting = waiting[: min(given_up, default=None)]
        return made

    def attempts(self, waiting: list[Making], left: int, most: int) -> Iterator[tuple[Making, Attempt]]:
        """More tries of each board, by the kernel where that pays; `left` boards are still to be made."""
        demand, how = self.demand, self.how
        if levels := self.levels(left):
            return try_by_kernel(demand, how.uniform, self.settle, levels, most, how.threads, waiting)
        return try_each(demand, how.uniform, self.settle, waiting)

    def levels(self, left: int) -> Levels | None:
        """What the kernel plays by, where it takes part."""
        field, levels = self.demand.field, levels_of(self.demand.finisher.productions)
        work = self.played + _PLAYS * left * len(field)
        if not levels or not wanted(self.how.kernel, "_make_each", work, _WORTH, _LONG):
            return None
        from logicsweep.kernel.neighbours import fits

        return levels if fits(field) else None

    def judged(self, one: Making, found: Attempt) -> Generated | None:
        """The board, where a try was finished and meets the demand; else note why not."""
        others = found.tries - (found.finished is not None)
        if others:
            one.missed[f"not finished by {self.demand.finisher.name}"] += others
        if found.finished is None:
            return None
        board, start, _, repairs = found.finished
        good = Generated(board, start, self.demand.finisher, one.index, one.tries, repairs)
        reason = self.missed(good)
        if reason:
            one.missed[reason] += 1
        return None if reason else good

    def missed(self, made: Generated) -> str | None:
        """Which demand a board misses that was finished, in words; the referee has the last word."""
        demand, board, start = self.demand, made.board, made.start
        for player, settle in self.unable:
            if not covered_safe(board, settle(board, start)):
                return f"finished by {player.name} too"
        if demand.of_path or self.how.checked:
            game = made.path.run if demand.of_path else play(board, start, demand.finisher)
            if isinstance(game, Game) and game.remaining:
                return "not finished before the referee"
        return demand.misses(made.path) if demand.of_path else None


def tell_tries(tries: Iterator[None], done: int) -> None:
    """Tell who watches that so many more tries are done."""
    deque(zip(range(done), tries, strict=False), maxlen=0)
