"""Balances and refutations, given what is found, beside the smallest explanation of the same cell.

On all steps of random 16x30/99 games by the strongest player (mines found count as known), and on the forced
cells of the shared positions from their raw clues. Every time includes solving the view.
Run: python tests/benchmarks/bench_balance.py [GAMES]
"""

import json
import sys
import time
from collections import Counter, defaultdict

from bench_explain import POSITIONS, share, view_of

from logicsweep.boards.random import random_board
from logicsweep.closures.closure import solve
from logicsweep.csp.clash import solved
from logicsweep.csp.position import Position
from logicsweep.games.game import play
from logicsweep.reasons.balance import balance
from logicsweep.reasons.explanation import explain
from logicsweep.reasons.refutation import refute

ASKED = {"balance": balance, "refutation": refute, "explanation": explain}


def timed(times, group, view, cell, trust_flags):
    """Ask all three about one cell; returns the balance."""
    found = None
    for name, ask in ASKED.items():
        begin = time.process_time()
        answer = ask(Position(view, trust_flags), cell)
        times[group, name].append(time.process_time() - begin)
        found = answer if name == "balance" else found
    return found


def games(count):
    """Every step of some games: each cell that a solver or overlap firing gives, one of each casual one."""
    for index in range(count):
        board = random_board((16, 30), 99, seed=5, index=index)
        game = play(board, solve(board).best_starts[0], "counter")
        for firing in game.trace.firings:
            view = game.before(firing.number, flags=True)
            casual = firing.production in ("all-found", "all-mines")
            for fact in firing.given[: 1 if casual else None]:
                yield firing.production, view, fact.subject


def shared():
    if not POSITIONS.exists():
        print(f"no shared positions at {POSITIONS}")
        return
    for line in POSITIONS.read_text().splitlines():
        position = json.loads(line)
        view = view_of(position)
        by_clues = solved(Position(view), False)
        cells = [*by_clues.safe, *by_clues.mines]
        if position["kind"] != "tangled":  # for those the total takes minutes to solve
            cells += [
                c for c in (*solved(Position(view)).safe, *solved(Position(view)).mines) if c not in cells
            ]
        for cell in cells:
            total = "" if by_clues.verdict(cell) else " with the total"
            yield f"{position['kind']}{total}", view, cell


def report(title, cases, trust_flags):
    print(title)
    times, rows = defaultdict(list), defaultdict(Counter)
    for group, view, cell in cases:
        found = timed(times, group, view, cell, trust_flags)
        rows[group][found.rows if found else "none"] += 1
    for group in rows:
        print(f"  {group}: rows {dict(sorted(rows[group].items(), key=str))}")
        for name in ASKED:
            spent = sorted(times[group, name])
            print(
                f"    {name:<12} median {share(spent, 0.5):.2f} ms, 95 % {share(spent, 0.95):.2f} ms, "
                f"worst {spent[-1] * 1e3:.1f} ms of {len(spent)}"
            )


def main():
    count = int(sys.argv[1]) if sys.argv[1:] else 200
    report(f"{count} games of 16x30/99, given what is found", games(count), True)
    report("the shared positions, from raw clues", shared(), False)


if __name__ == "__main__":
    main()
