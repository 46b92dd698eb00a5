"""The page that answers, in a browser, by both engines: a local program, and Python in the browser itself."""

import json
import os
import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from conftest import SAMPLES
from test_answer import views_of
from test_live import LONG, Live

from logicsweep import answer
from logicsweep.live.export import PYODIDE, export

playwright = pytest.importorskip("playwright.sync_api", reason="playwright comes with the extra `test`")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
ENGINE = Path(os.environ.get("LOGICSWEEP_ENGINE", "no folder"))
QUIET = "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync"
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no chromium on PATH")
ASK = "async (request) => JSON.stringify(await (await import('./engine.js')).ask(request))"
KEPT = """async () => {
    const { listen } = await import('./engine.js');
    await new Promise((done) => listen(({ loaded, total }) => total && loaded === total && done()));
    while (!navigator.serviceWorker.controller) await new Promise((go) => setTimeout(go, 50));
}"""
"""All is loaded, and kept for use offline."""
QUESTIONS = (
    {"verb": "hint", "guess": "best"},
    {"verb": "path"},
    {"verb": "compare"},
    {"verb": "why", "cell": "r1c2"},
)
WRONG = [5, {}, {"verb": "hint", "position": "1#x"}, {"verb": "hint", "position": "9" * 10**6}]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Static:
    """A plain host of a folder."""

    def __init__(self, folder):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    if not (ENGINE / PYODIDE.name).is_file():
        pytest.skip("LOGICSWEEP_ENGINE names no folder with Pyodide (see .ci/run)")
    folder = tmp_path_factory.mktemp("exported") / "site"
    assert export(str(folder), str(ENGINE)) <= 11_000_000
    return folder


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as engine:
        one = engine.chromium.launch(executable_path=BROWSER, args=QUIET.split())
        yield one
        one.close()


@pytest.fixture(scope="module", params=["local", "static"])
def page(request, browser):
    """The page, open; it asks nobody but its own host, and the console is empty."""
    host = Live() if request.param == "local" else Static(request.getfixturevalue("site"))
    with host:
        tab, wrong, asked = browser.new_page(), [], []
        tab.set_default_timeout(60_000)
        tab.on("console", lambda message: wrong.append(message.text))
        tab.on("pageerror", lambda error: wrong.append(str(error)))
        tab.on("request", lambda request: asked.append(request.url))
        tab.goto(host.address)
        yield tab
        tab.close()
    assert not wrong
    assert all(url.startswith((host.address, "data:")) for url in asked)


def ask(page, request):
    return json.loads(page.evaluate(ASK, request))


@pytest.mark.parametrize("name", ["ladder.txt", "endgame.txt", "petersen.json", "position.txt", "boards.txt"])
def test_both_engines_answer_as_the_library_does(page, name):
    text = (SAMPLES / name).read_text()
    for more in QUESTIONS:
        assert ask(page, {"position": text} | more) == answer({"position": text} | more), more


@pytest.mark.slow
def test_both_engines_answer_the_same_of_the_shared_positions(page, data):
    for one, text in views_of(data):
        cell = [*one["safe"], *one["mine"], "".join(one["grid"]).index("#")][0]
        name = f"r{cell // one['cols'] + 1}c{cell % one['cols'] + 1}"
        for more in ({"verb": "hint"}, {"verb": "why", "cell": name}):
            assert ask(page, {"position": text} | more) == answer({"position": text} | more), one["id"]


@pytest.mark.parametrize("request_", WRONG, ids=range(len(WRONG)))
def test_a_wrong_request_is_an_error_of_both_engines(page, request_):
    assert ask(page, request_) == answer(request_)


def test_the_work_ends_that_is_stopped_and_the_page_goes_on(page):
    stopped = page.evaluate(
        """async (request) => {
            const { ask } = await import('./engine.js');
            const stop = new AbortController();
            setTimeout(() => stop.abort(), 500);
            return ask(request, { signal: stop.signal }).catch((error) => error.name);
        }""",
        LONG,
    )
    assert stopped == "AbortError"
    request = {"verb": "hint", "position": "1#1#"}
    assert ask(page, request) == answer(request)


def test_a_position_is_pasted_and_answered(page):
    page.fill("#position", "1#1#")
    page.click("button[value=hint]")
    page.wait_for_selector("#answer:not(:empty)")
    assert json.loads(page.inner_text("#answer")) == answer({"verb": "hint", "position": "1#1#"})["lines"][0]


def test_without_a_network_the_static_page_goes_on(browser, site):
    tab = browser.new_page()
    tab.set_default_timeout(60_000)
    with Static(site) as host:
        tab.goto(host.address)
        tab.evaluate(KEPT)
    tab.goto(f"{host.address}?again#p=1%231%23")
    assert tab.input_value("#position") == "1#1#"
    for request in QUESTIONS:  # this start took Python's memory from what the first one kept
        assert ask(tab, {"position": "1#1#"} | request) == answer({"position": "1#1#"} | request)
    tab.close()


def test_a_program_at_the_address_of_a_static_page_takes_over(browser, site):
    tab = browser.new_page()
    tab.set_default_timeout(60_000)
    with Static(site) as host:
        tab.goto(host.address)
        tab.evaluate(KEPT)
        port = host.server.server_port
    with Live("--port", port) as live:
        tab.goto(live.address)
        tab.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
        for _ in range(20):  # what was kept goes meanwhile
            tab.wait_for_timeout(500)
            tab.goto(live.address)
            if is_local := tab.evaluate("async () => (await import('./engine.js')).isLocal"):
                break
        assert is_local
    tab.close()
