"""`trace`: a game, or what follows from a position, firing by firing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Unpack

import click

from logicsweep.boards.cells import FieldMaker
from logicsweep.cli.graph import form_by_ending
from logicsweep.cli.inputs import BOARD, FIELD, FILES, FROM, MINES, Item, Reader, item_at, opened, refuse_idle
from logicsweep.cli.options import COLOR, HTML, STEP, SVG, FileToWrite, check_picture, json_option
from logicsweep.cli.output import echo_text, picture_and_page, screen, write_files
from logicsweep.cli.playing import PLAYING, Playing, played, player_of_setup, refuted

if TYPE_CHECKING:
    from logicsweep.games.game import Run
    from logicsweep.show.drawing import Screen
    from logicsweep.show.page.page import Page


@click.command(
    cls=Reader,
    short_help="Play a board, or conclude from a position, firing by firing.",
    epilog="Example: logicsweep sample first | logicsweep trace --limit 5 --agenda",
)
@FILES
@FROM
@FIELD
@BOARD
@MINES
@PLAYING
@click.option(
    "--agenda",
    is_flag=True,
    help="Show also what waits before each firing, and at the end what each production lacks.",
)
@click.option(
    "--graph",
    "provenance",
    type=FileToWrite(),
    metavar="FILE",
    help="Write also where each fact came from, as a graph: FILE ends in .dot, .graphml, .gexf or .json.",
)
@SVG
@STEP
@HTML
@COLOR
@json_option("One JSON object per line")
def trace(
    files: tuple[str, ...],
    form: str | None,
    field: FieldMaker | None,
    number: int,
    mines: int | None,
    agenda: bool,
    provenance: str | None,
    picture: str | None,
    step: int | None,
    html: str | None,
    as_json: bool,
    **setup: Unpack[Playing],
) -> None:
    """Play one board and print each firing: what matched, what it used and what followed.

    FILE holds boards (a game is played from --start) or positions: then the player concludes what they can
    from what is visible, and no cell is cleared.

    Facts are numbered f-1, f-2, ... A firing names its cell, the numbers of flagged (f) and covered (c)
    neighbours, the clue (m), and the facts that it used. The referee answers each safe cell with its clue.

    With --agenda, a line before each firing tells how many places wait (a place is a production at a
    cell where something is new), how many of them would fire, and the first of these in order. When none
    would fire, a line LACKS for each production tells where it comes nearest to firing, and what it lacks.
    """
    check_picture(picture, as_json)
    form_out = None if provenance is None else form_by_ending(provenance, "--graph")
    who = player_of_setup(setup)
    item = item_at(opened(files, form, field), number, mines)
    found = item.found
    refuse_idle(found, {"position": ("start",), "boards": ("mines",)})
    on = None if as_json else screen()
    with refuted(item, on):
        run = played(found, who, setup)
    written: dict[str, str | bytes] = {}
    if provenance is not None and form_out is not None:
        from logicsweep.show.graph import file_of, provenance_graph

        written[provenance] = file_of(provenance_graph(run.trace), form_out)
    write_files(written | picture_and_page(run, partial(_page, run, item), picture, html, step))
    if picture != "-":
        echo_text(_lines(run, item, agenda, on), on)


def _page(run: Run, item: Item) -> Page:
    from logicsweep.show.page.page import trace_page

    return trace_page(run, f"{item.kind} {item.number}")


def _lines(run: Run, item: Item, agenda: bool, on: Screen | None) -> Iterator[str]:
    """The lines of a run for a screen, or without one as JSON."""
    from logicsweep.show.json import dumps
    from logicsweep.show.trace import agendas_text, run_json, run_text

    if on is None:
        return map(dumps, run_json(run, item.number, agenda))
    return run_text(run, f"{item.kind} {item.number}", on, agendas_text(run) if agenda else ())
