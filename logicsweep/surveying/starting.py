"""Where games start: the rules of a survey, for all boards of a shard at once, as arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.boards.many import Boards
from logicsweep.boards.random import GOLDEN
from logicsweep.closures.many import best_of_groups
from logicsweep.surveying.clicks import ManyClicks
from logicsweep.surveying.plan import Plan, Shard

_Bytes = NDArray[np.uint8]
_Longs = NDArray[np.int64]
_32 = np.uint64(32)


def starts_by(plan: Plan, shard: Shard, mined: _Bytes, found: ManyClicks) -> _Longs:
    """The start on each board, by the plan's rule; mined uint8 (n, cells), `found` its clicks."""
    return _RULES[plan.start](plan, shard, mined, found)


def _random(plan: Plan, shard: Shard, mined: _Bytes, _: ManyClicks) -> _Longs:
    return _one_of(mined == 0, plan, shard)


def _opening(plan: Plan, shard: Shard, mined: _Bytes, found: ManyClicks) -> _Longs:
    zeros = found.group >= 0
    zeros[found.openings == 0] = mined[found.openings == 0] == 0
    return _one_of(zeros, plan, shard)


def _one_of(wanted: NDArray[np.bool_], plan: Plan, shard: Shard) -> _Longs:
    """On each board one of the wanted cells, each equally likely, drawn from a stream of the board's own."""
    upto = wanted.cumsum(axis=1, dtype=np.int32)
    chosen = numbers_drawn(plan.seed, shard.first, upto[:, -1].astype(np.int64))
    at: _Longs = (upto > chosen[:, None]).argmax(axis=1)
    return at


def numbers_drawn(seed: int, first: int, sizes: _Longs) -> _Longs:
    """For the boards from `first` on a number below each size (from 1 to 2**32), each equally likely.

    It is `below(size, splitmix64(stream(stream(seed, index), 1)))` of `random_boards`.

    >>> from logicsweep.boards.random import below, splitmix64, stream
    >>> numbers_drawn(7, 5, np.array([480])).tolist(), below(480, splitmix64(stream(stream(7, 5), 1)))
    ([149], 149)
    """
    with np.errstate(over="ignore"):
        index = np.arange(len(sizes), dtype=np.uint64) + np.uint64(first)
        own = _first_of(_first_of(np.uint64(seed)) ^ index)
        state = _first_of(_first_of(own) ^ np.uint64(1))
        size = sizes.astype(np.uint64)
        rejected = (np.uint64(1) << _32) % size
        product = np.zeros_like(size)
        left = np.ones(len(size), bool)
        while left.any():
            state[left] += np.uint64(GOLDEN)
            product[left] = (_mixed(state[left]) >> _32) * size[left]
            left &= (product & np.uint64((1 << 32) - 1)) < rejected
        return (product >> _32).astype(np.int64)


def _first_of(state: Any) -> Any:  # noqa: ANN401  # uint64, one or many
    return _mixed(state + np.uint64(GOLDEN))


def _mixed(state: Any) -> Any:  # noqa: ANN401
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


def _corner(plan: Plan, _: Shard, mined: _Bytes, __: ManyClicks) -> _Longs:
    return _nearest(plan, mined, (0.0, 0.0))


def _centre(plan: Plan, _: Shard, mined: _Bytes, __: ManyClicks) -> _Longs:
    places = np.array(plan.graph.places)
    low, high = places.min(axis=0), places.max(axis=0)
    return _nearest(plan, mined, tuple((low + high) / 2))


def _nearest(plan: Plan, mined: _Bytes, to: tuple[float, ...]) -> _Longs:
    """On each board the safe cell whose place is nearest to a point, the first of those as near."""
    away = np.square(np.array(plan.graph.places) - to).sum(axis=1).round(6)
    order = np.argsort(away, kind="stable")
    at: _Longs = order[(mined[:, order] == 0).argmax(axis=1)]
    return at


def _best(plan: Plan, _: Shard, mined: _Bytes, __: ManyClicks) -> _Longs:
    boards = Boards([(plan.graph, mined.tobytes())], [0] * len(mined))
    return np.array([best.starts.index(1) for best in best_of_groups(boards)], np.int64)


_RULES: dict[str, Callable[[Plan, Shard, _Bytes, ManyClicks], _Longs]] = {
    "random": _random,
    "opening": _opening,
    "corner": _corner,
    "centre": _centre,
    "best": _best,
}


class Candidates(NamedTuple):
    """Starts that stand for all, board by board, ascending: the board of each, and for how many it stands."""

    board: _Longs
    start: _Longs
    stands_for: _Longs


def candidates(plan: Plan, shard: Shard, mined: _Bytes, found: ManyClicks) -> Candidates:
    """The starts that have to be played, for players with the library's productions.

    Of each opening one zero cell: it clears what the others clear. Of the numbers, one: from one clue nothing
    follows, unless it is the mine total; so those whose clue is that are played one by one.
    """
    safe = mined == 0
    telling = safe & (_clues(plan, mined) == shard.mines) & (found.group < 0)
    alone = safe & (found.group < 0) & ~telling
    first_alone = np.zeros_like(safe)
    at = alone.argmax(axis=1)
    rows = np.flatnonzero(alone.any(axis=1))
    first_alone[rows, at[rows]] = True
    most = max(int(found.openings.max(initial=0)), 1)
    number = found.group + np.arange(len(mined))[:, None] * most
    sizes = np.bincount(number[found.group >= 0], minlength=len(mined) * most)
    lowest = np.zeros_like(safe)
    cells = np.flatnonzero(found.group.ravel() >= 0)
    lowest.ravel()[cells[np.unique(number.ravel()[cells], return_index=True)[1]]] = True
    board, start = np.nonzero(telling | first_alone | lowest)
    stands_for = np.where(lowest[board, start], sizes[number[board, start] * lowest[board, start]], 1)
    stands_for = np.where(first_alone[board, start], alone.sum(axis=1)[board], stands_for)
    return Candidates(board, start, stands_for)


def _clues(plan: Plan, mined: _Bytes) -> NDArray[np.uint8]:
    """The number of mines around each cell."""
    clues = np.zeros_like(mined)
    table = plan.graph.neighbours
    width = max(map(len, table), default=0)
    padded = np.concatenate([mined, np.zeros((len(mined), 1), np.uint8)], axis=1)
    for at in range(width):
        clues += padded[:, [around[at] if at < len(around) else len(table) for around in table]]
    return clues
