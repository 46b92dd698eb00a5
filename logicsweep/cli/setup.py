"""How a run is played, as options say: the start, the player, own productions, strategy and limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from logicsweep.cli.complete import among
from logicsweep.cli.games import OwnSetup, own_options, player_with, start_name, start_on, start_option
from logicsweep.cli.usage import refuse_given
from logicsweep.formats import Deal
from logicsweep.games.game import Game, play
from logicsweep.games.players import PLAYERS, Player
from logicsweep.rules.engine import STRATEGIES

if TYPE_CHECKING:
    from click.decorators import FC

    from logicsweep.boards.board import View
    from logicsweep.games.deduction import Deduction


class Setup(OwnSetup):
    """How a game is played, as the options say."""

    start: str | None
    player: str
    strategy: str
    seed: int
    limit: int | None


_SETUP = (
    start_option("The first cell that is cleared."),
    click.option(
        "--player",
        default="casual",
        show_default=True,
        metavar="|".join([*PLAYERS, "rows-N"]),
        shell_complete=among(lambda _: PLAYERS),
        help="Who plays.",
    ),
    own_options("Give the player your own productions too; may be given several times."),
    click.option(
        "--strategy",
        type=click.Choice(STRATEGIES),
        default="breadth",
        show_default=True,
        help="Which goes first among productions of equal salience.",
    ),
    click.option(
        "--seed", type=int, default=0, metavar="N", show_default=True, help="The seed of the strategy random."
    ),
    click.option("--limit", type=click.IntRange(min=0), metavar="N", help="Stop after this many firings."),
)


def players_option(about: str) -> Callable[[FC], FC]:
    """`--players`, with its help."""
    return click.option(
        "--players",
        default=",".join(PLAYERS),
        show_default=True,
        metavar="A,B,...",
        shell_complete=among(lambda _: PLAYERS, listed=True),
        help=about,
    )


BOARD = click.option(
    "--board",
    "number",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    show_default=True,
    help="Which board or position, counted from 1 through all files.",
)


def with_setup(command: Callable[..., object]) -> Callable[..., object]:
    """The command with the options of a game, in their order."""
    for option in reversed(_SETUP):
        command = option(command)
    return command


def deduced(view: View, player: Player, setup: Setup) -> Deduction:
    """What the player concludes from a position."""
    from logicsweep.games.deduction import deduce

    _refuse_idle_seed(setup)
    strategy, seed, checked = setup["strategy"], setup["seed"], not setup["unchecked"]
    return deduce(view, player, strategy, seed, setup["limit"], checked=checked)


def played(deal: Deal, player: Player, setup: Setup) -> Game:
    """The game that the player plays."""
    _refuse_idle_seed(setup)
    start = start_on(deal.board, start_name(deal, setup["start"]))
    checked = not setup["unchecked"]
    return play(deal.board, start, player, setup["strategy"], setup["seed"], setup["limit"], checked)


def _refuse_idle_seed(setup: Setup) -> None:
    if setup["strategy"] != "random":
        refuse_given("says nothing without --strategy random", "seed")


def player_of_setup(setup: Setup) -> Player:
    """The player that is named, with own productions."""
    return player_with(setup["player"], setup)
