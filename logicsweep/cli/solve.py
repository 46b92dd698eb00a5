"""`solve`: the answer to *Data Mining?* for each board."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, count

import click

from logicsweep.boards.cells import FieldMaker
from logicsweep.boards.many import Boards
from logicsweep.cli.inputs import FIELD, FILES, FROM, Reader, opened
from logicsweep.cli.options import json_option
from logicsweep.cli.output import echo_lines
from logicsweep.closures.closure import least_of_groups, remaining_of_groups
from logicsweep.errors import InvalidInput
from logicsweep.work import paced


@click.command(
    cls=Reader,
    epilog="Example: logicsweep sample boards | logicsweep solve",
)
@FILES
@FROM
@FIELD
@json_option("One JSON object per board, one per line")
@click.option("--starts", is_flag=True, help="Show for each kind of start how many cells remain.")
def solve(
    files: tuple[str, ...], form: str | None, field: FieldMaker | None, as_json: bool, starts: bool
) -> None:
    """Print the least number of safe cells that a casual player leaves covered, over all first cells.

    One number per board, one per line: the answers to the contest problem "Data Mining?". With --starts,
    a table for each board: its openings (all starts in one opening leave the same) and the starts on
    numbers. Boards are answered as they come, however many.
    """
    if as_json and starts:
        raise click.UsageError("--json and --starts do not go together")
    answered = _objects if as_json else _tables if starts else _numbers
    number, boards = 1, iter(paced(count(), "boards"))
    next(boards)  # from now on it is told that none is done
    for batch in chain.from_iterable(found.boards() for found in opened(files, form, field)):
        with _naming_mines_alone(batch, number):
            echo_lines(line for line, _ in zip(answered(batch, number), boards, strict=False))
        number += len(batch)


@contextmanager
def _naming_mines_alone(boards: Boards, first: int) -> Iterator[None]:
    """A board without a safe cell to start on is named by its number, where it is not the first of all."""
    try:
        yield
    except InvalidInput as error:
        number = next((at for at, board in enumerate(boards, first) if not board.safe_count), 1)
        if number == 1:
            raise
        raise InvalidInput(f"board {number}", error.expected, error.found) from None


def _numbers(boards: Boards, _: int) -> Iterator[str]:
    return map(str, remaining_of_groups(boards))


def _objects(boards: Boards, number: int) -> Iterator[str]:
    from logicsweep.show.json import dumps
    from logicsweep.show.solve import solved_json

    return (dumps(solved_json(at, found)) for at, found in enumerate(least_of_groups(boards), number))


def _tables(boards: Boards, number: int) -> Iterator[str]:
    from logicsweep.closures.closure import start_classes
    from logicsweep.show.solve import starts_table

    return (starts_table(count, board, start_classes(board)) for count, board in enumerate(boards, number))
