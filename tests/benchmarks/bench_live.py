"""The page that answers, in chromium, by both engines: from the start to the first answer, then each answer.

Real time. Local: the page is to be ready .5 s after the start, and 95 % of the hints for 16 x 30 within
100 ms, of `why` within 300 ms. Static, if LOGICSWEEP_ENGINE names the folder that `--from` takes: the first
answer within 6 s, on a later visit within 3 s; then 95 % of the hints within 150 ms, of `why` within 500 ms,
of best guesses within 600 ms. The yardstick is `answer` in this process.
Run: python tests/benchmarks/bench_live.py [POSITIONS]
"""

import os
import shutil
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from common import part, positions
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from conftest import QUIET
from test_live import Live
from test_live_browser import ASK, KEPT, Static

from logicsweep import answer
from logicsweep.csp.position import settle
from logicsweep.live.export import export

ENGINE = os.environ.get("LOGICSWEEP_ENGINE")
HINT = {"verb": "hint", "position": "1##"}
WHY = {"verb": "why", "position": "1##", "cell": "r1c2"}


def requests_of(most):
    """What is asked about positions of 16 x 30: hints, guesses, and why of a cell."""
    every = [one for kind in positions().values() for one in kind]
    wide = [one for one in every if (one["rows"], one["cols"]) == (16, 30)][:most]
    texts = [f"mines {one['mines']}\n" + "\n".join(one["grid"]) for one in wide]
    cells = [[*one["safe"], *one["mine"], "".join(one["grid"]).index("#")][0] for one in wide]
    hints = [{"verb": "hint", "position": text} for text in texts]
    asked = [
        {"verb": "why", "position": text, "cell": f"r{cell // 30 + 1}c{cell % 30 + 1}"}
        for text, cell in zip(texts, cells, strict=True)
    ]
    best = [one | {"guess": "best"} for one in hints]
    pages = [one | {"page": True, "asks": True} for one in best]  # what the page itself asks
    return {"hint": hints, "page of a hint": pages, "why": asked, "best guess": best}


def tell(who, begin, asked):
    """Ask each kind of request, after a new beginning: nothing is known from another kind."""
    for name, requests in asked.items():
        ask, times = begin(), []
        for request in requests:
            since = time.perf_counter()
            ask(request)
            times.append(time.perf_counter() - since)
        times.sort()
        half, most, worst = part(times, 0.5), part(times, 0.95), 1e3 * times[-1]
        print(f"  {who:6} {name:14}  median {half:5.0f}  95 % below {most:5.0f}  worst {worst:5.0f} ms")


def visit(tab, address):
    """Open the page and ask; the seconds until it is there, and until the answer is."""
    begin = time.perf_counter()
    tab.goto(address)
    opened = time.perf_counter()
    tab.evaluate(ASK, HINT)
    return opened - begin, time.perf_counter() - begin


def begin_here():
    settle.cache_clear()
    return answer


def main(most):
    asked = requests_of(most)
    print(f"{len(asked['hint'])} positions of 16 x 30")
    tell("here", begin_here, asked)
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET.split())
        tab = browser.new_page()

        def begin(address):
            tab.goto(address)
            tab.evaluate(ASK, HINT)
            time.sleep(3)  # what is loaded or imported in idle time is there,
            tab.evaluate(ASK, WHY)  # on a slow machine after this, the last of it
            return lambda request: tab.evaluate(ASK, request)

        for name, requests in asked.items():
            since = time.perf_counter()
            with Live() as live:
                started = time.perf_counter() - since
                page, first = visit(tab, live.address)
                print(f"  local  started {started:.2f} s, page {page:.2f}, answer {first:.2f}")
                tell("local", partial(begin, live.address), {name: requests})
        if not ENGINE:
            return
        with tempfile.TemporaryDirectory() as folder:
            print(f"  static {export(f'{folder}/site', ENGINE) / 1e6:.1f} MB")
            with Static(f"{folder}/site") as host:
                for which in ("first", "second"):
                    page, first = visit(tab, host.address)
                    print(f"  static {which} visit: page {page:.2f} s, answer {first:.2f}")
                    tab.evaluate(KEPT)
                tell("static", partial(begin, host.address), asked)
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
