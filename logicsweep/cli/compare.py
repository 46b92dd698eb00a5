"""`compare`: players side by side on boards or positions."""

from __future__ import annotations

import click

from logicsweep.cli.inputs import READING, Reader, items, keep_apart, only_one
from logicsweep.cli.options import (
    TAGS,
    Showing,
    names_option,
    number_option,
    refuse_given,
    showing_options,
    start_option,
)
from logicsweep.cli.output import answer, echo_answer
from logicsweep.cli.playing import EFFORT, GUESS, GUESSING, asking, rules_option
from logicsweep.games.players import PLAYERS
from logicsweep.verbs.compare import ALL_STARTS, Compared
from logicsweep.verbs.compare import compare as compare_players
from logicsweep.verbs.playing import players_with
from logicsweep.verbs.reading import Reading


@click.command(cls=Reader, epilog="Example: logicsweep sample ladder | logicsweep compare --start r1c8")
@start_option(
    "The first cell. best, worst: the casual player's best or worst; all: only the results over all starts.",
    "all",
)
@names_option("--players", PLAYERS, "Who plays, the weakest first.", ",".join(PLAYERS))
@rules_option(
    "Add a player 'own': casual plus your productions. If given several times, each player is named "
    "after its file. A file with PLAYERS = {name: productions} adds those players."
)
@number_option(
    "--limit",
    least=0,
    about="List at most this many deductions (default: 20, or all with --json); one can decide several "
    "cells.",
)
@GUESS
@EFFORT
@READING
@TAGS
@showing_options("One JSON object per board or position, one per line")
def compare(
    reading: Reading,
    showing: Showing,
    start: str | None,
    players: list[str],
    rules: tuple[str, ...],
    limit: int | None,
    guess: str | None,
    effort: str,
) -> None:
    """Let players play the same board, or reason from the same position, and show what each deduces.

    Prints a table of the players, then the board with each cell marked by the weakest player who decides it.
    Then it lists what the last player deduces beyond the first, with the reasons. With --start best or all,
    it also prints the fewest cells that remain over all starts.
    """
    if start == ALL_STARTS:
        refuse_given("does not go with --start all", "limit", *GUESSING, "effort", "picture", "html")
    who = players_with(players, rules)
    for item in keep_apart(only_one(items(reading), showing), showing):
        with asking(item, showing.as_json):
            _print(compare_players(item, who, start, guess, effort, limit), showing)


def _print(compared: Compared, showing: Showing) -> None:
    from logicsweep.show.compare import comparison_json, comparison_text

    if compared.found is None:
        echo_answer(showing.as_json, compared, comparison_text, comparison_json)
    else:
        page = lambda pages: pages.compare_page  # noqa: E731
        answer(showing, compared, comparison_text, comparison_json, page, compared.found, compared)
