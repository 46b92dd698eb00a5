"""A game, or what follows from a position, firing by firing; and the firings that lead to one cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, cast

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.rows import shifted
from logicsweep.boards.words import (
    are,
    counted,
    listed,
    looked_at,
    plural,
    row_names,
    signed,
    site_name,
    sized,
)
from logicsweep.csp.solution import Verdict
from logicsweep.games.game import Run
from logicsweep.reasons.given import Rows
from logicsweep.rules.engine import Agenda, Fact, Firing, Miss, Production, misses
from logicsweep.rules.knowledge import verdict_of
from logicsweep.rules.trace import Trace
from logicsweep.show.drawing import PLAIN, Screen, beside, glyphs, nodes_drawn
from logicsweep.show.jsonl import VERSION, mines_json, names, size_json, with_counts

if TYPE_CHECKING:
    from logicsweep.games.step import Grade
    from logicsweep.show.forms import TraceEnd, TraceFiring, TraceJson, TraceStart
    from logicsweep.show.pieces import (
        ActivationJson,
        AgendaJson,
        FactJson,
        FiringJson,
        GradeJson,
        LackJson,
    )


def fired_text(graph: CellGraph, firing: Firing) -> str:
    """A production with where it looked and what it counted; with all clues where it compared several.

    >>> from logicsweep import Board, play
    >>> game = play(Board.parse(".M.... ...... M..M.."), "r1c5", "overlap")
    >>> for firing in game.trace.firings[6:8]:
    ...     print(fired_text(game.trace.graph, firing))
    all-mines at r1c3 (f=0 c=1 m=1)
    overlap at r3c2 - r2c2 (a=1 b=1 only=0)
    """
    rows = firing.reason
    if isinstance(rows, Rows) and rows.size > 1:
        return f"{firing.production} at {signed(graph, *rows)}{counted(firing.named_counts)}"
    return looked_at(graph, firing.production, firing.site, firing.named_counts)


def how_json(graph: CellGraph, firing: Firing) -> dict[str, int | list[str]]:
    """What a firing counted, and the clues that it added and subtracted where it compared several."""
    told: dict[str, int | list[str]] = dict(firing.named_counts)
    if isinstance(firing.reason, Rows):
        told |= rows_json(graph, firing.reason)
    return told


def rows_json(graph: CellGraph, rows: Rows) -> dict[str, list[str]]:
    """Rows by name."""
    return {"added": row_names(graph, rows.added), "subtracted": row_names(graph, rows.subtracted)}


def grade_text(production: str, grade: Grade) -> str:
    """A grade in words; the production alone where no reason was found.

    >>> from logicsweep.games.step import Grade
    >>> grade_text("rows-3", Grade(3, 3, 0, 5)), grade_text("cases", Grade(50, 2, 3, 9))
    ('rows-3, 3 rows, 5 cells', 'cases, 3 cases, 2 rows at a time, 9 cells')
    """
    if not grade.rows:
        return production
    rows = plural(grade.rows, "row")
    size = f"{plural(grade.cases, 'case')}, {rows} at a time" if grade.cases else rows
    return f"{production}, {size}, {plural(grade.cells, 'cell')}"


def grade_json(production: str, grade: Grade) -> GradeJson:
    """A grade as an object."""
    return {"production": production, "rows": grade.rows, "cases": grade.cases, "cells": grade.cells}


def fact_text(graph: CellGraph, fact: Fact) -> str:
    """`clue r1c2 = 1`, `safe r1c2`."""
    subject = site_name(graph, fact.subject) or str(fact.subject)
    return f"{fact.attribute} {subject}" + ("" if fact.value is True else f" = {fact.value}")


def firing_text(graph: CellGraph, firing: Firing, number: dict[Fact, int]) -> str:
    """The line with which a rule engine announces a firing."""
    where = fired_text(graph, firing)
    return f"FIRE {firing.number} {where}: " + ",".join(f"f-{number[fact]}" for fact in firing.used)


def run_text(
    run: Run, title: str, screen: Screen = PLAIN, agendas: Iterable[Iterable[str]] = ()
) -> Iterator[str]:
    """A run line by line, in the manner of a rule engine's log, with the board before and after.

    `agendas` are lines to show before each firing, and after the last.
    """
    yield head_line(run, title)
    yield from _log(run.trace, agendas)
    yield from _before_and_after(run.first, run.after, screen)
    yield from ended_text(run)


def head_line(run: Run, title: str) -> str:
    """What is played, and by whom: `board 1: 3 x 3, 2 mines; casual starts at r1c1`."""
    starts = f" starts at {run.start_name}" if run.start_name else ""
    return f"{title}: {sized(run.graph, run.first.mines)}; {run.player.name}{starts}"


def ended_text(run: Run) -> Iterator[str]:
    """How a run ended: how many firings of each production, what was decided, what was left."""
    yield _counted(run.trace)
    if not run.board:
        mines = plural(len(run.mines), "mine")
        yield f"decided {len(run.decided)}: {len(run.safe)} safe, {mines}"
    yield f"{left_text(run)}{_names(run.graph, run.left)}"
    yield from check_text(run.graph, run.own_checked, run.unproven)


def left_text(run: Run) -> str:
    """How many cells a run left."""
    return f"{'remaining' if run.board else 'open'} {run.remaining}"


def _log(trace: Trace, agendas: Iterable[Iterable[str]]) -> Iterator[str]:
    """What was known, then each firing with the facts that it gave."""
    graph, number, waiting = trace.graph, trace.number, iter(agendas)
    yield from (f"==> f-{number[fact]} {fact_text(graph, fact)}" for fact in trace.initial)
    for firing in trace.firings:
        yield from next(waiting, ())
        yield firing_text(graph, firing, number)
        for fact in (*firing.given, *trace.opened_by(firing)):
            yield f"==> f-{number[fact]} {fact_text(graph, fact)}"
    yield from next(waiting, ())


def _before_and_after(before: View, after: View, screen: Screen) -> Iterator[str]:
    yield ""
    if before.graph.shape is None:
        yield from nodes_drawn(before.graph, {"before": glyphs(before), "after": glyphs(after)}, screen)
        yield ""
        return
    pictures = ("before", before.drawing), ("after", after.drawing)
    yield beside(*pictures, screen=screen, slanted=shifted(before.graph))
    yield ""


def _counted(trace: Trace) -> str:
    shares = ", ".join(f"{name} {count}" for name, count in trace.counted().items())
    return f"{plural(len(trace.firings), 'firing')}" + (f": {shares}" if shares else "")


def _names(graph: CellGraph, cells: Sequence[int]) -> str:
    return f": {listed(graph, cells)}" if cells else ""


def check_text(
    graph: CellGraph, checked: bool | None, unproven: Sequence[int], who: str = ""
) -> Iterator[str]:
    """What was not checked of the conclusions of own productions; nothing where all were, or without any."""
    of = f" of {who}" if who else ""
    if checked is False:
        yield f"own productions{of} not checked"
    elif unproven:
        yield f"conclusions{of} past the solver's limits to check: {listed(graph, unproven)}"


def chain_text(
    graph: CellGraph, chain: Sequence[Firing], fact: Fact, productions: Sequence[Production]
) -> Iterator[str]:
    """Why a cell was decided: its chain of firings, each with its production's sentence once."""
    name = site_name(graph, fact.subject) or str(fact.subject)
    if not chain:
        yield f"{name} is safe: it was cleared first."
        return
    verb = "leads" if len(chain) == 1 else "lead"
    yield f"{are(name, 1, fact.attribute == 'mine')}: {plural(len(chain), 'firing')} {verb} to it."
    sentences = {production.name: production.sentence for production in productions}
    for firing in chain:
        yield f"{firing.number:>5}. {fired_text(graph, firing)}"
        if firing.production in sentences:
            yield f"       {sentences.pop(firing.production)}"
        yield f"       so {conclusion_text(graph, firing.given)}"


def conclusion_text(graph: CellGraph, given: Sequence[Fact]) -> str:
    """`r1c2 is a mine; r1c3, r1c4 are safe`; what decides no cell as a fact."""
    cells: dict[Verdict, list[int]] = {}
    for fact in given:
        if verdict := verdict_of(fact):
            cells.setdefault(verdict, []).append(fact.subject)
    said = [are(listed(graph, some), len(some), verdict == "mine") for verdict, some in cells.items()]
    return "; ".join([*said, *[fact_text(graph, fact) for fact in given if not verdict_of(fact)]])


def fact_json(graph: CellGraph, number: int, fact: Fact) -> FactJson:
    """A fact with its number; one about no single cell has no `cell`."""
    told: FactJson = {"fact": number, "attribute": fact.attribute}
    cell = site_name(graph, fact.subject)
    if cell is not None:
        told["cell"] = cell
    if fact.value is not True:
        told["value"] = fact.value
    return told


def firing_json(graph: CellGraph, firing: Firing, number: dict[Fact, int]) -> FiringJson:
    """A firing: where it matched, what it counted, the facts used (by number) and given."""
    told: FiringJson = {
        "firing": firing.number,
        "production": firing.production,
        "cell": site_name(graph, firing.site),
        "used": [number[fact] for fact in firing.used],
        "given": _facts(graph, firing.given, number),
    }
    return with_counts(told, how_json(graph, firing))


def _facts(graph: CellGraph, facts: Iterable[Fact], number: dict[Fact, int]) -> list[FactJson]:
    return [fact_json(graph, number[fact], fact) for fact in facts]


def run_json(run: Run, number: int = 1) -> Iterator[TraceJson]:
    """A run as a sequence of objects: how it began, each firing with the clues it opened, how it ended."""
    graph, trace = run.graph, run.trace
    begun = {
        "version": VERSION,
        "event": "start",
        "board" if run.board else "position": number,
        **size_json(graph),
        **mines_json(run.first),
        "player": run.player.name,
        "productions": [production.name for production in run.player.productions],
        **({"start": run.start_name} if run.board else {}),
        **({} if run.own_checked is None else {"checked": run.checked}),
        "facts": _facts(graph, trace.initial, trace.number),
    }
    yield cast("TraceStart", begun)
    for firing in trace.firings:
        told = _fired(trace, firing)
        if run.board:
            told["opened"] = _facts(graph, trace.opened_by(firing), trace.number)
        yield told
    yield _end(run)


def _fired(trace: Trace, firing: Firing) -> TraceFiring:
    told: TraceFiring = {
        "version": VERSION,
        "event": "firing",
        "firing": firing.number,
        "production": firing.production,
        "cell": site_name(trace.graph, firing.site),
        "used": [trace.number[fact] for fact in firing.used],
        "given": _facts(trace.graph, firing.given, trace.number),
    }
    return with_counts(told, how_json(trace.graph, firing))


def _end(run: Run) -> TraceEnd:
    graph = run.graph
    told: TraceEnd = {"version": VERSION, "event": "end", "firings": len(run.trace.firings)}
    if run.board:
        told["cleared"], told["flagged"] = len(run.cleared), len(run.mines)
        told["remaining"], told["left"] = run.remaining, names(graph, run.left)
    else:
        told["safe"], told["mines"] = names(graph, run.safe), names(graph, run.mines)
        told["open"] = names(graph, run.open)
    if run.unproven:
        told["unproven"] = names(graph, run.unproven)
    return told


def chain_json(game: Run, index: int) -> list[FiringJson]:
    """All firings of a game that lead to a cell, in order."""
    graph, trace = game.graph, game.trace
    return [firing_json(graph, firing, trace.number) for firing in trace.why(index)]


SHOWN = 5
"""Firings due on an agenda that are shown, the first in order."""


def agendas_text(run: Run) -> Iterator[Iterator[str]]:
    """Lines for each agenda of a run: one before each firing, at the end one and what is lacking."""
    graph = run.trace.graph
    return (_agenda_lines(graph, agenda) for agenda in run.agendas())


def _agenda_lines(graph: CellGraph, agenda: Agenda) -> Iterator[str]:
    due = tuple(agenda)
    yield agenda_text(graph, agenda, due)
    if not due:
        yield from (f"LACKS {miss_text(graph, miss)}" for miss in nearest(graph, agenda))


def agenda_text(graph: CellGraph, agenda: Agenda, due: Sequence[Firing]) -> str:
    """`AGENDA 8 places wait, 2 would fire: all-found at r1c2, all-mines at r2c1 (salience 0)`."""
    places, salience_of = len(agenda), _saliences(agenda)
    wait = f"AGENDA {plural(places, 'place')} {'waits' if places == 1 else 'wait'}"
    if not due:
        return f"{wait}, none would fire"
    groups = groupby(due[:SHOWN], lambda one: salience_of[one.production])
    shown = [f"{_places(graph, group)} (salience {salience})" for salience, group in groups]
    more = [f"{len(due) - SHOWN} more"] if len(due) > SHOWN else []
    return f"{wait}, {len(due)} would fire: " + "; ".join(shown + more)


def _saliences(agenda: Agenda) -> dict[str, int]:
    return {one.name: one.salience for one in agenda.productions}


def _places(graph: CellGraph, due: Iterable[Firing]) -> str:
    return ", ".join([looked_at(graph, one.production, one.site) for one in due])


def miss_text(graph: CellGraph, miss: Miss) -> str:
    """`all-found at r2c7: f=0, m=1, 1 flag short`."""
    return f"{looked_at(graph, miss.production, miss.site)}: {miss.words}"


def nearest(graph: CellGraph, agenda: Agenda) -> tuple[Miss, ...]:
    """For each production that says what it lacks the place where it lacks least, in the player's order."""
    found: dict[str, Miss] = {}
    for miss in misses(agenda.memory, agenda.productions, range(len(graph))):
        found.setdefault(miss.production, miss)
    return tuple([found[p.name] for p in agenda.productions if p.name in found])


def agendas_json(run: Run, events: Iterator[TraceJson]) -> Iterator[TraceJson]:
    """The events of a run, those of firings and of the end each with the `agenda` just before it.

    `places` wait, of which `activations` would fire, the first of them listed in `next`. The end also
    has `lacks`: for each production the place where it lacks least; empty where something still waits.
    """
    graph, agendas = run.trace.graph, run.agendas()
    for event in events:
        if event["event"] != "start":
            agenda = next(agendas)
            event["agenda"] = _agenda_json(graph, agenda)
            if event["event"] == "end":
                event["lacks"] = _lacks_json(graph, agenda)
        yield event


def _agenda_json(graph: CellGraph, agenda: Agenda) -> AgendaJson:
    due, salience_of = tuple(agenda), _saliences(agenda)
    first = [_activation_json(graph, one, salience_of[one.production]) for one in due[:SHOWN]]
    return {"places": len(agenda), "activations": len(due), "next": first}


def _activation_json(graph: CellGraph, one: Firing, salience: int) -> ActivationJson:
    return {
        "production": one.production,
        "salience": salience,
        "cell": site_name(graph, one.site),
        "gives": [{"cell": site_name(graph, f.subject), "attribute": f.attribute} for f in one.given],
    }


def _lacks_json(graph: CellGraph, agenda: Agenda) -> list[LackJson]:
    lacking = () if next(iter(agenda), None) else nearest(graph, agenda)
    return [_lack_json(graph, miss) for miss in lacking]


def _lack_json(graph: CellGraph, miss: Miss) -> LackJson:
    lack: LackJson = {
        "production": miss.production,
        "cell": site_name(graph, miss.site),
        "short": miss.short,
        "words": miss.words,
    }
    return with_counts(lack, miss.named_counts)
