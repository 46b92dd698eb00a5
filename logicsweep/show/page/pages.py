"""The pages of the verbs: the data of each, and the same renderer for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from logicsweep.boards.board import View
from logicsweep.boards.words import sized
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Solution
from logicsweep.games.answers import Answer
from logicsweep.games.comparison import Comparison, PositionComparison
from logicsweep.games.deduction import Deduction
from logicsweep.games.game import Game
from logicsweep.games.hints import check_flags
from logicsweep.games.paths import Path
from logicsweep.games.players import Player
from logicsweep.games.refuting import RefutedCell
from logicsweep.games.why import WhyIn
from logicsweep.show.compare import flags_text, map_glyphs
from logicsweep.show.hint import doubts_text, known_text, percent
from logicsweep.show.page.answered import answer_record, answers_of, answers_to
from logicsweep.show.page.records import PageRecord, RunRecord
from logicsweep.show.page.steps import Grades, field_record, run_record
from logicsweep.show.path import summary_text
from logicsweep.show.refutation import refuted_text
from logicsweep.show.shapes import TINTS
from logicsweep.show.trace import check_text, checked_told, ended_text

FORM = 1
"""The form of a page's data."""

WHY = "logicsweep why CELL"
"""What asks about a cell where nothing is known of how the page was asked for."""

Lines = Sequence[Mapping[str, object]]
"""The objects that a verb prints with `--json`."""


def trace_page(run: Game | Deduction, title: str, lines: Lines, ask: str = WHY) -> PageRecord:
    """The page of `trace`; `title` is `board 1`, say, and `ask` as a `RunRecord` has it.

    >>> from logicsweep import Board, play
    >>> page = trace_page(play(Board.parse("... ... MM."), "r1c1"), "board 1", [])
    >>> page["title"], page["about"], page["runs"][0]["steps"][3]["set"]
    ('board 1: 3 x 3, 2 mines', 'casual starts at r1c1', [[8, 1]])
    """
    told = _begun("trace", run, run.player, title, lines)
    _tell_run(told, run, ask)
    return told


def path_page(found: Path, title: str, lines: Lines, ask: str = WHY, limited: bool = False) -> PageRecord:
    """The page of `path`; `limited`: it was to end after so many steps."""
    told, grades = _begun("path", found.run, found.run.player, title, lines), Grades(found.run.player)
    told["runs"] = [run_record(found.run, grades, ask, path=found, lines=lines)]
    told["grades"] = grades.records()
    told["answers"] = answers_of(found.run)
    told["summary"] = list(summary_text(found, limited))
    return told


def compare_page(
    found: Comparison | PositionComparison, title: str, lines: Lines, asks: Mapping[str, str] | None = None
) -> PageRecord:
    """The page of `compare`: the players' runs, and for each cell the weakest who decides it.

    `asks` tells what asks about a cell for each player.
    """
    runs, asks = _runs(found), asks or {}
    grades = Grades(*[run.player for run in runs.values()])
    last, names = runs[found.last], list(runs)
    told = _begun("compare", last, last.player, title, lines)
    told["runs"] = [run_record(run, grades, asks.get(name, WHY), name) for name, run in runs.items()]
    told["grades"] = grades.records()
    told["answers"] = answers_of(last)
    weakest = {cell: names.index(name) for cell, name in found.weakest.items()}
    told["weakest"] = [weakest.get(cell, -1) for cell in range(len(found.graph))]
    told["letters"] = map_glyphs(found)
    told["tints"] = [TINTS[number % len(TINTS)] for number in range(len(names))]
    told["about"] = " · ".join(names) + (_from(last) if isinstance(last, Game) else "")
    for name, run in runs.items():
        told["summary"] += check_text(found.graph, checked_told(run), run.unproven, name)
    if isinstance(found, PositionComparison):
        told["summary"] += flags_text(found)
    return told


def _runs(found: Comparison | PositionComparison) -> Mapping[str, Game | Deduction]:
    return found.games if isinstance(found, Comparison) else found.deductions


def hint_page(
    position: Position,
    found: Solution | Deduction,
    player: Player,
    title: str,
    lines: Lines,
    ask: str = WHY,
) -> PageRecord:
    """The page of `hint`: what is forced and the risks, or what a player concludes step by step."""
    view = position.view
    told = _begun("hint", found if isinstance(found, Deduction) else view, player, title, lines)
    if isinstance(found, Deduction):
        _tell_run(told, found, ask)
        return told
    told["runs"] = [_still(view, player, ask)]
    told["answers"] = answers_to(WhyIn(position, player).answer, view, view.covered, player)
    told["hint"] = {
        "safe": list(found.safe),
        "mines": list(found.mines),
        "risks": [(cell, round(float(risk), 4), percent(risk)) for cell, risk in sorted(found.risks.items())],
    }
    doubts = ((), None) if position.trust_flags else check_flags(position, found)
    told["summary"] = list(known_text(view, found, doubts))
    for cell in doubts[0]:
        if cell in told["answers"]:
            told["answers"][cell]["said"] += doubts_text(view, ((cell,), None))
    return told


def why_page(
    answer: Answer,
    run: Game | Position,
    player: Player,
    title: str,
    lines: Lines,
    ask: str = WHY,
    opposite: RefutedCell | None = None,
    from_clues: bool = False,
) -> PageRecord:
    """The page of `why`: the game or the position, with the answer about one cell."""
    told = _begun("why", run if isinstance(run, Game) else run.view, player, title, lines)
    if isinstance(run, Game):
        _tell_run(told, run, ask, answered=False)
    else:
        told["runs"] = [_still(run.view, player, ask)]
    told["answers"] = {answer.cell: answer_record(answer, player, from_clues)}
    told["asked"] = answer.cell
    if opposite:
        told["refutation"] = list(refuted_text(opposite))
    return told


def _begun(verb: str, of: Game | Deduction | View, player: Player, title: str, lines: Lines) -> PageRecord:
    """A page of which all is told that is known before anything is looked at."""
    if isinstance(of, Game):
        graph, size = of.board.graph, sized(of.board.graph, of.board.mine_count)
    else:
        view = of if isinstance(of, View) else of.view
        graph, size = view.graph, sized(view.graph, view.mines)
    told: PageRecord = {
        "form": FORM,
        "verb": verb,
        "title": f"{title}: {size}",
        "about": player.name + (f" starts at {graph.name(of.start)}" if isinstance(of, Game) else ""),
        "summary": [],
        "lines": lines,
        "field": field_record(graph),
        "grades": [],
        "runs": [],
        "answers": {},
    }
    if isinstance(of, Deduction) and of.view.flags and not of.trust_flags:
        told["claims"] = list(of.view.flags)
    return told


def _tell_run(told: PageRecord, run: Game | Deduction, ask: str, answered: bool = True) -> None:
    """Put one run into a page: its steps, how it ended, and answers about what it left undecided."""
    grades = Grades(run.player)
    told["runs"] = [run_record(run, grades, ask)]
    told["grades"] = grades.records()
    told["summary"] = list(ended_text(run))
    if answered:
        told["answers"] = answers_of(run)


def _still(view: View, player: Player, ask: str) -> RunRecord:
    """A view alone, without steps."""
    return {
        "player": player.name,
        "ask": ask,
        "left": "",
        "first": list(view.marks),
        "steps": [],
        "open": [],
        "open_is": "",
    }


def _from(game: Game) -> str:
    return f", from {game.board.graph.name(game.start)}"
