"""A reviewed game, or many, for people and programs."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from io import StringIO
from typing import Annotated, NamedTuple

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import list_names, say_size
from logicsweep.boards.words import capital, number_text, plural
from logicsweep.games.review import (
    GUESSES,
    ONE_CLUE,
    Flag,
    InNumbers,
    Move,
    MoveVerdict,
    Passed,
    Practice,
    Review,
    Tally,
)
from logicsweep.show.drawing import PLAIN, Screen, columns_text, known_then
from logicsweep.show.guess import against_text
from logicsweep.show.hint_text import percent
from logicsweep.show.json import Event, Heading, Headline, Json, Printed, heading
from logicsweep.show.why import SEE_ALL, answer_text, say_player
from logicsweep.verbs.review import Reviewed, Totals

_HANG = " " * 3
_LUCKIEST = 7  # -log10 of a share that is said in full
_OFTEN = 3  # moves of a pattern whose time says something
_RARE = 0.01  # a smaller share is said as one of so many
_PROMISES = {
    "safe": "it was promised to be safe",
    "opening": "it was promised to be an opening",
    None: "nobody knows what the program promised about it",
}
_FIRST = "The first click, {}, is not judged: {}."
_MEASURES = {"win": "of the chance to win", "worth": "of worth, which looks ahead", "risk": "of risk"}


def headline_of(found: Review) -> str:
    """How the game ended, and why or what could be known, in two sentences.

    >>> from logicsweep.boards.board import Board
    >>> from logicsweep.games.reviewing import review
    >>> headline_of(review(Board.parse("... ... MM."), [("open", "r1c1"), ("open", "r3c1")]))
    'Lost at r3c1. It was certainly a mine.'
    """
    told, last, graph = found.summary, found.moves[-1], found.game.board.graph
    after = f" after {seconds(told.time)}" if told.time else ""
    if last.hit is not None:
        return f"Lost at {graph.name(last.hit)}{after}. {_say_why_lost(last)}"
    won = told.ending == "won"
    ended = f"Won{after.replace('after', 'in')}" if won else f"Not finished{after}"
    return f"{ended}. {_say_known(told) or 'There was only the first click.'}"


def _say_known(told: InNumbers) -> str:
    """How many moves could be known; empty if no move has a verdict."""
    return f"You could have known {told.known} of {plural(told.judged, 'move')}." if told.judged else ""


def _say_why_lost(last: Move) -> str:
    match last.verdict:
        case "first":
            return "It was the first click."
        case "mistake":
            return "It was certainly a mine."
        case "needless guess" if last.known:
            return f"A safe cell was there: {last.view.graph.name(last.known.cell)}."
        case "forced guess":
            return "Nothing was certain there."
    return "It is past the solver's limits to tell whether it could be known."


def counts_line(found: Review) -> str:
    """The moves by verdict in a sentence."""
    told = found.summary
    counts = {one.verdict: one.moves for one in told.tallies if one.verdict != "known"}
    parts = [
        f"{number_text(counts[verdict])} {noun if counts[verdict] == 1 else several}"
        for verdict, noun, several in _COUNTED
        if verdict in counts
    ]
    guesses = capital(_join(parts)) + "." if parts else "There was no guess."
    known = _say_known(told) if told.ending == "lost" else ""
    return f"{known} {guesses}".strip()


_COUNTED: tuple[tuple[MoveVerdict, str, str], ...] = (
    ("forced guess", "guess was forced", "guesses were forced"),
    ("needless guess", "guess was needless", "guesses were needless"),
    ("mistake", "move was a mistake", "moves were mistakes"),
    ("unknown", "move is past the solver's limits", "moves are past the solver's limits"),
)


def _join(parts: Sequence[str]) -> str:
    return ", and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]


def review_text(found: Reviewed, screen: Screen = PLAIN, every: bool = False) -> Iterator[str]:
    """A reviewed game line by line; `every`: each move."""
    one, board = found.review, found.review.game.board
    yield f"{found.name}: {say_size(board.graph, board.mine_count)}"
    yield headline_of(one)
    yield counts_line(one)
    yield ""
    yield from _tally_lines(one.summary.tallies)
    yield _first_line(one)
    yield from filter(None, [luck_line(one)])
    for at, move in enumerate(one.moments, 1):
        yield from ["", "What cost most:"] if at == 1 else [""]
        yield from _moment_lines(at, move, screen)
    if practice := _choose_practice(one.summary):
        yield from ["", practice_line(one.summary)]
        yield from [f"Its lesson: logicsweep live --lesson {practice.lesson}"] * bool(practice.lesson)
    yield from remarks_text(one)
    if every:
        yield from ["", *_move_lines(one.moves)]


def _tally_lines(tallies: Iterable[Tally]) -> Iterator[str]:
    rows = [
        (
            f"known to {one.player.name}" if one.player else str(one.verdict),
            str(one.moves),
            "" if one.median is None else seconds(one.median),
        )
        for one in tallies
    ]
    titles = ("verdict", "moves", "median time")[: 3 if any(time for *_, time in rows) else 2]
    if rows:
        yield from columns_text([titles, *[row[: len(titles)] for row in rows]])


def _first_line(one: Review) -> str:
    first = one.moves[0]
    return _FIRST.format(first.view.graph.name(first.cell), _PROMISES[one.game.promise])


def luck_line(one: Review) -> str:
    """How often all guesses survive; empty if there was none."""
    told = one.summary
    if not told.guesses:
        return ""
    all_of = {1: "the guess", 2: "both guesses"}
    who = all_of.get(told.guesses, f"all {number_text(told.guesses)} guesses")
    if told.survival >= _RARE:
        often = f"{percent(Fraction(told.survival))} of"
    else:
        often = f"one of {10**told.luck:,.0f}" if told.luck < _LUCKIEST else f"one of 10^{told.luck:.0f}"
    lost = one.moves[-1].hit is not None and one.moves[-1].verdict in GUESSES
    pluck = "counts the lost guess as infinite" if lost else "is the same"
    figures = f"-log10: {told.luck:.2f}; pluck of ms-toollib {pluck}"
    return f"Luck: you survive {who} in {often} such games ({figures})."


def _moment_lines(at: int, move: Move, screen: Screen) -> Iterator[str]:
    name = move.view.graph.name
    when = "" if move.time is None else f", at {seconds(move.time)}"
    yield f"{at}. Move {move.number}{when}, {move.kind} {name(move.cell)}: {_say_move(move)[1]}"
    lines: Iterable[str] = ()
    if move.answers:
        lines = [line.replace(SEE_ALL, "") for line in answer_text(move.answers[0], screen)]
    elif move.advice and move.best is not None:
        view, cells = move.view.without_flags(), [*move.targets, move.best]
        drawn = known_then("The board", view, {*cells}, cells, screen, cells)
        lines = [*drawn, *_say_better(move)]
    yield from [f"{_HANG}{part}" if part else "" for line in lines for part in line.split("\n")]


def _say_better(move: Move) -> Iterator[str]:
    """Why another cell was better than a forced guess; a chord of several cells has its own risk."""
    if not move.advice:
        return
    if len(move.targets) == 1:
        yield from against_text(move.advice, move.targets[0])
    elif move.least_risk is not None:
        alone = f"one cell alone risks {percent(move.least_risk)} at best"
        yield f"The chord opens {number_text(len(move.targets))} cells at once; {alone}."


def _say_move(move: Move) -> tuple[str, str]:
    """What could be known before a move, or what it risked: in a few words, and in sentences."""
    name, pattern, known = move.view.graph.name, move.pattern or "", move.known
    risk = "" if move.risk is None else f"{percent(move.risk)} risk"
    guess = f"{move.verdict} at {risk or 'a risk too wide to count'}"
    match move.verdict:
        case "known":
            return pattern, ""
        case "mistake" if known:
            mine, who = name(known.cell), _say_who(move)
            told = f"{mine} was certainly a mine, and {who} could have known it."
            return f"{mine} was a mine ({pattern})", told
        case "needless guess" if known:
            safe, others = name(known.cell), [*move.certain.values()].count("safe") - 1
            more = {0: "", 1: ", as was another cell"}.get(others, f", as were {number_text(others)} others")
            told = f"a {guess}. {safe} was safe{more}, and {_say_who(move)} could have known it."
            return f"{risk}; {safe} was safe ({pattern})", told
        case "forced guess" if move.best is not None and move.cost:
            best, cost = name(move.best), f"{100 * move.cost:.3g} points {_MEASURES[move.measure]}"
            return f"{risk}; best was {best}", f"a {guess}. {best} was better by {cost}."
        case "forced guess":
            return risk, f"a {guess}." + ("" if move.best is None else " No cell was better.")
    return "", ""


def _say_who(move: Move) -> str:
    assert move.known
    return f"{say_player(move.known.player.name)} ({move.pattern})"


def _choose_practice(numbers: InNumbers) -> Practice | None:
    """The pattern to practise: the one missed most often, or else the slowest, if one clue is faster."""
    if missed := next((one for one in numbers.practice if one.missed), None):
        return missed
    easy = _time_of_one_clue(numbers)
    often = (one for one in numbers.practice if one.known >= _OFTEN)
    return next((one for one in often if easy and one.median and one.median > easy), None)


def _time_of_one_clue(numbers: InNumbers) -> float | None:
    return next((one.median for one in numbers.practice if one.pattern == ONE_CLUE), None)


def practice_line(numbers: InNumbers) -> str:
    """What to practise, and why; empty if there is nothing."""
    told, easy = _choose_practice(numbers), _time_of_one_clue(numbers)
    if told is None:
        return ""
    others = "the others" if told.known > 1 else "the other"
    why = f"You missed {told.missed} of {told.known + told.missed}" if told.missed else ""
    if told.median is not None:
        why += f"; {others}" if why else f"Your {number_text(told.known)} moves with it"
        why += f" took {seconds(told.median)}{' in the median' * (told.known > 1)}"
        compared = easy is not None and told.pattern != ONE_CLUE
        why += f", moves of one clue {seconds(easy)}" if compared and easy is not None else ""
    return f"What to practise: {told.pattern}. {why}."


def remarks_text(one: Review) -> Iterator[str]:
    """Flags that were wrong or too early, and clicks that did nothing."""
    graph = one.game.board.graph
    for is_wrong, title in ((True, "Flags on safe cells"), (False, "Flags before they could be known")):
        if cells := dict.fromkeys([flag.cell for flag in one.flags if flag.wrong == is_wrong]):
            yield f"{title}: {list_names(graph, cells)}"
    if one.passed:
        first = one.passed[0]
        line = "" if first.line is None else f" in line {first.line}"
        click = f"{first.kind} {graph.name(first.cell)}"
        yield f"{plural(len(one.passed), 'click')} did nothing; the first{line}, {click}: {first.why}."


def _move_lines(moves: Iterable[Move]) -> Iterator[str]:
    rows = [
        (
            str(move.number),
            *["" if time is None else f"{time:.2f}" for time in (move.time, move.took)],
            f"{move.kind} {move.view.graph.name(move.cell)}",
            move.verdict + (f" ({move.known.player.name})" if move.known else ""),
            _say_move(move)[0],
        )
        for move in moves
    ]
    titles = "move", "at", "took", "click", "verdict", "what could be known"
    yield from columns_text([titles, *rows], left=(3, 4, 5))


def line_of(found: Reviewed) -> str:
    """A reviewed game in one line, for many."""
    return f"{found.name}: {headline_of(found.review)} {counts_line(found.review)}"


def seconds(time: float) -> str:
    """A time in seconds, with one decimal, below a second with two digits.

    >>> seconds(0.284), seconds(1.0), seconds(69.37)
    ('0.28 s', '1.0 s', '69.4 s')
    """
    return f"{time:.1f} s" if time >= 1 else f"{time:.2g} s"


class InWords(NamedTuple):
    """What the text says of a game."""

    counts: Annotated[str, "the moves by verdict"]
    luck: Annotated[str, "how often all guesses survive; empty: no guess"]
    practise: Annotated[str, "what to practise; empty: nothing"]
    lesson: Annotated[str | None, "the name of the lesson about it; null: there is none"]
    moves: Annotated[
        dict[int, tuple[str, ...]],
        "the first click, guesses and mistakes, by number; for a forced guess among the moments also why "
        "another cell was better",
    ]


class OfGame(NamedTuple):
    """A game, move by move."""

    name: Annotated[str, "the name of the file"]
    promise: Annotated[str | None, "what the program promised about the first click; null: not known"]
    moves: Annotated[tuple[Move, ...], "the moves"]
    moments: Annotated[tuple[int, ...], "the numbers of those that cost most, the costliest first"]
    flags: Annotated[tuple[Flag, ...], "flags on safe cells, and flags before they could be known"]
    passed: Annotated[tuple[Passed, ...], "clicks that did nothing"]
    mines: Annotated[tuple[CellIndex, ...], "the mines of the board"]
    words: Annotated[InWords, "the same in words"]


_GAME = Printed("ReviewedGame", "A game.", (Event, Heading, Headline, OfGame, InNumbers))
_TOTALS = Printed("TotalsOfGames", "After several games: what they have in common.", (Event, Totals))
PRINTED = (_GAME, _TOTALS)


def review_json(found: Reviewed) -> Json:
    """A reviewed game as an object."""
    one, board = found.review, found.review.game.board
    moments = tuple([move.number for move in one.moments])
    mines = tuple([cell for cell, mine in enumerate(board.mined) if mine])
    words = _words_of(one, moments)
    game = OfGame(found.name, one.game.promise, one.moves, moments, one.flags, one.passed, mines, words)
    told = Event("game"), heading(board, found.number), Headline(headline_of(one)), game, one.summary
    return _GAME.json(board.graph, *told)


def _words_of(one: Review, moments: Sequence[int]) -> InWords:
    told, practice = one.summary, _choose_practice(one.summary)
    moves: dict[int, tuple[str, ...]] = {1: (_first_line(one),)}
    for move in one.moves:
        if move.verdict in GUESSES:
            better = _say_better(move) if move.number in moments else ()
            moves[move.number] = capital(_say_move(move)[1]), *better
        elif move.verdict == "mistake":  # begins with the name of a cell
            moves[move.number] = (_say_move(move)[1],)
    lesson = practice.lesson if practice else None
    return InWords(counts_line(one), luck_line(one), practice_line(told), lesson, moves)


def totals_json(totals: Totals) -> Json:
    """What many games have in common, as an object."""
    return _TOTALS.json(CellGraph.grid(1, 1), Event("totals"), totals)


_COLUMNS = (
    *("file", "game", "move", "kind", "cell", "time", "took", "verdict"),
    *("player", "pattern", "production", "clues", "known"),
    *("risk", "least_risk", "best", "cost", "measure", "cleared"),
)


def csv_text(found: Iterable[Reviewed]) -> str:
    """The moves as CSV, a row each, after one of titles."""
    to = StringIO()
    rows = [_move_row(one, move) for one in found for move in one.review.moves]
    csv.writer(to, lineterminator="\n").writerows([_COLUMNS, *rows])
    return to.getvalue()


def _move_row(one: Reviewed, move: Move) -> list[object]:
    name, known = move.view.graph.name, move.known
    step = (
        (known.player.name, move.pattern, known.production, known.grade.clues, name(known.cell))
        if known
        else [None] * 5
    )
    risks = [None if risk is None else round(float(risk), 9) for risk in (move.risk, move.least_risk)]
    best = None if move.best is None else name(move.best)
    first = one.name, one.number, move.number, move.kind, name(move.cell), move.time, move.took, move.verdict
    return [*first, *step, *risks, best, move.cost, move.measure, len(move.cleared)]
