"""The pages of `--html`, without a browser: their data against `--json` and the states of the game."""

import base64
import hashlib
import html
import json
import re
from itertools import combinations, zip_longest
from math import dist

import networkx as nx
import pytest
from conftest import SAMPLES
from hypothesis import example, given
from hypothesis import strategies as st
from in_process import called, data_of, invoke, printed
from strategies import STRONGEST, boards, examples, views

from logicsweep import Board, CellGraph, View, answer, expert, play, random_board
from logicsweep.boards.board import COVERED, FLAG, SAFE
from logicsweep.csp.position import Position
from logicsweep.games.path import path
from logicsweep.games.players import PLAYERS
from logicsweep.show.page import UNSHOWN, page_html
from logicsweep.show.pages import path_page, trace_page
from logicsweep.show.palette import DARK, LIGHT, SHADES, css, player_shades
from logicsweep.verbs.path import finish

HOSTILE = ["</script><script>alert(1)</script>", "<!--", "&amp;", "\u2028", "]]>", "'\"`${x}", "\ud800"]
HOSTILE += ["a\nb", ""]
GLYPHS = {"#": COVERED, "F": FLAG, "?": SAFE}


def page_of(tmp_path, *arguments, data=b""):
    """A page and what is printed beside it."""
    file = tmp_path / "page.html"
    done = called([*map(str, arguments), "--html", str(file)], data)
    assert done.err == f"wrote {file}\n"
    return data_of(file.read_text("utf-8", "surrogatepass")), done


def shown(lines):
    """The lines of a run without the fields that no page shows."""
    return [{name: value for name, value in line.items() if name not in UNSHOWN} for line in lines]


def states_of(page, graph):
    """The marks of a page's run after each step, told from its data alone."""
    (start, *steps, _) = page.runs[0]
    marks = [GLYPHS.get(glyph) or int(glyph) for glyph in "".join(start["first"])]
    for name in start["claims"]:
        marks[graph.find(name)] = COVERED
    yield tuple(marks)
    for step in steps:
        for name, verdict in step["decides"].items():
            marks[graph.find(name)] = FLAG if verdict == "mine" else step["opened"].get(name, SAFE)
        yield tuple(marks)


STUCK = ["--start", "r2c1", SAMPLES / "ladder.txt"]
ASKED = {
    "trace": ["trace", "--start", "r1c8", SAMPLES / "ladder.txt"],
    "trace of a position": ["trace", SAMPLES / "endgame.txt"],
    "path": ["path", "--start", "r1c8", SAMPLES / "ladder.txt"],
    "path, limited": ["path", "--limit", "3", "--start", "r1c8", SAMPLES / "ladder.txt"],
    "path, guessed": ["path", "--policy", "least-risk", "--player", "casual", *STUCK],
    "compare, guessed": pytest.param(["compare", "--policy", "best", *STUCK], marks=pytest.mark.slow),
    "compare": ["compare", "--start", "r1c8", SAMPLES / "ladder.txt"],
    "compare, best": ["compare", "--players", "casual,local", "--limit", "1", SAMPLES / "first.txt"],
    "compare of a position": ["compare", SAMPLES / "endgame.txt"],
    "compare one of several": ["compare", "--board", "3", SAMPLES / "boards.txt"],
    "hint": ["hint", SAMPLES / "endgame.txt"],
    "hint, casual": ["hint", "--player", "casual", SAMPLES / "endgame.txt"],
    "why": ["why", "r3c6", "--refute", "--start", "r1c8", SAMPLES / "ladder.txt"],
    "why not": ["why", "r5c1", "--start", "r1c8", SAMPLES / "ladder.txt"],
    "why of a position": ["why", "r1c1", SAMPLES / "endgame.txt"],
    "hexagons": ["path", "--field", "hex", SAMPLES / "hexagons.txt"],
    "graph": ["trace", SAMPLES / "petersen.json"],
}


@pytest.mark.parametrize(
    ("verb", "position", "headline"),
    [
        ("hint", "#####\n12221\n00000\n", "Casual is stuck. Overlap knows r1c3."),
        ("path", "#####\n12221\n00000\n", "Casual is stuck. Overlap knows r1c3."),
        ("hint", "1##1\n1##1\n", "Casual is stuck: nothing more is certain."),
        ("hint", "##1\n111\n", "Clear r1c1: it is safe."),
        ("hint", "1#1\n", "Nothing is safe yet: r1c2 is a mine."),
    ],
)
def test_a_page_of_a_weaker_player_says_what_to_do_or_who_knows_more(verb, position, headline):
    [page] = answer({"verb": verb, "position": position, "player": "casual", "page": True})["lines"]
    assert page["headline"] == headline


def test_without_javascript_a_page_says_why_and_what_its_letters_mean(tmp_path):
    def said(*arguments):
        called([*arguments, "--html", str(tmp_path / "page.html")])
        return (tmp_path / "page.html").read_text().partition('<div class="card">')[2].partition("</div>")[0]

    position, ladder = str(SAMPLES / "position.txt"), str(SAMPLES / "ladder.txt")
    hint = said("hint", position)
    for part in (called(["why", "r2c8", position]).out.splitlines()[0], "safe (5): "):
        assert part.replace("'", "&#x27;") in hint.replace("'", "&#x27;")
    assert "<p>o: safe, known to overlap; O: a mine</p>" in said("compare", position)
    path = said("path", "--start", "r1c8", ladder)
    assert "<p>So its other covered cell, r3c6, is safe." in path
    assert "21 steps: " in path


@pytest.mark.parametrize("arguments", ASKED.values(), ids=ASKED)
def test_a_page_holds_what_json_prints_and_changes_nothing_of_what_is_printed(arguments, tmp_path):
    page_json, done = page_of(tmp_path, *arguments)
    as_json = called([*map(str, arguments), "--json"]).out
    lines = [json.loads(line) for line in as_json.splitlines()]
    if arguments[0] in ("path", "trace"):
        assert page_json["runs"] == [shown(lines)]
    else:
        assert [page_json["found"]] == lines
    text = called([*map(str, arguments)]).out
    assert done.out == text
    is_told = arguments[0] != "trace" and arguments[:2] != ["hint", "--player"]
    told = page_json["found"]["sentences"][0] if arguments[0] == "why" else text
    assert not is_told or page_json["headline"] in told
    is_of_run = arguments[0] in ("why", "hint") and len(page_json["runs"][0]) > 1
    assert is_of_run or {*page_json["text"]} <= {*text.splitlines()}
    assert page_of(tmp_path, *arguments, "--json")[1].out == as_json


def test_a_page_has_all_deductions_though_the_text_lists_the_first(tmp_path, monkeypatch):
    monkeypatch.setattr("logicsweep.show.compare._SHOWN", 1)
    page_json, done = page_of(tmp_path, "compare", "--start", "r1c8", SAMPLES / "ladder.txt")
    assert "(--limit)" in done.out
    assert len(page_json["found"]["additional"]) > 1


PLAYED = {
    "compare": (["compare", "--players", "casual,overlap", *STUCK], ["casual", "overlap"], []),
    "compare of a position": (["compare", SAMPLES / "position.txt"], [*PLAYERS], []),
    "hint, casual": (["hint", "--player", "casual", SAMPLES / "position.txt"], ["casual"], []),
    "why": (["why", "r3c6", "--player", "casual", *STUCK], ["casual"], []),
    "hint of a position": (["hint", SAMPLES / "position.txt"], [STRONGEST], ["--limit", "0"]),
    "why of a position": (["why", "r4c8", SAMPLES / "position.txt"], ["casual"], ["--limit", "0"]),
    "trace of a position": (["trace", SAMPLES / "position.txt"], ["casual"], []),
}


@pytest.mark.parametrize(("arguments", "players", "more"), PLAYED.values(), ids=PLAYED)
def test_runs_and_cells_are_what_trace_and_why_print(arguments, players, more, tmp_path):
    """A player who only looks at a position has the line of the start alone."""
    page_json, _ = page_of(tmp_path, *arguments)
    where = STUCK if "--start" in arguments else arguments[-1:]
    for run, player in zip(page_json["runs"], players, strict=True):
        traced = ["trace", *where, "--player", player, *more]
        lines = printed(*traced)
        assert run == shown(lines[:1] if more else lines)
        is_its_text = arguments[0] != "compare" and not more
        assert not is_its_text or {*page_json["text"]} <= {*invoke(*traced).out.splitlines()}
    cells = page_json["cells"]
    assert bool(cells) == (arguments[0] != "why")
    for cell in (*cells[:3], *cells[-3:]):
        name = cell["cell"]
        asker = [] if more else ["--player", players[-1]]  # a hint's page asks as `why` does
        asked = called(["why", name, *map(str, where), *asker, "--json"])
        assert json.loads(asked.out) == cell


@pytest.mark.parametrize("player", ["casual", STRONGEST])
@given(boards(), st.data())
@examples(60)
def test_the_steps_of_a_page_are_the_states_of_the_game(player, board, data):
    safe = [cell for cell, mine in enumerate(board.mined) if not mine]
    if not safe:
        return
    game = play(board, data.draw(st.sampled_from(safe)), player)
    page = trace_page(finish(game))
    pairs = zip_longest(states_of(page, board.graph), (view.marks for view in game.views()))
    assert all(one == other for one, other in pairs)
    (_, *steps, _) = page.runs[0]
    decided = {name: step["number"] for step in steps for name in step["decides"]}
    for step in steps:  # a step rests on those that decided what it looked at
        chain = [step["number"]]
        for one in chain:
            below = steps[one - 1]["rests_on"]
            assert all(lower < one for lower in below)
            chain += [lower for lower in below if lower not in chain]
        cell = next(iter(step["decides"]))
        assert {decided[cell]} <= {firing.number for firing in game.trace.why(cell)} <= {*chain}


@given(views())
@example(View.parse("#####", mines=5))  # nothing near any clue
@examples(60)
def test_the_steps_of_a_position_end_in_what_is_concluded(view):
    found = play(view, player="overlap")
    *_, last = states_of(trace_page(finish(found)), view.graph)
    assert last == found.after.marks
    *_, last = states_of(path_page(finish(path(view))), view.graph)
    solved = Position(view).solution()
    expected = dict.fromkeys(solved.safe, SAFE) | dict.fromkeys(solved.mines, FLAG)
    assert {cell: mark for cell, mark in enumerate(last) if mark != view.marks[cell]} == expected


def test_a_page_knows_the_ladder_by_effort_and_the_shades_of_players():
    game = play(Board.parse("M. .M"), 1, "overlap")
    page = trace_page(finish(game))
    efforts = [max(-one.salience for one in player.productions) for player in PLAYERS.values()]
    assert [name for name, *_ in page.ladder] == [*PLAYERS]
    assert [effort for _, effort, _ in page.ladder] == efforts == sorted(efforts)
    assert [knows for *_, knows in page.ladder] == [one.knows_total for one in PLAYERS.values()]
    assert page.shades == player_shades(dict.fromkeys(["overlap", *PLAYERS]))


ODD = {
    "stuck at once": Board.parse("M. .M"),
    "no mines": Board.parse("... ..."),
    "one cell": Board.parse("."),
    "a strip": Board.parse("..M..M."),
    "a torus": Board.parse("M... .... ....", CellGraph.torus),
    "hexagons": Board.parse("M... .... ....", CellGraph.hexagonal),
    "hostile names": Board.of(nx.path_graph(HOSTILE), [HOSTILE[-1]]),
}


@pytest.mark.parametrize("board", ODD.values(), ids=ODD)
def test_a_page_of_an_odd_board_is_whole(board):
    game = play(board, board.mined.index(0))
    page = trace_page(finish(game))
    text = page_html(page)
    assert data_of(text) == json.loads(json.dumps(page.data()))
    assert text.count("<script") == text.count("</script") == 2
    assert all(name not in text for name in HOSTILE[:2])
    assert html.escape(page.headline) in re.search(r"<h1[^>]*>(.*?)</h1>", text)[1]
    assert text.encode("utf-8")
    left = {*range(len(board.graph))} - {*game.decided}
    assert {cell["cell"] for cell in page.cells} == {*board.graph.names(left)}
    assert all(cell["cell"] in cell["sentences"][0] for cell in page.cells)


def test_the_policy_lets_nothing_in_from_outside(tmp_path):
    file = tmp_path / "page.html"
    assert called(["trace", "--html", str(file), str(SAMPLES / "first.txt")]).status == 0
    text = file.read_text()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)[1]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    style = re.search(r"<style>(.*?)</style>", text, re.S)[1]
    script = re.search(r'<script type="module">(.*?)</script>', text, re.S)[1]
    known = [base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in (style, script)]
    assert rules == {
        "default-src": "'none'",
        "style-src": f"'sha256-{known[0]}'",
        "script-src": f"'sha256-{known[1]}'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|https?://(?!www\.w3\.org/2000/svg)",
        text,
    )
    assert " style=" not in text.split("<style>")[0] + text.split("</style>")[1].split("<script")[0]


def test_without_a_script_the_answer_and_the_board_are_plain_html(tmp_path):
    file = tmp_path / "page.html"
    called(["hint", "--html", str(file), str(SAMPLES / "endgame.txt")])
    before, _, after = file.read_text().partition("<main>")
    plain = after.partition("</main>")[0]
    assert '<h1 id="headline-says" tabindex="-1">Clear r1c1: it is safe.</h1>' in before
    assert "<title>Clear r1c1: it is safe. · 4 × 4, 3 mines</title>" in before
    assert re.search(r'<meta name="description" content="One of four safe cells\. .*safe \(4\)', before)
    rows = [re.findall("<td.*?(?=<td|$)", row) for row in re.findall("<tr>.*", plain)]
    assert [len(row) for row in rows] == [4] * 4
    kinds = [re.search("data-as=(\\w+)", cell) for row in rows for cell in row]
    marked = [[at for at, one in enumerate(kinds) if one and one[1] == kind] for kind in ("safe", "mine")]
    assert marked == [[0, 1, 2, 5], [4, 6]]
    assert re.sub("<.*?>", "", rows[2][1]) == "3"
    assert "<script" not in plain and "safe (4): r1c1, r1c2, r1c3, r2c2" in plain


DEUTERANOPE = ((0.367, 0.861, -0.228), (0.28, 0.673, 0.047), (-0.012, 0.043, 0.969))  # Machado et al. 2009
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def perceived(colour, eye):
    """A colour as CIELAB has it, as an eye sees it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    seen = [min(1, max(0, one)) for one in times(eye, linear)]
    x, y, z = (
        (one / white) ** (1 / 3) if one / white > 0.008856 else 7.787 * one / white + 16 / 116
        for one, white in zip(times(TO_XYZ, seen), (0.9505, 1, 1.089), strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize(
    "eye", [((1, 0, 0), (0, 1, 0), (0, 0, 1)), DEUTERANOPE], ids=["usual", "deuteranope"]
)
@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_colours_of_players_are_told_apart_by_any_eye(colours, eye):
    seen = [perceived(colours[f"player{at}"], eye) for at in range(SHADES)]
    apart = min(dist(one, other) for one, other in combinations(seen, 2))
    assert apart > (15 if colours is LIGHT else 13)  # bars tell them apart, too


def test_a_flag_that_is_trusted_is_said_to_be(tmp_path):
    path = tmp_path / "position.txt"
    path.write_text("F1#\n###\n")
    claimed, trusted = [
        page_of(tmp_path, "hint", "--player", "casual", *flags, path)[0]["cells"]
        for flags in ([], ["--trust-flags"])
    ]
    assert "r1c1 could be a mine or safe" in claimed[0]["sentences"][0]
    assert [answer["sentences"] for answer in trusted] == [["r1c1 is a mine: its flag is trusted."]]


@pytest.mark.parametrize("flags", [[], ["--trust-flags"]])
def test_undecided_cells_of_a_hint_are_answered_with_the_flags_that_it_trusts(tmp_path, flags):
    """r1c3 is a mine if the flag is one, and may be either if it is a claim."""
    path = tmp_path / "position.txt"
    path.write_text("01##\n01##\n12##\n##F#\n")
    page_json, _ = page_of(tmp_path, "hint", "--player", "casual", *flags, path)
    view = View.parse("01## 01## 12## ##F#")
    forced = expert(Position(view, trust_flags=bool(flags)))
    kinds = {answer["cell"]: answer["kind"] for answer in page_json["cells"]}
    for cell, kind in kinds.items():
        assert (kind == "not forced") == (forced.verdict(cell) is None)
    assert (kinds.get("r1c3") == "not forced") == (not flags)


def test_pages_are_small():
    board = random_board((16, 30), 99, seed=3, index=1)
    found = path(board, next(cell for cell in range(480) if not board.mined[cell] and not board.clue(cell)))
    assert len(found.steps) > 200
    text = page_html(path_page(finish(found)))
    assert css() in text
    assert len(text.encode()) < 400_000


def test_flags_of_a_position_are_claims():
    for trusted, claims in ((False, ["r1c1"]), (True, [])):
        run = play(Position(View.parse("F1#", mines=1), trusted))
        page = trace_page(finish(run))
        assert (page.runs[0][0]["first"], page.runs[0][0]["claims"]) == (["F1#"], claims)
