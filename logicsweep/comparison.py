"""One board, several players: who gets what from one start, by which reasoning, and how hard it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple, Self

from logicsweep.arguments import of_kind
from logicsweep.board import Board, View
from logicsweep.cells import CellLike
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.errors import InvalidInput, shown
from logicsweep.game import Game, play
from logicsweep.players import PLAYERS, Player, PlayerLike, player_of
from logicsweep.reasons.explanation import Explainer, Explanation
from logicsweep.rules.casual import CASUAL
from logicsweep.rules.engine import Firing
from logicsweep.rules.knowledge import verdict_of
from logicsweep.why import view_before
from logicsweep.words import extent

STEPS_EACH = 20_000
"""Steps for one explanation, unless a caller says otherwise: a fifth of a second or so."""
_SHOWN = 4  # players in a `repr`


class Additional(NamedTuple):
    """A cell that a stronger player decides by a production that the first player lacks.

    `wave` counts such firings from 1, `firing` is its number in the game; `player` is the weakest
    compared player who decides the cell.
    """

    cell: int
    verdict: Verdict
    production: str
    player: str
    wave: int
    firing: int


class Hardest(NamedTuple):
    """The hardest step of a game: the production of most effort that fired, and its largest explanation.

    `clues` is the size of that explanation, 1 for the casual productions, which look at one clue and the
    flags around it; `smallest` says whether each explanation met was proven smallest.
    """

    production: str
    clues: int
    smallest: bool


@dataclass(frozen=True)
class _Stage:
    """What a player knew before a firing: by clues alone, and with the mines found by then as flags."""

    game: Game
    firing: int

    @cached_property
    def plain(self) -> Explainer:
        return Explainer(Position(view_before(self.game, self.firing)))

    @cached_property
    def flagged(self) -> Explainer:
        return Explainer(Position(view_before(self.game, self.firing, flags=True), trust_flags=True))

    def explainer(self, cell: int) -> Explainer:
        """The plain one where the clues alone force the cell."""
        return self.flagged if self.plain.position.by_clues.verdict(cell) is None else self.plain


@dataclass(frozen=True, repr=False)
class Comparison:
    """The games of several players, the weakest first, on one board from one start (an index).

    >>> comparison = compare(Board.parse(".M.... ...... M..M.."), "r1c5", ["casual", "overlap"])
    >>> first = comparison.additional[0]
    >>> first.cell, first.verdict, first.production, comparison.explain(first).clues
    (0, 'safe', 'overlap', (2, 7, 13))
    """

    board: Board
    start: int
    games: Mapping[str, Game]
    steps: int = STEPS_EACH
    _explained: dict[tuple[str, int, int], Explanation | None] = field(default_factory=dict, compare=False)
    _alike: dict[tuple[str, str], int] = field(default_factory=dict, compare=False)
    _stages: dict[tuple[str, int], _Stage] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        shown = [f"{name} {game.remaining}" for name, game in self.games.items()][:_SHOWN]
        more = [f"{len(self.games) - _SHOWN} more"] if len(self.games) > _SHOWN else []
        field = f"from {self.board.graph.name(self.start)} on {extent(self.board.graph)}"
        return f"<Comparison {field}: {', '.join(shown + more)} remaining>"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """A pickle holds the games, not what was worked out from them."""
        return type(self), (self.board, self.start, self.games, self.steps)

    @cached_property
    def additional(self) -> tuple[Additional, ...]:
        """What the last player decides by productions that the first lacks, in the order of that game."""
        return tuple(self._beyond_first(self.last))

    @property
    def first(self) -> str:
        """The name of the first player, who is taken for the weakest."""
        return next(iter(self.games))

    @property
    def last(self) -> str:
        """The name of the last player."""
        return list(self.games)[-1]

    def _beyond_first(self, player: str) -> Iterator[Additional]:
        first = self.games[self.first]
        known = {production.name for production in first.player.productions}
        decided = {*first.cleared, *first.flagged}
        firings = [f for f in self.games[player].trace.firings if f.production not in known]
        for wave, firing in enumerate(firings, 1):
            for cell, verdict in _verdicts(firing):
                if cell not in decided:
                    owner = self.weakest[cell]
                    yield Additional(cell, verdict, firing.production, owner, wave, firing.number)

    @cached_property
    def weakest(self) -> dict[int, str]:
        """For each decided cell the weakest player who decides it."""
        found: dict[int, str] = {}
        for name, game in self.games.items():
            for cell in (*game.cleared, *game.flagged):
                found.setdefault(cell, name)
        return found

    def explain(self, one: Additional) -> Explanation | None:
        """The smallest set of clues that forced an additional cell when it was decided.

        Where it takes the mine total, the mines found by then count as known. None where the layouts do
        not force the cell (an unsound production of your own may say so), or where the budget ended first.
        """
        return self._explain(self.last, one.firing, one.cell)

    def seen(self, one: Additional) -> View:
        """What the last player saw when deciding an additional cell, as its explanation takes it."""
        stage = self._stage(self._origin(self.last, one.firing), one.firing)
        return stage.explainer(one.cell).view

    def _explain(self, player: str, firing: int, cell: int) -> Explanation | None:
        key = (self._origin(player, firing), firing, cell)
        if key not in self._explained:
            self._explained[key] = self._stage(*key[:2]).explainer(cell).explain(cell, self.steps)
        return self._explained[key]

    def _origin(self, player: str, firing: int) -> str:
        """The first player whose game is the same up to a firing: the stronger often begin alike."""
        for name in self.games:
            if (name, player) not in self._alike:
                pairs = zip(self.games[name].trace.firings, self.games[player].trace.firings, strict=False)
                self._alike[name, player] = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            if self._alike[name, player] >= firing:
                return name
        return player

    def _stage(self, player: str, firing: int) -> _Stage:
        """What was seen before a firing; only the last one asked for is kept: it holds a whole board."""
        key = (player, firing)
        if key not in self._stages:
            self._stages.clear()
            self._stages[key] = _Stage(self.games[player], firing)
        return self._stages[key]

    def hardest(self, player: str) -> Hardest | None:
        """The hardest step of a player's game; None without firings, or where none has an explanation."""
        game = self.games[player]
        fired = [one for one in game.player.productions if one.name in game.trace.counted()]
        hardest = max(reversed(fired), key=lambda one: -one.salience, default=None)
        if hardest is None:
            return None
        if hardest in CASUAL:
            return Hardest(hardest.name, 1, True)
        firings = [firing for firing in game.trace.firings if firing.production == hardest.name]
        found = [self._explain(player, f.number, cell) for f in firings for cell, _ in _verdicts(f)]
        explained = [one for one in found if one]
        if not explained:
            return None
        most = max(len(one.clues) for one in explained)
        return Hardest(hardest.name, most, all(one.smallest for one in explained))

    def shares(self, player: str) -> dict[str, int]:
        """How many cells each production of a player decided."""
        counts: dict[str, int] = {}
        for firing in self.games[player].trace.firings:
            counts[firing.production] = counts.get(firing.production, 0) + len(_verdicts(firing))
        return counts


Players = str | Player | Iterable[PlayerLike] | Mapping[str, PlayerLike]
"""One player or several, by name or not; a mapping gives them names of one's own."""


def compare(
    board: Board,
    start: CellLike,
    players: Players | None = None,
    steps: int = STEPS_EACH,
    checked: bool = True,
) -> Comparison:
    """Let several players play one board from one start: all of the ladder, or those given, by name or not.

    `steps` are for one explanation; `checked` as for `watch`. Raises InvalidInput where two players have
    one name.

    >>> board = Board.parse('''
    ... .M....
    ... ......
    ... M..M..
    ... ''')
    >>> comparison = compare(board, "r1c5")
    >>> comparison
    <Comparison from r1c5 on 3 x 6: casual 2, overlap 0, expert 0, counter 0 remaining>
    >>> {name: game.remaining for name, game in comparison.games.items()}
    {'casual': 2, 'overlap': 0, 'expert': 0, 'counter': 0}
    """
    at = of_kind("board", board, Board).graph.locate(start, "start")
    games = {name: play(board, at, who, checked=checked) for name, who in _named(players).items()}
    return Comparison(board, at, games, steps)


def _named(players: Players | None) -> dict[str, Player]:
    if isinstance(players, Mapping):
        return _some({name: player_of(player) for name, player in players.items()})
    if isinstance(players, str | Player):
        players = [players]
    chosen = PLAYERS.values() if players is None else of_kind("players", players, Iterable)
    named: dict[str, Player] = {}
    for player in map(player_of, chosen):
        if player.name in named:
            raise InvalidInput("players", "each name once", shown(player.name))
        named[player.name] = player
    return _some(named)


def _some(named: dict[str, Player]) -> dict[str, Player]:
    if not named:
        raise InvalidInput("players", "at least one", "none")
    return named


def _verdicts(firing: Firing) -> list[tuple[int, Verdict]]:
    return [(fact.subject, verdict) for fact in firing.given if (verdict := verdict_of(fact))]
