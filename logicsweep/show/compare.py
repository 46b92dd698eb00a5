"""A comparison of players, for people and programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle
from string import ascii_lowercase
from typing import TYPE_CHECKING

from logicsweep.board import Board
from logicsweep.comparison import Additional, Comparison, Hardest
from logicsweep.players import has_own
from logicsweep.reasons.explanation import sentence
from logicsweep.show.jsonl import VERSION, names, size_json
from logicsweep.show.trace import check_text
from logicsweep.starts import OverStarts
from logicsweep.words import listed, plural, sized, verdict

if TYPE_CHECKING:
    from logicsweep.show.forms import (
        AdditionalJson,
        CompareJson,
        HardestJson,
        HeadingJson,
        OverStartsJson,
        PlayerJson,
        ResultsJson,
    )

_COLOURS = (32, 36, 34, 35, 33)  # of the players in turn
_OTHER = {"*": 31, "@": 1}


def comparison_json(
    number: int,
    board: Board,
    comparison: Comparison | None,
    results: Mapping[str, OverStarts],
    limit: int | None,
) -> CompareJson:
    """A board by its number: the games from one start, if there are any, and the results over all starts."""
    heading: HeadingJson = {
        "version": VERSION,
        "board": number,
        **size_json(board),
        "mines": board.mine_count,
        "start": board.graph.name(comparison.start) if comparison else "all",
    }
    return {**heading, **_results_json(board, comparison, results, limit)}


def _results_json(
    board: Board, comparison: Comparison | None, results: Mapping[str, OverStarts], limit: int | None
) -> ResultsJson:
    told: ResultsJson = {}
    if comparison:
        told["players"] = {name: _player_json(comparison, name) for name in comparison.games}
        told["additional"] = [_additional_json(comparison, one) for one in comparison.additional[:limit]]
    if results:
        told["starts"] = {name: _over_starts_json(board, result) for name, result in results.items()}
    return told


def _player_json(comparison: Comparison, name: str) -> PlayerJson:
    game = comparison.games[name]
    told: PlayerJson = {
        "cleared": len(game.cleared),
        "flagged": len(game.flagged),
        "remaining": game.remaining,
        "firings": game.trace.counted(),
        "cells": comparison.shares(name),
        "hardest": _hardest_json(comparison.hardest(name)),
    }
    if has_own(game.player):
        told["checked"] = game.checked
    if game.unproven:
        told["unproven"] = names(game.board.graph, game.unproven)
    return told


def _hardest_json(hardest: Hardest | None) -> HardestJson | None:
    if hardest is None:
        return None
    return {"production": hardest.production, "clues": hardest.clues, "smallest": hardest.smallest}


def _additional_json(comparison: Comparison, one: Additional) -> AdditionalJson:
    graph, found = comparison.board.graph, comparison.explain(one)
    return {
        "cell": graph.name(one.cell),
        "verdict": one.verdict,
        "player": one.player,
        "production": one.production,
        "wave": one.wave,
        "clues": names(graph, found.clues) if found else None,
        "total": found.total if found else None,
        "smallest": found.smallest if found else None,
        "flags": bool(found.flags and comparison.seen(one).flags) if found else None,
    }


def _over_starts_json(board: Board, result: OverStarts) -> OverStartsJson:
    told: OverStartsJson = {
        "remaining": result.least,
        "best_starts": names(board.graph, result.best_starts),
        "finishing": result.finishing,
    }
    if result.checked is not None:
        told["checked"] = result.checked
    if result.unproven:
        told["unproven"] = result.unproven
    return told


def starts_text(number: int, board: Board, results: Mapping[str, OverStarts]) -> Iterator[str]:
    """All starts, one line per player."""
    yield f"board {number}: {sized(board.graph, board.mine_count)}, all {board.safe_count} starts"
    wide = _widest(results)
    yield f"{'player':<{wide}} {'least remaining':>15} {'finishing starts':>17}  best starts"
    for name, result in results.items():
        best = f"{len(result.best_starts)}: {listed(board.graph, result.best_starts, 4)}"
        yield f"{name:<{wide}} {result.least:>15} {result.finishing:>17}  {best}"
    for name, result in results.items():
        if result.checked is False:
            yield from check_text(board.graph, False, (), name)
        elif result.unproven:
            yield f"{plural(result.unproven, 'conclusion')} of {name} past the solver's limits to check"


def _widest(names: Iterable[str]) -> int:
    """How wide the column of players is."""
    return max(8, *map(len, names))


def comparison_text(number: int, comparison: Comparison, limit: int | None, colour: bool) -> Iterator[str]:
    """One start: a table of players, the board by the weakest who decides each cell, the reasons."""
    board = comparison.board
    start = board.graph.name(comparison.start)
    yield f"board {number}: {sized(board.graph, board.mine_count)}, start {start}"
    wide = _widest(comparison.games)
    yield f"{'player':<{wide}} {'cleared':>7} {'flagged':>7} {'remaining':>9}  {'hardest step':<22}  firings"
    for name, game in comparison.games.items():
        firings = ", ".join(f"{production} {count}" for production, count in game.trace.counted().items())
        counts = f"{len(game.cleared):>7} {len(game.flagged):>7} {game.remaining:>9}"
        yield f"{name:<{wide}} {counts}  {_hardest(comparison, name):<22}  {firings or 'none'}"
    for name, game in comparison.games.items():
        if has_own(game.player):
            yield from check_text(board.graph, game.checked, game.unproven, name)
    yield ""
    yield from _marked(comparison, colour)
    yield ""
    yield from _additional(comparison, limit)


def _hardest(comparison: Comparison, name: str) -> str:
    hardest = comparison.hardest(name)
    if hardest is None:
        return "none"
    return f"{hardest.production}, {plural(hardest.clues, 'clue')}{'' if hardest.smallest else ' *'}"


def _marked(comparison: Comparison, colour: bool) -> Iterator[str]:
    """The board with each cell's weakest player, a capital letter for a mine; and the legend."""
    board = comparison.board
    if board.graph.shape is None:
        return
    letter = _letters(comparison)
    weakest = {cell: letter[name] for cell, name in comparison.weakest.items()}
    glyphs = [
        weakest[i].upper() if mine and i in weakest else weakest.get(i, "*" if mine else ".")
        for i, mine in enumerate(board.mined)
    ]
    glyphs[comparison.start] = "@"
    colours = dict(zip(letter.values(), cycle(_COLOURS))) | _OTHER if colour else {}
    cols = board.graph.shape[1]
    for row in range(0, len(glyphs), cols):
        yield "".join([_coloured(glyph, colours) for glyph in glyphs[row : row + cols]])
    used = [name for name in comparison.games if letter[name] in set(weakest.values())]
    legend = ", ".join(_coloured(letter[name], colours) + f" {name}" for name in used)
    yield f"the weakest player who decides each cell: {legend}; capitals mines, @ start, . and * undecided"


def _letters(comparison: Comparison) -> dict[str, str]:
    """A letter for each player: their own, or where that is taken the first free one of the alphabet."""
    letters: dict[str, str] = {}
    for name, game in comparison.games.items():
        free = [one for one in (game.player.letter, *ascii_lowercase) if one not in letters.values()]
        letters[name] = free[0] if free else game.player.letter
    return letters


def _coloured(glyph: str, colours: Mapping[str, int]) -> str:
    code = colours.get(glyph.lower())
    return f"\x1b[{code}m{glyph}\x1b[0m" if code else glyph


def _additional(comparison: Comparison, limit: int | None) -> Iterator[str]:
    """What the last player decides beyond the first, in the order of that game, with reasons."""
    first, last = comparison.first, comparison.last
    if first == last:
        return
    found = comparison.additional
    by_player: dict[str, int] = {}
    for one in found:
        by_player[one.player] = by_player.get(one.player, 0) + 1
    shares = ", ".join(f"{count} by {name}" for name, count in by_player.items())
    count = plural(len(found), "cell")
    yield f"{last} deduces {count} by reasoning that {first} lacks" + (f": {shares}" if shares else ".")
    for one in found[:limit]:
        yield f"{one.wave:>4}. {_reason(comparison, one)} [{one.production}]"
    if limit is not None and len(found) > limit:
        yield f"      ... and {len(found) - limit} more (--limit)"


def _reason(comparison: Comparison, one: Additional) -> str:
    found = comparison.explain(one)
    if found is None:
        name = comparison.board.graph.name(one.cell)
        return f"{name} is {verdict(one.verdict == 'mine')}: no explanation within the budget."
    return sentence(comparison.seen(one), found) + ("" if found.smallest else " (Not proven smallest.)")
