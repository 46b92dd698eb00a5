"""A path, step by step with grade and reason, for people and programs; or its grade alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import capital, listed, plural, share, site_name, sized
from logicsweep.csp.position import Position
from logicsweep.errors import Contradiction
from logicsweep.games.game import Game
from logicsweep.games.hints import least_risk
from logicsweep.games.paths import Graded, Path
from logicsweep.games.players import strongest
from logicsweep.games.steps import Explained, reason_sentence
from logicsweep.rules.engine import Fact
from logicsweep.show.drawing import PLAIN, Screen, glyphs, nodes_drawn, view_drawn
from logicsweep.show.hint import doubts_text, wrong_flags
from logicsweep.show.jsonl import VERSION, mines_json, names, numbered_json, size_json
from logicsweep.show.trace import check_text, checked_told, conclusion_text, grade_json, grade_text, how_json

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


def step_text(graph: CellGraph, step: Explained, view: View, choices: int = 1) -> str:
    """What follows and why, with its grade in brackets, and of how many such steps it was chosen."""
    said = [reason_sentence(view, reason) for reason in step.reasons]
    why = " ".join(said or [f"{conclusion_text(graph, step.firing.given)}."])
    chosen = f"; one of {choices}" if choices > 1 else ""
    return f"{why} [{grade_text(step.firing.production, step.grade)}{chosen}]"


def path_text(
    found: Path, title: str, limit: int | None, screen: Screen = PLAIN, draw: bool = False
) -> Iterator[str]:
    """A path line by line; `limit` is how many steps were asked for, `draw`: the board after each."""
    run, graph = found.run, found.run.trace.graph
    if isinstance(run, Game):
        who = f"{run.player.name} starts at {graph.name(run.start)}"
        yield f"{title}: {sized(graph, run.board.mine_count)}; {who}"
    else:
        yield f"{title}: {sized(graph, run.view.mines)}; {run.player.name}"
    before = run.before(1, flags=True)
    for (step, view), graded in zip(found.explained(), found.steps, strict=True):
        yield from _drawing(before, view, screen) if draw else ()
        yield f"{graded.firing.number:>4}. {step_text(graph, step, view, graded.choices)}"
        before = view
    yield from _drawing(before, found.ends, screen) if draw else [""]
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


def summary_text(found: Path, limited: bool = False) -> Iterator[str]:
    """What a path comes to; `limited`: as many steps as were asked for are there."""
    run = found.run
    yield from _summary(found)
    yield from _end(found, limited)
    if not isinstance(run, Game):
        yield from doubts_text(run.view, (wrong_flags(run), None))
    yield from check_text(run.trace.graph, checked_told(run), run.unproven)


def _summary(found: Path) -> Iterator[str]:
    """The grade, how many steps of each production, how many there were to choose from."""
    hardest, choices = found.hardest, [step.choices for step in found.steps]
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


def _end(found: Path, limited: bool) -> Iterator[str]:
    """How far it got, and where it is stuck why, and who would go on."""
    run, graph = found.run, found.run.trace.graph
    left = run.left if isinstance(run, Game) else run.open
    word = "remaining" if isinstance(run, Game) else "open"
    yield f"{word} {len(left)}" + (f": {listed(graph, left)}" if left else "")
    if not left:
        return
    try:
        further = found.going_on()
        limited = limited and found.going_on(run.player) is not None
    except Contradiction:
        yield "what was concluded contradicts itself: own productions were not checked"
        return
    if limited:
        yield f"stopped after {plural(len(found.steps), 'step')} (--limit)"
    elif further:
        (step, view), who = further, capital(strongest(total=True).name)
        yield f"stuck: {run.player.name} sees no more. {who} goes on: {step_text(graph, step, view)}"
    else:
        risk = least_risk(Position(found.ends, trust_flags=True))
        least = f" The least risk is {share(risk[1])} at {listed(graph, risk[0], 3)}." if risk else ""
        yield f"stuck: no covered cell is forced.{least}"


def _unexplained(found: Path) -> str:
    count = found.unexplained
    return f"; {plural(count, 'step')} without a reason that was found" if count else ""


def grade_line(found: Path) -> str:
    """The grade alone, what is left, and what was not checked."""
    hardest, run = found.hardest, found.run
    grade = grade_text(hardest.firing.production, hardest.grade) if hardest else "no step"
    left = f"remaining {run.remaining}" if isinstance(run, Game) else f"open {len(run.open)}"
    unchecked = "; own productions not checked" if checked_told(run) is False else ""
    return f"{grade}{_unexplained(found)}; {left}{unchecked}"


def _hardest_json(found: Path) -> GradeJson | None:
    hardest = found.hardest
    return grade_json(hardest.firing.production, hardest.grade) if hardest else None


def path_grade_json(found: Path, kind: str, number: int) -> PathGradeJson:
    """The grade of a board or position as an object."""
    told: PathGradeJson = {
        "version": VERSION,
        "player": found.run.player.name,
        "steps": len(found.steps),
        "grade": _hardest_json(found),
        "unexplained": found.unexplained,
        "profile": found.profile,
    }
    if (checked := checked_told(found.run)) is not None:
        told["checked"] = checked
    if isinstance(found.run, Game):
        told["remaining"] = found.run.remaining
    else:
        told["open"] = len(found.run.open)
    return numbered_json(told, kind, number)


def path_json(found: Path, kind: str, number: int) -> Iterator[PathJson]:
    """A path as a sequence of objects: how it began, each step, how it ended."""
    yield numbered_json(_start(found), kind, number)
    graph = found.run.trace.graph
    for (step, view), graded in zip(found.explained(), found.steps, strict=True):
        yield _step_json(graph, step, view, graded)
    yield _end_json(found)


def _start(found: Path) -> PathStart:
    run, graph = found.run, found.run.trace.graph
    begun = {"version": VERSION, "event": "start", **size_json(graph)}
    begun |= {"mines": run.board.mine_count} if isinstance(run, Game) else mines_json(run.view)
    begun["player"] = run.player.name
    begun |= {"start": graph.name(run.start)} if isinstance(run, Game) else {}
    checked = checked_told(run)
    begun |= {} if checked is None else {"checked": checked}
    return cast("PathStart", begun)


def _step_json(graph: CellGraph, step: Explained, view: View, graded: Graded) -> PathStep:
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
        "choices": graded.choices,
        "sentences": [reason_sentence(view, reason) for reason in step.reasons],
    }
    return cast("PathStep", told)


def _given_json(graph: CellGraph, given: Sequence[Fact]) -> list[GivenJson]:
    return [{"cell": site_name(graph, fact.subject), "attribute": fact.attribute} for fact in given]


def _end_json(found: Path) -> PathEnd:
    run, graph = found.run, found.run.trace.graph
    left = run.left if isinstance(run, Game) else run.open
    told: PathEnd = {
        "version": VERSION,
        "event": "end",
        "steps": len(found.steps),
        "grade": _hardest_json(found),
        "hardest": found.hardest.firing.number if found.hardest else None,
        "unexplained": found.unexplained,
        "profile": found.profile,
        "choices": [step.choices for step in found.steps],
        "going_on": _going_on_json(graph, found) if left else None,
    }
    if isinstance(run, Game):
        told["remaining"], told["left"] = run.remaining, names(graph, left)
    else:
        told["open"] = names(graph, left)
        if wrong := wrong_flags(run):
            told["wrong_flags"] = names(graph, wrong)
    if run.unproven:
        told["unproven"] = names(graph, run.unproven)
    return told


def _going_on_json(graph: CellGraph, found: Path) -> GoingOnJson | None:
    try:
        further = found.going_on()
    except Contradiction:  # own productions were not checked
        further = None
    if further is None:
        return None
    step, view = further
    return {
        "production": step.firing.production,
        "given": _given_json(graph, step.firing.given),
        "grade": grade_json(step.firing.production, step.grade),
        "sentences": [reason_sentence(view, reason) for reason in step.reasons],
    }
