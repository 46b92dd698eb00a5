"""`trace`: a game, or what follows from a position, firing by firing."""

from __future__ import annotations

from typing import Unpack

import click

from logicsweep.cli.graph import form_by_ending
from logicsweep.cli.inputs import READING_ONE, Reader, items
from logicsweep.cli.options import check_showing, file_option, showing_options
from logicsweep.cli.output import answer
from logicsweep.cli.playing import PLAYING, RunOptions, played, player_with, refuted


@click.command(
    cls=Reader,
    epilog="Example: logicsweep sample first | logicsweep trace --limit 5 --agenda",
)
@PLAYING
@click.option(
    "--agenda",
    is_flag=True,
    help="Show also what waits before each firing, and at the end what each production lacks.",
)
@file_option(
    "--graph",
    "provenance",
    about="Write also where each fact came from, as a graph: FILE ends in .dot, .graphml, .gexf or .json.",
)
@READING_ONE
@showing_options("One JSON object per line", steps=True)
def trace(agenda: bool, provenance: str | None, **options: Unpack[RunOptions]) -> None:
    """Play one board and print each firing: what matched, what it used and what followed.

    From a position the player concludes what they can from what is visible. Facts are numbered f-1, f-2, ...
    A firing names its cell, the numbers of flagged (f) and covered (c) neighbours, the clue (m), and the
    facts that it used.
    """
    from logicsweep.show import trace as show

    check_showing(options)
    form = None if provenance is None else form_by_ending(provenance, "--graph")
    player = player_with(options["player"], options)
    item = next(items(options))
    with refuted(item, options["as_json"]):
        run = played(item, player, options)
    files: dict[str, str | bytes] = {}
    if provenance is not None and form is not None:
        from logicsweep.show.graph import file_of, provenance_graph

        files[provenance] = file_of(provenance_graph(run.trace), form)
    answer(
        options,
        run,
        lambda on: show.run_text(run, item.title, on, show.agendas_text(run) if agenda else ()),
        lambda: show.run_json(run, item.number, agenda),
        lambda pages: pages.trace_page(run, item.title),
        files,
    )
