"""A game, or what follows from a position, firing by firing; and the firings that lead to one cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.rows import shifted
from logicsweep.boards.words import are, listed, plural, site_name, sized
from logicsweep.csp.solution import Verdict
from logicsweep.games.game import Game
from logicsweep.games.players import has_own
from logicsweep.rules.engine import Fact, Firing, Production
from logicsweep.rules.knowledge import verdict_of
from logicsweep.rules.trace import Trace
from logicsweep.show.drawing import beside
from logicsweep.show.firings import fired_text, how_json
from logicsweep.show.jsonl import VERSION, mines_json, names, size_json, with_counts
from logicsweep.show.nodes import glyphs, nodes_drawn
from logicsweep.show.screen import PLAIN, Screen

if TYPE_CHECKING:
    from logicsweep.games.deduction import Deduction
    from logicsweep.games.grading import Run
    from logicsweep.show.forms import TraceEnd, TraceFiring, TraceJson, TraceStart
    from logicsweep.show.pieces import CheckedJson, FactJson, FiringJson


def fact_text(graph: CellGraph, fact: Fact) -> str:
    """`clue r1c2 = 1`, `safe r1c2`."""
    subject = site_name(graph, fact.subject) or str(fact.subject)
    return f"{fact.attribute} {subject}" + ("" if fact.value is True else f" = {fact.value}")


def firing_text(graph: CellGraph, firing: Firing, number: dict[Fact, int]) -> str:
    """The line with which a rule engine announces a firing."""
    where = fired_text(graph, firing)
    return f"FIRE {firing.number} {where}: " + ",".join(f"f-{number[fact]}" for fact in firing.used)


def game_text(
    game: Game, title: str, screen: Screen = PLAIN, agendas: Iterable[Iterable[str]] = ()
) -> Iterator[str]:
    """A game line by line, in the manner of a rule engine's log, with the board before and after.

    `agendas` are lines to show before each firing, and after the last.
    """
    board = game.board
    begins = f"{game.player.name} starts at {board.graph.name(game.start)}"
    yield f"{title}: {sized(board.graph, board.mine_count)}; {begins}"
    yield from _log(game.trace, agendas)
    yield from _before_and_after(game.before(1), game.view, screen)
    yield from ended_text(game)


def deduction_text(
    found: Deduction, title: str, screen: Screen = PLAIN, agendas: Iterable[Iterable[str]] = ()
) -> Iterator[str]:
    """What a player concluded from a position, in the same form; at the end what is decided and what open."""
    yield f"{title}: {sized(found.view.graph, found.view.mines)}; {found.player.name}"
    yield from _log(found.trace, agendas)
    yield from _before_and_after(found.view, found.after, screen)
    yield from ended_text(found)


def ended_text(run: Game | Deduction) -> Iterator[str]:
    """How a run ended: how many firings of each production, what was decided, what was left."""
    graph = run.trace.graph
    yield _counted(run.trace)
    if isinstance(run, Game):
        yield f"remaining {run.remaining}{_names(graph, run.left)}"
    else:
        mines = plural(len(run.mines), "mine")
        yield f"decided {len(run.decided)}: {len(run.safe)} safe, {mines}"
        yield f"open {len(run.open)}{_names(graph, run.open)}"
    yield from check_text(graph, checked_told(run), run.unproven)


def _log(trace: Trace, agendas: Iterable[Iterable[str]]) -> Iterator[str]:
    """What was known, then each firing with the facts that it gave."""
    graph, number, waiting = trace.graph, trace.number, iter(agendas)
    yield from (f"==> f-{number[fact]} {fact_text(graph, fact)}" for fact in trace.told)
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


def checked_told(run: Run) -> bool | None:
    """Whether what own productions concluded was checked; None without any."""
    return run.checked if has_own(run.player) else None


def _checked_json(run: Run) -> CheckedJson:
    return {"checked": run.checked} if has_own(run.player) else {}


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


def game_json(game: Game, number: int = 1) -> Iterator[TraceJson]:
    """A game as a sequence of objects: how it began, each firing with the clues it opened, how it ended."""
    yield _start(game, number)
    for firing in game.trace.firings:
        told = _fired(game.trace, firing)
        told["opened"] = _facts(game.trace.graph, game.trace.opened_by(firing), game.trace.number)
        yield told
    yield _end(game)


def deduction_json(found: Deduction, number: int = 1) -> Iterator[TraceJson]:
    """What was concluded from the position of a number: the same objects, without what only games have."""
    view, graph = found.view, found.view.graph
    begun = {
        "version": VERSION,
        "event": "start",
        "position": number,
        **size_json(view.graph),
        **mines_json(view),
        "player": found.player.name,
        "productions": [production.name for production in found.player.productions],
        **_checked_json(found),
        "facts": _facts(graph, found.trace.told, found.trace.number),
    }
    yield cast("TraceStart", begun)
    yield from (_fired(found.trace, firing) for firing in found.trace.firings)
    ended: TraceEnd = {
        "version": VERSION,
        "event": "end",
        "firings": len(found.trace.firings),
        "safe": names(graph, found.safe),
        "mines": names(graph, found.mines),
        "open": names(graph, found.open),
    }
    if found.unproven:
        ended["unproven"] = names(graph, found.unproven)
    yield ended


def _start(game: Game, number: int) -> TraceStart:
    board, trace = game.board, game.trace
    begun = {
        "version": VERSION,
        "event": "start",
        "board": number,
        **size_json(board.graph),
        "mines": board.mine_count,
        "player": game.player.name,
        "productions": [production.name for production in game.player.productions],
        "start": board.graph.name(game.start),
        **_checked_json(game),
        "facts": _facts(board.graph, trace.told, trace.number),
    }
    return cast("TraceStart", begun)


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
