"""What a player knows of a position: marks on the board, decided cells, risks; or one step, in stages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, NamedTuple, Self

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.board import FLAG, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.fields import KINDS
from logicsweep.boards.names import listed
from logicsweep.boards.words import capital, plural, share, total_text
from logicsweep.csp.solution import Doubts, Solution
from logicsweep.games.players import PLAYERS, strongest
from logicsweep.games.run import Run
from logicsweep.games.step import Step
from logicsweep.reasons.reason import Explanation
from logicsweep.reasons.wording import sentence
from logicsweep.rules.grade import Grade
from logicsweep.show.drawing import PLAIN, Screen, drawn, half, label_width
from logicsweep.show.guess import Guessing, advice_text
from logicsweep.show.json import Heading, Headline, Json, Printed, heading
from logicsweep.show.steps import MORE_EFFORT, steps_text
from logicsweep.verbs.hint import Hint
from logicsweep.verbs.reading import Numbered


def reason_text(view: View, explanation: Explanation, cells: Sequence[int] = ()) -> str:
    """The sentence of an explanation, and whether there may be a smaller one."""
    proven = "" if explanation.smallest else " (Not proven smallest within the budget.)"
    return sentence(view, explanation, cells) + proven


class ByClues(NamedTuple):
    """A smallest set of clues, the cells that it forces alike, and how."""

    cells: Annotated[tuple[CellIndex, ...], "the cells"]
    explanation: Annotated[Explanation, "the clues"]
    sentence: Annotated[str, "the reason in words"]

    @classmethod
    def of(cls, view: View, cells: Sequence[int], explanation: Explanation) -> Self:
        """An explanation of cells of a view."""
        return cls(tuple(cells), explanation, sentence(view, explanation, cells))


_COLOURS = {"s": 32, "m": 31}


class Asked(NamedTuple):
    """Who answers."""

    player: Annotated[
        str, "who answers; local: by the clues alone, expert: by the mine total too, if it is known"
    ]


class Reasoning(NamedTuple):
    """Reasons, where they are asked for."""

    why: Annotated[tuple[ByClues, ...] | None, "with --why: the fewest clues that force each forced cell"]
    steps: Annotated[tuple[Step, ...] | None, "with --why: the easiest steps to them, in order"]


class Advised(NamedTuple):
    """What to guess, where that is asked for."""

    guess: Annotated[Guessing | None, "with --guess: which cell to clear where nothing is certain"]


_HINT = Printed(
    "Hint",
    "Of a complete player: what is certain in a position, and the risks of the rest.",
    (Heading, Headline, Asked, Solution, Doubts, Reasoning, Advised),
)
_CONCLUDED = Printed(
    "Concluded",
    "Of any other player: what they conclude from a position.",
    (Heading, Headline, (Run, ("player", "safe", "mines", "undecided")), Doubts),
)


def hint_json(hint: Hint) -> Json:
    """The answer as one object; without risks of a player who is not complete."""
    view, found, player = hint.position.view, hint.found, hint.player.name
    head, reasons, steps = heading(view, hint.item.number, hint.item.kind), hint.reasons, hint.steps
    told = Headline(hint_headline(hint) if view.covered else next(head_text(hint)))
    if not isinstance(found, Solution):
        return _CONCLUDED.json(view.graph, head, told, found, hint.doubts)
    why = None if reasons is None else tuple([ByClues.of(view, cells, one) for one, cells in reasons.items()])
    advised = Advised(Guessing.of(hint.advice) if hint.advice else None)
    more = Reasoning(why, None if steps is None else tuple(steps)), advised
    return _HINT.json(view.graph, head, told, Asked(player), found, hint.doubts, *more)


def hint_text(hint: Hint, screen: Screen = PLAIN) -> Iterator[str]:
    """The answer for a person, line by line; what is asked for besides comes last."""
    yield from with_title(hint.item, _marks_text(hint, screen))
    yield from [line for _, line in steps_text(enumerate(hint.steps or (), 1), (), screen)]
    yield from advice_text(hint.advice, screen) if hint.advice else ()
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
            yield f"{name} ({len(cells)}): {listed(graph, cells, 60)}"
    if risky and not found.safe and not found.mines:
        yield "No cell is forced."
    if risky and not found.safe:
        yield from least_text(graph, risky)
    yield from doubts_text(view, hint.doubts)
    for one in risky.missing if risky else ():
        yield f"Missing: {plural(len(one.cells), 'risk')} ({one.reason}): {listed(graph, one.cells, 10)}"
        yield from undecided_text(graph, one.undecided)


def least_text(graph: CellGraph, found: Solution) -> Iterator[str]:
    """The least risk, and where it is."""
    if least := found.least_risk:
        yield f"least risk {share(found.risks[least[0]])}: {listed(graph, least, 20)}"


def undecided_text(graph: CellGraph, cells: Sequence[int]) -> Iterator[str]:
    """Cells of which it is not known whether they are forced."""
    if cells:
        yield f"Undecided, perhaps forced: {listed(graph, cells, 10)}"


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
    yield from drawn(view.graph, glyphs, screen, _COLOURS)


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


class StagedStep(NamedTuple):
    """One step, told up to a stage; what is not told yet, or not found, is null."""

    player: Annotated[str, "who takes the step; of why the weakest who can if the player asked about cannot"]
    stage: Annotated[int, "how much is told: 1 to 4"]
    found: Annotated[bool, "whether there is a step"]
    cell: Annotated[CellIndex | None, "of why: the cell that is asked about"] = None
    after: Annotated[int | None, "of why: how many other steps it needs first"] = None
    region: Annotated[tuple[CellIndex, ...] | None, "where to look; null: everywhere"] = None
    clues: Annotated[tuple[CellIndex, ...] | None, "from stage 2: the clues that decide together"] = None
    total: Annotated[bool | None, "from stage 2: whether the mine total decides with them"] = None
    kind: Annotated[str | None, "from stage 3: what kind of step it is, in words"] = None
    production: Annotated[str | None, "at stage 3 only where that name does not tell what follows"] = None
    grade: Annotated[Grade | None, "from stage 3: how hard it is"] = None
    pattern: Annotated[str | None, "at stage 4: the name that players have for it, if any"] = None
    safe: Annotated[tuple[CellIndex, ...] | None, "at stage 4: the cells that are safe"] = None
    mines: Annotated[tuple[CellIndex, ...] | None, "at stage 4: the cells that are mines"] = None
    sentence: Annotated[str | None, "at stage 4: how they follow, in words"] = None
    least_risk: Annotated[tuple[CellIndex, ...] | None, "where no cell is safe: those of the least"] = None
    risk: Annotated[Fraction | None, "and that risk"] = None
    doubtful: Annotated[bool, "whether a flag is wrong, or not all are right; which, stage 4 tells"] = False
    lines: Annotated[tuple[str, ...], "all this in sentences, the newest last"] = ()


STAGED = Printed("Staged", "With --stage: one step, told up to that stage.", (Heading, StagedStep, Doubts))
PRINTED = (_HINT, _CONCLUDED, STAGED)
