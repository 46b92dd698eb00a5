"""How fast `solve` answers, beside a plain C++ contestant's program, and in what memory.

python tests/benchmarks/bench_solve.py

All figures are CPU time of whole processes, start-up and reading included. `--quick` leaves out the
yardstick's run on the 300x300 board, which takes a minute or more; `--long` adds a stream of 10^7 boards.
"""

from __future__ import annotations

import sys
import tempfile
from itertools import chain
from pathlib import Path
from random import Random

from common import LOGICSWEEP, compiled, process

SOLVE = [*LOGICSWEEP, "solve"]
_PLAIN = "import sys; sys.modules['numba'] = None; from logicsweep.__main__ import main; main()"
PLAIN = [sys.executable, "-c", _PLAIN, "solve"]
ROUNDS = 5
SHAPES = [(rows, cols) for rows in range(3, 14) for cols in range(3, 14) if rows * cols <= 40]


def board(rng: Random, rows: int, cols: int, density: float) -> str:
    """One board in the judge format, with at least one mine and one safe cell."""
    while True:
        cells = "".join(rng.choices("M.", (density, 1 - density), k=rows * cols))
        if "M" in cells and "." in cells:
            lines = [cells[at : at + cols] for at in range(0, len(cells), cols)]
            return "\n".join([f"{rows} {cols}", *lines, ""])


def write(place: Path, boards: list[str]) -> Path:
    place.write_text("".join(boards) + "0 0\n")
    return place


def compare(name: str, ours: list[str], yardstick: list[str], boards: Path, rounds: int) -> None:
    """Both programs in turns, the least of each, since other work on the machine only adds."""
    pairs = [(process(ours, boards), process(yardstick, boards)) for _ in range(rounds)]
    if any(mine.output != other.output for mine, other in pairs):
        raise SystemExit(f"{name}: the answers differ")
    mine, other = (min(side).cpu for side in zip(*pairs, strict=True))
    print(f"{name}: solve {mine:.3f} s, C++ {other:.3f} s, ratio {mine / other:.4f} (1/{other / mine:.1f})")


def streams(here: Path, boards: list[str]) -> None:
    """Longer and longer streams: time for a board and peak memory should not rise; JSON beside plain."""
    for number in (10**4, 10**5, 10**6, *([10**7] if "--long" in sys.argv else [])):
        place = here / "stream"
        with place.open("w") as output:
            for at in range(0, number, len(boards)):
                output.writelines(boards[: number - at])
        runs = [
            [process([*SOLVE, *form], place, keep=False) for form in ([], ["--json"])]
            for _ in range(3 if number < 10**6 else 1)
        ]
        plain, as_json = (min(side) for side in zip(*runs, strict=True))
        print(
            f"{number:,} boards: {plain.cpu:.2f} s, {plain.cpu / number * 1e6:.1f} us a board, "
            f"peak {plain.peak:.0f} MB; --json {as_json.cpu:.2f} s, ratio {as_json.cpu / plain.cpu:.2f}, "
            f"peak {as_json.peak:.0f} MB",
            flush=True,
        )


def large_boards(here: Path) -> None:
    """All starts of large boards, with the kernel and on a plain install, beside C++, a run an opening."""
    program = [compiled("datamining_openings", here)]
    compiling = write(here / "large", [board(Random(1), 1000, 1000, 0.12)])
    process([*SOLVE, str(compiling)], compiling)  # once; smaller boards would not wait for it
    for side in (300, 1000):
        for density in (0.12, 0.16, 0.2):
            boards = write(here / "large", [board(Random(side), side, side, density)])
            runs = [[process([*way, boards], boards) for way in (SOLVE, PLAIN, program)] for _ in range(3)]
            if len({run.output for run in chain(*runs)}) > 1:
                raise SystemExit(f"{side}x{side} at {density:.0%}: the answers differ")
            fast, plain, theirs = (min(way) for way in zip(*runs, strict=True))
            print(
                f"{side}x{side} at {density:.0%}: solve {fast.cpu:.2f} s, plain install {plain.cpu:.2f} s "
                f"({plain.peak:.0f} MB), C++ by openings {theirs.cpu:.2f} s; "
                f"{fast.cpu / theirs.cpu:.1f} and {plain.cpu / theirs.cpu:.1f} times (aim for plain 10)",
                flush=True,
            )


def main() -> None:
    rng = Random(1)
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        yardstick = [compiled("datamining", here)]
        small = [board(rng, *rng.choice(SHAPES), rng.uniform(0.05, 0.6)) for _ in range(20_000)]
        judge = write(here / "judge", small)
        compare("20,000 boards of judge size", [*SOLVE, str(judge)], yardstick, judge, ROUNDS)
        if "--quick" not in sys.argv:
            large = write(here / "large", [board(Random(300), 300, 300, 0.16)])
            compare("300x300 at 16 %, all starts", [*SOLVE, str(large)], yardstick, large, 1)
        large_boards(here)
        streams(here, small)


if __name__ == "__main__":
    main()
