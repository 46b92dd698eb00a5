"""`survey`: how far players get on many random boards, stored in a folder; `report`: the results."""

from __future__ import annotations

import shlex
import sys
from typing import Literal

import click

from logicsweep.boards.words import plural
from logicsweep.cli.options import (
    Verb,
    complete_files,
    field_option,
    file_option,
    gather_options,
    html_option,
    jobs_option,
    names_option,
    number_option,
)
from logicsweep.cli.output import check_folder, echo, echo_text, write_file
from logicsweep.cli.playing import policy_options, rules_option
from logicsweep.errors import InvalidInput, quote
from logicsweep.games.players import PLAYERS
from logicsweep.surveying.plan import CHOSEN_FIRST, FIRSTS, STARTS
from logicsweep.verbs.survey import SIZE, Survey


@click.command(cls=Verb, epilog="Example: logicsweep survey 9x9 --mines 5,10 -n 20 --out small")
@gather_options(
    "asked",
    Survey,
    click.argument("size", metavar=SIZE),
    click.option(
        "--mines",
        metavar="A:B:STEP|A,B,...",
        help="Mine counts, or densities such as 0.1:0.3:0.02, unless the size has them.",
    ),
    names_option("--players", PLAYERS, "Who plays.", ",".join(PLAYERS)),
    click.option(
        "--start",
        metavar="START",
        show_default="opening; with --first, corner",
        help="The first cell. "
        + "; ".join(map(": ".join, STARTS.items()))
        + ". For other words see --first.",
    ),
    click.option(
        "--first",
        type=click.Choice([*FIRSTS]),
        metavar="|".join(FIRSTS),
        help="Choose the first click before placing the mines, with this promise: "
        + "; ".join(map(": ".join, FIRSTS.items()))
        + f". --start is then {', '.join(CHOSEN_FIRST)} (all cells in turn, one for each set of symmetric "
        "cells) or r1c2.",
    ),
    policy_options("Also play each game to its end by guessing", " Yours are not compiled.", listed=True),
    field_option("torus: opposite edges touch; hex: six neighbours.", "grid"),
    number_option(
        "--seed",
        least=0,
        most=2**64 - 1,
        default=1,
        about="The random seed. A board depends only on the size, mine count, seed and its index.",
    ),
    click.option("--grade", is_flag=True, help="Also record the hardest step of each path; far slower."),
    rules_option("Add a player 'own': casual plus your productions, as in compare; slower."),
)
@number_option(
    "-n",
    "boards",
    least=1,
    most=10**12,
    default=1000,
    metavar="BOARDS",
    about="How many boards for each mine count.",
)
@click.option(
    "--out", required=True, metavar="DIR", help="The folder; boards already in it are not played again."
)
@jobs_option("The number of workers")
@number_option(
    "--batch",
    least=1,
    most=1_000_000,
    about="How many boards a worker plays at a time and writes to one file.  [default: 10000 for compiled "
    "code, else 200]",
)
@click.option("--cluster", metavar="tcp://HOST:PORT", help="Use the Dask cluster of this scheduler.")
def survey(asked: Survey, boards: int, out: str, jobs: int, batch: int | None, cluster: str | None) -> int:
    """Play random boards with every player, and store in a folder how many cells remain.

    Writes Parquet files to DIR, with a row for each board and player. If it is interrupted, the same command
    goes on where it stopped; a larger -n extends the survey. report reads DIR. Needs pip install
    'logicsweep[survey]', and [fast] for speed.

    Exit status: 0 done, 1 done except for the boards in DIR/_failures.jsonl, whose workers died, 2 wrong
    usage or input, 130 interrupted.
    """
    from logicsweep.surveying.run import Paused
    from logicsweep.surveying.run import survey as run_survey

    if not out:
        raise InvalidInput("--out", "the name of a folder", "an empty name")
    plan = asked.plan()
    try:
        found = run_survey(plan, boards, out, jobs=jobs, batch=batch, cluster=cluster)
    except Paused as stop:
        raise Paused(*stop.args[:2], shlex.join(["logicsweep", *sys.argv[1:]])) from None
    each = f"{plural(len(plan.mines), 'number')} of mines, {plural(len(plan.players), 'player')}"
    echo(f"{plural(found.boards, 'board')} in {out} ({found.new} new; {each})")
    if found.failed:
        echo(f"{plural(found.failed, 'board')} not answered: see {out}/_failures.jsonl", err=True)
    return 1 if found.failed else 0


@click.command(
    cls=Verb, epilog="Example: logicsweep survey 4x4 --mines 2 -n 9 --out a && logicsweep report a"
)
@click.argument("folders", nargs=-1, required=True, metavar="DIR...", shell_complete=complete_files)
@file_option(
    "--csv",
    "table",
    metavar="FILE|-",
    about="Write the numbers as CSV; - prints them alone.",
    endings=(".csv",),
)
@file_option(
    "--plot",
    "picture",
    metavar="FILE.png|.svg",
    printed=False,
    about="Plot the shares of boards finished and games won against density, the cells that remain, and for "
    "--start each a map of the first cells.",
)
@html_option("Write a page with the plot and the tables.")
def report(folders: tuple[str, ...], table: str | None, picture: str | None, html: str | None) -> None:
    """Report how many boards each player finishes, and how many safe cells remain, by density and player.

    DIR is a folder that survey fills, even while it is still running; several are shown side by side. Each
    number has a 95% interval: Wilson's score interval for shares, the normal one for means.
    """
    from logicsweep.show import report as show
    from logicsweep.surveying.plan import require_extra
    from logicsweep.surveying.summary import report as summary_of

    form = _find_ending(picture)
    if picture or html:
        require_extra("matplotlib")
    for name in filter(None, (table, picture, html)):
        check_folder(name)
    summaries = [summary_of(folder) for folder in folders]
    if picture:
        write_file(picture, show.plot(summaries, form))
    if html:
        write_file(html, show.report_html(summaries, show.plot(summaries, "svg").decode()))
    if table:
        write_file(table, show.report_csv(summaries))
    if table != "-":
        echo_text(show.report_text(summaries))
    for line in [line for one in summaries for line in show.missing_text(one)] if table == "-" else ():
        echo(line, err=True)


def _find_ending(picture: str | None) -> Literal["png", "svg"]:
    forms: dict[str, Literal["png", "svg"]] = {".png": "png", ".svg": "svg"}
    if picture and picture[-4:].lower() not in forms:
        raise InvalidInput("plot", "the name of a file that ends in .png or .svg", quote(picture))
    return forms[(picture or ".png")[-4:].lower()]
