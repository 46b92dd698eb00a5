"""A hint in stages, for people and programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal, cast

from logicsweep.boards.board import View
from logicsweep.boards.rows import shifted
from logicsweep.boards.words import capital, listed, plural, share
from logicsweep.csp.solution import Solution
from logicsweep.games.stages import STAGES, Staged
from logicsweep.show.drawing import PLAIN, Screen, drawn
from logicsweep.show.hint import FlagDoubts, doubts_text, head_text, tell_doubts
from logicsweep.show.jsonl import VERSION, names, numbered_json

if TYPE_CHECKING:
    from logicsweep.games.game import Run
    from logicsweep.games.stages import Region
    from logicsweep.show.stage_forms import RegionJson, StageJson

Stage = Literal[1, 2, 3, 4]
_COLOURS = {">": 7, "s": 32, "m": 31}  # clues stand out in reverse
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
        yield from _marked(staged, stage, screen)
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


def _marked(staged: Staged, stage: int, screen: Screen) -> Iterator[str]:
    """The board: a sign before each cell of the region and before each clue; at the end what is decided."""
    leads, texts = _leads(staged, stage), _texts(staged, stage)
    glyphs = [leads.get(cell, " ") + text for cell, text in enumerate(texts)]

    def paint(glyph: str) -> str:
        return screen.tint(glyph, _COLOURS.get(glyph[0]) or _COLOURS.get(glyph[1]))

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


def staged_json(
    kind: str,
    number: int,
    player: str,
    staged: Staged | None,
    stage: int,
    cell: str | None = None,
) -> StageJson:
    """The step up to a stage as one object; `kind` is `board` or `position`, `cell` what `why` was asked."""
    told: StageJson = {
        "version": VERSION,
        "player": player,
        "stage": cast("Stage", stage),
        "found": bool(staged),
    }
    if cell is not None:
        told["cell"] = cell
    if staged and cell is not None:
        told["after"] = staged.after
    if staged:
        _tell(told, staged, stage)
    return numbered_json(told, kind, number)


def _tell(told: StageJson, staged: Staged, stage: int) -> None:
    graph, grade = staged.before.graph, staged.step.grade
    told["region"] = _region_json(staged.region)
    if stage >= _CLUES:
        told["clues"], told["total"] = names(graph, staged.clues), staged.total
    if stage > _CLUES:
        told["kind"] = staged.line(3)
        if stage == _ALL or not staged.telling:
            told["production"] = staged.step.production.name
        told["rows"], told["cases"], told["cells"] = grade.rows, grade.cases, grade.cells
    if stage == _ALL:
        told["safe"], told["mines"] = names(graph, staged.safe), names(graph, staged.mines)
        told["sentence"] = staged.line(stage)


def _region_json(region: Region) -> RegionJson | None:
    if region.whole or not region.rows or not region.cols:
        return None
    rows, cols = ([place + 1 for place in span] for span in (region.rows, region.cols))
    return {"rows": rows, "cols": cols}


def staged_hint_json(
    view: View,
    number: int,
    player: str,
    staged: Staged | None,
    stage: int,
    found: Solution | Run | None,
    doubts: FlagDoubts = _NO_DOUBT,
) -> StageJson:
    """A position's next step as one object, with what is wrong with its flags."""
    told = staged_json("position", number, player, staged, stage)
    if not staged and isinstance(found, Solution) and (least := _least(found)):
        told["least_risk"], told["risk"] = names(view.graph, least), str(found.risks[least[0]])
    tell_doubts(told, view, doubts)
    return told
