"""`generate`: boards made to order."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from logicsweep.boards.many import Boards
from logicsweep.cli.options import (
    HTML,
    OUT,
    Verb,
    complete_words,
    field_option,
    gather_options,
    jobs_option,
    json_option,
    number_option,
    refuse_given,
)
from logicsweep.cli.output import check_folder, echo, echo_lines, write_content, write_file
from logicsweep.cli.playing import player_option
from logicsweep.errors import InvalidInput, NoneMade
from logicsweep.formats import Format
from logicsweep.generating.generate import TRIES
from logicsweep.verbs.convert import format_names
from logicsweep.verbs.generate import BOARD_SITES, SIZE, Wishes, written_as
from logicsweep.verbs.generate import generate as generated

if TYPE_CHECKING:
    from logicsweep.generating.generated import Generated


@click.command(cls=Verb, epilog="Example: logicsweep generate 9x9/10 --for casual -n 2")
@number_option("-n", "count", least=1, default=1, about="How many boards.")
@number_option("--seed", default=0, about="The random seed; another seed gives other boards.")
@gather_options(
    "wishes",
    Wishes,
    click.argument("size", metavar=SIZE),
    field_option("The kind of field. torus: opposite edges touch; hex: six neighbours.  [default: grid]"),
    click.option(
        "--start",
        metavar="CELL|any",
        help="The first click. any: a random cell for each board, which --json, --to tatham and --to graph "
        "include.  [default: the middle]",
    ),
    click.option(
        "--first",
        type=click.Choice(["safe", "opening"]),
        default="opening",
        show_default=True,
        help="The first cell is safe, or an opening: no mine on it or beside it.",
    ),
    player_option("The player who finishes the board without guessing.", "expert", "--for", "finisher"),
    player_option("A weaker player who does not finish it.", None, "--not-for", "not_for"),
    click.option(
        "--grade",
        metavar="LOW..HIGH",
        help="How many clues the hardest step of the player's path takes together: 3, 2..4, 3..",
    ),
    click.option(
        "--steps",
        multiple=True,
        metavar="PRODUCTION=N..M",
        help="How many steps of that path use a production, such as overlap=2.. or cases=0. Repeat it for "
        "several.",
    ),
)
@number_option("--tries", least=1, default=TRIES, about="Draw at most this many boards for each one printed.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True, max=1_000_000.0),
    metavar="S",
    help="Stop after this many seconds.  [default: no limit]",
)
@jobs_option("The number of workers, used after the first second; it does not change the boards")
@click.option("--uniform", is_flag=True, help="Only draw, without repairs; see above.")
@click.option(
    "--to",
    metavar="FORMAT",
    shell_complete=complete_words(lambda _: format_names("boards")),
    help="The format to write, as for convert.  [default: from the file extension of --out, or judge]",
)
@OUT
@click.option(
    "--open",
    "site",
    type=click.Choice([*BOARD_SITES]),
    help="Print links that open the boards on that site; on a terminal also open a single board.",
)
@click.option(
    "--table", is_flag=True, help="Print a line for each board: start, grade, 3BV (least clicks), link."
)
@HTML
@json_option("One JSON object per board, with its grade")
def generate(
    count: int,
    seed: int,
    uniform: bool,
    to: str | None,
    out: str | None,
    site: str | None,
    table: bool,
    html: str | None,
    as_json: bool,
    tries: int,
    seconds: float | None,
    jobs: int,
    wishes: Wishes,
) -> int:
    """Make boards that a player finishes from the first click without guessing, such as 16x30/99.

    Each board is drawn at random and, if the player gets stuck, repaired by moving some mines there. With
    --uniform boards are only drawn, which suits statistics. The boards depend only on the size, the seed
    and the options that constrain them.

    --grade and --steps refer to the game that always takes the easiest step (see path). Its productions are
    all-found, all-mines, total-alone, overlap, rows-3, ..., cases, total, total-cases.

    Exit status 1: no board was found within --tries or --seconds; the boards before it are printed.
    """
    if as_json:
        refuse_given("does not go with --json", "to", "out", "site", "table")
    if table or site:
        refuse_given(f"does not go with {'--table' if table else '--open'}", "to", "out", *["site"] * table)
    if html is not None and count > 1:
        raise InvalidInput("--html", "one board (-n 1)", f"{count}")
    for name in filter(None, (out, html)):
        check_folder(name)
    target = None if as_json or table else written_as(wishes.demand(), to, out, site)
    graded = as_json or table
    made = generated(
        wishes, count, seed, graded=graded, uniform=uniform, tries=tries, seconds=seconds, jobs=jobs
    )
    boards = _write_page_of_first(made, html)
    if target and not target.starts:
        boards = _say_starts(boards, wishes.start != "any")
    try:
        if target is None:
            from logicsweep.show.generate import generated_json, table_text
            from logicsweep.show.json import dumps

            echo_lines(table_text(boards) if table else (dumps(generated_json(one)) for one in boards))
        elif out in (None, "-"):
            _print(boards, target, opens=bool(site) and count == 1 and _is_terminal())
        else:
            _write(out, boards, target)
    except NoneMade as error:
        echo(str(error), err=True)
        return 1
    return 0


def _write_page_of_first(made: Iterable[Generated], html: str | None) -> Iterator[Generated]:
    """The same boards; if a page is asked for, it is written before the first one."""
    for one in made:
        if html is not None:
            from logicsweep.show.page import page_html
            from logicsweep.show.pages import path_page
            from logicsweep.verbs.path import finish

            found = finish(one.path)
            found.prepare("page")
            write_file(html, page_html(path_page(found)))
        yield one


def _say_starts(made: Iterable[Generated], same: bool) -> Iterator[Generated]:
    """The same boards; says where each starts, as the format does not, or only once if all start there."""
    for one in made:
        if not one.index or not same:
            board = "" if same else f"board {one.index + 1}: "
            echo(f"{board}start {one.board.graph.name(one.start)}", err=True)
        yield one


def _is_terminal() -> bool:
    return sys.stdout.isatty()


def _print(made: Iterable[Generated], target: Format, opens: bool) -> None:
    """Print each board as soon as it is made, and at the end the format's last line.

    `opens`: the boards are links, to open in the browser.
    """
    tail, last = _write_boards(target), None
    try:
        for last in made:
            content = _write_boards(target, last)
            write_content(content[: len(content) - len(tail)])
            if opens:
                import webbrowser

                webbrowser.open(str(content).strip())
    finally:
        if last and tail:
            write_content(tail)


def _write(out: str, made: Iterable[Generated], target: Format) -> None:
    """Write all boards made to a file, even after Ctrl-C; write nothing if there is no board."""
    found: list[Generated] = []
    try:
        found.extend(made)
    finally:
        if found:
            write_file(out, _write_boards(target, *found))


def _write_boards(target: Format, *made: Generated) -> str | bytes:
    assert target.write
    return target.write(Boards.of([one.board for one in made], [one.start for one in made]))
