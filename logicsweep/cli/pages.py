"""What each verb puts into its page: the objects that it prints, answers about cells, and its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from logicsweep.csp.position import Position
from logicsweep.games.answer import Reply
from logicsweep.games.answers import replies_about, replies_left
from logicsweep.games.compare import Comparison
from logicsweep.games.finish import outcome_of
from logicsweep.games.game import play
from logicsweep.games.outcome import OnAgenda, Outcome
from logicsweep.games.players import Player
from logicsweep.games.run import Run
from logicsweep.games.why import Why
from logicsweep.show.compare import additional_text, notes_text
from logicsweep.show.hint import doubts_text, known_text
from logicsweep.show.json import Json
from logicsweep.show.page import Page, page_html, page_of
from logicsweep.show.path import path_json, summary_text
from logicsweep.show.trace import ended_text, run_json
from logicsweep.show.why import reply_json
from logicsweep.verbs.hint import Hint

__all__ = ["compare_page", "hint_page", "page_html", "path_page", "trace_page", "why_page"]


def path_page(run: Run, outcome: Outcome, title: str, number: int = 1) -> Page:
    """The page of `path`."""
    lines = [*path_json(run, outcome, number)]
    return page_of("path", title, run.first, [lines], summary_text(run, outcome), _left(run, number))


def trace_page(
    run: Run,
    outcome: Outcome,
    title: str,
    number: int = 1,
    agendas: Sequence[OnAgenda] = (),
    verb: str = "trace",
) -> Page:
    """The page of `trace`, or of a verb whose answer is such a run."""
    run.steps.explained()
    lines = [*run_json(run, outcome, number, agendas)]
    return page_of(verb, title, run.first, [lines], ended_text(run, outcome), _left(run, number))


def compare_page(found: Comparison, title: str, of_all: Json, number: int = 1) -> Page:
    """The page of `compare`: the players' runs, and what it prints as JSON."""
    last, view = found.last, found.first.first
    runs = [_lines(run, found.outcomes[name], number) for name, run in found.runs.items()]
    text = chain(islice(additional_text(found), 1), notes_text(found), doubts_text(view, found.doubts))
    left = _left(last, number, [cell for cell in last.undecided if cell not in found.weakest])
    return page_of("compare", title, view, runs, text, left, of_all)


def hint_page(hint: Hint, of_all: Json) -> Page:
    """The page of `hint`: what is certain and the risks, or what a player concludes step by step."""
    (number, *_), position, player, found = hint.item, hint.position, hint.player, hint.found
    if isinstance(found, Run):
        page = trace_page(found, outcome_of(found), hint.item.title, number, verb="hint")
        return page._replace(found=of_all)
    advice, told = hint.advice, known_text(position.view, player.name, found, hint.doubts)
    text = chain(told, advice.sentences() if advice and advice.cell is None else ())
    replies = replies_about(Why(position), position.view.covered, hint.doubts)  # as `why` answers
    cells = (reply_json(reply, number) for reply in replies)
    begun = _begun(position, player, number)
    return page_of("hint", hint.item.title, position.view, [begun], text, cells, of_all)


def why_page(reply: Reply, what: Run | Position, title: str, of_all: Json) -> Page:
    """The page of `why`: the game, or the position, with the answer about one cell."""
    if isinstance(what, Run):
        outcome = outcome_of(what)
        lines = _lines(what, outcome, of_all["board"])
        return page_of("why", title, what.first, [lines], ended_text(what, outcome), (), of_all)
    begun = _begun(what, reply.player, of_all["position"])
    return page_of("why", title, what.view, [begun], (), (), of_all)


def _lines(run: Run, outcome: Outcome, number: int) -> Sequence[Json]:
    """What `trace --json` prints about a run."""
    run.steps.explained()
    return [*run_json(run, outcome, number)]


def _begun(position: Position, player: Player, number: int) -> Sequence[Json]:
    """A position at which a player looks, without a step."""
    begun = play(position, None, player, limit=0)
    return [next(run_json(begun, outcome_of(begun), number))]


def _left(run: Run, number: int, cells: Iterable[int] | None = None) -> Iterator[Json]:
    """What `why --json` prints of the cells that a run leaves."""
    return (reply_json(reply, number) for reply in replies_left(run, cells))
