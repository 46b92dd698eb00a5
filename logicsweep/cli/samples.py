"""`sample`: the texts that the examples read, wherever logicsweep is installed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import click

from logicsweep.cli.options import Verb
from logicsweep.cli.output import echo_lines
from logicsweep.errors import InvalidInput, quoted


class Sample(NamedTuple):
    """A sample's file and what it shows."""

    file: Path
    about: str


def samples() -> dict[str, Sample]:
    """The samples by name, in the order of the table in their README.md."""
    package = Path(__file__).parents[1]
    folders = package / "samples", package.parent / "samples"  # in a wheel; in a checkout
    folder = next(filter(Path.is_dir, folders))
    table = (folder / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(.+?)` \| (.+) \|$", table, re.MULTILINE)
    return {Path(file).stem: Sample(folder / file, about) for file, about in rows}


@click.command(
    cls=Verb,
    short_help="A sample text to try the others with.",
    epilog="Example: logicsweep sample ladder",
)
@click.argument("name", required=False)
def sample(name: str | None) -> None:
    """Print the sample NAME, or without NAME list all samples, each with what it shows."""
    found = samples()
    if name is None:
        width = max(map(len, found))
        echo_lines(f"{each.ljust(width)}  {about}" for each, (_, about) in found.items())
    elif name in found:
        click.echo(found[name].file.read_text(encoding="utf-8"), nl=False)
    else:
        raise InvalidInput("NAME", f"one of {', '.join(found)}", quoted(name))
