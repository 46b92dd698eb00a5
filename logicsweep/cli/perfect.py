"""`perfect`: what the best strategy wins, and what policies lack of that."""

from __future__ import annotations

import os.path
import re
from typing import cast, get_args

import click

from logicsweep.cli.inputs import EACH, FIELD, FROM, MINES, Reader, items
from logicsweep.cli.options import (
    choice_option,
    complete_files,
    gathered,
    json_option,
    names_option,
    refuse_given,
)
from logicsweep.cli.output import echo_answer
from logicsweep.cli.playing import asking
from logicsweep.guessing.perfect import Promise
from logicsweep.guessing.policy import POLICIES
from logicsweep.show.perfect import perfect_json, perfect_text
from logicsweep.verbs.perfect import fields_of, is_whole
from logicsweep.verbs.perfect import perfect as perfect_of
from logicsweep.verbs.reading import Reading

_LIKE_SIZE = re.compile(r"[0-9]+[xX×][-+.0-9/]*", re.ASCII)
_FILES = click.argument("files", nargs=-1, metavar="[SIZE|FILE|-|TEXT]...", shell_complete=complete_files)


@click.command(cls=Reader, epilog="Example: logicsweep perfect 4x4/4 --first safe --guess least-risk")
@choice_option(
    "--first",
    get_args(Promise),
    "What is promised of the first cell: nothing, that it is no mine, or that none is beside it either.",
)
@click.option("--start", metavar="r1c2", help="The first cell, of both.  [default: see above]")
@names_option("--guess", POLICIES, f"Tell what these policies win, too: {', '.join(POLICIES)}.")
@gathered("reading", Reading, _FILES, FROM, FIELD, EACH, MINES)
@json_option("One JSON object per field or position, one per line")
def perfect(first: str, start: str | None, guess: list[str], as_json: bool, reading: Reading) -> None:
    """Print what the best of all strategies wins, exactly, by the cell that is cleared next.

    SIZE, such as 4x4/4, is a field and its mines; a board stands for its own. A field has at most 60,000
    layouts, and so has each part of a position that nothing ties to others. 5x5/3 takes a second or two,
    5x5/5 minutes.

    The policies of --guess begin where they say; where something is promised, at the first of the best cells.
    """
    texts = reading.files
    sized = bool(texts) and _LIKE_SIZE.fullmatch(texts[0]) and not os.path.isfile(texts[0])  # noqa: PTH113
    if sized:
        refuse_given("does not apply to a size", "form", "number", "mines")
    for item in fields_of(texts, reading.field) if sized else items(reading, ()):
        with asking(item, as_json):
            if not is_whole(item):
                refuse_given("does not apply to a position with clues", "first", "start", "guess")
            found = perfect_of(item, cast(Promise, first), start, guess)
            echo_answer(as_json, found, perfect_text, perfect_json)
