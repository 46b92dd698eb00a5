"""`path`: a whole game, the easiest step first, each graded."""

from __future__ import annotations

from collections.abc import Iterator
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
    item_at,
    naming,
    numbered,
    opened,
    refuse_idle,
)
from logicsweep.cli.options import COLOR, HTML, STEP, SVG, among, check_picture, json_option, refuse_given
from logicsweep.cli.output import echo_text, picture_and_page, screen, write_files
from logicsweep.cli.playing import (
    OwnRules,
    own_options,
    player_with,
    refuted,
    start_name,
    start_on,
    start_option,
)
from logicsweep.formats import Deal
from logicsweep.games.game import Run
from logicsweep.games.path import path as path_of
from logicsweep.games.players import PLAYERS, Player
from logicsweep.work import paced

if TYPE_CHECKING:
    from logicsweep.show.drawing import Screen
    from logicsweep.show.page.page import Page


@click.command(
    cls=Reader,
    short_help="A whole game, the easiest step first, each step graded.",
    epilog="Example: logicsweep sample ladder | logicsweep path --start r1c8",
)
@FILES
@FROM
@FIELD
@EACH
@MINES
@start_option("The first cell that is cleared.")
@click.option(
    "--player",
    default="counter",
    show_default=True,
    metavar="|".join([*PLAYERS, "rows-N"]),
    shell_complete=among(lambda _: PLAYERS),
    help="The strongest who plays; rows-3 to rows-16 take so many clues together.",
)
@own_options("Give the player your own productions too; may be given several times.")
@click.option("--limit", type=click.IntRange(min=0), metavar="N", help="Stop after this many steps.")
@click.option("--draw", is_flag=True, help="Draw the board after each step.")
@click.option("--grade", "alone", is_flag=True, help="Print the grade of each board or position alone.")
@SVG
@STEP
@HTML
@COLOR
@json_option("One JSON object per line")
def path(
    files: tuple[str, ...],
    form: str | None,
    field: FieldMaker | None,
    number: int | None,
    mines: int | None,
    start: str | None,
    player: str,
    limit: int | None,
    draw: bool,
    alone: bool,
    picture: str | None,
    step: int | None,
    html: str | None,
    as_json: bool,
    **own: Unpack[OwnRules],
) -> None:
    """Play one board, or conclude from a position, with always the easiest step that is there.

    Each step is a line: why, in numbers that can be checked on the board, and its grade, which is its
    production, how many clues it takes together (rows), into how many cases it splits, and how many
    unknown cells one looks at; steps are ordered by these in turn. The casual productions come first
    (one clue), then overlap (two), then rows-3, rows-4, ...: so many clues added and subtracted; then
    cases: suppose the opposite, and see every case break; then total and total-cases, the same with the
    mine total. A number before a step tells how many of its effort there were to choose from.

    The hardest step is the grade of the board. With --grade, that alone for every board and position;
    otherwise the first is gone through, or the one of --board.
    """
    if alone:
        refuse_given("does not go with --grade", "limit", "draw", "picture", "step", "html")
    if as_json:
        refuse_given("does not go with --json", "draw")
    check_picture(picture, as_json)
    who = player_with(player, own)
    on = None if as_json else screen()
    inputs = opened(files, form, field)
    items = numbered(inputs, number, mines) if alone else iter([item_at(inputs, number or 1, mines)])
    for item in paced(items, "boards") if alone else items:
        refuse_idle(item.found, {"position": ("start",), "boards": ("mines",)})
        with refuted(item, on), naming(item):
            found = _found(item, who, start, limit, not own["unchecked"])
            page = partial(_page, found, item, limit)
            write_files(picture_and_page(found, page, picture, html, step))
            if picture != "-":
                echo_text(_grade(found, item, on) if alone else _lines(found, item, limit, draw, on), on)


def _found(item: Item, who: Player, start: str | None, limit: int | None, checked: bool) -> Run:
    if isinstance(item.found, Deal):
        begin = start_on(item.found.board, start_name(item.found, start))
        return path_of(item.found.board, begin, who, limit, checked)
    return path_of(item.found, None, who, limit, checked)


def _lines(found: Run, item: Item, limit: int | None, draw: bool, on: Screen | None) -> Iterator[str]:
    """A path for a screen, or without one as JSON."""
    from logicsweep.show import path as show
    from logicsweep.show.json import dumps

    if on is None:
        return map(dumps, show.path_json(found, item.number))
    return show.path_text(found, f"{item.kind} {item.number}", limit, on, draw)


def _page(found: Run, item: Item, limit: int | None) -> Page:
    from logicsweep.show.page.page import path_page

    limited = limit is not None and len(found.steps) >= limit
    return path_page(found, f"{item.kind} {item.number}", limited)


def _grade(found: Run, item: Item, on: Screen | None) -> Iterator[str]:
    from logicsweep.show import path as show
    from logicsweep.show.json import dumps

    yield show.grade_line(found) if on else dumps(show.path_grade_json(found, item.number))
