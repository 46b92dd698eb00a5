"""`--stage`: a hint that gives away only so much, for `hint` and `why`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from logicsweep.cli.output import echo, echo_text

if TYPE_CHECKING:
    from logicsweep.cli.inputs import Item
    from logicsweep.csp.position import Position
    from logicsweep.csp.solution import Solution
    from logicsweep.games.game import Run
    from logicsweep.games.players import Player
    from logicsweep.games.why import Answer
    from logicsweep.show.drawing import Screen

STAGE = click.option(
    "--stage",
    type=click.IntRange(1, 4),
    metavar="1|2|3|4",
    help="One step, and only so much of it: where to look; which clues; what kind of step; all of it.",
)


def hint_lines(
    position: Position, player: Player, number: int, stage: int, on: Screen | None
) -> Iterator[str]:
    """The next step of a position, for a screen, or without one as JSON."""
    from logicsweep.csp.clash import require_layout, solved
    from logicsweep.games.game import play
    from logicsweep.games.hints import check_flags
    from logicsweep.games.stages import next_step
    from logicsweep.show.hint import FlagDoubts, staged_hint_json, staged_hint_text, wrong_flags
    from logicsweep.show.json import dumps

    view = require_layout(position).view
    found: Solution | Run | None = None
    doubts: FlagDoubts = ((), None)
    if player.complete:
        found = solved(position, player.knows_total)
        doubts = check_flags(position, found)
    elif view.flags:
        found = play(position, player=player)
        doubts = (() if position.trust_flags else wrong_flags(found)), None
    staged = next_step(position, player)
    if on is None:
        yield dumps(staged_hint_json(view, number, player.name, staged, stage, found, doubts))
    else:
        yield from staged_hint_text(view, player.name, staged, stage, found, doubts, on)


def answer_in_stages(
    run: Run | Position,
    cell: int,
    item: Item,
    player: Player,
    checked: bool,
    stage: int,
    on: Screen | None,
) -> int | None:
    """Print the step that decides a cell, up to a stage; the exit status, None where no step does now."""
    from logicsweep.games.players import has_own
    from logicsweep.games.stages import step_to
    from logicsweep.show.hint import staged_json, stages_text, who_text

    staged = step_to(run, cell, player, checked)
    if staged is None:
        return None
    if on is None:
        from logicsweep.show.json import dumps

        told = staged_json(item.kind, item.number, staged.before, staged.player.name, staged, stage, cell)
        echo(dumps(told))
    else:
        echo_text([who_text(staged, cell, player.name), *stages_text(staged, stage, on)], on)
        if has_own(player) and not checked:
            echo_text(["own productions not checked"], on)
    return 0 if staged.player.name == player.name else 1


def say_undecided(answer: Answer, item: Item, player: Player, stage: int, on: Screen | None) -> int:
    """Print of a cell that is found later that it is not decided yet; the exit status."""
    from logicsweep.show.hint import staged_json
    from logicsweep.show.json import dumps

    name = answer.view.graph.name(answer.cell)
    if on is None:
        told = staged_json(item.kind, item.number, answer.view, player.name, None, stage, answer.cell)
        echo(dumps(told))
    else:
        echo_text([f"{name} is not decided by what is known so far."], on)
    return 1
