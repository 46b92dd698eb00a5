"""`compare`: players side by side on a board, or in a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from logicsweep.boards.board import Board
from logicsweep.games.compare import Comparison
from logicsweep.games.compare import compare as compare_runs
from logicsweep.games.players import PLAYERS, PlayerLike, player_of
from logicsweep.games.setup import Setup
from logicsweep.games.starts import OverStarts, over_starts
from logicsweep.verbs.effort import EFFORTS, NORMAL
from logicsweep.verbs.playing import start_name, start_of
from logicsweep.verbs.reading import Numbered
from logicsweep.work.progress import paced

ALL_STARTS = "all"
"""The start of no game: what players get over all starts is told alone."""


class Compared(NamedTuple):
    """What players get, in their games or from a position; and by name over all starts, if that is asked."""

    item: Numbered
    found: Comparison | None
    results: Mapping[str, OverStarts]


def compare(
    item: Numbered,
    players: Iterable[PlayerLike] | None = None,
    start: str | None = None,
    guess: str | None = None,
    effort: str = NORMAL,
) -> Compared:
    """Let players play a board, or conclude from a position; from the start `best` or `all`, over all starts.

    Without players those of the ladder play.

    >>> compared = compare(Numbered(1, Board.parse("..M")), start="all")
    >>> compared.found, compared.results["casual"].least
    (None, 0)
    """
    begin, results = None, dict[str, OverStarts]()
    who = [*map(player_of, PLAYERS if players is None else players)]
    if isinstance(item.what, Board):
        begin = start_name(item, start)
        for player in paced(who if begin in ("best", ALL_STARTS) else (), "players"):
            results[player.name] = over_starts(item.what, player)
    if begin == ALL_STARTS:
        return Compared(item, None, results)
    setups = [Setup(player, guess=guess) for player in who]
    found = compare_runs(item.what, start_of(item, begin), setups, EFFORTS[effort].budget)
    _ = found.scores, found.outcomes, found.doubts, found.reasoned  # found now, not when they are shown
    return Compared(item, found, results)
