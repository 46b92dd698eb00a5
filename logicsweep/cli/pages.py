"""`--html`: what a verb tells, as one page that shows it step by step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

import click

from logicsweep.cli.output import write_file
from logicsweep.errors import InvalidInput

if TYPE_CHECKING:
    from logicsweep.cli.inputs import Item
    from logicsweep.show.page.records import PageRecord

HTML = click.option(
    "--html",
    metavar="FILE",
    help="Write also a page that shows it step by step: one file for a browser, which needs nothing else.",
)


def only_one(items: Iterator[Item], html: str | None) -> Iterator[Item]:
    """The boards and positions; a page shows one, and where there are several it says so."""
    if html is None:
        return items
    first = next(items)
    if next(items, None):
        raise InvalidInput("--html", "one board or position (--board N takes one)", "several")
    return chain([first], ())


def write_page(html: str, told: PageRecord) -> None:
    """Write a page into a file."""
    from logicsweep.show.page.wrap import page_html

    write_file(html, page_html(told))
