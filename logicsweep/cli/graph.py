"""`graph`: the cell graph of a board or position, for programs that draw and study graphs."""

from __future__ import annotations

from typing import Unpack

import click

from logicsweep import formats
from logicsweep.boards.board import Board
from logicsweep.boards.many import Boards
from logicsweep.cli.inputs import READING_ONE, Item, Reader, Reading, items
from logicsweep.cli.options import out_option
from logicsweep.cli.output import write_file
from logicsweep.errors import InvalidInput, quoted

FORMS = ("json", "dot", "graphml", "gexf")
"""What graphs are written as; the endings of their files."""
_ENDINGS = f"a name that ends in {', '.join(f'.{one}' for one in FORMS)}"


@click.command(
    cls=Reader,
    epilog="Example: logicsweep sample first | logicsweep graph --to graphml",
)
@click.option(
    "--to",
    type=click.Choice(FORMS),
    show_default="the ending of --out, or json",
    help="What to write: dot is Graphviz's language and needs the extra `graph`.",
)
@out_option()
@READING_ONE
def graph(to: str | None, out: str | None, **reading: Unpack[Reading]) -> None:
    """Write the cell graph of one board or position, for programs that draw or study graphs.

    Nodes have the cells' names, x and y, row and col, and what they hold: mine on a board; state and clue in
    a position. networkx reads all of these; json is the format graph, which every verb reads too.
    """
    form = to or form_by_ending(out or "", "--out", "json")
    item = next(items(reading))
    write_file(out or "-", _written(item, form))


def form_by_ending(file: str, option: str, default: str | None = None) -> str:
    """The format that the ending of a file's name says, or the default.

    InvalidInput for a name that ends otherwise, or as another format does.
    """
    form = file.rpartition(".")[2].lower()
    if form not in FORMS:
        other = next((row.name for row in formats.FORMATS if default and row.ends(file)), None)
        if default is None or other:
            raise InvalidInput(option, _ENDINGS, quoted(file) + (f", the ending of {other}" if other else ""))
        return default
    return form


def _written(item: Item, form: str) -> bytes:
    if form == "json":
        from logicsweep.formats import graph

        if isinstance(item.what, Board):
            return graph.write_boards(Boards.of([item.what], [item.start])).encode()
        return graph.write_views([item.what]).encode()
    from logicsweep.show.graph import cells_graph, file_of

    return file_of(cells_graph(item.what, item.start), form)
