"""A bot as a user writes it, typed throughout: it plays a random board with what an expert knows.

The tests run it, and check it with mypy --strict against the installed types.
"""

from __future__ import annotations

from collections.abc import Hashable

from logicsweep import (
    Board,
    Player,
    Solution,
    View,
    expert,
    explain,
    play,
    random_board,
    why,
)
from logicsweep import sentence as in_words


def best_guess(found: Solution) -> int:
    """The cell of least risk, the first among equals."""
    return found.least_risk[0]


def clear_all(board: Board, first: Hashable) -> tuple[int, int]:
    """How many cells are cleared and how many guesses that takes; a guess at a mine ends it."""
    cleared, guesses = {board.graph.locate(first)}, 0
    while len(cleared) < board.safe_count:
        view: View = board.view(cleared)
        found = expert(view)
        if found.safe:
            cleared.update(found.safe)
            continue
        guess = best_guess(found)
        guesses += 1
        if board.mined[guess]:
            break
        cleared.add(guess)
    return len(cleared), guesses


def lesson(board: Board, player: Player, first: Hashable) -> list[str]:
    """What there is to say of the cells that a player leaves covered, in words."""
    view = play(board, first, player).after.without_flags()
    lines = []
    for name in view.graph.names(view.covered):
        answer = why(view, name, player)
        if answer.kind == "not forced":
            lines.append(f"{name}: risk {answer.risk}")
        elif found := explain(view, name):
            lines.append(in_words(view, found))
    return lines


if __name__ == "__main__":
    from logicsweep import PLAYERS

    board = random_board((9, 9), mines=10, seed=7)
    first = next(cell for cell in board.graph.cells if cell not in board.mines)
    print(clear_all(board, first))
    print(*lesson(board, PLAYERS["casual"], first), sep="\n")
