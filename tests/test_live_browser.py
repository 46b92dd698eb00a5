"""The page that answers, in a browser, by both engines: a local program, and Python in the browser itself."""

import json
import os
import shutil
import threading
from base64 import b64encode
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from conftest import BROWSER, SAMPLES
from test_answer import views_of
from test_live import LONG, Live
from test_page_browser import AXE, violations

from logicsweep import CellGraph, answer, random_board
from logicsweep.live.export import PYODIDE, export
from logicsweep.verbs.lesson import read_samples

playwright = pytest.importorskip("playwright.sync_api", reason="playwright comes with the extra `test`")
playwright.expect.set_options(timeout=60_000)
ENGINE = Path(os.environ.get("LOGICSWEEP_ENGINE", "no folder"))
pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="no chromium on PATH")]
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
READY = (SAMPLES / "position.txt").read_text()
FIRST = "Five of these cells are certainly safe. Find one."
"""The headline of the first visit."""
ENDGAME = (SAMPLES / "endgame.txt").read_text()
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
    for file in folder.rglob("*"):
        os.utime(file, (0, 0))  # a browser keeps old files the longer without asking
    return folder


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
        tab.host = host.address
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


def test_both_engines_review_a_game_as_the_library_does(page):
    request = {"verb": "review", "position": (SAMPLES / "game.txt").read_text(), "page": True}
    assert ask(page, request) == json.loads(json.dumps(answer(request)))


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


def page_of(position, verb="hint", **more):
    """All that the page of an answer shows."""
    guess = {"guess": "best"} if verb == "hint" else {}
    [line] = answer({"verb": verb, "position": position, "page": True} | guess | more)["lines"]
    return line


def says(page, text, where="h1"):
    playwright.expect(page.locator(where)).to_have_text(text, timeout=60_000)


def start(page, fragment=""):
    page.goto("about:blank")
    page.goto(f"{page.host}{fragment}")


def shown_cells(page):
    return page.locator("[role=grid]").first.locator(".cell").count()


def test_the_static_page_has_its_first_answer_before_python(browser, site, tmp_path):
    shutil.copytree(site, tmp_path / "site", ignore=shutil.ignore_patterns("engine"))
    tab = browser.new_page()
    with Static(tmp_path / "site") as host:
        tab.goto(host.address)
        says(tab, FIRST)
        tab.click("#reveal")
        says(tab, page_of(READY)["headline"])
        tab.click("[aria-label^='r1c9,']")
        says(tab, "Why nobody can tell r1c9", "#reason-title")
        tab.click("button[value=path]")
        playwright.expect(tab.locator("h1")).to_contain_text("pyodide.mjs")
    tab.close()


def test_a_position_is_pasted_and_each_verb_answers_and_back_goes_back(page):
    start(page)
    page.fill("#position", ENDGAME)
    for verb in ("hint", "path", "compare"):
        page.click(f"button[value={verb}]")
        says(page, page_of(ENDGAME, verb)["headline"])
        assert page.get_attribute("body", "data-verb") == verb
    page.fill("#cell", "r1c1")
    page.press("#cell", "Enter")
    says(page, page_of(ENDGAME, "why", cell="r1c1")["headline"])
    for verb in ("compare", "path", "hint"):
        page.go_back()
        says(page, page_of(ENDGAME, verb)["headline"])
        assert page.input_value("#position") == ENDGAME
    page.go_back()
    says(page, FIRST)


def test_a_click_asks_why_where_the_page_has_no_answer_yet(page):
    start(page, f"#{urlencode({'p': READY, 'verb': 'why', 'cell': 'r2c8'})}")
    told = page_of(READY, "why", cell="r2c8")
    says(page, told["headline"])
    page.click("[aria-label^='r1c9,']")
    [found] = answer({"verb": "why", "position": READY, "cell": "r1c9"})["lines"]
    assert found["sentences"][0] not in json.dumps(told)
    playwright.expect(page.locator("#says")).to_contain_text(found["sentences"][0], timeout=60_000)
    assert page.inner_text("h1") == told["headline"]
    assert parse_qs(urlsplit(page.url).fragment) == {"p": [READY], "verb": ["why"], "cell": ["r1c9"]}
    page.go_back()
    says(page, "Why r2c8 is safe", "#reason-title")
    page.go_forward()
    says(page, page_of(READY, "why", cell="r1c9")["headline"])


def test_a_cell_of_a_hint_is_in_the_address_and_back_goes_back(page):
    start(page, f"#{urlencode({'p': READY})}")
    says(page, page_of(READY)["headline"])
    page.click("[aria-label^='r1c9,']")
    says(page, "Why nobody can tell r1c9", "#reason-title")
    address = page.url
    assert parse_qs(urlsplit(address).fragment) == {"p": [READY], "verb": ["hint"], "cell": ["r1c9"]}
    page.go_back()
    says(page, "Why r2c8 is safe", "#reason-title")
    start(page, f"#{urlsplit(address).fragment}")
    says(page, "Why nobody can tell r1c9", "#reason-title")


def test_an_error_is_in_the_place_of_the_headline_and_the_board_stays(page):
    start(page, f"#{urlencode({'p': ENDGAME})}")
    says(page, page_of(ENDGAME)["headline"])
    page.fill("#position", "1#x#")
    page.click("button[value=hint]")
    says(page, answer({"verb": "hint", "position": "1#x#"})["error"])
    assert page.locator("#answer").is_hidden()
    assert shown_cells(page) == page_of(ENDGAME)["field"]["cells"]
    page.go_back()
    says(page, page_of(ENDGAME)["headline"])
    assert page.locator("#answer").is_visible()


def test_a_file_is_taken_as_it_is_or_for_the_board_in_it(page):
    start(page)
    says(page, FIRST)
    page.set_input_files("#file", SAMPLES / "endgame.txt")
    says(page, page_of(ENDGAME)["headline"])
    data = bytes([3, 2, 0, 1, 0, 0])  # of a board
    [made] = answer({"verb": "convert", "to": "judge", "base64": b64encode(data).decode()})["lines"]
    page.set_input_files("#file", {"name": "a.mbf", "mimeType": "application/octet-stream", "buffer": data})
    says(page, page_of(made["text"])["title"], "#facts")
    assert page.input_value("#position") == made["text"]
    dropped = page.evaluate_handle("new DataTransfer()")
    dropped.evaluate("(data, text) => data.items.add(new File([text], 'a.txt'))", ENDGAME)
    page.dispatch_event("main", "drop", {"dataTransfer": dropped})
    says(page, page_of(ENDGAME)["headline"])


def test_before_the_first_answer_keys_sizes_and_stop_do_no_harm(browser):
    tab, wrong = browser.new_page(), []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    with Live() as host:
        tab.route("**/answer", lambda _: None)  # no answer comes
        tab.goto(host.address)
        for key in ("Escape", "+", "t", "h", "Enter"):
            tab.keyboard.press(key)
        tab.set_viewport_size({"width": 390, "height": 844})
        tab.click("#stop")
        says(tab, "Stopped.")
        tab.unroute("**/answer")
        tab.click("button[value=hint]")
        says(tab, page_of(READY)["headline"])
    tab.close()
    assert wrong == []


def test_the_best_guess_of_a_50_50_is_no_mine(page):
    start(page, "#" + urlencode({"p": "#####\n12221\n00000\n"}))
    says(page, "You have to guess: r1c1 and 3 other cells are equally good.")
    assert page.get_attribute("#play [aria-label^='r1c1,']", "data-as") == "group"


def test_long_work_is_told_and_stopped(page):
    start(page, f"#{urlencode({'p': ENDGAME})}")
    says(page, page_of(ENDGAME)["headline"])
    page.fill("#position", f"100 180\n{random_board(CellGraph.grid(100, 180), 3300, 1)}\n0 0\n")
    page.click("button[value=path]")
    page.wait_for_selector("#stop", state="visible")
    assert page.inner_text("#status") == "Working …"
    page.click("#stop")
    says(page, "Stopped.")
    assert page.locator("#stop").is_hidden()
    assert shown_cells(page) == page_of(ENDGAME)["field"]["cells"]
    page.go_back()
    says(page, page_of(ENDGAME)["headline"])


@pytest.mark.skipif(not AXE.is_file(), reason="LOGICSWEEP_AXE names no axe.min.js (npm install axe-core)")
@pytest.mark.parametrize("width", [390, 1440])
def test_rules_of_accessibility_hold_with_each_answer(browser, width):
    tab = browser.new_page(bypass_csp=True, viewport={"width": width, "height": 844})
    with Live() as host:
        tab.goto(f"{host.address}#{urlencode({'p': READY})}")
        says(tab, page_of(READY)["headline"])
        assert violations(tab) == []
        for verb in ("path", "compare", "hint", "why"):  # each takes the place of another
            tab.click(f"button[value={verb}]")
            cell = {"cell": "r2c8"} if verb == "why" else {}
            says(tab, page_of(READY, verb, **cell)["headline"])
            assert violations(tab) == []
            assert tab.evaluate("document.documentElement.scrollWidth") == width
    tab.close()


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


# --- lessons and the first visit ---------------------------------------------------------------------------

LESSONS = read_samples()
NAMES = pytest.mark.parametrize("name", ["1-2", "50-50"])


def view_lesson(page, name, more=""):
    start(page, f"#{urlencode({'lesson': name})}{more}")
    page.wait_for_selector("#is-none")


def hint_of(position):
    [hint] = answer({"verb": "hint", "position": position})["lines"]
    return hint


def claim(page, cell, button):
    page.click(f"#play [aria-label^='{cell},']")
    page.click(button)


def test_the_first_visit_asks_for_a_safe_cell_and_tells_why(page):
    start(page)
    says(page, FIRST)
    assert page.locator(".cell[data-as], .cell[data-risk], .here").count() == 0  # nothing gives it away
    page.click("#play [aria-label^='r4c8,']")
    playwright.expect(page.locator("#says")).to_contain_text("Right: r4c8 is safe, and that can be known.")
    [why] = answer({"verb": "why", "position": READY, "cell": "r4c8"})["lines"]
    assert why["steps"][-1]["words"][-1] in page.inner_text("#says")
    page.click("#play [aria-label^='r5c5,']")
    playwright.expect(page.locator("#says")).to_contain_text("No: r5c5 is a mine, and that can be known.")
    page.click("#play [aria-label^='r9c9,']")
    playwright.expect(page.locator("#says")).to_contain_text("can’t be known now")
    assert page.evaluate("location.hash") == ""
    page.click("#reveal")
    says(page, page_of(READY)["headline"])
    assert page.locator("[role=grid] .cell[data-as=safe]").count() == 5


def test_without_javascript_the_first_visit_shows_its_board(browser):
    with Live() as host:
        context = browser.new_context(java_script_enabled=False)
        one = context.new_page()
        one.goto(host.address)
        cells = one.locator("table.board td")
        playwright.expect(cells).to_have_count(81)
        assert "".join(text or "." for text in cells.all_inner_texts()[:9]) == "......1.."
        for dead in ("#ask", "#views", "#copy-link"):
            playwright.expect(one.locator(dead)).to_be_hidden()  # nothing there would answer
        assert "whatever its address holds" in one.inner_text("main .card")
        context.close()


@pytest.mark.parametrize("width", [390, 820, 1440])
@pytest.mark.parametrize("fragment", ["", "#lesson=1-2", "#" + urlencode({"p": ENDGAME}), "#view=play"])
def test_the_header_is_one_line_and_marks_the_view(browser, width, fragment):
    with Live() as host:
        one = browser.new_page(viewport={"width": width, "height": 800})
        one.goto(f"{host.address}{fragment}")
        one.wait_for_selector("#play")
        high = one.locator("header").bounding_box()["height"]
        for part in one.locator("header > div > *:visible").all():
            assert part.bounding_box()["height"] <= high
        current = one.locator("#views [aria-current]:visible").all_inner_texts()
        answers = [["Hint"], []][width < 600]  # on a phone the black button below says it
        named = {"": ["Start"], "#lesson=1-2": ["Lessons"], "#view=play": ["Play"]}
        assert current == named.get(fragment, answers)
        one.close()


def test_an_error_before_any_board_shows_the_place_and_what_can_be_read(page):
    start(page, f"#{urlencode({'p': '1##1' + chr(10) + '1#x#'})}")
    says(page, answer({"verb": "hint", "position": "1##1\n1#x#"})["error"])
    assert page.inner_text("#text mark") == "x"
    assert page.locator("#reads dt").count() > 5
    playwright.expect(page.locator("#lessons li")).to_have_count(len(LESSONS))


def test_the_link_is_copied(browser):
    with Live() as host:
        context = browser.new_context()
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        one = context.new_page()
        one.goto(f"{host.address}#{urlencode({'p': ENDGAME, 'verb': 'compare'})}")
        one.wait_for_selector("#play")
        one.click("#copy-link")
        playwright.expect(one.locator("#copy-link")).to_have_text("Copied")
        assert one.evaluate("navigator.clipboard.readText()") == one.url
        context.close()


def test_on_a_phone_the_form_is_one_row_until_it_is_unfolded(browser):
    with Live() as host:
        one = browser.new_page(viewport={"width": 390, "height": 844})
        one.goto(f"{host.address}#{urlencode({'p': ENDGAME, 'verb': 'path'})}")
        one.wait_for_selector("#play")
        tops = {
            part.bounding_box()["y"] for part in one.locator("#ask :is(button, input, select):visible").all()
        }
        assert len(tops) == 1
        assert one.locator("#ask .primary:visible").all_inner_texts() == ["Path"]
        one.click("#unfold")
        one.fill("#position", "1#x#")
        one.click("button[value=hint]")
        says(one, answer({"verb": "hint", "position": "1#x#"})["error"])
        assert one.locator("#position").is_visible()  # to be corrected
        one.close()


def test_the_first_visit_lists_all_lessons_and_makes_a_board(page):
    start(page)
    playwright.expect(page.locator("#lessons li")).to_have_count(len(LESSONS))
    for place, (name, lesson) in enumerate(LESSONS.items(), 1):
        link = page.locator("#lessons a").nth(place - 1)
        assert link.get_attribute("href").endswith(f"/#lesson={name}")
        assert link.inner_text().endswith(f"{place}. {lesson.title}")
    playwright.expect(page.locator("#begin .choices >> text=Other")).to_have_attribute("href", "#view=play")
    page.click("[data-wish=size][value='9x9/10']")
    page.click("[data-wish=finisher][value=casual]")
    page.click("#order")
    page.wait_for_selector("#new-board")
    page.click("[aria-label^='r5c5,']")
    page.wait_for_selector("#moves:not([hidden])")
    made = {name: values[0] for name, values in parse_qs(urlsplit(page.url).fragment).items()}
    request = {"verb": "compare", "position": made["p"], "start": made["start"], "players": ["casual"]}
    [compared] = answer(request)["lines"]
    assert compared["headline"].startswith("Casual clears all")
    page.go_back()
    says(page, FIRST)
    page.click("[data-wish=kind][value=torus]")
    page.click("#empty")
    page.wait_for_selector("#tools")
    assert page.input_value("#kind") == "torus"
    assert shown_cells(page) == 81


@NAMES
def test_a_lesson_asks_and_the_engine_judges(page, name):
    lesson = LESSONS[name]
    view_lesson(page, name)
    says(page, lesson.questions[0].ask)
    hint = hint_of(lesson.questions[0].position)
    flagged = {"r3c1", "r3c2"} if name == "50-50" else set()
    certain = {*hint["safe"], *hint["mines"]} - flagged
    assert page.locator(".cell[data-as], .cell[data-risk]").count() == 0
    if certain:
        page.click("#is-none")
        playwright.expect(page.locator("#says")).to_contain_text(f"No: {len(certain)} cell")
        mine, safe = hint["mines"][0], hint["safe"]
        claim(page, mine, "#is-safe")
        playwright.expect(page.locator("#says")).to_contain_text(f"No: {mine} is a mine")
        assert safe == [] or claim(page, safe[0], "#is-safe") is None
    else:
        claim(page, "r1c1", "#is-safe")
        playwright.expect(page.locator("#says")).to_contain_text("can’t be known now")
        page.click("#is-none")
        playwright.expect(page.locator("#says")).to_contain_text("Right: no cell is certain.")
        playwright.expect(page.locator("#says")).to_contain_text("in half of all layouts")
    for number in range(2, len(lesson.questions) + 1):
        page.click("#actions a.primary")
        playwright.expect(page.locator("#headline")).to_contain_text(f"question {number} of")
    page.click("#reveal")
    says(page, page_of(lesson.questions[-1].position)["headline"])
    page.go_back()
    playwright.expect(page.locator("#headline")).to_contain_text(f"question {len(lesson.questions) - 1} of")


def test_a_lesson_drills_its_pattern_in_random_games(page):
    view_lesson(page, "1-2", f"&question={len(LESSONS['1-2'].questions)}")
    page.click("#actions a.primary")
    playwright.expect(page.locator("#headline")).to_contain_text("from a random game")
    [made] = answer({"verb": "drill", "pattern": "1-2", "seed": 1})["lines"]
    assert page.evaluate("location.hash") == "#lesson=1-2&drill=1"
    mines = [
        name
        for name in hint_of(made["position"])["mines"]
        if page.locator(f"#play [aria-label='{name}, covered']").count()
    ]
    claim(page, mines[0], "#is-mine")
    playwright.expect(page.locator("#says")).to_contain_text(f"Right: {mines[0]} is a mine")


def test_a_lesson_of_a_teacher_is_a_link(page):
    text = (SAMPLES / "lessons/2-1-1.txt").read_text().replace("lesson 1-1", "lesson Mine & yours")
    start(page)
    page.set_input_files("#file", {"name": "a.txt", "mimeType": "text/plain", "buffer": text.encode()})
    playwright.expect(page.locator("#headline")).to_contain_text("Mine & yours, question 1 of")
    assert parse_qs(urlsplit(page.url).fragment) == {"lesson": [text]}
    start(page, f"#{urlsplit(page.url).fragment}")
    playwright.expect(page.locator("#headline")).to_contain_text("Mine & yours, question 1 of")
    start(page, f"#{urlencode({'lesson': 'lesson A'})}")
    says(page, answer({"verb": "lesson", "text": "lesson A"})["error"])
    start(page, "#lesson=nothing")
    playwright.expect(page.locator("h1")).to_contain_text(
        "No lesson is called nothing: there are two-rules, "
    )


def test_a_lesson_goes_by_keys_alone(page):
    view_lesson(page, "1-2")
    hint = hint_of(LESSONS["1-2"].questions[0].position)
    page.focus("#play [role=gridcell][tabindex='0']")
    for _ in range(int(hint["mines"][0].split("c")[1]) - 1):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("m")
    playwright.expect(page.locator("#live")).to_contain_text(f"Right: {hint['mines'][0]} is a mine")


@pytest.mark.skipif(not AXE.is_file(), reason="LOGICSWEEP_AXE names no axe.min.js (npm install axe-core)")
@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_rules_of_accessibility_hold_in_lessons_and_on_the_first_visit(browser, width, scheme):
    tab = browser.new_page(bypass_csp=True, viewport={"width": width, "height": 844}, color_scheme=scheme)
    with Live() as host:
        tab.goto(host.address)
        playwright.expect(tab.locator("#lessons li")).to_have_count(len(LESSONS))
        for card in ("play", "draw", "paste") if width < 600 else ():
            tab.click(f"#to-{card} summary")
        assert violations(tab) == []
        tab.click("#play [aria-label^='r4c8,']")
        tab.wait_for_timeout(300)
        assert violations(tab) == []
        assert tab.evaluate("document.documentElement.scrollWidth") == width
        for name, button in (("1-2", "#is-mine"), ("50-50", "#is-none")):
            tab.goto(f"{host.address}#lesson={name}")
            tab.wait_for_selector("#is-none")
            tab.click("#play [aria-label^='r1c1,']")
            tab.click(button)
            tab.wait_for_timeout(300)
            assert violations(tab) == []
            assert tab.evaluate("document.documentElement.scrollWidth") == width
    tab.close()
