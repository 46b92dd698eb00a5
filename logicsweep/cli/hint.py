"""`hint`: what is certain in a position, and the exact risk of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

import click

from logicsweep.cli.inputs import READING, Reader, Reading, items, only_one
from logicsweep.cli.options import (
    STAGE,
    Showing,
    check_showing,
    choice_option,
    refuse_given,
    showing_options,
)
from logicsweep.cli.output import answer, echo_answer
from logicsweep.cli.playing import (
    EFFORT,
    MORE_EFFORT,
    TRUST_FLAGS,
    guess_option,
    player_option,
    position_of,
    start_of,
    start_option,
)
from logicsweep.csp.position import Count, Position, eliminate
from logicsweep.csp.solution import Solution
from logicsweep.csp.solve import Doubts, check_flags, require_layout, solved
from logicsweep.errors import InvalidInput
from logicsweep.games.players import Player, player_of, strongest
from logicsweep.verbs.effort import EFFORTS, HIGH, ran_out
from logicsweep.verbs.reading import Numbered, naming
from logicsweep.work.progress import paced

if TYPE_CHECKING:
    from logicsweep.games.game import Run
    from logicsweep.games.step import Step
    from logicsweep.guessing.advice import Advice
    from logicsweep.show.drawing import Screen
    from logicsweep.show.hint import Reasons
    from logicsweep.show.json import Json


class _Options(Reading, Showing):
    """What the options say that other verbs have too."""


@click.command(cls=Reader, epilog="Example: logicsweep sample position | logicsweep hint")
@start_option("The first cell that is cleared on a board.")
@player_option(
    "Who answers. expert: by the clues alone; counter: by the mine total too.  [default: counter if "
    "the total is known, else expert]",
    name="name",
)
@choice_option(
    "--solver",
    ["elimination", "search"],
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
    start: str | None,
    name: str | None,
    trust_flags: bool,
    solver: str,
    explains: bool,
    effort: str,
    stage: int | None,
    guess: str | None,
    **options: Unpack[_Options],
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
    check_showing(options)
    counting = _counting(solver)
    for item in only_one(items(options), options):
        with naming(item):
            item = item._replace(start=start_of(item, start))
            view = position_of(item, None)
            position = Position(view, trust_flags, EFFORTS[effort].states, counting)
            player = who or strongest(view.mines is not None)
            if player.complete and player.knows_total and view.mines is None:
                total = "a mine total ('mines N' or --mines)"
                raise InvalidInput(f"--player {player.name}", total, "none")
            if stage:
                _step(item, position, player, stage, options["as_json"])
            else:
                _answer(item, position, player, effort, explains, guess, options)


def _found(position: Position, player: Player) -> tuple[Solution | Run, Doubts]:
    if player.complete:
        solution = solved(require_layout(position), player.knows_total)
        return solution, check_flags(position, solution)
    from logicsweep.games.game import play

    run = play(position, player=player)
    return run, Doubts(run.wrong_flags)


def _answer(
    item: Numbered,
    position: Position,
    player: Player,
    effort: str,
    explains: bool,
    guess: str | None,
    showing: Showing,
) -> None:
    from logicsweep.show.guess import advice_text
    from logicsweep.show.hint import hint_json, hint_text

    found, doubts = _found(position, player)
    view, name = position.view, player.name
    advice = _advice(position, found, guess) if guess and isinstance(found, Solution) else None

    budget = EFFORTS[effort].budget
    steps = _easiest(position, player, budget) if explains else []

    def reasons() -> tuple[Reasons, Sequence[str]] | tuple[()]:
        return (_reasons(position, found, budget), [*_in_numbers(steps)]) if explains else ()

    def json() -> Json:
        return hint_json(view, name, found, doubts, item.number, advice, *reasons())

    def text(on: Screen) -> Iterator[str]:
        yield from hint_text(view, name, found, doubts, on)
        for number, line in enumerate(_in_numbers(steps), 1):
            yield f"{number:>4}. {line}".replace("\n", "\n      ")
        yield from advice_text(advice, on) if advice else ()
        if effort != HIGH and ((isinstance(found, Solution) and found.missing) or ran_out(steps)):
            yield MORE_EFFORT

    answer(
        showing,
        advice or found,
        lambda on: _titled(item, text(on)),
        lambda: [json()],
        lambda pages: pages.hint_page(position, found, player, item.title, json(), advice),
    )


def _advice(position: Position, found: Solution, policy: str) -> Advice:
    from logicsweep.guessing.advice import advise

    if position.view.mines is not None and not found.total:  # the player does not know it
        position = replace(position, view=replace(position.view, mines=None))
    return advise(position, policy)


def _step(item: Numbered, position: Position, player: Player, stage: int, as_json: bool) -> None:
    from logicsweep.games.path import next_step
    from logicsweep.show.stages import staged_hint_text, staged_json, staged_step

    view, name, (found, doubts) = position.view, player.name, _found(position, player)
    step = next_step(position, player)
    told = staged_step(step, stage, name)
    echo_answer(
        as_json,
        lambda on: _titled(item, staged_hint_text(view, told, step, found, doubts, on)),
        lambda: [staged_json(view, told, item.number, doubts=doubts, found=found)],
    )


def _titled(item: Numbered, lines: Iterator[str]) -> Iterator[str]:
    """One of several answers, or of a board: with its number, and a blank line before all but the first."""
    if item.several or item.kind == "board":
        yield from [""] if item.number > 1 else []
        begun = "" if item.start is None else f", begun at {item.what.graph.name(item.start)}"
        yield f"{item.title}{begun}: {next(lines)}"
    yield from lines


def _reasons(position: Position, found: Solution | Run, budget: int) -> Reasons:
    from logicsweep.reasons.explanation import explanation_of
    from logicsweep.show.hint import reasons_of

    trusted = position.flagged  # not asked about
    forced = sorted({*found.safe, *found.mines}.difference(trusted))
    explained = {cell: explanation_of(position, cell, budget) for cell in paced(forced, "reasons")}
    return reasons_of({cell: one for cell, one in explained.items() if one})


def _easiest(position: Position, player: Player, budget: int) -> Sequence[Step]:
    from logicsweep.games.path import path

    return path(position, player=player).steps.within(budget)


def _in_numbers(steps: Sequence[Step]) -> Iterator[str]:
    from logicsweep.show.steps import conclusion_text

    for step in paced(steps, "reasons"):
        yield from step.sentences or (f"{conclusion_text(step.before.graph, step.firing.given)}.",)


def _counting(solver: str) -> Count:
    if solver == "elimination":
        return eliminate
    from logicsweep.csp.search import enumerate_layouts

    return enumerate_layouts
