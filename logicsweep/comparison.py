"""One board, several players: who gets what from one start, by which reasoning, and how hard it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from logicsweep.board import Board, View
from logicsweep.csp.explain import Explainer, Explanation
from logicsweep.game import Game, play
from logicsweep.players import PLAYERS, Player, productions_of
from logicsweep.rules.engine import Firing
from logicsweep.why import view_before

BUDGET = 20_000
"""Steps for one explanation, unless a caller says otherwise: a fifth of a second or so."""
_EASY = {"all-found": 1, "all-mines": 1, "overlap": 2}  # clues that a production looks at, at the most


class Additional(NamedTuple):
    """A cell that a stronger player decides by a production that the first player lacks.

    `wave` counts such firings from 1, `firing` is its number in the game; `player` is the weakest
    compared player who has the production.
    """

    cell: int
    verdict: str
    production: str
    player: str
    wave: int
    firing: int


class Hardest(NamedTuple):
    """The hardest step of a game: the production of most effort that fired, and its largest explanation.

    `clues` is the size of that explanation; `smallest` whether each one met was proven smallest.
    """

    production: str
    clues: int
    smallest: bool


@dataclass(frozen=True)
class Comparison:
    """The games of several players, the weakest first, on one board from one start (an index)."""

    board: Board
    start: int
    games: Mapping[str, Game]
    budget: int = BUDGET
    _explained: dict[tuple[View, int], Explanation | None] = field(
        default_factory=dict, repr=False, compare=False
    )
    _views: dict[tuple[str, int], View] = field(default_factory=dict, repr=False, compare=False)
    _explainers: dict[View, Explainer] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def additional(self) -> tuple[Additional, ...]:
        """What the last player decides by productions that the first lacks, in the order of his game."""
        return tuple(self._beyond_first(list(self.games)[-1]))

    def _beyond_first(self, player: str) -> Iterator[Additional]:
        lacking = {p.name for p in productions_of(next(iter(self.games.values())).player)}
        firings = [f for f in self.games[player].trace.firings if f.production not in lacking]
        for wave, firing in enumerate(firings, 1):
            owner = self.owner(firing.production)
            for cell, verdict in _verdicts(firing):
                yield Additional(cell, verdict, firing.production, owner, wave, firing.number)

    def owner(self, production: str) -> str:
        """The weakest compared player who has a production."""
        having = {name: {p.name for p in productions_of(game.player)} for name, game in self.games.items()}
        return next(name for name, productions in having.items() if production in productions)

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

        Where it takes the mine total, the mines found by then count as known. None where no layouts
        force the cell, as an unsound production of one's own may have it, or within no budget.
        """
        return self._explain(list(self.games)[-1], one.firing, one.cell)

    def seen(self, one: Additional) -> View:
        """What the last player saw when he decided an additional cell, as its explanation takes it."""
        return self._seen(list(self.games)[-1], one.firing)

    @property
    def last_game(self) -> Game:
        """The strongest player's game."""
        return self.games[list(self.games)[-1]]

    def _explain(self, player: str, firing: int, cell: int) -> Explanation | None:
        view = self._seen(player, firing)
        if (view, cell) not in self._explained:
            # Flags stand in a view only where the total is needed: they count as known then.
            explainer = self._explainers.setdefault(view, Explainer(view, trust_flags=True))
            self._explained[view, cell] = explainer.explain(cell, self.budget)
        return self._explained[view, cell]

    def _seen(self, player: str, firing: int) -> View:
        """The view before a firing, with the mines found by then where the firing takes the total."""
        key = (player, firing)
        if key not in self._views:
            game = self.games[player]
            flags = game.trace.firings[firing - 1].production == "counted"
            self._views[key] = view_before(game, firing, flags)
        return self._views[key]

    def hardest(self, player: str) -> Hardest | None:
        """The hardest step of a player's game; None for a game without firings."""
        game = self.games[player]
        effort = {p.name: (-p.salience, at) for at, p in enumerate(productions_of(game.player))}
        production = max(game.trace.counted(), key=lambda name: effort[name], default=None)
        if production is None:
            return None
        if production in _EASY:
            return Hardest(production, _EASY[production], True)
        firings = [firing for firing in game.trace.firings if firing.production == production]
        found = [self._explain(player, f.number, cell) for f in firings for cell, _ in _verdicts(f)]
        sizes = [len(one.clues) for one in found if one]
        return Hardest(production, max(sizes, default=0), all(one.smallest for one in found if one))

    def shares(self, player: str) -> dict[str, int]:
        """How many cells each production of a player decided."""
        counts: dict[str, int] = {}
        for firing in self.games[player].trace.firings:
            counts[firing.production] = counts.get(firing.production, 0) + len(_verdicts(firing))
        return counts


def compare(
    board: Board,
    start: int,
    players: Sequence[str] | Mapping[str, Player] = tuple(PLAYERS),
    budget: int = BUDGET,
) -> Comparison:
    """Let several players play one board from one start; name them, or give own productions by name.

    >>> board = Board.parse('''
    ... .M....
    ... ......
    ... M..M..
    ... ''')
    >>> comparison = compare(board, 4)
    >>> {name: game.remaining for name, game in comparison.games.items()}
    {'casual': 2, 'overlap': 0, 'expert': 0, 'counter': 0}
    """
    named = players if isinstance(players, Mapping) else {name: name for name in players}
    return Comparison(
        board, start, {name: play(board, start, player) for name, player in named.items()}, budget
    )


def _verdicts(firing: Firing) -> list[tuple[int, str]]:
    return [(fact.subject, fact.attribute) for fact in firing.given if fact.attribute in ("safe", "mine")]
