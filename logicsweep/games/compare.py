"""Let several players play one game, or reason from one position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from logicsweep.boards.board import Board, View
from logicsweep.boards.cells import CellLike
from logicsweep.csp.position import Position
from logicsweep.errors import InvalidInput, of_kind, quote
from logicsweep.games.comparison import Comparison
from logicsweep.games.game import play
from logicsweep.games.players import PLAYERS, Player, has_own
from logicsweep.games.run import Run
from logicsweep.games.setup import Setup, SetupLike, setup_of
from logicsweep.work.budget import BUDGET_EACH

Players = str | Player | Setup | Iterable[SetupLike] | Mapping[str, SetupLike]
"""One player or several, as names, values or setups; a mapping gives them other names."""


def compare(
    what: Board | View | Position,
    start: CellLike | None = None,
    players: Players | None = None,
    budget: int = BUDGET_EACH,
) -> Comparison:
    """Let several players play one board from one start, or conclude what they can from one position.

    By default all players of the ladder play. `budget` limits the search for one explanation. Raises the
    errors of `play`, and InvalidInput if two players have the same name.

    >>> board = Board.parse('''
    ... .M....
    ... ......
    ... M..M..
    ... ''')
    >>> compare(board, "r1c5")
    <Comparison from r1c5 on 3 x 6: casual 2, overlap 0, local 0, expert 0 remaining>
    >>> comparison = compare(View.parse("mines 3 ###1 ###1 #311 #100"))
    >>> comparison
    <Comparison on 4 x 4: casual 5, overlap 4, local 4, expert 2 undecided>
    """
    position = Position.of(what) if isinstance(what, View) else what
    setups, runs = _name_setups(players), dict[str, Run]()
    for name, setup in reversed(setups.items()):
        longer = next((run for run in runs.values() if _begins_alike(setup, run.setup)), None)
        runs[name] = longer.beginning(setup) if longer else play(position, start, setup)
    return Comparison({name: runs[name] for name in setups}, budget)


def _begins_alike(weaker: Setup, stronger: Setup) -> bool:
    """Whether two play alike until the weaker is stuck, since the productions that it lacks come last."""
    own, others = weaker.player.productions, stronger.player.productions
    least = min([one.salience for one in own], default=0)
    usual = all(setup == Setup(setup.player) for setup in (weaker, stronger)) and not has_own(weaker.player)
    return usual and others[: len(own)] == own and all(one.salience < least for one in others[len(own) :])


def _name_setups(players: Players | None) -> dict[str, Setup]:
    if players is None:
        players = PLAYERS
    if isinstance(players, str | Player | Setup):
        players = [players]
    named: dict[str, Setup] = {}
    if isinstance(players, Mapping):
        named = {name: setup_of(player) for name, player in players.items()}
        players = ()
    for setup in map(setup_of, of_kind("players", players, Iterable)):
        if setup.player.name in named:
            raise InvalidInput("players", "each name once", quote(setup.player.name))
        named[setup.player.name] = setup
    if not named:
        raise InvalidInput("players", "at least one", "none")
    return named
