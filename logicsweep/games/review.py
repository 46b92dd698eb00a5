"""Review a game that a person played: what each move could have known.

The position before a move is what is cleared, with the mine total. Flags are claims: they decide only what a
chord clears. Clicks that do nothing, such as one on a cleared cell, are passed over and counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import log10, prod
from statistics import median
from typing import Annotated, Literal, NamedTuple, get_args

from logicsweep.boards.annotations import NAMED, CellIndex
from logicsweep.boards.board import COVERED, FLAG, Board, Drawable, View, blank, remarked
from logicsweep.boards.cells import reached
from logicsweep.boards.names import extent
from logicsweep.boards.played import CLICKS, Click, ClickKind, PlayedGame, check_times
from logicsweep.boards.words import number_text, plural
from logicsweep.csp.solution import ALWAYS, NEVER, Verdict
from logicsweep.errors import InvalidInput, LimitReached, describe, of_kind
from logicsweep.games.answer import FullAnswer
from logicsweep.games.onlookers import KnownCell, Onlookers
from logicsweep.games.players import PLAYERS, Player
from logicsweep.games.step import Step
from logicsweep.games.why import full_answer
from logicsweep.guessing.advice import Advice, advise
from logicsweep.guessing.policy import best
from logicsweep.rules.clues import TOTAL_ALONE
from logicsweep.rules.solver import CASES_WITH_TOTAL, COUNTED, WITH_TOTAL
from logicsweep.work.progress import paced

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
    proofs: Annotated[
        dict[CellIndex, tuple[Step, ...]],
        "likewise: the steps to what was known, and to a safe cell if there was one",
    ] = field(default_factory=dict)
    flag_changes: Annotated[
        tuple[CellIndex, ...], "flags that were set or taken away since the move before"
    ] = ()
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

    @cached_property
    def answer(self) -> FullAnswer | None:
        """Why the cell of `known` is what it is, from what was visible before the move, if there is one."""
        return full_answer(self.view.without_flags(), self.known.cell) if self.known else None

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
        """Explain the moments now, and return the same object."""
        for move in self.moments:
            _ = move.answer, move.advice
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
"""The names of lessons by the patterns of a review."""


def level_named(known: KnownCell) -> str:
    """What the hardest step to a cell takes: `one clue`, `two clues`, ..., `cases` or `mines left`."""
    if known.production in _WITH_TOTAL:
        return "mines left"
    if known.grade.cases:
        return "cases"
    clues = known.grade.clues
    return ONE_CLUE if clues == 1 else f"{number_text(clues) if clues else 'several'} clues"


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


def review(board: Board | PlayedGame, moves: Iterable[Click | Sequence[object]] | None = None) -> Review:
    """Review a game: what each move could have known, and what it cost.

    - `board`: the board; or a `PlayedGame`, which has its clicks.
    - `moves`: the clicks in order, each a `Click`, or a kind, a cell and perhaps a time in seconds.

    Raises InvalidInput for an unknown kind, a cell outside the board, a time that is no number of seconds or
    runs backwards, and a game in which no click opens a cell.

    >>> found = review(Board.parse("... ... MM."), [("open", "r1c1", 0.0), ("open", "r3c3", 1.5)])
    >>> found.moves[-1].verdict, found.moves[-1].known.player.name, found.moves[-1].took
    ('known', 'casual', 1.5)
    """
    game = board if isinstance(board, PlayedGame) else _make_game(board, moves or ())
    found = _Reviewing(game.board)
    for click in paced(game.clicks, "clicks"):
        found.take(click)
    if not found.moves:
        raise InvalidInput("moves", "a click that opens a cell", "none")
    return Review(game, tuple(found.moves), tuple(found.early), tuple(found.passed), found.view())


_TOO_LATE = 10**9  # seconds: the texts have at most nine digits


def _make_game(board: Board, moves: Iterable[Click | Sequence[object]]) -> PlayedGame:
    of_kind("board", board, Board)
    clicks = list[Click]()
    for number, move in enumerate(of_kind("moves", moves, Iterable), 1):
        place = f"move {number}"
        if not isinstance(move, Click) and not (isinstance(move, Sequence) and len(move) in (2, 3)):
            raise InvalidInput(place, "a Click, or a kind, a cell and perhaps a time", describe(move))
        kind, cell, time, line = (*move, None, None)[:4]
        if not (time is None or _is_time(time)):
            raise InvalidInput(place, "a time in seconds, at least 0 and below 10**9", describe(time))
        if kind not in CLICKS:
            raise InvalidInput(place, f"one of {', '.join(CLICKS)}", describe(kind))
        clicks.append(Click(kind, board.graph.locate(cell, place), time, line))  # type: ignore[arg-type]
    return PlayedGame(board, check_times(clicks, "moves"))


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < _TOO_LATE


class _Reviewing:
    """A game under review: what is cleared and flagged so far, and the moves until then."""

    def __init__(self, board: Board) -> None:
        self.board, self.neighbours = board, board.graph.neighbours
        self.moves, self.early, self.passed = list[Move](), list[Flag](), list[Passed]()
        self.marks, self.flags = [COVERED] * len(board.graph), set[int]()
        self.flags_before = set[int]()  # the move before
        self.blank = blank(board.graph, board.mine_count)
        self.is_over = False
        self.last: Click | None = None
        self.before: float | None = None  # the time of the last click that did something
        self.ladder = Onlookers(board.graph, board.mine_count)

    def take(self, click: Click) -> None:
        """Take in the next click.

        A right button that goes down for a chord sets no flag on the cleared cell there: that is not counted.
        """
        last, self.last = self.last, click
        if click.kind == "chord" and last and last.kind == "flag" and self.marks[last.cell] >= 0:
            self.passed.pop()
        if why := self._find_why_nothing(click):
            self.passed.append(Passed(click.kind, click.cell, why, click.line))
            return
        if click.kind == "flag":
            self._set_flag(click)
        else:
            self._move(click)
        self.before = self.before if click.time is None else click.time

    def _find_why_nothing(self, click: Click) -> str:
        if self.is_over:
            return "the game is over"
        if click.kind == "chord":
            return "" if self._list_targets(click) else "no cell around it to clear"
        if self.marks[click.cell] != COVERED:
            return "it is cleared already"
        return "it has a flag" if click.kind == "open" and click.cell in self.flags else ""

    def _list_targets(self, click: Click) -> tuple[int, ...]:
        """The cells that a click itself clears: of a chord, if there are as many flags as the clue says."""
        if click.kind == "open":
            return (click.cell,)
        flagged = self.flags.intersection(self.neighbours[click.cell])
        return self._list_open(click.cell) if len(flagged) == self.marks[click.cell] else ()

    def _list_open(self, cell: int) -> tuple[int, ...]:
        """The covered cells without flags around a cell."""
        covered = [one for one in self.neighbours[cell] if self.marks[one] == COVERED]
        return tuple([one for one in covered if one not in self.flags])

    def _set_flag(self, click: Click) -> None:
        cell, wrong = click.cell, not self.board.mined[click.cell]
        self.flags ^= {cell}
        if cell in self.flags and (wrong or not self.moves or not self.ladder.about(cell)):
            self.early.append(Flag(cell, click.time, len(self.moves), wrong))

    def _move(self, click: Click) -> None:
        targets, view = self._list_targets(click), self.view()
        hit = next((cell for cell in targets if self.board.mined[cell]), None)
        took = None if click.time is None or self.before is None else round(click.time - self.before, 9)
        cleared = tuple(sorted(self._clear(targets)))
        what = view, len(self.moves) + 1, click.kind, click.cell
        changes = tuple(sorted(self.flags ^ self.flags_before))
        self.flags_before = {*self.flags}
        move = Move(*what, targets, cleared, hit, click.time, took, flag_changes=changes, line=click.line)
        self.moves.append(self._judge(move) if self.moves else move)
        self.ladder.see([(cell, self.marks[cell]) for cell in cleared])
        self.is_over = hit is not None or self.marks.count(COVERED) == self.board.mine_count

    def view(self) -> View:
        """What is cleared, with the flags."""
        marks = [FLAG if cell in self.flags else mark for cell, mark in enumerate(self.marks)]
        return remarked(self.blank, marks)

    def _clear(self, targets: Iterable[int]) -> list[int]:
        """Clear the safe ones of some cells, and from each 0 its neighbours without flags."""

        def clear(cell: int) -> tuple[int, ...]:
            self.marks[cell] = self.board.clue(cell)
            return () if self.marks[cell] else self._list_open(cell)

        return reached([cell for cell in targets if not self.board.mined[cell]], clear)

    def _judge(self, move: Move) -> Move:
        """The move with its verdict."""
        about = {cell: self.ladder.about(cell) for cell in move.targets}
        known = sorted(filter(None, about.values()), key=lambda one: one.effort)
        if mine := next((one for one in known if one.verdict == "mine"), None):
            mistake = replace(move, verdict="mistake", known=mine, risk=ALWAYS, cost=1.0)
            return self._prove(mistake, mine, self.ladder.easiest_safe())
        if len(known) == len(about):
            return replace(move, verdict="known", known=known[-1], risk=NEVER)
        unsure = [cell for cell, one in about.items() if not one]
        solution = self.ladder.solution
        if any(cell in one.undecided for cell in unsure for one in solution.missing):
            return replace(move, verdict="unknown")
        risk = self._find_risk(unsure)
        if safe := self.ladder.easiest_safe():
            cost = round(float(risk or 0), 9)
            guess = replace(
                move, verdict="needless guess", known=safe, risk=risk, least_risk=NEVER, cost=cost
            )
            return self._prove(guess, safe)
        least = next((solution.risks[cell] for cell in solution.least_risk), None)
        guess = replace(move, verdict="forced guess", risk=risk, least_risk=least)
        return self._weigh_choice(guess, unsure)

    def _prove(self, move: Move, *known: KnownCell | None) -> Move:
        """The move, with what was certain before it, and the steps to these known cells."""
        view = move.view.without_flags()
        proofs = {one.cell: full_answer(view, one.cell).answer.steps for one in known if one}
        return replace(move, certain=self.ladder.certain(), proofs=proofs)

    def _find_risk(self, cells: Sequence[int]) -> Fraction | None:
        """The share of layouts with a mine in some of these cells; None if it is too wide to count."""
        solution = self.ladder.solution
        if len(cells) == 1:
            return solution.risks.get(cells[0])
        with_none = self.ladder.position.layouts_with(dict.fromkeys(cells, 0), solution.total)
        if with_none is None or not solution.layouts:
            return None
        return 1 - Fraction(with_none, solution.layouts)

    def _weigh_choice(self, move: Move, unsure: list[int]) -> Move:
        """A forced guess with the cell that `best` would take, and what the choice cost."""
        try:
            ranked = best(self.ladder.position, unsure[:1])
        except LimitReached:
            return move
        first, own = ranked[0], next((one for one in ranked if [one.cell] == unsure), None)
        measure: Measure = "risk"
        cost = (move.risk or NEVER) - (move.least_risk or NEVER)
        if own and first.win is not None and own.win is not None:
            measure, cost = "win", first.win - own.win
        elif own and first.worth is not None and own.worth is not None:
            measure, cost = "worth", first.worth - own.worth
        return replace(move, best=first.cell, cost=max(0.0, round(float(cost), 9)), measure=measure)
