"""`hint`: what is certain in a position, and the exact risk of the rest."""

from __future__ import annotations

import click

from logicsweep.cli.common import FILE, FROM, Reader, colours, echo_lines, opened, view_of
from logicsweep.csp.component import BUDGET
from logicsweep.errors import InvalidInput


@click.command(
    cls=Reader,
    short_help="What is certain in a position, and the risks of the rest.",
    epilog="Example: logicsweep hint samples/position.txt",
)
@FILE
@FROM
@click.option("--mines", type=int, help="The mine total, in place of what the position tells.")
@click.option(
    "--player",
    type=click.Choice(["expert", "counter"]),
    help="expert: clues only; counter: the mine total too (the default where it is known).",
)
@click.option(
    "--solver",
    type=click.Choice(["elimination", "search"]),
    default="elimination",
    show_default=True,
    help="Count layouts by elimination, or enumerate them with python-constraint.",
)
@click.option("--trust-flags", is_flag=True, help="Take flags as mines instead of as claims.")
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=BUDGET,
    show_default=True,
    help="States that the count of one component may meet.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def hint(
    file: str | None,
    form: str | None,
    mines: int | None,
    player: str | None,
    solver: str,
    trust_flags: bool,
    budget: int,
    as_json: bool,
) -> None:
    """Print which covered cells are certainly safe or mines, and the exact risk of every other.

    Reads a position. Flags are claims: they are checked, not believed.
    """
    from logicsweep.csp.component import eliminate
    from logicsweep.csp.solution import check_flags, solve

    view = view_of(opened(file, form), mines)
    player = player or ("expert" if view.mines is None else "counter")
    if player == "counter" and view.mines is None:
        raise InvalidInput("--player counter", "a mine total ('mines N' or --mines)", "none")
    count = eliminate
    if solver == "search":
        from logicsweep.csp.search import enumerate_layouts as count
    found = solve(view, total=player == "counter", trust_flags=trust_flags, budget=budget, count=count)
    doubts = ((), None) if trust_flags else check_flags(view, found)
    if as_json:
        from logicsweep.show.hint import hint_json
        from logicsweep.show.jsonl import dumps

        click.echo(dumps(hint_json(view, player, found, doubts)))
    else:
        from logicsweep.show.hint import hint_text

        echo_lines(hint_text(view, player, found, doubts, colours()))
