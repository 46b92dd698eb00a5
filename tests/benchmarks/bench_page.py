"""Pages and pictures of random games: their time and size, beside the `--json` or text of the same run.

CPU time in process, without the game itself. A page of a path of 16 x 30 is to take less than 1.5 s and
430 kB, one of a game of 100 x 100 less than 5 s and 6 MB. Where there is chromium, a step is to take less
than 50 ms, layout included, less than 100 ms until it is drawn, a jump over thousands of steps less than
200 ms. The yardstick there is a frame in which nothing happens.
Run: python tests/benchmarks/bench_page.py [GAMES]
"""

import shutil
import sys
import tempfile
from pathlib import Path

from common import best

from logicsweep import compare, expert, least_remaining, path, play, random_board, svg, why
from logicsweep.show.hint_text import hint_text
from logicsweep.show.json import dumps
from logicsweep.show.page import page_html
from logicsweep.show.pages import path_page, trace_page
from logicsweep.show.path import path_json
from logicsweep.show.trace import run_json
from logicsweep.verbs.hint import hint
from logicsweep.verbs.path import finish
from logicsweep.verbs.reading import Numbered


def of_path(board, start):
    found = path(board, start)
    return lambda: list(path_json(finish(found))), lambda _: path_page(finish(found))


def of_game(board, start):
    game = play(board, start)
    return lambda: list(run_json(finish(game))), lambda _: trace_page(finish(game))


DRAWN = """async () => {
    const drawn = () => new Promise(done => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = done;
        channel.port2.postMessage(0);
    }));
    const slider = document.getElementById("slider"), times = {};
    async function time(name, act) {
        await new Promise(done => setTimeout(done, 100));
        await drawn();
        const begin = performance.now();
        act();
        document.body.getBoundingClientRect();
        const laid = performance.now();
        await drawn();
        (times[name] ??= []).push(laid - begin);
        (times[`${name}, drawn`] ??= []).push(performance.now() - begin);
    }
    const press = key => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const slide = part => {
        slider.value = Math.floor(slider.max * part);
        slider.dispatchEvent(new Event("input"));
    };
    for (const part of [0, 0.35]) {
        slide(part);
        for (let i = 0; i < 60; i++) {
            await time("frame", () => {});
            await time("step", () => press("ArrowRight"));
        }
    }
    for (let i = 0; i < 120; i++) await time("back", () => press("ArrowLeft"));
    for (let i = 0; i < 40; i++) await time("jump", () => slide((i * 0.618) % 1));
    for (const one of Object.values(times)) one.sort((a, b) => a - b);
    return times;
}"""


def in_browser(page):
    """The times that an empty frame, a step on and back, and a jump take: in ms, ascending."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as engine:
        file = Path(folder, "page.html")
        file.write_text(page, "utf-8")
        browser = engine.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        shown = browser.new_page()
        shown.goto(file.as_uri())
        shown.wait_for_selector(".cell[aria-label]")
        times = shown.evaluate(DRAWN)
        browser.close()
    return times


def main(games):
    for name, shape, mines, made, count in (
        ("path, 16 x 30, 99 mines", (16, 30), 99, of_path, games),
        ("game, 100 x 100, 1500 mines", (100, 100), 1500, of_game, max(1, games // 10)),
    ):
        times, yardsticks, sizes = [], [], []
        for index in range(count):
            board = random_board(shape, mines, seed=3, index=index)
            tell, show = made(board, least_remaining(board).best_starts[0])
            reasoning, lines = best(tell)
            printed, text = best(lambda lines=lines: "\n".join(map(dumps, lines)))
            spent, page = best(lambda show=show, lines=lines: page_html(show(lines)))
            times.append(reasoning + spent)
            yardsticks.append(reasoning + printed)
            sizes.append((len(page.encode()) / 1e3, len(text.encode()) / 1e3))
        kilobytes, of_json = max(sizes)
        print(f"{name}, {count} from the best start")
        print(f"  page    worst {max(times):6.2f} s  {kilobytes:8.0f} kB")
        print(f"  --json  worst {max(yardsticks):6.2f} s  {of_json:8.0f} kB")
    if shutil.which("chromium"):
        tell_drawn(page)


def tell_drawn(page):
    print(f"  100 x 100, {len(page.encode()) / 1e3:.0f} kB, in the browser: laid out, and drawn")
    for name, times in in_browser(page).items():
        middle, most = times[len(times) // 2], times[len(times) * 95 // 100]
        print(f"    {name:12}  median {middle:6.1f}  95 % below {most:6.1f}  worst {times[-1]:6.1f} ms")


def pictures(repeat=9):
    """The best of some times of each kind of picture of a stuck 16 x 30 game, beside its text."""
    board = random_board((16, 30), 99, seed=3)
    start = next(i for i, mine in enumerate(board.mined) if not mine and not board.clue(i))
    game, way = play(board, start), path(board, start)
    risks = expert(game.after.without_flags())
    values = {
        "board": (board, None),
        "game": (game, None),
        "risks": (risks, None),
        "comparison": (compare(board, start), None),
        "answer": (why(game, next(i for i, mark in enumerate(game.after.marks) if mark < 0)), None),
        "last step of a path": (way, len(way.steps)),
        "board of 100 x 100": (random_board((100, 100), 1800, seed=3), None),
    }

    def drawn(call):
        call()  # what is solved once is solved before any clock runs
        return 1e3 * best(call, repeat=repeat)[0]

    asked = hint(Numbered(1, risks.view))
    text = drawn(lambda: [*hint_text(asked)])
    print(f"pictures; the risks as text {text:.1f} ms")
    for name, value in values.items():
        took, size = drawn(lambda value=value: svg(*value)), len(svg(*value))
        print(f"  {name:20} {took:7.1f} ms {size / 1e3:8.0f} kB   {took / text:6.1f} x the text")


if __name__ == "__main__":
    pictures()
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
