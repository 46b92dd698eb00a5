"""`rules`: a player's rules, as they are declared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple, Self

from logicsweep.games.players import strongest
from logicsweep.rules.declared import declaration_of
from logicsweep.rules.engine import Production
from logicsweep.verbs.playing import player_with


class ListedRule(NamedTuple):
    """A rule of a player."""

    name: Annotated[str, "its name"]
    salience: Annotated[int, "its rank: the highest is applied first"]
    declared: Annotated[str | None, "the declaration; null: it is a function"]
    sentence: Annotated[str, "what a person who applies it would say"]
    rows: Annotated[int | None, "how many clues it takes together; null: any number"]
    looks: Annotated[
        Literal["clues", "cells", "board"], "where it looks: from each clue, from each cell, at the board"
    ]

    @classmethod
    def of(cls, production: Production) -> Self:
        """What a list tells of a production."""
        declared, needs = declaration_of(production), production.needs
        text = None if declared is None else str(declared)
        looks: Literal["clues", "cells", "board"] = "cells"
        if production.everywhere or needs:
            looks = "board" if production.everywhere else "clues"
        return cls(production.name, production.salience, text, production.sentence, production.rows, looks)


class Listed(NamedTuple):
    """The rules of a player, in the player's order."""

    player: str
    rules: tuple[ListedRule, ...]


def rules(player: str | None = None, own: Sequence[str] = ()) -> Listed:
    """List the rules of a player, by default of the expert; `own` names rules files with more of them.

    Raises InvalidInput for an unknown player or a wrong rules file.

    >>> [(rule.name, rule.declared) for rule in rules("casual").rules][0]
    ('all-found', 'clue(x) = m, |mines near x| = m => covered near x are safe')
    """
    who = player_with(player or strongest().name, own)
    return Listed(who.name, tuple(map(ListedRule.of, who.productions)))
