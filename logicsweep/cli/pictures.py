"""`--svg`, `--step` and `--html`: the answer as something to look at, for the verbs that have it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from logicsweep.cli.complete import files
from logicsweep.cli.usage import refuse_given
from logicsweep.cli.written import FileToWrite
from logicsweep.errors import InvalidInput

if TYPE_CHECKING:
    from logicsweep.boards.drawable import Drawable
    from logicsweep.cli.inputs import Item
    from logicsweep.show.page.page import PageRecord

SVG = click.option(
    "--svg",
    "picture",
    type=FileToWrite(),
    metavar="FILE|-",
    shell_complete=files,
    help="Draw the answer as an SVG picture of one board or position: into FILE, besides what is printed; "
    "- prints it alone.",
)
STEP = click.option(
    "--step",
    type=click.IntRange(min=1),
    metavar="N",
    help="With --svg: draw step N, what it stands on and what it decides, not the end.",
)
HTML = click.option(
    "--html",
    type=FileToWrite(printed=False),  # what is printed beside a page would not be one
    metavar="FILE",
    shell_complete=files,
    help="Write also a page that shows it step by step: one file for a browser, which needs nothing else.",
)


def check_picture(picture: str | None, as_json: bool) -> None:
    """Refuse what does not go together."""
    if picture is None:
        refuse_given("says nothing without --svg", "step")
    elif picture == "-" and as_json:
        raise click.UsageError("--svg - and --json do not go together")


def only_one(items: Iterator[Item], picture: str | None, html: str | None) -> Iterator[Item]:
    """These boards or positions; where a picture or a page is asked for there may be only one."""
    option = "--html" if picture is None else "--svg"
    first = next(items, None) if (picture, html) != (None, None) else None
    if first and next(items, None):
        raise InvalidInput(option, "one board or position (--board N takes one)", "several")
    yield from [first] if first else []
    yield from items


def picture_and_page(
    value: Drawable,
    page: Callable[[], PageRecord],
    picture: str | None,
    html: str | None,
    step: int | None = None,
) -> dict[str, str]:
    """The files that `--svg` and `--html` ask for, by their names, `-` for what is printed.

    All is made before any of it is written.
    """
    files: dict[str, str] = {}
    if picture is not None:
        from logicsweep.show.svg import svg

        files[picture] = svg(value, step)
    if html is not None:
        from logicsweep.show.page.page import page_html

        files[html] = page_html(page())
    return files
