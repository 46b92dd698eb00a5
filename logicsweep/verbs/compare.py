"""`compare`: players side by side on a board or in a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from logicsweep.boards.board import Board
from logicsweep.csp.solution import NO_DOUBTS, Doubts
from logicsweep.games.compare import compare as compare_runs
from logicsweep.games.comparison import Comparison
from logicsweep.games.outcome import OverStarts
from logicsweep.games.players import PLAYERS, PlayerLike, player_of
from logicsweep.games.setup import Setup
from logicsweep.games.starts import over_starts
from logicsweep.verbs.effort import EFFORTS, NORMAL
from logicsweep.verbs.forms import Form
from logicsweep.verbs.path import Finished
from logicsweep.verbs.playing import start_name, with_start
from logicsweep.verbs.reading import Numbered
from logicsweep.work.progress import with_progress

if TYPE_CHECKING:
    from logicsweep.games.answer import FullAnswer

ALL_STARTS = "all"
"""Stands for no single start: the answer is how far players get over all starts."""


@dataclass(frozen=True)
class Compared:
    """How far each player gets.

    - `item`: the board or position.
    - `found`: their games, or what they conclude from the position; None if only all starts are asked about.
    - `results`: each player's results over all starts by name, if asked for.
    - `limit`: how many additional deductions to show, if not all.
    - `effort`: how hard to search for their reasons.
    """

    item: Numbered
    found: Comparison | None
    results: Mapping[str, OverStarts] = field(default_factory=dict)
    limit: int | None = None
    effort: str = NORMAL

    @property
    def comparison(self) -> Comparison:
        """The comparison, if there are runs."""
        assert self.found
        return self.found

    @property
    def doubts(self) -> Doubts:
        """The doubts about the flags of a position."""
        return self.found.doubts if self.found else NO_DOUBTS

    @property
    def runs(self) -> dict[str, Finished]:
        """Each player's run, the weakest first."""
        ends = self.found.outcomes if self.found else {}
        return {name: Finished(self.comparison.runs[name], end, self.item) for name, end in ends.items()}

    @cached_property
    def answers(self) -> tuple[FullAnswer, ...]:
        """For each cell that all players leave undecided, why nobody decides it."""
        from logicsweep.games.why import answers_left

        last, decided = self.comparison.last, self.comparison.weakest
        return tuple(answers_left(last, [cell for cell in last.undecided if cell not in decided]))

    def prepare(self, form: Form) -> None:
        """Find what this form shows: see `Prepares`."""
        if form == "page":
            _ = self.answers
            for one in self.runs.values():
                one.explain()


def compare(
    item: Numbered,
    players: Iterable[PlayerLike] | None = None,
    start: str | None = None,
    guess: str | None = None,
    effort: str = NORMAL,
    limit: int | None = None,
) -> Compared:
    """Let players play a board, or reason from a position; for `best` and `all`, also over all starts.

    By default the players of the ladder play.

    >>> compared = compare(Numbered(1, Board.parse("..M")), start="all")
    >>> compared.found, compared.results["casual"].least
    (None, 0)
    """
    begin, results = None, dict[str, OverStarts]()
    who = [*map(player_of, PLAYERS if players is None else players)]
    if isinstance(item.what, Board):
        begin = start_name(item, start)
        for player in with_progress(who if begin in ("best", ALL_STARTS) else (), "players"):
            results[player.name] = over_starts(item.what, player)
    if begin == ALL_STARTS:
        return Compared(item, None, results)
    setups, item = [Setup(player, guess=guess) for player in who], with_start(item, start, bool(guess))
    found = compare_runs(item.what, item.start, setups, EFFORTS[effort].budget)
    _ = found.scores, found.outcomes, found.doubts, found.reasoned  # found now, not when they are shown
    return Compared(item, found, results, limit, effort)
