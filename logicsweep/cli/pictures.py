"""`--svg`, `--step` and `--html`: the answer as something to look at, for the verbs that have it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from logicsweep.cli.complete import files
from logicsweep.cli.output import write_file
from logicsweep.cli.usage import refuse_given
from logicsweep.errors import InvalidInput

if TYPE_CHECKING:
    from logicsweep.cli.inputs import Item
    from logicsweep.drawable import Drawable
    from logicsweep.show.page.records import PageRecord

SVG = click.option(
    "--svg",
    "picture",
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


def _named(_: click.Context, option: click.Parameter, name: str | None) -> str | None:
    """A page goes into a file: what is printed beside it would not be one."""
    if name == "-":
        raise InvalidInput(option.opts[0], "the name of a file", "'-'")
    return name


HTML = click.option(
    "--html",
    metavar="FILE",
    callback=_named,
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


def draws(value: Drawable, picture: str | None, step: int | None = None) -> bool:
    """Draw a value where `--svg` says; whether the picture is all that is to be printed."""
    if picture is None:
        return False
    from logicsweep.show.svg import svg

    drawn = svg(value, step)
    if picture == "-":
        click.echo(drawn, nl=False)
        return True
    write_file(picture, drawn)
    return False


def write_page(html: str, told: PageRecord) -> None:
    """Write a page into a file."""
    from logicsweep.show.page.wrap import page_html

    write_file(html, page_html(told))
