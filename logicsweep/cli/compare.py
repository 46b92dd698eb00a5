"""`compare`: the players side by side, on boards or positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Unpack

import click

from logicsweep.boards.cells import FieldMaker
from logicsweep.cli.inputs import (
    EACH,
    FIELD,
    FILES,
    FROM,
    MINES,
    Item,
    Reader,
    naming,
    numbered,
    only_one,
    opened,
    refuse_idle,
)
from logicsweep.cli.options import COLOR, HTML, SVG, check_picture, json_option, refuse_given
from logicsweep.cli.output import echo, echo_text, picture_and_page, screen, write_files
from logicsweep.cli.playing import (
    OwnRules,
    own_options,
    players_option,
    players_with,
    refuted,
    start_name,
    start_on,
    start_option,
)
from logicsweep.formats import Deal
from logicsweep.games.compare import Comparison
from logicsweep.games.compare import compare as compare_runs
from logicsweep.games.players import Player
from logicsweep.games.starts import OverStarts, over_starts
from logicsweep.show.compare import Listing
from logicsweep.work import STEPS_EACH, paced

if TYPE_CHECKING:
    from logicsweep.boards.board import Board
    from logicsweep.show.drawing import Screen
    from logicsweep.show.page.page import Page

_SHOWN = 20  # additional deductions that the text lists, unless --limit says otherwise


@click.command(
    cls=Reader,
    short_help="The players side by side on one board or position.",
    epilog="Example: logicsweep sample ladder | logicsweep compare --start r1c8",
)
@FILES
@FROM
@FIELD
@EACH
@MINES
@start_option(
    "The first cell (best and worst: for the casual player). all: only results over all starts.", "all"
)
@players_option("Who plays, the weakest first.")
@own_options(
    "Add a player 'own': casual plus your productions; several times: each by the name of its file. "
    "A file with PLAYERS = {name: productions} adds those players."
)
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    metavar="N",
    help="List at most this many deductions (without it: 20, with --json all); one may decide several cells.",
)
@click.option(
    "--from-clues",
    is_flag=True,
    help="Explain each cell by a smallest set of clues, not from what was found before.",
)
@click.option(
    "--steps",
    type=click.IntRange(min=1),
    default=STEPS_EACH,
    metavar="N",
    show_default=True,
    help="The most steps that the search for one reason may take.",
)
@SVG
@HTML
@COLOR
@json_option("One JSON object per board or position, one per line")
def compare(
    files: tuple[str, ...],
    form: str | None,
    field: FieldMaker | None,
    number: int | None,
    mines: int | None,
    start: str | None,
    players: str,
    limit: int | None,
    from_clues: bool,
    steps: int,
    picture: str | None,
    html: str | None,
    as_json: bool,
    **own: Unpack[OwnRules],
) -> None:
    """Let players of different strength play the same board and show what each deduces, and why.

    Prints a table of the players; the board, each cell marked by the weakest player who decides it; and
    what the last player deduces beyond the first, with the reason in numbers, given what was found before.
    With --start best or all, also the least that remains over all starts, for every player.

    FILE holds boards or positions. From a position each player concludes what they can from what is
    visible, and no cell is cleared.
    """
    if start == "all":
        refuse_given("says nothing with --start all", "limit", "from_clues", "steps", "picture", "html")
    check_picture(picture, as_json)
    who, checked = players_with(players, own), not own["unchecked"]
    on = None if as_json else screen()
    listing = Listing(limit if limit is not None or as_json else _SHOWN, from_clues)
    for item in only_one(numbered(opened(files, form, field), number, mines), picture, html):
        at, found = item.number, item.found
        refuse_idle(found, {"position": ("start",), "boards": ("mines",)})
        if at > 1 and number is None and on:
            echo("")
        with refuted(item, on), naming(item):
            if isinstance(found, Deal):
                begin = start_name(found, start)
                results = _results(found.board, begin, who, checked)
                games = None if begin == "all" else _games(found.board, begin, who, steps, checked)
                compared: Comparison | None = games
                lines = partial(_lines, at, found.board, games, results)
            else:
                compared = position = compare_runs(found, None, who, steps, checked)
                lines = partial(_of_position, at, position)
            if compared:
                write_files(picture_and_page(compared, partial(_page, compared, item), picture, html))
            if picture != "-":
                echo_text(lines(listing, on), on)


def _results(board: Board, start: str, who: list[Player], checked: bool) -> dict[str, OverStarts]:
    """What comes of all starts, where they are asked about."""
    if start not in ("best", "all"):
        return {}
    return {player.name: over_starts(board, player, checked=checked) for player in paced(who, "players")}


def _games(board: Board, start: str, who: list[Player], steps: int, checked: bool) -> Comparison:
    return compare_runs(board, start_on(board, start), who, steps, checked)


def _page(games: Comparison, item: Item) -> Page:
    from logicsweep.show.page.page import compare_page

    return compare_page(games, f"{item.kind} {item.number}")


def _of_position(number: int, comparison: Comparison, listing: Listing, on: Screen | None) -> Iterator[str]:
    """One position: for a screen, or without one as JSON."""
    from logicsweep.show import compare as show
    from logicsweep.show.json import dumps

    if on is None:
        return iter([dumps(show.comparison_json(number, comparison.view, comparison, None, listing))])
    return show.position_text(number, comparison, listing, on)


def _lines(
    number: int,
    board: Board,
    game: Comparison | None,
    results: Mapping[str, OverStarts],
    listing: Listing,
    on: Screen | None,
) -> Iterator[str]:
    """One board: for a screen, or without one as JSON."""
    from logicsweep.show import compare as show
    from logicsweep.show.json import dumps

    if on is None:
        yield dumps(show.comparison_json(number, board, game, results, listing))
        return
    if results:
        yield from show.starts_text(number, board, results, on)
    if results and game:
        yield ""
    if game:
        yield from show.comparison_text(number, game, listing, on)
