"""A refutation line by line: what each line says and decides, and which cells are known by then."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Set

from logicsweep.boards.board import View
from logicsweep.boards.words import verdict
from logicsweep.games.answer import RefutedCell
from logicsweep.reasons.reason import Refutation
from logicsweep.reasons.wording import RefutedLine, refutation_lines, refutation_sentences
from logicsweep.show.drawing import Screen, draw_around

NOTHING = {
    "cleared": "Nothing to refute: {} is cleared.",
    "not forced": "Nothing to refute: {} is not forced.",
    "unknown": "Nothing to refute: the solver cannot tell within its limits whether {} is forced.",
    "budget": "No refutation of {} within the budget.",
}
"""Why there is no refutation of a cell."""


def refuted_lines(refuted: RefutedCell) -> Iterator[RefutedLine]:
    """The refutation of the opposite of a cell, or a line that says why there is none.

    >>> from logicsweep import View
    >>> from logicsweep.games.why import opposite
    >>> for line in refuted_lines(opposite(View.parse("01## 02## 01##"), "r3c3")):
    ...     print(line.decides, *line.stands_on)
    {10: 'safe'}
    {2: 'mine', 6: 'mine'} 5
    {} 1
    {10: 'mine'}
    """
    view, found, cell = refuted.view, refuted.refutation, refuted.cell
    if found is None:
        yield RefutedLine(NOTHING[refuted.nothing or "budget"].format(view.graph.name(cell)), 0, {}, {}, {})
        return
    first = {cell: is_it for step in refuted.steps or () for cell, is_it in step.decides.items()}
    for line in refutation_sentences(view, found):
        yield line._replace(words=line.words.replace("\n", " "), known={**first, **line.known})


def refuted_head(refutation: Refutation) -> str:
    """What comes before a refutation."""
    return f"Here is what would go wrong if it were {verdict(refutation.verdict == 'safe')}."


def refutation_text(view: View, refutation: Refutation, screen: Screen, below: bool = False) -> Iterator[str]:
    """A refutation line by line, with drawings of what is supposed; `below`: under a drawing of the view."""

    def draw(shown: View, rows: Set[int], cells: Collection[int], signs: Mapping[int, str]) -> Iterator[str]:
        return draw_around(shown, rows, cells, screen, cells, signs)

    drawn = view.graph.shape is not None
    return refutation_lines(view, refutation, draw if drawn else None, below and drawn)
