"""What waits on a run's agenda before each firing, found by replaying it."""

from __future__ import annotations

from collections.abc import Iterator

from logicsweep.games.outcome import SHOWN, OnAgenda
from logicsweep.games.run import Run
from logicsweep.rules.engine import Agenda, Lack, misses
from logicsweep.rules.facts import Knowledge


def waiting(run: Run) -> tuple[OnAgenda, ...]:
    """What waits before each firing of a run, and at its end.

    >>> from logicsweep import Board, play
    >>> [(one.places, one.activations) for one in waiting(play(Board.parse("... ... MM."), "r1c1"))]
    [(2, 1), (8, 2), (11, 1), (9, 2), (9, 0)]
    """
    return tuple([_look_at_agenda(run, agenda) for agenda in agendas(run)])


def agendas(run: Run) -> Iterator[Agenda]:
    """The agenda before each firing, and at the end.

    It yields the same agenda each time, updated: list its content before taking the next.
    """
    memory = Knowledge.of(run.position)
    agenda = Agenda(memory, run.player.productions, run.setup.strategy, run.setup.seed)
    yield agenda
    for firing in run.trace.firings:
        agenda.take()
        for fact in (*firing.concluded, *run.trace.opened_by(firing)):
            memory.add(fact)
        yield agenda


def _look_at_agenda(run: Run, agenda: Agenda) -> OnAgenda:
    due = tuple(agenda)
    return OnAgenda(len(agenda), len(due), due[:SHOWN], () if due else _find_nearest(run, agenda))


def _find_nearest(run: Run, agenda: Agenda) -> tuple[Lack, ...]:
    """The nearest miss of each production that says what it lacks, in the player's order."""
    found: dict[str, Lack] = {}
    for lack in misses(agenda.memory, agenda.productions, range(len(run.graph))):
        found.setdefault(lack.production, lack)
    return tuple([found[one.name] for one in agenda.productions if one.name in found])
