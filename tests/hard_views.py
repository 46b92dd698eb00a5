"""Views that counting alone does not decide, made by a seed: for the tests and the benchmark."""

import random

from logicsweep.boards.random import random_board


def lattice(side, density, seed):
    """Clues on every second cell of every second row."""
    board = random_board((side, side), round(side * side * density), seed)
    odd = [i for i in range(side * side) if i // side % 2 and i % side % 2]
    return board.view([i for i in odd if not board.mined[i]], total=False)


def scattered(side, density, shown, seed):
    """A share of the safe cells, anywhere."""
    board = random_board((side, side), round(side * side * density), seed)
    safe = [i for i, mine in enumerate(board.mined) if not mine]
    return board.view(random.Random(seed).sample(safe, round(len(safe) * shown)), total=False)
