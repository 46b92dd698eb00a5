"""Pictures of a stuck 16 x 30 game with 99 mines, beside its text: the yardstick of the same run.

    python tests/benchmarks/bench_svg.py [--repeat 9]

CPU time, the best of some repeats; what is drawn is solved before any clock runs.
"""

from __future__ import annotations

import argparse
import time

from logicsweep import compare, counter, path, play, random_board, svg, why
from logicsweep.show.hint import hint_text
from logicsweep.show.path import path_json

SEED = 3


def cpu(call, repeat):
    """The best time of a call, in milliseconds."""
    best = float("inf")
    for _ in range(repeat):
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return best * 1e3


def drawn():
    """What is drawn, by name: the value, and the step if one."""
    board = random_board((16, 30), 99, SEED)
    start = next(i for i, mine in enumerate(board.mined) if not mine and not board.clue(i))
    game = play(board, start)
    way = path(board, start)
    open_cell = next(i for i, mark in enumerate(game.after.marks) if mark < 0)
    large = random_board((100, 100), 1800, SEED)
    return {
        "board": (board, None),
        "game": (game, None),
        "risks": (counter(game.after.without_flags()), None),
        "comparison": (compare(board, start), None),
        "answer": (why(game, open_cell), None),
        "last step of a path": (way, len(way.steps)),
        "board of 100 x 100": (large, None),
    }, way


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeat", type=int, default=9)
    repeat = parser.parse_args().repeat
    values, way = drawn()
    found = values["risks"][0]
    text = cpu(lambda: [*hint_text(found.view, "counter", found, ((), None))], repeat)
    json = cpu(lambda: [*path_json(way)], repeat)
    print(f"yardsticks: the risks as text {text:.1f} ms, the whole path as JSON {json:.1f} ms")
    for name, (value, step) in values.items():
        svg(value, step)
        took = cpu(lambda value=value, step=step: svg(value, step), repeat)
        print(
            f"{name:20} {took:7.1f} ms {len(svg(value, step)) / 1e3:8.0f} kB   {took / text:6.1f} x the text"
        )


if __name__ == "__main__":
    main()
