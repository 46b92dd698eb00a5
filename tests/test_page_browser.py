"""The pages of `--html` in a browser: what is seen, keys, clicks, addresses, and rules of accessibility."""

import os
import re
from functools import cache
from importlib.resources import files
from itertools import count
from pathlib import Path

import networkx as nx
import pytest
from conftest import BROWSER, SAMPLES
from in_process import invoke
from strategies import STRONGEST

from logicsweep import Board, CellGraph, View, compare, play, random_board
from logicsweep.csp.position import Position
from logicsweep.games.path import path
from logicsweep.games.players import PLAYERS
from logicsweep.games.setup import Setup
from logicsweep.games.why import full_answer
from logicsweep.games.why import opposite as opposite_of
from logicsweep.games.why import why as why_of
from logicsweep.guessing.advice import advise
from logicsweep.reasons.refutation import refute
from logicsweep.show import pages
from logicsweep.show.compare import headline_lines, table_of
from logicsweep.show.page import page_html
from logicsweep.show.pages import path_page, trace_page
from logicsweep.show.palette import risk_shade
from logicsweep.show.path import path_headline
from logicsweep.show.svg import svg
from logicsweep.show.why import refuted_text
from logicsweep.verbs.compare import Compared
from logicsweep.verbs.hint import hint as hint_of
from logicsweep.verbs.path import finish
from logicsweep.verbs.reading import Numbered
from logicsweep.verbs.why import AskedCell

playwright = pytest.importorskip("playwright.sync_api", reason="playwright comes with the extra `test`")
AXE = Path(os.environ.get("LOGICSWEEP_AXE", "no axe.min.js"))
pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="no chromium on PATH")]
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
def tab(browser):
    """One page for all tests: another for each would take five times as long."""
    return browser.new_page(bypass_csp=AXE.is_file())


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
    cells = page.locator(f"[role=grid] .cell[data-as='{kind}']")
    return cells.evaluate_all("cells => cells.map(c => Number(c.dataset.cell))")


def drawn(page, kind):
    """The cells that show a symbol."""
    cells = page.locator(f"[role=grid] .cell:has(> .symbol.{kind})")
    return cells.evaluate_all("cells => cells.map(c => Number(c.dataset.cell))")


def cell(page, name, board=0):
    return page.locator("[role=grid]").nth(board).locator(f"[aria-label^='{name},']")


def glyphs(view):
    return [GLYPHS.get(mark, str(mark)) for mark in view.marks]


def step_of(page):
    """The first step of the group that is shown; 0 at the start."""
    said = page.locator("#slider").get_attribute("aria-valuetext")
    return 0 if said == "the start" else int(said.split()[1])


def says(page):
    return page.locator("#says").inner_text()


def title(page):
    return page.locator("#reason-title").inner_text()


def address(page, holds):
    page.wait_for_function("text => location.hash.includes(text)", arg=holds)


def lead(page, fragment):
    """Go to an address in the same page, by its event."""
    page.evaluate("to => { location.hash = to; }", fragment)


def groups_of(run):
    """The first and last step of each group: openings around zeros go with the step that opened them."""
    found = []
    for step in run.steps:
        rows = [*step.stands_on]
        zero = len(rows) == 1 and rows[0] >= 0 and step.before.marks[rows[0]] == 0
        since = found and run.steps[found[-1][0] - 1]
        new = not found or not (found[-1][2] or since.before.marks[rows[0]] < 0)
        if zero and not new:
            found[-1] = (found[-1][0], step.number, found[-1][2])
        else:
            found.append((step.number, step.number, zero))
    return [(first, last) for first, last, _ in found]


STATES = """keys => keys.map(key => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    return [...document.querySelectorAll("[role=grid] .cell")].map(cell => cell.dataset.mark);
})"""


@pytest.mark.parametrize("name", BOARDS)
def test_each_step_shows_the_state_of_the_game_forwards_and_back(name, opened):
    page_json, game = of_path(name)
    page, all_states = opened(page_json, "#step=0"), [*map(glyphs, game.views())]
    states = [all_states[0], *[all_states[last] for _, last in groups_of(game)]]
    assert seen(page) == states[0]
    steps = len(states) - 1
    shown = page.evaluate(STATES, ["ArrowRight"] * steps + ["ArrowLeft"] * steps)
    assert shown == states[1:] + states[-2::-1]


def test_the_page_opens_on_the_answer_and_on_the_first_hard_step(opened):
    page_json, game = of_path()
    page = opened(page_json)
    hard = next(one.number for one in game.trace.firings if not one.production.startswith("all-"))
    assert page.locator("h1").inner_text() == path_headline(finish(game)) == page_json.headline
    assert page.locator("#answer").get_attribute("class") == "safe"
    assert step_of(page) == hard
    assert title(page) == f"Step {hard}: why r3c6 is safe"
    assert page.locator("#chips").inner_text().split() == ["overlap", "2", "clues"]
    far = [one.replace("\n", " ") for one in page.locator("#far > div > p").all_inner_texts()]
    assert far == [
        *("Casual stuck after 4", "Overlap stuck after 10", "Local stuck after 11", "Expert all 21 steps"),
    ]
    assert page.locator("#list .row").count() == len(groups_of(game)) == 18


def test_an_opening_is_one_step_with_its_click(opened):
    page = opened(of_path()[0], "#step=1")
    assert title(page) == "Steps 1 to 4: r1c8 opens 9 cells"
    assert "The 0 at r1c8 has no mines around it" in says(page)
    assert (len(marked(page, "opened")), marked(page, "ring")) == (9, [7])
    assert page.locator("#list .row").first.inner_text().split() == ["1–4", "opening", "1", "clue"]


def test_a_step_marks_what_it_stands_on_and_what_it_decides(opened):
    page_json, game = of_path()
    page = opened(page_json, "#step=5")
    assert marked(page, "ring") == [6, 14]
    assert marked(page, "safe") == drawn(page, "tick") == [game.trace.firings[4].concluded[0].subject]
    assert page.locator("[role=grid] .cell[data-letter=a]").all_inner_texts() == ["a", "a"]
    assert "The 1 at r2c7 touches the a's too: that mine is all it needs." in says(page)
    assert "1 (r1c7) − 1 (r2c7) = 0, the most that the cells can give" in says(page)
    assert page.locator("#says .result.safe").inner_text() == "r3c6 is safe."
    page.keyboard.press("ArrowRight")
    assert marked(page, "ring") == [22]
    assert marked(page, "mine") == drawn(page, "mine") == [13, 29]
    page.keyboard.press("ArrowRight")
    assert drawn(page, "mine") == [13, 29] and drawn(page, "flag") == []  # known mines are no flags


def test_the_legend_has_only_the_marks_that_are_there(opened):
    page = opened(of_path()[0], "#step=5")
    legend = page.locator("#marks li")
    assert legend.all_inner_texts() == ["safe", "2\nclue used", "a\ngroup"]
    lead(page, "step=6")
    playwright.expect(legend).to_have_text(["new mine", "2clue used"])
    lead(page, "step=0")
    playwright.expect(legend).to_have_count(0)


def test_words_light_their_cells_and_a_click_on_a_name_asks_about_it(opened):
    page = opened(of_path()[0], "#step=5")
    lit = "[role=grid] .cell.lit"
    for text, cells in (("a", ["r1c6", "r2c6"]), ("r1c7", ["r1c7"])):
        page.locator("#says .reason").get_by_role("button", name=text, exact=True).first.hover()
        labels = page.locator(lit).evaluate_all("cells => cells.map(c => c.ariaLabel.split(',')[0])")
        assert labels == cells
    page.mouse.move(2, 2)
    assert page.locator(lit).count() == 0
    page.locator("#says .reason").get_by_role("button", name="r1c7").click()
    assert title(page) == "Steps 1 to 4: r1c8 opens 9 cells"
    address(page, "cell=r1c7")
    page.go_back()
    playwright.expect(page.locator("#reason-title")).to_have_text("Step 5: why r3c6 is safe")


def test_a_guess_is_marked_as_one_and_a_mine_ends_the_game(opened):
    found = path(Board.parse("..M. M..."), "r1c1", Setup("casual", guess="least-risk"))
    page = opened(path_page(finish(found)), "#step=1")
    assert marked(page, "guess") == [3]
    assert "guess" in page.locator("#marks").inner_text()
    assert title(page) == "Step 1: r1c4 is a guess"
    assert "a mine in 25% of layouts" in says(page)
    page.keyboard.press("End")
    assert (seen(page)[4], marked(page, "mine"), marked(page, "guess")) == ("*", [], [])
    assert 4 in drawn(page, "mine")
    assert "It is one: the game is lost." in says(page)
    assert page.locator("h1").inner_text().startswith("Lost at r2c1.")
    assert (
        "lost at r2c1: 2 guesses" in page.locator("#more").inner_text(timeout=1000)
        or page.locator("#more p").all_text_contents()
    )
    page.keyboard.press("Home")
    page.click("#try")
    cell(page, "r1c4").click()
    page.click("#is-safe")
    assert "do not tell r1c4 yet" in says(page)


def test_buttons_keys_and_the_slider_step_and_one_live_region_says_so(opened):
    page = opened(of_path()[0], "#step=0")
    for press, step in [("#next", 1), ("#next", 5), ("#last", 21), ("#back", 20), ("#first", 0)]:
        page.click(press)
        assert step_of(page) == step
    for key, step in [("End", 21), ("Home", 0), ("ArrowLeft", 0), ("ArrowRight", 1), ("]", 5), ("[", 1)]:
        page.keyboard.press(key)
        assert step_of(page) == step
    assert page.locator("[aria-live], [role=status], [role=alert], [role=log], output").count() == 1
    assert page.locator("#live").inner_text().startswith("Step 1 of 21. The 0 at r1c8 has no mines around it")


@pytest.mark.parametrize("width", [1300, 700])
def test_a_click_anywhere_on_a_step_of_the_chart_goes_there_and_the_mark_stands_on_it(width, opened):
    page_json, game = of_path()
    page, groups = opened(page_json, "#step=0", width=width), [(0, 0), *groups_of(game)]
    for at in (0, 12, len(groups) - 1):
        for before in (True, False):
            page.locator("#chart").scroll_into_view_if_needed()
            chart = page.locator("#slider").bounding_box()
            wide = chart["width"] / len(groups)
            aside = 1.5 if before else wide - 1.5
            page.mouse.click(chart["x"] + at * wide + aside, chart["y"] + 20)
            assert step_of(page) == groups[at][0]
        chart, ring = (page.locator(one).bounding_box() for one in ("#slider", "#chart .ring"))
        assert ring["x"] + ring["width"] / 2 - chart["x"] == pytest.approx((at + 0.5) * wide, abs=1)
    texts = page.locator("#chart text").all_text_contents()
    assert texts[:4] == ["1 clue", "2 clues", "3 clues", "mine total"] and "step 21" in texts
    assert page.locator("#slider").get_attribute("aria-valuetext") == "step 21 of 21, 1 clue"
    assert page.locator("#kinds li").all_inner_texts() == ["finds safe cells", "finds mines"]
    discs, squares = (page.locator(f"#chart {one}").count() for one in ("g .disc", "rect.hollow"))
    finds = [{*step.decides.values()} for step in game.steps if step.number in {a for a, _ in groups}]
    assert (discs, squares) == (finds.count({"safe"}), finds.count({"mine"}))


def test_the_address_leads_to_a_step_and_a_cell(opened):
    page = opened(of_path()[0], "#cell=r9c99&step=6")
    assert says(page).startswith("No cell is called r9c99.")
    assert page.locator("#live").inner_text() == "No cell is called r9c99."
    page.keyboard.press("ArrowRight")
    assert "r9c99" not in page.locator("main").inner_text()
    assert page.locator("#live").inner_text().startswith("Step 7 of 21.")
    lead(page, "step=12&cell=r3c3")
    playwright.expect(page.locator("#reason-title")).to_have_text("Step 11: why r3c3 is safe")
    assert page.locator("[role=grid] [aria-selected]").get_attribute("aria-label").startswith("r3c3, ")
    page.keyboard.press("ArrowRight")
    address(page, "step=13")
    page.evaluate("location.hash = 'step=9'; history.replaceState(null, '', '#step=8')")
    page.wait_for_function("() => document.getElementById('slider').ariaValueText.startsWith('step 9 ')")
    for odd, step in [("step=99999", 21), ("step=-3", 0), ("step=7&cell=r99c1", 7), ("step=x&cell=%", 5)]:
        lead(page, odd)
        page.wait_for_function(
            "step => (parseInt(document.getElementById('slider').ariaValueText.slice(5)) || 0) === step",
            arg=step,
        )
    assert title(page) == "Step 5: why r3c6 is safe"


def test_links_lead_to_the_steps_that_a_step_uses(opened):
    page_json, game = of_path()
    page = opened(page_json, "#step=11")
    links = page.locator("#says [data-step]")
    uses = sorted(game.steps[10].rests_on)
    assert [int(text) for text in links.all_inner_texts()] == uses[-6:]
    links.first.click()
    first = next(first for first, last in groups_of(game) if first <= uses[-6:][0] <= last)
    assert step_of(page) == first
    page.keyboard.press("Escape")
    assert page.locator("[role=grid] [aria-selected]").count() == 0


def test_an_undecided_cell_tells_what_why_says_with_two_layouts(opened):
    page_json, game = of_trace()
    page = opened(page_json)
    cell(page, "r5c1").click()
    answer, around = why_of(game, "r5c1"), game.graph.around
    window = sorted(around(around({answer.cell, *answer.differ})))
    assert title(page) == "Why nobody can tell r5c1"
    assert "r5c1 could be a mine or safe" in says(page)
    assert "Expert decides it later" in says(page)
    layouts = page.locator(".twins .frame")
    assert layouts.count() == 2
    for layout, mines in zip(layouts.all(), (answer.mine, answer.safe), strict=True):
        shown = layout.locator("[data-mark=M]").evaluate_all("cells => cells.map(cell => cell.title)")
        assert {*shown} == {*game.graph.names(mines & {*window})}
        assert layout.locator("[data-asked=twin]").count() == len(answer.differ)
        for side, places in (("rows", {at // 8 for at in window}), ("cols", {at % 8 for at in window})):
            numbers = [str(at + 1) for at in sorted(places)]
            assert layout.locator(f".{side} span").all_inner_texts() == numbers
    corner, above = (layouts.first.locator(one).first for one in ("[title=r5c1]", ".cols span"))
    assert corner.bounding_box()["x"] == pytest.approx(above.bounding_box()["x"], abs=1)


def test_the_list_filters_by_how_many_clues_a_step_takes(opened):
    page_json, game = of_path()
    page = opened(page_json)
    rows = page.locator("#rows .row > b")

    def numbers():
        return [int(text.split("–")[0]) for text in rows.all_text_contents()]

    assert page.locator("#which option").all_inner_texts() == [
        *("all steps", "2 clues or more", "3 clues or more", "mine total or harder"),
    ]
    hard = {level: [one.number for one in game.steps if one.grade.clues >= level] for level in (2, 3)}
    page.select_option("#which", "2 clues or more")
    assert numbers() == hard[2] == [5, 11, 12]
    page.select_option("#which", "3 clues or more")
    assert numbers() == hard[3]
    assert page.locator("#found").inner_text() == "2 of 18 steps"
    page.select_option("#which", "mine total or harder")
    assert numbers() == [12]
    page.select_option("#which", "all steps")
    page.keyboard.press("Home")
    page.focus("#list")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert step_of(page) == 5
    assert page.locator("#list").get_attribute("aria-activedescendant") == "step-5"
    rows.nth(4).click()
    assert step_of(page) == 8


def test_the_board_has_one_tab_stop_and_arrow_keys(opened):
    page = opened(of_path()[0], "#step=1")
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
    assert step_of(page) == 1
    assert grid.locator("[tabindex='0']").count() == 1
    assert focused() == "r1c8, open, no mines around, a clue of the reason"
    page.keyboard.press("Enter")
    assert title(page) == "r1c8 was cleared first"
    assert focused().startswith("r1c8, open, no mines around")


def test_a_comparison_opens_on_table_and_map_and_has_a_small_board_for_each_player(opened):
    page_json, found = of_compare()
    page = opened(page_json)
    assert page.locator("h1").inner_text() == next(headline_lines(found))
    rows = [row.locator("th, td").all_inner_texts() for row in page.locator("#far tr:not(.reach)").all()]
    table = table_of(found)
    assert [row[:4] for row in rows[1:]] == [[row[0].capitalize(), *row[1:4]] for row in table[1:]]
    assert [row[4] for row in rows[1:]] == ["1 clue", "2 clues", "3 clues", "mine total"]
    page.click("#more summary")
    all_rows = [row.locator("th, td").all_inner_texts() for row in page.locator("#more tr").all()]
    assert all_rows == table
    assert "17 of them by reasoning that casual lacks" in page.locator("#more").inner_text()
    titles = [text.replace("\n", " ") for text in page.locator("#small figcaption").all_inner_texts()]
    left = [run.remaining for run in found.runs.values()]
    ends = [f"stuck, {one} undecided" if one else "all cleared" for one in left]
    assert titles == [f"{name.capitalize()} {end}" for name, end in zip(found.runs, ends, strict=True)]
    assert all(page.evaluate(WHOLE, sight) for sight in ("h1", "#far", "[role=grid]"))


def test_the_map_has_the_players_marks_and_the_colours_of_the_picture(opened):
    page_json, found = of_compare()
    page = opened(page_json)
    cells, names = page.locator("[role=grid] .cell"), [*found.runs]
    shades = cells.evaluate_all("cells => cells.map(c => c.dataset.player ?? '')")
    assert shades == [str(names.index(found.weakest[at])) if at in found.weakest else "" for at in range(40)]
    dots = cells.evaluate_all("cells => cells.map(c => c.querySelector('.dot') !== null)")
    assert dots == [bool(mine) and at in found.weakest for at, mine in enumerate(LADDER.mined)]
    start = cells.evaluate_all("cells => cells.findIndex(c => c.querySelector('.click'))")
    assert start == found.first.start
    for at in range(40):
        name = found.weakest.get(at)
        assert not name or f"known to {name}" in cells.nth(at).get_attribute("aria-label")
    picture = svg(found)
    colours = {*cells.evaluate_all("cells => cells.map(c => getComputedStyle(c).backgroundColor)")}
    assert len(colours) == 4
    for colour in colours:
        red, green, blue = map(int, re.findall(r"\d+", colour))
        assert f'fill="#{red:02X}{green:02X}{blue:02X}"' in picture
    assert "nobody" not in page.locator("#marks").inner_text()


def test_a_cell_of_the_map_is_explained_by_the_weakest_player_who_knows_it(opened):
    page_json, found = of_compare()
    page = opened(page_json)
    cell(page, "r3c6").click()
    assert title(page) == "Step 5: why r3c6 is safe"
    assert page.locator("#chips").inner_text().split() == ["overlap", "2", "clues"]
    assert "So its other covered cell, r3c6, is safe." in says(page)
    drawing = page.locator("#says [role=img]")
    assert drawing.locator("[data-as=safe]").evaluate_all("cells => cells.map(c => c.title)") == ["r3c6"]
    assert drawing.locator("[data-letter=a]").count() == 2
    address(page, "cell=r3c6")
    first = page.locator(".missed .name").first
    assert first.inner_text() == LADDER.graph.name(next(iter(found.additional)))


def test_a_hint_shows_risks_as_shade_and_number(opened):
    page = opened(of_hint())
    assert page.locator("[role=grid] .big").get_attribute("aria-label").startswith("r1c1, ")
    cell(page, "r3c1").click()
    assert "We counted all the layouts that fit: r3c1 is a mine in half of them" in says(page)
    assert title(page) == "Why nobody can tell r3c1"
    assert page.locator("[role=grid] .cell[data-risk]").all_inner_texts() == ["50", "50"]
    assert marked(page, "safe") == [0, 1, 2, 5]
    assert drawn(page, "mine") == [4, 6]
    assert page.locator("#time").count() == 0
    cell(page, "r2c2").click()
    assert title(page) == "Why r2c2 is safe"
    assert page.locator("#says .result").inner_text() == "r2c2 is safe."
    page.keyboard.press("r")
    assert page.locator("[role=grid] .cell[data-risk]").count() == 0
    address(page, "risk=off")


def test_a_hint_says_what_each_player_knows_and_shows_it_for_the_one_that_is_chosen(opened):
    page = opened(of_hint())
    view, known = Position(ENDGAME), {}
    for name in PLAYERS:
        run = play(view, player=name)
        known[name] = (len(run.safe), len(run.mines))
    rows = [row.locator("th, td").all_inner_texts() for row in page.locator("#known tr").all()]
    assert [(row[0].lower(), int(row[1]), int(row[2])) for row in rows[1:]] == [
        (name, *counts) for name, counts in known.items()
    ]
    cell(page, "r3c1").click()
    for key, (safe, mines) in enumerate(known.values(), 1):
        page.keyboard.press(str(key))
        assert (len(drawn(page, "tick")), len(drawn(page, "mine"))) == (safe, mines)
    address(page, "player=expert")


def test_a_guess_is_advised_in_sight_of_the_board_and_its_cell_says_its_numbers(opened):
    advice = advise(TO_GUESS)
    page = opened(of_hint(TO_GUESS, "best"))
    assert page.locator("h1").inner_text().startswith("You have to guess: r1c4")
    assert page.locator("#answer").inner_text() == "25%"
    assert page.locator("#says li").all_inner_texts() == [*advice.sentences()]
    rows = [" ".join(row.split()) for row in page.locator("#guess tr").all_inner_texts()]
    assert rows[0] == "Cell risk survive this and the next safe cell after it win"
    assert rows[1] == "1r1c4 25.0% 50.0% 0% 33.3%"
    assert len(rows) == 1 + 3
    ranks = page.locator("[role=grid] .cell:has(.rank)")
    labels = ranks.evaluate_all("all => all.map(one => one.ariaLabel.split(',')[0])")
    assert {*labels} == {TO_GUESS.graph.name(one.cell) for one in advice.ranked[:3]}
    assert all(page.evaluate(WHOLE, sight) for sight in ("h1", "[role=grid]", "#says", "#guess table"))
    page.fill("#why-not", "r2c2")
    page.press("#why-not", "Enter")
    assert page.locator("#guess tr").count() == 5
    assert "r2c2" in page.locator("#guess tr").last.inner_text()
    assert title(page) == "Why nobody can tell r2c2"


def brightness(page, selector):
    """How light a cell's ground is."""
    found = page.locator(selector).first.evaluate("cell => getComputedStyle(cell).backgroundColor")
    red, green, blue = [float(part) for part in re.findall(r"[\d.]+", found)[:3]]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("field", "scheme"), [(CellGraph.grid, "light"), (CellGraph.hexagonal, "dark")])
def test_a_higher_risk_has_a_stronger_shade(field, scheme, opened):
    page = opened(of_hint(View.parse("mines 9 1####### ##1##### #####3##", field=field)), scheme=scheme)
    cells = page.locator("[role=grid] .cell[data-risk]").all()
    risks = {one.get_attribute("data-risk"): int(one.inner_text().split()[0]) for one in cells}
    assert len(risks) > 2
    shades = [brightness(page, f"[role=grid] .cell[data-risk='{one}']") for one in sorted(risks)]
    assert shades == sorted(shades, reverse=scheme == "light")
    assert sorted(risks.values()) == [risks[one] for one in sorted(risks)]
    for one, risk in risks.items():
        assert int(one) == risk_shade(risk / 100)


def test_a_hint_shows_what_it_knows_of_flags_beside_them(opened):
    page = opened(of_hint(View.parse("mines 6 F#F1#F F##1## F311F# #100##")))
    cells = page.locator("[role=grid] .cell[data-flag]")
    labels = cells.evaluate_all("cells => cells.map(c => c.ariaLabel)")
    assert [label.split(", ")[0] for label in labels] == ["r1c1", "r1c3", "r1c6", "r2c1", "r3c1", "r3c5"]
    assert all("covered, flagged" in label for label in labels)
    assert ["certainly safe" in label for label in labels] == [False, True, False, False, False, True]
    assert page.locator('[role=grid] .cell:has(use[href="#s-wrong"])').evaluate_all(
        "cells => cells.map(c => c.ariaLabel.split(',')[0])"
    ) == ["r1c3", "r3c5"]
    assert cells.nth(4).inner_text().strip().startswith("50")
    assert page.locator("h1").inner_text() == "Clear r1c3: it is safe."
    assert "wrong flag" in page.locator("#marks").inner_text()
    told = page.locator("#more p").all_text_contents()
    assert told[0].startswith("Cells beside no clue: risk 3/7 (42.86%) each")
    assert "#" not in "".join(told)


@pytest.mark.parametrize("trusted", [False, True])
def test_flags_are_flags_and_mines_that_were_found_are_mines(opened, trusted):
    view = View.parse("F#F1 ##21 1110")
    page = opened(trace_page(finish(play(Position(view, trusted)))), "#step=0")
    assert drawn(page, "flag") == [0, 2]
    label = "r1c1, a mine, flagged" if trusted else "r1c1, covered, flagged"
    assert page.locator("[role=grid] .cell").first.get_attribute("aria-label") == label
    assert "your flag" in page.locator("#marks").inner_text()
    page.keyboard.press("End")
    assert not {0, 2} & {*drawn(page, "mine")} - {*marked(page, "mine")}


def test_a_page_of_why_begins_with_its_answer(opened):
    game = play(LADDER, "r1c8", "overlap")
    page = opened(why_page(game, "r3c6"))
    assert page.locator("h1").inner_text().startswith("r3c6 is safe")
    assert title(page) == "Why r3c6 is safe"
    assert page.locator("#says .result").inner_text() == "r3c6 is safe."
    assert step_of(page) == 5


def test_a_proof_of_many_steps_tells_each_once_and_shows_the_one_that_is_chosen(opened):
    game = play(LADDER, "r1c8", "expert")
    answer = why_of(game, "r3c2")
    page = opened(why_page(game, "r3c2"))
    told = page.locator("#says ol.reason")
    for summary in told.locator("summary").all():
        summary.click()
    text = told.text_content()
    hardest = max(answer.steps, key=lambda step: step.grade)
    for step in answer.steps:
        if step.number != hardest.number:
            assert text.count(" ".join(step.words)) == 1
    assert all(line in text for line in hardest.lines)
    assert told.locator("[aria-current=step]").count() == 1
    rings = {one for one in hardest.stands_on if one >= 0}
    assert rings - {answer.cell} <= {*marked(page, "ring")}
    other = told.get_by_role("button", name="show this step on the board").first
    other.click()
    assert {*marked(page, "ring")} != rings


def test_what_why_says_is_ringed_and_a_refutation_drawn_line_by_line(opened):
    game = play(LADDER, "r1c8")
    page, opposite = opened(why_page(game, "r3c6", refute=True), height=1200), opposite_of(game, "r3c6")
    assert page.evaluate(WHOLE, "#reason-title")
    assert marked(page, "ring") == [6, 14]
    lines = [line.strip() for line in refuted_text(opposite)]
    lines = lines[next(at for at, line in enumerate(lines) if line.startswith("Suppose")) :]
    assert page.locator(".refuted figcaption").all_inner_texts() == lines
    pictures = page.locator(".refuted [role=img]")
    looks = "cells => cells.map(c => [c.title, c.dataset.mark, c.dataset.as ?? ''])"
    supposed, follows, breaks, so = (pictures.nth(at).locator(".cell").evaluate_all(looks) for at in range(4))
    assert ["r3c6", "#", "mine"] in supposed
    assert ["r1c6", "#", "safe"] in follows and ["r2c7", "1", "ring"] in follows
    assert ["r3c6", "#", "known"] in breaks and ["r1c7", "1", "ring"] in breaks
    assert ["r3c6", "#", "safe"] in so
    assert page.locator("pre").count() == 0


def test_cases_of_a_refutation_stand_further_in(opened):
    view = View.parse("mines 8 ##22# 4#### ##433 2####")  # where the mine total takes a split
    cell = next(one for one in view.covered if (found := refute(view, one)) and found.line.leaves > 1)
    page_json = why_page(Position(view), cell, refute=True)
    page = opened(page_json)
    lefts = [one.bounding_box()["x"] for one in page.locator(".refuted figure").all()]
    depths = [line["depth"] for line in page_json.found["refuted"]]
    assert max(depths) > 0
    assert [left - min(lefts) for left in lefts] == [
        pytest.approx(depth * 1.2 * 15, abs=0.1) for depth in depths
    ]


def test_a_deduction_without_a_step_still_has_its_page(opened):
    run = play(View.parse("#1#"))
    page = opened(trace_page(finish(run)), "#cell=r1c1")
    assert says(page).startswith("Nobody can tell yet: r1c1")
    assert page.locator("#steps").count() == 0
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
    assert "cell=1&step=9" in title(page)


def test_a_torus_says_that_its_edges_touch(opened):
    assert "opposite edges touch" in opened(of_path("a torus")[0]).locator("#marks").inner_text()


def test_nothing_is_wider_than_the_window_and_no_text_is_cut(opened):
    cut = """() => [...document.querySelectorAll("main *, header *, #headline *")].filter(one =>
        !one.matches(".frame, .table, #chart, #list, .unseen, svg, svg *")
        && getComputedStyle(one).overflowX !== "visible"
        && one.scrollWidth > one.clientWidth + 1).map(one => one.outerHTML.slice(0, 80))"""
    assert "ellipsis" not in (files("logicsweep.show.page") / "page.css").read_text()
    for page_json in (of_path()[0], of_compare()[0], of_hint(), of_hint(TO_GUESS, "best")):
        page = opened(page_json)
        for width in (1440, 1180, 900, 600, 390):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(cut) == []


JUDGED = """cells => cells.map(cell => {
    do document.getElementById("try").click(); while (!document.body.matches(".trying"));
    document.querySelector(`[role=grid] [data-cell="${cell}"]`).click();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "m", bubbles: true }));
    return document.querySelector("#says p").textContent;
})"""


@pytest.mark.parametrize("name", BOARDS)
def test_who_tries_it_is_told_what_can_be_known_and_never_what_cannot(name, opened):
    board, start, _ = BOARDS[name]
    game, known, open_ = path(board, start), 0, 0
    page, states = opened(path_page(finish(game))), [*game.views()]
    for step in [0, *[last for _, last in groups_of(game)]][::3]:
        lead(page, f"step={step}")
        page.wait_for_function("step => location.hash.includes(`step=${step}`)", arg=step)
        forced, cells = Position(states[step]).solution(), [*states[step].without_flags().covered]
        cells = [one for one in cells if states[step].marks[one] == -1]
        for one, told in zip(cells, page.evaluate(JUDGED, cells), strict=True):
            verdict = {"mine": "Right", "safe": "No"}.get(forced.verdict(one))
            if "that can be known now" in told:
                assert told.startswith(f"{verdict}: ")
                known += 1
            elif "can’t be known" in told:
                assert verdict is None
                open_ += 1
    assert known >= min(1, len(states) - 1)
    assert known >= 20 or name != "a path"


def test_trying_hides_what_follows_and_opens_what_was_found(opened):
    page = opened(of_path()[0], "#step=4", width=390, height=844)
    page.click("#try")
    for later in ("#time", "#steps", "#far", "#more"):
        assert page.locator(later).is_hidden()
    cell(page, "r3c6").click()
    assert title(page) == "Try it yourself"
    assert says(page) == "Is r3c6 safe, or a mine?"
    page.click("#is-mine")
    assert "No: r3c6 is safe, and that can be known now." in says(page)
    assert "Overlap knows it:" in says(page)
    assert "So its other covered cell, r3c6, is safe." in says(page)
    assert "Your score: 0 of 1." in says(page)
    assert seen(page)[21] == "3"
    assert page.locator("#live").inner_text().startswith("No: r3c6 is safe")
    page.click("#try")
    assert seen(page)[21] == "#"
    page.click("#next")
    assert says(page).count("The 1 at r2c7 touches") == 1


def test_trying_what_may_be_either_shows_two_layouts(opened):
    page = opened(of_trace()[0], "#step=1")
    page.click("#try")
    cell(page, "r5c1").click()
    page.keyboard.press("s")
    assert says(page).startswith("r5c1 can’t be known now: it may be either.")
    assert page.locator("#says .twins figure").count() == 2


def test_on_paper_there_are_the_headline_the_board_and_the_reason_in_light_colours(opened):
    page = opened(of_path()[0], "#step=5", scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    for shown in ("h1", "#says .result", "#marks .cell", "[role=grid] .cell", "#chart svg"):
        element = page.locator(shown).first
        assert element.is_visible()
        assert element.evaluate("one => getComputedStyle(one).printColorAdjust") == "exact"
    assert (
        page.locator("body").evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(247, 246, 242)"
    )
    for hidden in ("#controls", "#bar", "#list", "#try", "#keys"):
        assert page.locator(hidden).is_hidden()
    assert page.evaluate("document.documentElement.scrollHeight") < 1400  # two pages


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 900), (820, 1180)])
@pytest.mark.parametrize("text", ["mines 2 01## 02## 01##", (SAMPLES / "position.txt").read_text()])
def test_small_boards_use_the_screen(text, width, height, opened):
    page = opened(of_hint(View.parse(text)), width=width, height=height)
    frame, panel = (page.locator(one).bounding_box() for one in (".frame", "aside"))
    assert frame["y"] + frame["height"] > 450
    assert (panel["x"] >= frame["x"] + frame["width"]) == (width > 900)
    assert max(one["y"] + one["height"] for one in (frame, panel)) > height * 0.7
    assert frame["y"] + frame["height"] < height  # and no cell is out of sight
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("#more[open]").count() == 1


def test_a_path_of_a_small_board_has_larger_cells_but_no_wider_column(opened):
    wide = {}
    for name in ("no mines", "a path"):
        page = opened(of_path(name)[0], "#step=1", width=1440)
        wide[name] = page.locator("[role=grid] .cell").first.bounding_box()["width"] + 1
    assert wide["no mines"] > wide["a path"] == 50
    parts = ("#reason", "#steps", "#list")
    reason, steps, rows = (page.locator(one).bounding_box()["height"] for one in parts)
    assert reason == steps and rows > steps - 150  # the list fills its card
    page = opened(of_hint(), "#cell=r2c2")
    assert "The 1 at r4c2" in says(page) or "r3c3" in says(page)


WHOLE = """selector => {
    const { top, bottom, left, right, height } = document.querySelector(selector).getBoundingClientRect();
    return height > 0 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_controls_words_and_a_tapped_cells_reason_are_in_sight_with_the_board(width, height, opened):
    page = opened(of_path()[0], "#step=12", width=width, height=height)
    sights = ("h1", "#controls", "#hard", "#reason-title", *["[role=grid]"] * (width > 600))
    assert all(page.evaluate(WHOLE, sight) for sight in sights)
    assert "nine mines and two are found, so seven are left" in says(page)
    cell(page, "r3c6").click()
    assert title(page) == "Step 5: why r3c6 is safe"
    for at in (*marked(page, "ring"), *marked(page, "safe")):
        assert page.evaluate(IN_VIEW, at)
    assert page.evaluate(WHOLE, "#reason-title")


def test_on_a_phone_the_board_pans_under_a_sheet_and_a_map_shows_where(opened):
    board = random_board((16, 30), 99, seed=3, index=1)
    page_json, _ = of_trace(board, next_opening(board))
    page = opened(page_json, width=390, height=844)
    assert page.locator("header").bounding_box()["height"] == 49 - 1
    assert page.locator("[role=grid] .cell").first.bounding_box()["width"] >= 24
    for button in page.locator("#controls button, #handle, #theme-button").all():
        least = 24 if button.get_attribute("id") == "handle" else 44
        assert button.bounding_box()["height"] >= least
    scroll = "() => document.querySelector('.frame').scrollLeft"
    box, before = page.locator("#minimap svg").bounding_box(), page.evaluate(scroll)
    page.mouse.click(box["x"] + box["width"] - 3, box["y"] + 3)
    assert page.evaluate(scroll) > before or before > 400
    heights = []
    for _ in range(3):
        heights.append(page.locator("aside").bounding_box()["height"])
        page.click("#handle")
        page.wait_for_timeout(300)
    assert heights[0] < heights[1] and heights[2] < heights[0]  # half, full, closed
    assert page.evaluate("document.documentElement.scrollWidth") == 390


FINGERS = """(kind, apart) => {
    const target = document.querySelector(".frame .cell"), at = [100 - apart / 2, 100 + apart / 2];
    const touches = at.map((clientX, identifier) => new Touch({ identifier, target, clientX, clientY: 200 }));
    return target.dispatchEvent(new TouchEvent(kind, { touches, bubbles: true, cancelable: true }));
}"""


def test_two_fingers_make_the_cells_larger_and_smaller(opened):
    page = opened(of_hint(), width=390, height=844)
    size = lambda: page.locator("[role=grid] .cell").first.bounding_box()["width"]  # noqa: E731
    sizes = [size()]
    page.evaluate(f"({FINGERS})('touchstart', 60)")
    for apart in (65, 80, 65, 40):
        assert not page.evaluate(f"({FINGERS})('touchmove', {apart})")  # the page itself stays as it is
        sizes.append(size())
    assert sizes[1] == sizes[0] < sizes[2] and sizes[3] == sizes[0] > sizes[4]


def test_the_theme_follows_the_system_until_it_is_chosen(opened):
    ground = "getComputedStyle(document.body).backgroundColor"
    page = opened(of_path()[0], scheme="dark")
    assert page.evaluate(ground) == "rgb(19, 21, 25)"
    page.click("#theme-button")
    assert page.evaluate(ground) == "rgb(247, 246, 242)"
    page.keyboard.press("t")
    assert page.evaluate(ground) == "rgb(19, 21, 25)"
    page.emulate_media(media="screen", color_scheme="light")
    assert page.evaluate(ground) == "rgb(19, 21, 25)"


def test_panels_keep_their_places_whatever_a_step_says(opened):
    page = opened(of_path()[0], "#step=0", width=1440)
    places = """key => [...Array(18).keys()].map(() => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        return ["reason", "steps", "list", "controls"].map(id => document.getElementById(id).offsetTop);
    })"""
    page.evaluate(places, "ArrowRight")
    assert len({*map(tuple, page.evaluate(places, "ArrowLeft"))}) == 1


def test_one_key_leads_to_the_next_hard_step_and_the_filter_says_what_is_hard(opened):
    page_json, game = of_path()
    page = opened(page_json, "#step=0")
    beyond = [one.number for one in game.trace.firings if not one.production.startswith("all-")]
    for number in beyond:
        page.keyboard.press("h")
        assert step_of(page) == number
    assert page.locator("#hard").get_attribute("aria-disabled") == "true"
    page.keyboard.press("Home")
    page.select_option("#which", "3 clues or more")
    page.click("#hard")
    assert step_of(page) == next(one.number for one in game.steps if one.grade.clues == 3)


def test_hard_steps_are_on_paper_with_the_part_of_the_board_that_they_use(opened):
    page_json, game = of_path()
    page = opened(page_json)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#paper").is_hidden()
    page.emulate_media(media="print")
    hard = [step for step in game.steps if not step.production.name.startswith("all-")]
    articles = page.locator("#paper article")
    assert articles.count() == len(hard) == 3
    for article, step in zip(articles.all(), hard, strict=True):
        assert all(line in article.text_content() for line in step.lines)
        rings = article.locator("[data-as=ring]").evaluate_all("cells => cells.map(c => c.title)")
        assert {*rings} == {*game.graph.names([row for row in step.stands_on if row >= 0])}


def test_a_comparison_of_two_has_the_first_and_the_last_player_alone(opened):
    page_json, found = of_compare()
    page = opened(page_json)
    page.get_by_role("button", name="Casual and expert").click()
    assert page.locator("#far tr:not(.reach) b").all_inner_texts() == ["Casual", "Expert"]
    assert page.locator("#small figure").count() == 2
    shades = page.locator("[role=grid] .cell").evaluate_all("all => all.map(c => c.dataset.player ?? '')")
    weak = [found.weakest.get(at) for at in range(40)]
    assert shades == ["" if name is None else "0" if name == "casual" else "3" for name in weak]
    page.get_by_role("button", name="All players").click()
    assert page.locator("#small figure").count() == 4


def test_a_cell_under_the_pointer_says_its_risk_and_who_knows_it(opened):
    page = opened(of_hint(), "#cell=r3c1")
    cell(page, "r4c1").hover()
    playwright.expect(page.locator("#tip")).to_have_text("r4c1: 50% riskNo player can tell.")
    cell(page, "r2c2").hover()
    playwright.expect(page.locator("#tip")).to_contain_text("Known to casual and stronger.")


def test_a_game_plays_and_pauses(opened):
    page = opened(of_path()[0], "#step=0")
    page.keyboard.press("Space")
    assert page.locator("#run").get_attribute("aria-label") == "Pause"
    page.wait_for_function("() => document.getElementById('slider').ariaValueText.startsWith('step 5 ')")
    page.keyboard.press("Space")
    assert page.locator("#run").get_attribute("aria-label") == "Play"


def test_after_a_jump_what_is_in_sight_is_drawn_first(opened):
    board = random_board((80, 80), 800, seed=3)
    page_json, game = of_trace(board, next_opening(board))
    page, last = opened(page_json, "#step=0"), glyphs(game.after)
    at_once = page.evaluate("""() => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
        const frame = document.querySelector("#play .frame").getBoundingClientRect();
        const bottom = Math.min(innerHeight, frame.bottom);
        return [...document.querySelectorAll("[role=grid] .cell")].map(cell => {
            const box = cell.getBoundingClientRect();
            const inside = box.top >= frame.top && box.bottom <= bottom && box.right <= frame.right;
            return inside && box.left >= frame.left ? cell.dataset.mark : null;
        });
    }""")
    assert len([mark for mark in at_once if mark]) > 500
    assert all(mark in (None, one) for mark, one in zip(at_once, last, strict=True))
    page.wait_for_function(SAME, arg=last)


SAME = """marks => [...document.querySelectorAll("[role=grid] .cell")]
    .every((cell, i) => cell.dataset.mark === marks[i])"""


def next_opening(board):
    return next(cell for cell, mine in enumerate(board.mined) if not mine and not board.clue(cell))


IN_VIEW = """cell => {
    const shown = document.querySelector(`[role=grid] .cell[data-cell="${cell}"]`);
    const box = shown.getBoundingClientRect();
    return shown.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""


def test_a_board_that_is_larger_than_its_frame_scrolls_to_the_step(opened):
    board = random_board((6, 60), 45, seed=3)
    page_json, game = of_path_of(board)
    page, lefts = opened(page_json, width=1000), set()
    for first, _ in groups_of(game)[::5]:
        lead(page, f"step={first}")
        page.wait_for_function(
            "step => document.getElementById('slider').ariaValueText.startsWith(`step ${step} `)", arg=first
        )
        for at in (*marked(page, "safe"), *marked(page, "mine"))[:1]:
            assert page.evaluate(IN_VIEW, at)
        lefts.add(page.evaluate("document.querySelector('.frame').scrollLeft"))
    assert len(lefts) > 1


@cache
def of_path_of(board):
    found = path(board, next_opening(board))
    return path_page(finish(found)), found


def test_a_large_game_is_whole(opened):
    board = random_board((60, 60), 500, seed=3)
    page_json, game = of_trace(board, next_opening(board))
    page, states = opened(page_json, "#cell=r50c55"), [*game.views()]
    assert page.locator("[role=grid] [aria-selected]").get_attribute("data-cell") == str(49 * 60 + 54)
    ends = {number: last for first, last in groups_of(game) for number in range(first, last + 1)}
    for step in (40, len(states) - 1, 7):
        lead(page, f"step={step}")
        page.wait_for_function("step => location.hash.includes(`step=${step}`)", arg=step)
        page.wait_for_function(SAME, arg=glyphs(states[ends[step]]))
    rows = page.locator("#rows .row > b").all_text_contents()
    assert [int(text.split("–")[0]) for text in rows] == [first for first, _ in groups_of(game)]


PAGES = {
    "path": lambda: (of_path()[0], "#step=12&cell=r3c3"),
    "stuck": lambda: (of_trace()[0], "#step=3&cell=r5c1"),
    "compare": lambda: (of_compare()[0], "#cell=r3c6"),
    "hint": lambda: (of_hint(), "#cell=r3c1"),
    "hint, guess": lambda: (of_hint(TO_GUESS, "best"), "#cell=r1c4"),
    "why": lambda: (why_page(play(LADDER, "r1c8", "expert"), "r3c2"), ""),
    "hexagons": lambda: (of_path("hexagons")[0], "#step=2"),
    "graph": lambda: (of_path("a graph")[0], "#step=1&cell=3"),
}


@pytest.mark.skipif(not AXE.is_file(), reason="LOGICSWEEP_AXE names no axe.min.js (npm install axe-core)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_rules_of_accessibility_hold(page, width, scheme, opened):
    assert violations(opened(*page(), scheme=scheme, width=width)) == []


def violations(page):
    """What axe finds on the page at rest: a colour that still fades in has a contrast that nobody reads."""
    page.emulate_media(reduced_motion="reduce")
    page.add_script_tag(content=AXE.read_text("utf-8"))
    return page.evaluate(
        "axe.run().then(found => found.violations.map(v => [v.id, v.nodes.map(n => n.html).slice(0, 3)]))"
    )


@pytest.fixture(scope="module", params=["report", "review"])
def tables(request, tmp_path_factory):
    """The page of a report, and the page of what many games have in common."""
    if request.param == "report":
        return SAMPLES / "survey.html"
    page = tmp_path_factory.mktemp("review") / "table.html"
    invoke("review", *[SAMPLES / "game.txt"] * 3, "--html", page)
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_a_page_of_tables_is_read_on_a_phone_and_in_the_dark(tab, tables, width, height, scheme):
    heard = []
    tab.once("console", lambda message: heard.append(message.text))
    tab.set_viewport_size({"width": width, "height": height})
    tab.emulate_media(media="screen", color_scheme=scheme)
    tab.goto(tables.as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") == width
    assert tab.locator("svg text").first.bounding_box()["height"] >= 10
    ground = tab.locator("td").first.evaluate("cell => getComputedStyle(cell).backgroundColor")
    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(27, 30, 36)"}[scheme]
    assert heard == [] and (not AXE.is_file() or violations(tab) == [])
