"""A game, or what follows from a position: `path` by easiest steps, `trace` firing by firing."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import click

from logicsweep.cli.inputs import READING, READING_ONE, Reader, items
from logicsweep.cli.options import (
    TAGS,
    Showing,
    file_option,
    gather_options,
    number_option,
    refuse_given,
    showing_options,
    start_option,
)
from logicsweep.cli.output import answer, echo_answer
from logicsweep.cli.playing import GUESS, asking, player_option, playing_options, rules_option
from logicsweep.verbs.path import Finished
from logicsweep.verbs.path import path as find_path
from logicsweep.verbs.path import trace as find_firings
from logicsweep.verbs.playing import Playing
from logicsweep.verbs.reading import Reading
from logicsweep.work.progress import with_progress


@click.command(cls=Reader, epilog="Example: logicsweep sample ladder | logicsweep path --start r1c8")
@gather_options(
    "playing",
    Playing,
    start_option("The first cell to clear."),
    player_option("The strongest player to use. rows-N takes up to N clues together.", "expert"),
    rules_option("Give the player your own productions too; can be repeated."),
    number_option("--limit", least=0, about="Stop after this many steps."),
    GUESS,
)
@click.option("--draw", is_flag=True, help="Draw the board after each step.")
@click.option("--grade", "alone", is_flag=True, help="Print only the grade of each board or position.")
@READING
@TAGS
@showing_options("One JSON object per line", steps=True)
def path(playing: Playing, reading: Reading, showing: Showing, draw: bool, alone: bool) -> None:
    """Play one board, or reason from a position, always taking the easiest step available.

    Of several it takes the first, unless --board names another; --grade takes all.

    Each step is a line with the reason and the grade: the production, how many clues it takes together
    (rows), and how many cells you have to look at. The words "one of 4" mean that four steps of this effort
    were possible. The hardest step is the grade of the board.
    """
    if alone:
        refuse_given("does not go with --grade", "limit", "draw", "picture", "step", "html")
    if showing.as_json:
        refuse_given("does not go with --json", "draw")
    if not alone:
        reading = replace(reading, number=reading.number or 1)
    for item in with_progress(items(reading), "boards") if alone else items(reading):
        with asking(item, showing.as_json):
            _print(find_path(item, playing), draw, alone, showing)


def _print(found: Finished, draw: bool, alone: bool, showing: Showing) -> None:
    from logicsweep.show.path import grade_json, grade_line_text, path_json, path_text

    if alone:
        echo_answer(showing.as_json, found, grade_line_text, grade_json)
    else:
        text = partial(path_text, draw=draw)
        answer(showing, found, text, path_json, lambda pages: pages.path_page, found.run, found)


@click.command(cls=Reader, epilog="Example: logicsweep sample first | logicsweep trace --limit 5 --agenda")
@playing_options("Who plays", "casual", GUESS)
@click.option(
    "--agenda",
    is_flag=True,
    help="Also show the agenda before each firing, and at the end what each production lacks.",
)
@file_option(
    "--graph",
    "provenance",
    about="Also write where each fact came from, as a graph. FILE ends in .dot, .graphml, .gexf or .json.",
)
@READING_ONE
@showing_options("One JSON object per line", steps=True)
def trace(playing: Playing, reading: Reading, showing: Showing, agenda: bool, provenance: str | None) -> None:
    """Play one board and print each firing: what matched, what it used and what followed.

    From a position, the player concludes what they can from what is visible. Facts are numbered f-1, f-2, ...
    A firing names its cell, the values of the rule's variables (x = r2c1, m = 2) and the facts that it used.
    """
    from logicsweep.show.trace import run_json, run_text

    form = ""
    if provenance is not None:
        from logicsweep.cli.convert import form_by_ending

        form = form_by_ending(provenance, "--graph")
    item = next(items(reading))
    with asking(item, showing.as_json):
        found, files = find_firings(item, playing, agenda), dict[str, str | bytes]()
        if provenance is not None:
            from logicsweep.show.graph import file_of, provenance_graph

            files[provenance] = file_of(provenance_graph(found.run.trace), form)
        page = lambda pages: pages.trace_page  # noqa: E731
        answer(showing, found, run_text, run_json, page, found.run, found, files)
