"""The same work in this version and in 0.1, in turns: python tests/benchmarks/bench_since.py [WORD ...]

CPU seconds of whole processes, the median of some rounds. A program that prints a figure, seconds or
megabytes, is compared by that. Words choose the rows whose names contain one of them.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from common import LOGICSWEEP, ROOT, process

OLD = "38d73d6"
ROUNDS = 7
BOARD, POSITION = ("sample", "ladder"), ("sample", "position")
GAMES = """
import time
from logicsweep import play, random_board
boards = [random_board((16, 30), 80, seed) for seed in range(40)]
play(random_board((4, 5), 3, 1), 0, NAME)  # imports are the starts' figures
begin = time.process_time()
for board in boards:
    around = board.graph.neighbours
    zeros = [i for i in range(480) if not any(board.mined[j] for j in (i, *around[i]))]
    play(board, zeros[0], NAME)
print(time.process_time() - begin)
"""
CLUES = """
import sys, time
sys.path.append(BENCHMARKS)
from common import positions
from logicsweep import Position, View, explain
found = [View.parse("\\n".join(one["grid"]), one["mines"]) for one in positions()["expert"][:30]]
spent = 0
for view in found:
    position = Position(view)
    forced = sorted([*position.solution().safe, *position.solution().mines])
    begin = time.process_time()
    for cell in forced:
        explain(position, cell)
    spent += time.process_time() - begin
print(spent)
"""
BULK = """
import time, numpy
from logicsweep import COVERED, random_board, solve_many
views = [random_board(SIZE, MINES, seed) for seed in range(500)]
views = [board.view([c for c in range(len(board.mined)) if not board.mined[c] and (c * 7 + n) % 3])
         for n, board in enumerate(views)]
solve_many(views, risks=True, kernel=True)
marks = numpy.array([view.marks for view in views], "int8").reshape(-1, *SIZE)
begin = time.process_time()
for _ in range(8):
    solve_many(marks, mines=MINES, risks=True, kernel=True)
print((time.process_time() - begin) / 8)
"""
RISKS = """
import time
import logicsweep
from logicsweep import COVERED, random_board
expert = getattr(logicsweep, EXPERT)
views = [random_board(SIZE, MINES, seed) for seed in range(40)]
views = [board.view([c for c in range(len(board.mined)) if not board.mined[c] and (c * 7 + n) % 3])
         for n, board in enumerate(views)]
expert(views[0]).risks
begin = time.process_time()
for view in views:
    expert(view).risks
print(time.process_time() - begin)
"""
LEAST = """
import time
import logicsweep
from logicsweep import random_board
least_remaining = getattr(logicsweep, "least_remaining", None) or logicsweep.solve  # its name in 0.1
boards = [random_board((60, 60), 600, seed) for seed in range(20)]
least_remaining(boards[0], kernel=False)  # the table of neighbours
begin = time.process_time()
for board in boards:
    least_remaining(board, kernel=False)
print(time.process_time() - begin)
"""
REMAINING = """
import time
import logicsweep
from logicsweep import random_board
if hasattr(logicsweep, "least_remaining"):
    from logicsweep.boards.many import Boards
    from logicsweep.closures.closure import remaining_of_groups
    remaining = lambda boards: [*remaining_of_groups(Boards.of(boards), kernel=False)]
else:
    remaining = lambda boards: [logicsweep.solve(board, kernel=False).remaining for board in boards]
boards = [random_board((60, 60), 600, seed) for seed in range(20)]
remaining(boards[:1])  # the table of neighbours
begin = time.process_time()
remaining(boards)
print(time.process_time() - begin)
"""
COMPILE = """
import os, tempfile, time
with tempfile.TemporaryDirectory() as folder:
    os.environ["NUMBA_CACHE_DIR"] = os.environ["XDG_CACHE_HOME"] = folder
    from logicsweep import View, solve_many
    begin = time.process_time()
    solve_many([View.parse("###### #12#1# ######", mines=5)], risks=True, kernel=True)
    print(time.process_time() - begin)
"""


def code(text: str, **names: str) -> list[str]:
    for name, value in names.items():
        text = text.replace(name, value)
    return [sys.executable, "-c", text]


def rows(here: Path) -> dict[str, tuple[list[str], str]]:
    """By name: a command, and the verb whose text it reads; SURVEY is a new folder for each run."""
    benchmarks = repr(str(Path(__file__).parent))
    return {
        "start of hint": (["hint"], "position"),
        "start of path": (["path"], "ladder"),
        "start of convert": (["convert", "--to", "mine"], "ladder"),
        "compare": (["compare"], "ladder"),
        "generate one": (["generate", "16x16/40"], ""),
        "generate with fast": (["generate", "16x16/40", "-n", "2000"], ""),
        "play casual": (code(GAMES, NAME='"casual"'), ""),
        "play expert": (code(GAMES, NAME="EXPERT"), ""),
        "explain by clues": (code(CLUES, BENCHMARKS=benchmarks), ""),
        "survey of 1,000": (["survey", "16x30", "--mines", "99", "-n", "1000", "--out", "SURVEY"], ""),
        "risks 9x9, nothing loaded": (code(RISKS, SIZE="(9, 9)", MINES="10"), ""),
        "risks 16x30, nothing loaded": (code(RISKS, SIZE="(16, 30)", MINES="99"), ""),
        "least_remaining": (code(LEAST), ""),
        "what solve prints": (code(REMAINING), ""),
        "bulk 9x9": (code(BULK, SIZE="(9, 9)", MINES="10"), ""),
        "bulk 16x30": (code(BULK, SIZE="(16, 30)", MINES="99"), ""),
        "compile": (code(COMPILE), ""),
    }


def cost(command: list[str], source: str, root: Path, here: Path) -> float:
    with tempfile.TemporaryDirectory(dir=here) as folder:
        expert = '"counter"' if root != ROOT else '"expert"'
        command = [one.replace("SURVEY", f"{folder}/s").replace("EXPERT", expert) for one in command]
        whole = command if command[0] == sys.executable else [*LOGICSWEEP, *command]
        run = process(whole, source, root=root)
    return float(run.output) if command[0] == sys.executable else run.cpu


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        here, old = Path(folder), Path(folder, "old")
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--detach", old, OLD], check=True, capture_output=True)
        try:
            for name, (command, sample) in rows(here).items():
                if not sys.argv[1:] or any(word in name for word in sys.argv[1:]):
                    source = process([*LOGICSWEEP, "sample", sample]).output if sample else ""
                    runs = [
                        [cost(command, source, root, here) for root in (ROOT, old)] for _ in range(ROUNDS + 1)
                    ]
                    new, before = [statistics.median(side) for side in zip(*runs[1:], strict=True)]
                    print(f"{name}: {new:.3f} s, 0.1 {before:.3f} s, ratio {new / before:.2f}", flush=True)
        finally:
            subprocess.run([*git, "remove", "--force", old], check=True)


if __name__ == "__main__":
    main()
