"""`play_many` beside `play` for each player, and beside ms-toollib's is_solvable (Rust) for the expert.

    python tests/benchmarks/bench_many_games.py [--games 40]

CPU time for a game, in one process, on random boards that are started on a zero cell; `play_many` in plain
Python, and where it is installed by the kernel, on the same boards many times over, with one thread and in
wall-clock time with two, the best of three. `is_solvable` uses no mine total, so it is told beside the
expert; it answers yes or no.
"""

from __future__ import annotations

import argparse
import time

import ms_toollib
import numpy as np
from common import best

from logicsweep import PLAYERS, Board, CellGraph, play, play_many, random_board
from logicsweep.kernel import is_installed

SIZES = {"expert": ((16, 30), 99), "beginner": ((9, 9), 10)}


def games_on(size, mines, games):
    """Random boards that have an opening, and the zero cell in its middle."""
    found, index = [], 0
    while len(found) < games:
        board = random_board(CellGraph.of(size), mines, seed=1, index=index)
        index += 1
        zeros = [cell for cell, mine in enumerate(board.mined) if not mine and not board.clue(cell)]
        if zeros:
            found.append((board, zeros[len(zeros) // 2]))
    return found


def with_numbers(board: Board) -> list[list[int]]:
    """A board as ms-toollib takes it: the clues, -1 for a mine."""
    marks = [-1 if mine else board.clue(cell) for cell, mine in enumerate(board.mined)]
    cols = board.graph.shape[1]
    return [marks[at : at + cols] for at in range(0, len(marks), cols)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=40)
    games = parser.parse_args().games
    for kind, (size, mines) in SIZES.items():
        chosen = games_on(size, mines, games)
        for player in PLAYERS:
            report(kind, chosen, player)


def report(kind, chosen, player):
    boards, starts = zip(*chosen, strict=True)
    play_many(boards[:1], starts[0], player, kernel=False)  # imports and tables, before any clock runs
    slow, played = best(lambda: [play(*one, player).remaining for one in chosen])
    fast, found = best(play_many, boards, [*starts], player, kernel=False)
    assert found.remaining.tolist() == played
    each = 1e3 / len(chosen)
    print(
        f"{kind:9} {player:8} play {slow * each:7.2f} ms a game, "
        f"play_many {fast * each:6.3f} ms: {slow / fast:5.1f} x"
    )
    compiled = report_kernel(boards, starts, player, found) if is_installed() else None
    if player == "local":
        report_yardstick(chosen, found, fast / len(chosen), compiled)


def report_kernel(boards, starts, player, found):
    """The time of a game by the kernel, in seconds."""
    mined = np.array([list(board.mined) for board in boards], np.uint8).reshape(-1, *boards[0].graph.shape)
    games = {"boards": mined, "starts": list(starts), "player": player, "kernel": True}
    assert (
        play_many(**games).remaining.tolist() == found.remaining.tolist()
    )  # compiled, before any clock runs
    once, _ = best(play_many, **games)
    times = max(200, round(0.5 / once))
    games |= {"boards": np.tile(mined, (times, 1, 1)), "starts": np.tile(starts, times), "cells": False}
    spent, _ = best(play_many, **games)
    each = spent / len(boards) / times
    one, two = (best(play_many, **games, jobs=jobs, repeat=3, clock=time.perf_counter)[0] for jobs in (1, 2))
    print(f"{'':18} kernel {each * 1e3:.4f} ms a game; two threads {one / two:.2f} x as fast")
    return each


def report_yardstick(chosen, found, plain, compiled):
    cols = chosen[0][0].graph.shape[1]
    given = [(with_numbers(board), divmod(start, cols)) for board, start in chosen]
    theirs, solvable = best(lambda: [ms_toollib.is_solvable(marks, *start) for marks, start in given])
    same = sum(yes == bool(done) for yes, done in zip(solvable, found.finished, strict=True))
    each = theirs / len(chosen)
    line = f"{'':18} ms-toollib {each * 1e3:.3f} ms a game, {same} alike; play_many {plain / each:.1f} x"
    print(line + (f", with the kernel 1/{each / compiled:.1f} (aim 1/4)" if compiled else ""))


if __name__ == "__main__":
    main()
