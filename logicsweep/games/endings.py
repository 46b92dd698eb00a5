"""Where a player ends in very many games, without a trace: the bulk of `play`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from operator import not_
from typing import NamedTuple, Self, cast

from logicsweep.boards.arrays import Array, array_of
from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards, BoardsLike, FieldOf, games
from logicsweep.boards.words import extent, plural
from logicsweep.closures.spread import Sweep, unspread, untouched
from logicsweep.errors import InvalidInput, of_kind
from logicsweep.games.players import Player, PlayerLike, player_of
from logicsweep.games.traceless import TALLIED, Levels, Traceless, levels_of
from logicsweep.kernel import in_blocks, jobs_of, wanted
from logicsweep.work import paced

_WORTH = 300_000  # cells: plain Python takes 1 to 6 us for one, the kernel's start half a second
_LONG = 6_000_000  # cells: plain Python takes up to half a minute


@dataclass(frozen=True, repr=False, eq=False)
class Ends:
    """Where a player ended in n games, as arrays: numpy's where it is installed, else memoryviews.

    `cleared` and `flagged`: bool, of shape (n, rows, cols), on a free graph (n, cells); None where they were
    not asked for. `remaining`: int64, how many safe cells stay covered. `finished`: bool, whether none does.

    `firings`: for each production of the player, int64, how often it fires at least in the game, whatever
    `strategy` and `seed` it is played with (`level` aside, which does not put what costs less first):

    - `entailed`, `counted`: exactly so often; all that costs less is done by then, so they find the same.
    - `overlap`: its waves. A wave is all that it concludes from what is known then, taken at once.
    - `all-found`, `all-mines`: from states that every play passes through (the first click, and each firing
      of `entailed` or `counted`), the cells that they then decide before `overlap` is first needed, by the
      most neighbours that a cell has, rounded up.

    `fallbacks`: the games (from 0) that did not fit the kernel, so that plain Python answered them.

    >>> found = ends([Board.parse("... ... MM."), Board.parse("... ... M.M")], "r1c1", "overlap")
    >>> found
    <Ends overlap on 3 x 3: 2 games, 2 finished>
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

    def __reduce__(self) -> tuple[Callable[..., Ends], tuple[object, ...]]:
        """A pickle holds bytes: a memoryview cannot be pickled."""
        marks = [
            None if one is None else (bytearray(one.tobytes()), one.shape)
            for one in (self.cleared, self.flagged)
        ]
        numbers = {name: bytearray(counts.tobytes()) for name, counts in self.firings.items()}
        return _made, (
            self.graph,
            self.player,
            *marks,
            bytearray(self.remaining.tobytes()),
            numbers,
            self.fallbacks,
        )

    def __len__(self) -> int:
        return len(self.remaining)

    def __repr__(self) -> str:
        where = f" on {extent(self.graph)}" if self.graph else ""
        finished = bytes(self.finished).count(1)
        return f"<Ends {self.player.name}{where}: {plural(len(self), 'game')}, {finished} finished>"


def ends(
    boards: BoardsLike,
    starts: Hashable | Iterable[Hashable],
    player: PlayerLike = "casual",
    *,
    field: FieldOf | None = None,
    cells: bool = True,
    jobs: int = 1,
    kernel: bool | None = None,
) -> Ends:
    """What `play(board, start, player)` leaves, for each board and its start, far faster and without a trace.

    `boards`: Boards on one cell graph, or an array of shape (n, rows, cols), 1 for a mine and 0 for none, on
    the `field` that is told, such as `CellGraph.torus` (else a grid). Boards are taken in batches of some
    million cells, so that with `cells=False`, without `cleared` and `flagged`, very many take little memory.
    `starts`: one cell for all, as `CellGraph.locate` takes it, or a list, an array or an iterator with one
    for each board; one Board with several starts is played from each.

    `player`: with both casual productions and any of `overlap`, `entailed` and `counted`. `jobs`: threads for
    compiled code, 0 for as many as there are cores. `kernel`: whether compiled code is to answer; None: where
    it is installed and pays.

    Raises InvalidInput for all else, such as `starts[3]` on a mine.

    >>> found = ends(Board.parse("... ... MM."), ["r1c1", "r2c1"])
    >>> found.remaining.tolist(), found.cleared[1].tolist()
    ([0, 6], [[False, False, False], [True, False, False], [False, False, False]])
    """
    who = player_of(player)
    levels = levels_of(who.productions)
    if levels is None:
        others = ", ".join([one.name for one in TALLIED[2:]])
        expected = f"both casual productions and no others than {others} (`play` takes every player)"
        raise InvalidInput(f"player {who.name}", expected, repr(who))
    threads = jobs_of(jobs)
    of_kind("cells", cells, bool)
    graph, done = None, list[_Results]()
    fallbacks: list[int] = []
    played = 0
    for batch in games(boards, starts, field):
        graph, mined = batch.groups[0]
        found = _Results.empty(len(batch), len(graph) if cells else 0)
        if wanted(kernel, "_play_each", len(mined), _WORTH, _LONG):
            left = _play_by_kernel(batch, levels, found, threads)
            fallbacks += [played + number for number in left]
        else:
            left = list(range(len(batch)))
        _play_each(batch, left, levels, found)
        done.append(found)
        played += len(batch)
    return _put_together(graph, who, done, cells, tuple(fallbacks))


class _Results(NamedTuple):
    """What came of a batch, as the bytes of arrays: bool for each cell if asked for, int64 for each game."""

    cleared: bytearray
    flagged: bytearray
    remaining: bytearray
    firings: tuple[bytearray, ...]

    @classmethod
    def empty(cls, games: int, size: int) -> Self:
        """Room for so many games on boards of so many cells."""
        numbers = [bytearray(8 * games) for _ in range(1 + len(TALLIED))]
        return cls(bytearray(games * size), bytearray(games * size), numbers[0], tuple(numbers[1:]))


def _play_each(batch: Boards, numbers: Sequence[int], levels: Levels, found: _Results) -> None:
    """Play these games of a batch one after another, in plain Python."""
    (graph, boards), starts = batch.groups[0], cast(list[int], batch.starts)
    size = len(graph)
    game: Traceless | None = None
    for number in paced(numbers, "games"):
        mined = boards[number * size : number * size + size]
        game = Traceless(_ready(graph, mined, game), starts[number], levels)
        game.play()
        _note(game, found, number)


def _play_by_kernel(batch: Boards, levels: Levels, found: _Results, threads: int) -> list[int]:
    """Play the games of a batch by the kernel; the numbers of those that do not fit it."""
    import numpy as np

    from logicsweep.kernel import games as kernel
    from logicsweep.kernel.compiled import fits, neighbour_table

    graph, boards = batch.groups[0]
    count, size = len(batch), len(graph)
    if not fits(graph):
        return list(range(count))
    around = neighbour_table(graph)
    mined = np.frombuffer(boards, np.uint8).reshape(count, size).copy()
    starts, status = np.array(batch.starts, np.int64), np.zeros(count, np.uint8)
    cleared, flagged = (np.frombuffer(one, np.uint8).reshape(-1, size) for one in found[:2])
    tallies = np.zeros((count, kernel.TALLIES), np.int64)

    def play(first: int, end: int) -> None:
        part = slice(first, end)
        kinds = np.array(levels, np.uint8)
        rows = cleared[part], flagged[part], tallies[part], status[part]
        kernel.play_games(mined[part], starts[part], around, kinds, *rows)

    in_blocks(play, count, size, threads)
    safe = size - mined.sum(axis=1, dtype=np.int64)
    numbers = [safe - tallies[:, kernel.CLEARED], *tallies[:, : len(TALLIED)].T]
    for buffer, column in zip((found.remaining, *found.firings), numbers, strict=True):
        np.frombuffer(buffer, np.int64)[:] = column
    left: list[int] = np.flatnonzero(status).tolist()
    return left


def _ready(graph: CellGraph, mined: bytes, last: Traceless | None) -> Sweep:
    """An untouched board: that of the last game, taken back, where it is the same."""
    if last is None or last.known.board.mined != mined:
        return untouched(Board(graph, mined))
    unspread(last.known, last.trail)
    return last.known


def _note(game: Traceless, found: _Results, number: int) -> None:
    """Write down where a game ended."""
    known, board = game.known, game.known.board
    settled, mines = int.from_bytes(known.settled), int.from_bytes(board.mined)
    flagged, size = settled & mines, len(known.settled)
    left = board.safe_count - len(game.trail) + flagged.bit_count()
    for numbers, value in zip((found.remaining, *found.firings), (left, *game.tally), strict=True):
        memoryview(numbers).cast("q")[number] = value
    if found.cleared:
        at = slice(number * size, number * size + size)
        found.cleared[at] = (settled ^ flagged).to_bytes(size)
        found.flagged[at] = flagged.to_bytes(size)


def _put_together(
    graph: CellGraph | None, player: Player, done: Sequence[_Results], cells: bool, fallbacks: tuple[int, ...]
) -> Ends:
    remaining = _joined([one.remaining for one in done])
    games = len(remaining) // 8
    shape = (games, *((graph.shape or (len(graph),)) if graph else (0,)))
    marks = [_joined([one.cleared for one in done]), _joined([one.flagged for one in done])]
    firings = {
        production.name: _joined([one.firings[at] for one in done])
        for at, production in enumerate(TALLIED)
        if production in player.productions
    }
    cleared, flagged = [(one, shape) if cells else None for one in marks]
    return _made(graph, player, cleared, flagged, remaining, firings, fallbacks)


def _joined(pieces: Sequence[bytearray]) -> bytearray:
    return pieces[0] if len(pieces) == 1 else bytearray().join(pieces)


_Marks = tuple[bytearray, tuple[int, ...]] | None


def _made(
    graph: CellGraph | None,
    player: Player,
    cleared: _Marks,
    flagged: _Marks,
    remaining: bytearray,
    firings: dict[str, bytearray],
    fallbacks: tuple[int, ...],
) -> Ends:
    """The value, from the bytes of its arrays."""
    games = len(remaining) // 8
    left = memoryview(remaining).cast("q")
    return Ends(
        graph,
        player,
        array_of(cleared[0], "?", cleared[1]) if cleared else None,
        array_of(flagged[0], "?", flagged[1]) if flagged else None,
        array_of(remaining, "q", (games,)),
        array_of(bytearray(map(not_, left)), "?", (games,)),
        {name: array_of(counts, "q", (games,)) for name, counts in firings.items()},
        fallbacks,
    )
