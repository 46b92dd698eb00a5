"""A bot as a user writes it, typed throughout: it plays a random board with what an expert knows.

The tests run it, and check it with mypy --strict against the installed types.
"""

from __future__ import annotations

from fractions import Fraction

from logicsweep import (
    Board,
    Cell,
    NotForced,
    Player,
    View,
    counter,
    explain,
    play,
    random_board,
    why_in_position,
)
from logicsweep import sentence as in_words


def best_guess(risks: dict[Cell, Fraction]) -> Cell:
    """The cell of least risk, the first among equals."""
    return min(risks, key=lambda cell: (risks[cell], cell))


def clear_all(board: Board, first: Cell) -> tuple[int, int]:
    """How many cells are cleared and how many guesses that takes; a guess at a mine ends it."""
    cleared, guesses = {board.graph.locate(first)}, 0
    while len(cleared) < board.safe_count:
        view: View = board.view(cleared)
        found = counter(view)
        if found.safe:
            cleared.update(found.safe)
            continue
        guess = board.graph.locate(best_guess(dict(cells(view))))
        guesses += 1
        if board.mined[guess]:
            break
        cleared.add(guess)
    return len(cleared), guesses


def cells(view: View) -> list[tuple[Cell, Fraction]]:
    """Each covered cell with its risk."""
    risks = counter(view).risks
    return [(Cell(*divmod(index, 9)), risk) for index, risk in risks.items() if risk > 0]


def lesson(board: Board, player: Player, first: Cell) -> list[str]:
    """What there is to say of the cells that a player leaves covered, in words."""
    view = play(board, first, player).view.without_flags()
    said = []
    for name in view.graph.names(view.covered):
        answer = why_in_position(view, name, player)
        if isinstance(answer, NotForced):
            said.append(f"{name}: risk {answer.risk}")
        elif found := explain(view, name):
            said.append(in_words(view, found))
    return said


if __name__ == "__main__":
    from logicsweep import PLAYERS

    board = random_board((9, 9), mines=10, seed=7)
    first = Cell(*divmod(board.mined.index(0), 9))
    print(clear_all(board, first))
    print(*lesson(board, PLAYERS["casual"], first), sep="\n")
