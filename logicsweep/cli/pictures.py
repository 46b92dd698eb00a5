"""`--svg` and `--step`: the answer as a picture, for the verbs that have one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from logicsweep.cli.complete import files
from logicsweep.cli.usage import refuse_given
from logicsweep.errors import InvalidInput

if TYPE_CHECKING:
    from logicsweep.cli.inputs import Item
    from logicsweep.drawable import Drawable

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


def check_picture(picture: str | None, as_json: bool) -> None:
    """Refuse what does not go together."""
    if picture is None:
        refuse_given("says nothing without --svg", "step")
    elif picture == "-" and as_json:
        raise click.UsageError("--svg - and --json do not go together")


def drawable(items: Iterator[Item], picture: str | None) -> Iterator[Item]:
    """These boards or positions; where a picture is asked for there may be only one."""
    first = next(items, None) if picture else None
    if first and next(items, None):
        raise InvalidInput("--svg", "one board or position (--board takes one of several)", "several")
    yield from [first] if first else []
    yield from items


def draws(value: Drawable, picture: str | None, step: int | None = None) -> bool:
    """Draw a value where `--svg` says; whether the picture is all that is to be printed."""
    if picture is None:
        return False
    from logicsweep.cli.output import write_file
    from logicsweep.show.svg import svg

    drawn = svg(value, step)
    if picture == "-":
        click.echo(drawn, nl=False)
        return True
    write_file(picture, drawn)
    return False
