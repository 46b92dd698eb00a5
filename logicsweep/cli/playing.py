"""The options that choose the player, the rules and the start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

from logicsweep.cli.options import among, choice_option, complete_files, gathered, number_option, refuse_given
from logicsweep.cli.output import echo_answer
from logicsweep.errors import Unsound
from logicsweep.games.players import PLAYERS
from logicsweep.guessing.policy import POLICIES
from logicsweep.rules.engine import STRATEGIES
from logicsweep.verbs.effort import EFFORTS
from logicsweep.verbs.playing import Playing
from logicsweep.verbs.reading import Numbered, naming

if TYPE_CHECKING:
    from click.decorators import FC


TRUST_FLAGS = click.option("--trust-flags", is_flag=True, help="Treat flags as mines, not as claims.")


def rules_option(about: str) -> Callable[[FC], FC]:
    """`--rules`, with its help."""
    return click.option(
        "--rules",
        multiple=True,
        metavar="FILE.py[:NAME]",
        shell_complete=complete_files,
        help=f"{about} The file runs as Python code with your rights.",
    )


def start_option(about: str, *more: str, otherwise: str = ", or best") -> Callable[[FC], FC]:
    """The option `--start`: its help, the words it takes in addition to best and worst, and its default."""
    words = ("best", "worst", *more)
    return click.option(
        "--start",
        show_default=f"the first click in FILE{otherwise}",
        metavar="|".join(["r1c2", *words]),
        shell_complete=among(lambda _: words),
        help=about,
    )


def player_option(
    about: str, default: str | None = None, option: str = "--player", name: str = "player"
) -> Callable[[FC], FC]:
    """An option that names a player; `logicsweep trace --help` lists the names."""
    return click.option(
        option,
        name,
        default=default,
        show_default=default is not None,
        metavar="PLAYER",
        shell_complete=among(lambda _: PLAYERS),
        help=about,
    )


def guess_option(about: str, name: str = "guess") -> Callable[[FC], FC]:
    """`--guess` with its help; its value is optional."""
    *names, last = POLICIES
    return click.option(
        "--guess",
        name,
        is_flag=False,
        flag_value=last,
        metavar="[POLICY]",
        shell_complete=among(lambda _: POLICIES),
        help=f"{about}: {', '.join(names)} or {last}; without a name, {last}.",
    )


EFFORT = choice_option("--effort", EFFORTS, "How hard to try before leaving something out.")
GUESS = guess_option("When the player finds nothing more, go on by guessing with a policy")


def _check_seed(how: Playing) -> None:
    if how.strategy != "random":
        refuse_given("needs --strategy random", "seed")


def playing_options(who: str, default: str | None) -> Callable[[FC], FC]:
    """The options of `Playing`, with the default player of a verb."""
    return gathered(
        "playing",
        Playing,
        start_option("The first cell to clear."),
        player_option(f"{who}: {', '.join(PLAYERS)}, or rows-N, who takes up to N clues together.", default),
        rules_option("Give the player your own productions too."),
        choice_option(
            "--strategy",
            STRATEGIES,
            f"Which production of equal salience fires first: {', '.join(STRATEGIES)}.",
            "STRATEGY",
        ),
        number_option("--seed", default=0, about="The seed for --strategy random."),
        number_option("--limit", least=0, about="Stop after this many firings."),
        check=_check_seed,
    )


@contextmanager
def asking(item: Numbered, as_json: bool) -> Iterator[None]:
    """Name the board or position in errors, and print the layouts that refute a custom production."""
    try:
        with naming(item):
            yield
    except Unsound as found:
        if (error := found).layouts:
            from logicsweep.show.why import unsound_json, unsound_text

            echo_answer(as_json, error, partial(unsound_text, item=item), partial(unsound_json, item=item))
        raise
