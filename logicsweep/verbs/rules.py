"""`rules`: a player's rules as declared, or as a program for another solver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple, Self

from logicsweep.csp.position import Position
from logicsweep.csp.solve import require_layout
from logicsweep.games.players import Player, strongest
from logicsweep.rules.declared import declaration_of
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.production import Production
from logicsweep.verbs.playing import player_with, position_of
from logicsweep.verbs.reading import Numbered


class ListedRule(NamedTuple):
    """A rule of a player."""

    name: Annotated[str, "its name"]
    salience: Annotated[int, "its rank: the highest fires first"]
    declared: Annotated[str | None, "the declaration; null: it is a function"]
    sentence: Annotated[str, "what a player who uses it would say"]
    clues: Annotated[int | None, "how many clues it takes together; null: any number"]
    looks: Annotated[
        Literal["clues", "cells", "board"], "where it looks: from each clue, from each cell, at the board"
    ]

    @classmethod
    def of(cls, production: Production) -> Self:
        """The entry of a production."""
        declared, needs = declaration_of(production), production.needs
        text = None if declared is None else str(declared)
        looks: Literal["clues", "cells", "board"] = "cells"
        if production.everywhere or needs:
            looks = "board" if production.everywhere else "clues"
        return cls(production.name, production.salience, text, production.sentence, production.clues, looks)


class Listed(NamedTuple):
    """The rules of a player, the highest salience first."""

    player: str
    rules: tuple[ListedRule, ...]


def rules(player: str | None = None, own: Sequence[str] = ()) -> Listed:
    """List the rules of a player, by default the expert; `own` names rules files that add more.

    Raises InvalidInput for an unknown player or a wrong rules file.

    >>> [(rule.name, rule.declared) for rule in rules("casual").rules][0]
    ('all-found', 'clue(x) = m, |mines near x| = m => covered near x are safe')
    """
    who = _find_player(player, own)
    by_rank = sorted(who.productions, key=lambda one: -one.salience)
    return Listed(who.name, tuple(map(ListedRule.of, by_rank)))


def _find_player(player: str | None, own: Sequence[str]) -> Player:
    return player_with(player or strongest().name, own)


def program(
    item: Numbered,
    player: str | None = None,
    own: Sequence[str] = (),
    start: str | None = None,
    trust_flags: bool = False,
) -> str:
    """A player's declared rules and a position as a program for clingo, for one round of conclusions.

    On a board, the casual player first plays from a start until stuck. Flags are left out unless
    `trust_flags`. Raises InvalidInput if none of the rules is declared, Contradiction if no layout fits.

    >>> from logicsweep.boards.board import View
    >>> print(program(Numbered(1, View.parse("1#")), "casual").splitlines()[2])
    clue(r1c1, 1).
    """
    from logicsweep.rules.asp import asp_program

    position = require_layout(Position.of(position_of(item, start), trust_flags))
    return asp_program(_find_player(player, own).productions, Knowledge.of(position))
