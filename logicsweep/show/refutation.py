"""A refutation line by line: what each line says and decides, and which cells are known by then."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, NamedTuple

from logicsweep.boards.annotations import CellIndex, ClueIndex
from logicsweep.boards.board import View
from logicsweep.boards.words import verdict
from logicsweep.csp.solution import Verdict
from logicsweep.games.answer import RefutedCell
from logicsweep.games.step import Sign
from logicsweep.reasons.reason import Balance, Line, Refutation, decided_by
from logicsweep.reasons.wording import LineSentences, refutation_lines, refutation_sentences, say_refuted
from logicsweep.show.drawing import Screen, drawn_around


class RefutedLine(NamedTuple):
    """A line of a refutation, and the cells known by then."""

    words: Annotated[str, "the line"]
    depth: Annotated[int, "number of splits around it"]
    known: Annotated[dict[CellIndex, Verdict], "the cells supposed or found before"]
    decides: Annotated[dict[CellIndex, Verdict], "the cells supposed or found here"]
    stands_on: Annotated[dict[ClueIndex, Sign], "the clues of this line"]


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
    sentences, known = refutation_sentences(view, found), {**first}
    yield from _follow_steps(found.certain, sentences.certain, 0, known)
    yield from _list_line(found.line, sentences, 0, known)
    yield RefutedLine(say_refuted(view, found), 0, first, {cell: found.verdict}, {})


def refuted_head(refutation: Refutation) -> str:
    """What comes before a refutation."""
    return f"Here is what would go wrong if it were {verdict(refutation.verdict == 'safe')}."


def refutation_text(view: View, refutation: Refutation, screen: Screen, below: bool = False) -> Iterator[str]:
    """A refutation line by line, with drawings of what is supposed; `below`: under a drawing of the view."""

    def draw(shown: View, rows: set[int], cells: Collection[int], signs: Mapping[int, str]) -> Iterator[str]:
        return drawn_around(shown, rows, cells, screen, cells, signs)

    drawn = view.graph.shape is not None
    return refutation_lines(view, refutation, draw if drawn else None, below and drawn)


def _list_line(
    line: Line, sentences: LineSentences, depth: int, known: dict[int, Verdict]
) -> Iterator[RefutedLine]:
    supposed = decided_by(line)
    yield RefutedLine(sentences.supposed + ":", depth, {**known}, supposed, {})
    known = known | supposed
    yield from _follow_steps(line.steps, sentences.steps, depth, known)
    split: dict[int, Sign] = {} if line.split is None else {line.split: "stands on"}
    rows = _list_signs(line.broken) if line.broken else split
    yield RefutedLine(sentences.ending.replace("\n", " "), depth, {**known}, {}, rows)
    for case, words in zip(line.cases, sentences.cases, strict=True):
        yield from _list_line(case, words, depth + 1, known)


def _follow_steps(
    steps: Iterable[Balance], words: Iterable[str], depth: int, known: dict[int, Verdict]
) -> Iterator[RefutedLine]:
    """A line for each step; adds the cells that it decides to `known`."""
    for step, sentence in zip(steps, words, strict=True):
        words = sentence.replace("\n", " ")
        yield RefutedLine(words, depth, {**known}, decided_by(step), _list_signs(step))
        known |= decided_by(step)


def _list_signs(of: Balance) -> dict[int, Sign]:
    if of.size == 1:
        return dict.fromkeys((*of.added, *of.subtracted), "stands on")
    return {**dict.fromkeys(of.added, "added"), **dict.fromkeys(of.subtracted, "subtracted")}
