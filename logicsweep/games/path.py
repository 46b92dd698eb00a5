"""A path: a run that always takes the easiest step that is there, so that its hardest one grades the board.

What a player's solver gives at once is taken apart: balances of three clues, of four, and so on, then
refutations; the same with the mine total.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from logicsweep.boards.board import Board, View
from logicsweep.boards.cells import CellLike
from logicsweep.csp.position import Position
from logicsweep.games.game import EASIEST, Referee, Run
from logicsweep.games.players import Player, PlayerLike, has_own, player_of
from logicsweep.games.step import Step, verdicts_of
from logicsweep.rules.engine import Firing
from logicsweep.rules.solver import CASES, CASES_WITH_TOTAL, COUNTED, ENTAILED, ROWS, WITH_TOTAL

_APART = {ENTAILED: (*ROWS, CASES, ENTAILED), COUNTED: (WITH_TOTAL, CASES_WITH_TOTAL, COUNTED)}
"""What a solver's production is taken apart into; itself last, where the limits of the others end."""


def path(
    what: Board | View | Position,
    start: CellLike | None = None,
    player: PlayerLike = "counter",
    limit: int | None = None,
    checked: bool = True,
) -> Run:
    """Play a board from a start, or conclude from a position, the easiest step first: else as `play`.

    >>> found = path(Board.parse("... ... MM."), "r1c1")
    >>> found
    <Run counter from r1c1 on 3 x 3: 7 of 7 cleared, 2 flagged, 4 firings>
    >>> found.grade, found.profile
    (Grade(effort=0, rows=1, cases=0, cells=3), {'all-found': 3, 'all-mines': 1})
    >>> [(step.firing.production, step.choices) for step in path(View.parse("01## 02## 01##")).steps]
    [('overlap', 2), ('all-found', 1), ('all-mines', 2)]
    """
    return walking(what, start, player, checked).go(limit)


def walking(
    what: Board | View | Position,
    start: CellLike | None = None,
    player: PlayerLike = "counter",
    checked: bool = True,
) -> Referee:
    """A path that is taken as far as it is asked for."""
    return Referee(what, start, apart(player_of(player)), EASIEST, checked=checked)


def going_on(run: Run, player: PlayerLike = "counter") -> Step | None:
    """The easiest step that a player would take where a run ends, if any.

    >>> step = going_on(path(Board.parse(".M.... ...... M..M.."), "r1c5", "casual"))
    >>> step.firing.production, step.grade.rows
    ('overlap', 2)
    """
    further = path(Position(run.known, trust_flags=True), player=player, limit=1)
    return next(iter(further.steps), None)


def up_to(run: Run, player: PlayerLike) -> int:
    """How many steps of a path a player takes who has only some of its productions, and then is stuck.

    >>> up_to(path(Board.parse(".M.... ...... M..M.."), "r1c5"), "casual")
    7
    """
    known = {one.name for one in apart(player_of(player)).productions}
    names = [firing.production for firing in run.trace.firings]
    return next((at for at, name in enumerate(names) if name not in known), len(names))


def apart(player: Player) -> Player:
    """The player with what a solver gives at once taken apart into steps.

    >>> [one.name for one in apart(player_of("expert")).productions][:6]
    ['all-found', 'all-mines', 'overlap', 'rows-3', 'rows-4', 'rows-5']
    """
    productions = [part for one in player.productions for part in _APART.get(one, (one,))]
    return replace(player, productions=tuple(dict.fromkeys(productions)))


def begins(weaker: Player, stronger: Player) -> bool:
    """Whether the path of one player is always the beginning of another's: all that is easier they share.

    >>> begins(player_of("rows-3"), player_of("expert")), begins(player_of("expert"), player_of("rows-3"))
    (True, False)
    """
    easier, all_of = (sorted(apart(one).productions, key=lambda p: -p.salience) for one in (weaker, stronger))
    least = min([one.salience for one in easier], default=1)
    shared = [one for one in all_of if one.salience >= least]
    return not has_own(weaker) and easier == shared


def deciding(cell: int) -> Callable[[Firing], bool]:
    """Whether a firing decides a cell."""
    return lambda firing: cell in verdicts_of(firing)
