"""Playing on the page that answers: moves, hints in stages, and what could have been known after a mine."""

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from conftest import BROWSER, ROOT, SAMPLES
from in_process import printed
from test_live import Live
from test_live_browser import Static, page_of, says, site
from test_page_browser import AXE, violations

from logicsweep import Board, Session, answer
from logicsweep.show.stages import STAGES
from logicsweep.verbs.reading import MAKERS

playwright = pytest.importorskip("playwright.sync_api", reason="playwright comes with the extra `test`")
expect = playwright.expect
pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="no chromium on PATH")]
__all__ = ["site"]  # a fixture

PACKAGE = ROOT / "logicsweep"
SMALL = "3 4\n...M\n....\nM...\n0 0\n"
NINE = """9 9
.........
M.M......
.....M...
M.......M
.......MM
......M..
.........
......MM.
.........
0 0
"""
FIRST = "r5c5"
"""The first click on NINE."""


@pytest.fixture(scope="module")
def tab(browser):
    """A page of its own host that may use the clipboard and must not complain."""
    with Live() as host:
        context, wrong = browser.new_context(viewport={"width": 1440, "height": 900}), []
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        one = context.new_page()
        one.on("console", lambda message: wrong.append(message.text))
        one.on("pageerror", lambda error: wrong.append(str(error)))
        one.host = host.address
        yield one
        context.close()
    assert not wrong


def play(tab, board=None, **parts):
    """Open a game: on a board, or on a new one that is still to be made."""
    tab.goto("about:blank")
    tab.goto(f"{tab.host}#{urlencode({'view': 'play'} | ({'p': board} if board else {}) | parts)}")
    tab.wait_for_selector("#new-board")


def cell(tab, name):
    return tab.locator(f"#play [role=grid] [aria-label^='{name},']")


def marks(tab):
    """What the board shows: a sign for each cell, row by row."""
    return "".join(
        tab.eval_on_selector_all(
            "#play [role=grid] .cell",
            "all => all.map(one => one.dataset.flag ? 'F' : one.dataset.mark)",
        )
    )


def position(tab, mines, cols):
    signs = marks(tab)
    rows = [signs[at : at + cols] for at in range(0, len(signs), cols)]
    return f"mines {mines}\n" + "\n".join(rows) + "\n"


def moves(tab):
    return re.findall(r"^\d+\.\d\d (.*)$", tab.locator("#moves pre").text_content(), re.MULTILINE)


def test_a_board_is_won_with_clicks_a_flag_and_a_chord(tab):
    play(tab, SMALL)
    says(tab, "Click any cell to begin.")
    expect(tab.locator("#left")).to_have_text("2 mines left")
    cell(tab, "r1c3").click()
    assert marks(tab) == "##1#########"
    cell(tab, "r1c4").click(button="right")
    expect(tab.locator("#left")).to_have_text("1 mine left")
    cell(tab, "r1c3").click()  # its mine has a flag: its other cells open
    assert marks(tab) == "001F1111####"
    cell(tab, "r3c4").click()
    expect(tab.locator("h1")).to_have_text(
        re.compile(r"Won in [\d.]+ s\. You could have known 1 of 2 moves\.")
    )
    assert marks(tab) == "001F1111F100"
    assert moves(tab) == ["open r1c3", "flag r1c4", "chord r1c3", "open r3c4"]
    expect(tab.locator("#clear")).to_have_text("0 to clear")
    tab.click("#actions >> text=Compare")
    says(tab, page_of(SMALL, "compare", field="grid")["headline"])
    tab.go_back()
    expect(tab.locator("h1")).to_have_text(re.compile(r"Won in "))


def test_a_game_is_still_there_after_a_reload_and_under_its_link(tab):
    play(tab, SMALL)
    cell(tab, "r1c3").click()
    cell(tab, "r1c4").click(button="right")
    tab.click("#hint")
    says(tab, "Hint", "#reason-title")  # nothing is certain
    seen, told, link = marks(tab), moves(tab), tab.url
    tab.reload()
    expect(tab.locator("#left")).to_have_text("1 mine left")
    assert (marks(tab), moves(tab), tab.url) == (seen, told, link)
    tab.click("#views >> text=Set up")
    tab.click("#views >> text=Play")  # back to the game that is under way
    expect(tab.locator("#left")).to_have_text("1 mine left")
    assert moves(tab) == told
    cell(tab, "r1c3").click()
    cell(tab, "r3c4").click()
    for _ in range(2):
        expect(tab.locator("h1")).to_have_text(re.compile(r"Won in .* You could have known 1 of 2 moves\."))
        expect(tab.locator("h1 + p")).to_have_text("10 cells cleared, with 1 hint.")
        says(tab, re.compile("One guess was needless|One guess was forced"), "#says")
        assert marks(tab) == "001F1111F100"
        tab.reload()


def test_a_chord_and_a_click_do_nothing_where_they_may_not(tab):
    play(tab, SMALL)
    cell(tab, "r1c3").click()
    cell(tab, "r1c3").click()  # no flag yet
    cell(tab, "r3c1").click(button="right")
    cell(tab, "r3c1").click()  # a flag protects its cell
    assert marks(tab) == "##1#####F###"
    cell(tab, "r3c1").click(button="right")
    assert marks(tab) == "##1#########"
    assert moves(tab) == ["open r1c3", "flag r3c1", "flag r3c1"]


@pytest.mark.parametrize(
    ("board", "start", "hit", "verdict", "reason"),
    [
        (NINE, FIRST, "r3c6", "It was certainly a mine.", "Why r3c6 is a mine"),
        (NINE, FIRST, "r4c9", "A safe cell was there: {safe}.", "Why {safe} is safe"),
        ("2 2\n..\n.M\n0 0\n", "r1c1", "r2c2", "Nothing was certain there.", "Why {best}"),
    ],
)
def test_after_a_mine_the_page_says_what_could_have_been_known(tab, board, start, hit, verdict, reason):
    play(tab, board)
    cell(tab, start).click()
    cols, mines = int(board.split()[1]), board.count("M")
    before = position(tab, mines, cols)
    [told] = answer({"verb": "hint", "position": before, "guess": "best"})["lines"]
    names = {"safe": told["safe"][0]} if told["safe"] else {"best": told["guess"]["ranked"][0]["cell"]}
    cell(tab, hit).click()
    verdict, reason = verdict.format(**names), reason.format(**names)
    expect(tab.locator("h1")).to_have_text(re.compile(rf"Lost at {hit} after [\d.]+ s\. {verdict}"))
    says(tab, reason, "#reason-title")
    if hit not in told["mines"]:
        expect(tab.locator("#headline p").first).to_contain_text("The risk was ")
    assert cell(tab, hit).get_attribute("data-mark") == "*"
    assert tab.locator("#act").count() == 0
    covered = marks(tab).count("#")
    cell(tab, "r2c2").click()  # now a click asks why
    assert marks(tab).count("#") == covered


def test_a_chord_beside_a_wrong_flag_loses_and_the_flag_is_named(tab):
    play(tab, NINE)
    cell(tab, FIRST).click()
    cell(tab, "r3c7").click(button="right")  # it is safe; r3c6 is the mine
    cell(tab, "r4c6").click()
    expect(tab.locator("h1")).to_contain_text("Lost at r3c6 after ")
    expect(tab.locator("#headline p").first).to_contain_text("Your flag at r3c7 was wrong.")
    assert "wrong flag" in cell(tab, "r3c7").get_attribute("aria-label")


def test_a_hint_tells_more_in_each_stage_and_the_last_one_is_a_move(tab):
    play(tab, NINE)
    cell(tab, FIRST).click()
    before = position(tab, 10, 9)
    for stage in range(1, STAGES + 1):
        tab.click("#hint")
        [told] = answer({"verb": "hint", "position": before, "stage": stage})["lines"]
        says(tab, f"Hint {stage} of {STAGES}", "#reason-title")
        expect(tab.locator("#says li")).to_have_text(told["lines"])
        assert (tab.locator("#act").count() == 1) == (stage == STAGES)
    [mine] = told["mines"]
    says(tab, f"{mine} is a mine.")
    assert tab.locator("#hint").count() == 0
    cell(tab, FIRST).focus()
    tab.keyboard.press("Enter")
    assert moves(tab) == [f"open {FIRST}", f"flag {mine}"]
    tab.click("#hint")
    says(tab, f"Hint 1 of {STAGES}", "#reason-title")


def test_a_hint_by_a_weaker_player_says_that_they_are_stuck(tab):
    play(tab, "2 3\n...\nM..\n0 0\n")
    cell(tab, "r1c1").click()
    tab.select_option("#asker", "casual")
    tab.click("#hint")
    says(tab, "Casual is stuck. Expert knows r1c3.")
    says(tab, "Risks compares the best guesses.", "#says")


def test_risks_and_why_are_answered_for_the_position_and_the_game_goes_on(tab):
    play(tab, NINE)
    cell(tab, FIRST).click()
    before = position(tab, 10, 9)
    tab.click("#risks")
    told = page_of(before)
    says(tab, told["headline"])
    says(tab, f"Clear {told['found']['safe'][0]} Enter", "#act")
    tab.click("#act")
    assert moves(tab)[1:] == [f"open {told['found']['safe'][0]}"]
    says(tab, "Your move.")
    tab.click("#asks")
    cell(tab, "r9c9").click()
    says(tab, page_of(position(tab, 10, 9), "why", cell="r9c9")["headline"])
    assert len(moves(tab)) == 2  # asking is no move
    cell(tab, "r2c4").focus()
    tab.keyboard.press("w")
    says(tab, "Why r2c4 is safe", "#reason-title")


def test_it_is_played_with_the_keyboard_alone(tab):
    play(tab, SMALL)
    for _ in range(20):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.matches('.cell')"):
            break
    keys = [
        "ArrowRight",
        "ArrowRight",
        "Space",
        "ArrowRight",
        "f",
        "f",
        "f",
        "ArrowLeft",
        "c",
        "ArrowDown",
        "ArrowDown",
        "Enter",
    ]
    for key in keys:
        tab.keyboard.press(key)
    expect(tab.locator("h1")).to_contain_text("Won in ")
    assert moves(tab) == ["open r1c3", "flag r1c4", "flag r1c4", "flag r1c4", "chord r1c3", "open r3c3"]
    play(tab, NINE)
    cell(tab, FIRST).focus()
    for key in ("Enter", "h"):
        tab.keyboard.press(key)
    says(tab, f"Hint 1 of {STAGES}", "#reason-title")


@pytest.mark.parametrize("name", MAKERS)
def test_the_first_click_makes_a_board_of_each_kind_of_field(tab, name):
    play(tab, size="7x8/8", **{"for": "expert"}, field=name)
    cell(tab, "r3c4").click()
    tab.wait_for_selector("#moves:not([hidden])")
    asked = parse_qs(urlsplit(tab.url).fragment)
    assert asked["start"] == ["r3c4"]
    assert asked["field"] == [name]
    board = Board.parse("\n".join(asked["p"][0].splitlines()[1:8]), MAKERS[name])
    session = Session(board)
    session.click("r3c4")
    assert marks(tab) == "".join(map(session.view.glyph, range(56)))
    assert "0" in marks(tab)  # it is an opening
    address, shown = tab.url, marks(tab)
    tab.click("nav >> text=Set up")
    tab.wait_for_selector("#tools")
    tab.go_back()
    expect(tab.locator("#moves pre")).to_have_text(re.compile("open r3c4"))
    assert (tab.url, marks(tab)) == (address, shown)


def test_a_field_of_the_page_has_the_neighbours_that_python_gives_it(tab):
    play(tab)
    [shared] = re.findall("^const ascending = .*$", (PACKAGE / "show/page/board.js").read_text(), re.M)
    [source] = re.findall(
        "^function fieldOf.*?^}$", (PACKAGE / "live/static/game.js").read_text(), re.M | re.S
    )
    tables = 'const tables = JSON.parse(document.getElementById("tables").textContent);'
    for name, maker in MAKERS.items():
        for shape in ((1, 3), (2, 5), (3, 4), (5, 2)):
            made, call = maker(*shape), f"return fieldOf({name!r}, {shape[0]}, {shape[1]});"
            field = tab.evaluate("\n".join(["() => {", tables, shared, source, call, "}"]))
            assert [*map(tuple, field["neighbours"])] == [*made.neighbours], (name, shape)


def test_a_new_board_is_ordered_with_the_form(tab):
    play(tab)
    for choice in ("Other", "Overlap", "Hex", "Marked"):
        tab.click(f"#new-board button:has-text('{choice}')")
    for label, number in (("Rows", 5), ("Columns", 6), ("Mines", 4)):
        tab.fill(f"#numbers label:has-text('{label}') input", str(number))
    tab.click("#new-board .primary")
    tab.wait_for_selector("[data-as=look]")  # where to begin
    assert tab.locator("#play .hexagon[role=grid] .cell").count() == 30
    asked = parse_qs(urlsplit(tab.url).fragment)
    says(tab, f"Begin at {asked['start'][0]}.")
    [found] = answer(
        {"verb": "path", "position": asked["p"][0], "field": "hex", "start": asked["start"][0], "grade": True}
    )["lines"]
    assert found["remaining"] == 0
    for choice in ("Other", "9×9"):
        tab.click(f"#new-board button:has-text('{choice}')")
    tab.click("#new-board .primary")
    expect(tab.locator("#play [role=grid] .cell")).to_have_count(81)


@pytest.mark.parametrize("kept", [True, False])
def test_a_game_claims_a_safe_start_only_if_it_began_there(tab, kept):
    play(tab)
    for choice in ("9×9", "Marked"):
        tab.click(f"#new-board button:has-text('{choice}')")
    tab.click("#new-board .primary")
    tab.wait_for_selector("[data-as=look]")
    start = parse_qs(urlsplit(tab.url).fragment)["start"][0]
    tab.reload()
    tab.wait_for_selector("[data-as=look]")
    begun = start if kept else next(name for name in ("r1c1", "r9c9") if name != start)
    cell(tab, begun).click()
    tab.wait_for_function("decodeURIComponent(location.hash).includes('open')")
    game = parse_qs(urlsplit(tab.url).fragment)["p"][0]
    assert f"open {begun}" in game and ("first safe" in game) == kept


def test_what_a_link_says_about_the_first_click_stays_in_the_address(tab):
    game = NINE.replace("0 0\n", "0 0\nfirst opening\n")
    play(tab, game)
    cell(tab, FIRST).click()
    assert f"0 0\nfirst opening\n0.00 open {FIRST}\n" in parse_qs(urlsplit(tab.url).fragment)["p"][0]


@pytest.mark.parametrize("verb", ["path", "compare"])
def test_path_and_compare_in_the_header_are_about_what_is_shown(tab, verb):
    def leads_to(text, **parts):
        tab.click(f"#views [data-verb={verb}]")
        says(tab, page_of(text, verb, **parts)["headline"])
        assert tab.locator("#views [aria-current]").inner_text() == verb.capitalize()
        told = parse_qs(urlsplit(tab.url).fragment)
        assert (told["p"], told["verb"]) == ([text], [verb])
        tab.go_back()

    play(tab, NINE)
    cell(tab, FIRST).click()
    leads_to(position(tab, 10, 9))  # nobody learns where the mines are
    expect(tab.locator("#left")).to_have_text("10 mines left")
    cell(tab, "r2c1").click()
    leads_to(NINE)
    tab.wait_for_selector("#again")
    tab.click("#actions >> text=Review this game")
    tab.wait_for_selector("#verdicts")
    leads_to(NINE, start=FIRST)
    tab.click("#views [data-view=setup]")
    tab.wait_for_selector("#tools")
    leads_to(tab.input_value("#position"))
    tab.goto(f"{tab.host}#{urlencode({'p': '01##', 'verb': 'hint'})}")
    says(tab, page_of("01##")["headline"])
    leads_to("01##")


@pytest.mark.parametrize("field", [one for one in MAKERS if one != "grid"])
def test_a_game_on_another_field_is_reviewed_on_it(tab, field):
    play(tab, "4 4\n...M\n....\n....\n....\n0 0\n", field=field)
    cell(tab, "r1c3").click()
    cell(tab, "r1c4").click()
    says(tab, re.compile(r"^Lost at r1c4 after"))
    tab.click("#actions >> text=Review this game")
    tab.wait_for_selector("#verdicts")
    asked = {name: one for name, [one] in parse_qs(urlsplit(tab.url).fragment).items()}
    assert (asked["view"], asked["field"]) == ("review", field)
    [found] = answer({"verb": "review", "position": asked["p"], "field": field, "page": True})["lines"]
    says(tab, found["headline"])
    assert len(found["field"]["neighbours"][0]) == len(MAKERS[field](4, 4).neighbours[0])
    tab.reload()
    says(tab, found["headline"])
    tab.click("#views [data-verb=path]")
    says(tab, re.compile("Solved|stuck|Expert"))
    assert parse_qs(urlsplit(tab.url).fragment)["field"] == [field]


def test_a_board_of_another_format_is_played_and_a_position_is_not(tab):
    play(tab, "4x3:1,1,m66b")
    cell(tab, "r2c2").click()
    assert moves(tab) == ["open r2c2"]
    tab.goto("about:blank")
    tab.goto(f"{tab.host}#{urlencode({'view': 'play', 'p': '1#1#'})}")
    says(tab, "To play, this needs a board with its mines.")


def test_the_path_of_a_board_leads_to_a_game_on_it(tab):
    tab.goto("about:blank")
    tab.goto(f"{tab.host}#{urlencode({'p': NINE, 'verb': 'path', 'start': FIRST})}")
    tab.click("text=Play it")
    says(tab, f"Begin at {FIRST}.")


def test_a_long_press_flags_and_with_the_flag_button_a_tap_does(browser):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    tab = context.new_page()
    with Live() as host:
        tab.host = host.address
        play(tab, SMALL)
        cell(tab, "r1c3").tap()
        touch = context.new_cdp_session(tab)
        box = cell(tab, "r1c4").bounding_box()
        points = [{"x": box["x"] + 10, "y": box["y"] + 10}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
        expect(cell(tab, "r1c4")).to_have_attribute("data-flag", "true")
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        tab.click("#flags")
        cell(tab, "r3c1").tap()
        expect(cell(tab, "r3c1")).to_have_attribute("data-flag", "true")
        assert moves(tab) == ["open r1c3", "flag r1c4", "flag r3c1"]
        assert tab.evaluate("document.documentElement.scrollWidth") == 390
    context.close()


@pytest.mark.skipif(not AXE.is_file(), reason="LOGICSWEEP_AXE names no axe.min.js (npm install axe-core)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_rules_of_accessibility_hold_at_each_point_of_a_game(browser, width, scheme):
    tab = browser.new_page(bypass_csp=True, viewport={"width": width, "height": 844}, color_scheme=scheme)

    def check():
        assert violations(tab) == []
        assert tab.evaluate("document.documentElement.scrollWidth") == width

    with Live() as host:
        tab.host = host.address
        play(tab)
        check()
        play(tab, NINE, start=FIRST)
        check()
        cell(tab, FIRST).click()
        check()
        for stage in range(1, STAGES + 1):
            cell(tab, FIRST).press("h")
            says(tab, f"Hint {stage} of {STAGES}", "#reason-title")
            check()
        cell(tab, FIRST).press("r")
        expect(tab.locator("#act")).to_contain_text("Clear ")
        check()
        cell(tab, "r3c6").click()
        expect(tab.locator("h1")).to_contain_text("It was certainly a mine.")
        check()
        play(tab, SMALL)
        for name in ("r1c1", "r3c4", "r2c4"):
            cell(tab, name).click()
        expect(tab.locator("h1")).to_contain_text("Won in ")
        check()
    tab.close()


def test_the_static_page_makes_a_board_and_gives_a_hint(browser, site):
    tab = browser.new_page()
    tab.set_default_timeout(60_000)
    with Static(site) as host:
        tab.host = host.address
        play(tab, size="9x9/15")
        cell(tab, "r5c5").click()
        tab.wait_for_selector("#moves:not([hidden])")
        before = position(tab, 15, 9)
        tab.click("#hint")
        [told] = answer({"verb": "hint", "position": before, "stage": 1})["lines"]
        expect(tab.locator("#says li")).to_have_text(told["lines"], timeout=60_000)
    tab.close()


def test_a_board_that_cannot_be_made_is_an_error_in_the_headline(tab):
    play(tab, size="3x3/8")
    cell(tab, "r2c2").click()
    [wrong] = answer({"verb": "generate", "size": "3x3/8", "start": "r2c2"}).values()
    says(tab, wrong)


def reviewed(tab):
    """The review of the game in the address, as the library has it."""
    parts = parse_qs(urlsplit(tab.url).fragment)
    [told] = answer({"verb": "review", "position": parts["p"][0], "name": "Your game"})["lines"]
    return told


def test_a_game_that_is_over_can_be_reviewed_and_back_leads_to_it(tab):
    play(tab, NINE)
    cell(tab, FIRST).click()
    cell(tab, "r2c2").click(button="right")
    cell(tab, "r4c9").click()
    expect(tab.locator("h1")).to_contain_text("Lost at r4c9")
    made, text = moves(tab), tab.locator("#moves pre").text_content()
    tab.click("#actions >> text=Review this game")
    expect(tab.locator("#verdicts")).to_be_visible()
    assert printed("review", input=text)[0]["moves"] == reviewed(tab)["moves"]
    told = reviewed(tab)
    assert "view=review" in tab.url and [f"{one['kind']} {one['cell']}" for one in told["moves"]] == [
        one for one in made if not one.startswith("flag")
    ]
    says(tab, told["headline"])
    says(tab, told["words"]["counts"], "#headline p")
    says(tab, f"Move {told['moments'][0]} of {len(told['moves'])}", "#which b")
    tab.click("#learn")
    says(tab, "A safe cell is here: find it.")
    tab.keyboard.press("Escape")
    says(tab, told["headline"])
    tab.go_back()
    says(tab, "A safe cell is here: find it.")
    tab.go_back()
    says(tab, told["headline"])
    tab.reload()
    says(tab, told["headline"])
    tab.click("#actions >> text=Path")
    says(tab, page_of(NINE, "path", start=FIRST)["headline"])


def test_a_text_of_moves_is_reviewed_whether_pasted_or_dropped(tab, data):
    game = (SAMPLES / "game.txt").read_text()
    tab.goto("about:blank")
    tab.goto(tab.host)
    tab.fill("#position", game)
    tab.click("#ask button[value=hint]")
    expect(tab.locator("#verdicts")).to_be_visible()
    assert tab.locator("h1").inner_text() == reviewed(tab)["headline"]
    tab.goto("about:blank")
    tab.goto(tab.host)
    tab.set_input_files("#file", str(SAMPLES / "game.txt"))
    expect(tab.locator("#verdicts")).to_be_visible()
    tab.click("#practise >> text=Lesson: Two rules")
    expect(tab.locator("#headline p").first).to_contain_text("Two rules, question 1 of ")


def test_a_replay_is_reviewed_and_an_address_without_it_asks_for_it(tab, data):
    pytest.importorskip("ms_toollib", reason="ms-toollib, the extra `replays`, is not installed")
    tab.goto("about:blank")
    tab.goto(tab.host)
    tab.set_input_files("#file", str(data / "replays" / "beginner-1.avf"))
    expect(tab.locator("#verdicts")).to_be_visible()
    expect(tab.locator("#facts")).to_contain_text("beginner-1.avf")
    tab.reload()
    says(tab, "Drop the replay again: an address does not hold it.")


@pytest.mark.skipif(not AXE.is_file(), reason="LOGICSWEEP_AXE names no axe.min.js (npm install axe-core)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_rules_of_accessibility_hold_for_a_review(browser, width, scheme):
    tab = browser.new_page(bypass_csp=True, viewport={"width": width, "height": 844}, color_scheme=scheme)
    with Live() as host:
        for more in ({}, {"learn": "1"}):
            tab.goto("about:blank")
            game = (SAMPLES / "game.txt").read_text()
            tab.goto(f"{host.address}#{urlencode({'view': 'review', 'p': game} | more)}")
            tab.wait_for_selector("#says p")
            assert violations(tab) == []
            assert tab.evaluate("document.documentElement.scrollWidth") == width
    tab.close()


def test_the_view_of_reviews_without_a_game_says_what_it_needs_and_then_has_the_last_game(tab):
    tab.goto("about:blank")
    tab.goto(f"{tab.host}#view=review")
    says(tab, "Play a game first, or paste or drop one.")
    play(tab, SMALL)
    cell(tab, "r1c3").click()
    tab.click("#views >> text=Review")
    expect(tab.locator("#verdicts")).to_be_visible()
    expect(tab.locator("h1")).to_contain_text("Not finished")
    assert tab.locator("#views [aria-current]").inner_text() == "Review"
