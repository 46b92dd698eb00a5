"""A game firing by firing, and the firings that lead to one cell, for people and programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from logicsweep.cells import CellGraph
from logicsweep.csp.solution import Verdict
from logicsweep.game import Game
from logicsweep.players import has_own
from logicsweep.rules.engine import Fact, Firing, Production
from logicsweep.rules.knowledge import verdict_of
from logicsweep.show.drawing import beside
from logicsweep.show.jsonl import VERSION, names, size_json, with_counts
from logicsweep.words import are, counted, listed, looked_at, plural, site_name, sized

if TYPE_CHECKING:
    from logicsweep.show.forms import (
        CheckedJson,
        FactJson,
        FiringJson,
        TraceEnd,
        TraceFiring,
        TraceJson,
        TraceStart,
    )


def fact_text(graph: CellGraph, fact: Fact) -> str:
    """`clue r1c2 = 1`, `safe r1c2`."""
    subject = site_name(graph, fact.subject) or str(fact.subject)
    return f"{fact.attribute} {subject}" + ("" if fact.value is True else f" = {fact.value}")


def firing_text(graph: CellGraph, firing: Firing, number: dict[Fact, int]) -> str:
    """The line with which a rule engine announces a firing."""
    where = looked_at(graph, firing.production, firing.site, firing.named_counts)
    return f"FIRE {firing.number} {where}: " + ",".join(f"f-{number[fact]}" for fact in firing.used)


def game_text(
    game: Game, title: str, colour: bool = False, agendas: Iterable[Iterable[str]] = ()
) -> Iterator[str]:
    """A game line by line, in the manner of a rule engine's log, with the board before and after.

    `agendas` are lines to show before each firing, and after the last.
    """
    waiting = iter(agendas)
    board, trace = game.board, game.trace
    graph, number = board.graph, trace.number
    begins = f"{game.player.name} starts at {graph.name(game.start)}"
    yield f"{title}: {sized(board.graph, board.mine_count)}; {begins}"
    yield from (f"==> f-{number[fact]} {fact_text(graph, fact)}" for fact in trace.told)
    for firing in trace.firings:
        yield from next(waiting, ())
        yield firing_text(graph, firing, number)
        for fact in (*firing.given, *trace.opened_by(firing)):
            yield f"==> f-{number[fact]} {fact_text(graph, fact)}"
    yield from next(waiting, ())
    before = board.view([game.start])
    yield ""
    yield beside(("before", before.drawing), ("after", game.view.drawing), colour=colour)
    yield ""
    shares = ", ".join(f"{name} {count}" for name, count in trace.counted().items())
    yield f"{plural(len(trace.firings), 'firing')}" + (f": {shares}" if shares else "")
    left = f": {listed(graph, game.left)}" if game.left else ""
    yield f"remaining {game.remaining}{left}"
    if has_own(game.player):
        yield from check_text(graph, game.checked, game.unproven)


def check_text(graph: CellGraph, checked: bool, unproven: Sequence[int], who: str = "") -> Iterator[str]:
    """What was not checked of the conclusions of own productions; nothing where all were."""
    of = f" of {who}" if who else ""
    if not checked:
        yield f"own productions{of} not checked"
    elif unproven:
        cells = listed(graph, unproven)
        yield f"conclusions{of} past the solver's limits to check: {cells}"


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
        site = site_name(graph, firing.site) or "the whole board"
        yield f"{firing.number:>5}. {firing.production} at {site}{counted(firing.named_counts)}"
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
    return with_counts(told, firing.named_counts)


def _facts(graph: CellGraph, facts: Iterable[Fact], number: dict[Fact, int]) -> list[FactJson]:
    return [fact_json(graph, number[fact], fact) for fact in facts]


def game_json(game: Game) -> Iterator[TraceJson]:
    """A game as a sequence of objects: how it began, each firing with the clues it opened, how it ended."""
    yield _start(game)
    for firing in game.trace.firings:
        yield _fired(game, firing)
    yield _end(game)


def _start(game: Game) -> TraceStart:
    board, trace = game.board, game.trace
    checked: CheckedJson = {"checked": game.checked} if has_own(game.player) else {}
    return {
        "version": VERSION,
        "event": "start",
        **size_json(board),
        "mines": board.mine_count,
        "player": game.player.name,
        "productions": [production.name for production in game.player.productions],
        "start": board.graph.name(game.start),
        **checked,
        "facts": _facts(board.graph, trace.told, trace.number),
    }


def _fired(game: Game, firing: Firing) -> TraceFiring:
    graph, trace = game.board.graph, game.trace
    told: TraceFiring = {
        "version": VERSION,
        "event": "firing",
        "firing": firing.number,
        "production": firing.production,
        "cell": site_name(graph, firing.site),
        "used": [trace.number[fact] for fact in firing.used],
        "given": _facts(graph, firing.given, trace.number),
        "opened": _facts(graph, trace.opened_by(firing), trace.number),
    }
    return with_counts(told, firing.named_counts)


def _end(game: Game) -> TraceEnd:
    told: TraceEnd = {
        "version": VERSION,
        "event": "end",
        "firings": len(game.trace.firings),
        "cleared": len(game.cleared),
        "flagged": len(game.flagged),
        "remaining": game.remaining,
        "left": names(game.board.graph, game.left),
    }
    if game.unproven:
        told["unproven"] = names(game.board.graph, game.unproven)
    return told


def chain_json(game: Game, index: int) -> list[FiringJson]:
    """All firings of a game that lead to a cell, in order."""
    graph, trace = game.board.graph, game.trace
    return [firing_json(graph, firing, trace.number) for firing in trace.why(index)]
