"""`hint`: what is certain in a position, and the exact risk of the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from logicsweep.cli.inputs import READING, Reader, items, only_one
from logicsweep.cli.options import (
    STAGE,
    Showing,
    choice_option,
    refuse_given,
    showing_options,
)
from logicsweep.cli.output import answer, echo_answer
from logicsweep.cli.playing import (
    EFFORT,
    MORE_EFFORT,
    TRUST_FLAGS,
    asking,
    guess_option,
    player_option,
    start_option,
)
from logicsweep.csp.position import Count, eliminate
from logicsweep.games.players import player_of
from logicsweep.verbs.hint import Hint
from logicsweep.verbs.hint import hint as hint_of
from logicsweep.verbs.reading import Numbered, Reading

if TYPE_CHECKING:
    from logicsweep.show.drawing import Screen
    from logicsweep.show.json import Json

_SOLVERS = ("elimination", "search")


@click.command(cls=Reader, epilog="Example: logicsweep sample position | logicsweep hint")
@start_option("The first cell that is cleared on a board.")
@player_option(
    "Who answers. expert: by the clues alone; counter: by the mine total too.  [default: counter if "
    "the total is known, else expert]",
    name="name",
)
@choice_option(
    "--solver",
    _SOLVERS,
    "Count layouts by elimination, or list them one by one with python-constraint.",
)
@TRUST_FLAGS
@click.option("--why", "explains", is_flag=True, help="Tell how every forced cell follows, in easy steps.")
@EFFORT
@STAGE
@guess_option("Where nothing is certain, tell also which cell to clear by a policy, and why that one")
@READING
@showing_options("One JSON object per position, one per line")
def hint(
    reading: Reading,
    showing: Showing,
    start: str | None,
    name: str | None,
    trust_flags: bool,
    solver: str,
    explains: bool,
    effort: str,
    stage: int | None,
    guess: str | None,
) -> None:
    """Print which covered cells are certainly safe or certainly mines, and the exact risk of the others.

    Flags are claims: they are checked, not believed. A player who is not complete, such as casual, answers
    with what they conclude; the rest is left open. A board is played by casual from --start, until they are
    stuck.
    """
    who = player_of(name) if name else None
    if stage:
        refuse_given("does not go with --stage", "solver", "effort", "explains", "guess", "picture", "html")
    if who and not who.complete:
        refuse_given(f"does not apply to {who.name}", "solver", "effort", "explains", "guess")
    for item in only_one(items(reading), showing):
        with asking(item, showing.as_json):
            found = hint_of(item, name, start, trust_flags, effort, guess, explains, _counting(solver))
            if stage:
                _staged(found, stage, showing.as_json)
            else:
                _answer(found, showing)


def _counting(solver: str) -> Count:
    if solver == _SOLVERS[0]:
        return eliminate
    from logicsweep.csp.search import enumerate_layouts

    return enumerate_layouts


def _answer(hint: Hint, showing: Showing) -> None:
    from logicsweep.show.guess import advice_text
    from logicsweep.show.hint import hint_json, hint_text
    from logicsweep.show.steps import steps_text

    view, name, found, advice = hint.position.view, hint.player.name, hint.found, hint.advice

    def text(on: Screen) -> Iterator[str]:
        yield from hint_text(view, name, found, hint.doubts, on)
        yield from [line for _, line in steps_text(enumerate(hint.steps or (), 1))]
        yield from advice_text(advice, on) if advice else ()
        yield from [MORE_EFFORT] * hint.wants_effort

    def json() -> Json:
        more = hint.reasons, hint.steps
        return hint_json(view, name, found, hint.doubts, hint.item.number, advice, *more)

    answer(
        showing,
        advice or found,
        lambda on: _titled(hint.item, text(on)),
        lambda: [json()],
        lambda pages: pages.hint_page(hint, json()),
    )


def _staged(hint: Hint, stage: int, as_json: bool) -> None:
    from logicsweep.show.stages import staged_hint_text, staged_json, staged_step

    view, step, found, doubts = hint.position.view, hint.next_step, hint.found, hint.doubts
    told = staged_step(step, stage, hint.player.name)
    echo_answer(
        as_json,
        lambda on: _titled(hint.item, staged_hint_text(view, told, step, found, doubts, on)),
        lambda: [staged_json(view, told, hint.item.number, doubts=doubts, found=found)],
    )


def _titled(item: Numbered, lines: Iterator[str]) -> Iterator[str]:
    """One of several answers, or of a board: with its number, and a blank line before all but the first."""
    if item.several or item.kind == "board":
        yield from [""] if item.number > 1 else []
        begun = "" if item.start is None else f", begun at {item.what.graph.name(item.start)}"
        yield f"{item.title}{begun}: {next(lines)}"
    yield from lines
