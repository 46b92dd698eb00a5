"""How a run ended, which rules never fired, who can go on, and what waited on its agenda.

To find out, this module plays on or plays again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from logicsweep.boards.board import Board
from logicsweep.csp.position import Position
from logicsweep.csp.solve import find_solution
from logicsweep.errors import Contradiction, Unsound
from logicsweep.games.game import iter_firings, play
from logicsweep.games.outcome import SHOWN, Better, Ended, OnAgenda, Onward, Outcome
from logicsweep.games.path import find_onward_step
from logicsweep.games.players import PLAYERS, Player
from logicsweep.games.run import Run
from logicsweep.games.setup import EASIEST, Setup
from logicsweep.rules.engine import Agenda, misses
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.firing import Lack
from logicsweep.rules.production import is_own
from logicsweep.work.user_file import BrokenRule


def outcome_of(run: Run) -> Outcome:
    """The outcome of a run.

    >>> from logicsweep import View, path
    >>> outcome_of(path(View.parse("01## 02## 01##"), player="casual")).onward.step
    <Step 1, overlap at r1c2>
    """
    ended = Ended(run.won, run.lost, run.guesses, run.luck, known_better(run)) if run.guess else None
    found = Outcome(ended, dict(_find_idle(run)))
    if run.setup.strategy != EASIEST or not run.left or run.guess:
        return found
    try:
        return replace(found, onward=_find_onward(run))
    except Contradiction:
        return replace(found, contradicts=True)


def _find_onward(run: Run) -> Onward:
    if step := find_onward_step(run):
        return Onward(step, find_onward_step(run, run.player) is not None)
    solution = find_solution(Position(run.known, trust_flags=True))
    least = solution.least_risk
    return Onward(None, least_risk=least, risk=solution.risks[least[0]] if least else Fraction(0))


def known_better(run: Run) -> Better | None:
    """How a player of the ladder would have avoided the guess that lost a game; None if nobody would.

    >>> from logicsweep import Board
    >>> board = Board.parse(".M.... ...... M..M..")
    >>> better = known_better(play(board, "r1c5", Setup(guess="least-risk")))
    >>> better.cell, better.player.name
    (0, 'overlap')
    """
    if run.lost in (None, run.start):
        return None
    seen = Position(run.before(len(run.trace.firings), flags=True), trust_flags=True)
    for player in PLAYERS.values():
        found = play(seen, player=player)
        if found.safe:
            return Better(found.safe[0], player, "safe")
        if run.lost in found.mines:
            return Better(run.lost, player, "mine")
    return None


def _find_idle(run: Run) -> list[tuple[str, bool]]:
    """Each custom production that never fired, and whether it fires if it comes first.

    None if the run was stopped before its end.
    """
    productions = run.player.productions
    idle = [one for one in productions if is_own(one) and one.name not in run.profile]
    if not idle or _fires(Position(run.known, trust_flags=True), None, run.player):
        return []
    found = list[tuple[str, bool]]()
    for one in idle:
        first = replace(one, salience=1 + max(other.salience for other in productions))
        player = replace(run.player, productions=(first, *[two for two in productions if two != one]))
        with suppress(BrokenRule):  # if it comes first, it may see something for the first time
            found.append((one.name, _fires(run.what, run.start, player, one.name)))
    return found


def _fires(what: Board | Position, start: int | None, player: Player, name: str | None = None) -> bool:
    """Whether a production of a name, or any, fires; a wrong conclusion, which ends the game, is a firing."""
    try:
        firings = iter_firings(what, start, Setup(player, checked=False))
        return any(name in (None, firing.production) for firing in firings)
    except Unsound as wrong:
        return name in (None, wrong.firing.production)


def list_waiting(run: Run) -> tuple[OnAgenda, ...]:
    """What waits before each firing of a run, and at its end.

    >>> from logicsweep import Board, play
    >>> [(one.places, one.activations) for one in list_waiting(play(Board.parse("... ... MM."), "r1c1"))]
    [(2, 1), (8, 2), (11, 1), (9, 2), (9, 0)]
    """
    found = list[OnAgenda]()
    for agenda in agendas(run):
        due = tuple(agenda)
        lacks = () if due else _find_nearest(run, agenda)
        found.append(OnAgenda(len(agenda), len(due), due[:SHOWN], lacks))
    return tuple(found)


def agendas(run: Run) -> Iterator[Agenda]:
    """The agenda before each firing, and at the end.

    It yields the same agenda each time, updated: list its content before taking the next.
    """
    memory = Knowledge.of(run.position)
    agenda = Agenda(memory, run.player.productions, run.setup.strategy, run.setup.seed)
    yield agenda
    for firing in run.trace.firings:
        agenda.take()
        for fact in (*firing.concluded, *run.trace.opened_by(firing)):
            memory.add(fact)
        yield agenda


def _find_nearest(run: Run, agenda: Agenda) -> tuple[Lack, ...]:
    """The nearest miss of each production that says what it lacks, in the player's order."""
    found: dict[str, Lack] = {}
    for lack in misses(agenda.memory, agenda.productions, range(len(run.graph))):
        found.setdefault(lack.production, lack)
    return tuple([found[one.name] for one in agenda.productions if one.name in found])
