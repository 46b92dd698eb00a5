"""The pages of the verbs: the data of each, and the same renderer for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from logicsweep.answers import Answer
from logicsweep.board import View
from logicsweep.cells import CellGraph
from logicsweep.comparison import Comparison, PositionComparison
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Solution
from logicsweep.deduction import Deduction
from logicsweep.game import Game
from logicsweep.hints import check_flags
from logicsweep.paths import Path
from logicsweep.players import Player
from logicsweep.refuting import RefutedCell
from logicsweep.show.compare import map_glyphs
from logicsweep.show.hint import known_text, percent
from logicsweep.show.page.answered import OF_POSITION, answer_record, answers_of, answers_to, nearest_first
from logicsweep.show.page.records import AnswerRecord, PageRecord, RunRecord
from logicsweep.show.page.steps import Grades, asking, field_record, run_record
from logicsweep.show.path import summary_text
from logicsweep.show.refutation import refuted_text
from logicsweep.show.shapes import TINTS
from logicsweep.show.trace import check_text, checked_told, ended_text
from logicsweep.why import why_in_position
from logicsweep.words import sized

FORM = 1
"""The form of a page's data."""

Lines = Sequence[Mapping[str, object]]
"""The objects that a verb prints with `--json`."""


def trace_page(run: Game | Deduction, title: str, lines: Lines) -> PageRecord:
    """The page of `trace`; `title` is `board 1`, say.

    >>> from logicsweep import Board, play
    >>> page = trace_page(play(Board.parse("... ... MM."), "r1c1"), "board 1", [])
    >>> page["title"], page["about"], page["runs"][0]["steps"][3]["set"]
    ('board 1: 3 x 3, 2 mines', 'casual starts at r1c1', [[8, 1]])
    """
    grades = Grades(run.player)
    runs = [run_record(run, grades)]
    told = _page("trace", run, title, lines, runs, grades, answers_of(run))
    told["summary"] = list(ended_text(run))
    return told


def path_page(found: Path, title: str, lines: Lines, limited: bool = False) -> PageRecord:
    """The page of `path`; `limited`: it was to end after so many steps."""
    grades = Grades(found.run.player)
    runs = [run_record(found.run, grades, path=found, lines=lines)]
    told = _page("path", found.run, title, lines, runs, grades, answers_of(found.run))
    told["summary"] = list(summary_text(found, limited))
    return told


def compare_page(found: Comparison | PositionComparison, title: str, lines: Lines) -> PageRecord:
    """The page of `compare`: the players' runs, and for each cell the weakest who decides it."""
    grades = Grades(*(run.player for run in _runs(found).values()))
    runs = [run_record(run, grades, name) for name, run in _runs(found).items()]
    last = _runs(found)[found.last]
    page = _page("compare", last, title, lines, runs, grades, answers_of(last))
    names = list(_runs(found))
    weakest = {cell: names.index(name) for cell, name in found.weakest.items()}
    page["weakest"] = [weakest.get(cell, -1) for cell in range(len(found.graph))]
    page["letters"] = map_glyphs(found)
    page["tints"] = [TINTS[number % len(TINTS)] for number in range(len(names))]
    page["about"] = " · ".join(names) + (_from(last) if isinstance(last, Game) else "")
    for name, run in _runs(found).items():
        page["summary"] += check_text(found.graph, checked_told(run), run.unproven, name)
    return page


def _runs(found: Comparison | PositionComparison) -> Mapping[str, Game | Deduction]:
    return found.games if isinstance(found, Comparison) else found.deductions


def hint_page(
    position: Position, found: Solution | Deduction, player: Player, title: str, lines: Lines
) -> PageRecord:
    """The page of `hint`: what is forced and the risks, or what a player concludes step by step."""
    grades, view = Grades(player), position.view
    if isinstance(found, Deduction):
        told = _page("hint", found, title, lines, [run_record(found, grades)], grades, answers_of(found))
        told["summary"] = list(ended_text(found))
        return told
    trusted = {*view.flags} if position.trust_flags else set[int]()
    answers = answers_to(
        lambda cell: why_in_position(position, cell, player),
        nearest_first(view, [cell for cell in view.covered if cell not in trusted]),
        player,
        OF_POSITION // len(view.marks),
    )
    told = _still("hint", view, player, title, lines, answers)
    told["hint"] = {
        "safe": list(found.safe),
        "mines": list(found.mines),
        "risks": [(cell, round(float(risk), 4), percent(risk)) for cell, risk in sorted(found.risks.items())],
    }
    doubts = ((), None) if position.trust_flags else check_flags(position, found)
    told["summary"] = list(known_text(view, found, doubts))
    return told


def why_page(
    answer: Answer,
    run: Game | Position,
    player: Player,
    title: str,
    lines: Lines,
    opposite: RefutedCell | None = None,
    from_clues: bool = False,
) -> PageRecord:
    """The page of `why`: the game or the position, with the answer about one cell."""
    grades, answers = Grades(player), {answer.cell: answer_record(answer, player, from_clues)}
    if isinstance(run, Game):
        told = _page("why", run, title, lines, [run_record(run, grades)], grades, answers)
        told["summary"] = list(ended_text(run))
    else:
        told = _still("why", run.view, player, title, lines, answers)
    told["asked"] = answer.cell
    if opposite:
        told["refutation"] = list(refuted_text(opposite))
    return told


def _page(
    verb: str,
    run: Game | Deduction,
    title: str,
    lines: Lines,
    runs: list[RunRecord],
    grades: Grades,
    answers: dict[int, AnswerRecord],
) -> PageRecord:
    graph = run.trace.graph
    if isinstance(run, Game):
        told = f"{title}: {sized(graph, run.board.mine_count)}"
        about = f"{run.player.name} starts at {graph.name(run.start)}"
    else:
        told, about = f"{title}: {sized(graph, run.view.mines)}", run.player.name
    return _record(verb, told, about, lines, graph, runs, grades, answers)


def _still(
    verb: str, view: View, player: Player, title: str, lines: Lines, answers: dict[int, AnswerRecord]
) -> PageRecord:
    """A page without steps: a view alone."""
    run: RunRecord = {
        "player": player.name,
        "ask": asking(player),
        "first": list(view.marks),
        "steps": [],
        "open": [],
        "open_is": "",
    }
    told = f"{title}: {sized(view.graph, view.mines)}"
    return _record(verb, told, player.name, lines, view.graph, [run], Grades(), answers)


def _record(
    verb: str,
    title: str,
    about: str,
    lines: Lines,
    graph: CellGraph,
    runs: list[RunRecord],
    grades: Grades,
    answers: dict[int, AnswerRecord],
) -> PageRecord:
    return {
        "form": FORM,
        "verb": verb,
        "title": title,
        "about": about,
        "summary": [],
        "lines": lines,
        "field": field_record(graph),
        "grades": grades.records(),
        "runs": runs,
        "answers": answers,
    }


def _from(game: Game) -> str:
    return f", from {game.board.graph.name(game.start)}"
