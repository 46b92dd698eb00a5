"""The page of a reviewed game in a browser: the board at each move, the moves in time, learning."""

from functools import cache
from itertools import pairwise

import pytest
from conftest import BROWSER, SAMPLES
from test_page_browser import AXE, address, cell, marked, opened, says, tab, title, violations

from logicsweep import Board, review
from logicsweep.games.review import GUESSES
from logicsweep.show.pages import review_page
from logicsweep.verbs.review import Reviewed
from logicsweep.verbs.review import review as review_file

playwright = pytest.importorskip("playwright.sync_api", reason="playwright comes with the extra `test`")
expect = playwright.expect
pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="no chromium on PATH")]
__all__ = ["opened", "tab"]  # fixtures

GLYPHS = {-1: "#", -2: "F"}
SMALL = "..M.. ..... M.... ....M"
CLICKS = [
    ("open", "r1c5", 0.0),
    ("flag", "r1c3", 0.5),
    ("flag", "r4c5", 0.9),  # before it could be known
    ("flag", "r4c5", 1.0),
    ("open", "r4c3", 3.0),  # needless
    ("open", "r3c1", 9.5),  # a mine
]


@cache
def of_sample():
    [found] = review_file("game.txt", (SAMPLES / "game.txt").read_bytes())
    return found


@cache
def of_small(timed=True):
    return review(Board.parse(SMALL), [one if timed else one[:2] for one in CLICKS])


def page_of(found, name="games/game.txt"):
    return review_page(Reviewed(name, 1, found.settle()))


def to_learn(found):
    return [move for move in found.moves if "safe" in move.certain.values()]


def shown(page):
    """The sign of each cell, and its flag."""
    return page.eval_on_selector_all(
        "[role=grid] .cell", "all => all.map(one => one.dataset.flag ? 'F' : one.dataset.mark)"
    )


def move_of(page):
    said = page.locator("#slider").get_attribute("aria-valuetext")
    return 0 if said == "The start" else int(said.split()[1])


def expected_marks(found, at):
    """What the board shows at a move: the position before a guess or mistake, else the one after it."""
    move, following = found.moves[at], [one.view for one in found.moves[at + 1 :]] + [found.last]
    guessed = move.verdict in (*GUESSES, "mistake")
    view = move.view if guessed else following[0]
    signs = [GLYPHS.get(mark, str(mark)) for mark in view.marks]
    if move.hit is not None:
        signs[move.hit] = "*"
    return signs


@pytest.mark.parametrize("make", [of_sample, of_small])
def test_each_move_shows_the_board_as_the_person_saw_it_with_their_flags(make, opened):
    found = make()
    page = opened(page_of(found), "#step=0")
    assert {*shown(page)} <= {"#", "F"}
    for at, move in enumerate(found.moves):
        page.click("#next")
        assert move_of(page) == move.number
        looks = [  # the result of a step covers a flag
            (sign, mark)
            for sign, mark, is_it in zip(
                shown(page),
                expected_marks(found, at),
                page.eval_on_selector_all("[role=grid] .cell", "all => all.map(one => one.dataset.as)"),
                strict=True,
            )
            if is_it not in ("safe", "mine")
        ]
        assert all(sign == mark for sign, mark in looks)
        assert page.locator("[role=grid] [data-own]").get_attribute("data-own") == move.verdict
    assert page.locator("#next").get_attribute("aria-disabled") == "true"


def test_the_page_opens_on_what_cost_most_with_its_reason_in_letters_and_rings(opened):
    found = of_sample()
    page, moment = opened(page_of(found)), found.moments[0]
    name = moment.view.graph.name(moment.cell)
    assert move_of(page) == moment.number and title(page) == f"What cost most: {name}"
    assert page.locator("#facts").inner_text() == "game.txt: 9 × 9, 14 mines"
    step = moment.proofs[moment.known.cell][-1]
    assert marked(page, "ring") == [*step.stands_on]
    assert all(word in says(page) for word in step.sentences[0].split())
    rows = page.locator("#verdicts tr").all_inner_texts()[1:]
    told = [
        f"Known to {one.player.name}" if one.player else one.verdict.capitalize()
        for one in found.summary.tallies
    ]
    assert [row.split("\t")[0].strip() for row in rows] == told
    assert [int(row.split("\t")[1]) for row in rows] == [one.moves for one in found.summary.tallies]
    others = page.locator("#moments li:visible button")
    assert others.count() == len(found.moments) - 1
    others.first.click()
    assert move_of(page) == found.moments[1].number


def test_filters_leave_the_moves_of_a_verdict_and_keys_and_clicks_go_there(opened):
    found = of_sample()
    page, numbers = opened(page_of(found)), {}
    for move in found.moves:
        numbers.setdefault(move.verdict, []).append(move.number)
    texts = page.locator("#verdict button").all_inner_texts()
    del numbers["first"]
    assert texts == [f"All {len(found.moves)}"] + [
        f"{one.capitalize()} {len(numbers[one])}" for one in ("known", *GUESSES, "mistake")
    ]
    for text, some in zip(texts[1:], [numbers[one] for one in ("known", *GUESSES, "mistake")], strict=True):
        page.click(f"#verdict >> text={text}")
        assert page.locator("#chart g[data-verdict]:not(g g)").count() == len(some)
        assert page.locator("#verdict [aria-pressed=true]").inner_text() == text
        page.keyboard.press("Home")
        for number in some:
            page.keyboard.press("]")
            assert move_of(page) == number or len(some) == 1
    page.click("#verdict >> text=All")
    for number in (2, 9, 22):
        page.locator("#chart").scroll_into_view_if_needed()
        stem = page.locator("#chart .stem").nth(number - 1).bounding_box()
        page.mouse.click(stem["x"] + stem["width"] / 2, stem["y"] - 10)
        assert move_of(page) == number
    page.locator("#slider").focus()
    page.keyboard.press("ArrowLeft")
    assert move_of(page) == 21
    page.keyboard.press("Home")
    cell(page, "r7c3").click()  # which move opened it?
    assert move_of(page) == 3


ENDS = """all => all.map(one =>
    /M([0-9.]+) ([0-9.]+)V([0-9.]+)/.exec(one.getAttribute("d")).slice(1).map(Number))"""


def test_in_time_a_move_stands_where_it_was_made_and_as_high_as_it_took(opened):
    found = of_sample()
    page = opened(page_of(found))
    tops = page.eval_on_selector_all("#chart .stem", ENDS)
    assert len(tops) == len(found.moves)
    for (one, (x, base, y)), (other, (right, _, lower)) in pairwise(zip(found.moves, tops, strict=True)):
        assert y <= base and (other.time > one.time) == (right > x)
        assert (other.took or 0) <= max(one.took or 0, 0.1) or lower <= y


def test_a_game_without_times_has_its_moves_in_order(opened):
    page = opened(page_of(of_small(timed=False)))
    assert "median" not in page.locator("#verdicts").inner_text()
    assert page.locator("#time-title").inner_text() == "The moves"
    assert page.locator("#chart .stem").count() == len(of_small().moves)


def test_learning_hides_the_answer_and_tells_the_step_after_two_tries(opened):
    found = of_small()
    page, [first, *more] = opened(page_of(found)), to_learn(found)
    graph = first.view.graph
    page.click("#learn")
    address(page, "learn=1")
    assert page.locator("h1").inner_text() == "A safe cell is here: find it."
    safe = [cell for cell, is_it in first.certain.items() if is_it == "safe"]
    assert not any(graph.name(one) in page.locator("main").inner_text() for one in safe)
    assert marked(page, "safe") == [] and title(page) == "Two tries left"
    page.click("#look")
    assert marked(page, "look")
    wrong = [cell for cell in range(len(graph)) if first.view.marks[cell] < 0 and cell not in safe][:2]
    cell(page, graph.name(wrong[0])).click()
    assert title(page) == "One try left" and says(page).startswith(f"No: {graph.name(wrong[0])}")
    cell(page, graph.name(wrong[1])).click()
    goal = next(one for one in first.proofs if one in safe)
    assert title(page) == f"Why {graph.name(goal)} is safe" and marked(page, "safe")
    step = max(first.proofs[goal], key=lambda one: one.grade)
    assert marked(page, "ring") == [row for row in step.stands_on if row >= 0]
    assert "Score 0 of 1." in says(page)
    assert page.locator("#skip").inner_text() == ("Next" if more else "Done")


def test_learning_with_the_keyboard_alone(opened):
    found = of_sample()
    page, moves = opened(page_of(found)), to_learn(of_sample())
    page.keyboard.press("l")
    for number, move in enumerate(moves, 1):
        address(page, f"learn={number}")
        graph, at = move.view.graph, move.cell
        goal = next(one for one, is_it in move.certain.items() if is_it == "safe")
        row, col = (a - b for a, b in zip(divmod(goal, 9), divmod(at, 9), strict=True))
        for key, times in (("ArrowDown", row), ("ArrowUp", -row), ("ArrowRight", col), ("ArrowLeft", -col)):
            for _ in range(times):
                page.keyboard.press(key)
        page.keyboard.press("Enter")
        assert says(page).startswith(f"Right: {graph.name(goal)} is certainly safe.")
        assert f"Score {number} of {number}." in says(page)
        page.keyboard.press("]" if number < len(moves) else "Escape")
    expect(page.locator("h1")).to_have_text(page_of(found).headline)
    expect(page.locator("#learn")).to_be_focused()
    assert page.locator("#lesson code").inner_text() == "logicsweep live --lesson two-rules"


def test_the_address_leads_to_a_move_and_to_a_question_and_back(opened):
    page = opened(page_of(of_sample()), "#step=3")
    assert move_of(page) == 3
    page.click("#learn")
    page.click("#unveil")
    assert title(page).startswith("Why ")
    page.go_back()
    expect(page.locator("#verdicts")).to_be_visible()
    assert move_of(page) == 3
    page = opened(page_of(of_sample()), "#learn=1")
    assert title(page) == "Two tries left"
    page.click("#leave")
    assert title(page).startswith("Move 3") or title(page).startswith("What cost most")


def test_without_javascript_the_result_and_the_board_are_there():
    found = of_sample()
    page = page_of(found)
    assert page.headline.startswith("Lost at r8c9")
    assert page.found["moments"] == [move.number for move in found.moments]
    assert any(line.startswith("What to practise") for line in page.text)
    assert page.found["words"]["lesson"] == "two-rules"


def test_nothing_is_wider_than_the_window(opened):
    for found in (of_sample(), of_small()):
        for fragment in ("", "#learn=1"):
            page = opened(page_of(found), fragment)
            for width in (1440, 1180, 900, 600, 390):
                page.set_viewport_size({"width": width, "height": 844})
                page.wait_for_function(f"document.documentElement.scrollWidth <= {width}", timeout=10_000)


@pytest.mark.skipif(not AXE.is_file(), reason="LOGICSWEEP_AXE does not name axe-core's file")
@pytest.mark.parametrize("fragment", ["", "#learn=1"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_axe_finds_nothing(fragment, scheme, width, height, opened):
    page = opened(page_of(of_sample()), fragment, width, scheme, height)
    assert violations(page) == []
