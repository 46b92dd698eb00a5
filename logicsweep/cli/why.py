"""`why`: how a cell is decided, or what it would take."""

from __future__ import annotations

import os
from typing import Unpack

import click

from logicsweep.boards.board import Board
from logicsweep.cli.inputs import READING_ONE, Reader, items
from logicsweep.cli.options import STAGE, Showing, check_showing, refuse_given, showing_options
from logicsweep.cli.output import answer as print_answer
from logicsweep.cli.output import echo_answer
from logicsweep.cli.playing import (
    PLAYING,
    TRUST_FLAGS,
    RunOptions,
    guess_option,
    played,
    player_with,
    refuted,
)
from logicsweep.csp.position import Position
from logicsweep.errors import InvalidInput, quoted
from logicsweep.games.answer import Answer
from logicsweep.games.game import Run
from logicsweep.games.players import Player
from logicsweep.games.proof import proof_of
from logicsweep.games.why import reply as reply_about
from logicsweep.verbs.reading import Numbered

_OF_GAMES = ("start", "strategy", "seed", "limit")  # options that say nothing of positions


@click.command(cls=Reader, epilog="Example: logicsweep sample first | logicsweep why r3c3 --start r1c1")
@click.argument("cell")
@PLAYING
@TRUST_FLAGS
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Explain every step in full, list the firings of the game that lead to CELL, and name safe cells "
    "that would settle it.",
)
@click.option("--refute", is_flag=True, help="Suppose the opposite, and show step by step what breaks.")
@STAGE
@guess_option("Of a cell that is not forced, tell also whether a policy would clear it, and why")
@READING_ONE
@showing_options("One JSON object")
def why(
    cell: str,
    trust_flags: bool,
    every: bool,
    refute: bool,
    stage: int | None,
    guess: str | None,
    **options: Unpack[RunOptions],
) -> int:
    """Say why the player decides CELL, or why not; exit status 1 if the player cannot decide it.

    Decided: a proof that ends in clues. Not decided: that the player finds it later; or the easiest way to
    it, and what that takes; or two layouts that differ in as few cells as can be, drawn as one board (a: a
    mine in the one, b: in the other), and the safe cells whose clue would decide it.
    """
    _check(None if options["files"] else cell, stage, options)
    player = player_with(options["player"], options["rules"])
    item = next(items(options, _OF_GAMES, ("mines", "trust_flags")))
    with refuted(item, options["as_json"]):
        index = item.what.graph.find(cell, "CELL")
        if isinstance(item.what, Board):
            run: Run | Position = played(item, player, options)
        else:
            run = Position(item.what, trust_flags)
        status = _step(item, run, index, player, stage, options["as_json"]) if stage else None
        if status is not None:
            return status
        reply = reply_about(run, index, player, refute, guess, every)
    answer = reply.answer
    if stage and answer.kind == "later":
        return _not_yet(item, answer, player, stage, options["as_json"])
    from logicsweep.show.why import reply_json, reply_text

    print_answer(
        options,
        reply,
        lambda on: reply_text(reply, on),
        lambda: [reply_json(reply, item.number)],
        lambda pages: pages.why_page(reply, run, item.title, reply_json(reply, item.number)),
    )
    return 0 if answer.kind in ("first", "seen", "decided") else 1


def _check(alone: str | None, stage: int | None, showing: Showing) -> None:
    """Refuse options that do not go together, and a file's name, `alone`, where the cell was forgotten."""
    if alone is not None and os.path.isfile(alone):  # noqa: PTH113  # of no name does it complain
        raise InvalidInput("CELL", "a cell such as r1c2", f"the file {quoted(alone)}")
    if stage:
        refuse_given("does not go with --stage", "every", "refute", "guess", "picture", "html")
    check_showing(showing)


def _step(
    item: Numbered, run: Run | Position, cell: int, player: Player, stage: int, as_json: bool
) -> int | None:
    """Print the step that decides a cell, up to a stage; the exit status, None where no step does now."""
    from logicsweep.games.path import step_to
    from logicsweep.show.stages import STAGES, staged_json, staged_step, stages_text, who_text
    from logicsweep.show.why import last_of_way

    found = step_to(run, cell, player)
    if found is None:
        return None
    (way, step), proof = found, proof_of(found[0].steps, cell)
    view, before = step.before if isinstance(run, Run) else run.view, tuple[str, ...]()
    if isinstance(run, Position) and stage == STAGES:
        step, before = last_of_way(proof.steps, way.player.name)
    told = staged_step(step, stage, way.player.name)._replace(cell=cell, after=len(proof.steps) - 1)
    echo_answer(
        as_json,
        lambda on: [who_text(view, told, player.name), *before, *stages_text(view, told, step, on)],
        lambda: [staged_json(view, told, item.number, item.kind)],
    )
    return 0 if way.player.name == player.name else 1


def _not_yet(item: Numbered, answer: Answer, player: Player, stage: int, as_json: bool) -> int:
    """Print of a cell that is found later that it is not decided yet; the exit status."""
    from logicsweep.show.stages import staged_json, staged_step

    told = staged_step(None, stage, player.name)._replace(cell=answer.cell)
    echo_answer(
        as_json,
        lambda _: [f"{answer.view.graph.name(answer.cell)} is not decided by what is known so far."],
        lambda: [staged_json(answer.view, told, item.number, item.kind)],
    )
    return 1
