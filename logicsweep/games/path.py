"""A path: a run that always takes the easiest step next, so that its hardest step grades the board.

A solver's conclusions are split into steps: balances of three clues, of four, and so on, then refutations,
then the same with the mine total. This also gives the next step.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from logicsweep.boards.board import COVERED, SAFE, Board, View, with_marks
from logicsweep.boards.cells import CellLike
from logicsweep.csp.position import Position
from logicsweep.csp.solve import require_layout
from logicsweep.games.game import Referee, play
from logicsweep.games.players import Player, PlayerLike, has_own, player_of
from logicsweep.games.run import Run
from logicsweep.games.setup import EASIEST, Setup, SetupLike, setup_of
from logicsweep.games.step import Step, verdicts_of
from logicsweep.rules.clues import TOTAL_ALONE
from logicsweep.rules.solver import CASES, CASES_WITH_TOTAL, COUNTED, ENTAILED, ROWS, WITH_TOTAL

_STEPS_OF = {
    ENTAILED: (*ROWS, CASES, ENTAILED),
    COUNTED: (TOTAL_ALONE, WITH_TOTAL, CASES_WITH_TOTAL, COUNTED),
}
"""The productions that replace a solver's; its own comes last, for what the others cannot reach."""


def path(
    what: Board | View | Position,
    start: CellLike | None = None,
    player: SetupLike = "expert",
    limit: int | None = None,
) -> Run:
    """Play as `play` does, but always take the easiest step next.

    >>> found = path(Board.parse("... ... MM."), "r1c1")
    >>> found
    <Run expert from r1c1 on 3 x 3: 7 of 7 cleared, 2 flagged, 4 firings>
    >>> found.grade, found.profile
    (Grade(effort=0, clues=1, cases=0, length=1, reduced=False, cells=3), {'all-found': 3, 'all-mines': 1})
    >>> [(step.firing.production, step.candidates) for step in path(View.parse("01## 02## 01##")).steps]
    [('overlap', 2), ('all-found', 1), ('all-mines', 2)]
    """
    return Referee(what, start, easiest(player)).go(limit)


def easiest(player: SetupLike) -> Setup:
    """The same setup, but the player takes one step at a time, the easiest first."""
    setup = setup_of(player)
    return replace(setup, player=stepwise(setup.player), strategy=EASIEST)


def find_onward_step(run: Run, player: PlayerLike = "expert") -> Step | None:
    """The easiest step that a player can take at the end of a run, if any."""
    further = path(Position(run.known, trust_flags=True), player=player, limit=1)
    return next(iter(further.steps), None)


def count_shared_steps(run: Run, player: PlayerLike) -> int:
    """How many steps of a path a player with only some of its productions takes before getting stuck."""
    known = {one.name for one in stepwise(player_of(player)).productions}
    names = [firing.production for firing in run.trace.firings]
    return next((at for at, name in enumerate(names) if name not in known), len(names))


@lru_cache(maxsize=64)
def stepwise(player: Player) -> Player:
    """The player, with a solver's production replaced by smaller steps.

    >>> [one.name for one in stepwise(player_of("local")).productions][:6]
    ['all-found', 'all-mines', 'overlap', 'rows-3', 'rows-4', 'rows-5']
    """
    productions = [part for one in player.productions for part in _STEPS_OF.get(one, (one,))]
    return replace(player, productions=tuple(dict.fromkeys(productions)))


def begins(weaker: Player, run: Run) -> bool:
    """Whether a player's path is the beginning of this path: they share all easier productions.

    Productions that the other player has but did not use, often `total-alone`, do not count.
    """
    easier = sorted(stepwise(weaker).productions, key=lambda p: -p.salience)
    least = min([one.salience for one in easier], default=1)
    counted = {*[one.name for one in easier], *[firing.production for firing in run.trace.firings]}
    used = [one for one in run.player.productions if one.name in counted]
    shared = sorted([one for one in used if one.salience >= least], key=lambda p: -p.salience)
    return not has_own(weaker) and easier == shared


def next_step(view: View | Position, player: SetupLike = "expert") -> Step | None:
    """The easiest step that a player can take in a position now, explained for one cell; None if none.

    Trusted flags are known mines. Of other flags, those that the player finds right are known mines, those
    found wrong are safe cells, and the rest count as covered. Other arguments and errors are as for `path`.

    >>> print(*next_step(View.parse("mines 1 #1###")).sentences)
    The board has one mine. The 1 at r1c2 touches r1c1 and r1c3: one of them is a mine. That is the last \
mine. So the other covered cells, r1c4 and r1c5, are safe.
    """
    first = Referee(_settle_flags(require_layout(Position.of(view)), player), None, easiest(player))
    run = first.go(until=lambda firing: bool(verdicts_of(firing)))
    cells = verdicts_of(run.trace.firings[-1]) if run.trace.firings else {}
    return run.steps.explain(len(run.steps), [min(cells)]) if cells else None


def _settle_flags(position: Position, player: SetupLike) -> Position:
    """A position without doubtful flags: each becomes a known mine, a covered cell or a safe cell."""
    view = position.view
    if position.trust_flags or not view.flags:
        return position
    found, marks = play(position, player=player), [*view.marks]
    for cell in view.flags:
        if cell not in found.mines:
            marks[cell] = SAFE if cell in found.safe else COVERED
    return Position(with_marks(view, marks), trust_flags=True)
