"""Answers about many cells at once: why a run leaves each of its cells undecided, for a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from logicsweep.csp.solution import NO_DOUBTS, Doubts
from logicsweep.csp.solve import check_flags
from logicsweep.games.answer import FullAnswer
from logicsweep.games.run import Run
from logicsweep.games.why import Answers
from logicsweep.work.progress import paced

MOST_ANSWERED = 300_000
"""The most answers times cells of the field, since an answer can hold two layouts of all cells."""
PLAYED_ON = 20_000
"""A game on more cells is not played on, so its answers don't say who decides a cell later."""


def answers_left(run: Run, cells: Iterable[int] | None = None) -> Iterator[FullAnswer]:
    """Why a run leaves these cells undecided; by default all that it leaves, and the trusted flags.

    >>> from logicsweep import View, play
    >>> [one.answer for one in answers_left(play(View.parse("#1#")))]
    [<Answer r1c1: not forced, risk 1/2 (50%)>, <Answer r1c3: not forced, risk 1/2 (50%)>]
    """
    asked = Answers(run, onward=len(run.graph) <= PLAYED_ON and not run.guess)
    doubts = NO_DOUBTS if run.board else check_flags(run.position)
    return answers_about(asked, (*run.undecided, *run.position.flagged) if cells is None else cells, doubts)


def answers_about(asked: Answers, cells: Iterable[int], doubts: Doubts = NO_DOUBTS) -> Iterator[FullAnswer]:
    """The full answers about these cells, those beside clues first; on a large field, not all of them.

    >>> from logicsweep import View
    >>> [one.answer.cell for one in answers_about(Answers(View.parse("##1#")), [0, 1, 3])]
    [1, 3, 0]
    """
    marks, neighbours = asked.view.marks, asked.view.graph.neighbours
    alone_last = sorted(cells, key=lambda cell: all(marks[near] < 0 for near in neighbours[cell]))
    some = paced(alone_last[: max(1, MOST_ANSWERED // len(marks))], "answers")
    return (FullAnswer(asked.answer(cell), asked.setup.player, asked.game, doubts).settle() for cell in some)
