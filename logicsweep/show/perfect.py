"""What perfect play wins, and what policies lack of it, for people and programs."""

from __future__ import annotations

from collections.abc import Iterator

from logicsweep.boards.board import Board, View
from logicsweep.boards.names import listed, sized
from logicsweep.boards.words import share
from logicsweep.guessing.perfect import Chances
from logicsweep.show.json import Heading, Json, Printed, heading
from logicsweep.verbs.perfect import Promised

_PROMISED = {"safe": ", the first cell is safe", "opening": ", the first cell is an opening"}


_PERFECT = Printed(
    "Perfect", "What the best strategy wins of a field, or from a position on.", (Heading, Chances, Promised)
)
PRINTED = (_PERFECT,)


def perfect_text(view: View, found: Chances, more: Promised, title: str = "") -> Iterator[str]:
    """The best chance, the chance after each cell, equal ones together, and what policies win.

    >>> from logicsweep.guessing.perfect import values
    >>> from logicsweep.guessing.regrets import regret
    >>> view = View.parse("## ##", mines=2)
    >>> lost = Promised("any", (regret((2, 2), 2, "any", "least-risk"),))
    >>> print(*perfect_text(view, values(view), lost), sep="\\n")
    2 x 2, 2 mines: perfect play wins 1/6 (16.67 %)
      1/6 (16.67 %): r1c1, r1c2, r2c1, r2c2
    least-risk from r1c1 on wins 1/6 (16.67 %): no less
    """
    graph, promise = view.graph, _PROMISED.get(more.first or "", "")
    yield f"{title}{sized(graph, view.mines)}{promise}: perfect play wins {share(found.win)}"
    for win in sorted({*found.cells.values()}, reverse=True):
        yield f"  {share(win)}: {listed(graph, [cell for cell, one in found.cells.items() if one == win])}"
    for one in more.policies:
        less = f"{float(100 * one.regret):.4g} points less" if one.regret else "no less"
        yield f"{one.policy} from {graph.name(one.start)} on wins {share(one.win)}: {less}"


def perfect_json(of: Board | View, number: int, found: Chances, more: Promised) -> Json:
    """The answer as one object."""
    return _PERFECT.json(of.graph, heading(of, number), found, more)
