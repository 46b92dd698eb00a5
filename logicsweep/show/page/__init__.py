"""A page: one HTML file that plays a run step by step and tells why of each cell: its data and template.

Its data are what `--json` prints: the steps of `path`, the answers of `why`, the risks of `hint`.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import chain, groupby, islice
from string import Template
from typing import Annotated, NamedTuple

from logicsweep.boards.annotations import CellIndex, RowIndex
from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.fields import Neighbours, Point
from logicsweep.boards.names import sized
from logicsweep.boards.words import verdict
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Solution, Verdict
from logicsweep.csp.solve import Doubts, check_flags
from logicsweep.games.answer import Answer, RefutedCell, Reply
from logicsweep.games.compare import Comparison
from logicsweep.games.game import Run
from logicsweep.games.guess import GUESS
from logicsweep.games.players import Player
from logicsweep.games.step import Sign, Step
from logicsweep.games.why import Why
from logicsweep.guessing.advice import Advice
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.explanation import rows_in
from logicsweep.reasons.given import TOTAL
from logicsweep.reasons.refutation import Line
from logicsweep.reasons.wording import LineSentences, refutation_sentences
from logicsweep.rules.own import LIBRARY, is_own
from logicsweep.show.compare import additional_text, map_glyphs, table_of
from logicsweep.show.guess import GuessTable, against_text
from logicsweep.show.hint import doubts_text, known_text
from logicsweep.show.json import VERSION, Json, to_json
from logicsweep.show.path import step_json, summary_text
from logicsweep.show.svg import TINTS, Outline, places_of
from logicsweep.show.trace import check_text, ended_text, guesses_text, left_text
from logicsweep.show.why import refuted_text, reply_text
from logicsweep.work.progress import paced

_LOOKED_THROUGH = 1_000_000
"""Where cells times firings are at most so many each agenda is looked through, else what waits is counted."""
_FAMILIES = [
    [production.name for production in family]
    for _, family in groupby(LIBRARY, lambda one: "rows" if (one.rows or 0) > 2 else one.name)
]
"""The library's productions in their order, those that take rows together as one family."""
BESIDE_CLUES = 1_000_000
"""So many cells beside clues, times the cells of the board, are asked about for one page: each takes some
milliseconds on 16 x 30, ten times as many on 100 x 100. Others the page leaves to `why`."""
ALONE = 20_000_000
"""The same for cells beside no clue, which take far less time, but room: 2,000 on 100 x 100."""
PLAYED_ON = 20_000
"""A game on more cells is not played on to tell which player decides a cell later."""


class Played(NamedTuple):
    """A player's run."""

    player: Annotated[str, "who plays"]
    left: Annotated[str, "how many cells are not decided at the end, as the text of `compare` says it"]
    first: Annotated[View, "what was known before the first step"]
    steps: Annotated[list[Json], "the steps, as `path --json` has them"]
    open: Annotated[list[int], "how many steps there were to choose from at each"]
    open_is: Annotated[str, "what is counted there"]
    tint: Annotated[str, "the colour of the cells of which this player is the weakest to decide them"]


class TwinsNear(NamedTuple):
    """Two layouts near the cells where they differ."""

    window: Annotated[list[CellIndex], "these cells, and those two around"]
    both: Annotated[list[CellIndex], "mines in both"]
    one: Annotated[list[CellIndex], "mines in the one alone"]
    other: Annotated[list[CellIndex], "mines in the other alone"]

    @classmethod
    def of(cls, answer: Answer) -> TwinsNear:
        """The two layouts of an answer."""
        graph = answer.view.graph
        window = graph.around(graph.around({answer.cell, *answer.differ}))
        both = answer.safe & answer.mine
        return cls(*map(sorted, (window, both & window, answer.mine - both, answer.safe - both)))


class Answered(NamedTuple):
    """What `why` says of a cell."""

    lines: Annotated[list[str], "what it prints"]
    verdict: Annotated[Verdict | None, "what the cell is; null: not forced, or not known"]
    stands_on: Annotated[dict[RowIndex, Sign], "the clues that all this stands on"]
    steps: Annotated[tuple[Step, ...], "the steps of the proof"]
    twins: Annotated[TwinsNear | None, "two layouts, where it is not forced"]


class RefutedLine(NamedTuple):
    """A line of a refutation, and the board then."""

    words: Annotated[str, "the line"]
    depth: Annotated[int, "inside so many splits"]
    known: Annotated[dict[CellIndex, Verdict], "what is supposed, or was found before"]
    decides: Annotated[dict[CellIndex, Verdict], "what is supposed or found here"]
    stands_on: Annotated[dict[RowIndex, Sign], "the clues of this line"]


class RefutationShown(NamedTuple):
    """A refutation, drawn line by line."""

    view: Annotated[View, "the board before"]
    window: Annotated[list[CellIndex], "the cells that are drawn"]
    lines: Annotated[list[RefutedLine], "the lines"]

    @classmethod
    def of(cls, refuted: RefutedCell) -> RefutationShown:
        """What refutes the opposite of a cell, or a line that says why there is nothing."""
        view, found, cell = refuted.view, refuted.refutation, refuted.cell
        if found is None:
            return cls(view, [], [RefutedLine(line, 0, {}, {}, {}) for line in refuted_text(refuted)])
        sentences, known = refutation_sentences(view, found), dict[int, Verdict]()
        lines = [*_followed(found.certain, sentences.certain, 0, known)]
        lines += _of_line(found.line, sentences, 0, known)
        so = f"So {view.graph.name(cell)} is {verdict(found.verdict == 'mine')}."
        lines.append(RefutedLine(so, 0, {}, {cell: found.verdict}, {}))
        decided = {cell for line in lines for cell in line.decides}
        clues = {row for line in lines for row in line.stands_on} - {TOTAL}
        return cls(view, sorted({cell} | decided | view.graph.around(clues)), lines)


def _of_line(
    line: Line, sentences: LineSentences, depth: int, known: dict[int, Verdict]
) -> Iterator[RefutedLine]:
    supposed = _verdicts(line)
    yield RefutedLine(sentences.supposed + ":", depth, {**known}, supposed, {})
    known = known | supposed
    yield from _followed(line.steps, sentences.steps, depth, known)
    split: dict[int, Sign] = {} if line.split is None else {line.split: "stands on"}
    rows = _signs(line.broken) if line.broken else split
    yield RefutedLine(sentences.ending, depth, {**known}, {}, rows)
    for case, words in zip(line.cases, sentences.cases, strict=True):
        yield from _of_line(case, words, depth + 1, known)


def _followed(
    steps: Iterable[Balance], words: Iterable[str], depth: int, known: dict[int, Verdict]
) -> Iterator[RefutedLine]:
    """A line for each step; what it decides goes into what is known."""
    for step, sentence in zip(steps, words, strict=True):
        yield RefutedLine(sentence, depth, {**known}, _verdicts(step), _signs(step))
        known |= _verdicts(step)


def _verdicts(of: Line | Balance) -> dict[int, Verdict]:
    return {**dict.fromkeys(of.safe, "safe"), **dict.fromkeys(of.mines, "mine")}


def _signs(of: Balance) -> dict[int, Sign]:
    if of.rows == 1:
        return dict.fromkeys((*of.added, *of.subtracted), "stands on")
    return {**dict.fromkeys(of.added, "added"), **dict.fromkeys(of.subtracted, "subtracted")}


class Page(NamedTuple):
    """All that a page shows."""

    version: Annotated[int, "of this form"]
    verb: Annotated[str, "the verb that made it"]
    title: Annotated[str, "its title"]
    about: Annotated[str, "who plays, and from where"]
    field: Annotated[CellGraph, "the cells"]
    neighbours: Annotated[Neighbours, "of each cell its neighbours"]
    outline: Annotated[Outline, "square, hexagon or node: how a cell is drawn"]
    closed: Annotated[bool, "whether opposite edges touch"]
    runs: Annotated[list[Played], "each player's"]
    colours: Annotated[Mapping[str, tuple[int, int]], "of productions: their family and number in it"]
    places: Annotated[Sequence[Point] | None, "where each cell is drawn; null: on a square grid"] = None
    names: Annotated[tuple[str, ...] | None, "the nodes of a free graph"] = None
    sides: Annotated[tuple[str, ...], "and on which side of each its name stands"] = ()
    summary: Annotated[Sequence[str], "what the verb prints at the end"] = ()
    answers: Annotated[Mapping[CellIndex, Answered] | None, "what `why` says of cells"] = None
    claims: Annotated[tuple[CellIndex, ...], "flags that the runs count as covered"] = ()
    weakest: Annotated[Mapping[CellIndex, str] | None, "of cells the weakest player who decides each"] = None
    letters: Annotated[list[str] | None, "and what stands there"] = None
    hint: Annotated[Solution | None, "what is certain, and the risks"] = None
    guess: Annotated[CellIndex | None, "the cell that a policy would clear"] = None
    advice: Annotated[GuessTable | None, "and why, with the numbers of the first cells"] = None
    target: Annotated[CellIndex | None, "the cell that was asked about"] = None
    refutation: Annotated[RefutationShown | None, "what refutes the opposite"] = None
    table: Annotated[Sequence[list[str]], "of several players: what each got, after a row of titles"] = ()
    beyond: Annotated[Sequence[int], "the last player's steps that the first lacks"] = ()


def answer_shown(answer: Answer, player: Player) -> Answered:
    """An answer; `player` was asked about."""
    lines = reply_text(Reply(answer, player), draw=False)
    steps = answer.steps if answer.kind == "decided" else ()
    stands_on: dict[int, Sign] = {row: "stands on" for step in answer.steps for row in step.stands_on}
    if len(answer.steps) == 1:
        stands_on = answer.steps[0].stands_on
    elif not answer.steps and answer.kind.startswith("needs") and answer.explanation:
        stands_on = dict.fromkeys(rows_in(answer.explanation), "stands on")
    twins = TwinsNear.of(answer) if answer.kind == "not forced" else None
    return Answered([*lines], answer.verdict, stands_on, steps, twins)


def run_shown(run: Run, name: str = "", number: int = 0) -> Played:
    """A run; `name` is what its player is called here, `number` its place among several."""
    steps = [step_json(run, step) for step in run.steps]
    opened, counted = _open(run)
    who, first, tint = name or run.player.name, run.before(1, flags=True), TINTS[number % len(TINTS)]
    return Played(who, left_text(run), first, steps, opened, counted, tint)


def _open(run: Run) -> tuple[list[int], str]:
    """How many steps were open before each, and what is counted."""
    if run.choices is not None:
        return [*run.choices], "steps of this effort to choose from"
    few = len(run.trace.graph) * len(run.trace.firings) <= _LOOKED_THROUGH
    counts = (len(tuple(agenda) if few else agenda) for agenda in run.agendas())
    counted = "steps that would fire" if few else "places to look at"
    return [*islice(counts, len(run.trace.firings))], counted


def answers_to(
    ask: Callable[[int], Answer], view: View, cells: Iterable[int], player: Player
) -> dict[int, Answered]:
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
    return {cell: answer_shown(ask(cell), player) for cell in paced(some, "answers")}


def trace_page(run: Run, title: str) -> Page:
    """The page of `trace`; `title` is `board 1`, say.

    >>> from logicsweep import Board, play
    >>> page = trace_page(play(Board.parse("... ... MM."), "r1c1"), "board 1")
    >>> page.title, page.about, page.runs[0].steps[3]["decides"]
    ('board 1: 3 x 3, 2 mines', 'casual starts at r1c1', {'r3c3': 'safe'})
    """
    return _of_run("trace", run, title, ended_text(run))


def path_page(found: Run, title: str, limited: bool = False) -> Page:
    """The page of `path`; `limited`: it was to end after so many steps."""
    return _of_run("path", found, title, summary_text(found, limited))


def compare_page(found: Comparison, title: str) -> Page:
    """The page of `compare`: the players' runs, and for each cell the weakest who decides it."""
    runs, last = found.runs, found.last
    doubts = () if last.board else doubts_text(last.first, check_flags(last.first))
    begun = _of_run("compare", last, title, doubts)
    checks = [check_text(run.graph, run.own_checked, run.unproven, name) for name, run in runs.items()]
    games = [guesses_text(run, f"{name} ") for name, run in runs.items()]
    return begun._replace(
        about=" · ".join(runs) + (f", from {last.start_name}" if last.board else ""),
        runs=[run_shown(run, name, number) for number, (name, run) in enumerate(runs.items())],
        summary=[*islice(additional_text(found), 1), *chain(*games, *checks), *begun.summary],
        table=table_of(found),
        beyond=sorted({step.number for step in found.additional.values()}),
        colours=colours_of((run.player for run in runs.values()), last.guess is not None),
        weakest=found.weakest,
        letters=map_glyphs(found),
    )


def hint_page(
    position: Position, found: Solution | Run, player: Player, title: str, advice: Advice | None = None
) -> Page:
    """The page of `hint`: what is forced and the risks, or what a player concludes step by step."""
    view = position.view
    if isinstance(found, Run):
        return _of_run("hint", found, title, ended_text(found))
    answers = answers_to(Why(position, player).answer, view, view.covered, player)
    doubts = check_flags(position, found)
    for cell in answers.keys() & {*doubts.wrong_flags}:
        answers[cell].lines.extend(doubts_text(view, Doubts((cell,))))
    shown = _still("hint", view, player, title)._replace(hint=found, answers=answers)
    summary = [*known_text(view, player.name, found, doubts)]
    if advice is None or advice.cell is None:
        return shown._replace(summary=[*summary, *(advice.sentences() if advice else ())])
    return shown._replace(summary=summary, guess=advice.cell, advice=GuessTable.of(advice))


def why_page(
    answer: Answer,
    run: Run | Position,
    player: Player,
    title: str,
    opposite: RefutedCell | None = None,
    advice: Advice | None = None,
) -> Page:
    """The page of `why`: the game or the position, with the answer about one cell."""
    shown = answer_shown(answer, player)
    shown.lines.extend(against_text(advice, answer.cell) if advice else ())
    begun = _begun("why", run, title) if isinstance(run, Run) else _still("why", run.view, player, title)
    return begun._replace(
        guess=advice.cell if advice and isinstance(run, Position) else None,
        answers={answer.cell: shown},
        target=answer.cell,
        refutation=RefutationShown.of(opposite) if opposite else None,
    )


def _still(verb: str, view: View, player: Player, title: str) -> Page:
    """The page of a view, without steps."""
    graph, played = view.graph, Played(player.name, "", view, [], [], "", "")
    outline, points, _, sides = places_of(graph)
    titled, drawn = f"{title}: {sized(graph, view.mines)}", (graph.neighbours, outline, graph.closed)
    page = Page(VERSION, verb, titled, player.name, graph, *drawn, [played], {})
    if outline != "square":
        page = page._replace(places=[(round(x, 3), round(y, 3)) for x, y in points])
    return page if graph.shape else page._replace(names=graph.names(range(len(graph))), sides=sides)


def _begun(verb: str, run: Run, title: str) -> Page:
    view, starts = run.first, f" starts at {run.start_name}" if run.start_name else ""
    return _still(verb, view, run.player, title)._replace(
        about=run.player.name + starts,
        runs=[run_shown(run)],
        summary=[*ended_text(run)],
        colours=colours_of([run.player], run.guess is not None),
        claims=() if run.position.trust_flags else view.flags,
    )


def _of_run(verb: str, run: Run, title: str, summary: Iterable[str]) -> Page:
    question = Why(run, onward=len(run.graph) <= PLAYED_ON and not run.guess)
    undecided = [*run.open, *run.position.flagged]
    answers = answers_to(question.answer, run.known, undecided, run.player)
    return _begun(verb, run, title)._replace(summary=[*summary], answers=answers)


def colours_of(players: Iterable[Player], guesses: bool = False) -> dict[str, tuple[int, int]]:
    """For each production its family and its number there; own ones come after those of the library."""
    own = [one.name for player in players for one in player.productions if is_own(one)]
    families: list[Sequence[str]] = [*_FAMILIES, *([name] for name in dict.fromkeys(own))]
    families += [[GUESS.name]] * guesses
    return {name: (number, at) for number, family in enumerate(families) for at, name in enumerate(family)}


SCRIPTS = ("data.js", "board.js", "chart.js", "reason.js", "try.js", "page.js")
"""The parts of the script, in their order."""
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}  # JSON without them ends no element


def page_html(page: Page) -> str:
    """The whole page."""
    style = _part("page.css")
    script = "".join([_part(name) for name in SCRIPTS])
    return Template(_part("page.html")).substitute(
        title=escape(f"{page.title} · {page.verb}"),
        style_hash=_hash(style),
        script_hash=_hash(script),
        style=style,
        data=json.dumps(to_json(page, page.field), separators=(",", ":")).translate(_UNSAFE),
        script=script,
    )


def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    """What a Content-Security-Policy knows an element's text by."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
