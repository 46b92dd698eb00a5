"""Where a player ends, without a trace: in very many games, the bulk of `play`, and from every start.

In turn, each only where none before it applies: the casual rules, a wave of `overlap`, the solver, the solver
with the mine total. `kernel.games` is the same compiled.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Annotated, NamedTuple, cast

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Array, ArrayField, Boards, BoardsLike, array_of, games, storable
from logicsweep.boards.words import CellIndex, extent, plural
from logicsweep.closures.closure import start_classes
from logicsweep.closures.spread import Sweep, spread, unspread, untouched
from logicsweep.csp.position import Cache, Position
from logicsweep.csp.solution import Solution
from logicsweep.errors import InvalidInput, of_kind
from logicsweep.games.game import Referee
from logicsweep.games.players import Player, PlayerLike, has_own, player_of
from logicsweep.kernel import in_blocks, jobs_of, wanted
from logicsweep.rules.clues import ALL_FOUND, ALL_MINES, CASUAL, OVERLAP
from logicsweep.rules.engine import Production
from logicsweep.rules.own import LIBRARY
from logicsweep.rules.solver import COUNTED, ENTAILED
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

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, Ends) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # arrays have none

    def __getstate__(self) -> object:
        return storable(vars(self))

    def _values(self) -> list[object]:
        """All of it in values that can be compared; `finished` follows from `remaining`."""
        arrays = self.cleared, self.flagged, self.remaining, *self.firings.values()
        lists = [None if one is None else one.tolist() for one in arrays]
        return [self.graph, self.player, self.fallbacks, *lists]

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
    field: ArrayField = None,
    cells: bool = True,
    jobs: int = 1,
    kernel: bool | None = None,
) -> Ends:
    """What `play(board, start, player)` leaves, for each board and its start, far faster and without a trace.

    `boards`: Boards on one cell graph, or an array of shape (n, rows, cols), 1 for a mine and 0 for none, on
    the `field` that is told, such as `CellGraph.torus` (else a grid); with a CellGraph there, an array of
    shape (n, cells) does too, as of `random_mined`. Boards are taken in batches of some million cells, so
    that with `cells=False`, without `cleared` and `flagged`, very many take little memory.
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
    graph, played, fallbacks = None, 0, list[int]()
    whole = _room(0, 0)
    for batch in games(boards, starts, field):
        graph, mined = batch.groups[0]
        found = _room(len(batch), len(graph) if cells else 0)
        if wanted(kernel, "_play_each", len(mined), _WORTH, _LONG):
            left = _play_by_kernel(batch, levels, found, threads)
            fallbacks += [played + number for number in left]
        else:
            left = list(range(len(batch)))
        _play_each(batch, left, levels, found)
        for all_of_it, more in zip(whole, found, strict=True):
            all_of_it += more
        played += len(batch)
    shape = (played, *((graph.shape or (len(graph),)) if graph else (0,)))
    cleared, flagged = [array_of(one, "?", shape) if cells else None for one in whole[:2]]
    remaining, *counts = [array_of(one, "q", (played,)) for one in whole[2:]]
    finished = array_of(bytearray([not left for left in remaining.tolist()]), "?", (played,))
    firings = {one.name: found for one, found in zip(TALLIED, counts, strict=True) if one in who.productions}
    return Ends(graph, who, cleared, flagged, remaining, finished, firings, tuple(fallbacks))


def _room(games: int, size: int) -> list[bytearray]:
    """Room for games: what is cleared and flagged, a byte for each cell; what remains and fires, int64."""
    numbers = [bytearray(8 * games) for _ in range(1 + len(TALLIED))]
    return [bytearray(games * size), bytearray(games * size), *numbers]


def _play_each(batch: Boards, numbers: Sequence[int], levels: Levels, found: list[bytearray]) -> None:
    (graph, boards), starts = batch.groups[0], cast(list[int], batch.starts)
    size = len(graph)
    cleared, flagged, *counts = found
    for number in paced(numbers, "games"):
        cells = slice(number * size, number * size + size)
        board = Board(graph, boards[cells])
        game = QuickGame(untouched(board), starts[number], levels)
        game.play()
        settled = int.from_bytes(game.known.settled)
        mines = settled & int.from_bytes(board.mined)
        left = board.safe_count - len(game.trail) + mines.bit_count()
        for column, value in zip(counts, (left, *game.tally), strict=True):
            memoryview(column).cast("q")[number] = value
        if cleared:
            cleared[cells], flagged[cells] = (settled ^ mines).to_bytes(size), mines.to_bytes(size)


def _play_by_kernel(batch: Boards, levels: Levels, found: list[bytearray], threads: int) -> list[int]:
    """Play the games of a batch by the kernel; the numbers of those that do not fit it."""
    import numpy as np

    from logicsweep.kernel import games as kernel
    from logicsweep.kernel.neighbours import fits, neighbour_table

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
    for buffer, column in zip(found[2:], numbers, strict=True):
        np.frombuffer(buffer, np.int64)[:] = column
    left: list[int] = np.flatnonzero(status).tolist()
    return left


class Levels(NamedTuple):
    """Which productions a player has beside the casual ones."""

    overlap: bool
    entailed: bool
    counted: bool


TALLIED: tuple[Production, ...] = (ALL_FOUND, ALL_MINES, OVERLAP, ENTAILED, COUNTED)
"""The productions of such games, in the order of a `tally`."""


def levels_of(productions: Sequence[Production]) -> Levels | None:
    """A player's productions beside the casual two; None where those are not all there, or any is unknown.

    >>> levels_of((ALL_FOUND, ALL_MINES, OVERLAP)), levels_of((OVERLAP,))
    (Levels(overlap=True, entailed=False, counted=False), None)
    """
    has = [production in productions for production in TALLIED]
    if not all(has[:2]) or sum(has) < len(productions):
        return None
    return Levels(*has[2:])


class QuickGame:
    """A game from one start on an untouched `Sweep`, which it changes; `trail` lists the cells settled.

    `tally`: firings that it takes at least, of each of `TALLIED`: bounds for the casual productions, waves,
    and exact numbers. With `goal` and `wanted`, as `spread` takes them, it ends early at a cell that leads to
    a known result: `reached`, else -1.

    >>> from logicsweep.boards.board import Board
    >>> from logicsweep.closures.spread import untouched
    >>> game = QuickGame(untouched(Board.parse("... ... M.M")), 0, Levels(True, True, True))
    >>> game.play()
    >>> game.trail, game.tally
    ([0, 1, 3, 4, 2, 5, 6, 8, 7], [1, 0, 1, 0, 0])
    """

    def __init__(
        self,
        known: Sweep,
        start: int,
        levels: Levels,
        goal: Sequence[int] = (),
        wanted: Collection[int] = (),
    ) -> None:
        """Clear the start, and follow the casual rules."""
        self.goal, self.wanted, self.reached = goal, wanted, -1
        self.known, self.levels = known, levels
        self.trail: list[int] = []
        self.cache: Cache = {}
        self._covers: dict[int, set[int]] = {}  # of clues that need more mines: their covered neighbours
        self._fresh: set[int] = set()  # clues that the next wave compares
        self.tally = [0] * len(TALLIED)
        self._most = max(1, known.away - 1)  # neighbours of a cell
        self._settle({start}, alike=True)

    def play(self) -> None:
        """Play until nothing applies, or a known result is reached."""
        while self.reached < 0:
            at, cells = self._next()
            if not cells:
                break
            self.tally[at] += 1
            self._settle(cells, alike=TALLIED[at] is not OVERLAP)

    def _next(self) -> tuple[int, set[int]]:
        """Which of `TALLIED` applies next, and the cells that it decides; none where none does."""
        overlap, entailed, counted = self.levels
        if overlap and (cells := self._wave()):
            return 2, cells
        if entailed or counted:
            position = self._position()
            if entailed and (cells := self._news(position.by_counting(False))):
                return 3, cells
            if counted:
                return 4, self._news(position.by_counting(True))
        return 0, set()

    def _follow(self, news: list[int]) -> None:
        """Take in the cells that `spread` settled: only the clues around them changed."""
        board, settled, mines, _, away = self.known
        neighbours, covers = board.graph.neighbours, self._covers
        near = set(news).union(*map(neighbours.__getitem__, news))
        changed = [i for i in near if mines[i] < away]  # the others are no clues
        for clue in changed:
            if mines[clue]:
                covers[clue] = {j for j in neighbours[clue] if not settled[j]}
            else:
                covers.pop(clue, None)
        self._fresh.update(changed)

    def _wave(self) -> set[int]:
        """All the cells that comparing two clues decides.

        A clue that needs more mines than another by exactly the number of cells that only it sees has mines
        there; the cells that only the other sees are safe. Pairs of which neither changed said all before.
        """
        covers, mines, neighbours = self._covers, self.known.mines, self.known.board.graph.neighbours
        found = set[int]()
        for clue in self._fresh & covers.keys():
            cells = covers[clue]
            beside = set[int]().union(*[neighbours[cell] for cell in cells]) & covers.keys() - {clue}
            for other in beside:
                only, theirs = cells - covers[other], covers[other] - cells
                if mines[clue] - mines[other] in (len(only), -len(theirs)):
                    found |= only | theirs
        self._fresh = set()
        return found

    def _position(self) -> Position:
        board = self.known.board
        flagged = [cell for cell in self.trail if board.mined[cell]]
        cleared = [cell for cell in self.trail if not board.mined[cell]]
        return Position(board.view(cleared, flagged), trust_flags=True, cache=self.cache)

    def _news(self, found: Solution) -> set[int]:
        return {*found.safe, *found.mines}.difference(self.trail)

    def _settle(self, cells: set[int], alike: bool) -> None:
        """Settle cells and what the casual rules make of them; `alike`: in every play, from one state."""
        news, self.reached = spread(self.known, tuple(sorted(cells)), self.goal, self.wanted)
        self.trail += news
        if self.reached >= 0:
            return
        if self.levels.overlap:
            self._follow(news)
        if alike:
            mined = self.known.board.mined
            mines, given = (sum([mined[i] for i in some]) for some in (news, cells))
            self.tally[0] += -(-(len(news) - mines - (len(cells) - given)) // self._most)
            self.tally[1] += -(-(mines - given) // self._most)


@dataclass(frozen=True, repr=False)
class OverStarts:
    """A player's results over all starts: `remaining[start]` is how many safe cells stay covered from it.

    `checked`: whether what productions of one's own concluded was checked; None for a player without any.
    `unproven` counts conclusions that were past the solver's limits to check.

    >>> found = over_starts(Board.parse("... ... MM."), "casual")
    >>> found.least, found.best_starts, found.finishing, found.remaining[3]
    (0, (0, 1, 2), 3, 6)
    """

    remaining: dict[int, int]
    checked: Annotated[bool | None, "whether own conclusions were checked; null: there are none"] = None
    unproven: Annotated[int, "conclusions past the solver's limits to check"] = 0

    def __repr__(self) -> str:
        best = f"{self.least} remaining at best, from {len(self.best_starts)} of them"
        return f"<OverStarts of {len(self.remaining)} starts: {best}>"

    @cached_property
    def least(self) -> Annotated[int, "the least number of safe cells that stay covered"]:
        """The least that remains."""
        return min(self.remaining.values())

    @cached_property
    def best_starts(self) -> Annotated[tuple[CellIndex, ...], "every start that leaves so few"]:
        """The starts with the least remaining, ascending."""
        least = self.least
        return tuple(sorted([start for start, left in self.remaining.items() if left == least]))

    @property
    def finishing(self) -> Annotated[int, "how many starts finish the board"]:
        """How many starts finish the board."""
        return sum(left == 0 for left in self.remaining.values())


def over_starts(
    board: Board, player: PlayerLike, every_start: bool = False, checked: bool = True
) -> OverStarts:
    """What a player leaves from every safe start; `checked` as for `watch`.

    One start of each opening is played, where the player has both casual productions: from any of its zero
    cells `all-found` reaches the others. This is exact for players that are monotone: what they conclude
    from some facts they also conclude, at once or later, from more of them, in whatever order they came.
    Those of the ladder are. One with a production of your own that asks how much is still covered, say, or
    which fact came first, may not be; `every_start=True` then plays each start by itself. So is each
    start played where a player lacks a casual production.

    >>> over_starts(Board.parse('... ... MM.'), "casual").finishing
    3
    """
    if not of_kind("board", board, Board).safe_count:
        raise InvalidInput("board", "a safe cell to start on", "mines only")
    who = player_of(player)
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
    cache: Cache = {}
    quick = _Quick(board, levels) if levels else None
    cleared: dict[int, frozenset[int]] = {}
    for starts in paced([*openings, *[(start,) for start in others]], "kinds of start"):
        start = starts[0]
        if by_class and productions <= {*LIBRARY} and board.clue(start) not in (0, total):
            found = frozenset(starts)  # one clue alone clears nothing more, unless it is the mine total
        elif quick:
            found = quick.cleared(starts)
        else:
            referee = Referee(board, start, who, checked=checked, cache=cache)
            found = _cleared(referee, start, cleared if by_class else {})
            unproven += len(referee.unproven)
        cleared |= dict.fromkeys(starts, found)
    remaining = {start: board.safe_count - len(cells) for start, cells in cleared.items()}
    return OverStarts(remaining, checked if has_own(who) else None, unproven)


def _cleared(referee: Referee, start: int, known: Mapping[int, frozenset[int]]) -> frozenset[int]:
    """What a run clears, or would: it ends early at a start whose known result holds its own."""
    for firing in referee.firings:
        for fact in firing.given if known else ():
            met = known.get(fact.subject) if fact.attribute == "safe" else None
            if met is not None and start in met:
                return met
    return frozenset(referee.memory.clues)


class _Quick:
    """The same without a trace, for the usual productions. Results are numbered from 1; 0 stands for none."""

    def __init__(self, board: Board, levels: Levels) -> None:
        self.board, self.levels, self.sweep = board, levels, untouched(board)
        self.results: list[frozenset[int]] = [frozenset()]
        self.goal = [0] * len(board.mined)  # the result of each start that is known

    def cleared(self, starts: Sequence[int]) -> frozenset[int]:
        """What each of these starts clears, or would: a game ends early at a known result that holds them."""
        wanted = {number for number, cells in enumerate(self.results) if starts[0] in cells}
        game = QuickGame(self.sweep, starts[0], self.levels, self.goal, wanted)
        game.play()
        number = self.goal[game.reached] if game.reached >= 0 else len(self.results)
        if game.reached < 0:
            mined = self.board.mined
            self.results.append(frozenset([cell for cell in game.trail if not mined[cell]]))
        for start in starts:
            self.goal[start] = number
        unspread(self.sweep, game.trail)
        return self.results[number]
