"""Position text as people and other programs write it: signs, separators, several positions in one text."""

import re
import tracemalloc
from itertools import repeat

import pytest
from conftest import refusal
from hypothesis import given
from hypothesis import strategies as st
from reading import views_in
from strategies import flagged, views

from logicsweep import COVERED, SAFE, CellGraph, InvalidInput, View
from logicsweep.formats import FORMATS, position, recognise
from logicsweep.formats.common import number_lines

POSITION = next(row for row in FORMATS if row.holds == "position")
KEYCAPS = {str(clue): f"{clue}\ufe0f\u20e3" for clue in range(9)}
WIDE = {str(clue): chr(ord("０") + clue) for clue in range(9)} | {"#": "＃", "F": "Ｆ", "?": "？"}
CIRCLED = {str(clue): "⓪①②③④⑤⑥⑦⑧"[clue] for clue in range(9)}
SURE = [{}, KEYCAPS, WIDE, CIRCLED, {"F": "f"}, {"F": "🚩"}, {"F": "🚩\ufe0e"}, KEYCAPS | {"F": "🚩"}]
LAYOUTS = ["{}", " {}", "{}\t", "|{}", "| {} ", "{},", "{} , "]


GRIDS = views().filter(lambda view: view.graph.kind == "grid")
GRIDS |= GRIDS.map(lambda view: flagged(view, view.covered[::2]))

pytestmark = pytest.mark.filterwarnings("ignore:.*took rows between blank lines")


def read(text, mines=None):
    [view] = views_in(position.read, text, "p.txt", mines)
    return view


def refused(text):
    return refusal(lambda: list(views_in(position.read, text, "p.txt")))


def spelt(view, letters, layout="{}"):
    """The view with other signs for its letters, its cells laid out in another way."""
    rows = []
    for row in view.drawing.split("\n"):
        cells = "".join(layout.format(letters.get(one, one)) for one in row)
        rows.append(cells.rstrip(", ") + ("|" if "|" in layout else ""))
    total = "" if view.mine_total is None else f"mines {view.mine_total}\n"
    return total + "\n".join(rows) + "\n"


# --- signs ----------------------------------------


@given(GRIDS, st.sampled_from(SURE), st.sampled_from(LAYOUTS))
def test_a_view_in_signs_that_mean_one_thing_reads_as_the_same_view(view, letters, layout):
    text = spelt(view, letters, layout)
    assert read(text) == view
    marks = tuple(SAFE if mark == 0 else mark for mark in view.marks)
    unnumbered = View(view.graph, marks, view.mine_total)
    assert read(spelt(unnumbered, letters, layout)) == unnumbered
    if set(view.drawing) & set("012345678#"):
        assert recognise(text) is POSITION
        assert recognise(text.replace("\n", "\r\n").encode("utf-8-sig")) is POSITION


def test_the_lines_of_a_table_are_passed_over():
    assert read("+---+---+\n| 1 | # |\n+---+---+\n| 1 | f |\n+---+---+\n").drawing == "1#\n1F"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#.\n11", "1:2: expected '0' to '8', '#', 'F' or '?', got '.'"),  # safe here, covered there
        ("🟦1️⃣", "1:1: expected '0' to '8', '#', 'F' or '?', got '🟦'"),
        ("0️⃣#\n3️⃣#", "2:1: expected a clue of at most 2 (its covered neighbours), got 3"),
        ("mines x\n##\n", "1:1: expected 'mines N' or a row of cells, got 'mines x'"),
        (
            "mines 9999999999\n##\n",
            "1:1: expected a mine total from 0 to 2 (the covered cells), got 9999999999",
        ),
        ("##\n###\n", "2:4: expected 2 cells as in the first row, got 3"),
        ("mines 3\n1#\n1#\n", "1:1: expected a mine total from 0 to 2 (the covered cells), got 3"),
        ("1||#", "1:3: expected '0' to '8', '#', 'F' or '?', got ' '"),
        ("1e\u0301#", "1:2: expected '0' to '8', '#', 'F' or '?', got 'e'"),
    ],
)
def test_what_means_two_things_or_none_is_refused_in_its_place(text, message):
    assert refused(text) == f"p.txt:{message}"


def test_a_total_given_from_outside_is_named_when_it_is_wrong_and_goes_before_one_that_is_told():
    assert read("mines 9\n1#\n", mines=1) == View.parse("1#", mines=1)
    with pytest.raises(InvalidInput, match=r"^mines: expected a mine total from 0 to 1 .*, got 4$"):
        read("1#\n", mines=4)


# --- telling positions from boards ----------------------------------------


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("| 1 | # |\n", True),
        ("1️⃣🚩\n", True),
        ("1.#\n", True),
        ("1-1\n---\n", False),
        ("2 3\n...\n...\n", False),  # a judge's board
        ("2 3\n###\n11#\n", True),
        ("- a list\n- of 2 things\n", False),
        ("EEEEE\nEEMEE\n", False),
    ],
)
def test_what_looks_like_a_position(text, is_one):
    assert position.sniff(text) is is_one


# --- several ----------------------------------------


@given(st.lists(GRIDS, min_size=1, max_size=5))
def test_several_positions_read_back(some):
    assert list(views_in(position.read, position.write(some))) == some
    singles = [view for view in some if view.graph.shape[0] == 1]
    assert list(views_in(position.read, position.write(singles))) == singles if singles else True


@given(GRIDS, st.integers(1, 3))
def test_a_position_with_blank_lines_between_all_its_rows_is_one(view, blank):
    rows = view.drawing.split("\n")
    if blank == 1 or len(rows) == 1:
        assert read(("\n" * (blank + 1)).join(rows), view.mine_total) == view
        assert read("\n\n" + "\n \n".join(str(view).split("\n")) + "\n\n") == view
    else:  # two blank lines always part
        assert [one.graph.shape[0] for one in _parts("\n\n\n".join(rows))] == [1] * len(rows)


def _parts(text):
    """The views of a text whose rows may be too short for their clues: these as covered."""
    return list(views_in(position.read, re.sub("[1-8]", "#", text)))


@pytest.mark.parametrize(
    ("text", "drawings"),
    [
        ("1#\n1#\n\n#1\n11", ["1# 1#", "#1 11"]),
        ("1#\n1#\n\n\n\n#1\n11\n\n", ["1# 1#", "#1 11"]),
        ("mines 1\n1#\nmines 1\n#1", ["mines 1 1#", "mines 1 #1"]),
        ("mines 1\n\n1#\n1#\n\n#1\n11", ["mines 1 1# 1#", "#1 11"]),
        ("1#\n\n1#", ["1# 1#"]),
        ("1#\n\n\n1#", ["1#", "1#"]),
        ("mines 1\n1#\n\n11\n\nmines 1\n#1", ["mines 1 1# 11", "mines 1 #1"]),
    ],
)
def test_where_one_position_ends_and_the_next_begins(text, drawings):
    assert [str(view).replace("\n", " ") for view in views_in(position.read, text)] == drawings


def test_a_total_without_rows_is_an_empty_position():
    assert refused("mines 1\nmines 2\n##") == "p.txt:1:1: expected a row of cells below 'mines 1', got none"
    assert refused("##\n\n\nmines 2\n") == "p.txt:4:1: expected a row of cells below 'mines 2', got none"
    assert refused("mines 1\n##\nmines 2\n") == "p.txt:3:1: expected a row of cells below 'mines 2', got none"


@pytest.mark.parametrize(
    ("text", "totals"),
    [
        ("1#\n##\nmines 2\n", [2]),
        ("1#\n##\n\nMines: 2", [2]),
        ("1#\n\n1#\n##\nmines 2\n\n", [None, 2]),
        ("1#\n\n\n##\nmines 2\n", [None, 2]),
        ("1#\nmines 2\n##\n", [None, 2]),
        ("+---+\n|1|#|\n|#|#|\n+---+\n\nmines 1", [1]),
        ("1#\nmines 2\n##\n\n\n#\nmines 1", [None, 2, 1]),
    ],
)
def test_the_last_line_is_the_total_of_the_rows_before_it(text, totals):
    assert [view.mine_total for view in views_in(position.read, text)] == totals


def test_a_large_position_is_read():
    view = View(CellGraph.grid(100, 60), (COVERED,) * 6_000)
    assert read(str(view)) == view
    several = "1#\n##\n\n" * 2_000
    assert sum(1 for _ in views_in(position.read, several)) == 2_000


def test_the_lines_of_a_long_text_are_not_held_at_once():
    text = "###1\n" * 50_000
    tracemalloc.start()
    lines = number_lines([text], "t", "a row")
    assert (next(lines), sum(1 for _ in lines)) == ((1, "###1"), 50_000)  # with None at the end of the text
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * len(text)


@pytest.mark.parametrize(
    ("blocks", "message"),
    [
        (repeat("1#1\n" * 99), "t:334:1: expected a position of at most 1000 cells, got more"),
        (repeat("#" * 2_000 + "\n"), "t:1:1: expected a position of at most 1000 cells, got more"),
        (repeat("1#\n1[\n"), r"t:2:2: expected '0' to '8', '#', 'F' or '\?', got '\['"),
        (repeat("1#\n1\n[\n"), "t:2:2: expected 2 cells"),
    ],
)
def test_endless_text_is_refused_where_its_first_mistake_is(blocks, message, monkeypatch):
    monkeypatch.setattr(position, "_MOST", 1000)
    with pytest.raises(InvalidInput, match=message):
        next(position.read(blocks, "t"))


def test_that_rows_between_blank_lines_are_one_position_is_said():
    with pytest.warns(UserWarning, match="^rows.txt:4: took rows between blank lines for one position; two"):
        [_, view] = position.read(["1#\n\n\n1#1#\n\n1#2#\n"], "rows.txt")
    assert view.drawing == "1#1#\n1#2#"


def test_rows_of_different_lengths_between_blank_lines_are_a_position_each():
    assert [*position.read(["1#1#\n\n#2#\n\n1#\n"])] == [View.parse(one) for one in ("1#1#", "#2#", "1#")]
    assert next(iter(position.read(["mines 1\n1#1#\n\n#2#\n"]))).mine_total == 1
    assert [*position.read(["1#1\n\n#2#\n"])] == [View.parse("1#1 #2#")]
