"""The sibling puzzles' commands: `reveal`, `oneclick`, `checkers`."""

from __future__ import annotations

import click

from logicsweep.cli.common import FILE, echo_lines, read_text


@click.command(
    short_help="A field after one click (LeetCode 529).",
    epilog="Example: logicsweep reveal samples/reveal.json",
)
@FILE
@click.option("--click", "place", metavar="ROW,COL", help="The cell to click, 0-based.")
def reveal(file: str | None, place: str | None) -> None:
    """Show a field after one click (LeetCode 529).

    FILE (or standard input) holds a matrix of M (mine), E (empty), B, 1-8 and X: as JSON, as JSON objects
    with "board" and "click" (one or many), or as rows of letters. The answers come in the same form.
    """
    from logicsweep.puzzles.reveal_text import reveal_text

    text, source = read_text(file)
    echo_lines(reveal_text(text, place, source))


@click.command(
    short_help="Boards that one click wins (Minesweeper Master).",
    epilog="Example: logicsweep oneclick --size 5x7 --mines 12",
)
@FILE
@click.option("--size", metavar="RxC", help="Rows and columns of a single case.")
@click.option("--mines", type=int, help="The number of mines of a single case.")
@click.option("--explain", is_flag=True, help="Say why a case is impossible.")
def oneclick(file: str | None, size: str | None, mines: int | None, explain: bool) -> None:
    """Make boards that one click wins (Code Jam 2014, Minesweeper Master).

    FILE (or standard input) holds the number of cases, then for each its rows, columns and mines. In the
    answers c is the click, . a safe cell, * a mine.
    """
    from logicsweep.puzzles.oneclick_text import oneclick_size, oneclick_text

    if size is None and mines is None:
        text, source = read_text(file)
        echo_lines(oneclick_text(text, source, explain))
    elif file is None:
        click.echo(oneclick_size(size, mines, explain))
    else:
        raise click.UsageError("expected FILE or --size and --mines, got both")


@click.command(
    short_help="The most captures of one move (MegaCheckers).",
    epilog="Example: logicsweep checkers --show samples/checkers.txt",
)
@FILE
@click.option("--show", is_flag=True, help="Show each capture: its houses in order, drawn on the board.")
def checkers(file: str | None, show: bool) -> None:
    """Count the most captures of one move in checkers (MegaCheckers).

    FILE (or standard input) holds boards: a line of rows and columns, a line of houses from the player's
    left, nearest row first (0 empty, 1 own piece, 2 opponent's), and at the end 0 0.
    """
    from logicsweep.puzzles.checkers_text import checkers_text

    text, source = read_text(file)
    echo_lines(checkers_text(text, source, show))
