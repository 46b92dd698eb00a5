"""The declared rules once more, as their definitions say them, over sets of neighbours.

Each takes what is seen and gives its looks: at which cells, how far apart the two numbers of the rule are,
and what follows if they are equal.
"""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.rules.facts import BOARD, Knowledge


class Look(NamedTuple):
    """One look of a rule: at these cells, whether the numbers agree or how far apart, what would follow."""

    cells: tuple[int, ...]
    apart: int
    safe: frozenset[int] = frozenset()
    mines: frozenset[int] = frozenset()


class Seen:
    """What is known, as sets of cells."""

    def __init__(self, memory: Knowledge) -> None:
        known = {cell for name in ("clue", "safe", "mine") for cell in memory[name]}
        self.clues = {cell: fact.value for cell, fact in memory["clue"].items()}
        self.mines = frozenset(memory["mine"])
        self.covered = frozenset(range(len(memory.field))) - known
        self.near = [frozenset(memory.graph.adj[cell]) for cell in range(len(memory.field))]
        self.total = memory["total"][BOARD].value if memory["total"] else None


def all_found(seen: Seen) -> list[Look]:
    """As many mines are found around a clue as it shows: its covered neighbours are safe."""
    return [
        Look((x,), abs(len(seen.near[x] & seen.mines) - m), safe=seen.near[x] & seen.covered)
        for x, m in seen.clues.items()
    ]


def all_mines(seen: Seen) -> list[Look]:
    """A clue has as many found mines and covered neighbours as it shows: the covered ones are mines."""
    possible = seen.mines | seen.covered
    return [
        Look((x,), abs(len(seen.near[x] & possible) - m), mines=seen.near[x] & seen.covered)
        for x, m in seen.clues.items()
    ]


def overlap(seen: Seen) -> list[Look]:
    """The mines that only x sees, less those that only y sees, are m - n: as many as there can be."""
    looks = []
    for x, m in seen.clues.items():
        for y, n in seen.clues.items():
            if x != y and seen.near[x] & seen.near[y] & seen.covered:
                only_x, only_y = seen.near[x] - seen.near[y], seen.near[y] - seen.near[x]
                most = len(only_x & (seen.mines | seen.covered)) - len(only_y & seen.mines)
                looks.append(
                    Look((x, y), abs(m - n - most), only_y & seen.covered, mines=only_x & seen.covered)
                )
    return looks


def total_alone(seen: Seen) -> list[Look]:
    """All mines of the board are found, or as many cells are left as mines."""
    if seen.total is None:
        return []
    left = seen.total - len(seen.mines)
    return [
        Look((), abs(left), safe=seen.covered),
        Look((), abs(len(seen.covered) - left), mines=seen.covered),
    ]


def one_one(seen: Seen) -> list[Look]:
    """Two clues are 1, and every possible mine of y is near x: the cells that only x sees are safe."""
    looks, possible = [], seen.mines | seen.covered
    ones = [cell for cell, value in seen.clues.items() if value == 1]
    for x in ones:
        for y in ones:
            if x != y and seen.near[x] & seen.near[y] & seen.covered:
                beyond = len(seen.near[y] & possible - seen.near[x])
                looks.append(Look((x, y), beyond, safe=(seen.near[x] - seen.near[y]) & seen.covered))
    return looks
