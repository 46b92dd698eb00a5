"""The setup of a run: who plays, and how. Only the board and the start are not in it."""

from __future__ import annotations

from dataclasses import dataclass

from logicsweep.errors import InvalidInput, as_int, describe
from logicsweep.games.players import Player, PlayerLike, player_of
from logicsweep.guessing.policy import Policy, PolicyLike, policy_of

EASIEST = "easiest"
"""The strategy of a path: always take a step of the least grade."""


@dataclass(frozen=True, init=False)
class Setup:
    """Who plays, and how.

    - `player`: a `Player`, the name of one, or productions.
    - `strategy`: which of several possible firings comes first.
    - `seed`: the seed of the strategy `random`.
    - `checked`: whether to check the conclusions of custom productions against every layout.
    - `guess`: the policy that guesses on a board when the player finds nothing more, if any.

    Raises InvalidInput for an unknown player or policy, and for a seed that is no whole number.

    >>> Setup("casual", guess="least-risk").guess
    <Policy least-risk>
    """

    player: Player
    strategy: str
    seed: int
    checked: bool
    guess: Policy | None

    def __init__(
        self,
        player: PlayerLike = "casual",
        strategy: str = "breadth",
        seed: int = 0,
        checked: bool = True,
        guess: PolicyLike | None = None,
    ) -> None:
        policy = None if guess is None else policy_of(guess)
        if as_int(seed) is None:
            raise InvalidInput("seed", "a whole number", describe(seed))
        vars(self).update(
            player=player_of(player), strategy=strategy, seed=seed, checked=checked, guess=policy
        )


SetupLike = Setup | PlayerLike
"""A setup; or just the player, with the default settings."""


def setup_of(setup: SetupLike) -> Setup:
    """A setup as given, or the default setup of a player."""
    return setup if isinstance(setup, Setup) else Setup(setup)
