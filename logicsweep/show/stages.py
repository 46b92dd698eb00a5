"""A hint in stages: each stage gives away a little more of one step.

The first stage says where to look, the second which clues to use, the third what kind of step it is, and the
last what follows. No stage before the last tells what the step decides. A step is told by its first reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain, groupby
from typing import Final

from logicsweep.boards.board import COVERED, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import list_names
from logicsweep.boards.words import are, both_or_all, capital, plural
from logicsweep.csp.solution import NO_DOUBTS, Doubts, Solution
from logicsweep.csp.sums import TOTAL
from logicsweep.games.answer import FullAnswer
from logicsweep.games.step import Step, reason_sentence
from logicsweep.reasons.reason import Balance, Line, Refutation, decided_by
from logicsweep.show.drawing import PLAIN, Screen, draw_cells
from logicsweep.show.hint import STAGED, StagedStep
from logicsweep.show.hint_text import (
    doubts_text,
    head_text,
    hint_headline,
    least_text,
    undecided_text,
    with_title,
)
from logicsweep.show.json import Json, heading
from logicsweep.show.steps import steps_text
from logicsweep.show.why import answer_json, answer_text
from logicsweep.verbs.hint import Hint

STAGES: Final = 4
"""How many stages there are."""
_CLUES, _KIND = 2, 3
_COLOURS = {">": 7, "s": 32, "m": 31}  # clues stand out in reverse
_BLOCK = 2
_NO_CLUES = "No few clues are known that decide something by themselves."


def staged_step(step: Step | None, stage: int, player: str) -> StagedStep:
    """What the stages up to this one (1 to 4) give away of a player's step.

    >>> from logicsweep import next_step
    >>> view = View.parse("01## 02## 01##")
    >>> print(*stage_lines(view, staged_step(next_step(view, "overlap"), 4, "overlap")), sep="\\n")
    Look at the whole board.
    r1c2 and r2c2 together decide something.
    Take r2c2 against r1c2: 2 clues at once [overlap].
    The 2 at r2c2 touches r1c3, r2c3 and r3c3: two of them are mines. The 1 at r1c2 touches r1c3 and r2c3: \
one of them is a mine. Only one of the two mines can be in r1c3 and r2c3, so r3c3 is a mine.
    """
    told = StagedStep(player, stage, bool(step))
    if step is None:
        return told
    clues, total, telling = clues_of(step), TOTAL in step.stands_on, is_telling(step)
    told = told._replace(region=region_of(step.before.graph, () if total else clues))
    if stage >= _CLUES:
        told = told._replace(clues=clues, total=total)
    if stage >= _KIND:
        kind = _name_kind(step) + ("." if telling else f" [{step.production.name}].")
        told = told._replace(kind=kind, grade=step.grade)
        told = told._replace(production=None if telling and stage == _KIND else step.production.name)
    if stage == STAGES:
        safe, mines = _list_decided(step, "safe"), _list_decided(step, "mine")
        told = told._replace(pattern=step.pattern, safe=safe, mines=mines, sentence=_say_conclusion(step))
    return told


def stage_lines(view: View, told: StagedStep) -> Iterator[str]:
    """A line for each stage of a step; `view` is the position before it."""
    yield f"Look at {place_text(view, told.region)}."
    if told.clues is not None:
        rows = _rows_text(view.graph, [*told.clues, *[TOTAL] * bool(told.total)])
        decide = "together decide" if len(told.clues) + bool(told.total) > 1 else "decides"
        yield f"{rows if told.clues else capital(rows)} {decide} something." if rows else _NO_CLUES
    yield from [line for line in (told.kind, told.sentence) if line]


def _rows_text(graph: CellGraph, rows: Collection[int]) -> str:
    names = [*graph.names([row for row in rows if row != TOTAL]), *["the mine total"] * (TOTAL in rows)]
    return both_or_all(names)[0] if names else ""


def clues_of(step: Step) -> tuple[int, ...]:
    """The cells of the clues that decide together, ascending; none if no few are known."""
    if step.firing.site is None and not step.reasons:
        return ()
    return tuple([row for row in step.stands_on if row != TOTAL])


def is_telling(step: Step) -> bool:
    """Whether the production's name may say what follows: a production for one clue, or your own."""
    return step.production.clues == 1 or step.is_own


def region_of(graph: CellGraph, cells: Collection[int]) -> tuple[int, ...] | None:
    """Where to look for some cells: the blocks of 2 by 2 near them, so that a cell is not just in the middle.

    On a free graph, the cells within two steps. None: everywhere, as without cells.
    """
    near = graph.around(cells)
    if graph.shape:
        cols = graph.shape[1]
        blocks = [(cell // cols // _BLOCK, cell % cols // _BLOCK) for cell in range(len(graph))]
        wanted = {blocks[cell] for cell in near}
        found = [cell for cell, block in enumerate(blocks) if block in wanted]
    else:
        found = sorted(graph.around(near))
    return tuple(found) if 0 < len(found) < len(graph) else None


def place_text(view: View, region: tuple[int, ...] | None) -> str:
    """Where a region is: its rows and columns, or on a free graph its cells that are not covered."""
    graph = view.graph
    if region is None:
        return "the whole board"
    if not graph.shape:
        return f"{list_names(graph, [cell for cell in region if view.marks[cell] != COVERED])} and around"
    cols = graph.shape[1]
    rows = _name_places("row", {cell // cols for cell in region})
    return f"{rows}, {_name_places('column', {cell % cols for cell in region})}"


def _name_places(noun: str, places: Collection[int]) -> str:
    stretches = groupby(enumerate(sorted(places)), lambda one: one[1] - one[0])
    ends = [[place + 1 for _, place in some] for _, some in stretches]
    spans = [f"{one[0]}-{one[-1]}" if len(one) > 1 else f"{one[0]}" for one in ends]
    return f"{noun}{'s' * (len(places) > 1)} {' and '.join(spans)}"


def _name_kind(step: Step) -> str:
    graph, rows = step.before.graph, [*step.stands_on]
    few = plural(len(clues_of(step)), "clue") + (" and the mine total" if TOTAL in rows else "")
    match step.reasons[:1]:
        case []:
            return "A production concludes it that is not known to follow from few clues"
        case [Balance(size=1)]:
            where = "" if TOTAL in rows else " around it"
            return (
                f"Compare {_rows_text(graph, rows)} with the mines found and the cells still covered{where}"
            )
        case [Balance() as balance]:
            sides = [_rows_text(graph, one) for one in (balance.added, balance.subtracted) if one]
            return f"Take {' against '.join(sides)}: {few} at once"
        case [Refutation(line=Line(leaves=cases))]:
            each = f"in each of {cases} cases" if cases > 1 else "step by step"
            return f"Suppose a cell to be the other way: {each} {few} show that it cannot be"
    return f"{capital(few)} together leave a cell only one way"


def _say_conclusion(step: Step) -> str:
    if step.reasons:
        return reason_sentence(step.before, step.reasons[0], step.cells)
    some = [(found, is_it == "mine") for is_it in ("safe", "mine") if (found := _list_decided(step, is_it))]
    parts = [are(", ".join(step.before.graph.names(cells)), len(cells), mine) for cells, mine in some]
    return f"{', '.join(parts)}: {step.production.sentence}"


def _list_decided(step: Step, verdict: str) -> tuple[int, ...]:
    found = decided_by(step.reasons[0]) if step.reasons else dict(sorted(step.verdicts.items()))
    return tuple([cell for cell, is_it in found.items() if is_it == verdict])


def hint_stage_text(hint: Hint, screen: Screen, stage: int) -> Iterator[str]:
    """The stages of a position's next step, line by line; without a step, all that is found."""
    yield from with_title(hint.item, _hint_stage_lines(hint, screen, stage))


def _hint_stage_lines(hint: Hint, screen: Screen, stage: int) -> Iterator[str]:
    view, step, player = hint.position.view, hint.next_step, hint.player.name
    yield from head_text(hint)
    if not view.covered:
        return
    yield from _doubts_text(view, hint.doubts, stage)
    if step:
        yield from stages_text(view, staged_step(step, stage, player), step, screen)
    else:
        yield from _stuck_lines(hint)


def _stuck_lines(hint: Hint) -> Iterator[str]:
    """What there is to say if no step follows."""
    view, found = hint.position.view, hint.found
    if not isinstance(found, Solution):
        yield hint_headline(hint)
        return
    yield f"No {'further ' if found.safe or found.mines else ''}cell is forced."
    yield from () if found.safe else least_text(view.graph, found)
    yield from undecided_text(view.graph, [cell for one in found.missing for cell in one.may_be_forced])


def hint_stage_json(hint: Hint, stage: int) -> Json:
    """The same stages as a JSON object."""
    view, found, told = hint.position.view, hint.found, staged_step(hint.next_step, stage, hint.player.name)
    if not told.found and isinstance(found, Solution) and found.least_risk and not found.safe:
        told = told._replace(least_risk=found.least_risk, risk=found.risks[found.least_risk[0]])
    lines = stage_lines(view, told) if told.found else _stuck_lines(hint)
    lines = chain(_doubts_text(view, hint.doubts, stage), lines)
    told = told._replace(doubtful=hint.doubts != NO_DOUBTS, lines=tuple(lines))
    doubts = hint.doubts if stage == STAGES else NO_DOUBTS
    return STAGED.json(view.graph, heading(view, hint.item.number, hint.item.kind), told, doubts)


def _doubts_text(view: View, doubts: Doubts, stage: int) -> Iterator[str]:
    """A wrong flag: that there is one, from the second stage also where, in the last which."""
    wrong, clash = doubts
    if stage == STAGES:
        yield from doubts_text(view, doubts)
    elif wrong:
        those = "A flag is" if len(wrong) == 1 else f"{len(wrong)} flags are"
        place = place_text(view, region_of(view.graph, wrong))
        yield f"{those} wrong" + (f": look at {place}." if stage > 1 else ".")
    elif clash:
        yield "The flags cannot all be right."


def stages_text(view: View, told: StagedStep, step: Step, screen: Screen = PLAIN) -> Iterator[str]:
    """The board with the stages of a step drawn in, then in words; `view` is the position before it.

    A sign stands before each cell where to look and each clue; the last stage draws what is decided.
    """
    leads = dict.fromkeys(told.region or (), ":") | dict.fromkeys(told.clues or (), ">")
    seen = step.before if told.stage == STAGES else view
    texts = seen.glyphs
    for cells, sign in ((told.safe, "s"), (told.mines, "m")):
        for cell in cells or ():
            texts[cell] = sign
    glyphs = [leads.get(cell, " ") + text for cell, text in enumerate(texts)]
    yield from draw_cells(view.graph, glyphs, screen, _COLOURS)
    meanings = {":": "look here", ">": "these clues", "s": "safe", "m": "mine"}
    if told.stage == STAGES:
        meanings |= {"F": "mine found", "?": "safe, no number yet"}
    signs = {*leads.values(), *texts}
    if legend := ", ".join([f"{sign} {meaning}" for sign, meaning in meanings.items() if sign in signs]):
        yield legend
    yield from stage_lines(view, told)


def cell_stage_text(full: FullAnswer, screen: Screen, stage: int) -> Iterator[str]:
    """The stages of the last step of a cell's proof; the last stage first lists the steps before it.

    Without a proof, the lines of the answer. If the player finds the cell later, only that.
    """
    answer, told = full.answer, _stage_cell(full, stage)
    if not told:
        yield from answer_text(full, screen)
        return
    yield _say_who_decides(full)
    before = answer.steps[:-1]
    if before and stage == STAGES:
        yield f"Already known by the rules of {told.player} (each with its clue):"
        yield from [line for _, line in steps_text(enumerate(before, 1), {step.number for step in before})]
    if told.found:
        yield from stages_text(answer.view, told, answer.steps[-1], screen)


def cell_stage_json(full: FullAnswer, stage: int, number: int = 1) -> Json:
    """The same stages as a JSON object."""
    view, told = full.answer.view, _stage_cell(full, stage)
    if not told:
        return answer_json(full, number)
    lines = stage_lines(view, told) if told.found else [_say_who_decides(full)]
    head = heading((full.game and full.game.board) or view, number)
    return STAGED.json(view.graph, head, told._replace(lines=tuple(lines)), NO_DOUBTS)


def _stage_cell(full: FullAnswer, stage: int) -> StagedStep | None:
    """The stages of a cell: of no step if the player finds it later; None if its answer has no steps."""
    answer = full.answer
    if answer.kind == "later":
        return staged_step(None, stage, full.player.name)._replace(cell=answer.cell)
    if not answer.steps:
        return None
    step = replace(answer.steps[-1], cells=(answer.cell,))
    told = staged_step(step, stage, (answer.player or full.player).name)
    return told._replace(cell=answer.cell, after=len(answer.steps) - 1)


def _say_who_decides(full: FullAnswer) -> str:
    answer, asked, count = full.answer, full.player.name, len(full.answer.steps) - 1
    name, after = answer.view.graph.name(answer.cell), f", after {plural(count, 'other step')}" * (count > 0)
    if not answer.steps:
        return f"{name} is undecided so far: {asked} finds it later."
    if answer.player:
        return f"{capital(asked)} does not decide {name}; {answer.player.name} does{after}."
    return f"{capital(asked)} decides {name}{after}."
