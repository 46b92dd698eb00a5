"""The sibling puzzles at and past their limits, beside a yardstick from the same run.

    python tests/benchmarks/bench_puzzles.py

CPU seconds of whole processes, start-up included, unless said otherwise. The yardsticks: plain C++
backtracking (megacheckers.cpp, compiled here) for `checkers`, the usual Python solution made iterative for
`reveal`.
"""

import json
import random
import tempfile

from common import LOGICSWEEP, best, compiled, process

from logicsweep.boards.cells import CellGraph
from logicsweep.puzzles.reveal import Matrix, reveal


def lattice(rows, cols, corners, share=1.0, own=0.0):
    """A board of the statement: opponents on odd rows, own pieces on even ones, in corners or anywhere."""
    chance = random.Random(rows * cols)
    ends = [(r, c) for r in (0, (rows - 1) // 2 * 2) for c in (0, (cols - 1) // 2 * 2)][:corners]
    houses = []
    for row in range(rows):
        for col in range(row % 2, cols, 2):
            if row % 2:
                houses.append(2 if chance.random() < share else 0)
            else:
                houses.append(1 if (row, col) in ends or chance.random() < own else 0)
    return f"{rows} {cols}\n{' '.join(map(str, houses))}\n0 0\n"


def bench_checkers(folder):
    yardstick = compiled("megacheckers", folder)
    print(f"{'checkers, lattice':<38}{'captures':>9}{'logicsweep':>12}{'C++':>9}")
    for rows, cols in [(11, 15), (11, 17), (13, 15), (17, 17), (20, 20)]:
        for corners in (1, 4):
            text = lattice(rows, cols, corners)
            name = f"{rows}x{cols} full, {corners} in corners"
            report(name, text, yardstick if rows * cols <= 200 else None)
    report("20x20 95 % full, 5 % own", lattice(20, 20, 4, 0.95, 0.05), None)
    report("20x20 half full, 5 % own", lattice(20, 20, 4, 0.5, 0.05), yardstick)


def report(name, text, yardstick):
    ours, _, answer = process([*LOGICSWEEP, "checkers"], text)
    theirs = "-"  # it would not end
    if yardstick:
        seconds, _, same = process([yardstick], text)
        assert same == answer, name
        theirs = f"{seconds:.2f} s"
    print(f"{name:<38}{answer.strip():>9}{ours:>10.2f} s{theirs:>9}")


def bench_oneclick():
    chance = random.Random(1)
    cases = []
    for _ in range(2_000):
        rows, cols = chance.randint(1, 50), chance.randint(1, 50)
        cases.append(f"{rows} {cols} {chance.randrange(rows * cols)}")
    seconds = process([*LOGICSWEEP, "oneclick"], "\n".join(["2000", *cases]) + "\n").cpu
    print(f"oneclick, 2,000 cases up to 50x50: {seconds:.2f} s")
    seconds = process([*LOGICSWEEP, "oneclick", "--size", "1000x1000", "--mines", "654321"]).cpu
    print(f"oneclick, one case of 1000x1000: {seconds:.2f} s")


def plain(board, click):
    """The usual Python solution, with a stack in place of recursion."""
    row, col = click
    if board[row][col] == "M":
        board[row][col] = "X"
        return board
    stack = [(row, col)]
    while stack:
        row, col = stack.pop()
        if board[row][col] != "E":
            continue
        mines, around = 0, []
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                r, c = row + dr, col + dc
                if (dr or dc) and 0 <= r < len(board) and 0 <= c < len(board[0]):
                    around.append((r, c))
                    mines += board[r][c] == "M"
        board[row][col] = str(mines) if mines else "B"
        if not mines:
            stack.extend(around)
    return board


def bench_reveal():
    chance = random.Random(2)
    boards = [
        [[chance.choices("EM", (1 - share, share))[0] for _ in range(50)] for _ in range(50)]
        for share in (0.0, 0.01, 0.03, 0.1)
        for _ in range(250)
    ]
    clicks = [
        divmod(chance.choice([i for i in range(2500) if b[i // 50][i % 50] == "E"]), 50) for b in boards
    ]
    graph = CellGraph.grid(50, 50)
    matrices = [Matrix(graph, tuple("".join(map("".join, board)))) for board in boards]
    batch = "\n".join(json.dumps({"board": b, "click": c}) for b, c in zip(boards, clicks, strict=True))
    mine, ours = best(lambda: list(map(reveal, matrices, clicks)))
    other, theirs = best(lambda: list(map(plain, boards, clicks)))
    assert [[*map(list, matrix.rows())] for matrix in ours] == theirs
    print(f"reveal, 1,000 cases of 50x50, in process: {mine:.2f} s, usual Python {other:.2f} s")
    print(f"reveal, the same as JSON lines: {process([*LOGICSWEEP, 'reveal'], batch).cpu:.2f} s")
    for name, text in [
        ("rows", "\n".join(["E" * 2_000] * 2_000)),
        ("JSON", json.dumps([["E"] * 2_000] * 2_000)),
    ]:
        seconds = process([*LOGICSWEEP, "reveal", "--click", "7,9"], text).cpu
        print(f"reveal, 2000x2000 all E as {name}: {seconds:.2f} s")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        bench_checkers(folder)
    bench_oneclick()
    bench_reveal()
