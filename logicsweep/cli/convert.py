"""`convert`: boards and positions in another format, or as links; `graph`: as graphs for other programs."""

from __future__ import annotations

import os.path

import click

from logicsweep.cli.inputs import READING, READING_ONE, Reader, items
from logicsweep.cli.options import OUT, complete_words, refuse_given, start_option
from logicsweep.cli.output import write_content, write_file
from logicsweep.errors import InvalidInput, quote
from logicsweep.verbs.convert import KINDS, SITES, format_named, format_names
from logicsweep.verbs.convert import convert as convert_all
from logicsweep.verbs.reading import Reading


@click.command(cls=Reader, epilog="Example: logicsweep sample position | logicsweep convert --to mine")
@click.option(
    "--to",
    metavar="FORMAT",
    shell_complete=complete_words(lambda _: format_names()),
    help="The format to write.  [default: from the file extension of --out]",
)
@OUT
@click.option(
    "--as",
    "kind",
    type=click.Choice([*KINDS]),
    help="Write boards or positions, if the format can hold both.  [default: what FILE holds]",
)
@start_option(
    "The first click on a board: written with the board, or where the game to a position begins.",
    otherwise="",
)
@click.option("--clues-only", is_flag=True, help="Leave out the flags and the mine total of positions.")
@click.option(
    "--open",
    "site",
    type=click.Choice([*SITES]),
    help="Print links that open the boards or positions on that site, one per line.",
)
@READING
def convert(
    to: str | None,
    out: str | None,
    kind: str | None,
    start: str | None,
    clues_only: bool,
    site: str | None,
    reading: Reading,
) -> None:
    """Write boards or positions in the format --to, or as links with --open.

    To turn a board into a position, the casual player plays it from --start until stuck. If the format
    cannot hold something, an error names it. A format without first clicks drops those of the input.
    """
    if site:
        refuse_given("does not go with --open", "to", "out")
    rows = SITES[site] if site else format_named(to, out)
    only_mines = "boards" not in rows or kind == "position"
    found = items(reading, boards=("mines",) if only_mines else ("mines", "clues_only"))
    contents = convert_all(found, rows, kind, start, clues_only, field_told=reading.field is not None)
    if out in (None, "-"):
        for content in contents:
            write_content(content)
    else:
        write_file(out, b"".join([one.encode() if isinstance(one, str) else one for one in contents]))


FORMS = ("json", "dot", "graphml", "gexf")
"""The forms of graphs, which are also their file extensions."""
_ENDINGS = f"a name that ends in {', '.join(f'.{one}' for one in FORMS)}"


@click.command(cls=Reader, epilog="Example: logicsweep sample first | logicsweep graph --to graphml")
@click.option(
    "--to",
    type=click.Choice(FORMS),
    show_default="the file extension of --out, or json",
    help="What to write. dot is Graphviz's language and needs the extra `graph`.",
)
@OUT
@READING_ONE
def graph(to: str | None, out: str | None, reading: Reading) -> None:
    """Write the cell graph of one board or position, for programs that draw or study graphs.

    A node has the cell's name, x, y, row and col, and its content: mine on a board, or state and clue in a
    position. All these formats can be read by networkx. The format json is graph, which every verb reads too.
    """
    form = to or form_by_ending(out or "", "--out", "json")
    item = next(items(reading))
    if form == "json":
        [content] = convert_all(iter([item]), format_named("graph"))
    else:
        from logicsweep.show.graph import cells_graph, file_of

        content = file_of(cells_graph(item.what, item.start), form)
    write_file(out or "-", content)


def form_by_ending(file: str, option: str, default: str | None = None) -> str:
    """The graph format that a file's extension names, or the default.

    Raises InvalidInput for another extension and, without a default, for none.
    """
    ending = os.path.splitext(file)[1][1:].lower()  # noqa: PTH122  # pathlib takes milliseconds
    if ending in FORMS:
        return ending
    if ending or default is None:
        raise InvalidInput(option, _ENDINGS, quote(file))
    return default
