"""A review of a game that a person played: each move and what the player could have known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import log10, prod
from statistics import median
from typing import Annotated, Literal, NamedTuple, get_args

from logicsweep.boards.annotations import NAMED, CellIndex
from logicsweep.boards.board import Drawable, View
from logicsweep.boards.names import extent
from logicsweep.boards.played import ClickKind, PlayedGame
from logicsweep.boards.words import clues_text, plural
from logicsweep.csp.solution import ALWAYS, Verdict
from logicsweep.games.answer import FullAnswer
from logicsweep.games.onlookers import KnownCell
from logicsweep.games.players import PLAYERS, Player
from logicsweep.games.step import Step
from logicsweep.guessing.advice import Advice, advise
from logicsweep.rules.clues import TOTAL_ALONE
from logicsweep.rules.solver import CASES_WITH_TOTAL, COUNTED, WITH_TOTAL

MoveVerdict = Literal["first", "known", "forced guess", "needless guess", "mistake", "unknown"]
"""`first`: the first click. `known`: all cells that it clears were certainly safe. `forced guess`: no cell
was. `needless guess`: others were. `mistake`: one was certainly a mine. `unknown`: the solver gave up."""
VERDICTS: tuple[MoveVerdict, ...] = get_args(MoveVerdict)
GUESSES: tuple[MoveVerdict, ...] = "forced guess", "needless guess"
Measure = Literal["win", "worth", "risk"]
"""What a cost is the difference of: the chance to `win`, exact; `worth`, the measure of the policy best if
too many layouts are left to play out; or the `risk` of this move alone."""
Ending = Literal["won", "lost", "unfinished"]
MOMENTS = 3
"""How many of the most costly moves are told in full."""
ONE_CLUE = "one clue"
"""The pattern of a step that takes one clue."""


@dataclass(frozen=True, repr=False)
class Move(Drawable):
    """What a person did, and what could have been known.

    - `view`: what was cleared before it, with the person's flags.
    - `targets`: the cells that the click itself clears, of a chord several, ascending.
    - `known`: what decides the verdict. Known: the hardest of its cells. Needless guess: the easiest safe
      cell. Mistake: the mine.
    - `answers`: of a needless guess, why the cell of `known` is safe. Of a mistake, why it is a mine, then
      why the easiest safe cell is safe, if there was one.
    """

    view: View
    number: Annotated[int, "its number, from 1; flags are no moves"]
    kind: Annotated[ClickKind, "open or chord"]
    cell: Annotated[CellIndex, "the cell that was clicked"]
    targets: Annotated[tuple[CellIndex, ...], "the cells that the click itself clears"]
    cleared: Annotated[tuple[CellIndex, ...], "the cells cleared by it, those of an opening too"]
    hit: Annotated[CellIndex | None, "the mine that it hit; null: none"]
    time: Annotated[float | None, "seconds since the game began; null: not known"]
    took: Annotated[float | None, "seconds since the click before, flags too; null: not known"]
    verdict: Annotated[MoveVerdict, "what could have been known"] = "first"
    known: Annotated[
        KnownCell | None, "known: its hardest cell; needless: a safe cell; mistake: the mine"
    ] = None
    risk: Annotated[Fraction | None, "the share of layouts in which it hits a mine; null: not counted"] = None
    least_risk: Annotated[Fraction | None, "a guess: the least risk of any cell"] = None
    best: Annotated[CellIndex | None, "a forced guess: the cell that the policy best clears"] = None
    cost: Annotated[float, "what the choice cost, from 0 to 1"] = 0.0
    measure: Annotated[Measure, "what that is a difference of"] = "risk"
    certain: Annotated[
        dict[CellIndex, Verdict], "a needless guess or mistake: the cells that were certain before it"
    ] = field(default_factory=dict)
    flag_changes: Annotated[
        tuple[CellIndex, ...], "flags that were set or taken away since the move before"
    ] = ()
    answers: tuple[FullAnswer, ...] = ()
    line: int | None = None

    def __repr__(self) -> str:
        name = self.view.graph.name(self.cell)
        return f"<Move {self.number}, {self.kind} {name}: {self.verdict}>"

    @property
    def pattern(self) -> Annotated[str | None, "the pattern of what was known: see `pattern_named`"]:
        """The pattern of what was known, under the name of its lesson; None for a forced guess."""
        return pattern_named(self.known) if self.known else None

    @property
    def level(self) -> Annotated[str | None, "what that step takes: see `level_named`"]:
        """What the hardest step to what was known takes; None for a forced guess."""
        return level_named(self.known) if self.known else None

    @property
    def proofs(self) -> Annotated[dict[CellIndex, tuple[Step, ...]], "for each answer, its steps"]:
        """The steps to what was known, and to a safe cell if there was one."""
        return {full.answer.cell: full.answer.steps for full in self.answers}

    @cached_property
    def advice(self) -> Advice | None:
        """Which cell to clear instead of a forced guess, and why."""
        return advise(self.view.without_flags()) if self.verdict == "forced guess" else None


class Flag(NamedTuple):
    """A flag on a cell that is safe, or that could not be known to be a mine yet."""

    cell: Annotated[CellIndex, "the flagged cell"]
    time: Annotated[float | None, "seconds since the game began; null: not known"]
    move: Annotated[int, "the number of the move before it; 0: none"]
    wrong: Annotated[bool, "whether the cell is safe; if not, the flag came too early"]


class Passed(NamedTuple):
    """A click that did nothing."""

    kind: Annotated[ClickKind, "open, flag or chord"]
    cell: Annotated[CellIndex, "the cell that was clicked"]
    why: Annotated[str, "why it did nothing"]
    line: Annotated[int | None, "the number of its line in a text; null: not from a text"]


class Tally(NamedTuple):
    """The moves of one verdict, those that are known by the weakest player who knows them."""

    verdict: Annotated[MoveVerdict, "the verdict"]
    player: Annotated[Player | None, NAMED, "known: the weakest player who knows them"]
    moves: Annotated[int, "how many there are"]
    median: Annotated[float | None, "the median of the seconds before them; null: no times"]


class Practice(NamedTuple):
    """A pattern: how often it was there, how often it was missed, and how long the answers took."""

    pattern: Annotated[str, "the pattern"]
    known: Annotated[int, "moves that it made known"]
    missed: Annotated[int, "guesses and mistakes that it would have avoided"]
    median: Annotated[float | None, "the median of the seconds before the known moves; null: no times"]

    @property
    def lesson(self) -> Annotated[str | None, "the name of the lesson about it; null: there is none"]:
        """The name of the lesson about it; None if there is none."""
        return LESSONS.get(self.pattern)


class InNumbers(NamedTuple):
    """A reviewed game in numbers."""

    ending: Annotated[Ending, "how it ended"]
    time: Annotated[float | None, "seconds at the last move; null: not known"]
    judged: Annotated[int, "moves with a verdict: all but the first"]
    known: Annotated[int, "how many of them were known"]
    tallies: Annotated[tuple[Tally, ...], "the moves by verdict, the known ones by player"]
    guesses: Annotated[int, "guesses whose risk is counted"]
    survival: Annotated[float, "the chance to survive all of them"]
    luck: Annotated[float, "the same as -log10: 1 means one game in ten"]
    practice: Annotated[tuple[Practice, ...], "the patterns, those missed most often first, then the slowest"]


@dataclass(frozen=True, repr=False)
class Review(Drawable):
    """A game move by move.

    - `game`: the board and the clicks.
    - `moves`: the clicks that cleared something, or hit a mine.
    - `flags`: the flags on safe cells, and those set before they could be known.
    - `passed`: the clicks that did nothing.
    - `last`: what is cleared at the end, with the flags then.

    >>> from logicsweep import Board, review
    >>> found = review(Board.parse("..M. M..."), [("open", "r1c1"), ("open", "r2c2"), ("open", "r2c1")])
    >>> found
    <Review on 2 x 4: 3 moves, 0 of 2 known, lost>
    >>> [(move.verdict, str(move.risk)) for move in found.moves]
    [('first', 'None'), ('forced guess', '1/3'), ('needless guess', '1/2')]
    """

    game: PlayedGame
    moves: tuple[Move, ...]
    flags: tuple[Flag, ...]
    passed: tuple[Passed, ...]
    last: View

    def __repr__(self) -> str:
        told = self.summary
        counts = f"{plural(len(self.moves), 'move')}, {told.known} of {told.judged} known, {told.ending}"
        return f"<Review on {extent(self.game.board.graph)}: {counts}>"

    @property
    def judged(self) -> tuple[Move, ...]:
        """The moves with a verdict: all but the first."""
        return tuple([move for move in self.moves if move.verdict != "first"])

    @cached_property
    def moments(self) -> tuple[Move, ...]:
        """The moves that cost most, at most three, the costliest first."""
        costly = [move for move in self.moves if move.cost > 0]
        return tuple(sorted(costly, key=lambda move: (move.verdict != "mistake", -move.cost))[:MOMENTS])

    @cached_property
    def summary(self) -> InNumbers:
        """The game in numbers."""
        last, guesses = self.moves[-1], [move for move in self.moves if move.verdict in GUESSES]
        chances = [1 - move.risk for move in guesses if move.risk and move.risk < 1]  # else it is no luck
        survival = prod(chances, start=ALWAYS)
        ending: Ending = "unfinished"
        if last.hit is not None:
            ending = "lost"
        elif len(self.last.covered) == self.game.board.mine_count:
            ending = "won"
        return InNumbers(
            ending,
            last.time,
            len(self.judged),
            len([move for move in self.moves if move.verdict == "known"]),
            tuple(tallies_of(self.moves)),
            len(chances),
            float(f"{float(survival):.12g}"),
            round(0.0 - sum(map(log10, chances)), 9),
            tuple(practice_of(self.moves)),
        )

    def settle(self) -> Review:
        """Weigh the forced guesses among the moments now, and return the same object."""
        for move in self.moments:
            if move.advice and len(move.targets) == 1:
                move.advice.sentences(move.targets[0])
        return self


def pattern_named(known: KnownCell) -> str:
    """The name of the lesson about the hardest step to a cell: a pattern of two clues, or else its level.

    The patterns are `1-1`, `1-2`, `1-3` and `holes`.
    """
    level = level_named(known)
    if level == "two clues" and known.pattern:
        return {"hole": "holes"}.get(name := known.pattern.removesuffix(" reduced"), name)
    return "three clues or more" if level.endswith("clues") and level != "two clues" else level


LESSONS = {
    ONE_CLUE: "two-rules",
    **{name: name for name in ("1-1", "1-2", "holes")},
    "three clues or more": "three-clues",
    "mines left": "mines-left",
}
"""The name of the lesson about each pattern of a review."""


def level_named(known: KnownCell) -> str:
    """What the hardest step to a cell takes: `one clue`, `two clues`, ..., `cases` or `mines left`."""
    if known.production in _WITH_TOTAL:
        return "mines left"
    if known.grade.cases:
        return "cases"
    return clues_text(known.grade.clues)


_WITH_TOTAL = {one.name for one in (TOTAL_ALONE, WITH_TOTAL, CASES_WITH_TOTAL, COUNTED)}


def tallies_of(moves: Sequence[Move]) -> Iterator[Tally]:
    """The moves by verdict, the known ones by the weakest player who knows them; without empty rows."""
    for player in PLAYERS.values():
        if its := [
            one for one in moves if one.verdict == "known" and one.known and one.known.player == player
        ]:
            yield Tally("known", player, len(its), median_of(its))
    for verdict in VERDICTS:
        its = [move for move in moves if move.verdict == verdict]
        if its and verdict not in ("first", "known"):
            yield Tally(verdict, None, len(its), median_of(its))


def practice_of(moves: Iterable[Move]) -> Iterator[Practice]:
    """The patterns: those missed most often first, then those with the slowest answers."""
    by_pattern: dict[str, list[Move]] = {}
    for move in moves:
        if move.pattern:
            by_pattern.setdefault(move.pattern, []).append(move)
    found = list[Practice]()
    for pattern, its in by_pattern.items():
        known = [move for move in its if move.verdict == "known"]
        found.append(Practice(pattern, len(known), len(its) - len(known), median_of(known)))
    yield from sorted(found, key=lambda one: (-one.missed, -(one.median or 0), one.pattern))


def median_of(moves: Iterable[Move]) -> float | None:
    """The median of the seconds before some moves; None if no time is known."""
    took = [move.took for move in moves if move.took is not None]
    return round(median(took), 6) if took else None
