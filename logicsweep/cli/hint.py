"""`hint`: what is certain in a position, and the exact risk of the rest."""

from __future__ import annotations

import click

from logicsweep.board import View
from logicsweep.cli.inputs import FILE, FROM, Reader, opened, view_of
from logicsweep.cli.output import colours, echo_lines, json_option
from logicsweep.csp.component import STATES, Count
from logicsweep.errors import InvalidInput
from logicsweep.players import PLAYERS, Player, player_of


@click.command(
    cls=Reader,
    short_help="What is certain in a position, and the risks of the rest.",
    epilog="Example: logicsweep sample position | logicsweep hint",
)
@FILE
@FROM
@click.option("--mines", type=int, metavar="N", help="The mine total, in place of the one in FILE.")
@click.option(
    "--player",
    type=click.Choice([player.name for player in PLAYERS.values() if player.complete]),
    help="expert: the clues alone; counter: the mine total too.  [default: counter if the total is known]",
)
@click.option(
    "--solver",
    type=click.Choice(["elimination", "search"]),
    default="elimination",
    show_default=True,
    help="Count layouts by elimination, or list them one by one with python-constraint.",
)
@click.option("--trust-flags", is_flag=True, help="Take flags as mines, not as claims.")
@click.option(
    "--states",
    type=click.IntRange(min=1),
    default=STATES,
    metavar="N",
    show_default=True,
    help="The most states that counting one component of the position may take.",
)
@json_option("One JSON object")
def hint(
    file: str | None,
    form: str | None,
    mines: int | None,
    player: str | None,
    solver: str,
    trust_flags: bool,
    states: int,
    as_json: bool,
) -> None:
    """Print which covered cells are certainly safe or certainly mines, and the exact risk of the others.

    FILE holds a position. Flags are claims: they are checked, not believed.
    """
    from logicsweep.csp.position import Position
    from logicsweep.hints import check_flags
    from logicsweep.reasons.solved import solved

    view = view_of(opened(file, form), mines)
    who = player_of(player) if player else _strongest(view)
    if who.knows_total and view.mines is None:
        raise InvalidInput(f"--player {who.name}", "a mine total ('mines N' or --mines)", "none")
    asked = Position(view, trust_flags, states, _counting(solver))
    found = solved(asked, who.knows_total)
    doubts = ((), None) if trust_flags else check_flags(asked, found)
    if as_json:
        from logicsweep.show.hint import hint_json
        from logicsweep.show.jsonl import dumps

        click.echo(dumps(hint_json(view, who.name, found, doubts)))
    else:
        from logicsweep.show.hint import hint_text

        echo_lines(hint_text(view, who.name, found, doubts, colours()))


def _counting(solver: str) -> Count:
    """The way to count a component; python-constraint is imported only where it is asked for."""
    if solver == "search":
        from logicsweep.csp.search import enumerate_layouts

        return enumerate_layouts
    from logicsweep.csp.component import eliminate

    return eliminate


def _strongest(view: View) -> Player:
    """The strongest player who needs nothing that the view does not tell."""
    able = [one for one in PLAYERS.values() if one.complete and one.knows_total <= (view.mines is not None)]
    return able[-1]
