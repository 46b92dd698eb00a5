"""`report`: what surveys say, as a table, a plot, a page, a file."""

from __future__ import annotations

from typing import Literal

import click

from logicsweep.cli.options import FileToWrite, Verb, complete_files
from logicsweep.cli.output import check_folder, echo, echo_text, write_file
from logicsweep.errors import InvalidInput, quoted


@click.command(
    cls=Verb,
    short_help="What surveys say: table, plot, page, CSV.",
    epilog="Example: logicsweep survey 4x4 --mines 2 -n 9 --out a && logicsweep report a",
)
@click.argument("folders", nargs=-1, required=True, metavar="DIR...", shell_complete=complete_files)
@click.option(
    "--csv",
    "table",
    type=FileToWrite(),
    metavar="FILE|-",
    shell_complete=complete_files,
    help="Write the numbers as CSV; - prints them alone.",
)
@click.option(
    "--plot",
    "picture",
    type=FileToWrite(printed=False),
    metavar="FILE.png|.svg",
    shell_complete=complete_files,
    help="Draw them: shares finished against density, and what remains.",
)
@click.option(
    "--html",
    type=FileToWrite(printed=False),
    metavar="FILE",
    shell_complete=complete_files,
    help="Write a page with the plot and the tables.",
)
def report(folders: tuple[str, ...], table: str | None, picture: str | None, html: str | None) -> None:
    """Tell how many boards each player finishes, and how many safe cells remain, by density and player.

    DIR is a folder that survey filled, also while it still works; several stand side by side. Each number
    has a 95 % interval: Wilson's score interval for shares, the normal one for means. Of surveys with
    --grade also how many rows (clues, and the mine total) the hardest step takes together on boards that are
    finished. The plot shows the shares with intervals as bands, where the gap between casual and expert is
    widest, and how much remains there.
    """
    from logicsweep.show import report as show
    from logicsweep.surveying.plan import require_extra
    from logicsweep.surveying.summary import report as summary_of

    form = _form(picture)
    if picture or html:
        require_extra("matplotlib")
    for name in filter(None, (table, picture, html)):
        check_folder(name)
    summaries = [summary_of(folder) for folder in folders]
    if picture or html:
        from logicsweep.show.report import plot

        if picture:
            write_file(picture, plot(summaries, form))
        if html:
            write_file(html, show.report_html(summaries, plot(summaries, "svg").decode()))
    if table and table != "-":
        write_file(table, show.report_csv(summaries))
    if table == "-":
        echo(show.report_csv(summaries).removesuffix("\n"))
    else:
        echo_text(show.report_text(summaries))


def _form(picture: str | None) -> Literal["png", "svg"]:
    """The form of a picture, by its name."""
    name = (picture or ".png").lower()
    if name.endswith(".png"):
        return "png"
    if name.endswith(".svg"):
        return "svg"
    raise InvalidInput("plot", "the name of a file that ends in .png or .svg", quoted(picture or ""))
