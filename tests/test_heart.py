"""The two halves as ordered: networkx under the rule engine, python-constraint under the expert."""

import html
import subprocess
import sys

import pytest
from conftest import ROOT, SAMPLES

from logicsweep import View, expert, play, player_of
from logicsweep.csp.model import model
from logicsweep.csp.search import layouts

BLOCKED = """
import sys
sys.modules[sys.argv.pop(1)] = None
from logicsweep.__main__ import main
main()
"""
LADDER, POSITION, ENDGAME = [str(SAMPLES / f"{name}.txt") for name in ("ladder", "position", "endgame")]
NEEDS = {
    "networkx": [
        ["trace", LADDER],
        ["compare", LADDER],
        ["path", LADDER],
        ["why", "r3c6", LADDER],
        *[[verb, POSITION] for verb in ("trace", "compare", "path")],
        ["why", "r3c8", POSITION],
    ],
    "constraint": [
        ["hint", ENDGAME],
        ["compare", LADDER],
        ["path", LADDER],
        ["why", "r5c1", LADDER],
        ["trace", "--player", "expert", LADDER],
    ],
}
DOES_WITHOUT = {
    "networkx": [["solve", str(SAMPLES / "boards.txt")], ["hint", POSITION], ["hint", LADDER]],
    "constraint": [["solve", str(SAMPLES / "boards.txt")], ["trace", LADDER], ["solve", LADDER]],
}


def called_without(package, line):
    done = subprocess.run([sys.executable, "-c", BLOCKED, package, *line], capture_output=True, text=True)
    return done.returncode, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("package", "line"), [(name, line) for name, lines in NEEDS.items() for line in lines]
)
def test_an_answer_that_rests_on_a_package_is_refused_without_it(package, line):
    assert called_without(package, line) == (2, f"logicsweep: the package {package} is not installed\n")


@pytest.mark.parametrize(
    ("package", "line"), [(name, line) for name, lines in DOES_WITHOUT.items() for line in lines]
)
def test_an_answer_that_does_not_need_a_package_comes_without_it(package, line):
    assert called_without(package, line) == (0, "")


def test_the_drawing_of_the_first_page_shows_what_both_halves_find():
    drawing = html.unescape((ROOT / "docs" / "pictures" / "halves.svg").read_text())
    view = View.parse("####\n2#31\n###1")
    casual, found = play(view), expert(view)
    for production in player_of("casual").productions:
        assert f">{production.name}: {str(production.condition).split(' =>')[0]}<" in drawing
    assert [firing.bindings for firing in casual.trace.firings] == [
        {"x": "r3c4", "m": 1},
        {"x": "r2c4", "m": 1},
    ]
    assert (view.graph.names(casual.mines), view.graph.names(casual.safe)) == (("r3c3",), ("r1c3", "r1c4"))
    further = {*found.safe, *found.mines} - {*casual.decided}
    assert view.graph.names(sorted(further)) == ("r1c1", "r3c1")
    assert f"casual: {len(casual.decided)} cells" in drawing
    assert f"expert: {len(casual.decided) + len(further)} cells" in drawing
    [part] = model(view).components  # B, the three cells of which two are mines
    assert (view.graph.names(part.cells), [*layouts(part)]) == (("r1c2", "r2c2", "r3c2"), [(2,)])
