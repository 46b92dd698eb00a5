"""What waits before each firing of a run, and what is lacking at its end, for people and programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import looked_at, plural, site_name
from logicsweep.games.game import Game
from logicsweep.rules.engine import Activation, Agenda, Miss, misses
from logicsweep.show.jsonl import with_counts

if TYPE_CHECKING:
    from logicsweep.games.deduction import Deduction
    from logicsweep.show.forms import TraceJson
    from logicsweep.show.pieces import ActivationJson, AgendaJson, LackJson

SHOWN = 5
"""Activations of an agenda that are shown, the first in order."""


def agendas_text(run: Game | Deduction) -> Iterator[Iterator[str]]:
    """Lines for each agenda of a run: one before each firing, at the end one and what is lacking."""
    graph = run.trace.graph
    return (_agenda_lines(graph, agenda) for agenda in run.agendas())


def _agenda_lines(graph: CellGraph, agenda: Agenda) -> Iterator[str]:
    activations = tuple(agenda)
    yield agenda_text(graph, len(agenda), activations)
    if not activations:
        yield from (f"LACKS {miss_text(graph, miss)}" for miss in nearest(graph, agenda))


def agenda_text(graph: CellGraph, places: int, activations: Sequence[Activation]) -> str:
    """`AGENDA 8 places wait, 2 would fire: all-found at r1c2, all-mines at r2c1 (salience 0)`."""
    wait = f"AGENDA {plural(places, 'place')} {'waits' if places == 1 else 'wait'}"
    if not activations:
        return f"{wait}, none would fire"
    groups = groupby(activations[:SHOWN], lambda one: one.production.salience)
    shown = [f"{_places(graph, group)} (salience {salience})" for salience, group in groups]
    more = [f"{len(activations) - SHOWN} more"] if len(activations) > SHOWN else []
    return f"{wait}, {len(activations)} would fire: " + "; ".join(shown + more)


def _places(graph: CellGraph, activations: Iterable[Activation]) -> str:
    return ", ".join([looked_at(graph, one.production.name, one.site) for one in activations])


def miss_text(graph: CellGraph, miss: Miss) -> str:
    """`all-found at r2c7: f=0, m=1, 1 flag short`."""
    return f"{looked_at(graph, miss.production, miss.site)}: {miss.words}"


def nearest(graph: CellGraph, agenda: Agenda) -> tuple[Miss, ...]:
    """For each production that says what it lacks the place where it lacks least, in the player's order."""
    found: dict[str, Miss] = {}
    for miss in misses(agenda.memory, agenda.productions, range(len(graph))):
        found.setdefault(miss.production, miss)
    return tuple([found[p.name] for p in agenda.productions if p.name in found])


def agendas_json(run: Game | Deduction, events: Iterator[TraceJson]) -> Iterator[TraceJson]:
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
    activations = tuple(agenda)
    first = [_activation_json(graph, one) for one in activations[:SHOWN]]
    return {"places": len(agenda), "activations": len(activations), "next": first}


def _activation_json(graph: CellGraph, one: Activation) -> ActivationJson:
    return {
        "production": one.production.name,
        "salience": one.production.salience,
        "cell": site_name(graph, one.site),
        "gives": [{"cell": site_name(graph, f.subject), "attribute": f.attribute} for f in one.match.given],
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
