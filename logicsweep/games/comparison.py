"""Several players' runs side by side, of a game or from a position: who decides what, and how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Annotated, NamedTuple

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.board import Drawable
from logicsweep.boards.names import extent
from logicsweep.csp.solution import Doubts
from logicsweep.csp.solve import check_flags
from logicsweep.errors import InvalidInput, describe
from logicsweep.games.finish import outcome_of
from logicsweep.games.guess import GUESS
from logicsweep.games.outcome import Outcome
from logicsweep.games.path import begins, count_shared_steps, path, stepwise
from logicsweep.games.run import Run
from logicsweep.games.step import Hardest, Step, verdicts_of
from logicsweep.games.steps import Steps, parts
from logicsweep.work.budget import BUDGET_EACH

_SHOWN = 4  # players in a `repr`


class Score(NamedTuple):
    """A player's score: how many cells they decided, the firings, and how hard those were."""

    safe: Annotated[int, "covered cells that were found safe"]
    mines: Annotated[int, "covered cells that were found to be mines"]
    undecided: Annotated[int, "covered cells that are not decided"]
    remaining: Annotated[int, "in a game: the undecided cells that are safe"]
    firings: Annotated[dict[str, int], "how many firings each production had"]
    cells: Annotated[dict[str, int], "how many cells each production decided"]
    hardest: Annotated[Hardest | None, "the hardest step of these firings; null: no firing"]
    path: Annotated[int, "how many steps the easiest path has"]
    workload: Annotated[int, "the clues beyond the first of each step of that path, in all"]
    path_hardest: Annotated[Hardest | None, "the hardest step of that path"]
    own_checked: Annotated[bool | None, "whether custom conclusions were checked; null: none"]
    unproven: Annotated[tuple[CellIndex, ...], "custom conclusions past the limits to check"]


@dataclass(frozen=True, repr=False)
class Comparison(Drawable):
    """The runs of several players by name, the weakest first; `budget` limits the search for one reason.

    >>> from logicsweep import Board, compare
    >>> comparison = compare(Board.parse(".M.... ...... M..M.."), "r1c5", ["casual", "overlap"])
    >>> [(cell, step.production.name, step.verdicts[cell]) for cell, step in comparison.additional.items()]
    [(0, 'overlap', 'safe')]
    >>> print(*comparison.reasoned[0].sentences)
    The 1 at r3c2 touches r2c1 and r3c1: one of them is a mine. The 2 at r2c2 already has a mine at r1c2 \
and touches r2c1 and r3c1 too: that mine is all it needs. So its other covered cell, r1c1, is safe.
    >>> {name: len(comparison.easiest(name)) for name in comparison.runs}
    {'casual': 7, 'overlap': 10}
    """

    runs: Mapping[str, Run]
    budget: int = BUDGET_EACH

    def __repr__(self) -> str:
        counts = [f"{name} {run.remaining}" for name, run in self.runs.items()]
        more = [f"{len(counts) - _SHOWN} more"] if len(counts) > _SHOWN else []
        first, shown = self.first, ", ".join([*counts[:_SHOWN], *more])
        start, word = (f"from {first.start_name} ", "remaining") if first.board else ("", "undecided")
        return f"<Comparison {start}on {extent(first.graph)}: {shown} {word}>"

    @property
    def first(self) -> Run:
        """The run of the first player, who counts as the weakest; all runs have the same board and start."""
        return next(iter(self.runs.values()))

    @property
    def last(self) -> Run:
        """The run of the last player."""
        return [*self.runs.values()][-1]

    @cached_property
    def weakest(self) -> dict[int, str]:
        """For each decided cell, the weakest player who decides it."""
        found: dict[int, str] = {}
        for name, run in self.runs.items():
            for cell in run.decided:
                found.setdefault(cell, name)
        return found

    @cached_property
    def beyond(self) -> tuple[Step, ...]:
        """The steps of the last player's run by productions that the first lacks."""
        known, steps = {*self.first.player.productions, GUESS}, [*self._steps.values()][-1]
        return tuple([steps[number - 1] for number in steps.numbers if steps.production(number) not in known])

    @cached_property
    def additional(self) -> dict[int, Step]:
        """The cells that these steps decide and the first player does not, in order, each with its step."""
        decided = {*self.first.decided}
        return {cell: step for step in self.beyond for cell in step.cells if cell not in decided}

    @cached_property
    def reasoned(self) -> tuple[Step, ...]:
        """The same steps split by reason, each with the additional cells that the reason decides.

        A cell whose reason was not found gets a step of its own, without a reason.
        """
        steps = groupby(self.additional, self.additional.__getitem__)
        return tuple([part for step, cells in steps for part in parts(step, cells)])

    @cached_property
    def scores(self) -> dict[str, Score]:
        """What each player got."""
        return {name: self._find_score(name, run) for name, run in self.runs.items()}

    def _find_score(self, name: str, run: Run) -> Score:
        steps, easiest = self._steps[name], self.easiest(name)
        return Score(
            len(run.safe),
            len(run.mines),
            len(run.undecided),
            run.remaining,
            run.trace.count_firings(),
            dict(Counter(firing.production for firing in run.trace.firings for _ in verdicts_of(firing))),
            steps.hardest,
            len(easiest),
            easiest.workload,
            easiest.hardest,
            run.own_checked,
            run.unproven,
        )

    @cached_property
    def doubts(self) -> Doubts:
        """The doubts about the flags of a position."""
        return check_flags(self.first.position)

    @cached_property
    def outcomes(self) -> dict[str, Outcome]:
        """How each player's run ended, and what follows from that."""
        return {name: outcome_of(run) for name, run in self.runs.items()}

    @cached_property
    def _steps(self) -> dict[str, Steps]:
        return {name: run.steps.with_budget(self.budget) for name, run in self.runs.items()}

    def easiest(self, player: str) -> Steps:
        """The steps of a player's easiest path through the game, or from the position.

        The library's weaker players begin as the stronger ones do, so one path serves both. Raises `Unsound`
        if a custom production concludes something that a layout refutes.
        """
        if not isinstance(player, str) or player not in self.runs:
            raise InvalidInput("player", f"one of {', '.join(self.runs)}", describe(player))
        one = self.runs[player].player
        if self.runs[player].guess:  # what is guessed depends on what the player finds
            return self._find_path(player)[1]
        players = {name: stepwise(run.player).productions for name, run in self.runs.items()}
        has = {name: {production.name for production in some} for name, some in players.items()}
        able = [name for name in has if has[player] <= has[name]]
        leading = next(name for name in able[::-1] if name == player or begins(one, self._find_path(name)[0]))
        found, steps = self._find_path(leading)
        return steps[: count_shared_steps(found, one)]

    def _find_path(self, name: str) -> tuple[Run, Steps]:
        if name not in self._paths:
            run = self.runs[name]
            found = path(run.what, run.start, run.setup)
            self._paths[name] = found, found.steps.with_budget(self.budget)
        return self._paths[name]

    @cached_property
    def _paths(self) -> dict[str, tuple[Run, Steps]]:
        return {}
