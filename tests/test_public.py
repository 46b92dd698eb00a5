"""The public names: each is there whatever was imported before, is never its module, and says what it is."""

import ast
import inspect
import pydoc
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import networkx as nx
import pytest
from conftest import refusal

import logicsweep
from logicsweep import (
    Board,
    CellGraph,
    Player,
    Position,
    View,
    closures,
    games,
    guessing,
    puzzles,
    reasons,
    rules,
    surveying,
)
from logicsweep.formats import FORMATS, register
from logicsweep.rules.clues import CASUAL

FACES = [logicsweep, closures, games, guessing, puzzles, reasons, rules, surveying]
LISTED = [(face, name) for face in FACES for name in dir(face)]
VIEW = View.parse("1#", mines=1)
VALUES = {
    "COVERED",
    "FLAG",
    "SAFE",
    "PLAYERS",
    "POLICIES",
    "Reason",
    *["x", "y", "m", "n", "covered", "mines", "possible", "total"],
}  # public names that are no class and no function


def test_every_public_name_is_there_and_is_no_module():
    for face, name in LISTED:
        assert not isinstance(getattr(face, name), ModuleType), name


@pytest.mark.parametrize("face", FACES)
def test_a_star_import_gives_every_public_name(face):
    names = {}
    exec(f"from {face.__name__} import *", names)
    assert names.keys() - {"__builtins__"} == {*dir(face)}


@pytest.mark.parametrize("face", FACES)
def test_type_checkers_are_told_the_same_names_from_the_same_modules(face):
    (block,) = [
        node.body
        for node in ast.parse(Path(face.__file__).read_text()).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    told = [
        (alias.asname, f"{node.module}.{alias.name}")
        for node in block
        if node.module.startswith("logicsweep")
        for alias in node.names
    ]
    public = [
        (name, f"{face.__name__}.{module}.{name}")
        for module, names in face.PUBLIC.items()
        for name in names.split()
    ]
    assert sorted(told) == sorted(public)


def test_help_begins_with_the_page_that_lists_all_names():
    text = pydoc.plain(pydoc.render_doc(logicsweep))
    assert logicsweep.__doc__.partition("\n\n")[2].partition("\n")[0] in text[:500]
    assert "class Board" in text[text.index("CLASSES") :]


def test_public_names_do_not_depend_on_what_was_imported_before():
    code = (
        "import importlib, pkgutil, types, logicsweep\n"
        "for one in pkgutil.walk_packages(logicsweep.__path__, 'logicsweep.'):\n"
        "    try:\n"
        "        if '__main__' not in one.name: importlib.import_module(one.name)\n"
        "    except ModuleNotFoundError as error:\n"
        "        if error.name not in ('numba', 'numpy', 'pyarrow'): raise\n"
        "print([n for n in dir(logicsweep) if isinstance(getattr(logicsweep, n), types.ModuleType)])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="nothing"):
        logicsweep.nothing  # noqa: B018


def board():
    return Board.parse("M.")


def enlisted(name, letter):
    return logicsweep.add_player(logicsweep.Player(name, letter, ()))


def registered(**changed):
    return register(FORMATS[0]._replace(**{"name": "new"} | changed))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: logicsweep.expert("1#"), "view: expected a View, got '1#'"),
        (lambda: logicsweep.explain(None, 0), "view: expected a View, got None"),
        (lambda: logicsweep.why([[1]], 0), "view: expected a View, got [[1]], a list"),
        (lambda: logicsweep.why("M.", 0), "view: expected a View, got 'M.'"),
        (lambda: logicsweep.play("M.", 0), "board: expected a Board, View or Position, got 'M.'"),
        (
            lambda: next(logicsweep.iter_firings("M.", 0)),
            "board: expected a Board, View or Position, got 'M.'",
        ),
        (lambda: logicsweep.compare("M.", 0), "board: expected a Board, View or Position, got 'M.'"),
        (lambda: logicsweep.over_starts("M.", "casual"), "board: expected a Board, got 'M.'"),
        (lambda: logicsweep.least_remaining("M."), "board: expected a Board, got 'M.'"),
        (lambda: logicsweep.start_classes("M."), "board: expected a Board, got 'M.'"),
        (lambda: closures.closure.closure("M.", 0), "board: expected a Board, got 'M.'"),
        (
            lambda: logicsweep.player_of(5),
            "player: expected a Player, the name of a player, or productions, got 5",
        ),
        (lambda: logicsweep.compare(board(), 0, 5), "players: expected an Iterable, got 5"),
        (lambda: logicsweep.compare(board(), 0, {}), "players: expected at least one, got none"),
        (lambda: logicsweep.add_player("casual"), "player: expected a Player, got 'casual'"),
        (lambda: enlisted("", "q"), "player: expected a name of one word without a comma, got ''"),
        (lambda: enlisted("a b", "q"), "player: expected a name of one word without a comma, got 'a b'"),
        (lambda: enlisted("a,b", "q"), "player: expected a name of one word without a comma, got 'a,b'"),
        (lambda: enlisted("own", "q"), "player: expected a name that is not on the ladder yet, got 'own'"),
        (lambda: enlisted("odd", "c"), "player odd: expected a letter of their own, got casual's 'c'"),
        (lambda: enlisted("odd", "w"), "player odd: expected a letter of their own, got own's 'w'"),
        (lambda: enlisted(5, "q"), "player name: expected a str, got 5"),
        (lambda: register("x"), "format: expected a Format, got 'x'"),
        (lambda: registered(holds="x"), "format holds: expected 'boards' or 'position', got 'x'"),
        (
            lambda: rules.forward_chain(None, Player("q", "q", ())),
            "productions: expected a sequence of productions, got <Player q: >, a Player",
        ),
        (
            lambda: rules.load_productions(board()),
            "productions: expected a file's name, or file.py:NAME, got Board.parse('M.'), a Board",
        ),
        (lambda: Board.of(nx.path_graph(2), [True]), "cell: expected a node of the graph, got True"),
        (lambda: Board.of((1, 2), 3), "mines: expected several cells, got 3"),
        (
            lambda: logicsweep.sentence(View.parse("#"), None),
            "explanation: expected an Explanation, got None",
        ),
        (
            lambda: rules.Knowledge.of(board()),
            "view: expected a View, got Board.parse('M.'), a Board",
        ),
        (
            lambda: View(board().graph, ("1", "#")),
            "marks: expected clues, COVERED, FLAG or SAFE, got '1'",
        ),
        (
            lambda: View(board().graph, (1.0, -1)),
            "marks: expected clues, COVERED, FLAG or SAFE, got 1.0, a float",
        ),
        (lambda: View(board().graph, [1, -1]), "marks: expected a tuple, got [1, -1], a list"),
        (
            lambda: View.parse("1#", field=CellGraph),
            "field: expected CellGraph.grid, .torus or .hexagonal, got the class CellGraph",
        ),
        (lambda: View.parse("1#", mines=True), "mines: expected a whole number of at least 0, got True"),
        (
            lambda: View.parse("1#", field="torus"),
            "field: expected a function of rows and columns, such as CellGraph.torus, got 'torus'",
        ),
        (lambda: logicsweep.Board(board().graph, [0, 1]), "mined: expected a bytes, got [0, 1], a list"),
        (lambda: board().graph.names(5), "cells: expected several cells, got 5"),
        (lambda: list(closures.least_of_many(["M."])), "board: expected a Board, got 'M.'"),
        (lambda: logicsweep.Player("q", 5, ()), "player q: expected a str, got 5"),
        (
            lambda: logicsweep.Player("q", "q", (CASUAL[0], CASUAL[0])),
            "player q: expected each production's name once, got 'all-found'",
        ),
        (
            lambda: logicsweep.expert(VIEW, max_states="x"),
            "max_states: expected a whole number of at least 0, got 'x'",
        ),
        (
            lambda: logicsweep.expert(Position(VIEW), trust_flags=True),
            "position: expected the options that it was made with, got others",
        ),
        (
            lambda: logicsweep.expert(VIEW).verdict("r1c3"),
            "cell: expected a cell from r1c1 to r1c2, got 'r1c3'",
        ),
        (lambda: logicsweep.player_of([5]), "player own: expected a Production, got 5"),
        (lambda: logicsweep.reveal(board(), 0), "matrix: expected a Matrix, got Board.parse('M.'), a Board"),
        (lambda: logicsweep.checkers("3 3"), "board: expected a CheckersBoard, got '3 3'"),
        (
            lambda: logicsweep.explain(VIEW, "r1c2", budget=1j),
            "budget: expected a whole number of at least 0, got 1j, a complex",
        ),
        (lambda: logicsweep.expert(VIEW, trust_flags=1), "trust_flags: expected a bool, got 1"),
    ],
)
def test_a_wrong_type_ends_in_one_clear_sentence(call, message):
    assert refusal(call) == message


def own_docstring(value):
    """What was written for it; a dataclass or named tuple without one gets its signature from Python."""
    text = value.__doc__ or ""
    return "" if text.startswith(f"{value.__name__}(") else inspect.cleandoc(text)


def methods(value):
    """The functions of a class, those of properties and class methods too."""
    for member in vars(value).values():
        wrapped = (getattr(member, name, None) for name in ("fget", "func", "__func__"))
        yield next((function for function in wrapped if function), member)


@pytest.mark.parametrize(("face", "name"), [pair for pair in LISTED if pair[1] not in VALUES])
def test_every_public_name_says_what_it_is_and_shows_how_it_is_used(face, name):
    value = getattr(face, name)
    assert inspect.isclass(value) or inspect.isroutine(value)
    texts = [own_docstring(value)]
    assert texts[0], "no docstring"
    if inspect.isclass(value):
        texts += [one.__doc__ or "" for one in methods(value) if inspect.isfunction(one)]
    assert any(">>> " in text for text in texts), "no doctest"


@pytest.mark.parametrize("face", FACES)
def test_a_package_tells_each_of_its_public_names_once(face):
    lists = re.findall(r"^    (\w.*)$", face.__doc__, re.MULTILINE)
    assert sorted(re.findall(r"\w+", " ".join(lists))) == dir(face)


def test_a_solution_tells_a_cell_in_whatever_form():
    found = logicsweep.expert(View.parse("1#1##"))
    assert {found.verdict(cell) for cell in (1, "r1c2", (0, 1), logicsweep.Cell(0, 1))} == {"mine"}
    assert found.verdict("r1c5") is None
