"""The pages of `--html` in a browser: what is seen, keys, clicks, addresses, and rules of accessibility."""

import os
import re
import shutil
from itertools import islice
from pathlib import Path

import networkx as nx
import pytest

from logicsweep import Board, CellGraph, View, compare, play, random_board
from logicsweep.csp.position import Position
from logicsweep.games.path import path
from logicsweep.games.players import player_of
from logicsweep.games.why import why as why_of
from logicsweep.show.page.page import compare_page, hint_page, page_html, path_page, trace_page, why_page
from logicsweep.show.svg import svg

playwright = pytest.importorskip("playwright.sync_api", reason="playwright comes with the extra `test`")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
AXE = Path(os.environ.get("LOGICSWEEP_AXE", "no axe.min.js"))
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no chromium on PATH")
QUIET = "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync"
GLYPHS = {-1: "#", -2: "F", -3: "?"}
HOSTILE = ["</script><b>x", "<img src=x onerror=alert(1)>", "&lt;", "'\"", "a b", "cell=1&step=9"]
LADDER = Board.parse("........ .MMMMM.. ...M.... .MM..M.. ........")
ENDGAME = View.parse("mines 3 ###1 ###1 #311 #100")


def of_path(board=LADDER, start="r1c8", player="counter"):
    found = path(board, start, player)
    return path_page(found, "board 1"), found


def of_trace(board, start, player="casual"):
    game = play(board, start, player)
    return trace_page(game, "board 1"), game


def of_hint(view=ENDGAME):
    position, who = Position(view), player_of("counter")
    found = position.solution()
    return hint_page(position, found, who, "position 1")


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as engine:
        opened = engine.chromium.launch(executable_path=BROWSER, args=[*QUIET.split(), "--no-first-run"])
        yield opened
        opened.close()


@pytest.fixture
def opened(browser, tmp_path):
    """Open a page's data; at the end nothing was asked of a network, and the console is empty."""
    contexts, wrong, asked = [], [], []

    def call(told, fragment="", **settings):
        file = tmp_path / "page.html"
        file.write_text(page_html(told), "utf-8")
        context = browser.new_context(**{"viewport": {"width": 1300, "height": 900}, **settings})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri() + fragment)
        page.wait_for_selector(".cell[data-mark]")
        return page

    yield call
    for context in contexts:
        context.close()
    assert wrong == []
    assert {url.partition("#")[0] for url in asked} <= {(tmp_path / "page.html").as_uri(), "data:,"}


def seen(page, board=0):
    """What the cells of a board show."""
    return (
        page.locator("[role=grid]")
        .nth(board)
        .locator(".cell")
        .evaluate_all("cells => cells.map(c => c.dataset.mark)")
    )


def marked(page, kind):
    return page.locator(f"#boards .cell[data-as={kind}]").evaluate_all(
        "cells => cells.map(c => Number(c.dataset.cell))"
    )


def glyphs(view):
    return [GLYPHS.get(mark, str(mark)) for mark in view.marks]


def step_of(page):
    return int(page.locator("#where").inner_text().split("/")[0])


def address(page, holds):
    for _ in range(60):
        if holds in page.evaluate("location.hash"):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{page.url} does not tell {holds}")


SLOW = {"a torus", "a strip", "no mines"}
BOARDS = {
    "a path": (LADDER, "r1c8", "counter"),
    "a torus": (Board.parse("..M. .... M... ....", CellGraph.torus), 0, "casual"),
    "hexagons": (Board.parse("..M. .... M... ....", CellGraph.hexagonal), 0, "overlap"),
    "a graph": (Board.of(nx.petersen_graph(), [0, 5]), 2, "counter"),
    "a strip": (Board.parse("...M..M.."), 0, "casual"),
    "no mines": (Board.parse("... ..."), 0, "casual"),
}


@pytest.mark.parametrize(
    ("board", "start", "player"),
    [pytest.param(*one, id=name, marks=[pytest.mark.slow] * (name in SLOW)) for name, one in BOARDS.items()],
)
def test_each_step_shows_the_state_of_the_game_forwards_and_back(board, start, player, opened):
    told, game = of_path(board, start, player)
    page, states = opened(told), [*game.states()]
    assert seen(page) == glyphs(states[0])
    for view in states[1:]:
        page.keyboard.press("ArrowRight")
        assert seen(page) == glyphs(view)
    for view in states[-2::-1]:
        page.keyboard.press("ArrowLeft")
        assert seen(page) == glyphs(view)


@pytest.mark.slow
def test_a_step_marks_what_it_stands_on_and_what_it_decides(opened):
    told, game = of_path()
    page = opened(told, "#step=5")
    assert marked(page, "added") == [6]
    assert marked(page, "subtracted") == [14]
    assert marked(page, "safe") == [fact.subject for fact in game.trace.firings[4].given]
    assert "r2c7 needs no more mines than r1c7" in page.locator("#step-says").inner_text()
    assert "1 (r1c7) − 1 (r2c7) = 0, the most that the cells can give" in page.locator(".sum").inner_text()
    page.keyboard.press("ArrowRight")
    assert marked(page, "stands") == [22]
    assert marked(page, "mine") == [13, 29]
    assert marked(page, "added") == []


def test_buttons_keys_and_the_slider_step(opened):
    page = opened(of_path()[0])
    for press, step in [("#next", 1), ("#next", 2), ("#last", 21), ("#back", 20), ("#first", 0)]:
        page.click(press)
        assert step_of(page) == step
    page.locator("h1").click()
    for key, step in [("End", 21), ("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0), ("ArrowLeft", 0)]:
        page.keyboard.press(key)
        assert step_of(page) == step
    box = page.locator("#slider").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 12 / 21, box["y"] + 20)
    assert step_of(page) == 12
    assert page.locator("#slider").get_attribute("aria-valuetext") == "step 12 of 21, total, 3 rows, 20 cells"
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 13


@pytest.mark.slow
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_game_plays_by_itself_and_pauses(motion, opened):
    page = opened(of_path()[0], reduced_motion=motion)
    page.keyboard.press("Space")
    playwright.expect(page.locator("#where")).to_have_text("2 / 21")
    assert page.locator("#run").get_attribute("aria-label") == "Pause"
    page.keyboard.press("Space")
    step = step_of(page)
    page.wait_for_timeout(800)
    assert (step_of(page), page.locator("#run").get_attribute("aria-label")) == (step, "Play")


def test_the_address_leads_to_a_step_and_a_cell(opened):
    page = opened(of_path()[0], "#step=12&cell=r3c3")
    assert step_of(page) == 12
    assert page.locator("#cell-title").inner_text() == "r3c3: cleared, clue 6"
    page.keyboard.press("ArrowRight")
    address(page, "step=13&cell=r3c3")
    page.evaluate("location.hash = 'step=4'")
    playwright.expect(page.locator("#where")).to_have_text("4 / 21")
    page.evaluate("location.hash = 'step=9'; history.replaceState(null, '', '#step=4')")
    playwright.expect(page.locator("#where")).to_have_text("9 / 21")
    for odd, step in [("step=99999", 21), ("step=-3", 0), ("step=x&cell=%", 0), ("step=7&cell=r99c1", 7)]:
        page.evaluate("to => { location.hash = to; }", odd)
        playwright.expect(page.locator("#where")).to_have_text(f"{step} / 21")
    assert page.locator("#cell-title").inner_text() == "A cell’s reason"


def test_a_cell_tells_its_reason_as_a_tree_whose_steps_can_be_gone_to(opened):
    told, game = of_path()
    page = opened(told, "#step=21")
    page.locator("[role=gridcell][aria-label^='r1c6,']").click()
    tree = page.locator(".tree")
    assert tree.locator("summary").first.inner_text() == "Step 7: r1c6 is safe (all-found at r1c7)"
    while (folded := tree.locator("details:not([open]) > summary")).count():
        folded.first.click()
    numbers = [int(number) for number in re.findall(r"Step (\d+):(?!.*as above)", tree.inner_text())]
    assert sorted(numbers) == sorted({*numbers}) == [one.number for one in game.trace.why("r1c6")]
    page.locator("#cell-says button.link").first.click()
    assert step_of(page) == 7
    address(page, "step=7&cell=r1c6")
    page.keyboard.press("Escape")
    assert "Choose a cell" in page.locator("#cell-says").inner_text()


@pytest.mark.slow
def test_a_covered_cell_that_is_decided_later_says_when(opened):
    page = opened(of_path()[0], "#step=1&cell=r3c6")
    assert (
        page.locator("#cell-says")
        .inner_text()
        .startswith("Not decided yet at step 1: counter decides it in step 5.")
    )


def test_an_undecided_cell_tells_what_why_says_with_two_layouts(opened):
    told, game = of_trace(LADDER, "r1c8")
    page = opened(told)
    page.locator("[role=gridcell][aria-label^='r5c1,']").click()
    text = page.locator("#cell-says").inner_text()
    answer = why_of(game, "r5c1")
    assert "r5c1 is not forced" in text
    assert "Counter decides it later" in text
    layouts = page.locator(".twins .board")
    assert layouts.count() == 2
    for at, mines in ((0, answer.mine), (1, answer.safe)):
        shown = (
            layouts.nth(at).locator("[data-mark=M]").evaluate_all("cells => cells.map(cell => cell.title)")
        )
        window = {*told.answers[32].twins.window}
        assert {*shown} == {game.board.graph.name(cell) for cell in mines & window}
        assert layouts.nth(at).locator("[data-twin]").count() == len(answer.differ)


@pytest.mark.slow
def test_of_a_cell_past_the_budget_the_page_names_the_verb_that_tells(opened):
    told, _ = of_trace(LADDER, "r1c8")
    page = opened(told._replace(answers=None), "#cell=r5c1")
    assert "logicsweep why has" in page.locator("#cell-says").inner_text()


@pytest.mark.slow
def test_the_list_filters_by_production_grade_and_cell(opened):
    told, game = of_path()
    page = opened(told)
    rows = page.locator("#rows .row b")

    def numbers():
        return [int(text.split(".")[0]) for text in rows.all_inner_texts()]

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
    assert len(numbers()) > 1
    page.focus("#list")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert step_of(page) == 2
    assert page.locator("#list").get_attribute("aria-activedescendant") == "step-2"
    rows.nth(4).click()
    assert step_of(page) == 5


@pytest.mark.slow
def test_the_board_has_one_tab_stop_and_arrow_keys(opened):
    page = opened(of_path()[0], "#step=4")
    grid = page.locator("[role=grid]")
    assert grid.locator("[tabindex='0']").count() == 1
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
    ]:
        page.keyboard.press(key)
        assert focused().split(",")[0] == name
    assert step_of(page) == 4
    assert grid.locator("[tabindex='0']").count() == 1
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    assert page.locator("#cell-title").inner_text().startswith("r1c8: cleared")
    assert focused() == "r1c8, cleared, no mine around"


@pytest.mark.slow
def test_one_live_region_says_each_step(opened):
    page = opened(of_path()[0])
    assert page.locator("[aria-live], [role=status], [role=alert], [role=log], output").count() == 1
    page.keyboard.press("ArrowRight")
    assert page.locator("#live").inner_text().startswith("Step 1 of 21. r1c8 has no mine around it")


@pytest.mark.slow
def test_players_go_side_by_side_and_each_stops_where_it_is_stuck(opened):
    found = compare(LADDER, "r1c8")
    page = opened(compare_page(found, "board 1"), "#step=9")
    for at, game in enumerate(found.runs.values()):
        states = [*game.states()]
        assert seen(page, at) == glyphs(states[min(9, len(states) - 1)])
    assert page.locator(".player").first.inner_text() == "casual 4 steps; remaining 21"
    letters = page.locator("#map .cell").all_text_contents()
    weakest = [found.weakest.get(cell, "") for cell in range(40)]
    assert [text.lower() for text in letters[:7]] == [found.runs[name].player.letter for name in weakest[:7]]
    assert letters[7] == "@"
    assert [text.isupper() for cell, text in enumerate(letters) if cell != 7] == [
        bool(mine) for cell, mine in enumerate(LADDER.mined) if cell != 7
    ]
    page.locator("#map .cell").nth(2 * 8 + 5).click()
    assert page.locator("#cell-says").inner_text().startswith("Decided in step 5")
    assert page.locator(".player button[aria-pressed=true]").inner_text() == "overlap"
    page.locator("#boards .board").first.locator(".cell").nth(21).click()
    assert "Overlap decides it in step 5" in page.locator("#cell-says").inner_text()


def test_a_hint_shows_risks_as_shade_and_number(opened):
    page = opened(of_hint())
    risky = page.locator(".cell[data-risk]")
    assert [risky.nth(at).inner_text() for at in range(risky.count())] == ["50", "50"]
    assert marked(page, "safe") == [0, 1, 2, 5]
    assert marked(page, "mine") == [4, 6]
    assert page.locator("#timeline").is_hidden()
    page.locator("[role=gridcell][aria-label^='r3c1,']").click()
    assert "Its risk is 1/2 (50 %)." in page.locator("#cell-says").inner_text()
    page.locator("[role=gridcell][aria-label^='r2c2,']").click()
    assert "r2c2 is safe. Counter finds it" in page.locator("#cell-says").inner_text()
    assert page.locator(".tree").count() == 1


@pytest.mark.slow
def test_a_page_of_why_begins_with_its_answer(opened):
    game = play(LADDER, "r1c8", "overlap")
    page = opened(why_page(why_of(game, "r3c6"), game, game.player, "board 1"))
    assert page.locator("#cell-title").inner_text().startswith("r3c6: ")
    assert "r3c6 is safe. Overlap finds it in" in page.locator("#cell-says").inner_text()
    assert page.locator(".tree summary, .tree .leaf").count() >= 1


def test_hostile_names_are_text_and_links_to_them_work(opened):
    board = Board.of(nx.path_graph(HOSTILE), [HOSTILE[2]])
    page = opened(of_trace(board, 0)[0])
    labels = page.locator("[role=gridcell]").evaluate_all(
        "cells => cells.map(c => c.getAttribute('aria-label'))"
    )
    assert [label.startswith(f"{name}, ") for label, name in zip(labels, HOSTILE, strict=True)] == [True] * 6
    assert page.locator(".node-name").all_inner_texts() == HOSTILE
    assert page.locator("img, b.x, main script").count() == 0
    page.locator("[role=gridcell]").nth(5).click()
    address(page, "cell=cell%3D1%26step%3D9")
    page.reload()
    page.wait_for_selector(".cell[data-mark]")
    assert page.locator("#cell-title").inner_text() == "cell=1&step=9: covered"


@pytest.mark.slow
def test_nothing_is_wider_than_the_window(opened):
    for told in (of_path()[0], compare_page(compare(LADDER, "r1c8"), "board 1"), of_hint()):
        page = opened(told)
        for width in (1300, 700, 400):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_a_printed_page_has_the_board_and_the_whole_list(opened):
    board = random_board((16, 30), 99, seed=3)
    told, game = of_path(board, next_opening(board))
    page = opened(told, "#step=9")
    assert page.locator("#rows .row").count() < len(game.trace.firings)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    heads = page.locator("#rows .row b").all_text_contents()
    assert [int(head.split(".")[0]) for head in heads] == [one.number for one in game.trace.firings]
    assert not page.locator("#controls").is_visible()
    assert page.locator("[role=grid]").is_visible()
    assert page.pdf()[:4] == b"%PDF"


def next_opening(board):
    return next(cell for cell, mine in enumerate(board.mined) if not mine and not board.clue(cell))


PAGES = {
    "path": lambda: (of_path()[0], "#step=12&cell=r3c3"),
    "stuck": lambda: (of_trace(LADDER, "r1c8")[0], "#step=3&cell=r5c1"),
    "compare": lambda: (compare_page(compare(LADDER, "r1c8"), "board 1"), "#step=9&cell=r3c6"),
    "hint": lambda: (of_hint(), "#cell=r3c1"),
    "hexagons": lambda: (of_path(*BOARDS["hexagons"])[0], "#step=2"),
    "graph": lambda: (of_path(*BOARDS["a graph"])[0], "#step=1&cell=3"),
}


@pytest.mark.slow
@pytest.mark.skipif(not AXE.is_file(), reason="LOGICSWEEP_AXE names no axe.min.js (npm install axe-core)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_rules_of_accessibility_hold(page, scheme, opened):
    shown = opened(*page(), color_scheme=scheme, bypass_csp=True)
    shown.add_script_tag(content=AXE.read_text("utf-8"))
    found = shown.evaluate(
        "axe.run().then(found => found.violations.map(v => [v.id, v.nodes.map(n => n.html).slice(0, 3)]))"
    )
    assert found == []


@pytest.mark.slow
def test_a_large_game_steps_and_jumps_with_only_the_rows_in_view_listed(opened):
    board = random_board((100, 100), 1500, seed=3)
    told, game = of_trace(board, next_opening(board))
    page, states = opened(told), game.states()
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    *_, state = islice(states, 41)
    assert_in_sight(page, glyphs(state))
    *_, last = states
    page.keyboard.press("End")
    assert_in_sight(page, glyphs(last))
    assert page.locator("#rows .row").count() < 40
    assert page.locator(".cell[data-mark]").count() < 5000
    for corner in ([0, 0], [9999, 0], [9999, 9999], [0, 9999]):
        page.locator(".frame").first.evaluate("(frame, [x, y]) => frame.scrollTo(x, y)", corner)
        assert_in_sight(page, glyphs(last))
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert seen(page) == glyphs(last)


def assert_in_sight(page, expected, board=0):
    """A moment later each place of the frame has its cell, where it belongs, in order, as is expected."""
    frame = page.locator(".frame").nth(board)
    for _ in range(100):
        shown = frame.evaluate(IN_SIGHT)
        wrong = [cell for cell, mark in shown["cells"] if mark != expected[cell]]
        if not wrong and not shown["missing"]:
            break
        page.wait_for_timeout(50)
    assert (wrong, shown["missing"], shown["astray"]) == ([], 0, [])
    cells = [cell for cell, _ in shown["cells"]]
    assert cells == sorted(cells)
    assert len(cells) < len(expected)


IN_SIGHT = """frame => {
    const box = frame.getBoundingClientRect(), cells = [...frame.querySelectorAll(".cell")];
    const cols = frame.querySelectorAll(".cols span").length;
    const unit = frame.querySelector(".cols span").getBoundingClientRect().width;
    const grid = frame.querySelector("[role=grid]").getBoundingClientRect();
    const held = new Set(cells.map(cell => Number(cell.dataset.cell)));
    const rows = frame.querySelectorAll(".rows span").length;
    const low = Math.min(box.bottom, innerHeight), far = Math.min(box.right, innerWidth);
    let missing = 0;
    for (let row = 0; row < rows; row++) {
        for (let col = 0; col < cols; col++) {
            const x = grid.left + (col + 0.5) * unit, y = grid.top + (row + 0.5) * unit;
            if (x < box.left || x > far || y < Math.max(0, box.top) || y > low) continue;
            if (!held.has(row * cols + col)) missing++;
        }
    }
    for (let x = box.left + 50; x < far - 20; x += 95) {
        for (let y = Math.max(0, box.top) + 30; y < low - 20; y += 95) {
            if (!document.elementFromPoint(x, y).closest(".cell")) missing++;
        }
    }
    const astray = cells.filter(cell => {
        const { left, top } = cell.getBoundingClientRect(), col = Number(cell.ariaColIndex) - 1;
        const row = Number(cell.parentNode.ariaRowIndex) - 1, name = `r${row + 1}c${col + 1}, `;
        const [x, y] = [left - grid.left - col * unit, top - grid.top - row * unit];
        const there = Math.hypot(x, y) < 1 && Number(cell.dataset.cell) === row * cols + col;
        return !there || !cell.ariaLabel.startsWith(name);
    });
    return {
        missing,
        astray: astray.map(cell => cell.outerHTML),
        cells: cells.map(cell => [Number(cell.dataset.cell), cell.dataset.mark]),
    };
}"""
SLOWER = "let time = 0; performance.now = () => (time += 100);"  # so slow that each slice is the smallest


def test_four_players_on_a_large_board_all_show_their_states_in_and_out_of_sight(opened):
    board = random_board((40, 40), 240, seed=3)
    found = compare(board, next_opening(board))
    page = opened(compare_page(found, "board 1"))
    states = [[glyphs(view) for view in game.states()] for game in found.runs.values()]
    for step in (3, 200, 90):
        page.evaluate("step => { location.hash = `step=${step}`; }", step)
        playwright.expect(page.locator("#where")).to_contain_text(f"{step} / ")
        for at, mine in enumerate(states):
            assert_in_sight(page, mine[min(step, len(mine) - 1)], at)


@pytest.mark.slow
def test_a_keyboard_focus_far_out_of_sight_stays_while_steps_scroll(opened):
    board = random_board((50, 70), 450, seed=3)
    told, game = of_trace(board, next_opening(board))
    page = opened(told, "#cell=r9c11")
    page.evaluate(SLOWER)
    page.locator("[role=grid] [tabindex='0']").focus()
    states = [glyphs(view) for view in game.states()]
    for part in (0.3, 0.6, 0.9, 1):
        step = int(part * (len(states) - 1))
        page.evaluate(
            """step => {
                document.getElementById("slider").value = step;
                document.getElementById("slider").dispatchEvent(new Event("input"));
            }""",
            step,
        )
        assert_in_sight(page, states[step])
        assert page.evaluate("document.activeElement.ariaLabel").startswith("r9c11, ")
    for key, name in [("ArrowDown", "r10c11"), ("End", "r10c70"), ("Home", "r10c1")]:
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.ariaLabel").startswith(f"{name}, ")
        assert page.evaluate("document.activeElement.tabIndex") == 0
        assert_in_sight(page, states[-1])


@pytest.mark.slow
def test_a_deduction_without_a_step_still_has_its_page(opened):
    found = play(View.parse("#1#"))
    page = opened(trace_page(found, "position 1"), "#cell=r1c1")
    assert re.match(r"r1c1 is not forced", page.locator("#cell-says").inner_text())
    assert page.locator("#steps").is_hidden()


def shade(page, selector):
    """How red a cell's ground is, beside its green and blue."""
    found = page.locator(selector).first.evaluate("cell => getComputedStyle(cell).backgroundColor")
    red, green, blue = [float(part) for part in re.findall(r"[\d.]+", found)[:3]]
    return (2 * red - green - blue) / (255 if red > 1 else 1)


@pytest.mark.parametrize("field", [CellGraph.grid, CellGraph.hexagonal])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_higher_risk_has_a_stronger_shade_and_a_certain_mine_the_strongest(field, scheme, opened):
    page = opened(of_hint(View.parse("mines 9 01###### 1####### ########", field=field)), color_scheme=scheme)
    risks = sorted({cell.get_attribute("data-risk") for cell in page.locator(".cell[data-risk]").all()})
    assert len(risks) > 1
    shades = [shade(page, f".cell[data-risk='{risk}']") for risk in sorted(risks, key=float)]
    assert shades == sorted(shades)
    assert shades[0] < shades[-1]
    strongest = opened(of_hint(), color_scheme=scheme)
    assert shade(strongest, ".cell[data-as=mine]") > shades[-1]
    assert shade(strongest, ".cell[data-as=safe]") < shades[0]


@pytest.mark.slow
def test_the_address_brings_a_cell_into_view(opened):
    board = random_board((60, 60), 500, seed=3)
    page = opened(of_trace(board, next_opening(board))[0], "#cell=r50c55")

    def visible(cell):
        return page.evaluate(
            """cell => {
            const shown = document.querySelector(`.cell[data-cell="${cell}"]`);
            const box = shown.getBoundingClientRect();
            return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === shown;
        }""",
            cell,
        )

    assert visible(49 * 60 + 54)
    page.evaluate("location.hash = 'cell=r2c3'")
    playwright.expect(page.locator("#cell-title")).to_contain_text("r2c3: ")
    assert visible(60 + 2)


def test_what_an_address_names_that_is_not_there_is_said_once(opened):
    page = opened(of_path()[0], "#cell=r9c99&step=3")
    assert page.locator("#cell-says").inner_text().startswith("No cell is called r9c99.")
    assert page.locator("#live").inner_text() == "No cell is called r9c99."
    page.keyboard.press("ArrowRight")
    assert "r9c99" not in page.locator("main").inner_text()
    assert page.locator("#live").inner_text().startswith("Step 4 of 21.")


@pytest.mark.slow
def test_the_address_keeps_the_player(opened):
    page = opened(compare_page(compare(LADDER, "r1c8"), "board 1"), "#step=9&player=expert")
    chosen = page.locator(".player button[aria-pressed=true]")
    assert chosen.inner_text() == "expert"
    address(page, "player=expert")
    page.locator(".player button").first.click()
    address(page, "player=casual")
    page.reload()
    page.wait_for_selector(".cell[data-mark]")
    assert chosen.inner_text() == "casual"
    page.evaluate("location.hash = 'player=nobody'")
    playwright.expect(page.locator("#live")).to_have_text("No player is called nobody.")


@pytest.mark.slow
def test_a_production_has_its_colour_on_every_page(opened):
    def colours(told):
        page, found = opened(told), {}
        for key in page.locator("#productions li").all():
            found[key.inner_text()] = key.locator("i").evaluate("i => getComputedStyle(i).backgroundColor")
        return found

    few, many = colours(of_trace(LADDER, "r1c8")[0]), colours(of_path()[0])
    assert {*few} < {*many}
    assert few.items() <= many.items()
    assert len({*many.values()}) == len(many)


def test_players_have_the_colours_of_the_picture(opened):
    found = compare(LADDER, "r1c8")
    page, picture = opened(compare_page(found, "board 1")), svg(found)
    shown = page.locator("#map .cell[data-player]").evaluate_all(
        "cells => cells.map(c => getComputedStyle(c).backgroundColor)"
    )
    assert len({*shown}) == 4
    for colour in {*shown}:
        red, green, blue = map(int, re.findall(r"\d+", colour))
        assert f'fill="#{red:02x}{green:02x}{blue:02x}"' in picture


def test_letters_that_turn_a_text_around_are_shown_as_their_numbers(opened):
    names = ["safe\u202eenim", "a\u2066b", "\u05d0\u05d1", "z"]
    page = opened(of_path(Board.of(nx.path_graph(names), [names[0]]), 3)[0], "#step=1&cell=z")
    assert page.locator(".node-name").all_inner_texts() == [
        "safe\\u202eenim",
        "a\\u2066b",
        "\u05d0\u05d1",
        "z",
    ]
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", page.locator("body").inner_text())
    assert not page.evaluate(
        "[...document.querySelectorAll('[aria-label]')].some(e => /[\u202e\u2066]/.test(e.ariaLabel))"
    )
    page.locator("[role=gridcell]").first.click()
    address(page, "cell=safe%E2%80%AEenim")


@pytest.mark.slow
def test_names_of_nodes_keep_off_each_other_and_inside(opened):
    graph = nx.relabel_nodes(nx.petersen_graph(), {i: f"a rather long name {i}" for i in range(10)})
    page = opened(of_trace(Board.of(graph, ["a rather long name 3"]), 0)[0])
    boxes = page.locator(".node-name").evaluate_all(
        "names => names.map(n => n.getBoundingClientRect()).map(b => [b.left, b.top, b.right, b.bottom])"
    )
    board = page.locator(".board").bounding_box()
    for at, (left, top, right, bottom) in enumerate(boxes):
        assert board["x"] <= left < right <= board["x"] + board["width"]
        for x, y, to_x, to_y in boxes[:at]:
            assert right <= x or to_x <= left or bottom <= y or to_y <= top


def test_a_torus_says_that_its_edges_touch(opened):
    told, _ = of_path(*BOARDS["a torus"])
    assert opened(told).locator("#about").inner_text().endswith("opposite edges touch")
    assert "edges" not in opened(of_path()[0]).locator("#about").inner_text()


@pytest.mark.slow
def test_reasons_are_printed_open_and_folded_again(opened):
    page = opened(of_path()[0], "#step=21&cell=r1c6")
    folded = page.locator(".tree details:not([open])")
    before = folded.count()
    assert before
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert folded.count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert folded.count() >= before


TOLD = """tree => [...tree.querySelectorAll("summary, .leaf > :first-child")].map(head => {
    const number = /^Step (\\d+):/.exec(head.textContent)[1];
    return [Number(number), head.tagName === "P" && head.querySelector("button") !== null];
})"""


def unfold(page, last=False):
    while (folded := page.locator(".tree details:not([open]) > summary")).count():
        (folded.last if last else folded.first).click()


@pytest.mark.parametrize("last", [False, True])
def test_what_a_tree_says_is_above_is_above_in_whatever_order_it_is_unfolded(last, opened):
    told, game = of_path()
    page = opened(told, "#step=11&cell=r3c3")
    unfold(page, last)
    explained = []
    for number, elsewhere in page.locator(".tree").evaluate(TOLD):
        assert elsewhere == (number in explained)
        explained += [number] * (not elsewhere)
    assert sorted(explained) == [one.number for one in game.trace.why("r3c3")]


def test_as_above_leads_to_the_explanation_through_all_that_is_folded(opened):
    page = opened(of_path()[0], "#step=11&cell=r3c3")
    assert page.locator(".tree details:not([open])").count()
    for link in page.locator(".tree").get_by_role("button", name="as above").all():
        number = link.locator("..").inner_text().split(":")[0]
        link.click()
        assert page.evaluate("document.activeElement.innerText").startswith(f"{number}:")
        assert "as above" not in page.evaluate("document.activeElement.firstChild.innerText")
        assert page.locator(".tree :focus").is_visible()


@pytest.mark.parametrize("width", [1300, pytest.param(400, marks=pytest.mark.slow)])
def test_a_click_anywhere_on_a_bar_is_its_step_and_the_mark_stands_on_it(width, opened):
    page = opened(of_path()[0], viewport={"width": width, "height": 900})
    chart = page.locator("#chart").bounding_box()
    places = {round(part * chart["width"] / 22, 2): part for part in range(23)}
    for left, step in [*places.items()][:-1]:
        for aside in (1.5, chart["width"] / 44, chart["width"] / 22 - 1.5):
            page.mouse.click(chart["x"] + left + aside, chart["y"] + 20)
            assert step_of(page) == step
        mark = page.locator("#bar-mark").bounding_box()
        assert mark["x"] - chart["x"] == pytest.approx(left, abs=0.1)
        assert mark["width"] == pytest.approx(chart["width"] / 22, abs=0.1)
    bars = page.locator("#bars path").evaluate_all("all => all.map(one => one.getBoundingClientRect())")
    assert min(bar["left"] for bar in bars) == pytest.approx(chart["x"] + chart["width"] / 22, abs=3)
    assert max(bar["right"] for bar in bars) == pytest.approx(chart["x"] + chart["width"], abs=3)


def test_all_boards_scroll_to_the_step(opened):
    board = random_board((16, 30), 70, seed=3)
    page = opened(compare_page(compare(board, next_opening(board)), "board 1"))
    places = "frames => frames.map(frame => [frame.scrollLeft, frame.scrollTop])"
    lefts = set()
    for step in (0, 40, 100, 160, 210, 40):
        page.evaluate("step => { location.hash = `step=${step}`; }", step)
        playwright.expect(page.locator("#where")).to_contain_text(f"{step} / ")
        all_at = page.locator("#boards .frame").evaluate_all(places)
        assert len(all_at) == 4
        assert all_at == all_at[:1] * 4
        lefts.add(all_at[0][0])
    assert len(lefts) > 1


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
    assert [(text, kind) for text, kind, _ in look] == [
        ("43", ""),
        ("", "safe"),
        ("43", ""),
        ("", "mine"),
        ("50", ""),
        ("", "safe"),
    ]
    assert all(in_corner for _, _, in_corner in look)
    says = page.locator("#outcome-says").inner_text()
    assert says.startswith("Cells beside no clue: risk 3/7 (42.86 %) each")
    assert "#" not in says


@pytest.mark.parametrize("several", [False, True])
def test_flags_that_nobody_counts_on_stand_in_a_corner(opened, several):
    view = View.parse("F#F1 ##21 1110")
    told = compare_page(compare(view), "position 1") if several else None
    page = opened(told or trace_page(play(view), "position 1"), "#step=1")
    cells = page.locator("#boards .board").last.locator(".cell")
    assert cells.nth(0).get_attribute("data-claim") == "true"
    assert cells.nth(0).get_attribute("aria-label") == "r1c1, covered, flagged"
    assert cells.nth(2).get_attribute("data-claim") is None  # found to be a mine
    assert "flagged: a mine" in cells.nth(2).get_attribute("aria-label")
    page.keyboard.press("Home")
    assert cells.nth(2).get_attribute("data-claim") == "true"
    assert "covered, flagged" in page.locator("#marks").inner_text()
    if several:
        assert page.locator("#map-board .cell[data-claim]").count() == 1


@pytest.mark.slow
def test_two_layouts_have_the_numbers_of_their_rows_and_columns(opened):
    told, _ = of_trace(LADDER, "r1c8")
    page = opened(told, "#cell=r5c1")
    window = [divmod(cell, 8) for cell in told.answers[32].twins.window]
    for side, axis in (("rows", 0), ("cols", 1)):
        numbers = [str(at + 1) for at in sorted({place[axis] for place in window})]
        for layout in page.locator(".twins .frame").all():
            assert layout.locator(f".{side} span").all_inner_texts() == numbers
    cell, above = (
        page.locator(".twins .frame").first.locator(one).first.bounding_box()
        for one in ("[title=r5c1]", ".cols span")
    )
    assert cell["x"] == pytest.approx(above["x"], abs=1)
    page.emulate_media(media="print")
    assert page.locator(".twins [title=r5c1]").first.bounding_box()["width"] == cell["width"]
    hexagons = Board.parse("..MM .... MM.. M...", CellGraph.hexagonal)
    page = opened(of_trace(hexagons, 0)[0], "#cell=r4c4")
    assert page.locator(".twins .board").count() == 2
    assert page.locator(".twins .cols").count() == 0


@pytest.mark.slow
def test_a_map_with_undecided_cells_says_what_they_are(opened):
    stuck = View.parse("mines 3 ###1 ###1 #311 #100")
    page = opened(compare_page(compare(stuck), "position 1"))
    assert "undecided by all" in page.locator("#players").inner_text()
    page = opened(compare_page(compare(LADDER, "r1c8"), "board 1"))
    assert "undecided" not in page.locator("#players").inner_text()


@pytest.mark.slow
def test_letters_of_the_map_are_readable_on_their_tints_in_the_dark(opened):
    page = opened(compare_page(compare(LADDER, "r1c8"), "board 1"), color_scheme="dark")
    looks = page.locator("#map .cell[data-player]").evaluate_all(
        "cells => cells.map(c => [getComputedStyle(c).color, getComputedStyle(c).backgroundColor])"
    )
    for ink, ground in {tuple(look) for look in looks}:
        dark, light = sorted((luminance(ink), luminance(ground)))
        assert (light + 0.05) / (dark + 0.05) >= 4.5
        assert light < 0.45


def luminance(colour):
    """How light a colour is to the eye, as WCAG defines it."""
    parts = [float(part) for part in re.findall(r"[\d.]+", colour)[:3]]
    parts = [part if colour.startswith("color") else part / 255 for part in parts]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
