"""Boards, games and reasons in plain text, coloured where a terminal shows colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from logicsweep.board import Board, View
from logicsweep.cells import CellGraph
from logicsweep.rules.engine import Fact, Firing, Production
from logicsweep.words import are, at_site, counted, listed, plural, site_name

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
    subject = site_name(graph, fact.subject) or str(fact.subject)
    return f"{fact.attribute} {subject}" + ("" if fact.value is True else f" = {fact.value}")


def firing_text(graph: CellGraph, firing: Firing, number: dict[Fact, int]) -> str:
    """The line with which a rule engine announces a firing."""
    where = f"{firing.production}{at_site(graph, firing.site)}{counted(firing.named_counts)}"
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
    shares = ", ".join(f"{name} {count}" for name, count in trace.counted().items())
    yield f"{plural(len(trace.firings), 'firing')}" + (f": {shares}" if shares else "")
    left = f": {listed(graph, game.left)}" if game.left else ""
    yield f"remaining {game.remaining}{left}"


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
    """`r1c2 is a mine; r1c3, r1c4 are safe`."""
    cells: dict[str, list[int]] = {}
    for fact in given:
        cells.setdefault(fact.attribute, []).append(fact.subject)
    return "; ".join(are(listed(graph, some), len(some), kind == "mine") for kind, some in cells.items())
