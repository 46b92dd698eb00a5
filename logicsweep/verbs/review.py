"""`review`: what each move of a game could have known, and what many games have in common."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from statistics import quantiles
from typing import Annotated, NamedTuple

from logicsweep.boards.board import Drawable
from logicsweep.boards.cells import FieldMaker
from logicsweep.errors import InvalidInput, LogicsweepError, whole_number
from logicsweep.games.review import GUESSES, Move, Review, level_named, practice_of
from logicsweep.games.reviewing import review as review_game
from logicsweep.verbs.reading import READS, open_inputs
from logicsweep.work.executors import can_start, in_order, processes
from logicsweep.work.progress import with_progress

FEWEST = 20
"""The fewest moves from which a figure over many games is drawn."""
_AHEAD = 4  # files under way for each process
File = tuple[str, bytes]
"""The name of a file, and its bytes."""


@dataclass(frozen=True)
class Reviewed(Drawable):
    """A game and its review: the name of its file, and its number over all files, from 1."""

    name: str
    number: int
    review: Review


class Refused(NamedTuple):
    """A file that holds no game, and what is wrong with it."""

    name: str
    error: LogicsweepError


class Timing(NamedTuple):
    """How long people took for the moves of a level, or of a verdict that is no known move."""

    level: Annotated[str, "what the hardest step to the move takes; or the verdict"]
    moves: Annotated[int, "moves with a time"]
    games: Annotated[int, "games with such a move"]
    players: Annotated[int, "different names of players in these games"]
    lower: Annotated[float | None, "the lower quartile of the seconds before them; null: fewer than 20"]
    median: Annotated[float | None, "their median; null: fewer than 20"]
    upper: Annotated[float | None, "their upper quartile; null: fewer than 20"]


class Missed(NamedTuple):
    """How often people missed a pattern."""

    pattern: Annotated[str, "the pattern"]
    known: Annotated[int, "moves that it made known"]
    missed: Annotated[int, "needless guesses and mistakes that it would have avoided"]
    games: Annotated[int, "games in which it was there"]
    players: Annotated[int, "different names of players in these games"]
    share: Annotated[float | None, "the share that was missed; null: fewer than 20 moves"]


@dataclass(frozen=True)
class Totals:
    """What many games have in common."""

    games: Annotated[int, "games"]
    players: Annotated[int, "different names of players in the files"]
    nameless: Annotated[int, "games without the name of a player"]
    won: Annotated[int, "games won"]
    judged: Annotated[int, "moves with a verdict"]
    known: Annotated[int, "moves that were known"]
    forced: Annotated[int, "forced guesses"]
    needless: Annotated[int, "needless guesses"]
    mistakes: Annotated[int, "mistakes"]
    timings: Annotated[tuple[Timing, ...], "times by level, the easiest first, then guesses and mistakes"]
    patterns: Annotated[tuple[Missed, ...], "patterns, the one missed most often first"]

    @property
    def per_game(self) -> Annotated[float, "needless guesses a game"]:
        """Needless guesses a game."""
        return round(self.needless / self.games, 6) if self.games else 0.0


def review(name: str, data: bytes, form: str | None = None, field: FieldMaker | None = None) -> list[Review]:
    """Review the games of a file; `form` is the name of its format, None to recognise it.

    `field`: the kind of field, such as `CellGraph.torus`; None: a grid.

    Raises InvalidInput, with the name as its place, if the file holds no game or a game without a move.

    >>> [found] = review("game", b"2 3\\n...\\n.M.\\n0 open r1c1\\n1.5 open r1c3\\n")
    >>> found.moves[1].verdict, found.moves[1].took
    ('known', 1.5)
    """
    [opened] = open_inputs([(name, iter([data]))], READS["review"], form, field)
    found = list[Review]()
    for game in opened.games():
        try:
            found.append(review_game(game))
        except InvalidInput as error:
            if error.place != "moves":
                raise
            raise InvalidInput(name, "a game with a click that opens a cell", error.found) from None
    return found


def reviews(
    files: Iterable[File | Refused],
    form: str | None = None,
    jobs: int = 1,
    field: FieldMaker | None = None,
) -> Iterator[Reviewed | Refused]:
    """Review the games of many files in order; yields what is wrong with a file in its place.

    `jobs` is the number of processes, 0 for one per core. One file needs no other process.

    >>> [one] = reviews([("empty", b"")])
    >>> str(one.error)
    'empty:1:1: expected a board, got an empty text'
    """
    numbers = count(1)
    for name, found in _review_each(files, partial(_review_or_refuse, form, field), jobs):
        if isinstance(found, Refused):
            yield found
        else:
            yield from [Reviewed(name, next(numbers), one) for one in found]


_Found = list[Review] | Refused


def _review_or_refuse(form: str | None, field: FieldMaker | None, file: File | Refused) -> _Found:
    if isinstance(file, Refused):
        return file
    try:
        return review(*file, form, field)
    except LogicsweepError as error:
        return Refused(file[0], error)


def _review_each(
    files: Iterable[File | Refused], call: Callable[[File | Refused], _Found], jobs: int
) -> Iterator[tuple[str, _Found]]:
    jobs = whole_number("jobs", jobs, 0) or os.cpu_count() or 1
    some = [*files]
    if jobs == 1 or len(some) == 1 or not can_start():
        yield from ((file[0], call(file)) for file in with_progress(some, "games"))
        return
    workers = partial(processes, min(jobs, len(some)))
    for file, future in with_progress(in_order(workers, call, some, _AHEAD * jobs), "games", len(some)):
        yield file[0], future.result()


def total_of(found: Sequence[Review]) -> Totals:
    """What many games have in common; a figure from fewer than 20 moves is left out.

    >>> [one] = review("game", b"1 4\\n.M..\\n0 open r1c3\\n1.5 open r1c1\\n")
    >>> totals = total_of([one])
    >>> totals.games, totals.timings[0].level, totals.timings[0].median
    (1, 'mines left', None)
    """
    names = [one.game.player for one in found]
    moves = [((at, one.game.player), move) for at, one in enumerate(found) for move in one.judged]
    verdicts = [one.verdict for _, one in moves]
    return Totals(
        len(found),
        len({*filter(None, names)}),
        names.count(""),
        sum(one.summary.ending == "won" for one in found),
        len(moves),
        verdicts.count("known"),
        verdicts.count("forced guess"),
        verdicts.count("needless guess"),
        verdicts.count("mistake"),
        tuple(_find_timings(moves)),
        tuple(_find_missed(moves)),
    )


_Moves = Sequence[tuple[tuple[int, str], Move]]  # each with the index of its game and the player's name


def _find_timings(moves: _Moves) -> Iterator[Timing]:
    known = [(at, move) for at, move in moves if move.verdict == "known"]
    levels = {level_named(move.known): move.known.grade for _, move in known if move.known}
    for level in sorted(levels, key=levels.__getitem__):
        yield _time(level, [one for one in known if one[1].level == level])
    for verdict in (*GUESSES, "mistake"):
        if its := [one for one in moves if one[1].verdict == verdict]:
            yield _time(verdict, its)


def _time(level: str, moves: _Moves) -> Timing:
    timed = [(at, move.took) for at, move in moves if move.took is not None]
    took = [seconds for _, seconds in timed]
    quartiles = quantiles(took, n=4, method="inclusive") if len(took) >= FEWEST else (None, None, None)
    stand = _count_games(at for at, _ in timed)
    return Timing(level, len(took), *stand, *[one if one is None else round(one, 6) for one in quartiles])


def _count_games(found: Iterable[tuple[int, str]]) -> tuple[int, int]:
    """How many games, and how many names of players."""
    games = {*found}
    return len(games), len({name for _, name in games if name})


def _find_missed(moves: _Moves) -> Iterator[Missed]:
    found = list[Missed]()
    for pattern, known, missed, _ in practice_of(move for _, move in moves):
        stand, whole = _count_games(at for at, move in moves if move.pattern == pattern), known + missed
        share = round(missed / whole, 6) if whole >= FEWEST else None
        found.append(Missed(pattern, known, missed, *stand, share))
    yield from sorted(found, key=lambda one: (-(one.share or 0), -one.missed, one.pattern))
