"""`hint`: what is certain in a position, and the exact risk of the other cells."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from logicsweep.cli.inputs import READING, Reader, items, keep_apart, only_one
from logicsweep.cli.options import STAGE, TAGS, Showing, refuse_given, showing_options, start_option
from logicsweep.cli.output import answer, echo_answer
from logicsweep.cli.playing import (
    EFFORT,
    GUESSING,
    TRUST_FLAGS,
    asking,
    player_option,
    policy_options,
)
from logicsweep.games.players import player_of
from logicsweep.verbs.hint import Hint
from logicsweep.verbs.hint import hint as hint_of
from logicsweep.verbs.reading import Reading

if TYPE_CHECKING:
    from logicsweep.show.json import Json


@click.command(cls=Reader, epilog="Example: logicsweep sample position | logicsweep hint")
@start_option("The first cell to clear on a board.")
@player_option(
    "Who answers. expert uses the clues and the mine total, if it is known; local uses the clues alone.  "
    "[default: expert]",
    name="name",
)
@TRUST_FLAGS
@click.option("--why", "explains", is_flag=True, help="Explain how every forced cell follows, in easy steps.")
@EFFORT
@STAGE
@policy_options("If nothing is certain, also say which cell a policy would clear, and why")
@READING
@TAGS
@showing_options("One JSON object per position, one per line")
def hint(
    reading: Reading,
    showing: Showing,
    start: str | None,
    name: str | None,
    trust_flags: bool,
    explains: bool,
    effort: str,
    stage: int | None,
    guess: str | None,
) -> None:
    """Print which covered cells are certainly safe or certainly mines, and the exact risk of the others.

    Flags are claims: they are checked, not trusted. A player who is not complete, such as casual, answers
    with their own conclusions, and the rest stays undecided. On a board, the casual player first plays
    from --start until stuck.
    """
    who = player_of(name) if name else None
    if stage:
        refuse_given("does not go with --stage", "effort", "explains", *GUESSING, "picture", "html")
    if who and not who.complete:
        refuse_given(f"does not apply to {who.name}", "effort", "explains", *GUESSING)
    for item in keep_apart(only_one(items(reading), showing), showing):
        with asking(item, showing.as_json):
            found = hint_of(item, name, start, trust_flags, effort, guess, explains)
            _print(found, stage, showing)


def _print(found: Hint, stage: int | None, showing: Showing) -> None:
    if stage:
        from logicsweep.show.stages import hint_stage_json, hint_stage_text

        found.prepare("stage")
        told = partial(hint_stage_text, stage=stage), partial(hint_stage_json, stage=stage)
        echo_answer(showing.as_json, found, *told)
    else:
        from logicsweep.show.hint_text import hint_text

        drawable = found.advice or found.found
        answer(showing, found, hint_text, _json, lambda pages: pages.hint_page, drawable, found)


def _json(found: Hint) -> Json:
    from logicsweep.show.hint import hint_json

    return hint_json(found)
