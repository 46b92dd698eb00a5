"""The ladder: each player is a list of productions."""

from __future__ import annotations

from collections.abc import Sequence

from logicsweep.errors import InvalidInput
from logicsweep.rules.casual import CASUAL
from logicsweep.rules.engine import Production
from logicsweep.rules.entailed import COUNTED, ENTAILED
from logicsweep.rules.overlap import OVERLAP

PLAYERS: dict[str, tuple[Production, ...]] = {
    "casual": CASUAL,
    "overlap": (*CASUAL, OVERLAP),
    "expert": (*CASUAL, OVERLAP, ENTAILED),
    "counter": (*CASUAL, OVERLAP, ENTAILED, COUNTED),
}
"""The productions of each player in order of effort, the weakest player first."""

Player = str | Sequence[Production]
"""A player's name, or productions of one's own."""


def productions_of(player: Player) -> tuple[Production, ...]:
    """The productions of a player; InvalidInput for a name that is not on the ladder."""
    if not isinstance(player, str):
        return tuple(player)
    if player not in PLAYERS:
        raise InvalidInput("player", "one of " + ", ".join(PLAYERS), repr(player))
    return PLAYERS[player]
