"""`--field`: of which field rows are cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from logicsweep.boards.cells import CellGraph, FieldMaker

if TYPE_CHECKING:
    from click.decorators import FC


FIELDS: dict[str, FieldMaker] = {
    "grid": CellGraph.grid,
    "torus": CellGraph.torus,
    "hex": CellGraph.hexagonal,
}
"""What `--field` calls the fields of rows."""


def field_option(about: str) -> Callable[[FC], FC]:
    """The option, with its help; its value is the function that makes such a field, or None."""
    return click.option(
        "--field",
        type=click.Choice([*FIELDS]),
        callback=lambda _, __, name: FIELDS.get(name),
        help=about,
    )
