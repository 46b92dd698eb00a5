"""`compare`: the players side by side, on boards or positions."""

from __future__ import annotations

import click

from logicsweep.cli.inputs import READING, Reader, items, only_one
from logicsweep.cli.options import Showing, names_option, number_option, refuse_given, showing_options
from logicsweep.cli.output import answer, echo, echo_answer
from logicsweep.cli.playing import (
    EFFORT,
    GUESS,
    asking,
    rules_option,
    start_option,
)
from logicsweep.games.players import PLAYERS
from logicsweep.verbs.compare import ALL_STARTS, Compared
from logicsweep.verbs.compare import compare as compare_players
from logicsweep.verbs.playing import players_with
from logicsweep.verbs.reading import Reading


@click.command(cls=Reader, epilog="Example: logicsweep sample ladder | logicsweep compare --start r1c8")
@start_option(
    "The first cell (best and worst: for the casual player). all: only results over all starts.", "all"
)
@names_option("--players", PLAYERS, "Who plays, the weakest first.", ",".join(PLAYERS))
@rules_option(
    "Add a player 'own': casual plus your productions; several times: each by the name of its file. "
    "A file with PLAYERS = {name: productions} adds those players."
)
@number_option(
    "--limit",
    least=0,
    about="List at most this many deductions (without it: 20, with --json all); one may decide several "
    "cells.",
)
@GUESS
@EFFORT
@READING
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
    """Let players play the same board, or conclude from the same position, and show what each deduces.

    Prints a table of the players; the board, each cell marked by the weakest player who decides it; and what
    the last player deduces beyond the first, with the reason. With --start best or all, also the least that
    remains over all starts.
    """
    if start == ALL_STARTS:
        refuse_given("says nothing with --start all", "limit", "guess", "effort", "picture", "html")
    who = players_with(players, rules)
    for item in only_one(items(reading), showing):
        if item.number > 1 and reading.number is None and not showing.as_json:
            echo("")
        with asking(item, showing.as_json):
            _print(compare_players(item, who, start, guess, effort, limit), showing)


def _print(compared: Compared, showing: Showing) -> None:
    from logicsweep.show.compare import comparison_json, comparison_text

    if compared.found is None:
        echo_answer(showing.as_json, compared, comparison_text, comparison_json)
    else:
        page = lambda pages: pages.compare_page  # noqa: E731
        answer(
            showing, compared, comparison_text, comparison_json, page, compared.found, compared.prepare_page
        )
