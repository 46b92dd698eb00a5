"""`perfect`: how often the best strategy wins, and how much less the policies win."""

from __future__ import annotations

import os.path
import re
from typing import cast, get_args

import click

from logicsweep.boards.random import Promise
from logicsweep.cli.inputs import EACH, FIELD, FROM, MINES, SIGNS, Reader, items
from logicsweep.cli.options import (
    choice_option,
    complete_files,
    gather_options,
    hint_at_policy,
    json_option,
    refuse_given,
)
from logicsweep.cli.output import echo_answer
from logicsweep.cli.playing import GUESSING, asking, policy_options
from logicsweep.show.perfect import perfect_json, perfect_text
from logicsweep.verbs.perfect import fields_of, is_whole
from logicsweep.verbs.perfect import perfect as perfect_of
from logicsweep.verbs.reading import Reading

_LIKE_SIZE = re.compile(r"[0-9]+[xX×][-+.0-9/]*", re.ASCII)
_FILES = click.argument("files", nargs=-1, metavar="[SIZE|FILE|-|TEXT]...", shell_complete=complete_files)


@click.command(cls=Reader, epilog="Example: logicsweep perfect 4x4/4 --first safe --policy least-risk")
@choice_option(
    "--first",
    get_args(Promise),
    "The promise about the first cell. any: none; safe: no mine; opening: no mine on it or beside it.",
)
@click.option(
    "--start",
    metavar="r1c2",
    help="The first cell for the best strategy and the policies.  [default: see above]",
)
@policy_options("Also say how often a policy wins", listed=True)
@gather_options("reading", Reading, _FILES, FROM, FIELD, EACH, MINES, *SIGNS)
@json_option("One JSON object per field or position, one per line")
def perfect(first: str, start: str | None, guess: list[str], as_json: bool, reading: Reading) -> None:
    """Print how often the best of all strategies wins, exactly, for each cell to clear next.

    SIZE, such as 4x4/4, is a field and its mine count; a board stands for its field and mine count. At
    most 60,000 layouts may keep the promise after a first cell (200,000 with the extra `fast`). An
    independent part of a position has at most 18,000 (60,000). 5x5/4 takes 15 seconds, 5x5/5 two or three
    minutes; with `fast` 5x5/5 takes 16 seconds, 5x5/6 a minute and a half.

    The policies choose their own first cell. With --first safe or opening, they begin at the
    first of the best cells.
    """
    texts = reading.files
    sized = bool(texts) and _LIKE_SIZE.fullmatch(texts[0]) and not os.path.isfile(texts[0])  # noqa: PTH113
    if sized:
        refuse_given("does not apply to a size such as 4x4/4", "form", "number", "mines", "covered", "empty")
        if name := next(filter(hint_at_policy, texts), None):
            raise click.UsageError(f"{name} is not a size{hint_at_policy(name)}")
    for item in fields_of(texts, reading.field) if sized else items(reading, ()):
        with asking(item, as_json):
            if not is_whole(item):
                refuse_given("does not apply to a position with clues", "first", "start", *GUESSING)
            found = perfect_of(item, cast(Promise, first), start, guess)
            echo_answer(as_json, found, perfect_text, perfect_json)
