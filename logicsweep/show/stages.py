"""A hint in stages: one step, of which each stage gives away a little more.

First where to look, then which clues, then what kind of step it is, at last the whole sentence. What the
step decides is told by the last stage alone. A step is told by its first reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import product
from typing import Final, NamedTuple

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import listed
from logicsweep.boards.words import are, both_or_all, capital, plural
from logicsweep.csp.solution import Solution
from logicsweep.csp.solve import NO_DOUBTS, Doubts
from logicsweep.games.game import Run
from logicsweep.games.proof import proof_of
from logicsweep.games.step import Step
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.explanation import decided_by
from logicsweep.reasons.given import TOTAL
from logicsweep.reasons.refutation import Line, Refutation
from logicsweep.rules.own import is_own
from logicsweep.show.drawing import PLAIN, Screen, drawn
from logicsweep.show.hint import (
    STAGED,
    InRows,
    StagedStep,
    doubts_text,
    head_text,
    least_text,
    undecided_text,
)
from logicsweep.show.json import Json, heading

STAGES: Final = 4
"""How many stages there are."""
_CLUES, _KIND = 2, 3
_COLOURS = {">": 7, "s": 32, "m": 31}  # clues stand out in reverse


def stage_line(step: Step, stage: int) -> str:
    """What one stage (1 to 4) says of a step beyond those before it.

    >>> from logicsweep import next_step
    >>> hint = next_step(View.parse("01## 02## 01##"), "overlap")
    >>> for stage in (1, 2, 3, 4):
    ...     print(stage_line(hint, stage))
    Look at the whole board.
    r1c2 and r2c2 together decide something.
    Take r2c2 against r1c2: 2 clues at once [overlap].
    r1c2=1 needs one mine, in r1c3 or r2c3. r2c2=2 needs two of r1c3, r2c3, r3c3. At most one is in r1c3 or \
r2c3, because of r1c2. So r3c3 is a mine.
    """
    return (_where, _which, _kind, _sentence)[stage - 1](step)


def _where(step: Step) -> str:
    before = step.before
    shown = [cell for cell, mark in enumerate(before.marks) if mark >= 0]
    return f"Look at {region_text(before.graph, region(step), shown)}."


def _which(step: Step) -> str:
    names = step.before.graph.names(clues(step))
    rows = [*names, *["the mine total"] * takes_total(step)]
    if not rows:
        return "No few clues are known that decide something by themselves."
    both = both_or_all(rows)[0]
    text = f"{both} together decide something." if len(rows) > 1 else f"{both} decides something."
    return text if names else capital(text)


def _kind(step: Step) -> str:
    tag = "" if is_telling(step) else f" [{step.production.name}]"
    return f"{_how(step)}{tag}."


def _how(step: Step) -> str:
    few = plural(len(clues(step)), "clue") + (" and the mine total" if takes_total(step) else "")
    match step.reasons[:1]:
        case []:
            return "A production concludes it that is not known to follow from few clues"
        case [Balance(rows=1, total=True)]:
            return "Compare the mine total with the mines found and the cells still covered"
        case [Balance(rows=1)]:
            clue = step.before.graph.name(clues(step)[0])
            return f"Compare {clue} with the mines found and the cells still covered around it"
        case [Balance() as balance]:
            return f"Take {_sum(step.before.graph, balance)}: {few} at once"
        case [Refutation(line=Line(leaves=1))]:
            return f"Suppose a cell to be the other way: step by step {few} show that it cannot be"
        case [Refutation(line=Line(leaves=cases))]:
            each = plural(cases, "case")
            return f"Suppose a cell to be the other way: in each of {each} one of {few} breaks"
    return f"{capital(few)} together leave a cell only one way"


def _sum(graph: CellGraph, balance: Balance) -> str:
    """`r4c5 and r5c4 together against r4c4`."""
    sides = [
        [*graph.names([row for row in rows if row != TOTAL]), *["the mine total"] * (TOTAL in rows)]
        for rows in (balance.added, balance.subtracted)
    ]
    sides.sort(key=len, reverse=not all(sides))
    more, fewer = sides
    together = f"{both_or_all(more)[0]}{' together' if len(more) > 1 else ''}"
    return f"{together} against {both_or_all(fewer)[0]}" if fewer else together


def _sentence(step: Step) -> str:
    if step.reasons:
        return step.sentences[0]
    some = [(found, is_it == "mine") for is_it in ("safe", "mine") if (found := _decided(step, is_it))]
    names = step.before.graph.names
    parts = [are(", ".join(names(cells)), len(cells), mine) for cells, mine in some]
    return f"{', '.join(parts)}: {step.production.sentence}"


def is_telling(step: Step) -> bool:
    """Whether the production's name may say what follows: one for one clue, or one's own."""
    return step.production.rows == 1 or is_own(step.production)


def clues(step: Step) -> tuple[int, ...]:
    """The cells of the clues that decide together, ascending; none where no few are known."""
    if step.firing.site is None and not step.reasons:
        return ()
    return tuple([row for row in step.stands_on if row != TOTAL])


def takes_total(step: Step) -> bool:
    """Whether the mine total decides with them."""
    return TOTAL in step.stands_on


def region(step: Step) -> Region:
    """Where to look: it holds all the clues; all of the board where the mine total is needed."""
    return region_of(step.before.graph, () if takes_total(step) else clues(step))


def _decided(step: Step, verdict: str) -> tuple[int, ...]:
    found = decided_by(step.reasons[0]) if step.reasons else dict(sorted(step.verdicts.items()))
    return tuple([cell for cell, is_it in found.items() if is_it == verdict])


def staged_hint_text(
    view: View,
    player: str,
    step: Step | None,
    stage: int,
    found: Solution | Run,
    doubts: Doubts = NO_DOUBTS,
    screen: Screen = PLAIN,
) -> Iterator[str]:
    """A position's next step up to a stage, line by line.

    Without a step: what is `found` in all, by a player who is complete with the risks.
    """
    yield from head_text(view, player)
    if not view.covered:
        return
    yield from _doubts_text(view, doubts, stage)
    if step:
        yield from stages_text(view, step, stage, screen)
        return
    cell = "further cell" if found.safe or found.mines else "cell"
    if isinstance(found, Run):
        yield f"{player} decides no {cell}."
        return
    yield f"No {cell} is forced."
    yield from () if found.safe else least_text(view.graph, found)
    yield from undecided_text(view.graph, [cell for one in found.missing for cell in one.undecided])


def _doubts_text(view: View, doubts: Doubts, stage: int) -> Iterator[str]:
    """That a flag is wrong, then where, at last which."""
    wrong, clash = doubts
    if stage == STAGES:
        yield from doubts_text(view, doubts)
    elif wrong:
        those = "A flag is" if len(wrong) == 1 else f"{len(wrong)} flags are"
        place = region_text(view.graph, region_of(view.graph, wrong), view.flags)
        yield f"{those} wrong" + (f": look at {place}." if stage > 1 else ".")
    elif clash:
        yield "The flags cannot all be right."


def stages_text(view: View, step: Step, stage: int, screen: Screen = PLAIN) -> Iterator[str]:
    """The board with what a stage shows, then what the stages up to it say; `view` is what was asked about.

    A sign stands before each cell of the region and each clue; at the end what is decided is there.
    """
    graph, where = step.before.graph, region(step)
    leads = {} if where.whole else dict.fromkeys(where.cells, ":")
    leads |= dict.fromkeys(clues(step) if stage >= _CLUES else (), ">")
    seen = step.before if stage == STAGES else view
    texts = [seen.glyph(cell) for cell in range(len(graph))]
    for is_it in ("safe", "mine") if stage == STAGES else ():
        for cell in _decided(step, is_it):
            texts[cell] = is_it[0]
    glyphs = [leads.get(cell, " ") + text for cell, text in enumerate(texts)]
    yield from drawn(graph, glyphs, screen, _COLOURS)
    yield from _legend({*leads.values(), *texts}, stage)
    yield from [stage_line(step, each) for each in range(1, stage + 1)]


def _legend(seen: Collection[str], stage: int) -> Iterator[str]:
    meanings = {":": "look here", ">": "these clues", "s": "safe", "m": "mine"}
    if stage == STAGES:
        meanings |= {"F": "mine found", "?": "safe, no number yet"}
    if legend := ", ".join([f"{sign} {meaning}" for sign, meaning in meanings.items() if sign in seen]):
        yield legend


def who_text(run: Run, cell: int, player: str) -> str:
    """Whose step to a cell comes when in a run; `player` is the name of the one asked about.

    >>> from logicsweep.games import step_to
    >>> who_text(step_to(View.parse("1#1#"), "r1c4")[0], 3, "casual")
    'Casual decides r1c4, after 1 other step.'
    """
    name, who, others = run.graph.name(cell), run.player.name, len(proof_of(run.steps, cell).steps) - 1
    after = f", after {plural(others, 'other step')}" if others else ""
    if who != player:
        return f"{capital(player)} does not decide {name}; {who} does{after}."
    return f"{capital(who)} decides {name}{after}."


def staged_json(
    view: View,
    number: int,
    player: str,
    step: Step | None,
    stage: int,
    found: Solution | Run | None = None,
    doubts: Doubts = NO_DOUBTS,
) -> Json:
    """A position's next step up to a stage as one object, or what is `found`; its doubtful flags."""
    staged = _staged(player, step, stage)
    if not step and isinstance(found, Solution) and found.least_risk and not found.safe:
        staged = staged._replace(least_risk=found.least_risk, risk=found.risks[found.least_risk[0]])
    staged = staged._replace(doubtful=doubts != NO_DOUBTS)
    return STAGED.json(view.graph, heading(view, number), staged, doubts if stage == STAGES else NO_DOUBTS)


def step_to_json(
    kind: str, number: int, view: View, player: str, found: tuple[Run, Step] | None, stage: int, cell: int
) -> Json:
    """The step to a cell up to a stage as one object; `kind` is `board` or `position`."""
    staged = _staged(player, None, stage)
    if found:
        run, step = found
        staged = _staged(run.player.name, step, stage)._replace(
            after=len(proof_of(run.steps, cell).steps) - 1
        )
    return STAGED.json(view.graph, heading(view, number, kind), staged._replace(cell=cell), NO_DOUBTS)


def _staged(player: str, step: Step | None, stage: int) -> StagedStep:
    staged = StagedStep(player, stage, bool(step))
    if step is None:
        return staged
    where = region(step)
    if not where.whole and where.rows and where.cols:
        (top, bottom), (left, right) = where.rows, where.cols
        staged = staged._replace(region=InRows((top + 1, bottom + 1), (left + 1, right + 1)))
    if stage >= _CLUES:
        staged = staged._replace(clues=clues(step), total=takes_total(step))
    if stage >= _KIND:
        name = None if stage == _KIND and is_telling(step) else step.production.name
        staged = staged._replace(kind=stage_line(step, _KIND), production=name, grade=step.grade)
    if stage == STAGES:
        safe, mines = _decided(step, "safe"), _decided(step, "mine")
        staged = staged._replace(
            pattern=step.pattern, safe=safe, mines=mines, sentence=stage_line(step, stage)
        )
    return staged


Span = tuple[int, int]
"""The first and the last row or column; on a torus the last may lie before the first: over the edge."""
_BLOCK = 2


class Region(NamedTuple):
    """Cells, and on a rectangular field their rows and columns; `whole`: there is no other cell.

    >>> found = region_of(CellGraph.grid(9, 9), [60, 70])
    >>> found.rows, found.cols, len(found.cells)
    ((4, 8), (4, 8), 25)
    """

    cells: frozenset[int]
    whole: bool
    rows: Span | None = None
    cols: Span | None = None


def region_of(graph: CellGraph, cells: Collection[int]) -> Region:
    """Blocks of 2 by 2 that hold some cells and their neighbours; without cells all that there is.

    So a single cell is not just the middle of its region. On a free graph: the cells, their neighbours, and
    the neighbours of these.
    """
    if not cells:
        span = [(0, size - 1) for size in graph.shape or ()]
        return Region(frozenset(range(len(graph))), True, *span)
    if not graph.shape:
        found = graph.around(graph.around(cells))
        return Region(frozenset(found), len(found) == len(graph))
    (height, width), turns = graph.shape, graph.kind == "torus"
    rows = _span({cell // width for cell in cells}, height, turns)
    cols = _span({cell % width for cell in cells}, width, turns)
    inside = frozenset(row * width + col for row, col in product(_along(rows, height), _along(cols, width)))
    return Region(inside, len(inside) == len(graph), rows, cols)


def region_text(graph: CellGraph, region: Region, named: Iterable[int] = ()) -> str:
    """Where a region is, as the rest of a sentence; on a free graph by the cells `named` of it.

    >>> field = CellGraph.grid(9, 9)
    >>> region_text(field, region_of(field, [64])), region_text(field, region_of(field, [36, 40]))
    ('the lower left, around rows 7-9, columns 1-4', 'rows 3-6, columns 1-6')
    """
    if region.whole:
        return "the whole board" if graph.shape else "all cells"
    if not region.rows or not region.cols or not graph.shape:
        return f"{listed(graph, [cell for cell in named if cell in region.cells])} and around"
    place = f"{_numbers('row', region.rows)}, {_numbers('column', region.cols)}"
    side = _side(region.rows, region.cols, graph.shape)
    return f"{side}, around {place}" if side else place


def _span(places: set[int], size: int, turns: bool) -> Span:
    """The shortest stretch of blocks that holds all places and those beside; `turns`: it may pass the end."""
    at = sorted(places)
    first, last = max(0, at[0] - 1), min(size - 1, at[-1] + 1)
    if turns:
        ends = zip(at, [*at[1:], at[0] + size], strict=True)
        gap, before = max([(after - before, before) for before, after in ends])
        if gap <= 3:  # those beside meet
            return 0, size - 1
        first, last = (before + gap - 1) % size, (before + 1) % size
        if last < first:
            return first, last
    return first - first % _BLOCK, min(size - 1, last - last % _BLOCK + _BLOCK - 1)


def _along(span: Span, size: int) -> Iterable[int]:
    first, last = span
    return [place % size for place in range(first, last + 1 + (size if last < first else 0))]


def _numbers(noun: str, span: Span) -> str:
    first, last = span
    if first == last:
        return f"{noun} {first + 1}"
    return f"{noun}s {first + 1}-{last + 1}" + (" over the edge" if last < first else "")


def _side(rows: Span, cols: Span, shape: tuple[int, int]) -> str:
    up, left = (_half(span, size) for span, size in zip((rows, cols), shape, strict=True))
    if up is None and left is None:
        return ""
    across = {-1: "left", 1: "right"}.get(left or 0)
    if up:
        return f"the {'upper' if up < 0 else 'lower'} {across}" if across else _EDGE[up, 0]
    return _EDGE[0, left or 0]


_EDGE = {(-1, 0): "the top", (1, 0): "the bottom", (0, -1): "the left", (0, 1): "the right"}


def _half(span: Span, size: int) -> int | None:
    """-1: in the first half, 1: in the last, None: in both."""
    first, last = span
    if last < first or size < 2 * (last - first + 1):
        return None
    return -1 if 2 * (last + 1) <= size else 1 if 2 * first >= size else None
