"""Boards, games and reasons in plain text, coloured where a terminal shows colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from logicsweep.board import Board, View
from logicsweep.cells import CellGraph
from logicsweep.rules.engine import Fact, Firing, Production

if TYPE_CHECKING:
    from logicsweep.closures.closure import StartClass
    from logicsweep.game import Game

_COLOURS = {"1": 34, "2": 32, "3": 31, "4": 35, "5": 33, "6": 36, "7": 90, "8": 90, "#": 2, "F": 1, "0": 2}


def paint(text: str, colour: bool) -> str:
    """The drawing of a board with its glyphs in the game's usual colours, or as it is."""
    if not colour:
        return text
    return "".join(f"\x1b[{_COLOURS[glyph]}m{glyph}\x1b[0m" if glyph in _COLOURS else glyph for glyph in text)


def draw(view: View, colour: bool = False) -> str:
    """The cells of a view, without its mine total."""
    return paint(view.drawing, colour)


def beside(*pictures: tuple[str, str], colour: bool = False) -> str:
    """Titled drawings side by side, or one below the other where that would pass 100 columns."""
    blocks = [[title, *drawing.split("\n")] for title, drawing in pictures]
    widths = [max(map(len, block)) for block in blocks]
    if sum(widths) + 3 * len(widths) > 100:
        return "\n\n".join(f"{block[0]}\n{paint(chr(10).join(block[1:]), colour)}" for block in blocks)
    height = max(map(len, blocks))
    lines = []
    for row in range(height):
        parts = [block[row] if row < len(block) else "" for block in blocks]
        padded = [part.ljust(width) for part, width in zip(parts, widths, strict=True)]
        lines.append("   ".join(paint(part, colour and row > 0) for part in padded).rstrip())
    return "\n".join(lines)


def size(board: Board) -> str:
    """`3 x 4, 5 mines`."""
    shape = board.graph.shape
    return f"{shape[0]} x {shape[1]}" if shape else f"{len(board.graph)} cells"


def plural(count: int, word: str) -> str:
    """`1 mine`, `2 mines`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def listed(graph: CellGraph, cells: Iterable[int], limit: int = 20) -> str:
    """Cells by name, the first `limit` of them."""
    names = [graph.name(i) for i in cells]
    more = f" and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(names[:limit]) + more


def share(risk: Fraction) -> str:
    """`4/15 (26.67 %)`, or without the fraction where that is too long to read."""
    percent = f"{float(100 * risk):.4g} %"
    fraction = str(risk) if risk.denominator < 10**12 else ""
    return f"{fraction} ({percent})" if fraction else f"about {percent}"


def starts_table(number: int, board: Board, classes: Sequence[StartClass]) -> str:
    """Every start class of a board, the best first: its kind, how many cells, one of them, what remains."""
    lines = [f"board {number}: {size(board)}, {plural(board.mine_count, 'mine')}"]
    lines.append(f"{'start':<8} {'cells':>7} {'first cell':>10} {'remaining':>10}")
    for start in sorted(classes, key=lambda start: start.remaining):
        kind = "opening" if start.opening else "number"
        first = board.graph.name(start.starts[0])
        lines.append(f"{kind:<8} {len(start.starts):>7} {first:>10} {start.remaining:>10}")
    return "\n".join(lines)


def fact_text(graph: CellGraph, fact: Fact) -> str:
    """`clue r1c2 = 1`, `safe r1c2`."""
    subject = graph.name(fact.subject) if isinstance(fact.subject, int) else str(fact.subject)
    return f"{fact.attribute} {subject}" + ("" if fact.value is True else f" = {fact.value}")


def firing_text(graph: CellGraph, firing: Firing, number: dict[Fact, int]) -> str:
    """The line with which a rule engine announces a firing."""
    site = f" at {graph.name(firing.site)}" if isinstance(firing.site, int) else ""
    counts = " (" + " ".join(f"{name}={value}" for name, value in firing.named_counts.items()) + ")"
    used = ",".join(f"f-{number[fact]}" for fact in firing.used)
    return f"FIRE {firing.number} {firing.production}{site}{counts if firing.counts else ''}: {used}"


def game_text(
    game: Game, title: str, colour: bool = False, agendas: Iterable[Iterable[str]] = ()
) -> Iterator[str]:
    """A game line by line, in the manner of a rule engine's log, with the board before and after.

    `agendas` are lines to show before each firing, and after the last.
    """
    waiting = iter(agendas)
    board, trace = game.board, game.trace
    graph, number = board.graph, trace.number
    player = game.player if isinstance(game.player, str) else "own productions"
    begins = f"{player} starts at {graph.name(game.start)}"
    yield f"{title}: {size(board)}, {plural(board.mine_count, 'mine')}; {begins}"
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
    counted = ", ".join(f"{name} {count}" for name, count in trace.counted().items())
    yield f"{plural(len(trace.firings), 'firing')}" + (f": {counted}" if counted else "")
    left = f": {listed(graph, game.left)}" if game.left else ""
    yield f"remaining {game.remaining}{left}"


def chain_text(
    graph: CellGraph, chain: Sequence[Firing], verdict: Fact, productions: Sequence[Production]
) -> Iterator[str]:
    """Why a cell was decided: its chain of firings, each with its production's sentence once."""
    name = graph.name(verdict.subject) if isinstance(verdict.subject, int) else str(verdict.subject)
    if not chain:
        yield f"{name} is safe: it was cleared first."
        return
    verb = "leads" if len(chain) == 1 else "lead"
    kind = "a mine" if verdict.attribute == "mine" else "safe"
    yield f"{name} is {kind}: {plural(len(chain), 'firing')} {verb} to it."
    sentences = {production.name: production.sentence for production in productions}
    for firing in chain:
        site = graph.name(firing.site) if isinstance(firing.site, int) else "the whole board"
        counts = " ".join(f"{key}={value}" for key, value in firing.named_counts.items())
        yield f"{firing.number:>5}. {firing.production} at {site}{f' ({counts})' if counts else ''}"
        if firing.production in sentences:
            yield f"       {sentences.pop(firing.production)}"
        yield f"       so {conclusion_text(graph, firing.given)}"


def conclusion_text(graph: CellGraph, given: Sequence[Fact]) -> str:
    """`r1c2 is a mine; r1c3, r1c4 are safe`."""
    cells: dict[str, list[int]] = {}
    for fact in given:
        cells.setdefault(fact.attribute, []).append(fact.subject)
    kinds = {"safe": ("is safe", "are safe"), "mine": ("is a mine", "are mines")}
    return "; ".join(f"{listed(graph, some)} {kinds[name][len(some) > 1]}" for name, some in cells.items())
