"""Boards made to order beside ms-toollib's laymine_solvable (Rust), which draws until one needs no guess.

    python tests/benchmarks/bench_generate.py [--seconds 2]

CPU time for a board, in one process, from the same first cell, which both give an opening; in turns, so that
a busy machine is busy for both. `generate` for `expert`, by the kernel, repaired and uniform; then repaired
in plain Python. Then the verb, from start to end and beyond the start of one board; the boards a second for
`casual`.
"""

from __future__ import annotations

import argparse
import time

import ms_toollib
from common import LOGICSWEEP, best, process

from logicsweep import Demand, generate

SIZES = [((16, 16), 40), ((16, 30), 99)]
START = (3, 3)
AT_ONCE = 400  # boards of one call


def ours(demand, number, count, **how):
    return sum(1 for _ in generate(demand, count, seed=1, first=number, **how))


def theirs(size, mines, count):
    for _ in range(count):
        _, found = ms_toollib.laymine_solvable(*size, mines, *START, 1_000_000)
        assert found[0] if isinstance(found, tuple) else found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=2.0)
    seconds = parser.parse_args().seconds
    for size, mines in SIZES:
        demand = Demand(size, mines, START)
        print("{} x {}, {} mines, for expert".format(*size, mines))
        ours(demand, 0, 1, kernel=True)  # compiled, before any clock runs
        report(demand, size, mines, seconds)
        report_verb("{}x{}/{}".format(*size, mines))
    size, mines = SIZES[0]
    demand = Demand(size, mines, START, finisher="casual")
    for kernel in (True, False):
        spent = best(ours, demand, 0, AT_ONCE, kernel=kernel)[0]
        print(
            "{} x {}, {} mines, for casual, {}: {:.0f} boards a second (aim 50)".format(
                *size, mines, "kernel" if kernel else "plain Python", AT_ONCE / spent
            )
        )


def report(demand, size, mines, seconds):
    """Milliseconds a board, each way, and how many times as fast as the yardstick."""
    ways = {
        "repaired": {"kernel": True},
        "uniform": {"kernel": True, "uniform": True},
        "repaired, plain Python": {"kernel": False},
    }
    done, spent, yardstick = dict.fromkeys(ways, 0), dict.fromkeys(ways, 0.0), [0, 0.0]
    until = time.monotonic() + seconds * (len(ways) + 1)
    while time.monotonic() < until:
        yardstick[0] += 20
        yardstick[1] += best(theirs, size, mines, 20)[0]
        for way, how in ways.items():
            count = AT_ONCE if how["kernel"] else 20
            spent[way] += best(ours, demand, done[way], count, **how)[0]
            done[way] += count
    each = yardstick[1] / yardstick[0]
    print(f"  ms-toollib laymine_solvable  {each * 1e3:8.3f} ms a board")
    for way in ways:
        own = spent[way] / done[way]
        aim = " (aim: at most 1 ms)" if way == "repaired" else ""
        print(f"  {way:27}  {own * 1e3:8.3f} ms a board: {each / own:5.1f} x{aim}")


def report_verb(size):
    """Milliseconds a board of whole processes."""
    verb = [*LOGICSWEEP, "generate", size, "-n"]
    start, *costs = [min(process([*verb, count]).cpu for _ in range(3)) * 1e3 for count in (1, 200, 2000)]
    for count, cost in zip((200, 2000), costs, strict=True):
        whole, beyond = cost / count, (cost - start) / count
        print(f"  generate -n {count:<15}  {whole:8.3f} ms a board, {beyond:.3f} beyond -n 1")


if __name__ == "__main__":
    main()
