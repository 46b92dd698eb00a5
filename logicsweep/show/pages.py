"""The page of each verb: the objects that it prints, answers about cells, and its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from logicsweep.csp.solution import Solution
from logicsweep.games.answer import FullAnswer
from logicsweep.show.compare import additional_text, comparison_json, headline_lines, notes_text
from logicsweep.show.hint import doubts_text, hint_headline, hint_json, known_text
from logicsweep.show.json import Json
from logicsweep.show.page import Page, page_of
from logicsweep.show.path import path_headline, path_json, summary_text
from logicsweep.show.trace import ended_text, run_json
from logicsweep.show.why import answer_json
from logicsweep.verbs.compare import Compared
from logicsweep.verbs.hint import Hint
from logicsweep.verbs.path import Finished
from logicsweep.verbs.why import AskedCell


def path_page(found: Finished) -> Page:
    """The page of `path`."""
    text = chain([path_headline(found)], summary_text(found))
    return _make_run_page("path", found, path_json(found), text, found.answers)


def trace_page(found: Finished, verb: str = "trace") -> Page:
    """The page of `trace`, or of another verb that answers with a run."""
    return _make_run_page(verb, found, run_json(found), ended_text(found), found.answers)


def compare_page(compared: Compared) -> Page:
    """The page of `compare`: the players' runs, and what it prints as JSON."""
    number, runs = compared.item.number, [[*run_json(one)] for one in compared.runs.values()]
    view = compared.comparison.first.first
    advantage = islice(additional_text(compared), 1)
    notes = notes_text(compared), doubts_text(view, compared.doubts)
    text = chain(headline_lines(compared.comparison), advantage, *notes)
    cells = _answers_json(compared.answers, number)
    return page_of("compare", compared.item.title, view, runs, text, cells, comparison_json(compared))


def hint_page(hint: Hint) -> Page:
    """The page of `hint`: the certain cells and the risks, or a player's conclusions step by step."""
    found, advice = hint.finished, hint.advice
    if not isinstance(hint.found, Solution):
        return trace_page(found, "hint")._replace(found=hint_json(hint))
    headline = [hint_headline(hint)] if hint.position.view.covered else []
    text = chain(headline, known_text(hint), advice.sentences() if advice and advice.cell is None else ())
    page = _make_run_page("hint", found, islice(run_json(found), 1), text, hint.answers)
    return page._replace(found=hint_json(hint))


def why_page(full: FullAnswer, asked: AskedCell) -> Page:
    """The page of `why`: the game, or the position, with the answer about one cell."""
    found = asked.finished
    if found.run.board:
        page = _make_run_page("why", found, run_json(found), ended_text(found))
    else:
        page = _make_run_page("why", found, islice(run_json(found), 1), ())
    return page._replace(found=answer_json(full, asked.item.number))


def _make_run_page(
    verb: str, found: Finished, lines: Iterable[Json], text: Iterable[str], answers: Iterable[FullAnswer] = ()
) -> Page:
    cells = _answers_json(answers, found.item.number)
    return page_of(verb, found.item.title, found.run.first, [[*lines]], text, cells)


def _answers_json(answers: Iterable[FullAnswer], number: int) -> Iterator[Json]:
    return (answer_json(full, number) for full in answers)
