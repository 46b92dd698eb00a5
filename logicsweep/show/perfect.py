"""How often perfect play wins, and how far policies fall short, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from logicsweep.boards.names import list_names, say_size
from logicsweep.boards.words import share
from logicsweep.guessing.chances import Chances
from logicsweep.show.drawing import PLAIN, Screen
from logicsweep.show.json import Heading, Json, Printed, heading
from logicsweep.verbs.perfect import Perfect, Promised

_PROMISED = {"safe": ", the first cell is safe", "opening": ", the first cell is an opening"}


_PERFECT = Printed(
    "Perfect", "How often the best strategy wins on a field or from a position.", (Heading, Chances, Promised)
)
PRINTED = (_PERFECT,)


def perfect_text(found: Perfect, _: Screen = PLAIN) -> Iterator[str]:
    """The best chance, the chance after each cell (equal ones together), and how often policies win."""
    item, view, (win, cells), (first, policies) = found
    promise = _PROMISED.get(first or "", "")
    title = f"{item.title}: " if item.several or item.kind == "board" else ""
    yield f"{title}{say_size(view.graph, view.mine_total)}{promise}: perfect play wins {share(win)}"
    for best in sorted({*cells.values()}, reverse=True):
        its = [cell for cell, one in cells.items() if one == best]
        yield f"  {share(best)}: {list_names(view.graph, its)}"
    for one in policies:
        less = f"{float(100 * one.regret):.4g} points less" if one.regret else "no less"
        yield f"{one.policy} from {view.graph.name(one.start)} on wins {share(one.win)}: {less}"


def perfect_json(found: Perfect) -> Json:
    """The answer as one object."""
    graph, head = found.view.graph, heading(found.item.what, found.item.number)
    return _PERFECT.json(graph, head, found.chances, found.promised)
