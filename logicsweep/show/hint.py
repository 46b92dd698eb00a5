"""What a player knows of a position: marks on the board, decided cells, risks; or one step, in stages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Final, NamedTuple, Self

from logicsweep.boards.board import FLAG, SAFE, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.meaning import CellIndex
from logicsweep.boards.rows import shifted
from logicsweep.boards.words import capital, listed, plural, share, total_told, upon
from logicsweep.csp.solution import Solution
from logicsweep.errors import Contradiction
from logicsweep.games.game import Run
from logicsweep.games.stages import STAGES, Region, Staged
from logicsweep.games.step import Grade
from logicsweep.reasons.explanation import Explanation, sentence
from logicsweep.show.drawing import PLAIN, Screen, drawn, half, label_width
from logicsweep.show.json import Heading, Json, Printed, heading

Reasons = Mapping[Explanation, Sequence[int]]
"""Explanations, each with all cells that it holds for."""


def reasons_of(explained: Mapping[int, Explanation]) -> Reasons:
    """The cells of each explanation, those together that the same clues force alike; the shortest first.

    >>> from logicsweep.reasons.explanation import explain_all
    >>> view = View.parse("1#0 ##0")
    >>> reasons = reasons_of(explain_all(view))
    >>> [(one.clues, view.graph.names(cells)) for one, cells in reasons.items()]
    [((2,), ('r1c2', 'r2c2')), ((0, 2), ('r2c1',))]
    """
    alike: dict[Explanation, list[int]] = {}
    for cell, explanation in explained.items():
        alike.setdefault(replace(explanation, cell=-1), []).append(cell)
    order = sorted(alike.items(), key=lambda pair: (pair[0].total, len(pair[0].clues), pair[1]))
    return {replace(one, cell=cells[0]): cells for one, cells in order}


def reason_text(view: View, explanation: Explanation, cells: Sequence[int] = ()) -> str:
    """The sentence of an explanation, and whether there may be a smaller one."""
    proven = "" if explanation.smallest else " (Not proven smallest within the budget.)"
    return sentence(view, explanation, cells) + proven


def reasons_text(view: View, reasons: Reasons) -> Iterator[str]:
    """One line for each."""
    return (reason_text(view, explanation, cells) for explanation, cells in reasons.items())


class ByClues(NamedTuple):
    """A smallest set of clues, the cells that it forces alike, and how."""

    cells: Annotated[tuple[CellIndex, ...], "the cells"]
    explanation: Annotated[Explanation, "the clues"]
    sentence: Annotated[str, "the reason in words"]

    @classmethod
    def of(cls, view: View, cells: Sequence[int], explanation: Explanation) -> Self:
        """An explanation of cells of a view."""
        return cls(tuple(cells), explanation, sentence(view, explanation, cells))


FlagDoubts = tuple[tuple[int, ...], Contradiction | None]
"""The flags that are wrong, or what speaks against all flags together."""
_COLOURS = {"s": 32, "m": 31}


class Doubts(NamedTuple):
    """What is wrong about the flags of a position."""

    wrong_flags: Annotated[tuple[CellIndex, ...], "of a position: flags on cells that are safe"] = ()
    flags_clash: Annotated[Contradiction | None, "what speaks against all flags together, if anything"] = None


class Asked(NamedTuple):
    """Who answers."""

    player: Annotated[str, "who answers; expert: by the clues alone, counter: by the mine total too"]


class Reasoning(NamedTuple):
    """Reasons, where they are asked for."""

    why: Annotated[tuple[ByClues, ...] | None, "with --why: a reason for every forced cell"]


_HINT = Printed(
    "Hint",
    "Of a complete player: what is certain in a position, and the risks of the rest.",
    ((Heading, None), (Asked, None), (Solution, None), (Doubts, None), (Reasoning, None)),
)
_CONCLUDED = Printed(
    "Concluded",
    "Of any other player: what they conclude from a position.",
    ((Heading, None), (Run, ("player", "safe", "mines", "open")), (Doubts, None)),
)


def hint_json(
    view: View,
    player: str,
    found: Solution,
    doubts: FlagDoubts,
    number: int = 1,
    reasons: Reasons | None = None,
) -> Json:
    """The answer as one object: cells by name, risks as fractions."""
    why = [ByClues.of(view, cells, one) for one, cells in (reasons or {}).items()]
    parts = Asked(player), found, Doubts(*doubts), Reasoning(None if reasons is None else tuple(why))
    return _HINT.json(view.graph, heading(view, number), *parts)


def concluded_json(found: Run, number: int = 1) -> Json:
    """What a player concludes who is not complete: no risks."""
    doubts = Doubts(wrong_flags(found))
    return _CONCLUDED.json(found.graph, heading(found.first, number), found, doubts)


def wrong_flags(found: Run) -> tuple[int, ...]:
    """The flags of a view on cells that a player found safe."""
    return tuple([cell for cell in found.safe if found.first.marks[cell] == FLAG])


def hint_text(
    view: View, player: str, found: Solution, doubts: FlagDoubts, screen: Screen = PLAIN
) -> Iterator[str]:
    """The answer for a person, line by line."""
    yield from head_text(view, player)
    if not view.covered:
        return
    if view.graph.shape:
        form, aside = _form(view.graph, screen), _beside_no_clue(view, found)
        marks = {cell: form.risk(risk) for cell, risk in found.risks.items()} | dict.fromkeys(aside, "#")
        legend = f"s safe, m mine, {form.legend}" + (", ? not known" if found.missing else "")
        yield from _marked(view, _marks(found.safe, found.mines, marks), form, screen)
        yield legend
    yield from known_text(view, found, doubts)


def known_text(view: View, found: Solution, doubts: FlagDoubts) -> Iterator[str]:
    """What is forced, the least risk where nothing is safe, what is wrong about flags, what is missing."""
    graph, aside = view.graph, _beside_no_clue(view, found)
    if aside:
        yield f"# beside no clue: risk {share(found.risks[aside[0]])} each"
    yield from _listed(view, found.safe, found.mines)
    if not found.safe and not found.mines:
        yield "No cell is forced."
    least = found.least_risk
    if not found.safe and least:
        yield f"least risk {share(found.risks[least[0]])}: {listed(graph, least, 20)}"
    yield from doubts_text(view, doubts)
    for one in found.missing:
        yield f"Missing: {plural(len(one.cells), 'risk')} ({one.reason}): {listed(graph, one.cells, 10)}"
        if one.undecided:
            yield f"Undecided, perhaps forced: {listed(graph, one.undecided, 10)}"


def concluded_text(found: Run, screen: Screen = PLAIN) -> Iterator[str]:
    """What a player concludes who does not decide all that is forced, line by line."""
    view, player = found.first, found.player.name
    yield from head_text(view, player)
    if not view.covered:
        return
    if view.graph.shape:
        marks = _marks(found.safe, found.mines, dict.fromkeys(found.open, "#"))
        yield from _marked(view, marks, _form(view.graph, screen), screen)
        yield f"s safe, m mine, # not decided by {player}"
    yield from _listed(view, found.safe, found.mines)
    if not found.decided:
        yield f"{player} decides no cell."
    yield from doubts_text(view, (wrong_flags(found), None))


def head_text(view: View, player: str) -> Iterator[str]:
    """How many cells are covered, on which field unless a grid, and who answers."""
    if not view.covered:
        yield "The position is complete: no covered cell is left."
        return
    covered = plural(len(view.covered), "covered cell") + upon(view.graph)
    yield f"{player}: {covered}, {total_told(view.mines)}"


def _listed(view: View, safe: Sequence[int], mines: Sequence[int]) -> Iterator[str]:
    for name, cells in (("safe", safe), ("mines", mines)):
        if cells:
            yield f"{name} ({len(cells)}): {listed(view.graph, cells, 60)}"


def doubts_text(view: View, doubts: FlagDoubts) -> Iterator[str]:
    """A line for each flag that is wrong, or for what speaks against all together."""
    wrong, together = doubts
    for cell in wrong:
        yield f"The flag at {view.graph.name(cell)} is wrong: that cell is safe."
    if together:
        yield f"The flags cannot all be right: {together}."


def _beside_no_clue(view: View, found: Solution) -> list[int]:
    """The covered cells that touch no clue and are not forced: they share one risk."""
    open_cells = [cell for cell in view.covered if 0 < found.risks.get(cell, 0) < 1]
    return [cell for cell in open_cells if all(view.marks[j] < 0 for j in view.graph.neighbours[cell])]


def _marks(safe: Iterable[int], mines: Iterable[int], others: Mapping[int, str]) -> dict[int, str]:
    """What stands on covered cells."""
    return {**others, **dict.fromkeys(safe, "s"), **dict.fromkeys(mines, "m")}


def _marked(view: View, marks: Mapping[int, str], form: _Form, screen: Screen) -> Iterator[str]:
    """The board with marks on covered cells, and the glyphs of the others."""
    assert view.graph.shape
    covered = set(view.covered)
    seen = [view.glyph(i) if mark != SAFE else "." for i, mark in enumerate(view.marks)]
    texts = [marks.get(i, "?") if i in covered else glyph for i, glyph in enumerate(seen)]
    glyphs = [(text if text[-1] == "%" else text + form.behind).rjust(form.width) for text in texts]

    def paint(glyph: str) -> str:
        return screen.tint(glyph, _COLOURS.get(glyph.strip()))

    yield from drawn(glyphs, view.graph.shape[1], screen, paint, slanted=shifted(view.graph))


class _Form(NamedTuple):
    """How a cell is written: in so many characters, its risk, what stands behind anything else."""

    width: int
    behind: str
    risk: Callable[[Fraction], str]
    legend: str


def _form(graph: CellGraph, screen: Screen) -> _Form:
    """The form with most room for each cell that fits the screen; where none does, columns come in blocks."""
    rows, cols = graph.shape or (0, 0)
    if screen.width is None:
        return _WIDE
    margin = label_width(rows) if screen.labels else 0
    slanted = shifted(graph)
    taken = {one: margin + one.width * cols + half(one.width, slanted) for one in (_WIDE, _DIGITS, _TENTHS)}
    form = next((one for one, width in taken.items() if width <= screen.width), _DIGITS)
    if form is not _TENTHS:
        return form
    return form._replace(legend=form.legend + f" (in % where {taken[_DIGITS]} columns fit)")


def percent(risk: Fraction) -> str:
    """Rounded, but never to what would look certain.

    >>> percent(Fraction(1, 3)), percent(Fraction(999, 1000))
    ('33%', '99%')
    """
    return f"{_digits(risk).lstrip('0')}%"


def _digits(risk: Fraction) -> str:
    return f"{min(99, max(1, round(100 * risk))):02}"


def _tenths(risk: Fraction) -> str:
    return f".{min(9, round(10 * risk))}"


_WIDE = _Form(4, " ", percent, "% risk")
_DIGITS = _Form(3, "", _digits, "two digits (05, 25) the risk in %")
_TENTHS = _Form(2, "", _tenths, ".3 a risk of about 0.3")


_STAGE_COLOURS = {">": 7, "s": 32, "m": 31}  # clues stand out in reverse
_CLUES, _ALL = 2, STAGES
_NO_DOUBT: Final[FlagDoubts] = ((), None)


def staged_hint_text(
    view: View,
    player: str,
    staged: Staged | None,
    stage: int,
    found: Solution | Run | None,
    doubts: FlagDoubts = _NO_DOUBT,
    screen: Screen = PLAIN,
) -> Iterator[str]:
    """A position's next step up to a stage, line by line.

    Without a step: what is `found` in all, by a player who is complete with the risks.
    """
    yield from head_text(view, player)
    if not view.covered:
        return
    yield from doubts_text(view, doubts)
    if staged:
        yield from stages_text(staged, stage, screen)
        return
    cell = "further cell" if found and (found.safe or found.mines) else "cell"
    if not isinstance(found, Solution):
        yield f"{player} decides no {cell}."
        return
    yield f"No {cell} is forced."
    if least := _least(found):
        yield f"least risk {share(found.risks[least[0]])}: {listed(view.graph, least, 20)}"
    if undecided := [cell for one in found.missing for cell in one.undecided]:
        yield f"Undecided, perhaps forced: {listed(view.graph, undecided, 10)}"


def _least(found: Solution) -> tuple[int, ...]:
    """The cells of least risk; none where one is safe."""
    return () if found.safe else found.least_risk


def stages_text(staged: Staged, stage: int, screen: Screen = PLAIN) -> Iterator[str]:
    """The board with what a stage shows, then what the stages up to it say."""
    if staged.before.graph.shape:
        yield from _stage_drawn(staged, stage, screen)
    for each in range(1, stage + 1):
        yield staged.line(each)


def who_text(staged: Staged, cell: int, asked: str) -> str:
    """Who takes the step to a cell, and when; `asked` is the name of the player asked about.

    >>> from logicsweep.games.stages import step_to
    >>> who_text(step_to(View.parse("1#1#"), "r1c4"), 3, "casual")
    'Casual decides r1c4, after 1 other step.'
    """
    name, who = staged.before.graph.name(cell), staged.player.name
    after = f", after {plural(staged.after, 'other step')}" if staged.after else ""
    if who != asked:
        return f"{capital(asked)} does not decide {name}; {who} does{after}."
    return f"{capital(who)} decides {name}{after}."


def _stage_drawn(staged: Staged, stage: int, screen: Screen) -> Iterator[str]:
    """The board: a sign before each cell of the region and before each clue; at the end what is decided."""
    leads, texts = _leads(staged, stage), _texts(staged, stage)
    glyphs = [leads.get(cell, " ") + text for cell, text in enumerate(texts)]

    def paint(glyph: str) -> str:
        return screen.tint(glyph, _STAGE_COLOURS.get(glyph[0]) or _STAGE_COLOURS.get(glyph[1]))

    graph = staged.before.graph
    assert graph.shape
    yield from drawn(glyphs, graph.shape[1], screen, paint, slanted=shifted(graph))
    seen = {*leads.values(), *texts}
    said = {":": "look here", ">": "these clues", "s": "safe", "m": "mine"}
    if stage == _ALL:
        said |= {"F": "mine found", "?": "safe, no number yet"}
    legend = ", ".join([f"{sign} {meaning}" for sign, meaning in said.items() if sign in seen])
    if legend:
        yield legend


def _leads(staged: Staged, stage: int) -> dict[int, str]:
    """What stands before cells; a whole board needs no sign on each."""
    leads = {} if staged.region.whole else dict.fromkeys(staged.region.cells, ":")
    return leads | dict.fromkeys(staged.clues if stage >= _CLUES else (), ">")


def _texts(staged: Staged, stage: int) -> list[str]:
    """The cells as they were asked about; at the last stage as they are known by then, and what follows."""
    view = staged.before if stage == _ALL else staged.asked
    texts = [view.glyph(cell) for cell in range(len(view.marks))]
    for cells, text in ((staged.safe, "s"), (staged.mines, "m")) if stage == _ALL else ():
        for cell in cells:
            texts[cell] = text
    return texts


class InRows(NamedTuple):
    """Where to look: rows and columns, each the first and the last, from 1."""

    rows: Annotated[tuple[int, int], "the first row and the last"]
    cols: Annotated[tuple[int, int], "the first column and the last"]


class Told(NamedTuple):
    """One step, told up to a stage; what is not told yet, or not found, is null."""

    player: Annotated[str, "who takes the step; of why the strongest where the one asked for cannot"]
    stage: Annotated[int, "how much is told: 1 to 4"]
    found: Annotated[bool, "whether there is a step"]
    cell: Annotated[CellIndex | None, "of why: the cell that is asked about"] = None
    after: Annotated[int | None, "of why: how many other steps it needs first"] = None
    region: Annotated[InRows | None, "null: the whole board, or no rectangular one"] = None
    clues: Annotated[tuple[CellIndex, ...] | None, "from stage 2: the clues that decide together"] = None
    total: Annotated[bool | None, "from stage 2: whether the mine total decides with them"] = None
    kind: Annotated[str | None, "from stage 3: what kind of step it is, in words"] = None
    production: Annotated[str | None, "at stage 3 only where that name does not tell what follows"] = None
    grade: Annotated[Grade | None, "from stage 3: how hard it is"] = None
    safe: Annotated[tuple[CellIndex, ...] | None, "at stage 4: the cells that are safe"] = None
    mines: Annotated[tuple[CellIndex, ...] | None, "at stage 4: the cells that are mines"] = None
    sentence: Annotated[str | None, "at stage 4: how they follow, in words"] = None
    least_risk: Annotated[tuple[CellIndex, ...] | None, "where no cell is safe: those of the least"] = None
    risk: Annotated[Fraction | None, "and that risk"] = None


STAGED = Printed(
    "Staged",
    "With --stage: one step, told up to that stage.",
    ((Heading, None), (Told, None), (Doubts, None)),
)


def staged_json(
    kind: str,
    number: int,
    view: View,
    player: str,
    staged: Staged | None,
    stage: int,
    cell: int | None = None,
) -> Json:
    """The step up to a stage as one object; `kind` is `board` or `position`, `cell` what `why` was asked."""
    told = _told(player, staged, stage)._replace(
        cell=cell, after=staged.after if staged and cell is not None else None
    )
    return STAGED.json(view.graph, heading(view, number, kind), told, Doubts())


def staged_hint_json(
    view: View,
    number: int,
    player: str,
    staged: Staged | None,
    stage: int,
    found: Solution | Run | None,
    doubts: FlagDoubts = _NO_DOUBT,
) -> Json:
    """A position's next step as one object, with what is wrong with its flags."""
    told = _told(player, staged, stage)
    if not staged and isinstance(found, Solution) and (least := _least(found)):
        told = told._replace(least_risk=least, risk=found.risks[least[0]])
    return STAGED.json(view.graph, heading(view, number), told, Doubts(*doubts))


def _told(player: str, staged: Staged | None, stage: int) -> Told:
    told = Told(player, stage, bool(staged))
    if staged is None:
        return told
    told = told._replace(region=_in_rows(staged.region))
    if stage >= _CLUES:
        told = told._replace(clues=staged.clues, total=staged.total)
    if stage > _CLUES:
        tells = stage == _ALL or not staged.telling
        production = staged.step.production.name if tells else None
        told = told._replace(kind=staged.line(3), production=production, grade=staged.step.grade)
    if stage == _ALL:
        told = told._replace(safe=staged.safe, mines=staged.mines, sentence=staged.line(stage))
    return told


def _in_rows(region: Region) -> InRows | None:
    if region.whole or not region.rows or not region.cols:
        return None
    (top, bottom), (left, right) = region.rows, region.cols
    return InRows((top + 1, bottom + 1), (left + 1, right + 1))


PRINTED = (_HINT, _CONCLUDED, STAGED)
