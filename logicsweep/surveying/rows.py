"""The rows of a shard: each player's result on each board. Workers run only this module; it is pure."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from logicsweep import __version__
from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.random import (
    Promise,
    draw_below,
    keep_free,
    mine_free,
    moves_of,
    random_mined,
    splitmix64,
    stream,
)
from logicsweep.closures.closure import least_of_many
from logicsweep.closures.spread import find_openings, least_clicks
from logicsweep.errors import InvalidInput
from logicsweep.games.game import play
from logicsweep.games.many import play_many, play_to_ends
from logicsweep.games.path import path
from logicsweep.games.players import Player
from logicsweep.games.quick import TALLIED
from logicsweep.games.setup import Setup
from logicsweep.games.starts import over_starts
from logicsweep.guessing.policy import short_name
from logicsweep.kernel import PYTHON, Backend, is_installed
from logicsweep.rules.production import is_own
from logicsweep.surveying.plan import (
    Plan,
    Shard,
    cells_by_distance,
    first_cells,
    is_bulk,
    lineup,
)
from logicsweep.work.progress import with_progress

Columns = dict[str, Any]
"""Columns by name: an array of numbers, or a list with None for rows without a value."""
_Mined = NDArray[np.uint8]
"""Boards on one cell graph, of shape (n, cells): 1 for a mine, else 0."""
_Longs = NDArray[np.int64]
_AT_ONCE = 1 << 18  # cells of the boards whose starts are all played at the same time


def shard_columns(plan: Plan, shard: Shard, backend: Backend = PYTHON) -> Columns:
    """The rows of a shard, column by column: ordered by index, then by player."""
    backend = backend if is_installed() else PYTHON
    if plan.version != __version__:
        raise InvalidInput("cluster", f"workers with logicsweep {plan.version}", __version__)
    graph, who = plan.graph, lineup(plan)
    drawn = random_mined(graph, shard.mines, plan.seed, shard.count, shard.first, kernel=backend.compiled)
    mined = np.frombuffer(drawn, np.uint8).reshape(shard.count, len(graph))
    if plan.first:
        starts = choose_first_clicks(plan, shard)
        mined = keep_promise(plan, shard, mined, starts)
    found = count_board_clicks(graph, mined, backend)
    games = _Games(plan, backend, shard, mined, found)
    if plan.start == "all":
        played = [games.play_all_starts(player) for player in who]
    else:
        if not plan.first:
            starts = choose_starts(plan, shard, mined, found)
        played = [games.play_starts(player, starts) for player in who]
    index = np.arange(shard.first, shard.end)
    board: Columns = {
        "mines": np.full(shard.count, shard.mines, np.int32),
        "index": index.astype(np.uint64),
        "openings": found.openings,
        "threebv": found.threebv,
    }
    each: Columns = {name: np.repeat(column, len(who)) for name, column in board.items()}
    each["player"] = [player.name for player in who] * shard.count
    return each | {name: _interleave([columns[name] for columns in played]) for name in played[0]}


def _interleave(columns: list[Any]) -> Any:  # noqa: ANN401
    if all(isinstance(column, np.ndarray) for column in columns):
        return np.stack(columns, axis=1).ravel()
    return [value for row in zip(*map(list, columns), strict=True) for value in row]


# --- clicks without reasoning -------------------------------------------------------------------------------


class Clicks(NamedTuple):
    """The openings of n boards and their 3BV, int32 (n,); `group` (n, cells): a zero cell's opening, else -1.

    3BV (Bechtel's board benchmark value; see minesweeper.info) is the least number of left clicks that clears
    a board without flags. It has one click for each opening and one for each safe cell that no opening
    clears.
    """

    group: NDArray[np.int32]
    openings: NDArray[np.int32]
    threebv: NDArray[np.int32]


def count_board_clicks(graph: CellGraph, mined: _Mined, backend: Backend) -> Clicks:
    """Count the clicks of boards, by the kernel or in plain Python."""
    n = len(mined)
    found = Clicks(np.full(mined.shape, -1, np.int32), np.zeros(n, np.int32), np.zeros(n, np.int32))
    if backend.compiled:
        from logicsweep.kernel.casual import new_state
        from logicsweep.kernel.mining import count_clicks

        count_clicks(mined, new_state(graph.neighbour_table), *found)
        return found
    for number, row in enumerate(mined):
        board = Board(graph, row.tobytes())
        openings = find_openings(board)
        for opening, zeros in enumerate(openings):
            found.group[number, zeros] = opening
        found.openings[number] = len(openings)
        found.threebv[number] = least_clicks(board, openings)
    return found


# --- where games start --------------------------------------------------------------------------------------


def choose_starts(plan: Plan, shard: Shard, mined: _Mined, found: Clicks) -> _Longs:
    """Choose the start on each board by the plan's rule."""
    match plan.start:
        case "best":
            boards = [Board(plan.graph, row.tobytes()) for row in mined]
            return np.array([least.best_starts[0] for least in least_of_many(boards)], np.int64)
        case "corner" | "centre":
            order = np.array(cells_by_distance(plan.graph, plan.start))
            nearest: _Longs = order[(mined[:, order] == 0).argmax(axis=1)]
            return nearest
    allowed = found.group >= 0 if plan.start == "opening" else mined == 0
    none = ~allowed.any(axis=1)
    allowed[none] = mined[none] == 0
    return _draw_cells(allowed, plan.seed, shard.first)


def _draw_cells(allowed: NDArray[np.bool_], seed: int, first: int) -> _Longs:
    """On each board, draw one of the allowed cells, each equally likely, from the board's own stream."""
    upto = allowed.cumsum(axis=1, dtype=np.int32)
    drawn = [
        draw_below(size, splitmix64(stream(stream(seed, index), 1)))
        for index, size in enumerate(upto[:, -1].tolist(), first)
    ]
    at: _Longs = (upto > np.array(drawn)[:, None]).argmax(axis=1)
    return at


def choose_first_clicks(plan: Plan, shard: Shard) -> _Longs:
    """Choose the first click on each board, before its mines are drawn."""
    cells = np.array(first_cells(plan.graph, plan.start))
    if plan.start == "random":
        return _draw_cells(np.ones((shard.count, len(cells)), np.bool_), plan.seed, shard.first)
    return cells[np.arange(shard.first, shard.end) % len(cells)]


def keep_promise(plan: Plan, shard: Shard, mined: _Mined, starts: _Longs) -> _Mined:
    """Move the mines that the first click must not meet.

    The boards are those of `random_board` with the same promise.
    """
    graph, kept = plan.graph, mined.copy()
    for number, start in enumerate(starts.tolist() if plan.first != "any" else ()):
        row = bytearray(kept[number])
        free = mine_free(graph, start, cast(Promise, plan.first))
        keep_free(row, free, moves_of(stream(plan.seed, shard.first + number)))
        kept[number] = row
    return kept


# --- games --------------------------------------------------------------------------------------------------


class _Games(NamedTuple):
    plan: Plan
    backend: Backend
    shard: Shard
    mined: _Mined
    found: Clicks

    def play_starts(self, player: Player, starts: _Longs) -> Columns:
        """Play a game from each start; a start on a mine loses at once, and its row has no other values."""
        lost = self.mined[np.arange(len(starts)), starts] == 1
        columns = self._play_safe_starts(player, np.where(lost, (self.mined == 0).argmax(axis=1), starts))
        for name, column in columns.items() if lost.any() else ():
            if isinstance(column, np.ndarray):
                column[lost] = 0
            else:
                columns[name] = [None if gone else one for one, gone in zip(column, lost, strict=True)]
        columns["remaining"][lost] = len(self.plan.graph) - self.shard.mines
        return columns | {"start": starts.astype(np.int32)}

    def _play_safe_starts(self, player: Player, starts: _Longs) -> Columns:
        bulk = (
            self._play_in_bulk(player, self.mined, starts)
            if is_bulk(player)
            else self._play_by_engine(player, starts)
        )
        safe = len(self.plan.graph) - self.shard.mines
        own = [one for one in player.productions if is_own(one)]
        columns: Columns = {
            "start": starts.astype(np.int32),
            "cleared": (safe - bulk["remaining"]).astype(np.int32),
            "remaining": bulk["remaining"].astype(np.int32),
            "finished": bulk["remaining"] == 0,
        }
        for production in TALLIED:
            columns[production.name.replace("-", "_")] = bulk.get(production.name, [None] * len(starts))
        if self.plan.rules:
            columns["own"] = sum(bulk[one.name] for one in own) if own else [None] * len(starts)
        for policy in self.plan.guess:
            columns |= self._play_with_guesses(player, starts, policy)
        return columns | (self._grade_paths(player, starts) if self.plan.graded else {})

    def _play_in_bulk(self, player: Player, mined: _Mined, starts: _Longs) -> Columns:
        found = play_many(
            mined, starts, player, field=self.plan.graph, cells=False, kernel=self.backend.compiled
        )
        return {"remaining": np.asarray(found.remaining)} | {
            name: np.asarray(counts, np.int64) for name, counts in found.firings.items()
        }

    def _play_by_engine(self, player: Player, starts: _Longs) -> Columns:
        """Play by the engine, with a trace, which works for any production."""
        names = ["remaining", *[one.name for one in player.productions]]
        found = []
        for number in with_progress(range(len(starts)), "games"):
            game = play(self._make_board(number), int(starts[number]), self._make_setup(player))
            fired = game.trace.count_firings() | {"remaining": game.remaining}
            found.append([fired.get(name, 0) for name in names])
        return dict(zip(names, np.array(found, np.int64).T, strict=True))

    def _play_with_guesses(self, player: Player, starts: _Longs, policy: str) -> Columns:
        """Play on with guesses: whether each game is won, its number of guesses, and the luck needed."""
        setup, cells = self._make_setup(player, policy), starts.tolist()
        won, guesses, luck = play_to_ends(self.plan.graph, self.mined.tobytes(), cells, setup, self.backend)
        name = short_name(policy).replace("-", "_")
        return {
            f"{name}_won": np.frombuffer(won, np.bool_),
            f"{name}_guesses": np.frombuffer(guesses, np.int64).astype(np.int32),
            f"{name}_luck": np.frombuffer(luck, np.float64),
        }

    def _make_board(self, number: int) -> Board:
        return Board(self.plan.graph, self.mined[number].tobytes())

    def _make_setup(self, player: Player, guess: str | None = None) -> Setup:
        return Setup(player, checked=self.plan.checked, guess=guess)

    def _grade_paths(self, player: Player, starts: _Longs) -> Columns:
        """Grade each path by its hardest step: the production, and the rows that it uses together."""
        hardest: list[tuple[str | None, int | None]] = []
        for number in with_progress(range(len(starts)), "paths"):
            found = path(self._make_board(number), int(starts[number]), self._make_setup(player))
            step = found.hardest
            hardest.append((step.firing.production, step.grade.clues) if step else (None, None))
        return {"hardest": [name for name, _ in hardest], "hardest_rows": [rows for _, rows in hardest]}

    def play_all_starts(self, player: Player) -> Columns:
        """Try every safe cell: play from the first best start, and count the starts that finish."""
        starts, finishing = (
            self._compare_in_bulk(player) if is_bulk(player) else self._compare_by_engine(player)
        )
        columns = self.play_starts(player, starts)
        columns["starts"] = np.full(len(starts), len(self.plan.graph) - self.shard.mines, np.int32)
        return columns | {"finishing": finishing.astype(np.int32)}

    def _compare_by_engine(self, player: Player) -> _Longs:
        boards = with_progress(range(len(self.mined)), "boards")
        found = [over_starts(self._make_board(n), self._make_setup(player)) for n in boards]
        return np.array([(one.best_starts[0], one.finishing) for one in found], np.int64).T

    def _compare_in_bulk(self, player: Player) -> list[_Longs]:
        step = max(1, _AT_ONCE // len(self.plan.graph))
        parts = [slice(first, first + step) for first in range(0, len(self.mined), step)]
        found = [self._compare_starts(player, self.mined[part], self.found.group[part]) for part in parts]
        return [np.concatenate(column) for column in zip(*found, strict=True)]

    def _compare_starts(
        self, player: Player, mined: _Mined, group: NDArray[np.int32]
    ) -> tuple[_Longs, _Longs]:
        """The first best start on each board, and how many starts finish; of those that end alike, plays one.

        The zero cells of an opening end alike. Nothing follows from a single number unless it equals the mine
        total. If no number can equal it, all numbers end alike.
        """
        graph = self.plan.graph
        cells = np.arange(len(graph))
        telling = self.shard.mines <= max(map(len, graph.neighbours))
        kind = np.where(group < 0, len(graph) + cells * telling, group)  # less than twice the number of cells
        board, start = np.nonzero(mined == 0)
        kinds = board * 2 * len(graph) + kind[board, start]
        _, firsts, counts = np.unique(kinds, return_index=True, return_counts=True)
        order = np.argsort(firsts)
        board, start, stands_for = board[firsts[order]], start[firsts[order]], counts[order]
        left = self._play_in_bulk(player, mined[board], start)["remaining"]
        at = np.flatnonzero(np.diff(board, prepend=-1))  # each board has a safe cell
        best = np.flatnonzero(left == np.minimum.reduceat(left, at)[board])
        chosen = best[np.unique(board[best], return_index=True)[1]]
        return start[chosen], np.add.reduceat(np.where(left == 0, stands_for, 0), at)
