"""Two layouts that hardly differ, as one board: why a cell is not forced, and which clue would tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from logicsweep.boards.cells import CellGraph
from logicsweep.boards.rows import shifted
from logicsweep.boards.words import are, both_or_all, listed
from logicsweep.games.answers import NotForced
from logicsweep.show.drawing import coloured, drawn
from logicsweep.show.screen import PLAIN, Screen

_REVERSED = 7


def twins_text(answer: NotForced, screen: Screen = PLAIN, draw: bool = True) -> Iterator[str]:
    """The two layouts drawn once: `a` a mine in the one alone, `b` in the other; and what would tell.

    Without `draw` only the sentences.

    >>> from logicsweep import View, why_in_position
    >>> print(*twins_text(why_in_position(View.parse("#1#?"), "r1c3")), sep="\\n")
    b1a?
    Two layouts differ only in r1c1 and r1c3: r1c3 is a mine in one (a), r1c1 in the other (b).
    r1c4 is safe: its clue, once known, will decide r1c3.
    """
    graph = answer.view.graph
    in_one, in_other = (sorted(cells) for cells in (answer.mine - answer.safe, answer.safe - answer.mine))
    if draw:
        yield from _drawn_once(answer, screen)
    yield _differing(graph, in_one, in_other)
    if answer.telling is not None:
        yield _telling(graph, graph.name(answer.cell), answer.telling)


def _drawn_once(answer: NotForced, screen: Screen) -> Iterator[str]:
    graph, both = answer.view.graph, answer.safe & answer.mine
    if not graph.shape:
        yield f"mines in both of two layouts: {listed(graph, sorted(both), 60)}"
        return
    letters = {cell: "M" if cell in both else "." for cell in answer.view.covered}
    letters |= dict.fromkeys(answer.mine - both, "a") | dict.fromkeys(answer.safe - both, "b")
    glyphs = [letters.get(i) or answer.view.glyph(i) for i in range(len(graph))]

    def paint(glyph: str) -> str:
        return screen.tint(glyph, _REVERSED) if glyph in "ab" else coloured(glyph, screen)

    yield from drawn(glyphs, graph.shape[1], screen, paint, slanted=shifted(graph))


def _differing(graph: CellGraph, in_one: Sequence[int], in_other: Sequence[int]) -> str:
    """Where they differ, and how."""
    if not in_other:
        return f"Two layouts differ in {_named(graph, in_one)} alone: a mine in one (a), safe in the other."
    cells = _named(graph, sorted([*in_one, *in_other]))
    mines = are(_named(graph, in_one), len(in_one), mine=True)
    return (
        f"Two layouts differ only in {cells}: {mines} in one (a), {_named(graph, in_other)} in the other (b)."
    )


def _telling(graph: CellGraph, cell: str, telling: Sequence[int]) -> str:
    """The safe cells whose clue would decide it."""
    if not telling:
        return "No safe cell nearby would tell."
    whose = "its clue" if len(telling) == 1 else "the clue of each"
    return (
        f"{are(_named(graph, telling), len(telling), mine=False)}: {whose}, once known, will decide {cell}."
    )


def _named(graph: CellGraph, cells: Sequence[int]) -> str:
    return both_or_all(graph.names(cells))[0]
