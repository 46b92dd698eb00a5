"""A page: one HTML file that plays a run step by step and tells why of each cell: its data and template."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import chain, groupby
from string import Template
from typing import NotRequired, TypedDict

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import row_names, sized
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Solution
from logicsweep.games.compare import Comparison
from logicsweep.games.game import Run
from logicsweep.games.hints import check_flags
from logicsweep.games.players import Player
from logicsweep.games.step import Grade, Step
from logicsweep.games.why import Answer, RefutedCell, Why
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.given import row_sum
from logicsweep.rules.engine import Fact, Firing
from logicsweep.rules.own import LIBRARY, is_own
from logicsweep.rules.solver import ROWS
from logicsweep.rules.trace import Trace
from logicsweep.show.compare import flags_text, map_glyphs
from logicsweep.show.hint import doubts_text, known_text, percent
from logicsweep.show.path import summary_text
from logicsweep.show.svg import TINTS, places_of, rings_of
from logicsweep.show.trace import check_text, ended_text, fired_text, grade_text, left_text
from logicsweep.show.why import answer_text, decided_text, refuted_text
from logicsweep.work import collector_paused, paced


class FieldRecord(TypedDict):
    """The cells: how many, of which kind, and where those are drawn that do not stand in rows."""

    kind: str
    cells: int
    rows: NotRequired[int]
    cols: NotRequired[int]
    places: NotRequired[list[list[float]]]
    names: NotRequired[list[str]]
    edges: NotRequired[list[list[int]]]


class GradeRecord(TypedDict):
    """How hard a step is: in words, and its place among all grades of the page.

    Grades that differ only in cells share a `level`. `colour` is that of the production, the same on every
    page: its family, such as all that take rows together, and its number there.
    """

    production: str
    text: str
    rows: int
    cases: int
    rank: int
    level: int
    colour: tuple[int, int]


class StepRecord(TypedDict):
    """A step: the marks that it sets, the clues that it stands on (`at` alone unless `rows` are told).

    `sums` are balances in numbers, `on` the steps that it rests on.
    """

    grade: int
    set: list[list[int]]
    at: NotRequired[int]
    rows: NotRequired[list[int]]
    added: NotRequired[list[int]]
    subtracted: NotRequired[list[int]]
    sums: NotRequired[list[str]]
    said: NotRequired[list[str]]
    on: NotRequired[list[int]]


class RunRecord(TypedDict):
    """A player's run: the marks before its first step, and each step.

    `open` tells for each step how many there were to choose from, `open_is` what is counted there. `left`
    says how many cells are not decided at the end, as the text of `compare` does.
    """

    player: str
    left: str
    first: list[int]
    steps: list[StepRecord]
    open: list[int]
    open_is: str


class ProofRecord(TypedDict):
    """A step of a proof: what it decides and how, its sentences, the steps that it rests on."""

    number: int
    head: str
    said: list[str]
    on: list[int]


class TwinsRecord(TypedDict):
    """Two layouts near the cells where they differ: mines in both, in the one alone, in the other alone."""

    window: list[int]
    both: list[int]
    one: list[int]
    other: list[int]


class AnswerRecord(TypedDict):
    """What `why` says of a cell."""

    said: list[str]
    proof: NotRequired[list[ProofRecord]]
    twins: NotRequired[TwinsRecord]


class HintRecord(TypedDict):
    """What a position tells: forced cells, and each risk that was counted, as a share and in words."""

    safe: list[int]
    mines: list[int]
    risks: list[tuple[int, float, str]]


class PageRecord(TypedDict):
    """All that a page shows. `lines` are the objects that the verb prints with `--json`.

    `weakest` is the number of the weakest run that decides each cell, -1 for none, and `letters` what stands
    there, `tints` each run's colour there. `claims` are the flags that runs count as covered. `form` is
    raised when a part is removed or changes its meaning.
    """

    form: int
    verb: str
    title: str
    about: str
    summary: list[str]
    lines: Sequence[Mapping[str, object]]
    field: FieldRecord
    grades: list[GradeRecord]
    runs: list[RunRecord]
    answers: dict[int, AnswerRecord]
    claims: NotRequired[list[int]]
    weakest: NotRequired[list[int]]
    letters: NotRequired[list[str]]
    tints: NotRequired[list[str]]
    hint: NotRequired[HintRecord]
    asked: NotRequired[int]
    refutation: NotRequired[list[str]]


_LOOKED_THROUGH = 1_000_000
"""Where cells times firings are at most so many each agenda is looked through, else what waits is counted."""
_ALIKE = dict.fromkeys(ROWS, ROWS[0].name)
_FAMILIES = [
    [production.name for production in family]
    for _, family in groupby(LIBRARY, lambda one: _ALIKE.get(one, one.name))
]
"""The library's productions in their order, those that take rows together as one family."""


def field_record(graph: CellGraph) -> FieldRecord:
    """The cells of a page."""
    told: FieldRecord = {"kind": graph.kind, "cells": len(graph)}
    if graph.shape:
        told["rows"], told["cols"] = graph.shape
    places = places_of(graph)
    if places.outline != "square":
        told["places"] = [[round(x, 3), round(y, 3)] for x, y in places.points]
    if not graph.shape:
        told["names"] = list(graph.names(range(len(graph))))
        told["edges"] = [[*edge] for edge in places.edges]
    return told


class Grades:
    """The grades of a page, each told once."""

    def __init__(self, *players: Player) -> None:
        """None so far; the productions of these players' own have colours after those of the library."""
        self._numbers: dict[tuple[Grade, str], int] = {}
        own = [one.name for player in players for one in player.productions if is_own(one)]
        families = [*_FAMILIES, *([name] for name in dict.fromkeys(own))]
        self._colours = {
            name: (number, shade)
            for number, family in enumerate(families)
            for shade, name in enumerate(family)
        }

    def number(self, production: str, grade: Grade) -> int:
        """The number of a grade, from 0."""
        return self._numbers.setdefault((grade, production), len(self._numbers))

    def records(self) -> list[GradeRecord]:
        """The grades in the order of their numbers; equal ones of two productions share their rank."""
        ranks = {grade: rank for rank, grade in enumerate(sorted({grade for grade, _ in self._numbers}))}
        levels = {level: number for number, level in enumerate(sorted({grade[:3] for grade in ranks}))}
        return [
            {
                "production": production,
                "text": grade_text(production, grade),
                "rows": grade.rows,
                "cases": grade.cases,
                "rank": ranks[grade],
                "level": levels[grade[:3]],
                "colour": self._colours[production],
            }
            for grade, production in self._numbers
        ]


def run_record(
    run: Run,
    grades: Grades,
    name: str = "",
    lines: Sequence[Mapping[str, object]] = (),
) -> RunRecord:
    """A run, or the path of which it is; sentences that one of the `lines` has are left to it.

    `name` is what its player is called here. `lines` are those of
    `path --json`: one before the steps, then one for each.
    """
    with collector_paused():
        seen = list(_steps(run, grades, lines))
        opened, counted = _open(run)
    return {
        "player": name or run.player.name,
        "left": left_text(run),
        "first": list(run.before(1, flags=True).marks),
        "steps": seen,
        "open": opened,
        "open_is": counted,
    }


def _steps(run: Run, grades: Grades, lines: Sequence[Mapping[str, object]]) -> Iterator[StepRecord]:
    afters = chain((step.before for step in run.steps[1:]), [run.known])
    for number, (scene, after) in enumerate(zip(run.steps, afters, strict=False), 1):
        step = _step(scene, after, grades)
        told = lines[number].get("sentences") if number < len(lines) else None
        if scene.words and list(scene.words) != told:
            step["said"] = list(scene.words)
        if on := steps_below(run.trace, scene.firing):
            step["on"] = on
        yield step


def _step(scene: Step, after: View, grades: Grades) -> StepRecord:
    firing, view = scene.firing, scene.before
    changed = [cell for cell in scene.verdicts if after.marks[cell] != view.marks[cell]]
    step: StepRecord = {
        "grade": grades.number(firing.production, scene.grade),
        "set": [[cell, after.marks[cell]] for cell in changed],
    }
    if isinstance(firing.site, int):
        step["at"] = firing.site
    if scene.stands_on != (firing.site,):
        step["rows"] = list(scene.stands_on)
    sums = [one for one in scene.reasons if isinstance(one, Balance) and one.rows > 1]
    if sums:
        step["added"], step["subtracted"] = (
            [row for row, ring in rings_of(scene).items() if ring == sign] for sign in ("added", "subtracted")
        )
        step["sums"] = [sum_text(view, one) for one in sums]
    return step


def sum_text(view: View, found: Balance) -> str:
    """The sum of a balance's rows, with what each needs.

    >>> from logicsweep.reasons.balance import balance
    >>> view = View.parse("01## 02## 01##")
    >>> sum_text(view, balance(view, "r3c3"))
    '2 (r2c2) − 1 (r1c2) = 1, the most that the cells can give'
    """
    parts = [_summand(view, row, "+", found.flags) for row in found.added]
    parts += [_summand(view, row, "−", found.flags) for row in found.subtracted]
    most = "most" if found.most else "least"
    return f"{' '.join(parts).removeprefix('+ ')} = {_signed(found.need)}, the {most} that the cells can give"


def _summand(view: View, row: int, sign: str, flags: bool) -> str:
    (name,) = row_names(view.graph, [row])
    return f"{sign} {_signed(row_sum(view, row, flags).need)} ({name})"


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def steps_below(trace: Trace, firing: Firing) -> list[int]:
    """The numbers of the firings that gave what a firing used, or cleared the cells whose clues it used.

    >>> from logicsweep import Board, play
    >>> trace = play(Board.parse("... ... MM."), "r1c1").trace
    >>> steps_below(trace, trace.firings[3])
    [2, 3]
    """
    givers = (_giver(trace, fact) for fact in firing.used)
    return sorted({giver.number for giver in givers if giver})


def _giver(trace: Trace, fact: Fact) -> Firing | None:
    return trace.giver.get(Fact("safe", fact.subject) if fact.attribute == "clue" else fact)


def _open(run: Run) -> tuple[list[int], str]:
    """How many steps were open before each, and what is counted."""
    if run.choices is not None:
        return [*run.choices], "steps of this effort to choose from"
    counts: Iterable[int]
    if len(run.trace.graph) * len(run.trace.firings) <= _LOOKED_THROUGH:
        counts, counted = (len(tuple(agenda)) for agenda in run.agendas()), "steps that would fire"
    else:
        counts, counted = (len(agenda) for agenda in run.agendas()), "places that wait"
    return [count for count, _ in zip(counts, run.trace.firings, strict=False)], counted


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
    >>> found = answer_record(Why(View.parse("#1#")).answer(0), player_of("casual"))
    >>> found["said"][2], found["twins"]
    ('No safe cell nearby would tell.', {'window': [0, 1, 2], 'both': [], 'one': [0], 'other': [2]})
    """
    said = answer_text(answer, player.name, player.productions, from_clues=from_clues, draw=False)
    told: AnswerRecord = {"said": list(said)}
    if answer.kind == "decided" and answer.steps:
        told["proof"] = [_proof_step(answer.view.graph, step) for step in answer.steps]
    if answer.kind == "not forced":
        told["twins"] = twins_record(answer)
    return told


def _proof_step(graph: CellGraph, step: Step) -> ProofRecord:
    return {
        "number": step.firing.number,
        "head": f"{decided_text(graph, step)}: {fired_text(graph, step.firing)}",
        "said": [*step.words],
        "on": [*step.rests_on],
    }


def twins_record(answer: Answer) -> TwinsRecord:
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


def answers_of(run: Run) -> dict[int, AnswerRecord]:
    """What `why` says of the cells that a run left undecided, those beside cleared cells first."""
    asked = Why(run, onward=len(run.graph) <= PLAYED_ON)
    return answers_to(asked.answer, run.known, _undecided(run), run.player)


def _undecided(run: Run) -> list[int]:
    return [*run.open, *(run.first.flags if run.trust_flags else ())]


def answers_to(
    ask: Callable[[int], Answer], view: View, cells: Iterable[int], player: Player
) -> dict[int, AnswerRecord]:
    """The answers for these cells of a view, or the first of them; those beside clues first.

    >>> from logicsweep import player_of
    >>> view = View.parse("##1#")
    >>> list(answers_to(Why(view).answer, view, [0, 1, 3], player_of("casual")))
    [1, 3, 0]
    """
    beside, alone = list[int](), list[int]()
    for cell in cells:
        has_clue = any(view.marks[near] >= 0 for near in view.graph.neighbours[cell])
        (beside if has_clue else alone).append(cell)
    some = beside[: max(1, BESIDE_CLUES // len(view.marks))] + alone[: max(1, ALONE // len(view.marks))]
    return {cell: answer_record(ask(cell), player) for cell in paced(some, "answers")}


FORM = 1
"""The form of a page's data."""


Lines = Sequence[Mapping[str, object]]
"""The objects that a verb prints with `--json`."""


def trace_page(run: Run, title: str, lines: Lines) -> PageRecord:
    """The page of `trace`; `title` is `board 1`, say.

    >>> from logicsweep import Board, play
    >>> page = trace_page(play(Board.parse("... ... MM."), "r1c1"), "board 1", [])
    >>> page["title"], page["about"], page["runs"][0]["steps"][3]["set"]
    ('board 1: 3 x 3, 2 mines', 'casual starts at r1c1', [[8, 1]])
    """
    told = _begun("trace", run, run.player, title, lines)
    _tell_run(told, run)
    return told


def path_page(found: Run, title: str, lines: Lines, limited: bool = False) -> PageRecord:
    """The page of `path`; `limited`: it was to end after so many steps."""
    told, grades = _begun("path", found, found.player, title, lines), Grades(found.player)
    told["runs"] = [run_record(found, grades, lines=lines)]
    told["grades"] = grades.records()
    told["answers"] = answers_of(found)
    told["summary"] = list(summary_text(found, limited))
    return told


def compare_page(found: Comparison, title: str, lines: Lines) -> PageRecord:
    """The page of `compare`: the players' runs, and for each cell the weakest who decides it."""
    runs = found.runs
    grades = Grades(*[run.player for run in runs.values()])
    last, names = runs[found.last], list(runs)
    told = _begun("compare", last, last.player, title, lines)
    told["runs"] = [run_record(run, grades, name) for name, run in runs.items()]
    told["grades"] = grades.records()
    told["answers"] = answers_of(last)
    weakest = {cell: names.index(name) for cell, name in found.weakest.items()}
    told["weakest"] = [weakest.get(cell, -1) for cell in range(len(found.graph))]
    told["letters"] = map_glyphs(found)
    told["tints"] = [TINTS[number % len(TINTS)] for number in range(len(names))]
    told["about"] = " · ".join(names) + (f", from {last.start_name}" if last.board else "")
    for name, run in runs.items():
        told["summary"] += check_text(found.graph, run.own_checked, run.unproven, name)
    if not found.board:
        told["summary"] += flags_text(found)
    return told


def hint_page(
    position: Position,
    found: Solution | Run,
    player: Player,
    title: str,
    lines: Lines,
) -> PageRecord:
    """The page of `hint`: what is forced and the risks, or what a player concludes step by step."""
    view = position.view
    told = _begun("hint", found if isinstance(found, Run) else view, player, title, lines)
    if isinstance(found, Run):
        _tell_run(told, found)
        return told
    told["runs"] = [_still(view, player)]
    told["answers"] = answers_to(Why(position, player).answer, view, view.covered, player)
    told["hint"] = {
        "safe": list(found.safe),
        "mines": list(found.mines),
        "risks": [(cell, round(float(risk), 4), percent(risk)) for cell, risk in sorted(found.risks.items())],
    }
    doubts = check_flags(position, found)
    told["summary"] = list(known_text(view, found, doubts))
    for cell in doubts[0]:
        if cell in told["answers"]:
            told["answers"][cell]["said"] += doubts_text(view, ((cell,), None))
    return told


def why_page(
    answer: Answer,
    run: Run | Position,
    player: Player,
    title: str,
    lines: Lines,
    opposite: RefutedCell | None = None,
    from_clues: bool = False,
) -> PageRecord:
    """The page of `why`: the game or the position, with the answer about one cell."""
    told = _begun("why", run if isinstance(run, Run) else run.view, player, title, lines)
    if isinstance(run, Run):
        _tell_run(told, run, answered=False)
    else:
        told["runs"] = [_still(run.view, player)]
    told["answers"] = {answer.cell: answer_record(answer, player, from_clues)}
    told["asked"] = answer.cell
    if opposite:
        told["refutation"] = list(refuted_text(opposite))
    return told


def _begun(verb: str, of: Run | View, player: Player, title: str, lines: Lines) -> PageRecord:
    """A page of which all is told that is known before anything is looked at."""
    view, start = (of, None) if isinstance(of, View) else (of.first, of.start_name)
    graph = view.graph
    told: PageRecord = {
        "form": FORM,
        "verb": verb,
        "title": f"{title}: {sized(graph, view.mines)}",
        "about": player.name + (f" starts at {start}" if start else ""),
        "summary": [],
        "lines": lines,
        "field": field_record(graph),
        "grades": [],
        "runs": [],
        "answers": {},
    }
    if isinstance(of, Run) and view.flags and not of.trust_flags:
        told["claims"] = list(view.flags)
    return told


def _tell_run(told: PageRecord, run: Run, answered: bool = True) -> None:
    """Put one run into a page: its steps, how it ended, and answers about what it left undecided."""
    grades = Grades(run.player)
    told["runs"] = [run_record(run, grades)]
    told["grades"] = grades.records()
    told["summary"] = list(ended_text(run))
    if answered:
        told["answers"] = answers_of(run)


def _still(view: View, player: Player) -> RunRecord:
    """A view alone, without steps."""
    return {
        "player": player.name,
        "left": "",
        "first": list(view.marks),
        "steps": [],
        "open": [],
        "open_is": "",
    }


SCRIPTS = ("data.js", "places.js", "board.js", "chart.js", "reason.js", "page.js")
"""The parts of the script, in their order."""
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def page_html(told: PageRecord) -> str:
    """The whole page."""
    style = _part("page.css")
    script = "".join([_part(name) for name in SCRIPTS])
    return Template(_part("page.html")).substitute(
        title=escape(f"{told['title']} · {told['verb']}"),
        style_hash=_hash(style),
        script_hash=_hash(script),
        style=style,
        data=escaped_json(told),
        script=script,
    )


def escaped_json(value: object) -> str:
    """JSON that ends no element and begins none, whatever texts are in it.

    >>> escaped_json({"</script>": "&"})
    '{"\\\\u003c/script\\\\u003e":"\\\\u0026"}'
    """
    told = json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)
    return told.encode("utf-8", "backslashreplace").decode("utf-8")


def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    """What a Content-Security-Policy knows an element's text by."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
