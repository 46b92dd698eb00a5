"""What workers are asked to do, and who plays."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from logicsweep.games.players import Player, load_players, player_of
from logicsweep.games.traceless import levels_of
from logicsweep.surveying.plan import Plan

Loader = Callable[..., tuple[Player, ...]]
"""What loads the players of a rules file, called as `load_players`."""


class Work(NamedTuple):
    """What a worker is to do with shards: their plan, whether by compiled code, who loads rules files."""

    plan: Plan
    kernel: bool
    load: Loader = load_players


def lineup(plan: Plan, load: Loader = load_players) -> list[Player]:
    """The players of a plan, those of its rules files too."""
    own: dict[str, Player] = {}
    for spec in plan.rules:
        file, _, name = spec.partition(":")
        called = [Path(file).stem + (f":{name}" if name else "")] if len(plan.rules) > 1 else []
        own |= {player.name: player for player in load(spec, *called)}
    return [own[name] if name in own else player_of(name) for name in plan.players]


@lru_cache(maxsize=4)
def lineup_once(plan: Plan, load: Loader) -> list[Player]:
    """The same, loaded once in a process."""
    return lineup(plan, load)


def is_bulk(player: Player) -> bool:
    """Whether a player's games are played without a trace, very many at once."""
    return levels_of(player.productions) is not None
