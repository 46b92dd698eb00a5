"""`live`: the page that answers, from this computer or as a folder of files."""

from __future__ import annotations

import shlex
from importlib.util import find_spec
from urllib.parse import quote as quote_part
from urllib.parse import urlencode

import click

from logicsweep.boards.cells import FieldMaker
from logicsweep.cli.inputs import FIELD, SIGNS, sources
from logicsweep.cli.options import Verb, complete_files, number_option, refuse_given
from logicsweep.cli.output import echo
from logicsweep.errors import InvalidInput, quote
from logicsweep.verbs.convert import convert, format_named
from logicsweep.verbs.lesson import lesson_files
from logicsweep.verbs.reading import READS, SHORT, Numbered, Reading, items


@click.command(cls=Verb, epilog="Example: logicsweep live '1#1#'")
@click.argument("file", required=False, metavar="[FILE|-|TEXT|LINK]", shell_complete=complete_files)
@FIELD
@SIGNS[0]
@SIGNS[1]
@click.option("--lesson", metavar="NAME", help="Open this lesson: two-rules, 1-1, 1-2 and so on.")
@number_option("--port", least=0, most=65535, default=0, about="The port of the page; 0: any free port.")
@click.option("--no-open", "silent", is_flag=True, help="Do not open the page in the browser.")
@click.option(
    "--export",
    "folder",
    metavar="DIR",
    help="Write the page as a folder of static files instead, for any host: Python runs in the browser.",
)
@click.option(
    "--from",
    "source",
    metavar="DIR",
    help="With --export: take what is not installed from DIR.",
)
def live(
    file: str | None,
    field: FieldMaker | None,
    covered: str,
    empty: str,
    lesson: str | None,
    port: int,
    silent: bool,
    folder: str | None,
    source: str | None,
) -> None:
    """Open a page that answers: set up a position or paste one, and ask what is known and why.

    A program on this computer answers the page, until Ctrl-C. Nothing leaves the computer, and nothing is
    stored.
    """
    reading = "field", "covered", "empty"
    if folder is not None:
        refuse_given("does not go with --export", "file", *reading, "lesson", "port", "silent")
        _export(folder, source)
        return
    refuse_given("needs --export", "source")
    if missing := [name for name in ("starlette", "uvicorn") if find_spec(name) is None]:
        expected = f"{' and '.join(missing)} installed (pip install 'logicsweep[live]')"
        raise InvalidInput("live", expected, "no such installation")
    from logicsweep.live.server import serve

    parameters = dict[str, str]()
    if lesson is not None:
        refuse_given("does not go with --lesson", "file", *reading)
        if lesson not in (names := lesson_files()):
            raise InvalidInput("--lesson", f"one of {', '.join(names)}", quote(lesson))
        parameters = {"lesson": lesson}
    elif file is not None:
        kinds = READS["path"]
        how = Reading(field=field, covered=covered, empty=empty)
        item = next(items(sources([file], kinds, covered + empty), kinds, how))
        parameters = _list_parameters(item)
    fragment = f"#{urlencode(parameters, quote_via=quote_part)}" if parameters else ""

    def announce(address: str) -> None:
        echo(f"{address}{fragment}")
        echo("Ctrl-C ends it", err=True)
        if not silent:
            _open(address + fragment)

    serve(port, announce)


def _export(folder: str, source: str | None) -> None:
    from logicsweep.live.export import export

    size = export(folder, source)
    echo(f"wrote {quote(folder)}: {size / 1e6:.1f} MB; try: python -m http.server -d {shlex.quote(folder)}")


def _list_parameters(item: Numbered) -> dict[str, str]:
    """The board or position as the page's address holds it."""
    graph = item.what.graph
    form = ("judge" if item.kind == "board" else "position") if graph.shape else "graph"
    [text] = convert(iter([item]), format_named(form), field_told=True)
    told = {"p": str(text)}
    if graph.shape and graph.kind != "grid":
        told["field"] = SHORT.get(graph.kind, graph.kind)
    return told | ({"start": graph.name(item.start)} if item.start is not None else {})


def _open(address: str) -> None:
    import webbrowser
    from threading import Thread

    Thread(target=webbrowser.open, args=(address,), daemon=True).start()  # it may wait for the browser
