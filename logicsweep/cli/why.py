"""`why`: how a cell is decided, or what it would take."""

from __future__ import annotations

import os
from functools import partial

import click

from logicsweep.boards.board import View
from logicsweep.cli.inputs import READING_ONE, Reader, items
from logicsweep.cli.options import STAGE, Showing, refuse_given, showing_options
from logicsweep.cli.output import answer as print_answer
from logicsweep.cli.output import echo_answer
from logicsweep.cli.playing import PLAYING, TRUST_FLAGS, asking, guess_option
from logicsweep.csp.position import Position
from logicsweep.errors import InvalidInput, quoted
from logicsweep.verbs.playing import Playing
from logicsweep.verbs.reading import Reading
from logicsweep.verbs.why import AskedCell
from logicsweep.verbs.why import why as why_of

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
@guess_option("Of a cell that is not forced, tell also whether a policy would clear it, and why", "policy")
@READING_ONE
@showing_options("One JSON object")
def why(
    cell: str,
    playing: Playing,
    reading: Reading,
    showing: Showing,
    trust_flags: bool,
    every: bool,
    refute: bool,
    stage: int | None,
    policy: str | None,
) -> int:
    """Say why the player decides CELL, or why not; exit status 1 if the player cannot decide it.

    Decided: a proof that ends in clues. Not decided: that the player finds it later; or the easiest way to
    it, and what that takes; or two layouts that differ in as few cells as can be, drawn as one board (a: a
    mine in the one, b: in the other), and the safe cells whose clue would decide it.
    """
    if not reading.files and os.path.isfile(cell):  # noqa: PTH113  # of no name does it complain
        raise InvalidInput("CELL", "a cell such as r1c2", f"the file {quoted(cell)}")
    if stage:
        refuse_given("does not go with --stage", "every", "refute", "policy", "picture", "html")
    item = next(items(reading, _OF_GAMES, ("mines", "trust_flags")))
    with asking(item, showing.as_json):
        asked = why_of(item, cell, playing, trust_flags)
        status = _staged(asked, stage, showing.as_json) if stage else None
        if status is not None:
            return status
        reply = asked.reply(refute, policy, every)
    if stage and reply.answer.kind == "later":
        return _not_yet(asked, reply.answer.view, stage, showing.as_json)
    from logicsweep.show.why import reply_json, reply_text

    json = partial(reply_json, reply, item.number)
    print_answer(
        showing,
        reply,
        lambda on: reply_text(reply, on),
        lambda: [json()],
        lambda pages: pages.why_page(reply, asked.run, item.title, json()),
    )
    return 0 if reply.answer.kind in ("first", "seen", "decided") else 1


def _staged(asked: AskedCell, stage: int, as_json: bool) -> int | None:
    """Print the step that decides the cell, up to a stage; the exit status, None if no step does now."""
    from logicsweep.show.stages import STAGES, staged_json, staged_step, stages_text, who_text
    from logicsweep.show.why import last_of_way

    item, run, cell, name = asked.item, asked.run, asked.cell, asked.player.name
    found = asked.step()
    if found is None:
        return None
    who, step, proof = found
    view, before = run.view if isinstance(run, Position) else step.before, tuple[str, ...]()
    if isinstance(run, Position) and stage == STAGES:
        step, before = last_of_way(proof.steps, who.name)
    told = staged_step(step, stage, who.name)._replace(cell=cell, after=len(proof.steps) - 1)
    echo_answer(
        as_json,
        lambda on: [who_text(view, told, name), *before, *stages_text(view, told, step, on)],
        lambda: [staged_json(view, told, item.number, item.kind)],
    )
    return 0 if who.name == name else 1


def _not_yet(asked: AskedCell, view: View, stage: int, as_json: bool) -> int:
    """Print that a cell is not decided by what is known so far; the exit status."""
    from logicsweep.show.stages import staged_json, staged_step

    told = staged_step(None, stage, asked.player.name)._replace(cell=asked.cell)
    later = f"{view.graph.name(asked.cell)} is not decided by what is known so far."
    echo_answer(
        as_json, lambda _: [later], lambda: [staged_json(view, told, asked.item.number, asked.item.kind)]
    )
    return 1
