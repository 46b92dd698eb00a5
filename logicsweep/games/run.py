"""A run as it ended: who played, what was visible at first, and each firing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import log10, prod
from typing import Annotated

from logicsweep.boards.annotations import NAMED, CellIndex
from logicsweep.boards.board import COVERED, FLAG, Board, Drawable, View, with_marks
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import extent
from logicsweep.boards.words import plural
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.errors import whole_number
from logicsweep.games.guess import GUESS, Guess
from logicsweep.games.players import Player, has_own
from logicsweep.games.setup import Setup
from logicsweep.games.step import Moments, Step
from logicsweep.games.steps import Steps
from logicsweep.guessing.policy import Policy
from logicsweep.rules.grade import Grade
from logicsweep.rules.trace import Trace, put_mark


@dataclass(frozen=True, repr=False)
class Run(Drawable):
    """One run as it ended; `play(run.what, run.start, run.setup)` plays it again.

    - `position`: what was visible at first. If it trusts its flags, they are mines; otherwise they are
      claims, and count as covered.
    - `setup`: who played, and how.
    - `trace`: the firings.
    - `unproven`: the cells of custom conclusions that were past the solver's limits to check, ascending.
    - `candidates`: in a path, how many steps of the same effort there were at each step; 0 at a guess.
    - `board`, `start`: in a game, the board, which only the referee knows, and the index of the cell that
      was cleared first.

    >>> from logicsweep import play
    >>> found = play(View.parse("1#1#"))
    >>> found.safe, found.mines, found.undecided, found.after.drawing
    ((3,), (1,), (), '1F1?')
    """

    position: Position
    setup: Setup
    trace: Trace
    unproven: Annotated[tuple[CellIndex, ...], "custom conclusions past the limits to check"] = ()
    candidates: tuple[int, ...] | None = None
    board: Board | None = None
    start: Annotated[CellIndex | None, "in a game: the cell that was cleared first"] = None

    def __repr__(self) -> str:
        where, mines = f"on {extent(self.graph)}", plural(len(self.mines), "mine")
        counts = f"{len(self.safe)} safe, {mines}, {len(self.undecided)} undecided"
        if self.board:
            where = f"from {self.start_name} {where}"
            cleared = f"{len(self.cleared)} of {self.board.safe_count} cleared"
            counts = f"{cleared}, {len(self.mines)} flagged"
        if self.guess:
            counts += f", {'won' if self.won else 'not won' if self.lost is None else 'lost'}"
        return f"<Run {self.player.name} {where}: {counts}, {plural(len(self.trace.firings), 'firing')}>"

    @property
    def player(self) -> Annotated[Player, NAMED, "who plays"]:
        """Who plays."""
        return self.setup.player

    @property
    def guess(self) -> Policy | None:
        """The policy of the guesses; None: the player did not guess."""
        return self.setup.guess

    @property
    def first(self) -> Annotated[View, "what was visible at first"]:
        """The view at first."""
        return self.position.view

    @property
    def claims(self) -> Annotated[tuple[CellIndex, ...], "untrusted flags, which count as covered"]:
        """The flags of a position that are not trusted, which count as covered."""
        return () if self.position.trust_flags else self.first.flags

    @property
    def graph(self) -> CellGraph:
        """The cells."""
        return self.first.graph

    @property
    def what(self) -> Board | Position:
        """The board that was played, or the position that the player reasoned from."""
        return self.board or self.position

    @property
    def start_name(self) -> str | None:
        """The name of the cell that was cleared first; None from a position."""
        return None if self.start is None else self.graph.name(self.start)

    @cached_property
    def safe(self) -> Annotated[tuple[CellIndex, ...], "covered cells that were found safe"]:
        """The covered cells that the player found safe, ascending."""
        return self._list_found("safe")

    @cached_property
    def mines(self) -> Annotated[tuple[CellIndex, ...], "covered cells that were found to be mines"]:
        """The covered cells that the player knows to be mines, ascending; trusted flags are among them."""
        return self._list_found("mine")

    @cached_property
    def cleared(self) -> tuple[int, ...]:
        """The cells that were found safe, and the start of a game, ascending."""
        first = () if self.start in (None, self.lost) else (self.start,)
        return tuple(sorted([*first, *self.safe]))

    @property
    def decided(self) -> tuple[int, ...]:
        """The cells that were decided: those cleared, or safe, then the mines."""
        return (*self.cleared, *self.mines)

    @cached_property
    def undecided(self) -> Annotated[tuple[CellIndex, ...], "covered cells that are not decided"]:
        """The covered cells about which the player concluded nothing, ascending."""
        decided = {*self.decided}
        return tuple([cell for cell in self.first.covered if cell not in decided])

    @property
    def left(self) -> Annotated[tuple[CellIndex, ...], "in a game: the undecided cells that are safe"]:
        """The undecided cells that are safe in a game; in a position, all undecided cells."""
        mined = self.board.mined if self.board else ()
        return tuple([cell for cell in self.undecided if not mined[cell]]) if mined else self.undecided

    @property
    def remaining(self) -> Annotated[int, "how many these are"]:
        """In a game, how many safe cells are still covered; in a position, how many cells are undecided."""
        return len(self.left)

    @property
    def guesses(self) -> tuple[Guess, ...]:
        """The guesses, in order."""
        return tuple([one.reason for one in self.trace.firings if isinstance(one.reason, Guess)])

    @property
    def lost(self) -> int | None:
        """The mine that a guess cleared, which ended the game; the start may be that guess."""
        if self.board and self.start is not None and self.board.mined[self.start]:
            return self.start
        return next((guess.cell for guess in self.guesses if guess.mine), None)

    @property
    def won(self) -> bool:
        """Whether all safe cells of a game are cleared."""
        return self.board is not None and not self.remaining

    @property
    def luck(self) -> float:
        """The sum of -log10 of the chance to survive each guess, lost ones too: 1 means one game in ten.

        It is rounded to 12 decimals: beyond them platforms differ.
        """
        return round(0.0 - log10(prod([1 - guess.risk for guess in self.guesses], start=Fraction(1))), 12)

    @cached_property
    def after(self) -> View:
        """The view in the end: FLAG for each mine found, SAFE for a safe cell that nobody opened."""
        marks = list(self.first.marks)
        for fact in self.trace.facts:
            put_mark(marks, fact)
        return with_marks(self.first, marks)

    @property
    def wrong_flags(self) -> Annotated[tuple[CellIndex, ...], "in a position: flags on cells that are safe"]:
        """The flags of a position on cells that the player found safe."""
        return tuple([cell for cell in self.safe if self.first.marks[cell] == FLAG])

    @property
    def own_checked(self) -> Annotated[bool | None, "whether custom conclusions were checked; null: none"]:
        """Whether the conclusions of custom productions were checked; None if the player has none."""
        return self.setup.checked if has_own(self.player) else None

    def before(self, number: int, flags: bool = False) -> View:
        """The view before a firing (from 1); with `flags`, the mines found by then are flags."""
        number = whole_number("number", number, 1, len(self.trace.firings) + 1)
        known = self._moments.at(self.trace.known_before(number))
        if flags:
            return known
        marks = zip(known.marks, self._known.marks, strict=True)
        return with_marks(known, [COVERED if now == FLAG != was else now for now, was in marks])

    @property
    def known(self) -> View:
        """The view in the end; the mines found are its flags."""
        return self.before(len(self.trace.firings) + 1, flags=True)

    def beginning(self, setup: Setup) -> Run:
        """That player's run: the firings before the first by a production that the player lacks.

        Both runs share the explanations of these steps.
        """
        known, firings = {one.name for one in setup.player.productions}, self.trace.firings
        count = next((at for at, one in enumerate(firings) if one.production not in known), len(firings))
        facts = self.trace.facts[: self.trace.known_before(count + 1)]
        found = replace(self, setup=setup, trace=Trace(self.graph, firings[:count], facts))
        vars(found)["steps"] = replace(self.steps[:count], player=setup.player, trace=found.trace)
        return found

    def views(self) -> Iterator[View]:
        """The views before each firing and at the end, with the mines found as flags.

        Each view is a whole board, so don't keep all views of a large run; look at one and go on.

        >>> from logicsweep import play
        >>> game = play(Board.parse('... ... MM.'), "r1c1")
        >>> print(*[view.drawing.replace("\\n", " ") for view in game.views()], sep="\\n")
        0## ### ###
        00# 22# ###
        000 221 ###
        000 221 FF#
        000 221 FF1
        """
        return (self.before(number, flags=True) for number in range(1, len(self.trace.firings) + 2))

    @cached_property
    def steps(self) -> Steps:
        """The firings as steps; each is explained when it is first accessed."""
        count = len(self.trace.firings)
        known = [self.trace.known_before(number) for number in range(1, count + 1)]
        return Steps(
            self.player, self.trace, self._moments, self.candidates, known, numbers=range(1, count + 1)
        )

    @cached_property
    def hardest(self) -> Annotated[Step | None, "the first of the hardest steps; null: there is none"]:
        """The first of the hardest steps; None for a run without steps."""
        found = self.steps.hardest
        return found and found.step

    @property
    def grade(self) -> Grade | None:
        """The grade of the hardest step; for a path, this is the grade of the board for this player."""
        return self.hardest.grade if self.hardest else None

    @property
    def profile(self) -> Annotated[dict[str, int], "how many steps each production took"]:
        """How many firings each production had, in the player's order, guesses last."""
        counts = self.trace.count_firings()
        return {one.name: counts[one.name] for one in (*self.player.productions, GUESS) if one.name in counts}

    @cached_property
    def workload(self) -> Annotated[int, "the clues beyond the first of each step, in all"]:
        """How many clues its steps take beyond the first of each, in all."""
        return self.steps.workload

    @cached_property
    def unexplained(self) -> Annotated[int, "how many steps have no known reason"]:
        """How many steps have no known reason; only custom productions take such steps."""
        return len([step for step in self.steps if not step.grade.clues and not step.guess])

    def _list_found(self, verdict: Verdict) -> tuple[int, ...]:
        found = {fact.subject for fact in self.trace.facts if fact.attribute == verdict}
        return tuple([cell for cell in self.first.covered if cell in found])

    @cached_property
    def _known(self) -> View:
        return self.first if self.position.trust_flags else self.first.without_flags()

    @cached_property
    def _moments(self) -> Moments:
        return Moments(self._known, self.trace)
