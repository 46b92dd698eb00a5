"""What a player knows of a position: marks on the board, decided cells, risks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from logicsweep.boards.board import FLAG, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.fields import KINDS
from logicsweep.boards.names import list_names
from logicsweep.boards.words import capital, plural, share, total_text
from logicsweep.csp.solution import Doubts, Solution
from logicsweep.games.players import PLAYERS, strongest
from logicsweep.show.drawing import PLAIN, Screen, draw_cells, half, label_width
from logicsweep.verbs.effort import MORE_EFFORT

if TYPE_CHECKING:
    from logicsweep.games.run import Run
    from logicsweep.games.step import Step
    from logicsweep.verbs.hint import Hint
    from logicsweep.verbs.reading import Numbered


_COLOURS = {"s": 32, "m": 31}


def hint_text(hint: Hint, screen: Screen = PLAIN) -> Iterator[str]:
    """The answer for a person, line by line; what is asked for besides comes last."""
    yield from with_title(hint.item, _marks_text(hint, screen))
    if hint.steps:  # most hints need neither of these modules
        from logicsweep.show.steps import steps_text

        yield from [line for _, line in steps_text(enumerate(hint.steps, 1), (), screen)]
    if hint.advice:
        from logicsweep.show.guess import advice_text

        yield from advice_text(hint.advice, screen)
    yield from [MORE_EFFORT] * hint.wants_effort


def with_title(item: Numbered, lines: Iterator[str]) -> Iterator[str]:
    """One of several answers, or of a board: with its number."""
    if item.several or item.kind == "board":
        begun = "" if item.start is None else f", begun at {item.what.graph.name(item.start)}"
        yield f"{item.title}{begun}: {next(lines)}"
    yield from lines


def advised_cell(hint: Hint) -> int | None:
    """The cell that the first line is about: to clear, or if none is safe, known to be a mine."""
    found, ranked, flags = hint.found, (hint.advice and hint.advice.ranked) or (), hint.position.view.marks
    new = [cell for cell in found.mines if flags[cell] != FLAG]
    if found.safe or (new and not ranked):
        return (*found.safe, *new)[0]
    best = ranked[0].cell if ranked else None
    least = found.least_risk if isinstance(found, Solution) else ()
    return best if best is not None or not least else least[0]


def hint_headline(hint: Hint) -> str:
    """What to do, in one sentence."""
    graph, found, cell = hint.position.view.graph, hint.found, advised_cell(hint)
    if cell is None and {*hint.position.view.covered} <= {*found.mines}:
        return "Nothing is left to clear: each covered cell is a mine."
    if cell is None:
        no_step = f"{capital(hint.player.name)} decides no cell."  # it ran out of effort
        return no_step if isinstance(found, Solution) else stuck_headline(found, hint.onward)
    name = graph.name(cell)
    if found.safe:
        return f"Clear {name}: it is safe."
    if cell in found.mines:
        return f"Nothing is safe yet: {name} is a mine."
    assert isinstance(found, Solution)
    survives, advice = percent(1 - found.risks[cell]), hint.advice
    good, best = "equally safe", f"is safest and survives in {survives}"
    equal: Sequence[int] = [one for one in found.least_risk if one != cell]
    if advice and advice.ranked:
        equal, good = advice.equals, "equally good"
        called = f"the choice of {advice.policy}" if advice.is_own else "best"
        best = best if advice.policy == "least-risk" else f"is {called} and survives in {survives}"
    if len(equal) == 1:
        return f"You have to guess: {name} and {graph.name(equal[0])} are {good}."
    if equal:
        return f"You have to guess: {name} and {len(equal)} other cells are {good}."
    return f"You have to guess: {name} {best}."


def stuck_headline(run: Run, step: Step | None) -> str:
    """That a player is stuck, and what a stronger player knows by the step, if there is one."""
    stuck = f"{capital(run.player.name)} is stuck"
    if not step:
        return f"{stuck}: nothing more is certain."
    return f"{stuck}. {capital(weakest_with(step))} knows {run.graph.name(min(step.decides))}."


def weakest_with(step: Step) -> str:
    """The name of the weakest player who takes a step like this one."""
    able = [who for who, one in PLAYERS.items() if step.production in one.productions]
    return able[0] if able else strongest().name


def _marks_text(hint: Hint, screen: Screen) -> Iterator[str]:
    """The board with what is found marked in it, and the same in words."""
    view, found = hint.position.view, hint.found
    if view.covered:
        yield hint_headline(hint)
    yield from head_text(hint)
    if not view.covered:
        return
    form = _choose_form(view.graph, screen)
    if isinstance(found, Solution):
        others = {cell: form.risk(risk) for cell, risk in found.risks.items()}
        others |= dict.fromkeys(_list_cells_beside_no_clue(view, found), "#")
        rest = form.legend + (", ? not known" if found.missing else "")
    else:
        others, rest = dict.fromkeys(found.undecided, "#"), f"# not decided by {hint.player.name}"
    marks = others | dict.fromkeys(found.safe, "s") | dict.fromkeys(found.mines, "m")
    advised = advised_cell(hint)
    yield from _draw_marks(view, marks, form, screen, advised)
    yield f"s safe, m mine, {rest}" + ", ! the cell named first" * (advised is not None)
    yield from known_text(hint)


def known_text(hint: Hint) -> Iterator[str]:
    """What is decided, the least risk where nothing is safe, what is wrong about flags, what is missing."""
    view, found = hint.position.view, hint.found
    graph, risky = view.graph, found if isinstance(found, Solution) else None
    if risky and (aside := _list_cells_beside_no_clue(view, risky)):
        yield f"# beside no clue: risk {share(risky.risks[aside[0]])} each"
    for name, cells in (("safe", found.safe), ("mines", found.mines)):
        if cells:
            yield f"{name} ({len(cells)}): {list_names(graph, cells, 60)}"
    if risky and not found.safe and not found.mines:
        yield "No cell is forced."
    if risky and not found.safe:
        yield from least_text(graph, risky)
    yield from doubts_text(view, hint.doubts)
    for one in risky.missing if risky else ():
        yield f"Missing: {plural(len(one.cells), 'risk')} ({one.reason}): {list_names(graph, one.cells, 10)}"
        yield from undecided_text(graph, one.may_be_forced)


def least_text(graph: CellGraph, found: Solution) -> Iterator[str]:
    """The least risk, and where it is."""
    if least := found.least_risk:
        yield f"least risk {share(found.risks[least[0]])}: {list_names(graph, least, 20)}"


def undecided_text(graph: CellGraph, cells: Sequence[int]) -> Iterator[str]:
    """Cells of which it is not known whether they are forced."""
    if cells:
        yield f"Undecided, perhaps forced: {list_names(graph, cells, 10)}"


def head_text(hint: Hint) -> Iterator[str]:
    """How many cells are covered, on which field unless a grid, and who answers."""
    view = hint.position.view
    if not view.covered:
        yield "The position is complete: no covered cell is left."
        return
    words = KINDS[view.graph.kind].words if view.graph.shape else ""
    where = f" on {words}" if words else ""
    cells = f"{plural(len(view.covered), 'covered cell')}{where}"
    yield f"{hint.player.name}: {cells}, {total_text(view.mine_total)}"


def doubts_text(view: View, doubts: Doubts) -> Iterator[str]:
    """A line for each flag that is wrong, or for what speaks against all together."""
    wrong, together = doubts
    for cell in wrong:
        yield f"The flag at {view.graph.name(cell)} is wrong: that cell is safe."
    if together:
        yield f"The flags cannot all be right: {together}."


def _list_cells_beside_no_clue(view: View, found: Solution) -> list[int]:
    """The covered cells that touch no clue and are not forced: they share one risk."""
    unforced = [cell for cell in view.covered if 0 < found.risks.get(cell, 0) < 1]
    return [cell for cell in unforced if all(view.marks[j] < 0 for j in view.graph.neighbours[cell])]


def _draw_marks(
    view: View, marks: Mapping[int, str], form: _Form, screen: Screen, advised: int | None
) -> Iterator[str]:
    covered = set(view.covered)
    seen = ["." if glyph == "?" else glyph for glyph in view.glyphs]
    texts = [marks.get(i, "?") if i in covered else glyph for i, glyph in enumerate(seen)]
    glyphs = [(text if text[-1] == "%" else text + form.behind).rjust(form.width) for text in texts]
    if advised is not None:
        glyphs[advised] = re.sub(r" (?=[^ ])", "!", glyphs[advised], count=1)
    yield from draw_cells(view.graph, glyphs, screen, _COLOURS)


class _Form(NamedTuple):
    """How a cell is written: in so many characters, its risk, what stands behind anything else."""

    width: int
    behind: str
    risk: Callable[[Fraction], str]
    legend: str


def _choose_form(graph: CellGraph, screen: Screen) -> _Form:
    """The form with most room for each cell that fits the screen; where none does, columns come in blocks."""
    rows, cols = graph.shape or (0, 0)
    if screen.width is None:
        return _WIDE
    margin = label_width(rows)
    taken = {one: margin + one.width * cols + half(graph, one.width) for one in (_WIDE, _DIGITS, _TENTHS)}
    form = next((one for one, width in taken.items() if width <= screen.width), _DIGITS)
    if form is not _TENTHS:
        return form
    return form._replace(legend=form.legend + f" (in % where {taken[_DIGITS]} columns fit)")


def percent(risk: Fraction) -> str:
    """Rounded, but never to what would look certain.

    >>> percent(Fraction(1, 3)), percent(Fraction(999, 1000))
    ('33%', '99%')
    """
    return f"{_write_digits(risk).lstrip('0')}%"


def _write_digits(risk: Fraction) -> str:
    return f"{min(99, max(1, round(100 * risk))):02}"


_WIDE = _Form(4, " ", percent, "% risk")
_DIGITS = _Form(3, "", _write_digits, "two digits (05, 25) the risk in %")
_TENTHS = _Form(2, "", lambda risk: f".{min(9, round(10 * risk))}", ".3 a risk of about 0.3")
