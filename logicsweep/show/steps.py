"""The teller of steps: a numbered line for each, with its reasons and, if asked for, how hard it is."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, takewhile

from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import list_names
from logicsweep.boards.words import are, both_or_all, capital, clues_text, number_text, plural, risk_text
from logicsweep.csp.solution import Verdict
from logicsweep.csp.sums import TOTAL
from logicsweep.games.step import Step, reason_sentence
from logicsweep.reasons.reason import Reason, Refutation, decided_by, is_smallest, rows_in
from logicsweep.reasons.telling import MOST_NAMED, indent_parts
from logicsweep.reasons.wording import HANG
from logicsweep.show.drawing import PLAIN, Screen, draw_around
from logicsweep.show.refutation import refutation_text, refuted_head

_UNPROVEN = "(Not proven smallest.)"
DRAWN_ANEW = 2
"""So many steps of one clue after one of several have a drawing of their own, if `wide` is asked for."""
_LISTED = 20  # so many cells are named one by one


def steps_text(
    steps: Iterable[tuple[int | None, Step]],
    briefly: Container[int] = (),
    screen: Screen = PLAIN,
    wide: bool = False,
) -> Iterator[tuple[Step, str]]:
    """Each step with its line, which begins with its number, if any; one of several clues has a drawing.

    Steps whose own number is in `briefly` are told together, in a few words and without a number. The words
    of a production of one's own are told once. `wide`: a drawing shows the step of one clue after it, too; it
    is said if letters mean other cells than before.

    >>> from logicsweep import View, path
    >>> found = path(View.parse("1#1#"))
    >>> for _, line in steps_text(enumerate(found.steps, 1), screen=Screen(tags=True)):
    ...     print(line)
       1. The 1 at r1c1 has just one covered neighbour, so r1c2 is a mine. [all-mines, 1 clue, 1 cell]
       2. The 1 at r1c3 has its mine (r1c2), so r1c4 is safe. [all-found, 1 clue, 1 cell]
    >>> for _, line in steps_text(enumerate(found.steps, 1), briefly={1, 2}):
    ...     print(line)
          r1c1: r1c2 is a mine. r1c3: r1c4 is safe.
    """
    told, lettered = set[str](), False
    listed = [(number, part) for number, step in steps for part in _split_by_reason(step)]
    for brief, some in groupby(enumerate(listed), lambda one: one[1][1].number in briefly):
        group = [(at, number, step) for at, (number, step) in some]
        if brief:
            yield group[0][2], HANG + _brief_text([step for *_, step in group])
            continue
        for at, number, step in group:
            own = [step.production.sentence] * (step.is_own and step.production.name not in told)
            told.add(step.production.name)
            shown = [step]
            if wide and step.told:
                after = [*takewhile(lambda one: not one.told, [other for _, other in listed[at + 1 :]])]
                shown += after if len(after) < DRAWN_ANEW else []
            begin = HANG if number is None else f"{number:>4}. "
            yield step, f"{begin}{step_text(step, own, screen, shown, wide and lettered)}"
            lettered |= bool(step.letters)


def _split_by_reason(step: Step) -> Iterator[Step]:
    """The step for one reason at a time, if a reason takes several clues: each has its own drawing."""
    if (
        not step.before.graph.shape
        or len(step.reasons) < 2
        or all(len(rows_in(reason)) == 1 for reason in step.reasons)
    ):
        yield step
        return
    left = dict.fromkeys(step.cells)
    for reason in step.reasons:
        its = tuple([cell for cell in decided_by(reason) if cell in left])
        left = {cell: None for cell in left if cell not in its}
        yield from [replace(step, cells=its, reasons=(reason,))] if its else []
    yield from [replace(step, cells=(*left,), reasons=())] if left else []


def step_text(
    step: Step,
    own: Sequence[str] = (),
    screen: Screen | None = PLAIN,
    around: Sequence[Step] = (),
    anew: bool = False,
) -> str:
    """Why something follows, and with tags how hard that is, after the words of a production of one's `own`.

    A step of several clues says first what follows, then draws the board, also `around` some steps. `anew`:
    its letters mean other cells than in the drawing before. Without a screen it is one line, which names all
    cells.

    >>> from logicsweep import View, path
    >>> step_text(path(View.parse("1##")).steps[0])
    'The 1 at r1c1 has just one covered neighbour, so r1c2 is a mine.'
    """
    chosen = f"; one of {step.candidates}" if (step.candidates or 1) > 1 else ""
    tag = [f"[{tag_text(step)}{chosen}]"] * bool(screen and screen.tags)
    if step.told and screen:
        shown = around or [step]
        rows = {row for one in shown for row in one.stands_on}
        cells = {cell for one in shown for cell in one.cells}
        inner = replace(screen, width=screen.width and screen.width - len(HANG))
        drawing = draw_around(step.before, rows, cells, inner, step.cells, step.letters)
        follows = f"{decided_text(step, MOST_NAMED)}{' (new letters)' * (anew and bool(step.letters))}:"
        lines = [" ".join([*own, follows, *tag]), *drawing, *indent_parts(step.told.lines)]
        return f"\n{HANG}".join(lines)
    reasons = [_reason_text(step, one, screen) for one in step.reasons] or [*step.sentences]
    if any(not (is_smallest(one) or isinstance(one, Refutation)) for one in step.reasons):
        reasons.append(_UNPROVEN)
    words = [*own, *(reasons or [f"{decided_text(step)}."]), *tag]
    apart = "\n" if any("\n" in one for one in reasons[:-1]) else " "
    return apart.join(words).replace("\n", f"\n{HANG}")


def _reason_text(step: Step, reason: Reason, screen: Screen | None) -> str:
    """A reason in a sentence, or a refutation line by line on a screen, unless other steps come before it."""
    if not screen or not isinstance(reason, Refutation) or reason.certain:
        return reason_sentence(step.before, reason, step.cells)
    says = are(step.before.graph.name(reason.cell), 1, reason.verdict == "mine")
    return "\n".join([f"{says}. {refuted_head(reason)}", *refutation_text(step.before, reason, screen)])


def decided_text(step: Step, most: int = _LISTED) -> str:
    """What a step decides: `r1c2 is a mine; r1c3, r1c4 are safe`; of more cells than `most`, how many."""
    cells: dict[Verdict, list[int]] = {}
    for cell, verdict in step.decides.items():
        cells.setdefault(verdict, []).append(cell)
    graph, groups = step.before.graph, sorted(cells.items())
    told = "; ".join(
        [are(_name_cells(graph, some, most), len(some), is_it == "mine") for is_it, some in groups]
    )
    return told if len(groups[0][1]) <= most else capital(told)  # a name is no word


def _name_cells(graph: CellGraph, cells: Sequence[int], most: int) -> str:
    if len(cells) <= most:
        return both_or_all(graph.names(cells))[0]
    return list_names(graph, cells) if most == _LISTED else f"the {number_text(len(cells))} marked cells"


def tag_text(step: Step) -> str:
    """How hard a step is: the name that players have for it, if any, and its grade."""
    return "; ".join(filter(None, [step.pattern, grade_text(step)]))


def effort_text(step: Step) -> str:
    """What a step takes: `two clues and the mine total`, `a proof by contradiction`, `a guess`."""
    if step.guess:
        return "a guess"
    if step.grade.cases:
        return "a proof by contradiction"
    total = TOTAL in step.stands_on
    clues = max(step.grade.clues - total, 0)
    return " and ".join([clues_text(clues)] * bool(clues) + ["the mine total"] * total) or "no clue"


def grade_text(step: Step | None) -> str:
    """The grade of a step in words; the production alone if no reason was found; of a guess its risk.

    >>> from logicsweep import Board, Setup, View, path, play
    >>> [grade_text(step) for step in play(Board.parse(".M."), "r1c1", Setup(guess="least-risk")).steps]
    ['all-mines, 1 clue, 1 cell', 'guess, risk 1/2 (50%)']
    >>> print(*map(grade_text, path(View.parse("mines 1 #1###")).steps))
    total, 1 clue and the mine total, 4 cells
    """
    if step is None:
        return "no step"
    production, grade, total = step.firing.production, step.grade, TOTAL in step.stands_on
    if step.guess:
        return f"{production}, {risk_text(step.guess.risk)}"
    if not grade.clues:
        return production
    taken = plural(grade.clues, "clue")
    if grade.cases:
        as_one = ", the mine total as one" * total
        taken = f"{plural(grade.cases, 'case')}, {plural(grade.length, 'step')}, {taken} at a time{as_one}"
    elif total:
        clues = grade.clues - 1
        taken = f"{plural(clues, 'clue')} and the mine total" if clues else "the mine total"
    return f"{production}, {taken}, {plural(grade.cells, 'cell')}"


def _brief_text(steps: Iterable[Step]) -> str:
    """`r5c3: r4c3 is a mine; r5c4 is safe. r7c2: r6c1 is a mine.`: each clue and what it decides."""
    told = list[str]()
    for step in steps:
        rows = [step.before.graph.name(row) if row != TOTAL else "the mine total" for row in step.stands_on]
        told.append(f"{', '.join(rows)}: {decided_text(step)}." if rows else f"{decided_text(step)}.")
    return " ".join(told)
