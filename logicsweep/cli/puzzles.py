"""The sibling puzzles' commands: `reveal`, `oneclick`, `checkers`."""

from __future__ import annotations

import click

from logicsweep.cli.common import read_text


@click.command()
@click.argument("file", required=False)
@click.option("--click", "place", metavar="ROW,COL", help="The cell to click, 0-based.")
def reveal(file: str | None, place: str | None) -> None:
    """Show a field after one click (LeetCode 529).

    FILE (or standard input) holds a matrix of M (mine), E (empty), B, 1-8 and X: as JSON, as JSON objects
    with "board" and "click" (one or many), or as rows of letters. The answers come in the same form.

    \b
    Example:
      echo 'EEEEE EEMEE EEEEE EEEEE' | logicsweep reveal --click 3,0
    """
    from logicsweep.puzzles.reveal_text import reveal_text

    text, source = read_text(file)
    for answer in reveal_text(text, place, source):
        click.echo(answer)


@click.command()
@click.argument("file", required=False)
@click.option("--size", metavar="RxC", help="Rows and columns of a single case.")
@click.option("--mines", type=int, help="The number of mines of a single case.")
@click.option("--explain", is_flag=True, help="Say why a case is impossible.")
def oneclick(file: str | None, size: str | None, mines: int | None, explain: bool) -> None:
    """Make boards that one click wins (Code Jam 2014, Minesweeper Master).

    FILE (or standard input) holds the number of cases, then for each its rows, columns and mines. In the
    answers c is the click, . a safe cell, * a mine.

    \b
    Example:
      logicsweep oneclick --size 5x7 --mines 12
    """
    from logicsweep.puzzles.oneclick_text import oneclick_size, oneclick_text

    if size is None and mines is None:
        text, source = read_text(file)
        for answer in oneclick_text(text, source, explain):
            click.echo(answer)
    elif file is None:
        click.echo(oneclick_size(size, mines, explain))
    else:
        raise click.UsageError("Give either FILE or --size and --mines.")


@click.command()
@click.argument("file", required=False)
@click.option("--show", is_flag=True, help="Show each capture: its houses in order, drawn on the board.")
def checkers(file: str | None, show: bool) -> None:
    """Count the most captures of one move in checkers (MegaCheckers).

    FILE (or standard input) holds boards: a line of rows and columns, a line of houses from the player's
    left, nearest row first (0 empty, 1 own piece, 2 opponent's), and at the end 0 0.

    \b
    Example:
      printf '3 3\\n2 1 2 0 1\\n0 0\\n' | logicsweep checkers --show
    """
    from logicsweep.puzzles.checkers_text import checkers_text

    text, source = read_text(file)
    for answer in checkers_text(text, source, show):
        click.echo(answer)
