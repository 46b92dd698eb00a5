"""Drawings of free graphs: a line for each node, with what it shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.show.drawing import coloured
from logicsweep.show.screen import PLAIN, Screen

_GAP = "  "


def glyphs(view: View) -> list[str]:
    """What each cell of a view shows, by index.

    >>> glyphs(View.parse("1#"))
    ['1', '#']
    """
    return [view.glyph(cell) for cell in range(len(view.marks))]


def nodes_drawn(
    graph: CellGraph,
    columns: Mapping[str, Sequence[str]],
    screen: Screen = PLAIN,
) -> Iterator[str]:
    """The nodes one below the other, with one glyph of each column, and titles where they have some.

    >>> import networkx as nx
    >>> graph = CellGraph.of(nx.path_graph(["ant", "eel in a pot"]))
    >>> print(*nodes_drawn(graph, {"before": "1#", "after": "1F"}), sep="\\n")
                  before  after
    ant           1       1
    eel in a pot  #       F
    """
    names = graph.names(range(len(graph)))
    margin = max(map(len, names))
    if any(columns):
        yield (" " * margin + "".join([f"{_GAP}{title}" for title in columns])).rstrip()
    for cell, name in enumerate(names):
        line = name.ljust(margin)
        behind = 0  # blanks that are due once something follows
        for title, shown in columns.items():
            line += " " * behind + _GAP + coloured(shown[cell], screen)
            behind = max(0, len(title) - len(shown[cell]))
        yield line
