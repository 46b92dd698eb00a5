"""`convert`: boards and positions in another format, or as links; `graph`: as graphs that programs study."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any

import click

from logicsweep import formats
from logicsweep.boards.board import Board, View
from logicsweep.boards.many import Boards, with_starts
from logicsweep.cli.inputs import READING, READING_ONE, Reader, items, refuse_idle
from logicsweep.cli.options import OUT, among, refuse_given
from logicsweep.cli.output import write_content, write_file
from logicsweep.cli.playing import start_option
from logicsweep.errors import InvalidInput, quoted
from logicsweep.formats import Format, Kind
from logicsweep.formats.links import JSMINESWEEPER, analysis, puzzle
from logicsweep.formats.tatham import PAGE, game_id
from logicsweep.verbs.playing import position_of, start_on
from logicsweep.verbs.reading import Numbered, Reading, naming

KINDS: dict[str, Kind] = {"board": "boards", "position": "position"}
"""What `--as` calls what a format holds."""


def format_names(kind: Kind | None = None) -> list[str]:
    """The formats that are written; of this kind, if told."""
    return list(dict.fromkeys(row.name for row in _written(kind)))


def _written(kind: Kind | None) -> list[Format]:
    return [row for row in formats.FORMATS if row.write and kind in (None, row.holds)]


def format_named(
    name: str | None, out: str | None, kind: Kind | None = None, default: str | None = None
) -> dict[Kind, Format]:
    """The format to write, for each kind that it holds: by its name, or by the ending of a file's name, or
    the default; of this kind."""
    rows, names = _written(kind), ", ".join(format_names(kind))
    if name is None:
        name = next((row.name for row in rows if row.ends(out or "")), default)
    if name is None:
        endings = ", ".join(dict.fromkeys(ending for row in rows for ending in row.endings))
        expected = f"one of {names}, or --out with a name that ends in one of {endings}"
        raise InvalidInput("--to", expected, "none" if out is None else f"--out {quoted(out)}")
    if found := {row.holds: row for row in rows if row.name == name}:
        return found
    raise InvalidInput("--to", f"one of {names}", quoted(name))


def _site(link: Callable[[Any, int | None], str], *kinds: Kind, starts: bool = False) -> dict[Kind, Format]:
    """A site as formats that are only written: a link to it a line."""

    def write(found: Iterable[Board | View]) -> str:
        return "".join([f"{link(what, start)}\n" for what, start in with_starts(found)])

    return {kind: Format("", kind, "", bool, iter, write, one_by_one=True, starts=starts) for kind in kinds}


SITES = {
    "jsminesweeper": _site(lambda what, _: f"{JSMINESWEEPER}?analysis={analysis(what)}", *KINDS.values()),
    "pzplus": _site(lambda view, _: f"https://pzplus.tck.mn/p?{puzzle(view)}", "position"),
    "tatham": _site(lambda board, start: f"{PAGE}#{game_id(board, start)}", "boards", starts=True),
}
"""Where --open opens boards and positions, by name."""


@click.command(cls=Reader, epilog="Example: logicsweep sample position | logicsweep convert --to mine")
@click.option(
    "--to",
    metavar="FORMAT",
    shell_complete=among(lambda _: format_names()),
    help="The format to write.  [default: by the ending of --out]",
)
@OUT
@click.option(
    "--as",
    "kind",
    type=click.Choice([*KINDS]),
    help="Write boards or positions, where the format holds both.  [default: what FILE holds]",
)
@start_option(
    "The first click on a board: written with it, or played from, where a position is written.", otherwise=""
)
@click.option("--clues-only", is_flag=True, help="Leave out the flags and the mine total of positions.")
@click.option(
    "--open",
    "site",
    type=click.Choice([*SITES]),
    help="Print links that open the boards or positions there, one a line.",
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

    Where positions are wanted of boards, casual plays these from --start until they are stuck. What a format
    cannot hold is refused by name.
    """
    if site:
        refuse_given("does not go with --open", "to", "out")
    rows = SITES[site] if site else format_named(to, out)
    if kind and KINDS[kind] not in rows:
        others = " or ".join(f"{other}s" for other, holds in KINDS.items() if holds in rows)
        raise InvalidInput("--as", f"{others}, all that {site or next(iter(rows.values())).name} holds", kind)
    found_items = items(reading, (), ())
    first = next(found_items)
    row = rows.get(KINDS[kind or first.kind]) or next(iter(rows.values()))
    option = f"--open {site}" if site else f"--to {to}" if to else f"--out {quoted(out or '')}"
    if row.holds == "boards" and not row.starts:
        refuse_given(f"says nothing with {option}", "start")
    change = partial(_as_view, clues_only) if row.holds == "position" else partial(_as_board, option)
    found: Iterable[Numbered] = (change(item, start) for item in chain([first], found_items))
    if row.fields and reading.field is None:
        found = map(partial(_on_grid, row.name), found)
    parts = ([item] for item in found) if row.one_by_one else iter([list(found)])
    contents = (_content(row, part) for part in parts)
    if out in (None, "-"):
        for content in contents:
            write_content(content)
    else:
        write_file(out, b"".join([one.encode() if isinstance(one, str) else one for one in contents]))


def _as_board(option: str, item: Numbered, start: str | None) -> Numbered:
    refuse_idle(item.what, {"position": (), "boards": ("mines", "clues_only")})
    if not isinstance(item.what, Board):
        raise InvalidInput(option, "boards, all that it holds", item.title)
    with naming(item):
        return item if start is None else item._replace(start=start_on(item.what, start))


def _as_view(clues_only: bool, item: Numbered, start: str | None) -> Numbered:
    refuse_idle(item.what, {"position": ("start",), "boards": ("mines",)})
    if item.kind == "board" and start is None and item.start is None:
        why = "from where casual plays a board until they are stuck"
        raise InvalidInput("--start", f"the first click, such as r1c1 or best, {why}", "none")
    with naming(item):
        view = position_of(item, start)
    return item._replace(what=_clues_of(view) if clues_only else view, start=None)


def _clues_of(view: View) -> View:
    return View(view.graph, view.without_flags().marks)


def _content(row: Format, items: list[Numbered]) -> str | bytes:
    """Boards with first clicks, or positions; where only their clues could be written, the error says how."""
    assert row.write
    boards = [one.what for one in items if isinstance(one.what, Board)]
    if boards:
        return row.write(Boards.of(boards, [one.start for one in items]))
    views = [one.what for one in items if isinstance(one.what, View)]
    try:
        return row.write(views)
    except InvalidInput as error:
        with suppress(InvalidInput):
            row.write([_clues_of(view) for view in views])
            expected = f"{error.expected} (--clues-only leaves it out)"
            error = InvalidInput(error.place, expected, error.found)
        raise error from None


def _on_grid(name: str, item: Numbered) -> Numbered:
    """A board or position on a grid; InvalidInput for another rectangular field, unless --field told it."""
    graph = item.what.graph
    if graph.shape and graph.kind != "grid":
        expected = "a grid, or --field too, as rows do not tell their field"
        raise InvalidInput(f"format {name}", expected, f"a {graph.kind} field")
    return item


FORMS = ("json", "dot", "graphml", "gexf")
"""What graphs are written as; the endings of their files."""
_ENDINGS = f"a name that ends in {', '.join(f'.{one}' for one in FORMS)}"


@click.command(cls=Reader, epilog="Example: logicsweep sample first | logicsweep graph --to graphml")
@click.option(
    "--to",
    type=click.Choice(FORMS),
    show_default="the ending of --out, or json",
    help="What to write: dot is Graphviz's language and needs the extra `graph`.",
)
@OUT
@READING_ONE
def graph(to: str | None, out: str | None, reading: Reading) -> None:
    """Write the cell graph of one board or position, for programs that draw or study graphs.

    Nodes have the cells' names, x and y, row and col, and what they hold: mine on a board; state and clue in
    a position. networkx reads all of these; json is the format graph, which every verb reads too.
    """
    form = to or form_by_ending(out or "", "--out", "json")
    item = next(items(reading))
    write_file(out or "-", _as_graph(item, form))


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


def _as_graph(item: Numbered, form: str) -> bytes:
    if form == "json":
        from logicsweep.formats.graph import write_boards, write_views

        if isinstance(item.what, Board):
            return write_boards(Boards.of([item.what], [item.start])).encode()
        return write_views([item.what]).encode()
    from logicsweep.show.graph import cells_graph, file_of

    return file_of(cells_graph(item.what, item.start), form)
