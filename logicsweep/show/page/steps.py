"""A run as a page's data: each step with its marks, its reasons and the steps that it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice, tee

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import row_names
from logicsweep.games.deduction import Deduction
from logicsweep.games.game import Game
from logicsweep.games.paths import Path
from logicsweep.games.players import Player
from logicsweep.games.steps import Grade
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.given import row_sum
from logicsweep.rules.balanced import ROWS
from logicsweep.rules.engine import Fact, Firing
from logicsweep.rules.library import LIBRARY, is_own
from logicsweep.rules.trace import Trace
from logicsweep.show.firings import grade_text
from logicsweep.show.page.records import FieldRecord, GradeRecord, RunRecord, StepRecord
from logicsweep.show.places import places_of
from logicsweep.show.scenes import Scene, scenes
from logicsweep.work import collector_paused

_LOOKED_THROUGH = 1_000_000
"""Where cells times firings are at most so many each agenda is looked through, else what waits is counted."""
_ALIKE = dict.fromkeys(ROWS, ROWS[0].name)
_FAMILIES = [
    [production.name for production in family]
    for _, family in groupby(LIBRARY, lambda one: _ALIKE.get(one, one.name))
]
"""The library's productions in their order, those that take rows together as one family."""


def field_record(graph: CellGraph) -> FieldRecord:
    """The cells of a page."""
    told: FieldRecord = {"kind": graph.kind, "cells": len(graph)}
    if graph.shape:
        told["rows"], told["cols"] = graph.shape
    places = places_of(graph)
    if places.outline != "square":
        told["places"] = [[round(x, 3), round(y, 3)] for x, y in places.points]
    if not graph.shape:
        told["names"] = list(graph.names(range(len(graph))))
        told["edges"] = [[*edge] for edge in places.edges]
    return told


class Grades:
    """The grades of a page, each told once."""

    def __init__(self, *players: Player) -> None:
        """None so far; the productions of these players' own have colours after those of the library."""
        self._numbers: dict[tuple[Grade, str], int] = {}
        own = [one.name for player in players for one in player.productions if is_own(one)]
        families = [*_FAMILIES, *([name] for name in dict.fromkeys(own))]
        self._colours = {
            name: (number, shade)
            for number, family in enumerate(families)
            for shade, name in enumerate(family)
        }

    def number(self, production: str, grade: Grade) -> int:
        """The number of a grade, from 0."""
        return self._numbers.setdefault((grade, production), len(self._numbers))

    def records(self) -> list[GradeRecord]:
        """The grades in the order of their numbers; equal ones of two productions share their rank."""
        ranks = {grade: rank for rank, grade in enumerate(sorted({grade for grade, _ in self._numbers}))}
        levels = {level: number for number, level in enumerate(sorted({grade[:3] for grade in ranks}))}
        return [
            {
                "production": production,
                "text": grade_text(production, grade),
                "rows": grade.rows,
                "cases": grade.cases,
                "rank": ranks[grade],
                "level": levels[grade[:3]],
                "colour": self._colours[production],
            }
            for grade, production in self._numbers
        ]


def run_record(
    run: Game | Deduction,
    grades: Grades,
    ask: str,
    name: str = "",
    path: Path | None = None,
    lines: Sequence[Mapping[str, object]] = (),
) -> RunRecord:
    """A run, or the path of which it is; sentences that one of the `lines` has are left to it.

    `ask` is as a `RunRecord` has it, `name` what its player is called here. `lines` are those of
    `path --json`: one before the steps, then one for each.
    """
    with collector_paused():
        seen = list(_steps(run, grades, lines))
        opened, counted = _open(run, path)
    return {
        "player": name or run.player.name,
        "ask": ask,
        "left": f"remaining {run.remaining}" if isinstance(run, Game) else f"open {len(run.open)}",
        "first": list(run.before(1, flags=True).marks),
        "steps": seen,
        "open": opened,
        "open_is": counted,
    }


def _steps(
    run: Game | Deduction, grades: Grades, lines: Sequence[Mapping[str, object]]
) -> Iterator[StepRecord]:
    seen, following = tee(scenes(run))
    ends = run.before(len(run.trace.firings) + 1, flags=True)
    afters = chain((scene.view for scene in islice(following, 1, None)), [ends])
    for number, (scene, after) in enumerate(zip(seen, afters, strict=False), 1):
        step = _step(scene, after, grades)
        told = lines[number].get("sentences") if number < len(lines) else None
        if scene.said and list(scene.said) != told:
            step["said"] = list(scene.said)
        if on := steps_below(run.trace, scene.firing):
            step["on"] = on
        yield step


def _step(scene: Scene, after: View, grades: Grades) -> StepRecord:
    firing = scene.firing
    changed = [cell for cell in scene.decided if after.marks[cell] != scene.view.marks[cell]]
    step: StepRecord = {
        "grade": grades.number(firing.production, scene.grade),
        "set": [[cell, after.marks[cell]] for cell in changed],
    }
    if isinstance(firing.site, int):
        step["at"] = firing.site
    if scene.stands_on != (firing.site,):
        step["rows"] = list(scene.stands_on)
    sums = [one for one in scene.reasons if isinstance(one, Balance) and one.rows > 1]
    if sums:
        step["added"], step["subtracted"] = (
            [row for row, ring in scene.rings.items() if ring == sign] for sign in ("added", "subtracted")
        )
        step["sums"] = [sum_text(scene.view, one) for one in sums]
    return step


def sum_text(view: View, found: Balance) -> str:
    """The sum of a balance's rows, with what each needs.

    >>> from logicsweep.reasons.balance import balance
    >>> view = View.parse("01## 02## 01##")
    >>> sum_text(view, balance(view, "r3c3"))
    '2 (r2c2) − 1 (r1c2) = 1, the most that the cells can give'
    """
    parts = [_summand(view, row, "+", found.flags) for row in found.added]
    parts += [_summand(view, row, "−", found.flags) for row in found.subtracted]
    most = "most" if found.most else "least"
    return f"{' '.join(parts).removeprefix('+ ')} = {_signed(found.need)}, the {most} that the cells can give"


def _summand(view: View, row: int, sign: str, flags: bool) -> str:
    (name,) = row_names(view.graph, [row])
    return f"{sign} {_signed(row_sum(view, row, flags).need)} ({name})"


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def steps_below(trace: Trace, firing: Firing) -> list[int]:
    """The numbers of the firings that gave what a firing used, or cleared the cells whose clues it used.

    >>> from logicsweep import Board, play
    >>> trace = play(Board.parse("... ... MM."), "r1c1").trace
    >>> steps_below(trace, trace.firings[3])
    [2, 3]
    """
    givers = (_giver(trace, fact) for fact in firing.used)
    return sorted({giver.number for giver in givers if giver})


def _giver(trace: Trace, fact: Fact) -> Firing | None:
    return trace.giver.get(Fact("safe", fact.subject) if fact.attribute == "clue" else fact)


def _open(run: Game | Deduction, path: Path | None) -> tuple[list[int], str]:
    """How many steps were open before each, and what is counted."""
    if path:
        return [step.choices for step in path.steps], "steps of this effort to choose from"
    counts: Iterable[int]
    if len(run.trace.graph) * len(run.trace.firings) <= _LOOKED_THROUGH:
        counts, counted = (len(tuple(agenda)) for agenda in run.agendas()), "steps that would fire"
    else:
        counts, counted = (len(agenda) for agenda in run.agendas()), "places that wait"
    return [count for count, _ in zip(counts, run.trace.firings, strict=False)], counted
