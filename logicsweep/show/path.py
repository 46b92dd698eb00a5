"""A path, step by step with grade and reason, for people and programs; or its grade alone."""

from __future__ import annotations

from collections.abc import Iterator

from logicsweep.boards.board import View
from logicsweep.boards.names import list_names
from logicsweep.boards.words import capital, number_text, plural, share
from logicsweep.csp.solution import Doubts
from logicsweep.games.run import Run
from logicsweep.games.step import Step
from logicsweep.show.drawing import HIT, PLAIN, Screen, draw_cells, glyphs
from logicsweep.show.hint_text import doubts_text, stuck_headline, weakest_with
from logicsweep.show.json import Heading, Json, Printed, heading
from logicsweep.show.steps import effort_text, grade_text, steps_text
from logicsweep.show.trace import PRINTED as OF_RUN
from logicsweep.show.trace import check_text, guesses_text, head_line, left_text, lost_text, run_json
from logicsweep.verbs.path import Finished


def path_text(found: Finished, screen: Screen = PLAIN, draw: bool = False) -> Iterator[str]:
    """A path line by line; `draw`: the board after each step."""
    run = found.run
    yield head_line(found)
    yield path_headline(found)
    before = run.before(1, flags=True)
    for step, line in steps_text([(step.number, step) for step in run.steps], (), screen):
        yield from _draw_change(before, step.before, screen) if draw else ()
        yield line
        before = step.before
    yield from _draw_change(before, run.known, screen, run.lost) if draw else [""]
    yield from summary_text(found, screen)


def _draw_change(before: View, after: View, screen: Screen, lost: int | None = None) -> Iterator[str]:
    changed = {cell for cell, mark in enumerate(after.marks) if mark != before.marks[cell] or cell == lost}
    yield from draw_cells(after.graph, glyphs(after, lost), screen, marked=changed)
    yield from [HIT] * (lost is not None)
    yield ""


def path_headline(found: Finished) -> str:
    """What a path comes to, in one or two sentences."""
    run, outcome = found.run, found.outcome
    name, onward, guesses = run.graph.name, outcome.onward, [step.number for step in run.steps if step.guess]
    if run.lost is not None and outcome.ended:
        return f"Lost at {name(run.lost)}. {lost_text(run, outcome.ended)}"
    if outcome.contradicts:
        return "What was concluded contradicts itself."
    if (onward and onward.stopped) or (run.remaining and not onward):
        return f"Stopped after {plural(len(run.steps), 'step')}."
    if onward:
        return stuck_headline(run, onward.step)
    if guesses:
        often = "a guess" if len(guesses) == 1 else f"{number_text(len(guesses))} guesses"
        return f"Solved with {often}. {'It' if often == 'a guess' else 'The first'} is at step {guesses[0]}."
    return f"Solved without a guess.{_say_hardest(run.hardest)}"


def _say_hardest(step: Step | None) -> str:
    if step is None or not step.grade.clues:
        return ""
    taken = effort_text(step)
    return " Every step takes one clue." if taken == "one clue" else f" The hardest step takes {taken}."


def summary_text(found: Finished, screen: Screen = PLAIN) -> Iterator[str]:
    """What a path comes to."""
    run = found.run
    yield from _sum_up_steps(run)
    yield from _tell_end(found, screen)
    yield from doubts_text(run.first, Doubts(run.wrong_flags))
    yield from check_text(run.graph, run.own_checked, run.unproven)


def _sum_up_steps(found: Run) -> Iterator[str]:
    hardest, candidates = found.hardest, [count for count in found.candidates or () if count]
    if hardest is None:
        yield "no step"
        return
    yield f"grade: {grade_text(hardest)} (step {hardest.firing.number}){_count_unexplained(found)}"
    profile = ", ".join([f"{name} {count}" for name, count in found.profile.items()])
    yield f"{plural(len(found.steps), 'step')}: {profile}"
    yield f"workload: {plural(found.workload, 'clue')} beyond the first of each step"
    if not candidates:  # guesses alone
        return
    single = candidates.count(1)
    one = "only one" if single else "at least " + str(min(candidates))
    at = f" at {single} of them" if single else ""
    yield f"steps to choose from: {sum(candidates) / len(candidates):.1f} on average, {one}{at}"


def _tell_end(found: Finished, screen: Screen) -> Iterator[str]:
    run, outcome = found.run, found.outcome
    graph, left = run.graph, run.left
    yield left_text(run) + (f": {list_names(graph, left)}" if left else "")
    yield from guesses_text(found)
    if outcome.contradicts:
        yield "what was concluded contradicts itself: own productions were not checked"
    onward = outcome.onward
    if onward and onward.stopped:
        yield f"stopped after {plural(len(run.steps), 'step')} (--limit)"
    elif onward and onward.step:
        who = capital(weakest_with(onward.step))
        yield f"stuck: {run.player.name} sees no more. {who} goes on:"
        yield from [line for _, line in steps_text([(len(run.steps) + 1, onward.step)], (), screen)]
    elif onward:
        where = list_names(graph, onward.least_risk, 3)
        least = f" The least risk is {share(onward.risk)} at {where}." if where else ""
        yield f"stuck: no covered cell is forced.{least}"


def _count_unexplained(found: Run) -> str:
    count = found.unexplained
    return f"; {plural(count, 'step')} without a reason that was found" if count else ""


def grade_line_text(found: Finished, _: Screen = PLAIN) -> Iterator[str]:
    """The grade alone, what is left, and what was not checked."""
    run, grade = found.run, grade_text(found.run.hardest)
    unchecked = "; own productions not checked" if run.own_checked is False else ""
    ended = "".join([f"; {line}" for line in guesses_text(found)])
    grade += f"{_count_unexplained(run)}; workload {run.workload}; {left_text(run)}{unchecked}"
    yield grade + (f"; start {found.item.start_text or run.start_name}" if run.board else "") + ended


GRADED = ("player", "hardest", "workload", "unexplained", "profile", "undecided", "remaining", "own_checked")
_GRADE = Printed(
    "GradeAlone",
    "With --grade: a board or position, and its grade alone.",
    (Heading, (Run, ("start", *GRADED))),
)
PRINTED = (*OF_RUN, _GRADE)


def grade_json(found: Finished) -> Json:
    """The grade of a board or position as an object."""
    run = found.run
    return _GRADE.json(run.graph, heading(found.item.what, found.item.number), run)


def path_json(found: Finished) -> Iterator[Json]:
    """A path as a sequence of objects: how it began, each step, how it ended."""
    return run_json(found, path_headline(found))
