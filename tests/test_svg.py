"""Pictures: well-formed, the same on every run, and what they show held to the values by other ways."""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from cmath import phase, rect
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from math import dist, tau

import networkx as nx
import pytest
from conftest import LADDER, ROOT, SAMPLES, refusal
from hypothesis import given
from hypothesis import strategies as st
from in_process import called, mistake
from strategies import BY_CLUES, NAMES, PLAYED, boards, examples, flagged_views

from logicsweep import (
    Board,
    CellGraph,
    Contradiction,
    Player,
    Production,
    View,
    compare,
    expert,
    path,
    play,
    player_of,
    random_board,
    svg,
    why,
)
from logicsweep.csp.sums import TOTAL
from logicsweep.games.players import PLAYERS
from logicsweep.games.why import full_answer
from logicsweep.rules.clues import CASUAL, OVERLAP
from logicsweep.show import places as drawing
from logicsweep.show.compare import comparison_text
from logicsweep.show.palette import DARK, LIGHT, SHADES, css, player_shades, risk_shade
from logicsweep.show.steps import tag_text
from logicsweep.show.svg import Tile, shapes
from logicsweep.verbs.compare import Compared
from logicsweep.verbs.reading import Numbered

SPACE = "{http://www.w3.org/2000/svg}"
SAFE, MINE = LIGHT["safe"], LIGHT["mine"]  # the grounds of what is decided
RING = "3.4"  # the width of its line
ENDGAME = View.parse((SAMPLES / "endgame.txt").read_text())
ODD = ["<script>alert(1)</script>", "\0", "\ud800", "a\nb\tc", "&amp;", "]]>", "e\u0301 \u202e", "x" * 99, ""]
ODD += ["a\xa0b\u3000c"]


def parsed(text):
    """The picture as a tree, which it can be only when it is well-formed."""
    return ET.fromstring(text.encode())


def cells(text):
    """For each cell the group that draws it, in the order of the cells."""
    groups = parsed(text).findall(f"{SPACE}g")
    return [group for group in groups if group.find(f"{SPACE}title") is not None]


def words_of(group):
    """What a cell's own title says of it."""
    return group.find(f"{SPACE}title").text.rpartition(": ")[2] or ""


def title(group):
    return group.find(f"{SPACE}title").text


def letters(group):
    return "".join(text.text for text in group.iter(f"{SPACE}text"))


def fills(group):
    return {one.get("fill") for one in group}


def ringed(text):
    return {
        at for at, group in enumerate(cells(text)) if any(one.get("stroke-width") == RING for one in group)
    }


def values():
    """A value of each kind that has a picture, on fields of each kind."""
    for (field, mines), name in zip(PLAYED, NAMES, strict=True):
        board = random_board(field, mines, 5)
        start = next(i for i, mine in enumerate(board.mined) if not mine and not board.clue(i))
        game = play(board, start, "overlap")
        stuck = game.after.without_flags()
        yield f"board-{name}", board
        yield f"view-{name}", stuck
        yield f"game-{name}", game
        yield f"path-{name}", path(board, start, "overlap")
        yield f"deduction-{name}", play(stuck, player=BY_CLUES)
        yield f"comparison-{name}", compare(board, start, ["casual", "overlap"])
        yield f"position-{name}", compare(stuck, players=["casual", "overlap"])
        yield f"solution-{name}", expert(stuck)
    ladder = play(LADDER, "r1c8")
    for cell in ("r1c8", "r2c8", "r3c6", "r5c1", "r3c3"):
        yield f"answer-{cell}", why(ladder, cell)
    yield "answer-later", why(play(LADDER, "r1c8", limit=1), "r4c8")
    yield "answer-seen", why(ENDGAME, "r4c4")
    yield "answer-total", why(ENDGAME, "r1c1")


VALUES = dict(values())


def graph_of(value):
    """The cells that a value is about."""
    if isinstance(value, CellGraph):
        return value
    names = ("graph", "board", "view", "first")
    return graph_of(next(getattr(value, name) for name in names if hasattr(value, name)))


@pytest.mark.parametrize("name", VALUES)
def test_each_value_has_a_well_formed_picture_of_all_its_cells(name):
    value = VALUES[name]
    text = svg(value)
    tree = parsed(text)
    graph = graph_of(value)
    assert tree.tag == f"{SPACE}svg" and tree.get("role") == "img"
    assert [one.tag for one in tree][:2] == [f"{SPACE}title", f"{SPACE}desc"]
    assert all(one.text.strip() for one in tree[:2])
    assert [title(group).rpartition(": ")[0] for group in cells(text)] == list(graph.names(range(len(graph))))
    assert {one.tag.removeprefix(SPACE) for one in tree.iter()} <= {
        *("svg", "title", "desc", "rect", "circle", "polygon", "path", "g", "text")
    }
    attributes = {attribute for one in tree.iter() for attribute in one.attrib}
    assert not [one for one in attributes if re.match("on|.*href|(style|id|class)$", one)]  # it leads nowhere
    for one in tree.findall(f"{SPACE}text") + tree.findall(f"{SPACE}g[@fill]/{SPACE}text"):
        fill = one.get("fill") or next(group for group in tree if one in list(group)).get("fill")
        assert contrast(fill, "#ffffff") >= 4.5


@pytest.mark.parametrize("outline", ["square", "hexagon", "node"])
def test_the_ring_of_a_guess_leaves_its_risk_to_be_read(outline):
    tile = Tile("covered", "33%", ring="guess", risk=Fraction(1, 3))
    drawn = parsed(f'<svg xmlns="http://www.w3.org/2000/svg">{shapes(tile, outline)}</svg>')
    rings = [one for one in drawn if one.get("fill") == "none"]
    across = {"square": ("width", 0.5), "node": ("r", 1), "hexagon": ("points", 1)}
    key, part = across[outline]
    halves = [part * max(float(number) for number in re.findall(r"[\d.]+", one.get(key))) for one in rings]
    [text] = [one for one in drawn if one.tag == f"{SPACE}text"]
    assert len(rings) == 1
    assert min(halves) - 1.1 > 1.1 * float(text.get("font-size"))  # as wide as three letters, one of them %


@pytest.mark.parametrize("name", VALUES)
def test_nothing_is_drawn_outside_of_the_picture(name):
    tree = parsed(svg(VALUES[name]))
    _, _, width, height = map(float, tree.get("viewBox").split())
    ground = tree.find(f"{SPACE}rect")
    assert (float(ground.get("width")), float(ground.get("height"))) == (width, height)
    assert float(tree.get("width")) / float(tree.get("height")) == pytest.approx(width / height, rel=0.02)

    def look(one, left, top, scale):
        moved = re.match(r"translate\((\S+) (\S+?)\)(?: scale\((\S+)\))?", one.get("transform", ""))
        if moved:
            left, top = left + scale * float(moved[1]), top + scale * float(moved[2])
            scale *= float(moved[3] or 1)
        if one.tag == f"{SPACE}text":
            x, y = left + scale * float(one.get("x", 0)), top + scale * float(one.get("y", 0))
            assert 0 <= x <= width and 0 <= y <= height
        if one.tag == f"{SPACE}circle":
            x, y, r = (scale * float(one.get(key, 0)) for key in ("cx", "cy", "r"))
            assert r <= left + x <= width - r
            assert r <= top + y <= height - r
        for inner in one:
            look(inner, left, top, scale)

    look(tree, 0, 0, 1)


@given(boards())
@examples(60)
def test_a_board_shows_mines_and_counts(board):
    text, neighbours = svg(board), board.graph.graph
    assert str(board) in parsed(text).find(f"{SPACE}desc").text
    for cell, group in enumerate(cells(text)):
        clue = sum(board.mined[other] for other in neighbours[cell])
        if board.mined[cell]:
            assert words_of(group) == "a mine" and letters(group) == ""
        else:
            assert words_of(group) == f"shows {clue}" and letters(group) == (str(clue) if clue else "")


@given(flagged_views())
@examples(60)
def test_a_view_shows_what_its_text_form_shows(view):
    words = {"#": "covered", "F": "flagged", "?": "cleared without a number"}
    text = svg(view)
    assert [words_of(group) for group in cells(text)] == [
        words.get(view.glyph(i)) or f"shows {view.glyph(i)}" for i in range(len(view.marks))
    ]
    assert str(view) in parsed(text).find(f"{SPACE}desc").text


@given(flagged_views())
@examples(60)
def test_a_solution_shows_each_risk_as_number_and_shade(view):
    try:
        found = expert(view)
    except Contradiction:
        return
    shades = {}
    for cell, group in enumerate(cells(svg(found))):
        risk = found.risks.get(cell)
        if risk is None:
            assert cell not in view.covered
        elif risk in (0, 1):
            assert (MINE if risk else SAFE) in fills(group) and letters(group) == ""
        else:
            assert abs(int(letters(group).rstrip("%")) - 100 * risk) <= Fraction(1, 2)
            assert f"risk {risk} " in title(group)
            shades[risk] = brightness(list(group)[2].get("fill"))
    ordered = [shades[risk] for risk in sorted(shades)]
    assert ordered == sorted(ordered, reverse=True)


def brightness(colour):
    """The relative luminance of WCAG."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


TEXTS = [Tile("cleared", str(clue), ring) for clue in range(1, 12) for ring in ("", "stands on", "asked")]
TEXTS += [
    Tile(face, text, tint=tint)
    for face in ("cleared", "covered")
    for text in ("a", "B", "?", "7")
    for tint in (None, *(range(SHADES) if face == "cleared" else ()))
]
TEXTS += [
    Tile("covered", "50%", risk=Fraction(share, 100), corner=corner)
    for share in range(1, 100)
    for corner in ("", "flag")
]


def contrast(one, other):
    light, dark = sorted(map(brightness, (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("outline", ["square", "hexagon", "node"])
def test_each_text_has_the_contrast_that_wcag_asks_for(outline):
    for tile in TEXTS:
        drawn = list(ET.fromstring(f"<g>{shapes(tile, outline)}</g>"))
        at = next(at for at, one in enumerate(drawn) if one.tag == "text")
        ground = drawn[at - 1]
        assert ground.tag in ("rect", "circle", "polygon")
        assert contrast(ground.get("fill"), drawn[at].get("fill")) >= 4.5, tile


def test_what_is_certain_has_a_ground_and_a_symbol_that_no_risk_has():
    tiles = [Tile("covered", "", risk=Fraction(share, 1000)) for share in range(1, 1000)]
    shades = {list(ET.fromstring(f"<g>{shapes(tile, 'square')}</g>"))[1].get("fill") for tile in tiles}
    assert len(shades) == 6
    for face, ground in (("safe", SAFE), ("found mine", MINE)):
        assert ground not in shades
        assert f'fill="{ground}"' in shapes(Tile(face), "square")
        assert "<path" in shapes(Tile(face), "square")


GROUNDS = {
    **{f"{name}": ["open"] for name in ("n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8")},
    **{f"{name}-on": [name] for name in ("safe", "mine", *[f"risk{n}" for n in range(6)])},
    **{f"player{n}-on": [f"player{n}"] for n in range(SHADES)},
    **{letter: [f"{letter}-bg"] for letter in "abcdef"},
    **{key: ["bg", "surface", "sunken", "safe-bg", "mine-bg"] for key in ("ink", "muted")},
    "accent": ["bg", "surface"],
    "on-ink": ["ink"],
    "covered-ink": ["covered"],
}
"""For each colour of a text, the grounds that it stands on."""


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_colours_of_texts_have_contrast_and_shades_are_ordered_by_lightness(colours):
    for text, grounds in GROUNDS.items():
        for ground in grounds:
            assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    assert contrast(colours["control"], colours["surface"]) >= 3
    assert contrast(colours["edge-bottom"], colours["open"]) >= (3 if colours is LIGHT else 1.5)
    for kind, count in (("risk", 6), ("player", SHADES)):
        shades = [brightness(colours[f"{kind}{number}"]) for number in range(count)]
        assert sorted(shades, reverse=colours is LIGHT) == shades


def test_the_page_and_the_pictures_have_the_same_colours_and_no_file_sets_another():
    assert all(f"--{name}:{colour};" in css() for table in (LIGHT, DARK) for name, colour in table.items())
    assert [risk_shade(risk) for risk in (0.099, 0.1, 0.2, 0.35, 0.5, 0.75)] == [*range(6)]
    for file in (ROOT / "logicsweep").rglob("*"):
        if file.suffix in (".py", ".css", ".js", ".html") and file.name != "palette.py":
            assert not re.search(r"#[0-9a-fA-F]{6}\b|rgba?\(\d", file.read_text()), file


@pytest.mark.parametrize("outline", ["square", "hexagon", "node"])
def test_a_wrong_flag_stands_below_the_number_and_inside_of_the_cell(outline):
    drawn = shapes(Tile("covered", "50%", risk=Fraction(1, 2), corner="flag"), outline)
    number = float(re.search(r'<text y="(\S+)"', drawn)[1])
    x, y, size = map(float, re.search(r"translate\((\S+) (\S+)\) scale\((\S+)\)", drawn).groups())
    assert y - 11 * size > number - 1  # the pole begins below the feet of the letters
    corners = [(x - 7 * size, y + 10 * size), (x + 4 * size, y + 10 * size), (x + 8 * size, y - 5 * size)]
    for left, top in corners:
        if outline == "square":
            assert max(abs(left), abs(top)) < 15.5
        else:
            assert left**2 + top**2 < 15.5**2


@pytest.mark.parametrize("name", [name for name in VALUES if name.startswith("game")] + ["ladder"])
def test_the_marks_of_a_step_are_those_of_its_scene(name):
    run = path(LADDER, "r1c8") if name == "ladder" else VALUES[name]
    for number, scene in list(enumerate(run.steps, 1))[-12:]:
        text = svg(run, step=number)
        groups = cells(text)
        assert ringed(text) == {*scene.stands_on} - {TOTAL}
        for ground, is_it in ((SAFE, "safe"), (MINE, "mine")):
            decided = {cell for cell, one in scene.verdicts.items() if one == is_it}
            assert {cell for cell, group in enumerate(groups) if ground in fills(group)} == decided
        description = parsed(text).find(f"{SPACE}desc").text
        assert str(scene.before) in description and all(
            one in description for one in scene.lines or scene.words
        )
        assert ("the mine total" in "".join(parsed(text).itertext())) == (TOTAL in scene.stands_on)


def test_all_that_a_step_says_is_below_it_and_its_grade_is_last():
    def wordy(memory, site):
        return OVERLAP.condition(memory, site)

    wordy.__doc__ = " ".join([f"Word{at}" for at in range(120)])
    who = Player("wordy", "y", (*CASUAL, Production("wordy", wordy, salience=-2, needs="clue")))
    game = play(LADDER, "r1c8", who)
    (number, scene) = next((at, one) for at, one in enumerate(game.steps, 1) if wordy.__doc__ in one.words)
    lines = [one.text for one in parsed(svg(game, number)).findall(f"{SPACE}text[@x='8']")]
    grade = f"Step {number} of {len(game.trace.firings)}: {tag_text(scene)}"
    assert len(lines) > 9 and " ".join(lines) == " ".join([*scene.lines, grade])


@pytest.mark.parametrize("name", ["n" * 200, "\u5c04" * 60, "short"])
def test_a_players_name_stays_in_the_picture(name):
    who = replace(player_of("overlap"), name=name, letter="z")
    tree = parsed(svg(compare(LADDER, "r1c8", ["casual", who])))
    width = float(tree.get("viewBox").split()[2])
    found = [one for one in tree.findall(f"{SPACE}text") if one.text.startswith(name[:1])]
    assert found and (found[0].text == name) == (name == "short")
    for one in found:
        letters_wide = sum(1.0 if letter > "\u2e80" else 0.56 for letter in one.text)
        assert float(one.get("x")) + float(one.get("font-size")) * letters_wide <= width


def test_the_map_of_a_comparison_is_that_of_its_text():
    comparison = compare(LADDER, "r1c8")
    marks = "".join(player.letter for player in PLAYERS.values())
    rows = [
        line[4:]
        for line in comparison_text(Compared(Numbered(1, LADDER), comparison))
        if re.fullmatch(rf"r\d  [{marks}.*@]{{8}}", line, re.I)
    ]
    groups = cells(svg(comparison))
    for glyph, group in zip("".join(rows), groups, strict=True):
        assert letters(group) == (glyph if glyph.isalpha() else "")
        assert ("a mine" in words_of(group) or "a mine" in title(group)) == glyph.isupper()
    grounds = {letters(group).lower(): list(group)[1].get("fill") for group in groups if letters(group)}
    shades = player_shades(PLAYERS)
    used = {shades[name] for name, player in PLAYERS.items() if player.letter in grounds}
    assert len({*grounds.values()}) == len(used) and len(grounds) > 3


def test_an_answer_rings_its_cell_and_the_clues_that_force_it():
    for cell in range(len(LADDER.graph)):
        answer = why(play(LADDER, "r1c8", BY_CLUES), cell)
        groups = cells(svg(answer))
        assert [at for at, group in enumerate(groups) if title(group).endswith(", asked")] == [cell]
        rings = {at: title(group).rsplit(", ", 1)[-1] for at, group in enumerate(groups)}
        assert {at for at, ring in rings.items() if ring == "stands on"} == {*answer.stands_on} - {TOTAL}
        if answer.kind == "not forced":
            for letter, mines in (("a", answer.mine - answer.safe), ("b", answer.safe - answer.mine)):
                assert {at for at, group in enumerate(groups) if letters(group) == letter} == mines


@given(st.lists(st.sampled_from(ODD) | st.text(max_size=6), min_size=2, max_size=6, unique=True))
@examples(60)
def test_whatever_nodes_are_called_the_picture_is_well_formed(names):
    board = Board.of(nx.path_graph(names), [names[0]])
    tree = parsed(svg(board))
    assert len(cells(svg(board))) == len(names)
    assert not list(tree.iter(f"{SPACE}script"))
    assert all(one.isprintable() or one == "\n" for one in "".join(tree.itertext()))


@pytest.mark.slow
def test_pictures_and_graph_files_are_the_same_on_every_run_and_without_a_date():
    code = (
        "import networkx as nx; from logicsweep import Board, compare, play, svg\n"
        "named = nx.relabel_nodes(nx.petersen_graph(), lambda n: f'node {n}')\n"
        "board = Board.of(named, ['node 0', 'node 3'])\n"
        "print(svg(board) + svg(compare(board, 'node 6')) + svg(play(board, 'node 6', 'expert'), 1))\n"
        "from logicsweep.cli.convert import FORMS\n"
        "from logicsweep.show.graph import cells_graph, file_of\n"
        "print([file_of(cells_graph(board), form) for form in FORMS])"
    )
    command = [sys.executable, "-c", code]
    environments = [{"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed} for seed in ("0", "77")]
    one, other = [subprocess.check_output(command, env=env) for env in environments]
    assert one == other
    assert not re.search(rb"lastmodified|\d{4}-\d\d-\d\d", one)


def test_where_every_label_does_not_fit_some_are_left_out():
    for rows, cols in ((16, 30), (100, 100), (3, 150), (199, 2)):
        tree = parsed(svg(Board.of((rows, cols), [])))
        group = next(one for one in tree.findall(f"{SPACE}g") if one.get("font-size"))
        high = float(group.get("font-size"))
        assert high * float(tree.get("width")) / float(tree.get("viewBox").split()[2]) > 11  # pixels
        tops = [one for one in group if not one.get("text-anchor")]
        for one, other in pairwise(tops):
            room = float(other.get("x")) - float(one.get("x"))
            assert room > 0.6 * high * (len(one.text) + len(other.text)) / 2
        sides = [float(one.get("y")) for one in group if one.get("text-anchor")]
        assert all(other - one > high for one, other in pairwise(sides))
        assert (len(tops), len(sides)) == (cols, rows) or max(rows, cols) > 30


def test_a_torus_has_a_dashed_border_and_a_grid_none():
    for maker, dashes in ((CellGraph.torus, 1), (CellGraph.grid, 0), (CellGraph.hexagonal, 0)):
        tree = parsed(svg(Board.of(maker(3, 4), [])))
        assert len([one for one in tree.iter() if one.get("stroke-dasharray")]) == dashes


@pytest.mark.parametrize(
    "graph", [nx.petersen_graph(), nx.complete_graph(7), nx.grid_graph((4, 4)), nx.Graph()]
)
@pytest.mark.parametrize("springs", [True, False])
def test_nodes_stand_apart(graph, springs, monkeypatch):
    graph.add_nodes_from(["alone"])
    drawing._place_nodes.cache_clear()
    if not springs:
        monkeypatch.setitem(sys.modules, "numpy", None)
    found = drawing.places_of(CellGraph.of(graph))
    drawing._place_nodes.cache_clear()
    assert len(found.points) == len(graph) and len(found.edges) == graph.number_of_edges()
    assert all(dist(one, other) > 1.1 for one, other in combinations(found.points, 2))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: svg(Board.of((201, 200), [])), "picture: expected at most 40000 cells, got 40200"),
        (lambda: svg(ENDGAME, step=1), "step: expected none, unless the value is a run, got 1"),
        (lambda: svg(play(LADDER, "r1c8"), 5), "step: expected a whole number from 1 to 4, got 5"),
        (
            lambda: svg(play(LADDER, "r1c8", limit=0), 1),
            "step: expected none (nothing is decided here), got 1",
        ),
        (
            lambda: svg("M.."),
            "value: expected a board, view, run, comparison, solution, advice or answer, got 'M..'",
        ),
    ],
)
def test_what_has_no_picture_is_refused_in_one_line(call, message):
    assert refusal(call) == message


def test_a_notebook_shows_the_text_of_what_is_too_large():
    assert Board.of((201, 200), [])._repr_svg_() is None
    assert Board.of((150, 150), [])._repr_svg_() is None
    assert LADDER._repr_svg_() == svg(LADDER)


# --- the command line ---------------------------------------------------------------------------------------

LADDER_FILE, POSITION = (str(SAMPLES / f"{name}.txt") for name in ("ladder", "endgame"))
CALLS = {
    f"hint {POSITION}": lambda: svg(expert(ENDGAME)),
    f"hint --player overlap {POSITION}": lambda: svg(play(ENDGAME, player="overlap")),
    f"trace --start r1c8 {LADDER_FILE}": lambda: svg(play(LADDER, "r1c8")),
    f"trace {POSITION}": lambda: svg(play(ENDGAME)),
    f"path --start r1c8 {LADDER_FILE}": lambda: svg(path(LADDER, "r1c8")),
    f"compare --start r1c8 {LADDER_FILE}": lambda: svg(compare(LADDER, "r1c8")),
    f"compare {POSITION}": lambda: svg(compare(ENDGAME)),
    f"why r3c6 --start r1c8 {LADDER_FILE}": lambda: svg(full_answer(play(LADDER, "r1c8"), "r3c6")),
}


@pytest.mark.parametrize("line", CALLS)
def test_a_file_gets_the_picture_and_the_rest_is_as_it_was(line, tmp_path):
    plain, as_json = called(line.split()), called([*line.split(), "--json"])
    file = tmp_path / "one.svg"
    assert called([*line.split(), "--svg", str(file)]) == plain._replace(err=f"wrote {file}\n")
    assert file.read_text() == CALLS[line]()
    file.unlink()
    assert called([*line.split(), "--svg", str(file), "--json"]) == as_json._replace(err=f"wrote {file}\n")
    assert file.read_text() == CALLS[line]()
    alone = called([*line.split(), "--svg", "-"])
    assert (alone.status, alone.out, alone.err) == (plain.status, CALLS[line](), "")
    assert json.loads(as_json.out.splitlines()[0])["version"]


def test_a_step_or_one_of_several_is_drawn_by_its_number():
    line = ["trace", "--start", "r1c8", "--svg", "-", "--step", "3", LADDER_FILE]
    assert called(line).out == svg(play(LADDER, "r1c8"), step=3)
    line = ["hint", "--board", "2", "--svg", "-", str(SAMPLES / "position.txt"), POSITION]
    assert called(line).out == svg(expert(ENDGAME))


def test_the_pictures_of_the_docs_are_what_its_commands_draw(tmp_path):
    table = r"^\| (`logicsweep .*`) \|\n\|[-|]+\n\| (.*) \|$"
    [(commands, images)] = re.findall(table, (ROOT / "docs" / "pictures.md").read_text(), re.M)
    files = re.findall(r"!\[.+?\]\((.+?)\)", images)
    lines = [line.strip("`").split()[1:] for line in commands.split(" | ")]
    assert {*files, "pictures/survey.svg", "pictures/page.png", "pictures/halves.svg"} == {
        f"pictures/{one.name}" for one in (ROOT / "docs" / "pictures").iterdir()
    }
    for file, line in zip(files, lines, strict=True):
        drawn = tmp_path / "drawn.svg"
        line[line.index("--svg") + 1] = str(drawn)
        line[-1] = str(ROOT / line[-1])
        assert called(line).err == f"wrote {drawn}\n"
        assert drawn.read_text() == (ROOT / "docs" / file).read_text()


@pytest.mark.parametrize(
    ("graph", "turns"), [(nx.petersen_graph(), 5), (nx.cubical_graph(), 4), (nx.cycle_graph(9), 9)]
)
def test_a_free_graph_shows_its_symmetry(graph, turns):
    places = drawing.places_of(CellGraph.of(graph))
    middle = sum(complex(*point) for point in places.points) / len(places.points)
    points = [complex(*point) - middle for point in places.points]
    angle = rect(1, tau / turns)
    turned = [min(range(len(points)), key=lambda j, z=point: abs(points[j] - z * angle)) for point in points]
    assert max(abs(points[j] - point * angle) for j, point in zip(turned, points, strict=True)) < 0.05
    edges = {frozenset(edge) for edge in places.edges}
    assert {frozenset(turned[i] for i in edge) for edge in edges} == edges


@pytest.mark.parametrize("graph", [nx.cycle_graph(3), nx.petersen_graph(), nx.cubical_graph()])
def test_no_edge_of_a_node_leads_through_its_name(graph):
    found = drawing.places_of(CellGraph.of(graph))
    middles = {"below": (0, 0.7), "above": (0, -0.7), "right": (1.4, 0), "left": (-1.4, 0)}
    for edge in found.edges:
        for node, other in (edge, edge[::-1]):
            (x, y), (across, down) = found.points[node], middles[found.sides[node]]
            far = [complex(*found.points[other]), complex(x, y), complex(x + across, y + down)]
            assert abs(phase((far[0] - far[1]) / (far[2] - far[1]))) > tau / 12


@pytest.mark.parametrize("ending", ["png", "PDF", "jpg"])
def test_a_picture_of_another_kind_is_refused_with_what_makes_it(ending):
    told = mistake(["hint", "--svg", f"x.{ending}"], b"1#1#\n")
    made = f"--svg: expected a name that ends in .svg (cairosvg x.svg -o x.{ending} then makes that of it)"
    assert told == f"{made}, got 'x.{ending}'\n"
