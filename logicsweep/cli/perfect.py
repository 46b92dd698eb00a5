"""`perfect`: what the best strategy wins, and what policies lack of that."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Unpack, cast, get_args

import click

from logicsweep.boards.board import COVERED, View, blank
from logicsweep.boards.cells import CellGraph, FieldMaker
from logicsweep.cli.inputs import EACH, FIELD, FROM, MINES, Reader, Reading, items
from logicsweep.cli.options import (
    choice_option,
    complete_files,
    json_option,
    names_option,
    refuse_given,
    several,
)
from logicsweep.cli.output import echo_answer
from logicsweep.errors import InvalidInput, quoted
from logicsweep.guessing.perfect import CELLS, Chances, Promise, values
from logicsweep.guessing.perfect import perfect as perfect_from
from logicsweep.guessing.policy import POLICIES
from logicsweep.guessing.regrets import regret
from logicsweep.show.perfect import Promised, perfect_json, perfect_text
from logicsweep.verbs.reading import Numbered, naming

_SIZE = re.compile(r"([0-9]{1,9})[xX×]([0-9]{1,9})/([0-9]{1,9})", re.ASCII)
_LIKE_SIZE = re.compile(r"[0-9]+[xX×][-+.0-9/]*", re.ASCII)


@click.command(cls=Reader, epilog="Example: logicsweep perfect 4x4/4 --first safe --guess least-risk")
@choice_option(
    "--first",
    get_args(Promise),
    "What is promised of the first cell: nothing, that it is no mine, or that none is beside it either.",
)
@click.option("--start", metavar="r1c2", help="The first cell, of both.  [default: see above]")
@names_option("--guess", POLICIES, f"Tell what these policies win, too: {', '.join(POLICIES)}.")
@click.argument("files", nargs=-1, metavar="[SIZE|FILE|-|TEXT]...", shell_complete=complete_files)
@several(FROM, FIELD, EACH, MINES)
@json_option("One JSON object per field or position, one per line")
def perfect(
    first: str, start: str | None, guess: list[str], as_json: bool, **reading: Unpack[Reading]
) -> None:
    """Print what the best of all strategies wins, exactly, by the cell that is cleared next.

    SIZE, such as 4x4/4, is a field and its mines; a board stands for its own. A field has at most 60,000
    layouts, and so has each part of a position that nothing ties to others. 5x5/3 takes a second or two,
    5x5/5 minutes.

    The policies of --guess begin where they say; where something is promised, at the first of the best cells.
    """
    for item in _sized(reading) or items(reading, ()):
        with naming(item):
            view = item.what if isinstance(item.what, View) else blank(item.what.graph, item.what.mine_count)
            _print(item, view, *_found(view, cast(Promise, first), start, guess), as_json)


def _print(item: Numbered, view: View, found: Chances, more: Promised, as_json: bool) -> None:
    title = f"{item.title}: " if item.several or item.kind == "board" else ""
    echo_answer(
        as_json,
        lambda _: perfect_text(view, found, more, title),
        lambda: [perfect_json(item.what, item.number, found, more)],
    )


def _sized(reading: Reading) -> list[Numbered]:
    """The fields that are named by their sizes, where the first argument is like one, and no file."""
    texts, field = reading["files"], reading["field"] or CellGraph.grid
    if not texts or not _LIKE_SIZE.fullmatch(texts[0]) or Path(texts[0]).is_file():
        return []
    refuse_given("does not apply to a size", "form", "number", "mines")
    views = [_of_size(text, field) for text in texts]
    return [Numbered(number, view, None, len(texts) > 1) for number, view in enumerate(views, 1)]


def _of_size(text: str, field: FieldMaker) -> View:
    match = _SIZE.fullmatch(text)
    rows, cols, mines = map(int, match.groups()) if match else (0, 0, 0)
    if not mines < rows * cols:
        raise InvalidInput("SIZE", "rows x columns / mines such as 4x4/4, one cell safe", quoted(text))
    if rows * cols > CELLS**2:  # of fewer it is said how many layouts there are
        raise InvalidInput(f"{rows} x {cols}", f"at most {CELLS} cells", str(rows * cols))
    return blank(field(rows, cols), mines)


def _found(view: View, first: Promise, start: str | None, policies: list[str]) -> tuple[Chances, Promised]:
    if view.mines is None or {*view.marks} != {COVERED}:
        refuse_given("does not apply to a position with clues", "first", "start", "guess")
        return values(view), Promised(None)
    field = view.graph, view.mines, first
    found = perfect_from(*field, start)
    return found, Promised(first, tuple([regret(*field, name, start) for name in policies]))
