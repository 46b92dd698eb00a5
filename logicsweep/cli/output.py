"""How the verbs print: lines in blocks, colour, JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TypeVar

import click

T = TypeVar("T", bound=Callable[..., object])
_BLOCK, _PATIENCE = 512, 0.1  # lines, seconds


def json_option(about: str) -> Callable[[T], T]:
    """The options `--json`, with a line of help, and `--fields`, which lists the fields and leaves."""
    fields = click.option(
        "--fields",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_list_fields,
        help="List the fields of the JSON, and exit.",
    )
    as_json = click.option("--json", "as_json", is_flag=True, help=f"{about}; --fields lists the fields.")
    return lambda command: as_json(fields(command))


def _list_fields(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from logicsweep.show.fields import fields_text

        echo_lines(fields_text(context.command.name or ""))
        context.exit()


def colours() -> bool:
    """Whether to colour: only on a terminal, and not where NO_COLOR or TERM=dumb asks for none."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def echo_lines(lines: Iterable[str]) -> None:
    """Print lines in blocks of about a tenth of a second: `click.echo` flushes at each call.

    What came before an error is printed before it.
    """
    block: list[str] = []
    due = monotonic() + _PATIENCE
    try:
        for line in lines:
            block.append(line)
            if len(block) >= _BLOCK or monotonic() > due:
                text, block = "\n".join(block), []  # first: an interrupt must not print it twice
                click.echo(text)
                due = monotonic() + _PATIENCE
    finally:
        if block:
            click.echo("\n".join(block))
