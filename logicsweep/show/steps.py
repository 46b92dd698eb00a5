"""The teller of steps: a numbered line for each, with its reasons and, in brackets, how hard it is."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import groupby

from logicsweep.boards.names import listed
from logicsweep.boards.words import are, both_or_all, plural, risked
from logicsweep.csp.solution import Verdict
from logicsweep.csp.sums import TOTAL
from logicsweep.games.step import Step
from logicsweep.reasons.reason import Refutation, is_smallest
from logicsweep.rules.own import is_own

MORE_EFFORT = "There may be more to find out: try --effort high."
"""The last line of an answer that used up the normal effort."""
_UNPROVEN = "(Not proven smallest.)"
_HANG = " " * 6  # a line goes on below the words, behind the number


def steps_text(steps: Iterable[tuple[int, Step]], briefly: Container[int] = ()) -> Iterator[tuple[Step, str]]:
    """A line for each step, with its number and the step itself.

    Steps whose own number is in `briefly` are told together, in a few words and without a number. The words
    of a production of one's own are told once.

    >>> from logicsweep import View, path
    >>> found = path(View.parse("1#1#"))
    >>> for _, line in steps_text(enumerate(found.steps, 1)):
    ...     print(line)
       1. r1c1 needs one mine, and has just one covered neighbour: r1c2 is a mine. [all-mines, 1 clue, 1 cell]
       2. r1c3 has its mine (r1c2), so r1c4 is safe. [all-found, 1 clue, 1 cell]
    >>> for _, line in steps_text(enumerate(found.steps, 1), briefly={1, 2}):
    ...     print(line)
          r1c2 (r1c1) is a mine. r1c4 (r1c3) is safe.
    """
    told = set[str]()
    for brief, some in groupby(steps, lambda one: one[1].number in briefly):
        if brief:
            group = [step for _, step in some]
            yield group[0], _HANG + _brief_text(group)
            continue
        for number, step in some:
            own = [step.production.sentence] * (is_own(step.production) and step.production.name not in told)
            told.add(step.production.name)
            yield step, f"{number:>4}. {step_text(step, own)}"


def step_text(step: Step, own: Sequence[str] = ()) -> str:
    """Why something follows, and how hard that is, after the words of a production of one's `own`.

    >>> from logicsweep import View, path
    >>> step_text(path(View.parse("1##")).steps[0])
    'r1c1 needs one mine, and has just one covered neighbour: r1c2 is a mine. [all-mines, 1 clue, 1 cell]'
    """
    reasons = [*step.sentences]
    if any(not (is_smallest(one) or isinstance(one, Refutation)) for one in step.reasons):
        reasons.append(_UNPROVEN)
    chosen = f"; one of {step.candidates}" if (step.candidates or 1) > 1 else ""
    words = " ".join([*own, *(reasons or [f"{decided_text(step)}."])])
    return f"{words} [{tag_text(step)}{chosen}]".replace("\n", f"\n{_HANG}")


def decided_text(step: Step) -> str:
    """What a step decides: `r1c2 is a mine; r1c3, r1c4 are safe`."""
    cells: dict[Verdict, list[int]] = {}
    for cell, verdict in step.decides.items():
        cells.setdefault(verdict, []).append(cell)
    graph = step.before.graph
    return "; ".join([are(listed(graph, some), len(some), is_it == "mine") for is_it, some in cells.items()])


def tag_text(step: Step) -> str:
    """How hard a step is: the name that players have for it, if any, and its grade."""
    return "; ".join(filter(None, [step.pattern, grade_text(step)]))


def grade_text(step: Step) -> str:
    """The grade of a step in words; the production alone if no reason was found; of a guess its risk.

    >>> from logicsweep import Board, Setup, View, path, play
    >>> [grade_text(step) for step in play(Board.parse(".M."), "r1c1", Setup(guess="least-risk")).steps]
    ['all-mines, 1 clue, 1 cell', 'guess, risk 1/2 (50 %)']
    >>> print(*map(grade_text, path(View.parse("mines 1 #1###")).steps))
    total, 1 clue and the mine total, 4 cells
    """
    production, grade, total = step.firing.production, step.grade, TOTAL in step.stands_on
    if step.guess:
        return f"{production}, {risked(step.guess.risk)}"
    if not grade.rows:
        return production
    rows = plural(grade.rows, "clue")
    if grade.cases:
        as_one = ", the mine total as one" * total
        rows = f"{plural(grade.cases, 'case')}, {plural(grade.length, 'step')}, {rows} at a time{as_one}"
    elif total:
        clues = grade.rows - 1
        rows = f"{plural(clues, 'clue')} and the mine total" if clues else "the mine total"
    return f"{production}, {rows}, {plural(grade.cells, 'cell')}"


def _brief_text(steps: Iterable[Step]) -> str:
    """`r4c3 (r5c3) and r6c1 (r7c2) are mines. r5c4 (r5c3) is safe.`: each cell with its clue in brackets."""
    found = [(cell, verdict, step) for step in steps for cell, verdict in sorted(step.decides.items())]
    sentences = list[str]()
    for mine, some in groupby(found, lambda one: one[1] == "mine"):
        names = [_name_with_clues(cell, step) for cell, _, step in some]
        sentences.append(f"{are(both_or_all(names)[0], len(names), mine)}.")
    return " ".join(sentences)


def _name_with_clues(cell: int, step: Step) -> str:
    graph = step.before.graph
    rows = [graph.name(row) if row != TOTAL else "the mine total" for row in step.stands_on]
    return graph.name(cell) + (f" ({', '.join(rows)})" if rows else "")
