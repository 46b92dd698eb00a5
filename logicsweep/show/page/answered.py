"""What `why` says of cells, as a page's data: sentences, the proof as a tree, twin layouts to draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.csp.position import Position
from logicsweep.games.answers import Answer, Decided, NotForced, Proof
from logicsweep.games.deduction import Deduction
from logicsweep.games.game import Game
from logicsweep.games.players import Player
from logicsweep.games.why import WhyIn, WhyLeft
from logicsweep.rules.library import is_own
from logicsweep.show.firings import fired_text
from logicsweep.show.page.records import AnswerRecord, ProofRecord, TwinsRecord
from logicsweep.show.why import answer_text, decided_text
from logicsweep.work import paced

BESIDE_CLUES = 1_000_000
"""So many cells beside clues, times the cells of the board, are asked about for one page: each takes some
milliseconds on 16 x 30, ten times as many on 100 x 100. Others the page leaves to `why`."""
ALONE = 20_000_000
"""The same for cells beside no clue, which take far less time, but room: 2,000 on 100 x 100."""
PLAYED_ON = 20_000
"""A game on more cells is not played on to tell which player decides a cell later."""


def answer_record(answer: Answer, player: Player, from_clues: bool = False) -> AnswerRecord:
    """An answer; `player` was asked about.

    >>> from logicsweep import player_of
    >>> found = answer_record(WhyIn(View.parse("#1#")).answer(0), player_of("casual"))
    >>> found["said"][2], found["twins"]
    ('No safe cell nearby would tell.', {'window': [0, 1, 2], 'both': [], 'one': [0], 'other': [2]})
    """
    said = answer_text(answer, player.name, player.productions, from_clues=from_clues, draw=False)
    told: AnswerRecord = {"said": list(said)}
    if isinstance(answer, Decided) and answer.proof:
        told["proof"] = [_proof_step(answer.view.graph, step, player) for step in answer.proof.steps()]
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
    return answers_to(_asked(run), view, cells, run.player)


def _asked(run: Game | Deduction) -> Callable[[int], Answer]:
    """What answers about one cell after another of a run; they share what was solved and played."""
    if isinstance(run, Game):
        return WhyLeft(run, onward=len(run.board.graph) <= PLAYED_ON).answer
    return WhyIn(Position(run.view, run.trust_flags), run.player, run.checked).answer


def _undecided(run: Game | Deduction) -> list[int]:
    if isinstance(run, Game):
        decided = {*run.decided}
        return [cell for cell in range(len(run.board.graph)) if cell not in decided]
    return [*run.open, *(run.view.flags if run.trust_flags else ())]


def answers_to(
    ask: Callable[[int], Answer], view: View, cells: Iterable[int], player: Player
) -> dict[int, AnswerRecord]:
    """The answers for these cells of a view, or the first of them; those beside clues first.

    >>> from logicsweep import player_of
    >>> view = View.parse("##1#")
    >>> list(answers_to(WhyIn(view).answer, view, [0, 1, 3], player_of("casual")))
    [1, 3, 0]
    """
    beside, alone = list[int](), list[int]()
    for cell in cells:
        has_clue = any(view.marks[near] >= 0 for near in view.graph.neighbours[cell])
        (beside if has_clue else alone).append(cell)
    some = beside[: max(1, BESIDE_CLUES // len(view.marks))] + alone[: max(1, ALONE // len(view.marks))]
    return {cell: answer_record(ask(cell), player) for cell in paced(some, "answers")}
