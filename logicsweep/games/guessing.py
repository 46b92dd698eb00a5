"""How a policy is asked for a guess in a game.

A weaker player can be stuck although something is certain. Clearing that would not be a guess, so the policy
is asked about the position with all certain cells marked. Cells that are certain only by the mine total
cannot be left out this way, because only bad cells might be left. The policy then ignores the mine total.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from logicsweep.boards.board import COVERED, FLAG, SAFE, Board, View, with_marks
from logicsweep.csp.position import Position
from logicsweep.csp.solve import find_solution
from logicsweep.games.guess import GUESS, Guess
from logicsweep.guessing.policy import Policy
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.firing import Fact, Firing
from logicsweep.rules.solver import position_of


def fire_guess(memory: Knowledge, policy: Policy, board: Board, number: int) -> Firing:
    """A policy's guess, as a firing with the referee's answer.

    It concludes that the cell is safe; for a mine it concludes `exploded`, which decides nothing.
    """
    position = position_of(memory)
    unsure = open_part(position)
    if unsure is None:
        cell, risk, total = find_solution(position).safe[0], Fraction(0), True
    else:
        choice = policy.choose(unsure)[0]
        cell, risk, total = choice.cell, choice.risk, unsure.uses_total(None)
    guess = Guess(policy.name, cell, risk, bool(board.mined[cell]), total)
    answer = Fact("exploded" if guess.mine else "safe", cell)
    return Firing(number, GUESS.name, cell, (), (answer,), reason=guess)


def open_part(position: Position) -> Position | None:
    """The position with all cells marked that the clues make certain; None if none is left undecided.

    It keeps the mine total unless that makes more cells certain. The position trusts its flags.

    >>> from logicsweep import View
    >>> for text in ("mines 3 1#1####", "mines 2 1#1####", "mines 1 1#1####"):
    ...     open_part(Position(View.parse(text), trust_flags=True)).view
    View.parse('1F1?###', mines=3)
    View.parse('1F1?###', mines=2)
    View.parse('1F1?###')
    """
    view = position.view
    if not _list_news(position):
        return position
    certain = _list_news(position, False)
    marks = [certain.get(cell, mark) for cell, mark in enumerate(view.marks)]
    if COVERED not in marks:
        return None
    marked = replace(position, view=with_marks(view, marks))
    return marked if not _list_news(marked) else replace(marked, view=View(view.graph, tuple(marks)))


def _list_news(position: Position, total: bool | None = None) -> dict[int, int]:
    """The marks of the covered cells that are certain."""
    found = find_solution(position, total)
    certain = dict.fromkeys(found.safe, SAFE) | dict.fromkeys(found.mines, FLAG)
    return {cell: mark for cell, mark in certain.items() if position.view.marks[cell] == COVERED}
