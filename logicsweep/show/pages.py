"""The page of each verb: the objects that it prints, answers about cells, and its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, islice

from logicsweep.boards.names import say_size
from logicsweep.boards.words import both_or_all, capital, number_text, plural
from logicsweep.csp.solution import Solution
from logicsweep.games.answer import FullAnswer
from logicsweep.games.players import PLAYERS, strongest
from logicsweep.games.run import Run
from logicsweep.games.step import Step
from logicsweep.show.compare import additional_text, comparison_json, headline_lines, notes_text
from logicsweep.show.hint import hint_json
from logicsweep.show.hint_text import advised_cell, doubts_text, known_text
from logicsweep.show.json import Json
from logicsweep.show.page import Page, page_of
from logicsweep.show.path import path_headline, path_json, summary_text
from logicsweep.show.review import remarks_text, review_json
from logicsweep.show.steps import effort_text
from logicsweep.show.svg import Picture, picture_of
from logicsweep.show.trace import ended_text, reach_headline, run_json
from logicsweep.show.why import answer_json
from logicsweep.verbs.compare import Compared
from logicsweep.verbs.hint import Hint
from logicsweep.verbs.path import Finished
from logicsweep.verbs.reading import Numbered
from logicsweep.verbs.review import Reviewed
from logicsweep.verbs.why import AskedCell


def path_page(found: Finished) -> Page:
    """The page of `path`."""
    headline = path_headline(found)
    return _make_run_page("path", headline, found, path_json(found), summary_text(found), found.answers)


def trace_page(found: Finished, verb: str = "trace") -> Page:
    """The page of `trace`, or of another verb that answers with a run."""
    headline = reach_headline(found.run)
    return _make_run_page(verb, headline, found, run_json(found), ended_text(found), found.answers)


def compare_page(compared: Compared) -> Page:
    """The page of `compare`: the players' runs, and what it prints as JSON."""
    comparison, number = compared.comparison, compared.item.number
    runs = [[*run_json(one)] for one in compared.runs.values()]
    headline, *about = headline_lines(comparison)
    advantage = islice(additional_text(compared), 1)
    text = chain(advantage, notes_text(compared), doubts_text(comparison.first.first, compared.doubts))
    cells = _answers_json(compared.answers, number)
    told = "compare", headline, " ".join(about), _title(compared.item, comparison.first)
    still = partial(picture_of, comparison)
    return page_of(*told, comparison.first.graph, still, runs, text, cells, comparison_json(compared))


def hint_page(hint: Hint) -> Page:
    """The page of `hint`: the certain cells and the risks, or a player's conclusions step by step."""
    found = hint.finished
    if not isinstance(hint.found, Solution):
        told_json = hint_json(hint)
        return trace_page(found, "hint")._replace(headline=told_json["headline"], found=told_json)
    cells, told_json = [*_answers_json(hint.answers, hint.item.number)], hint_json(hint)
    told = "hint", told_json["headline"], _about_hint(hint, cells), _title(hint.item, found.run)
    still, runs = partial(_still_of, hint), [[*islice(run_json(found), 1)]]
    return page_of(*told, found.run.graph, still, runs, known_text(hint), cells, told_json)


def _still_of(hint: Hint) -> Picture:
    """The picture of a hint, with why the cell is what the headline says."""
    picture, cell = picture_of(hint.advice or hint.found), advised_cell(hint)
    reasons = [picture_of(full).notes for full in hint.answers if full.answer.cell == cell]
    return replace(picture, notes=[*picture.notes, *chain(*reasons)])


def why_page(full: FullAnswer, asked: AskedCell) -> Page:
    """The page of `why`: the game, or the position, with the answer about one cell."""
    found, answer = asked.finished, answer_json(full, asked.item.number)
    headline, lines, text = answer["sentences"][0], run_json(found), ended_text(found)
    if not found.run.board:
        lines, text = islice(lines, 1), iter(())
    page = _make_run_page("why", headline, found, lines, text)
    return page._replace(found=answer, still=partial(picture_of, full), about="")


def review_page(reviewed: Reviewed) -> Page:
    """The page of `review`, for one game."""
    board, told_json = reviewed.review.game.board, review_json(reviewed)
    name, size = (
        reviewed.name.rpartition("/")[2],
        say_size(board.graph, board.mine_count).replace(" x ", " × "),
    )
    words = told_json["words"]
    told = "review", told_json["headline"], words["counts"], f"{name}: {size}"
    text = [one for one in (words["luck"], words["practise"]) if one] + [*remarks_text(reviewed.review)]
    return page_of(*told, board.graph, partial(picture_of, reviewed.review.last), text=text, found=told_json)


def _make_run_page(
    verb: str,
    headline: str,
    found: Finished,
    lines: Iterable[Json],
    text: Iterable[str],
    answers: Iterable[FullAnswer] = (),
) -> Page:
    run, cells = found.run, _answers_json(answers, found.item.number)
    hard = next((step.number for step in run.steps if step.firing.production not in _easy()), None)
    told = verb, headline, _about_steps(run.steps), _title(found.item, run)
    return page_of(*told, run.graph, partial(picture_of, run, hard), [[*lines]], text, cells)


def _easy() -> set[str]:
    """The names of the weakest player's productions."""
    weakest, *_ = PLAYERS.values()
    return {one.name for one in weakest.productions}


def _title(item: Numbered, run: Run) -> str:
    """`board 2: 9 × 9, 10 mines, first click r5c5`; a number only for one of several."""
    which = f"{item.title}: " if item.several or item.number > 1 else ""
    start = f", first click {run.start_name}" if run.board else ""
    return f"{which}{say_size(run.graph, run.first.mine_total).replace(' x ', ' × ')}{start}"


def _about_steps(steps: Iterable[Step]) -> str:
    """`21 steps: 19 take one clue, one takes two clues and one takes two clues and the mine total.`"""
    kinds = Counter(map(effort_text, steps))
    told = [f"{number_text(count)} take{'s' * (count == 1)} {kind}" for kind, count in kinds.most_common()]
    return f"{plural(kinds.total(), 'step')}: {both_or_all(told)[0]}." if told else ""


def _about_hint(hint: Hint, cells: Iterable[Json]) -> str:
    """How many cells are certain, and who knows the one that is named first."""
    found, cell = hint.found, advised_cell(hint)
    if not found.safe and cell not in found.mines:
        return f"No player knows a safe cell, not even {strongest().name}." if cell is not None else ""
    kind, count = ("safe cell", len(found.safe)) if found.safe else ("certain mine", len(found.mines))
    many = f"The only {kind}." if count == 1 else f"One of {number_text(count)} {kind}s."
    name = hint.position.view.graph.name(cell)
    sentences = next((one["sentences"][0] for one in cells if one["cell"] == name), "")
    return " ".join([many, sentences.partition(". ")[2] or capital(sentences.partition(", but ")[2])]).strip()


def _answers_json(answers: Iterable[FullAnswer], number: int) -> Iterator[Json]:
    return (answer_json(full, number) for full in answers)
