"""A game, or a player's conclusions from a position, firing by firing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, repeat
from typing import Annotated, NamedTuple

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import list_names, looked_at, row_names, say_size
from logicsweep.boards.words import capital, plural, risk_text
from logicsweep.csp.position import Position
from logicsweep.csp.sums import row_sum
from logicsweep.games.guess import Guess
from logicsweep.games.outcome import SHOWN, Ended, OnAgenda, Outcome
from logicsweep.games.run import Run
from logicsweep.games.step import Step, fired_text
from logicsweep.reasons.reason import Balance
from logicsweep.rules.firing import Fact, Firing, Lack
from logicsweep.rules.trace import Trace
from logicsweep.show.drawing import HIT, PLAIN, Screen, draw_side_by_side, glyphs
from logicsweep.show.json import UNSOUND, Event, Heading, Headline, Json, Printed, fact_text, heading
from logicsweep.show.steps import tag_text
from logicsweep.verbs.path import Finished


def run_text(found: Finished, screen: Screen = PLAIN) -> Iterator[str]:
    """A run as the log of a rule engine, with the board before and after."""
    run = found.run
    yield head_line(found)
    yield from _log_run(run, found.agendas)
    yield ""
    yield draw_side_by_side(
        run.graph, {"before": run.first.glyphs, "after": glyphs(run.after, run.lost)}, screen
    )
    yield from [HIT] * (run.lost is not None)
    yield ""
    yield from ended_text(found)


def head_line(found: Finished) -> str:
    """The board and who plays it: `board 1: 3 x 3, 2 mines; casual starts at r1c1`."""
    run = found.run
    starts = f" starts at {found.item.start_text or run.start_name}" if run.start_name else ""
    return f"{found.item.title}: {say_size(run.graph, run.first.mine_total)}; {run.player.name}{starts}"


def ended_text(found: Finished) -> Iterator[str]:
    """How a run ended: the firings of each production, the decided cells and the remaining ones."""
    run = found.run
    shares = ", ".join([f"{name} {count}" for name, count in run.trace.count_firings().items()])
    yield f"{plural(len(run.trace.firings), 'firing')}" + (f": {shares}" if shares else "")
    if not run.board:
        mines = plural(len(run.mines), "mine")
        yield f"decided {len(run.decided)}: {len(run.safe)} safe, {mines}"
    yield left_text(run) + (f": {list_names(run.graph, run.left)}" if run.left else "")
    yield from notes_on_run(found)


def notes_on_run(found: Finished, who: str = "") -> Iterator[str]:
    """How the game ended, what was not checked, and which custom productions never fired; `who` played it."""
    yield from guesses_text(found, f"{who} " if who else "")
    yield from check_text(found.run.graph, found.run.own_checked, found.run.unproven, who)
    yield from _idle_text(found.outcome, who)


def guesses_text(found: Finished, who: str = "") -> Iterator[str]:
    """How a game with guesses ended, and whether anybody could have known better.

    >>> from logicsweep import Board, Setup, play
    >>> from logicsweep.verbs.path import finish
    >>> game = play(Board.parse("..M. M..."), "r1c1", Setup(guess="least-risk"))
    >>> print(*guesses_text(finish(game)))
    lost at r2c1: 2 guesses, survived by 50% of games (luck 0.301). Nothing was certain there.
    """
    if found.outcome.ended is None:
        return
    won, lost, guesses, luck, _ = found.outcome.ended
    name = found.run.graph.name
    ended = "won" if won else "not over" if lost is None else f"lost at {name(lost)}"
    spent = f", survived by {100 / 10**luck:.3g}% of games (luck {luck:.3g})" if luck else ""
    then = "" if lost is None else f". {lost_text(found.run, found.outcome.ended)}"
    yield f"{who}{ended}: {len(guesses)} guess{'es' * (len(guesses) != 1)}{spent}{then}"


def lost_text(run: Run, ended: Ended) -> str:
    """What a player could have known where a game was lost, and the weakest who does."""
    better = ended.known_better
    if not better:
        return "Nothing was certain there."
    who, cell = better.player.name, run.graph.name(better.cell)
    certain = "It was certainly a mine" if better.verdict == "mine" else f"A safe cell was there: {cell}"
    return f"{certain} ({who} knows it)."


def reach_headline(run: Run) -> str:
    """How far a player got: `Casual clears all 31 cells.`"""
    return f"{capital(run.player.name)} {say_reach(run)}."


def say_reach(run: Run) -> str:
    """`clears all 31 cells`, `decides 3 of 8 covered cells`."""
    if run.lost is not None:
        reach = f"after {len(run.cleared)}" if run.cleared else "at once"
        return f"loses at {run.graph.name(run.lost)} {reach}"
    verb, noun = ("clears", "cell") if run.board else ("decides", "covered cell")
    count = len(run.cleared if run.board else run.decided)
    many = f"{count} of" if run.remaining else "all"
    return f"{verb} {many} {plural(count + run.remaining, noun)}"


def left_text(run: Run) -> str:
    """How many cells a run left."""
    return f"{'remaining' if run.board else 'undecided'} {run.remaining}"


def _log_run(run: Run, agendas: Sequence[OnAgenda]) -> Iterator[str]:
    trace, graph, number = run.trace, run.graph, run.trace.number
    yield from (f"==> f-{number[fact]} {fact_text(graph, fact)}" for fact in trace.initial)
    for firing in trace.firings:
        yield from agenda_lines(run, agendas[firing.number - 1]) if agendas else ()
        yield _fired_line(trace, firing)
        for fact in (*firing.concluded, *trace.opened_by(firing)):
            yield f"==> f-{number[fact]} {fact_text(graph, fact)}"
    yield from agenda_lines(run, agendas[-1]) if agendas else ()


def _fired_line(trace: Trace, firing: Firing) -> str:
    """`FIRE 3 all-mines at r2c1 (f=0 c=2 m=2): f-7,f-6`; `GUESS 4 r3c3 (best): risk 1/2 (50%)`."""
    guess = firing.reason
    if isinstance(guess, Guess):
        where = trace.graph.name(guess.cell)
        return f"GUESS {firing.number} {where} ({guess.policy}): {risk_text(guess.risk)}"
    used = ",".join([f"f-{trace.number[fact]}" for fact in firing.used])
    return f"FIRE {firing.number} {fired_text(trace.graph, firing)}: {used}"


def check_text(
    graph: CellGraph, checked: bool | None, unproven: Sequence[int], who: str = ""
) -> Iterator[str]:
    """Which conclusions of custom productions were not checked; nothing if all were."""
    of = f" of {who}" if who else ""
    if checked is False:
        yield f"custom productions{of} not checked"
    elif unproven:
        yield f"conclusions{of} past the solver's limits to check: {list_names(graph, unproven)}"


def _idle_text(outcome: Outcome, who: str) -> Iterator[str]:
    """For each custom production that never fired: whether others decide first, or it applies nowhere."""
    of = f" of {who}" if who else ""
    for name, ahead in outcome.idle.items():
        why = "other rules decide its cells first" if ahead else "it applies nowhere here"
        yield f"{name}{of} never fired: {why}"


def agenda_lines(run: Run, waiting: OnAgenda) -> Iterator[str]:
    """`AGENDA 8 places to look at, 2 would fire: all-found at r1c2, all-mines at r2c1 (salience 0)`."""
    graph, count, places = run.graph, waiting.activations, plural(waiting.places, "place")
    if not count:
        yield f"AGENDA {places} to look at, none would fire"
        yield from (f"LACKS {miss_text(graph, lack)}" for lack in waiting.lacks)
        return
    salience_of = {one.name: one.salience for one in run.player.productions}
    shown = [
        ", ".join([looked_at(graph, one.production, one.site) for one in group]) + f" (salience {salience})"
        for salience, group in groupby(waiting.next, lambda one: salience_of[one.production])
    ]
    more = [f"{count - SHOWN} more"] if count > SHOWN else []
    yield f"AGENDA {places} to look at, {count} would fire: " + "; ".join(shown + more)


def miss_text(graph: CellGraph, lack: Lack) -> str:
    """`all-found at r2c7: f=0, m=1, 1 flag short`."""
    return f"{looked_at(graph, lack.production, lack.site)}: {lack.words}"


class Begun(NamedTuple):
    """The state before the first firing."""

    productions: Annotated[dict[str, int], "the player's, with their salience: the highest fires first"]
    facts: Annotated[tuple[Fact, ...], "what was known before the first firing"]


class After(NamedTuple):
    """The results of a step, and the agenda before it."""

    opened: Annotated[dict[CellIndex, int], "in a game: the clues of the cells that it cleared"]
    sums: Annotated[tuple[str, ...], "its balances of several clues as sums"]
    tag: Annotated[str, "its pattern and its grade in words"]
    agenda: Annotated[OnAgenda | None, "trace --agenda: the agenda just before"]

    @classmethod
    def of(cls, run: Run, step: Step, agenda: OnAgenda | None) -> After:
        """The results of a step."""
        opened = {fact.subject: fact.value for fact in run.trace.opened_by(step.firing)}
        balances = [one for one in step.reasons if isinstance(one, Balance) and one.size > 1]
        return cls(opened, tuple([sum_text(step.before, one) for one in balances]), tag_text(step), agenda)


def sum_text(view: View, found: Balance) -> str:
    """The sum of a balance's rows, with what each needs.

    >>> from logicsweep.reasons.balance import balance
    >>> view = View.parse("01## 02## 01##")
    >>> sum_text(view, balance(view, "r3c3"))
    '2 (r2c2) − 1 (r1c2) = 1, the most that the cells can give'
    """
    position = Position(view, found.flags)
    parts = [_write_summand(position, row, "+") for row in found.added]
    parts += [_write_summand(position, row, "−") for row in found.subtracted]
    most = "most" if found.most else "least"
    total = _write_number(found.need)
    return f"{' '.join(parts).removeprefix('+ ')} = {total}, the {most} that the cells can give"


def _write_summand(position: Position, row: int, sign: str) -> str:
    (name,) = row_names(position.view.graph, [row])
    return f"{sign} {_write_number(row_sum(position, row).need)} ({name})"


def _write_number(number: int) -> str:
    return str(number).replace("-", "−")


class GoesOn(NamedTuple):
    """How a run could go on from its end."""

    going_on: Annotated[Step | None, "in a path: what the strongest player does next, if anything"]
    agenda: Annotated[OnAgenda | None, "trace --agenda: the agenda at the end"]


_BEGUN = ("player", "start", "first", "claims", "own_checked")
_FOUND = ("hardest", "workload", "unexplained", "profile", "safe", "mines")
_LEFT = ("undecided", "left", "remaining", "unproven", "wrong_flags")
_START = Printed(
    "Start",
    "The first line: how the run began, in a game or from a position.",
    (Event, Heading, (Run, _BEGUN), Begun),
)
_STEP = Printed("StepTaken", "A line for each step.", (Event, Step, (Firing, ("used", "bindings")), After))
_END = Printed("End", "The last line: how the run ended.", (Event, Headline, (Run, _FOUND + _LEFT), GoesOn))
_GUESSED = Printed("Guessed", "With --guess: a line for each guess.", (*_STEP.parts, Guess))
_GAME_OVER = Printed(
    "GameOver", "With --guess: the last line, with how the game ended.", (*_END.parts, Ended)
)
PRINTED = (_START, _STEP, _GUESSED, _END, _GAME_OVER, UNSOUND)


def run_json(found: Finished, headline: str = "") -> Iterator[Json]:
    """A run as a sequence of objects: how it began, each step, how it ended.

    The last has the headline, by default how far the player got.
    """
    run, graph = found.run, found.run.graph
    waiting = iter(found.agendas) if found.agendas else repeat(None)
    begun = Begun({one.name: one.salience for one in run.player.productions}, run.trace.initial)
    yield _START.json(graph, Event("start"), heading(run.board or run.first, found.item.number), run, begun)
    for step in run.steps:
        values = step, step.firing, After.of(run, step, next(waiting))
        if step.guess:
            yield _GUESSED.json(graph, Event("guess"), *values, step.guess)
        else:
            yield _STEP.json(graph, Event("step"), *values)
    onward, ended = found.outcome.onward, found.outcome.ended
    ends = GoesOn(onward.step if onward else None, next(waiting))
    form = _GAME_OVER if ended else _END
    said = Headline(headline or reach_headline(run))
    yield form.json(graph, Event("end"), said, run, ends, *[ended] * bool(ended))
