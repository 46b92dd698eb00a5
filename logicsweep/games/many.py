"""Play many games at once, without traces; the results are arrays."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Array, ArrayField, Boards, BoardsLike, array_of, games, storable
from logicsweep.boards.names import extent
from logicsweep.boards.words import plural
from logicsweep.closures.spread import cover_board
from logicsweep.errors import InvalidInput, of_kind
from logicsweep.games.game import play
from logicsweep.games.players import Player, PlayerLike, player_of
from logicsweep.games.quick import TALLIED, Levels, QuickGame, levels_of
from logicsweep.games.setup import Setup
from logicsweep.guessing.influence import swaps_of
from logicsweep.guessing.policy import POLICIES, Policy, PolicyLike
from logicsweep.kernel import GAMES, GUESSES, Backend, backend_for, run_in_blocks
from logicsweep.work.progress import with_progress


@dataclass(frozen=True, repr=False, eq=False)
class ManyGames:
    """The results of n games as arrays: numpy's if it is installed, else memoryviews.

    `cleared` and `flagged`: bool, of shape (n, rows, cols), or (n, cells) on a free graph; None if not asked
    for. `remaining`: int64, how many safe cells stay covered. `finished`: bool, whether none does.

    `firings`: for each production of the player, int64, the least number of its firings in the game. It holds
    for any `strategy` and `seed`, except `level`, which does not fire easier productions first:

    - `entailed`, `counted`: the exact number; all easier productions are done by then, so the order does
      not matter.
    - `overlap`: its waves. A wave is everything that it concludes at once from what is known.
    - `all-found`, `all-mines`: every game passes through the first click and through each firing of
      `entailed` or `counted`. Count the cells that these productions decide from there until `overlap` is
      first needed, divide by the most neighbours of a cell, and round up.

    `won`, `guesses` and `luck` tell how each game ended with guesses, if a policy was given: bool; int64, how
    many guesses, including one that lost; float64, as `Run.luck`. All else is as before the first guess.

    `fallbacks`: the games (from 0) that did not fit the kernel and were played by plain Python.

    >>> found = play_many([Board.parse("... ... MM."), Board.parse("... ... M.M")], "r1c1", "overlap")
    >>> found
    <ManyGames overlap on 3 x 3: 2 games, 2 finished>
    >>> found.remaining.tolist(), found.firings["overlap"].tolist()
    ([0, 0], [0, 1])
    """

    graph: CellGraph | None
    player: Player
    cleared: Array
    flagged: Array
    remaining: Array
    finished: Array
    firings: dict[str, Array]
    fallbacks: tuple[int, ...] = ()
    won: Array = None
    guesses: Array = None
    luck: Array = None

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, ManyGames) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # arrays have none

    def __getstate__(self) -> object:
        return storable(vars(self))

    def _values(self) -> list[object]:
        """All fields as values that can be compared; `finished` follows from `remaining`."""
        arrays = self.cleared, self.flagged, self.remaining, *self.firings.values(), self.guesses, self.luck
        lists = [None if one is None else one.tolist() for one in arrays]
        return [self.graph, self.player, self.fallbacks, *lists]

    def __len__(self) -> int:
        return len(self.remaining)

    def __repr__(self) -> str:
        where = f" on {extent(self.graph)}" if self.graph else ""
        finished = bytes(self.finished).count(1)
        return f"<ManyGames {self.player.name}{where}: {plural(len(self), 'game')}, {finished} finished>"


def play_many(
    boards: BoardsLike,
    starts: Hashable | Iterable[Hashable],
    player: PlayerLike = "casual",
    *,
    field: ArrayField = None,
    cells: bool = True,
    jobs: int = 1,
    kernel: bool | None = None,
    guess: PolicyLike | None = None,
) -> ManyGames:
    """Play many boards, each from its start: the results of `play`, far faster and without traces.

    `boards`: Boards on one cell graph, or an array of shape (n, rows, cols), 1 for a mine and 0 for none.
    `field`: the field of an array, such as `CellGraph.torus`; by default a grid. If it is a CellGraph, the
    array may also have the shape (n, cells), as from `random_mined`. Boards are taken in batches of some
    million cells. `cells=False` leaves out `cleared` and `flagged`, so that many boards take little memory.
    `starts`: one cell for all, as `CellGraph.locate` takes it, or a list, an array or an iterator with one
    for each board. A single Board with several starts is played from each.

    `player`: one with both casual productions and any of `overlap`, `entailed` and `counted`. `jobs`: threads
    for compiled code, 0 for one per core. `kernel`: whether to use compiled code; None: if it is installed
    and pays off. `guess`: the policy by which to play each game on to its end; compiled for the library's
    policies if the player has `counted`.

    Raises InvalidInput for anything else, such as `starts[3]` on a mine.

    >>> found = play_many(Board.parse("... ... MM."), ["r1c1", "r2c1"])
    >>> found.remaining.tolist(), found.cleared[1].tolist()
    ([0, 6], [[False, False, False], [True, False, False], [False, False, False]])
    """
    who = player_of(player)
    levels = levels_of(who.productions)
    if levels is None:
        others = ", ".join([one.name for one in TALLIED[2:]])
        expected = f"both casual productions and no others than {others} (`play` takes every player)"
        raise InvalidInput(f"player {who.name}", expected, repr(who))
    of_kind("cells", cells, bool)
    setup = Setup(who, guess=guess)
    kind, longer = (GAMES, 1) if guess is None else (GUESSES, LONGER)
    asked = kernel if guess is None or guesses_by_kernel(setup) else False
    graph, played, fallbacks = None, 0, list[int]()
    whole = _make_room(0, 0, setup)
    for batch in games(boards, starts, field):
        graph, mined = batch.groups[0]
        backend = backend_for(kind, longer * len(mined), asked, jobs)
        found, left = _play_batch(batch, levels, setup, backend, cells)
        fallbacks += [played + number for number in left]
        for all_of_it, more in zip(whole, found, strict=True):
            all_of_it += more
        played += len(batch)
    shape = (played, *((graph.shape or (len(graph),)) if graph else (0,)))
    cleared, flagged = [array_of(one, "?", shape) if cells else None for one in whole[:2]]
    remaining, *counts = [array_of(one, "q", (played,)) for one in whole[2:_ENDS]]
    finished = array_of(bytearray([not left for left in remaining.tolist()]), "?", (played,))
    firings = {one.name: found for one, found in zip(TALLIED, counts, strict=True) if one in who.productions}
    ends = [array_of(one, kind, (played,)) for one, kind in zip(whole[_ENDS:], "?qd", strict=False)]
    return ManyGames(graph, who, cleared, flagged, remaining, finished, firings, tuple(fallbacks), *ends)


LONGER = 50
"""With guesses a game takes so many times as long in plain Python."""


def guesses_by_kernel(setup: Setup) -> bool:
    """Whether compiled code can play games with guesses: the player must find every forced cell."""
    levels, guess = levels_of(setup.player.productions), setup.guess
    return levels is not None and levels.counted and guess in POLICIES.values()


def play_to_ends(
    graph: CellGraph, mined: bytes, starts: Sequence[int], setup: Setup, backend: Backend
) -> tuple[bytearray, bytearray, bytearray]:
    """Play games on one field to their ends, with guesses: the bytes of `won`, `guesses` and `luck`."""
    count, size, policy = len(starts), len(graph), cast(Policy, setup.guess)
    won, guesses, luck = bytearray(count), bytearray(8 * count), bytearray(8 * count)
    left: Sequence[int] = range(count)
    if backend.compiled and guesses_by_kernel(setup) and graph.fits_kernel:
        import numpy as np

        from logicsweep.kernel.guessing import UNPLAYED, WON, play_guessing

        field, number = (graph.neighbour_table, swaps_of(graph.neighbours)), [*POLICIES].index(policy.name)
        boards = np.frombuffer(mined, np.uint8).reshape(count, size)
        found = play_guessing(boards, np.array(starts, np.int64), *field, number, backend.jobs)
        won, guesses, luck = (
            bytearray(one.tobytes()) for one in (found.outcome == WON, found.guesses, found.luck)
        )
        left = np.flatnonzero(found.outcome == UNPLAYED).tolist()
    for number in with_progress(left, "games with guesses"):
        game = play(Board(graph, mined[number * size : number * size + size]), starts[number], setup)
        won[number] = game.won
        memoryview(guesses).cast("q")[number] = len(game.guesses)
        memoryview(luck).cast("d")[number] = game.luck
    return won, guesses, luck


_ENDS = 3 + len(TALLIED)
"""Where in the buffers of games the ends with guesses begin."""


def _make_room(games: int, size: int, setup: Setup) -> list[bytearray]:
    """Buffers for games: a byte per cell for cleared and for flagged, int64 for remaining and firings.

    With a policy three more, still empty, for how the games end.
    """
    numbers = [bytearray(8 * games) for _ in range(1 + len(TALLIED))]
    ends = [bytearray() for _ in range(3 if setup.guess else 0)]
    return [bytearray(games * size), bytearray(games * size), *numbers, *ends]


def _play_batch(
    batch: Boards, levels: Levels, setup: Setup, backend: Backend, cells: bool
) -> tuple[list[bytearray], list[int]]:
    """The buffers of a batch, and the games that did not fit the kernel."""
    graph, mined = batch.groups[0]
    found = _make_room(len(batch), len(graph) if cells else 0, setup)
    left = _play_by_kernel(batch, levels, found, backend.jobs) if backend.compiled else []
    _play_each(batch, left if backend.compiled else range(len(batch)), levels, found)
    if setup.guess:
        found[_ENDS:] = play_to_ends(graph, mined, cast(list[int], batch.starts), setup, backend)
    return found, left


def _play_each(batch: Boards, numbers: Sequence[int], levels: Levels, found: list[bytearray]) -> None:
    (graph, boards), starts = batch.groups[0], cast(list[int], batch.starts)
    size = len(graph)
    cleared, flagged, *counts = found[:_ENDS]
    for number in with_progress(numbers, "games"):
        cells = slice(number * size, number * size + size)
        board = Board(graph, boards[cells])
        game = QuickGame(cover_board(board), starts[number], levels)
        game.play()
        settled = int.from_bytes(game.known.settled)
        mines = settled & int.from_bytes(board.mined)
        left = board.safe_count - len(game.trail) + mines.bit_count()
        for column, value in zip(counts, (left, *game.tally), strict=True):
            memoryview(column).cast("q")[number] = value
        if cleared:
            cleared[cells], flagged[cells] = (settled ^ mines).to_bytes(size), mines.to_bytes(size)


def _play_by_kernel(batch: Boards, levels: Levels, found: list[bytearray], threads: int) -> list[int]:
    """Play the games of a batch by the kernel; return the numbers of those that do not fit it."""
    import numpy as np

    from logicsweep.kernel import games as kernel

    graph, boards = batch.groups[0]
    count, size = len(batch), len(graph)
    if not graph.fits_kernel:
        return list(range(count))
    around = graph.neighbour_table
    mined = np.frombuffer(boards, np.uint8).reshape(count, size).copy()
    starts, status = np.array(batch.starts, np.int64), np.zeros(count, np.uint8)
    cleared, flagged = (np.frombuffer(one, np.uint8).reshape(-1, size) for one in found[:2])
    tallies = np.zeros((count, kernel.TALLIES), np.int64)

    def play(first: int, end: int) -> None:
        part = slice(first, end)
        kinds = np.array(levels, np.uint8)
        rows = cleared[part], flagged[part], tallies[part], status[part]
        kernel.play_games(mined[part], starts[part], around, kinds, *rows)

    run_in_blocks(play, count, size, threads)
    safe = size - mined.sum(axis=1, dtype=np.int64)
    numbers = [safe - tallies[:, kernel.CLEARED], *tallies[:, : len(TALLIED)].T]
    for buffer, column in zip(found[2:_ENDS], numbers, strict=True):
        np.frombuffer(buffer, np.int64)[:] = column
    left: list[int] = np.flatnonzero(status).tolist()
    return left
