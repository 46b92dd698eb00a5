"""Paths through random games, the easiest step first, beside the same games played by the same player.

CPU time in process. A path with its explanations is what `logicsweep path` prints, one without them what
`path --grade` needs. Run: python tests/benchmarks/bench_path.py [GAMES]
"""

import sys

from common import best, part

from logicsweep import least_remaining, path, play, random_board

FIELDS = [((9, 9), 10, 1.0), ((16, 16), 40, 1.0), ((16, 30), 99, 1.0), ((100, 100), 1500, 0.05)]


def main(games):
    for shape, mines, share in FIELDS:
        count = max(1, int(games * share))
        print(f"{shape[0]} x {shape[1]}, {mines} mines, {count} games from the best start")
        spent = {"played by expert": [], "path, graded": [], "path, with its reasons": []}
        for index in range(count):
            board = random_board(shape, mines, seed=3, index=index)
            one = (board, least_remaining(board).best_starts[0])
            played = best(play, *one, "expert")[0]
            graded, found = best(path, *one)
            told = best(lambda found=found: [step.sentences for step in found.steps])[0]
            for times, seconds in zip(spent.values(), (played, graded, graded + told), strict=True):
                times.append(seconds)
        for name, times in spent.items():
            times.sort()
            print(f"  {name:<24} median {part(times, 0.5):8.1f} ms, worst {part(times, 1):8.1f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
