"""`solve`: the answer to *Data Mining?* for each board."""

from __future__ import annotations

import click

from logicsweep.cli.inputs import FILE, FROM, Reader, opened
from logicsweep.cli.output import echo_lines, json_option
from logicsweep.closures.many import remaining_of_groups, remaining_of_many


@click.command(
    cls=Reader,
    short_help="The answer to Data Mining? for each board.",
    epilog="Example: logicsweep sample boards | logicsweep solve",
)
@FILE
@FROM
@json_option("One JSON object per board, one per line")
@click.option("--starts", is_flag=True, help="Show for each kind of start how many cells remain.")
def solve(file: str | None, form: str | None, as_json: bool, starts: bool) -> None:
    """Print the least number of safe cells that a casual player leaves covered, over all first cells.

    One number per board, one per line: the answers to the contest problem "Data Mining?". With --starts,
    a table for each board: its openings (all starts in one opening leave the same) and the starts on
    numbers.
    """
    if as_json and starts:
        raise click.UsageError("--json and --starts do not go together")
    found = opened(file, form)
    boards = (deal.board for deal in found.deals())
    if as_json:
        from logicsweep.closures.closure import solve as solved
        from logicsweep.show.jsonl import dumps
        from logicsweep.show.solve import solution_json

        echo_lines(dumps(solution_json(board, solved(board))) for board in boards)
    elif starts:
        from logicsweep.closures.closure import start_classes
        from logicsweep.show.solve import starts_table

        numbered = enumerate(boards, 1)
        echo_lines(starts_table(number, board, start_classes(board)) for number, board in numbered)
    else:
        grouped = found.form.grouped(found.content) if found.form.grouped else None
        answers = remaining_of_groups(*grouped) if grouped else remaining_of_many(boards)
        echo_lines(map(str, answers))
