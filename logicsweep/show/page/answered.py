"""What `why` says of cells, as a page's data: sentences, the proof as a tree, twin layouts to draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from logicsweep.answers import Answer, Decided, NotForced, Proof
from logicsweep.board import View
from logicsweep.cells import CellGraph
from logicsweep.csp.position import Position
from logicsweep.deduction import Deduction
from logicsweep.game import Game
from logicsweep.pace import paced
from logicsweep.players import Player
from logicsweep.rules.library import is_own
from logicsweep.show.firings import fired_text
from logicsweep.show.page.records import AnswerRecord, ProofRecord, TwinsRecord
from logicsweep.show.why import answer_text, decided_text
from logicsweep.why import WhyIn, WhyLeft

FEWEST, MOST = 4, 200
"""How many cells are asked about for one page; others the page leaves to `why`."""
OF_RUN, OF_POSITION = 12_000, 30_000
"""Between them as many as, times the cells of the board, are at most this: larger ones take longer each."""
PLAYED_ON = 1_000_000
"""A game of so many cells times firings is not played on to tell which player decides a cell later."""


def answer_record(answer: Answer, player: Player, from_clues: bool = False) -> AnswerRecord:
    """An answer; `player` was asked about.

    >>> from logicsweep import player_of
    >>> found = answer_record(WhyIn(View.parse("#1#")).answer(0), player_of("casual"))
    >>> found["said"][2], found["twins"]
    ('No safe cell nearby would tell.', {'window': [0, 1, 2], 'both': [], 'one': [0], 'other': [2]})
    """
    said = list(answer_text(answer, player.name, player.productions, from_clues=from_clues, draw=False))
    told: AnswerRecord = {"said": said}
    if isinstance(answer, Decided) and answer.proof:
        told["proof"] = [_proof_step(answer.view.graph, step, player) for step in answer.proof.steps()]
        told["said"] = said[:1] + [line for line in said[1:] if not line.startswith("  ")]
    if isinstance(answer, NotForced):
        told["twins"] = twins_record(answer)
    return told


def _proof_step(graph: CellGraph, step: Proof, player: Player) -> ProofRecord:
    production = player.production(step.firing.production)
    words = [production.sentence] if is_own(production) else []
    return {
        "number": step.firing.number,
        "head": f"{decided_text(graph, step)}: {fired_text(graph, step.firing)}",
        "said": [*words, *step.sentences],
        "on": [premise.firing.number for premise in step.premises],
    }


def twins_record(answer: NotForced) -> TwinsRecord:
    """The two layouts, where they differ and two cells further."""
    window = {answer.cell, *answer.differ}
    for _ in range(2):
        window.update([near for cell in tuple(window) for near in answer.view.graph.neighbours[cell]])
    both = answer.safe & answer.mine
    return {
        "window": sorted(window),
        "both": sorted(both & window),
        "one": sorted(answer.mine - both),
        "other": sorted(answer.safe - both),
    }


def answers_of(run: Game | Deduction) -> dict[int, AnswerRecord]:
    """What `why` says of the cells that a run left undecided, those beside cleared cells first."""
    view, cells = run.before(len(run.trace.firings) + 1, flags=True), _undecided(run)
    count = OF_RUN // len(view.marks)
    return answers_to(_asked(run), nearest_first(view, cells), run.player, count)


def _asked(run: Game | Deduction) -> Callable[[int], Answer]:
    """What answers about one cell after another of a run; they share what was solved and played."""
    if isinstance(run, Game):
        onward = len(run.board.graph) * len(run.trace.firings) <= PLAYED_ON
        return WhyLeft(run, onward).answer
    return WhyIn(Position(run.view, run.trust_flags), run.player, run.checked).answer


def _undecided(run: Game | Deduction) -> list[int]:
    if isinstance(run, Game):
        decided = {*run.decided}
        return [cell for cell in range(len(run.board.graph)) if cell not in decided]
    return list(run.open)


def nearest_first(view: View, cells: Iterable[int]) -> list[int]:
    """Cells beside a clue before the others, each in their order.

    >>> nearest_first(View.parse("##1#"), [0, 1, 3])
    [1, 3, 0]
    """
    return sorted(cells, key=lambda cell: all(view.marks[near] < 0 for near in view.graph.neighbours[cell]))


def answers_to(
    ask: Callable[[int], Answer], cells: Sequence[int], player: Player, count: int
) -> dict[int, AnswerRecord]:
    """The answers for the first cells, about so many."""
    some = cells[: min(MOST, max(FEWEST, count))]
    return {cell: answer_record(ask(cell), player) for cell in paced(some, "answers")}
