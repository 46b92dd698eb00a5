"""Slow and obviously right: the two casual rules as the statement words them, on sets."""

from __future__ import annotations

from logicsweep.boards.board import Board


def play(board: Board, start: int) -> tuple[set[int], set[int]]:
    """Clear `start` and apply both rules until neither changes anything: the cells cleared and flagged."""
    cleared, flagged = {start}, set()
    changed = True
    while changed:
        changed = False
        for cell in sorted(cleared):
            around = set(board.graph.neighbours[cell])
            m = sum(board.mined[j] for j in around)
            f = len(around & flagged)
            covered = around - cleared - flagged
            if covered and f == m:
                cleared |= covered
                changed = True
            elif covered and f + len(covered) == m:
                flagged |= covered
                changed = True
    return cleared, flagged


def safe_cells(board: Board) -> list[int]:
    return [i for i in range(len(board.graph)) if not board.mined[i]]


def remaining_by_start(board: Board) -> dict[int, int]:
    """For each safe start, how many safe cells stay covered."""
    safe = safe_cells(board)
    return {start: len(safe) - len(play(board, start)[0]) for start in safe}


def openings(board: Board) -> list[set[int]]:
    """The connected sets of safe cells without a mined neighbour."""
    zeros = {i for i in safe_cells(board) if not any(board.mined[j] for j in board.graph.neighbours[i])}
    found: list[set[int]] = []
    for cell in sorted(zeros):
        if not any(cell in opening for opening in found):
            opening, grown = set(), {cell}
            while opening != grown:
                opening = grown
                grown = opening | {j for i in opening for j in board.graph.neighbours[i] if j in zeros}
            found.append(opening)
    return found
