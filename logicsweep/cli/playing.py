"""The options that choose the player, the rules and the start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, cast

import click

from logicsweep.cli.options import (
    choice_option,
    complete_files,
    complete_words,
    gather_options,
    number_option,
    refuse_given,
    start_option,
)
from logicsweep.cli.output import echo_answer
from logicsweep.errors import InvalidInput, Unsound, quote
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
        shell_complete=complete_words(lambda _: PLAYERS),
        help=about,
    )


def policy_options(about: str, otherwise: str = "", listed: bool = False) -> Callable[[FC], FC]:
    """`--guess` with its help, and `--policy`, which implies it; the verb gets a policy or None as `guess`.

    `listed`: it gets a list of policies instead. `otherwise` is added to the help of `--policy`.
    """
    *_, last = POLICIES
    flag = click.option("--guess", "guessing", is_flag=True, help=f"{about}; the same as --policy {last}.")
    more = "[,...]" * listed
    names = click.option(
        "--policy",
        metavar=f"NAME|FILE.py:NAME{more}",
        shell_complete=complete_words(lambda _: POLICIES, listed),
        help=f"Like --guess, by {'these policies' if listed else 'this policy'}: {', '.join(POLICIES)}, or a "
        f"function (position) -> cell of a file, which runs as Python code with your rights.{otherwise}",
    )

    def with_options(command: FC) -> FC:
        @wraps(command)
        def call(*args: object, guessing: bool, policy: str | None, **given: object) -> object:
            asked = last if policy is None and guessing else policy
            several = [name.strip() for name in asked.split(",")] if asked is not None else []
            if "" in several:
                raise InvalidInput("--policy", "the name of a policy", quote(asked or ""))
            if asked and not listed and len(several) > 1 and {*several} <= POLICIES.keys():
                raise InvalidInput("--policy", "one policy (survey and perfect take several)", quote(asked))
            return command(*args, **given, guess=several if listed else asked)

        return flag(names(cast("FC", call)))

    return with_options


GUESSING = "guessing", "policy"
"""The parameters of `policy_options`."""
EFFORT = choice_option("--effort", EFFORTS, "How hard to try before leaving something out.")
GUESS = policy_options("When the player finds nothing more, go on by guessing")


def _check_seed(how: Playing) -> None:
    if how.strategy != "random":
        refuse_given("needs --strategy random", "seed")


def playing_options(who: str, default: str | None, *more: Callable[[Any], Any]) -> Callable[[FC], FC]:
    """The options of `Playing`, with the default player of a verb, and `more`."""
    return gather_options(
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
        *more,
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
