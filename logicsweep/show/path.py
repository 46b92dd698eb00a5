"""A path, step by step with grade and reason, for people and programs; or its grade alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import capital, listed, plural, share, site_name
from logicsweep.csp.clash import solved
from logicsweep.csp.position import Position
from logicsweep.errors import Contradiction
from logicsweep.games.game import Run
from logicsweep.games.path import going_on
from logicsweep.games.players import strongest
from logicsweep.games.step import Step
from logicsweep.rules.engine import Fact
from logicsweep.show.drawing import PLAIN, Screen, glyphs, nodes_drawn, view_drawn
from logicsweep.show.hint import doubts_text, wrong_flags
from logicsweep.show.jsonl import VERSION, mines_json, names, numbered_json, size_json
from logicsweep.show.trace import (
    check_text,
    conclusion_text,
    grade_json,
    grade_text,
    head_line,
    how_json,
    left_text,
)

if TYPE_CHECKING:
    from logicsweep.show.path_forms import (
        GoingOnJson,
        PathEnd,
        PathGradeJson,
        PathJson,
        PathStart,
        PathStep,
    )
    from logicsweep.show.pieces import GivenJson, GradeJson


def step_text(graph: CellGraph, step: Step, choices: int | None = None) -> str:
    """What follows and why, with its grade in brackets, and of how many such steps it was chosen."""
    why = " ".join(step.sentences or [f"{conclusion_text(graph, step.firing.given)}."])
    chosen = f"; one of {choices}" if (choices or 1) > 1 else ""
    return f"{why} [{grade_text(step.firing.production, step.grade)}{chosen}]"


def path_text(
    found: Run, title: str, limit: int | None, screen: Screen = PLAIN, draw: bool = False
) -> Iterator[str]:
    """A path line by line; `limit` is how many steps were asked for, `draw`: the board after each."""
    yield head_line(found, title)
    before = found.before(1, flags=True)
    for step in found.steps:
        view = step.before
        yield from _drawing(before, view, screen) if draw else ()
        yield f"{step.number:>4}. {step_text(found.graph, step, step.choices)}"
        before = view
    yield from _drawing(before, found.known, screen) if draw else [""]
    yield from summary_text(found, limit is not None and len(found.steps) >= limit)


def _drawing(before: View, after: View, screen: Screen) -> Iterator[str]:
    """The board after a step; where it has rows and columns, what the step changed is marked in colour."""
    if after.graph.shape is None:
        yield from nodes_drawn(after.graph, {"": glyphs(after)}, screen)
        yield ""
        return
    changed = {cell for cell, mark in enumerate(after.marks) if mark != before.marks[cell]}
    yield from view_drawn(after, screen, changed)
    yield ""


def summary_text(found: Run, limited: bool = False) -> Iterator[str]:
    """What a path comes to; `limited`: as many steps as were asked for are there."""
    yield from _summary(found)
    yield from _end(found, limited)
    yield from doubts_text(found.first, (wrong_flags(found), None))
    yield from check_text(found.graph, found.own_checked, found.unproven)


def _summary(found: Run) -> Iterator[str]:
    """The grade, how many steps of each production, how many there were to choose from."""
    hardest, choices = found.hardest, [*(found.choices or ())]
    if hardest is None:
        yield "no step"
        return
    grade = grade_text(hardest.firing.production, hardest.grade)
    yield f"grade: {grade} (step {hardest.firing.number}){_unexplained(found)}"
    profile = ", ".join([f"{name} {count}" for name, count in found.profile.items()])
    yield f"{plural(len(choices), 'step')}: {profile}"
    single = choices.count(1)
    one = "only one" if single else "at least " + str(min(choices))
    at = f" at {single} of them" if single else ""
    yield f"steps to choose from: {sum(choices) / len(choices):.1f} on average, {one}{at}"


def _end(found: Run, limited: bool) -> Iterator[str]:
    """How far it got, and where it is stuck why, and who would go on."""
    graph, left = found.graph, found.left
    yield left_text(found) + (f": {listed(graph, left)}" if left else "")
    if not left:
        return
    try:
        further = going_on(found)
        limited = limited and going_on(found, found.player) is not None
    except Contradiction:
        yield "what was concluded contradicts itself: own productions were not checked"
        return
    if limited:
        yield f"stopped after {plural(len(found.steps), 'step')} (--limit)"
    elif further:
        who = capital(strongest(total=True).name)
        yield f"stuck: {found.player.name} sees no more. {who} goes on: {step_text(graph, further)}"
    else:
        risks = solved(Position(found.known, trust_flags=True)).risks
        least = min(risks.values(), default=None)
        cells = [cell for cell, risk in risks.items() if risk == least]
        telling = f" The least risk is {share(least)} at {listed(graph, cells, 3)}." if least else ""
        yield f"stuck: no covered cell is forced.{telling}"


def _unexplained(found: Run) -> str:
    count = found.unexplained
    return f"; {plural(count, 'step')} without a reason that was found" if count else ""


def grade_line(found: Run) -> str:
    """The grade alone, what is left, and what was not checked."""
    hardest = found.hardest
    grade = grade_text(hardest.firing.production, hardest.grade) if hardest else "no step"
    unchecked = "; own productions not checked" if found.own_checked is False else ""
    return f"{grade}{_unexplained(found)}; {left_text(found)}{unchecked}"


def _hardest_json(found: Run) -> GradeJson | None:
    hardest = found.hardest
    return grade_json(hardest.firing.production, hardest.grade) if hardest else None


def path_grade_json(found: Run, kind: str, number: int) -> PathGradeJson:
    """The grade of a board or position as an object."""
    told: PathGradeJson = {
        "version": VERSION,
        "player": found.player.name,
        "steps": len(found.steps),
        "grade": _hardest_json(found),
        "unexplained": found.unexplained,
        "profile": found.profile,
    }
    if found.own_checked is not None:
        told["checked"] = found.own_checked
    if found.board:
        told["remaining"] = found.remaining
    else:
        told["open"] = len(found.open)
    return numbered_json(told, kind, number)


def path_json(found: Run, kind: str, number: int) -> Iterator[PathJson]:
    """A path as a sequence of objects: how it began, each step, how it ended."""
    yield numbered_json(_start(found), kind, number)
    yield from [_step_json(found.graph, step) for step in found.steps]
    yield _end_json(found)


def _start(found: Run) -> PathStart:
    begun = {"version": VERSION, "event": "start", **size_json(found.graph), **mines_json(found.first)}
    begun["player"] = found.player.name
    begun |= {"start": found.start_name} if found.board else {}
    begun |= {} if found.own_checked is None else {"checked": found.own_checked}
    return cast("PathStart", begun)


def _step_json(graph: CellGraph, step: Step) -> PathStep:
    firing = step.firing
    rows = {name: value for name, value in how_json(graph, firing).items() if name in ("added", "subtracted")}
    told = {
        "version": VERSION,
        "event": "step",
        "step": firing.number,
        "production": firing.production,
        "cell": site_name(graph, firing.site),
        **rows,
        "given": _given_json(graph, firing.given),
        "grade": grade_json(firing.production, step.grade),
        "choices": step.choices,
        "sentences": [*step.sentences],
    }
    return cast("PathStep", told)


def _given_json(graph: CellGraph, given: Sequence[Fact]) -> list[GivenJson]:
    return [{"cell": site_name(graph, fact.subject), "attribute": fact.attribute} for fact in given]


def _end_json(found: Run) -> PathEnd:
    graph, left = found.graph, found.left
    told: PathEnd = {
        "version": VERSION,
        "event": "end",
        "steps": len(found.steps),
        "grade": _hardest_json(found),
        "hardest": found.hardest.firing.number if found.hardest else None,
        "unexplained": found.unexplained,
        "profile": found.profile,
        "choices": [*(found.choices or ())],
        "going_on": _going_on_json(graph, found) if left else None,
    }
    if found.board:
        told["remaining"], told["left"] = found.remaining, names(graph, left)
    else:
        told["open"] = names(graph, left)
        if wrong := wrong_flags(found):
            told["wrong_flags"] = names(graph, wrong)
    if found.unproven:
        told["unproven"] = names(graph, found.unproven)
    return told


def _going_on_json(graph: CellGraph, found: Run) -> GoingOnJson | None:
    try:
        step = going_on(found)
    except Contradiction:  # own productions were not checked
        step = None
    if step is None:
        return None
    return {
        "production": step.firing.production,
        "given": _given_json(graph, step.firing.given),
        "grade": grade_json(step.firing.production, step.grade),
        "sentences": [*step.sentences],
    }
