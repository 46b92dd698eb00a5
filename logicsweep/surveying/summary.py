"""What the rows of a survey say: how many boards a player finishes, how much remains, with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isnan, nan, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from logicsweep.errors import InvalidInput
from logicsweep.games.players import PLAYERS, strongest
from logicsweep.surveying.plan import Plan, firsts_of, require_extra
from logicsweep.work.progress import paced

_Z = 1.959963984540054  # of a normal distribution 95 % lie within so many standard deviations


class Interval(NamedTuple):
    """An estimate and the bounds of its 95 % interval."""

    value: float
    low: float
    high: float


def share_interval(successes: int, of: int) -> Interval:
    """A share with its Wilson score interval, which is right near 0 and 1 too.

    Wilson, Probable inference, the law of succession, and statistical inference (1927); why this one: Brown,
    Cai and DasGupta, Interval estimation for a binomial proportion (2001).

    >>> [round(one, 3) for one in share_interval(0, 10)], [round(one, 3) for one in share_interval(5, 10)]
    ([0.0, 0.0, 0.278], [0.5, 0.237, 0.763])
    """
    found, square = successes / of, _Z * _Z
    middle = (found + square / (2 * of)) / (1 + square / of)
    wide = _Z * sqrt(found * (1 - found) / of + square / (4 * of * of)) / (1 + square / of)
    low, high = middle - wide if successes else 0.0, middle + wide if successes < of else 1.0
    return Interval(found, low, high)


def mean_interval(total: int, squares: int, of: int) -> Interval:
    """A mean of counts with its normal interval, from their sum and the sum of squares, for large samples.

    It does not reach below 0; of a single count it is not known (nan).

    >>> [round(one, 3) for one in mean_interval(30, 500, 10)]
    [3.0, 0.0, 7.183]
    """
    found = total / of
    if of < 2:
        return Interval(found, nan, nan)
    wide = _Z * sqrt(max(0.0, squares - total * found) / (of - 1) / of)
    return Interval(found, max(0.0, found - wide), found + wide)


class Standing(NamedTuple):
    """What a player makes of the boards with so many mines."""

    mines: int
    density: float
    player: str
    boards: int
    finished: Interval
    remaining: Interval
    hardest_rows: Interval | None
    """Rows of the hardest step on boards that they finish (0: nothing to find); None: none or not graded."""
    won: Mapping[str, Interval] = {}  # nobody changes it
    start: str = ""


class Gap(NamedTuple):
    """Where two players' shares of finished boards differ most."""

    mines: int
    weaker: str
    stronger: str
    width: float


@dataclass(frozen=True)
class Summary:
    """A survey in numbers: `counts[mines, player][r]` is on how many boards r safe cells remained.

    `failed`: boards that were given up in the last run. `hardest_rows[mines, player]`: on how many finished
    boards the hardest step takes so many rows, if paths were graded. `won[mines, player, policy]`: how many
    boards were won with guesses. `starts`: what games from each cell come to, where they begin at `each`.

    >>> from logicsweep.surveying import plan_of
    >>> plan = plan_of((1, 2), 1, ["casual", "expert"])
    >>> found = Summary("folder", plan, {(1, "casual"): (3, 1, 0), (1, "expert"): (4, 0, 0)})
    >>> [line.finished.value for line in found.lines()], found.gap()
    ([0.75, 1.0], Gap(mines=1, weaker='casual', stronger='expert', width=0.25))
    """

    folder: str
    plan: Plan
    counts: dict[tuple[int, str], tuple[int, ...]] = field(repr=False)
    failed: int = 0
    hardest_rows: dict[tuple[int, str], Counter[int]] = field(default_factory=dict, repr=False)
    won: Counter[tuple[int, str, str]] = field(default_factory=Counter, repr=False)
    starts: dict[str, Summary] = field(default_factory=dict, repr=False)

    def lines(self) -> list[Standing]:
        """By number of mines, then by player."""
        return [self._line(mines, player) for mines, player in self.counts]

    def _line(self, mines: int, player: str) -> Standing:
        left = self.counts[mines, player]
        boards = sum(left)
        density = mines / (self.plan.rows * self.plan.cols)
        finished, remaining = share_interval(left[0], boards), _mean(dict(enumerate(left)))
        rows = self.hardest_rows.get((mines, player))
        hardest = _mean(rows) if rows else None
        won = {one: share_interval(self.won[mines, player, one], boards) for one in self.plan.guess}
        return Standing(mines, density, player, boards, finished, remaining, hardest, won, self.plan.start)

    def gap(self) -> Gap | None:
        """Where the gap is widest between the weakest player and one who uses all clues; None for one player.

        Where one of these took no part, between the first and the last who did.
        """
        usual, who = (next(iter(PLAYERS)), strongest(total=False).name), self.plan.players
        weaker, stronger = usual if {*usual} <= {*who} else (who[0], who[-1])
        if weaker == stronger:
            return None
        shares = {(line.mines, line.player): line.finished.value for line in self.lines()}
        widths = {
            mines: shares[mines, stronger] - shares[mines, weaker]
            for mines in dict.fromkeys(mines for mines, _ in self.counts)
        }
        widest = max(widths, key=lambda mines: widths[mines])
        return Gap(widest, weaker, stronger, widths[widest])


def _mean(histogram: Mapping[int, int]) -> Interval:
    total = sum([value * times for value, times in histogram.items()])
    squares = sum([value * value * times for value, times in histogram.items()])
    return mean_interval(total, squares, sum(histogram.values()))


def report(folder: str | Path) -> Summary:
    """The summary of the survey in a folder, shard by shard; InvalidInput where a file is none of its shards.

    >>> from tempfile import TemporaryDirectory
    >>> from logicsweep.surveying import plan_of, survey
    >>> with TemporaryDirectory() as folder:
    ...     _ = survey(plan_of((4, 4), [2, 4], ["casual", "expert"]), 20, folder, jobs=1)
    ...     found = report(folder)
    >>> for line in found.lines():
    ...     print(line.mines, line.player, line.boards, line.finished.value, line.remaining.value)
    2 casual 20 0.35 3.4
    2 expert 20 0.85 0.65
    4 casual 20 0.15 5.55
    4 expert 20 0.25 4.45
    """
    require_extra("numpy", "pyarrow")
    import pyarrow.parquet as pq
    from pyarrow import BufferReader

    from logicsweep.surveying.storage import opened

    store = opened(folder)
    plan = store.plan
    names = plan.graph.names(firsts_of(plan.graph, "each")) if plan.start == "each" else ()
    whole = Summary(str(folder), plan, {}, store.failed())
    whole.starts.update({name: Summary(str(folder), replace(plan, start=name), {}) for name in names})
    won = [f"{policy.replace('-', '_')}_won" for policy in plan.guess]
    read = ["remaining", *won, *["hardest_rows"] * plan.graded]
    for shard in paced(store.shards(), "shards"):
        # Arrow's own threads, begun where a process ends, abort it
        table = pq.ParquetFile(BufferReader(store.read(shard))).read(read, use_threads=False)
        # rows are in order of boards, then of players
        columns = [column.to_numpy().reshape(-1, len(plan.players)) for column in table.itercolumns()]
        _add(whole, shard.mines, columns)
        for at, one in enumerate(whole.starts.values(), -shard.first):
            every = len(whole.starts)
            _add(one, shard.mines, [column[at % every :: every] for column in columns])
    if not whole.counts:
        raise InvalidInput(str(folder), "a survey of at least one board", "none")
    return whole


def _add(found: Summary, mines: int, columns: Sequence[Any]) -> None:
    """Count more boards: of each column an array (boards, players)."""
    for at, player in enumerate(found.plan.players if len(columns[0]) else ()):
        key, (left, *more) = (mines, player), [column[:, at] for column in columns]
        boards = Counter(left.tolist())
        before = found.counts.get(key) or (0,) * (len(found.plan.graph) + 1)
        found.counts[key] = tuple([count + boards[remain] for remain, count in enumerate(before)])
        for policy, wins in zip(found.plan.guess, more, strict=False):
            found.won[mines, player, policy] += int(wins.sum())
        if found.plan.graded:
            found.hardest_rows.setdefault(key, Counter()).update(_rows_of(more[-1][left == 0].tolist()))


def _rows_of(finished: list[float]) -> Counter[int]:
    """The rows of the hardest step of each path: 0 where there is none (nan), not those unexplained (0)."""
    return Counter([0 if isnan(rows) else int(rows) for rows in finished if rows])
