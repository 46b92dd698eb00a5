"""`review`: a person's own games, move by move."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial

import click

from logicsweep.boards.cells import FieldMaker
from logicsweep.cli.inputs import FIELD, FROM, Reader, sources
from logicsweep.cli.options import (
    COLOR,
    TAGS,
    complete_files,
    file_option,
    html_option,
    jobs_option,
    json_option,
)
from logicsweep.cli.output import check_folder, echo, echo_answer, write_file
from logicsweep.errors import InvalidInput, LogicsweepError, reading
from logicsweep.formats import rows_holding
from logicsweep.verbs.reading import READS, whole
from logicsweep.verbs.review import File, Refused, Reviewed, Totals, reviews, total_of


@click.command(cls=Reader, epilog="Example: logicsweep sample game | logicsweep review")
@click.argument("files", nargs=-1, metavar="[FILE|FOLDER|-|TEXT]...", shell_complete=complete_files)
@FROM
@FIELD
@click.option("--all", "every", is_flag=True, help="List every move.")
@file_option(
    "--csv",
    "table",
    metavar="FILE|-",
    about="Write a row for each move as CSV; - prints it alone.",
    endings=(".csv",),
)
@html_option(
    "Also write the game as a page for a browser; for several games, tables of what they have in common."
)
@jobs_option("The number of processes for several files", "-j")
@json_option("One JSON object per game, one per line; after several, one with what they have in common")
@TAGS
@COLOR
def review(
    files: tuple[str, ...],
    form: str | None,
    field: FieldMaker | None,
    every: bool,
    table: str | None,
    html: str | None,
    jobs: int,
    as_json: bool,
) -> int:
    """Review games that you played: what could you have known before each move?

    A move is known, a forced guess, a needless guess (a safe cell was there) or a mistake (the cell was
    certainly a mine). Then come your luck, the moves that cost most with their reasons, and what to practise.

    With several files, each game gets a line. Then come the times and the patterns missed in all of them. A
    FOLDER stands for the games in it: texts that end in .moves or .rawvf, and replays. A file that cannot be
    read is named and skipped; the exit status is then 2.
    """
    if table and as_json:
        raise click.UsageError("--json and --csv do not go together")
    for name in filter(None, (table, html)):
        check_folder(name)
    inputs = [*_read_files(files or ("-",))]
    games, several, failed = list[Reviewed](), len(inputs) > 1, False
    for found in reviews(inputs, form, jobs, field):
        if isinstance(found, Refused):
            if not several:
                raise found.error
            echo(f"Error: {found.error}", err=True)
            failed = True
            continue
        games.append(found)
        if several and table != "-":
            _print(found, not every, every, as_json)
    totals = total_of([one.review for one in games])
    if html and games:  # before the text, whose reader may go away
        _write_page(html, games, totals)
    if table and games:
        from logicsweep.show.review import csv_text

        write_file(table, csv_text(games))
    if not several and table != "-":
        for one in games:
            _print(one, False, every, as_json)
    if several and games and table != "-":
        from logicsweep.show.review import totals_json
        from logicsweep.show.totals import totals_text

        echo_answer(as_json, totals, lambda found, _: ["", *totals_text(found)], totals_json)
    return 2 if failed else 0


def _print(found: Reviewed, brief: bool, every: bool, as_json: bool) -> None:
    from logicsweep.show.review import line_of, review_json, review_text

    if as_json or not brief:
        found.review.settle()
    text = (lambda one, _: [line_of(one)]) if brief else partial(review_text, every=every)
    echo_answer(as_json, found, text, review_json)


def _write_page(path: str, games: Sequence[Reviewed], totals: Totals) -> None:
    """The page of a game; of several, the table of what they have in common."""
    if len(games) > 1:
        from logicsweep.show.totals import totals_html

        write_file(path, totals_html(games, totals))
        return
    from logicsweep.show.page import page_html
    from logicsweep.show.pages import review_page

    games[0].review.settle()
    write_file(path, page_html(review_page(games[0])))


def _read_files(files: Sequence[str]) -> Iterator[File | Refused]:
    """The files, and in place of a folder those in it; what cannot be read is refused in its place."""
    if files.count("-") > 1:
        raise InvalidInput("FILE", "'-' (standard input) once", f"it {files.count('-')} times")
    for file in files:
        try:
            names = _list_games(file) if file and os.path.isdir(file) else [file]  # noqa: PTH112
        except LogicsweepError as error:
            yield Refused(file, error)
            continue
        for name in names:
            try:
                [(source, blocks)] = sources([name])
                yield source, whole(blocks, source)
            except LogicsweepError as error:
                yield Refused(name, error)


def _list_games(folder: str) -> list[str]:
    """The files in a folder whose endings are those of games; raises InvalidInput if there is none."""
    rows = rows_holding(*READS["review"])
    with reading(folder):
        inside = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]  # noqa: PTH118, PTH208
    names = [name for name in inside if any(row.endings and row.ends(name) for row in rows)]
    if found := [name for name in names if os.path.isfile(name)]:  # noqa: PTH113
        return found
    endings = ", ".join(ending for row in rows for ending in row.endings)
    raise InvalidInput(folder, f"a folder with files that end in {endings}", "none")
