"""Reading 1,000 boards of 16x30 with 99 mines in each format, beside the judge format from the same run.

    python tests/benchmarks/bench_formats.py [--boards 1000] [--repeat 3]

CPU time in one process, the least of some repeats, in the batches in which `solve` takes boards.
Positions, with a third of the safe cells cleared, stand beside the same judge text.
"""

from __future__ import annotations

import argparse
from collections import deque
from functools import partial

from common import best

from logicsweep import Board, formats, random_board
from logicsweep.errors import InvalidInput
from logicsweep.formats import mbf


def cpu(calls, repeat):
    """The least CPU seconds of each of some calls, of whose results each part is taken: turn by turn, as the
    machine is not as fast at one time as at another."""
    rounds = [[best(lambda call=call: deque(call(), maxlen=0))[0] for call in calls] for _ in range(repeat)]
    return map(min, zip(*rounds, strict=True))


def written(row, boards):
    """What a format writes of boards, or of views of them with the mine total or, failing that, without."""
    if row.holds == "boards":
        return row.write(boards)
    for total in (True, False):
        try:
            return row.write([board.view(range_of_safe(board), total=total) for board in boards])
        except InvalidInput as error:
            refused = error
    raise refused


def range_of_safe(board):
    return [i for i, mine in enumerate(board.mined) if not mine][::3]


def report(boards, repeat):
    print(f"{'format':<24}{'bytes a board':>14}{'read':>14}{'ratio':>8}")
    judge = formats.FORMATS[0]
    yardstick = partial(judge.read, [written(judge, boards)], "b")
    for row in formats.FORMATS:
        if not row.write:
            continue
        try:
            content = written(row, boards)
        except InvalidInput as error:
            print(f"{row.name}, {row.holds:<10} {error}")
            continue
        print(f"{row.name + ', ' + row.holds:<24}{len(content) / len(boards):>14.0f}", end="")
        found, base = cpu([partial(row.read, [content], "b"), yardstick], repeat)
        print(f"{found:>12.3f} s{found / base:>8.2f}", flush=True)


def report_largest(repeat):
    """The largest board of MBF, with as many mines as it holds; a million cells from rows and from text."""
    board = random_board((255, 255), 255 * 255 - 1, seed=12)
    [least] = cpu([partial(mbf.read, [mbf.write([board])])], repeat)
    print(f"mbf, 255x255, {board.mine_count} mines: {least * 1000:.1f} ms")
    text = str(random_board((1000, 1000), 160_000, seed=12))
    rows = [[letter == "M" for letter in line] for line in text.split()]
    found, base = cpu([lambda: [Board.from_rows(rows)], lambda: [Board.parse(text)]], repeat)
    print(f"1000x1000, Board.from_rows: {found:.3f} s, Board.parse: {base:.3f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--boards", type=int, default=1_000)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    report([random_board((16, 30), 99, 12, index) for index in range(options.boards)], options.repeat)
    report_largest(options.repeat)
