"""Results as JSON: plain objects, cells by name, one object per line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from logicsweep.board import Board
from logicsweep.cells import CellGraph
from logicsweep.rules.engine import Fact, Firing
from logicsweep.words import site_name

if TYPE_CHECKING:
    from logicsweep.closures.closure import LeastRemaining
    from logicsweep.game import Game


def dumps(value: object) -> str:
    """One line of JSON; non-ASCII text stays as it is."""
    return json.dumps(value, ensure_ascii=False)


def names(graph: CellGraph, cells: tuple[int, ...] | list[int]) -> list[str]:
    """The names of cells given by index."""
    return [graph.name(i) for i in cells]


def size_json(board: Board) -> dict[str, Any]:
    """`rows` and `cols` of a rectangular field, `cells` of any other."""
    shape = board.graph.shape
    return {"rows": shape[0], "cols": shape[1]} if shape else {"cells": len(board.graph)}


def solution_json(board: Board, solution: LeastRemaining) -> dict[str, Any]:
    """The answer to *Data Mining?* for one board."""
    return {
        **size_json(board),
        "mines": board.mine_count,
        "safe": board.safe_count,
        "remaining": solution.remaining,
        "best_starts": names(board.graph, solution.best_starts),
        "openings": solution.openings,
    }


def fact_json(graph: CellGraph, number: int, fact: Fact) -> dict[str, Any]:
    """A fact with its number; one about no single cell has no `cell`."""
    cell = {"cell": graph.name(fact.subject)} if isinstance(fact.subject, int) else {}
    value = {} if fact.value is True else {"value": fact.value}
    return {"fact": number, "attribute": fact.attribute, **cell, **value}


def firing_json(graph: CellGraph, firing: Firing, number: dict[Fact, int]) -> dict[str, Any]:
    """A firing: where it matched, what it counted, the facts used (by number) and given."""
    return {
        "firing": firing.number,
        "production": firing.production,
        "cell": site_name(graph, firing.site),
        **firing.named_counts,
        "used": [number[fact] for fact in firing.used],
        "given": [fact_json(graph, number[fact], fact) for fact in firing.given],
    }


def game_json(game: Game) -> Iterator[dict[str, Any]]:
    """A game as a sequence of objects: how it began, each firing with the clues it opened, how it ended."""
    board, trace = game.board, game.trace
    graph, number = board.graph, trace.number
    yield {
        "event": "start",
        **size_json(board),
        "mines": board.mine_count,
        "player": game.player.name,
        "productions": [production.name for production in game.player.productions],
        "start": graph.name(game.start),
        "facts": [fact_json(graph, number[fact], fact) for fact in trace.told],
    }
    for firing in trace.firings:
        opened = [fact_json(graph, number[fact], fact) for fact in trace.opened_by(firing)]
        yield {"event": "firing", **firing_json(graph, firing, number), "opened": opened}
    yield {
        "event": "end",
        "firings": len(trace.firings),
        "cleared": len(game.cleared),
        "flagged": len(game.flagged),
        "remaining": game.remaining,
        "left": names(graph, game.left),
    }


def chain_json(game: Game, index: int) -> dict[str, Any]:
    """The start of a game, and all its firings that lead to a cell."""
    graph, trace = game.board.graph, game.trace
    return {
        "start": graph.name(game.start),
        "chain": [firing_json(graph, firing, trace.number) for firing in trace.why(index)],
    }
