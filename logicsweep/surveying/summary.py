"""The summary of a survey: the boards that a player finishes and the cells that remain, with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isnan, nan, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from logicsweep.errors import InvalidInput
from logicsweep.games.players import PLAYERS, strongest
from logicsweep.surveying.plan import Plan, first_cells, require_extra
from logicsweep.work.progress import with_progress

_Z = 1.959963984540054  # 95% of a normal distribution lie within this many standard deviations


class Interval(NamedTuple):
    """An estimate and the bounds of its 95% interval."""

    value: float
    low: float
    high: float


def share_interval(successes: int, count: int) -> Interval:
    """A share with its Wilson score interval, which is also right near 0 and 1.

    Wilson, Probable inference, the law of succession, and statistical inference (1927). For the choice see
    Brown, Cai and DasGupta, Interval estimation for a binomial proportion (2001).
    """
    found, square = successes / count, _Z * _Z
    middle = (found + square / (2 * count)) / (1 + square / count)
    wide = _Z * sqrt(found * (1 - found) / count + square / (4 * count * count)) / (1 + square / count)
    low, high = middle - wide if successes else 0.0, middle + wide if successes < count else 1.0
    return Interval(found, low, high)


def mean_interval(total: int, squares: int, count: int) -> Interval:
    """A mean of `count` numbers with its normal interval, from their sum and the sum of their squares.

    It is right for large samples. It does not reach below 0; for a single number it is unknown (nan).
    """
    found = total / count
    if count < 2:
        return Interval(found, nan, nan)
    wide = _Z * sqrt(max(0.0, squares - total * found) / (count - 1) / count)
    return Interval(found, max(0.0, found - wide), found + wide)


class Standing(NamedTuple):
    """A player's results on the boards with this number of mines."""

    mines: int
    density: float
    player: str
    boards: int
    finished: Interval
    remaining: Interval
    hardest_rows: Interval | None
    """Rows of the hardest step on finished boards (0: no step); None without such boards or grades."""
    won: Mapping[str, Interval] = {}  # nobody changes it
    start: str = ""


class Gap(NamedTuple):
    """The number of mines at which two players' shares of finished boards differ most.

    `ties`: the other players who finish just as many boards there as the stronger.
    """

    mines: int
    weaker: str
    stronger: str
    width: float
    ties: tuple[str, ...] = ()


@dataclass(frozen=True)
class Summary:
    """A survey in numbers: `counts[mines, player][r]` is the number of boards on which r safe cells remained.

    `failed`: the number of boards that the last run gave up. `hardest_rows[mines, player]`: the number of
    finished boards by the rows of their hardest step, if paths were graded. `won[mines, player, policy]`: the
    number won with guesses. `starts`: a summary of the games from each first cell, if the plan starts at
    `each`. `missing`: by number of mines, how many boards fewer the folder has than of the number with most.

    >>> from logicsweep.surveying import plan_of
    >>> plan = plan_of((1, 2), 1, ["casual", "local"])
    >>> found = Summary("folder", plan, {(1, "casual"): (3, 1, 0), (1, "local"): (4, 0, 0)})
    >>> [line.finished.value for line in found.lines()], found.gap()
    ([0.75, 1.0], Gap(mines=1, weaker='casual', stronger='local', width=0.25, ties=()))
    """

    folder: str
    plan: Plan
    counts: dict[tuple[int, str], tuple[int, ...]] = field(repr=False)
    failed: int = 0
    hardest_rows: dict[tuple[int, str], Counter[int]] = field(default_factory=dict, repr=False)
    won: Counter[tuple[int, str, str]] = field(default_factory=Counter, repr=False)
    starts: dict[str, Summary] = field(default_factory=dict, repr=False)
    missing: dict[int, int] = field(default_factory=dict, repr=False)

    def lines(self) -> list[Standing]:
        """The standings by number of mines, then by player."""
        return [self._summarise_player(mines, player) for mines, player in self.counts]

    def _summarise_player(self, mines: int, player: str) -> Standing:
        left = self.counts[mines, player]
        boards = sum(left)
        density = mines / (self.plan.rows * self.plan.cols)
        finished, remaining = share_interval(left[0], boards), _histogram_mean(dict(enumerate(left)))
        rows = self.hardest_rows.get((mines, player))
        hardest = _histogram_mean(rows) if rows else None
        won = {one: share_interval(self.won[mines, player, one], boards) for one in self.plan.policies}
        return Standing(mines, density, player, boards, finished, remaining, hardest, won, self.plan.start)

    def gap(self) -> Gap | None:
        """The widest gap between the weakest player and one who uses all clues; None for a single player.

        If either did not take part, the gap is between the first and the last player who did.
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
        most = shares[widest, stronger]
        ties = [one for one in who if one not in (weaker, stronger) and shares[widest, one] == most]
        return Gap(widest, weaker, stronger, widths[widest], tuple(ties))


def _histogram_mean(histogram: Mapping[int, int]) -> Interval:
    total = sum([value * times for value, times in histogram.items()])
    squares = sum([value * value * times for value, times in histogram.items()])
    return mean_interval(total, squares, sum(histogram.values()))


def report(folder: str | Path) -> Summary:
    """Summarise the survey in a folder, shard by shard; raises InvalidInput for any other file.

    >>> from tempfile import TemporaryDirectory
    >>> from logicsweep.surveying import plan_of, survey
    >>> with TemporaryDirectory() as folder:
    ...     _ = survey(plan_of((4, 4), [2, 4], ["casual", "local"]), 20, folder, jobs=1)
    ...     found = report(folder)
    >>> for line in found.lines():
    ...     print(line.mines, line.player, line.boards, line.finished.value, line.remaining.value)
    2 casual 20 0.35 3.4
    2 local 20 0.85 0.65
    4 casual 20 0.15 5.55
    4 local 20 0.25 4.45
    """
    require_extra("numpy", "pyarrow")
    import pyarrow.parquet as pq
    from pyarrow import BufferReader

    from logicsweep.surveying.storage import open_survey

    store = open_survey(folder)
    plan = store.plan
    names = plan.graph.names(first_cells(plan.graph, "each")) if plan.start == "each" else ()
    whole = Summary(str(folder), plan, {}, store.count_failed())
    whole.starts.update({name: Summary(str(folder), replace(plan, start=name), {}) for name in names})
    won = [f"{policy.replace('-', '_')}_won" for policy in plan.policies]
    read = ["remaining", *won, *["hardest_rows"] * plan.graded]
    shards = store.shards()
    most = max([store.count_asked(), *[shard.end for shard in shards]])
    for mines in plan.mines:
        if lack := most - sum([shard.count for shard in shards if shard.mines == mines]):
            whole.missing[mines] = lack
    for shard in with_progress(shards, "shards"):
        # Arrow's own threads abort a process if they start while it ends
        table = pq.ParquetFile(BufferReader(store.read(shard))).read(read, use_threads=False)
        # rows are ordered by board, then by player
        columns = [column.to_numpy().reshape(-1, len(plan.players)) for column in table.itercolumns()]
        _add_boards(whole, shard.mines, columns)
        for at, one in enumerate(whole.starts.values(), -shard.first):
            every = len(whole.starts)
            _add_boards(one, shard.mines, [column[at % every :: every] for column in columns])
    if not whole.counts:
        raise InvalidInput(str(folder), "a survey of at least one board", "none")
    return whole


def _add_boards(found: Summary, mines: int, columns: Sequence[Any]) -> None:
    """Add boards to a summary; each column is an array (boards, players)."""
    for at, player in enumerate(found.plan.players if len(columns[0]) else ()):
        key, (left, *more) = (mines, player), [column[:, at] for column in columns]
        boards = Counter(left.tolist())
        before = found.counts.get(key) or (0,) * (len(found.plan.graph) + 1)
        found.counts[key] = tuple([count + boards[remain] for remain, count in enumerate(before)])
        for policy, wins in zip(found.plan.policies, more, strict=False):
            found.won[mines, player, policy] += int(wins.sum())
        if found.plan.graded:
            found.hardest_rows.setdefault(key, Counter()).update(
                _count_hardest_rows(more[-1][left == 0].tolist())
            )


def _count_hardest_rows(finished: list[float]) -> Counter[int]:
    """Count paths by the rows of their hardest step: 0 without a step (nan); skips unexplained paths (0)."""
    return Counter([0 if isnan(rows) else int(rows) for rows in finished if rows])
