"""Review a game that a person played: what each move could have known.

The position before a move is what is cleared, with the mine total. Flags are claims: they decide only what a
chord clears. Clicks that do nothing, such as one on a cleared cell, are passed over and counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from logicsweep.boards.board import COVERED, FLAG, Board, View, blank, with_marks
from logicsweep.boards.cells import find_reached
from logicsweep.boards.played import CLICKS, Click, PlayedGame, check_times
from logicsweep.csp.solution import ALWAYS, NEVER
from logicsweep.errors import InvalidInput, LimitReached, describe, of_kind
from logicsweep.games.onlookers import KnownCell, Onlookers
from logicsweep.games.review import Flag, Measure, Move, Passed, Review
from logicsweep.games.why import full_answer
from logicsweep.guessing.policy import best
from logicsweep.work.progress import with_progress


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
    for click in with_progress(game.clicks, "clicks"):
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
        if cell in self.flags and (wrong or not self.moves or not self.ladder.ask_about(cell)):
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
        return with_marks(self.blank, marks)

    def _clear(self, targets: Iterable[int]) -> list[int]:
        """Clear the safe ones of some cells, and from each 0 its neighbours without flags."""

        def clear(cell: int) -> tuple[int, ...]:
            self.marks[cell] = self.board.clue(cell)
            return () if self.marks[cell] else self._list_open(cell)

        return find_reached([cell for cell in targets if not self.board.mined[cell]], clear)

    def _judge(self, move: Move) -> Move:
        """The move with its verdict."""
        about = {cell: self.ladder.ask_about(cell) for cell in move.targets}
        known = sorted(filter(None, about.values()), key=lambda one: one.effort)
        if mine := next((one for one in known if one.verdict == "mine"), None):
            mistake = replace(move, verdict="mistake", known=mine, risk=ALWAYS, cost=1.0)
            return self._prove(mistake, mine, self.ladder.easiest_safe())
        if len(known) == len(about):
            return replace(move, verdict="known", known=known[-1], risk=NEVER)
        unsure = [cell for cell, one in about.items() if not one]
        solution = self.ladder.solution
        if any(cell in one.may_be_forced for cell in unsure for one in solution.missing):
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
        answers = tuple([full_answer(view, one.cell) for one in known if one])
        return replace(move, certain=self.ladder.list_certain(), answers=answers)

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
