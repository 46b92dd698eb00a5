"""Boards made to order, one after another: each is a function of the demand, the seed and its number."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, repeat
from math import inf
from time import monotonic
from typing import NamedTuple

from logicsweep.arguments import of_kind, said, whole_number
from logicsweep.board import Board
from logicsweep.errors import InvalidInput, NoneMade
from logicsweep.game import Game, play
from logicsweep.generating.attempts import Attempt, Making, try_by_kernel, try_each
from logicsweep.generating.demand import Demand
from logicsweep.generating.repair import covered_safe, player_settles
from logicsweep.kernel.extra import wanted
from logicsweep.kernel.threads import jobs_of
from logicsweep.pace import paced, remark
from logicsweep.paths import Path, path
from logicsweep.players import Player
from logicsweep.traceless import levels_of

TRIES = 10_000
"""So many boards are drawn for each that is made, unless a caller says otherwise."""
_64 = (1 << 64) - 1
_WORTH, _LONG = 300_000, 6_000_000  # cells played, as for `endings`
_PLAYS = 3  # games for a board, about
_MOST_AT_ONCE, _CELLS_AT_ONCE = 256, 1 << 22  # boards of a batch, and their cells
_HUGE = 200_000  # cells
_QUICK, _GROWING = 0.2, 4  # seconds: while a batch takes less, the next is so many times as large


@dataclass(frozen=True)
class Generated:
    """A board that was made, and how: `index`, its number; `tries`, boards drawn; the last one's `repairs`.

    `player` finishes it from `start`.

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


def generate(
    demand: Demand,
    count: int,
    seed: int = 0,
    first: int = 0,
    *,
    uniform: bool = False,
    tries: int = TRIES,
    seconds: float | None = None,
    checked: bool = True,
    jobs: int = 1,
    kernel: bool | None = None,
) -> Iterator[Generated]:
    """Make the boards `first`, `first` + 1, ... of a seed, so many, that meet a demand.

    A board is drawn and, where the finisher is stuck, repaired: mines move until they get through. That makes
    some layouts likelier than others; `uniform` does without, so that all that meet the demand are equally
    likely. The referee plays each from the start (`checked`; without, the game from scratch by which it
    was made has to do). Grade and steps are those of its `path`.

    `tries`: how many boards are drawn for one that is made; `seconds`: of wall-clock time, for all. `jobs`
    and `kernel` are as for `ends`. The boards depend on none of these four as long as they suffice; else
    those made so far come, then NoneMade is raised.

    >>> demand = Demand((9, 9), 10, "r5c5", finisher="overlap", not_for="casual")
    >>> [made.tries for made in generate(demand, 3, seed=1)]
    [1, 1, 4]
    """
    of_kind("demand", demand, Demand)
    first = whole_number("first", first, 0, _64)
    numbers = range(first, first + whole_number("count", count, 0, sys.maxsize))
    if numbers and numbers[-1] > _64:
        raise InvalidInput("count", f"at most {_64 - first + 1} boards from number {first} on", str(count))
    limit = _Limit(whole_number("tries", tries, 1, sys.maxsize), monotonic() + _time(seconds))
    how = _How(of_kind("uniform", uniform, bool), of_kind("checked", checked, bool), jobs_of(jobs), kernel)
    return _Maker(demand, whole_number("seed", seed, 0, _64), how, limit).made(numbers)


def _time(seconds: float | None) -> float:
    if seconds is None:
        return inf
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < inf:
        raise InvalidInput("seconds", "a number above 0, or None", said(seconds))
    return seconds


class _Limit(NamedTuple):
    """How many tries a board has, and when all ends."""

    tries: int
    end: float

    @property
    def is_late(self) -> bool:
        return monotonic() > self.end


class _How(NamedTuple):
    """What a caller says besides the demand."""

    uniform: bool
    checked: bool
    threads: int
    kernel: bool | None


class _Maker:
    """Makes the boards of one call."""

    def __init__(self, demand: Demand, seed: int, how: _How, limit: _Limit) -> None:
        self.demand, self.seed, self.how, self.limit = demand, seed, how, limit
        self.settle = player_settles(demand.finisher)
        self.unable = [(one, player_settles(one)) for one in demand.unable]
        self.played = 0  # cells so far

    def made(self, numbers: range) -> Iterator[Generated]:
        """The boards of these numbers, batch by batch; NoneMade for the first that is not made."""
        told, size, done = iter(paced(numbers, "boards", len(numbers))), 1, 0
        next(told, None)  # from now on it is told that none is done
        if len(self.demand.field) >= _HUGE:
            remark(f"a board of {len(self.demand.field)} cells takes a minute, or many")
        most = max(1, min(_MOST_AT_ONCE, _CELLS_AT_ONCE // len(self.demand.field)))
        while done < len(numbers):
            began = monotonic()
            for one, found in self.batch(numbers[done : done + size], len(numbers) - done):
                if found is None:
                    raise NoneMade(done, one.tries, one.repairs, one.least, one.missed)
                yield found
                done += 1
                next(told, None)
            size = min(_GROWING * size, most) if monotonic() - began < _QUICK else size

    def batch(self, numbers: range, left: int) -> list[tuple[Making, Generated | None]]:
        """The boards of a batch, each made, or None where its tries or the time are over."""
        cells = len(self.demand.field)
        all_of = [Making(self.seed, index, cells) for index in numbers]
        made: dict[int, Generated] = {}
        waiting, tries = all_of, iter(paced(repeat(None), "tries"))
        while waiting and not self.limit.is_late:
            for one, found in self.attempts(waiting, left):
                one.note(found)
                deque(islice(tries, found.tries), maxlen=0)  # they are counted
                self.played += cells * (found.tries + found.repairs)
                if good := self.judged(one, found):
                    made[one.index] = good
                if self.limit.is_late:
                    break
            waiting = [one for one in waiting if one.index not in made]
            given_up = [at for at, one in enumerate(waiting) if one.tries >= self.limit.tries]
            waiting = waiting[: min(given_up, default=None)]  # those after it are not asked for
        return [(one, made.get(one.index)) for one in all_of]

    def attempts(self, waiting: list[Making], left: int) -> Iterator[tuple[Making, Attempt]]:
        """More tries of each board, by the kernel where that pays; `left` boards are still to be made."""
        demand, how = self.demand, self.how
        levels = levels_of(demand.finisher.productions)
        work = self.played + _PLAYS * left * len(demand.field)
        if levels and wanted(how.kernel, "_make_each", work, _WORTH, _LONG):
            from logicsweep.kernel.neighbours import fits

            if fits(demand.field):
                most = self.limit.tries
                return try_by_kernel(demand, how.uniform, self.settle, levels, most, how.threads, waiting)
        return try_each(demand, how.uniform, self.settle, waiting)

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
