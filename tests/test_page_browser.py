"""The pages of `--html` in a browser: what is seen, keys, clicks, addresses, and rules of accessibility."""

import os
import re
import shutil
from functools import cache
from itertools import count
from pathlib import Path

import networkx as nx
import pytest
from conftest import SAMPLES
from strategies import ASKED, BY_CLUES, STRONGEST

from logicsweep import Board, CellGraph, View, compare, play, random_board
from logicsweep.csp.position import Position
from logicsweep.games.path import path
from logicsweep.games.setup import Setup
from logicsweep.games.why import full_answer
from logicsweep.games.why import opposite as opposite_of
from logicsweep.games.why import why as why_of
from logicsweep.guessing.advice import advise
from logicsweep.reasons.refutation import refute
from logicsweep.show import pages
from logicsweep.show.compare import table_of
from logicsweep.show.page import page_html
from logicsweep.show.pages import path_page, trace_page
from logicsweep.show.svg import svg
from logicsweep.show.why import refuted_text
from logicsweep.verbs.compare import Compared
from logicsweep.verbs.hint import hint as hint_of
from logicsweep.verbs.path import finish
from logicsweep.verbs.reading import Numbered
from logicsweep.verbs.why import AskedCell

playwright = pytest.importorskip("playwright.sync_api", reason="playwright comes with the extra `test`")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
AXE = Path(os.environ.get("LOGICSWEEP_AXE", "no axe.min.js"))
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no chromium on PATH")
QUIET = "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync"
GLYPHS = {-1: "#", -2: "F", -3: "?"}
HOSTILE = ["</script><b>x", "<img src=x onerror=alert(1)>", "&lt;", "'\"", "a b", "cell=1&step=9"]
HOSTILE += ["safe\u202eenim", "a\u2066b", "\u05d0\u05d1"]
LADDER = Board.parse("........ .MMMMM.. ...M.... .MM..M.. ........")
ENDGAME = View.parse("mines 3 ###1 ###1 #311 #100")
TO_GUESS = View.parse("1### ####", mines=2)
BOARDS = {
    "a path": (LADDER, "r1c8", STRONGEST),
    "a graph": (Board.of(nx.petersen_graph(), [0, 5]), 2, STRONGEST),
    "a torus": (Board.parse("..M. .... M... ....", CellGraph.torus), 0, "casual"),
    "hexagons": (Board.parse("..M. .... M... ....", CellGraph.hexagonal), 0, "overlap"),
    "a strip": (Board.parse("...M..M.."), 0, "casual"),
    "no mines": (Board.parse("... ..."), 0, "casual"),
}


@cache
def of_path(name="a path"):
    found = path(*BOARDS[name])
    return path_page(finish(found)), found


@cache
def of_trace(board=LADDER, start="r1c8"):
    game = play(board, start)
    return trace_page(finish(game)), game


@cache
def of_compare(of=LADDER):
    found = compare(of, "r1c8") if isinstance(of, Board) else compare(of)
    return compare_page(found), found


def compare_page(found):
    return pages.compare_page(Compared(Numbered(1, found.last.board or found.last.first), found))


def of_hint(view=ENDGAME, guess=None):
    found = hint_of(Numbered(1, view), STRONGEST, guess=guess)
    return pages.hint_page(found)


def why_page(what, cell, refute=False):
    found = full_answer(what, cell, refuted=refute)
    item = Numbered(1, what.view if isinstance(what, Position) else what.board)
    return pages.why_page(found, AskedCell(item, what, found.player, found.answer.cell))


@pytest.fixture(scope="session")
def tab():
    """A browser's one page, for all tests: another for each would take five times as long."""
    with playwright.sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=BROWSER, args=QUIET.split())
        yield browser.new_page(bypass_csp=AXE.is_file())
        browser.close()


@pytest.fixture
def opened(tab, tmp_path):
    """Open a page's data; at the end nothing was asked of a network, and the console is empty."""
    wrong, requests, numbers = [], [], count()
    heard = {
        "console": lambda message: wrong.append(message.text),
        "pageerror": lambda error: wrong.append(str(error)),
        "request": lambda request: requests.append(request.url),
    }
    for event, hear in heard.items():
        tab.on(event, hear)

    def call(page_json, fragment="", width=1300, scheme="light", height=900):
        file = tmp_path / f"page{next(numbers)}.html"
        file.write_text(page_html(page_json), "utf-8")
        tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(media="screen", color_scheme=scheme)
        tab.goto(file.as_uri() + fragment)
        return tab

    yield call
    for event, hear in heard.items():
        tab.remove_listener(event, hear)
    assert wrong == []
    assert all(url.startswith((tmp_path.as_uri(), "data:,")) for url in requests)


def seen(page, board=0):
    """What the cells of a board show."""
    cells = page.locator("[role=grid]").nth(board).locator(".cell")
    return cells.evaluate_all("cells => cells.map(c => c.dataset.mark)")


def marked(page, kind):
    cells = page.locator(f"#boards .cell[data-as='{kind}']")
    return cells.evaluate_all("cells => cells.map(c => Number(c.dataset.cell))")


def cell(page, name, board=0):
    return page.locator("[role=grid]").nth(board).locator(f"[aria-label^='{name},']")


def glyphs(view):
    return [GLYPHS.get(mark, str(mark)) for mark in view.marks]


def step_of(page):
    return int(page.locator("#where").inner_text().split("/")[0])


def says(page, what="cell"):
    return page.locator(f"#{what}-says").inner_text()


def address(page, holds):
    page.wait_for_function("text => location.hash.includes(text)", arg=holds)


def lead(page, fragment):
    """Go to an address in the same page, by its event."""
    page.evaluate("to => { location.hash = to; }", fragment)


STATES = """keys => keys.map(key => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    return [...document.querySelectorAll("#boards .cell")].map(cell => cell.dataset.mark);
})"""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name[:4] != "a pa")) for name in BOARDS]
)
def test_each_step_shows_the_state_of_the_game_forwards_and_back(name, opened):
    page_json, game = of_path(name)
    page, states = opened(page_json), [*map(glyphs, game.views())]
    assert seen(page) == states[0]
    steps = len(states) - 1
    shown = page.evaluate(STATES, ["ArrowRight"] * steps + ["ArrowLeft"] * steps)
    assert shown == states[1:] + states[-2::-1]


def test_a_step_marks_what_it_stands_on_and_what_it_decides(opened):
    page_json, game = of_path()
    page = opened(page_json, "#step=5")
    assert marked(page, "stands on") == [6, 14]
    assert marked(page, "safe") == [fact.subject for fact in game.trace.firings[4].concluded]
    assert "The 1 at r2c7 touches the a's too: with that mine it is full." in says(page, "step")
    assert "1 (r1c7) − 1 (r2c7) = 0, the most that the cells can give" in says(page, "step")
    page.keyboard.press("ArrowRight")
    assert marked(page, "stands on") == [22]
    assert marked(page, "mine") == [13, 29]


def test_a_guess_is_marked_as_one_and_a_mine_ends_the_game(opened):
    found = path(Board.parse("..M. M..."), "r1c1", Setup("casual", guess="least-risk"))
    page = opened(path_page(finish(found)), "#step=1")
    assert marked(page, "guess") == [3]
    assert "cleared as a guess" in page.locator("#marks").inner_text()
    assert says(page, "step").startswith("guess, risk 1/4 (25%)")
    page.keyboard.press("End")
    assert (seen(page)[4], marked(page, "mine"), marked(page, "guess")) == ("*", [], [4])
    assert "It is one: the game is lost." in says(page, "step")
    assert "lost at r2c1: 2 guesses" in page.locator("#outcome-says").inner_text()
    page.keyboard.press("Home")
    page.click("#try")
    cell(page, "r1c4").click()
    page.click("#is-safe")
    assert "do not tell r1c4 yet" in says(page)


def test_buttons_keys_and_the_slider_step_and_one_live_region_says_so(opened):
    page = opened(of_path()[0])
    for press, step in [("#next", 1), ("#next", 2), ("#last", 21), ("#back", 20), ("#first", 0)]:
        page.click(press)
        assert step_of(page) == step
    for key, step in [("End", 21), ("Home", 0), ("ArrowLeft", 0), ("ArrowRight", 1)]:
        page.keyboard.press(key)
        assert step_of(page) == step
    assert page.locator("[aria-live], [role=status], [role=alert], [role=log], output").count() == 1
    assert page.locator("#live").inner_text().startswith("Step 1 of 21. The 0 at r1c8 has no mine around it")


@pytest.mark.parametrize("width", [1300, pytest.param(400, marks=pytest.mark.slow)])
def test_a_click_anywhere_on_a_bar_is_its_step_and_the_mark_stands_on_it(width, opened):
    page = opened(of_path()[0], width=width)
    chart = page.locator("#chart").bounding_box()
    wide = chart["width"] / 22
    for step in (0, 12, 21):
        for aside in (1.5, wide - 1.5):
            page.mouse.click(chart["x"] + step * wide + aside, chart["y"] + 20)
            assert step_of(page) == step
        mark = page.locator("#bar-mark").bounding_box()
        assert mark["x"] - chart["x"] == pytest.approx(step * wide, abs=0.1)
        assert mark["width"] == pytest.approx(wide, abs=0.1)
    bars = page.locator("#bars path").evaluate_all("all => all.map(one => one.getBoundingClientRect())")
    assert min(bar["left"] for bar in bars) == pytest.approx(chart["x"] + wide, abs=3)
    assert max(bar["right"] for bar in bars) == pytest.approx(chart["x"] + chart["width"], abs=3)
    valued = page.locator("#slider").get_attribute("aria-valuetext")
    assert valued == "step 21 of 21, all-found, 1 clue, 1 cell"


def test_the_address_leads_to_a_step_and_a_cell(opened):
    page = opened(of_path()[0], "#cell=r9c99&step=3")
    assert says(page).startswith("No cell is called r9c99.")
    assert page.locator("#live").inner_text() == "No cell is called r9c99."
    page.keyboard.press("ArrowRight")
    assert "r9c99" not in page.locator("main").inner_text()
    assert page.locator("#live").inner_text().startswith("Step 4 of 21.")
    lead(page, "step=12&cell=r3c3")
    playwright.expect(page.locator("#cell-title")).to_have_text("r3c3: cleared, clue 6")
    page.keyboard.press("ArrowRight")
    address(page, "step=13&cell=r3c3")
    page.evaluate("location.hash = 'step=9'; history.replaceState(null, '', '#step=4')")
    playwright.expect(page.locator("#where")).to_have_text("9 / 21")
    for odd, step in [("step=99999", 21), ("step=-3", 0), ("step=x&cell=%", 0), ("step=7&cell=r99c1", 7)]:
        lead(page, odd)
        playwright.expect(page.locator("#where")).to_have_text(f"{step} / 21")
    assert page.locator("#cell-title").inner_text() == "A cell’s reason"


HEADS = """tree => [...tree.querySelectorAll("summary, .leaf > :first-child")].map(head => {
    const number = /^Step (\\d+):/.exec(head.textContent)[1];
    return [Number(number), head.tagName === "P" && head.querySelector("button") !== null];
})"""


@pytest.mark.parametrize("last", [False, True])
def test_a_tree_explains_each_step_once_in_whatever_order_it_is_unfolded(last, opened):
    page_json, game = of_path()
    page = opened(page_json, "#step=1&cell=r3c3")
    assert says(page).startswith("Not decided yet at step 1: expert decides it in step 11.")
    tree = page.locator(".tree")
    while (folded := tree.locator("details:not([open]) > summary")).count():
        (folded.last if last else folded.first).click()
    explained = []
    for number, elsewhere in tree.evaluate(HEADS):
        assert elsewhere == (number in explained)
        explained += [number] * (not elsewhere)
    assert sorted(explained) == [one.number for one in game.trace.why("r3c3")]
    page.locator("#cell-says button.link").first.click()
    assert step_of(page) == 11
    page.keyboard.press("Escape")
    assert "Choose a cell" in says(page)


def test_as_above_leads_to_the_explanation_through_all_that_is_folded(opened):
    page = opened(of_path()[0], "#step=11&cell=r3c3")
    folded = page.locator(".tree details:not([open])")
    before = folded.count()
    assert before
    for link in page.locator(".tree").get_by_role("button", name="as above").all():
        number = link.locator("..").inner_text().split(":")[0]
        link.click()
        assert page.evaluate("document.activeElement.innerText").startswith(f"{number}:")
        assert "as above" not in page.evaluate("document.activeElement.firstChild.innerText")
        assert page.locator(".tree :focus").is_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert folded.count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert folded.count() >= before


def test_an_undecided_cell_tells_what_why_says_with_two_layouts(opened):
    page_json, game = of_trace()
    page = opened(page_json)
    cell(page, "r5c1").click()
    answer, around = why_of(game, "r5c1"), game.graph.around
    window = sorted(around(around({answer.cell, *answer.differ})))
    assert "r5c1 could be a mine or safe" in says(page)
    assert "Expert decides it later" in says(page)
    layouts = page.locator(".twins .frame")
    assert layouts.count() == 2
    for layout, mines in zip(layouts.all(), (answer.mine, answer.safe), strict=True):
        shown = layout.locator("[data-mark=M]").evaluate_all("cells => cells.map(cell => cell.title)")
        assert {*shown} == {*game.graph.names(mines & {*window})}
        assert layout.locator("[data-twin]").count() == len(answer.differ)
        for side, places in (("rows", {at // 8 for at in window}), ("cols", {at % 8 for at in window})):
            numbers = [str(at + 1) for at in sorted(places)]
            assert layout.locator(f".{side} span").all_inner_texts() == numbers
    corner, above = (layouts.first.locator(one).first for one in ("[title=r5c1]", ".cols span"))
    assert corner.bounding_box()["x"] == pytest.approx(above.bounding_box()["x"], abs=1)


def test_the_list_filters_by_production_grade_and_cell(opened):
    page_json, game = of_path()
    page = opened(page_json)
    rows = page.locator("#rows .row b")

    def numbers():
        return [int(text.split(".")[0]) for text in rows.all_text_contents()]

    page.select_option("#by-production", "all-mines")
    assert numbers() == [one.number for one in game.trace.firings if one.production == "all-mines"]
    page.select_option("#by-production", "")
    assert page.locator("#by-grade option").all_inner_texts() == [
        "all",
        "overlap (2 clues at once) or harder",
        "rows-3 (3 clues at once) or harder",
        "total (3 clues at once) or harder",
    ]
    page.select_option("#by-grade", "rows-3 (3 clues at once) or harder")
    assert numbers() == [11, 12]
    page.select_option("#by-grade", "all")
    page.fill("#by-cell", "r3c6")
    assert numbers() == [5]
    assert page.locator("#found").inner_text() == "1 of 21 steps"
    page.fill("#by-cell", "nowhere")
    assert numbers() == [5]
    page.press("#by-cell", "Enter")
    assert numbers() == []
    assert page.locator("#found").inner_text() == "No cell is called nowhere. 0 of 21 steps"
    page.fill("#by-cell", "")
    page.focus("#list")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert step_of(page) == 2
    assert page.locator("#list").get_attribute("aria-activedescendant") == "step-2"
    rows.nth(4).click()
    assert step_of(page) == 5


def test_the_board_has_one_tab_stop_and_arrow_keys(opened):
    page = opened(of_path()[0], "#step=4")
    grid = page.locator("[role=grid]")
    assert grid.locator("[role=row]").count() == 5
    grid.locator("[tabindex='0']").focus()

    def focused():
        return page.evaluate("document.activeElement.getAttribute('aria-label')")

    for key, name in [
        ("ArrowDown", "r2c1"),
        ("ArrowRight", "r2c2"),
        ("End", "r2c8"),
        ("ArrowUp", "r1c8"),
        ("ArrowUp", "r1c8"),
        ("Home", "r1c1"),
        ("End", "r1c8"),
    ]:
        page.keyboard.press(key)
        assert focused().split(",")[0] == name
    assert step_of(page) == 4
    assert grid.locator("[tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    assert page.locator("#cell-title").inner_text().startswith("r1c8: cleared")
    assert focused() == "r1c8, cleared, no mine around"


def test_players_go_side_by_side_and_each_stops_where_it_is_stuck(opened):
    page_json, found = of_compare()
    page = opened(page_json, "#step=9")
    for at, game in enumerate(found.runs.values()):
        states = [*game.views()]
        assert seen(page, at) == glyphs(states[min(9, len(states) - 1)])
    assert page.locator(".player").first.inner_text() == "casual 4 steps; remaining 21"
    page.locator("#map .cell").nth(2 * 8 + 5).click()
    assert says(page).startswith("Decided in step 5")
    chosen = page.locator(".player button[aria-pressed=true]")
    assert chosen.inner_text() == "overlap"
    address(page, "player=overlap")
    page.locator("#boards .board").first.locator(".cell").nth(21).click()
    assert "Overlap decides it in step 5" in says(page)
    lead(page, "step=9&player=local")
    playwright.expect(chosen).to_have_text(BY_CLUES)
    lead(page, "player=nobody")
    playwright.expect(page.locator("#live")).to_have_text("No player is called nobody.")


def test_the_map_has_the_letters_of_the_text_and_the_colours_of_the_picture(opened):
    page_json, found = of_compare()
    page = opened(page_json)
    letters = page.locator("#map .cell").all_text_contents()
    weakest = [found.weakest.get(cell, "") for cell in range(40)]
    assert [text.lower() for text in letters[:7]] == [found.runs[name].player.letter for name in weakest[:7]]
    assert letters[7] == "@"
    assert [text.isupper() for at, text in enumerate(letters) if at != 7] == [
        bool(mine) for at, mine in enumerate(LADDER.mined) if at != 7
    ]
    picture, tinted = svg(found), page.locator("#map .cell[data-player]")
    colours = {*tinted.evaluate_all("cells => cells.map(c => getComputedStyle(c).backgroundColor)")}
    assert len(colours) == 4
    for colour in colours:
        red, green, blue = map(int, re.findall(r"\d+", colour))
        assert f'fill="#{red:02X}{green:02X}{blue:02X}"' in picture
    assert "undecided" not in page.locator("#players").inner_text()


def test_a_hint_shows_risks_as_shade_and_number(opened):
    page = opened(of_hint())
    assert page.locator(".cell[data-risk]").all_inner_texts() == ["50", "50"]
    assert marked(page, "safe") == [0, 1, 2, 5]
    assert marked(page, "mine") == [4, 6]
    assert page.locator("#timeline").is_hidden()
    cell(page, "r3c1").click()
    assert "r3c1 is a mine in 1 of every 2" in says(page)
    cell(page, "r2c2").click()
    assert "r2c2 is safe. One clue at a time is enough" in says(page)
    assert page.locator(".tree").count() == 1


def test_a_guess_is_advised_in_sight_of_the_board_and_its_cell_says_its_numbers(opened):
    advice = advise(TO_GUESS)
    page = opened(of_hint(TO_GUESS, "best"), width=390, height=844)
    assert [*says(page, "advice").split("\n\n")][:3] == [*advice.sentences()]
    assert page.locator("#advice-title").inner_text() == "To guess, by best"
    rows = [" ".join(row.split()) for row in page.locator("#advice tr").all_inner_texts()]
    assert rows[:2] == ["risk both safe then win", "r1c4 25.0% 50.0% 0% 33.3% dead"]
    assert len(rows) == 1 + len(advice.ranked)
    third, dock = page.locator("#advice tr").nth(3).bounding_box(), page.locator("#dock").bounding_box()
    assert third["y"] + third["height"] <= dock["y"]
    assert third["x"] + third["width"] <= 390
    assert "layouts" not in page.locator("#outcome-says").inner_text()
    cell(page, "r1c4").click()
    numbers = "risk 25.0%, both 50.0%, safe then 0%, win 33.3%, dead"
    assert says(page).startswith(f"To guess, by best, number 1: {numbers}.")


def shade(page, selector):
    """How red a cell's ground is, beside its green and blue."""
    found = page.locator(selector).first.evaluate("cell => getComputedStyle(cell).backgroundColor")
    red, green, blue = [float(part) for part in re.findall(r"[\d.]+", found)[:3]]
    return (2 * red - green - blue) / (255 if red > 1 else 1)


@pytest.mark.parametrize(("field", "scheme"), [(CellGraph.grid, "light"), (CellGraph.hexagonal, "dark")])
def test_a_higher_risk_has_a_stronger_shade_and_a_certain_mine_the_strongest(field, scheme, opened):
    page = opened(of_hint(View.parse("mines 9 01###### 1####### ########", field=field)), scheme=scheme)
    risks = {one.get_attribute("data-risk") for one in page.locator(".cell[data-risk]").all()}
    shades = [shade(page, f".cell[data-risk='{risk}']") for risk in sorted(risks, key=float)]
    assert shades == sorted(shades)
    assert shades[0] < shades[-1]
    page = opened(of_hint(), scheme=scheme)
    assert shade(page, ".cell[data-as=mine]") > shades[-1]
    assert shade(page, ".cell[data-as=safe]") < shades[0]


def test_a_hint_shows_what_it_knows_of_flags_beside_them(opened):
    page = opened(of_hint(View.parse("mines 6 F#F1#F F##1## F311F# #100##")))
    look = page.locator("#boards .cell[data-mark=F]").evaluate_all(
        """cells => cells.map(c => {
            const { backgroundSize, backgroundPosition } = getComputedStyle(c);
            const [width, height] = backgroundSize.split(",")[0].split(" ").map(parseFloat);
            const low = backgroundPosition.startsWith("100% 100%");
            return [c.innerText, c.dataset.as ?? "", low && width < 50 && height < 50];
        })"""
    )
    assert [f"{text}{kind}" for text, kind, _ in look] == ["43", "safe", "43", "mine", "50", "safe"]
    assert all(in_corner for _, _, in_corner in look)
    assert says(page, "outcome").startswith(
        "Clear r1c3: it is safe.\n\nCells beside no clue: risk 3/7 (42.86%) each"
    )
    assert "#" not in says(page, "outcome")


@pytest.mark.parametrize("several", [False, True])
def test_flags_that_nobody_counts_on_stand_in_a_corner(opened, several):
    view = View.parse("F#F1 ##21 1110")
    page = opened(
        of_compare(view)[0] if several else trace_page(finish(play(view))),
        "#step=1",
    )
    cells = page.locator("#boards .board").last.locator(".cell")
    assert cells.nth(0).get_attribute("data-claim") == "true"
    assert cells.nth(0).get_attribute("aria-label") == "r1c1, covered, flagged"
    assert cells.nth(2).get_attribute("data-claim") is None  # found to be a mine
    assert "a mine, flagged" in cells.nth(2).get_attribute("aria-label")
    page.keyboard.press("Home")
    assert cells.nth(2).get_attribute("data-claim") == "true"
    assert "covered, flagged" in page.locator("#marks").inner_text()
    assert page.locator("#map-board .cell[data-claim]").count() == several


@pytest.mark.slow
def test_a_page_of_why_begins_with_its_answer(opened):
    game = play(LADDER, "r1c8", "overlap")
    page = opened(why_page(game, "r3c6"))
    assert page.locator("#cell-title").inner_text().startswith("r3c6: ")
    assert "r3c6 is safe. Here is how" in says(page)
    assert page.locator(".tree summary, .tree .leaf").count() >= 1
    assert step_of(page) == 5


def test_what_why_says_is_ringed_and_a_refutation_drawn_line_by_line(opened):
    game = play(LADDER, "r1c8")
    page, opposite = opened(why_page(game, "r3c6", refute=True), height=1000), opposite_of(game, "r3c6")
    assert page.evaluate(WHOLE, "#cell")
    assert page.locator("#cell").bounding_box()["y"] < page.locator("#step").bounding_box()["y"]
    assert marked(page, "stands on") == [6, 14]
    lines = [line.strip() for line in refuted_text(opposite)]
    lines = lines[next(at for at, line in enumerate(lines) if line.startswith("Suppose")) :]
    assert page.locator(".refuted figcaption").all_inner_texts() == lines
    drawn = page.locator(".refuted [role=img]")
    looks = "cells => cells.map(c => [c.title, c.dataset.mark, c.dataset.as ?? ''])"
    supposed, follows, breaks, so = (drawn.nth(at).locator(".cell").evaluate_all(looks) for at in range(4))
    assert ["r3c6", "F", "mine"] in supposed
    assert ["r1c6", "?", "safe"] in follows and ["r2c7", "1", "stands on"] in follows
    assert ["r3c6", "F", ""] in breaks and ["r1c7", "1", "stands on"] in breaks
    assert ["r3c6", "?", "safe"] in so
    assert page.locator("pre").count() == 0


def test_cases_of_a_refutation_stand_further_in(opened):
    view = View.parse("mines 8 ##22# 4#### ##433 2####")  # where the mine total takes a split
    cell = next(one for one in view.covered if (found := refute(view, one)) and found.line.leaves > 1)
    page_json = why_page(Position(view), cell, refute=True)
    page = opened(page_json)
    lefts = [one.bounding_box()["x"] for one in page.locator(".refuted figure").all()]
    depths = [line["depth"] for line in page_json.found["refuted"]]
    assert max(depths) > 0
    assert [left - min(lefts) for left in lefts] == [pytest.approx(depth * 19.2, abs=0.1) for depth in depths]


@pytest.mark.slow
def test_a_deduction_without_a_step_still_has_its_page(opened):
    run = play(View.parse("#1#"))
    page = opened(trace_page(finish(run)), "#cell=r1c1")
    assert says(page).startswith("Nobody can tell yet: r1c1")
    assert page.locator("#steps").is_hidden()
    page = opened(trace_page(finish(run))._replace(cells=[]), "#cell=r1c1")
    assert "logicsweep why has" in says(page)


def test_hostile_names_are_text_and_links_to_them_work(opened):
    page = opened(of_trace(Board.of(nx.path_graph(HOSTILE), [HOSTILE[2]]), 0)[0])
    shown = [name.replace("\u202e", "\\u202e").replace("\u2066", "\\u2066") for name in HOSTILE]
    cells = page.locator("[role=gridcell]")
    labels = cells.evaluate_all("cells => cells.map(c => c.ariaLabel)")
    assert all(label.startswith(f"{name}, ") for label, name in zip(labels, shown, strict=True))
    assert page.locator(".node-name").all_inner_texts() == shown
    assert page.locator("img, b.x, main script").count() == 0
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", page.locator("body").inner_text())
    cells.nth(6).click()
    address(page, "cell=safe%E2%80%AEenim")
    cells.nth(5).click()
    address(page, "cell=cell%3D1%26step%3D9")
    page.reload()
    assert page.locator("#cell-title").inner_text() == "cell=1&step=9: covered"


def test_a_torus_says_that_its_edges_touch(opened):
    assert opened(of_path("a torus")[0]).locator("#about").inner_text().endswith("opposite edges touch")


@pytest.mark.slow
def test_nothing_is_wider_than_the_window(opened):
    for page_json in (of_path()[0], of_compare()[0], of_hint()):
        page = opened(page_json)
        for width in (1300, 700, 400):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_comparison_has_its_tables_and_tells_why_of_what_only_stronger_players_decide(opened):
    page_json, found = of_compare()
    page = opened(page_json, "#player=casual")
    rows = [[*row.locator("th, td").all_inner_texts()] for row in page.locator("#outcome tr").all()]
    assert rows == table_of(found)
    assert "17 of them by reasoning that casual lacks" in says(page, "outcome")
    page.click("#outcome summary")
    beyond = [f"step {one.number}" for one in found.beyond]
    assert page.locator("#outcome details button").all_inner_texts() == beyond
    cell(page, "r3c6").click()
    assert says(page).startswith("Casual leaves it undecided.")
    assert "Overlap decides it in step 5." in says(page)
    assert "Its other covered cell, r3c6, is safe." in says(page)


JUDGED = """cells => cells.map(cell => {
    do document.getElementById("try").click(); while (!document.body.matches(".trying"));
    document.querySelector(`#boards .looked [data-cell="${cell}"]`).click();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "m", bubbles: true }));
    return document.querySelector("#cell-says p").textContent;
})"""


@pytest.mark.parametrize(
    "name",
    [
        "a graph",
        "hexagons",
        *[pytest.param(one, marks=pytest.mark.slow) for one in BOARDS if one not in ("a graph", "hexagons")],
    ],
)
def test_who_tries_it_is_told_what_can_be_known_and_never_what_cannot(name, opened):
    board, start, _ = BOARDS[name]
    found, known, open_ = compare(board, start), 0, 0
    game = found.last
    page, states = opened(compare_page(found)), [*game.views()]
    for step in range(0, len(states), 3):
        lead(page, f"step={step}")
        page.wait_for_function("step => document.getElementById('slider').value === `${step}`", arg=step)
        forced, cells = Position(states[step]).solution(), [*states[step].without_flags().covered]
        cells = [one for one in cells if states[step].marks[one] == -1]
        for one, told in zip(cells, page.evaluate(JUDGED, cells), strict=True):
            verdict = {"mine": "Right", "safe": "No"}.get(forced.verdict(one))
            if "that can be known now" in told:
                assert told.startswith(f"{verdict}: ")
                known += 1
            elif "cannot be known" in told:
                assert verdict is None
                open_ += 1
    assert known >= min(1, len(states) - 1)
    assert known >= 20 or name != "a path"


def test_trying_hides_what_follows_and_opens_what_was_found(opened):
    page = opened(of_path()[0], "#step=4", width=390, height=844)
    page.click("#try")
    for later in ("#profile", "#steps", "#step", "#outcome"):
        assert page.locator(later).is_hidden()
    cell(page, "r3c6").click()
    assert page.locator("#cell-title").inner_text() == "r3c6: covered"
    page.click("#is-mine")
    assert "No: r3c6 is safe, and that can be known now." in page.locator("#dock-says").inner_text()
    assert "Expert knows it by 1-1; overlap, 2 clues, 3 cells:" in says(page)
    assert "Its other covered cell, r3c6, is safe." in says(page)
    assert seen(page)[21] == "3"
    assert page.locator("#live").inner_text().startswith("No: r3c6 is safe")
    page.click("#try")
    assert seen(page)[21] == "#"
    page.click("#next")
    assert says(page, "step").count("The 1 at r2c7 touches")


def test_trying_what_may_be_either_shows_two_layouts(opened):
    page = opened(of_trace()[0], "#step=1")
    page.click("#try")
    cell(page, "r5c1").click()
    page.keyboard.press("s")
    assert says(page).startswith("r5c1 cannot be known now: it may be either.")
    assert page.locator("#cell .twins figure").count() == 2


def test_on_paper_swatches_and_the_mark_of_the_step_are_there(opened):
    page = opened(of_path()[0], "#step=5")
    page.emulate_media(media="print")
    for shown in (".keys-of i", "#bar-mark", ".row[aria-selected=true]", "#boards .cell"):
        element = page.locator(shown).first
        assert element.is_visible()
        assert element.evaluate("one => getComputedStyle(one).printColorAdjust") == "exact"
    assert page.locator("#dock").is_hidden()
    assert page.locator("#step").bounding_box()["height"] < 1000


def test_small_boards_use_the_screen_and_tags_are_words(opened):
    page = opened(of_path("no mines")[0], "#step=1&cell=r2c3")
    assert page.locator("#boards .cell").first.bounding_box()["width"] > 60
    page = opened(of_hint(), "#cell=r2c2")
    assert "R2c2 is safe (all-found at r3c3)" in page.locator(".tree").inner_text()
    assert "=" not in page.locator(".tree summary, .tree .leaf > p").first.inner_text()


WHOLE = """selector => {
    const { top, bottom, left, right, height } = document.querySelector(selector).getBoundingClientRect();
    return height > 0 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}"""
SIX = [*ASKED[:5], ASKED[-1]]


@cache
def of_six():
    return compare_page(compare(LADDER, "r1c8", SIX))


@pytest.mark.parametrize(("width", "height"), [(390, 844), (800, 600), (1440, 900)])
def test_controls_words_and_a_tapped_cells_reason_are_in_sight_with_the_board(width, height, opened):
    page = opened(of_six(), "#step=12", width=width, height=height)
    shown = "#dock-says" if width < 960 else "#step"
    assert all(page.evaluate(WHOLE, sight) for sight in ("#controls", "#hard", "#where", shown))
    assert "nine mines and two are found, so seven are left" in page.locator(shown).inner_text()
    boards = page.locator("#boards .board")
    assert [one.is_visible() for one in boards.all()] == [width > 960] * 5 + [True]
    page.get_by_role("button", name="overlap", exact=True).click()
    assert boards.nth(1).is_visible()
    assert boards.nth(5).is_visible() == (width > 960)
    boards.nth(1).locator("[data-cell='21']").click()
    reason = "#dock-says" if width < 960 else "#cell-title"
    assert page.evaluate(WHOLE, reason)
    assert page.locator(reason).inner_text().startswith("r3c6: cleared, clue 3")
    assert width > 960 or "Its other covered cell, r3c6, is safe." in page.locator("#dock-says").inner_text()
    if width < 960:
        page.get_by_role("button", name="the whole reason").click()
    assert page.evaluate(WHOLE, "#cell-title")


@pytest.mark.parametrize("width", [390, 1440])
def test_panels_keep_their_places_whatever_a_step_says(width, opened):
    page = opened(of_path()[0], width=width)
    places = page.evaluate("""() => [...Array(22).keys()].map(() => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        return ["step", "cell", "list", "controls"].map(id => document.getElementById(id).offsetTop);
    })""")
    assert len({*map(tuple, places)}) == 1


def test_one_key_leads_to_the_next_hard_step_and_the_filter_says_what_is_hard(opened):
    page_json, game = of_path()
    page = opened(page_json)
    beyond = [one.number for one in game.trace.firings if not one.production.startswith("all-")]
    for number in beyond:
        page.keyboard.press("h")
        assert step_of(page) == number
    assert page.locator("#hard").get_attribute("aria-disabled") == "true"
    page.keyboard.press("Home")
    page.select_option("#by-production", "rows-3")
    page.click("#hard")
    assert step_of(page) == next(one.number for one in game.trace.firings if one.production == "rows-3")


@pytest.mark.slow
def test_a_game_pauses_and_plays_at_the_speed_that_is_chosen(opened):
    page = opened(of_path()[0])
    for word in ("Pause", "Play"):
        page.keyboard.press("Space")
        assert page.locator("#run").get_attribute("aria-label") == word
    page.select_option("#speed", "120")
    page.keyboard.press("Space")
    playwright.expect(page.locator("#where")).to_have_text("21 / 21")


@pytest.mark.slow
def test_after_a_jump_what_is_in_sight_is_drawn_first(opened):
    board = random_board((80, 80), 800, seed=3)
    page_json, game = of_trace(board, next_opening(board))
    page, last = opened(page_json), glyphs(game.after)
    at_once = page.evaluate("""() => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
        const frame = document.querySelector("#boards .frame").getBoundingClientRect();
        return [...document.querySelectorAll("#boards .cell")].map(cell => {
            const box = cell.getBoundingClientRect();
            const inside = box.top >= frame.top && box.bottom <= frame.bottom && box.right <= frame.right;
            return inside && box.left >= frame.left ? cell.dataset.mark : null;
        });
    }""")
    assert len([mark for mark in at_once if mark]) > 1000
    assert all(mark in (None, one) for mark, one in zip(at_once, last, strict=True))
    page.wait_for_function(
        "last => [...document.querySelectorAll('#boards .cell')].every((c, i) => c.dataset.mark === last[i])",
        arg=last,
    )


def next_opening(board):
    return next(cell for cell, mine in enumerate(board.mined) if not mine and not board.clue(cell))


def test_all_boards_scroll_to_the_step(opened):
    board = random_board((6, 60), 45, seed=3)
    found = compare(board, next_opening(board), ["casual", "overlap"])
    page, lefts = opened(compare_page(found), width=1000), set()
    for step in (0, 130, 20):
        lead(page, f"step={step}")
        playwright.expect(page.locator("#where")).to_contain_text(f"{step} / ")
        one, other = page.locator("#boards .frame").evaluate_all("all => all.map(one => one.scrollLeft)")
        assert one == other
        lefts.add(one)
    assert len(lefts) > 1


IN_VIEW = """cell => {
    const shown = document.querySelector(`.cell[data-cell="${cell}"]`), box = shown.getBoundingClientRect();
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === shown;
}"""


@pytest.mark.slow
def test_a_large_game_is_whole_and_all_its_steps_are_on_paper(opened):
    board = random_board((60, 60), 500, seed=3)
    page_json, game = of_trace(board, next_opening(board))
    page, states = opened(page_json, "#cell=r50c55"), [*game.views()]
    assert page.evaluate(IN_VIEW, 49 * 60 + 54)
    for step in (40, len(states) - 1, 7):
        lead(page, f"step={step}&cell=r2c3")
        playwright.expect(page.locator("#where")).to_contain_text(f"{step} / ")
        assert seen(page) == glyphs(states[step])
    assert page.evaluate(IN_VIEW, 60 + 2)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    heads = page.locator("#rows .row b").all_text_contents()
    assert [int(head.split(".")[0]) for head in heads] == [one.number for one in game.trace.firings]
    assert not page.locator("#controls").is_visible()
    assert page.locator("[role=grid]").is_visible()


PAGES = {
    "path": lambda: (of_path()[0], "#step=12&cell=r3c3"),
    "stuck": lambda: (of_trace()[0], "#step=3&cell=r5c1"),
    "compare": lambda: (of_compare()[0], "#step=9&cell=r3c6"),
    "hint": lambda: (of_hint(), "#cell=r3c1"),
    "hint, guess": lambda: (of_hint(TO_GUESS, "best"), "#cell=r1c4"),
    "hexagons": lambda: (of_path("hexagons")[0], "#step=2"),
    "graph": lambda: (of_path("a graph")[0], "#step=1&cell=3"),
}


@pytest.mark.slow
@pytest.mark.skipif(not AXE.is_file(), reason="LOGICSWEEP_AXE names no axe.min.js (npm install axe-core)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_rules_of_accessibility_hold(page, scheme, opened):
    assert violations(opened(*page(), scheme=scheme)) == []


def violations(page):
    page.add_script_tag(content=AXE.read_text("utf-8"))
    return page.evaluate(
        "axe.run().then(found => found.violations.map(v => [v.id, v.nodes.map(n => n.html).slice(0, 3)]))"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_the_page_of_a_report_is_read_on_a_phone_and_in_the_dark(tab, width, height, scheme):
    heard = []
    tab.once("console", lambda message: heard.append(message.text))
    tab.set_viewport_size({"width": width, "height": height})
    tab.emulate_media(media="screen", color_scheme=scheme)
    tab.goto((SAMPLES / "survey.html").as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") == width
    assert tab.locator("svg text").first.bounding_box()["height"] >= 10
    ground = tab.locator("td").first.evaluate("cell => getComputedStyle(cell).backgroundColor")
    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 18, 18)"}[scheme]
    assert heard == [] and (not AXE.is_file() or violations(tab) == [])
