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
    from logicsweep.deduction import Deduction
    from logicsweep.game import Game
    from logicsweep.players import Player
    from logicsweep.show.screen import Screen

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
    from logicsweep.deduction import deduce
    from logicsweep.hints import check_flags
    from logicsweep.reasons.solved import require_layout, solved
    from logicsweep.show.hint import FlagDoubts, wrong_flags
    from logicsweep.show.jsonl import dumps
    from logicsweep.show.stages import staged_hint_json, staged_hint_text
    from logicsweep.stages import next_step

    view = require_layout(position).view
    found: Solution | Deduction | None = None
    doubts: FlagDoubts = ((), None)
    if player.complete:
        found = solved(position, player.knows_total)
        if not position.trust_flags:
            doubts = check_flags(position, found)
    elif view.flags:
        found = deduce(position, player)
        doubts = (() if position.trust_flags else wrong_flags(found)), None
    staged = next_step(position, player)
    if on is None:
        yield dumps(staged_hint_json(view, number, player.name, staged, stage, found, doubts))
    else:
        yield from staged_hint_text(view, player.name, staged, stage, found, doubts, on)


def answer_in_stages(
    run: Game | Position,
    cell: int,
    item: Item,
    player: Player,
    checked: bool,
    stage: int,
    on: Screen | None,
) -> int:
    """Print the step that decides a cell, up to a stage, or why there is none; the exit status."""
    from logicsweep.stages import step_to

    staged = step_to(run, cell, player, checked)
    if staged is None:
        return _without_step(run, cell, item, player, checked, on)
    name = staged.before.graph.name(cell)
    if on is None:
        from logicsweep.show.jsonl import dumps
        from logicsweep.show.stages import staged_json

        echo(dumps(staged_json(item.kind, item.number, staged.player.name, staged, stage, name)))
    else:
        from logicsweep.show.stages import stages_text, who_text

        echo_text([who_text(staged, cell, player.name), *stages_text(staged, stage, on)], on)
    return 0 if staged.player.name == player.name else 1


def _without_step(
    run: Game | Position, cell: int, item: Item, player: Player, checked: bool, on: Screen | None
) -> int:
    """What `why` says of a cell that nothing decides now; whether it is decided later stays untold."""
    from logicsweep.answers import ClearedFirst, NotForced, Seen, Unknown
    from logicsweep.game import Game
    from logicsweep.show.jsonl import dumps, numbered_json
    from logicsweep.show.why import answer_json, answer_text
    from logicsweep.why import why_in_game, why_in_position

    if isinstance(run, Game):
        game, answer = run, why_in_game(run, cell)
    else:
        game, answer = None, why_in_position(run, cell, player, checked)
    open_now = not isinstance(answer, ClearedFirst | Seen | NotForced | Unknown)
    if on is None:
        told = answer_json(answer, game)
        if open_now:
            told["verdict"] = None
        echo(dumps(numbered_json(told, item.kind, item.number)))
    elif open_now:
        echo_text([f"{answer.view.graph.name(cell)} is not decided by what is known so far."], on)
    else:
        echo_text(answer_text(answer, player.name, player.productions, on), on)
    return 0 if isinstance(answer, ClearedFirst | Seen) else 1
