"""`compare`: the players side by side on one board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Unpack

import click

from logicsweep.cli.games import OwnSetup, own_options, players_with, refuted, start_name, start_on
from logicsweep.cli.inputs import FILE, FROM, Reader, opened
from logicsweep.cli.output import colours, echo_lines, json_option
from logicsweep.comparison import STEPS_EACH
from logicsweep.comparison import compare as compared
from logicsweep.errors import InvalidInput
from logicsweep.players import PLAYERS, Player
from logicsweep.starts import OverStarts, over_starts

if TYPE_CHECKING:
    from logicsweep.board import Board

_SHOWN = 20  # additional deductions that the text lists, unless --limit says otherwise


@click.command(
    cls=Reader,
    short_help="The players side by side on one board.",
    epilog="Example: logicsweep compare --start r1c3 samples/ladder.txt",
)
@FILE
@FROM
@click.option(
    "--board",
    "number",
    type=click.IntRange(min=1),
    metavar="N",
    help="Only this board of FILE, counted from 1.",
)
@click.option(
    "--start",
    show_default="the first click that FILE tells, or best",
    metavar="r1c2|best|worst|all",
    help="The first cell (best and worst: for the casual player). all: only results over all starts.",
)
@click.option(
    "--players",
    default=",".join(PLAYERS),
    show_default=True,
    metavar="A,B,...",
    help="Who plays, the weakest first.",
)
@own_options(
    "Add a player 'own': casual plus your productions; several times: each by the name of its file. "
    "A file with PLAYERS = {name: productions} adds those players."
)
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    metavar="N",
    help="List at most this many deductions (without it: 20, with --json all).",
)
@click.option(
    "--steps",
    type=click.IntRange(min=1),
    default=STEPS_EACH,
    metavar="N",
    show_default=True,
    help="The most steps that the search for one explanation may take.",
)
@json_option("One JSON object per board, one per line")
def compare(
    file: str | None,
    form: str | None,
    number: int | None,
    start: str | None,
    players: str,
    limit: int | None,
    steps: int,
    as_json: bool,
    **own: Unpack[OwnSetup],
) -> None:
    """Let players of different strength play the same board and show what each deduces, and why.

    Prints a table of the players; the board, each cell marked by the weakest player who decides it; and
    what the last player deduces beyond the first, with the smallest set of clues that forces each cell.
    With --start best or all, also the least that remains over all starts, for every player.
    """
    who = players_with(players, own)
    found = opened(file, form)
    count = 0
    for count, deal in enumerate(found.deals(), 1):
        if number in (None, count):
            if number is None and count > 1 and not as_json:
                click.echo()
            with refuted(as_json):
                begin = start_name(deal, start)
                echo_lines(_lines(count, deal.board, begin, who, limit, steps, as_json, not own["unchecked"]))
        if number == count:
            return
    if number:
        expected = f"a number from 1 to {count} (the boards of {found.source})"
        raise InvalidInput("--board", expected, str(number))


def _lines(
    number: int,
    board: Board,
    start: str,
    who: list[Player],
    limit: int | None,
    steps: int,
    as_json: bool,
    checked: bool,
) -> Iterator[str]:
    from logicsweep.show import compare as show
    from logicsweep.show.jsonl import dumps

    results: dict[str, OverStarts] = {}
    if start in ("best", "all"):
        results = {player.name: over_starts(board, player, checked=checked) for player in who}
    game = None if start == "all" else compared(board, start_on(board, start), who, steps, checked)
    if as_json:
        yield dumps(show.comparison_json(number, board, game, results, limit))
        return
    if results:
        yield from show.starts_text(number, board, results)
    if results and game:
        yield ""
    if game:
        yield from show.comparison_text(number, game, _SHOWN if limit is None else limit, colours())
