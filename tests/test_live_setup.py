"""Drawing a position on the page that answers: contradictions, undo, links and copies."""

import json
import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from conftest import BROWSER, SAMPLES
from test_live import Live
from test_live_browser import ENDGAME, Static, page_of, says, site
from test_live_play import cell, marks, tab
from test_page_browser import AXE, violations

from logicsweep import View, answer
from logicsweep.show.svg import svg
from logicsweep.verbs.convert import SITES, format_names
from logicsweep.verbs.reading import MAKERS

playwright = pytest.importorskip("playwright.sync_api", reason="playwright comes with the extra `test`")
expect = playwright.expect
pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="no chromium on PATH")]
__all__ = ["site", "tab"]  # fixtures


def draw(tab, position, **parts):
    """Open a position to draw."""
    tab.goto("about:blank")
    tab.goto(f"{tab.host}#{urlencode({'view': 'setup', 'p': position} | parts)}")
    tab.wait_for_selector("#tools")


def asked(tab):
    return {name: values[0] for name, values in parse_qs(urlsplit(tab.url).fragment).items()}


def leads(tab, position, **parts):
    """The address leads to this drawing, once it is written."""
    expected = {"view": "setup", "p": position, "field": "grid"} | parts
    for _ in range(100):
        if asked(tab) == expected:
            break
        tab.wait_for_timeout(50)
    assert asked(tab) == expected


def clashing(tab):
    named = "all => all.map(one => one.getAttribute('aria-label').split(',')[0])"
    return tab.eval_on_selector_all("#play [role=grid] [data-as=clash]", named)


def test_keys_and_clicks_draw_and_a_contradiction_is_shown_until_it_is_undone(tab):
    draw(tab, "####\n####\n")
    cell(tab, "r1c1").click()  # in turn: 1
    says(tab, "The clues fit.")
    cell(tab, "r1c4").click()
    tab.keyboard.type("20")  # the cell that has the focus, and on to the next
    assert marks(tab) == "1##20###"
    error = answer({"verb": "hint", "position": "1##2\n0###\n"})["error"]
    says(tab, f"{error}.")
    assert clashing(tab) == ["r1c1", "r2c1"]
    tab.keyboard.press("z")
    says(tab, "The clues fit.")
    assert clashing(tab) == []
    assert marks(tab) == "1##2####"
    tab.keyboard.press("Shift+Z")
    says(tab, f"{error}.")
    for _ in range(4):
        tab.click("#undo")
    assert marks(tab) == "########"
    expect(tab.locator("#undo")).to_have_attribute("aria-disabled", "true")
    for _ in range(4):
        tab.click("#redo")
    assert marks(tab) == "1##20###"


def test_a_clue_without_room_is_named(tab):
    draw(tab, "3##\n11#\n")
    says(tab, "r1c1=3 does not fit: only one covered cell is left around it.")
    assert clashing(tab) == ["r1c1"]
    draw(tab, "300\n000\n")
    says(tab, "r1c1=3 does not fit: no covered cells are left around it.")


def test_a_mine_total_that_does_not_fit_is_told(tab):
    draw(tab, "1##\n###\n")
    tab.fill("#total", "9")
    tab.press("#total", "Tab")
    told = answer({"verb": "hint", "position": "1##\n###\n", "mines": 9})["error"]
    says(tab, f"{told.capitalize()}.")
    tab.fill("#total", "1")
    tab.press("#total", "Tab")
    says(tab, "The clues fit.")
    leads(tab, "mines 1\n1##\n###\n")


def test_the_tools_put_signs_and_a_right_click_sets_a_flag(tab):
    draw(tab, "####\n####\n")
    for sign in ("5", "0", "F", "?", "#"):
        tab.click(f"#tool [data-value='{sign}']")
        cell(tab, "r2c3").click()
        leads(tab, f"####\n##{sign}#\n")
    cell(tab, "r1c2").click(button="right")
    leads(tab, "#F##\n####\n")
    cell(tab, "r1c2").click(button="right")
    leads(tab, "####\n####\n")


def test_flags_that_cannot_be_right_are_told(tab):
    draw(tab, "0F#\n")
    says(tab, "The clues fit.")
    [told] = answer({"verb": "hint", "position": "0F#\n"})["lines"]
    assert told["wrong_flags"]
    expect(tab.locator("#headline p").first).to_contain_text(f"Wrong flags: {told['wrong_flags'][0]}")


def test_a_link_leads_to_the_drawing_and_back(tab):
    draw(tab, ENDGAME)
    cell(tab, "r1c1").click()
    tab.keyboard.type("F2")
    drawn = tab.input_value("#position")
    assert drawn != ENDGAME
    leads(tab, drawn)
    link = tab.url
    tab.goto("about:blank")
    tab.goto(link)
    tab.wait_for_selector("#tools")
    assert asked(tab)["p"] == drawn == tab.input_value("#position")
    tab.click("button[value=hint]")
    says(tab, answer({"verb": "hint", "position": drawn}).get("error") or page_of(drawn)["headline"])
    tab.go_back()
    tab.wait_for_selector("#tools")
    assert asked(tab) == {"view": "setup", "p": drawn, "field": "grid"}


def test_the_answer_to_a_position_leads_to_drawing_it(tab):
    tab.goto("about:blank")
    tab.goto(f"{tab.host}#{urlencode({'p': ENDGAME})}")
    says(tab, page_of(ENDGAME)["headline"])
    tab.click("nav >> text=Set up")
    tab.wait_for_selector("#tools")
    assert asked(tab)["p"] == ENDGAME
    for text in ("https://puzz.link/p?mines/5/3/1g1g.j.0g1g.",):
        draw(tab, text)
        [made] = answer({"verb": "convert", "to": "position", "position": text})["lines"]
        assert marks(tab) == "".join(made["text"].split())


@pytest.mark.parametrize("to", ["text", *format_names("position"), *SITES])
@pytest.mark.parametrize("mines", ["", "mines 3\n"])
def test_it_is_copied_as_text_and_as_any_format(tab, to, mines):
    if "position" not in SITES.get(to, {"position": None}):
        pytest.skip("this site opens boards alone")
    text = f"{mines}1##\n2##\n1##\n"
    draw(tab, text)
    leads(tab, text)
    tab.select_option("#to", to)
    tab.click("#copy")
    how = {"site": to} if to in SITES else {"to": "position" if to == "text" else to}
    found = answer({"verb": "convert", "position": text} | how)
    says(tab, "Copied." if "lines" in found else found["error"][0].upper() + found["error"][1:], "#copied")
    if "error" in found:  # such as that it needs a mine total
        return
    assert tab.evaluate("navigator.clipboard.readText()") == found["lines"][0]["text"]


def test_it_is_copied_as_a_picture(tab):
    draw(tab, "1##\n2##\n1##\n")
    tab.select_option("#to", "picture")
    tab.click("#copy")
    says(tab, "Copied.", "#copied")
    size = """async () => {
        const [item] = await navigator.clipboard.read();
        const picture = await createImageBitmap(await item.getType("image/png"));
        return [picture.width, picture.height];
    }"""
    wide, high = re.search(r'width="(\d+)" height="(\d+)"', svg(View.parse("1## 2## 1##"))).groups()
    assert tab.evaluate(f"({size})()") == [2 * int(wide), 2 * int(high)]


@pytest.mark.parametrize("name", MAKERS)
def test_another_size_or_kind_of_field_keeps_the_marks(tab, name):
    draw(tab, "12#\n###\n")
    tab.fill("#rows", "3")
    tab.press("#rows", "Tab")
    tab.fill("#cols", "4")
    tab.press("#cols", "Tab")
    tab.select_option("#kind", name)
    leads(tab, "12##\n####\n####\n", field=name)
    told = page_of(asked(tab)["p"], field=name)
    assert tab.locator(f"#play [role=grid].{told['field']['outline']} .cell").count() == 12
    says(tab, "The clues fit.")
    tab.click("button[value=hint]")
    says(tab, told["headline"])
    tab.go_back()
    tab.wait_for_selector("#tools")
    assert asked(tab)["field"] == name


def test_a_size_is_undone_too(tab):
    draw(tab, "12#\n###\n")
    tab.fill("#cols", "2")
    tab.press("#cols", "Tab")
    assert marks(tab) == "12##"
    tab.click("#undo")
    assert marks(tab) == "12####"
    assert tab.input_value("#cols") == "3"


def test_a_wrong_text_is_an_error_in_the_headline(tab):
    tab.goto("about:blank")
    tab.goto(f"{tab.host}#{urlencode({'view': 'setup', 'p': '1#x#'})}")
    says(tab, answer({"verb": "convert", "to": "position", "position": "1#x#"})["error"])


def test_a_node_that_is_cleared_without_a_clue_is_safe(tab):
    graph = json.loads((SAMPLES / "petersen.json").read_text())
    graph["graph"]["logicsweep"] = {"version": 1, "holds": "position"}
    graph["nodes"] = [{"id": one["id"]} for one in graph["nodes"]]
    graph["nodes"][6]["covered"] = False
    draw(tab, json.dumps(graph))
    assert marks(tab) == "######?###"


def test_a_free_graph_is_drawn_on_by_its_nodes(tab):
    draw(tab, (SAMPLES / "petersen.json").read_text())
    says(tab, "The clues fit.")
    assert (marks(tab), tab.input_value("#total")) == ("#2########", "2")
    assert tab.locator("#play .node-name").count() == 10
    assert tab.locator("#rows, #cols, #kind").count() == 0
    cell(tab, "inner 1").click()
    cell(tab, "outer 4").click()
    tab.keyboard.type("03")  # and on to outer 5, which touches two covered cells
    assert marks(tab) == "#2#031####"
    graph = tab.input_value("#position")
    clash = "outer 5=3 does not fit: only two covered cells are left around it."
    says(tab, clash)
    assert clashing(tab) == ["outer 5"]
    tab.wait_for_timeout(400)
    assert asked(tab) == {"view": "setup", "p": graph}
    tab.reload()  # the address holds it, though its clues clash
    says(tab, clash)
    assert marks(tab) == "#2#031####"
    cell(tab, "outer 5").click(button="right")
    tab.keyboard.press("#")
    says(tab, "The clues fit.")
    graph = tab.input_value("#position")
    tab.click("button[value=hint]")
    says(tab, answer({"verb": "hint", "position": graph, "guess": "best"})["lines"][0]["headline"])
    tab.click("#views [data-view=setup]")
    says(tab, "The clues fit.")
    assert marks(tab) == "#2#0#1####"


@pytest.mark.skipif(not AXE.is_file(), reason="LOGICSWEEP_AXE names no axe.min.js (npm install axe-core)")
@pytest.mark.parametrize("width", [390, 1440])
def test_rules_of_accessibility_hold_while_one_draws(browser, width):
    tab = browser.new_page(bypass_csp=True, viewport={"width": width, "height": 844}, has_touch=width < 600)
    with Live() as host:
        tab.host = host.address
        for text in ("###\n###\n", "3##\n11#\n", (SAMPLES / "position.txt").read_text()):
            draw(tab, text)
            expect(tab.locator("h1")).not_to_have_text("")
            assert violations(tab) == []
            assert tab.evaluate("document.documentElement.scrollWidth") == width
    tab.close()


def test_the_static_page_checks_a_drawing(browser, site):
    tab = browser.new_page()
    with Static(site) as host:
        tab.host = host.address
        draw(tab, "1##2\n####\n")
        cell(tab, "r2c1").click(button="right")
        assert marks(tab) == "1##2F###"  # Python may not be there yet
        says(tab, "The clues fit.")
    tab.close()
