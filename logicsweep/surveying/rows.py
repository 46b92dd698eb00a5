"""The rows of a shard: what each player left of each board. This alone runs in workers; it is pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep import __version__
from logicsweep.boards.board import Board
from logicsweep.boards.cells import FIELDS
from logicsweep.boards.random import random_mined
from logicsweep.errors import InvalidInput
from logicsweep.games.endings import ends
from logicsweep.games.game import play
from logicsweep.games.path import path
from logicsweep.games.players import Player
from logicsweep.games.starts import over_starts
from logicsweep.games.traceless import TALLIED
from logicsweep.kernel.extra import installed
from logicsweep.rules.own import is_own
from logicsweep.surveying.clicks import ManyClicks, clicks_of_many
from logicsweep.surveying.plan import Plan, Shard
from logicsweep.surveying.starting import candidates, starts_by
from logicsweep.surveying.work import Work, is_bulk, lineup_once
from logicsweep.work import paced

Columns = dict[str, Any]
"""Columns by name: an array of numbers, or a list with None where a row has no value."""
_AT_ONCE = 1 << 18  # cells of boards whose starts are all played at once


def shard_columns(work: Work, shard: Shard) -> Columns:
    """The rows of a shard, column by column: ordered by index, then by player.

    >>> plan = Plan("grid", 3, 3, (2,), ("casual", "overlap"), "corner")
    >>> columns = shard_columns(Work(plan, False), Shard(2, first=4, count=2))
    >>> columns["index"].tolist(), columns["player"], columns["remaining"].tolist()
    ([4, 4, 5, 5], ['casual', 'overlap', 'casual', 'overlap'], [3, 3, 6, 6])
    """
    plan, kernel = work.plan, work.kernel and installed()
    if plan.version != __version__:
        raise InvalidInput("worker", f"logicsweep {plan.version}, as it is asked with", __version__)
    graph, who = plan.graph, lineup_once(plan, work.load)
    drawn = random_mined(graph, shard.mines, plan.seed, shard.count, shard.first, kernel=kernel)
    mined = np.frombuffer(drawn, np.uint8).reshape(shard.count, len(graph))
    found = clicks_of_many(graph, mined, kernel)
    games = _Games(work._replace(kernel=kernel), shard, mined, found)
    if plan.start == "all":
        played = [games.over_all(player) for player in who]
    else:
        starts = starts_by(plan, shard, mined, found)
        played = [games.from_starts(player, starts) for player in who]
    index = np.arange(shard.first, shard.end)
    board: Columns = {
        "mines": np.full(shard.count, shard.mines, np.int32),
        "index": index.astype(np.uint64),
        "openings": found.openings,
        "threebv": found.threebv,
    }
    each: Columns = {name: np.repeat(column, len(who)) for name, column in board.items()}
    each["player"] = [player.name for player in who] * shard.count
    return each | {name: _woven([columns[name] for columns in played]) for name in played[0]}


def _woven(columns: list[Any]) -> Any:  # noqa: ANN401
    """The players' columns as one, board by board."""
    if all(isinstance(column, np.ndarray) for column in columns):
        return np.stack(columns, axis=1).ravel()
    return [value for row in zip(*map(list, columns), strict=True) for value in row]


class _Games(NamedTuple):
    """The games on the boards of a shard; mined uint8 (n, cells)."""

    work: Work
    shard: Shard
    mined: NDArray[np.uint8]
    found: ManyClicks

    def from_starts(self, player: Player, starts: NDArray[np.int64]) -> Columns:
        """One game on each board."""
        bulk = self._ended(player, self.mined, starts) if is_bulk(player) else self._played(player, starts)
        safe = len(self.work.plan.graph) - self.shard.mines
        own = [one for one in player.productions if is_own(one)]
        columns: Columns = {
            "start": starts.astype(np.int32),
            "cleared": (safe - bulk["remaining"]).astype(np.int32),
            "remaining": bulk["remaining"].astype(np.int32),
            "finished": bulk["remaining"] == 0,
        }
        for production in TALLIED:
            columns[production.name.replace("-", "_")] = bulk.get(production.name, [None] * len(starts))
        if self.work.plan.rules:
            columns["own"] = sum(bulk[one.name] for one in own) if own else [None] * len(starts)
        return columns | (self._graded(player, starts) if self.work.plan.graded else {})

    def _ended(self, player: Player, mined: NDArray[np.uint8], starts: NDArray[np.int64]) -> Columns:
        plan, kernel = self.work.plan, self.work.kernel
        boards = mined.reshape(-1, plan.rows, plan.cols)
        found = ends(boards, starts, player, field=FIELDS[plan.field], cells=False, kernel=kernel)
        return {"remaining": np.asarray(found.remaining)} | {
            name: np.asarray(counts, np.int64) for name, counts in found.firings.items()
        }

    def _played(self, player: Player, starts: NDArray[np.int64]) -> Columns:
        """By the engine, with a trace: for productions that have no other way."""
        names = ["remaining", *[one.name for one in player.productions]]
        found = np.zeros((len(starts), len(names)), np.int64)
        for number in paced(range(len(starts)), "games"):
            game = play(self._board(number), int(starts[number]), player, checked=self.work.plan.checked)
            fired = game.trace.counted() | {"remaining": game.remaining}
            found[number] = [fired.get(name, 0) for name in names]
        return {name: found[:, at] for at, name in enumerate(names)}

    def _board(self, number: int) -> Board:
        return Board(self.work.plan.graph, self.mined[number].tobytes())

    def _graded(self, player: Player, starts: NDArray[np.int64]) -> Columns:
        """The hardest step of each path: its production, and how many rows it takes together."""
        hardest: list[tuple[str | None, int | None]] = []
        for number in paced(range(len(starts)), "paths"):
            found = path(self._board(number), int(starts[number]), player, checked=self.work.plan.checked)
            step = found.hardest
            hardest.append((step.firing.production, step.grade.rows) if step else (None, None))
        return {"hardest": [name for name, _ in hardest], "hardest_rows": [rows for _, rows in hardest]}

    def over_all(self, player: Player) -> Columns:
        """From every safe cell: the game from the first of the best, and how many starts finish."""
        over = self._over_bulk(player) if is_bulk(player) else self._over_each(player)
        starts, finishing = (np.array(one, np.int64) for one in over)
        safe = len(self.work.plan.graph) - self.shard.mines
        columns = self.from_starts(player, starts)
        columns["starts"] = np.full(len(starts), safe, np.int32)
        return columns | {"finishing": finishing.astype(np.int32)}

    def _over_each(self, player: Player) -> tuple[list[int], list[int]]:
        boards = paced(range(len(self.mined)), "boards")
        found = [over_starts(self._board(n), player, checked=self.work.plan.checked) for n in boards]
        return [one.best_starts[0] for one in found], [one.finishing for one in found]

    def _over_bulk(self, player: Player) -> tuple[list[int], list[int]]:
        step = max(1, _AT_ONCE // len(self.work.plan.graph))
        best, finishing = list[int](), list[int]()
        for first in range(0, len(self.mined), step):
            part = slice(first, first + step)
            some = self._replace(mined=self.mined[part], found=ManyClicks(*[one[part] for one in self.found]))
            starts, finish = some._over_some(player)
            best += starts.tolist()
            finishing += finish.tolist()
        return best, finishing

    def _over_some(self, player: Player) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        plan = self.work.plan
        tried = candidates(plan, self.shard, self.mined, self.found)
        left = self._ended(player, self.mined[tried.board], tried.start)["remaining"]
        firsts = np.flatnonzero(np.diff(tried.board, prepend=-1))  # each board has a safe cell
        least = np.minimum.reduceat(left, firsts)
        best = np.flatnonzero(left == least[tried.board])
        chosen = best[np.unique(tried.board[best], return_index=True)[1]]
        return tried.start[chosen], np.add.reduceat(np.where(left == 0, tried.stands_for, 0), firsts)


def encoded_shard(work: Work, shard: Shard, encode: Callable[[Plan, Columns], bytes]) -> bytes:
    """The rows of a shard as the bytes of its file."""
    return encode(work.plan, shard_columns(work, shard))
