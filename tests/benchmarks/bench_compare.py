"""How long `compare` takes, as whole processes: python tests/benchmarks/bench_compare.py

There is no other program to put beside it; the yardstick is `solve --starts` on the same board, which
answers for the casual player alone, without a trace and without reasons.
"""

import statistics
import tempfile
from pathlib import Path

from common import LOGICSWEEP, process

from logicsweep import least_remaining, random_board
from logicsweep.formats import judge


def row(name, boards, *arguments, given=False):
    """The median and the worst over some boards, beside the yardstick; the start is given or looked for."""
    ours, yardstick = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "board.txt")
        for board in boards:
            path.write_text(judge.write([board]))
            start = board.graph.name(least_remaining(board).best_starts[0]) if given else "best"
            ours.append(process([*LOGICSWEEP, "compare", "--start", start, *arguments, path]).cpu)
            yardstick.append(process([*LOGICSWEEP, "solve", "--starts", path]).cpu)
    median, beside = statistics.median(ours), statistics.median(yardstick)
    print(
        f"{name}: median {median:.2f} s, worst {max(ours):.2f} s; solve --starts {beside:.2f} s", flush=True
    )


def main():
    expert = [random_board((16, 30), 99, seed) for seed in range(12)]
    row("16x30/99, one start, four players ", expert, given=True)
    row("16x30/99, best start and all starts", expert)
    row("16x30/99, the same as JSON         ", expert, "--json")
    for percent in (15, 18, 20):
        large = [random_board((100, 100), percent * 100, seed) for seed in range(2)]
        row(f"100x100 at {percent} %, best and all starts", large, "--json")


if __name__ == "__main__":
    main()
