"""The puzzle commands `solve`, `reveal`, `oneclick` and `checkers`; `sample` and `formats`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

import click

from logicsweep.boards.many import Boards
from logicsweep.cli.inputs import FIELD, FILE, FILES, FROM, Reader, read_text, sources
from logicsweep.cli.options import Verb, gather_options, json_option
from logicsweep.cli.output import echo, echo_lines
from logicsweep.closures.closure import least_of_groups, remaining_of_groups
from logicsweep.errors import InvalidInput, quote
from logicsweep.verbs.reading import Reading
from logicsweep.verbs.solve import solve as solve_all
from logicsweep.work.progress import with_progress


@click.command(cls=Reader, epilog="Example: logicsweep sample boards | logicsweep solve")
@gather_options("reading", Reading, FILES, FROM, FIELD)
@json_option("One JSON object per board, one per line")
@click.option("--starts", is_flag=True, help="Show how many cells remain for each kind of start.")
def solve(reading: Reading, as_json: bool, starts: bool) -> None:
    """Print the fewest safe cells that a casual player leaves covered, over all first cells.

    Prints one number per board, one per line: the answers to the contest problem "Data Mining?". Boards are
    answered as they arrive, however many there are.

    With --starts, prints a table for each board: its openings (all starts in one opening leave the same
    cells) and the starts on numbers.
    """
    if as_json and starts:
        raise click.UsageError("--json and --starts do not go together")
    answers_of: Callable[[Boards], Iterable[Any]]
    line: Callable[[int, Any], str]
    if as_json:
        from logicsweep.show.json import dumps
        from logicsweep.show.solve import solved_json

        answers_of, line = least_of_groups, lambda number, found: dumps(solved_json(number, found))
    elif starts:
        from logicsweep.closures.closure import start_classes
        from logicsweep.show.solve import starts_table

        answers_of, line = iter, lambda number, board: starts_table(number, board, start_classes(board))
    else:
        answers_of, line = remaining_of_groups, lambda _, remaining: str(remaining)
    numbers = iter(with_progress(count(), "boards"))
    next(numbers)  # from now on the progress line shows 0 boards done
    for answers in solve_all(sources(reading.files), answers_of, reading):
        echo_lines(line(number, answer) for answer, number in zip(answers, numbers, strict=False))


@click.command(cls=Verb, epilog="Example: logicsweep sample reveal | logicsweep reveal")
@FILE
@click.option("--click", "place", metavar="ROW,COL", help="The cell to click, counted from 0: 3,0 or [3,0].")
def reveal(file: str | None, place: str | None) -> None:
    """Show a field after one click (LeetCode 529).

    FILE holds a matrix of letters: M (mine), E (empty), B (blank), 1-8 and X. It can be JSON, an example
    as the problem prints it with its click, one or more JSON objects with "board" and "click", or rows of
    letters. The answers have the same form.
    """
    from logicsweep.puzzles.reveal import reveal_text

    text, source = read_text(file)
    echo_lines(reveal_text(text, place, source))


@click.command(cls=Verb, epilog="Example: logicsweep oneclick --size 5x7 --mines 12")
@FILE
@click.option("--size", metavar="RxC[/N]", help="Rows, columns and perhaps mines of a single case.")
@click.option("--mines", type=int, metavar="N", help="The number of mines of a single case.")
@click.option("--explain", is_flag=True, help="Say why a case is impossible.")
def oneclick(file: str | None, size: str | None, mines: int | None, explain: bool) -> None:
    """Make boards that one click wins (Code Jam 2014, Minesweeper Master).

    FILE holds the number of cases, then the rows, columns and mines of each case. In the answers, c is the
    click, . a safe cell and * a mine.
    """
    from logicsweep.puzzles.oneclick import oneclick_size, oneclick_text

    if size is None and mines is None:
        text, source = read_text(file)
        echo_lines(oneclick_text(text, source, explain))
    elif file is None:
        echo(oneclick_size(size, mines, explain))
    else:
        raise click.UsageError(f"FILE and {'--mines' if size is None else '--size'} do not go together")


@click.command(cls=Verb, epilog="Example: logicsweep sample checkers | logicsweep checkers --show")
@FILE
@click.option("--show", is_flag=True, help="Also show the move: its houses in order, and a drawing.")
def checkers(file: str | None, show: bool) -> None:
    """Count the most pieces that one move in checkers captures (MegaCheckers).

    FILE holds boards: a line with rows and columns, then a line with all houses, which are the playable
    squares (0 empty, 1 own piece, 2 opponent's piece). They come from the player's left, the nearest row
    first. A line 0 0 at the end is optional.

    The time is linear in the longer side and exponential in the shorter one. A board that would take more
    than a few minutes is refused: if full of opponents, one larger than 28 by 28 or 20 by 1000.
    """
    from logicsweep.puzzles.checkers import checkers_text

    text, source = read_text(file)
    echo_lines(checkers_text(text, source, show))


@click.command(cls=Verb, epilog="Example: logicsweep sample ladder")
@click.argument("name", required=False)
@click.pass_context
def sample(context: click.Context, name: str | None) -> None:
    """Print the sample NAME, or without NAME list all samples and what each shows."""
    from pathlib import Path  # it takes milliseconds

    from logicsweep.work.folder import samples_folder

    folder = samples_folder()
    table = (folder / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(.+?)` \| (.+) \|$", table, re.MULTILINE)
    files = {Path(file).stem: folder / file for file, _ in rows}
    if name is None:
        formatter = context.make_formatter()
        formatter.write_dl([(each, about) for each, (_, about) in zip(files, rows, strict=True)])
        echo(formatter.getvalue(), nl=False)
    elif name in files:
        echo(files[name].read_text(encoding="utf-8"), nl=False)
    else:
        raise InvalidInput("NAME", f"one of {', '.join(files)}", quote(name))


@click.command(cls=Verb, epilog="Example: logicsweep formats")
@click.pass_context
def formats(context: click.Context) -> None:
    """Describe the formats that can be read and written; the format of a text is recognised automatically."""
    from logicsweep.formats import FORMATS

    formatter = context.make_formatter()
    for holds in ("boards", "position"):
        with formatter.section("Boards" if holds == "boards" else "Positions"):
            formatter.write_dl([(row.name, row.about) for row in FORMATS if row.holds == holds])
    echo_lines(formatter.getvalue().strip("\n").split("\n"))
