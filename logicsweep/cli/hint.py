"""`hint`: what is certain in a position, and the exact risk of the rest."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from logicsweep.boards.cells import FieldMaker
from logicsweep.cli.inputs import (
    EACH,
    FIELD,
    FILES,
    FROM,
    MINES,
    Item,
    Reader,
    naming,
    numbered,
    only_one,
    opened,
    refuse_idle,
)
from logicsweep.cli.options import COLOR, HTML, STAGE, SVG, among, check_picture, json_option, refuse_given
from logicsweep.cli.output import echo_text, picture_and_page, screen, write_files
from logicsweep.cli.playing import TRUST_FLAGS, position_of, start_option
from logicsweep.cli.stages import hint_lines
from logicsweep.csp.clash import require_layout, solved
from logicsweep.csp.position import STATES, Count, Position
from logicsweep.csp.solution import Solution
from logicsweep.errors import InvalidInput
from logicsweep.games.hints import check_flags
from logicsweep.games.players import PLAYERS, Player, player_of, strongest
from logicsweep.work import STEPS_EACH, paced

if TYPE_CHECKING:
    from logicsweep.boards.board import View
    from logicsweep.games.game import Run
    from logicsweep.show.drawing import Screen
    from logicsweep.show.hint import Reasons
    from logicsweep.show.page.page import Page


@click.command(
    cls=Reader,
    short_help="What is certain in positions, and the risks of the rest.",
    epilog="Example: logicsweep sample position | logicsweep hint",
)
@FILES
@FROM
@FIELD
@EACH
@MINES
@start_option("The first cell that is cleared on a board.", otherwise="")
@click.option(
    "--player",
    "name",
    metavar="|".join([*PLAYERS, "rows-N"]),
    shell_complete=among(lambda _: PLAYERS),
    help="Who answers. expert: by the clues alone; counter: by the mine total too.  [default: counter if "
    "the total is known, else expert]",
)
@click.option(
    "--solver",
    type=click.Choice(["elimination", "search"]),
    default="elimination",
    show_default=True,
    help="Count layouts by elimination, or list them one by one with python-constraint.",
)
@TRUST_FLAGS
@click.option(
    "--states",
    type=click.IntRange(min=1),
    default=STATES,
    metavar="N",
    show_default=True,
    help="The most states that counting one component of the position may take.",
)
@click.option("--why", "explains", is_flag=True, help="Give the reason of every forced cell as well.")
@click.option(
    "--steps",
    type=click.IntRange(min=1),
    default=STEPS_EACH,
    metavar="N",
    show_default=True,
    help="With --why: the most steps that the search for one reason may take.",
)
@STAGE
@SVG
@HTML
@COLOR
@json_option("One JSON object per position, one per line")
def hint(
    files: tuple[str, ...],
    form: str | None,
    field: FieldMaker | None,
    number: int | None,
    mines: int | None,
    start: str | None,
    name: str | None,
    trust_flags: bool,
    as_json: bool,
    solver: str,
    states: int,
    explains: bool,
    steps: int,
    stage: int | None,
    picture: str | None,
    html: str | None,
) -> None:
    """Print which covered cells are certainly safe or certainly mines, and the exact risk of the others.

    FILE holds positions. Flags are claims: they are checked, not believed. A player who is not complete,
    such as casual, answers with what they conclude by their productions; the rest is left open.

    Boards are played by casual from --start, until they are stuck: the hint is for the position there.

    With --stage: only the player's easiest step from here, told up to that stage. Right flags are known then.
    """
    who = player_of(name) if name else None
    if stage:
        refuse_given("does not go with --stage", "solver", "states", "explains", "steps", "picture", "html")
    if who and not who.complete:
        refuse_given(f"does not apply to {who.name}", "solver", "states", "explains", "steps")
    if not explains:
        refuse_given("says nothing without --why", "steps")
    check_picture(picture, as_json)
    on, counting = None if as_json else screen(), _counting(solver)
    for item in only_one(numbered(opened(files, form, field), number, mines), picture, html):
        refuse_idle(item.found, {"position": ("start",), "boards": ("mines",)})
        at, several = item.number, item.several or item.kind == "board"
        with naming(item):
            view = position_of(item, start)
            one = who or strongest(view.mines is not None)
            position = Position(view, trust_flags, states, counting)
            _require_total(one, view)
            if stage:
                lines = hint_lines(position, one, at, stage, on)
            else:
                found = _found(position, one)
                told = partial(_lines, position, found, one, at, steps if explains else None)
                page = partial(_page, position, found, one, item)
                write_files(picture_and_page(found, page, picture, html))
                lines = told(on)
            if picture != "-":
                echo_text(_titled(lines, item) if several and on else lines, on)


def _found(position: Position, who: Player) -> Solution | Run:
    """What a complete player knows, or what any other concludes."""
    if who.complete:
        return solved(require_layout(position), who.knows_total)
    from logicsweep.games.game import play

    return play(position, player=who)


def _lines(
    position: Position,
    found: Solution | Run,
    who: Player,
    number: int,
    steps: int | None,
    on: Screen | None,
) -> Iterator[str]:
    """The same for a screen, or without one as JSON; a complete player's reasons where `steps` are told."""
    if not isinstance(found, Solution):
        yield from _concluded(found, number, on)
        return
    from logicsweep.show.hint import hint_json, hint_text
    from logicsweep.show.json import dumps

    view = position.view
    doubts = check_flags(position, found)
    if on is None:
        reasons = None if steps is None else _reasons(position, found, steps)
        yield dumps(hint_json(view, who.name, found, doubts, number, reasons))
        return
    yield from hint_text(view, who.name, found, doubts, on)
    if steps is not None:
        from logicsweep.show.hint import reasons_text

        yield from reasons_text(view, _reasons(position, found, steps))


def _page(
    position: Position,
    found: Solution | Run,
    who: Player,
    item: Item,
) -> Page:
    from logicsweep.show.page.page import hint_page

    return hint_page(position, found, who, f"{item.kind} {item.number}")


def _require_total(who: Player, view: View) -> None:
    if who.complete and who.knows_total and view.mines is None:
        raise InvalidInput(f"--player {who.name}", "a mine total ('mines N' or --mines)", "none")


def _reasons(asked: Position, found: Solution, steps: int) -> Reasons:
    """Why each forced cell is forced; trusted flags are not asked about."""
    from logicsweep.reasons.explanation import Explainer
    from logicsweep.show.hint import reasons_of

    trusted = asked.view.flags if asked.trust_flags else ()
    forced = sorted({*found.safe, *found.mines}.difference(trusted))
    explainer = Explainer(asked)
    explained = {cell: explainer.explain(cell, steps) for cell in paced(forced, "reasons")}
    return reasons_of({cell: one for cell, one in explained.items() if one})


def _concluded(found: Run, number: int, on: Screen | None) -> Iterator[str]:
    """What any other player concludes."""
    from logicsweep.show.hint import concluded_json, concluded_text
    from logicsweep.show.json import dumps

    return concluded_text(found, on) if on else iter([dumps(concluded_json(found, number))])


def _titled(lines: Iterator[str], item: Item) -> Iterator[str]:
    """One of several answers: with its number, and a blank line before all but the first."""
    yield from [""] if item.number > 1 else []
    yield f"{item.kind} {item.number}: {next(lines)}"
    yield from lines


def _counting(solver: str) -> Count:
    """The way to count a component; python-constraint is imported only where it is asked for."""
    if solver == "search":
        from logicsweep.csp.search import enumerate_layouts

        return enumerate_layouts
    from logicsweep.csp.position import eliminate

    return eliminate
