"""The JSON of a hint: its fields, and those of a step in stages."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, NamedTuple, Self

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.board import View
from logicsweep.csp.solution import Doubts, Solution
from logicsweep.games.run import Run
from logicsweep.games.step import Step
from logicsweep.reasons.reason import Explanation
from logicsweep.reasons.wording import sentence
from logicsweep.rules.grade import Grade
from logicsweep.show.guess import Guessing
from logicsweep.show.hint_text import head_text, hint_headline
from logicsweep.show.json import Heading, Headline, Json, Printed, heading
from logicsweep.verbs.hint import Hint


class ByClues(NamedTuple):
    """A smallest set of clues, the cells that it forces alike, and how."""

    cells: Annotated[tuple[CellIndex, ...], "the cells"]
    explanation: Annotated[Explanation, "the clues"]
    sentence: Annotated[str, "the reason in words"]

    @classmethod
    def of(cls, view: View, cells: Sequence[int], explanation: Explanation) -> Self:
        """An explanation of cells of a view."""
        return cls(tuple(cells), explanation, sentence(view, explanation, cells))


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
