"""`why`: why a cell is safe or a mine, or what it would take to know."""

from __future__ import annotations

import os
from functools import partial

import click

from logicsweep.cli.inputs import READING_ONE, Reader, items
from logicsweep.cli.options import STAGE, TAGS, Showing, refuse_given, showing_options
from logicsweep.cli.output import answer as print_answer
from logicsweep.cli.output import echo_answer
from logicsweep.cli.playing import GUESSING, TRUST_FLAGS, asking, playing_options, policy_options
from logicsweep.errors import InvalidInput, quote
from logicsweep.verbs.playing import Playing
from logicsweep.verbs.reading import Reading
from logicsweep.verbs.why import why as why_of

_OF_GAMES = ("start", "strategy", "seed", "limit")  # options that do not apply to positions


@click.command(cls=Reader, epilog="Example: logicsweep sample first | logicsweep why r3c3 --start r1c1")
@click.argument("cell")
@playing_options("Whom to ask; by default the expert, who also says if a casual player can tell", None)
@TRUST_FLAGS
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Explain every step in full, list the firings of the game that lead to CELL, and name safe cells "
    "that would settle it.",
)
@click.option("--refute", is_flag=True, help="Assume the opposite, and show step by step how it fails.")
@STAGE
@policy_options("If the cell is not forced, also say whether a policy would clear it, and why")
@READING_ONE
@TAGS
@showing_options("One JSON object")
def why(
    cell: str,
    playing: Playing,
    reading: Reading,
    showing: Showing,
    trust_flags: bool,
    every: bool,
    refute: bool,
    stage: int | None,
    guess: str | None,
) -> int:
    """Explain how a player decides CELL, or why they cannot; exit status 1 if they cannot.

    If the player decides it, print a proof that starts from clues. If not, say that they find it later, or
    show the easiest way to decide it and what that needs.

    If nobody can know, draw two layouts, (a) and (b), that differ in as few cells as possible, where they
    differ. With --all, also name the safe cells whose clue would decide it.
    """
    if not reading.files and os.path.isfile(cell):  # noqa: PTH113  # never raises
        raise InvalidInput("CELL", "a cell such as r1c2", f"the file {quote(cell)}")
    if stage:
        refuse_given("does not go with --stage", "every", "refute", *GUESSING, "picture", "html")
    item = next(items(reading, _OF_GAMES, ("mines", "trust_flags")))
    with asking(item, showing.as_json):
        asked = why_of(item, cell, playing, trust_flags)
        full = asked.full_answer(refute, guess, every)
        if stage:
            from logicsweep.show.stages import cell_stage_json, cell_stage_text

            json = partial(cell_stage_json, stage=stage, number=item.number)
            echo_answer(showing.as_json, full, partial(cell_stage_text, stage=stage), json)
        else:
            from logicsweep.show.why import answer_json, answer_text

            json = partial(answer_json, number=item.number)
            page = lambda pages: partial(pages.why_page, asked=asked)  # noqa: E731
            print_answer(showing, full, answer_text, json, page, full, asked)
    return 0 if asked.knows(full.answer.kind) else 1
